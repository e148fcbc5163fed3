//! The order of five-card hands, and the best five of six.
//!
//! Only side wagers look at these: the linked jackpot takes three own cards and two community cards
//! (rws-multilink-2024 3.17), the Oceanfront side bet the best five of the player's three and the
//! dealer's three. Here a flush outranks a straight, in three cards the other way round; both are
//! right (ML-13), so nothing is shared with `hand.rs`. Only the kind of hand is found, because no
//! pay table asks for more.

use serde::{Deserialize, Serialize};

use crate::card::Card;

/// The kinds of five-card hand, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FiveCardRank {
    /// None of the others.
    HighCard,
    /// Two cards of a rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three cards of a rank.
    ThreeOfAKind,
    /// Five ranks in a row, the Ace high or low.
    Straight,
    /// Five cards of a suit.
    Flush,
    /// Three of a rank and a pair.
    FullHouse,
    /// Four cards of a rank.
    FourOfAKind,
    /// A straight of one suit.
    StraightFlush,
    /// Ace, King, Queen, Jack and ten of one suit.
    RoyalFlush,
}

impl FiveCardRank {
    /// Every rank, lowest first.
    pub const ALL: [FiveCardRank; 10] = [
        FiveCardRank::HighCard,
        FiveCardRank::Pair,
        FiveCardRank::TwoPair,
        FiveCardRank::ThreeOfAKind,
        FiveCardRank::Straight,
        FiveCardRank::Flush,
        FiveCardRank::FullHouse,
        FiveCardRank::FourOfAKind,
        FiveCardRank::StraightFlush,
        FiveCardRank::RoyalFlush,
    ];

    /// As programs read it; the same that serde writes.
    pub const fn name(self) -> &'static str {
        match self {
            FiveCardRank::HighCard => "high_card",
            FiveCardRank::Pair => "pair",
            FiveCardRank::TwoPair => "two_pair",
            FiveCardRank::ThreeOfAKind => "three_of_a_kind",
            FiveCardRank::Straight => "straight",
            FiveCardRank::Flush => "flush",
            FiveCardRank::FullHouse => "full_house",
            FiveCardRank::FourOfAKind => "four_of_a_kind",
            FiveCardRank::StraightFlush => "straight_flush",
            FiveCardRank::RoyalFlush => "royal_flush",
        }
    }
}

/// The kind of five different cards.
#[inline]
pub fn rank_five(cards: [Card; 5]) -> FiveCardRank {
    let tally = Tally::of(&cards);
    let by_runs_and_suits = if tally.five_suited() {
        // All five have the suit, so the runs of the hand are runs of the suit.
        match tally.runs() {
            0 => FiveCardRank::Flush,
            TEN_TO_ACE => FiveCardRank::RoyalFlush,
            _ => FiveCardRank::StraightFlush,
        }
    } else {
        tally.straight()
    };
    tally.by_counts().max(by_runs_and_suits)
}

/// The kinds of the best five cards among six, and the one kind that takes all six; the least
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BestOfSix {
    /// None of the others.
    HighCard,
    /// Two cards of a rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three cards of a rank: the lowest hand the side bet pays.
    ThreeOfAKind,
    /// Five ranks in a row.
    Straight,
    /// Five cards of a suit.
    Flush,
    /// Three of a rank and a pair.
    FullHouse,
    /// Four cards of a rank.
    FourOfAKind,
    /// A straight of one suit.
    StraightFlush,
    /// Ace, King, Queen, Jack and ten of one suit.
    RoyalFlush,
    /// A-K-Q-J-T-9 of one suit. It holds a royal flush too, and is paid as this alone (OFG-19).
    MajorRoyal,
}

impl BestOfSix {
    /// Every rank, lowest first.
    pub const ALL: [BestOfSix; 11] = [
        BestOfSix::HighCard,
        BestOfSix::Pair,
        BestOfSix::TwoPair,
        BestOfSix::ThreeOfAKind,
        BestOfSix::Straight,
        BestOfSix::Flush,
        BestOfSix::FullHouse,
        BestOfSix::FourOfAKind,
        BestOfSix::StraightFlush,
        BestOfSix::RoyalFlush,
        BestOfSix::MajorRoyal,
    ];

    /// As programs read it; the same that serde writes.
    pub const fn name(self) -> &'static str {
        match self {
            BestOfSix::HighCard => FiveCardRank::HighCard.name(),
            BestOfSix::Pair => FiveCardRank::Pair.name(),
            BestOfSix::TwoPair => FiveCardRank::TwoPair.name(),
            BestOfSix::ThreeOfAKind => FiveCardRank::ThreeOfAKind.name(),
            BestOfSix::Straight => FiveCardRank::Straight.name(),
            BestOfSix::Flush => FiveCardRank::Flush.name(),
            BestOfSix::FullHouse => FiveCardRank::FullHouse.name(),
            BestOfSix::FourOfAKind => FiveCardRank::FourOfAKind.name(),
            BestOfSix::StraightFlush => FiveCardRank::StraightFlush.name(),
            BestOfSix::RoyalFlush => FiveCardRank::RoyalFlush.name(),
            BestOfSix::MajorRoyal => "major_royal",
        }
    }
}

impl From<FiveCardRank> for BestOfSix {
    #[inline]
    fn from(five: FiveCardRank) -> BestOfSix {
        match five {
            FiveCardRank::HighCard => BestOfSix::HighCard,
            FiveCardRank::Pair => BestOfSix::Pair,
            FiveCardRank::TwoPair => BestOfSix::TwoPair,
            FiveCardRank::ThreeOfAKind => BestOfSix::ThreeOfAKind,
            FiveCardRank::Straight => BestOfSix::Straight,
            FiveCardRank::Flush => BestOfSix::Flush,
            FiveCardRank::FullHouse => BestOfSix::FullHouse,
            FiveCardRank::FourOfAKind => BestOfSix::FourOfAKind,
            FiveCardRank::StraightFlush => BestOfSix::StraightFlush,
            FiveCardRank::RoyalFlush => BestOfSix::RoyalFlush,
        }
    }
}

/// The best five of six different cards. Which three are the player's does not matter.
#[inline]
pub fn best_of_six(player: [Card; 3], dealer: [Card; 3]) -> BestOfSix {
    let tally = Tally::of(&player).with(&dealer);
    let by_runs_and_suits = if tally.five_suited() {
        suited_six(player, dealer)
    } else {
        tally.straight().into()
    };
    // Each of the two names a kind that some five of the six cards make, so the better is the best
    // there is.
    BestOfSix::from(tally.by_counts()).max(by_runs_and_suits)
}

/// Six cards with at least five of one suit: one set in a hundred, so kept out of the way of the
/// others.
#[cold]
fn suited_six(player: [Card; 3], dealer: [Card; 3]) -> BestOfSix {
    // At most one card is a stranger: either the first two have the suit, or one of them is it and
    // the third has.
    let [first, second, third] = player.map(Card::suit);
    let suit = if first == second { first } else { third };
    let mut suited = Tally(0);
    for card in player
        .into_iter()
        .chain(dealer)
        .filter(|card| card.suit() == suit)
    {
        suited = suited.with(&[card]);
    }
    match suited.runs() {
        0 => BestOfSix::Flush,
        NINE_TO_ACE => BestOfSix::MajorRoyal,
        runs if runs & TEN_TO_ACE != 0 => BestOfSix::RoyalFlush,
        _ => BestOfSix::StraightFlush,
    }
}

/// How many cards of each rank and each suit, side by side in one number: thirteen fields of four
/// bits from the Two up, then four fields of three bits for the suits, 64 in all. Six cards fill no
/// field over its brim.
#[derive(Clone, Copy)]
struct Tally(u64);

/// What a card adds to a [`Tally`]. Sixty-four places where 52 would do, so that a mask shows none
/// is outside.
static ADDS: [u64; 64] = {
    let mut adds = [0; 64];
    let mut index = 0;
    while index < 52 {
        adds[index] = (1 << (4 * (index / 4))) | (1 << (52 + 3 * (index % 4)));
        index += 1;
    }
    adds
};

/// The lowest bit of each rank.
const ONES: u64 = 0x1_1111_1111_1111;
/// [`Tally::runs`] of a run from Ten to Ace alone: the Ace is at field 0, the Two at 1 and so the
/// Ten at 9.
const TEN_TO_ACE: u64 = 1 << (4 * 9);
/// And of one from Nine to Ace.
const NINE_TO_ACE: u64 = TEN_TO_ACE | (TEN_TO_ACE >> 4);

impl Tally {
    #[inline]
    fn of(cards: &[Card]) -> Tally {
        Tally(0).with(cards)
    }

    #[inline]
    fn with(self, cards: &[Card]) -> Tally {
        // Wrapping, since no field can run over and the check would cost as much as the sum.
        let sum = |sum: u64, card: &Card| sum.wrapping_add(ADDS[usize::from(card.index() & 63)]);
        Tally(cards.iter().fold(self.0, sum))
    }

    /// The best of pairs, threes and fours.
    #[inline]
    fn by_counts(self) -> FiveCardRank {
        let two_or_three = (self.0 >> 1) & ONES;
        let three = two_or_three & self.0;
        let four = (self.0 >> 2) & ONES;
        // More than one bit, without counting them: what is left when the lowest is taken away.
        let more = two_or_three & two_or_three.wrapping_sub(1);
        let key = usize::from(two_or_three != 0)
            | (usize::from(more != 0) << 1)
            | (usize::from(three != 0) << 2)
            | (usize::from(four != 0) << 3);
        BY_COUNTS[key]
    }

    #[inline]
    fn five_suited(self) -> bool {
        // Five and six are 101 and 110: the four, and with it the two or the one.
        let suits = self.0 >> 52;
        (suits >> 2) & ((suits >> 1) | suits) & 0o1111 != 0
    }

    #[inline]
    fn straight(self) -> FiveCardRank {
        if self.runs() == 0 {
            FiveCardRank::HighCard
        } else {
            FiveCardRank::Straight
        }
    }

    /// The lowest rank of each run of five, with the Ace both under the Two and over the King.
    #[inline]
    fn runs(self) -> u64 {
        let present = (self.0 | (self.0 >> 1) | (self.0 >> 2)) & ONES;
        let ranks = (present << 4) | (present >> 48);
        let two = ranks & (ranks >> 4);
        let four = two & (two >> 8);
        four & (ranks >> 16)
    }
}

/// By the sum of 1 for a rank there two or three times, 2 for a second such rank, 4 for a three and
/// 8 for a four.
static BY_COUNTS: [FiveCardRank; 16] = {
    let mut kinds = [FiveCardRank::HighCard; 16];
    kinds[1] = FiveCardRank::Pair;
    kinds[1 + 2] = FiveCardRank::TwoPair;
    kinds[1 + 4] = FiveCardRank::ThreeOfAKind;
    kinds[1 + 2 + 4] = FiveCardRank::FullHouse;
    kinds[8] = FiveCardRank::FourOfAKind;
    // Of six cards, the two beside a four may be a pair.
    kinds[8 + 1] = FiveCardRank::FourOfAKind;
    kinds
};
