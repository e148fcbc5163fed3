//! One contract, every store.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod contract;
#[expect(dead_code, reason = "the tests of faults ask for more")]
mod postgres;

use house::store::{PostgresStore, SqliteStore};

/// One test a story and store; `$open` makes a store of its own for each.
macro_rules! every_story {
    ($store:ident, $open:expr) => {
        mod $store {
            every_story!(@tests $open;
                an_unwritten_stream_is_at_its_start
                entries_are_numbered_and_chained
                pages_are_what_lies_in_each_stream
                a_late_writer_changes_nothing
                a_takeover_shuts_out_the_former_writer
                money_moves_with_its_entry
                no_balance_falls_below_zero
                issue_17_11_no_account_holds_more_than_can_be_stored
                what_nets_out_in_one_command_needs_nothing_beforehand
                a_command_has_one_answer_for_ever
                a_refusal_is_kept_without_an_entry
                a_refusal_from_the_past_is_not_kept
                what_concerns_another_stream_waits_until_it_is_consumed
                a_lease_is_one_owners_until_it_runs_out
                writers_who_race_never_overwrite
                tables_that_share_a_purse_never_overdraw_it
                shared_accounts_have_no_balance_row
                streams_of_one_kind_are_found_without_the_others
                the_last_snapshots_of_a_stream_are_kept
                rows_beside_the_logs_are_listed_for_an_audit
            );
        }
    };
    (@tests $open:expr; $($story:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                let (store, _keep) = $open.await;
                crate::contract::$story(store).await;
            }
        )*
    };
}

every_story!(memory, async { (house::store::MemoryStore::default(), ()) });
every_story!(sqlite, async { crate::in_a_folder() });
every_story!(postgresql, async { (crate::on_a_server("").await, ()) });
// As distributed engines are: the transaction that loses a race gets 40001 and must be retried.
every_story!(postgresql_serializable, async {
    let isolation = "default_transaction_isolation = 'serializable'";
    (crate::on_a_server(isolation).await, ())
});

fn in_a_folder() -> (SqliteStore, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (SqliteStore::open(folder.path()).unwrap(), folder)
}

async fn on_a_server(setting: &str) -> PostgresStore {
    let url = postgres::shared().database(setting).await;
    PostgresStore::open(&url).await.unwrap()
}

/// A database has its texts in an order of its own: by letters alone, so that a stroke counts for
/// nothing; numbers by what they come to; strokes and digits behind letters.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kinds_are_told_apart_in_whatever_order_texts_stand() {
    for order in [
        "en",
        "en-u-ka-shifted",
        "en-u-kn-true",
        "en-u-kr-latn-digit-symbol",
    ] {
        let url = postgres::shared().database("").await;
        let sql = format!(
            "CREATE COLLATION of_the_house (provider = icu, locale = '{order}');
             ALTER TABLE head ALTER COLUMN stream TYPE TEXT COLLATE of_the_house"
        );
        let owner = postgres::connect(&url).await;
        owner.batch_execute(&sql).await.unwrap();
        let store = PostgresStore::open(&url).await.unwrap();
        contract::streams_of_one_kind_are_found_without_the_others(store).await;
    }
}
