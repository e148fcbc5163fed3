//! The kinds of value a field of a written round can have, and how each is read.
//!
//! Every kind says what it expects; a value it does not take is told in these words. Serde's own reading is looser than ours in two ways, and both are closed here: it takes
//! an array for an object, and null for something left out.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::fault::quoted;
use super::round::{ChosenOptions, WrittenBounds};
use crate::{Bounds, Money};

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
#[serde(transparent)]
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
