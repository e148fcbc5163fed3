//! Sessions against exact convolution, walks solved by hand, and simulation.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeMap;

use game::{Money, RulebookId};
use maths::session::{Audit, Bankroll, Handle, PerRound, QUANTILES, SessionRefused, fan};
use maths::{AntePlay, PairPlus, Strategy, classes};

mod dice;

use dice::Dice;

fn ante_play() -> BTreeMap<i64, u64> {
    AntePlay::new(RulebookId::Rws2020.form(), Strategy::Optimal).net_histogram
}

fn pair_plus() -> BTreeMap<i64, u64> {
    PairPlus::new(RulebookId::Rws2020.form(), &classes()).net_histogram
}

fn walk(steps: &[(i64, u64)]) -> PerRound {
    PerRound::new(&steps.iter().copied().collect()).unwrap()
}

/// Nets after so many rounds and in how many ways, as whole numbers.
fn ways(histogram: &BTreeMap<i64, u64>, rounds: u32) -> BTreeMap<i64, i128> {
    let mut all = BTreeMap::from([(0, 1_i128)]);
    for _ in 0..rounds {
        let mut next = BTreeMap::new();
        for (net, ways) in &all {
            for (more, count) in histogram {
                *next.entry(net + more).or_default() += ways * i128::from(*count);
            }
        }
        all = next;
    }
    all
}

#[expect(clippy::cast_precision_loss, reason = "sixteen digits are compared")]
fn share(ways: i128, of: i128) -> f64 {
    ways as f64 / of as f64
}

#[test]
fn a_few_rounds_are_convolved_exactly() {
    for histogram in [ante_play(), pair_plus(), BTreeMap::from([(-1, 3), (1, 2)])] {
        let per_round = PerRound::new(&histogram).unwrap();
        for rounds in 1..=4 {
            let exact = ways(&histogram, rounds);
            let of = exact.values().sum();
            let session = per_round.after(rounds.into()).unwrap();
            assert!(session.error < 1e-12);
            let told: BTreeMap<i64, f64> = session.chances().collect();
            let mut sum = 0;
            for (net, ways) in &exact {
                sum += ways;
                assert!(
                    (told[net] - share(*ways, of)).abs() < session.error,
                    "{net}"
                );
                assert!((session.at_most(*net) - share(sum, of)).abs() < session.error);
            }
            let ahead: i128 = exact.range(1..).map(|(_, ways)| ways).sum();
            let even = exact.get(&0).copied().unwrap_or(0);
            assert!((session.ahead() - share(ahead, of)).abs() < session.error);
            assert!((session.even() - share(even, of)).abs() < session.error);
            assert!((session.behind() - share(of - ahead - even, of)).abs() < session.error);
            for asked in QUANTILES {
                let mut sum = 0;
                let reached = exact.iter().find(|(_, ways)| {
                    sum += **ways;
                    share(sum, of) >= asked - 1e-13
                });
                assert_eq!(session.quantile(asked), *reached.unwrap().0);
            }
        }
    }
}

/// A thousand rounds folded one by one, sums of positive numbers all the way.
#[test]
fn a_thousand_rounds_are_folded_one_by_one() {
    let histogram = pair_plus();
    let total: u64 = histogram.values().sum();
    let each: Vec<(usize, f64)> = histogram
        .iter()
        .map(|(net, count)| {
            (
                usize::try_from(net + 1).unwrap(),
                share((*count).into(), total.into()),
            )
        })
        .collect();
    let mut folded = vec![1.0];
    for _ in 0..1_000 {
        let mut next = vec![0.0; folded.len() + 41];
        for (up, chance) in &each {
            for (next, now) in next[*up..].iter_mut().zip(&folded) {
                *next += chance * now;
            }
        }
        folded = next;
    }
    // Seven rounded chances do not add up to one, and a thousand rounds magnify that.
    let sum: f64 = folded.iter().sum();
    for chance in &mut folded {
        *chance /= sum;
    }
    let session = PerRound::new(&histogram).unwrap().after(1_000).unwrap();
    let mut apart = 0.0;
    for (net, chance) in session.chances() {
        apart += (chance - folded[usize::try_from(net + 1_000).unwrap()]).abs();
    }
    assert!(
        apart < session.error && session.error < 1e-11,
        "{apart} {}",
        session.error
    );
}

/// Where the sum is nearly normal, quantiles are where the curve has them, but for its skewness.
#[test]
fn a_million_rounds_are_nearly_normal() {
    let per_round = PerRound::new(&ante_play()).unwrap();
    let session = per_round.after(1_000_000).unwrap();
    assert!(session.error < 1e-10, "{}", session.error);
    let mean: f64 = session.mean.decimal(9).parse().unwrap();
    let deviation = session.standard_deviation();
    assert!((mean + 33_729.809).abs() < 0.001 && (deviation - 1_639.253).abs() < 0.001);
    for (asked, z) in [
        (0.025, -1.959_964),
        (0.5, 0.0),
        (0.975, 1.959_964),
        (0.999, 3.090_232),
    ] {
        let quantile = f64::from(i32::try_from(session.quantile(asked)).unwrap());
        assert!(
            (quantile - mean - z * deviation).abs() < 6.0,
            "{asked} {quantile}"
        );
    }
    let sum: f64 = session.chances().map(|(_, chance)| chance).sum();
    let centre: f64 = session
        .chances()
        .map(|(net, chance)| f64::from(i32::try_from(net).unwrap()) * chance)
        .sum();
    assert!((sum - 1.0).abs() < 1e-11 && (centre - mean).abs() < 1e-6);
    // A fair coin comes out even as Stirling says: the root of 2 / (pi N), less a quarter of an Nth.
    let coin = walk(&[(-1, 1), (1, 1)]).after(1_000_000).unwrap();
    let even = (2.0 / (core::f64::consts::PI * 1e6)).sqrt() * (1.0 - 0.25e-6);
    assert!((coin.even() - even).abs() < 1e-14 && (coin.ahead() - coin.behind()).abs() < 1e-12);
    let rows = fan(&per_round, &[1, 10, 100, 1_000], &[0.05, 0.5, 0.95]).unwrap();
    assert!(
        rows.windows(2)
            .all(|two| two[0].quantiles[0] > two[1].quantiles[0])
    );
}

/// The gambler's ruin: from h units of one each, up with chance p, the formula every book has.
#[test]
fn ruin_of_single_steps_has_its_formula() {
    for (up, down) in [(3_u64, 2_u64), (2, 3), (51, 49), (1, 1)] {
        let per_round = walk(&[(-1, down), (1, up)]);
        let ratio = share(down.into(), up.into());
        for (units, target) in [(1_i64, 2_i64), (5, 20), (30, 31), (40, 200)] {
            let bankroll = Bankroll { units, needs: 1 };
            let [from, to] = [units, target].map(|units| i32::try_from(units).unwrap());
            let expected = if up == down {
                1.0 - f64::from(from) / f64::from(to)
            } else {
                (ratio.powi(from) - ratio.powi(to)) / (1.0 - ratio.powi(to))
            };
            let found = bankroll.ruin_before(&per_round, target).unwrap();
            assert!(
                (found.value - expected).abs() < 1e-12,
                "{up}:{down} {units} {found:?}"
            );
            let ever = bankroll.ruin_for_ever(&per_round).unwrap();
            let expected = ratio.powi(from).min(1.0);
            assert!(
                (ever.value - expected).abs() < ever.error.max(1e-12),
                "{ever:?} {expected}"
            );
            assert!(ever.error < 1e-9, "{ever:?}");
        }
    }
}

/// Three rounds by hand: with four units and two needed, a walk of -2 or +3.
#[test]
fn ruin_within_a_few_rounds_is_counted_by_hand() {
    let per_round = walk(&[(-2, 1), (3, 1)]);
    let bankroll = Bankroll { units: 4, needs: 2 };
    // 4: down to 2, down to 0: ruined in two. 4, 2, 5, 3: not yet; 4, 7, 5, 3: not yet; then each of
    // these two falls to 1.
    for (rounds, ruined) in [(1, 0.0), (2, 0.25), (3, 0.25), (4, 0.25 + 2.0 / 16.0)] {
        let found = bankroll.ruin_within(&per_round, rounds).unwrap();
        assert!((found.value - ruined).abs() < 1e-15, "{rounds} {found:?}");
    }
    // Long enough, ruin within is ruin for ever.
    let ever = bankroll.ruin_for_ever(&per_round).unwrap();
    let within = bankroll.ruin_within(&per_round, 3_000).unwrap();
    assert!(
        (ever.value - within.value).abs() < 1e-9,
        "{ever:?} {within:?}"
    );
    let before = bankroll.ruin_before(&per_round, 400).unwrap();
    assert!((ever.value - before.value).abs() < 1e-9, "{before:?}");
}

#[test]
fn ruin_at_the_table_is_simulated() {
    let histogram = ante_play();
    let per_round = PerRound::new(&histogram).unwrap();
    let bankroll = Bankroll {
        units: 30,
        needs: 2,
    };
    let within = bankroll.ruin_within(&per_round, 300).unwrap();
    let before = bankroll.ruin_before(&per_round, 60).unwrap();
    let total: u64 = histogram.values().sum();
    let mut dice = Dice::new(5);
    let mut net = || {
        let mut left = dice.below(total);
        let drawn = histogram.iter().find(|(_, count)| {
            let here = left < **count;
            left = left.wrapping_sub(**count);
            here
        });
        *drawn.unwrap().0
    };
    let (mut broke, mut never) = (0_u32, 0_u32);
    let trials = 40_000;
    for _ in 0..trials {
        let (mut units, mut rounds) = (30, 0);
        while units >= 2 && rounds < 300 {
            units += net();
            rounds += 1;
        }
        broke += u32::from(units < 2);
        let mut units = 30;
        while (2..60).contains(&units) {
            units += net();
        }
        never += u32::from(units < 2);
    }
    for (found, seen) in [(within, broke), (before, never)] {
        let seen = f64::from(seen) / f64::from(trials);
        let error = (seen * (1.0 - seen) / f64::from(trials)).sqrt();
        assert!((found.value - seen).abs() < 4.0 * error, "{found:?} {seen}");
        assert!(found.error < 1e-11);
    }
    // The house has the edge: sooner or later.
    let ever = bankroll.ruin_for_ever(&per_round).unwrap();
    assert!((ever.value - 1.0).abs() < f64::EPSILON);
}

#[test]
fn an_auditor_is_told_what_chance_explains() {
    let per_round = PerRound::new(&ante_play()).unwrap();
    let equal = Handle {
        rounds: 10_000,
        staked: Money::major(250_000),
        squares: None,
    };
    let audit = Audit::new(&per_round, equal).unwrap();
    let expected: f64 = audit.expected.decimal(6).parse().unwrap();
    assert!((expected - 0.033_729_809 * 250_000.0).abs() < 0.01);
    assert!((audit.deviation - 1.639_252_754 * 25.0 * 100.0).abs() < 0.01);
    for band in &audit.bands {
        let [low, high] = band.by_deviation;
        let [by_low, by_high] = band.by_rounds.unwrap();
        assert!(
            (low - by_low).abs() < 100.0 && (high - by_high).abs() < 100.0,
            "{band:?}"
        );
        // Half a unit either way of the band: judged as the band says.
        let cents = |dollars: f64| Money::minor(format!("{:.0}", dollars * 100.0).parse().unwrap());
        let inside = audit.judge(cents(by_high - 25.0));
        let outside = audit.judge(cents(by_high + 25.0));
        assert!(inside.outside.is_none_or(|widest| widest < band.confidence));
        assert!(
            outside
                .outside
                .is_some_and(|widest| widest >= band.confidence),
            "{outside:?}"
        );
    }
    let calm = audit.judge(Money::minor(843_200));
    assert!(calm.z.abs() < 0.01 && calm.tail > 0.99 && calm.outside.is_none());
    let alarm = audit.judge(Money::major(-20_000));
    assert!(alarm.z < -6.0 && alarm.tail < 1e-9 && alarm.outside == Some(0.999));
    // Uneven stakes widen the band, and only the deviation speaks.
    let squares = Some(4 * 25_000_000_u128.pow(2) / 10_000);
    let uneven = Audit::new(&per_round, Handle { squares, ..equal }).unwrap();
    assert!((uneven.deviation / audit.deviation - 2.0).abs() < 1e-12);
    assert!(uneven.bands[0].by_rounds.is_none());
}

#[test]
fn impossible_sessions_are_refused() {
    let per_round = PerRound::new(&ante_play()).unwrap();
    assert_eq!(
        PerRound::new(&BTreeMap::new()).unwrap_err(),
        SessionRefused::NoRound
    );
    assert_eq!(
        PerRound::new(&BTreeMap::from([(3, 0)])).unwrap_err(),
        SessionRefused::NoRound
    );
    let wide = BTreeMap::from([(i64::MIN, 1), (0, u64::MAX)]);
    assert_eq!(PerRound::new(&wide).unwrap_err(), SessionRefused::TooLarge);
    for rounds in [0, 2_000_000_000] {
        let refused = per_round.after(rounds).unwrap_err().to_string();
        assert!(
            refused.starts_with(&format!("rounds: found {rounds}")),
            "{refused}"
        );
    }
    let prize = walk(&[(-1, 9_999_998), (0, 1), (9_000_000, 1)]);
    assert!(matches!(
        prize.after(1_000),
        Err(SessionRefused::TooWide { .. })
    ));
    let poor = Bankroll { units: 1, needs: 2 };
    let refused = poor.ruin_for_ever(&per_round).unwrap_err().to_string();
    assert_eq!(refused, "bankroll: found 1 units, expected 2 or more");
    let bankroll = Bankroll {
        units: 50,
        needs: 2,
    };
    assert!(matches!(
        bankroll.ruin_before(&per_round, 50),
        Err(SessionRefused::Target { .. })
    ));
    let endless = bankroll.ruin_within(&per_round, 900_000_000);
    assert!(matches!(endless, Err(SessionRefused::TooMuchWork { .. })));
    let handle = Handle {
        rounds: 10,
        staked: Money::major(100),
        squares: Some(1),
    };
    assert!(matches!(
        Audit::new(&per_round, handle),
        Err(SessionRefused::Squares { .. })
    ));
    let nothing = Handle {
        staked: Money::ZERO,
        ..handle
    };
    assert_eq!(
        Audit::new(&per_round, nothing).unwrap_err(),
        SessionRefused::Staked
    );
    // A round that always brings the same is no trouble.
    let sure = walk(&[(2, 7)]);
    assert_eq!(sure.after(10).unwrap().quantile(0.5), 20);
    assert!((sure.after(10).unwrap().ahead() - 1.0).abs() < 1e-12);
}
