//! One contract for the people of a house, wherever they are kept; and what only one of the places does.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod people_contract;
#[expect(dead_code, reason = "the tests of faults ask for more")]
mod postgres;

use std::path::Path;
use std::sync::Arc;

use house::people::{PeopleStore, PostgresPeople, SqlitePeople};
use people_contract::Handles;

/// One test a story and place; `$open` opens two handles, as two processes would.
macro_rules! every_story {
    ($place:ident, $open:expr) => {
        mod $place {
            every_story!(@tests $open;
                an_account_is_found_as_it_was_stored
                accounts_are_listed_in_the_order_of_their_numbers
                a_name_is_one_accounts_in_any_case_of_its_letters
                of_those_who_want_a_name_at_once_one_gets_it
                a_number_is_never_used_again
                numbers_that_are_kept_are_given_to_no_new_account
                accounts_added_at_once_have_numbers_of_their_own
                an_account_without_a_name_is_named_after_its_number
                hostile_names_are_kept_or_refused
                failures_counted_at_once_all_count
                a_sign_in_ends_the_failures_in_a_row
                what_is_erased_does_not_come_back
                a_session_is_known_to_every_process
                a_session_that_has_ended_keeps_its_time
                all_sessions_of_an_account_end_but_one
                what_is_over_is_pruned
                a_ticket_is_taken_by_one_of_many
                a_ticket_is_good_until_it_expires
                the_register_knows_staff_that_is_not_locked
                a_record_is_written_by_one_of_those_who_read_it
                records_written_at_once_are_all_counted
                a_dispute_is_found_by_its_number_and_by_its_player
                disputes_raised_at_once_have_numbers_of_their_own
                records_and_words_are_erased_with_the_account
            );
        }
    };
    (@tests $open:expr; $($story:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                let (handles, _keep) = $open.await;
                crate::people_contract::$story(handles).await;
            }
        )*
    };
}

every_story!(memory, async {
    let one: std::sync::Arc<dyn house::people::PeopleStore> =
        std::sync::Arc::new(house::people::SqlitePeople::in_memory().unwrap());
    ((std::sync::Arc::clone(&one), one), ())
});
every_story!(sqlite, async {
    let folder = tempfile::tempdir().unwrap();
    (crate::in_folder(folder.path()), folder)
});
every_story!(postgresql, async { (crate::on_a_server("").await, ()) });
// As distributed engines are: the statement that loses a race gets 40001 and must be retried.
every_story!(postgresql_serializable, async {
    let isolation = "default_transaction_isolation = 'serializable'";
    (crate::on_a_server(isolation).await, ())
});

fn in_folder(folder: &Path) -> Handles {
    let open = || -> Arc<dyn PeopleStore> { Arc::new(SqlitePeople::open(folder).unwrap()) };
    (open(), open())
}

async fn on_a_server(setting: &str) -> Handles {
    let url = postgres::shared().database(setting).await;
    let one = PostgresPeople::open(&url).await.unwrap();
    let other = PostgresPeople::open(&url).await.unwrap();
    (Arc::new(one), Arc::new(other))
}
