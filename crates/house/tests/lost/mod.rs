//! An evening of which a house has lost the end, and people who accept that.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use game::{Actor, Money, PersonId, PlayerId, Timestamp};
use house::log::{CommandId, Entries, Stream};
use house::loss::{
    Acceptance, Approvers, HouseLogEntry, HouseLogEvent, Loss, LossError, RequestedOfHouse, accept,
    preview,
};
use house::notary::{Notary, NotaryError, NotaryKey};
use house::people::NamedPeople;
use house::response::{Response, body_fingerprint};
use house::store::{Append, Appended, SqliteStore, Store};
use ledger::{CageMove, TableId};

use crate::floor::{Floor, HOUSE, people};

pub const NOW: Timestamp = Timestamp(1_700_000_000_000);

/// Two people of the house.
pub const TWO: Approvers = (HOUSE, Some(PersonId(42)));

/// A house in a folder, a copy of it as it was, and what it has signed since.
pub struct Evening {
    folder: tempfile::TempDir,
    opened: AtomicU32,
}

impl Evening {
    /// Two statements before the copy, two after it. Of what came after, one player is new.
    pub async fn new() -> Evening {
        let evening = Evening {
            folder: tempfile::tempdir().unwrap(),
            opened: AtomicU32::new(0),
        };
        let floor = evening.open("house");
        for (nth, players) in (1..).zip([&[1, 2][..], &[1], &[1, 9], &[1, 9]]) {
            for player in players {
                deposits(&floor, *player).await;
            }
            if nth == 4 {
                tips_paid(&floor).await;
            }
            evening.states(&*floor.store, nth).await.unwrap();
            if nth == 2 {
                SqliteStore::copy(&evening.at("house"), &evening.at("copy")).unwrap();
            }
        }
        evening
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn open(&self, name: &str) -> Floor<SqliteStore> {
        let path = self.at(name);
        if !path.exists() {
            std::fs::create_dir(&path).unwrap();
        }
        let floor = Floor::new(SqliteStore::open(&path).unwrap());
        // No request has the id of another evening's.
        for _ in 0..100 * self.opened.fetch_add(1, Ordering::Relaxed) {
            floor.next_id();
        }
        floor
    }

    pub async fn states(&self, store: &dyn Store, now: u64) -> Result<u64, NotaryError> {
        let key = NotaryKey::open(&self.at("key")).unwrap();
        let mut notary = Notary::open(key, &self.at("heads.jsonl")).unwrap();
        let said = notary.state(store, Timestamp(now)).await?;
        Ok(said.unwrap().number)
    }

    pub fn statements(&self) -> Vec<u8> {
        read(&self.at("heads.jsonl"))
    }
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

/// Each Player brings an amount that no other brings.
pub async fn deposits(floor: &Floor<SqliteStore>, player: u32) {
    let amount = Money::minor(i64::from(player) + 100);
    let player = PlayerId(player);
    let moves = CageMove::Deposit { player, amount };
    floor.submit_to_cage(HOUSE, moves).await.unwrap();
}

/// Something in the log of the house itself.
async fn tips_paid(floor: &Floor<SqliteStore>) {
    let (player, table, amount) = (PlayerId(1), TableId(7), Money::minor(5));
    let buys = CageMove::BuyIn {
        player,
        table,
        amount,
    };
    let tips = CageMove::Tip {
        player,
        table,
        amount,
    };
    let paid = CageMove::TipsPaid { table, amount };
    for (by, moves) in [(HOUSE, buys), (Actor::Player(player), tips), (HOUSE, paid)] {
        floor.submit_to_cage(by, moves).await.unwrap();
    }
}

/// What the people of the house, as the register has them, accept.
pub fn acceptance<'a>(
    approvers: Approvers,
    reason: &'a str,
    people: &'a NamedPeople,
) -> Acceptance<'a> {
    Acceptance {
        approvers,
        people,
        reason,
    }
}

pub async fn accepts(
    store: &dyn Store,
    statements: &[u8],
    both: Approvers,
    reason: &str,
) -> Result<Option<house::loss::AcceptedLoss>, LossError> {
    accept(
        store,
        (statements, &[]),
        acceptance(both, reason, &people()),
        NOW,
    )
    .await
}

/// Writes the entry directly, past the checks.
pub async fn written(store: &dyn Store, (by, with): Approvers, loss: Loss) {
    let event = HouseLogEvent::LossAccepted(loss);
    let entry = HouseLogEntry {
        id: CommandId(77),
        event: event.clone(),
        requested: Some(RequestedOfHouse {
            by,
            with,
            now: NOW,
            event,
        }),
    };
    let head = store.head(Stream::House).await.unwrap();
    let (from, to) = (head.seq, head.seq + 1);
    // Where one person was enough, the request had no second.
    let body = match with {
        Some(_) => body_fingerprint(&(by, with, &entry.event)),
        None => body_fingerprint(&(by, &entry.event)),
    };
    let append = Append {
        entries: Entries::from_iter([entry.write()]),
        answer: Some(Response::Done { from, to }.to_stored(entry.id, body)),
        ..Append::behind(Stream::House, head)
    };
    let response = store.append(append).await.unwrap();
    assert!(matches!(response, Appended::Stored(_)));
}

/// What two people would accept.
pub async fn loss_of(store: &dyn Store, statements: &[u8]) -> Loss {
    let loss = preview(
        store,
        (statements, &[]),
        acceptance(TWO, "the disk", &people()),
    )
    .await;
    loss.unwrap().unwrap()
}
