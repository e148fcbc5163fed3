//! `rules show ID`: a rulebook in order, then every switch with its clauses and what is left to the house.

use std::collections::BTreeMap;

use game::{Answer, Digest, Rulebook, RulebookId};
use serde::Serialize;

use super::pay::{self, Row};
use super::text::{Columns, Page};
use super::{in_order, json, section, title};
use crate::Format;

#[derive(Serialize)]
struct Shown {
    rulebook: RulebookId,
    title: &'static str,
    version: &'static str,
    effective: &'static str,
    digest: Digest,
    /// What the house chose otherwise than the default.
    options: BTreeMap<&'static str, String>,
    switches: Vec<Decided>,
    pay_tables: BTreeMap<&'static str, Vec<Row>>,
}

/// An answer as programs read it.
#[derive(Serialize)]
pub struct Decided {
    /// Section of rounds.md that asks the question.
    pub section: &'static str,
    /// Name of the switch.
    pub switch: &'static str,
    /// The answer.
    pub value: String,
    /// The clauses it rests on.
    pub clauses: &'static [&'static str],
    /// What a house may choose instead.
    pub choices: Vec<String>,
    /// Why nothing turns on the answer, where it only describes the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub descriptive: Option<&'static str>,
}

impl From<Answer> for Decided {
    fn from(answer: Answer) -> Decided {
        Decided {
            section: answer.section,
            switch: answer.switch,
            value: answer.says,
            clauses: answer.cites,
            choices: answer.choices,
            descriptive: answer.descriptive,
        }
    }
}

/// Prints every switch of a rulebook.
pub fn print(rulebook: &Rulebook, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Json => json(&Shown {
            rulebook: rulebook.id,
            title: rulebook.title,
            version: rulebook.version,
            effective: rulebook.effective,
            digest: rulebook.digest(),
            options: rulebook.options().into_iter().collect(),
            switches: rulebook.answers().into_iter().map(Decided::from).collect(),
            pay_tables: pay::tables(rulebook)
                .into_iter()
                .map(|table| (table.switch, table.rows))
                .collect(),
        }),
        Format::Table => Ok(page(rulebook)),
    }
}

fn page(rulebook: &Rulebook) -> String {
    let mut page = Page::default();
    page.paragraph(&format!("{}: {}", rulebook.id, title(rulebook)), 0, 2);
    page.line(format!("digest {}", rulebook.digest()));
    let options = rulebook.options().into_iter();
    let options: Vec<String> = options
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if !options.is_empty() {
        page.paragraph(&format!("options, marked *: {}", options.join(", ")), 0, 2);
    }
    legend(&mut page);
    page.line("\nThe clauses in order, in our words\n");
    in_order::lay_out(&mut page, in_order::clauses_of(rulebook.id));
    page.columns(&switches(rulebook), 2);
    page.line("\nPay tables");
    for table in pay::tables(rulebook)
        .iter()
        .filter(|table| !table.rows.is_empty())
    {
        page.line(format!("\n  {}", table.switch));
        let mut columns = Columns::default();
        for row in &table.rows {
            columns.row([row.hand.clone(), row.pays.clone()]);
        }
        page.columns(&columns, 4);
    }
    page.into_text()
}

/// First, so that the signs below can be read.
fn legend(page: &mut Page) {
    page.blank();
    page.paragraph(
        "First the clauses, then what they decide: each switch with its value and the clauses it rests on. \
         What follows `or` is left to the house: choose it with --option NAME=VALUE. \
         `-` is a question that does not arise. A descriptive answer says how the text puts it; \
         no bet, decision or payment turns on it (--format json says why). \
         Letters and a number, as G-19, name an entry of the ambiguities; `rules show ID G-19` reads it.",
        0,
        0,
    );
}

fn switches(rulebook: &Rulebook) -> Columns {
    let mut columns = Columns::default();
    let mut last = "";
    let defaults = rulebook.id.form().answers();
    for (answer, default) in rulebook.answers().into_iter().zip(defaults) {
        if answer.section != last {
            last = answer.section;
            columns.heading(format!("\n{}\n", section(last)));
        }
        let mark = if answer.says == default.says {
            ""
        } else {
            " *"
        };
        columns.row([
            format!("{}{mark}", answer.switch),
            value(&answer, &default),
            answer.cites.join(", "),
        ]);
    }
    columns
}

/// The value, what it is instead of, and what else the house could choose, each on its own line.
fn value(answer: &Answer, default: &Answer) -> String {
    let mut lines = vec![answer.says.clone()];
    if answer.says != default.says {
        lines.push(format!("instead of {}", default.says));
    }
    let others = answer.choices.iter().map(String::as_str);
    let others = others.filter(|choice| *choice != answer.says && *choice != default.says);
    let others: Vec<&str> = others.collect();
    if !others.is_empty() {
        lines.push(format!("or {}", listed(&answer.choices, &others)));
    }
    if answer.descriptive.is_some() && answer.says != "-" {
        lines.push("(descriptive)".to_owned());
    }
    lines.join("\n")
}

/// Numbers without a gap as their range, anything else one by one.
fn listed(choices: &[String], others: &[&str]) -> String {
    let numbers: Option<Vec<u32>> = choices.iter().map(|choice| choice.parse().ok()).collect();
    match numbers.as_deref() {
        Some([first, .., last]) if (*first..=*last).eq(numbers.iter().flatten().copied()) => {
            format!("{first}..{last}")
        }
        Some(_) | None => others.join(", "),
    }
}
