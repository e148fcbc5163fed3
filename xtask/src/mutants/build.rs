//! Builds the test programs with all mutants of a package in them.
//!
//! One mutant that does not compile would stop all others, so the compiler is asked again and again:
//! each error is laid at the door of a mutant, which is left out (unviable, as cargo-mutants calls it).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::copy::{self, Copy};
use super::edit::{Rendered, render};
use super::list::{Genre, Mutant};
use super::modules::{Package, Tests};
use super::rewrite::{Verdicts, rewrite};
use crate::test;
use crate::tree::has_extension;

/// What is put into the library that has the mutants.
const ACTIVE: &str = include_str!("active.rs.txt");
const NO_LINTS: &str = "#![allow(warnings)]\n";
const ROUNDS_MOST: u32 = 60;

/// A package with its mutants built in.
pub struct Built {
    pub programs: Vec<Executable>,
    pub unviable: BTreeSet<u32>,
    pub not_tried: BTreeMap<u32, &'static str>,
}

/// A test program.
#[derive(Clone, Debug)]
pub struct Executable {
    /// Package and target.
    pub name: String,
    pub path: PathBuf,
    /// Where `cargo test` would start it.
    pub folder: PathBuf,
    /// Tests that are left out.
    pub skipped: &'static [&'static str],
}

/// One line of cargo's `--message-format=json`.
#[derive(Deserialize)]
struct Line {
    reason: String,
    message: Option<Message>,
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    #[serde(rename = "message")]
    says: String,
    rendered: Option<String>,
    code: Option<Code>,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

/// Builds, and leaves out what does not compile until all else does.
///
/// What the compiler said is kept for sources of the same `digest`.
pub fn build(package: &Package, copy: &Copy, mutants: &[Mutant], digest: &str) -> Result<Built> {
    let folder = format!("{}/src/", package.folder);
    let cache = copy::kept().join(package.name).join("verdicts.tsv");
    let mut builder = Builder {
        package,
        copy,
        mutants,
        // Not the workspace's own: cargo would take the files of the copy for those of the workspace.
        target: copy::kept().join(package.name).join("build"),
        folder,
        verdicts: read_verdicts(&cache, digest),
        files: BTreeMap::new(),
        no_longer_const: BTreeSet::new(),
        not_tried: BTreeMap::new(),
    };
    let library = Tests {
        package: package.name,
        targets: &["--lib"],
        skipped: &[],
    };
    for round in 1..=ROUNDS_MOST {
        builder.write()?;
        let mut errors = builder.cargo("check", &library)?.0;
        // A test may have a constant that needs a function to stay const: to check is quicker than to build.
        for tests in package.tests {
            if errors.is_empty() {
                errors = builder.cargo("check", tests)?.0;
            }
        }
        let mut programs = Vec::new();
        for tests in package.tests {
            if errors.is_empty() {
                let (wrong, built) = builder.cargo("test", tests)?;
                errors.extend(wrong);
                programs.extend(built);
            }
        }
        if errors.is_empty() {
            return Ok(Built {
                programs,
                unviable: builder.verdicts.unviable,
                not_tried: builder.not_tried,
            });
        }
        builder.blame(&errors)?;
        write_verdicts(&cache, digest, &builder.verdicts)?;
        let (out, constant) = (&builder.verdicts.unviable, &builder.verdicts.constant);
        println!(
            "xtask: round {round}: {} errors; so far {} mutants do not compile, {} functions stay const",
            errors.len(),
            out.len(),
            constant.len()
        );
    }
    bail!(
        "{}: after {ROUNDS_MOST} rounds it does not compile",
        package.name
    )
}

struct Builder<'a> {
    package: &'a Package,
    copy: &'a Copy,
    mutants: &'a [Mutant],
    target: PathBuf,
    folder: String,
    verdicts: Verdicts,
    files: BTreeMap<String, Rendered>,
    no_longer_const: BTreeSet<String>,
    not_tried: BTreeMap<u32, &'static str>,
}

impl Builder<'_> {
    /// Writes the sources of the package with the mutants that are still in.
    fn write(&mut self) -> Result<()> {
        self.no_longer_const.clear();
        self.not_tried.clear();
        for file in self.copy.below(&self.folder) {
            let text = copy::text(file)?;
            if !has_extension(file, "rs") {
                self.copy.write(file, &text)?;
                continue;
            }
            let own = self.mutants.iter().filter(|mutant| mutant.file == file);
            let own: Vec<&Mutant> = own.collect();
            let done = rewrite(&text, &own, &self.verdicts).with_context(|| file.to_owned())?;
            self.no_longer_const.extend(done.no_longer_const);
            self.not_tried.extend(done.not_tried);
            self.verdicts.unviable.extend(done.unviable);
            let mut rendered = render(&text, done.edits);
            if file == format!("{}lib.rs", self.folder) {
                rendered.wrap(NO_LINTS, ACTIVE);
            }
            self.copy.write(file, &rendered.text)?;
            self.files.insert(file.to_owned(), rendered);
        }
        Ok(())
    }

    /// Asks cargo, and returns its errors or the test programs it built.
    fn cargo(&self, verb: &str, tests: &Tests) -> Result<(Vec<Message>, Vec<Executable>)> {
        let mut cargo = test::cargo();
        cargo.current_dir(&self.copy.root);
        cargo.args([verb, "--quiet", "--locked", "--message-format=json"]);
        cargo.arg("--target-dir").arg(&self.target);
        cargo.args(["--package", tests.package]).args(tests.targets);
        if verb == "test" {
            cargo.arg("--no-run");
        }
        let output = cargo.output().context("cargo does not start")?;
        let mut errors = Vec::new();
        let mut programs = Vec::new();
        for line in output.stdout.split(|byte| *byte == b'\n') {
            let Ok(line) = serde_json::from_slice::<Line>(line) else {
                continue;
            };
            if line.reason == "compiler-message" {
                let error = line.message.filter(|message| message.level == "error");
                errors.extend(error.filter(|error| !error.spans.is_empty()));
            } else if line.profile.as_ref().is_some_and(|profile| profile.test) {
                programs.extend(program(line, tests));
            }
        }
        ensure!(
            output.status.success() || !errors.is_empty(),
            "cargo {verb} failed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok((errors, programs))
    }

    /// Finds the mutant, or the function that has to stay `const`, behind each error.
    fn blame(&mut self, errors: &[Message]) -> Result<()> {
        let before = self.verdicts.unviable.len() + self.verdicts.constant.len();
        let mut unknown = None;
        for error in errors {
            let code = error.code.as_ref().map(|code| code.code.as_str());
            if code == Some("E0015") {
                let names = self.called(&error.says);
                self.verdicts.constant.extend(names);
            } else {
                let ids = match code {
                    Some("E0004") => self.missing_arm(error),
                    _ => self.behind(error),
                };
                if ids.is_empty() {
                    unknown = Some(error);
                }
                self.verdicts.unviable.extend(ids);
            }
        }
        if self.verdicts.unviable.len() + self.verdicts.constant.len() > before {
            return Ok(());
        }
        let error = unknown.or(errors.first());
        let text = error.and_then(|error| error.rendered.clone());
        bail!(
            "{}: no mutant stands where the compiler found an error:\n{}",
            self.package.name,
            text.unwrap_or_default()
        )
    }

    /// The arm whose deletion leaves a `match` without an answer: the next one behind its head.
    fn missing_arm(&self, error: &Message) -> Vec<u32> {
        let is_arm = |id| {
            let mut arms = self
                .mutants
                .iter()
                .filter(|one| one.genre == Genre::MatchArm);
            arms.any(|one| one.id == id)
        };
        let head = error.spans.iter().find(|span| span.is_primary);
        let found = head.and_then(|head| {
            let file = self.files.get(&head.file_name)?;
            file.first_behind(head.byte_end, is_arm)
        });
        found.into_iter().collect()
    }

    fn behind(&self, error: &Message) -> Vec<u32> {
        let mut spans: Vec<&Span> = error.spans.iter().collect();
        spans.sort_by_key(|span| !span.is_primary);
        let mut ours = Vec::new();
        for mut span in spans {
            loop {
                if let Some(file) = self.files.get(&span.file_name) {
                    ours.push((file, span));
                }
                match &span.expansion {
                    Some(expansion) => span = &expansion.span,
                    None => break,
                }
            }
        }
        for (file, span) in &ours {
            let ids = file.blamed(span.byte_start..span.byte_end);
            if !ids.is_empty() {
                return ids;
            }
        }
        let nearest = ours.first();
        nearest.map_or_else(Vec::new, |(file, span)| file.blamed_before(span.byte_start))
    }

    /// The functions without `const` that a message about a constant names.
    fn called(&self, message: &str) -> BTreeSet<String> {
        let path = message.split('`').nth(1).unwrap_or_default();
        let path = path.split('(').next().unwrap_or_default();
        let mut plain = String::new();
        let mut depth = 0_u32;
        for letter in path.chars() {
            match letter {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ if depth == 0 => plain.push(letter),
                _ => {}
            }
        }
        let parts: Vec<&str> = plain.split("::").filter(|part| !part.is_empty()).collect();
        let last = parts.last().copied().unwrap_or_default();
        let two = parts[parts.len().saturating_sub(2)..].join("::");
        let is_exact = |name: &&String| **name == two;
        let exact: BTreeSet<String> = self
            .no_longer_const
            .iter()
            .filter(is_exact)
            .cloned()
            .collect();
        if !exact.is_empty() {
            return exact;
        }
        let named = self.no_longer_const.iter();
        let named = named.filter(|name| name.rsplit("::").next() == Some(last));
        named.cloned().collect()
    }
}

fn program(line: Line, tests: &Tests) -> Option<Executable> {
    let folder = line.manifest_path?.parent()?.to_owned();
    let (package, target) = (tests.package, line.target?.name);
    Some(Executable {
        name: format!("{} {target}", package.trim_start_matches("queenhigh-")),
        skipped: tests.skipped,
        path: line.executable?,
        folder,
    })
}

fn read_verdicts(cache: &std::path::Path, digest: &str) -> Verdicts {
    let mut verdicts = Verdicts::default();
    let text = fs::read_to_string(cache).unwrap_or_default();
    let mut lines = text.lines();
    if lines.next() != Some(digest) {
        return verdicts;
    }
    for line in lines {
        if let Ok(id) = line.parse() {
            verdicts.unviable.insert(id);
        } else {
            verdicts.constant.insert(line.to_owned());
        }
    }
    verdicts
}

fn write_verdicts(cache: &std::path::Path, digest: &str, verdicts: &Verdicts) -> Result<()> {
    let unviable = verdicts.unviable.iter().map(u32::to_string);
    let lines = unviable.chain(verdicts.constant.iter().cloned());
    let lines: Vec<String> = std::iter::once(digest.to_owned()).chain(lines).collect();
    fs::write(cache, lines.join("\n")).context("the verdicts cannot be written")
}
