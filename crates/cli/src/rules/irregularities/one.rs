//! One irregularity in whole sentences: each state, each rulebook, who rules and by which clause.

use game::{Act, Branch, Irregularity, Moment, Remedy, Rulebook, branches};

use super::{chosen, state_title, states};
use crate::rules::text::{Columns, Page};
use lookup::words::{fact, sentence};

/// What is said where something cannot arise.
const NEVER: &str = "Cannot arise.";

/// One irregularity in sentences.
pub fn page(forms: &[&Rulebook], row: Irregularity) -> String {
    let mut page = Page::default();
    page.paragraph(&format!("{row} {}", row.title()), 0, 2);
    page.paragraph(&format!("{}.", capital(row.in_plain_words())), 0, 2);
    let others = row.see_also().iter();
    let others = others.map(|other| format!("{other} ({})", other.in_plain_words()));
    let others: Vec<String> = others.collect();
    if !others.is_empty() {
        page.paragraph(&format!("See also {}.", others.join(", ")), 0, 2);
    }
    if let Some(options) = chosen(forms) {
        page.paragraph(&options, 0, 2);
    }
    page.columns(&answers(forms, row), 2);
    page.into_text()
}

fn answers(forms: &[&Rulebook], row: Irregularity) -> Columns {
    let mut columns = Columns::default();
    let at = |moment: Moment| -> Vec<Vec<String>> {
        let forms = forms.iter();
        forms.map(|form| said(form, row, moment)).collect()
    };
    let answers = Moment::ALL.map(at);
    let of = |moment: Moment| &answers[moment as usize];
    for state in states(|one, other| of(one) == of(other)) {
        columns.heading(format!("\n{}\n", capital(&state_title(&state))));
        let answers = of(state[0]);
        if answers.iter().flatten().all(|said| said == NEVER) {
            columns.heading("  Cannot arise.");
            continue;
        }
        for (form, said) in forms.iter().zip(answers) {
            columns.row([form.id.to_string(), said.join("\n")]);
        }
    }
    columns
}

/// A sentence a case: `If no Player has seen own cards: the round is void .. [5.8.2]`.
fn said(form: &Rulebook, row: Irregularity, moment: Moment) -> Vec<String> {
    let says = |form: &Rulebook, remedy: &Remedy| {
        let cites = match remedy.cites.to_string() {
            cites if cites.is_empty() => cites,
            cites => format!(" [{cites}]"),
        };
        sentence(form, row, remedy, moment) + &cites
    };
    let mut cases = branches(&[form], row, moment, says);
    // Of several cases only those are told in which something is done.
    if cases.len() > 1 {
        cases.retain(|case| {
            case.remedies
                .iter()
                .any(|remedy| remedy.act != Act::CannotArise)
        });
    }
    let whole = |case: Branch| {
        let facts: Vec<&str> = case.facts.iter().map(|found| fact(form, *found)).collect();
        let says: String = case
            .remedies
            .iter()
            .map(|remedy| says(form, remedy))
            .collect();
        match facts.as_slice() {
            [] => capital(&says),
            facts => format!("If {}: {says}", facts.join(" and ")),
        }
    };
    cases.into_iter().map(whole).collect()
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
