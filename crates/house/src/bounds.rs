//! Bounds on what callers send: every amount, every text and every list in a request.
//!
//! A request is walked through field by field as it would be stored, so a field that is added later is
//! bounded too. The check is the first thing that happens to a request. Its refusal follows from the
//! request alone, so it is not stored: the same request is refused the same way every time.

use game::{Actor, Money};
use serde::Serialize;
use serde::ser::{
    self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

/// The longest text that may be sent: a report, a finding, a reason, a notice.
pub const TEXT_LETTERS_MAX: usize = 1_000;
/// The longest list that may be sent; the longest that makes sense is a deck of cards.
pub const LIST_MAX: usize = 100;

/// Which field of a request is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfBounds {
    /// An amount of money is negative, or larger than any that is accepted.
    #[error("{field}: found {found}, expected 0 to {}", Money::LIMIT.in_minor())]
    Amount {
        /// The field.
        field: &'static str,
        /// Its minor units.
        found: i64,
    },
    /// A text is too long.
    #[error("{field}: found {found} letters, expected at most {TEXT_LETTERS_MAX}")]
    Text {
        /// The field.
        field: &'static str,
        /// How many letters it has.
        found: usize,
    },
    /// A list is too long.
    #[error("{field}: found more than {LIST_MAX} items, expected at most {LIST_MAX}")]
    List {
        /// The field.
        field: &'static str,
    },
}

/// Refuses a request with a field out of bounds. What the system asks is computed from the log and not
/// sent by a caller, so it is not looked at.
pub fn check(by: Actor, request: &impl Serialize) -> Result<(), OutOfBounds> {
    check_from(0, by, request)
}

/// The same for a request to the rules, which refuse a negative amount themselves, in their own order of
/// reasons: here it may only not be too large for their sums.
pub fn check_for_rules(by: Actor, request: &impl Serialize) -> Result<(), OutOfBounds> {
    check_from(-Money::LIMIT.in_minor(), by, request)
}

fn check_from(least: i64, by: Actor, request: &impl Serialize) -> Result<(), OutOfBounds> {
    let mut walk = Walk {
        least,
        field: "",
        items: 0,
    };
    match by {
        Actor::System => Ok(()),
        Actor::Player(_) | Actor::Staff { .. } => match request.serialize(&mut walk) {
            Ok(()) => Ok(()),
            Err(Stop(found)) => found.map_or(Ok(()), Err),
        },
    }
}

/// Whether a text is short enough, for a caller that has nothing but the text.
pub fn check_text(field: &'static str, text: &str) -> Result<(), OutOfBounds> {
    // No text has more letters than bytes, so a short one need not be counted.
    let found = if text.len() <= TEXT_LETTERS_MAX {
        0
    } else {
        text.chars().count()
    };
    if found > TEXT_LETTERS_MAX {
        return Err(OutOfBounds::Text { field, found });
    }
    Ok(())
}

/// Goes through a request. Money is the only signed number of 64 bits in our requests.
struct Walk {
    /// The least amount that is accepted.
    least: i64,
    /// The field being read.
    field: &'static str,
    /// How many items of the list being read were seen.
    items: usize,
}

/// Ends the walk; the field that is out of bounds.
#[derive(Debug)]
struct Stop(Option<OutOfBounds>);

impl core::fmt::Display for Stop {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("out of bounds")
    }
}

impl core::error::Error for Stop {}

impl ser::Error for Stop {
    /// Never called: our requests are plain data.
    fn custom<T: core::fmt::Display>(_: T) -> Stop {
        Stop(None)
    }
}

impl Walk {
    fn field<T: Serialize + ?Sized>(&mut self, field: &'static str, value: &T) -> Result<(), Stop> {
        self.field = field;
        value.serialize(self)
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        let items = self.items + 1;
        if items > LIST_MAX {
            let field = self.field;
            return Err(Stop(Some(OutOfBounds::List { field })));
        }
        value.serialize(&mut *self)?;
        self.items = items;
        Ok(())
    }
}

/// Values that are bounded by their own type.
macro_rules! passes {
    ($($name:ident($($value:ty),*);)+) => {
        $(fn $name(self $(, _: $value)*) -> Result<(), Stop> {
            Ok(())
        })+
    };
}

impl<'a> ser::Serializer for &'a mut Walk {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = &'a mut Walk;
    type SerializeTuple = &'a mut Walk;
    type SerializeTupleStruct = &'a mut Walk;
    type SerializeTupleVariant = &'a mut Walk;
    type SerializeMap = &'a mut Walk;
    type SerializeStruct = &'a mut Walk;
    type SerializeStructVariant = &'a mut Walk;

    passes! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    fn serialize_i64(self, found: i64) -> Result<(), Stop> {
        if (self.least..=Money::LIMIT.in_minor()).contains(&found) {
            return Ok(());
        }
        let field = self.field;
        Err(Stop(Some(OutOfBounds::Amount { field, found })))
    }

    fn serialize_str(self, text: &str) -> Result<(), Stop> {
        check_text(self.field, text).map_err(|found| Stop(Some(found)))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Stop> {
        let (field, found) = (self.field, bytes.len());
        if found > TEXT_LETTERS_MAX {
            return Err(Stop(Some(OutOfBounds::Text { field, found })));
        }
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        self.field(variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<&'a mut Walk, Stop> {
        self.items = 0;
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<&'a mut Walk, Stop> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<&'a mut Walk, Stop> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<&'a mut Walk, Stop> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<&'a mut Walk, Stop> {
        self.items = 0;
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<&'a mut Walk, Stop> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<&'a mut Walk, Stop> {
        Ok(self)
    }
}

impl SerializeSeq for &mut Walk {
    type Ok = ();
    type Error = Stop;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        self.item(value)
    }

    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}

impl SerializeMap for &mut Walk {
    type Ok = ();
    type Error = Stop;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        self.item(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        let items = self.items;
        value.serialize(&mut **self)?;
        self.items = items;
        Ok(())
    }

    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}

/// Parts whose number is fixed by their type.
macro_rules! fixed {
    ($($part:ident, $named:ident;)+) => {
        $(impl $part for &mut Walk {
            type Ok = ();
            type Error = Stop;

            fn $named<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        })+
    };
}

fixed! {
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

/// Parts that have names.
macro_rules! named {
    ($($part:ident;)+) => {
        $(impl $part for &mut Walk {
            type Ok = ();
            type Error = Stop;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Stop> {
                self.field(key, value)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        })+
    };
}

named! {
    SerializeStruct;
    SerializeStructVariant;
}

#[cfg(test)]
mod tests;
