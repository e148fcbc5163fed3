//! `settle` from outside: the example of INTERFACE.md, the forms its input may take, and rounds of all
//! five rulebooks worked out by hand from their clauses.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

#[path = "settle/run.rs"]
mod run;
#[path = "settle/worked.rs"]
mod worked;

use expect_test::expect;
use run::settle;
use serde_json::{Value, json};

const EXAMPLE: &str = include_str!("settle/example.json");
const EXAMPLE_SETTLED: &str = include_str!("settle/example-settled.json");

/// The example without the sentences, which we add to it.
fn without_why(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).unwrap();
    for seat in answer["boxes"].as_array_mut().unwrap() {
        for line in seat["lines"].as_array_mut().unwrap() {
            let why = line.as_object_mut().unwrap().remove("why").unwrap();
            assert!(why.as_str().unwrap().ends_with('.'), "{why} is no sentence");
        }
    }
    answer
}

fn example_on_one_line() -> String {
    serde_json::from_str::<Value>(EXAMPLE).unwrap().to_string()
}

/// The fields of an object in the order they are written.
fn order_of_fields(text: &str, names: &[&str]) -> bool {
    let places: Vec<_> = names
        .iter()
        .map(|name| text.find(&format!("\"{name}\":")))
        .collect();
    places.iter().all(Option::is_some) && places.is_sorted()
}

#[test]
fn the_example_of_the_interface_is_settled_as_it_says() {
    let said = settle(&[], EXAMPLE.as_bytes());
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
    let expected: Value = serde_json::from_str(EXAMPLE_SETTLED).unwrap();
    assert_eq!(without_why(&said.out), expected);
    let fields = [
        "rulebook",
        "void",
        "dealer",
        "boxes",
        "settlement_order",
        "payments",
        "house_net",
    ];
    assert!(order_of_fields(&said.out, &fields));
    let fields = [
        "bet", "staked", "at_risk", "returned", "outcome", "clauses", "why",
    ];
    assert!(order_of_fields(&said.out, &fields));
}

#[test]
fn one_object_and_json_lines_give_the_same_answers() {
    let one = settle(&[], EXAMPLE.as_bytes()).out;
    assert_eq!(one.lines().count(), 1);
    let line = example_on_one_line();
    let forms = [
        ("with a line feed", format!("{line}\n"), 1),
        ("without one", line.clone(), 1),
        ("two lines", format!("{line}\n{line}\n"), 2),
        ("blank lines", format!("\n  \n{line}\n\n\t\n{line}\n\n"), 2),
        ("carriage returns", format!("{line}\r\n\r\n{line}\r\n"), 2),
        ("a byte order mark", format!("\u{feff}{line}\n{line}"), 2),
        (
            "a byte order mark before one object",
            format!("\u{feff}{EXAMPLE}"),
            1,
        ),
        (
            "one object after blank lines",
            format!("\n\n{EXAMPLE}\n\n"),
            1,
        ),
        (
            "one object with carriage returns",
            EXAMPLE.replace('\n', "\r\n"),
            1,
        ),
    ];
    for (name, input, rounds) in forms {
        for arguments in [
            &[][..],
            &["-"],
            &["--format", "json"],
            &["-", "--format=json"],
        ] {
            let said = settle(arguments, input.as_bytes());
            assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{name}");
            assert_eq!(said.out, one.repeat(rounds), "{name}");
        }
    }
}

#[test]
fn a_file_is_read_by_its_name() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("settle-example.json");
    std::fs::write(&path, EXAMPLE).unwrap();
    let said = settle(&[path.to_str().unwrap()], b"");
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
    assert_eq!(said.out, settle(&[], EXAMPLE.as_bytes()).out);
    let said = settle(&["no-such-file.json"], b"");
    assert_eq!((said.out.as_str(), said.code), ("", Some(2)));
    assert!(
        said.err.contains("no-such-file.json cannot be opened"),
        "{}",
        said.err
    );
}

#[test]
fn a_name_with_escapes_is_one_name() {
    let cards = ["As Ks Qs", "2c 3d 5h"];
    let names = [
        "\"J\\u0075 \\\"quoted\\\" \u{1f0a1}\"",
        "\"Ju \\\"quoted\\\" \\ud83c\\udca1\"",
    ];
    let boxes: Vec<String> = (0..2)
        .map(|at| {
            let (number, player, cards) = (at + 1, names[at], cards[at]);
            format!(
                r#"{{"box":{number},"player":{player},"cards":"{cards}","ante":500,"jackpot":500,"decision":"play"}}"#
            )
        })
        .collect();
    let round = format!(
        r#"{{"rulebook":"rws-2020","dealer":"9c 9d 9h","jackpot":{{"stake":500,"displayed":1000000,"seed":5}},"boxes":[{}]}}"#,
        boxes.join(",")
    );
    let said = settle(&[], round.as_bytes());
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
    let answer: Value = serde_json::from_str(&said.out).unwrap();
    for at in 0..2 {
        assert_eq!(answer["boxes"][at]["player"], "Ju \"quoted\" \u{1f0a1}");
    }
    // One person holds both boxes, so no other Player is left to envy the royal.
    let bets = answer["boxes"][1]["lines"].as_array().unwrap();
    assert!(bets.iter().all(|line| line["bet"] != "envy"));
}

#[test]
fn the_largest_amounts_do_not_overflow() {
    let most = 1_000_000_000_000_000_i64;
    let round = json!({
        "rulebook": "rws-multilink-2024", "dealer": "2c 3d 5h", "community": "As Ah",
        "jackpot": {"stake": most, "displayed": most, "seed": most},
        "boxes": [{"box": 15, "player": "A", "cards": "Ac Ad Ks", "ante": most, "pair_plus": most,
            "jackpot": most, "decision": "play"}],
    });
    let said = settle(&[], round.to_string().as_bytes());
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
    let answer: Value = serde_json::from_str(&said.out).unwrap();
    // Play back, Ante doubled, Pair Plus doubled, 400 for 1.
    assert_eq!(answer["boxes"][0]["returned"], (1 + 2 + 2 + 400) * most);
    assert_eq!(answer["house_net"], -(405 - 4) * most);
}

#[test]
fn people_get_a_table_with_reasons() {
    let said = settle(&["--format", "table"], EXAMPLE.as_bytes());
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
    expect![[r"
        rws-2020: Dealer Jc Td 8h, Jack high, does not qualify
          Box 1, A: As Ks Qs, a mini royal in spades
            Bet                staked       at risk        returned  outcome
            Play                50.00         50.00           50.00  stand-off  Dealer has Jack high and does not qualify: your Play bet is returned. [3.13]
            Ante Bonus           0.00          0.00          250.00  win        You hold a mini royal in spades: Ante Bonus paid 5 to 1. [3.16, 4.3]
            Ante                50.00         50.00          100.00  win        Dealer has Jack high and does not qualify: Ante paid 1 to 1. [3.13, 4.1]
            Pair Plus           25.00         25.00         1025.00  win        You hold a mini royal in spades: Pair Plus paid 40 to 1. [3.16, 4.2]
            Jackpot              5.00          5.00       187654.30  win        Ace, King and Queen of spades: you win the whole jackpot. [4.4]
            Together           130.00                     189079.30  net +188949.30
          Box 2, B: 7c 5d 3h, Seven high
            Bet                staked       at risk        returned  outcome
            Ante                25.00         25.00            0.00  lose       You folded: your Ante is lost. [3.12.1]
            Jackpot              5.00          5.00            0.00  lose       You folded: your jackpot bet is lost. [3.12.1]
            Together            30.00                          0.00  net -30.00
          Jackpot 187654.30 before, 50000.00 after
            Box 1 is paid 187654.30 (major)
        Boxes settled in this order: 1
        House -188919.30
    "]]
    .assert_eq(&said.out);
}

#[test]
fn a_void_round_has_its_table_too() {
    let round = json!({
        "rulebook": "rws-2020", "void": "5.8.1",
        "boxes": [{"box": 3, "player": "Ann\u{7}", "ante": 500, "pair_plus": 100}],
    });
    let said = settle(
        &["--format", "table"],
        format!("{round}\n{round}").as_bytes(),
    );
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
    expect![[r"
        rws-2020: the round is void under 5.8.1
          Box 3, Ann\u{7}
            Bet                staked       at risk        returned  outcome
            Ante                 5.00          0.00            5.00  returned   The round is void: your Ante is returned. [5.8.1, 5.21]
            Pair Plus            1.00          0.00            1.00  returned   The round is void: your Pair Plus bet is returned. [5.8.1, 5.21]
            Together             6.00                          6.00  net 0.00
        House 0.00

        rws-2020: the round is void under 5.8.1
          Box 3, Ann\u{7}
            Bet                staked       at risk        returned  outcome
            Ante                 5.00          0.00            5.00  returned   The round is void: your Ante is returned. [5.8.1, 5.21]
            Pair Plus            1.00          0.00            1.00  returned   The round is void: your Pair Plus bet is returned. [5.8.1, 5.21]
            Together             6.00                          6.00  net 0.00
        House 0.00
    "]]
    .assert_eq(&said.out);
}
