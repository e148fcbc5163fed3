//! Values written as words: rulebooks, decisions, awards, cards.
//!
//! Some of them matter only in a round that was played to its end, so they are read without judging
//! and judged later: [`Found`].

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::fault::quoted;
use crate::{Card, Hand, LinkedWin, RulebookId};

/// A value that is judged only once it is known to matter: a void round's cards may be anything.
#[derive(Default)]
pub enum Found<T> {
    #[default]
    Nothing,
    Read(T),
    /// What stood there instead.
    Wrong(Box<str>),
}

/// The two cards all hands share.
#[derive(Clone, Copy)]
pub struct CommunityCards(pub [Card; 2]);

/// What a Player did when it was his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Play,
    Fold,
    None,
    Absent,
    Hidden,
}

/// A value written as one of a few words.
pub trait Named: Sized {
    const WORDS: &'static str;
    fn from_word(word: &str) -> Option<Self>;
}

pub fn named<'de, D: Deserializer<'de>, T: Named>(json: D) -> Result<T, D::Error> {
    json.deserialize_any(Word(PhantomData))
}

impl Named for RulebookId {
    const WORDS: &'static str =
        "one of rws-2020, rws-2013, mbs-2019, rws-multilink-2024, oceanfront";
    fn from_word(word: &str) -> Option<RulebookId> {
        word.parse().ok()
    }
}

impl Named for LinkedWin {
    const WORDS: &'static str = "major, or straight_flush under rws-multilink-2024";
    fn from_word(word: &str) -> Option<LinkedWin> {
        match word {
            "major" => Some(LinkedWin::Major),
            "straight_flush" => Some(LinkedWin::StraightFlush),
            _ => None,
        }
    }
}

impl Named for Decision {
    const WORDS: &'static str = "one of play, fold, none, absent, hidden";
    fn from_word(word: &str) -> Option<Decision> {
        Some(match word {
            "play" => Decision::Play,
            "fold" => Decision::Fold,
            "none" => Decision::None,
            "absent" => Decision::Absent,
            "hidden" => Decision::Hidden,
            _ => return None,
        })
    }
}

impl Named for Hand {
    const WORDS: &'static str = "three different cards like As Td 2c";
    fn from_word(word: &str) -> Option<Hand> {
        word.parse().ok()
    }
}

impl Named for CommunityCards {
    const WORDS: &'static str = "two different cards like Kd 4s";
    fn from_word(word: &str) -> Option<CommunityCards> {
        let mut cards = word.split(' ').filter(|card| !card.is_empty());
        let mut next = || cards.next()?.parse::<Card>().ok();
        let (first, second) = (next()?, next()?);
        (first != second && cards.next().is_none()).then_some(CommunityCards([first, second]))
    }
}

struct Word<T>(PhantomData<T>);

impl<T: Named> Visitor<'_> for Word<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WORDS)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<T, E> {
        T::from_word(word).ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self))
    }
}

impl<'de, T: Named> Deserialize<'de> for Found<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Found<T>, D::Error> {
        json.deserialize_any(Anything(PhantomData))
    }
}

struct Anything<T>(PhantomData<T>);

impl<'de, T: Named> Visitor<'de> for Anything<T> {
    type Value = Found<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WORDS)
    }

    fn visit_str<E>(self, word: &str) -> Result<Found<T>, E> {
        Ok(T::from_word(word).map_or_else(|| Found::Wrong(quoted(word).into()), Found::Read))
    }

    fn visit_bool<E>(self, said: bool) -> Result<Found<T>, E> {
        Ok(Found::Wrong(said.to_string().into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Found<T>, E> {
        Ok(Found::Wrong(format!("the number {number}").into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Found<T>, E> {
        Ok(Found::Wrong(format!("the number {number}").into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Found<T>, E> {
        Ok(Found::Wrong(format!("the number {number:?}").into()))
    }

    fn visit_unit<E>(self) -> Result<Found<T>, E> {
        Ok(Found::Wrong("null".into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Found<T>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Found::Wrong("an array".into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Found<T>, A::Error> {
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Found::Wrong("an object".into()))
    }
}
