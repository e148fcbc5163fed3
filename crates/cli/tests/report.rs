//! `queenhigh report` as an operator files it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod evening;

use evening::{evening, queenhigh, told};
use game::RulebookId;
use serde_json::Value;

fn report(data: &str, more: &[&str]) -> Value {
    let call = [&["report", "--data", data, "--format", "json"], more].concat();
    serde_json::from_str(&told(&call, "")).unwrap()
}

/// Cents of a cell: a whole number of dollars, or a fraction of them.
fn cents(cell: &Value) -> i64 {
    if let Some(whole) = cell.as_i64() {
        return whole * 100;
    }
    let (num, den) = cell["exact"].as_str().unwrap().split_once('/').unwrap();
    let (num, den): (i64, i64) = (num.parse().unwrap(), den.parse().unwrap());
    num * 100 / den
}

fn sum(rows: &Value, column: &str) -> i64 {
    let rows = rows.as_array().unwrap();
    rows.iter().map(|row| cents(&row[column])).sum()
}

#[tokio::test]
async fn days_add_up_to_months_and_to_the_ledger() {
    for rulebook in RulebookId::ALL {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().to_str().unwrap();
        evening(folder.path(), rulebook, 14).await;
        let (day, life) = (report(data, &[]), report(data, &["--by", "life"]));
        assert!(day["win"]["tables"].as_array().unwrap().len() > 3, "{day}");
        for column in ["wagered", "win", "drop", "cashed_out"] {
            let (days, all) = (&day["win"]["tables"], &life["win"]["tables"]);
            assert_eq!(sum(days, column), sum(all, column), "{rulebook}: {column}");
        }
        let mut house = 0;
        let ledger = told(&["export", "ledger", "--data", data], "");
        for line in ledger.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            let amount = row["amount"].as_i64().unwrap();
            house += if row["to"] == "house/1" { amount } else { 0 };
            house -= if row["from"] == "house/1" { amount } else { 0 };
        }
        assert_eq!(sum(&life["win"]["tables"], "win"), house, "{rulebook}");
        assert_eq!(sum(&life["win"]["tables"], "drop"), 3 * 100_000_000);
        let rounds = life["win"]["tables"][0].clone();
        assert!(
            rounds["rounds"] == 14 || rounds["rounds"].as_u64().is_some(),
            "{rounds}"
        );
    }
}

/// The edge stands in `analyze`; what it makes of the Antes stands here.
#[tokio::test]
async fn what_was_expected_is_the_edge_times_the_antes() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    evening(folder.path(), RulebookId::Rws2020, 20).await;
    let life = report(data, &["--by", "life"]);
    let games = life["chance"]["games"].as_array().unwrap();
    let ante = games
        .iter()
        .find(|row| row["game"] == "Ante and Play")
        .unwrap();
    let sheet: Value =
        serde_json::from_str(&told(&["analyze", "rws-2020", "--format", "json"], "")).unwrap();
    let fraction = |text: &Value| {
        let (num, den) = text["exact"].as_str().unwrap().split_once('/').unwrap();
        (num.parse::<i128>().unwrap(), den.parse::<i128>().unwrap())
    };
    let (edge, expected) = (
        fraction(&sheet["ante_play"]["house_edge"]),
        fraction(&ante["expected"]),
    );
    let antes = i128::from(cents(&ante["at_risk"]));
    assert_eq!(edge.0 * antes * expected.1, expected.0 * edge.1 * 100);
    assert_eq!(ante["against_chance"], "inside");
}

#[tokio::test]
async fn the_same_logs_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, copy) = (at("house"), at("copy"));
    evening(std::path::Path::new(&data), RulebookId::RwsMultilink2024, 8).await;
    told(&["backup", "--data", &data, "--to", &copy], "");
    for format in ["table", "json", "csv", "markdown", "html", "xlsx", "pdf"] {
        let made = |data: &str| {
            let output = queenhigh(&["report", "--data", data, "--format", format], "");
            assert_eq!(output.status.code(), Some(0), "{format}");
            output.stdout
        };
        let first = made(&data);
        assert!(first.len() > 500, "{format}");
        assert_eq!(first, made(&data), "{format}");
        assert_eq!(first, made(&copy), "{format}, from a copy");
    }
}

/// Every table of a section, as JSON.
fn rows<'a>(report: &'a Value, section: &str, table: &str) -> &'a Vec<Value> {
    report[section][table].as_array().unwrap()
}

#[tokio::test]
async fn issue_17_a_report_can_be_of_some_days_and_of_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    evening(folder.path(), RulebookId::Rws2020, 14).await;
    let whole = report(data, &[]);
    let days: Vec<&str> = rows(&whole, "win", "tables")
        .iter()
        .map(|row| row["period"].as_str().unwrap())
        .collect();
    assert!(days.len() > 3, "{days:?}");
    let (second, third) = (days[1], days[2]);
    let some = report(data, &["--from", second, "--to", third]);
    let kept = rows(&some, "win", "tables");
    assert_eq!(kept[..], rows(&whole, "win", "tables")[1..3]);
    for section in ["acts", "events"] {
        let tables = some[section].as_object().unwrap();
        for row in tables.values().flat_map(|rows| rows.as_array().unwrap()) {
            let period = row["period"].as_str().unwrap();
            assert!(period == second || period == third, "{section}: {row}");
        }
    }
    let of_table = report(data, &["--table", "1"]);
    assert_eq!(of_table["win"], whole["win"]);
    assert_eq!(of_table["payouts"], whole["payouts"]);
    for (call, said) in [
        (
            vec!["--table", "2"],
            "--table: found 2, expected a table of this house",
        ),
        (vec!["--from", third, "--to", second], "--to: found "),
        (
            vec!["--from", "2026-02-30"],
            "expected a day of the calendar",
        ),
    ] {
        let call = [&["report", "--data", data][..], &call].concat();
        let output = queenhigh(&call, "");
        assert_eq!(output.status.code(), Some(2), "{call:?}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains(said), "{err}");
    }
    let html = told(&["report", "--data", data, "--format", "html"], "");
    assert!(html.contains("one by one in <code>queenhigh export events</code>"));
    assert!(!html.contains('`'), "no backtick is printed");
}
