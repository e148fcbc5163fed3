//! `rules irregularities [ID]`: what each rulebook does when something goes wrong at the table.
//!
//! Every line is an answer of `game`, which also lists the cases. This module only prints it: all rows in
//! the codes of `rounds.md` 8.1, or one row in whole sentences.

mod json;
mod matrix;
mod one;

use anyhow::bail;
use game::{Irregularity, Moment, OptionRefused, Rulebook, RulebookId};

use crate::Format;

/// Prints one irregularity, or the whole matrix.
pub fn print(forms: &[Rulebook], wanted: Option<&str>, format: Format) -> anyhow::Result<String> {
    let forms: Vec<&Rulebook> = forms.iter().collect();
    let row = wanted.map(named).transpose()?;
    match (format, row) {
        (Format::Json, Some(row)) => json::print(&forms, &[row]),
        (Format::Json, None) => json::print(&forms, &Irregularity::ALL),
        (Format::Table, Some(row)) => Ok(one::page(&forms, row)),
        (Format::Table, None) => Ok(matrix::page(&forms)),
    }
}

/// The rulebooks asked for, all five if none is named. A choice is taken by each that leaves it open;
/// where none does, the first refusal that says more than "does not arise" is given.
pub fn forms(
    wanted: &[RulebookId],
    options: &[(String, String)],
) -> Result<Vec<Rulebook>, OptionRefused> {
    let shown = |id: &RulebookId| wanted.is_empty() || wanted.contains(id);
    let ids = RulebookId::ALL.into_iter().filter(shown);
    let mut forms: Vec<Rulebook> = ids.map(|id| id.form().clone()).collect();
    for (switch, value) in options {
        let taken = forms.iter_mut().map(|form| form.choose(switch, value));
        let taken: Vec<Result<(), OptionRefused>> = taken.collect();
        if taken.iter().any(Result::is_ok) {
            continue;
        }
        let mut refused: Vec<OptionRefused> = taken.into_iter().filter_map(Result::err).collect();
        refused.sort_by_key(|refused| matches!(refused, OptionRefused::NotAsked { .. }));
        if let Some(first) = refused.into_iter().next() {
            return Err(first);
        }
    }
    Ok(forms)
}

fn named(wanted: &str) -> anyhow::Result<Irregularity> {
    let Some(row) = Irregularity::named(wanted.trim()) else {
        let found: String = wanted.chars().take(40).collect();
        bail!("no irregularity `{found}`; expected IR-01 to IR-35, or a number from 1 to 35");
    };
    Ok(row)
}

/// Every choice of the house that is not the default, with who took it.
fn chosen(forms: &[&Rulebook]) -> Option<String> {
    let of = |form: &&Rulebook| {
        let options = form.options().into_iter();
        let options: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        (!options.is_empty()).then(|| format!("{} with {}", form.id, options.join(", ")))
    };
    let all: Vec<String> = forms.iter().filter_map(of).collect();
    (!all.is_empty()).then(|| format!("Options: {}.", all.join("; ")))
}

/// Neighbouring moments that `same` cannot tell apart, as one state each.
fn states(same: impl Fn(Moment, Moment) -> bool) -> Vec<Vec<Moment>> {
    let mut states: Vec<Vec<Moment>> = Vec::new();
    for moment in Moment::ALL {
        match states.last_mut() {
            Some(state) if state.iter().all(|earlier| same(*earlier, moment)) => state.push(moment),
            Some(_) | None => states.push(vec![moment]),
        }
    }
    states
}

/// `dealing`, `bets open, bets closed`, `up to deciding`.
fn state_title(state: &[Moment]) -> String {
    match state {
        [] => String::new(),
        [only] => only.title().to_owned(),
        [one, other] => format!("{}, {}", one.title(), other.title()),
        [Moment::BetsOpen, .., last] => format!("up to {}", last.title()),
        [first, .., last] => format!("{} to {}", first.title(), last.title()),
    }
}
