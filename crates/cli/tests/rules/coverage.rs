//! `rules coverage`: one entry a clause, and every test it names is there to be read.

use std::path::Path;

use game::clauses;
use serde_json::Value;

use super::{array, json, page, strings};

#[test]
fn coverage_has_one_entry_a_clause_in_the_order_of_the_file() {
    let coverage = json(&["coverage"]);
    let entries = array(&coverage);
    assert_eq!(entries.len(), 573);
    for (entry, clause) in entries.iter().zip(clauses()) {
        let fields: Vec<&String> = entry.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["clause", "rulebook", "tests"]);
        assert_eq!(entry["rulebook"], clause.rulebook.name());
        assert_eq!(entry["clause"], clause.id);
        let tests = &entry["tests"];
        assert_eq!(strings(tests).len(), array(tests).len(), "names only");
    }
}

#[test]
fn every_test_named_by_the_coverage_is_in_the_tree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let coverage = json(&["coverage"]);
    let entries = array(&coverage).iter();
    let mut named: Vec<&str> = entries.flat_map(|entry| strings(&entry["tests"])).collect();
    named.sort_unstable();
    named.dedup();
    assert!(!named.is_empty(), "the tree around the crate cites clauses");
    for test in named {
        let (path, name) = test
            .split_once(": ")
            .or_else(|| test.split_once(':'))
            .unwrap();
        let text = std::fs::read_to_string(root.join(path)).unwrap();
        let is_there = match name.parse::<usize>() {
            Ok(line) => line <= text.lines().count(),
            Err(_) => text.contains(name),
        };
        assert!(is_there, "{test}");
    }
}

#[test]
fn the_summary_counts_what_is_cited_and_missing_lists_the_rest() {
    let coverage = json(&["coverage"]);
    let entries = array(&coverage);
    let uncited = |entry: &&Value| strings(&entry["tests"]).is_empty();
    let missing: Vec<&Value> = entries.iter().filter(uncited).collect();
    let summary = format!("\n{} of 573 clauses cited\n", entries.len() - missing.len());
    assert!(page(&["coverage"]).contains(&summary));
    let listed = page(&["coverage", "--missing"]);
    assert!(format!("\n{listed}").contains(&summary), "{listed}");
    let listed = json(&["coverage", "--missing"]);
    assert_eq!(array(&listed).iter().collect::<Vec<_>>(), missing);
}
