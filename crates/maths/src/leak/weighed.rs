//! Signs and what they are worth: for each sign, playing against folding over all hands.

use game::{Hand, Rank};

use super::Case;
use crate::fraction::Fraction;

/// What the Player with the extra knowledge sees before he decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// One Dealer's card.
    Card(Rank),
    /// Two Dealer's cards, the higher first.
    TwoCards { ranks: [Rank; 2], suited: bool },
    /// All three, so the outcome.
    Outcome(Outcome),
    /// How many of the backs looked at are marked.
    Marked(u8),
    /// How many Queens, Kings and Aces the other boxes hold.
    Courts(u8),
}

/// What a seen Dealer's hand does to the Player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The Dealer does not qualify.
    Unqualified,
    /// The Dealer's hand is worse.
    Worse,
    /// Both hands are equal.
    Equal,
    /// The Dealer's hand is better.
    Better,
}

impl Outcome {
    /// In words.
    pub const fn says(self) -> &'static str {
        match self {
            Outcome::Unqualified => "does not qualify",
            Outcome::Worse => "worse",
            Outcome::Equal => "equal",
            Outcome::Better => "better",
        }
    }
}

/// The best decisions on one sign.
#[derive(Clone, Debug)]
pub struct Line {
    /// The sign.
    pub sign: Sign,
    /// How often the sign is seen.
    pub chance: Fraction,
    /// How often a hand is played on it.
    pub played: Fraction,
    /// The house edge on it.
    pub house_edge: Fraction,
    /// The lowest hand that is played.
    pub lowest_played: Option<Hand>,
    /// Above the lowest hand played where the suits tip the balance.
    pub highest_folded: Option<Hand>,
}

/// One sign, summed over the classes.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    sign: Sign,
    cases: i128,
    played: i128,
    value: i128,
    lowest_played: Option<Hand>,
    highest_folded: Option<Hand>,
}

impl Weighed {
    pub(super) fn new(sign: Sign) -> Weighed {
        Weighed {
            sign,
            cases: 0,
            played: 0,
            value: 0,
            lowest_played: None,
            highest_folded: None,
        }
    }

    /// A class for which the sign comes in so many cases, over which playing is worth `play`.
    pub(super) fn add(&mut self, case: &Case<'_>, cases: i128, play: i128) {
        if cases == 0 {
            return;
        }
        let (hand, size) = (case.decided.class.hand, case.size());
        let fold = i128::from(case.fold) * cases;
        self.cases += size * cases;
        self.value += size * play.max(fold);
        if play > fold {
            self.played += size * cases;
            let lower = |other: &Hand| other.strength() <= hand.strength();
            self.lowest_played = self.lowest_played.filter(lower).or(Some(hand));
        } else {
            let higher = |other: &Hand| other.strength() >= hand.strength();
            self.highest_folded = self.highest_folded.filter(higher).or(Some(hand));
        }
    }

    fn line(&self, all: i128) -> Line {
        let of_cases = |part: i128| Fraction::new(part, self.cases.max(1));
        Line {
            sign: self.sign,
            chance: Fraction::new(self.cases, all),
            played: of_cases(self.played),
            house_edge: -of_cases(self.value),
            lowest_played: self.lowest_played,
            highest_folded: self.highest_folded,
        }
    }
}

/// Signs that exclude each other, as one leak.
pub(super) fn told(signs: &[Weighed]) -> super::Leak {
    let all: i128 = signs.iter().map(|sign| sign.cases).sum();
    let value: i128 = signs.iter().map(|sign| sign.value).sum();
    let seen = signs.iter().filter(|sign| sign.cases > 0);
    super::Leak {
        house_edge: -Fraction::new(value, all.max(1)),
        lines: seen.map(|sign| sign.line(all)).collect(),
    }
}
