//! Every switch is read by something, or says of itself that it only describes the game.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use game::RulebookId;

/// The parts of the product that may turn on a switch; tests and the second settlement do not count.
const READERS: [&str; 6] = ["game", "maths", "ledger", "house", "audit", "cli"];

/// An operator who sets a switch expects something to change. A new switch that nothing reads fails
/// here until it is read, or marked descriptive with a reason.
#[test]
fn issue_17_7_a_switch_that_nothing_reads_is_marked_descriptive_and_no_other() {
    let sources: Vec<String> = READERS.iter().flat_map(|part| sources_of(part)).collect();
    let mut unread = BTreeSet::new();
    let mut marked = BTreeSet::new();
    for answer in RulebookId::Rws2020.form().answers() {
        // One switch is named otherwise than its field.
        let field = answer.switch.trim_end_matches("_in_32A");
        if !sources.iter().any(|source| reads(source, field)) {
            unread.insert(answer.switch);
        }
        if answer.descriptive.is_some() {
            marked.insert(answer.switch);
        }
    }
    assert_eq!(unread, marked);
    assert!(marked.contains("pay_method") && !marked.contains("tie"));
}

#[test]
fn a_citation_or_a_field_of_something_else_reads_no_switch() {
    assert!(reads("ifrulebook.tie.says==Tie::Push", "tie"));
    assert!(reads("letswitch=&self.tie;", "tie"));
    assert!(!reads("rulebook.tie.cites", "tie"));
    assert!(!reads("rulebook.ties.says", "tie"));
    assert!(!reads("setup.tie", "tie"));
    assert!(!reads("self.tie(rulebook)", "tie"));
}

/// Whether a source, all blanks taken out, asks a form for the value of this field.
fn reads(source: &str, field: &str) -> bool {
    ["self", "rulebook", "rulebook()", "form"]
        .iter()
        .any(|form| {
            let asked = format!("{form}.{field}");
            let places = source.match_indices(&asked);
            let mut rest = places.map(|(at, found)| &source[at + found.len()..]);
            rest.any(|rest| {
                let longer = rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
                !longer && !rest.starts_with('(') && !rest.starts_with(".cites")
            })
        })
}

/// The sources of a crate without comments and blanks; not the forms themselves, which only answer.
fn sources_of(part: &str) -> Vec<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![crates.join(part).join("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("a folder of sources");
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                if !path.ends_with("game/src/rulebook") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                sources.push(without_blanks(&path));
            }
        }
    }
    sources
}

fn without_blanks(path: &PathBuf) -> String {
    let source = fs::read_to_string(path).expect("a source file");
    let lines = source.lines().map(|line| line.split("//").next());
    let code: String = lines.flatten().collect();
    code.chars()
        .filter(|letter| !letter.is_whitespace())
        .collect()
}
