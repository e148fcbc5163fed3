//! The best five of six cards, counted by ranks and suits rather than by the 20,358,520 sets.
//!
//! Six cards show two to six different ranks, 8,192 ways to choose those at most, and how often each
//! rank is there and in which suits falls in a known number of ways. Only five different ranks or
//! more can make a run or a flush; sets with five or six cards of one suit are counted apart, by the
//! ranks of that suit alone.

use std::collections::BTreeMap;

use game::{BestOfSix, FoldSideBet, Money, Rulebook, SideBetTable, best_of_six};

use crate::ante_play::AntePlay;
use crate::beside::Dealers;
use crate::fraction::Fraction;
use crate::moments::Moments;

/// Six cards of fifty-two.
pub const SETS: u64 = 20_358_520;

/// Which three of the six are the Player's.
const SPLITS: u64 = 20;

/// The six-card side bet, per unit staked.
#[derive(Clone, Debug)]
pub struct SixCards {
    /// Sets of six cards by their best five.
    pub counts: BTreeMap<BestOfSix, u64>,
    /// Deals of Player against Dealer by net units.
    pub net_histogram: BTreeMap<i64, u64>,
}

impl SixCards {
    /// None where the rulebook has no such bet.
    pub fn new(rulebook: &Rulebook) -> Option<SixCards> {
        let table = rulebook.side_bet_table.says?;
        let counts = best_of_six_counts();
        let mut net_histogram = BTreeMap::new();
        for (best, sets) in &counts {
            *net_histogram.entry(net(&table, *best)).or_default() += *sets * SPLITS;
        }
        Some(SixCards {
            counts,
            net_histogram,
        })
    }

    /// Beside an Ante played by this sheet: a house may let the bet die with a folded hand (OFG-06).
    pub fn with_ante(rulebook: &Rulebook, sheet: &AntePlay) -> Option<SixCards> {
        let mut bet = SixCards::new(rulebook)?;
        let table = rulebook.side_bet_table.says?;
        if rulebook.fold_side_bet.says != Some(FoldSideBet::Lost) {
            return Some(bet);
        }
        let dealers = Dealers::new(rulebook);
        for folded in sheet.hands.iter().filter(|decided| !decided.plays) {
            let hand = folded.class.hand;
            let mut lost = BestOfSix::ALL.map(|_| 0_u64);
            dealers.each(hand, |cards, _| {
                lost[best_of_six(hand.cards(), cards) as usize] += 1;
            });
            for (best, deals) in BestOfSix::ALL.into_iter().zip(lost) {
                let deals = deals * u64::from(folded.class.size);
                *bet.net_histogram.entry(net(&table, best)).or_default() -= deals;
                *bet.net_histogram.entry(-1).or_default() += deals;
            }
        }
        bet.net_histogram.retain(|_, deals| *deals > 0);
        Some(bet)
    }

    /// Mean and variance of the net.
    pub fn moments(&self) -> Moments {
        Moments::of(self.net_histogram.iter().map(|(net, sets)| (*net, *sets)))
    }

    /// What the house keeps of a unit staked.
    pub fn house_edge(&self) -> Fraction {
        -self.moments().mean
    }

    /// What the Player gets back of a unit staked.
    pub fn return_to_player(&self) -> Fraction {
        Fraction::ONE - self.house_edge()
    }

    /// How often the bet wins.
    pub fn hit_frequency(&self) -> Fraction {
        let hits = self.net_histogram.iter().filter(|(net, _)| **net > 0);
        let hits: u64 = hits.map(|(_, sets)| *sets).sum();
        Fraction::new(i128::from(hits), i128::from(SETS * SPLITS))
    }
}

/// What a unit on the side bet comes to.
pub(crate) fn net(table: &SideBetTable, best: BestOfSix) -> i64 {
    let odds = table.odds(best);
    let won = odds.and_then(|odds| Money::minor(1).pays(odds));
    won.map_or(-1, Money::in_minor)
}

/// How many of the six-card sets are best of each kind.
pub fn best_of_six_counts() -> BTreeMap<BestOfSix, u64> {
    let mut counts = BestOfSix::ALL.map(|_| 0_u64);
    let mut add = |best: BestOfSix, sets: u64| counts[best as usize] += sets;
    for ranks in 0_u16..1 << 13 {
        let run = has_run(ranks);
        match ranks.count_ones() {
            6 => {
                // Six of one suit.
                add(suited(ranks, run), 4);
                // Else any suits, but for a flush: all six alike, or all but one.
                let best = if run {
                    BestOfSix::Straight
                } else {
                    BestOfSix::HighCard
                };
                add(best, 4_u64.pow(6) - 4 - 6 * 4 * 3);
            }
            5 => {
                // Five of one suit and any of the 39 cards of other suits.
                add(suited(ranks, run), 4 * 39);
                // A pair among five ranks, but for a flush: the pair may take it with any of three.
                let best = if run {
                    BestOfSix::Straight
                } else {
                    BestOfSix::Pair
                };
                add(best, 5 * (6 * 4_u64.pow(4) - 4 * 3));
            }
            // Two pairs and two more; three and three more.
            4 => {
                add(BestOfSix::TwoPair, 6 * (6 * 6 * 4 * 4));
                add(BestOfSix::ThreeOfAKind, 4 * (4 * 4 * 4 * 4));
            }
            // Three pairs; three, a pair and one; four and two more.
            3 => {
                add(BestOfSix::TwoPair, 6 * 6 * 6);
                add(BestOfSix::FullHouse, 6 * (4 * 6 * 4));
                add(BestOfSix::FourOfAKind, 3 * (4 * 4));
            }
            // Twice three; four and a pair.
            2 => {
                add(BestOfSix::FullHouse, 4 * 4);
                add(BestOfSix::FourOfAKind, 2 * 6);
            }
            _ => {}
        }
    }
    BestOfSix::ALL.into_iter().zip(counts).collect()
}

/// Five or six cards of one suit, by their ranks.
fn suited(ranks: u16, run: bool) -> BestOfSix {
    const ROYAL: u16 = 0b1_1111_0000_0000;
    const MAJOR: u16 = 0b1_1111_1000_0000;
    if ranks == MAJOR {
        BestOfSix::MajorRoyal
    } else if ranks & ROYAL == ROYAL {
        BestOfSix::RoyalFlush
    } else if run {
        BestOfSix::StraightFlush
    } else {
        BestOfSix::Flush
    }
}

/// Five ranks in a row, the Ace above the King or below the Two.
const fn has_run(ranks: u16) -> bool {
    let wheel = (ranks << 1) | (ranks >> 12);
    let pairs = wheel & (wheel >> 1);
    let fours = pairs & (pairs >> 2);
    fours & (wheel >> 4) != 0
}
