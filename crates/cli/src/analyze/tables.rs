//! `--tables FILE`: another game's pay tables in a rulebook, and what is then not as the text has it.

use std::fs::File;
use std::io::Read;

use anyhow::{Context as _, bail};
use game::{Rulebook, RulebookId};
use maths::tables::{PayFileNames, catalogue, pay_file};
use serde::Serialize;

/// Largest pay table file read. Such a file has some dozens of lines; a larger one is the wrong file.
const MOST_BYTES: u64 = 1 << 20;

/// What is analyzed or simulated.
pub(crate) struct Chosen {
    /// The rulebook with its options and pay tables.
    pub rulebook: Rulebook,
    /// As the file of pay tables calls itself.
    pub names: PayFileNames,
}

/// The rulebook with the tables of a file, of standard input (`-`) or of the catalogue
/// (`catalogue:NAME`), and then with the options of the call.
pub(crate) fn chosen(
    id: RulebookId,
    tables: Option<&str>,
    options: &[(String, String)],
) -> anyhow::Result<Chosen> {
    let mut rulebook = id.form().clone();
    let mut names = PayFileNames::default();
    if let Some(name) = tables {
        let text = text(name)?;
        rulebook = pay_file(&text, &rulebook).with_context(|| format!("--tables: {name}"))?;
        names = PayFileNames::of(&text);
    }
    for (at, (switch, value)) in options.iter().enumerate() {
        if options[..at].iter().any(|(earlier, _)| earlier == switch) {
            bail!("--option: found {switch} twice, expected each switch once");
        }
        rulebook.choose(switch, value).context("--option")?;
    }
    Ok(Chosen { rulebook, names })
}

fn text(name: &str) -> anyhow::Result<String> {
    if let Some(entry) = name.strip_prefix("catalogue:") {
        return Ok(entry_named(entry)?.as_toml());
    }
    if name == "-" {
        return read(std::io::stdin().lock()).context("--tables: standard input");
    }
    let file = File::open(name).with_context(|| format!("--tables: could not open `{name}`"))?;
    read(file).with_context(|| format!("--tables: {name}"))
}

fn read(from: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("found more than {MOST_BYTES} bytes, expected a file of pay tables");
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = error
            .as_bytes()
            .iter()
            .take(error.utf8_error().valid_up_to());
        let line = before.filter(|byte| **byte == b'\n').count() + 1;
        anyhow::anyhow!("line {line}: found bytes that are no text, expected UTF-8")
    })
}

/// The table of the catalogue with this name.
pub fn entry_named(name: &str) -> anyhow::Result<maths::tables::CatalogueEntry> {
    let found = catalogue().into_iter().find(|entry| entry.name == name);
    found.with_context(|| {
        let name: String = name.chars().take(60).collect();
        format!("found no table `{name}` in the catalogue, expected a name that `analyze --catalogue` lists")
    })
}

/// An answer that the rulebook's text does not leave to the house.
#[derive(Serialize)]
pub struct Departure {
    /// Name of the switch.
    pub switch: &'static str,
    /// The answer of the file.
    pub says: String,
    /// The answer of the rulebook.
    pub instead_of: String,
    /// Who says otherwise, as `rws-2020 4.2`.
    pub not_as: Vec<String>,
}

/// What is not as the rulebook has it, and not the house's to choose either.
pub fn departures(rulebook: &Rulebook) -> Vec<Departure> {
    let written = rulebook.id.form().answers().into_iter();
    let both = rulebook.answers().into_iter().zip(written);
    both.filter(|(now, written)| now.says != written.says && written.choices.is_empty())
        .map(|(now, written)| Departure {
            switch: now.switch,
            says: now.says,
            instead_of: written.says,
            not_as: written
                .cites
                .iter()
                .map(|clause| format!("{} {clause}", rulebook.id))
                .collect(),
        })
        .collect()
}

impl Departure {
    /// `pair_plus_table is 40 30 6 4 1, not as rws-2020 4.2`.
    pub fn told(&self) -> String {
        let clauses = self.not_as.join(", ");
        format!("{} is {}, not as {clauses}", self.switch, self.says)
    }
}
