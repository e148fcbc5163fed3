//! Several winners of one round against plain dealing: every set of two and three hands, shuffles of
//! seven.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{
    Award, Card, Community, FiveCardRank, Hand, HandRank, JackpotHand, JackpotRow, JackpotTable,
    Money, Rulebook, RulebookId, jackpot_row,
};
use maths::jackpot::{Tally, Winners};
use maths::{AntePlay, Fraction, Jackpot, Strategy};

mod dealt;
mod dice;

use dealt::{all_hands, bits};
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

fn optimal(rulebook: &Rulebook) -> AntePlay {
    AntePlay::new(rulebook, Strategy::Optimal)
}

fn share(count: u64, of: u64) -> Fraction {
    Fraction::new(i128::from(count), i128::from(of))
}

/// What is too much to count is told between bounds that hold, and two boxes are always exact.
#[test]
fn hands_that_win_often_are_told_between_bounds() {
    let mut rulebook = RulebookId::Rws2020.form().clone();
    rulebook.jackpot_table.says = Some(JackpotTable::written(&OFTEN));
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
    rulebook.jackpot_table.says = Some(JackpotTable::written(&MIXED));
    let sheet = optimal(&rulebook);
    let jackpot = Jackpot::new(&rulebook, &sheet).unwrap();
    let winners = Winners::new(&rulebook, &sheet).unwrap();
    let mut dealt = [0_u64; 3];
    let hands = all_hands();
    for middle in middles(&rulebook) {
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
        let middles = middles(rulebook);
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
    const ROUNDS: u32 = 200_000;
    let mut threes = RulebookId::RwsMultilink2024.form().clone();
    threes.jackpot_table.says = Some(JackpotTable::written(&THREES));
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
        let middle = rulebook.community.says == Community::Two;
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

/// Every pair of middle cards, or none once where the rulebook has none.
fn middles(rulebook: &Rulebook) -> Vec<Option<[Card; 2]>> {
    if rulebook.community.says == Community::None {
        return vec![None];
    }
    let all = Card::ALL.into_iter().enumerate();
    all.flat_map(|(at, a)| Card::ALL[at + 1..].iter().map(move |b| Some([a, *b])))
        .collect()
}

/// The first `deal` cards of a shuffled deck.
fn shuffle(dice: &mut Dice, deck: &mut [Card; 52], deal: usize) {
    for at in 0..deal {
        let left = u64::try_from(52 - at).unwrap();
        deck.swap(at, at + usize::try_from(dice.below(left)).unwrap());
    }
}
