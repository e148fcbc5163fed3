//! Every question a casino must answer, and what five casinos answered.
//!
//! A rulebook is a form with no blanks: one struct, five values, no `Default`. A new question does
//! not compile until all five have answered it. The engine asks the form and never the casino's
//! name; pages that compare rulebooks are printed from the same values.

mod choices;
mod descriptive;
mod digest;
mod form;
mod grounds;
mod mbs_2019;
mod oceanfront;
mod restored;
mod ruling;
mod rws_2013;
mod rws_2020;
mod rws_multilink_2024;
mod tables;

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

pub use choices::*;
pub use digest::Digest;
pub use form::Rulebook;
pub use grounds::Grounds;
pub use ruling::{Latitude, Ruling, Value};
pub use tables::{
    Award, BetCap, BetOrder, ClauseList, JackpotHand, JackpotRow, JackpotTable, PayTable,
    Positions, SideBetTable,
};

use crate::clause::Cites;

/// The five rulebooks, in the order of `rounds.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RulebookId {
    /// Resorts World Sentosa, version 3 of 2020.
    #[serde(rename = "rws-2020")]
    Rws2020,
    /// Resorts World Sentosa, version 2 of 2013.
    #[serde(rename = "rws-2013")]
    Rws2013,
    /// Marina Bay Sands, version 5 of 2019.
    #[serde(rename = "mbs-2019")]
    Mbs2019,
    /// Resorts World Sentosa with a jackpot linked between tables, version 4 of 2024.
    #[serde(rename = "rws-multilink-2024")]
    RwsMultilink2024,
    /// Oceanfront Gaming, undated.
    #[serde(rename = "oceanfront")]
    Oceanfront,
}

/// One answer as a reader sees it: what `rules show` and `rules diff` print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The section of `rounds.md` that asks.
    pub section: &'static str,
    /// The name of the switch.
    pub switch: &'static str,
    /// The value, in the word the form writes for it.
    pub says: String,
    /// Whether the answer is the house's rather than the text's: see [`Ruling::is_the_houses`].
    pub is_the_houses: bool,
    /// The clauses and ambiguities it rests on.
    pub cites: Cites,
    /// What the house may choose; empty where nothing is left open.
    pub choices: Vec<String>,
    /// Why nothing turns on the answer, where it only describes the game.
    pub descriptive: Option<&'static str>,
}

/// Why a house option was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionRefused {
    /// No rulebook has such a switch.
    #[error("`{switch}` is no switch of any rulebook, expected one that `rules show` lists")]
    Unknown {
        /// The name as given.
        switch: String,
    },
    /// This rulebook has no such thing.
    #[error("`{switch}` does not arise under {rulebook}")]
    NotAsked {
        /// The rulebook.
        rulebook: RulebookId,
        /// The switch.
        switch: &'static str,
    },
    /// The text leaves nothing to choose.
    #[error("{rulebook} leaves no choice of `{switch}`: it says {says} ({cites})")]
    Fixed {
        /// The rulebook.
        rulebook: RulebookId,
        /// The switch.
        switch: &'static str,
        /// What it says.
        says: String,
        /// The clauses that say so.
        cites: String,
    },
    /// The value is none of the choices.
    #[error("`{switch}` cannot be `{found}` under {rulebook}; expected one of {}", .expected.join(", "))]
    Value {
        /// The rulebook.
        rulebook: RulebookId,
        /// The switch.
        switch: &'static str,
        /// The value as given.
        found: String,
        /// The choices.
        expected: Vec<String>,
    },
}

impl RulebookId {
    /// All five, in the order of `rounds.md`.
    pub const ALL: [RulebookId; 5] = [
        RulebookId::Rws2020,
        RulebookId::Rws2013,
        RulebookId::Mbs2019,
        RulebookId::RwsMultilink2024,
        RulebookId::Oceanfront,
    ];

    /// The name written on tables, in logs and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            RulebookId::Rws2020 => "rws-2020",
            RulebookId::Rws2013 => "rws-2013",
            RulebookId::Mbs2019 => "mbs-2019",
            RulebookId::RwsMultilink2024 => "rws-multilink-2024",
            RulebookId::Oceanfront => "oceanfront",
        }
    }

    /// The rulebook with every option at its default.
    pub const fn form(self) -> &'static Rulebook {
        match self {
            RulebookId::Rws2020 => &rws_2020::RWS_2020,
            RulebookId::Rws2013 => &rws_2013::RWS_2013,
            RulebookId::Mbs2019 => &mbs_2019::MBS_2019,
            RulebookId::RwsMultilink2024 => &rws_multilink_2024::RWS_MULTILINK_2024,
            RulebookId::Oceanfront => &oceanfront::OCEANFRONT,
        }
    }
}

impl Rulebook {
    /// The same with the house's choice of one switch.
    ///
    /// ```
    /// use game::RulebookId;
    /// let mut rulebook = RulebookId::Rws2020.form().clone();
    /// rulebook.choose("fold_envy_receive", "yes").unwrap();
    /// let refused = rulebook.choose("fold_jackpot", "alive").unwrap_err();
    /// assert!(refused.to_string().contains("3.12.1"));
    /// ```
    pub fn choose(&mut self, switch: &str, value: &str) -> Result<(), OptionRefused> {
        self.set(switch, value)
    }

    /// The options that differ from the rulebook's defaults, by switch name.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        let defaults = self.id.form().answers();
        let chosen = self.answers().into_iter().zip(defaults);
        chosen
            .filter(|(now, default)| now.says != default.says)
            .map(|(now, _)| (now.switch, now.says))
            .collect()
    }

    /// One line an answer: the text the digest is taken over. It holds every switch, its value, and
    /// whether that is the text's or the house's; citations are outside it.
    pub fn canonical(&self) -> String {
        let mut text = format!("{} {} {}\n", self.id, self.version, self.effective);
        for answer in self.answers() {
            text.push_str(answer.switch);
            text.push('=');
            text.push_str(&answer.says);
            if answer.is_the_houses {
                text.push_str(" (house)");
            }
            text.push('\n');
        }
        text
    }

    /// The mark of this rulebook with its options, over [`Rulebook::canonical`].
    pub fn digest(&self) -> Digest {
        Digest::of(&self.canonical())
    }
}

/// Equal where every question has the same answer on the same authority; citations follow from those.
impl PartialEq for Rulebook {
    fn eq(&self, other: &Rulebook) -> bool {
        // A table is asked under its own form at every command: one and the same needs no reading.
        core::ptr::eq(self, other) || self.agrees(other)
    }
}

impl Eq for Rulebook {}

impl fmt::Display for RulebookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names none of the five.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no rulebook `{found}`; expected one of rws-2020, rws-2013, mbs-2019, rws-multilink-2024, oceanfront"
)]
pub struct NoSuchRulebook {
    found: String,
}

impl FromStr for RulebookId {
    type Err = NoSuchRulebook;

    fn from_str(text: &str) -> Result<RulebookId, NoSuchRulebook> {
        let found = || text.chars().take(40).collect();
        let named = RulebookId::ALL.into_iter().find(|id| id.name() == text);
        named.ok_or_else(|| NoSuchRulebook { found: found() })
    }
}
