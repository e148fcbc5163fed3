//! Writes down, for the program to carry, which scenarios and tests cite each clause.
//!
//! `rules show` and `rules coverage` must answer where there is no source tree any more, so the answer
//! is taken when the program is built. What counts as a citation is decided in one place, the file
//! that tidy reads by too. Where the tree is not around the crate, nothing is cited: that is no error.

// Skipped here because it is formatted where it stands.
#[rustfmt::skip]
#[path = "../../xtask/src/citations.rs"]
#[allow(dead_code, reason = "tidy asks it more than the build does")]
mod citations;
#[path = "src/rules/naming.rs"]
mod naming;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use citations::{Catalogue, Found, citing_lines, is_scenario};

const CLAUSES: &str = "docs/rulebooks/clauses.tsv";
const AMBIGUITIES: &str = "docs/rulebooks/ambiguities.md";
/// Where tests stand: those outside prove no rule.
const CRATES: &str = "crates";

/// The tests that cite an id, by rulebook and id, each once and in the order of the tree.
type Cited = BTreeMap<(String, String), Vec<String>>;

fn main() -> io::Result<()> {
    let root = from_cargo("CARGO_MANIFEST_DIR")?.join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    let (clauses, ambiguities) = (read(CLAUSES), read(AMBIGUITIES));
    let catalogue = Catalogue::new(&clauses, &ambiguities);

    let mut cited = Cited::new();
    for path in files(&root.join(CRATES)) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        collect(&catalogue, &from_root(&root, &path), &text, &mut cited);
    }
    fs::write(from_cargo("OUT_DIR")?.join("citations.rs"), table(&cited))?;
    watch(&root)
}

/// A directory cargo names when it runs this script.
fn from_cargo(variable: &str) -> io::Result<PathBuf> {
    let directory = env::var_os(variable).map(PathBuf::from);
    directory.ok_or_else(|| io::Error::other(format!("cargo sets {variable}")))
}

fn collect(catalogue: &Catalogue, path: &str, text: &str, cited: &mut Cited) {
    let lines: Vec<&str> = text.lines().collect();
    for (number, line) in citing_lines(path, text) {
        let known = catalogue.cited(line).into_iter();
        for citation in known.filter(|citation| citation.found != Found::Nowhere) {
            let proof = if is_scenario(path) {
                format!("{path}: {}", line.trim_start_matches('#').trim())
            } else if let Some(name) = naming::test_name(&lines, number - 1) {
                format!("{path}: {name}")
            } else {
                format!("{path}:{number}")
            };
            let key = (citation.rulebook.to_owned(), citation.id.to_owned());
            let tests = cited.entry(key).or_default();
            if !tests.contains(&proof) {
                tests.push(proof);
            }
        }
    }
}

/// The table as a Rust expression.
fn table(cited: &Cited) -> String {
    let rows = cited
        .iter()
        .map(|((rulebook, id), tests)| format!("({rulebook:?}, {id:?}, &{tests:?}),"));
    format!("&[\n{}\n]\n", rows.collect::<Vec<_>>().join("\n"))
}

/// Every file below `directory`, sorted, so that the same tree always gives the same table.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(directory) = waiting.pop() {
        let entries = fs::read_dir(&directory).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                waiting.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn from_root(root: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(root).unwrap_or(path).components();
    let parts: Vec<_> = parts
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

/// Tests may stand in any source file, so cargo watches them all; a path that is not there would
/// have it build anew every time.
fn watch(root: &Path) -> io::Result<()> {
    let mut cargo = io::stdout().lock();
    for path in [CLAUSES, AMBIGUITIES, CRATES, "xtask/src/citations.rs"] {
        let path = root.join(path);
        if path.exists() {
            writeln!(cargo, "cargo::rerun-if-changed={}", path.display())?;
        }
    }
    Ok(())
}
