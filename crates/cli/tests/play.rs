//! `queenhigh play` through its standard input, as a script or a person drives it.
//!
//! Every run has a seed, so the cards are known; what is asserted is what a player reads.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use expect_test::expect;

/// Bets and decisions of three rounds for one rulebook, one line an answer.
struct Script {
    rulebook: &'static str,
    lines: &'static [&'static str],
}

/// Boxes are asked for; then Ante, Pair Plus and whatever the rulebook has beside them.
const SCRIPTS: [Script; 5] = [
    Script {
        rulebook: "rws-2020",
        lines: &[
            "4", "10", "5", "y", "p", "", "", "", "n", "f", "same", "p",
        ],
    },
    Script {
        rulebook: "rws-2013",
        lines: &[
            "2", "25", "10", "y", "p", "", "0", "5", "s", "", "10", "", "", "f",
        ],
    },
    Script {
        rulebook: "mbs-2019",
        lines: &[
            "4", "10", "5", "y", "f", "same", "g", "", "0", "5", "y", "s",
        ],
    },
    Script {
        rulebook: "rws-multilink-2024",
        lines: &[
            "3 5", "10", "5", "y", "20", "", "", "5", "f", "p", "same", "none", "p", "p", "same",
            "3", "p", "f",
        ],
    },
    Script {
        rulebook: "oceanfront",
        lines: &["1", "4", "2", "1", "p", "same", "f", "", "", "0", "0", "p"],
    },
];

fn play_bytes(args: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that stopped reading has said all it had to say.
    let _ = program
        .stdin
        .take()
        .expect("standard input is ours")
        .write_all(input);
    program.wait_with_output().expect("the program ends")
}

/// What was printed; the visit must have ended well.
fn play(args: &[&str], lines: &[&str]) -> String {
    let output = play_bytes(args, &typed(lines));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?} {lines:?}: {errors}");
    assert_eq!(errors, "", "{args:?} {lines:?}");
    String::from_utf8(output.stdout).expect("text is printed")
}

fn typed(lines: &[&str]) -> Vec<u8> {
    let mut input = lines.join("\n");
    input.push('\n');
    input.into_bytes()
}

/// In cents, out of `1,010.00`, `+5.00` or `-3.00`.
fn cents(amount: &str) -> i64 {
    let digits: String = amount
        .chars()
        .filter(|sign| sign.is_ascii_digit() || *sign == '-')
        .collect();
    digits.parse().expect("an amount")
}

/// The amount behind `label`, up to the next comma with a blank or the full stop that ends it.
fn amount_after(line: &str, label: &str) -> i64 {
    let (_, rest) = line.split_once(label).expect("the label is there");
    let word = rest.split_whitespace().next().expect("an amount follows");
    cents(word.trim_end_matches([',', '.']))
}

/// Every round's sums fit its lines, and each purse follows from the one before. How many rounds.
fn check_money(out: &str, mut purse: i64) -> usize {
    let (mut rounds, mut staked, mut returned) = (0, 0, 0);
    for line in out.lines() {
        if let Some((before, after)) = line.split_once(" back ") {
            let words: Vec<&str> = before.split_whitespace().collect();
            let back = cents(words.last().expect("an amount stands before it"));
            let net = cents(after.trim());
            returned += back;
            staked += back - net;
        }
        if line.contains(": staked ") {
            rounds += 1;
            assert_eq!(amount_after(line, "staked "), staked, "{line}");
            assert_eq!(amount_after(line, "returned "), returned, "{line}");
            assert_eq!(amount_after(line, "net "), returned - staked, "{line}");
            purse += returned - staked;
            assert_eq!(amount_after(line, "Purse "), purse, "{line}");
            (staked, returned) = (0, 0);
        }
    }
    rounds
}

#[test]
fn three_rounds_are_played_by_each_rulebook() {
    for script in &SCRIPTS {
        let args = ["--rulebook", script.rulebook, "--seed", "11", "--rounds", "3"];
        let out = play(&args, script.lines);
        let purse = if script.rulebook == "oceanfront" {
            10_000
        } else {
            100_000
        };
        assert_eq!(check_money(&out, purse), 3, "{out}");
        for said in ["No more bets", "Three cards", "Round 3 is settled", "Good-bye"] {
            assert!(out.contains(said), "{}: {said}\n{out}", script.rulebook);
        }
        assert!(!out.contains('\u{1b}'), "piped text has no colours");
    }
}

/// The input may end at any question: the visit ends politely, open bets are taken back, and a hand
/// that is left behind falls under the absence rule (rws-2020 5.5, mbs-2019 5.11).
#[test]
fn the_input_may_end_at_any_question() {
    for script in &SCRIPTS {
        for end in 0..script.lines.len() {
            let args = ["--rulebook", script.rulebook, "--seed", "11"];
            let out = play(&args, &script.lines[..end]);
            assert!(out.contains("Good-bye"), "{} after {end}", script.rulebook);
            check_money(&out, if script.rulebook == "oceanfront" { 10_000 } else { 100_000 });
        }
    }
}

#[test]
fn quit_leaves_at_any_question() {
    for script in &SCRIPTS {
        for end in 0..script.lines.len() {
            let mut lines = script.lines[..end].to_vec();
            lines.extend(["quit", "quit"]);
            let args = ["--rulebook", script.rulebook, "--seed", "11"];
            let out = play(&args, &lines);
            assert!(out.contains("Good-bye"), "{} after {end}", script.rulebook);
        }
    }
}

#[test]
fn anything_else_is_explained_and_asked_again() {
    let nonsense = "\u{1b}[2Jxyzzy";
    for script in &SCRIPTS {
        let mut lines = Vec::new();
        for line in script.lines {
            lines.extend([nonsense, "-1", *line]);
        }
        let args = ["--rulebook", script.rulebook, "--seed", "11", "--rounds", "3"];
        let out = play(&args, &lines);
        let clean = play(&args, script.lines);
        assert_eq!(
            out.lines().filter(|line| line.contains("Purse ")).collect::<Vec<_>>(),
            clean.lines().filter(|line| line.contains("Purse ")).collect::<Vec<_>>(),
            "nonsense changes nothing"
        );
        assert!(!out.contains('\u{1b}'), "what was typed cannot steer a terminal");
        assert!(out.matches("xyzzy` is no ").count() >= script.lines.len());
    }
}

#[test]
fn a_newcomer_is_at_a_playable_hand_after_a_few_times_enter() {
    let out = play(&["--seed", "12"], &["", "", "", "", ""]);
    assert!(out.contains("1  rws-2020") && out.contains("5  oceanfront"));
    assert!(out.contains("p or f > "), "{out}");
}
