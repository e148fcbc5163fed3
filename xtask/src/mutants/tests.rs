//! A small program with a mutant of each kind is rewritten, compiled, and shown to do what each says.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::edit::{Rendered, render};
use super::list::{Genre, Mutant, Place};
use super::rewrite::{IN_A_CONSTANT, Rewritten, Verdicts, rewrite};
use super::{Options, is_tests, sample};

const SOURCE: &str = r#"
struct Pair { a: u8, b: u8 }
const BASE: Pair = Pair { a: 90, b: 91 };
const LENGTH: usize = 1 + 1;
const fn value() -> u8 {
    5
}
const fn stays() -> u8 {
    6
}
fn sum(a: i32, b: i32) -> i32 {
    a + b * 2
}
fn cast(a: u8, b: usize) -> bool {
    a as usize >= b
}
fn negated(a: bool) -> bool {
    !a
}
fn arm(n: u8) -> u8 {
    match n {
        0 => 10,
        n if n > 5 || n == 2 => 20,
        _ => 30,
    }
}
fn added(mut total: i64) -> i64 {
    total += 4;
    total
}
fn field() -> Pair {
    Pair { a: 1, ..BASE }
}
fn chain(a: Option<u8>) -> bool {
    if let Some(n) = a && n > 3 { true } else { false }
}
fn main() {
    const SIX: u8 = stays();
    let pair = field();
    let arms = [arm(0), arm(2), arm(7), arm(1)];
    println!("value {} sum {} cast {} negated {} arms {arms:?} added {} field {} {} chain {} six {SIX} {LENGTH}",
        value(), sum(10, 3), cast(3, 4), negated(true), added(10), pair.a, pair.b, chain(Some(9)));
}
"#;

const UNCHANGED: &str = "value 5 sum 16 cast false negated false arms [10, 20, 20, 30] added 14 field 1 91 chain true six 6 2";

/// Kind, a text that stands once in the source and begins at the place, what is put there; and
/// what the program prints otherwise then.
type Case = (
    Genre,
    &'static str,
    &'static str,
    (&'static str, &'static str),
);

const CASES: [Case; 13] = [
    (Genre::FnValue, "5\n}", "77", ("value 5", "value 77")),
    (Genre::BinaryOperator, "+ b", "-", ("sum 16", "sum 4")),
    (Genre::BinaryOperator, "* 2", "+", ("sum 16", "sum 15")),
    (
        Genre::BinaryOperator,
        ">= b",
        "<",
        ("cast false", "cast true"),
    ),
    (
        Genre::UnaryOperator,
        "!a",
        "",
        ("negated false", "negated true"),
    ),
    (Genre::MatchArm, "0 => 10", "", ("[10,", "[30,")),
    (Genre::MatchArm, "n if n", "", ("20, 20,", "30, 30,")),
    (
        Genre::MatchArmGuard,
        "n > 5 ||",
        "true",
        ("20, 30]", "20, 20]"),
    ),
    (
        Genre::MatchArmGuard,
        "n > 5 ||",
        "false",
        ("20, 20,", "30, 30,"),
    ),
    (Genre::BinaryOperator, "|| n", "&&", ("20, 20,", "30, 30,")),
    (
        Genre::BinaryOperator,
        "+= 4",
        "*=",
        ("added 14", "added 40"),
    ),
    (Genre::StructField, "a: 1,", "", ("field 1", "field 90")),
    (
        Genre::BinaryOperator,
        "> 3 {",
        "<",
        ("chain true", "chain false"),
    ),
];

fn mutant(id: usize, genre: Genre, needle: &str, replacement: &str) -> Mutant {
    assert_eq!(SOURCE.matches(needle).count(), 1, "{needle}");
    let before = &SOURCE[..SOURCE.find(needle).unwrap()];
    let name = format!("{genre:?} at {needle:?}");
    Mutant {
        id: u32::try_from(id).unwrap(),
        module: "small",
        stable_name: name.clone(),
        name,
        file: "small.rs".to_owned(),
        genre,
        replacement: replacement.to_owned(),
        start: Place {
            line: before.lines().count(),
            column: before.len() - before.rfind('\n').unwrap(),
        },
    }
}

fn rewritten(mutants: &[Mutant], verdicts: &Verdicts) -> Rewritten {
    let mutants: Vec<&Mutant> = mutants.iter().collect();
    rewrite(SOURCE, &mutants, verdicts).unwrap()
}

fn stays_const() -> Verdicts {
    Verdicts {
        constant: ["stays".to_owned()].into(),
        ..Verdicts::default()
    }
}

fn compile(mut rendered: Rendered, folder: &Path) -> std::path::PathBuf {
    rendered.wrap("#![allow(warnings)]\n", include_str!("active.rs.txt"));
    let (source, program) = (folder.join("small.rs"), folder.join("small"));
    fs::write(&source, rendered.text).unwrap();
    let mut rustc = Command::new("rustc");
    rustc
        .args(["--edition=2024", "-o"])
        .arg(&program)
        .arg(&source);
    assert!(rustc.status().unwrap().success());
    program
}

fn printed(program: &Path, mutant: usize) -> String {
    let mut command = Command::new(program);
    let output = command.env("QUEENHIGH_MUTANT", mutant.to_string()).output();
    String::from_utf8(output.unwrap().stdout)
        .unwrap()
        .trim()
        .to_owned()
}

#[test]
fn each_mutant_changes_what_it_says_and_nothing_else() {
    let build = |(id, case): (usize, &Case)| mutant(id, case.0, case.1, case.2);
    let mutants: Vec<Mutant> = (1..).zip(&CASES).map(build).collect();
    let done = rewritten(&mutants, &stays_const());
    assert!(done.not_tried.is_empty() && done.unviable.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let program = compile(render(SOURCE, done.edits), folder.path());
    assert_eq!(printed(&program, 0), UNCHANGED);
    for (id, (genre, at, .., (now, then))) in (1..).zip(&CASES) {
        let expected = UNCHANGED.replacen(now, then, 1);
        assert_ne!(expected, UNCHANGED);
        assert_eq!(printed(&program, id), expected, "{genre:?} at {at}");
    }
}

#[test]
fn places_that_are_passed_are_noted_with_their_thread() {
    let mutants = [mutant(1, Genre::UnaryOperator, "!a", "")];
    let done = rewritten(&mutants, &stays_const());
    let folder = tempfile::tempdir().unwrap();
    let program = compile(render(SOURCE, done.edits), folder.path());
    let trace = folder.path().join("trace");
    let output = Command::new(&program)
        .env("QUEENHIGH_MUTANT", u32::MAX.to_string())
        .env("QUEENHIGH_MUTANT_TRACE", &trace)
        .output();
    assert!(output.unwrap().status.success());
    assert_eq!(fs::read_to_string(trace).unwrap(), "1\tmain\n");
}

#[test]
fn what_the_compiler_computes_is_not_tried() {
    let mutants = [
        mutant(1, Genre::BinaryOperator, "+ 1", "-"),
        mutant(2, Genre::FnValue, "6\n}", "7"),
        mutant(3, Genre::Other, "4;", "5"),
    ];
    let done = rewritten(&mutants, &stays_const());
    assert_eq!(done.not_tried.len(), 3);
    assert_eq!(done.not_tried[&1], IN_A_CONSTANT);
    assert_eq!(done.not_tried[&2], IN_A_CONSTANT);
    assert_eq!(done.no_longer_const, ["value".to_owned()].into());
}

#[test]
fn a_chain_with_let_is_unviable() {
    let mutants = [mutant(1, Genre::BinaryOperator, "&& n", "||")];
    let done = rewritten(&mutants, &Verdicts::default());
    assert_eq!(done.unviable, [1].into());
}

#[test]
fn the_mutant_that_does_not_compile_is_blamed() {
    let mutants = [
        mutant(1, Genre::FnValue, "5\n}", "77"),
        mutant(2, Genre::FnValue, "!a", "\"wrong\""),
    ];
    let rendered = render(SOURCE, rewritten(&mutants, &Verdicts::default()).edits);
    let wrong = rendered.text.find("\"wrong\"").unwrap();
    assert_eq!(rendered.blamed(wrong..wrong + 7), [2]);
    assert_eq!(rendered.blamed_before(wrong + 20), [2]);
}

#[test]
fn options_name_what_is_wrong() {
    let parse = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        Options::parse(&words).map_err(|error| error.to_string())
    };
    let options = parse("ledger --sample 5 --most-minutes 3").unwrap();
    assert_eq!(options.modules, ["ledger"]);
    assert_eq!((options.sample, options.most_minutes), (Some(5), Some(3)));
    let options = parse("ledger --only a.rs:5 --only sum").unwrap();
    let named = |name: &str| {
        let mut one = mutant(1, Genre::UnaryOperator, "!a", "");
        (one.module, one.name) = ("ledger", name.to_owned());
        options.asks_for(&one)
    };
    let asked = ["a.rs:5 x", "b.rs:1 in sum", "a.rs:6 x"].map(named);
    assert_eq!(asked, [true, true, false]);
    assert!(parse("ledger --only").is_err());
    assert!(
        parse("purse")
            .unwrap_err()
            .contains("found \"purse\", expected one of ledger")
    );
    let zero = parse("ledger --sample 0").unwrap_err();
    assert_eq!(zero, "--sample: found 0, expected a number above 0");
    assert!(parse("--quick").unwrap_err().contains("found --quick"));
}

#[test]
fn a_sample_is_spread_over_all() {
    let mutants: Vec<Mutant> = (1..=10)
        .map(|id| mutant(id, Genre::UnaryOperator, "!a", ""))
        .collect();
    let ids = |count| {
        let chosen = sample(mutants.iter().collect(), count);
        chosen.iter().map(|one| one.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(Some(3)), [1, 4, 7]);
    assert_eq!(ids(Some(20)).len(), 10);
    assert_eq!(ids(None).len(), 10);
}

#[test]
fn files_that_have_tests_alone_are_told_from_sources() {
    assert!(is_tests("crates/house/src/link/decide/tests.rs"));
    assert!(is_tests("crates/house/src/link/decide/tests/refused.rs"));
    assert!(!is_tests("crates/house/src/link/decide.rs"));
    assert!(!is_tests("crates/house/src/contests.rs"));
}
