//! `rules diff ID ID`: only what two rulebooks answer differently.

use game::{Answer, Rulebook, RulebookId};
use serde::Serialize;

use super::pay::{self, Row};
use super::text::{Columns, Page};
use super::{json, section, title};
use crate::Format;

#[derive(Serialize)]
struct Differences {
    rulebooks: [RulebookId; 2],
    /// How many switches were compared.
    switches: usize,
    differ: Vec<Difference>,
    pay_tables: Vec<TableDifference>,
    /// The same value in both, but not the same choices of the house.
    choices_differ: Vec<&'static str>,
}

#[derive(Serialize)]
struct Difference {
    section: &'static str,
    switch: &'static str,
    answers: [Side; 2],
}

#[derive(Serialize)]
struct Side {
    rulebook: RulebookId,
    value: String,
    clauses: &'static [&'static str],
    choices: Vec<String>,
}

#[derive(Serialize)]
struct TableDifference {
    switch: &'static str,
    rows: Vec<RowDifference>,
}

#[derive(Serialize)]
struct RowDifference {
    hand: String,
    /// `null` where the rulebook's table has no such row.
    pays: [Option<String>; 2],
}

/// Prints the switches in which two rulebooks differ.
pub fn print(one: &Rulebook, other: &Rulebook, format: Format) -> anyhow::Result<String> {
    let differences = compare(one, other);
    match format {
        Format::Json => json(&differences),
        Format::Table => Ok(page([one, other], &differences)),
    }
}

fn compare(one: &Rulebook, other: &Rulebook) -> Differences {
    let pairs: Vec<(Answer, Answer)> = one.answers().into_iter().zip(other.answers()).collect();
    let same_value = |(a, b): &&(Answer, Answer)| a.says == b.says;
    let choices_differ = pairs
        .iter()
        .filter(same_value)
        .filter(|(a, b)| a.choices != b.choices);
    let choices_differ = choices_differ.map(|(a, _)| a.switch).collect();
    let switches = pairs.len();
    let differ = pairs.into_iter().filter(|pair| !same_value(&pair));
    Differences {
        rulebooks: [one.id, other.id],
        switches,
        differ: differ
            .map(|(a, b)| Difference {
                section: a.section,
                switch: a.switch,
                answers: [side(one.id, a), side(other.id, b)],
            })
            .collect(),
        pay_tables: table_differences(one, other),
        choices_differ,
    }
}

fn side(rulebook: RulebookId, answer: Answer) -> Side {
    Side {
        rulebook,
        value: answer.says,
        clauses: answer.cites,
        choices: answer.choices,
    }
}

fn table_differences(one: &Rulebook, other: &Rulebook) -> Vec<TableDifference> {
    let pairs = pay::tables(one).into_iter().zip(pay::tables(other));
    let compared = pairs.map(|(ours, theirs)| TableDifference {
        switch: ours.switch,
        rows: row_differences(&ours.rows, &theirs.rows),
    });
    compared.filter(|table| !table.rows.is_empty()).collect()
}

fn row_differences(ours: &[Row], theirs: &[Row]) -> Vec<RowDifference> {
    let pays = |rows: &[Row], hand: &str| {
        let row = rows.iter().find(|row| row.hand == hand);
        row.map(|row| row.pays.clone())
    };
    let only_theirs = theirs.iter().filter(|row| pays(ours, &row.hand).is_none());
    let hands = ours.iter().chain(only_theirs);
    hands
        .filter(|row| pays(ours, &row.hand) != pays(theirs, &row.hand))
        .map(|row| RowDifference {
            hand: row.hand.clone(),
            pays: [pays(ours, &row.hand), pays(theirs, &row.hand)],
        })
        .collect()
}

fn page(rulebooks: [&Rulebook; 2], differences: &Differences) -> String {
    let mut page = Page::default();
    let mut names = Columns::default();
    for rulebook in rulebooks {
        names.row([rulebook.id.to_string(), title(rulebook)]);
    }
    page.columns(&names, 0);
    let (differ, of) = (differences.differ.len(), differences.switches);
    page.line(format!("\n{differ} of {of} switches differ"));
    page.columns(&answers(&differences.differ), 4);
    if !differences.pay_tables.is_empty() {
        page.line("\nPay tables, rows that differ");
        for table in &differences.pay_tables {
            page.blank();
            page.columns(&rows(differences.rulebooks, table), 2);
        }
    }
    if !differences.choices_differ.is_empty() {
        page.line("\nThe same value, but other choices for the house\n");
        page.paragraph(&differences.choices_differ.join(", "), 2, 2);
    }
    page.into_text()
}

fn answers(differ: &[Difference]) -> Columns {
    let mut columns = Columns::default();
    let mut last = "";
    for difference in differ {
        if difference.section != last {
            last = difference.section;
            columns.heading(format!("\n{}\n", section(last)));
        }
        columns.heading(format!("  {}", difference.switch));
        for side in &difference.answers {
            let clauses = side.clauses.join(", ");
            columns.row([side.rulebook.to_string(), side.value.clone(), clauses]);
        }
    }
    columns
}

fn rows(rulebooks: [RulebookId; 2], table: &TableDifference) -> Columns {
    let mut columns = Columns::default();
    let [one, other] = rulebooks.map(|id| id.to_string());
    columns.row([table.switch.to_owned(), one, other]);
    for row in &table.rows {
        let pays = row.pays.clone();
        let [ours, theirs] = pays.map(|pays| pays.unwrap_or_else(|| "-".to_owned()));
        columns.row([row.hand.clone(), ours, theirs]);
    }
    columns
}
