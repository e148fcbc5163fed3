//! `queenhigh play` through its standard input, as a script or a person drives it.
//!
//! Every run has a seed, so the cards are known; what is asserted is what a player reads.

#[path = "play/calls.rs"]
mod calls;
#[path = "play/felt.rs"]
mod felt;

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
        lines: &["4", "10", "5", "y", "p", "", "", "", "n", "f", "same", "p"],
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

fn play_bytes(args: &str, input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
        .arg("play")
        .args(args.split_whitespace())
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
fn play(args: &str, lines: &[&str]) -> String {
    let output = play_bytes(args, &typed(lines));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args} {lines:?}: {errors}");
    assert_eq!(errors, "", "{args} {lines:?}");
    String::from_utf8(output.stdout).expect("text is printed")
}

/// The text without its line breaks: sentences are broken at the screen's width.
fn unbroken(out: &str) -> String {
    out.split_whitespace().collect::<Vec<_>>().join(" ")
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
        if let Some((before, after)) = line.split_once(" back   ") {
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
    for Script { rulebook, lines } in &SCRIPTS {
        let args = format!("--rulebook {rulebook} --seed 11 --rounds 3");
        let out = play(&args, lines);
        let purse = if *rulebook == "oceanfront" {
            10_000
        } else {
            100_000
        };
        assert_eq!(check_money(&out, purse), 3, "{out}");
        for said in [
            "No more bets",
            "Three cards",
            "Round 3 is settled",
            "Good-bye",
        ] {
            assert!(out.contains(said), "{}: {said}\n{out}", *rulebook);
        }
        assert!(!out.contains('\u{1b}'), "piped text has no colours");
    }
}

/// The input may end at any question: the visit ends politely, open bets are taken back, and a hand
/// that is left behind falls under the absence rule (rws-2020 5.5, mbs-2019 5.11).
#[test]
fn the_input_may_end_at_any_question() {
    for Script { rulebook, lines } in &SCRIPTS {
        for end in 0..lines.len() {
            let args = format!("--rulebook {rulebook} --seed 11");
            let out = play(&args, &lines[..end]);
            assert!(out.contains("Good-bye"), "{} after {end}", *rulebook);
            check_money(
                &out,
                if *rulebook == "oceanfront" {
                    10_000
                } else {
                    100_000
                },
            );
        }
    }
}

#[test]
fn quit_leaves_at_any_question() {
    for Script { rulebook, lines } in &SCRIPTS {
        for end in 0..lines.len() {
            let mut typed = lines[..end].to_vec();
            typed.extend(["quit", "quit"]);
            let args = format!("--rulebook {rulebook} --seed 11");
            let out = play(&args, &typed);
            assert!(out.contains("Good-bye"), "{} after {end}", *rulebook);
        }
    }
}

#[test]
fn anything_else_is_explained_and_asked_again() {
    let nonsense = "\u{1b}[2Jxyzzy";
    for Script { rulebook, lines } in &SCRIPTS {
        let mut typed = Vec::new();
        for line in *lines {
            typed.extend([nonsense, "-1", *line]);
        }
        let args = format!("--rulebook {rulebook} --seed 11 --rounds 3");
        let out = play(&args, &typed);
        let clean = play(&args, lines);
        assert_eq!(
            out.lines()
                .filter(|line| line.contains("Purse "))
                .collect::<Vec<_>>(),
            clean
                .lines()
                .filter(|line| line.contains("Purse "))
                .collect::<Vec<_>>(),
            "nonsense changes nothing"
        );
        assert!(
            !out.contains('\u{1b}'),
            "what was typed cannot steer a terminal"
        );
        assert!(out.matches("xyzzy` is no ").count() >= lines.len());
    }
}

#[test]
fn a_newcomer_is_at_a_playable_hand_after_a_few_times_enter() {
    let out = play("--seed 12", &["", "", "", "", ""]);
    assert!(out.contains("1  rws-2020") && out.contains("5  oceanfront"));
    assert!(out.contains("p or f > "), "{out}");
}

/// rws-2020 from the opening call (3.2) over burn and deal (3.10) to the settlement of every bet
/// (3.15.1, 3.16), with the jackpot's contribution and the purse.
#[test]
fn one_round_as_a_player_sees_it() {
    let args = "--rulebook rws-2020 --seed 106 --box 4 --rounds 1";
    let out = play(args, &["10", "5", "y", "p"]);
    expect![[r#"
        ── 3 Card Poker (RWS) by rws-2020 ──────────────────────────────────────────────
           You sit at box 4; East at box 3, West at box 5.
           Type ? for the rules of the game, rules for what it pays, quit to leave.

        ── Round 1 ─────────────────────────────────────────────────────────────────────
           Purse 1,000.00   Jackpot 50,000.00
           Box 3  East      Ante 10.00
           Box 5  West      Ante 15.00, Jackpot 5.00
           Dealer: "Place your bets, please."
        Ante 5.00 to 500.00, 0 = none, Enter = 10.00 > 10
        Pair Plus 5.00 to 500.00, 0 = none, Enter = none > 5
        Jackpot bet of 5.00? y or n, Enter = n > y
           Dealer: "No more bets."
           The jackpot bets add 2.00 to the jackpot: 50,002.00.
           One card is burnt. Three cards to each box, one at a time, the Dealer last.
           Dealer           [▒▒] [▒▒] [▒▒]
           Box 3  East      [▒▒] [▒▒] [▒▒]    Ante 10.00
           Box 4  You       [3♠] [2♦] [A♦]    Ante 10.00, Pair Plus 5.00, Jackpot 5.00
           Box 5  West      [▒▒] [▒▒] [▒▒]    Ante 15.00, Jackpot 5.00
           Box 3: East folds.
           Box 4: [3♠] [2♦] [A♦]    a Three-high straight
              p  play: a Play bet of 10.00, as the Ante
              f  fold: Ante 10.00, Pair Plus 5.00 and Jackpot 5.00 lost
        p or f > p
           Box 5: West plays.

        ── Round 1 is settled ──────────────────────────────────────────────────────────
           Dealer           [J♦] [J♥] [8♣]    a pair of Jacks
           The Dealer has a pair of Jacks and qualifies. [1.16, R20-20]
           Jackpot table: box 4, You, wins 15.00.
           Box 3  East      [▒▒] [▒▒] [▒▒]    folded, net -10.00
           Box 5  West      [K♠] [Q♥] [5♠]    King high   played, net -35.00

           Box 4, you   [3♠] [2♦] [A♦]    a Three-high straight
           Play            10.00   won               20.00 back         +10.00
                      Your Three-high straight beats the Dealer's pair of Jacks: Play
                      paid 1 to 1. [3.15.1, 4.1]
           Ante Bonus   no stake   won               10.00 back         +10.00
                      You hold a Three-high straight: Ante Bonus paid 1 to 1. [3.16,
                      4.3]
           Ante            10.00   won               20.00 back         +10.00
                      Your Three-high straight beats the Dealer's pair of Jacks: Ante
                      paid 1 to 1. [3.15.1, 4.1]
           Pair Plus        5.00   won               30.00 back         +25.00
                      You hold a Three-high straight: Pair Plus paid 5 to 1. [3.16, 4.2]
           Jackpot          5.00   won               15.00 back         +10.00
                      A straight: the jackpot table pays 15.00. [4.4]

           Round 1: staked 30.00, returned 95.00, net +65.00. Purse 1,065.00.
           The jackpot stands at 50,002.00.
        Good-bye. You leave with 1,065.00, +65.00 since you sat down.
    "#]]
    .assert_eq(&out);
}

#[test]
fn cards_can_be_plain_letters() {
    let args = "--rulebook rws-2020 --seed 106 --box 4 --rounds 1 --ascii";
    let out = play(args, &["10", "5", "y", "p"]);
    assert!(out.is_ascii(), "{out}");
}

#[test]
fn the_same_seed_deals_the_same_game() {
    let game = |seed| {
        let args = format!("--rulebook mbs-2019 --seed {seed} --box 4");
        play(&args, &["", "", "", "p"])
    };
    assert_eq!(game("5"), game("5"));
    assert_ne!(game("5"), game("6"));
}

#[test]
fn without_a_seed_the_system_shuffles() {
    let game = || play("--rulebook rws-2020 --box 4", &["", "", "", "p"]);
    assert_ne!(game(), game(), "two deals of 52! are not the same");
}

/// Ctrl-C in a decision ended the program without a word.
#[cfg(unix)]
#[test]
fn issue_17_ctrl_c_says_what_becomes_of_the_round() {
    use std::io::Read as _;
    for (answers, until, said) in [
        ("", "Box", "between rounds: nothing of this game is kept"),
        ("4\n", "Ante", "while bets were open: nothing was dealt"),
        (
            "4\n10\n5\ny\n",
            "p or f",
            "in the middle of a round: it is not settled, its bets are neither won nor lost",
        ),
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_queenhigh"))
            .args(["play", "--rulebook", "rws-2020", "--seed", "7", "--ascii"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = program.stdin.take().expect("a pipe");
        input.write_all(answers.as_bytes()).expect("it listens");
        let mut out = program.stdout.take().expect("a pipe");
        let mut seen = String::new();
        let mut byte = [0];
        // The last question has been asked once its prompt stands there and nothing follows it.
        let questions = answers.lines().count() + 1;
        while seen.matches(" > ").count() < questions {
            assert_eq!(out.read(&mut byte).expect("it speaks"), 1, "{seen}");
            seen.push(char::from(byte[0]));
        }
        let last = seen.rsplit('\n').next().unwrap_or_default().to_lowercase();
        assert!(last.contains(&until.to_lowercase()), "{last}");
        let pid = program.id().to_string();
        let kill = Command::new("kill").args(["-INT", &pid]).status();
        assert!(kill.expect("a signal is sent").success());
        let mut err = String::new();
        let mut errors = program.stderr.take().expect("a pipe");
        errors.read_to_string(&mut err).expect("it is text");
        let status = program.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{err}");
        assert!(
            err.starts_with("\nStopped by Ctrl-C") && err.contains(said),
            "{err}"
        );
        drop(input);
    }
}
