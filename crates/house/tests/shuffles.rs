//! Many decks: made twice from what is told of them, and counted.
//!
//! That a draw has no bias is proven elsewhere over every byte there is; to count decks is only an alarm
//! for what was not thought of. So the same counts are also held against shuffles that are wrong in ways
//! that have happened, and those must ring it. Seeds are fixed: a run says the same every time.
//! `QUEENHIGH_DECKS=N` makes N decks instead of the usual number.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "shuffles/census.rs"]
mod census;

use census::Census;
use game::{Card, PlayerId};
use house::log::Fingerprint;
use house::shuffle::{DealId, Deck, Seed, SeedOwner};
use ledger::TableId;
use serde_json::json;

/// Runs with seeds of their own.
const RUNS: [&str; 3] = ["one", "two", "three"];
/// Beyond this once (a chance of one in a million), or beyond the other in every run.
const ONCE: f64 = 4.9;
const EVERY_TIME: f64 = 2.4;

fn decks(usual: u64) -> u64 {
    std::env::var("QUEENHIGH_DECKS").map_or(usual, |text| text.parse().unwrap())
}

fn seed(name: &str) -> Seed {
    Seed::new(Fingerprint::of(name.as_bytes()).0)
}

fn deal(round: u64) -> DealId {
    let table = TableId(5);
    DealId { table, round }
}

#[test]
fn decks_look_like_chance() {
    let mut all = Vec::new();
    for run in RUNS {
        let mut census = Census::default();
        for round in 0..decks(50_000) {
            let house = seed(&format!("{run} {round}"));
            census.count(Deck::of(deal(round), 1, &house, []).cards());
        }
        all.push(census.scores());
    }
    for (nth, (what, _)) in all[0].clone().into_iter().enumerate() {
        let scores: Vec<f64> = all.iter().map(|scores| scores[nth].1).collect();
        assert!(scores.iter().all(|z| z.abs() < ONCE), "{what}: {scores:?}");
        let always = scores.iter().all(|z| z.abs() > EVERY_TIME);
        assert!(!always, "{what}: {scores:?}");
    }
}

type Shuffle = fn(&mut [Card; 52], &mut Bytes);

/// Bytes that follow from a name, for shuffles that are not ours.
struct Bytes {
    name: String,
    block: Vec<u8>,
    number: u64,
}

impl Bytes {
    fn of(name: String) -> Bytes {
        let (block, number) = (Vec::new(), 0);
        Bytes {
            name,
            block,
            number,
        }
    }

    fn next(&mut self) -> usize {
        if self.block.is_empty() {
            self.number += 1;
            let Fingerprint(block) =
                Fingerprint::of(format!("{} {}", self.name, self.number).as_bytes());
            self.block = block.to_vec();
        }
        self.block.pop().unwrap().into()
    }
}

#[test]
fn shuffles_that_were_wrong_ring_the_alarm() {
    // Each place is exchanged with any place: as in an online card room of 1999.
    let any_place = |cards: &mut [Card; 52], bytes: &mut Bytes| {
        for place in 0..52 {
            cards.swap(place, bytes.next() % 52);
        }
    };
    // A card never stays where it lay.
    let never_itself = |cards: &mut [Card; 52], bytes: &mut Bytes| {
        for last in (1..52).rev() {
            cards.swap(last, bytes.next() % last);
        }
    };
    // Every byte counts: the first numbers come once more often.
    let no_rejection = |cards: &mut [Card; 52], bytes: &mut Bytes| {
        for last in (1..52).rev() {
            cards.swap(last, bytes.next() % (last + 1));
        }
    };
    let wrong: [(&str, Shuffle); 3] = [
        ("any place", any_place),
        ("never itself", never_itself),
        ("no rejection", no_rejection),
    ];
    for (name, shuffle) in wrong {
        let mut census = Census::default();
        for deck in 0..10_000 {
            let mut cards = Card::ALL;
            shuffle(&mut cards, &mut Bytes::of(format!("{name} {deck}")));
            census.count(&cards);
        }
        let scores = census.scores();
        assert!(
            scores.iter().any(|(_, z)| z.abs() > ONCE),
            "{name}: {scores:?}"
        );
    }
}

/// From what `export rounds` tells and nothing else, by code that never saw ours.
#[test]
fn decks_are_made_again_from_what_is_told() {
    for round in 1..=decks(3_000) {
        let (deal, house) = (deal(round), seed(&format!("told {round}")));
        let players = (0..round % 4).map(|nth| {
            let player = PlayerId(u32::try_from(10 * nth + round % 7).unwrap());
            (player, seed(&format!("{round} of {}", player.0)))
        });
        let players: Vec<(PlayerId, Seed)> = players.collect();
        let opened = players.iter().map(|(player, seed)| (player, seed));
        let deck = Deck::of(deal, 1 + u32::from(round.is_multiple_of(5)), &house, opened);
        let players = players.iter().map(|(player, seed)| {
            let promise = seed.promise(deal, SeedOwner::Player(*player));
            json!({"player": player, "promise": promise, "seed": seed})
        });
        let response = json!({
            "table": deal.table,
            "round": deal.round,
            "deal": 1 + u32::from(round.is_multiple_of(5)),
            "house": {"promise": house.promise(deal, SeedOwner::House), "seed": house},
            "players": players.collect::<Vec<_>>(),
        });
        let again = reference::deck(&response).unwrap();
        let ours = deck.cards().iter().map(|card| card.as_str());
        assert!(again.iter().map(String::as_str).eq(ours), "round {round}");
    }
}
