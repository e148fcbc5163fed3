//! Pay tables of other games, the catalogue and the search, as other programs call them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn analyze(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_queenhigh"))
        .arg("analyze")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = analyze(&[args, &["--format", "json"]].concat());
    assert!(output.status.success(), "{args:?} {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a call that must be refused says.
fn refused(args: &[&str]) -> String {
    let output = analyze(args);
    assert_eq!(output.status.code(), Some(2), "{args:?} {output:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_file_changes_the_sheet_and_the_sheet_says_so() {
    let path = file("ours.toml", b"[pair_plus]\nstraight = 6\nflush = 3\n");
    let sheet = json(&["rws-2020", "--tables", path.to_str().unwrap()]);
    assert_eq!(sheet["pair_plus"]["house_edge"]["exact"], "402/5525");
    assert_eq!(sheet["options"]["pair_plus_table"], "40 30 6 3 1");
    let departure = &sheet["departures"][0];
    assert_eq!(departure["switch"], "pair_plus_table");
    assert_eq!(departure["instead_of"], "40 30 5 4 1");
    assert_eq!(departure["not_as"][0], "rws-2020 4.2");
    let plain = json(&["rws-2020"]);
    assert_eq!(plain.get("departures"), None);
    assert_ne!(plain["digest"], sheet["digest"]);
    assert_eq!(plain["ante_play"], sheet["ante_play"]);
    let page = analyze(&["rws-2020", "--tables", path.to_str().unwrap()]).stdout;
    let page = String::from_utf8(page).unwrap();
    assert!(
        page.contains("pair_plus_table is 40 30 6 3 1, not as rws-2020 4.2"),
        "{page}"
    );
}

/// A choice the rulebook leaves open is no departure.
#[test]
fn options_in_a_file_are_those_of_the_house() {
    let path = file("options.toml", b"[options]\nfold_envy_receive = \"yes\"\n");
    let path = path.to_str().unwrap();
    let sheet = json(&["rws-2020", "--tables", path]);
    assert_eq!(sheet["options"]["fold_envy_receive"], "yes");
    assert_eq!(sheet.get("departures"), None);
    let asked = json(&["rws-2020", "--option", "fold_envy_receive=yes"]);
    assert_eq!(asked["digest"], sheet["digest"]);
    // The call has the last word.
    let back = json(&[
        "rws-2020",
        "--tables",
        path,
        "--option",
        "fold_envy_receive=no",
    ]);
    assert_eq!(back["digest"], json(&["rws-2020"])["digest"]);
}

#[test]
fn a_table_of_the_catalogue_is_printed_read_and_used() {
    let name = "six-card-1000-200-50-25-15-10-5";
    let printed = analyze(&["--catalogue", name, "--format", "toml"]);
    assert!(printed.status.success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
        .args(["analyze", "oceanfront", "--tables", "-", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(&printed.stdout)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let piped: Value = serde_json::from_slice(&output.stdout).unwrap();
    let named = json(&["oceanfront", "--tables", &format!("catalogue:{name}")]);
    assert_eq!(piped, named);
    assert_eq!(named["five_card"]["house_edge"]["exact"], "55546/363545");
    let all = json(&["--catalogue"]);
    let entry = all
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["name"] == name)
        .unwrap();
    assert_eq!(entry["house_edge"], named["five_card"]["house_edge"]);
    assert_eq!(entry["pays"]["flush"], 15);
}

#[test]
fn the_catalogue_lists_every_bet_or_those_of_a_rulebook() {
    let all = json(&["--catalogue"]);
    let all = all.as_array().unwrap();
    let edge = |name: &str| {
        let entry = all.iter().find(|entry| entry["name"] == name).unwrap();
        entry["house_edge"]["decimal"].as_str().unwrap().to_owned()
    };
    assert_eq!(edge("pair-plus-40-30-6-4-1"), "0.023167420814");
    assert_eq!(edge("ante-bonus-5-4-1"), "0.033729809436");
    assert!(all.iter().all(|entry| {
        entry["source"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    }));
    let own = json(&["rws-2020", "--catalogue"]);
    assert!(
        own.as_array()
            .unwrap()
            .iter()
            .all(|entry| entry["bet"] != "five_card")
    );
    for format in ["table", "csv", "markdown", "html"] {
        let output = analyze(&["--catalogue", "--format", format]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("0.023167420814"), "{format}");
    }
}

#[test]
fn a_search_answers_with_the_tables_and_how_many_there_were() {
    let rows = [
        "--rows",
        "flush=3..4",
        "straight=5..6",
        "straight_flush=40",
        "three_of_a_kind=30",
    ];
    let call = ["rws-2020", "--design", "pair_plus", "--edge", "2%..8%"];
    let found = json(&[&call[..], &rows].concat());
    assert_eq!(
        (&found["looked_at"], &found["found"]),
        (&4.into(), &3.into())
    );
    let edges: Vec<&str> = found["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| table["house_edge"]["exact"].as_str().unwrap())
        .collect();
    // 40-30-6-4-1, 40-30-5-4-1 and 40-30-6-3-1; the fourth, 40-30-5-3-1, costs more.
    assert_eq!(edges, ["128/5525", "308/5525", "402/5525"]);
    assert_eq!(found["tables"][0]["pays"]["mini_royal"], 40);
    assert_eq!(found["edge"]["from"]["exact"], "1/50");
    let file = analyze(&[&call[..], &rows, &["--format", "toml"]].concat());
    let file = String::from_utf8(file.stdout).unwrap();
    assert!(file.contains("[pair_plus]\nmini_royal = 40\n"), "{file}");
    let ante = json(&[
        "mbs-2019",
        "--design",
        "ante_bonus",
        "--edge",
        "3/100..7/200",
        "--limit",
        "1",
    ]);
    assert_eq!(ante["tables"].as_array().unwrap().len(), 1);
    assert_eq!(ante["tables"][0]["lowest_hand_played"], "Q-6-4");
}

#[test]
fn what_is_wrong_with_a_file_is_named() {
    let bad = file("bad.toml", b"[pair_plus]\nflush = -3\n");
    let binary = file("binary.toml", b"[pair_plus]\n\xff\xfe\n");
    let (bad, binary) = (bad.to_str().unwrap(), binary.to_str().unwrap());
    let place = "bad.toml: line 2, column 9: pair_plus.flush: found -3, expected a whole number from 0 to 10000";
    let six = "catalogue:six-card-1000-200-50-25-15-10-5";
    for (name, says) in [
        (bad, place),
        (binary, "binary.toml: line 2: found bytes that are no text"),
        ("no-such.toml", "could not open `no-such.toml`"),
        ("catalogue:nonsense", "found no table `nonsense`"),
        (six, "five_card: rws-2020 has no such bet"),
    ] {
        let told = refused(&["rws-2020", "--tables", name]);
        assert!(told.contains(says), "{name}\n{told}");
    }
}

#[test]
// tidy: table
fn what_is_wrong_with_a_call_is_named() {
    let wide =
        "--rows flush=0..10000 straight=0..10000 three_of_a_kind=0..10000 straight_flush=0..10000";
    let wide = format!("rws-2020 --design pair_plus --edge 0..1 {wide}");
    for (call, says) in [
        ("", "ID"),
        ("--tables ours.toml", "ID"),
        ("--catalogue nonsense", "found no table `nonsense`"),
        ("--catalogue --format toml", "a file holds one table"),
        ("--catalogue nonsense --format json", "expected toml"),
        ("rws-2020 --catalogue --with leaks", "cannot be used with"),
        (
            "rws-2020 --option nonsense=1",
            "--option: `nonsense` is no switch of any rulebook, expected",
        ),
        (
            "rws-2020 --option fold_envy_receive=yes --option fold_envy_receive=no",
            "--option: found fold_envy_receive twice, expected each switch once",
        ),
        (
            "oceanfront --with link",
            "--with: found link with oceanfront, expected a rulebook with a jackpot",
        ),
        ("rws-2020 --link-seed -3", "'-3' for '--link-seed"),
        (
            "rws-2020 --audit-rounds 9 --audit-antes 0 --audit-win 1",
            "'0' for '--audit-antes",
        ),
        (
            "rws-2020 --audit-rounds 9 --audit-antes 100 --audit-win 201",
            "--audit-win: found 201, expected 200 at most",
        ),
        ("rws-2020 --edge 0..1", "--design"),
        (
            "rws-2020 --design jackpot --edge 0..1",
            "expected ante_bonus, pair_plus or five_card",
        ),
        (
            "rws-2020 --design five_card --edge 0..1",
            "rws-2020 has no five_card",
        ),
        ("rws-2020 --design pair_plus", "--edge"),
        (
            "rws-2020 --design pair_plus --edge 3%..2%",
            "found `3%..2%`, expected two bounds",
        ),
        (
            "rws-2020 --design pair_plus --edge 2%",
            "found `2%`, expected two bounds",
        ),
        (
            "rws-2020 --design pair_plus --edge 2..3",
            "expected bounds of at most 100%: 2 is 200%, and two per cent are 2% or 0.02",
        ),
        (
            "rws-2020 --design pair_plus --edge 0.02..3",
            "expected bounds of at most 100%",
        ),
        (
            "rws-2020 --design pair_plus --edge ..",
            "found `..`, expected two bounds",
        ),
        (
            "rws-2020 --design pair_plus --edge 0..1 --rows flush=9..3",
            "--rows: found `9..3`, expected a payment",
        ),
        (
            "rws-2020 --design pair_plus --edge 0..1 --rows flushes=3",
            "--rows: found `flushes=3`, expected HAND=FROM..TO",
        ),
        (
            "rws-2020 --design pair_plus --edge 0..1 --rows pair=50",
            "--design: found no table in which",
        ),
        (
            "rws-2020 --design pair_plus --edge 0..1 --limit 0",
            "--limit: found 0",
        ),
        (&wide, "100000000 at most; narrow it with --rows"),
    ] {
        let args: Vec<&str> = call.split_whitespace().collect();
        let told = refused(&args);
        assert!(told.contains(says), "{call}\n{told}");
    }
}

/// Prizes beyond what sums of many rounds can hold leave that section out, and a sheet there is; its
/// title is the file's, so that it is not taken for the rulebook's own.
#[test]
fn a_wild_game_has_a_sheet_of_its_own_name() {
    let text = "title = \"Wild\"\nsource = \"here\"\n[ante_bonus]\nstraight = 50\nthree_of_a_kind = 10000\nstraight_flush = 10000\n";
    let wild = file("wild.toml", text.as_bytes());
    let path = wild.to_str().unwrap();
    let printed = analyze(&["rws-2020", "--tables", path, "--with", "session"]);
    let printed = String::from_utf8(printed.stdout).unwrap();
    for says in [
        "Par sheet: Wild, another game than rws-2020",
        "Left out for this game: rounds: the nets reach over",
    ] {
        assert!(printed.contains(says), "{says}\n{printed}");
    }
    let sheet = json(&["rws-2020", "--tables", path]);
    assert_eq!(sheet["pay_tables"]["title"], "Wild");
    assert_eq!(sheet["pay_tables"]["source"], "here");
}

/// Rounds played by the rules and by counting are paid by the file: Pair Plus hand by hand, and the
/// five-card bet near an exact edge that is far from the rulebook's own.
#[test]
fn simulate_pays_by_the_file() {
    let text = b"[pair_plus]\nmini_royal = 500\nstraight_flush = 100\nstraight = 6\n[five_card]\nthree_of_a_kind = 9\nstraight = 9\nflush = 9\n";
    let path = file("simulated.toml", text);
    let path = path.to_str().unwrap();
    let exact = json(&["oceanfront", "--tables", path]);
    // The rows of the file; pair, flush and three of a kind are left as the rulebook has them.
    let pays = [
        ("mini_royal", 500),
        ("straight_flush", 100),
        ("three_of_a_kind", 25),
        ("straight", 6),
        ("flush", 3),
        ("pair", 1),
    ];
    let mut returned = Vec::new();
    for engine in ["fast", "rules"] {
        let call = [
            "oceanfront",
            "--rounds",
            "40000",
            "--seed",
            "4",
            "--engine",
            engine,
        ];
        let output = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
            .arg("simulate")
            .args(call)
            .args(["--tables", path, "--format", "json"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let played: Value = serde_json::from_slice(&output.stdout).unwrap();
        for bet in ["pair_plus", "five_card"] {
            let sums = &played["bets"][bet];
            assert_eq!(sums["exact_house_edge"], exact[bet]["house_edge"], "{bet}");
            assert!(
                sums["z"].as_f64().unwrap().abs() < 5.0,
                "{engine} {bet} {sums}"
            );
            returned.push(sums["returned"].clone());
        }
        let dealt = |rank: &str| {
            let count = &played["hands"]["by_rank"][rank]["count"];
            count.as_u64().unwrap()
        };
        let units: u64 = pays
            .iter()
            .map(|(rank, pays)| dealt(rank) * (1 + pays))
            .sum();
        let pair_plus = &played["bets"]["pair_plus"];
        let stake = pair_plus["stake"].as_u64().unwrap();
        assert_eq!(pair_plus["returned"], units * stake, "{engine}");
        assert!(dealt("mini_royal") > 0 && dealt("straight_flush") > 0);
    }
    assert_eq!(returned[..2], returned[2..], "both engines pay alike");
    let book = json(&["oceanfront"]);
    let edge = |sheet: &Value| -> f64 {
        let decimal = sheet["five_card"]["house_edge"]["decimal"].as_str();
        decimal.unwrap().parse().unwrap()
    };
    // Eighteen standard errors of these rounds, where five are let pass.
    assert!(edge(&book) - edge(&exact) > 0.29);
}

/// A search may find nothing: an answer, but no file.
#[test]
fn a_search_without_a_table_is_an_answer() {
    let call = ["rws-2020", "--design", "pair_plus", "--edge", "99%..100%"];
    assert_eq!(json(&call)["found"], 0);
    let told = refused(&[&call[..], &["--format", "toml"]].concat());
    assert!(told.contains("no table found"), "{told}");
}
