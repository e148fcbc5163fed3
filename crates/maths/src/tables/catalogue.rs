//! Pay tables found in other houses, with where they were seen. The figures are counted, not copied.
//!
//! The tables stand in `catalogue.toml`, each as the pay file it would be, and go through the reader
//! that takes a designer's file.

use game::{Rulebook, RulebookId};
use toml::de::{DeTable, DeValue};

use crate::strategy::Strategy;
use crate::tables::bet::TabledBet;
use crate::tables::figures::Figures;
use crate::tables::pay_file::{Text, applied, table_as_toml};

const TABLES: &str = include_str!("catalogue.toml");

/// One table of one bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// As `pair-plus-40-30-6-4-1`.
    pub name: String,
    /// The bet it pays.
    pub bet: TabledBet,
    /// Its name.
    pub title: String,
    /// Where it was found.
    pub source: String,
    /// "To 1" in the order of [`TabledBet::hands`].
    pub pays: Vec<u32>,
}

/// All of them, by bet and name.
///
/// # Panics
///
/// Where the tables in the program are no pay files; the tests read them all.
pub fn catalogue() -> Vec<CatalogueEntry> {
    let all = DeTable::parse(TABLES).expect("the catalogue is TOML");
    let entries = all.get_ref().iter().map(|(name, entry)| {
        let table = entry.get_ref().as_table().expect("an entry is a table");
        let has = |key: &str| table.keys().any(|known| known.get_ref() == key);
        let text = |key: &str| {
            let value = table.get(key).map(toml::Spanned::get_ref);
            value
                .and_then(DeValue::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let bet = TabledBet::ALL.into_iter().find(|bet| has(bet.name()));
        let bet = bet.expect("an entry has a bet");
        let read = applied(Text(TABLES), table, house_with(bet)).expect("an entry is a pay file");
        CatalogueEntry {
            name: name.get_ref().to_string(),
            bet,
            title: text("title"),
            source: text("source"),
            pays: bet.pays(&read).expect("the house has the bet"),
        }
    });
    let mut entries: Vec<CatalogueEntry> = entries.collect();
    entries.sort_by(|one, other| (one.bet, &one.name).cmp(&(other.bet, &other.name)));
    entries
}

/// The first rulebook that has the bet: the default where the caller names no rulebook.
///
/// # Panics
///
/// Never: every bet stands in one of the five.
pub fn house_with(bet: TabledBet) -> &'static Rulebook {
    let forms = RulebookId::ALL.into_iter().map(RulebookId::form);
    let mut having = forms.filter(|form| bet.pays(form).is_some());
    having.next().expect("every bet stands in a rulebook")
}

impl CatalogueEntry {
    /// The table as a file a designer can start from.
    pub fn as_toml(&self) -> String {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        format!(
            "title = \"{}\"\nsource = \"{}\"\n\n{}",
            quoted(&self.title),
            quoted(&self.source),
            table_as_toml(self.bet, &self.pays)
        )
    }

    /// What the table comes to under a rulebook; none where that has no such bet.
    pub fn figures(&self, rulebook: &Rulebook, strategy: Strategy) -> Option<Figures> {
        self.bet.pays(rulebook)?;
        Figures::new(self.bet, &self.bet.paid(rulebook, &self.pays), strategy)
    }
}
