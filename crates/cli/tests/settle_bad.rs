//! Input that is wrong: every kind is refused with exit code 2 and a message that names line, field, what was
//! found and what was expected, and the good rounds beside it are still settled.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

#[path = "settle/run.rs"]
mod run;
#[path = "settle/spoilt.rs"]
mod spoilt;

use run::{Said, settle};
use serde_json::{Value, json};

/// A round with nothing wrong.
fn good() -> Value {
    json!({
        "rulebook": "rws-2020", "dealer": "Jc Td 8h",
        "limits": {"ante": {"min": 100, "max": 100_000}},
        "jackpot": {"stake": 500, "displayed": 900_000, "seed": 500_000},
        "boxes": [
            {"box": 1, "player": "A", "cards": "As Ks 2d", "ante": 5000, "jackpot": 500, "decision": "play"},
            {"box": 2, "player": "B", "cards": "7c 5d 3h", "pair_plus": 2500},
        ],
    })
}

/// Puts the bad line between two good ones.
fn between_good_ones(name: &str, bad: &[u8]) -> Said {
    let good = good().to_string();
    let mut input = format!("{good}\n").into_bytes();
    input.extend_from_slice(bad);
    input.extend_from_slice(format!("\n{good}\n").as_bytes());
    let said = settle(&[], &input);
    assert_eq!(said.code, Some(2), "{name}: {}", said.err);
    assert_eq!(
        said.out.lines().count(),
        2,
        "{name}: the neighbours are settled"
    );
    assert_eq!(
        said.err.lines().count(),
        1,
        "{name}: one message, not {}",
        said.err
    );
    assert!(said.err.starts_with("line 2: "), "{name}: {}", said.err);
    check_message(name, &said.err);
    said
}

fn check_message(name: &str, message: &str) {
    assert!(!message.contains("panicked"), "{name}: {message}");
    assert!(
        message.len() < 1500,
        "{name}: {} bytes of message",
        message.len()
    );
    let shown = |sign: char| sign == '\n' || !sign.is_control();
    assert!(
        message.chars().all(shown),
        "{name}: control characters in {message:?}"
    );
}

fn check_fragments(name: &str, message: &str, fragments: &[&str]) {
    for fragment in fragments {
        assert!(
            message.contains(fragment),
            "{name}: {fragment:?} is not in {message}"
        );
    }
}

#[test]
fn a_round_that_cannot_have_happened_is_refused() {
    for (name, spoil, fragments) in spoilt::ROUNDS {
        let mut round = good();
        spoil(&mut round);
        let said = between_good_ones(name, round.to_string().as_bytes());
        check_fragments(name, &said.err, fragments);
        check_fragments(name, &said.err, &["found ", "expected "]);
    }
}

#[test]
fn the_round_the_bad_ones_are_made_of_is_good() {
    let said = settle(&[], good().to_string().as_bytes());
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
}

#[test]
fn text_that_is_no_round_is_refused() {
    for (name, line, fragments) in spoilt::LINES {
        let said = between_good_ones(name, line);
        check_fragments(name, &said.err, fragments);
        check_fragments(name, &said.err, &["found ", "expected "]);
    }
}

#[test]
fn a_broken_first_line_does_not_spoil_the_rest() {
    let good = good().to_string();
    for (name, line, fragments) in spoilt::LINES {
        let mut input = line.to_vec();
        input.extend_from_slice(format!("\n{good}\n\n{good}\n").as_bytes());
        let said = settle(&[], &input);
        assert_eq!(
            (said.code, said.out.lines().count()),
            (Some(2), 2),
            "{name}: {}",
            said.err
        );
        assert!(said.err.starts_with("line 1: "), "{name}: {}", said.err);
        check_fragments(name, &said.err, fragments);
    }
}

#[test]
fn no_round_at_all_is_refused() {
    for input in ["", "\n", " \r\n\t\n", "\u{feff}", "\u{feff}\n\n"] {
        let said = settle(&[], input.as_bytes());
        assert_eq!((said.out.as_str(), said.code), ("", Some(2)), "{input:?}");
        assert!(said.err.starts_with("no round"), "{input:?}: {}", said.err);
    }
}

#[test]
fn one_broken_object_names_line_and_column() {
    let text = serde_json::to_string_pretty(&good()).unwrap();
    let cut = &text[..text.len() - 3];
    let comma = text.replacen("\"dealer\": \"Jc Td 8h\",", "\"dealer\": \"Jc Td 8h\"", 1);
    let amount = text.replacen("5000", "5000.5", 1);
    let box_on_a_line =
        "{\n \"rulebook\": \"rws-2020\",\n \"boxes\": [\n  {\"box\": 1}\n ],\n oops\n}";
    let cases: [(&str, &str, &[&str]); 4] = [
        ("cut short", cut, &["column", "broken JSON", "EOF"]),
        (
            "a comma missing",
            &comma,
            &["line ", "column 3", "broken JSON"],
        ),
        (
            "a wrong amount",
            &amount,
            &["line ", "boxes[0].ante", "5000.5"],
        ),
        (
            "a box on its own line",
            box_on_a_line,
            &["line 4: boxes[0].player: found nothing"],
        ),
    ];
    for (name, text, fragments) in cases {
        let said = settle(&[], text.as_bytes());
        assert_eq!((said.out.as_str(), said.code), ("", Some(2)), "{name}");
        assert_eq!(said.err.lines().count(), 1, "{name}: {}", said.err);
        check_message(name, &said.err);
        check_fragments(name, &said.err, fragments);
    }
}

#[test]
fn several_bad_lines_are_told_one_by_one() {
    let good = good().to_string();
    let input = format!("{good}\n[]\n\n{{\n{good}\nnull\n");
    let said = settle(&[], input.as_bytes());
    assert_eq!((said.code, said.out.lines().count()), (Some(2), 2));
    let places: Vec<&str> = said
        .err
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(places, ["line 2", "line 4", "line 6"]);
}

/// Ten megabytes of anything end in a short message, and soon.
#[test]
fn huge_lines_are_refused_in_short() {
    const SIZE: usize = 10_000_000;
    let of = |sign: &str| sign.repeat(SIZE / sign.len());
    let cases = [
        ("open brackets", of("[")),
        ("open objects", of("{\"a\":")),
        ("one long name", format!("{{\"{}\":1}}", of("n"))),
        (
            "one long rulebook",
            format!("{{\"rulebook\":\"{}\"}}", of("r")),
        ),
        (
            "a deep dealer",
            format!(
                "{{\"rulebook\":\"rws-2020\",\"dealer\":{}{}}}",
                of("["),
                of("]")
            ),
        ),
        (
            "deep boxes",
            format!("{{\"boxes\":{}{}}}", of("["), of("]")),
        ),
        (
            "a deep option",
            format!("{{\"options\":{{\"a\":{}{}}}}}", of("["), of("]")),
        ),
        (
            "a long number",
            format!("{{\"boxes\":[{{\"ante\":{}}}]}}", of("9")),
        ),
        (
            "many boxes",
            format!(
                "{{\"rulebook\":\"rws-2020\",\"dealer\":\"Jc Td 8h\",\"boxes\":[{}{{}}]}}",
                of("{\"box\":1,\"player\":\"A\",\"pair_plus\":1,\"cards\":\"As Ks 2d\"},")
            ),
        ),
        ("spaces", format!("{{{}", of(" "))),
    ];
    for (name, line) in cases {
        between_good_ones(name, line.as_bytes());
    }
}

/// A line without end was read until memory was gone. It is left out with its number and the bound, and the
/// rounds around it are settled.
#[test]
fn issue_17_6_a_line_without_end_is_left_out_and_the_others_are_settled() {
    let round = good().to_string();
    let endless = "x".repeat(3 << 20);
    let left_out =
        "found more than 1048576 bytes, expected a round of at most as many; it is left out";
    for (input, number) in [
        (format!("{round}\n{endless}\n{round}\n"), 2),
        (format!("{endless}\n{round}\n{round}\n"), 1),
        (format!("{round}\n{round}\n{endless}"), 3),
    ] {
        let said = settle(&[], input.as_bytes());
        assert_eq!(said.out.lines().count(), 2, "{}", said.err);
        assert_eq!(said.err, format!("line {number}: {left_out}\n"));
        assert_eq!(said.code, Some(2));
    }
    // One object over many lines, and no end to it.
    let said = settle(&[], "{\n".repeat(2 << 20).as_bytes());
    assert_eq!(
        said.err,
        "no round: found more than 1048576 bytes, expected a JSON object of at most as many, or JSON Lines\n"
    );
    assert_eq!((said.out.as_str(), said.code), ("", Some(2)));
    // A broken first line, and more rounds behind it than are looked at to tell what the input is.
    let many = format!("{round}\n").repeat((2 << 20) / round.len());
    let said = settle(&[], format!("{{\n{many}").as_bytes());
    assert_eq!(said.out.lines().count(), (2 << 20) / round.len());
    assert!(said.err.starts_with("line 1: "), "{}", said.err);
}
