//! Which row of the jackpot table a hand makes, and whether its bet is still alive to be paid.
//!
//! Apart, because everything about jackpots asks it: the odds of a row, envy, several winners, the
//! meter. The row itself is found by `game::jackpot_row`, which pays at the table.

use game::{
    Card, Community, FiveCardRank, FoldJackpot, Hand, HandRank, JackpotHand, JackpotRow, Rank,
    Rulebook, Suit, jackpot_row,
};

use super::RowOdds;
use crate::ante_play::AntePlay;
use crate::classes::{Class, alike, class_of};
use crate::pair_plus::HANDS;

/// Five cards of fifty-two.
const FIVES: u64 = 2_598_960;
/// Two of the forty-nine cards that are not in the Player's hand.
const MIDDLES: u64 = 1_176;

pub(super) struct Made<'a> {
    pub rulebook: &'a Rulebook,
    pub sheet: &'a AntePlay,
    pub table: Vec<JackpotRow>,
    /// Whether two community cards belong to every hand.
    pub community: bool,
    /// Whether a fold takes the jackpot bet with it.
    pub dies: bool,
    /// Without community cards: the row of each kind of hand, and of the A-K-Q of each suit.
    by_rank: [Option<usize>; 7],
    royals: [Option<usize>; 4],
}

impl<'a> Made<'a> {
    /// None where the rulebook has no jackpot.
    pub fn new(rulebook: &'a Rulebook, sheet: &'a AntePlay) -> Option<Made<'a>> {
        let mut made = Made {
            table: rulebook.jackpot_table.says.as_ref()?.rows().to_vec(),
            community: rulebook.community.says == Community::Two,
            dies: rulebook.fold_jackpot.says == Some(FoldJackpot::Forfeited),
            by_rank: [None; 7],
            royals: [None; 4],
            rulebook,
            sheet,
        };
        made.by_rank = HandRank::ALL.map(|rank| made.found(sample(rank, Suit::Spades), None));
        made.royals = Suit::ALL.map(|suit| made.found(sample(HandRank::MiniRoyal, suit), None));
        Some(made)
    }

    /// The row a hand makes, folded or not.
    pub fn row(&self, hand: Hand, middle: Option<[Card; 2]>) -> Option<usize> {
        if middle.is_some() {
            return self.found(hand, middle);
        }
        let rank = hand.rank();
        if rank == HandRank::MiniRoyal {
            return self.royals[hand.cards()[0].suit() as usize];
        }
        self.by_rank[rank as usize]
    }

    fn found(&self, hand: Hand, middle: Option<[Card; 2]>) -> Option<usize> {
        let made = jackpot_row(self.rulebook, hand, middle)?;
        self.table.iter().position(|row| *row == made)
    }

    /// The row of a class, unless its four hands part ways.
    pub fn row_of(&self, class: &Class) -> Option<usize> {
        self.by_rank[class.strength.rank() as usize]
    }

    /// The row a hand is paid by: none too where the fold has taken the bet.
    pub fn paid(&self, hand: Hand, middle: Option<[Card; 2]>) -> Option<usize> {
        let row = self.row(hand, middle)?;
        (!self.dies || self.plays(hand)).then_some(row)
    }

    /// Whether the strategy plays this hand.
    pub fn plays(&self, hand: Hand) -> bool {
        self.sheet.hands[class_of(hand)].plays
    }

    /// Whether renaming suits changes what a hand is paid: only where spades have a row of their own.
    pub fn suits_matter(&self) -> bool {
        let royal = |row: &JackpotRow| match row.hand {
            JackpotHand::SpadeRoyal | JackpotHand::OtherRoyal => true,
            JackpotHand::ThreeCards(_) | JackpotHand::FiveCards(_) => false,
        };
        self.table.iter().any(royal)
    }

    /// Whether every row asks for five cards.
    pub fn five_alone(&self) -> bool {
        let five = |row: &JackpotRow| matches!(row.hand, JackpotHand::FiveCards(_));
        self.table.iter().all(five)
    }

    /// How often each row is made by a bet that is still alive.
    pub fn odds(&self) -> Vec<RowOdds> {
        let (hands, of) = match (self.community, self.five_alone() && !self.dies) {
            (false, _) => (self.three_card_counts(), HANDS),
            // Three cards and two in the middle are five of fifty-two, whatever the Player does.
            (true, true) => (self.five_card_counts(), FIVES),
            (true, false) => (self.dealt_counts(), HANDS * MIDDLES),
        };
        let rows = self.table.iter().zip(hands);
        rows.map(|(row, hands)| RowOdds {
            row: *row,
            hands,
            of,
        })
        .collect()
    }

    fn three_card_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.table.len()];
        for decided in &self.sheet.hands {
            if self.dies && !decided.plays {
                continue;
            }
            if decided.class.strength.rank() == HandRank::MiniRoyal {
                for row in self.royals.into_iter().flatten() {
                    counts[row] += 1;
                }
            } else if let Some(row) = self.row_of(&decided.class) {
                counts[row] += u64::from(decided.class.size);
            }
        }
        counts
    }

    fn five_card_counts(&self) -> Vec<u64> {
        let mut seen = Vec::with_capacity(self.table.len());
        let count = |row: &JackpotRow| match row.hand {
            JackpotHand::FiveCards(rank) if !seen.contains(&rank) => {
                seen.push(rank);
                FIVE_CARD_COUNTS[rank as usize]
            }
            // A second row for the same hand is never reached.
            JackpotHand::FiveCards(_)
            | JackpotHand::SpadeRoyal
            | JackpotHand::OtherRoyal
            | JackpotHand::ThreeCards(_) => 0,
        };
        self.table.iter().map(count).collect()
    }

    /// Two million deals of a class and a middle: only for tables no rulebook has, which mix rows of
    /// three and of five cards, or where a fold takes the bet.
    fn dealt_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.table.len()];
        for decided in &self.sheet.hands {
            if self.dies && !decided.plays {
                continue;
            }
            for (hand, size) in alike(&decided.class) {
                let held = hand.cards();
                let rest: Vec<Card> = Card::ALL
                    .into_iter()
                    .filter(|card| !held.contains(card))
                    .collect();
                for (at, fourth) in rest.iter().enumerate() {
                    for fifth in &rest[at + 1..] {
                        if let Some(row) = self.row(hand, Some([*fourth, *fifth])) {
                            counts[row] += size;
                        }
                    }
                }
            }
        }
        counts
    }
}

/// The cards of a hand as bits: four to a rank from the Two up, one for each suit.
pub(super) fn mask(hand: Hand) -> u64 {
    hand.cards()
        .into_iter()
        .fold(0, |mask, card| mask | 1 << card.index())
}

/// Some hand of this kind; an A-K-Q or another straight flush in this suit.
fn sample(rank: HandRank, suit: Suit) -> Hand {
    use Rank::{Ace, Eight, Four, King, Queen, Seven, Six};
    let (ranks, suits) = match rank {
        HandRank::HighCard => ([King, Eight, Four], [suit, Suit::Clubs, Suit::Hearts]),
        HandRank::Pair => ([King, King, Four], [Suit::Clubs, Suit::Hearts, Suit::Clubs]),
        HandRank::Flush => ([King, Eight, Four], [suit; 3]),
        HandRank::Straight => (
            [Eight, Seven, Six],
            [Suit::Clubs, Suit::Hearts, Suit::Clubs],
        ),
        HandRank::ThreeOfAKind => ([Six; 3], [Suit::Clubs, Suit::Hearts, Suit::Spades]),
        HandRank::StraightFlush => ([Eight, Seven, Six], [suit; 3]),
        HandRank::MiniRoyal => ([Ace, King, Queen], [suit; 3]),
    };
    let cards = core::array::from_fn(|at| Card::new(ranks[at], suits[at]));
    Hand::new(cards).expect("three different cards")
}

/// Five-card hands of each kind, in the order of [`FiveCardRank::ALL`], counted when compiled.
pub(super) const FIVE_CARD_COUNTS: [u64; 10] = {
    const ROYAL: u32 = 0b1_1111_0000_0000;
    let mut counts = [0; 10];
    // Five different ranks: four ways to be of one suit, 4^5 - 4 not to be.
    let mut ranks = 0_u32;
    while ranks < 1 << 13 {
        if ranks.count_ones() == 5 {
            let wheel = (ranks << 1) | (ranks >> 12);
            let run = (wheel & (wheel >> 1) & (wheel >> 2) & (wheel >> 3) & (wheel >> 4)) != 0;
            let (suited, mixed) = match (run, ranks == ROYAL) {
                (_, true) => (FiveCardRank::RoyalFlush, FiveCardRank::Straight),
                (true, false) => (FiveCardRank::StraightFlush, FiveCardRank::Straight),
                (false, false) => (FiveCardRank::Flush, FiveCardRank::HighCard),
            };
            counts[suited as usize] += 4;
            counts[mixed as usize] += 4_u64.pow(5) - 4;
        }
        ranks += 1;
    }
    // The rank or ranks that repeat, their suits, then the odd cards.
    counts[FiveCardRank::FourOfAKind as usize] = 13 * (12 * 4);
    counts[FiveCardRank::FullHouse as usize] = 13 * 4 * (12 * 6);
    counts[FiveCardRank::ThreeOfAKind as usize] = 13 * 4 * (12 * 11 / 2 * 4 * 4);
    counts[FiveCardRank::TwoPair as usize] = (13 * 12 / 2) * 6 * 6 * (11 * 4);
    counts[FiveCardRank::Pair as usize] = 13 * 6 * (12 * 11 * 10 / 6 * 4 * 4 * 4);
    counts
};
