//! What is measured: the modules, the package each is built with, and the test programs that may notice.
//!
//! A table and nothing else. Tests that need PostgreSQL, kill processes or fill disks are left out: they
//! take minutes for each mutant.

use anyhow::{Result, ensure};

/// A package whose mutants are built into one program.
pub struct Package {
    pub name: &'static str,
    pub folder: &'static str,
    pub modules: &'static [Module],
    pub tests: &'static [Tests],
}

/// What a score is given for.
pub struct Module {
    pub name: &'static str,
    pub globs: &'static [&'static str],
}

/// Test programs of one package: what `cargo test` is asked for.
pub struct Tests {
    pub package: &'static str,
    pub targets: &'static [&'static str],
    /// Tests of these programs that are left out.
    pub skipped: &'static [&'static str],
}

pub const PACKAGES: [Package; 4] = [
    Package {
        name: "queenhigh-ledger",
        folder: "crates/ledger",
        modules: &[Module {
            name: "ledger",
            globs: &["crates/ledger/src/**"],
        }],
        tests: &[Tests {
            package: "queenhigh-ledger",
            targets: &["--lib", "--tests"],
            skipped: &[],
        }],
    },
    Package {
        name: "queenhigh-game",
        folder: "crates/game",
        modules: &[
            Module {
                name: "game/settlement",
                globs: &[
                    "crates/game/src/settlement.rs",
                    "crates/game/src/settlement/**",
                ],
            },
            Module {
                name: "game/irregularity",
                globs: &[
                    "crates/game/src/irregularity.rs",
                    "crates/game/src/irregularity/**",
                ],
            },
            Module {
                name: "game/round/decide",
                globs: &[
                    "crates/game/src/round/decide.rs",
                    "crates/game/src/round/decide/**",
                ],
            },
        ],
        // Not `counts` and `ranking`, which are about hands alone, nor `secrecy`, which is about views.
        tests: &[Tests {
            package: "queenhigh-game",
            targets: &[
                "--lib",
                "--test=cards",
                "--test=citations",
                "--test=duty",
                "--test=forms",
                "--test=golden",
                "--test=matrix",
                "--test=model",
                "--test=moves",
                "--test=other_tables",
                "--test=properties",
                "--test=refusals",
                "--test=rulings",
                "--test=scenarios",
                "--test=sentences",
            ],
            skipped: &[],
        }],
    },
    Package {
        name: "queenhigh-house",
        folder: "crates/house",
        modules: &[
            Module {
                name: "house/link",
                globs: &["crates/house/src/link.rs", "crates/house/src/link/**"],
            },
            Module {
                name: "house/table/cards",
                globs: &[
                    "crates/house/src/table/cards.rs",
                    "crates/house/src/table/cards/**",
                ],
            },
        ],
        tests: &[Tests {
            package: "queenhigh-house",
            targets: &[
                "--lib",
                "--test=background",
                "--test=broken",
                "--test=cards",
                "--test=cards_read",
                "--test=golden",
                "--test=link_account",
                "--test=link_corrections",
                "--test=link_faults",
                "--test=link_growth",
                "--test=link_guard",
                "--test=link_ids",
                "--test=link_loss",
                "--test=link_parameters",
                "--test=link_rounds",
                "--test=links",
                "--test=lobby",
                "--test=refusals",
                "--test=seeds",
                "--test=shuffles",
                "--test=snapshots",
                "--test=table_moves",
                "--test=tables",
                "--test=times",
            ],
            skipped: &["lost_on_postgresql"],
        }],
    },
    Package {
        name: "queenhigh-audit",
        folder: "crates/audit",
        modules: &[Module {
            name: "audit",
            globs: &["crates/audit/src/**"],
        }],
        tests: &[
            Tests {
                package: "queenhigh-audit",
                targets: &["--lib", "--tests"],
                skipped: &[],
            },
            Tests {
                package: "queenhigh-house",
                targets: &["--test=broken", "--test=links", "--test=loss"],
                skipped: &[],
            },
        ],
    },
];

/// The names of all modules.
pub fn names() -> impl Iterator<Item = &'static str> {
    PACKAGES
        .iter()
        .flat_map(|package| package.modules.iter().map(|module| module.name))
}

/// Refuses a name that no module has.
pub fn check(asked: &[String]) -> Result<()> {
    for name in asked {
        let known: Vec<&str> = names().collect();
        ensure!(
            known.contains(&name.as_str()),
            "MODULE: found {name:?}, expected one of {}",
            known.join(", ")
        );
    }
    Ok(())
}
