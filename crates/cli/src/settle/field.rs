//! The kinds of value a field of a written round can have, and how each is read.
//!
//! Every kind says what it expects in the words of INTERFACE.md; a value it does not take is told in
//! these words. Serde's own reading is looser than ours in two ways, and both are closed here: it takes
//! an array for an object, and null for something left out.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;

use game::{Bounds, Card, LinkedWin, Money, RulebookId};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::trouble::quoted;
use super::written::{ChosenOptions, WrittenBounds};

/// A whole amount of minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount(pub Money);

/// A box number, 1 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat(pub u8);

/// A JSON object and nothing else.
#[derive(Clone, Copy, Default)]
pub struct Object<T>(pub T);

/// Left out or there; null is neither.
#[derive(Clone, Copy)]
pub struct NotNull<T>(pub Option<T>);

/// False, or the clause under which something did not end normally.
#[derive(Default)]
pub struct Grounds<'a>(pub Option<Cow<'a, str>>);

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

#[derive(Default)]
pub struct Options<'a>(pub ChosenOptions<'a>);

/// What a house chose for one switch.
pub enum OptionValue<'a> {
    Word(Cow<'a, str>),
    Number(u64),
}

/// What an object is called where something else was found.
pub trait Described {
    const WHAT: &'static str;
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

impl Named for game::Hand {
    const WORDS: &'static str = "three different cards like As Td 2c";
    fn from_word(word: &str) -> Option<game::Hand> {
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

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Amount, D::Error> {
        let expected = "a whole amount from 0 to 1000000000000000 in minor units";
        let most = Money::LIMIT.in_minor().unsigned_abs();
        let minor = json.deserialize_any(Whole {
            expected,
            range: 0..=most,
        })?;
        i64::try_from(minor)
            .map(|minor| Amount(Money::minor(minor)))
            .map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Seat, D::Error> {
        let number = json.deserialize_any(Whole {
            expected: "a box number from 1 to 15",
            range: 1..=15,
        })?;
        u8::try_from(number).map(Seat).map_err(D::Error::custom)
    }
}

struct Whole {
    expected: &'static str,
    range: std::ops::RangeInclusive<u64>,
}

impl Visitor<'_> for Whole {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        if self.range.contains(&number) {
            Ok(number)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(number), &self))
        }
    }
}

impl<'de, T: Deserialize<'de> + Described> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Object<T>, D::Error> {
        json.deserialize_map(Members(PhantomData))
    }
}

struct Members<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Described> Visitor<'de> for Members<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WHAT)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(Object)
    }
}

impl<T> Default for NotNull<T> {
    fn default() -> NotNull<T> {
        NotNull(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for NotNull<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<NotNull<T>, D::Error> {
        T::deserialize(json).map(|value| NotNull(Some(value)))
    }
}

impl From<Object<WrittenBounds>> for Bounds {
    fn from(Object(written): Object<WrittenBounds>) -> Bounds {
        let money = |amount: NotNull<Amount>| amount.0.map(|Amount(money)| money);
        Bounds {
            min: money(written.min),
            max: money(written.max),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Grounds<'a> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Grounds<'a>, D::Error> {
        json.deserialize_any(FalseOrClause)
    }
}

struct FalseOrClause;

impl<'de> Visitor<'de> for FalseOrClause {
    type Value = Grounds<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("false or the id of a clause")
    }

    fn visit_bool<E: Error>(self, said: bool) -> Result<Grounds<'de>, E> {
        if said {
            Err(E::invalid_value(Unexpected::Bool(said), &self))
        } else {
            Ok(Grounds(None))
        }
    }

    fn visit_borrowed_str<E: Error>(self, clause: &'de str) -> Result<Grounds<'de>, E> {
        Ok(Grounds(Some(Cow::Borrowed(clause))))
    }

    fn visit_str<E: Error>(self, clause: &str) -> Result<Grounds<'de>, E> {
        Ok(Grounds(Some(Cow::Owned(clause.to_owned()))))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Options<'a> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Options<'a>, D::Error> {
        json.deserialize_map(Switches)
    }
}

struct Switches;

/// A key borrowed where it has no escapes; `Cow` alone would always copy.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Visitor<'de> for Switches {
    type Value = Options<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of house options by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut switches: A) -> Result<Options<'de>, A::Error> {
        let mut options = ChosenOptions::new();
        while let Some(Key(name)) = switches.next_key()? {
            match options.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(switches.next_value()?);
                }
                Entry::Occupied(taken) => {
                    let name = quoted(taken.key());
                    return Err(A::Error::custom(format_args!(
                        "found option {name} twice, expected every option once"
                    )));
                }
            }
        }
        Ok(Options(options))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for OptionValue<'a> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<OptionValue<'a>, D::Error> {
        json.deserialize_any(Chosen)
    }
}

struct Chosen;

impl<'de> Visitor<'de> for Chosen {
    type Value = OptionValue<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a value, or a whole number for positions")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<OptionValue<'de>, E> {
        Ok(OptionValue::Number(number))
    }

    fn visit_borrowed_str<E: Error>(self, word: &'de str) -> Result<OptionValue<'de>, E> {
        Ok(OptionValue::Word(Cow::Borrowed(word)))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<OptionValue<'de>, E> {
        Ok(OptionValue::Word(Cow::Owned(word.to_owned())))
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
