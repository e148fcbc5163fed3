//! What was done by SQL to the rows beside the logs, or to the file itself, is found; what cannot be compared
//! is said (issue 17, numbers 5 and 18).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "side_rows/edits.rs"]
mod edits;
#[path = "../../house/tests/floor/mod.rs"]
mod floor;
#[path = "side_rows/moving.rs"]
mod moving;
#[path = "side_rows/positions.rs"]
mod positions;
#[path = "side_rows/sealed.rs"]
mod sealed;
#[path = "../../house/tests/tampered/mod.rs"]
mod tampered;

use std::path::Path;
use std::sync::Arc;

use audit::verify::{AuditReport, FindingPlace, NotCompared, verify, verify_with_key};
use edits::EDITS;
use floor::dealt::Habits;
use floor::linked::{DEALER, LEVEL, NOTHING, ROYAL, Scene, evening};
use floor::parlour::{Parlour, STREAM, deciding};
use floor::{Floor, HOUSE};
use game::{Actor, Money, PlayerId, RulebookId, Timestamp};
use house::cage::CageCommand;
use house::log::{CommandId, Stream};
use house::response::Response;
use house::shuffle::Vault;
use house::store::{Head, MemoryStore, SqliteStore, Store};
use ledger::CageMove;
use rehearsal::dice::Dice;
use rusqlite::Connection;
use rusqlite::types::Value;
use tampered::{Lie, Tampered};

const FILE: &str = "house.sqlite";

/// Two tables and their link, which has paid a win, and a withdrawal that was refused.
async fn played(folder: &Path) {
    let open = folder.join("open");
    let mut scene = Scene::new(SqliteStore::open(&open).unwrap(), LEVEL, 2).await;
    for table in 1..=2 {
        let mut evening = evening(&scene, table, RulebookId::Rws2020).await;
        evening.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
        scene.link.turn().await.unwrap();
        let (_, hit) = scene
            .link
            .state()
            .hit_of(ledger::TableId(table), 1)
            .unwrap();
        let meter = hit.claim.before;
        evening.concludes(meter).await;
    }
    scene.link.turn().await.unwrap();
    let amount = Money::major(9_000_000_000);
    let player = PlayerId(0);
    let refused = scene.floor.submit_to_cage(
        Actor::Player(player),
        CageMove::Withdrawal { player, amount },
    );
    let refused = refused.await.unwrap();
    assert!(matches!(refused, Response::InsufficientFunds { .. }));
    SqliteStore::copy(&open, &folder.join("copy")).unwrap();
}

async fn verified(folder: &Path) -> AuditReport {
    let store = SqliteStore::open_to_read(folder).unwrap();
    verify(&store).await.unwrap()
}

fn said(report: &AuditReport) -> Vec<String> {
    report.findings.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_house_with_a_link_is_clean_and_whole() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path()).await;
    let report = verified(&folder.path().join("copy")).await;
    assert_eq!(said(&report), [""; 0]);
    assert_eq!((report.not_compared.len(), report.remarks.len()), (0, 0));
    assert!(report.responses > 80, "{}", report.responses);
    assert_eq!(report.refusals, 1);
}

#[tokio::test]
async fn issue_17_18_every_kind_of_edit_is_found() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path()).await;
    let mut missed = Vec::new();
    for (nth, (sql, named)) in EDITS.iter().enumerate() {
        let edited = folder.path().join(format!("edited-{nth}"));
        SqliteStore::copy(&folder.path().join("copy"), &edited).unwrap();
        let file = Connection::open(edited.join(FILE)).unwrap();
        let first = "link = 1 AND stream = 'table/1' AND seq = \
                     (SELECT min(seq) FROM contribution WHERE stream = 'table/1')";
        file.execute_batch(&sql.replace("rowid_of = 1", first))
            .unwrap();
        assert!(file.changes() > 0 || sql.starts_with("DROP"), "{sql}");
        drop(file);
        let report = verified(&edited).await;
        let found = said(&report);
        if !found.iter().any(|finding| finding.starts_with(named)) {
            missed.push(format!("{sql}: {found:#?}"));
        }
    }
    assert!(missed.is_empty(), "{} missed: {missed:#?}", missed.len());
}

/// The response to a deposit is deleted and the deposit sent again: the money is there twice.
#[tokio::test]
async fn issue_17_5_a_command_carried_out_twice_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let player = PlayerId(3);
    let deposit = CageCommand {
        id: CommandId(9),
        by: HOUSE,
        with: None,
        moves: CageMove::Deposit {
            player,
            amount: Money::major(5),
        },
    };
    for _ in 0..2 {
        let floor = Floor::new(SqliteStore::open(folder.path()).unwrap());
        floor.cage.submit(deposit).await.unwrap();
        drop(floor);
        let file = Connection::open(folder.path().join(FILE)).unwrap();
        assert_eq!(file.execute("DELETE FROM answer", []).unwrap(), 1);
    }
    let floor = Floor::new(SqliteStore::open(folder.path()).unwrap());
    let again = floor.cage.submit(deposit).await.unwrap();
    assert_eq!(again, Response::Done { from: 2, to: 3 });
    drop(floor);
    let found = said(&verified(folder.path()).await);
    let twice = "purse/3 entry 2: its command has the id of the one at entry 1: one command was carried out twice";
    assert!(found.iter().any(|it| it == twice), "{found:#?}");
    let thrice = "purse/3 entry 3: its command has the id of the one at entry 2";
    assert!(found.iter().any(|it| it.starts_with(thrice)), "{found:#?}");
}

#[tokio::test]
async fn issue_17_5_time_that_runs_backwards_is_named() {
    let floor = Floor::new(MemoryStore::default());
    let moves = CageMove::Deposit {
        player: PlayerId(3),
        amount: Money::major(5),
    };
    for now in [
        10_000_000, 9_999_000, 9_700_000, 9_399_999, 9_400_000, 9_100_000,
    ] {
        floor.clock.set(Timestamp(now));
        floor.submit_to_cage(HOUSE, moves).await.unwrap();
    }
    let report = verify(&*floor.store).await.unwrap();
    assert_eq!(said(&report), [""; 0]);
    let (small, most) = (report.earlier.commands, report.earlier.milliseconds_max);
    assert_eq!((small, most), (3, 300_000));
    let places: Vec<FindingPlace> = report.remarks.iter().map(|it| it.place).collect();
    assert_eq!(
        places,
        [FindingPlace::Entry(Stream::Purse(PlayerId(3)), 4)],
        "300.001 s"
    );
    assert!(report.remarks[0].what.starts_with("its command is 300 s"));
}

/// An open round that the house deals: without the key it is said not to be compared, with the key it is, and
/// with another key it is wrong.
#[tokio::test]
async fn issue_17_18_a_round_in_play_is_compared_with_the_key_or_said_not_to_be() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.play_rounds(1).await;
    parlour.play_until(deciding).await;
    let store = &*parlour.floor.store;
    let without = verify(store).await.unwrap();
    assert_eq!(said(&without), [""; 0]);
    let entries = without.sealed;
    assert!(entries > 0);
    assert_eq!(without.not_compared, [NotCompared::Sealed { entries }]);
    let with = verify_with_key(store, Some(Arc::clone(&parlour.vault)));
    let with = with.await.unwrap();
    assert_eq!((said(&with), with.sealed), (Vec::new(), 0));
    assert!(with.is_complete());
    assert_eq!(
        (with.entries, with.responses),
        (without.entries, without.responses)
    );
    let folder = tempfile::tempdir().unwrap();
    let other = Vault::open(&folder.path().join("key")).unwrap();
    let forged = verify_with_key(store, Some(Arc::new(other))).await.unwrap();
    let head = store.head(STREAM).await.unwrap();
    let first = head.seq - entries + 1;
    let expected = format!(
        "{STREAM} entry {first}: the seed of its round was sealed with another key than the one given"
    );
    assert_eq!(said(&forged), [expected]);
}

/// Entries written after the heads were read: balances are compared all the same.
#[tokio::test]
async fn issue_17_18_balances_of_a_house_in_play_are_compared() {
    let floor = Floor::new(MemoryStore::default());
    let moves = |amount| CageMove::Deposit {
        player: PlayerId(3),
        amount: Money::minor(amount),
    };
    let stream = Stream::Purse(PlayerId(3));
    floor.submit_to_cage(HOUSE, moves(1)).await.unwrap();
    let old = floor.store.head(stream).await.unwrap();
    floor.submit_to_cage(HOUSE, moves(2)).await.unwrap();
    floor.submit_to_cage(HOUSE, moves(4)).await.unwrap();
    let lie = Lie::Written(stream, old);
    let honest = Arc::clone(&floor.store);
    let report = verify(&Tampered::new(honest, lie)).await.unwrap();
    assert_eq!(said(&report), [""; 0]);
    assert_eq!(
        (report.moving, report.entries, report.written_meanwhile),
        (true, 1, 2)
    );
    assert!(report.is_complete());
    // The head of that moment covers the one entry that was written since, and no more.
    let last = floor.store.head(stream).await.unwrap();
    let rows = floor.store.read(stream, last.seq - 2, 1).await.unwrap();
    let old = Head {
        seq: rows[0].seq,
        fingerprint: rows[0].fingerprint,
        epoch: last.epoch,
    };
    let honest = Arc::clone(&floor.store);
    let lie = Lie::Written(stream, old);
    let report = verify(&Tampered::new(honest, lie)).await.unwrap();
    assert_eq!((said(&report), report.written_meanwhile), (Vec::new(), 1));
}

/// Entries that a later head covers and that are not there: the first of them is named.
#[tokio::test]
async fn entries_written_meanwhile_and_lost_are_named() {
    let floor = Floor::new(MemoryStore::default());
    let player = PlayerId(3);
    let stream = Stream::Purse(player);
    let mut heads = Vec::new();
    for amount in 1..=5 {
        let amount = Money::minor(amount);
        let deposit = CageMove::Deposit { player, amount };
        floor.submit_to_cage(HOUSE, deposit).await.unwrap();
        heads.push(floor.store.head(stream).await.unwrap());
    }
    for old in [heads[0], heads[2]] {
        let honest = Arc::clone(&floor.store);
        let lie = Lie::WrittenAndLost(stream, old);
        let report = verify(&Tampered::new(honest, lie)).await.unwrap();
        let expected = format!("{stream} entry {}: it is missing", old.seq + 1);
        assert!(said(&report).contains(&expected), "{:?}", said(&report));
    }
}

/// Responses are read in pages of five thousand; one behind the first page is compared like the others.
#[tokio::test]
async fn responses_of_a_long_log_are_all_compared() {
    let floor = Floor::new(MemoryStore::default());
    let deposits = 5_001;
    let deposit = CageMove::Deposit {
        player: PlayerId(3),
        amount: Money::major(5),
    };
    for _ in 0..deposits {
        floor.submit_to_cage(HOUSE, deposit).await.unwrap();
    }
    let report = verify(&*floor.store).await.unwrap();
    assert_eq!(said(&report), [""; 0]);
    assert_eq!((report.responses, report.refusals), (deposits, 0));
}

/// What every row of the file says, by table; nothing where the file cannot be read so far.
fn rows(file: &Path) -> Option<Vec<(String, Vec<Vec<Value>>)>> {
    let file = Connection::open(file).ok()?;
    let mut all = Vec::new();
    for table in [
        "head",
        "log",
        "posting",
        "balance",
        "contribution",
        "answer",
        "outbox",
        "consumed",
        "lease",
        "snapshot",
        "sqlite_schema",
    ] {
        let mut read = file.prepare(&format!("SELECT * FROM {table}")).ok()?;
        let columns = read.column_count();
        let one = |row: &rusqlite::Row<'_>| (0..columns).map(|at| row.get(at)).collect();
        let rows = read.query_map([], one).ok()?;
        let rows: rusqlite::Result<Vec<Vec<Value>>> = rows.collect();
        all.push((table.to_owned(), rows.ok()?));
    }
    Some(all)
}

/// Random bits of the file: every flip that changes a row, or makes one unreadable, is found; a row of leases
/// is said not to be compared, and a refusal leaves nothing to compare it with.
#[tokio::test]
async fn issue_17_18_bits_of_the_file_that_change_a_row_are_found() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path()).await;
    let copy = folder.path().join("copy");
    let bytes = std::fs::read(copy.join(FILE)).unwrap();
    let honest = rows(&copy.join(FILE)).unwrap();
    let mut dice = Dice::new(18);
    let (mut changed, mut unchanged) = (0, 0);
    for flip in 0..250 {
        let turned = folder.path().join("turned");
        std::fs::create_dir_all(&turned).unwrap();
        let bit = dice.below(bytes.len() as u64 * 8);
        let mut other = bytes.clone();
        other[usize::try_from(bit / 8).unwrap()] ^= 1 << (bit % 8);
        std::fs::write(turned.join(FILE), other).unwrap();
        let now = rows(&turned.join(FILE));
        std::fs::remove_dir_all(&turned).unwrap();
        std::fs::create_dir_all(&turned).unwrap();
        let mut other = bytes.clone();
        other[usize::try_from(bit / 8).unwrap()] ^= 1 << (bit % 8);
        std::fs::write(turned.join(FILE), other).unwrap();
        let differs = |table: &str| {
            let of = |all: &[(String, Vec<Vec<Value>>)]| {
                let found = all.iter().find(|(name, _)| name == table);
                found.map(|(_, rows)| rows.clone())
            };
            now.as_ref().is_none_or(|now| of(now) != of(&honest))
        };
        if now.as_ref() == Some(&honest) {
            unchanged += 1;
        } else {
            changed += 1;
            let found = match SqliteStore::open_to_read(&turned) {
                Err(_) => true,
                Ok(store) => verify(&store)
                    .await
                    .map_or(true, |report| !report.is_clean()),
            };
            let only_lease = !honest
                .iter()
                .any(|(table, _)| table != "lease" && differs(table));
            assert!(found || only_lease, "flip {flip}, bit {bit}");
        }
        std::fs::remove_dir_all(&turned).unwrap();
    }
    assert!(changed > 50, "{changed} changed, {unchanged} did not");
}
