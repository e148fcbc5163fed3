//! Numbers of accounts that the logs know: no new account may get one whose account was lost.
//!
//! An account's number is that of its purse, or of its person in the logs. The accounts lie in a file of
//! their own; where it is lost, or older than the house, the next free number there may be one that
//! already has a purse or has acted. The highest number the logs know is then kept.

use house::log::{Stream, StreamKind};
use house::people::{AccountId, PeopleError, PeopleStore};
use house::store::{Store, StoreSettings};
use serde_json::Value;

/// How many entries are read at a time.
const PAGE: usize = 1_000;

/// Sees to it that new accounts get numbers the logs do not know. Reads every log only where the highest
/// purse has no account, or where there is no account at all.
///
/// # Errors
///
/// The logs or the accounts could not be read.
pub async fn keep_free_of_strangers(
    house: &StoreSettings,
    people: &dyn PeopleStore,
) -> Result<(), PeopleError> {
    // A folder without a house, or a house that cannot be read: then it will not open either.
    let Ok(store) = house.open_to_read().await else {
        return Ok(());
    };
    let is_empty = people.accounts(None, 1).await?.is_empty();
    let heads = store.heads_by_kind(StreamKind::Purse).await?;
    let purses = heads.iter().filter_map(|(stream, _)| match stream {
        Stream::Purse(player) => Some(player.0),
        Stream::House | Stream::Table(_) | Stream::Link(_) => None,
    });
    let highest = purses.max();
    let is_missing = match highest {
        Some(number) => people.keep_number(AccountId(number)).await?,
        None => false,
    };
    if !is_missing && !is_empty {
        return Ok(());
    }
    let acted = highest_person(&*store).await?;
    if let Some(number) = acted {
        people.keep_number(AccountId(number)).await?;
    }
    let known = highest.max(acted);
    if let Some(number) = known {
        tracing::error!(
            number,
            "accounts of people whom the logs know are lost: restore them, or make new ones; \
             they get numbers after this one"
        );
    }
    Ok(())
}

/// The highest number of a person in any log.
async fn highest_person(store: &dyn Store) -> Result<Option<u32>, PeopleError> {
    let mut highest = None;
    for (stream, head) in store.heads().await? {
        let mut after = 0;
        while after < head.seq {
            let rows = store.read(stream, after, PAGE).await?;
            let Some(last) = rows.last() else {
                break;
            };
            after = last.seq;
            for row in &rows {
                // An entry that cannot be read is for `verify` to find.
                let entry: Value = serde_json::from_slice(&row.bytes).unwrap_or_default();
                highest = highest.max(person_in(&entry));
            }
        }
    }
    Ok(highest)
}

/// The highest number of a person that an entry names: who asked, in which post, and who signed with
/// him.
fn person_in(value: &Value) -> Option<u32> {
    match value {
        Value::Object(fields) => {
            let numbers = fields.iter().map(|(name, value)| {
                let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
                match name.as_str() {
                    "person" | "with" if number.is_some() => number,
                    _ => person_in(value),
                }
            });
            numbers.max().flatten()
        }
        Value::Array(items) => items.iter().map(person_in).max().flatten(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn people_are_found_wherever_an_entry_names_them() {
        let staff = |person: u32| json!({"staff": {"post": "house", "person": person}});
        for (entry, found) in [
            (json!({"asked": {"by": staff(41)}}), Some(41)),
            (json!({"asked": {"by": staff(41), "with": 43}}), Some(43)),
            (
                json!({"asked": {"by": staff(41), "with": staff(44)}}),
                Some(44),
            ),
            (
                json!({"event": {"acts": [{"person": 9}, {"person": 7}]}}),
                Some(9),
            ),
            (json!({"asked": {"by": {"player": 77}}}), None),
        ] {
            assert_eq!(person_in(&entry), found, "{entry}");
        }
    }
}
