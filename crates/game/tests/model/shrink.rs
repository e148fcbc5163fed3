//! A failing walk made short, and told in words.

use core::fmt::Write;

use game::{Actor, Card, Command, Request, Rulebook};

use rehearsal::again;
use rehearsal::checked_table::{CheckedTable, Failure};
use rehearsal::dice::Dice;
use rehearsal::ways;

/// Walks tried at most on the way to a short one.
const TRIES: usize = 4_000;

/// The same failure from fewer commands: pieces are left out, large ones first, as long as it fails.
pub fn shortest(checked: &CheckedTable, failure: &Failure) -> (CheckedTable, Failure) {
    let mut commands: Vec<Command> = checked
        .exchanges
        .iter()
        .map(|told| told.command.clone())
        .collect();
    let mut best = (checked.clone(), failure.clone());
    let mut tries = TRIES;
    let mut piece = commands.len().div_ceil(2);
    while piece > 0 && tries > 0 {
        let mut from = 0;
        let mut shorter = false;
        while from < commands.len() && tries > 0 {
            tries -= 1;
            let to = (from + piece).min(commands.len());
            let fewer: Vec<Command> = [&commands[..from], &commands[to..]].concat();
            match repeated(&checked.rulebook, &fewer) {
                // The way out may have put back what was left out.
                Some((again, failed))
                    if failed.check == failure.check && again.exchanges.len() < commands.len() =>
                {
                    commands = again
                        .exchanges
                        .iter()
                        .map(|told| told.command.clone())
                        .collect();
                    best = (again, failed);
                    shorter = true;
                }
                Some(_) | None => from = to,
            }
        }
        if piece > 1 || !shorter {
            piece /= 2;
        }
    }
    best
}

/// Gives the commands to a new table; the walk up to the first failure, if there is one.
fn repeated(rulebook: &Rulebook, commands: &[Command]) -> Option<(CheckedTable, Failure)> {
    let mut checked = CheckedTable::new(rulebook.clone());
    for command in commands {
        if let Err(failure) = checked.give(command.clone()) {
            return Some((checked, failure));
        }
    }
    if let Err(failure) = again::from_either_side(&checked) {
        return Some((checked, failure));
    }
    let mut aside = checked.clone();
    if let Err(failure) = ways::out(&mut aside, &Card::ALL) {
        // The way out fails where the walk has come to: what led there is the failure.
        let stays = failure.check.starts_with("liveness");
        return Some((if stays { checked } else { aside }, failure));
    }
    let failed = again::replays(&aside)
        .and_then(|()| again::restores(&aside))
        .and_then(|()| again::turned(&aside, &mut Dice::new(1)));
    failed.err().map(|failure| (checked, failure))
}

/// Who asked for what, and the answer.
pub fn told(checked: &CheckedTable) -> String {
    let mut text = String::new();
    for told in &checked.exchanges {
        let by = name(told.command.by);
        let asks = words(&told.command.asks);
        let answer = match &told.answer {
            Ok(events) => {
                let kinds: Vec<&str> = events.iter().map(game::Event::kind).collect();
                kinds.join(", ")
            }
            Err(refusal) => format!("refused: {refusal}"),
        };
        let seconds = told.command.now.0 / 1_000;
        let _ = writeln!(text, "  [{seconds}] {by}: {asks}\n        {answer}");
    }
    text
}

fn name(by: Actor) -> String {
    match by.person() {
        Some(person) => format!("{by} ({})", person.0),
        None => by.to_string(),
    }
}

fn words(asks: &Request) -> String {
    let text = serde_json::to_string(asks).unwrap_or_default();
    let plain: String = text
        .chars()
        .filter(|letter| !"\"{}".contains(*letter))
        .collect();
    plain.trim_start_matches("request:").replace(',', ", ")
}
