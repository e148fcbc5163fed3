//! Which mutants there are: the list of cargo-mutants, read and numbered.
//!
//! We take its list and not one of our own, so that our figures can be compared with other projects'.
//! What is done with a mutant is not decided here.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::modules::Package;
use crate::tree;

/// Names the program cargo-mutants where it is not on the path.
const PROGRAM: &str = "CARGO_MUTANTS";

/// One change to the source that a test should notice.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// From 1, in the order of the list; 0 is the source as it stands.
    pub id: u32,
    /// The module of ours that it belongs to.
    pub module: &'static str,
    /// As cargo-mutants prints it, with line and column.
    pub name: String,
    /// The same without line and column, and with `#2` behind the second of the same name.
    pub stable_name: String,
    pub file: String,
    pub genre: Genre,
    pub replacement: String,
    /// Where the source that is replaced begins.
    pub start: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
    #[serde(other)]
    Other,
}

/// A place in a file; line and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    file: String,
    genre: Genre,
    replacement: String,
    span: Span,
}

#[derive(Deserialize)]
struct Span {
    start: Place,
}

/// All mutants of the modules of a package.
pub fn read(package: &Package) -> Result<Vec<Mutant>> {
    let mut mutants = Vec::new();
    let mut names = BTreeMap::new();
    for module in package.modules {
        for listed in ask(module.globs)? {
            let stable_name = without_place(&listed.name)
                .with_context(|| format!("{}: expected file:line:column", listed.name))?;
            let same: &mut u32 = names.entry(stable_name.clone()).or_default();
            *same += 1;
            mutants.push(Mutant {
                id: u32::try_from(mutants.len() + 1)?,
                module: module.name,
                stable_name: if *same == 1 {
                    stable_name
                } else {
                    format!("{stable_name} #{same}")
                },
                name: listed.name,
                file: listed.file,
                genre: listed.genre,
                replacement: listed.replacement,
                start: listed.span.start,
            });
        }
    }
    Ok(mutants)
}

fn ask(globs: &[&str]) -> Result<Vec<Listed>> {
    let mut command = match std::env::var_os(PROGRAM) {
        Some(program) => Command::new(program),
        None => Command::new("cargo-mutants"),
    };
    command.args(["mutants", "--workspace", "--list", "--json"]);
    for glob in globs {
        command.args(["--file", glob]);
    }
    let output = command
        .current_dir(tree::root())
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output();
    let Ok(output) = output else {
        bail!(
            "cargo-mutants does not start: cargo install cargo-mutants --locked, or name the program in {PROGRAM}"
        );
    };
    ensure!(output.status.success(), "cargo-mutants --list failed");
    serde_json::from_slice(&output.stdout).context("the list of cargo-mutants")
}

/// `a.rs:3:9: replace x` is `a.rs: replace x`.
fn without_place(name: &str) -> Option<String> {
    let (place, what) = name.split_once(": ")?;
    let mut parts = place.rsplitn(3, ':');
    let numbers = [parts.next()?, parts.next()?];
    let are_numbers = numbers.iter().all(|part| part.parse::<u32>().is_ok());
    are_numbers.then(|| parts.next().map(|file| format!("{file}: {what}")))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_loses_line_and_column_only() {
        let name = "src/a.rs:66:9: replace X::is -> bool with true";
        let stable = "src/a.rs: replace X::is -> bool with true";
        assert_eq!(without_place(name).as_deref(), Some(stable));
        assert_eq!(without_place(stable), None);
    }
}
