//! The meter over time against plain simulation.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::RulebookId;
use maths::jackpot::LinkTerms;

mod dice;
mod linked;

use dice::Dice;
use linked::{TERMS, link, near, with};

/// A meter that falls by a tenth at every straight flush, one bet after another for two million
/// awards: nothing of the solution but the chances of the two rows.
#[test]
fn shares_of_the_meter_are_simulated() {
    for effect in ["deduct", "deduct_floor_seed", "reset"] {
        let rulebook = with(
            RulebookId::RwsMultilink2024,
            &[("percent_win_effect", effect)],
        );
        let found = link(&rulebook, TERMS);
        let (royal, award) = (4.0 / 2_598_960.0, 40.0 / 2_598_960.0);
        let mut dice = Dice::new(11);
        let (mut meter, mut hits, mut paid, mut bets) = (20_000.0, Vec::new(), 0.0, 0.0);
        let mut unit =
            || (f64::from(u32::try_from(dice.below(1 << 32)).unwrap()) + 0.5) / 2_f64.powi(32);
        for _ in 0..2_000_000 {
            let waited = (unit().ln() / (1.0_f64 - award).ln()).ceil();
            meter += waited;
            bets += waited;
            if unit() < royal / award {
                hits.push(meter);
                paid += meter;
                meter = 20_000.0;
            } else {
                paid += meter / 10.0;
                meter = match effect {
                    "deduct" => meter * 0.9,
                    "deduct_floor_seed" => (meter * 0.9_f64).max(20_000.0),
                    _ => 20_000.0,
                };
            }
        }
        hits.sort_unstable_by(f64::total_cmp);
        let number = f64::from(u32::try_from(hits.len()).unwrap());
        let mean = hits.iter().sum::<f64>() / number;
        near(found.major_award.value, mean, 0.01);
        near(found.meter_seen.value, mean, 0.01);
        near(found.from_meter_per_bet.value, paid / bets, 0.01);
        if let Some(deviation) = found.meter_deviation {
            let square = hits.iter().map(|meter| (meter - mean).powi(2)).sum::<f64>();
            near(deviation, (square / number).sqrt(), 0.015);
        }
        for (share, meter) in &found.meter_quantiles {
            let below = hits.partition_point(|hit| hit <= meter);
            let below = f64::from(u32::try_from(below).unwrap()) / number;
            assert!(
                (below - share).abs() < 0.005,
                "{effect} {share} {meter} {below}"
            );
        }
        assert_eq!(found.meter_quantiles.len(), 7);
    }
}

/// Twenty tables round by round: the one that hits stands still, the others go on.
#[test]
fn hits_inside_a_window_are_simulated() {
    const TABLES: usize = 20;
    let terms = LinkTerms {
        tables: 20,
        verification_rounds: 150,
        ..TERMS
    };
    let found = link(RulebookId::Rws2020.form(), terms);
    let mut dice = Dice::new(3);
    let mut standing = [0_u32; TABLES];
    let (mut hits, mut inside, mut together) = (0_u32, 0_u32, 0_u32);
    let rounds = 3_000_000;
    for _ in 0..rounds {
        let mut hit = [false; TABLES];
        for (table, hit) in hit.iter_mut().enumerate() {
            *hit = standing[table] == 0 && dice.below(22_100) < 7;
        }
        for table in (0..TABLES).filter(|table| hit[*table]) {
            hits += 1;
            let other = |other: usize| other != table && standing[other] > 0;
            inside += u32::from((0..TABLES).any(other));
        }
        together += u32::from(hit.iter().filter(|hit| **hit).count() > 1);
        for (standing, hit) in standing.iter_mut().zip(hit) {
            *standing = if hit { 150 } else { standing.saturating_sub(1) };
        }
    }
    let (hits, inside) = (f64::from(hits), f64::from(inside));
    near(found.in_window, inside / hits, 0.02);
    near(
        found.link_rounds_between_hits.value,
        f64::from(rounds) / hits,
        0.03,
    );
    // All twenty playing; while one stands still there are a little fewer.
    near(
        found.same_round,
        f64::from(together) / f64::from(rounds),
        0.25,
    );
    let alone = link(RulebookId::Rws2020.form(), LinkTerms { tables: 1, ..terms });
    assert!(alone.in_window.abs() < 1e-15 && alone.same_round.abs() < 1e-15);
    let pair = link(RulebookId::Rws2020.form(), LinkTerms { tables: 2, ..terms });
    near(pair.same_round, (7.0_f64 / 22_100.0).powi(2), 1e-12);
}

/// Fixed awards out of the meter, bet after bet, never below nothing: the mean lies between what is
/// told and the bound beside it.
#[test]
fn a_meter_that_pays_fixed_awards_is_simulated() {
    let rulebook = with(RulebookId::Rws2020, &[("fixed_awards_from_meter", "yes")]);
    let terms = LinkTerms { boxes: 1, ..TERMS };
    let found = link(&rulebook, terms);
    let rows = [
        (1_u64, 0.0),
        (3, 1_250.0),
        (44, 175.0),
        (52, 150.0),
        (720, 15.0),
    ];
    let mut dice = Dice::new(17);
    let (mut meter, mut hits, mut sum) = (20_000.0_f64, 0.0, 0.0);
    for _ in 0..60_000_000_u32 {
        meter += 1.0;
        let mut drawn = dice.below(22_100);
        if drawn >= 820 {
            continue;
        }
        for (hands, award) in rows {
            if drawn >= hands {
                drawn -= hands;
                continue;
            }
            if award > 0.0 {
                meter = (meter - award).max(0.0);
            } else {
                hits += 1.0;
                sum += meter;
                meter = 20_000.0;
            }
            break;
        }
    }
    let (mean, adds) = (sum / hits, found.floor_adds_at_most.unwrap());
    let (told, error) = (found.major_award.value, 4.0 * 9_000.0 / f64::sqrt(hits));
    assert!(
        mean > told - error && mean < told + adds + error,
        "{told} {mean} {adds}"
    );
    assert!(
        adds < 20_000.0
            && link(RulebookId::Rws2020.form(), terms)
                .floor_adds_at_most
                .is_none()
    );
}
