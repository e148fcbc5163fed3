//! `analyze` as other programs call it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::process::{Command, Output};

fn analyze(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_queenhigh");
    Command::new(program)
        .arg("analyze")
        .args(args)
        .output()
        .unwrap()
}

fn sheet(args: &[&str]) -> serde_json::Value {
    let output = analyze(&[args, &["--format", "json"]].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_figures_of_the_interface_come_out() {
    let sheet = sheet(&["rws-2020"]);
    let ante = &sheet["ante_play"];
    assert_eq!(ante["house_edge"]["decimal"], "0.033729809436");
    assert_eq!(ante["standard_deviation"], "1.639252754141");
    assert_eq!(ante["lowest_hand_played"], "Q-6-4");
    assert_eq!(ante["net_histogram"]["-2"], 91_126_832);
    assert_eq!(sheet["hands"]["straight_flush"], 48);
    assert_eq!(sheet["pair_plus"]["net_histogram"]["-1"], 16_440);
    assert_eq!(sheet["five_card"], serde_json::Value::Null);
    let side = &self::sheet(&["oceanfront"]);
    assert_eq!(side["five_card"]["counts"]["three_of_a_kind"], 732_160);
    assert_eq!(side["jackpot"], serde_json::Value::Null);
}

/// The words of mbs-2019 3.11 run as written turn the game round (MBS-01).
#[test]
fn an_option_changes_the_figures() {
    let sheet = sheet(&["mbs-2019", "--option", "qualifier=literal_card"]);
    let edge = sheet["ante_play"]["house_edge"]["decimal"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(edge.starts_with("-0.26"), "{edge}");
    assert_eq!(sheet["options"]["qualifier"], "literal_card");
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    for args in [
        &["no-such-book"][..],
        &["rws-2020", "--strategy", "4-6-Q"],
        &["rws-2020", "--option", "qualifier=literal_card"],
        &["rws-2020", "--option", "nonsense"],
    ] {
        let output = analyze(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{args:?}"
        );
    }
}
