//! What the tests read out of the documents: clause ids, the questions of `rounds.md` section 10,
//! and the values the Option lines of `ambiguities.md` give a switch.

use std::collections::{BTreeMap, BTreeSet};

use game::RulebookId;

const CLAUSES: &str = include_str!("../../../../docs/rulebooks/clauses.tsv");
const AMBIGUITIES: &str = include_str!("../../../../docs/rulebooks/ambiguities.md");
const ROUNDS: &str = include_str!("../../../../docs/rulebooks/rounds.md");

/// A row of `rounds.md` section 10: one switch, the values it can have, five cells.
pub struct Question {
    pub switch: String,
    pub values: &'static str,
    pub cells: [&'static str; 5],
}

/// The clauses of one rulebook and all ambiguities.
pub fn ids(rulebook: RulebookId) -> BTreeSet<&'static str> {
    let rows = CLAUSES.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        (cells.next()? == rulebook.name()).then(|| cells.next())?
    });
    rows.chain(AMBIGUITIES.lines().filter_map(heading))
        .collect()
}

fn heading(line: &'static str) -> Option<&'static str> {
    line.strip_prefix("### ")?.split(' ').next()
}

/// Section 10, a row with several names split into one question each.
pub fn questions() -> Vec<Question> {
    let section = ROUNDS
        .split("\n## ")
        .find(|section| section.starts_with("10. "))
        .expect("rounds.md has a section 10");
    let mut questions = Vec::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [names, values, cells @ ..] = cells.as_slice() else {
            panic!("{line}")
        };
        let cells: [&str; 5] = cells.try_into().expect("a cell for each rulebook");
        for name in names.split('`').skip(1).step_by(2) {
            questions.push(Question {
                switch: name.to_owned(),
                values,
                cells,
            });
        }
    }
    questions
}

/// The values an ambiguity's Option line gives a switch: `` `tie` = push | player_wins; default push ``.
pub fn options() -> BTreeMap<(&'static str, &'static str), BTreeSet<&'static str>> {
    let mut options = BTreeMap::new();
    let mut entry = "";
    for line in AMBIGUITIES.lines() {
        entry = heading(line).unwrap_or(entry);
        let Some(option) = line.strip_prefix("- **Option:** ") else {
            continue;
        };
        for part in option.split(';') {
            let Some((name, values)) = part.split_once("` = ") else {
                continue;
            };
            let switch = name.rsplit('`').next().unwrap_or(name);
            let values = values.split(" | ").map(|value| value.trim_end_matches('.'));
            options.insert((entry, switch), values.collect());
        }
    }
    options
}
