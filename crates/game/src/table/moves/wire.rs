//! A move as programs read it: `{"request": {…}, "min", "max", "step"}`, or `{"request": {…},
//! "fields": {…}}` where the request names only its kind and the fields are to be filled in. A fold says
//! what it loses.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use super::form::{Choices, FormKind, MoveForm};
use super::{Amounts, Move};
use crate::money::Money;
use crate::round::Request;
use crate::wager::Area;

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Move::Exact(request) => sent(serializer, request, None),
            Move::Amount { request, amounts } => sent(serializer, request, Some(amounts)),
            Move::Fold { request, loses } => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("request", request)?;
                map.serialize_entry("loses", &Loses(loses))?;
                map.end()
            }
            Move::Form(form) => form.serialize(serializer),
        }
    }
}

fn sent<S: Serializer>(
    serializer: S,
    request: &Request,
    amounts: Option<&Amounts>,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("request", request)?;
    if let Some(amounts) = amounts {
        map.serialize_entry("min", &amounts.min)?;
        map.serialize_entry("max", &amounts.max)?;
        map.serialize_entry("step", &amounts.step)?;
        if let Some((least, most)) = amounts.within_limits {
            map.serialize_entry("limit_min", &least)?;
            map.serialize_entry("limit_max", &most)?;
        }
    }
    map.end()
}

/// `{"ante": 1000, "jackpot": 500}`
struct Loses<'a>(&'a [(Area, Money)]);

impl Serialize for Loses<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(area, amount)| (area, amount)))
    }
}

impl Serialize for MoveForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_struct("MoveForm", 2)?;
        form.serialize_field("request", &self.kind)?;
        form.serialize_field("fields", &Fields(self))?;
        form.end()
    }
}

impl Serialize for FormKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut kind = serializer.serialize_map(None)?;
        kind.serialize_entry("request", self.request)?;
        if let Some((field, tag, variant)) = self.variant {
            kind.serialize_entry(field, &Tagged(tag, variant))?;
        }
        kind.end()
    }
}

/// `{"saw": "misdealt"}`
struct Tagged(&'static str, &'static str);

impl Serialize for Tagged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tagged = serializer.serialize_map(Some(1))?;
        tagged.serialize_entry(self.0, self.1)?;
        tagged.end()
    }
}

/// Every field by its name.
struct Fields<'a>(&'a MoveForm);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.fields.iter();
        serializer.collect_map(fields.map(|field| (field.name, &field.choices)))
    }
}

impl Serialize for Choices {
    // tidy: table
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Choices::Boxes(boxes) => map.serialize_entry("one_of", boxes)?,
            Choices::AnyOfBoxes(boxes) => map.serialize_entry("any_of", boxes)?,
            Choices::Areas(areas) => map.serialize_entry("one_of", areas)?,
            Choices::Players(players) => map.serialize_entry("one_of", players)?,
            Choices::PlayersExcept(players) => {
                map.serialize_entry("any", "player")?;
                map.serialize_entry("except", players)?;
            }
            Choices::PeopleExcept(people) => {
                map.serialize_entry("any", "person")?;
                map.serialize_entry("except", people)?;
            }
            Choices::Actors => map.serialize_entry("any", "actor")?,
            Choices::Posts(posts) => map.serialize_entry("one_of", posts)?,
            Choices::Wagers(wagers) => map.serialize_entry("one_of", wagers)?,
            Choices::Places(places) => map.serialize_entry("one_of", places)?,
            Choices::Causes(causes) => map.serialize_entry("one_of", causes)?,
            Choices::Amount(min, max) => {
                map.serialize_entry("min", min)?;
                map.serialize_entry("max", max)?;
                map.serialize_entry("step", &1)?;
            }
            Choices::Chips(min, max, step) => {
                map.serialize_entry("min", min)?;
                map.serialize_entry("max", max)?;
                map.serialize_entry("step", step)?;
            }
            Choices::Number(min, max) => {
                map.serialize_entry("min", min)?;
                map.serialize_entry("max", max)?;
            }
            Choices::Cards {
                least,
                most,
                not,
                first,
            } => {
                map.serialize_entry("any", "card")?;
                map.serialize_entry("least", least)?;
                map.serialize_entry("most", most)?;
                map.serialize_entry("except", not)?;
                map.serialize_entry("first", first)?;
            }
            Choices::Text | Choices::SomeText => map.serialize_entry("any", "text")?,
            Choices::Irregularities(rows) => map.serialize_entry("one_of", rows)?,
            Choices::Setup => map.serialize_entry("any", "setup")?,
        }
        map.end()
    }
}
