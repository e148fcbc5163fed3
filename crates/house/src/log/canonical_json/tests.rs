//! The spelling, held against that of the library.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeMap;

use serde::Serialize;

use super::CanonicalJson;

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Alone,
    Around(i64),
    Pair(u8, Option<bool>),
    Fields { one: u64, other: Vec<i32> },
}

#[derive(Serialize)]
#[serde(tag = "kind")]
enum Tagged {
    Bare,
    Full { text: String, nothing: () },
}

#[derive(Serialize)]
struct All {
    shapes: Vec<Shape>,
    tagged: [Tagged; 2],
    by_name: BTreeMap<String, u8>,
    by_number: BTreeMap<u32, (i8, char)>,
    wide: (u128, i128),
}

/// A reader with another JSON library must find the bytes that library would have written.
#[test]
fn it_is_the_json_of_the_library() {
    let odd: String = (0..0x250_u32).filter_map(char::from_u32).collect();
    let all = All {
        shapes: vec![
            Shape::Alone,
            Shape::Around(i64::MIN),
            Shape::Pair(255, None),
            Shape::Fields {
                one: u64::MAX,
                other: vec![0, -1, 10],
            },
            Shape::Fields {
                one: 0,
                other: Vec::new(),
            },
        ],
        tagged: [
            Tagged::Bare,
            Tagged::Full {
                text: odd.clone(),
                nothing: (),
            },
        ],
        by_name: BTreeMap::from([(odd, 1), ("{".to_owned(), 2)]),
        by_number: BTreeMap::from([(7, (-128, '"')), (10, (0, '['))]),
        wide: (u128::MAX, i128::MIN),
    };
    let mut bytes = Vec::new();
    all.serialize(CanonicalJson(&mut bytes)).unwrap();
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        serde_json::to_string(&all).unwrap()
    );
}

#[test]
fn a_fraction_is_not_written() {
    let mut bytes = Vec::new();
    let said = 0.5
        .serialize(CanonicalJson(&mut bytes))
        .unwrap_err()
        .to_string();
    assert!(said.contains("0.5"), "{said}");
}
