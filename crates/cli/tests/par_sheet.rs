//! Par sheets in every format: the same numbers in all, and files that open.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "../../report/tests/opened/mod.rs"]
mod opened;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use opened::{Pdf, unbalanced, unzipped};

const IDS: [&str; 5] = [
    "rws-2013",
    "mbs-2019",
    "rws-2020",
    "rws-multilink-2024",
    "oceanfront",
];

fn analyze(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_queenhigh");
    Command::new(program)
        .arg("analyze")
        .args(args)
        .output()
        .unwrap()
}

fn bytes(args: &[&str]) -> Vec<u8> {
    let output = analyze(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

fn text(args: &[&str]) -> String {
    String::from_utf8(bytes(args)).unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&bytes(&[args, &["--format", "json"]].concat())).unwrap()
}

/// Every string of a workbook and every formula, joined.
fn workbook(args: &[&str]) -> String {
    let files = unzipped(&bytes(&[args, &["--format", "xlsx"]].concat()));
    let mut all = String::new();
    for (name, bytes) in files {
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(unbalanced(&text, &[]), None, "{name}");
        all += &text;
    }
    all
}

/// A place of its own for each test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// House edge and variance, as fraction and decimals, out of every format.
#[test]
fn all_formats_carry_the_same_numbers() {
    for id in IDS {
        let args = [id, "--with", "none"];
        let sheet = json(&args);
        let with = |format: &'static str| [&args[..], &["--format", format]].concat();
        let book = workbook(&args);
        let pdf = Pdf::open(&bytes(&with("pdf")));
        for (bet, figure) in [
            ("ante_play", "house_edge"),
            ("ante_play", "variance"),
            ("pair_plus", "house_edge"),
        ] {
            let number = &sheet[bet][figure];
            let (exact, decimal) = (
                number["exact"].as_str().unwrap(),
                number["decimal"].as_str().unwrap(),
            );
            for format in ["table", "csv", "markdown", "html"] {
                let text = text(&with(format));
                assert!(text.contains(exact), "{id} {format}: {exact}");
                assert!(text.contains(decimal), "{id} {format}: {decimal}");
            }
            assert!(
                pdf.text.contains(exact) && pdf.text.contains(decimal),
                "{id} pdf: {exact}"
            );
            assert!(book.contains(exact), "{id} xlsx: {exact}");
        }
        let digest = sheet["digest"].as_str().unwrap();
        for format in ["table", "csv", "markdown", "html"] {
            assert!(text(&with(format)).contains(digest), "{id} {format}");
        }
        assert!(book.contains(digest) && pdf.text.contains(digest), "{id}");
    }
}

/// What the rows of a table contribute adds up to the figure in its foot, and that to the figures.
#[test]
fn contributions_add_up() {
    let options: [&[&str]; 2] = [&[], &["--option", "fold_side_bet=lost"]];
    for id in IDS {
        for option in options
            .iter()
            .filter(|option| option.is_empty() || id == "oceanfront")
        {
            let args = [&[id, "--with", "none", "--format", "csv"][..], option].concat();
            let csv = text(&args);
            for (section, table, total) in [
                ("ante-play", "net", "all"),
                ("ante-play", "by-hand", "All hands"),
                ("pair-plus", "by-hand", "All hands"),
                ("five-card", "by-hand", "All sets"),
            ] {
                let lines = || {
                    csv.lines()
                        .filter(move |line| line.starts_with(&format!("{section},{table},")))
                };
                let parts = || {
                    lines()
                        .filter(|line| line.contains(",contribution,") || line.contains(",return,"))
                };
                let value =
                    |line: &str| -> f64 { line.split(',').nth_back(1).unwrap().parse().unwrap() };
                let is_total = |line: &&str| line.contains(&format!(",{total},"));
                let sum: f64 = parts().filter(|line| !is_total(line)).map(value).sum();
                let Some(foot) = parts().find(is_total) else {
                    assert_eq!(lines().count(), 0, "{id} {section}");
                    continue;
                };
                assert!(
                    (sum - value(foot)).abs() < 1e-10,
                    "{id} {section} {table}: {sum} and {foot}"
                );
            }
        }
    }
}

#[test]
fn a_file_is_written_whole_and_in_place_of_the_old_one() {
    let folder = Folder::new("par-sheet-output");
    let file = folder.0.join("sheet.pdf");
    fs::write(&file, "an older sheet").unwrap();
    let path = file.to_str().unwrap();
    let args = ["rws-2020", "--with", "none", "--format", "pdf"];
    let output = analyze(&[&args[..], &["--output", path]].concat());
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    assert_eq!(
        fs::read(&file).unwrap(),
        bytes(&args),
        "the same bytes as on standard output"
    );
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = Folder::new("par-sheet-refused");
    for path in [folder.0.join("no/such/place.csv"), folder.0.clone()] {
        let path = path.to_str().unwrap();
        let output = analyze(&[
            "rws-2020", "--format", "csv", "--with", "none", "--output", path,
        ]);
        assert_eq!(output.status.code(), Some(2), "{path}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("--output") && said.contains(path), "{said}");
    }
    assert_eq!(
        fs::read_dir(&folder.0).unwrap().count(),
        0,
        "nothing is left lying about"
    );
}

#[test]
fn the_title_says_what_is_no_best_play() {
    for (strategy, words) in [
        ("optimal", "Par sheet: rws-2020\n"),
        ("always-play", "every hand played"),
        ("queen-or-better", "Queen or better played"),
        ("K-7-2", "K-7-2 or better played"),
    ] {
        let page = text(&["rws-2020", "--strategy", strategy]);
        assert!(page.contains(words), "{page:.200}");
    }
}

#[test]
fn larger_sections_come_when_asked_for() {
    let plain = json(&["rws-2020"]);
    assert_eq!(plain.get("sections"), None);
    let sheet = json(&["rws-2020", "--with", "hands,joint"]);
    let classes = sheet["sections"]["hands"]["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 1_755);
    let hands: u64 = classes
        .iter()
        .map(|class| class["hands"].as_u64().unwrap())
        .sum();
    assert_eq!(hands, 22_100);
    assert_eq!(classes[0]["kind"], "Mini royal");
    assert!(classes[0]["played"]["exact"].is_string());
    let cells = sheet["sections"]["joint"]["cells"].as_array().unwrap();
    let deals: u64 = cells
        .iter()
        .map(|cell| cell["deals"].as_u64().unwrap())
        .sum();
    assert_eq!(deals, 407_170_400);
    assert!(sheet["sections"].get("leaks").is_none());
    assert!(text(&["rws-2020", "--with", "hands"]).lines().count() > 1_755);
}

/// mbs-2019 3.11 read to the letter turns the edge round (MBS-01).
#[test]
fn choices_of_the_house_are_priced() {
    let sheet = json(&["mbs-2019", "--with", "leaks"]);
    let rows = sheet["sections"]["leaks_house"]["choices"]
        .as_array()
        .unwrap();
    let literal = rows
        .iter()
        .find(|row| row["choice"] == "qualifier = literal_card");
    let edge = &literal.unwrap()["ante_and_play"]["decimal"];
    assert!(edge.as_str().unwrap().starts_with("-0.26"), "{edge}");
}

/// Everything contributed is paid in the end, and a seed with it.
#[test]
fn a_link_and_a_session_take_their_terms() {
    let sheet = json(&[
        "rws-2020",
        "--with",
        "link,session",
        "--link-contribution",
        "150",
        "--link-tables",
        "10",
    ]);
    let figures = sheet["sections"]["link"]["figures"].as_array().unwrap();
    let figure = |name: &str| {
        let row = figures
            .iter()
            .find(|row| row["figure"].as_str().unwrap().starts_with(name));
        row.unwrap()["value"]["exact"].as_str().unwrap().to_owned()
    };
    // A seed of 50,000, and 1.50 from each of the 22,100 bets from one spade royal to the next.
    assert_eq!(figure("rounds of one table"), "4420/1");
    assert_eq!(figure("full win"), "83150/1");
    let nets = sheet["sections"]["session"]["ante_play"]
        .as_array()
        .unwrap();
    assert_eq!(nets[0]["rounds"], 10);
    let none = analyze(&["oceanfront", "--with", "link"]);
    assert_eq!(none.status.code(), Some(2), "no jackpot, no link");
    for wrong in [
        ["--link-boxes", "0"],
        ["--link-tables", "0"],
        ["--link-contribution", "501"],
        ["--session-rounds", "0"],
    ] {
        let output = analyze(&[&["rws-2020", "--with", "link,session"][..], &wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains(wrong[0].trim_start_matches("--link-")),
            "{said}"
        );
    }
}

/// A sheet without the terms of a link says nothing of its long run.
#[test]
fn issue_17_no_terms_of_a_link_are_made_up() {
    for id in IDS {
        let sheet = text(&[id, "--format", "markdown"]);
        assert!(!sheet.contains("long run"), "{id}");
        assert!(!sheet.contains("The jackpot over time"), "{id}");
    }
    let none = analyze(&["rws-2020", "--with", "link"]);
    assert_eq!(none.status.code(), Some(2));
    let said = String::from_utf8(none.stderr).unwrap();
    let expected = "--with: found link without its terms, expected at least one of --link-seed";
    assert!(said.contains(expected), "{said}");
    let given = ["rws-2020", "--format", "markdown", "--link-seed", "5000000"];
    assert!(text(&given).contains("The jackpot over time"));
}

#[test]
fn a_format_or_section_that_does_not_exist_is_refused() {
    let known = analyze(&["rws-2020", "--format", "csv", "--with", "none"]);
    assert!(known.status.success(), "{known:?}");
    // What is wrong, where, and what there is instead.
    for (option, wrong, instead) in [
        (
            "--format",
            "docx",
            "table, json, csv, markdown, html, xlsx, pdf",
        ),
        (
            "--with",
            "everything",
            "none, hands, joint, link, session, leaks, all",
        ),
    ] {
        let output = analyze(&["rws-2020", option, wrong]);
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(output.stdout.is_empty(), "{option}");
        let said = String::from_utf8(output.stderr).unwrap();
        for part in [option, wrong, instead] {
            assert!(said.contains(part), "{part}\n{said}");
        }
    }
}

/// An auditor's question: is what the house won explained by chance?
#[test]
fn an_actual_result_is_held_against_chance() {
    let verdict = |won: &str| {
        let args = [
            "rws-2020",
            "--audit-rounds",
            "10000",
            "--audit-antes",
            "10000000",
            "--audit-win",
            won,
        ];
        let sheet = json(&args);
        let rows = sheet["sections"]["session"]["judged"]
            .as_array()
            .unwrap()
            .clone();
        let verdict = rows.last().unwrap();
        verdict["value"].as_str().unwrap().to_owned()
    };
    // 3,373 expected on 100,000 of Antes, with a deviation of 1,639.
    assert_eq!(verdict("337298"), "inside the 95% band");
    assert_eq!(verdict("-50000"), "outside the 95% band");
    assert_eq!(verdict("-100000"), "outside the 99% band");
    assert_eq!(verdict("1000000"), "outside the 99.9% band");
    let half = analyze(&["rws-2020", "--audit-rounds", "10000"]);
    assert_eq!(half.status.code(), Some(2));
}
