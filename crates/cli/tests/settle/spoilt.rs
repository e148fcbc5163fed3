//! What can be wrong with a round, one thing at a time, and what the message must say about it.
// tidy: table

use serde_json::{Value, json};

type Spoilt = (&'static str, fn(&mut Value), &'static [&'static str]);

/// Changes made to a good round of two boxes: an Ante with a jackpot bet, and Pair Plus alone.
pub const ROUNDS: &[Spoilt] = &[
    // Cards.
    (
        "a card twice in a hand",
        |r| r["boxes"][0]["cards"] = json!("As As 2d"),
        &["boxes[0].cards", "As As 2d"],
    ),
    (
        "a card in two hands",
        |r| r["boxes"][1]["cards"] = json!("As 5d 3h"),
        &["boxes[1].cards", "As"],
    ),
    (
        "a card of the Dealer's",
        |r| r["boxes"][0]["cards"] = json!("8h Ks 2d"),
        &["boxes[0].cards", "8h"],
    ),
    (
        "an unknown card",
        |r| r["boxes"][0]["cards"] = json!("As Ks 1d"),
        &["boxes[0].cards", "As Ks 1d"],
    ),
    (
        "a ten written 10",
        |r| r["boxes"][0]["cards"] = json!("As Ks 10d"),
        &["boxes[0].cards", "10d"],
    ),
    (
        "lower case ranks",
        |r| r["dealer"] = json!("jc td 8h"),
        &["dealer", "jc td 8h"],
    ),
    (
        "two cards",
        |r| r["boxes"][0]["cards"] = json!("As Ks"),
        &["boxes[0].cards", "three different cards"],
    ),
    (
        "four cards",
        |r| r["dealer"] = json!("Jc Td 8h 7h"),
        &["dealer", "three different cards"],
    ),
    (
        "no cards",
        |r| r["boxes"][0]["cards"] = json!(""),
        &["boxes[0].cards", "\"\""],
    ),
    (
        "cards as an array",
        |r| r["boxes"][0]["cards"] = json!(["As", "Ks", "2d"]),
        &["boxes[0].cards", "an array"],
    ),
    (
        "cards null",
        |r| r["boxes"][0]["cards"] = Value::Null,
        &["boxes[0].cards", "null"],
    ),
    (
        "cards left out",
        |r| remove(&mut r["boxes"][0], "cards"),
        &["boxes[0].cards", "nothing"],
    ),
    ("no Dealer", |r| remove(r, "dealer"), &["dealer", "nothing"]),
    (
        "a Dealer that is a number",
        |r| r["dealer"] = json!(7),
        &["dealer", "the number 7"],
    ),
    (
        "community cards",
        |r| r["community"] = json!("Kd 4s"),
        &["community", "rws-2020"],
    ),
    (
        "no community cards",
        |r| r["rulebook"] = json!("rws-multilink-2024"),
        &["community", "nothing"],
    ),
    (
        "one community card",
        |r| multilink(r, "Kd"),
        &["community", "two different cards"],
    ),
    (
        "three community cards",
        |r| multilink(r, "Kd 4s 5s"),
        &["community", "two different cards"],
    ),
    (
        "a community card in a hand",
        |r| multilink(r, "As 4s"),
        &["boxes[0].cards", "As"],
    ),
    // Boxes and Players.
    (
        "no boxes",
        |r| r["boxes"] = json!([]),
        &["boxes", "an empty list"],
    ),
    (
        "boxes left out",
        |r| remove(r, "boxes"),
        &["boxes", "nothing"],
    ),
    (
        "boxes as an object",
        |r| r["boxes"] = json!({}),
        &["boxes", "an object", "an array"],
    ),
    (
        "a box as an array",
        |r| r["boxes"][0] = json!([1, "A"]),
        &["boxes[0]", "an array"],
    ),
    (
        "box 0",
        |r| r["boxes"][0]["box"] = json!(0),
        &["boxes[0].box", "the number 0", "1 to 15"],
    ),
    (
        "box 16",
        |r| r["boxes"][1]["box"] = json!(16),
        &["boxes[1].box", "the number 16"],
    ),
    (
        "box 1.5",
        |r| r["boxes"][1]["box"] = json!(1.5),
        &["boxes[1].box", "1.5"],
    ),
    (
        "box -1",
        |r| r["boxes"][1]["box"] = json!(-1),
        &["boxes[1].box", "-1"],
    ),
    (
        "a box number twice",
        |r| r["boxes"][1]["box"] = json!(1),
        &["boxes[1].box", "1 a second time"],
    ),
    (
        "a box without number",
        |r| remove(&mut r["boxes"][1], "box"),
        &["boxes[1].box", "nothing"],
    ),
    (
        "a box without Player",
        |r| remove(&mut r["boxes"][1], "player"),
        &["boxes[1].player", "nothing"],
    ),
    (
        "a Player that is a number",
        |r| r["boxes"][1]["player"] = json!(5),
        &["boxes[1].player", "the number 5", "a string"],
    ),
    (
        "a box without a bet",
        |r| r["boxes"][1]["pair_plus"] = json!(0),
        &["boxes[1].ante", "without a bet"],
    ),
    // Amounts.
    (
        "a negative amount",
        |r| r["boxes"][0]["ante"] = json!(-5),
        &["boxes[0].ante", "-5", "a whole amount"],
    ),
    (
        "a fraction",
        |r| r["boxes"][1]["pair_plus"] = json!(25.5),
        &["boxes[1].pair_plus", "25.5", "a whole amount"],
    ),
    (
        "a whole float",
        |r| r["boxes"][0]["jackpot"] = json!(500.0),
        &["boxes[0].jackpot", "500.0"],
    ),
    (
        "an amount as text",
        |r| r["boxes"][0]["ante"] = json!("5000"),
        &["boxes[0].ante", "\"5000\""],
    ),
    (
        "an amount null",
        |r| r["boxes"][0]["play"] = Value::Null,
        &["boxes[0].play", "null"],
    ),
    (
        "an amount above 10^15",
        |r| r["boxes"][0]["ante"] = json!(1_000_000_000_000_001_i64),
        &["boxes[0].ante", "1000000000000001"],
    ),
    (
        "an amount above 64 bits",
        |r| r["boxes"][0]["ante"] = json!(1e20),
        &["boxes[0].ante", "1e+20"],
    ),
    (
        "a limit that is true",
        |r| r["limits"]["ante"]["min"] = json!(true),
        &["limits.ante.min", "true"],
    ),
    (
        "a meter below nothing",
        |r| r["jackpot"]["displayed"] = json!(-1),
        &["jackpot.displayed", "-1"],
    ),
    // Limits.
    (
        "min above max",
        |r| r["limits"]["ante"]["min"] = json!(100_001),
        &["limits.ante", "min 100001 above max 100000"],
    ),
    (
        "limits as an array",
        |r| r["limits"]["ante"] = json!([1, 2]),
        &["limits.ante", "an array"],
    ),
    (
        "limits null",
        |r| r["limits"] = Value::Null,
        &["limits", "null"],
    ),
    (
        "limits of Play",
        |r| r["limits"]["play"] = json!({}),
        &["limits.play", "unknown"],
    ),
    (
        "limits of no such bet",
        |r| r["limits"]["five_card"] = json!({}),
        &["limits.five_card", "rws-2020"],
    ),
    // Bets the rulebook does not have, or that lack their company.
    (
        "a five-card bet",
        |r| r["boxes"][0]["five_card"] = json!(100),
        &["boxes[0].five_card", "100", "rws-2020"],
    ),
    (
        "a jackpot bet without jackpot",
        |r| remove(r, "jackpot"),
        &["boxes[0].jackpot", "500"],
    ),
    (
        "a jackpot in oceanfront",
        |r| r["rulebook"] = json!("oceanfront"),
        &["jackpot", "oceanfront"],
    ),
    (
        "no Ante in oceanfront",
        oceanfront,
        &["boxes[1].ante", "oceanfront requires it"],
    ),
    (
        "a jackpot bet in oceanfront",
        |r| {
            oceanfront(r);
            r["boxes"][0]["jackpot"] = json!(5);
        },
        &["boxes[0].jackpot", "5", "oceanfront"],
    ),
    (
        "a jackpot without seed",
        |r| remove(&mut r["jackpot"], "seed"),
        &["jackpot.seed", "nothing"],
    ),
    (
        "a jackpot null",
        |r| r["jackpot"] = Value::Null,
        &["jackpot", "null"],
    ),
    (
        "a Play without an Ante",
        |r| r["boxes"][1]["play"] = json!(10),
        &["boxes[1].play", "10", "Ante"],
    ),
    (
        "a Play beside a fold",
        |r| {
            r["boxes"][0]["decision"] = json!("fold");
            r["boxes"][0]["play"] = json!(10);
        },
        &["boxes[0].play", "10"],
    ),
    (
        "a Play beside an absence",
        |r| {
            r["boxes"][0]["decision"] = json!("absent");
            r["boxes"][0]["play"] = json!(10);
        },
        &["boxes[0].play", "10"],
    ),
    // Decisions.
    (
        "an Ante without decision",
        |r| remove(&mut r["boxes"][0], "decision"),
        &["boxes[0].decision", "nothing"],
    ),
    (
        "an Ante and none",
        |r| r["boxes"][0]["decision"] = json!("none"),
        &["boxes[0].decision", "none"],
    ),
    (
        "an unknown decision",
        |r| r["boxes"][0]["decision"] = json!("raise"),
        &["boxes[0].decision", "\"raise\"", "play, fold"],
    ),
    (
        "a decision null",
        |r| r["boxes"][0]["decision"] = Value::Null,
        &["boxes[0].decision", "null"],
    ),
    (
        "a fold without an Ante",
        |r| r["boxes"][1]["decision"] = json!("fold"),
        &["boxes[1].decision", "a fold without an Ante"],
    ),
    (
        "play without an Ante",
        |r| r["boxes"][1]["decision"] = json!("play"),
        &["boxes[1].decision", "a Play without an Ante"],
    ),
    (
        "hidden without an Ante",
        |r| r["boxes"][1]["decision"] = json!("hidden"),
        &["boxes[1].decision", "a Play without an Ante"],
    ),
    (
        "a word for a flag",
        |r| r["boxes"][1]["under_minimum_before"] = json!("yes"),
        &["boxes[1].under_minimum_before", "\"yes\"", "true or false"],
    ),
    // Rounds and boxes that did not end normally.
    (
        "void without a clause",
        |r| r["void"] = json!(true),
        &["void", "true", "a clause"],
    ),
    (
        "void under no clause",
        |r| r["void"] = json!("9.9.9"),
        &["void", "\"9.9.9\"", "rws-2020"],
    ),
    (
        "void under another's clause",
        |r| r["void"] = json!("ofg.irreg.1"),
        &["void", "ofg.irreg.1"],
    ),
    (
        "void with a wrong stake",
        |r| {
            r["void"] = json!("5.8.1");
            r["boxes"][0]["ante"] = json!(-1);
        },
        &["boxes[0].ante", "-1"],
    ),
    (
        "void with a foreign bet",
        |r| {
            r["void"] = json!("5.8.1");
            r["boxes"][0]["five_card"] = json!(1);
        },
        &["boxes[0].five_card"],
    ),
    (
        "invalidated under no clause",
        |r| r["boxes"][0]["invalidated"] = json!("5.99"),
        &["boxes[0].invalidated", "5.99"],
    ),
    (
        "withdrawn by a number",
        |r| r["boxes"][0]["withdrawn"] = json!(5.16),
        &["boxes[0].withdrawn", "5.16"],
    ),
    (
        "invalidated and withdrawn",
        |r| {
            r["boxes"][0]["invalidated"] = json!("5.15");
            r["boxes"][0]["withdrawn"] = json!("5.10.3");
        },
        &["boxes[0].withdrawn", "one of the two"],
    ),
    (
        "withdrawn with bad cards",
        |r| {
            r["boxes"][0]["withdrawn"] = json!("5.10.3");
            r["boxes"][0]["cards"] = json!("As");
        },
        &["boxes[0].cards", "\"As\""],
    ),
    // Wins elsewhere.
    (
        "an unknown award",
        |r| r["jackpots_paid_before"] = json!([{"award": "minor"}]),
        &["jackpots_paid_before[0].award", "\"minor\""],
    ),
    (
        "an award of another rulebook",
        |r| r["jackpots_paid_after"] = json!([{"award": "major"}, {"award": "straight_flush"}]),
        &["jackpots_paid_after[1].award", "straight_flush"],
    ),
    (
        "wins without jackpot",
        |r| {
            remove(r, "jackpot");
            r["boxes"][0]["jackpot"] = json!(0);
            r["jackpots_paid_after"] = json!([{"award": "major"}]);
        },
        &["jackpots_paid_after", "jackpot"],
    ),
    (
        "wins that are words",
        |r| r["jackpots_paid_before"] = json!(["major"]),
        &["jackpots_paid_before[0]", "\"major\"", "award"],
    ),
    // Rulebooks, options, fields.
    (
        "an unknown rulebook",
        |r| r["rulebook"] = json!("rws-2021"),
        &["rulebook", "\"rws-2021\"", "oceanfront"],
    ),
    (
        "no rulebook",
        |r| remove(r, "rulebook"),
        &["rulebook", "nothing"],
    ),
    (
        "an unknown option",
        |r| r["options"] = json!({"fold_everything": "yes"}),
        &["options", "fold_everything"],
    ),
    (
        "an option the text fixes",
        |r| r["options"] = json!({"fold_jackpot": "alive"}),
        &["options.fold_jackpot", "alive", "3.12.1"],
    ),
    (
        "an unknown value",
        |r| r["options"] = json!({"fold_envy_receive": "maybe"}),
        &["options.fold_envy_receive", "maybe", "yes"],
    ),
    (
        "a value that is true",
        |r| r["options"] = json!({"fold_envy_receive": true}),
        &["options.fold_envy_receive", "true"],
    ),
    (
        "options as an array",
        |r| r["options"] = json!([]),
        &["options", "an array"],
    ),
    (
        "an unknown field",
        |r| r["colour"] = json!("red"),
        &["colour", "unknown", "rulebook"],
    ),
    (
        "an unknown field of a box",
        |r| r["boxes"][1]["bet"] = json!(5),
        &["boxes[1].bet", "unknown", "pair_plus"],
    ),
    (
        "a field with a terminal's command",
        |r| r["\u{1b}[2J"] = json!(1),
        &["unknown", "u{1b}"],
    ),
];

type Line = (&'static str, &'static [u8], &'static [&'static str]);

/// Lines that are not even a round with something wrong in it.
pub const LINES: &[Line] = &[
    ("an array", b"[]", &["an array", "one round"]),
    ("a number", b"5", &["the number 5"]),
    ("null", b"null", &["null"]),
    ("a string", b"\"rws-2020\"", &["\"rws-2020\""]),
    ("an empty object", b"{}", &["rulebook", "nothing"]),
    ("no JSON", b"dealer: Jc Td 8h", &["column 1", "broken JSON"]),
    (
        "an open object",
        b"{\"rulebook\":\"rws-2020\"",
        &["column 22", "broken JSON"],
    ),
    (
        "an open string",
        b"{\"rulebook\":\"rws",
        &["column 16", "broken JSON"],
    ),
    (
        "a comma too many",
        b"{\"rulebook\":\"rws-2020\",}",
        &["column 24", "broken JSON"],
    ),
    (
        "two objects",
        b"{\"void\":false}{}",
        &["rulebook", "nothing"],
    ),
    ("a comment", b"// a round", &["column 1", "broken JSON"]),
    (
        "a field twice",
        b"{\"dealer\":\"Jc Td 8h\",\"dealer\":\"Jc Td 8h\"}",
        &["dealer", "twice"],
    ),
    (
        "a bound twice",
        b"{\"limits\":{\"ante\":{\"min\":1,\"min\":1}}}",
        &["limits.ante.min", "twice"],
    ),
    (
        "an option twice",
        b"{\"options\":{\"tie\":\"push\",\"tie\":\"push\"}}",
        &["options", "\"tie\" twice"],
    ),
    (
        "a second box after a bad one",
        b"{\"boxes\":[{\"box\":1},{\"ante\":5e3}]}",
        &["boxes[0].player", "nothing"],
    ),
    (
        "an amount of 5e3",
        b"{\"boxes\":[{\"ante\":5e3}]}",
        &["boxes[0].ante", "5000.0", "a whole amount"],
    ),
    (
        "an amount out of range",
        b"{\"boxes\":[{\"ante\":1e999}]}",
        &["boxes[0].ante", "out of range"],
    ),
    (
        "an amount of minus nought",
        b"{\"boxes\":[{\"ante\":-0}]}",
        &["boxes[0].ante", "a whole amount"],
    ),
    (
        "a leading nought",
        b"{\"boxes\":[{\"ante\":007}]}",
        &["broken JSON"],
    ),
    (
        "not a number",
        b"{\"boxes\":[{\"ante\":NaN}]}",
        &["broken JSON"],
    ),
    (
        "bytes that are no text",
        b"{\"rulebook\":\"rws-\xff2020\"}",
        &["byte 18", "UTF-8"],
    ),
    (
        "half a character",
        b"{\"rulebook\":\"\xf0\x9f",
        &["byte 14", "UTF-8"],
    ),
    (
        "a lone surrogate",
        b"{\"rulebook\":\"\\ud800\"}",
        &["broken JSON"],
    ),
    ("a nought byte", b"{\"rulebook\":\"\0\"}", &["broken JSON"]),
    (
        "a byte order mark in the middle",
        b"{\xef\xbb\xbf}",
        &["broken JSON"],
    ),
];

fn remove(object: &mut Value, field: &str) {
    object.as_object_mut().unwrap().remove(field).unwrap();
}

fn multilink(round: &mut Value, community: &str) {
    round["rulebook"] = json!("rws-multilink-2024");
    round["community"] = json!(community);
}

/// The same round where there is no jackpot, and no Pair Plus without an Ante.
fn oceanfront(round: &mut Value) {
    round["rulebook"] = json!("oceanfront");
    remove(round, "jackpot");
    remove(&mut round["boxes"][0], "jackpot");
}
