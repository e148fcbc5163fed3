//! The matrix for programs: every moment, every case that a rulebook tells apart, nothing merged.

use game::{Act, Irregularity, Moment, Remedy, Rulebook, RulebookId, Ruler, branches};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::rules::json;
use lookup::words::sentence;

#[derive(Serialize)]
struct Matrix {
    rulebooks: Vec<Profile>,
    irregularities: Vec<Row>,
}

#[derive(Serialize)]
struct Profile {
    rulebook: RulebookId,
    /// What the house chose otherwise than the default.
    options: Map<String, Value>,
}

#[derive(Serialize)]
struct Row {
    id: String,
    irregularity: Irregularity,
    title: &'static str,
    /// What has happened, in plain words.
    plain: &'static str,
    /// The rows it is mixed up with.
    see_also: Vec<String>,
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Case {
    moment: Moment,
    /// What an answer turns on; empty where it is the same whatever the circumstances.
    when: Map<String, Value>,
    answers: Vec<Answer>,
}

#[derive(Serialize)]
struct Answer {
    rulebook: RulebookId,
    /// As rounds.md writes it.
    code: String,
    act: Act,
    ruler: Ruler,
    /// The act proposed to the official who rules, where the matter is referred.
    proposal: Option<Act>,
    house_default: bool,
    says: String,
    clauses: Vec<&'static str>,
}

/// These irregularities as JSON.
pub fn print(forms: &[&Rulebook], rows: &[Irregularity]) -> anyhow::Result<String> {
    let rows = rows.iter().map(|row| {
        Ok(Row {
            id: row.to_string(),
            irregularity: *row,
            title: row.title(),
            plain: row.in_plain_words(),
            see_also: row.see_also().iter().map(ToString::to_string).collect(),
            cases: cases(forms, *row)?,
        })
    });
    json(&Matrix {
        rulebooks: forms.iter().map(|form| profile(form)).collect(),
        irregularities: rows.collect::<anyhow::Result<_>>()?,
    })
}

fn profile(form: &Rulebook) -> Profile {
    let options = form.options().into_iter();
    Profile {
        rulebook: form.id,
        options: options
            .map(|(name, value)| (name.to_owned(), Value::String(value)))
            .collect(),
    }
}

fn cases(forms: &[&Rulebook], row: Irregularity) -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for moment in Moment::ALL {
        for branch in branches(forms, row, moment, |_, remedy| *remedy) {
            let mut when = Map::new();
            for fact in &branch.facts {
                // A fact is an object of one field.
                if let Value::Object(field) = serde_json::to_value(fact)? {
                    when.extend(field);
                }
            }
            let answers = forms.iter().zip(&branch.remedies);
            cases.push(Case {
                moment,
                when,
                answers: answers
                    .map(|(form, remedy)| answer(form, row, remedy, moment))
                    .collect(),
            });
        }
    }
    Ok(cases)
}

fn answer(form: &Rulebook, row: Irregularity, remedy: &Remedy, moment: Moment) -> Answer {
    Answer {
        rulebook: form.id,
        code: remedy.to_string(),
        act: remedy.act,
        ruler: remedy.ruler,
        proposal: form.proposal(remedy),
        house_default: remedy.house,
        says: sentence(form, row, remedy, moment),
        clauses: remedy.cites.iter().collect(),
    }
}
