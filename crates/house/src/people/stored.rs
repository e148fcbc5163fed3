//! How numbers, times and roles are written in a row, the same in every store.

use core::str::FromStr as _;

use game::Timestamp;

use super::account::Role;
use crate::store::StoreError;

/// Milliseconds; a time that no column can hold is the last one that can be held.
pub fn time(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

pub fn timestamp(milliseconds: i64) -> Timestamp {
    Timestamp(u64::try_from(milliseconds).unwrap_or(0))
}

/// A count that no `u32` holds is the largest one: it only ever locks an account.
pub fn count(failures: i64) -> u32 {
    u32::try_from(failures).unwrap_or(u32::MAX)
}

/// A number that no column can hold is the largest that one can.
pub fn large_number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub fn large(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The number of an account. After the last one there is none: no number is used twice.
pub fn number(id: i64) -> Result<u32, crate::people::PeopleError> {
    let number = u32::try_from(id).map_err(|_| StoreError::Unavailable {
        what: format!("account: found number {id}, expected 1 to {}", u32::MAX),
    });
    Ok(number?)
}

pub fn role(name: &str) -> Result<Role, String> {
    Role::from_str(name).map_err(|what| format!("role: {what}"))
}
