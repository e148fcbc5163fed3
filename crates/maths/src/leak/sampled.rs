//! All cards of several other boxes known: an estimate, with how far off it may be.
//!
//! Six other boxes can hold their eighteen cards in 10^13 ways beside a given hand, so decks are
//! shuffled instead. Each shuffle serves all hands at the table in turn, because to each of them the
//! others' cards are known and the Dealer has the same cards left. What is averaged is only how much
//! better full knowledge decides than the best count of high cards, whose value is exact; the two
//! decide alike most of the time, so a few hundred thousand shuffles settle the fifth decimal.

use game::{Card, Hand, Rank, Rulebook, Strength};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::others::Counted;
use crate::ante_play::{AntePlay, Decided, Pays};
use crate::beside::Dealers;
use crate::classes::class_of;

/// The house edge with so many other boxes' cards known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub others: usize,
    pub house_edge: f64,
    pub standard_error: f64,
    pub shuffles: u64,
}

/// The same shuffles for everybody who asks.
const SEED: [u8; 32] = *b"the cards of other boxes, all up";

pub(super) fn estimate(
    rulebook: &Rulebook,
    sheet: &AntePlay,
    counted: &Counted,
    shuffles: u64,
) -> Estimate {
    let work = Work {
        dealers: Dealers::new(rulebook),
        pays: Pays::new(rulebook),
        sheet,
        counted,
    };
    let mut deck: Vec<usize> = (0..52).collect();
    let mut chance = ChaCha20Rng::from_seed(SEED);
    let mut table = Table::default();
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..shuffles {
        shuffle(&mut deck, 3 * (counted.others + 1), &mut chance);
        let gain = work.gain(&deck, &mut table);
        sum += gain;
        squares += gain * gain;
    }
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 shuffles")]
    let cases = shuffles.max(1) as f64;
    let mean = sum / cases;
    Estimate {
        others: counted.others,
        house_edge: counted.house_edge.to_f64() - mean,
        standard_error: ((squares / cases - mean * mean).max(0.0) / cases).sqrt(),
        shuffles,
    }
}

struct Work<'a> {
    dealers: Dealers,
    pays: Pays,
    sheet: &'a AntePlay,
    counted: &'a Counted,
}

/// The Dealer's hands that are left, by place: nothing for unqualified, else one more than strength.
struct Table([u32; Strength::COUNT as usize + 1]);

impl Default for Table {
    fn default() -> Table {
        Table([0; Strength::COUNT as usize + 1])
    }
}

impl Work<'_> {
    /// By how much full knowledge betters the count of high cards, a hand.
    fn gain(&self, deck: &[usize], table: &mut Table) -> f64 {
        let (known, left) = deck.split_at(3 * (self.counted.others + 1));
        self.count(left, table);
        let courts = known
            .iter()
            .filter(|card| **card >= 4 * Rank::Queen as usize)
            .count();
        let hands: Vec<[usize; 3]> = known
            .chunks_exact(3)
            .map(|hand| {
                let mut sorted = [hand[0], hand[1], hand[2]];
                sorted.sort_unstable();
                sorted
            })
            .collect();
        let dealers: u32 = table.0.iter().sum();
        let mut sum = 0;
        for &[a, b, c] in &hands {
            let Some(hand) = Hand::new([a, b, c].map(|card| Card::ALL[card])) else {
                continue;
            };
            let class = class_of(hand);
            let decided = &self.sheet.hands[class];
            let own = [a, b, c]
                .iter()
                .filter(|card| **card >= 4 * Rank::Queen as usize)
                .count();
            let (play, fold) = self.worth(decided, table, i64::from(dealers));
            let by_count = self.counted.plays[class] >> (courts - own) & 1 == 1;
            sum += play.max(fold) - if by_count { play } else { fold };
        }
        #[expect(clippy::cast_precision_loss, reason = "small whole numbers")]
        let (sum, cases) = (sum as f64, hands.len() as f64 * f64::from(dealers));
        sum / cases
    }

    fn count(&self, left: &[usize], table: &mut Table) {
        table.0.fill(0);
        let mut sorted = left.to_vec();
        sorted.sort_unstable();
        for (k, &c) in sorted.iter().enumerate() {
            for (j, &b) in sorted[..k].iter().enumerate() {
                for &a in &sorted[..j] {
                    table.0[usize::from(self.dealers.place([a, b, c]))] += 1;
                }
            }
        }
    }

    /// Playing and folding over all hands the Dealer may have.
    fn worth(&self, decided: &Decided, table: &Table, dealers: i64) -> (i64, i64) {
        let own = usize::from(decided.class.strength.index()) + 1;
        let unqualified = i64::from(table.0[0]);
        let worse: i64 = table.0[1..own].iter().map(|count| i64::from(*count)).sum();
        let equal = i64::from(table.0[own]);
        let better = dealers - unqualified - worse - equal;
        let play = unqualified + 2 * worse + self.pays.equal() * equal - 2 * better;
        let fold = self.pays.fold(decided.class.strength.rank()) * dealers;
        (play + decided.bonus * dealers, fold)
    }
}

/// The first `taken` cards of the deck become a fair choice from all of it.
fn shuffle(deck: &mut [usize], taken: usize, chance: &mut ChaCha20Rng) {
    for at in 0..taken {
        let other = at + below(deck.len() - at, chance);
        deck.swap(at, other);
    }
}

/// Each number below `bound` as likely as any other: a word that would favour some is thrown away.
fn below(bound: usize, chance: &mut ChaCha20Rng) -> usize {
    let bound = u32::try_from(bound).unwrap_or(u32::MAX);
    loop {
        let product = u64::from(chance.next_u32()) * u64::from(bound);
        let [low, high] = [product & u64::from(u32::MAX), product >> 32];
        if low >= u64::from(bound.wrapping_neg() % bound) {
            return usize::try_from(high).unwrap_or(0);
        }
    }
}
