//! Looking things up, the options of the call, and calls that are wrong.

use super::{check_money, play, play_bytes, unbroken};

#[test]
fn help_rules_and_why_are_there_at_every_question() {
    let args = "--seed 106 --rounds 1";
    let asked = ["?", "rules", "why"];
    let answers = ["1", "4", "10", "5", "y", "p"];
    let lines: Vec<&str> = answers
        .iter()
        .flat_map(|answer| asked.iter().chain([answer]).copied())
        .collect();
    let out = play(args, &lines);
    assert_eq!(
        out.matches("Nothing has been settled yet").count(),
        answers.len()
    );
    assert_eq!(out.matches("At any question").count(), answers.len());
    assert!(
        out.contains("Needs Queen high or better to qualify [1.16"),
        "{out}"
    );
    assert!(out.contains("straight flush              40 to 1"), "{out}");
}

#[test]
fn why_says_what_the_clauses_ask_for() {
    let args = "--rulebook rws-2020 --seed 1 --box 4";
    let out = play(args, &["10", "", "", "p", "why"]);
    let (_, why) = out
        .split_once("What rws-2020 says")
        .expect("why was answered");
    assert!(
        why.contains("4.1      Ante and Play each pay even money."),
        "{why}"
    );
}

/// OFG-02: a house may give ties to the Player; rws-2020 3.15.3 leaves it no choice.
#[test]
fn house_options_are_taken_where_the_rulebook_leaves_a_choice() {
    let args = "--rulebook oceanfront --seed 3 --box 4 --option tie=player_wins --rounds 1";
    let out = unbroken(&play(args, &["", "", "", "p"]));
    assert!(out.contains("House option: tie = player_wins"), "{out}");
}

/// rws-multilink-2024 3.10.1, 3.11.1: from a shoe, and from a shuffler with one community card too
/// many.
#[test]
fn cards_come_from_the_device_asked_for() {
    let deal = |device| {
        let args = "--rulebook rws-multilink-2024 --seed 3 --box 4 --rounds 1";
        let args = format!("{args} --device {device}");
        play(&args, &["", "", "", "p"])
    };
    let shoe = deal("shoe");
    assert!(shoe.contains("One card is burnt") && shoe.contains("one at a time"));
    let shuffler = deal("shuffler");
    assert!(shuffler.contains("Three cards at once") && shuffler.contains("A third is discarded"));
    assert!(!shuffler.contains("burnt"));
}

#[test]
fn an_empty_purse_ends_the_visit() {
    let args = "--rulebook rws-2020 --seed 2 --box 4 --purse 10";
    let out = play(args, &["5", "", "", "f", "", "0", "5", "never read"]);
    assert!(out.contains("no longer covers the smallest bet"), "{out}");
    assert!(out.contains("You leave with 0.00, -10.00"), "{out}");
    assert_eq!(check_money(&out, 1_000), 2);
}

#[test]
fn broken_text_is_an_answer_like_any_other() {
    let mut input = b"\xff\xfe\n".to_vec();
    input.extend(vec![b'7'; 300_000]);
    input.extend(b"\n\0\n10\n\n\np\n");
    let args = "--rulebook rws-2020 --seed 3 --box 4 --rounds 1";
    let output = play_bytes(args, &input);
    assert_eq!(output.status.code(), Some(0));
    let out = String::from_utf8(output.stdout).expect("text is printed");
    assert!(out.contains("is no amount") && out.contains("more than any table takes"));
    assert_eq!(check_money(&out, 100_000), 1);
}

/// Each wrong call with a word its message must hold.
#[test]
fn a_wrong_call_is_explained_with_exit_code_2() {
    let calls = [
        ("--rulebook rws-1999", "rws-multilink-2024"),
        ("--seed x", "invalid digit"),
        ("--purse lots", "no amount"),
        ("--rounds 0", "0"),
        ("--bots -1", "-1"),
        ("--rulebook rws-2020 --bots 7 --box 4", "6 at most"),
        ("--rulebook rws-2020 --box 8", "no box 8"),
        ("--rulebook rws-2020 --box 0", "no box 0"),
        ("--rulebook rws-2013 --box 1 --box 2", "one box a Player"),
        ("--option tie", "tie=push"),
        ("--rulebook rws-2020 --option tie=player_wins", "3.15.3"),
        ("--rulebook rws-2020 --option nothing=yes", "no switch"),
        ("--rulebook oceanfront --device shoe", "shuffler"),
    ];
    for (args, says) in calls {
        let output = play_bytes(args, b"");
        let errors = String::from_utf8(output.stderr).expect("text is printed");
        assert_eq!(output.status.code(), Some(2), "{args}: {errors}");
        assert!(errors.contains(says), "{args}: {errors}");
    }
}
