//! When to play: the best way, or any line drawn through the order of hands.

use core::fmt;
use core::str::FromStr;

use game::{Card, Hand, Rank, Strength, Suit};

/// Which hands are played; the rest are folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Whatever is worth more, hand by hand.
    Optimal,
    /// Plays every hand.
    AlwaysPlay,
    /// Plays Queen high or better.
    QueenOrBetter,
    /// This hand of odd cards and everything above it.
    From(Threshold),
}

/// Three ranks from high to low, as `Q-6-4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold([Rank; 3]);

/// A text that names no strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchStrategy {
    found: String,
}

impl fmt::Display for NoSuchStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no strategy `{}`; expected optimal, always-play, queen-or-better, or the lowest hand to play such as Q-6-4 (three ranks of 2 to 9, T, J, Q, K, A from high to low)",
            self.found
        )
    }
}

impl core::error::Error for NoSuchStrategy {}

impl Strategy {
    /// Whether a hand of this strength is played; none where that must be worked out.
    pub fn plays(self, strength: Strength) -> Option<bool> {
        match self {
            Strategy::Optimal => None,
            Strategy::AlwaysPlay => Some(true),
            Strategy::QueenOrBetter => Some(strength >= Strength::QUEEN_HIGH),
            Strategy::From(threshold) => Some(strength >= threshold.strength()),
        }
    }
}

impl Threshold {
    /// Unsuited, as odd cards, a pair or a run are compared.
    ///
    /// # Panics
    ///
    /// Never: three suits make three different cards.
    pub fn strength(self) -> Strength {
        let [a, b, c] = self.0;
        let suits = [Suit::Spades, Suit::Hearts, Suit::Diamonds];
        let cards = [
            Card::new(a, suits[0]),
            Card::new(b, suits[1]),
            Card::new(c, suits[2]),
        ];
        Hand::new(cards)
            .expect("three suits, three cards")
            .strength()
    }
}

impl FromStr for Strategy {
    type Err = NoSuchStrategy;

    fn from_str(text: &str) -> Result<Strategy, NoSuchStrategy> {
        match text {
            "optimal" => return Ok(Strategy::Optimal),
            "always-play" => return Ok(Strategy::AlwaysPlay),
            "queen-or-better" => return Ok(Strategy::QueenOrBetter),
            _ => {}
        }
        let none = || NoSuchStrategy {
            found: text.chars().take(40).collect(),
        };
        let mut ranks = Vec::with_capacity(3);
        for part in text.split('-') {
            let mut letters = part.chars();
            let letter = letters.next().ok_or_else(none)?;
            let rank = Rank::ALL.into_iter().find(|rank| rank.letter() == letter);
            if letters.next().is_some() || ranks.len() == 3 {
                return Err(none());
            }
            ranks.push(rank.ok_or_else(none)?);
        }
        let ranks: [Rank; 3] = ranks.try_into().map_err(|_| none())?;
        if ranks[0] < ranks[1] || ranks[1] < ranks[2] {
            return Err(none());
        }
        Ok(Strategy::From(Threshold(ranks)))
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Optimal => f.write_str("optimal"),
            Strategy::AlwaysPlay => f.write_str("always-play"),
            Strategy::QueenOrBetter => f.write_str("queen-or-better"),
            Strategy::From(Threshold([a, b, c])) => {
                write!(f, "{}-{}-{}", a.letter(), b.letter(), c.letter())
            }
        }
    }
}

/// The ranks of a hand as it is spread: `Q-6-4`.
pub fn spread(hand: Hand) -> String {
    let [a, b, c] = hand.sorted().map(|card| card.rank().letter());
    format!("{a}-{b}-{c}")
}
