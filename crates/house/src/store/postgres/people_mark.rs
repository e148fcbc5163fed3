//! Marks by which a statement that is repeated after a lost answer recognises what it has done.

use super::super::StoreError;
use super::error::PostgresError;
use crate::people::PeopleError;

/// Marks a change as that of one caller.
pub(super) type Mark = [u8; 16];

/// After a lost answer it may be stored.
pub(super) fn not_written(trouble: PostgresError) -> StoreError {
    match trouble {
        PostgresError::Lost(what) => StoreError::Unknown { what },
        trouble @ (PostgresError::Conflict(_) | PostgresError::Refused(_)) => {
            super::append::unavailable(trouble)
        }
    }
}

pub(super) fn new_mark() -> Result<Mark, PeopleError> {
    let mut mark = Mark::default();
    getrandom::fill(&mut mark).map_err(|error| StoreError::Unavailable {
        what: format!("the system gives no random numbers: {error}"),
    })?;
    Ok(mark)
}
