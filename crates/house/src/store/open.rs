//! Why a house does not open, whatever it is kept in.
//!
//! Said so that whoever runs the house can act on it: which place, which setting, what was found there
//! and what was expected. Nothing was changed when one of these is told.

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    #[error("{place}: another process has this house")]
    Taken { place: String },
    #[error("{place}: {what}")]
    Unreachable { place: String, what: String },
    #[error("{place}: cannot be written to")]
    ReadOnly { place: String },
    #[error("{place}: {setting} is {found}, expected {expected}: not a house of queenhigh")]
    Foreign {
        place: String,
        setting: &'static str,
        found: String,
        expected: String,
    },
    #[error("{place}: written by a later version (schema {found}, this program knows {known})")]
    Future {
        place: String,
        found: usize,
        known: usize,
    },
    #[error(
        "{place}: written by an earlier version (schema {found}, this program knows {known}): the owner runs queenhigh prepare"
    )]
    Past {
        place: String,
        found: usize,
        known: usize,
    },
    #[error("{place}: role {role} {found}, expected {expected}")]
    Rights {
        place: String,
        role: String,
        found: String,
        expected: String,
    },
    #[error("{place}: {setting} is {found}, expected {expected}")]
    Unsafe {
        place: String,
        setting: &'static str,
        found: String,
        expected: &'static str,
    },
}
