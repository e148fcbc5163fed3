//! How far a link has read its tables, moved by SQL.

use game::RulebookId;
use house::store::SqliteStore;
use rusqlite::Connection;

use super::floor::linked::{DEALER, LEVEL, NOTHING, Scene, evening};
use super::{FILE, said, verified};

/// A link that passes over an announced entry never counts what was fed there: the players paid for a jackpot
/// that does not grow.
#[tokio::test]
async fn issue_17_18_a_position_beyond_what_was_counted_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (open, copy) = (folder.path().join("open"), folder.path().join("copy"));
    let mut scene = Scene::new(SqliteStore::open(&open).unwrap(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    table.concludes(scene.link.state().meters().shown).await;
    scene.link.turn().await.unwrap();
    // Two dollars more, of which the link has not heard.
    let hands = [NOTHING, "9c 8d 2h"];
    table.reaches_jackpots(&hands, DEALER).await;
    SqliteStore::copy(&open, &copy).unwrap();
    assert_eq!(said(&verified(&copy).await), [""; 0]);
    let file = Connection::open(copy.join(FILE)).unwrap();
    let moved = "UPDATE consumed SET seq = (SELECT max(seq) FROM outbox WHERE source = 'table/1')";
    assert_eq!(file.execute(moved, []).unwrap(), 1);
    let last = "SELECT seq FROM consumed";
    let last: i64 = file.query_row(last, [], |row| row.get(0)).unwrap();
    drop(file);
    let expected = format!(
        "link/1: it has read table/1 up to entry {last}, where table/1 had fed 3.00, and has counted 1.00"
    );
    assert_eq!(said(&verified(&copy).await), [expected]);
}
