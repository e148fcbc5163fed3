//! Which entries are significant, under which name and with which amount (STANDARDS L5).

use std::collections::BTreeSet;

use audit::significant::{LARGE, Significant};
use game::{Actor, Event, Money, PersonId, PlayerId, Post};
use house::feed::Payload;
use house::link::LinkState;
use house::log::Stream;
use house::table::{CardEvent, TableEntry, TableEvent, TableState};
use ledger::{CageMove, LinkId};

use super::TABLE;
use super::totals::{entry, events_of_link};

/// What is significant about an event of a table.
fn of_table(event: &TableEvent, large: Money) -> Option<Significant> {
    let before = &TableState::new(TABLE);
    let payload = Payload::Table { event, before };
    Significant::of(&entry(Stream::Table(TABLE), payload), large)
}

/// An event of the rules as the logs have it.
fn stored(text: &str) -> TableEvent {
    let event: Event = serde_json::from_str(text).unwrap();
    TableEvent::Game(event)
}

/// Winnings are what was handed back less the stake: 1,025.00 on a stake of 25.00 are 1,000.00.
#[test]
fn a_payout_is_large_by_its_winnings() {
    let paid = stored(include_str!(
        "../../../game/tests/golden/events/wager-settled.json"
    ));
    let won = Money::major(1_000);
    let found = of_table(&paid, won).unwrap();
    assert_eq!((found.kind, found.amount), ("large payout", Some(won)));
    assert_eq!(of_table(&paid, won + Money::minor(1)), None);
}

/// A bet of 25.00, by the amount alone.
#[test]
fn a_bet_is_large_from_the_threshold_on() {
    let placed = stored(include_str!(
        "../../../game/tests/golden/events/bet-placed.json"
    ));
    let amount = Money::major(25);
    let found = of_table(&placed, amount).unwrap();
    assert_eq!((found.kind, found.amount), ("large bet", Some(amount)));
    assert_eq!(of_table(&placed, amount + Money::minor(1)), None);
}

/// What the meter showed when it failed, and what a win draws from it.
#[test]
fn a_fault_and_a_win_of_a_jackpot_are_named_with_their_amount() {
    let fault = stored(include_str!(
        "../../../game/tests/golden/events/fault-found.json"
    ));
    let expected = Significant {
        kind: "jackpot fault",
        amount: Some(Money::minor(18_765_430)),
        by: Some(Actor::System),
    };
    assert_eq!(of_table(&fault, LARGE), Some(expected));
    let link = LinkId(3);
    let before = &LinkState::new(link);
    let found = events_of_link().into_iter().filter_map(|event| {
        let payload = Payload::Link {
            event: &event,
            before,
        };
        Significant::of(&entry(Stream::Link(link), payload), LARGE)
    });
    let hits: Vec<_> = found
        .filter(|it| it.kind == "jackpot hit")
        .map(|it| it.amount)
        .collect();
    assert_eq!(hits, [Some(Money::major(7)); 2]);
}

/// A payment of 75.00 where 50.00 were due: 25.00 less for the Player.
#[test]
fn a_corrected_payment_is_named_with_the_difference_and_who_ruled() {
    let corrected = stored(include_str!(
        "../../../game/tests/golden/events/pay-corrected.json"
    ));
    let by = Actor::Staff {
        post: Post::PitManager,
        person: PersonId(31),
    };
    let expected = Significant {
        kind: "payment corrected",
        amount: Some(Money::major(-25)),
        by: Some(by),
    };
    assert_eq!(of_table(&corrected, LARGE), Some(expected));
    let undone = stored(include_str!(
        "../../../game/tests/golden/events/posting-reversed.json"
    ));
    let found = of_table(&undone, LARGE).unwrap();
    assert_eq!(
        (found.kind, found.amount),
        ("payment undone", Some(Money::major(25)))
    );
}

/// Every kind of event that the house itself writes into a table's log, and those of its cards.
#[test]
fn events_of_the_house_and_of_the_cards_have_their_names() {
    let golden = include_str!("../../../house/tests/golden/table.jsonl");
    let mut found = BTreeSet::new();
    for line in golden.lines() {
        let event = TableEntry::read(line.as_bytes()).unwrap().event;
        if let TableEvent::House(_) | TableEvent::Cards(_) = event {
            let written = serde_json::to_value(&event).unwrap();
            let mut kinds = written.as_object().unwrap().values();
            let kind = kinds.next().unwrap()["kind"].as_str().unwrap().to_owned();
            let named = of_table(&event, LARGE);
            assert!(named.as_ref().is_none_or(|it| it.amount.is_none()));
            found.insert((kind, named.map(|it| it.kind)));
        }
    }
    let expected = [
        ("table-created", Some("table created")),
        ("link-joined", Some("link joined")),
        ("link-admitted", Some("link admitted")),
        ("link-lost", Some("link lost")),
        ("link-left", Some("link left")),
        ("taken-over", Some("table taken over")),
        ("times-set", Some("times set")),
        ("waiting-ended", Some("time was up")),
        ("table-paused", Some("table paused")),
        ("table-resumed", Some("table resumed")),
        ("player-ready", None),
        ("cards-taken", Some("card source changed")),
        ("shuffled", Some("seed withheld")),
        ("seed-promised", None),
        ("seed-sealed", None),
        ("seed-opened", None),
        ("drawn", None),
        ("seed-told", None),
    ];
    let expected = expected.map(|(kind, named)| (kind.to_owned(), named));
    assert_eq!(found, BTreeSet::from(expected));
    let silent = Vec::new();
    let kept = TableEvent::Cards(CardEvent::Shuffled { silent });
    assert_eq!(of_table(&kept, LARGE), None);
}

/// A sum of the threshold is large, and a cent less is not.
#[test]
fn sums_at_the_cage_are_significant_from_the_threshold_on() {
    let (player, table) = (PlayerId(1), TABLE);
    let moves = |amount| {
        [
            (CageMove::Deposit { player, amount }, "large deposit"),
            (CageMove::Withdrawal { player, amount }, "large withdrawal"),
            (
                CageMove::BuyIn {
                    player,
                    table,
                    amount,
                },
                "large buy-in",
            ),
            (
                CageMove::CashOut {
                    player,
                    table,
                    amount,
                },
                "large cash-out",
            ),
        ]
    };
    let of = |moved| Significant::of(&entry(Stream::Purse(player), Payload::Cage(moved)), LARGE);
    for (moved, kind) in moves(LARGE - Money::minor(1)) {
        assert_eq!(of(moved), None, "{kind}");
    }
    for (moved, kind) in moves(LARGE) {
        let found = of(moved).unwrap();
        assert_eq!(
            (found.kind, found.amount, found.by),
            (kind, Some(LARGE), None)
        );
    }
    let tip = CageMove::Tip {
        player,
        table,
        amount: LARGE,
    };
    assert_eq!(of(tip), None);
}
