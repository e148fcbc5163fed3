//! Frames and requests that no client would send, made from a kept corpus by chance: the house answers
//! each or closes the connection, nothing panics, other players notice nothing, and the books are sound.
//!
//! The corpus is in `tests/fuzz-corpus`, one input a line. `bodies.txt` and `frames.txt` are what clients
//! sent while rounds of every kind were played (`QUEENHIGH_RECORD=1` plays them again and writes the files),
//! `http.txt` whole requests, and `found.txt` every input that once showed a fault. `QUEENHIGH_FUZZ=N` sends
//! N inputs instead of the usual number, `QUEENHIGH_SEED=S` begins with another seed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![allow(
    clippy::print_stderr,
    reason = "the seed is printed, so that a finding can be repeated"
)]

mod chance;
mod corpus;
#[path = "../floor/mod.rs"]
mod floor;
mod frames;
mod inputs;
mod judge;
mod mutate;
mod record;
mod send;

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use bot::{Bets, Bot};
use chance::Chance;
use corpus::Corpus;
use floor::Floor;
use inputs::Input;
use judge::Judge;
use send::Tokens;

/// Inputs made by chance, where no other number is asked for: about a minute on two cores.
const INPUTS: u64 = 30_000;
/// Connections at once.
const WORKERS: u64 = 16;
/// A table that no changed digit of a path leads to, for a player who is not to notice anything.
const QUIET_TABLE: u32 = 777_777;

static PANICS: AtomicUsize = AtomicUsize::new(0);

fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_input_harms_the_house_or_its_other_players() {
    let (seed, count) = (
        asked("QUEENHIGH_SEED").unwrap_or(18),
        asked("QUEENHIGH_FUZZ").unwrap_or(INPUTS),
    );
    eprintln!("QUEENHIGH_SEED={seed} QUEENHIGH_FUZZ={count}");
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panicked| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        usual(panicked);
    }));
    let mut config = floor::instant_demo();
    let mut quiet = config.tables[0].clone();
    quiet.number = QUIET_TABLE;
    "Quiet".clone_into(&mut quiet.name);
    config.tables.push(quiet);
    let floor = Floor::open_with(config).await;
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let playing = tokio::spawn(play_quietly(floor.api(), stopped));
    let tokens = Arc::new(Tokens::gather(&floor).await);
    let judge = Arc::new(Judge::new());
    let corpus = Arc::new(Corpus::read());
    let findings = send_all(seed, count, &tokens, &judge, &corpus).await;
    let (answers, statuses) = judge.heard();
    eprintln!("{answers} answers and messages: {statuses}");
    stop.send_replace(true);
    let (rounds, refused, gaps) = playing.await.unwrap();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    assert_eq!(PANICS.load(Ordering::SeqCst), 0, "panics");
    assert!(rounds > 2, "the other player played {rounds} rounds");
    assert_eq!(
        (refused, gaps),
        (0, 0),
        "the other player noticed something"
    );
    assert!(answers > count / 2, "{answers} answers to {count} inputs");
    let (folder, _kept) = floor.close().await;
    let settings = house::store::StoreSettings::Folder(folder);
    let store = settings.open_to_read().await.unwrap();
    let report = audit::verify::verify(&*store).await.unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

/// Sends every line of the corpus as it stands, then inputs made from it. Returns what was wrong.
async fn send_all(
    seed: u64,
    count: u64,
    tokens: &Arc<Tokens>,
    judge: &Arc<Judge>,
    corpus: &Arc<Corpus>,
) -> Vec<String> {
    let mut workers = tokio::task::JoinSet::new();
    for worker in 0..WORKERS {
        let (tokens, judge, corpus) = (Arc::clone(tokens), Arc::clone(judge), Arc::clone(corpus));
        workers.spawn(async move {
            let mut wrong = Vec::new();
            let own = |nth: u64| nth % WORKERS == worker;
            let whole = corpus.whole().into_iter().zip(0..);
            for (input, nth) in whole.filter(|(_, nth)| own(*nth)) {
                wrong.extend(send_one(&tokens, &judge, nth, &input).await);
            }
            for nth in (0..count).filter(|nth| own(*nth)) {
                let mut chance = Chance::of(seed, nth);
                let input = Input::make(&corpus, &mut chance);
                wrong.extend(send_one(&tokens, &judge, nth, &input).await);
                if wrong.len() > 5 {
                    break;
                }
            }
            wrong
        });
    }
    let mut wrong = Vec::new();
    while let Some(found) = workers.join_next().await {
        wrong.extend(found.unwrap());
    }
    wrong
}

async fn send_one(tokens: &Tokens, judge: &Judge, nth: u64, input: &Input) -> Option<String> {
    let before = PANICS.load(Ordering::SeqCst);
    let heard = send::send(tokens, nth, input).await;
    let mut wrong = judge.check(input, &heard);
    if PANICS.load(Ordering::SeqCst) > before {
        wrong.push("something panicked, on this input or one sent beside it".to_owned());
    }
    let line = input.to_line();
    (!wrong.is_empty()).then(|| format!("{wrong:?}: add to found.txt: {line}"))
}

/// Plays at a table of his own until he is told to stop: rounds, refusals and gaps.
async fn play_quietly(
    api: bot::Api,
    stopped: tokio::sync::watch::Receiver<bool>,
) -> (u64, u64, u64) {
    let (player, api) = api.come_as_guest().await.unwrap();
    let mut bot = Bot::sit(&api, player, QUIET_TABLE.into(), Bets::Ante)
        .await
        .unwrap();
    let mut rounds = 0;
    // His purse lasts for some two hundred rounds at the least.
    while !*stopped.borrow() && rounds < 150 {
        rounds += 1;
        bot.play(rounds).await.unwrap();
    }
    let result = bot.played();
    (result.rounds, result.refused, result.gaps)
}
