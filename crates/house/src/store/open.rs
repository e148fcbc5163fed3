//! Why a store does not open.
//!
//! The messages name what an operator needs to act: the place, the setting, what was found and what was
//! expected. Nothing was changed when one of these is returned.

/// Why a store does not open; `place` is the folder or the URL without its password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// Another process serves it.
    #[error("{place}: another process has this house")]
    Taken { place: String },
    /// It cannot be reached, or not be read.
    #[error("{place}: {what}")]
    Unreachable { place: String, what: String },
    /// It may be read and not written.
    #[error("{place}: cannot be written to")]
    ReadOnly { place: String },
    /// It is no store of this program.
    #[error("{place}: {setting} is {found}, expected {expected}: not a house of queenhigh")]
    Foreign {
        place: String,
        setting: &'static str,
        found: String,
        expected: String,
    },
    /// A later version of the program wrote it.
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
    /// The role that signed in has a right too many or too few.
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
