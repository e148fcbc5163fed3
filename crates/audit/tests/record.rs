//! Rounds at which everything goes wrong, written down and settled a second time by a stranger.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use audit::record::{PaidLine, Record, Recorder};
use audit::verify::Resettled;
use game::{
    Area, BoxNumber, Decision, Event, FoldedPairPlus, JackpotClaim, Money, RulebookId, Table,
};
use house::table::TableEvent;
use rehearsal::driver::Driver;

const TABLES: u64 = 400;
const ROUNDS: u64 = 6;

/// The rounds of one table, as they are written down.
fn records(seed: u64) -> Vec<Record> {
    let all = records_with_tables(seed).into_iter();
    all.map(|(record, _)| record).collect()
}

/// A table at which so many rounds were played.
fn played(seed: u64, rounds: u64) -> Driver {
    let mut driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
    for _ in 0..rounds {
        if driver.checked.table.setup().is_some() {
            driver.play_round().unwrap();
        }
    }
    driver
}

/// The same, each with the table as it was when nothing could change the round any more.
fn records_with_tables(seed: u64) -> Vec<(Record, Table)> {
    let driver = played(seed, ROUNDS);
    let mut table = Table::closed();
    let (mut recorder, mut records) = (Recorder::default(), Vec::new());
    for requested in &driver.checked.exchanges {
        let events = table.decide(&driver.checked.rulebook, &requested.command);
        for event in events.unwrap_or_default() {
            let event = TableEvent::Game(event);
            let record = recorder.take(&table, &event);
            records.extend(record.map(|record| (record, table.clone())));
            let TableEvent::Game(event) = event else {
                unreachable!("just made")
            };
            table.evolve(&event);
        }
    }
    let last = recorder.last(&table);
    records.extend(last.map(|record| (record, table)));
    records
}

#[test]
fn a_second_settlement_agrees_with_every_round() {
    let mut opinions = Resettled::default();
    let mut rounds = 0;
    for seed in 0..TABLES {
        for record in records(seed) {
            rounds += 1;
            let requested = opinions.settle_again(&record);
            assert_eq!(requested, Ok(()), "table {seed}: {}", record.written());
        }
    }
    let aside: u64 = opinions.aside.values().sum();
    assert_eq!(opinions.agreed + aside, rounds);
    assert!(
        opinions.agreed * 4 > rounds * 3,
        "{} of {rounds} rounds could be asked about: {:?}",
        opinions.agreed,
        opinions.aside
    );
}

/// A cent more or less on any line of any round is told, with its place.
#[test]
fn a_cent_that_was_paid_wrongly_is_found() {
    let mut wrong = 0;
    for record in (0..40).flat_map(records) {
        if record.unsupported.is_some() {
            continue;
        }
        for (at, wager) in record.paid.keys() {
            let mut paid_wrongly = record.clone();
            let line = paid_wrongly.paid.get_mut(&(*at, *wager)).unwrap();
            line.returned += Money::minor(1);
            let response = Resettled::default()
                .settle_again(&paid_wrongly)
                .unwrap_err();
            let place = format!("round {}, box {}, {}: ", record.round, at.0, wager.name());
            assert!(response.starts_with(&place), "{response}");
            wrong += 1;
            // A line that is not there at all, while others of its box and of its kind are.
            let mut unpaid = record.clone();
            if unpaid.paid.remove(&(*at, *wager)) != Some(PaidLine::default()) {
                let response = Resettled::default().settle_again(&unpaid).unwrap_err();
                assert!(response.starts_with(&place), "{response}");
            }
        }
    }
    assert!(wrong > 300, "{wrong}");
}

/// A record holds all that `settle` needs: names, cards, clauses.
#[test]
fn a_record_names_what_it_needs() {
    let all: Vec<Record> = (0..60).flat_map(records).collect();
    for record in &all {
        let written = record.written();
        let id: RulebookId = written["rulebook"].as_str().unwrap().parse().unwrap();
        let void = written["void"].as_str();
        let mut clauses: Vec<&str> = void.into_iter().collect();
        for seat in written["boxes"].as_array().unwrap() {
            let out = ["invalidated", "withdrawn"].map(|field| seat[field].as_str());
            clauses.extend(out.into_iter().flatten());
        }
        for clause in clauses {
            assert!(game::cite(id, clause).is_some(), "{clause} of {id}");
        }
    }
    assert!(all.iter().any(|record| record.asks.void.is_some()));
}

/// R20-08: the form cannot say that a Player had to claim a jackpot and did not.
#[test]
fn a_jackpot_that_was_not_claimed_is_beyond_the_form() {
    const UNCLAIMED: &str = "a jackpot has to be claimed";
    let mut unclaimed = 0;
    for (record, table) in (0..TABLES).flat_map(records_with_tables) {
        let claim = table.rulebook().unwrap().jackpot_claim.says;
        let round = table.round().unwrap();
        let has_bet = round
            .boxes()
            .filter(|(_, held)| held.bets.has(Area::Jackpot));
        let claims: Vec<bool> = has_bet.map(|(_, held)| held.claimed).collect();
        let must_claim = claim == Some(JackpotClaim::MustNotify);
        let forgotten = must_claim && claims.contains(&false);
        if record.unsupported == Some(UNCLAIMED) {
            assert!(forgotten, "{}", record.written());
            unclaimed += 1;
        }
        if record.unsupported.is_none() && record.asks.void.is_none() {
            assert!(!forgotten, "{}", record.written());
        }
    }
    assert!(unclaimed > 10, "{unclaimed}");
}

/// Every bet of a finished round has its line, also in void rounds, and every box with a bet stands in the
/// record.
#[test]
fn a_record_has_every_box_with_a_bet() {
    for (record, table) in (0..60).flat_map(records_with_tables) {
        let boxes = table.round().unwrap().boxes();
        let staked = boxes.filter(|(_, held)| !held.bets.is_empty());
        let staked: Vec<BoxNumber> = staked.map(|(at, _)| at).collect();
        let mut paid: Vec<BoxNumber> = record.paid.keys().map(|(at, _)| *at).collect();
        paid.dedup();
        assert_eq!(paid, staked, "{}", record.written());
        let found = record.asks.boxes.iter().map(|seat| seat.number);
        let numbers = staked.iter().map(|at| i64::from(at.0));
        assert!(found.eq(numbers), "{staked:?}: {}", record.written());
    }
}

/// MBS-05: the form has no field for what a Player says of Pair Plus when he folds; one who says nothing is
/// settled again.
#[test]
fn a_fold_that_says_what_becomes_of_pair_plus_is_beyond_the_form() {
    const SAID: &str = "a Player who folded said what becomes of Pair Plus";
    let (mut said, mut plain) = (0, 0);
    for (record, table) in (0..TABLES).flat_map(records_with_tables) {
        let asked = table.rulebook().unwrap().plain_fold_pair_plus.says;
        let decisions = table
            .round()
            .unwrap()
            .boxes()
            .map(|(_, held)| held.decision);
        let folds = decisions.filter_map(|decision| match decision {
            Decision::Folded(said) => Some(said),
            Decision::Undecided
            | Decision::Played { .. }
            | Decision::FoldedByAbsence
            | Decision::StandingPairPlus
            | Decision::Removed
            | Decision::Withdrawn => None,
        });
        let folds: Vec<FoldedPairPlus> = folds.collect();
        let elects = asked.is_some() && folds.iter().any(|it| *it != FoldedPairPlus::Plain);
        if record.unsupported == Some(SAID) {
            assert!(elects, "{}", record.written());
            said += 1;
        }
        if record.unsupported.is_none() && record.asks.void.is_none() {
            assert!(!elects, "{}", record.written());
            plain += usize::from(asked.is_some() && !folds.is_empty());
        }
    }
    assert!(said > 3 && plain > 3, "{said} said, {plain} plain");
}

/// The record of a table's one round, with an entry that moves hands before the nth of its events; and which of
/// them counts out the first box.
fn record_with_hands_moved(driver: &Driver, moved: Option<usize>) -> Option<(Record, usize)> {
    let mut table = Table::closed();
    let mut recorder = Recorder::default();
    let (mut nth, mut counted) = (0, None);
    for requested in &driver.checked.exchanges {
        let events = table.decide(&driver.checked.rulebook, &requested.command);
        for event in events.unwrap_or_default() {
            if moved == Some(nth) {
                let laid = Vec::new();
                recorder.take(&table, &TableEvent::Game(Event::CardsRelaid { laid }));
            }
            if matches!(event, Event::BoxSettled { .. }) {
                counted = counted.or(Some(nth));
            }
            recorder.take(&table, &TableEvent::Game(event.clone()));
            table.evolve(&event);
            nth += 1;
        }
    }
    Some((recorder.last(&table)?, counted?))
}

/// The rules move hands after a box was counted out only where oceanfront deals the same bets again; a log
/// may say anything.
#[test]
fn hands_moved_when_bets_had_been_settled_are_beyond_the_form() {
    const MOVED: &str = "hands were moved when bets had been settled";
    let mut rounds = 0;
    for seed in 0..40 {
        let driver = played(seed, 1);
        let Some((record, counted)) = record_with_hands_moved(&driver, None) else {
            continue;
        };
        if record.unsupported.is_some() || record.asks.void.is_some() {
            continue;
        }
        for (moved, expected) in [(counted, None), (counted + 1, Some(MOVED))] {
            let (record, _) = record_with_hands_moved(&driver, Some(moved)).unwrap();
            assert_eq!(record.unsupported, expected, "table {seed}");
        }
        rounds += 1;
    }
    assert!(rounds > 5, "{rounds}");
}
