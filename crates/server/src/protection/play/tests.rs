//! Rounds told twice, breaks, and the hour at which a gaming day begins.

use super::*;
use crate::config::Config;

const MINUTE: u64 = 60_000;
/// Noon of a gaming day that begins at 06:00 in Singapore.
const NOON: u64 = 1_795_039_200_000 + 6 * 60 * MINUTE;

fn calendar() -> Calendar {
    Calendar::of(&Config::demo().house)
}

fn at(minutes: u64) -> Timestamp {
    Timestamp(NOON + minutes * MINUTE)
}

fn finished(round: u64, minutes: u64, (staked, returned): (i64, i64)) -> Happened {
    Happened::Finished(FinishedRound {
        table: 1,
        round,
        at: at(minutes),
        staked,
        returned,
    })
}

fn after(all: &[Happened]) -> PlayRecord {
    let mut record = PlayRecord::default();
    for happened in all {
        record.take(happened, calendar());
    }
    record
}

#[test]
fn rounds_count_once_however_often_they_are_told() {
    let told = [
        Happened::Staked { at: at(0) },
        finished(1, 1, (1_000, 0)),
        finished(1, 1, (1_000, 0)),
        finished(2, 2, (1_000, 3_000)),
        finished(1, 1, (1_000, 0)),
    ];
    let record = after(&told);
    let day = record.sums(Period::Day, at(2), calendar());
    assert_eq!((day.rounds, day.staked, day.returned), (2, 2_000, 3_000));
    assert_eq!((day.net(), day.time_ms), (1_000, 2 * MINUTE));
    let spell = record.spell(at(2)).unwrap();
    assert_eq!(spell.sums, day);
    assert_eq!(spell.tables[&1].1.net(), 1_000);
    assert!(record.has_counted(1, 2) && !record.has_counted(1, 3));
}

#[test]
fn a_round_that_is_corrected_counts_as_it_stands() {
    let record = after(&[finished(1, 1, (1_000, 0)), finished(1, 3, (1_000, 1_000))]);
    let day = record.sums(Period::Day, at(3), calendar());
    assert_eq!((day.rounds, day.net()), (1, 0));
    assert_eq!(record.spell(at(3)).unwrap().sums.net(), 0);
}

#[test]
fn a_break_of_a_quarter_of_an_hour_ends_a_spell() {
    let mut record = after(&[
        Happened::Staked { at: at(0) },
        Happened::Staked { at: at(10) },
    ]);
    assert_eq!(record.spell(at(24)).unwrap().begun, at(0));
    assert_eq!(record.spell(at(25)), None);
    assert_eq!(record.unchecked_since(at(20)), Some(at(0)));
    record.note_check(at(20));
    assert_eq!(record.unchecked_since(at(21)), Some(at(20)));
    record.take(&Happened::Staked { at: at(30) }, calendar());
    assert_eq!(record.unchecked_since(at(31)), Some(at(30)));
    // Ten minutes of the first spell, and one that runs.
    let day = record.sums(Period::Day, at(31), calendar());
    assert_eq!(day.time_ms, 11 * MINUTE);
}

#[test]
fn time_over_midnight_is_told_apart() {
    // The gaming day ends eighteen hours after noon.
    let midnight = 18 * 60;
    let record = after(&[
        Happened::Staked {
            at: at(midnight - 5),
        },
        Happened::Staked {
            at: at(midnight + 2),
        },
    ]);
    let now = at(midnight + 3);
    let today = record.sums(Period::Day, now, calendar());
    assert_eq!(today.time_ms, 3 * MINUTE);
    let week = record.sums(Period::Week, now, calendar());
    assert_eq!(week.time_ms, 8 * MINUTE);
}

#[test]
fn days_long_past_are_let_go() {
    let day = 24 * 60;
    let mut record = PlayRecord::default();
    for nth in 0..200 {
        record.take(&finished(nth + 1, nth * day, (100, 0)), calendar());
    }
    assert!(record.days.len() <= 62, "{}", record.days.len());
    let month = record.sums(Period::Month, at(199 * day), calendar());
    assert!((1..=31).contains(&month.rounds));
}
