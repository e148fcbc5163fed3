//! Markdown: the index lists every decision, links lead to files, the glossary names types that exist.

use std::collections::BTreeSet;

use super::Finding;
use crate::tree::{File, Tree};

const GLOSSARY: &str = "docs/GLOSSARY.md";
const ADR_DIRECTORY: &str = "docs/adr/";
const ADR_INDEX: &str = "docs/adr/README.md";

pub fn outside_the_adr_index(tree: &Tree) -> Vec<Finding> {
    let is_adr = |name: &str| name.len() > 4 && name.as_bytes()[..4].iter().all(u8::is_ascii_digit);
    let names = tree
        .files
        .iter()
        .filter_map(|file| file.path.strip_prefix(ADR_DIRECTORY));
    let written: BTreeSet<&str> = names.filter(|name| is_adr(name)).collect();
    let index = tree.text(ADR_INDEX).unwrap_or_default();
    let links = index.lines().flat_map(links_in);
    let listed: BTreeSet<&str> = links.filter(|target| is_adr(target)).collect();

    let missing = written
        .difference(&listed)
        .map(|name| Finding::at(ADR_INDEX, 1, format!("does not list {name}")));
    let gone = listed
        .difference(&written)
        .map(|name| Finding::at(ADR_INDEX, 1, format!("lists {name}, which does not exist")));
    let twice = written
        .iter()
        .zip(written.iter().skip(1))
        .filter(|(a, b)| a[..4] == b[..4]);
    let twice =
        twice.map(|(a, b)| Finding::at(ADR_INDEX, 1, format!("{a} and {b} have one number")));
    missing.chain(gone).chain(twice).collect()
}

pub fn broken_links(tree: &Tree) -> Vec<Finding> {
    let is_read = |file: &&File| {
        file.has_extension("md") && (file.path.starts_with("docs/") || !file.path.contains('/'))
    };
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(is_read) {
        let mut in_fence = false;
        for (number, line) in file.lines() {
            in_fence ^= line.trim_start().starts_with("```");
            if in_fence {
                continue;
            }
            let broken = links_in(line)
                .into_iter()
                .filter(|target| !leads_somewhere(tree, file, target));
            findings.extend(broken.map(|target| {
                Finding::at(
                    &file.path,
                    number,
                    format!("links to {target}, which does not exist"),
                )
            }));
        }
    }
    findings
}

/// Types of the glossary's third column that no Rust file of ours mentions.
pub fn glossary_types_that_do_not_exist(tree: &Tree) -> Vec<Finding> {
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let ours = tree.rust().filter(|file| file.path.starts_with("crates/"));
    let words: BTreeSet<&str> = ours
        .flat_map(|file| file.text.split(|c| !is_inside(c)))
        .collect();
    let mut findings = Vec::new();
    for (number, row) in (1..).zip(tree.text(GLOSSARY).unwrap_or_default().lines()) {
        let column = row.split('|').nth(3).unwrap_or_default();
        let types = column.split('`').skip(1).step_by(2);
        let unknown = types.filter(|name| !name.split("::").all(|part| words.contains(part)));
        findings.extend(
            unknown.map(|name| Finding::at(GLOSSARY, number, format!("no file mentions {name}"))),
        );
    }
    findings
}

/// The targets of `[text](target)` and `[label]: target`, those in backticks left out.
fn links_in(line: &str) -> Vec<&str> {
    let mut targets: Vec<&str> = Vec::new();
    for (at, _) in line.match_indices("](") {
        let in_code = line[..at].matches('`').count() % 2 == 1;
        let target = line[at + 2..].split([')', ' ']).next();
        targets.extend(target.filter(|_| !in_code));
    }
    if line.starts_with('[')
        && let Some((_, target)) = line.split_once("]: ")
    {
        targets.push(target.trim());
    }
    targets
}

fn leads_somewhere(tree: &Tree, file: &File, target: &str) -> bool {
    let elsewhere = target.contains("://") || target.starts_with("mailto:");
    let path = target.split('#').next().unwrap_or_default();
    if elsewhere || path.is_empty() {
        return true;
    }
    let directory = file
        .path
        .rsplit_once('/')
        .map_or("", |(directory, _)| directory);
    let mut parts: Vec<&str> = directory
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        if part != ".." {
            parts.push(part);
        } else if parts.pop().is_none() {
            return false;
        }
    }
    parts.is_empty() || tree.has(&parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_and_the_directory_agree() {
        let tree = Tree::of(&[
            (
                ADR_INDEX,
                "| [1](0001-one.md) | [3](0003-three.md) | [house](../STYLE.md) |\n",
            ),
            ("docs/adr/0001-one.md", "one"),
            ("docs/adr/0001-uno.md", "one again"),
        ]);
        let says: Vec<_> = outside_the_adr_index(&tree)
            .into_iter()
            .map(|finding| finding.says)
            .collect();
        assert_eq!(
            says,
            [
                "does not list 0001-uno.md",
                "lists 0003-three.md, which does not exist",
                "0001-one.md and 0001-uno.md have one number"
            ]
        );
    }

    #[test]
    fn links_resolve_from_where_they_stand() {
        let text = "[a](../README.md#top) [b](adr) [c](#here) [d](https://example.org/x)
`[e](nowhere.md)` [f](../../outside.md) [g](gone.md)
```
[h](nowhere.md)
```
[i]: GLOSSARY.md
[j]: nowhere.md
";
        let tree = Tree::of(&[
            ("README.md", ""),
            ("docs/A.md", text),
            ("docs/GLOSSARY.md", ""),
            ("docs/adr/README.md", ""),
        ]);
        let broken: Vec<_> = broken_links(&tree)
            .iter()
            .map(|f| (f.line, f.says.clone()))
            .collect();
        let gone = |target: &str| format!("links to {target}, which does not exist");
        assert_eq!(
            broken,
            [
                (2, gone("../../outside.md")),
                (2, gone("gone.md")),
                (7, gone("nowhere.md"))
            ]
        );
    }

    #[test]
    fn the_glossary_names_types_of_ours() {
        let text = "| term | meaning | type | clause |\n|---|---|---|---|\n| Ante | a `Stake` | `Wager::Ante`, `Bet` | |\n| fold | | | |\n";
        let tree = Tree::of(&[
            (GLOSSARY, text),
            ("crates/game/src/wager.rs", "pub enum Wager { Ante }"),
        ]);
        assert_eq!(
            glossary_types_that_do_not_exist(&tree),
            [Finding::at(GLOSSARY, 3, "no file mentions Bet")]
        );
    }
}
