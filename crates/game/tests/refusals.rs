//! The codes of refusals: programs and stored answers rely on them, so none is ever renamed.

use std::collections::BTreeSet;

use expect_test::expect;
use game::{
    Actor, Bounds, Command, JackpotSetup, Money, PersonId, Post, RefusalReason, Request,
    RulebookId, Setup, Table,
};

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

/// No table is opened with a limit or a jackpot figure beyond what any table takes, or below nothing.
#[test]
fn issue_17_11_a_table_opens_only_with_amounts_within_bounds() {
    let rulebook = RulebookId::Rws2020.form();
    let by = Actor::Staff {
        post: Post::House,
        person: PersonId(41),
    };
    let bounds = |min, max| Bounds {
        min: Some(min),
        max: Some(max),
    };
    let opened = |setup: Setup| {
        let setup = Box::new(setup);
        let asked = Command::new(by, Request::OpenTable { setup });
        let refused = Table::closed().decide(rulebook, &asked).err();
        refused.map(|refusal| refusal.to_string())
    };
    let [stake, seed] = [Money::major(5), Money::major(20_000)];
    let jackpot = JackpotSetup::new(stake, Money::major(1), seed);
    let usual = Setup::new(rulebook, bounds(stake, Money::LIMIT), jackpot);
    assert_eq!(opened(usual.clone()), None);
    for wrong in [
        Money::LIMIT + Money::minor(1),
        Money::minor(i64::MAX),
        Money::minor(-1),
    ] {
        let with_limits = |min, max| Setup::new(rulebook, bounds(min, max), jackpot);
        let with_jackpot = |jackpot| Setup {
            jackpot: Some(jackpot),
            ..usual.clone()
        };
        for setup in [
            with_limits(wrong, wrong),
            with_limits(stake, wrong),
            with_jackpot(JackpotSetup::new(wrong, Money::major(1), seed)),
            with_jackpot(JackpotSetup::new(stake, wrong, seed)),
            with_jackpot(JackpotSetup::new(stake, Money::major(1), wrong)),
        ] {
            let refused = opened(setup).unwrap();
            let expected = "an amount is below nothing or beyond what any table takes";
            assert!(refused.contains(expected), "{wrong}: {refused}");
        }
    }
}
