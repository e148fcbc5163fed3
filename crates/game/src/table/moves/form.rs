//! Requests whose content is free: their kind, and what each field may hold.

use super::filled::{Value, filled};
use crate::actor::{PersonId, Post};
use crate::card::Card;
use crate::irregularity::Irregularity;
use crate::money::Money;
use crate::round::{Cause, Place, Request};
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::{Area, Wager};

/// A kind of request that is granted with some content of its fields. Each field is judged by
/// itself: whether two of them go together, the rules say when the request is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveForm {
    /// Which request it is.
    pub kind: FormKind,
    /// Every field the caller fills in.
    pub fields: Vec<Field>,
}

/// The request as it is named on the wire, and the variant of what it carries where that is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormKind {
    /// The value of the tag `request`.
    pub request: &'static str,
    /// The field that carries something with variants of its own, the tag that tells them apart,
    /// and the variant: `("report", "saw", "misdealt")`.
    pub variant: Option<(&'static str, &'static str, &'static str)>,
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// As it is named on the wire, with the path to it: `reason`, `report.cards`.
    pub name: &'static str,
    /// What it may hold.
    pub choices: Choices,
}

/// What a field may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// One of these boxes.
    Boxes(Vec<BoxNumber>),
    /// Any number of these boxes, none included.
    AnyOfBoxes(Vec<BoxNumber>),
    /// One of these areas of a box.
    Areas(Vec<Area>),
    /// One of these Players.
    Players(Vec<PlayerId>),
    /// Any Player but these.
    PlayersExcept(Vec<PlayerId>),
    /// Any member of staff but these.
    PeopleExcept(Vec<PersonId>),
    /// Any Player, member of staff, or the system.
    Actors,
    /// One of these posts.
    Posts(Vec<Post>),
    /// One of these lines of a settlement.
    Wagers(Vec<Wager>),
    /// One of these places of the felt.
    Places(Vec<Place>),
    /// One of these causes of an interruption.
    Causes(Vec<Cause>),
    /// An amount from the first to the second.
    Amount(Money, Money),
    /// An amount that can be laid in chips: from the first to the second in steps of the third.
    Chips(Money, Money, Money),
    /// A whole number from the first to the second.
    Number(u64, u64),
    /// Cards.
    Cards {
        /// How many at least.
        least: usize,
        /// How many at most.
        most: usize,
        /// None of these: they lie open on the table.
        not: Vec<Card>,
        /// These come first: they were seen before they were dealt.
        first: Vec<Card>,
    },
    /// Any text.
    Text,
    /// Any text that is not blank.
    SomeText,
    /// One of these irregularities.
    Irregularities(Vec<Irregularity>),
    /// What a table is opened with, as the rulebook asks for it.
    Setup,
}

impl MoveForm {
    pub(super) fn new(kind: FormKind, fields: Vec<(&'static str, Choices)>) -> MoveForm {
        let fields = fields.into_iter();
        MoveForm {
            kind,
            fields: fields
                .map(|(name, choices)| Field { name, choices })
                .collect(),
        }
    }

    /// Whether a request of this kind says which cards lie where: one of its fields holds cards.
    pub fn names_cards(&self) -> bool {
        let mut choices = self.fields.iter().map(|field| &field.choices);
        choices.any(|choices| matches!(choices, Choices::Cards { .. }))
    }

    /// Whether the request is of this kind, with every field one of those it may hold.
    pub fn allows(&self, asked: &Request) -> bool {
        let Some((kind, values)) = filled(asked) else {
            return false;
        };
        kind == self.kind
            && values.len() == self.fields.len()
            && values
                .iter()
                .zip(&self.fields)
                .all(|((name, value), field)| *name == field.name && field.choices.allow(value))
    }
}

impl FormKind {
    pub(super) const fn plain(request: &'static str) -> FormKind {
        FormKind {
            request,
            variant: None,
        }
    }

    pub(super) const fn report(saw: &'static str) -> FormKind {
        FormKind {
            request: "report",
            variant: Some(("report", "saw", saw)),
        }
    }

    pub(super) const fn slip(did: &'static str) -> FormKind {
        FormKind {
            request: "slip",
            variant: Some(("slip", "did", did)),
        }
    }

    pub(super) const fn ruling(says: &'static str) -> FormKind {
        FormKind {
            request: "rule",
            variant: Some(("finding", "says", says)),
        }
    }

    pub(super) const fn correction(corrects: &'static str) -> FormKind {
        FormKind {
            request: "propose-correction",
            variant: Some(("correction", "corrects", corrects)),
        }
    }
}

impl Choices {
    /// Cards of which nothing is known but how many there are.
    pub(super) const fn cards(least: usize, most: usize) -> Choices {
        Choices::Cards {
            least,
            most,
            not: Vec::new(),
            first: Vec::new(),
        }
    }

    fn allow(&self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Choices::Boxes(boxes), Value::Box(at)) => boxes.contains(at),
            (Choices::AnyOfBoxes(boxes), Value::Boxes(all)) => {
                all.iter().all(|at| boxes.contains(at))
            }
            (Choices::Areas(areas), Value::Area(area)) => areas.contains(area),
            (Choices::Players(players), Value::Player(player)) => players.contains(player),
            (Choices::PlayersExcept(players), Value::Player(player)) => !players.contains(player),
            (Choices::PeopleExcept(people), Value::Person(person)) => !people.contains(person),
            (Choices::Posts(posts), Value::Post(post)) => posts.contains(post),
            (Choices::Wagers(wagers), Value::Wager(wager)) => wagers.contains(wager),
            (Choices::Places(places), Value::Place(place)) => places.contains(place),
            (Choices::Causes(causes), Value::Cause(cause)) => causes.contains(cause),
            (Choices::Amount(min, max), Value::Amount(amount)) => min <= amount && amount <= max,
            (Choices::Chips(min, max, step), Value::Amount(amount)) => {
                min <= amount && amount <= max && amount.less(*min).is_multiple_of(*step)
            }
            (Choices::Number(min, max), Value::Number(number)) => min <= number && number <= max,
            (
                Choices::Cards {
                    least,
                    most,
                    not,
                    first,
                },
                Value::Cards(cards),
            ) => {
                let count = (least..=most).contains(&&cards.len());
                let hidden = !cards.iter().any(|card| not.contains(card));
                count && hidden && first.iter().zip(*cards).all(|(next, card)| next == card)
            }
            (Choices::Irregularities(rows), Value::Irregularity(row)) => rows.contains(row),
            (Choices::SomeText, Value::Text(text)) => !text.trim().is_empty(),
            (Choices::Text, Value::Text(_))
            | (Choices::Actors, Value::Actor)
            | (Choices::Setup, Value::Setup) => true,
            (
                Choices::Boxes(_)
                | Choices::AnyOfBoxes(_)
                | Choices::Areas(_)
                | Choices::Players(_)
                | Choices::PlayersExcept(_)
                | Choices::PeopleExcept(_)
                | Choices::Actors
                | Choices::Posts(_)
                | Choices::Wagers(_)
                | Choices::Places(_)
                | Choices::Causes(_)
                | Choices::Amount(..)
                | Choices::Chips(..)
                | Choices::Number(..)
                | Choices::Cards { .. }
                | Choices::Text
                | Choices::SomeText
                | Choices::Irregularities(_)
                | Choices::Setup,
                _,
            ) => false,
        }
    }
}
