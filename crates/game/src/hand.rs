//! The order of three-card hands.
//!
//! A straight outranks a flush here, unlike five-card poker, because it is rarer: of the 22,100
//! hands 720 are straights and 1,096 flushes. Apart from suits, which carry no weight, the hands
//! fall into 741 classes: 274 odd cards (286 ways to take three ranks of 13, less 12 runs), 156
//! pairs (13 ranks, 12 side cards), 274 flushes, 12 straights, 13 threes and 12 straight flushes. A
//! [`Strength`] is the number of the class from the bottom, and one look into a table made at
//! compile time finds it: that is the whole evaluation.
//!
//! All five rulebooks agree on this order (G-09 to G-11 of the ambiguities: 3-2-A is the lowest
//! run, a straight needs only not to be suited, ties go card by card). Who is paid for it is none
//! of this file's business.

mod classes;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use classes::{CLASSES, RANK_OF, RANK_STARTS, SUITED, place, side_by_side};

use crate::card::{Card, NotACard, Rank, Suit, Written};

/// Three different cards in order of receipt.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand([Card; 3]);

impl Hand {
    /// `None` where a card is there twice.
    pub fn new(cards: [Card; 3]) -> Option<Hand> {
        twice(cards).is_none().then_some(Hand(cards))
    }

    /// In order of receipt.
    pub const fn cards(self) -> [Card; 3] {
        self.0
    }

    /// From high to low, the way a dealer spreads them; the Ace of a 3-2-A run comes last (G-09).
    /// Cards of one rank stay in order of receipt.
    pub fn sorted(self) -> [Card; 3] {
        let mut cards = self.0;
        // Neighbours change places only where the second is higher, so equal ranks keep their order.
        for first in [0, 1, 0] {
            if cards[first].rank() < cards[first + 1].rank() {
                cards.swap(first, first + 1);
            }
        }
        if cards.map(Card::rank) == [Rank::Ace, Rank::Three, Rank::Two] {
            cards.rotate_left(1);
        }
        cards
    }

    /// The one suit of all three cards, if they have one.
    pub fn suited_in(self) -> Option<Suit> {
        self.is_suited().then(|| self.0[0].suit())
    }

    /// Where it stands among all hands: the higher strength wins.
    #[inline]
    pub fn strength(self) -> Strength {
        let ranks = (self.packed() >> 2) & 0x000f_0f0f;
        Strength(CLASSES[(usize::from(self.is_suited()) * SUITED) | place(ranks)])
    }

    /// What sort of hand it is.
    #[inline]
    pub fn rank(self) -> HandRank {
        self.strength().rank()
    }

    /// As a dealer would announce it: "a pair of Sixes".
    pub const fn describe(self) -> Description {
        Description(self)
    }

    #[inline]
    fn is_suited(self) -> bool {
        // Each card against the next: where they differ exclusive or leaves a one, and a suit is
        // the low two bits.
        (self.packed() ^ (self.packed() >> 8)) & 0x0303 == 0
    }

    #[inline]
    fn packed(self) -> u32 {
        side_by_side(self.0.map(Card::index))
    }
}

fn twice([a, b, c]: [Card; 3]) -> Option<Card> {
    if a == b || a == c {
        Some(a)
    } else {
        (b == c).then_some(b)
    }
}

/// How good a hand is: its class among the 741, 0 the worst. Equal classes stand off, whatever the
/// suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u16);

impl Strength {
    /// How many classes there are.
    pub const COUNT: u16 = RANK_STARTS[6] + 1;

    /// The least hand of Queen high, Q-3-2: from here on a dealer qualifies.
    pub const QUEEN_HIGH: Strength = {
        let ranks = [Rank::Queen as u8, Rank::Three as u8, Rank::Two as u8];
        Strength(CLASSES[place(side_by_side(ranks))])
    };

    /// 0 to 740.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The strength with this number, as [`Strength::index`] gives it.
    pub const fn from_index(index: u16) -> Option<Strength> {
        if index < Self::COUNT {
            Some(Strength(index))
        } else {
            None
        }
    }

    /// What sort of hand has this strength.
    #[inline]
    pub const fn rank(self) -> HandRank {
        RANK_OF[self.0 as usize]
    }
}

/// The kinds of hand, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HandRank {
    /// None of the others.
    HighCard,
    /// Two cards of a rank.
    Pair,
    /// Three cards of a suit.
    Flush,
    /// Three ranks in a row; it beats a flush.
    Straight,
    /// Three cards of a rank.
    ThreeOfAKind,
    /// A straight of one suit.
    StraightFlush,
    /// A-K-Q of one suit. Some rulebooks pay it apart (mbs-2019 3.16.1, OFG-03); against another
    /// hand it is in all of them just the highest straight flush, see
    /// [`HandRank::is_straight_flush`].
    MiniRoyal,
}

impl HandRank {
    /// Every rank, lowest first.
    pub const ALL: [HandRank; 7] = [
        HandRank::HighCard,
        HandRank::Pair,
        HandRank::Flush,
        HandRank::Straight,
        HandRank::ThreeOfAKind,
        HandRank::StraightFlush,
        HandRank::MiniRoyal,
    ];

    /// As programs read it; the same that serde writes.
    pub const fn name(self) -> &'static str {
        match self {
            HandRank::HighCard => "high_card",
            HandRank::Pair => "pair",
            HandRank::Flush => "flush",
            HandRank::Straight => "straight",
            HandRank::ThreeOfAKind => "three_of_a_kind",
            HandRank::StraightFlush => "straight_flush",
            HandRank::MiniRoyal => "mini_royal",
        }
    }

    /// The mini royal included.
    pub const fn is_straight_flush(self) -> bool {
        matches!(self, HandRank::StraightFlush | HandRank::MiniRoyal)
    }
}

/// A hand in words for players, from [`Hand::describe`].
#[derive(Clone, Copy, Debug)]
pub struct Description(Hand);

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [high, middle, _] = self.0.sorted().map(Card::rank);
        let top = high.name();
        let article = if matches!(high, Rank::Eight | Rank::Ace) {
            "an"
        } else {
            "a"
        };
        match self.0.rank() {
            HandRank::HighCard => write!(f, "{top} high"),
            // Of three sorted cards with a pair among them the middle one is always of the pair.
            HandRank::Pair => write!(f, "a pair of {}", middle.plural()),
            HandRank::Flush => write!(f, "{article} {top}-high flush"),
            HandRank::Straight => write!(f, "{article} {top}-high straight"),
            HandRank::ThreeOfAKind => write!(f, "three {}", high.plural()),
            HandRank::StraightFlush => write!(f, "{article} {top}-high straight flush"),
            HandRank::MiniRoyal => write!(f, "a mini royal in {}", self.0.0[0].suit().name()),
        }
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0;
        write!(f, "{a} {b} {c}")
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a hand. Where two reasons apply, the first listed is given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadHand {
    /// A part of the text names no card.
    #[error(transparent)]
    NotACard(#[from] NotACard),
    /// A hand has three cards, no more and no fewer.
    #[error("a hand is three cards with spaces between, like As Kd 3c; found {found}")]
    Count {
        /// How many there were.
        found: usize,
    },
    /// One card comes twice.
    #[error("{card} is in the hand twice")]
    Twice {
        /// The card.
        card: Card,
    },
}

impl FromStr for Hand {
    type Err = BadHand;

    fn from_str(text: &str) -> Result<Hand, BadHand> {
        let mut cards = [Card::ALL[0]; 3];
        let mut found = 0;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let card = word.parse()?;
            if let Some(place) = cards.get_mut(found) {
                *place = card;
            }
            found += 1;
        }
        if found != cards.len() {
            return Err(BadHand::Count { found });
        }
        match twice(cards) {
            Some(card) => Err(BadHand::Twice { card }),
            None => Ok(Hand(cards)),
        }
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hand, D::Error> {
        deserializer.deserialize_str(Written::new("a hand like \"As Kd 3c\""))
    }
}
