//! The whole matrix: a block an irregularity, a line a state, a column a rulebook.

use game::{Act, Branch, Irregularity, Moment, Remedy, Rulebook, RulebookId, branches};

use super::one::capital;
use super::{chosen, state_title, states};
use crate::rules::text::{Columns, Page, wrap};

/// The widest a code may be: the states need the room.
const CODE: usize = 9;
/// The codes of rounds.md 8.1, explained to readers who do not have that page.
const LEGEND: &str = "V void, all bets returned. Vr void and reshuffle. C play goes on. \
    O choices to the affected boxes, OA to all: play on, or take the bets back. \
    M whole hands moved. Rc the correct deal put together again. \
    H that hand removed, its bets returned; H+O the others choose; H+W the others may be permitted to withdraw. \
    W each Player may withdraw everything. R that bet returned. X refused. \
    Z settled as it stands, Zm to the maximum, Z1 once and later ones returned. \
    K kept at risk. F treated as folded. I hand invalid, its bets returned. S settled normally. \
    A the official who rules on uncovered matters decides, on the proposal in brackets. \
    A small h marks a default of the house where the text is silent or doubtful. \
    A dash: cannot arise. A state that is not listed cannot arise under any rulebook.";

/// The whole matrix for people.
pub fn page(forms: &[&Rulebook]) -> String {
    let mut page = Page::default();
    page.paragraph(
        "What each rulebook does when something goes wrong, by how far the round has come. \
         `rules irregularities IR-07` says one of them in full, with its clauses. \
         In the columns, multilink is rws-multilink-2024.",
        0,
        0,
    );
    if let Some(options) = chosen(forms) {
        page.paragraph(&options, 0, 2);
    }
    page.blank();
    page.paragraph(
        "Contact: a Player has seen own cards, or handled them, whichever the rulebook asks. \
         Outcome: a bet is won or lost for good.",
        0,
        0,
    );
    page.columns(&blocks(forms), 0);
    page.blank();
    page.paragraph(LEGEND, 0, 0);
    page.into_text()
}

fn blocks(forms: &[&Rulebook]) -> Columns {
    let mut columns = Columns::default();
    for row in Irregularity::ALL {
        columns.heading(heading(row));
        let names = forms.iter().map(|form| short(form.id).to_owned());
        columns.row(with_first(String::new(), names));
        let cases = Moment::ALL.map(|moment| branches(forms, row, moment, code));
        let at = |moment: Moment| &cases[moment as usize];
        for state in states(|one, other| codes(forms, at(one)) == codes(forms, at(other))) {
            for branch in at(state[0]).iter().filter(|branch| can_arise(branch)) {
                let remedies = forms.iter().zip(&branch.remedies);
                let remedies = remedies.map(|(form, remedy)| code(form, remedy));
                let remedies = remedies.map(|code| wrap(&code, CODE).join("\n"));
                columns.row(with_first(label(&state, branch), remedies));
            }
        }
    }
    columns
}

fn with_first(first: String, rest: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(first).chain(rest).collect()
}

fn can_arise(branch: &Branch) -> bool {
    let mut acts = branch.remedies.iter().map(|remedy| remedy.act);
    acts.any(|act| act != Act::CannotArise)
}

/// The title, what has happened in plain words, and the rows it is mixed up with.
fn heading(row: Irregularity) -> String {
    let mut lines = format!("\n{row} {}\n", row.title());
    lines += &capital(row.in_plain_words());
    lines += ".\n";
    let others: Vec<String> = row.see_also().iter().map(ToString::to_string).collect();
    if !others.is_empty() {
        lines += "See also ";
        lines += &others.join(", ");
        lines += ".\n";
    }
    lines
}

/// The code of an answer, with what the house proposes where the matrix proposes nothing.
fn code(form: &Rulebook, remedy: &Remedy) -> String {
    match form.proposal(remedy) {
        Some(act) => format!("A({})", act.code()),
        None => remedy.to_string(),
    }
}

/// What a block prints of these cases.
fn codes(forms: &[&Rulebook], cases: &[Branch]) -> Vec<(Vec<&'static str>, Vec<String>)> {
    let cases = cases.iter();
    cases
        .map(|branch| {
            let facts = branch.facts.iter().map(|fact| fact.words()).collect();
            let remedies = forms.iter().zip(&branch.remedies);
            let remedies = remedies.map(|(form, remedy)| code(form, remedy)).collect();
            (facts, remedies)
        })
        .collect()
}

fn label(state: &[Moment], branch: &Branch) -> String {
    let facts: Vec<&str> = branch.facts.iter().map(|fact| fact.words()).collect();
    match facts.as_slice() {
        [] => state_title(state),
        facts => format!("{}: {}", state_title(state), facts.join(", ")),
    }
}

/// Five names and a state must go into eighty columns.
fn short(id: RulebookId) -> &'static str {
    match id {
        RulebookId::RwsMultilink2024 => "multilink",
        RulebookId::Rws2020
        | RulebookId::Rws2013
        | RulebookId::Mbs2019
        | RulebookId::Oceanfront => id.name(),
    }
}
