//! `queenhigh rules` as people and programs call it: pages, JSON, errors and exit codes.
//!
//! Rulebook and clause are kept apart in this file: written together they would count as a citation,
//! and printing a clause proves nothing about it.
#![expect(
    clippy::needless_raw_string_hashes,
    reason = "snapshots that update themselves are written so"
)]

#[path = "rules/ask.rs"]
mod ask;
#[path = "rules/coverage.rs"]
mod coverage;
#[path = "rules/irregularities.rs"]
mod irregularities;

use std::process::Command;

use expect_test::expect;
use game::{RulebookId, clauses};
use serde_json::Value;

struct Answered {
    code: Option<i32>,
    out: String,
    err: String,
}

fn rules(words: &[&str]) -> Answered {
    let mut program = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
    let output = program.arg("rules").args(words).output();
    let output = output.expect("the program was built with its tests");
    Answered {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn page(words: &[&str]) -> String {
    let answered = rules(words);
    assert_eq!(answered.code, Some(0), "{words:?}: {}", answered.err);
    assert_eq!(answered.err, "", "{words:?}");
    answered.out
}

fn json(words: &[&str]) -> Value {
    let text = page(&[words, &["--format", "json"]].concat());
    serde_json::from_str(&text).expect("JSON was asked for")
}

/// What is printed on standard error by a call that is wrong.
fn refused(words: &[&str]) -> String {
    let answered = rules(words);
    assert_eq!(answered.code, Some(2), "{words:?}: {}", answered.out);
    assert_eq!(answered.out, "", "{words:?}");
    answered.err
}

fn array(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn strings(value: &Value) -> Vec<&str> {
    array(value).iter().filter_map(Value::as_str).collect()
}

#[test]
fn the_list_names_the_five_rulebooks() {
    let list = page(&["list"]);
    assert_eq!(list, page(&[]), "`rules` alone is the list");
    // Every change of an answer moves a digest, and is seen elsewhere.
    let without_digests: Vec<&str> = list
        .lines()
        .map(|line| line.get(..70).unwrap_or(line).trim_end())
        .collect();
    expect![[r#"
        id                  title                 version  in force    clauses
        rws-2020            3 Card Poker (RWS)    3        2020-03-17  145
                                                           08:00
        rws-2013            Three Card Poker      2        2013-10-22  78
                            (RWS)
        mbs-2019            Three Card Poker      5        2019-08-02  122
                            (MBS)
        rws-multilink-2024  Multi-Link            4        2024-01-04  154
                            Progressive 3 Card             08:00
                            Poker (RWS)
        oceanfront          Three Card Poker      unknown  unknown     74
                            (Oceanfront Gaming)"#]]
    .assert_eq(&without_digests.join("\n"));
}

#[test]
fn the_list_as_json_counts_clauses_by_kind() {
    let list = json(&[]);
    let entries = array(&list);
    assert_eq!(entries.len(), 5);
    for (entry, id) in entries.iter().zip(RulebookId::ALL) {
        assert_eq!(entry["id"], id.name());
        assert_eq!(entry["digest"], id.form().digest().to_string());
        let by_kind = entry["clauses_by_kind"].as_object().unwrap().values();
        let sum: u64 = by_kind.map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(entry["clauses"], sum);
        let clauses = clauses().iter().filter(|clause| clause.rulebook == id);
        assert_eq!(sum, clauses.count() as u64);
    }
}

#[test]
fn a_rulebook_is_shown_switch_by_switch() {
    for id in RulebookId::ALL {
        let shown = json(&["show", id.name()]);
        assert_eq!(shown["rulebook"], id.name());
        assert_eq!(shown["digest"], id.form().digest().to_string());
        let switches = array(&shown["switches"]);
        let answers = id.form().answers();
        assert_eq!(switches.len(), answers.len());
        let text = page(&["show", id.name()]);
        for (switch, answer) in switches.iter().zip(answers) {
            assert_eq!(switch["switch"], answer.switch);
            assert_eq!(switch["value"], answer.says);
            assert_eq!(strings(&switch["clauses"]), answer.cites);
            assert!(
                text.contains(&format!("\n  {} ", answer.switch)),
                "{id} {}",
                answer.switch
            );
        }
        assert!(text.contains(&format!("digest {}\n", id.form().digest())));
    }
}

#[test]
fn a_choice_of_the_house_is_marked_and_moves_the_digest() {
    let words = [
        "show",
        "rws-2020",
        "--option",
        "fold_envy_receive=yes",
        "--option",
        "positions=5",
    ];
    let text = page(&words);
    assert!(
        text.contains("\noptions, marked *: positions=5, fold_envy_receive=yes\n"),
        "{text}"
    );
    assert!(text.contains("\n  fold_envy_receive *  "), "{text}");
    assert!(text.contains("instead of no "), "{text}");
    assert_eq!(text.matches(" * ").count(), 2, "{text}");

    let shown = json(&words);
    assert_eq!(
        shown["options"],
        serde_json::json!({"positions": "5", "fold_envy_receive": "yes"})
    );
    assert_ne!(shown["digest"], json(&words[..2])["digest"]);
    // The default, said aloud, is no choice.
    let same = ["show", "rws-2020", "--option", "fold_envy_receive=no"];
    assert_eq!(json(&same), json(&words[..2]));
}

#[test]
fn a_clause_is_shown_with_what_it_decides() {
    let text = page(&["show", "rws-2020", "3.12.1"]);
    let (heading, text) = text.split_once('\n').unwrap();
    assert_eq!(heading, ["rws-2020", "3.12.1", "(decision)"].join(" "));
    let (stable, _) = text.split_once("Proved by\n").unwrap();
    expect![[r#"
        3 Card Poker (RWS), version 3, in force from 2020-03-17 08:00

        Asks
          Fold: Ante and Pair Plus are lost and the jackpot bet can win nothing from the
          4.4 table.

        To be seen
          Ante 10, Pair Plus 5, jackpot 5, player Ks Qs Js folds: house keeps 10 + 5 +
          5, no Pair Plus 40:1, no jackpot award

        Decides in rws-2020
          fold_pair_plus     lost       3.12.1
          fold_jackpot       forfeited  3.12.1
          fold_cards         collect    3.12.1, 1.8
          collect_first      none       3.12.1
          fold_envy_receive  no         3.12.1, 4.7, R20-04

    "#]]
    .assert_eq(stable);
}

#[test]
fn a_clause_as_json_has_its_switches_and_tests() {
    let shown = json(&["show", "rws-2020", "3.12.1"]);
    assert_eq!(shown["rulebook"], "rws-2020");
    assert_eq!(shown["clause"], "3.12.1");
    assert_eq!(shown["kind"], "decision");
    let switches = array(&shown["switches"]);
    let jackpot = switches
        .iter()
        .find(|switch| switch["switch"] == "fold_jackpot")
        .unwrap();
    assert_eq!(jackpot["value"], "forfeited");
    let coverage = json(&["coverage"]);
    let mut entries = array(&coverage).iter();
    let entry =
        entries.find(|entry| entry["clause"] == "3.12.1" && entry["rulebook"] == "rws-2020");
    assert_eq!(shown["tests"], entry.unwrap()["tests"]);
}

#[test]
fn a_row_of_a_table_decides_what_its_table_decides() {
    let row = page(&["show", "rws-2020", "4.2[pair]"]);
    assert!(
        row.contains("\n  pair_plus_table  40 30 5 4 1  4.2\n"),
        "{row}"
    );
    let row = page(&["show", "oceanfront", "ofg.pp.pair"]);
    assert!(row.contains("\n  pair_plus_table  "), "{row}");
}

#[test]
fn an_option_shows_in_what_a_clause_decides() {
    let text = page(&[
        "show",
        "rws-2020",
        "R20-04",
        "--option",
        "fold_envy_receive=yes",
    ]);
    assert!(text.contains("\n  fold_envy_receive  yes  "), "{text}");
}

#[test]
fn ids_may_have_blanks_brackets_and_small_letters() {
    let whole = page(&["show", "rws-2020", "Appendix A"]);
    assert!(whole.contains("Appendix A (layout)\n"), "{whole}");
    assert_eq!(whole, page(&["show", "rws-2020", "Appendix", "A"]));
    assert_eq!(whole, page(&["show", "rws-2020", "appendix", "a"]));
    page(&["show", "rws-2020", "2.1.1(a)"]);
    let ambiguity = page(&["show", "rws-2020", "g-19"]);
    assert!(
        ambiguity.starts_with("G-19 Jackpot bet of the wrong amount\n\nProblem\n"),
        "{ambiguity}"
    );
}

#[test]
fn every_clause_and_every_ambiguity_can_be_shown() {
    for clause in clauses() {
        let text = page(&["show", clause.rulebook.name(), clause.id]);
        assert!(
            text.contains(&format!("{} ({})\n", clause.id, clause.kind)),
            "{text}"
        );
    }
    for ambiguity in game::ambiguities() {
        let text = page(&["show", "mbs-2019", ambiguity.id]);
        assert!(text.starts_with(ambiguity.id), "{text}");
    }
}

#[test]
fn the_difference_is_what_differs_and_nothing_else() {
    for (one, other) in [("rws-2020", "mbs-2019"), ("rws-2013", "oceanfront")] {
        let answers = |id: &str| id.parse::<RulebookId>().unwrap().form().answers();
        let pairs = answers(one).into_iter().zip(answers(other));
        let differ: Vec<&str> = pairs
            .filter(|(a, b)| a.says != b.says)
            .map(|(a, _)| a.switch)
            .collect();
        let diff = json(&["diff", one, other]);
        assert_eq!(diff["rulebooks"], serde_json::json!([one, other]));
        let switches = array(&diff["differ"]).iter();
        let switches: Vec<&str> = switches
            .map(|entry| entry["switch"].as_str().unwrap())
            .collect();
        assert_eq!(switches, differ);
        let text = page(&["diff", one, other]);
        let first = format!(
            "\n{} of {} switches differ\n",
            differ.len(),
            answers(one).len()
        );
        assert!(text.contains(&first), "{text}");
        for switch in differ {
            assert!(
                text.contains(&format!("\n  {switch}\n    {one} ")),
                "{switch}: {text}"
            );
        }
    }
    let same = page(&["diff", "oceanfront", "oceanfront"]);
    assert!(same.ends_with("\n\n0 of 127 switches differ\n"), "{same}");
}

#[test]
fn pay_tables_are_compared_row_by_row() {
    let text = page(&["diff", "rws-2020", "oceanfront"]);
    let tables = &text[text.find("Pay tables").unwrap()..];
    let (tables, _) = tables.split_once("\n  side_bet_table").unwrap();
    expect![[r#"
        Pay tables, rows that differ

          ante_bonus_table  rws-2020  oceanfront
          straight flush    5 to 1    4 to 1
          three of a kind   4 to 1    3 to 1

          pair_plus_table  rws-2020  oceanfront
          straight flush   40 to 1   30 to 1
          three of a kind  30 to 1   25 to 1
          flush            4 to 1    3 to 1
    "#]]
    .assert_eq(tables);
    let text = page(&["diff", "rws-2020", "rws-2013"]);
    assert!(!text.contains("Pay tables"), "they pay alike: {text}");
}

#[test]
fn pages_for_people_keep_to_eighty_columns() {
    let ids = RulebookId::ALL.map(RulebookId::name);
    let mut calls = vec![vec!["list"], vec!["coverage", "--missing"]];
    calls.extend(ids.map(|id| vec!["show", id]));
    calls.extend(ids.map(|id| vec!["diff", "rws-multilink-2024", id]));
    for call in calls {
        for line in page(&call).lines() {
            assert!(line.chars().count() <= 80, "{call:?}: {line}");
            assert_eq!(line, line.trim_end(), "{call:?}");
        }
    }
}

#[test]
fn a_wrong_call_is_explained_and_ends_with_two() {
    let message = refused(&["show", "rws-2021"]);
    assert!(
        message.contains("no rulebook `rws-2021`; expected one of rws-2020, "),
        "{message}"
    );
    refused(&["diff", "rws-2020", "nowhere"]);
    refused(&["diff", "rws-2020"]);
    refused(&["explain"]);
    refused(&["list", "--format", "xml"]);
}

#[test]
fn an_unknown_clause_is_answered_with_the_nearest() {
    let says = |rulebook, clause: &str| refused(&["show", rulebook, clause]);
    assert_eq!(
        says("rws-2020", "3.12.9"),
        "queenhigh: rws-2020 has no clause `3.12.9`; \
         the nearest are 3.12.1, 3.12.2, 3.12, 3.1.1, 3.1.2\n"
    );
    assert_eq!(
        says("mbs-2019", "5.8.1"),
        "queenhigh: mbs-2019 has no clause `5.8.1` (there is one in rws-2020, rws-multilink-2024); \
         the nearest are 5.8, 5.1.1, 5.7.1, 5.1, 5.1.2\n"
    );
    assert!(says("oceanfront", "ofg.pp.pairs").contains("the nearest are ofg.pp.pair, "));
    assert_eq!(
        says("rws-2020", "zzz"),
        "queenhigh: rws-2020 has no clause `zzz`; \
         ids look like 3.12.1, 4.2[pair], ofg.deal.7 or G-19\n"
    );
    assert!(says("rws-2020", &"9".repeat(100_000)).len() < 200);
}

#[test]
fn an_option_the_rulebook_does_not_leave_open_is_refused() {
    let says = |option| refused(&["show", "rws-2020", "--option", option]);
    assert_eq!(
        says("fold_everything=yes"),
        "queenhigh: `fold_everything` is no switch of any rulebook, expected one that `rules show` lists\n"
    );
    assert_eq!(
        says("fold_jackpot=alive"),
        "queenhigh: rws-2020 leaves no choice of `fold_jackpot`: it says forfeited (3.12.1)\n"
    );
    assert_eq!(
        says("fold_envy_receive=maybe"),
        "queenhigh: `fold_envy_receive` cannot be `maybe` under rws-2020; expected one of no, yes\n"
    );
    assert!(says("fold_envy_receive").contains("expected NAME=VALUE"));
}
