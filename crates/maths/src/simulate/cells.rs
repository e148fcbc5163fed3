//! What a box's result turns on, as one number; and what each number is paid, learnt from one deal.
//!
//! A box is paid by the kind of its hand (the seven ranks, the royal in spades apart), by whether it is
//! played, by whether the Dealer qualifies and has the lower hand, an equal or a higher one, and where
//! a bet looks at five or six cards by the kind of those. That is its cell. Deals of one cell are paid
//! alike as long as boxes do not touch each other's money, so one of them is settled by the rules and
//! stands for all; the tests settle every deal and compare.
//!
//! Boxes do touch each other's money where one draws envy or moves the meter: cells where that can
//! happen are marked, and a round that holds one of them is settled whole.

use game::{
    BestOfSix, Card, DealerHand, FiveCardRank, Hand, Rulebook, best_of_six, jackpot_row, rank_five,
};

use super::dealing::Deal;
use super::plan::Plan;
use super::settling::{Settling, moves_meter};
use super::tally::BoxPaid;

/// Eight kinds of hand, folded and played, each against a Dealer in eight ways.
pub const BASES: usize = 8 * 2 * 8;

/// The bit of a base that says the Dealer does not qualify.
pub const UNQUALIFIED: usize = 4;

/// How cells are numbered under a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// A bet looks at the best five of the Player's and the Dealer's cards.
    pub six: bool,
    /// A bet looks at the Player's cards with the community's.
    pub five: bool,
}

/// What is known of a cell, as far as every round asks.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// In the order of the bets, where the box is alone at the table.
    pub nets: [i64; 4],
    /// 1 where it wins a jackpot.
    pub wins: u8,
    /// Any of [`UNKNOWN`], [`ENVIED`], [`MOVES_METER`].
    pub marks: u8,
}

pub const UNKNOWN: u8 = 1;
/// Others with a jackpot bet may be paid for this hand.
const ENVIED: u8 = 2;
pub const MOVES_METER: u8 = 4;

impl Cells {
    pub fn new(plan: &Plan) -> Cells {
        Cells {
            six: plan.stakes.five_card.is_positive(),
            five: plan.has_community() && plan.stakes.jackpot.is_positive(),
        }
    }

    pub fn count(self) -> usize {
        let six = if self.six { BestOfSix::ALL.len() } else { 1 };
        let five = if self.five {
            FiveCardRank::ALL.len()
        } else {
            1
        };
        BASES * six * five
    }

    /// The cell of a hand against the deal's Dealer.
    #[inline]
    pub fn of(self, base: usize, hand: Hand, deal: &Deal) -> usize {
        let six = || best_of_six(hand.cards(), deal.dealer.cards()) as usize;
        let five = |pair| five_with(hand, pair);
        self.number(
            base,
            if self.six { six() } else { 0 },
            deal.community.filter(|_| self.five).map_or(0, five),
        )
    }

    #[inline]
    pub fn number(self, base: usize, six: usize, five: usize) -> usize {
        let fives = if self.five {
            FiveCardRank::ALL.len()
        } else {
            1
        };
        (six * fives + five) * BASES + base
    }
}

/// The kind of a hand's cards with the community's.
#[inline]
pub fn five_with(hand: Hand, [fourth, fifth]: [Card; 2]) -> usize {
    let [first, second, third] = hand.cards();
    rank_five([first, second, third, fourth, fifth]) as usize
}

/// The strength of the Dealer's hand against the Player's, as the lowest part of a base.
#[inline]
pub fn against<T: Ord>(player: &T, dealer: &T) -> usize {
    usize::from(dealer >= player) + usize::from(dealer > player)
}

/// Whether the Dealer qualifies, as a part of a base.
#[inline]
pub fn qualifying(rulebook: &Rulebook, dealer: Hand) -> usize {
    if DealerHand::new(rulebook, dealer).qualifies {
        0
    } else {
        UNQUALIFIED
    }
}

/// The whole base of one box of a deal.
pub fn base(settling: &Settling, deal: &Deal, at: usize) -> usize {
    let hand = deal.boxes()[at];
    let strength = hand.strength();
    let qualifying = qualifying(settling.rulebook(), deal.dealer);
    let against = against(&strength, &deal.dealer.strength());
    settling.choices[at].kind(hand, strength) + qualifying + against
}

impl Known {
    pub const NOTHING: Known = Known {
        nets: [0; 4],
        wins: 0,
        marks: UNKNOWN,
    };

    /// From a deal of the cell, settled by the rules.
    pub fn learnt(paid: &BoxPaid, plan: &Plan, hand: Hand, deal: &Deal) -> Known {
        let marks = if plan.stakes.jackpot.is_positive() {
            marks(&plan.rulebook, hand, deal)
        } else {
            0
        };
        Known {
            nets: paid.nets(),
            wins: u8::from(paid.row.is_some()),
            marks,
        }
    }
}

fn marks(rulebook: &Rulebook, hand: Hand, deal: &Deal) -> u8 {
    // Envy looks at the three cards alone.
    let envied = jackpot_row(rulebook, hand, None).is_some_and(|row| row.envy.is_some());
    let row = jackpot_row(rulebook, hand, deal.community);
    let moves = row.is_some_and(|row| moves_meter(rulebook, row.award));
    let mark = |is: bool, mark: u8| if is { mark } else { 0 };
    mark(envied, ENVIED) | mark(moves, MOVES_METER)
}
