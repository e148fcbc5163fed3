//! What every store must do, told as small stories; each is run against each of them.

mod kinds;
mod limits;
mod races;
mod side_rows;
mod snapshots;

use game::{Money, PlayerId};
use house::log::{CommandId, Fingerprint, Stream};
use house::store::{
    Append, Appended, Contribution, Head, Lease, Posted, Store, StoredResponse, StreamPage,
    Takeover,
};
use ledger::{Account, JackpotPart, LinkId, Posting, TableId};

pub use kinds::streams_of_one_kind_are_found_without_the_others;
pub use limits::issue_17_11_no_account_holds_more_than_can_be_stored;
pub use races::{tables_that_share_a_purse_never_overdraw_it, writers_who_race_never_overwrite};
pub use side_rows::rows_beside_the_logs_are_listed_for_an_audit;
pub use snapshots::the_last_snapshots_of_a_stream_are_kept;

pub const TABLE: Stream = Stream::Table(TableId(7));
const OTHER: Stream = Stream::Table(TableId(8));
const LINK: Stream = Stream::Link(LinkId(1));
const PLAYER: PlayerId = PlayerId(3);
const PURSE: Account = Account::Purse(PLAYER);
const RACK: Account = Account::Rack(TableId(7), PLAYER);

pub fn row(from: Account, to: Account, minor: i64) -> Posting {
    Posting::moved(from, to, Money::minor(minor)).unwrap()
}

pub fn said(stream: Stream, expected: Head, words: &[&str]) -> Append {
    let entries = words.iter().map(|word| word.as_bytes().to_vec()).collect();
    Append {
        entries,
        ..Append::behind(stream, expected)
    }
}

fn posting(mut append: Append, entry: usize, row: Posting) -> Append {
    append.postings.push(Posted { entry, row });
    append
}

fn answering(mut append: Append, id: u128, body: &str, response: &str) -> Append {
    append.answer = Some(answer(id, body, response));
    append
}

fn answer(id: u128, body: &str, response: &str) -> StoredResponse {
    StoredResponse {
        id: CommandId(id),
        body: Fingerprint::of(body.as_bytes()),
        response: response.as_bytes().to_vec(),
    }
}

pub async fn stored(store: &dyn Store, append: Append) -> Head {
    match store.append(append).await {
        Ok(Appended::Stored(head)) => head,
        other => panic!("expected it to be stored, found {other:?}"),
    }
}

/// A Player has brought money to the cage.
async fn rich(store: &dyn Store, minor: i64) {
    let stream = Stream::Purse(PLAYER);
    let head = store.head(stream).await.unwrap();
    let append = said(stream, head, &["brought"]);
    stored(store, posting(append, 0, row(Account::Cage, PURSE, minor))).await;
}

pub async fn an_unwritten_stream_is_at_its_start(store: impl Store) {
    assert_eq!(store.head(TABLE).await.unwrap(), Head::start(TABLE));
    assert_eq!(store.heads().await.unwrap(), []);
    assert_eq!(store.read(TABLE, 0, 10).await.unwrap(), []);
    assert_eq!(store.postings(TABLE, 0, 10).await.unwrap(), []);
    assert_eq!(store.balances().await.unwrap(), []);
    assert_eq!(store.balance(PURSE).await.unwrap(), Money::ZERO);
    assert_eq!(store.contributed(LinkId(1)).await.unwrap(), Money::ZERO);
    assert_eq!(store.waiting(LINK, 10).await.unwrap(), []);
    assert_eq!(store.answer(TABLE, CommandId(1)).await.unwrap(), None);
}

pub async fn entries_are_numbered_and_chained(store: impl Store) {
    let start = Head::start(TABLE);
    let first = stored(&store, said(TABLE, start, &["one", "two"])).await;
    let second = stored(&store, said(TABLE, first, &["three"])).await;
    let rows = store.read(TABLE, 0, 10).await.unwrap();
    let mut fingerprint = start.fingerprint;
    for (at, (row, word)) in rows.iter().zip(["one", "two", "three"]).enumerate() {
        fingerprint = fingerprint.then(word.as_bytes());
        assert_eq!(row.seq, at as u64 + 1);
        assert_eq!(row.bytes, word.as_bytes());
        assert_eq!(row.fingerprint, fingerprint, "the chain breaks at {word}");
    }
    assert_eq!(rows.len(), 3);
    assert_eq!((second.seq, second.fingerprint), (3, fingerprint));
    assert_eq!(store.head(TABLE).await.unwrap(), second);
    assert_eq!(store.heads().await.unwrap(), [(TABLE, second)]);
    let middle = store.read(TABLE, 1, 1).await.unwrap();
    assert_eq!(middle, rows[1..2]);
}

pub async fn pages_are_what_lies_in_each_stream(store: impl Store) {
    rich(&store, 500).await;
    let append = said(TABLE, Head::start(TABLE), &["one", "two", "three"]);
    let append = posting(append, 0, row(PURSE, RACK, 100));
    stored(&store, posting(append, 1, row(RACK, PURSE, 40))).await;
    let unwritten = Stream::Table(TableId(99));
    let purse = Stream::Purse(PLAYER);
    for limit in [1, 2, 10] {
        // More than are asked for in one round trip.
        let of = [(TABLE, 0), (unwritten, 0), (TABLE, 1), (purse, 0)].repeat(20);
        let pages = store.pages(of.clone(), limit).await.unwrap();
        assert_eq!(pages.len(), of.len());
        for ((stream, after), page) in of.into_iter().zip(pages) {
            let rows = store.read(stream, after, limit).await.unwrap();
            let postings = store.postings(stream, after, limit).await.unwrap();
            assert_eq!(
                page,
                StreamPage { rows, postings },
                "{stream} after {after}"
            );
        }
    }
    let pages = store.pages(vec![(TABLE, 0)], 2).await.unwrap();
    assert_eq!((pages[0].rows.len(), pages[0].postings.len()), (2, 2));
}

pub async fn a_late_writer_changes_nothing(store: impl Store) {
    rich(&store, 500).await;
    let start = Head::start(TABLE);
    let head = stored(&store, said(TABLE, start, &["first"])).await;
    let wrong = [
        start,
        Head { seq: 2, ..head },
        Head { epoch: 1, ..head },
        Head {
            fingerprint: Fingerprint::of(b"another past"),
            ..head
        },
    ];
    for late in wrong {
        let append = posting(said(TABLE, late, &["late"]), 0, row(PURSE, RACK, 100));
        let mut append = answering(append, 5, "late", "yes");
        append.outbox = vec![LINK];
        append.contributions = vec![Contribution {
            entry: 0,
            link: LinkId(1),
            amount: Money::minor(9),
        }];
        let response = store.append(append).await.unwrap();
        assert_eq!(response, Appended::Moved(head));
    }
    assert_eq!(store.head(TABLE).await.unwrap(), head);
    assert_eq!(store.read(TABLE, 0, 10).await.unwrap().len(), 1);
    assert_eq!(store.balance(RACK).await.unwrap(), Money::ZERO);
    assert_eq!(store.postings(TABLE, 0, 10).await.unwrap(), []);
    assert_eq!(store.answer(TABLE, CommandId(5)).await.unwrap(), None);
    assert_eq!(store.waiting(LINK, 10).await.unwrap(), []);
    assert_eq!(store.contributed(LinkId(1)).await.unwrap(), Money::ZERO);
}

pub async fn a_takeover_shuts_out_the_former_writer(store: impl Store) {
    let head = stored(&store, said(TABLE, Head::start(TABLE), &["mine"])).await;
    let mut append = said(TABLE, head, &["taken over"]);
    append.takeover = Takeover::Yes;
    let taken = stored(&store, append).await;
    assert_eq!(taken.epoch, 1);
    let response = store.append(said(TABLE, head, &["still mine"])).await;
    assert_eq!(response.unwrap(), Appended::Moved(taken));
    let stale = Head { epoch: 0, ..taken };
    let response = store.append(said(TABLE, stale, &["and still"])).await;
    assert_eq!(response.unwrap(), Appended::Moved(taken));
    let next = stored(&store, said(TABLE, taken, &["on"])).await;
    assert_eq!((next.seq, next.epoch), (3, 1));
}

pub async fn money_moves_with_its_entry(store: impl Store) {
    rich(&store, 500).await;
    let append = said(TABLE, Head::start(TABLE), &["buys in", "bets"]);
    let append = posting(append, 0, row(PURSE, RACK, 300));
    let round = Account::Round(TableId(7), 1);
    let append = posting(append, 1, row(RACK, round, 100));
    let append = posting(append, 1, row(round, Account::House(TableId(7)), 40));
    stored(&store, append).await;
    assert_eq!(store.balance(PURSE).await.unwrap(), Money::minor(200));
    assert_eq!(store.balance(RACK).await.unwrap(), Money::minor(200));
    let mut balances = store.balances().await.unwrap();
    balances.sort_unstable();
    let half = Money::minor(200);
    assert_eq!(balances, [(PURSE, half), (RACK, half)]);
    let posted = store.postings(TABLE, 0, 10).await.unwrap();
    let places: Vec<_> = posted.iter().map(|row| (row.seq, row.line)).collect();
    assert_eq!(places, [(1, 0), (2, 0), (2, 1)]);
    assert_eq!(posted[2].row, row(round, Account::House(TableId(7)), 40));
    let first = store.postings(TABLE, 0, 1).await.unwrap();
    assert_eq!(first, posted[..1], "of one entry alone");
}

pub async fn no_balance_falls_below_zero(store: impl Store) {
    rich(&store, 500).await;
    let start = Head::start(TABLE);
    let append = posting(said(TABLE, start, &["buys in"]), 0, row(PURSE, RACK, 501));
    let append = answering(append, 1, "501", "yes");
    assert_eq!(
        store.append(append).await.unwrap(),
        Appended::InsufficientFunds(PURSE)
    );
    let append = said(TABLE, start, &["bets what he has not"]);
    let append = posting(append, 0, row(RACK, Account::House(TableId(7)), 1));
    assert_eq!(
        store.append(append).await.unwrap(),
        Appended::InsufficientFunds(RACK)
    );
    assert_eq!(store.head(TABLE).await.unwrap(), start);
    assert_eq!(store.answer(TABLE, CommandId(1)).await.unwrap(), None);
    assert_eq!(store.balance(PURSE).await.unwrap(), Money::minor(500));
    // Others go below nothing as they must: a house loses, a cage has given out chips.
    let append = said(TABLE, start, &["pays"]);
    let house = Account::House(TableId(7));
    stored(&store, posting(append, 0, row(house, RACK, 900))).await;
    assert_eq!(store.balance(RACK).await.unwrap(), Money::minor(900));
    // To the last cent.
    let head = store.head(TABLE).await.unwrap();
    let append = posting(said(TABLE, head, &["bets all"]), 0, row(RACK, house, 900));
    stored(&store, append).await;
    assert_eq!(store.balance(RACK).await.unwrap(), Money::ZERO);
}

pub async fn what_nets_out_in_one_command_needs_nothing_beforehand(store: impl Store) {
    let append = said(TABLE, Head::start(TABLE), &["paid and staked"]);
    let house = Account::House(TableId(7));
    let append = posting(append, 0, row(house, RACK, 50));
    let append = posting(append, 0, row(RACK, house, 50));
    stored(&store, append).await;
    assert_eq!(store.balance(RACK).await.unwrap(), Money::ZERO);
    assert_eq!(store.balances().await.unwrap(), []);
}

pub async fn a_command_has_one_answer_for_ever(store: impl Store) {
    rich(&store, 500).await;
    let append = posting(
        said(TABLE, Head::start(TABLE), &["bets"]),
        0,
        row(PURSE, RACK, 100),
    );
    let head = stored(&store, answering(append, 42, "bet 100", "done")).await;
    let first = answer(42, "bet 100", "done");
    assert_eq!(
        store.answer(TABLE, CommandId(42)).await.unwrap(),
        Some(first.clone())
    );
    // Again from the same head, from the new one, and with another body: always the first answer.
    for (from, body) in [
        (Head::start(TABLE), "bet 100"),
        (head, "bet 100"),
        (head, "bet 900"),
    ] {
        let append = posting(said(TABLE, from, &["bets"]), 0, row(PURSE, RACK, 100));
        let response = store
            .append(answering(append, 42, body, "twice"))
            .await
            .unwrap();
        assert_eq!(response, Appended::Answered(first.clone()));
    }
    assert_eq!(store.head(TABLE).await.unwrap(), head);
    assert_eq!(store.balance(RACK).await.unwrap(), Money::minor(100));
    // An id belongs to its stream.
    assert_eq!(store.answer(OTHER, CommandId(42)).await.unwrap(), None);
    let append = said(OTHER, Head::start(OTHER), &["bets"]);
    stored(&store, answering(append, 42, "bet 100", "done there")).await;
}

pub async fn a_refusal_is_kept_without_an_entry(store: impl Store) {
    let start = Head::start(TABLE);
    let refused = answer(9, "bet 1", "below the minimum");
    let refusal = answering(said(TABLE, start, &[]), 9, "bet 1", "below the minimum");
    assert_eq!(stored(&store, refusal).await, start);
    let kept = store.answer(TABLE, CommandId(9)).await.unwrap();
    assert_eq!(kept, Some(refused.clone()));
    assert_eq!(store.head(TABLE).await.unwrap(), start);
    assert_eq!(store.heads().await.unwrap(), [], "nothing was written");
    let append = answering(said(TABLE, start, &["bets"]), 9, "bet 1", "done");
    let response = store.append(append).await.unwrap();
    assert_eq!(response, Appended::Answered(refused));
}

/// What was true before another append may be wrong after it: no refusal from the past.
pub async fn a_refusal_from_the_past_is_not_kept(store: impl Store) {
    let start = Head::start(TABLE);
    let head = stored(&store, said(TABLE, start, &["bets open"])).await;
    let late = answering(said(TABLE, start, &[]), 9, "bet", "bets are not open");
    let response = store.append(late).await.unwrap();
    assert_eq!(response, Appended::Moved(head));
    assert_eq!(store.answer(TABLE, CommandId(9)).await.unwrap(), None);
    let now = answering(said(TABLE, head, &[]), 9, "bet", "below the minimum");
    assert_eq!(stored(&store, now).await, head);
}

pub async fn what_concerns_another_stream_waits_until_it_is_consumed(store: impl Store) {
    let mut append = said(TABLE, Head::start(TABLE), &["feeds", "feeds again"]);
    append.outbox = vec![LINK];
    append.contributions = vec![
        Contribution {
            entry: 0,
            link: LinkId(1),
            amount: Money::minor(30),
        },
        Contribution {
            entry: 1,
            link: LinkId(1),
            amount: Money::minor(-10),
        },
    ];
    let table = stored(&store, append).await;
    let mut append = said(OTHER, Head::start(OTHER), &["feeds"]);
    append.outbox = vec![LINK, Stream::House];
    let other = stored(&store, append).await;
    let waiting = store.waiting(LINK, 10).await.unwrap();
    assert_eq!(waiting, [(TABLE, 2), (OTHER, 1)]);
    assert_eq!(store.waiting(LINK, 1).await.unwrap(), [(TABLE, 2)]);
    assert_eq!(
        store.waiting(Stream::House, 10).await.unwrap(),
        [(OTHER, 1)]
    );
    assert_eq!(
        store.contributed(LinkId(1)).await.unwrap(),
        Money::minor(20)
    );
    // What a late reader says it has consumed does not count.
    let mut late = said(
        LINK,
        Head {
            seq: 4,
            ..Head::start(LINK)
        },
        &["late"],
    );
    late.consumed = vec![(TABLE, table.seq)];
    assert!(matches!(
        store.append(late).await.unwrap(),
        Appended::Moved(_)
    ));
    assert_eq!(store.waiting(LINK, 10).await.unwrap().len(), 2);
    let mut append = said(LINK, Head::start(LINK), &["folded"]);
    append.consumed = vec![(TABLE, table.seq)];
    let link = stored(&store, append).await;
    assert_eq!(store.waiting(LINK, 10).await.unwrap(), [(OTHER, 1)]);
    let mut append = said(LINK, link, &["folded too"]);
    append.consumed = vec![(OTHER, other.seq)];
    stored(&store, append).await;
    assert_eq!(store.waiting(LINK, 10).await.unwrap(), []);
    let read = store.consumed(LINK).await.unwrap();
    assert_eq!(read, [(TABLE, table.seq), (OTHER, other.seq)]);
    assert_eq!(store.consumed(Stream::House).await.unwrap(), []);
    // More from a stream that was read before.
    let mut append = said(TABLE, table, &["feeds"]);
    append.outbox = vec![LINK];
    stored(&store, append).await;
    assert_eq!(store.waiting(LINK, 10).await.unwrap(), [(TABLE, 3)]);
    assert_eq!(
        store.waiting(Stream::House, 10).await.unwrap(),
        [(OTHER, 1)]
    );
}

pub async fn a_lease_is_one_owners_until_it_runs_out(store: impl Store) {
    let taken = |from: Option<&str>| Lease::Taken {
        from: from.map(str::to_owned),
    };
    let long = 60_000;
    assert_eq!(store.lease(TABLE, "a", long).await.unwrap(), taken(None));
    assert_eq!(store.lease(TABLE, "a", long).await.unwrap(), Lease::Kept);
    assert_eq!(store.lease(TABLE, "b", long).await.unwrap(), Lease::Denied);
    assert_eq!(store.lease(OTHER, "b", long).await.unwrap(), taken(None));
    let given_up = store.lease(TABLE, "a", 0).await.unwrap();
    assert_eq!(given_up, Lease::Kept);
    tokio::time::sleep(core::time::Duration::from_millis(5)).await;
    let next = store.lease(TABLE, "b", long).await.unwrap();
    assert_eq!(next, taken(Some("a")));
    assert_eq!(store.lease(TABLE, "a", long).await.unwrap(), Lease::Denied);
}

/// A jackpot part is no player's: many tables feed it and no append waits for its balance row.
pub async fn shared_accounts_have_no_balance_row(store: impl Store) {
    let inflow = Account::Jackpot(LinkId(1), JackpotPart::Inflow);
    let append = said(TABLE, Head::start(TABLE), &["feeds"]);
    let append = posting(append, 0, row(Account::House(TableId(7)), inflow, 30));
    stored(&store, append).await;
    assert_eq!(store.balances().await.unwrap(), []);
    let posted = store.postings(TABLE, 0, 10).await.unwrap();
    assert_eq!(posted[0].row.to(), inflow);
}
