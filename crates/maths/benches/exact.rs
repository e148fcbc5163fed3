//! Exact figures by counting, beside a plain loop that deals everything.
//!
//! The loops are what a careful programmer writes first: all hands in a table with their strengths,
//! then every pair of them, or every six cards one by one. They run for a second, we for
//! microseconds, so each reference is run a few times only and its best time counts: that is the
//! hardest comparison for us. Both answers must be equal or the bench stops.

use std::hint::black_box;
use std::time::{Duration, Instant};

use game::{BestOfSix, Card, DealerHand, Hand, Money, Rulebook, RulebookId, Tie, best_of_six};
use maths::{AntePlay, SixCards, Strategy, best_of_six_counts};

/// A reference that takes a second needs no more to be steady.
const REFERENCE_PASSES: u32 = 3;
const OUR_PASSES: u32 = 301;

/// The Player's net over all deals with the best decision, in units of the Ante.
fn dealt_one_by_one(rulebook: &Rulebook) -> i64 {
    let mut hands = Vec::with_capacity(22_100);
    for (i, a) in Card::ALL.into_iter().enumerate() {
        for (j, b) in Card::ALL.into_iter().enumerate().skip(i + 1) {
            for c in &Card::ALL[j + 1..] {
                let hand = Hand::new([a, b, *c]).expect("three different cards");
                let bits = (1_u64 << a.index()) | (1 << b.index()) | (1 << c.index());
                let qualifies = DealerHand::new(rulebook, hand).qualifies;
                hands.push((bits, hand.strength(), qualifies, hand.rank()));
            }
        }
    }
    let equal = if rulebook.tie.says == Tie::Push { 0 } else { 2 };
    let mut sum = 0;
    for (own, strength, _, rank) in &hands {
        let odds = rulebook.ante_bonus_table.says.odds(*rank);
        let bonus = odds.and_then(|odds| Money::minor(1).pays(odds));
        let bonus = bonus.map_or(0, Money::in_minor);
        let mut worth = 0;
        for (dealt, dealers, qualifies, _) in &hands {
            if own & dealt != 0 {
                continue;
            }
            worth += bonus
                + if !qualifies {
                    1
                } else if strength > dealers {
                    2
                } else if strength == dealers {
                    equal
                } else {
                    -2
                };
        }
        sum += worth.max(-18_424);
    }
    sum
}

/// How many of all six-card sets are best of each kind.
fn six_by_six() -> [u64; 11] {
    let deck = Card::ALL;
    let mut counts = [0; 11];
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        for f in e + 1..52 {
                            let (one, two) =
                                ([deck[a], deck[b], deck[c]], [deck[d], deck[e], deck[f]]);
                            counts[best_of_six(one, two) as usize] += 1;
                        }
                    }
                }
            }
        }
    }
    counts
}

fn main() {
    heading();
    for id in RulebookId::ALL {
        let form = id.form();
        let sheet = AntePlay::new(form, Strategy::Optimal);
        let counted: i64 = sheet
            .hands
            .iter()
            .map(|hand| i64::from(hand.class.size) * hand.decided_value())
            .sum();
        let ours = median(OUR_PASSES, || {
            AntePlay::new(black_box(form), Strategy::Optimal).house_edge()
        });
        if id == RulebookId::Rws2020 || id == RulebookId::Oceanfront {
            assert_eq!(counted, dealt_one_by_one(form), "{id}");
            let plain = best(REFERENCE_PASSES, || dealt_one_by_one(black_box(form)));
            row(
                &format!("Ante and Play, {id}"),
                ours,
                "407,170,400 deals",
                plain,
            );
        } else {
            alone(&format!("Ante and Play, {id}"), ours);
        }
    }
    let counts = six_by_six();
    let counted = best_of_six_counts();
    assert!(
        BestOfSix::ALL
            .iter()
            .all(|kind| counted[kind] == counts[*kind as usize])
    );
    let form = RulebookId::Oceanfront.form();
    let ours = median(OUR_PASSES, || {
        SixCards::new(black_box(form)).map(|sheet| sheet.house_edge())
    });
    row(
        "six cards, oceanfront",
        ours,
        "20,358,520 sets",
        best(REFERENCE_PASSES, six_by_six),
    );
}

fn timed<R>(work: impl Fn() -> R) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

fn best<R>(passes: u32, work: impl Fn() -> R) -> Duration {
    (0..passes).map(|_| timed(&work)).min().unwrap_or_default()
}

fn median<R>(passes: u32, work: impl Fn() -> R) -> Duration {
    let mut times: Vec<Duration> = (0..passes).map(|_| timed(&work)).collect();
    times.sort_unstable();
    times[times.len() / 2]
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn heading() {
    println!(
        "{:<36} {:>10}   {:<20} {:>10} {:>9}",
        "case", "us", "reference", "us", "times"
    );
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn row(name: &str, ours: Duration, reference: &str, theirs: Duration) {
    let (ours, theirs) = (ours.as_secs_f64() * 1e6, theirs.as_secs_f64() * 1e6);
    println!(
        "{name:<36} {ours:>10.1}   {reference:<20} {theirs:>10.0} {:>9.0}",
        theirs / ours
    );
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn alone(name: &str, ours: Duration) {
    println!("{name:<36} {:>10.1}", ours.as_secs_f64() * 1e6);
}
