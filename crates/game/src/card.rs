//! Cards, sets of them, and the shoe they come from.
//!
//! A card is one byte, rank before suit, so that a shift gives its rank and a hand fits in a
//! register. Ranks have an order, suits and cards have none: suits carry no weight in any of the
//! five rulebooks, and a type that cannot be compared cannot break a tie. No chance here: a
//! [`Shoe`] comes shuffled from outside.

mod shoe;

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use shoe::{NotADeck, Shoe};

/// Two to Ace. The Ace is high here; that it ends a 3-2-A run is the hand's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// Every rank, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// As written on a card: `'Q'`, `'T'`, `'7'`.
    pub const fn letter(self) -> char {
        RANK_LETTERS[self as usize] as char
    }

    /// As spoken: "Queen".
    pub const fn name(self) -> &'static str {
        SPOKEN[self as usize].0
    }

    /// As spoken of several: "Queens", and the one that is not just an s more, "Sixes".
    pub const fn plural(self) -> &'static str {
        SPOKEN[self as usize].1
    }
}

const SPOKEN: [(&str, &str); 13] = [
    ("Two", "Twos"),
    ("Three", "Threes"),
    ("Four", "Fours"),
    ("Five", "Fives"),
    ("Six", "Sixes"),
    ("Seven", "Sevens"),
    ("Eight", "Eights"),
    ("Nine", "Nines"),
    ("Ten", "Tens"),
    ("Jack", "Jacks"),
    ("Queen", "Queens"),
    ("King", "Kings"),
    ("Ace", "Aces"),
];

/// A suit; no suit outranks another, the jackpot tables alone ask for spades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// Every suit, in the order cards are numbered.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// As written on a card: `'s'`.
    pub const fn letter(self) -> char {
        SUIT_LETTERS[self as usize] as char
    }

    /// As spoken: "spades".
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        }
    }
}

/// One of the 52, kept as `rank * 4 + suit`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card(u8);

impl Card {
    /// Every card once, in the order of [`Card::index`].
    pub const ALL: [Card; 52] = {
        let mut all = [Card(0); 52];
        let mut index = 0;
        while index < 52 {
            all[index as usize] = Card(index);
            index += 1;
        }
        all
    };

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank as u8 * 4 + suit as u8)
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 2) as usize]
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 & 3) as usize]
    }

    /// 0 to 51.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card with this number, as [`Card::index`] gives it.
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < 52 { Some(Card(index)) } else { None }
    }

    /// As written: "As".
    pub fn as_str(self) -> &'static str {
        let start = usize::from(self.0) * 2;
        &WRITTEN[start..start + 2]
    }
}

const RANK_LETTERS: &[u8; 13] = b"23456789TJQKA";
const SUIT_LETTERS: &[u8; 4] = b"cdhs";

/// All cards in the order of their index. Written out, so that printing a card only points into it.
const WRITTEN: &str = "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s\
                       9c9d9h9sTcTdThTsJcJdJhJsQcQdQhQsKcKdKhKsAcAdAhAs";

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What was written is not a card. Strict on purpose: `10s` or `aS` may be a slip that hides
/// another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{found:?} is not a card; expected a rank of 23456789TJQKA and a suit of shdc, like As or Td"
)]
/// A text that names no card.
pub struct NotACard {
    /// The text, cut short when long: it may come from a stranger and end in a log.
    pub found: String,
}

impl NotACard {
    const QUOTED_CHARS_MAX: usize = 20;

    fn quoting(text: &str) -> NotACard {
        let mut found: String = text.chars().take(Self::QUOTED_CHARS_MAX).collect();
        if found.len() < text.len() {
            found.push('…');
        }
        NotACard { found }
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let written =
            |letters: &[u8], wanted: u8| letters.iter().position(|&letter| letter == wanted);
        if let [rank, suit] = *text.as_bytes()
            && let Some(rank) = written(RANK_LETTERS, rank)
            && let Some(suit) = written(SUIT_LETTERS, suit)
        {
            return Ok(Card::new(Rank::ALL[rank], Suit::ALL[suit]));
        }
        Err(NotACard::quoting(text))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        deserializer.deserialize_str(Written::new("a card like \"As\""))
    }
}

/// Reads what its [`FromStr`] reads, out of the reader's own buffer.
pub(crate) struct Written<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T> Written<T> {
    pub(crate) fn new(expected: &'static str) -> Written<T> {
        Written {
            expected,
            read: PhantomData,
        }
    }
}

impl<T: FromStr<Err: fmt::Display>> de::Visitor<'_> for Written<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

impl Card {
    /// Its place in a [`CardSet`]. There are 52 of 64, so no shift runs over.
    #[inline]
    const fn bit(self) -> u64 {
        1_u64.wrapping_shl(self.0 as u32)
    }
}

/// Cards without order and none twice: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The set without a card.
    pub const fn new() -> CardSet {
        CardSet(0)
    }

    /// Whether the card was new to the set.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= card.bit();
        new
    }

    /// Whether the card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// How many cards are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of [`Card::index`].
    pub const fn iter(self) -> Cards {
        Cards(self)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::new();
        set.extend(cards);
        set
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        // Inside the iterator: a chain of hands is walked part by part, not asked card by card.
        cards.into_iter().for_each(|card| {
            self.insert(card);
        });
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

/// The cards of a [`CardSet`], one after the other.
#[derive(Clone, Debug)]
pub struct Cards(CardSet);

impl Iterator for Cards {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let left = &mut self.0.0;
        let card = u8::try_from(left.trailing_zeros())
            .ok()
            .and_then(Card::from_index)?;
        *left &= *left - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Cards {}
