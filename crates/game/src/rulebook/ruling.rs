//! One answer of a rulebook: what it says, who says so, and what it leaves to the house.

use core::fmt;

use crate::clause::Cites;

/// An answer to one question of the form.
#[derive(Clone, Copy, Debug)]
pub struct Ruling<T: 'static> {
    /// The answer.
    pub says: T,
    /// The clauses and ambiguities it rests on.
    pub cites: Cites,
    /// What is left to the house.
    pub latitude: Latitude<T>,
}

/// What a rulebook leaves open.
#[derive(Clone, Copy, Debug)]
pub enum Latitude<T: 'static> {
    /// The question does not arise: the rulebook has no such thing.
    NotAsked,
    /// Nothing: the text, or a resolution without an option, has decided.
    Fixed,
    /// The text does not cover the matter. A resolution fills the gap and leaves nothing to choose,
    /// so the answer is the house's and not the text's.
    Silent,
    /// The house picks one of these when the table opens.
    OneOf(&'static [T]),
    /// The house may write down any value of the right form.
    Any,
}

/// The text, or a resolution that allows no option, says so.
pub const fn says<T>(cites: Cites, says: T) -> Ruling<T> {
    Ruling {
        says,
        cites,
        latitude: Latitude::Fixed,
    }
}

/// The text does not cover the matter and a resolution that allows no option does: `says` is the
/// house's answer.
pub const fn silent<T>(cites: Cites, says: T) -> Ruling<T> {
    Ruling {
        says,
        cites,
        latitude: Latitude::Silent,
    }
}

/// The text is silent or doubtful: `says` unless the house picks another of `choices`.
pub const fn house<T>(cites: Cites, says: T, choices: &'static [T]) -> Ruling<T> {
    Ruling {
        says,
        cites,
        latitude: Latitude::OneOf(choices),
    }
}

/// As `house`, where the choices are too many to list (an order of bets).
pub const fn house_any<T>(cites: Cites, says: T) -> Ruling<T> {
    Ruling {
        says,
        cites,
        latitude: Latitude::Any,
    }
}

/// The question does not arise: the rulebook has no such thing.
pub const fn not_asked<T>() -> Ruling<Option<T>> {
    Ruling {
        says: None,
        cites: &[],
        latitude: Latitude::NotAsked,
    }
}

/// A value a switch can have, as rounds.md section 10 writes it.
pub trait Value: Clone + PartialEq + 'static {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// `None` where `text` is no value of this kind.
    fn read(text: &str) -> Option<Self>;
}

impl<T: Value> Ruling<T> {
    /// The answer in the word the form writes for it.
    pub fn text(&self) -> String {
        Text(&self.says).to_string()
    }

    /// The values a house may choose among; empty where it may choose nothing.
    pub fn choices(&self) -> Vec<String> {
        match self.latitude {
            Latitude::NotAsked | Latitude::Fixed | Latitude::Silent => Vec::new(),
            Latitude::OneOf(choices) => choices.iter().map(|c| Text(c).to_string()).collect(),
            Latitude::Any => vec![format!("{} in any order", self.text())],
        }
    }

    /// Nothing says anything: the rulebook has no such thing.
    pub const fn is_not_asked(&self) -> bool {
        matches!(self.latitude, Latitude::NotAsked)
    }

    /// Whether a house may choose another answer when the table opens.
    pub const fn is_open(&self) -> bool {
        match self.latitude {
            Latitude::NotAsked | Latitude::Fixed | Latitude::Silent => false,
            Latitude::OneOf(_) | Latitude::Any => true,
        }
    }

    /// Whether the answer is the house's rather than the text's: it chose it, or the text does not
    /// cover the matter.
    pub const fn is_the_houses(&self) -> bool {
        match self.latitude {
            Latitude::NotAsked | Latitude::Fixed => false,
            Latitude::Silent | Latitude::OneOf(_) | Latitude::Any => true,
        }
    }

    /// The same answer, the text's in both or the house's in both.
    pub fn agrees(&self, other: &Ruling<T>) -> bool {
        self.says == other.says && self.is_the_houses() == other.is_the_houses()
    }

    /// The value `text` stands for, if the house may choose it.
    pub fn choice(&self, text: &str) -> Option<T> {
        let value = T::read(text)?;
        match self.latitude {
            Latitude::NotAsked | Latitude::Fixed | Latitude::Silent => None,
            Latitude::OneOf(choices) => choices.contains(&value).then_some(value),
            Latitude::Any => Some(value),
        }
    }
}

struct Text<'a, T>(&'a T);

impl<T: Value> fmt::Display for Text<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl<T: Value> Value for Option<T> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Some(value) => value.write(f),
            None => f.write_str("-"),
        }
    }

    fn read(text: &str) -> Option<Self> {
        T::read(text).map(Some)
    }
}
