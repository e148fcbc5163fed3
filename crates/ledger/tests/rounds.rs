//! Random rounds with everything that can go wrong in them, and the money beside: whatever happens at
//! a table, its rows balance, the felt's account holds what lies on the felt, and a round that is over
//! leaves nothing there.
//!
//! The rounds are those of the rules' own model test; its books are a second opinion on the racks.

#![allow(
    clippy::unwrap_used,
    dead_code,
    reason = "the model is shared with the tests of the rules, which use more of it"
)]

use game::{Area, Event, Money, PlayerId, Round, Table};
use ledger::{
    Account, AtTable, Audit, Book, CageMove, JackpotPart, LinkId, Posting, TableId, post,
};
use rehearsal::checked_table::CheckedTable;
use rehearsal::driver::Driver;

const TABLES: u64 = 1_500;
const TABLE: TableId = TableId(7);
const AT: AtTable = AtTable {
    table: TABLE,
    link: Some(LinkId(1)),
};
/// More than anybody can lose in a night here.
const BROUGHT: Money = Money::major(100_000_000);

#[test]
fn whatever_happens_every_chip_is_on_an_account() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..TABLES {
        let mut driver = match Driver::new(seed) {
            Ok(driver) => driver,
            Err(failed) => panic!("seed {seed}: {:?}", failed.0),
        };
        for _ in 0..3 {
            if driver.checked.table.setup().is_some() {
                driver.play_round().unwrap();
            }
        }
        kinds.extend(driver.checked.log().map(Event::kind));
        keeps_books(seed, &driver.checked);
    }
    // The walks come to every kind that moves money, or the test has seen too little.
    for kind in [
        "bet-placed",
        "play-made",
        "excess-rejected",
        "bet-taken-back",
        "play-found",
        "wager-settled",
        "posting-reversed",
        "contribution-added",
        "contribution-reversed",
        "round-voided",
    ] {
        assert!(kinds.contains(kind), "{kind} never happened");
    }
}

/// The log of a walk once more, row by row.
fn keeps_books(seed: u64, checked: &CheckedTable) {
    let mut book = opened();
    let mut table = Table::closed();
    let mut fed = Money::ZERO;
    for event in checked.log() {
        let rows = post(AT, table.round(), event);
        if let Err(overdrawn) = book.post(&rows) {
            panic!("seed {seed}, {event:?}: {overdrawn}");
        }
        if let Event::ContributionAdded { amount, .. } = event {
            fed += *amount;
        } else if let Event::ContributionReversed { amount, .. } = event {
            fed -= *amount;
        }
        table.evolve(event);
        if let Some(round) = table.round() {
            let lies = book.balance(Account::Round(TABLE, round.number()));
            assert_eq!(lies, on_the_felt(round), "seed {seed} after {event:?}");
        }
        let inflow = book.balance(Account::Jackpot(LinkId(1), JackpotPart::Inflow));
        assert_eq!(inflow, fed, "seed {seed} after {event:?}");
    }
    let open = table.round().filter(|round| !round.is_over());
    let audit = Audit::of(&book, |_, number| {
        open.is_some_and(|round| round.number() == number)
    });
    assert!(audit.is_sound(), "seed {seed}: {:?}", audit.found);
    for (player, net) in &checked.model.purses.net {
        let rack = book.balance(Account::Rack(TABLE, *player));
        assert_eq!(rack, BROUGHT + *net, "seed {seed}: {player:?}");
    }
}

/// Everybody has bought in.
fn opened() -> Book {
    let mut book = Book::default();
    for player in 0..64 {
        let (player, table, amount) = (PlayerId(player), TABLE, BROUGHT);
        let moves = [
            CageMove::Deposit { player, amount },
            CageMove::BuyIn {
                player,
                table,
                amount,
            },
        ];
        let rows: Vec<Posting> = moves.iter().filter_map(|own| own.posting()).collect();
        book.post(&rows).unwrap();
    }
    book
}

fn on_the_felt(round: &Round) -> Money {
    let boxes = round.boxes();
    let lies = boxes.flat_map(|(_, held)| Area::ALL.map(|area| held.bets.unsettled(area)));
    lies.sum()
}
