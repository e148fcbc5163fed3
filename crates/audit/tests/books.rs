//! The figures of a report against the events themselves.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "../../house/tests/floor/mod.rs"]
mod floor;

use std::collections::BTreeMap;

use audit::books::{Books, Takings};
use floor::{Enough, Floor};
use game::{Event, Money, Round};
use house::feed::{LogFeed, LoggedEntry, Payload, Projection};
use house::store::MemoryStore;
use house::table::TableEvent;
use ledger::TableId;

/// What was settled in each round, less what was undone, and whether the round was void in the end.
#[derive(Default)]
struct Rounds(BTreeMap<u64, (Money, Money, bool)>);

impl Projection for Rounds {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let Payload::Table { event, before } = logged.payload else {
            return;
        };
        let number = before.table().round().map_or(0, Round::number);
        let round = self.0.entry(number).or_default();
        if let TableEvent::Game(Event::WagerSettled(line)) = event {
            round.0 += line.staked;
            round.1 += line.at_risk;
        }
        if let TableEvent::Game(Event::PostingReversed(line)) = event {
            round.0 -= line.staked;
            round.1 -= line.at_risk;
        }
        if let TableEvent::Game(Event::RoundVoided { .. }) = event {
            round.2 = true;
        }
    }
}

/// "Wagered" once counted every chip that lay on the felt, those of void rounds too.
#[tokio::test]
async fn issue_17_what_void_rounds_hand_back_was_not_wagered() {
    let (mut void, mut handed_back) = (0, Money::ZERO);
    for seed in 0..12 {
        let floor = Floor::new(MemoryStore::default());
        Box::pin(floor.play_irregular(TableId(7), seed, Enough::Rounds(12))).await;
        let (mut books, mut rounds) = (Books::new(Money::major(1_000)), Rounds::default());
        let read = LogFeed::default().catch_up(&*floor.store, &mut books).await;
        assert_eq!(read.unwrap(), []);
        let read = LogFeed::default()
            .catch_up(&*floor.store, &mut rounds)
            .await;
        assert_eq!(read.unwrap(), []);
        let mut all = Takings::default();
        for takings in books.takings.values() {
            all.add(takings);
        }
        let valid = rounds.0.values().filter(|(_, _, void)| !void);
        let wagered: Money = valid.map(|(_, at_risk, _)| *at_risk).sum();
        assert_eq!(all.wagered(), wagered, "seed {seed}");
        let staked: Money = rounds.0.values().map(|(staked, ..)| *staked).sum();
        assert_eq!(all.handed_back(), staked - wagered, "seed {seed}");
        let voided = rounds.0.values().filter(|(_, _, void)| *void);
        for (staked, at_risk, _) in voided {
            assert_eq!(*at_risk, Money::ZERO, "seed {seed}");
            void += 1;
            handed_back += *staked;
        }
    }
    assert!(void > 3 && handed_back.is_positive(), "{void} void rounds");
}
