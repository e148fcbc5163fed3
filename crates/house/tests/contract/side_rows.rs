//! What an audit reads beside the logs: every row as it was stored, page by page.

use game::Money;
use house::log::CommandId;
use house::store::{Contribution, Head, Store};
use ledger::{Account, LinkId};

use super::{LINK, OTHER, PURSE, RACK, TABLE, answer, answering, posting, row, said, stored};

pub async fn rows_beside_the_logs_are_listed_for_an_audit(store: impl Store) {
    let rows = store.side_rows().unwrap();
    assert_eq!(rows.damage().await.unwrap(), [""; 0]);
    let mut head = Head::start(TABLE);
    for nth in 1..=3_u8 {
        let mut append = said(TABLE, head, &["one", "two"]);
        // The purse is filled by the first and emptied by the second.
        let moved = [(Account::Cage, PURSE), (PURSE, RACK), (Account::Cage, RACK)];
        let (from, to) = moved[usize::from(nth) - 1];
        append = posting(append, 0, row(from, to, 5));
        append = answering(append, u128::from(nth) << 90, "body", "done");
        append.contributions.push(Contribution {
            entry: 1,
            link: LinkId(1),
            amount: Money::minor(nth.into()),
        });
        append.outbox.push(LINK);
        head = stored(&store, append).await;
    }
    let mut other = said(OTHER, Head::start(OTHER), &["one"]);
    other.outbox.push(LINK);
    let other = stored(&store, other).await;
    let mut turn = said(LINK, Head::start(LINK), &["turn"]);
    turn.consumed = vec![(TABLE, 4), (OTHER, 1)];
    let link = stored(&store, turn).await;
    let told = |nth: u128| answer(nth << 90, "body", "done");
    let after = CommandId(1 << 90);
    let pages = vec![(OTHER, None), (TABLE, None), (TABLE, Some(after))];
    let pages = rows.responses(pages, 2).await.unwrap();
    assert_eq!(
        pages,
        [vec![], vec![told(1), told(2)], vec![told(2), told(3)]]
    );
    assert_eq!(rows.contributors().await.unwrap(), [(LinkId(1), TABLE)]);
    let fed = rows.contributions((LinkId(1), TABLE), 2, 9).await.unwrap();
    assert_eq!(fed, [(4, Money::minor(2)), (6, Money::minor(3))]);
    let mut announcers = rows.announcers().await.unwrap();
    announcers.sort_unstable();
    assert_eq!(announcers, [(LINK, TABLE), (LINK, OTHER)]);
    let announced = rows.announced((LINK, TABLE), 0, 2).await.unwrap();
    assert_eq!(announced, [2, 4]);
    let mut positions = rows.positions().await.unwrap();
    positions.sort_unstable();
    assert_eq!(positions, [(LINK, TABLE, 4), (LINK, OTHER, 1)]);
    assert_eq!(rows.empty_accounts().await.unwrap(), [PURSE]);
    let (mut heads, balances) = rows.heads_and_balances().await.unwrap();
    heads.sort_unstable_by_key(|(stream, _)| *stream);
    assert_eq!(heads, [(TABLE, head), (OTHER, other), (LINK, link)]);
    assert_eq!(balances, [(RACK, Money::minor(10))]);
    assert_eq!(rows.strays().await.unwrap(), [""; 0]);
}
