//! Could this round have happened? What the rulebook does not have is refused here, field by field.
//!
//! The form is asked what it has; nothing is known here of any one casino. The outcome is what the
//! settlement takes: what lay on the table when the Dealer's hand was shown.

use std::borrow::Cow;
use std::ops::Deref;

use super::fault::{WrittenFault, quoted};
use super::field::{Amount, Grounds, NotNull, Object, OptionValue, Options};
use super::round::{RoundFields, WrittenJackpot, WrittenLimits, WrittenRound, WrittenWin};
use super::seat;
use super::word::{CommunityCards, Found, Named};
use crate::{
    Bounds, Card, CardSet, Cites, Community, Hand, JackpotKind, JackpotTerms, Limits, LinkedWin,
    OptionRefused, Rulebook, SideBet, StakedBox,
};

/// A written-down round that can have happened, as the settlement takes it.
pub struct CheckedRound<'a> {
    pub(super) rulebook: House,
    pub(super) ending: Ending,
    pub(super) limits: Limits,
    pub(super) jackpot: Option<JackpotTerms>,
    pub(super) paid_before: Vec<LinkedWin>,
    pub(super) paid_after: Vec<LinkedWin>,
    pub(super) boxes: Vec<StakedBox>,
    /// The names of the boxes' Players, in the order of the boxes.
    pub(super) players: Vec<Cow<'a, str>>,
}

/// How the round ended.
#[derive(Clone, Copy)]
pub enum Ending {
    Shown {
        dealer: Hand,
        community: Option<[Card; 2]>,
    },
    /// Void under this clause, whatever the cards.
    Void(Cites),
}

/// A rulebook with or without choices of its house; one without is not copied.
pub enum House {
    Default(&'static Rulebook),
    Chosen(Box<Rulebook>),
}

impl Deref for House {
    type Target = Rulebook;

    fn deref(&self) -> &Rulebook {
        match self {
            House::Default(rulebook) => rulebook,
            House::Chosen(rulebook) => rulebook,
        }
    }
}

impl<'a> WrittenRound<'a> {
    /// The round as the settlement takes it, or the first field that says something impossible.
    pub fn check(self) -> Result<CheckedRound<'a>, WrittenFault> {
        let WrittenRound(Object(fields)) = self;
        checked(fields)
    }
}

fn checked(written: RoundFields<'_>) -> Result<CheckedRound<'_>, WrittenFault> {
    let rulebook = house(written.rulebook.form(), &written.options)?;
    let void = cited(&rulebook, &written.void, || "void".to_owned())?;
    let limits = limits(&rulebook, &written.limits)?;
    let jackpot = jackpot(&rulebook, &written)?;
    let mut table = Table {
        rulebook: &rulebook,
        void,
        has_jackpot: jackpot.is_some(),
        seen: CardSet::new(),
    };
    let ending = table.ending(&written.dealer, &written.community)?;
    if written.boxes.is_empty() {
        return Err(WrittenFault::new(
            "boxes",
            "an empty list",
            "at least one box",
        ));
    }
    let mut boxes: Vec<StakedBox> = Vec::with_capacity(written.boxes.len().min(15));
    let mut players: Vec<Cow<'_, str>> = Vec::with_capacity(written.boxes.len().min(15));
    for (at, Object(written)) in written.boxes.into_iter().enumerate() {
        let taken = boxes.iter().any(|other| other.number.0 == written.seat.0);
        if taken {
            let found = format!("{} a second time", written.seat.0);
            return Err(WrittenFault::new(
                format!("boxes[{at}].box"),
                found,
                "every box once",
            ));
        }
        let first = players.iter().position(|player| *player == written.player);
        boxes.push(seat::staked(&mut table, at, first.unwrap_or(at), &written)?);
        players.push(written.player);
    }
    let (paid_before, paid_after) = (
        wins(&written.jackpots_paid_before),
        wins(&written.jackpots_paid_after),
    );
    Ok(CheckedRound {
        rulebook,
        ending,
        limits,
        jackpot,
        paid_before,
        paid_after,
        boxes,
        players,
    })
}

/// What the boxes of a round are checked against.
pub struct Table<'a> {
    pub rulebook: &'a Rulebook,
    pub void: Option<Cites>,
    pub has_jackpot: bool,
    seen: CardSet,
}

impl Table<'_> {
    fn ending(
        &mut self,
        dealer: &Found<Hand>,
        community: &Found<CommunityCards>,
    ) -> Result<Ending, WrittenFault> {
        if let Some(clause) = self.void {
            return Ok(Ending::Void(clause));
        }
        let field = || "dealer".to_owned();
        let dealer = *needed(dealer, field)?;
        self.lay(&dealer.cards(), field)?;
        let field = || "community".to_owned();
        let community = match (self.rulebook.community.says, community) {
            (Community::Two, written) => Some(needed(written, field)?.0),
            (Community::None, Found::Nothing) => None,
            (Community::None, Found::Read(_) | Found::Wrong(_)) => {
                let expected = format!("none: {} has no community cards", self.rulebook.id);
                return Err(WrittenFault::new(field(), "community cards", expected));
            }
        };
        self.lay(
            community.as_ref().map_or(&[], |cards| cards.as_slice()),
            field,
        )?;
        Ok(Ending::Shown { dealer, community })
    }

    /// Lays cards on the table; one that lies there already cannot be dealt again.
    pub fn lay(&mut self, cards: &[Card], field: impl Fn() -> String) -> Result<(), WrittenFault> {
        match cards.iter().find(|card| !self.seen.insert(**card)) {
            Some(card) => {
                let found = format!("{card} a second time");
                Err(WrittenFault::new(
                    field(),
                    found,
                    "every card once in a round",
                ))
            }
            None => Ok(()),
        }
    }
}

/// A value the round cannot do without.
pub fn needed<T: Named>(found: &Found<T>, field: impl Fn() -> String) -> Result<&T, WrittenFault> {
    match found {
        Found::Read(value) => Ok(value),
        Found::Nothing => Err(WrittenFault::new(field(), "nothing", T::WORDS)),
        Found::Wrong(what) => Err(WrittenFault::new(field(), what.as_ref(), T::WORDS)),
    }
}

/// The citation of a clause the round names, if it names one.
pub fn cited(
    rulebook: &Rulebook,
    grounds: &Grounds<'_>,
    field: impl Fn() -> String,
) -> Result<Option<Cites>, WrittenFault> {
    let Some(id) = &grounds.0 else {
        return Ok(None);
    };
    let cites = crate::cite(rulebook.id, id).ok_or_else(|| {
        let expected = format!("a clause of {} or an id of the ambiguities", rulebook.id);
        WrittenFault::new(field(), quoted(id), expected)
    })?;
    Ok(Some(cites))
}

fn house(form: &'static Rulebook, Options(options): &Options<'_>) -> Result<House, WrittenFault> {
    if options.is_empty() {
        return Ok(House::Default(form));
    }
    let mut rulebook = Box::new(form.clone());
    for (switch, value) in options {
        let number;
        let value = match value {
            OptionValue::Word(word) => word.as_ref(),
            OptionValue::Number(written) => {
                number = written.to_string();
                &number
            }
        };
        rulebook
            .choose(switch, value)
            .map_err(|refused| not_chosen(form, switch, value, refused))?;
    }
    Ok(House::Chosen(rulebook))
}

fn not_chosen(form: &Rulebook, switch: &str, value: &str, refused: OptionRefused) -> WrittenFault {
    let (found, expected) = match refused {
        OptionRefused::Unknown { .. } => {
            let open = form
                .answers()
                .into_iter()
                .filter(|answer| !answer.choices.is_empty());
            let names: Vec<&str> = open.map(|answer| answer.switch).collect();
            let expected = format!(
                "one that {} leaves to the house: {}",
                form.id,
                names.join(", ")
            );
            return WrittenFault::new(
                "options",
                format!("the unknown option {}", quoted(switch)),
                expected,
            );
        }
        OptionRefused::Fixed {
            rulebook,
            says,
            cites,
            ..
        } => (
            quoted(value),
            format!("it left out: {rulebook} leaves no choice, it says {says} ({cites})"),
        ),
        OptionRefused::NotAsked { rulebook, .. } => (
            quoted(value),
            format!("it left out: the question does not arise under {rulebook}"),
        ),
        OptionRefused::Value { expected, .. } => {
            (quoted(value), format!("one of {}", expected.join(", ")))
        }
    };
    WrittenFault::new(format!("options.{switch}"), found, expected)
}

fn limits(
    rulebook: &Rulebook,
    Object(written): &Object<WrittenLimits>,
) -> Result<Limits, WrittenFault> {
    if written.five_card.0.is_some() && rulebook.side_bet.says == SideBet::None {
        let expected = format!("none: {} has no such bet", rulebook.id);
        return Err(WrittenFault::new("limits.five_card", "limits", expected));
    }
    let limits = Limits {
        ante: written.ante.into(),
        pair_plus: written.pair_plus.into(),
        five_card: written.five_card.0.map_or_else(Bounds::default, Into::into),
    };
    let named = [
        ("limits.ante", limits.ante),
        ("limits.pair_plus", limits.pair_plus),
        ("limits.five_card", limits.five_card),
    ];
    for (field, bounds) in named {
        if let (Some(min), Some(max)) = (bounds.min, bounds.max)
            && min > max
        {
            let found = format!("min {} above max {}", min.in_minor(), max.in_minor());
            return Err(WrittenFault::new(field, found, "min up to max"));
        }
    }
    Ok(limits)
}

fn jackpot(
    rulebook: &Rulebook,
    written: &RoundFields<'_>,
) -> Result<Option<JackpotTerms>, WrittenFault> {
    let NotNull(jackpot) = written.jackpot;
    let linked = match (rulebook.jackpot_kind.says, jackpot.is_some()) {
        (JackpotKind::None, true) => {
            let expected = format!("none: {} has no jackpot", rulebook.id);
            return Err(WrittenFault::new("jackpot", "a jackpot", expected));
        }
        (JackpotKind::None | JackpotKind::ThreeCard, _) => false,
        (JackpotKind::FiveCardLinked, _) => true,
    };
    let elsewhere = [
        ("jackpots_paid_before", &written.jackpots_paid_before),
        ("jackpots_paid_after", &written.jackpots_paid_after),
    ];
    for (field, wins) in elsewhere {
        if jackpot.is_none() && !wins.is_empty() {
            return Err(WrittenFault::new(
                field,
                "wins without jackpot",
                "jackpot beside them",
            ));
        }
        let tenth = wins
            .iter()
            .position(|Object(win)| win.award == LinkedWin::StraightFlush);
        if let (Some(at), false) = (tenth, linked) {
            let expected = format!("\"major\": {} pays no share of the meter", rulebook.id);
            return Err(WrittenFault::new(
                format!("{field}[{at}].award"),
                "\"straight_flush\"",
                expected,
            ));
        }
    }
    Ok(jackpot.map(|Object(terms)| JackpotTerms::from(terms)))
}

impl From<WrittenJackpot> for JackpotTerms {
    fn from(written: WrittenJackpot) -> JackpotTerms {
        let WrittenJackpot {
            stake: Amount(stake),
            displayed: Amount(displayed),
            seed: Amount(seed),
        } = written;
        JackpotTerms {
            stake,
            displayed,
            seed,
        }
    }
}

fn wins(written: &[Object<WrittenWin>]) -> Vec<LinkedWin> {
    written.iter().map(|Object(win)| win.award).collect()
}
