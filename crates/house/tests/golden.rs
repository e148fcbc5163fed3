//! What is stored is stored for ever: a written-down entry for every request and every event of the
//! house, which must be read and written as it is.
//!
//! A kind may be added, with a line in its file; what is there is never edited, since somewhere a log
//! holds it. The rules' own events have files of their own, in `crates/game/tests/golden`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeSet;

use game::Request;
use house::cage::CageEntry;
use house::link::{LinkEntry, LinkEvent, LinkRequest};
use house::log::Entry;
use house::loss::{HouseLogEntry, HouseLogEvent};
use house::table::{CardEvent, CardRequest, HouseEvent, HouseRequest, TableEntry};
use ledger::CageMove;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const TABLE: &str = include_str!("golden/table.jsonl");
const LINK: &str = include_str!("golden/link.jsonl");
const CAGE: &str = include_str!("golden/cage.jsonl");
const HOUSE: &str = include_str!("golden/house.jsonl");

/// Every kind there is, as its own reader lists them when it is given one there is not.
fn kinds<T: DeserializeOwned>(tag: &str) -> BTreeSet<String> {
    let unknown = serde_json::json!({ tag: "nothing of the kind" });
    let error = serde_json::from_value::<T>(unknown).err().unwrap();
    let text = error.to_string();
    let (_, listed) = text.split_once(", expected ").unwrap();
    let names = listed.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

/// Every line is read and written back, byte for byte.
fn entries<C: Serialize + DeserializeOwned, E: Serialize + DeserializeOwned>(
    lines: &str,
    read: fn(&[u8]) -> house::log::Decoded<C, E>,
) -> Vec<Value> {
    let whole = |line: &str| {
        let entry: Entry<C, E> =
            read(line.as_bytes()).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(String::from_utf8(entry.write()).unwrap(), line);
        serde_json::from_str(line).unwrap()
    };
    lines.lines().map(whole).collect()
}

/// The kinds that stand there under a tag.
fn found(entries: &[Value], place: &str, tag: &str) -> BTreeSet<String> {
    let at = entries.iter().filter_map(|entry| entry.pointer(place));
    let names = at.filter_map(|there| there[tag].as_str());
    names.map(str::to_owned).collect()
}

#[test]
fn every_entry_of_a_table_is_read_for_ever() {
    let entries = entries(TABLE, TableEntry::read);
    let requests = |family| found(&entries, &format!("/asked/asks/{family}"), "request");
    let events = |family| found(&entries, &format!("/event/{family}"), "kind");
    assert_eq!(requests("game"), kinds::<Request>("request"));
    assert_eq!(requests("house"), kinds::<HouseRequest>("request"));
    assert_eq!(requests("cards"), kinds::<CardRequest>("request"));
    assert_eq!(events("house"), kinds::<HouseEvent>("kind"));
    assert_eq!(events("cards"), kinds::<CardEvent>("kind"));
}

#[test]
fn every_entry_of_a_link_is_read_for_ever() {
    let entries = entries(LINK, LinkEntry::read);
    let requests = found(&entries, "/asked/asks", "request");
    assert_eq!(requests, kinds::<LinkRequest>("request"));
    assert_eq!(
        found(&entries, "/event", "kind"),
        kinds::<LinkEvent>("kind")
    );
}

#[test]
fn every_entry_of_the_cage_is_read_for_ever() {
    let entries = entries(CAGE, CageEntry::read);
    assert_eq!(found(&entries, "/event", "kind"), kinds::<CageMove>("kind"));
}

#[test]
fn every_word_about_the_house_is_read_for_ever() {
    let entries = entries(HOUSE, HouseLogEntry::read);
    assert_eq!(
        found(&entries, "/event", "kind"),
        kinds::<HouseLogEvent>("kind")
    );
    // By one person, as at first, and by two (ADR 0025).
    let second = |entry: &Value| entry.pointer("/asked/with").and_then(Value::as_u64);
    assert_eq!(
        entries.iter().map(second).collect::<Vec<_>>(),
        [None, Some(31)]
    );
}
