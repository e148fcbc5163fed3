//! The codes of the house's refusals: programs and stored answers rely on them, so none is ever renamed.

use std::collections::BTreeSet;

use game::RefusalReason;
use house::bounds::OutOfBounds;
use house::cage::CageRefusal;
use house::link::LinkRefusal;
use house::response::Response;
use house::table::{CardRefusal, TableRefusal};

/// Every code that was ever given out, with the variant it belongs to.
const GIVEN_OUT: &str = include_str!("refusal-codes.txt");

fn in_use() -> Vec<(&'static str, String)> {
    let of = |name: &'static str, codes: &'static [(&'static str, &'static str)]| {
        let codes = codes.iter();
        codes.map(move |(code, variant)| (*code, format!("{name}::{variant}")))
    };
    of("TableRefusal", TableRefusal::CODES)
        .chain(of("CardRefusal", CardRefusal::CODES))
        .chain(of("LinkRefusal", LinkRefusal::CODES))
        .chain(of("CageRefusal", CageRefusal::CODES))
        .chain(of("OutOfBounds", OutOfBounds::CODES))
        .collect()
}

#[test]
fn a_code_once_given_out_stays_with_its_reason() {
    let given_out: Vec<&str> = GIVEN_OUT.lines().collect();
    let in_use = in_use().into_iter();
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

/// A response says its code alone: it must not matter who refused.
#[test]
fn no_code_means_two_things() {
    let rules = RefusalReason::CODES.iter().map(|(code, _)| *code);
    let house = in_use();
    let mut seen: BTreeSet<&str> = rules.collect();
    for (code, name) in &house {
        assert!(seen.insert(code), "{code} of {name} is taken");
        let plain = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        assert!(code.chars().all(plain), "{code}");
    }
}

#[test]
fn a_response_stored_before_there_were_codes_is_read() {
    let stored = r#"{"refused":{"says":"no more bets","clauses":["3.2"]}}"#;
    let response: Response = serde_json::from_str(stored).expect("an older response");
    let Response::Refused { code, .. } = &response else {
        panic!("{response:?}")
    };
    assert_eq!(code, "");
    let written = serde_json::to_string(&response).expect("plain data");
    assert_eq!(written, stored);
}
