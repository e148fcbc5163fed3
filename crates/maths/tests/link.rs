//! The meter over time: cases solved by hand, and money conserved.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{Award, HandRank, JackpotHand, JackpotRow, JackpotTable, Money, Rulebook, RulebookId};
use maths::jackpot::{Link, LinkRefused, LinkTerms};
use maths::{AntePlay, Fraction, Jackpot, Strategy};

mod linked;

use linked::{TERMS, link, near, with};

fn whole(number: i128) -> Fraction {
    Fraction::whole(number)
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
                    put_in = put_in * (whole(1) - found.hit_per_round.exact.unwrap());
                }
                put_in = put_in + Fraction::new(123_456_789, 100) * major;
                let fixed = if options.contains(&taken) {
                    found.fixed_per_bet
                } else {
                    Fraction::ZERO
                };
                let paid = found.from_meter_per_bet.exact.unwrap();
                assert_eq!(paid + fixed, put_in, "{id} {options:?}");
            }
        }
    }
}

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
    rulebook.jackpot_table.says = Some(JackpotTable::written(&TENTHS));
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
}

/// Tables whose meter nothing resets, or everything moves, and one that fixed awards empty.
#[test]
fn impossible_tables_are_refused() {
    let refused = |rulebook: &Rulebook, terms| {
        let sheet = AntePlay::new(rulebook, Strategy::Optimal);
        Link::new(rulebook, &sheet, terms).unwrap_err()
    };
    let form = RulebookId::Rws2020.form();
    let mut common = form.clone();
    common.jackpot_table.says = Some(JackpotTable::written(&COMMON));
    assert_eq!(refused(&common, TERMS), LinkRefused::TooManyShares);
    let mut endless = form.clone();
    endless.jackpot_table.says = Some(JackpotTable::written(&COMMON[1..]));
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
