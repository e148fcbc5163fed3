//! Why a store does not open.
//!
//! The messages name what an operator needs to act: the place, the setting, what was found and what was
//! expected. Nothing was changed when one of these is returned.

/// Why a store does not open; `place` is the folder or the URL without its password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// Another process serves it.
    #[error("{place}: another process has this house")]
    Taken {
        /// Where the store is, as messages name it.
        place: String,
    },
    /// It cannot be reached, or not be read.
    #[error("{place}: {what}")]
    Unreachable {
        /// Where the store is, as messages name it.
        place: String,
        /// What the system said.
        what: String,
    },
    /// It may be read and not written.
    #[error("{place}: cannot be written to")]
    ReadOnly {
        /// Where the store is, as messages name it.
        place: String,
    },
    /// It is no store of this program.
    #[error("{place}: {setting} is {found}, expected {expected}: not a house of queenhigh")]
    Foreign {
        /// Where the store is, as messages name it.
        place: String,
        /// The setting that was looked at.
        setting: &'static str,
        /// What it is.
        found: String,
        /// What it has to be.
        expected: String,
    },
    /// A later version of the program wrote it.
    #[error("{place}: written by a later version (schema {found}, this program knows {known})")]
    Future {
        /// Where the store is, as messages name it.
        place: String,
        /// The schema of the store.
        found: usize,
        /// The latest schema this program knows.
        known: usize,
    },
    /// An earlier version of the program wrote it.
    #[error(
        "{place}: written by an earlier version (schema {found}, this program knows {known}): the owner runs queenhigh prepare"
    )]
    Past {
        /// Where the store is, as messages name it.
        place: String,
        /// The schema of the store.
        found: usize,
        /// The latest schema this program knows.
        known: usize,
    },
    /// The role that signed in has a right too many or too few.
    #[error("{place}: role {role} {found}, expected {expected}")]
    Rights {
        /// Where the store is, as messages name it.
        place: String,
        /// The role that signed in.
        role: String,
        /// What the role may do.
        found: String,
        /// What it may do where it serves a house.
        expected: String,
    },
    /// A setting of the store would let it lose what it has confirmed.
    #[error("{place}: {setting} is {found}, expected {expected}")]
    Unsafe {
        /// Where the store is, as messages name it.
        place: String,
        /// The setting that was looked at.
        setting: &'static str,
        /// What it is.
        found: String,
        /// What it has to be.
        expected: &'static str,
    },
}
