//! The codes of refusals: programs and stored answers rely on them, so none is ever renamed.

use std::collections::BTreeSet;

use expect_test::expect;
use game::{Actor, Command, PersonId, Post, RefusalReason, Request, RulebookId, Table};

/// Every code that was ever given out, with the variant it belongs to.
const GIVEN_OUT: &str = include_str!("refusal-codes.txt");

#[test]
fn a_code_once_given_out_stays_with_its_reason() {
    let given_out: Vec<&str> = GIVEN_OUT.lines().collect();
    let in_use = RefusalReason::CODES.iter();
    let in_use: Vec<String> = in_use
        .map(|(code, name)| format!("{code} {name}"))
        .collect();
    for line in &given_out {
        assert!(
            in_use.iter().any(|now| now == line),
            "`{line}` of refusal-codes.txt is gone: a code is stored with answers and never renamed",
        );
    }
    for line in &in_use {
        assert!(
            given_out.contains(&line.as_str()),
            "`{line}` is new: add it to refusal-codes.txt, where it will stay",
        );
    }
}

#[test]
fn codes_are_unique_and_in_kebab_case() {
    let codes: BTreeSet<&str> = RefusalReason::CODES.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes.len(), RefusalReason::CODES.len());
    for code in codes {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        assert!(code.chars().all(plain), "{code}");
    }
}

#[test]
fn a_refusal_is_written_with_its_code() {
    let dealer = Actor::Staff {
        post: Post::Dealer,
        person: PersonId(1),
    };
    let asked = Command::new(dealer, Request::OpenBets);
    let refusal = Table::closed()
        .decide(RulebookId::Rws2020.form(), &asked)
        .unwrap_err();
    assert_eq!(refusal.code(), "table-closed");
    let written = serde_json::to_string(&refusal).unwrap();
    expect![[r#"{"code":"table-closed","says":"the table is closed","rulebook":"rws-2020","clauses":["3.2"]}"#]]
        .assert_eq(&written);
}
