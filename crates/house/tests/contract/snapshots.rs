//! Snapshots: kept for a while, handed out as they were put, and no part of the log.

use house::store::{Head, Snapshot, Store, snapshots_kept};

use super::{LINK, OTHER, TABLE, said, stored};

pub async fn the_last_snapshots_of_a_stream_are_kept(store: impl Store) {
    assert_eq!(store.snapshots(TABLE, u64::MAX, 9).await.unwrap(), []);
    let mut head = Head::start(TABLE);
    let mut put = Vec::new();
    let kept = snapshots_kept(TABLE);
    for nth in 0..u8::try_from(kept + 2).unwrap() {
        head = stored(&store, said(TABLE, head, &["one", "two"])).await;
        let body = vec![nth, 0, 255];
        let snapshot = Snapshot::behind(TABLE, head, u32::from(nth), body);
        store.put_snapshot(snapshot.clone()).await.unwrap();
        put.insert(0, snapshot);
    }
    put.truncate(kept);
    let all = store.snapshots(TABLE, u64::MAX, usize::MAX).await.unwrap();
    assert_eq!(all, put);
    assert!(all[0].is_behind(head.fingerprint) && !all[1].is_behind(head.fingerprint));
    let earlier = store.snapshots(TABLE, head.seq - 1, 1).await.unwrap();
    assert_eq!(earlier, put[1..2]);
    // The first one behind an entry counts; another process took the same.
    let again = Snapshot::behind(TABLE, head, 99, b"other".to_vec());
    store.put_snapshot(again).await.unwrap();
    let other = Head::start(OTHER);
    let other = stored(&store, said(OTHER, other, &["one"])).await;
    let of_other = Snapshot::behind(OTHER, other, 1, Vec::new());
    store.put_snapshot(of_other.clone()).await.unwrap();
    let all = store.snapshots(TABLE, u64::MAX, usize::MAX).await.unwrap();
    assert_eq!(all, put);
    assert_eq!(store.snapshots(OTHER, 1, 9).await.unwrap(), [of_other]);
    assert_eq!(store.snapshots(LINK, 1, 9).await.unwrap(), []);
    assert_eq!(store.head(TABLE).await.unwrap(), head);
}
