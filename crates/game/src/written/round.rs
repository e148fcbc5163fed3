//! A round as it is written down, field by field.
//!
//! Only the shape is judged here: names, types, ranges. Texts are borrowed from the line, and an
//! unknown field or one given twice is refused. Whether the round could have happened is for
//! [`super::check`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::field::{Amount, Described, Grounds, NotNull, Object, OptionValue, Options, Seat};
use super::word::{CommunityCards, Decision, Found, named};
use crate::{Hand, LinkedWin, RulebookId};

/// A round as it is written down, not yet judged.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct WrittenRound<'a>(#[serde(borrow)] pub(super) Object<RoundFields<'a>>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundFields<'a> {
    #[serde(deserialize_with = "named")]
    pub rulebook: RulebookId,
    #[serde(default, borrow)]
    pub void: Grounds<'a>,
    #[serde(default)]
    pub limits: Object<WrittenLimits>,
    #[serde(default)]
    pub jackpot: NotNull<Object<WrittenJackpot>>,
    #[serde(default, borrow)]
    pub options: Options<'a>,
    #[serde(default)]
    pub dealer: Found<Hand>,
    #[serde(default)]
    pub community: Found<CommunityCards>,
    #[serde(borrow)]
    pub boxes: Vec<Object<WrittenBox<'a>>>,
    #[serde(default)]
    pub jackpots_paid_before: Vec<Object<WrittenWin>>,
    #[serde(default)]
    pub jackpots_paid_after: Vec<Object<WrittenWin>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenLimits {
    #[serde(default)]
    pub ante: Object<WrittenBounds>,
    #[serde(default)]
    pub pair_plus: Object<WrittenBounds>,
    #[serde(default)]
    pub five_card: NotNull<Object<WrittenBounds>>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenBounds {
    #[serde(default)]
    pub min: NotNull<Amount>,
    #[serde(default)]
    pub max: NotNull<Amount>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenJackpot {
    pub stake: Amount,
    pub displayed: Amount,
    pub seed: Amount,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenWin {
    #[serde(deserialize_with = "named")]
    pub award: LinkedWin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenBox<'a> {
    #[serde(rename = "box")]
    pub seat: Seat,
    #[serde(borrow)]
    pub player: Cow<'a, str>,
    #[serde(default)]
    pub cards: Found<Hand>,
    #[serde(default)]
    pub ante: Amount,
    #[serde(default)]
    pub play: Amount,
    #[serde(default)]
    pub pair_plus: Amount,
    #[serde(default)]
    pub five_card: Amount,
    #[serde(default)]
    pub jackpot: Amount,
    #[serde(default)]
    pub decision: Found<Decision>,
    #[serde(default, borrow)]
    pub invalidated: Grounds<'a>,
    #[serde(default, borrow)]
    pub withdrawn: Grounds<'a>,
    #[serde(default)]
    pub under_minimum_before: bool,
}

/// The house options of a round by switch, in no order of their own.
pub type ChosenOptions<'a> = BTreeMap<Cow<'a, str>, OptionValue<'a>>;

impl Described for RoundFields<'_> {
    const WHAT: &'static str = "one round as an object";
}

impl Described for WrittenLimits {
    const WHAT: &'static str = "an object with ante, pair_plus or five_card";
}

impl Described for WrittenBounds {
    const WHAT: &'static str = "an object with min, max or both";
}

impl Described for WrittenJackpot {
    const WHAT: &'static str = "an object with stake, displayed and seed";
}

impl Described for WrittenWin {
    const WHAT: &'static str = "an object with award";
}

impl Described for WrittenBox<'_> {
    const WHAT: &'static str = "one box as an object";
}
