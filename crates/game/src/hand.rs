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

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

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

    #[inline]
    pub fn strength(self) -> Strength {
        let ranks = (self.packed() >> 2) & 0x000f_0f0f;
        Strength(CLASSES[(usize::from(self.is_suited()) * SUITED) | place(ranks)])
    }

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

    pub const fn from_index(index: u16) -> Option<Strength> {
        if index < Self::COUNT {
            Some(Strength(index))
        } else {
            None
        }
    }

    #[inline]
    pub const fn rank(self) -> HandRank {
        RANK_OF[self.0 as usize]
    }
}

/// The kinds of hand, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandRank {
    HighCard,
    Pair,
    Flush,
    Straight,
    ThreeOfAKind,
    StraightFlush,
    /// A-K-Q of one suit. Some rulebooks pay it apart (mbs-2019 3.16.1, OFG-03); against another
    /// hand it is in all of them just the highest straight flush, see
    /// [`HandRank::is_straight_flush`].
    MiniRoyal,
}

impl HandRank {
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
    #[error(transparent)]
    NotACard(#[from] NotACard),
    #[error("a hand is three cards with spaces between, like As Kd 3c; found {found}")]
    Count { found: usize },
    #[error("{card} is in the hand twice")]
    Twice { card: Card },
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

/// The first class of each [`HandRank`].
const RANK_STARTS: [u16; 7] = {
    const ODD: u16 = 286 - 12;
    const PAIRS: u16 = 13 * 12;
    let flush = ODD + PAIRS;
    let straight = flush + ODD;
    let three = straight + 12;
    let straight_flush = three + 13;
    [
        0,
        ODD,
        flush,
        straight,
        three,
        straight_flush,
        straight_flush + 11,
    ]
};

static RANK_OF: [HandRank; Strength::COUNT as usize] = {
    let mut ranks = [HandRank::HighCard; Strength::COUNT as usize];
    let mut kind = 1;
    while kind < HandRank::ALL.len() {
        let mut class = RANK_STARTS[kind] as usize;
        while class < ranks.len() {
            ranks[class] = HandRank::ALL[kind];
            class += 1;
        }
        kind += 1;
    }
    ranks
};

/// The class of three ranks in any order: of mixed suits first, [`SUITED`] places later of one
/// suit.
static CLASSES: Classes = classes();

type Classes = [u16; 2 * SUITED];
const SUITED: usize = 1 << 12;

/// A byte each in one number, so that one step does for all three.
#[inline]
const fn side_by_side([a, b, c]: [u8; 3]) -> u32 {
    u32::from_le_bytes([a, b, c, 0])
}

/// Where three ranks, side by side, stand in [`CLASSES`]. The product adds up three copies of them,
/// 12 bits apart; in its top 12 bits there is of each rank one copy and nothing else, so one
/// multiplication moves all three together. Sixteen places to a rank where thirteen would do: so
/// the compiler sees that none is outside, and what is really read (11 KB) stays in the nearest
/// cache.
#[inline]
const fn place(ranks: u32) -> usize {
    (ranks.wrapping_mul(0x0100_1001) >> 20) as usize
}

const fn classes() -> Classes {
    let mut table = [0; 2 * SUITED];
    // The next class of each kind. The loops climb from the lowest cards, so each kind is numbered
    // from the bottom.
    let [
        mut odd,
        mut pair,
        mut flush,
        mut straight,
        mut three,
        mut straight_flush,
        _,
    ] = RANK_STARTS;
    // The lowest run has the highest card, so it goes before the loops.
    write([12, 1, 0], straight, straight_flush, &mut table);
    straight += 1;
    straight_flush += 1;
    let mut high = 0;
    while high < 13 {
        write([high, high, high], three, NONE, &mut table);
        three += 1;
        let mut side = 0;
        while side < 13 {
            if side != high {
                write([high, high, side], pair, NONE, &mut table);
                pair += 1;
            }
            side += 1;
        }
        let mut middle = 0;
        while middle < high {
            let mut low = 0;
            while low < middle {
                let ranks = [high, middle, low];
                if high - low == 2 {
                    write(ranks, straight, straight_flush, &mut table);
                    straight += 1;
                    straight_flush += 1;
                } else if !matches!(ranks, [12, 1, 0]) {
                    write(ranks, odd, flush, &mut table);
                    odd += 1;
                    flush += 1;
                }
                low += 1;
            }
            middle += 1;
        }
        high += 1;
    }
    table
}

/// No hand stands here: two cards of one rank are of two suits.
const NONE: u16 = 0;

/// Puts the two classes at all six orders of the ranks.
const fn write([a, b, c]: [u8; 3], mixed: u16, suited: u16, table: &mut Classes) {
    let orders = [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
    ];
    let mut order = 0;
    while order < orders.len() {
        let place = place(side_by_side(orders[order]));
        table[place] = mixed;
        table[SUITED | place] = suited;
        order += 1;
    }
}
