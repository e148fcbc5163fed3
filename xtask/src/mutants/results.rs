//! What became of each mutant: one line each in a file below `target/`, and the table of scores.
//!
//! A line holds for the sources it was found with. That a test notices a mutant holds until the package
//! changes; that no test does, until anything in the workspace changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::copy;
use super::list::Mutant;
use crate::tree;

/// Mutants that behave as the source does, with the reason.
const EQUIVALENT: &str = "docs/mutants/equivalent.tsv";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By this test.
    Killed(String),
    /// The tests did not end.
    Timeout(String),
    /// Every test that comes by it passed; `None` if no test does.
    Survived(Option<String>),
    /// It does not compile.
    Unviable,
    /// It cannot be built, for this reason.
    NotTried(String),
}

impl Outcome {
    fn words(&self) -> (&'static str, &str) {
        match self {
            Outcome::Killed(by) => ("killed", by),
            Outcome::Timeout(by) => ("timeout", by),
            Outcome::Survived(by) => ("survived", by.as_deref().unwrap_or("no test comes by")),
            Outcome::Unviable => ("unviable", ""),
            Outcome::NotTried(why) => ("not tried", why),
        }
    }

    fn parse(word: &str, by: &str) -> Option<Outcome> {
        let by = by.to_owned();
        Some(match word {
            "killed" => Outcome::Killed(by),
            "timeout" => Outcome::Timeout(by),
            "survived" if by == "no test comes by" => Outcome::Survived(None),
            "survived" => Outcome::Survived(Some(by)),
            "unviable" => Outcome::Unviable,
            "not tried" => Outcome::NotTried(by),
            _ => return None,
        })
    }
}

/// The sources that an outcome was found with.
#[derive(Clone)]
pub struct Digests {
    pub package: String,
    pub workspace: String,
}

/// The outcomes of one module so far.
pub struct Results {
    path: PathBuf,
    digests: Digests,
    /// By the name of the mutant.
    outcomes: BTreeMap<String, (Outcome, Digests)>,
}

impl Results {
    pub fn read(module: &str, digests: &Digests) -> Results {
        let path = copy::kept().join(format!("{}.tsv", module.replace('/', "-")));
        let mut outcomes = BTreeMap::new();
        for line in fs::read_to_string(&path).unwrap_or_default().lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, word, by, package, workspace] = fields[..] else {
                continue;
            };
            if let Some(outcome) = Outcome::parse(word, by) {
                let found = Digests {
                    package: package.to_owned(),
                    workspace: workspace.to_owned(),
                };
                outcomes.insert(name.to_owned(), (outcome, found));
            }
        }
        Results {
            path,
            digests: digests.clone(),
            outcomes,
        }
    }

    /// The outcome, if it was found with the sources as they are now.
    pub fn get(&self, mutant: &Mutant) -> Option<&Outcome> {
        let (outcome, found) = self.outcomes.get(&mutant.name)?;
        let same_package = found.package == self.digests.package;
        let holds = match outcome {
            Outcome::Survived(_) => found.workspace == self.digests.workspace,
            Outcome::Killed(_) | Outcome::Timeout(_) | Outcome::Unviable | Outcome::NotTried(_) => {
                true
            }
        };
        (same_package && holds).then_some(outcome)
    }

    /// Notes an outcome and writes the file, so that an interrupted run goes on from there.
    pub fn set(&mut self, mutant: &Mutant, outcome: Outcome) -> Result<()> {
        let found = (outcome, self.digests.clone());
        self.outcomes.insert(mutant.name.clone(), found);
        let mut text = String::new();
        for (name, (outcome, found)) in &self.outcomes {
            let (word, by) = outcome.words();
            let (package, workspace) = (&found.package, &found.workspace);
            writeln!(text, "{name}\t{word}\t{by}\t{package}\t{workspace}")?;
        }
        fs::write(&self.path, text)
            .with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

/// The mutants that behave as the source does, by module and name.
pub struct Equivalent(BTreeMap<(String, String), usize>);

impl Equivalent {
    pub fn read() -> Result<Equivalent> {
        let text = fs::read_to_string(tree::root().join(EQUIVALENT)).context(EQUIVALENT)?;
        Equivalent::parse(&text)
    }

    fn parse(text: &str) -> Result<Equivalent> {
        let mut all = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [module, mutant, reason] = fields[..] else {
                let found = fields.len();
                bail!(
                    "{EQUIVALENT}:{number}: found {found} fields, expected module, mutant, reason"
                );
            };
            if reason.trim().is_empty() {
                bail!("{EQUIVALENT}:{number}: found no reason, expected one");
            }
            all.insert((module.to_owned(), mutant.to_owned()), number);
        }
        Ok(Equivalent(all))
    }

    pub fn has(&self, mutant: &Mutant) -> bool {
        let key = (mutant.module.to_owned(), mutant.stable_name.clone());
        self.0.contains_key(&key)
    }

    /// Refuses lines about these modules that no mutant has.
    pub fn check(&self, modules: &[&str], mutants: &[Mutant]) -> Result<()> {
        let known = mutants.iter().map(|one| (one.module, &*one.stable_name));
        let known: BTreeSet<(&str, &str)> = known.collect();
        for ((module, mutant), line) in &self.0 {
            let is_asked = modules.contains(&module.as_str());
            if is_asked && !known.contains(&(module, mutant)) {
                bail!(
                    "{EQUIVALENT}:{line}: found {mutant:?}, expected a mutant of {module} as --list prints it"
                );
            }
        }
        Ok(())
    }
}

/// How the mutants of a module fared.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub killed: usize,
    pub timeouts: usize,
    pub survived: usize,
    pub equivalent: usize,
    pub unviable: usize,
    pub not_tried: usize,
    pub open: usize,
}

impl Score {
    pub fn count(&mut self, outcome: Option<&Outcome>, is_equivalent: bool) {
        let counter = match outcome {
            Some(Outcome::Killed(_)) => &mut self.killed,
            Some(Outcome::Timeout(_)) => &mut self.timeouts,
            Some(Outcome::Survived(_)) if is_equivalent => &mut self.equivalent,
            Some(Outcome::Survived(_)) => &mut self.survived,
            Some(Outcome::Unviable) => &mut self.unviable,
            Some(Outcome::NotTried(_)) => &mut self.not_tried,
            None => &mut self.open,
        };
        *counter += 1;
    }

    pub const HEADER: &str = "\
| module | tried | killed | of these by time | survived | equivalent | unviable | not tried | still to run | score |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

    /// A row of the table of scores.
    pub fn row(&self, module: &str) -> String {
        let killed = self.killed + self.timeouts;
        let counts = killed + self.survived;
        let tenths = (killed * 1000).checked_div(counts);
        let score = tenths.map_or("-".to_owned(), |tenths| {
            format!("{}.{} %", tenths / 10, tenths % 10)
        });
        format!(
            "| `{module}` | {} | {killed} | {} | {} | {} | {} | {} | {} | {score} |",
            counts + self.equivalent,
            self.timeouts,
            self.survived,
            self.equivalent,
            self.unviable,
            self.not_tried,
            self.open,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalents_need_a_reason() {
        let error = |text: &str| Equivalent::parse(text).err().map(|error| error.to_string());
        let head = "module\tmutant\treason\n";
        assert_eq!(error(&format!("{head}a\tb\tc\n")), None);
        assert!(error(&format!("{head}a\tb\n")).is_some());
        assert!(error(&format!("{head}a\tb\t \n")).is_some());
    }

    #[test]
    fn the_score_leaves_out_what_cannot_be_noticed() {
        let mut score = Score::default();
        for outcome in [
            Outcome::Killed("t".to_owned()),
            Outcome::Timeout("t".to_owned()),
            Outcome::Survived(None),
            Outcome::Unviable,
            Outcome::NotTried("const".to_owned()),
        ] {
            score.count(Some(&outcome), false);
        }
        score.count(Some(&Outcome::Survived(None)), true);
        score.count(None, false);
        let row = "| `m` | 4 | 2 | 1 | 1 | 1 | 1 | 1 | 1 | 66.6 % |";
        assert_eq!(score.row("m"), row);
    }
}
