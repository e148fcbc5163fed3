//! Clauses and what proves them: no scenario without a clause, no clause without a scenario or test.
//!
//! Looks only under `crates/`: the citations in these checks' own tests prove no rule.

use std::collections::BTreeSet;

use super::Finding;
use crate::citations::{Catalogue, Citation, Found, citing_lines, is_scenario};
use crate::tree::{File, Tree};

const CLAUSES: &str = "docs/rulebooks/clauses.tsv";
const AMBIGUITIES: &str = "docs/rulebooks/ambiguities.md";

/// Citations of what no rulebook has, in headings of scenarios and in our own pages. Those of
/// `docs/rulebooks` are the register itself and use short forms; tests may cite a wrong clause on purpose.
pub fn cited_but_unknown(tree: &Tree) -> Vec<Finding> {
    let catalogue = catalogue(tree);
    let mut findings = Vec::new();
    let headings = scenarios(tree).map(|file| (file, citing_lines(&file.path, &file.text)));
    let pages = pages(tree).map(|file| (file, file.lines().collect()));
    for (file, lines) in headings.chain(pages) {
        for (number, line) in lines {
            let unknown = catalogue
                .cited(line)
                .into_iter()
                .filter(|cite| cite.found == Found::Nowhere);
            findings.extend(unknown.map(|cite| {
                Finding::at(
                    &file.path,
                    number,
                    format!(
                        "cites {} {}, which is not in {CLAUSES}",
                        cite.rulebook, cite.id
                    ),
                )
            }));
        }
    }
    findings
}

/// Tables of cases that stand under no heading with a citation. A heading below another inherits its citations.
pub fn scenarios_without_a_clause(tree: &Tree) -> Vec<Finding> {
    let catalogue = catalogue(tree);
    let mut findings = Vec::new();
    for file in scenarios(tree) {
        // The headings above the line at hand: how deep, and whether they cite.
        let mut above: Vec<(usize, bool)> = Vec::new();
        let mut in_table = false;
        let headings: BTreeSet<usize> = citing_lines(&file.path, &file.text)
            .iter()
            .map(|(number, _)| *number)
            .collect();
        for (number, line) in file.lines() {
            if headings.contains(&number) {
                let depth = line.bytes().take_while(|byte| *byte == b'#').count();
                above.retain(|(outer, _)| *outer < depth);
                above.push((depth, !catalogue.cited(line).is_empty()));
            }
            let begins = line.starts_with('|') && !in_table;
            in_table = line.starts_with('|');
            if begins && !above.iter().any(|(_, cites)| *cites) {
                findings.push(Finding::at(
                    &file.path,
                    number,
                    "cases under no heading that cites a clause",
                ));
            }
        }
    }
    findings
}

pub fn without_a_test(tree: &Tree) -> Vec<Finding> {
    let catalogue = catalogue(tree);
    if catalogue.clauses.is_empty() {
        return vec![Finding::at(CLAUSES, 1, "holds no clause")];
    }
    let cited: BTreeSet<(&str, &str)> = ours(tree)
        .flat_map(|file| citing_lines(&file.path, &file.text))
        .flat_map(|(_, line)| catalogue.cited(line))
        .map(
            |Citation {
                 rulebook,
                 id,
                 found: _,
             }| (rulebook, id),
        )
        .collect();
    let uncited = (2..)
        .zip(&catalogue.clauses)
        .filter(|(_, clause)| !cited.contains(&(clause.rulebook, clause.id)));
    uncited
        .map(|(line, clause)| {
            let says = format!(
                "no scenario or test cites {} {} ({})",
                clause.rulebook, clause.id, clause.kind
            );
            Finding::at(CLAUSES, line, says)
        })
        .collect()
}

fn catalogue(tree: &Tree) -> Catalogue<'_> {
    Catalogue::new(
        tree.text(CLAUSES).unwrap_or_default(),
        tree.text(AMBIGUITIES).unwrap_or_default(),
    )
}

fn pages(tree: &Tree) -> impl Iterator<Item = &File> {
    let is_page = |file: &&File| {
        let outside = file.path.starts_with("docs/rulebooks/") || file.path.starts_with("crates/");
        file.has_extension("md") && !outside
    };
    tree.files.iter().filter(is_page)
}

fn ours(tree: &Tree) -> impl Iterator<Item = &File> {
    tree.files
        .iter()
        .filter(|file| file.path.starts_with("crates/"))
}

fn scenarios(tree: &Tree) -> impl Iterator<Item = &File> {
    tree.files.iter().filter(|file| is_scenario(&file.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TSV: &str = "rulebook\tclause\tkind
rws-2020\t3.13\tqualification
rws-2020\t4.1\tpaytable
rws-2020\t4.2\tpaytable
rws-2020\t5.1\tirregularity
";

    fn tree(scenario: &str) -> Tree {
        Tree::of(&[
            (CLAUSES, TSV),
            ("crates/game/scenarios/a.md", scenario),
            (
                "crates/cli/tests/settle.rs",
                "//! T.\n/// rws-2020 4.1\n#[test]\nfn t() {}\n",
            ),
            (
                "xtask/src/tests.rs",
                "//! T.\n/// rws-2020 4.2\n#[test]\nfn t() {}\n",
            ),
        ])
    }

    fn lines(findings: &[Finding]) -> Vec<usize> {
        findings.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn a_scenario_or_a_test_proves_a_clause() {
        let findings = without_a_test(&tree("## rws-2020 3.13: no Queen\n"));
        assert_eq!(lines(&findings), [4, 5]);
        assert!(findings[0].says.contains("rws-2020 4.2"), "{findings:?}");
        assert_eq!(
            lines(&without_a_test(&tree("As rws-2020 3.13, 4.2 say.\n"))),
            [2, 4, 5]
        );
    }

    #[test]
    fn a_heading_cites_what_exists() {
        assert_eq!(
            lines(&cited_but_unknown(&tree(
                "# One\n## rws-2020 3.13, 9.9: x\n"
            ))),
            [2]
        );
        assert_eq!(
            lines(&cited_but_unknown(&tree("# One\n## rws-2020 3.13: x\n"))),
            [0; 0]
        );
    }

    #[test]
    fn cases_stand_under_a_clause() {
        let text = "# One\n| a |\n|---|\n## rws-2020 3.13: x\n### deeper\n| b |\n## no clause\n| c |\n| d |\n";
        assert_eq!(lines(&scenarios_without_a_clause(&tree(text))), [2, 8]);
    }
}
