//! `rules ask`: questions in people's own words, one or many, and what is said of a bad one.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{array, json, page, refused};

/// Exit code, answers and errors for questions on standard input.
fn lines(rulebook: &str, questions: &[u8]) -> (Option<i32>, Vec<Value>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
    program.args(["rules", "ask", "-", "--rulebook", rulebook]);
    let piped = program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = piped.stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the program was built with its tests");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(questions).expect("it reads to the end");
    drop(input);
    let output = child.wait_with_output().expect("it ends by itself");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON a line"));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), answers.collect(), errors)
}

#[test]
fn an_answer_has_the_four_fields_of_the_interface() {
    let words = ["ask", "four cards to box 3, player looked"];
    let found = json(&[&words[..], &["--rulebook", "rws-2020"]].concat());
    let first = &found["answers"][0];
    assert_eq!(first["row"], "IR-11");
    assert_eq!(first["title"], "Player's count wrong, not reconstructable");
    assert!(array(&first["clauses"]).contains(&Value::from("5.15")));
    let names: Vec<&String> = first.as_object().unwrap().keys().collect();
    assert_eq!(names, ["clauses", "instruction", "row", "title"]);
    let neighbours: Vec<&Value> = array(&found["answers"])[1..].iter().collect();
    assert!((1..=3).contains(&neighbours.len()), "{neighbours:?}");
}

#[test]
fn a_page_gives_the_instruction_and_names_neighbours() {
    let page = page(&["ask", "ive got four cards", "--rulebook", "oceanfront"]);
    assert!(page.starts_with("IR-10 under oceanfront: "), "{page}");
    assert!(page.contains("\nIf that is not it\n  IR-1"), "{page}");
    assert!(
        page.lines().all(|line| line.chars().count() <= 80),
        "{page}"
    );
}

#[test]
fn nothing_irregular_is_an_empty_list() {
    let found = json(&["ask", "what does a straight pay", "--rulebook", "mbs-2019"]);
    assert_eq!(found, serde_json::json!({ "answers": [] }));
}

#[test]
fn questions_on_standard_input_are_answered_line_by_line() {
    let questions = b"joker in the shoe\n\nwhat does a straight pay\nforgot to burn";
    let (code, answers, errors) = lines("rws-2020", questions);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let first = |answer: &Value| answer["answers"][0]["row"].as_str().map(str::to_owned);
    let rows: Vec<Option<String>> = answers.iter().map(first).collect();
    let named = |row: &str| Some(row.to_owned());
    assert_eq!(rows, [named("IR-01"), None, None, named("IR-13")]);
}

#[test]
fn a_line_that_cannot_be_read_does_not_stop_the_others() {
    let long = [
        b"x".repeat(5_000),
        b"\n\xff\xfe\njoker in the shoe\n".to_vec(),
    ]
    .concat();
    let (code, answers, errors) = lines("rws-2020", &long);
    assert_eq!(code, Some(2));
    assert_eq!(answers.len(), 1);
    assert_eq!(
        errors,
        "line 1: found more than 2000 bytes, expected at most as many; it is left out\n\
         line 2: found bytes that are no UTF-8, expected text; it is left out\n"
    );
}

#[test]
fn a_bad_call_names_what_was_found_and_expected() {
    let empty = refused(&["ask", " ", "--rulebook", "rws-2020"]);
    assert!(
        empty.contains("words: found nothing, expected what happened"),
        "{empty}"
    );
    let unnamed = refused(&["ask", "joker"]);
    assert!(unnamed.contains("--rulebook <ID>"), "{unnamed}");
    let unknown = refused(&["ask", "joker", "--rulebook", "rws-2021"]);
    assert!(unknown.contains("rws-2021"), "{unknown}");
}

#[test]
fn a_section_is_read_in_order_and_a_rulebook_begins_with_its_legend() {
    let section = json(&["show", "rws-2020", "5"]);
    let clauses: Vec<&Value> = array(&section["clauses"]).iter().collect();
    assert_eq!(clauses[0]["clause"], "5.1");
    let within = |clause: &&Value| clause["clause"].as_str().unwrap().starts_with("5.");
    assert!(clauses.len() > 30 && clauses.iter().all(within));
    assert!(page(&["show", "oceanfront", "ofg.irreg"]).contains("ofg.irreg.1"));

    let whole = page(&["show", "rws-2020"]);
    let place = |text: &str| whole.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(place("What follows `or`") < place("\n  1.1 "));
    assert!(place("\n  1.1 ") < place("\n  5.23 ") && place("\n  5.23 ") < place("Pay tables"));
}
