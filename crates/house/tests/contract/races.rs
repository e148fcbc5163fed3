//! The stories in which several want the same thing at once.

use game::Money;
use house::log::{Fingerprint, Stream};
use house::store::{Appended, Head, Store, StoreError};
use ledger::{Account, TableId};

use super::{PLAYER, PURSE, RACK, TABLE, answering, posting, rich, row, said};

/// Eight writers who all want the next entry: every one of them gets in, one at a time.
pub async fn writers_who_race_never_overwrite(store: impl Store) {
    const WRITERS: u32 = 8;
    const EACH: u32 = 12;
    rich(&store, i64::from(WRITERS * EACH) * 10).await;
    let store = std::sync::Arc::new(store);
    let mut tasks = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let store = std::sync::Arc::clone(&store);
        tasks.spawn(async move {
            let mut lost = 0_u32;
            let mut head = store.head(TABLE).await.unwrap();
            for number in 0..EACH {
                loop {
                    // Between a look and a write others get their turn.
                    tokio::task::yield_now().await;
                    let word = format!("{writer}-{number}");
                    let append = said(TABLE, head, &[&word]);
                    let append = posting(append, 0, row(PURSE, RACK, 10));
                    let id = u128::from(writer * EACH + number);
                    match store.append(answering(append, id, &word, "done")).await {
                        Ok(Appended::Stored(next)) => {
                            head = next;
                            break;
                        }
                        Ok(Appended::Moved(next)) => {
                            lost += 1;
                            head = next;
                        }
                        Err(StoreError::Unavailable { .. }) => {}
                        other => panic!("{other:?}"),
                    }
                }
            }
            lost
        });
    }
    let lost: u32 = tasks.join_all().await.into_iter().sum();
    assert!(lost > 0, "no append was ever late, so nothing was tested");
    let rows = store.read(TABLE, 0, 1_000).await.unwrap();
    let mut words: Vec<String> = Vec::new();
    let mut fingerprint = Fingerprint::start(TABLE);
    for (row, seq) in rows.iter().zip(1..) {
        fingerprint = fingerprint.then(&row.bytes);
        assert_eq!((row.seq, row.fingerprint), (seq, fingerprint));
        words.push(String::from_utf8(row.bytes.to_vec()).unwrap());
    }
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), (WRITERS * EACH) as usize);
    assert_eq!(store.balance(PURSE).await.unwrap(), Money::ZERO);
    let all = Money::minor(i64::from(WRITERS * EACH) * 10);
    assert_eq!(store.balance(RACK).await.unwrap(), all);
}

/// Many tables pay into and out of the same purse at once.
pub async fn tables_that_share_a_purse_never_overdraw_it(store: impl Store) {
    const TABLES: u32 = 10;
    rich(&store, 35).await;
    let store = std::sync::Arc::new(store);
    let mut tasks = tokio::task::JoinSet::new();
    for table in 0..TABLES {
        let store = std::sync::Arc::clone(&store);
        tasks.spawn(async move {
            let table = TableId(table);
            let stream = Stream::Table(table);
            let rack = Account::Rack(table, PLAYER);
            let append = said(stream, Head::start(stream), &["buys in"]);
            loop {
                let append = posting(append.clone(), 0, row(PURSE, rack, 10));
                match store.append(append).await {
                    Ok(Appended::Stored(_)) => return 1,
                    Ok(Appended::InsufficientFunds(account)) => {
                        assert_eq!(account, PURSE);
                        return 0;
                    }
                    Err(StoreError::Unavailable { .. }) => {}
                    other => panic!("{other:?}"),
                }
            }
        });
    }
    let bought: i64 = tasks.join_all().await.into_iter().sum();
    assert_eq!(bought, 3, "three times ten of thirty-five");
    assert_eq!(store.balance(PURSE).await.unwrap(), Money::minor(5));
}
