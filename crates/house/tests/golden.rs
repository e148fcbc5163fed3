//! What is stored is stored for ever: a written-down entry for every request and every event of the
//! house, which must be read and written as it is.
//!
//! A kind may be added, with a line in its file; what is there is never edited, since somewhere a log
//! holds it. The rules' own events have files of their own, in `crates/game/tests/golden`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use game::{Request, RulebookId};
use house::cage::CageEntry;
use house::clock::SystemClock;
use house::link::{Controller, LinkEntry, LinkEvent, LinkRequest};
use house::log::{Entry, Stream};
use house::loss::{HouseLogEntry, HouseLogEvent};
use house::pit::Pit;
use house::snapshot::FORMAT;
use house::store::{Head, MemoryContents, MemoryStore, Row, Snapshot, Store};
use house::table::{CardEvent, CardRequest, HouseEvent, HouseRequest, TableEntry, TableState};
use ledger::{CageMove, LinkId, TableId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const TABLE: &str = include_str!("golden/table.jsonl");
const LINK: &str = include_str!("golden/link.jsonl");
const CAGE: &str = include_str!("golden/cage.jsonl");
const HOUSE: &str = include_str!("golden/house.jsonl");
/// Under the rules as they stand: their digest is put in for `DIGEST`.
const TABLE_SNAPSHOT: &str = include_str!("golden/snapshot-table.json");
const LINK_SNAPSHOT: &str = include_str!("golden/snapshot-link.json");

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
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let (house, cards): (BTreeSet<_>, BTreeSet<_>) =
        (names(HouseRequest::NAMES), names(CardRequest::NAMES));
    assert_eq!((&house, &cards), (&requests("house"), &requests("cards")));
    assert!(
        house.is_disjoint(&cards),
        "programs write them by name alone"
    );
    let game = requests("game");
    assert!(game.is_disjoint(&house) && game.is_disjoint(&cards));
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

/// A stream of one entry with a snapshot behind it, written in this format.
async fn with_snapshot(stream: Stream, format: u32, body: &str) -> MemoryStore {
    let (bytes, start) = (Bytes::from_static(b"{}"), Head::start(stream));
    let head = Head {
        seq: 1,
        fingerprint: start.fingerprint.then(&bytes),
        epoch: 0,
    };
    let row = Row {
        seq: head.seq,
        fingerprint: head.fingerprint,
        bytes,
    };
    let store = MemoryStore::with_contents(MemoryContents {
        streams: vec![(stream, head, vec![row], Vec::new())],
        balances: Vec::new(),
    });
    let snapshot = Snapshot::behind(stream, head, format, body.as_bytes().to_vec());
    store.put_snapshot(snapshot).await.unwrap();
    store
}

/// The body that is written of what was read from this one; none where it was left aside.
async fn table_written_again(format: u32, body: &str) -> Option<String> {
    let table = TableId(7);
    let store = with_snapshot(Stream::Table(table), format, body).await;
    let restored = TableState::new(table).from_latest_snapshot(&store, 1).await;
    let body = restored?.snapshot_body().unwrap();
    Some(String::from_utf8(body).unwrap())
}

async fn link_written_again(format: u32, body: &str) -> Option<String> {
    let link = LinkId(1);
    let store = with_snapshot(Stream::Link(link), format, body).await;
    let pit = Pit::new(Arc::new(store), Arc::new(SystemClock));
    let mut controller = Controller::new(Arc::new(pit), link);
    // Reads the log first; the entry in it is none that a link can have written.
    drop(controller.check_health().await);
    let state = controller.state();
    let body = state.snapshot_body().filter(|_| state.head().seq > 0)?;
    Some(String::from_utf8(body).unwrap())
}

/// A body that is read or written otherwise takes another number (`house::snapshot::FORMAT`), and files of
/// its own: then a program leaves aside what a later or an earlier one wrote.
#[tokio::test]
async fn snapshots_are_written_as_their_format_says() {
    assert_eq!(FORMAT, 2);
    let digest = serde_json::to_string(&RulebookId::Mbs2019.form().digest()).unwrap();
    let table = TABLE_SNAPSHOT.trim_end().replace("\"DIGEST\"", &digest);
    assert_eq!(
        table_written_again(FORMAT, &table).await,
        Some(table.clone())
    );
    let link = LINK_SNAPSHOT.trim_end();
    assert_eq!(
        link_written_again(FORMAT, link).await.as_deref(),
        Some(link)
    );
    for other in [0, FORMAT + 1, u32::MAX] {
        assert_eq!(table_written_again(other, &table).await, None);
        assert_eq!(link_written_again(other, link).await, None);
    }
    // Nor is a body guessed at that has a field more.
    let more = |body: &str| body.replacen('{', "{\"more\":1,", 1);
    assert_eq!(table_written_again(FORMAT, &more(&table)).await, None);
    assert_eq!(link_written_again(FORMAT, &more(link)).await, None);
}
