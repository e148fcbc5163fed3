//! Reading a house that deals, without its key: every deck is made again, and none can be exchanged.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod tampered;

use std::sync::Arc;

use floor::dealt::Habits;
use floor::parlour::{Parlour, STREAM, TABLE, deciding, entry, read_again};
use game::{Event, RulebookId};
use house::feed::{LogFeed, LoggedEntry, Payload, Projection};
use house::response::Response;
use house::store::Store;
use house::table::{CardEvent, DeckAccess, TableEvent};
use tampered::{Lie, Tampered};

/// What a reader without a key is told: every entry once, and every deck.
#[derive(Default)]
struct Reader {
    response: Vec<u64>,
    decks: u64,
    silent: usize,
}

impl Projection for Reader {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let Payload::Table { event, before } = logged.payload else {
            return;
        };
        self.response.push(logged.seq);
        if let TableEvent::Cards(CardEvent::Shuffled { silent }) = event {
            self.silent += silent.len();
        }
        // When the next round opens, everything about the last is known.
        if !matches!(event, TableEvent::Game(Event::BetsOpened { .. })) {
            return;
        }
        let (Some(round), Some(shuffle)) = (before.table().round(), before.shuffle()) else {
            return;
        };
        let proof = shuffle.proof().unwrap();
        let deck = reference::deck(&proof).unwrap();
        assert_eq!(proof["deck"], serde_json::json!(deck));
        // Nothing was burnt or dealt but the front of the deck.
        let felt = round.felt().unwrap();
        let mut dealt: Vec<String> = felt.used().iter().map(|card| card.to_string()).collect();
        for (_, held) in round.boxes() {
            dealt.extend(held.cards.iter().map(ToString::to_string));
        }
        dealt.sort();
        dealt.dedup();
        let mut front = deck[..dealt.len()].to_vec();
        front.sort();
        assert_eq!(dealt, front);
        self.decks += 1;
    }
}

#[tokio::test]
async fn a_reader_without_the_key_makes_every_deck_again() {
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::Withhold).await;
        let (mut feed, mut reader) = (LogFeed::default(), Reader::default());
        for round in 1..=12 {
            // In the middle of a round the deal is not told yet.
            parlour.play_until(deciding).await;
            let corrupt_entries = feed
                .catch_up(&*parlour.floor.store, &mut reader)
                .await
                .unwrap();
            assert_eq!(corrupt_entries, []);
            let head = parlour.floor.store.head(STREAM).await.unwrap();
            assert!(reader.response.last().unwrap() < &head.seq);
            parlour.play_rounds(round).await;
        }
        let store = &*parlour.floor.store;
        feed.catch_up(store, &mut reader).await.unwrap();
        let head = store.head(STREAM).await.unwrap();
        assert_eq!(reader.response, (1..=head.seq).collect::<Vec<_>>());
        assert_eq!(reader.decks, 11, "{id}");
        assert!(reader.silent > 5, "{id}");
        // A reader who comes late is told the same.
        let mut late = Reader::default();
        LogFeed::default().catch_up(store, &mut late).await.unwrap();
        assert_eq!((late.response, late.decks), (reader.response, reader.decks));
    }
}

#[tokio::test]
async fn a_house_that_deals_is_clean_at_every_moment() {
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::Withhold).await;
        let (mut rounds, mut sealed) = (0, 0);
        while rounds < 4 {
            let response = parlour.submit_next().await;
            assert!(matches!(response, Response::Done { .. }), "{response:?}");
            let verdict = read_again(&*parlour.floor.store).await;
            assert_eq!(verdict.findings, [], "{id}");
            let state = parlour.look().await;
            // A reader without the key sees everything but the round whose cards are out.
            let dealt = state.open_round().and_then(game::Round::felt).is_some();
            assert_eq!(verdict.sealed > 0, dealt, "{id}: {verdict:?}");
            sealed += verdict.sealed;
            rounds = state.table().round().map_or(0, game::Round::number);
        }
        let verdict = read_again(&*parlour.floor.store).await;
        assert_eq!(verdict.decks, 3, "{id}");
        assert!(sealed > 50, "{sealed}");
    }
}

/// What is written while a round is read is not of that reading, though its cards are out.
#[tokio::test]
async fn a_round_that_goes_on_while_it_is_read_is_no_finding() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.play_rounds(2).await;
    parlour.play_until(deciding).await;
    let old = parlour.floor.store.head(STREAM).await.unwrap();
    let sealed = read_again(&*parlour.floor.store).await.sealed;
    parlour.submit_next().await;
    let honest = Arc::clone(&parlour.floor.store);
    assert!(honest.head(STREAM).await.unwrap().seq > old.seq);
    let lie = Lie::OldHead(STREAM, old);
    let verdict = read_again(&Tampered::new(honest, lie)).await;
    let found = verdict.findings.iter().map(ToString::to_string);
    let behind = format!(
        "{STREAM} entry {}: the head of its log does not cover it",
        old.seq + 1
    );
    assert_eq!(found.collect::<Vec<_>>(), [behind]);
    assert_eq!((verdict.sealed, sealed > 0), (sealed, true));
}

/// An attacker with all rights, who makes the chain fit again, cannot change a seed or a card.
#[tokio::test]
async fn a_deck_cannot_be_exchanged_afterwards() {
    let mut parlour = Parlour::new(RulebookId::RwsMultilink2024, Habits::Withhold).await;
    parlour.play_rounds(3).await;
    let mut tried = std::collections::BTreeMap::new();
    for row in parlour.rows().await {
        let TableEvent::Cards(event) = entry(&row) else {
            continue;
        };
        let honest = Arc::clone(&parlour.floor.store);
        let lie = Lie::Rewritten(STREAM, row.seq);
        let verdict = read_again(&Tampered::new(honest, lie)).await;
        let kind = serde_json::json!(event)["kind"].to_string();
        let silent = matches!(&event, CardEvent::Shuffled { silent } if silent.is_empty());
        let other = matches!(event, CardEvent::CardsTaken { .. }) || silent;
        // Where the last digit is not of the event it is that of the command's id.
        assert!(!verdict.is_clean() || other, "{kind} entry {}", row.seq);
        *tried.entry(kind).or_insert(0) += 1;
    }
    assert_eq!(tried.len(), 7, "{tried:?}");
}

/// Longer than the pages it is read by: a round begins on one and ends on the next.
#[tokio::test]
async fn a_long_night_is_read_page_by_page() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.play_rounds(80).await;
    let store = &*parlour.floor.store;
    assert!(store.head(STREAM).await.unwrap().seq > 4_100);
    let verdict = read_again(store).await;
    assert_eq!((verdict.findings, verdict.decks), (vec![], 80));
    assert_eq!(verdict.sealed, 0);
    let mut reader = Reader::default();
    LogFeed::default()
        .catch_up(store, &mut reader)
        .await
        .unwrap();
    assert_eq!(reader.decks, 79);
    // A process without the key goes on when the last round is over.
    let blind = parlour.floor.table(TABLE).snapshot().await.unwrap();
    assert_eq!(blind.table().round().unwrap().number(), 80);
}

/// Logs of a process may print what it can see, and never a seed.
#[tokio::test]
async fn access_to_decks_is_printed_without_key_and_seeds() {
    let parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    let vault = Arc::clone(&parlour.vault);
    assert_eq!(format!("{:?}", DeckAccess::default()), "no key and 0 seeds");
    let access = DeckAccess::with_key(vault);
    assert_eq!(format!("{access:?}"), "a key and 0 seeds");
}
