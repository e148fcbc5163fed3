//! Pay tables and house options of another game, written down as TOML and put into a rulebook.
//!
//! A designer starts from one of the five rulebooks and says what is different; what the file does
//! not name stays as it is. Pure: text goes in, a rulebook comes out, or a message that names line,
//! column and key, what was found and what was expected.
//!
//! ```
//! use game::RulebookId;
//! let text = "[pair_plus]\nstraight = 6\n";
//! let rulebook = maths::tables::pay_file(text, RulebookId::Rws2020.form())?;
//! assert_eq!(rulebook.options(), [("pair_plus_table", "40 30 6 4 1".to_owned())]);
//!
//! let wrong = "[pair_plus]\nflush = -3\n";
//! let refused = maths::tables::pay_file(wrong, RulebookId::Rws2020.form()).unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "line 2, column 9: pair_plus.flush: found -3, expected a whole number from 0 to 10000",
//! );
//! # Ok::<(), maths::tables::PayFileError>(())
//! ```

mod fault;
mod hands;
mod jackpot;
mod write;

use game::Rulebook;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub use fault::PayFileError;
pub use write::{table_as_toml, tables_as_toml};

use crate::tables::bet::TabledBet;
pub(crate) use fault::Text;

/// The highest odds a table may offer. The square of a payment is counted over the deals, and the
/// counts of two bets are multiplied: with four digits that stays inside what is exact here.
pub const MOST_TO_ONE: u32 = 10_000;

/// The rulebook with what the text says in place of its own answers.
pub fn pay_file(text: &str, base: &Rulebook) -> Result<Rulebook, PayFileError> {
    let text = Text(text);
    let table = DeTable::parse(text.0).map_err(|error| text.unreadable(&error))?;
    applied(text, table.get_ref(), base)
}

/// What a file says about itself: printed on the sheet, and used for nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayFileNames {
    /// Its title.
    pub title: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
}

impl PayFileNames {
    /// Nothing where [`pay_file`] would refuse the text.
    pub fn of(text: &str) -> PayFileNames {
        let Ok(table) = DeTable::parse(text) else {
            return PayFileNames::default();
        };
        let named = |name: &str| {
            let value = table.get_ref().get(name)?.get_ref().as_str()?;
            Some(value.to_owned())
        };
        PayFileNames {
            title: named("title"),
            source: named("source"),
        }
    }
}

/// The same for tables already read.
pub(crate) fn applied(
    text: Text<'_>,
    table: &DeTable<'_>,
    base: &Rulebook,
) -> Result<Rulebook, PayFileError> {
    let mut rulebook = base.clone();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let bet = TabledBet::ALL.into_iter().find(|bet| bet.name() == name);
        rulebook = match (name, bet) {
            (_, Some(bet)) => {
                hands::applied(text, bet, key, section(text, key, value)?, &rulebook)?
            }
            ("jackpot", None) => {
                jackpot::applied(text, key, section(text, key, value)?, &rulebook)?
            }
            ("options", None) => options(text, section(text, key, value)?, rulebook)?,
            ("title" | "source", None) => {
                if value.get_ref().as_str().is_none() {
                    let expected = "a text in quotes";
                    return Err(text.found(value.span(), name, value.get_ref(), expected));
                }
                rulebook
            }
            _ => {
                let known = "title, source, options, ante_bonus, pair_plus, five_card or jackpot";
                return Err(text.unknown(key, "", known));
            }
        };
    }
    Ok(rulebook)
}

/// The rows under a heading.
fn section<'v, 'i>(
    text: Text<'_>,
    key: &Spanned<std::borrow::Cow<'_, str>>,
    value: &'v Spanned<DeValue<'i>>,
) -> Result<&'v DeTable<'i>, PayFileError> {
    let name = key.get_ref();
    value.get_ref().as_table().ok_or_else(|| {
        let expected = format!("a table, as [{name}] with a line for each row");
        text.found(value.span(), name, value.get_ref(), &expected)
    })
}

/// House options, as `--option` takes them.
fn options(
    text: Text<'_>,
    rows: &DeTable<'_>,
    mut rulebook: Rulebook,
) -> Result<Rulebook, PayFileError> {
    for (switch, value) in rows {
        let key = format!("options.{}", switch.get_ref());
        let chosen = match value.get_ref() {
            DeValue::String(chosen) => chosen.to_string(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => {
                let expected = "the word of a choice in quotes, as \"yes\"";
                return Err(text.found(value.span(), &key, value.get_ref(), expected));
            }
        };
        rulebook
            .choose(switch.get_ref(), &chosen)
            .map_err(|refused| text.fault(value.span(), &key, refused.to_string()))?;
    }
    Ok(rulebook)
}

/// A whole number from nothing to `most`.
fn whole(
    text: Text<'_>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    most: u64,
) -> Result<u64, PayFileError> {
    let number = value.get_ref().as_integer();
    let number = number.and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
    number.filter(|number| *number <= most).ok_or_else(|| {
        let expected = format!("a whole number from 0 to {most}");
        text.found(value.span(), key, value.get_ref(), &expected)
    })
}
