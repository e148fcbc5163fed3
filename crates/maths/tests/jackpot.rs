//! Jackpots against plain enumeration: hands dealt one by one, several boxes and the middle too.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{
    Award, Card, FiveCardRank, Hand, HandRank, JackpotHand, JackpotRow, Money, Rulebook,
    RulebookId, YesNo, jackpot_row,
};
use maths::jackpot::{Tally, Winners};
use maths::{AntePlay, Fraction, Jackpot, Strategy};

mod dealt;
mod dice;

use dealt::{all_hands, bits, shuffle};
use dice::Dice;

const fn row(hand: JackpotHand, award: Award) -> JackpotRow {
    let envy = None;
    JackpotRow { hand, award, envy }
}

/// Tables no rulebook has: one beside the middle that pays three of a kind, one that pays so often
/// that sets of winners are too many to count, one of three and of five cards.
static THREES: [JackpotRow; 4] = [
    row(
        JackpotHand::FiveCards(FiveCardRank::RoyalFlush),
        Award::Percent(100),
    ),
    row(
        JackpotHand::FiveCards(FiveCardRank::Flush),
        Award::ForOne(10),
    ),
    row(
        JackpotHand::FiveCards(FiveCardRank::FullHouse),
        Award::ForOne(20),
    ),
    row(
        JackpotHand::FiveCards(FiveCardRank::ThreeOfAKind),
        Award::ForOne(3),
    ),
];
static OFTEN: [JackpotRow; 3] = [
    row(JackpotHand::SpadeRoyal, Award::Percent(100)),
    row(JackpotHand::ThreeCards(HandRank::Flush), Award::ForOne(3)),
    row(JackpotHand::ThreeCards(HandRank::Pair), Award::ForOne(1)),
];
static MIXED: [JackpotRow; 3] = [
    row(
        JackpotHand::FiveCards(FiveCardRank::StraightFlush),
        Award::Percent(100),
    ),
    row(JackpotHand::SpadeRoyal, Award::Sum(Money::major(50))),
    row(
        JackpotHand::ThreeCards(HandRank::Straight),
        Award::ForOne(2),
    ),
];

/// What is too much to count is told between bounds that hold, and two boxes are always exact.
#[test]
fn hands_that_win_often_are_told_between_bounds() {
    let mut rulebook = RulebookId::Rws2020.form().clone();
    rulebook.jackpot_table.says = Some(game::JackpotTable::written(&OFTEN));
    let sheet = AntePlay::new(&rulebook, Strategy::AlwaysPlay);
    let winners = Winners::new(&rulebook, &sheet).unwrap();
    let won: Vec<u64> = all_hands()
        .into_iter()
        .filter(|hand| jackpot_row(&rulebook, *hand, None).is_some())
        .map(bits)
        .collect();
    let mut pairs = 0;
    for (at, one) in won.iter().enumerate() {
        pairs += won[at + 1..].iter().filter(|two| *two & one == 0).count();
    }
    let two = winners.any.chances(2).unwrap();
    let both = share(pairs as u64, 22_100 * 18_424 / 2);
    assert_eq!(two.two_or_more(), [both; 2]);
    let seven = winners.any.chances(7).unwrap();
    assert!(matches!(seven.tally, Tally::Between { .. }) && seven.across(3).is_none());
    let mut dice = Dice::new(23);
    let mut deck = Card::ALL;
    let (mut none, mut several) = (0, 0);
    for _ in 0..20_000 {
        shuffle(&mut dice, &mut deck, 21);
        let wins = deck[..21].chunks(3).filter(|cards| {
            let hand = Hand::new([cards[0], cards[1], cards[2]]).unwrap();
            jackpot_row(&rulebook, hand, None).is_some()
        });
        let wins = wins.count();
        none += u64::from(wins == 0);
        several += u64::from(wins > 1);
    }
    for ([low, high], seen) in [(seven.none(), none), (seven.two_or_more(), several)] {
        let dealt = share(seen, 20_000);
        assert!(low < dealt && dealt < high, "{low} {dealt} {high}");
    }
}

/// Rows of three cards beside rows of five, and spades apart.
#[test]
fn rows_of_three_and_five_cards_are_dealt_together() {
    let mut rulebook = RulebookId::RwsMultilink2024.form().clone();
    rulebook.jackpot_table.says = Some(game::JackpotTable::written(&MIXED));
    let sheet = optimal(&rulebook);
    let jackpot = Jackpot::new(&rulebook, &sheet).unwrap();
    let winners = Winners::new(&rulebook, &sheet).unwrap();
    let mut dealt = [0_u64; 3];
    let hands = all_hands();
    for middle in dealt::middles(&rulebook) {
        let out = middle.map_or(0, |[a, b]| (1_u64 << a.index()) | (1 << b.index()));
        for hand in hands.iter().filter(|hand| bits(**hand) & out == 0) {
            if let Some(row) = jackpot_row(&rulebook, *hand, middle) {
                dealt[MIXED.iter().position(|own| *own == row).unwrap()] += 1;
            }
        }
    }
    for (at, made) in dealt.into_iter().enumerate() {
        let chance = share(made, 1_326 * 19_600);
        assert_eq!(jackpot.rows[at].chance(), chance);
        assert_eq!(winners.rows[at].1.chances(1).unwrap().expected, chance);
    }
}

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
        assert!(jackpot.moments(stake, maths::jackpot::METER_MAX).is_some());
        assert!(jackpot.moments(stake, Money::LIMIT).is_none());
    }
}

/// All 488 million ordered pairs of hands, those with a common card left out.
#[test]
fn two_boxes_win_as_often_as_dealt() {
    let rulebook = RulebookId::Rws2020.form();
    let winners = Winners::new(rulebook, &optimal(rulebook)).unwrap();
    let hands: Vec<(u64, bool)> = all_hands()
        .into_iter()
        .map(|hand| (bits(hand), jackpot_row(rulebook, hand, None).is_some()))
        .collect();
    let mut dealt = [0_u64; 3];
    for (one, wins) in &hands {
        for (two, too) in &hands {
            dealt[usize::from(*wins) + usize::from(*too)] += u64::from(one & two == 0);
        }
    }
    let chances = winners.any.chances(2).unwrap();
    let Tally::Exact(exactly) = chances.tally else {
        panic!("counted")
    };
    assert_eq!(exactly, dealt.map(|deals| share(deals, 22_100 * 18_424)));
}

/// Sets of two and three winners, for any award and for each row, by looking at every set.
#[test]
fn sets_of_winners_are_those_found_one_by_one() {
    for id in [RulebookId::Rws2020, RulebookId::RwsMultilink2024] {
        let rulebook = id.form();
        let winners = Winners::new(rulebook, &optimal(rulebook)).unwrap();
        let rows = winners.rows.len();
        let hands = all_hands();
        // By row, the last for any.
        let mut sets = vec![[0_u64; 4]; rows + 1];
        let middles = dealt::middles(rulebook);
        for middle in &middles {
            let out = middle.map_or(0, |[a, b]| (1_u64 << a.index()) | (1 << b.index()));
            let mut made: Vec<(u64, usize)> = Vec::new();
            for hand in &hands {
                if bits(*hand) & out == 0
                    && let Some(row) = jackpot_row(rulebook, *hand, *middle)
                {
                    let at = winners.rows.iter().position(|(own, _)| *own == row);
                    made.push((bits(*hand), at.unwrap()));
                }
            }
            for (i, (a, one)) in made.iter().enumerate() {
                let mut found = |size: usize, same: bool| {
                    sets[rows][size] += 1;
                    sets[*one][size] += u64::from(same);
                };
                found(1, true);
                for (j, (b, two)) in made.iter().enumerate().skip(i + 1) {
                    if a & b != 0 {
                        continue;
                    }
                    found(2, one == two);
                    for (c, three) in &made[j + 1..] {
                        if (a | b) & c == 0 {
                            found(3, one == two && two == three);
                        }
                    }
                }
            }
        }
        let cards = if middles.len() > 1 { 50_u64 } else { 52 };
        let three = |left: u64| left * (left - 1) * (left - 2) / 6;
        let of = [1, three(cards), three(cards) * three(cards - 3) / 2];
        let all = [of[0], of[1], of[2], of[2] * three(cards - 6) / 3];
        let middles = middles.len() as u64;
        let told = winners.rows.iter().map(|(_, together)| together);
        for (together, sets) in told.chain([&winners.any]).zip(sets) {
            let chances = together.chances(3).unwrap();
            // Three winners of three boxes, and the mean and variance that two and one give.
            let three = share(sets[3], all[3] * middles);
            let pairs = share(3 * sets[2], all[2] * middles);
            let one = share(3 * sets[1], all[1] * middles);
            let Tally::Exact(exactly) = &chances.tally else {
                panic!("counted")
            };
            assert_eq!(exactly[3], three);
            assert_eq!(exactly[2], pairs - three - three - three);
            assert_eq!(chances.expected, one);
            assert_eq!(chances.variance, pairs + pairs + one - one * one);
            assert_eq!(exactly.iter().copied().sum::<Fraction>(), Fraction::ONE);
        }
    }
}

/// Seven boxes of shuffled decks; five standard errors, so one seed in a million would fail.
#[test]
fn seven_boxes_win_as_often_as_shuffled() {
    const ROUNDS: u32 = 400_000;
    let mut threes = RulebookId::RwsMultilink2024.form().clone();
    threes.jackpot_table.says = Some(game::JackpotTable::written(&THREES));
    let forms = [
        RulebookId::Rws2020.form(),
        RulebookId::RwsMultilink2024.form(),
        &threes,
    ];
    for rulebook in forms {
        let id = rulebook.id;
        let winners = Winners::new(rulebook, &optimal(rulebook)).unwrap();
        let mut seen = [0_u32; 8];
        let mut dice = Dice::new(7);
        let mut deck = Card::ALL;
        let middle = rulebook.community.says == game::Community::Two;
        for _ in 0..ROUNDS {
            shuffle(&mut dice, &mut deck, 23);
            let community = middle.then_some([deck[21], deck[22]]);
            let wins = deck[..21].chunks(3).filter(|cards| {
                let hand = Hand::new([cards[0], cards[1], cards[2]]).unwrap();
                jackpot_row(rulebook, hand, community).is_some()
            });
            seen[wins.count()] += 1;
        }
        let chances = winners.any.chances(7).unwrap();
        let Tally::Exact(exactly) = &chances.tally else {
            panic!("counted")
        };
        assert_eq!(exactly.iter().copied().sum::<Fraction>(), Fraction::ONE);
        for (chance, seen) in exactly.iter().zip(seen) {
            let chance: f64 = chance.decimal(15).parse().unwrap();
            let expected = chance * f64::from(ROUNDS);
            let error = (expected * (1.0 - chance)).sqrt() + 1.0;
            assert!(
                (f64::from(seen) - expected).abs() < 5.0 * error,
                "{id} {seen} {expected}"
            );
        }
        // One table is its own sum of tables, and two are the sum of two.
        let one = chances.across(1).unwrap();
        let two = chances.across(2).unwrap();
        assert!((two[1] - 2.0 * one[0] * one[1]).abs() < 1e-15);
        assert!((chances.across(40).unwrap().iter().sum::<f64>() - 1.0).abs() < 1e-13);
    }
    let rulebook = RulebookId::Rws2020.form();
    let winners = Winners::new(rulebook, &optimal(rulebook)).unwrap();
    assert!(winners.any.chances(0).is_none() && winners.any.chances(8).is_none());
}
