//! What a house hands out says the same as the house.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "../../house/tests/floor/mod.rs"]
mod floor;

use std::collections::BTreeMap;
use std::sync::Arc;

use audit::export::{LineFormat, Subject, export, read_log};
use audit::significant::LARGE;
use audit::verify::{NotCompared, verify};
use floor::linked::{DEALER, LEVEL, LINK, NOTHING, ROYAL, Scene, evening};
use floor::wrapped::{Wrapped, Wrapper};
use floor::{Enough, Floor};
use game::{Money, RulebookId};
use house::log::Stream;
use house::store::async_trait;
use house::store::{Head, MemoryStore, Row, Store, StoreError};
use ledger::{Account, TableId};
use serde_json::{Value, json};

/// Three tables at which everything goes wrong.
async fn house(seed: u64) -> Arc<MemoryStore> {
    let floor = Floor::new(MemoryStore::default());
    for table in (1..=3).map(TableId) {
        let seed = seed + u64::from(table.0);
        Box::pin(floor.play_irregular(table, seed, Enough::Rounds(5))).await;
    }
    Arc::clone(&floor.store)
}

async fn exported(store: &dyn Store, subject: Subject, form: LineFormat) -> String {
    let mut out = Vec::new();
    let corrupt_entries = export(store, subject, form, LARGE, &mut out).await.unwrap();
    assert_eq!(corrupt_entries, []);
    String::from_utf8(out).unwrap()
}

async fn lines(store: &dyn Store, subject: Subject) -> Vec<Value> {
    let text = exported(store, subject, LineFormat::Jsonl).await;
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[tokio::test]
async fn every_round_is_handed_out_once() {
    for seed in [10, 20, 30] {
        let store = house(seed).await;
        let verdict = verify(&*store).await.unwrap();
        let rounds = lines(&*store, Subject::Rounds).await;
        assert_eq!(rounds.len() as u64, verdict.rounds, "seed {seed}");
        let mut numbers: BTreeMap<u64, u64> = BTreeMap::new();
        for line in &rounds {
            let next = numbers.entry(line["table"].as_u64().unwrap()).or_default();
            *next += 1;
            assert_eq!(line["round"], *next);
            assert_eq!(line["digest"].as_str().unwrap().len(), 64);
            let paid = line["paid"].as_array().unwrap().len();
            let seats = line["written"]["boxes"].as_array().unwrap().len();
            assert!(paid >= seats, "{line}");
        }
        let rows = exported(&*store, Subject::Rounds, LineFormat::Csv)
            .await
            .lines()
            .count();
        let paid: usize = rounds
            .iter()
            .map(|line| line["paid"].as_array().unwrap().len())
            .sum();
        assert_eq!(rows, paid + 1, "a header and a row for each payment");
    }
}

/// A row of the table says of its box what the round says of it.
#[tokio::test]
async fn a_payment_stands_beside_the_hand_it_was_made_for() {
    let store = house(10).await;
    let rounds = lines(&*store, Subject::Rounds).await;
    let text = exported(&*store, Subject::Rounds, LineFormat::Csv).await;
    let mut rows = text.lines();
    let names: Vec<&str> = rows.next().unwrap().split(',').collect();
    let column = |name: &str| names.iter().position(|it| *it == name).unwrap();
    let expected = rounds.iter().flat_map(|line| {
        let paid = line["paid"].as_array().unwrap().iter();
        paid.map(|paid| {
            let boxes = line["written"]["boxes"].as_array().unwrap();
            let own = boxes.iter().find(|it| it["box"] == paid["box"]).unwrap();
            [&line["round"], &paid["box"], &own["player"], &own["cards"]]
        })
    });
    let mut compared = 0;
    for (row, expected) in rows.zip(expected) {
        let cells: Vec<&str> = row.split(',').collect();
        let found = ["round", "box", "player", "cards"].map(|name| cells[column(name)]);
        let text = |value: &Value| match value.as_str() {
            Some(text) => text.to_owned(),
            None if value.is_null() => String::new(),
            None => value.to_string(),
        };
        assert_eq!(found, expected.map(text).each_ref().map(String::as_str));
        compared += 1;
    }
    assert!(compared > 30, "{compared}");
}

#[tokio::test]
async fn the_ledger_adds_up_to_the_balances() {
    let store = house(40).await;
    let mut accounts: BTreeMap<Account, i64> = BTreeMap::new();
    for line in lines(&*store, Subject::Ledger).await {
        let account = |field: &str| line[field].as_str().unwrap().parse::<Account>().unwrap();
        let amount = line["amount"].as_i64().unwrap();
        *accounts.entry(account("from")).or_default() -= amount;
        *accounts.entry(account("to")).or_default() += amount;
    }
    let kept = store.balances().await.unwrap();
    assert!(kept.len() > 100);
    for (account, held) in kept {
        assert_eq!(accounts[&account], held.in_minor(), "{account}");
    }
    assert_eq!(accounts.values().sum::<i64>(), 0);
}

#[tokio::test]
async fn what_others_must_know_is_named_with_who_answers() {
    let store = house(50).await;
    let events = lines(&*store, Subject::Events).await;
    let of = |kind: &str| events.iter().filter(|line| line["kind"] == kind).count();
    assert_eq!(of("table opened"), 3);
    assert_eq!(of("large deposit"), 120);
    assert!(
        of("ruling") > 0 && of("irregularity reported") > 0,
        "{events:?}"
    );
    for line in &events {
        let by = line["by"].as_str().unwrap();
        assert!(by == "system" || by.contains('/'), "{by}");
        assert!(line["at"].as_str().unwrap().ends_with('Z'));
    }
    let all = exported(&*store, Subject::Events, LineFormat::Csv).await;
    assert!(all.starts_with("stream,entry,at,round,kind,amount,by,with,told\r\n"));
}

#[tokio::test]
async fn small_sums_are_not_significant() {
    let store = house(50).await;
    let mut out = Vec::new();
    let large = Money::LIMIT;
    export(&*store, Subject::Events, LineFormat::Jsonl, large, &mut out)
        .await
        .unwrap();
    assert!(!String::from_utf8(out).unwrap().contains("large"));
}

/// Read back it is the same house, and `verify` has as much to say about it.
#[tokio::test]
async fn a_log_comes_back_as_it_was() {
    let store = house(60).await;
    let text = exported(&*store, Subject::Log, LineFormat::Jsonl).await;
    let back = read_log(text.as_bytes()).unwrap();
    assert_eq!(back.heads().await.unwrap(), store.heads().await.unwrap());
    assert_eq!(
        back.balances().await.unwrap(),
        store.balances().await.unwrap()
    );
    // The rows beside the logs are not exported, and that is said.
    let (again, mut whole) = (verify(&back).await.unwrap(), verify(&*store).await.unwrap());
    assert!(whole.responses > 0 && whole.refusals > 0 && whole.is_complete());
    (whole.responses, whole.refusals) = (0, 0);
    whole.not_compared = vec![NotCompared::SideRows];
    assert_eq!(again, whole);
    assert_eq!(exported(&back, Subject::Log, LineFormat::Jsonl).await, text);
}

/// A house of which one log goes on while it is exported: its head is an older one.
struct GoingOn {
    store: Arc<MemoryStore>,
    stream: Stream,
    old: Head,
}

#[async_trait]
impl Wrapper for GoingOn {
    fn wrapped(&self) -> &dyn Store {
        &*self.store
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        let mut heads = self.store.heads().await?;
        for (_, head) in heads.iter_mut().filter(|(it, _)| *it == self.stream) {
            *head = self.old;
        }
        Ok(heads)
    }

    async fn read(&self, stream: Stream, after: u64, limit: usize) -> Result<Vec<Row>, StoreError> {
        let is_wanted = stream != self.stream || after < self.old.seq;
        assert!(is_wanted, "nothing behind the head is to be exported");
        self.store.read(stream, after, limit).await
    }
}

#[tokio::test]
async fn entries_written_during_an_export_are_left_out() {
    let store = house(60).await;
    let stream = Stream::Table(TableId(2));
    let row = store.read(stream, 4, 1).await.unwrap().remove(0);
    let old = Head {
        seq: row.seq,
        fingerprint: row.fingerprint,
        epoch: 0,
    };
    let going_on = Wrapped(GoingOn { store, stream, old });
    let text = exported(&going_on, Subject::Log, LineFormat::Jsonl).await;
    let back = read_log(text.as_bytes()).unwrap();
    assert_eq!(back.head(stream).await.unwrap(), old);
    assert_eq!(back.read(stream, 0, 99).await.unwrap().len(), 5);
}

#[tokio::test]
async fn a_log_that_was_touched_is_refused_or_found_out() {
    let store = house(70).await;
    let text = exported(&*store, Subject::Log, LineFormat::Jsonl).await;
    let lines: Vec<&str> = text.lines().collect();
    for left_out in [0, 1, 2, lines.len() / 2, lines.len() - 2, lines.len() - 1] {
        let mut some = lines.clone();
        some.remove(left_out);
        let refused = read_log(some.join("\n").as_bytes())
            .err()
            .unwrap()
            .to_string();
        assert!(refused.starts_with("line "), "{refused}");
    }
    for cut in (0..text.len()).step_by(text.len() / 200) {
        assert!(read_log(&text.as_bytes()[..cut]).is_err());
    }
    // A forger who knows the format still cannot make up a house.
    let mut found = 0;
    for (at, line) in lines.iter().enumerate().step_by(23) {
        let lie = line.replacen("\\\"amount\\\":", "\\\"amount\\\":1", 1);
        if lie == *line {
            continue;
        }
        let mut touched = lines.clone();
        touched[at] = &lie;
        let back = read_log(touched.join("\n").as_bytes()).unwrap();
        let verdict = verify(&back).await.unwrap();
        assert!(!verdict.is_clean(), "line {}", at + 1);
        found += 1;
    }
    assert!(found > 10, "{found}");
}

#[tokio::test]
async fn a_file_that_is_none_is_refused_by_line_and_field() {
    for (text, expected) in [
        ("", "line 1: found the end of the file"),
        (
            "{\"queenhigh_log\":2}",
            "line 1: queenhigh_log: found 2, expected 1",
        ),
        (
            "{\"end\":{\"streams\":0,\"entries\":0,\"balances\":0}}",
            "line 1: expected `queenhigh_log` first",
        ),
        ("nonsense", "line 1: expected "),
        (
            "{\"queenhigh_log\":1}\n{\"queenhigh_log\":1}",
            "line 2: queenhigh_log: found 1, expected 1, on the first line",
        ),
        (
            "{\"queenhigh_log\":1}\n{\"stream\":{\"name\":\"chair/1\",\"entries\":0,\"fingerprint\":\"00\",\"epoch\":0}}",
            "line 2: stream: found \"chair/1\"",
        ),
        (
            "{\"queenhigh_log\":1}\n{\"stream\":{\"name\":\"house\",\"entries\":0,\"fingerprint\":\"00\",\"epoch\":0}}",
            "line 2: fingerprint: found \"00\"",
        ),
        (
            "{\"queenhigh_log\":1}\n{\"balance\":{\"account\":\"pocket\",\"amount\":5}}",
            "line 2: account: found `pocket`",
        ),
    ] {
        let refused = read_log(text.as_bytes()).err().unwrap().to_string();
        assert!(refused.starts_with(expected), "{refused}");
    }
}

#[test]
fn a_subject_has_the_name_that_the_command_line_takes() {
    let names = ["rounds", "ledger", "jackpots", "events", "log"];
    assert_eq!(Subject::ALL.map(Subject::name), names);
    for subject in Subject::ALL {
        assert_eq!(subject.name().parse(), Ok(subject));
    }
    for unknown in ["", "Rounds", "logs"] {
        let expected =
            format!("found {unknown:?}, expected rounds, ledger, jackpots, events or log");
        assert_eq!(unknown.parse::<Subject>(), Err(expected));
    }
}

/// Every entry of the link is handed out, and of the table what moved the meter.
#[tokio::test]
async fn what_a_jackpot_did_is_handed_out() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    let (_, hit) = scene.link.state().hit_of(TableId(1), 1).unwrap();
    let meter = hit.claim.before;
    table.concludes(meter).await;
    let store = &*scene.floor.store;
    let handed_out = lines(store, Subject::Jackpots).await;
    let link = Stream::Link(LINK);
    let entries: Vec<u64> = handed_out
        .iter()
        .filter(|line| line["stream"] == link.to_string())
        .map(|line| line["entry"].as_u64().unwrap())
        .collect();
    let head = store.head(link).await.unwrap();
    assert_eq!(entries, (1..=head.seq).collect::<Vec<_>>());
    let of_table = handed_out.iter().filter(|line| line["stream"] == "table/1");
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for line in of_table {
        assert_eq!(line["kind"], line["told"]["kind"]);
        *kinds.entry(line["kind"].as_str().unwrap()).or_default() += 1;
        if line["kind"] == "jackpot-awarded" {
            assert_eq!(line["told"]["amount"], meter.in_minor());
        }
    }
    let expected = [
        ("contribution-added", 2),
        ("jackpot-awarded", 1),
        ("meter-moved", 1),
        ("meter-read", 1),
    ];
    assert_eq!(kinds, BTreeMap::from(expected));
}

/// Money moves between two accounts, and more than nothing of it.
#[tokio::test]
async fn a_row_that_moves_no_money_is_refused() {
    let store = house(60).await;
    let text = exported(&*store, Subject::Log, LineFormat::Jsonl).await;
    let lines: Vec<&str> = text.lines().collect();
    let has_rows = |line: &&str| line.contains("\"rows\":[[");
    let at = lines.iter().position(has_rows).unwrap();
    let honest: Value = serde_json::from_str(lines[at]).unwrap();
    let row = |line: &Value| line["entry"]["rows"][0].clone();
    let (from, to, amount) = (
        row(&honest)[0].clone(),
        row(&honest)[1].clone(),
        row(&honest)[2].clone(),
    );
    for wrong in [
        json!([from, to, 0]),
        json!([from, to, -1]),
        json!([from, from, amount]),
    ] {
        let mut line = honest.clone();
        line["entry"]["rows"][0] = wrong.clone();
        let line = line.to_string();
        let mut touched = lines.clone();
        touched[at] = &line;
        let refused = read_log(touched.join("\n").as_bytes()).err().unwrap();
        let expected = format!(
            "line {}: rows: found {} from {} to {}, expected more than 0 between two accounts",
            at + 1,
            wrong[2],
            wrong[0].as_str().unwrap(),
            wrong[1].as_str().unwrap(),
        );
        assert_eq!(refused.to_string(), expected);
    }
}
