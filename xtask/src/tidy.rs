//! What no compiler checks and every reader relies on.
//!
//! Each check takes the tree and returns findings; each is a test of its own, so a failing one says by its
//! name what is untidy. A check never repairs: the finding names the place, a person decides.

mod clauses;
mod docs;
mod paths;
mod source;

use std::fmt;
use std::process::ExitCode;

use anyhow::Result;

use crate::tree::Tree;

/// Something untidy, where, and what would be tidy.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    pub path: String,
    pub line: usize,
    pub says: String,
}

impl Finding {
    fn at(path: &str, line: usize, says: impl Into<String>) -> Finding {
        Finding {
            path: path.to_owned(),
            line,
            says: says.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.says)
    }
}

const CHECKS: [fn(&Tree) -> Vec<Finding>; 11] = [
    source::without_module_docs,
    source::over_the_file_budget,
    source::over_the_function_budget,
    source::unfinished,
    docs::outside_the_adr_index,
    docs::broken_links,
    docs::glossary_types_that_do_not_exist,
    paths::of_one_machine,
    clauses::cited_but_unknown,
    clauses::scenarios_without_a_clause,
    clauses::without_a_test,
];

/// How many of the largest files and functions are shown.
const LARGEST: usize = 5;

pub fn run() -> Result<ExitCode> {
    let tree = Tree::read()?;
    let findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(&tree)).collect();
    for finding in &findings {
        println!("{finding}");
    }
    println!("\nlargest files (lines)");
    for (size, path) in source::largest_files(&tree).iter().take(LARGEST) {
        println!("{size:6}  {path}");
    }
    println!("\nlongest functions (lines)");
    for function in source::longest_functions(&tree).iter().take(LARGEST) {
        println!(
            "{:6}  {}:{} {}",
            function.length, function.path, function.line, function.name
        );
    }
    println!("\n{} findings", findings.len());
    Ok(if findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_tidy(check: fn(&Tree) -> Vec<Finding>) {
        let findings = check(&Tree::read().unwrap());
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        assert!(
            lines.is_empty(),
            "{} findings\n{}\n",
            lines.len(),
            lines.join("\n")
        );
    }

    #[test]
    fn every_rust_file_opens_with_module_docs() {
        assert_tidy(source::without_module_docs);
    }

    #[test]
    fn no_file_is_too_long() {
        assert_tidy(source::over_the_file_budget);
    }

    #[test]
    fn no_function_is_too_long() {
        assert_tidy(source::over_the_function_budget);
    }

    #[test]
    fn nothing_is_marked_unfinished() {
        assert_tidy(source::unfinished);
    }

    #[test]
    fn the_adr_index_is_complete() {
        assert_tidy(docs::outside_the_adr_index);
    }

    #[test]
    fn links_lead_somewhere() {
        assert_tidy(docs::broken_links);
    }

    #[test]
    fn the_glossary_names_types_that_exist() {
        assert_tidy(docs::glossary_types_that_do_not_exist);
    }

    #[test]
    fn no_text_names_a_path_of_one_machine() {
        assert_tidy(paths::of_one_machine);
    }

    #[test]
    fn scenarios_cite_clauses_that_exist() {
        assert_tidy(clauses::cited_but_unknown);
    }

    #[test]
    fn every_scenario_cites_a_clause() {
        assert_tidy(clauses::scenarios_without_a_clause);
    }

    #[test]
    fn every_clause_is_cited_by_a_scenario_or_a_test() {
        assert_tidy(clauses::without_a_test);
    }
}
