//! `simulate` as other programs call it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::process::{Command, Output};

use serde_json::Value;

fn simulate(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_queenhigh");
    Command::new(program)
        .arg("simulate")
        .args(args)
        .output()
        .unwrap()
}

fn answer(args: &[&str]) -> Value {
    let output = simulate(&[args, &["--format", "json"]].concat());
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert!(
        output.stderr.is_empty(),
        "no bar where there is no terminal"
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Everything but the time it took and who shared the work.
fn sums(mut answer: Value) -> Value {
    for field in ["seconds", "threads", "engine"] {
        assert!(answer.as_object_mut().unwrap().remove(field).is_some());
    }
    answer
}

const BOOKS: [&str; 5] = [
    "rws-2013",
    "mbs-2019",
    "rws-2020",
    "rws-multilink-2024",
    "oceanfront",
];

#[test]
fn the_fields_of_the_interface_are_there() {
    for book in BOOKS {
        let answer = answer(&[book, "--rounds", "100000", "--seats", "2", "--seed", "7"]);
        assert_eq!(answer["rulebook"], book);
        assert_eq!(answer["seed"], 7);
        assert_eq!(answer["rounds"], 100_000);
        assert_eq!(answer["seats"], 2);
        assert!(answer["seconds"].as_f64().unwrap() > 0.0);
        let other = if book == "oceanfront" {
            "five_card"
        } else {
            "jackpot"
        };
        let bets = answer["bets"].as_object().unwrap();
        assert_eq!(bets.len(), 3, "{book}");
        for bet in ["ante_play", "pair_plus", other] {
            let bet = &bets[bet];
            assert!(bet["staked"].is_i64() && bet["returned"].is_i64());
            assert!(bet["exact_house_edge"]["exact"].is_string());
            let figure = |name: &str| bet[name].as_f64().unwrap();
            let exact: f64 = bet["exact_house_edge"]["decimal"]
                .as_str()
                .unwrap()
                .parse()
                .unwrap();
            let off = (figure("house_edge") - exact) / figure("standard_error");
            assert!((off - figure("z")).abs() < 1e-3, "{book}: {bet}");
            assert!(off.abs() < 5.0, "{book}: {bet}");
        }
        let ante = &bets["ante_play"];
        let lost = ante["staked"].as_f64().unwrap() - ante["returned"].as_f64().unwrap();
        let edge = lost / ante["antes"].as_f64().unwrap();
        assert!((edge - ante["house_edge"].as_f64().unwrap()).abs() < 1e-12);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_sums() {
    for (book, more) in [
        ("rws-2020", &["--live", "--seats", "3"][..]),
        ("oceanfront", &[]),
        ("rws-multilink-2024", &["--seats", "7"]),
    ] {
        let call = [&[book, "--rounds", "200000", "--seed", "3"], more].concat();
        let one = sums(answer(&[&call[..], &["--threads", "1"]].concat()));
        for threads in ["2", "5"] {
            let several = answer(&[&call[..], &["--threads", threads]].concat());
            assert_eq!(one, sums(several), "{book} on {threads}");
        }
    }
}

#[test]
fn both_engines_print_the_same() {
    for book in BOOKS {
        let call = [book, "--rounds", "400", "--seats", "2", "--seed", "21"];
        let fast = sums(answer(&call));
        let rules = sums(answer(&[&call[..], &["--engine", "rules"]].concat()));
        assert_eq!(fast, rules, "{book}");
    }
}

#[test]
fn a_seed_that_is_not_given_is_printed() {
    let call = ["mbs-2019", "--rounds", "1000"];
    let drawn = answer(&call);
    let seed = drawn["seed"].to_string();
    let again = answer(&[&call[..], &["--seed", &seed]].concat());
    assert_eq!(sums(drawn), sums(again));
}

#[test]
fn a_strategy_for_each_box() {
    let call = ["rws-2020", "--rounds", "50000", "--seed", "1"];
    let two = ["--strategy", "optimal", "--strategy", "always-play"];
    let both = answer(&[&call[..], &two].concat());
    assert_eq!(both["seats"], 2);
    assert_eq!(both["strategies"][1], "always-play");
    let edge = both["bets"]["ante_play"]["exact_house_edge"]["decimal"]
        .as_str()
        .unwrap();
    // Half of 3.372981 % and half of 7.651240 %.
    assert!(edge.starts_with("0.0551"), "{edge}");
}

#[test]
fn another_games_tables_are_paid() {
    let table = "catalogue:pair-plus-40-30-6-4-1";
    let call = [
        "rws-2020", "--rounds", "300000", "--seed", "6", "--tables", table,
    ];
    let other = answer(&call);
    let bet = &other["bets"]["pair_plus"];
    // The table of 2.32 %: 40 x 48 + 30 x 52 + 6 x 720 + 4 x 1,096 + 3,744 - 16,440 of 22,100.
    let edge = bet["exact_house_edge"]["decimal"].as_str().unwrap();
    assert!(edge.starts_with("0.0231"), "{edge}");
    assert!(bet["z"].as_f64().unwrap().abs() < 4.0, "{bet}");
    assert_eq!(other["options"]["pair_plus_table"], "40 30 6 4 1");
    let few = [
        "rws-2020", "--rounds", "500", "--seed", "6", "--tables", table,
    ];
    let rules = answer(&[&few[..], &["--engine", "rules"]].concat());
    assert_eq!(sums(answer(&few)), sums(rules));
}

#[test]
fn a_growing_meter_has_no_exact_edge() {
    let live = answer(&["rws-2013", "--rounds", "300000", "--seed", "2", "--live"]);
    let bet = &live["bets"]["jackpot"];
    assert_eq!(bet["exact_house_edge"], Value::Null);
    assert_eq!(bet["z"], Value::Null);
    assert_eq!(live["jackpot"]["meter"], "live");
    assert!(live["jackpot"]["mean_meter_when_won"].as_f64().unwrap() > 0.0);
}

#[test]
// tidy: table
fn what_cannot_be_played_is_refused() {
    for (args, names) in [
        (&["rws-2020", "--rounds", "0"][..], "rounds: found 0"),
        (&["rws-2020", "--rounds", "2000000000000000"], "rounds"),
        (&["rws-2020", "--seats", "0"], "seats: found 0"),
        (&["rws-2020", "--seats", "16"], "seats: found 16"),
        (&["rws-2020", "--seats", "17"], "54 of the 52 cards"),
        (&["rws-2020", "--seats", "99999999999"], "seats"),
        (
            &["mbs-2019", "--seats", "8"],
            "seats: found 8, expected 1 to 7",
        ),
        (&["rws-2020", "--strategy", "4-6-Q"], "no strategy `4-6-Q`"),
        (
            &[
                "rws-2020",
                "--seats",
                "3",
                "--strategy",
                "optimal",
                "--strategy",
                "Q-6-4",
            ],
            "found 2 of them for 3 boxes",
        ),
        (
            &["oceanfront", "--five-card", "401"],
            "five_card: found 401, expected 400 at most",
        ),
        (
            &["oceanfront", "--jackpot", "500"],
            "jackpot: oceanfront has no such bet",
        ),
        (
            &["rws-2020", "--five-card", "100"],
            "five_card: rws-2020 has no such bet",
        ),
        (&["rws-2020", "--ante", "0"], "ante: found 0"),
        (&["rws-2020", "--ante", "-5"], "ante: found -5"),
        (&["rws-2020", "--ante", "1000000000000000"], "ante"),
        (&["rws-2020", "--meter", "1000000000000001"], "meter"),
        (
            &["rws-2020", "--live", "--rounds", "900000000000000"],
            "contribution",
        ),
        (&["rws-2020", "--contribution", "5"], "--live"),
        (
            &["rws-2020", "--option", "qualifier=literal_card"],
            "qualifier",
        ),
        (&["rws-2020", "--threads", "0"], "threads"),
        (
            &["rws-2020", "--rounds", "-5"],
            "'-5' for '--rounds <N>': expected a whole number",
        ),
        (
            &["rws-2020", "--seed", "1e6"],
            "'1e6' for '--seed <S>': expected a whole number",
        ),
        (
            &["oceanfront", "--live"],
            "--live: found with oceanfront, expected a rulebook with a jackpot",
        ),
        (&["oceanfront", "--meter", "5"], "--meter"),
        (
            &["rws-2020", "--live", "--contribution", "501"],
            "contribution: found 501, expected 0 to 500",
        ),
        (&["rws-1999"], "rws-1999"),
    ] {
        let output = simulate(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(said.contains(names), "{args:?} says {said}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_there_is() {
    let program = env!("CARGO_BIN_EXE_queenhigh");
    let call = ["simulate", "rws-2020", "--seed", "4", "--format", "json"];
    let running = Command::new(program)
        .args(call)
        .args(["--rounds", "900000000000", "--threads", "2"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let interrupt = ["-INT".to_owned(), running.id().to_string()];
    assert!(
        Command::new("kill")
            .args(interrupt)
            .status()
            .unwrap()
            .success()
    );
    let output = running.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let mut stopped: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(stopped["interrupted"], true);
    let rounds = stopped["rounds"].to_string();
    let mut whole = answer(&["rws-2020", "--seed", "4", "--rounds", &rounds]);
    for answer in [&mut stopped, &mut whole] {
        answer.as_object_mut().unwrap().remove("interrupted");
    }
    assert_eq!(sums(stopped), sums(whole));
}
