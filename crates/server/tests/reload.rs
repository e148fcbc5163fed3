//! A changed configuration takes effect while the house is served: between rounds, each change an entry.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use core::time::Duration;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bot::{Api, Method};
use floor::Floor;
use house::log::Stream;
use house::people::{PeopleStore as _, SqlitePeople};
use house::store::StoreSettings;
use serde_json::{Value, json};
use server::Reloading;
use server::config::{Config, DEMO};
use tokio::sync::mpsc;

/// A floor whose file is a text in memory.
struct Reloaded {
    floor: Floor,
    folder: tempfile::TempDir,
    file: Arc<Mutex<String>>,
    /// How often it was read.
    reads: Arc<AtomicUsize>,
    ask: mpsc::Sender<()>,
}

fn instant() -> String {
    let text = DEMO.replace("[[table]]", "[[table]]\npace = \"instant\"");
    text.replace("127.0.0.1:8210", "127.0.0.1:0")
}

impl Reloaded {
    async fn open() -> Reloaded {
        let folder = tempfile::tempdir().unwrap();
        let file = Arc::new(Mutex::new(instant()));
        let (ask, asked) = mpsc::channel(1);
        let reads = Arc::new(AtomicUsize::new(0));
        let (read, counted) = (Arc::clone(&file), Arc::clone(&reads));
        let reloading = Reloading {
            read: Some(Arc::new(move || {
                let text = read.lock().unwrap().clone();
                counted.fetch_add(1, Ordering::SeqCst);
                Config::read(&text)
            })),
            asked,
        };
        let config = Config::read(&instant()).unwrap();
        let floor = Floor::open_reloading(folder.path().to_owned(), config, reloading).await;
        Reloaded {
            floor,
            folder,
            file,
            reads,
            ask,
        }
    }

    /// Writes the file, asks for it to be read, as a signal does, and waits until it was.
    async fn change(&self, text: String) {
        *self.file.lock().unwrap() = text;
        let before = self.reads.load(Ordering::SeqCst);
        self.ask.send(()).await.unwrap();
        while self.reads.load(Ordering::SeqCst) == before {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn table(&self, number: u32) -> Value {
        let path = format!("/api/v1/tables/{number}");
        let (_, body) = self
            .floor
            .api()
            .call(Method::GET, &path, None)
            .await
            .unwrap();
        body
    }

    /// Waits until the table is as it is to be.
    async fn until(&self, number: u32, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..1_500 {
            let table = self.table(number).await;
            if is_so(&table) {
                return table;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("table {number}: {what}: {}", self.table(number).await);
    }

    /// The events of a table's log, by name and by who caused them.
    async fn log(&self, stream: Stream) -> Vec<(String, Value)> {
        let settings = StoreSettings::Folder(self.folder.path().to_owned());
        let store = settings.open_to_read().await.unwrap();
        let mut by = Value::Null;
        let rows = store.read(stream, 0, usize::MAX).await.unwrap();
        let line = |row: &house::store::Row| {
            let entry: Value = serde_json::from_slice(&row.bytes).unwrap();
            if let Some(asked) = entry.get("asked") {
                by = asked["by"].clone();
            }
            let event = &entry["event"];
            let inner = event.as_object().unwrap().values().next().unwrap();
            let kind = event.get("kind").unwrap_or(&inner["kind"]);
            (kind.as_str().unwrap_or_default().to_owned(), by.clone())
        };
        rows.iter().map(line).collect()
    }
}

fn ante_min(table: &Value) -> &Value {
    &table["view"]["limits"]["ante"]["min"]
}

async fn bet(api: &Api, id: &str, amount: u64) -> (u16, Value) {
    let bet = json!({"request": "place-bet", "at": 1, "area": "ante", "amount": amount});
    command(api, id, &bet).await
}

async fn command(api: &Api, id: &str, request: &Value) -> (u16, Value) {
    let command = json!({"id": id, "request": request});
    let path = "/api/v1/tables/1/commands";
    let (status, body) = api.call(Method::POST, path, Some(&command)).await.unwrap();
    (status.as_u16(), body)
}

/// The first table with other limits; the others as they were.
fn with_minimum(minimum: u32) -> String {
    let limits = format!("limits.ante = {{ min = {minimum}, max = 50_000 }}");
    instant().replacen("limits.ante = { min = 500, max = 50_000 }", &limits, 1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_changes_between_two_rounds_and_not_within_one() {
    let reloaded = Reloaded::open().await;
    assert_eq!(ante_min(&reloaded.table(1).await), 500);
    let (_, guest) = reloaded.floor.api().come_as_guest().await.unwrap();
    assert_eq!(bet(&guest, "one", 500).await.0, 200);
    let other = with_minimum(1_000);
    // Another table is idle: bets are open there, and no player has come.
    let other = other.replace("number = 5\n", "number = 5\nbetting_seconds = 44\n");
    reloaded.change(other).await;
    let changed = |table: &Value| table["view"]["times"]["betting_seconds_max"] == 44;
    reloaded
        .until(5, "the idle table is changed", changed)
        .await;
    // The round that is played keeps its limits.
    assert_eq!(ante_min(&reloaded.table(1).await), 500);
    assert_eq!(bet(&guest, "two", 500).await.0, 200);
    command(&guest, "ready", &json!({"request": "ready"})).await;
    let deciding = |table: &Value| table["view"]["phase"] == "deciding";
    reloaded.until(1, "it is dealt", deciding).await;
    assert_eq!(ante_min(&reloaded.table(1).await), 500);
    let fold = json!({"request": "fold", "at": 1, "pair_plus": "plain"});
    let (status, body) = command(&guest, "fold", &fold).await;
    assert_eq!(status, 200, "{body}");
    let changed =
        |table: &Value| *ante_min(table) == 1_000 && table["view"]["phase"] == "bets_open";
    reloaded
        .until(1, "it is changed after the round", changed)
        .await;
    // Below the new minimum.
    assert_eq!(bet(&guest, "three", 500).await.0, 409);
    let log = reloaded.log(Stream::Table(house::ledger::TableId(1))).await;
    let people = SqlitePeople::open(reloaded.folder.path()).unwrap();
    let operator = people.account_by_name("Operator").await.unwrap().unwrap();
    let by_operator = json!({"staff": {"post": "house", "person": operator.id}});
    let closed = log.iter().filter(|(kind, _)| kind == "table-closed");
    let closed: Vec<&Value> = closed.map(|(_, by)| by).collect();
    assert_eq!(closed, [&by_operator], "{log:?}");
    reloaded.floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_with_a_fault_changes_nothing_and_the_next_sound_one_is_taken() {
    let reloaded = Reloaded::open().await;
    let faulty = with_minimum(1_000).replace("\"rws-2013\"", "\"rws-1913\"");
    reloaded.change(faulty).await;
    let unreadable = "[house\n".to_owned();
    reloaded.change(unreadable).await;
    // Carried out after the two: once it has come, they were answered.
    let sound = instant().replace("number = 5\n", "number = 5\ndecision_seconds = 33\n");
    reloaded.change(sound).await;
    let changed = |table: &Value| table["view"]["times"]["decision_seconds_max"] == 33;
    reloaded.until(5, "the sound file is taken", changed).await;
    assert_eq!(ante_min(&reloaded.table(1).await), 500);
    reloaded.floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_links_and_people_come_and_tables_go() {
    let reloaded = Reloaded::open().await;
    assert_eq!(reloaded.table(6).await["code"], "not-found");
    let more = r#"
[[link]]
number = 3
name = "New jackpot"
base = 5_000_000
reset = 5_000_000
increment = "4/5"
limit = 100_000_000
contribution_max = 10_000
verify_above = 10_000_000
signed_by = ["Operator", "Night manager"]

[[table]]
number = 6
name = "New"
pace = "instant"
rulebook = "rws-2020"
limits.ante = { min = 500, max = 50_000 }
limits.pair_plus = { min = 500, max = 50_000 }
jackpot = { stake = 500, contribution = 125, seed = 5_000_000, link = 3 }

[[person]]
name = "Night manager"
role = "shift-manager"
"#;
    reloaded.change(instant() + more).await;
    let open = |table: &Value| table["view"]["phase"] == "bets_open";
    let table = reloaded.until(6, "the new table is dealt", open).await;
    assert_eq!(table["view"]["link"]["link"], 3, "{table}");
    let jackpots = reloaded.floor.api().get("/api/v1/jackpots").await.unwrap();
    let named = jackpots.as_array().unwrap().iter();
    assert!(named.clone().any(|link| link["name"] == "New jackpot"));
    let people = SqlitePeople::open(reloaded.folder.path()).unwrap();
    let manager = people.account_by_name("Night manager").await.unwrap();
    assert!(manager.is_some());
    // Once it has left the file, it is closed.
    reloaded.change(instant()).await;
    let closed = |table: &Value| table["view"]["phase"] == "closed";
    reloaded.until(6, "the table is closed", closed).await;
    let log = reloaded.log(Stream::Table(house::ledger::TableId(6))).await;
    let last = log.last().map(|(kind, _)| kind.as_str());
    assert_eq!(last, Some("table-closed"), "{log:?}");
    // And comes back with it.
    reloaded.change(instant() + more).await;
    reloaded.until(6, "the table opens again", open).await;
    reloaded.floor.close().await;
}
