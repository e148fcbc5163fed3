//! A house that is written to while it is audited.

use audit::verify::verify;
use game::{Money, PlayerId};
use house::log::Stream;
use house::store::async_trait;
use house::store::{Head, SideRows, SqliteStore, Store, StoreError};
use ledger::CageMove;
use rusqlite::Connection;

use super::floor::wrapped::{Wrapped, Wrapper};
use super::floor::{Floor, HOUSE};
use super::{FILE, said};

/// A store whose heads were read before its last entries were written.
struct ReadBefore {
    store: SqliteStore,
    heads: Vec<(Stream, Head)>,
}

#[async_trait]
impl Wrapper for ReadBefore {
    fn wrapped(&self) -> &dyn Store {
        &self.store
    }

    async fn heads(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        Ok(self.heads.clone())
    }

    fn side_rows(&self) -> Option<&dyn SideRows> {
        self.store.side_rows()
    }
}

/// What was done by SQL to money and entries that were written since the heads were read, and what is said of it.
const EDITS: [(&str, &str); 5] = [
    (
        "UPDATE balance SET amount = amount + 1 WHERE account = 'purse/3'",
        "purse/3: the store says 0.08, its rows come to 0.07",
    ),
    (
        "DELETE FROM balance WHERE account = 'purse/3'",
        "purse/3: the store says 0.00, its rows come to 0.07",
    ),
    (
        "UPDATE posting SET amount = amount + 1 WHERE seq = 2",
        "purse/3: the store says 0.07, its rows come to 0.08",
    ),
    (
        "UPDATE log SET bytes = zeroblob(3) WHERE seq = 2",
        "purse/3 entry 2: the fingerprint is not that of its bytes",
    ),
    (
        "UPDATE head SET fingerprint = zeroblob(32)",
        "purse/3 entry 3: the head has another fingerprint than the log",
    ),
];

#[tokio::test]
async fn issue_17_18_what_is_wrong_in_a_house_in_play_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let open = folder.path().join("open");
    let floor = Floor::new(SqliteStore::open(&open).unwrap());
    let mut heads = Vec::new();
    for amount in [1, 2, 4] {
        let (player, amount) = (PlayerId(3), Money::minor(amount));
        let deposit = CageMove::Deposit { player, amount };
        floor.submit_to_cage(HOUSE, deposit).await.unwrap();
        heads.push(floor.store.heads().await.unwrap());
    }
    drop(floor);
    for (nth, (sql, expected)) in EDITS.iter().enumerate() {
        let edited = folder.path().join(format!("edited-{nth}"));
        SqliteStore::copy(&open, &edited).unwrap();
        let file = Connection::open(edited.join(FILE)).unwrap();
        assert_eq!(file.execute(sql, []).unwrap(), 1, "{sql}");
        drop(file);
        let store = SqliteStore::open_to_read(&edited).unwrap();
        let heads = heads[0].clone();
        let report = verify(&Wrapped(ReadBefore { store, heads })).await.unwrap();
        assert!(report.moving, "{sql}");
        let found = said(&report);
        assert!(found.iter().any(|it| it == expected), "{sql}: {found:#?}");
    }
}
