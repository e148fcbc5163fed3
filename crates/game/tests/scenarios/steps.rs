//! Plays the scenarios of live rounds: a table is a story, a row a step.
//!
//! `who` does something (`does`), and `answer` says what comes of it: `ok`; a refusal with a part of
//! its words and the rule behind it, `refused: below the minimum (5.2)`; or facts that hold
//! afterwards, several separated by `;`. The story is told once for each rulebook of its heading. Where
//! the rulebooks number a rule differently the refusal lists them, `(5.11, mbs-2019 5.5)`: an id with a
//! rulebook before it is that rulebook's, one without is everybody else's. A table with many of them has
//! a column for each rulebook of its heading instead: the clauses the answer cites under that one.
//! `under mbs-2019: fact` is checked under that rulebook only.
//!
//! The phrases are in `steps/commands.rs`, `steps/reports.rs`, `steps/rulings.rs` and
//! `steps/shorthand.rs`, the facts in `steps/facts.rs`, `steps/aftermath.rs`, `steps/corrected.rs` and
//! `steps/sight.rs`: each is one line of a list.

#[path = "steps/acts.rs"]
mod acts;
#[path = "steps/aftermath.rs"]
mod aftermath;
#[path = "steps/commands.rs"]
mod commands;
#[path = "steps/corrected.rs"]
mod corrected;
#[path = "steps/facts.rs"]
mod facts;
#[path = "steps/opening.rs"]
mod opening;
#[path = "steps/reports.rs"]
mod reports;
#[path = "steps/rulings.rs"]
mod rulings;
#[path = "steps/scene.rs"]
mod scene;
#[path = "steps/shorthand.rs"]
mod shorthand;
#[path = "steps/sight.rs"]
mod sight;
#[path = "steps/stage.rs"]
mod stage;
#[path = "steps/words.rs"]
mod words;

use game::{Refusal, RulebookId};

use crate::markdown::{Row, Table};
use scene::Scene;
use stage::{Answer, Stage};

/// Tells the story under every rulebook its heading cites.
pub fn run(table: &Table) -> Result<(), String> {
    let at_table = |error: String| format!("{}:{}: {error}", table.file, table.line);
    let mut rulebooks: Vec<RulebookId> = Vec::new();
    for (rulebook, _) in table.citations().map_err(at_table)? {
        if !rulebooks.contains(&rulebook) {
            rulebooks.push(rulebook);
        }
    }
    let names = rulebooks.iter().map(|rulebook| rulebook.name());
    let told = ["who", "does", "answer"];
    let with_clauses: Vec<&str> = told.into_iter().chain(names).collect();
    if table.columns != told && table.columns != with_clauses {
        let (found, all) = (table.columns.join(", "), with_clauses.join(", "));
        return Err(at_table(format!(
            "a story has the columns who, does, answer, or {all}; found {found}"
        )));
    }
    let told = rulebooks.iter().map(|rulebook| tell(table, *rulebook));
    let failures: Vec<String> = told.filter_map(Result::err).collect();
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}

fn tell(table: &Table, rulebook: RulebookId) -> Result<(), String> {
    let mut stage = Stage::new(rulebook.form());
    stage.written = table
        .rows
        .iter()
        .flat_map(|row| words::named_cards(table.cell(row, "does")))
        .collect();
    for row in &table.rows {
        step(&mut stage, table, row).map_err(|error| {
            let (file, line, heading) = (&table.file, row.line, &table.heading);
            let (who, does) = (table.cell(row, "who"), table.cell(row, "does"));
            format!("{file}:{line}: {heading}\n  under {rulebook}, {who} {does}: {error}")
        })?;
    }
    Ok(())
}

fn step(stage: &mut Stage, table: &Table, row: &Row) -> Result<(), String> {
    let by = stage::actor(table.cell(row, "who"))?;
    let phrase = table.cell(row, "does");
    let meter_before = stage.meter;
    let request = commands::request(&stage.rulebook, by, phrase)
        .or_else(|| reports::request(stage, phrase))
        .or_else(|| rulings::request(stage, phrase));
    let answer = match request {
        Some(asks) => stage.ask(by, asks?),
        None => shorthand::perform(stage, by, phrase).unwrap_or_else(|| {
            Err(format!(
                "`{phrase}` is no known step; expected one of: {}",
                known(phrase)
            ))
        })?,
    };
    let expected = table.cell(row, "answer");
    let clauses = table.cell(row, stage.rulebook.id.name());
    let clauses: Vec<&str> = clauses.split(", ").filter(|id| !id.is_empty()).collect();
    let (events, facts) = match answer {
        Answer::Happened(events) => {
            if expected.starts_with("refused: ") {
                let kinds: Vec<&str> = events.iter().map(game::Event::kind).collect();
                let happened = kinds.join(", ");
                return Err(format!("expected `{expected}`, found ok ({happened})"));
            }
            (events, expected.strip_prefix("ok").unwrap_or(expected))
        }
        Answer::RefusalReason(refusal) => (Vec::new(), refused(&refusal, expected, &clauses)?),
    };
    let scene = Scene {
        stage,
        events: &events,
        meter_before,
    };
    if expected.is_empty() {
        return Err("the answer is empty; write `ok`, a refusal or facts".to_owned());
    }
    // A refusal has been held to them already.
    let cited = clauses
        .iter()
        .filter(|_| !expected.starts_with("refused: "));
    let cited = cited.map(|id| format!("cites {id}"));
    cited
        .into_iter()
        .try_for_each(|fact| holds(&scene, &fact))?;
    let facts = facts.split(';').map(str::trim);
    facts
        .filter(|fact| !fact.is_empty())
        .try_for_each(|fact| holds(&scene, fact))
}

/// Whether the refusal is the one the story expects, by the clauses of the rulebook's own column where
/// there are any; answers with the facts behind it.
fn refused<'a>(refusal: &Refusal, expected: &'a str, clauses: &[&str]) -> Result<&'a str, String> {
    let under = refusal.rulebook;
    let by = clauses.join(", ");
    let found = || format!("expected `{expected}` {by}, found refused: {refusal}");
    let wanted = expected.strip_prefix("refused: ").ok_or_else(found)?;
    let (wanted, facts) = wanted.split_once("; ").unwrap_or((wanted, ""));
    let (words, wanted) = match wanted
        .strip_suffix(')')
        .and_then(|all| all.rsplit_once(" ("))
    {
        Some((words, ids)) if clauses.is_empty() => (words, ids_of(under, ids)),
        Some(_) => return Err(format!("`{expected}` and the column both name clauses")),
        None => (wanted, clauses.to_vec()),
    };
    if wanted.is_empty() {
        return Err(format!("`{expected}` names no clause of {under}"));
    }
    let cited: Vec<&str> = refusal.cites.iter().collect();
    let so = refusal.reason.to_string().contains(words);
    if so && wanted.iter().all(|id| cited.contains(id)) {
        Ok(facts)
    } else {
        Err(found())
    }
}

/// Of ids listed for several rulebooks, those of one: its own, or else those of everybody.
fn ids_of(under: RulebookId, ids: &str) -> Vec<&str> {
    let ids: Vec<&str> = ids.split(", ").collect();
    let own = ids.iter().filter_map(|id| {
        let (rulebook, id) = id.split_once(' ')?;
        (rulebook == under.name()).then_some(id)
    });
    let own: Vec<&str> = own.collect();
    if own.is_empty() {
        let general = ids.iter().copied().filter(|id| !names_rulebook(id));
        return general.collect();
    }
    own
}

fn names_rulebook(id: &str) -> bool {
    RulebookId::ALL
        .iter()
        .any(|rulebook| id.starts_with(&format!("{rulebook} ")))
}

fn holds(scene: &Scene<'_>, fact: &str) -> Result<(), String> {
    let fact = match fact
        .strip_prefix("under ")
        .and_then(|rest| rest.split_once(": "))
    {
        Some((rulebooks, fact)) => {
            let name = scene.stage.rulebook.id.name();
            if !rulebooks.split(", ").any(|rulebook| rulebook == name) {
                return Ok(());
            }
            fact
        }
        None => fact,
    };
    let checked = facts::check(scene, fact)
        .or_else(|| aftermath::check(scene, fact))
        .or_else(|| corrected::check(scene, fact))
        .or_else(|| sight::check(scene, fact));
    match checked {
        Some(Ok(())) => Ok(()),
        Some(Err(found)) => Err(format!("expected `{fact}`, found {found}")),
        None => Err(format!(
            "`{fact}` is no known fact; expected one of: {} · {}, or who sees what",
            facts::known(),
            aftermath::known()
        )),
    }
}

/// The templates that begin like `phrase`, or all of them: for the author of one that does not exist.
fn known(phrase: &str) -> String {
    let verb = phrase.split_whitespace().next().unwrap_or_default();
    let lists = [
        commands::templates(),
        reports::templates(),
        rulings::templates(),
        shorthand::templates(),
    ];
    let all = lists.concat();
    let alike: Vec<&str> = all
        .iter()
        .copied()
        .filter(|template| template.split_whitespace().next() == Some(verb))
        .collect();
    if alike.is_empty() { all } else { alike }.join(" · ")
}
