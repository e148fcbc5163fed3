//! The figures of a report against the events themselves.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "../../house/tests/floor/mod.rs"]
mod floor;

use std::collections::BTreeMap;

use audit::books::{Books, Takings};
use audit::total::Total;
use floor::{Enough, Floor, HOUSE};
use game::{Event, Money, PlayerId, Round};
use house::feed::{LogFeed, LoggedEntry, Payload, Projection};
use house::store::MemoryStore;
use house::table::TableEvent;
use ledger::{CageMove, TableId};

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
        let wagered: Total = valid.map(|(_, at_risk, _)| *at_risk).sum();
        assert_eq!(all.wagered(), wagered, "seed {seed}");
        let staked: Total = rounds.0.values().map(|(staked, ..)| *staked).sum();
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

/// The largest amounts that the cage takes in, so many of them that they come to more than 64 bits.
#[tokio::test]
async fn issue_17_11_chips_beyond_64_bits_are_added_up() {
    let floor = Floor::new(MemoryStore::default());
    let (table, amount) = (TableId(7), Money::LIMIT);
    let players = 9_300;
    for player in (0..players).map(PlayerId) {
        let deposit = CageMove::Deposit { player, amount };
        let buy_in = CageMove::BuyIn {
            player,
            table,
            amount,
        };
        for moves in [deposit, buy_in] {
            floor.submit_to_cage(HOUSE, moves).await.unwrap();
        }
    }
    let mut books = Books::new(Money::major(1_000));
    let read = LogFeed::default().catch_up(&*floor.store, &mut books).await;
    assert_eq!(read.unwrap(), []);
    let bought: Total = books.chips.values().map(|chips| chips.bought).sum();
    let expected = i128::from(players) * i128::from(amount.in_minor());
    assert!(expected > i128::from(i64::MAX));
    assert_eq!(bought.in_minor(), expected);
    // Nor does the audit stop: what the cage owes is more than an account can say, and it says so.
    let report = audit::verify::verify(&*floor.store).await.unwrap();
    let [finding] = &report.findings[..] else {
        panic!("{:?}", report.findings)
    };
    assert!(
        finding.what.contains("more than any account can hold"),
        "{finding}"
    );
}
