//! How much an account can hold.

use game::Money;
use house::store::{Appended, Head, Store};
use ledger::Account;

use super::{PURSE, TABLE, posting, row, said, stored};

/// A definite answer: one that says "try again" would be tried for ever.
pub async fn issue_17_11_no_account_holds_more_than_can_be_stored(store: impl Store) {
    let cage = Account::Cage;
    let first = posting(
        said(TABLE, Head::start(TABLE), &["brings"]),
        0,
        row(cage, PURSE, i64::MAX - 1),
    );
    let head = stored(&store, first).await;
    let more = |amount| posting(said(TABLE, head, &["brings"]), 0, row(cage, PURSE, amount));
    let response = store.append(more(2)).await.unwrap();
    assert_eq!(response, Appended::AboveLimit(PURSE));
    assert_eq!(store.head(TABLE).await.unwrap(), head);
    stored(&store, more(1)).await;
    let balance = store.balance(PURSE).await.unwrap();
    assert_eq!(balance, Money::minor(i64::MAX));
}
