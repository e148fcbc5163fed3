//! Jackpots against plain enumeration: hands dealt one by one, and other boxes' for envy.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{Card, Hand, Money, Rulebook, RulebookId, YesNo, jackpot_row};
use maths::{AntePlay, Fraction, Jackpot, Strategy};

mod dealt;

use dealt::{all_hands, bits};

fn optimal(rulebook: &Rulebook) -> AntePlay {
    AntePlay::new(rulebook, Strategy::Optimal)
}

fn share(count: u64, of: u64) -> Fraction {
    Fraction::new(i128::from(count), i128::from(of))
}

/// With every switch that the jackpot's worth depends on moved from its place.
fn rulebooks() -> Vec<Rulebook> {
    let mut all: Vec<Rulebook> = RulebookId::ALL.iter().map(|id| id.form().clone()).collect();
    for (id, switch, value) in [
        (RulebookId::Rws2020, "fold_envy_receive", "yes"),
        (RulebookId::Rws2020, "envy_multiple", "one_per_round"),
        (RulebookId::Rws2013, "fold_jackpot", "alive"),
        (RulebookId::Rws2013, "fold_envy_receive", "no"),
        (RulebookId::Mbs2019, "jackpot_stake_on_win", "returned"),
        (
            RulebookId::RwsMultilink2024,
            "jackpot_stake_on_win",
            "returned",
        ),
    ] {
        let mut moved = id.form().clone();
        moved.choose(switch, value).unwrap();
        all.push(moved);
    }
    all
}

#[test]
fn rows_are_made_as_often_as_they_are_dealt() {
    for rulebook in rulebooks() {
        let sheet = optimal(&rulebook);
        let Some(jackpot) = Jackpot::new(&rulebook, &sheet) else {
            continue;
        };
        let lowest = sheet.lowest_played().unwrap().strength();
        let dies = rulebook.fold_jackpot.says == Some(game::FoldJackpot::Forfeited);
        let mut dealt = vec![0; jackpot.rows.len()];
        let mut add = |hand: Hand, middle| {
            if dies && hand.strength() < lowest {
                return;
            }
            if let Some(row) = jackpot_row(&rulebook, hand, middle) {
                let at = jackpot.rows.iter().position(|odds| odds.row == row);
                dealt[at.unwrap()] += 1;
            }
        };
        let of = if rulebook.community.says == game::Community::Two {
            // Which three of the five are the Player's own is all one to a row of five cards.
            let deck = Card::ALL;
            for a in 0..52 {
                for b in a + 1..52 {
                    for c in b + 1..52 {
                        let hand = Hand::new([deck[a], deck[b], deck[c]]).unwrap();
                        for d in c + 1..52 {
                            for e in d + 1..52 {
                                add(hand, Some([deck[d], deck[e]]));
                            }
                        }
                    }
                }
            }
            2_598_960
        } else {
            for hand in all_hands() {
                add(hand, None);
            }
            22_100
        };
        for (odds, made) in jackpot.rows.iter().zip(dealt) {
            assert_eq!(
                odds.chance(),
                share(made, of),
                "{} {:?}",
                rulebook.id,
                odds.row
            );
            assert_eq!(odds.one_in().unwrap(), share(of, made));
        }
    }
}

/// Two boxes dealt one by one: the other makes a hand that gives envy, this one collects or not.
#[test]
fn envy_beside_one_box_is_dealt_one_by_one() {
    let hands = all_hands();
    for rulebook in rulebooks() {
        for strategy in [Strategy::Optimal, Strategy::QueenOrBetter] {
            let sheet = AntePlay::new(&rulebook, strategy);
            let Some(jackpot) = Jackpot::new(&rulebook, &sheet) else {
                continue;
            };
            let lowest = sheet.lowest_played().unwrap().strength();
            let collects = |hand: &Hand| {
                hand.strength() >= lowest || rulebook.fold_envy_receive.says == Some(YesNo::Yes)
            };
            let mut cents = 0;
            for other in &hands {
                let envy = jackpot_row(&rulebook, *other, None).and_then(|row| row.envy);
                let Some(envy) = envy else { continue };
                let beside = hands.iter().filter(|own| bits(**own) & bits(*other) == 0);
                let collecting = beside.filter(|own| collects(own)).count();
                cents += envy.in_minor() * i64::try_from(collecting).unwrap();
            }
            if cents == 0 {
                assert_eq!(jackpot.envy_per_other_box, None);
                assert_eq!(jackpot.envy(6), Some(Fraction::ZERO));
                continue;
            }
            let each = Fraction::new(i128::from(cents), 100 * 22_100 * 18_424);
            assert_eq!(jackpot.envy_per_other_box, Some(each));
            assert_eq!(jackpot.envy(1), Some(each));
            let once = rulebook.envy_multiple.says == Some(game::EnvyMultiple::OnePerRound);
            let six = jackpot.envy(6).unwrap();
            if once {
                assert!(
                    six < each * Fraction::whole(6),
                    "one envy a round is less than six"
                );
            } else {
                assert_eq!(six, each * Fraction::whole(6));
            }
        }
    }
}

/// One envy a round, beside two boxes: all pairs of the other boxes' hands that can hold a top hand.
#[test]
fn one_envy_a_round_beside_two_boxes_is_dealt_one_by_one() {
    let mut rulebook = RulebookId::Rws2020.form().clone();
    rulebook.choose("envy_multiple", "one_per_round").unwrap();
    let sheet = optimal(&rulebook);
    let jackpot = Jackpot::new(&rulebook, &sheet).unwrap();
    let lowest = sheet.lowest_played().unwrap().strength();
    let hands = all_hands();
    let envy = |hand: &Hand| {
        let row = jackpot_row(&rulebook, *hand, None);
        row.and_then(|row| row.envy).map_or(0, Money::in_minor)
    };
    let top: Vec<(u64, i64)> = hands
        .iter()
        .map(|hand| (bits(*hand), envy(hand)))
        .filter(|(_, paid)| *paid > 0)
        .collect();
    let mut cents = 0_i128;
    for own in hands.iter().filter(|own| own.strength() >= lowest) {
        let own = bits(*own);
        for (one, paid) in top.iter().filter(|(one, _)| one & own == 0) {
            // The second box holds a top hand too, or one of the rest of C(46,3) = 15,180.
            let mut others = 15_180;
            for (two, more) in top.iter().filter(|(two, _)| two & (own | one) == 0) {
                others -= 1;
                // Seen once from each side.
                cents += i128::from(*paid.max(more));
                let _ = two;
            }
            cents += 2 * others * i128::from(*paid);
        }
    }
    let dealt = Fraction::new(cents, 100 * 22_100 * 18_424 * 15_180);
    assert_eq!(jackpot.envy(2), Some(dealt));
}

#[test]
fn the_breakeven_meter_breaks_even() {
    for rulebook in rulebooks() {
        let Some(jackpot) = Jackpot::new(&rulebook, &optimal(&rulebook)) else {
            continue;
        };
        for cents in [100, 200, 500] {
            let stake = Money::minor(i64::from(cents));
            for others in 0..=6 {
                let meter = jackpot.breakeven_beside(cents, others).unwrap();
                let back = jackpot.returned(stake, meter) + jackpot.envy(others).unwrap();
                assert_eq!(back, Fraction::new(i128::from(cents), 100));
            }
            assert_eq!(
                jackpot.breakeven(cents),
                jackpot.breakeven_beside(cents, 0).unwrap()
            );
        }
    }
}

/// Mean and variance of the net against the whole list of what each hand is paid.
#[test]
fn a_bets_variance_is_that_of_its_hands() {
    let (stake, meter) = (Money::major(5), Money::minor(18_765_430));
    for returned in ["kept", "returned"] {
        let mut rulebook = RulebookId::Mbs2019.form().clone();
        rulebook.choose("jackpot_stake_on_win", returned).unwrap();
        let jackpot = Jackpot::new(&rulebook, &optimal(&rulebook)).unwrap();
        let back = if returned == "kept" { 0 } else { 500 };
        let nets = all_hands().into_iter().map(|hand| {
            let paid = match jackpot_row(&rulebook, hand, None).map(|row| row.award) {
                None => 0,
                Some(game::Award::Percent(100)) => meter.in_minor() + back,
                Some(game::Award::Sum(sum)) => sum.in_minor() + back,
                Some(other) => panic!("{other:?}"),
            };
            (paid - 500, 1)
        });
        let dealt = maths::Moments::of(nets);
        let told = jackpot.moments(stake, meter).unwrap();
        assert_eq!(told.mean, dealt.mean / Fraction::whole(100));
        assert_eq!(told.variance, dealt.variance / Fraction::whole(10_000));
        assert!(jackpot.moments(stake, Money::LIMIT).is_some());
        assert!(jackpot.moments(stake, Money::minor(-1)).is_none());
    }
}
