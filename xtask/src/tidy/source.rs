//! Rust files: module docs, budgets for the eye, nothing left unfinished.
//!
//! Reads lines, not syntax: rustfmt has put every closing brace at its item's indent, and the test
//! command checks that before this runs.

use super::Finding;
use crate::tree::{File, Tree};

const FILE_BUDGET: usize = 400;
const FUNCTION_BUDGET: usize = 70;
/// A line near the top of a file, or right above a function, whose length is data, not thought.
const TABLE_MARK: &str = "// tidy: table";
const TABLE_MARK_WITHIN: usize = 40;
/// Written apart, so that this file does not find itself.
const UNFINISHED: [&str; 3] = [
    concat!("to", "do!"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
];

pub struct Function<'a> {
    pub path: &'a str,
    pub line: usize,
    pub name: &'a str,
    pub length: usize,
}

pub fn without_module_docs(tree: &Tree) -> Vec<Finding> {
    let bare = tree.rust().filter(|file| !file.text.starts_with("//!"));
    bare.map(|file| {
        Finding::at(
            &file.path,
            1,
            "opens without `//!`: what is it, why apart, what must it not know?",
        )
    })
    .collect()
}

pub fn over_the_file_budget(tree: &Tree) -> Vec<Finding> {
    let code = tree.rust().filter(|file| !is_table(file));
    let sizes = code.map(|file| (file.text.lines().count(), file));
    sizes
        .filter(|(size, _)| *size > FILE_BUDGET)
        .map(|(size, file)| {
            let says = format!("{size} lines, budget {FILE_BUDGET}: what is its second purpose? (a table says `{TABLE_MARK}` near its top)");
            Finding::at(&file.path, 1, says)
        })
        .collect()
}

pub fn over_the_function_budget(tree: &Tree) -> Vec<Finding> {
    let functions = tree.rust().flat_map(|file| {
        let lines: Vec<&str> = file.text.lines().collect();
        functions(file).into_iter().filter(move |function| {
            let above = lines.get(function.line.wrapping_sub(2));
            above.is_none_or(|line| line.trim() != TABLE_MARK)
        })
    });
    functions
        .filter(|function| function.length > FUNCTION_BUDGET)
        .map(|function| {
            let says = format!(
                "fn {} has {} lines, budget {FUNCTION_BUDGET}",
                function.name, function.length
            );
            Finding::at(function.path, function.line, says)
        })
        .collect()
}

pub fn unfinished(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        for (number, line) in file.lines() {
            let marks = UNFINISHED.iter().filter(|mark| has_word(line, mark));
            findings.extend(marks.map(|mark| {
                Finding::at(
                    &file.path,
                    number,
                    format!("`{mark}`: finish it or open an issue"),
                )
            }));
        }
    }
    findings
}

/// Tables included: a long table is allowed, not hidden.
pub fn largest_files(tree: &Tree) -> Vec<(usize, &str)> {
    let mut sizes: Vec<_> = tree
        .rust()
        .map(|file| (file.text.lines().count(), file.path.as_str()))
        .collect();
    sizes.sort_by(|a, b| b.cmp(a));
    sizes
}

pub fn longest_functions(tree: &Tree) -> Vec<Function<'_>> {
    let mut all: Vec<_> = tree.rust().flat_map(functions).collect();
    all.sort_by_key(|function| std::cmp::Reverse(function.length));
    all
}

fn is_table(file: &File) -> bool {
    file.text
        .lines()
        .take(TABLE_MARK_WITHIN)
        .any(|line| line.starts_with(TABLE_MARK))
}

fn functions(file: &File) -> Vec<Function<'_>> {
    let lines: Vec<&str> = file.text.lines().collect();
    let starts = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| Some((at, function_name(line)?)));
    starts
        .map(|(at, name)| Function {
            path: &file.path,
            line: at + 1,
            name,
            length: length(&lines[at..]),
        })
        .collect()
}

/// The name of the function whose signature begins on this line.
fn function_name(line: &str) -> Option<&str> {
    let (before, after) = line.trim_start().split_once("fn ")?;
    let is_qualifier = |word: &str| {
        matches!(word, "const" | "async" | "unsafe" | "extern" | "\"C\"") || word.starts_with("pub")
    };
    let name = after.split(['(', '<']).next()?;
    let named = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (named && before.split_whitespace().all(is_qualifier)).then_some(name)
}

/// Lines from the signature to the closing brace; a declaration without a body counts as its first line.
fn length(lines: &[&str]) -> usize {
    let indent = &lines[0][..lines[0].len() - lines[0].trim_start().len()];
    let opening = lines
        .iter()
        .position(|line| line.ends_with(['{', '}', ';']));
    let Some(opening) = opening.filter(|&at| lines[at].ends_with('{')) else {
        return 1;
    };
    let closes = |line: &&str| line.strip_prefix(indent) == Some("}");
    let body = &lines[opening + 1..];
    opening + 1 + body.iter().position(closes).map_or(body.len(), |at| at + 1)
}

fn has_word(line: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(inside) && !line[at + word.len()..].starts_with(inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn module_docs_come_first() {
        let tree = Tree::of(&[("a.rs", "//! A.\n"), ("b.rs", "use a;\n"), ("c.md", "c\n")]);
        let findings = without_module_docs(&tree);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].path, "b.rs");
    }

    #[test]
    fn a_table_may_be_long_and_is_still_shown() {
        let long = "//! A.\n".repeat(FILE_BUDGET + 1);
        let table = format!("//! B.\n{TABLE_MARK}\n{long}");
        let tree = Tree::of(&[("a.rs", &long), ("b.rs", &table)]);
        let over: Vec<_> = over_the_file_budget(&tree)
            .into_iter()
            .map(|finding| finding.path)
            .collect();
        assert_eq!(over, ["a.rs"]);
        assert_eq!(largest_files(&tree)[0], (FILE_BUDGET + 3, "b.rs"));
    }

    #[test]
    fn functions_are_measured_to_their_own_brace() {
        let body = "        one();\n".repeat(FUNCTION_BUDGET - 2);
        let text = format!(
            "trait T {{\n    fn declared(\n        self,\n    );\n    fn empty() {{}}\n    pub(crate) const fn fits() {{\n{body}    }}\n    fn over(\n        self,\n    ) {{\n{body}    }}\n}}\n"
        );
        let tree = Tree::of(&[("a.rs", &text)]);
        let lengths: Vec<_> = longest_functions(&tree)
            .iter()
            .map(|f| (f.name, f.length))
            .collect();
        assert_eq!(
            lengths,
            [("over", 72), ("fits", 70), ("declared", 1), ("empty", 1)]
        );
        assert_eq!(over_the_function_budget(&tree).len(), 1);
    }

    #[test]
    fn unfinished_marks_are_words() {
        let [macro_mark, comment_mark, _] = UNFINISHED;
        let text = format!(
            "//! A.\n    {macro_mark}()\n// {comment_mark}: later\nlet x = MAXX{};\n",
            "XX"
        );
        let lines: Vec<_> = unfinished(&Tree::of(&[("a.rs", &text)]))
            .iter()
            .map(|f| f.line)
            .collect();
        assert_eq!(lines, [2, 3]);
    }
}
