//! Envy: what a jackpot bet is paid for the top hands of other boxes.
//!
//! Another box and this one are dealt from one deck, and under some rules a box that folds collects
//! nothing. So for each hand that gives envy we count the hands of this box that collect and hold
//! none of its cards: all, less those with one of the three cards, plus those with two, less the
//! hand itself (inclusion and exclusion), rather than deal the 18,424.

use game::{
    Card, EnvyMultiple, FoldEnvyTrigger, FoldPairPlus, Hand, HandRank, Money, PlainFoldPairPlus,
    Rulebook, YesNo,
};

use super::dollars;
use super::made::{Made, mask};
use crate::classes::{alike, all_hands};
use crate::deals::DEALER_HANDS;
use crate::fraction::Fraction;
use crate::pair_plus::HANDS;

/// Sets of envied hands looked at before we give up: only a table that gives envy for common hands
/// in a house that pays one envy a round comes near.
const SETS_MAX: usize = 2_000;

/// What another box with an Ante and a jackpot bet is worth; none where no row gives envy.
pub(super) fn beside_one(made: &Made<'_>) -> Option<Fraction> {
    if !gives_any(made) {
        return None;
    }
    let collectors = Collectors::new(made);
    // Rows that give envy to other boxes; an A-K-Q may give it in one suit only.
    let may = |row: Option<usize>| row.is_some_and(|row| made.table[row].envy.is_some());
    let mut cents = 0_i128;
    for decided in &made.sheet.hands {
        let royal = decided.class.strength.rank() == HandRank::MiniRoyal;
        if !royal && !may(made.row_of(&decided.class)) {
            continue;
        }
        let hands = alike(&decided.class).filter_map(|(hand, size)| {
            let paid = triggers(made, hand)?;
            Some(i128::from(paid.in_minor()) * i128::from(size))
        });
        let paid: i128 = hands.sum();
        let beside = collectors.beside(made, decided.class.hand);
        cents += paid * i128::from(beside);
    }
    let pairs = i128::from(HANDS) * i128::from(DEALER_HANDS);
    Some(Fraction::new(cents, 100 * pairs))
}

/// The same beside none up to `most` boxes, where one is worth `one`.
pub(super) fn by_others(made: &Made<'_>, one: Fraction, most: u8) -> Option<Vec<Fraction>> {
    match made.rulebook.envy_multiple.says {
        Some(EnvyMultiple::PerWinningHand) | None => {
            let times = |others| one * Fraction::whole(i128::from(others));
            Some((0..=most).map(times).collect())
        }
        Some(EnvyMultiple::OnePerRound) => one_per_round(made, most),
    }
}

fn gives_any(made: &Made<'_>) -> bool {
    !made.community && made.table.iter().any(|row| row.envy.is_some())
}

/// What a hand gives the others, if it is shown.
fn triggers(made: &Made<'_>, hand: Hand) -> Option<Money> {
    let paid = made.table[made.row(hand, None)?].envy?;
    (made.plays(hand) || folded_triggers(made)).then_some(paid)
}

/// A folded hand is exposed only where a bet of its box is still to be settled (MBS-06, MBS-07).
fn folded_triggers(made: &Made<'_>) -> bool {
    let may = made.rulebook.fold_envy_trigger.says == Some(FoldEnvyTrigger::IfExposed);
    may && (!made.dies || pair_plus_outlives(made.rulebook))
}

fn pair_plus_outlives(rulebook: &Rulebook) -> bool {
    match rulebook.fold_pair_plus.says {
        FoldPairPlus::Lost => false,
        FoldPairPlus::Kept => true,
        FoldPairPlus::ByElection => {
            rulebook.plain_fold_pair_plus.says == Some(PlainFoldPairPlus::Kept)
        }
    }
}

fn folder_collects(made: &Made<'_>) -> bool {
    made.rulebook.fold_envy_receive.says == Some(YesNo::Yes)
}

/// Hands with which a box collects.
enum Collectors {
    All,
    Played { all: u64, with_rank: [u64; 13] },
}

impl Collectors {
    fn new(made: &Made<'_>) -> Collectors {
        if folder_collects(made) {
            return Collectors::All;
        }
        let (mut all, mut with_rank) = (0, [0; 13]);
        for decided in made.sheet.hands.iter().filter(|decided| decided.plays) {
            let size = u64::from(decided.class.size);
            all += size;
            for card in decided.class.hand.cards() {
                with_rank[card.rank() as usize] += size;
            }
        }
        // Every class counts for all four suits.
        let with_rank = with_rank.map(|hands| hands / 4);
        Collectors::Played { all, with_rank }
    }

    /// Those that hold none of these cards.
    fn beside(&self, made: &Made<'_>, other: Hand) -> u64 {
        let Collectors::Played { all, with_rank } = self else {
            return u64::from(DEALER_HANDS);
        };
        let [a, b, c] = other.cards();
        let with_two = |x: Card, y: Card| {
            let thirds = Card::ALL.into_iter().filter_map(|z| Hand::new([x, y, z]));
            thirds.map(|hand| u64::from(made.plays(hand))).sum::<u64>()
        };
        let with_one: u64 = [a, b, c]
            .iter()
            .map(|card| with_rank[card.rank() as usize])
            .sum();
        let own = u64::from(made.plays(other));
        all + with_two(a, b) + with_two(a, c) + with_two(b, c) - with_one - own
    }
}

/// Where a house pays one envy a round, the highest: for each sum, how likely some other box gives
/// it or more, by inclusion and exclusion over sets of such hands that can be out together.
fn one_per_round(made: &Made<'_>, most: u8) -> Option<Vec<Fraction>> {
    let mut envied: Vec<(Money, u64)> = all_hands()
        .filter_map(|hand| Some((triggers(made, hand)?, mask(hand))))
        .collect();
    envied.sort_unstable_by_key(|(paid, _)| core::cmp::Reverse(*paid));
    let collecting: Vec<u64> = all_hands()
        .filter(|hand| folder_collects(made) || made.plays(*hand))
        .map(mask)
        .collect();
    let mut worth = vec![Fraction::ZERO; usize::from(most) + 1];
    let mut at = 0;
    while at < envied.len() {
        let level = envied[at].0;
        at += envied[at..].partition_point(|(paid, _)| *paid == level);
        let next = envied.get(at).map_or(Money::ZERO, |(paid, _)| *paid);
        let hands: Vec<u64> = envied[..at].iter().map(|(_, mask)| *mask).collect();
        let together = together(&hands, &collecting, usize::from(most))?;
        for (others, worth) in worth.iter_mut().enumerate() {
            *worth = *worth + dollars(level - next) * some(&together, others);
        }
    }
    Some(worth)
}

/// How many pairs of a collecting hand and a set of 1, 2, .. envied hands can be out together.
fn together(hands: &[u64], collecting: &[u64], most: usize) -> Option<Vec<u64>> {
    let mut counts = vec![0; most + 1];
    let mut sets: Vec<(usize, u64)> = vec![(0, 0)];
    for count in counts.iter_mut().skip(1) {
        let mut larger = Vec::new();
        for (next, used) in sets {
            for (at, hand) in hands.iter().enumerate().skip(next) {
                if used & hand == 0 {
                    larger.push((at + 1, used | hand));
                }
            }
            if larger.len() > SETS_MAX {
                return None;
            }
        }
        for (_, used) in &larger {
            let free = collecting.iter().filter(|own| *own & used == 0).count();
            *count += free as u64;
        }
        sets = larger;
    }
    Some(counts)
}

/// The chance that this box collects and some of `others` boxes has one of the hands.
fn some(together: &[u64], others: usize) -> Fraction {
    let mut chance = Fraction::ZERO;
    let mut sign = 1;
    // Boxes that hold a given set: others x (others - 1) x .. ways, over the hands they could hold.
    let mut ways = Fraction::new(1, i128::from(HANDS));
    let mut left = 49_i128;
    for (size, sets) in together.iter().enumerate().skip(1).take(others) {
        let boxes = i128::try_from(others - size + 1).expect("a few boxes");
        ways = ways * Fraction::new(boxes * 6, left * (left - 1) * (left - 2));
        left -= 3;
        chance = chance + ways * Fraction::whole(sign * i128::from(*sets));
        sign = -sign;
    }
    chance
}
