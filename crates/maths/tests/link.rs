//! The meter over time: cases solved by hand, money conserved, and plain simulations.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{Award, HandRank, JackpotHand, JackpotRow, Money, Rulebook, RulebookId};
use maths::jackpot::{Link, LinkRefused, LinkTerms};
use maths::{AntePlay, Fraction, Jackpot, Strategy};

mod dice;

use dice::Dice;

const TERMS: LinkTerms = LinkTerms {
    seed: Money::major(20_000),
    contribution: Money::major(1),
    stake: Money::major(5),
    boxes: 7,
    tables: 12,
    rounds_per_hour: Some(40),
    verification_rounds: 20,
};

const fn row(hand: JackpotHand, award: Award) -> JackpotRow {
    let envy = None;
    JackpotRow { hand, award, envy }
}

/// Tables no rulebook has: shares for common hands, and for straight flushes.
static COMMON: [JackpotRow; 2] = [
    row(JackpotHand::SpadeRoyal, Award::Percent(100)),
    row(JackpotHand::ThreeCards(HandRank::Pair), Award::Percent(1)),
];
static TENTHS: [JackpotRow; 4] = [
    row(JackpotHand::SpadeRoyal, Award::Percent(100)),
    row(JackpotHand::OtherRoyal, Award::Percent(20)),
    row(
        JackpotHand::ThreeCards(HandRank::StraightFlush),
        Award::Percent(10),
    ),
    row(
        JackpotHand::ThreeCards(HandRank::Straight),
        Award::Sum(Money::major(10)),
    ),
];

/// More boxes can share the meter than fractions have digits for; what goes in still comes out.
#[test]
fn shares_for_common_hands_are_told_to_six_digits() {
    let mut rulebook = RulebookId::Rws2020.form().clone();
    rulebook.jackpot_table.says = Some(game::JackpotTable::written(&TENTHS));
    let found = link(&rulebook, TERMS);
    assert!(found.meter_seen.exact.is_none());
    near(
        found.from_meter_per_bet.value,
        1.0 + 20_000.0 / 22_100.0,
        1e-9,
    );
    // A bet at a time: the same but for boxes that win in one round.
    let mean_move = 1.0 / 22_100.0 + (0.2 * 3.0 + 0.1 * 44.0) / 22_100.0;
    near(
        found.meter_seen.value,
        (1.0 + 20_000.0 / 22_100.0) / mean_move,
        0.01,
    );
}

fn with(id: RulebookId, options: &[(&str, &str)]) -> Rulebook {
    let mut rulebook = id.form().clone();
    for (switch, value) in options {
        rulebook.choose(switch, value).unwrap();
    }
    rulebook
}

fn link(rulebook: &Rulebook, terms: LinkTerms) -> Link {
    let sheet = AntePlay::new(rulebook, Strategy::Optimal);
    Link::new(rulebook, &sheet, terms).unwrap()
}

fn whole(number: i128) -> Fraction {
    Fraction::whole(number)
}

fn near(found: f64, expected: f64, share: f64) {
    let apart = (found / expected - 1.0).abs();
    assert!(apart < share, "found {found}, expected {expected}");
}

/// One hand of 22,100 wins the meter: with seven boxes every 22,100/7 rounds, so at a hit 22,100 bets
/// have fed it on average whatever the number of boxes.
#[test]
fn a_three_card_meter_is_solved_by_hand() {
    for id in [
        RulebookId::Rws2013,
        RulebookId::Mbs2019,
        RulebookId::Rws2020,
    ] {
        let rulebook = with(id, &[]);
        let found = link(&rulebook, TERMS);
        let between = Fraction::new(22_100, 7);
        assert_eq!(found.rounds_between_hits.exact, Some(between));
        let of_link = (between + whole(20)) / whole(12);
        assert_eq!(found.link_rounds_between_hits.exact, Some(of_link));
        let hours = found.hours_between_hits.unwrap().exact.unwrap();
        assert_eq!(hours, of_link / whole(40));
        assert_eq!(found.meter_seen.exact, Some(whole(20_000 + 22_100)));
        assert_eq!(found.major_award.exact, Some(whole(20_000 + 22_100)));
        let from_meter = whole(1) + Fraction::new(20_000, 22_100);
        assert_eq!(found.from_meter_per_bet.exact, Some(from_meter));
        let sheet = AntePlay::new(&rulebook, Strategy::Optimal);
        let jackpot = Jackpot::new(&rulebook, &sheet).unwrap();
        let envy = jackpot.envy_per_other_box.unwrap() * whole(6);
        let all = from_meter + jackpot.fixed_per_bet + envy;
        assert_eq!(found.return_to_player.exact, Some(all / whole(5)));
        // A geometric number of rounds, seven dollars each.
        let hit: f64 = 7.0 / 22_100.0;
        near(
            found.meter_deviation.unwrap(),
            7.0 * (1.0 - hit).sqrt() / hit,
            1e-9,
        );
        for (share, meter) in &found.meter_quantiles {
            let rounds = (meter - 20_000.0) / 7.0;
            let no_later = |rounds: f64| 1.0 - (1.0 - hit).powf(rounds);
            assert!(no_later(rounds) >= *share - 1e-12 && no_later(rounds - 1.0) < *share);
        }
    }
}

/// In the long run a meter pays out what was put in: contributions, and a seed with each whole win.
#[test]
fn what_is_paid_is_what_was_put_in() {
    let late = ("meter_increment", "at_settlement_if_not_won");
    let taken = ("fixed_awards_from_meter", "yes");
    for id in RulebookId::ALL {
        if id == RulebookId::Oceanfront {
            continue;
        }
        for options in [&[][..], &[late], &[taken], &[late, taken]] {
            let rulebook = with(id, options);
            let sheet = AntePlay::new(&rulebook, Strategy::Optimal);
            let major = Jackpot::new(&rulebook, &sheet).unwrap().rows[0].chance();
            for boxes in [1, 2, 7] {
                let terms = LinkTerms {
                    boxes,
                    contribution: Money::minor(437),
                    seed: Money::minor(123_456_789),
                    ..TERMS
                };
                let found = link(&rulebook, terms);
                let mut put_in = Fraction::new(437, 100);
                if options.contains(&late) {
                    // Nothing goes in where a box of the round wins the whole.
                    let no_hit = whole(1)
                        - found
                            .hit_per_round
                            .exact
                            .unwrap_or(major * whole(boxes.into()));
                    put_in = put_in * no_hit;
                }
                put_in = put_in + Fraction::new(123_456_789, 100) * major;
                let fixed = if options.contains(&taken) {
                    found.fixed_per_bet
                } else {
                    Fraction::ZERO
                };
                if let Some(paid) = found.from_meter_per_bet.exact {
                    assert_eq!(paid + fixed, put_in, "{id} {options:?}");
                    continue;
                }
                let due: f64 = (put_in - fixed).decimal(12).parse().unwrap();
                near(found.from_meter_per_bet.value, due, 1e-9);
                assert!(id == RulebookId::RwsMultilink2024 && options.contains(&taken));
            }
        }
    }
}

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

#[test]
fn impossible_terms_are_refused() {
    let sheet = |rulebook: &Rulebook| AntePlay::new(rulebook, Strategy::Optimal);
    let refused =
        |rulebook: &Rulebook, terms| Link::new(rulebook, &sheet(rulebook), terms).unwrap_err();
    let form = RulebookId::Rws2020.form();
    for (terms, said) in [
        (
            LinkTerms { boxes: 0, ..TERMS },
            "boxes: found 0, expected 1 to 7",
        ),
        (LinkTerms { boxes: 8, ..TERMS }, "boxes: found 8"),
        (LinkTerms { tables: 0, ..TERMS }, "tables: found 0"),
        (
            LinkTerms {
                stake: Money::ZERO,
                ..TERMS
            },
            "jackpot stake: found 0",
        ),
        (
            LinkTerms {
                contribution: Money::major(6),
                ..TERMS
            },
            "contribution: found 6",
        ),
        (
            LinkTerms {
                seed: Money::LIMIT,
                ..TERMS
            },
            "seed: found",
        ),
        (
            LinkTerms {
                rounds_per_hour: Some(0),
                ..TERMS
            },
            "rounds per hour",
        ),
        (
            LinkTerms {
                verification_rounds: u32::MAX,
                ..TERMS
            },
            "verification rounds",
        ),
    ] {
        let told = refused(form, terms).to_string();
        assert!(told.starts_with(said), "{told}");
    }
    assert_eq!(
        refused(RulebookId::Oceanfront.form(), TERMS),
        LinkRefused::NoJackpot
    );
    let mut common = form.clone();
    common.jackpot_table.says = Some(game::JackpotTable::written(&COMMON));
    assert_eq!(refused(&common, TERMS), LinkRefused::TooManyShares);
    let mut endless = form.clone();
    endless.jackpot_table.says = Some(game::JackpotTable::written(&COMMON[1..]));
    let told = refused(&endless, TERMS).to_string();
    assert!(told.starts_with("jackpot table: "), "{told}");
    let drained = with(RulebookId::Rws2020, &[("fixed_awards_from_meter", "yes")]);
    let poor = LinkTerms {
        seed: Money::ZERO,
        contribution: Money::minor(1),
        ..TERMS
    };
    assert_eq!(refused(&drained, poor), LinkRefused::Drained);
}

/// The largest terms that are let in still fit the fractions.
#[test]
fn the_largest_terms_fit() {
    for id in RulebookId::ALL {
        if id == RulebookId::Oceanfront {
            continue;
        }
        for effect in ["deduct", "reset"] {
            let options = [
                ("percent_win_effect", effect),
                ("meter_increment", "at_settlement_if_not_won"),
            ];
            let options = if id == RulebookId::RwsMultilink2024 {
                &options[..]
            } else {
                &options[1..]
            };
            let terms = LinkTerms {
                seed: Money::minor(99_999_999_999),
                contribution: Money::minor(999_983),
                stake: Money::minor(999_999),
                boxes: 7,
                tables: 9_973,
                rounds_per_hour: Some(9_973),
                verification_rounds: 999_983,
            };
            let found = link(&with(id, options), terms);
            assert!(found.return_to_player.exact.is_some());
        }
    }
}
