//! The logs a house keeps, and how they are named.

use core::fmt;
use core::str::FromStr;

use game::PlayerId;
use ledger::{LinkId, TableId};

/// One log. Appends to it are decided one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// People, keys, settings of the house as a whole.
    House,
    /// What happens at a table.
    Table(TableId),
    /// A linked jackpot.
    Link(LinkId),
    /// What a player brings to the cage and takes from it.
    Purse(PlayerId),
}

/// What a stream is the log of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    /// The log of the house as a whole.
    House,
    /// Tables.
    Table,
    /// Linked jackpots.
    Link,
    /// Purses of players.
    Purse,
}

/// A text that names no stream.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stream: found {found:?}, expected house, table/N, link/N or purse/N")]
pub struct StreamError {
    /// The text.
    pub found: String,
}

impl Stream {
    /// What it is the log of.
    pub fn kind(self) -> StreamKind {
        match self {
            Stream::House => StreamKind::House,
            Stream::Table(_) => StreamKind::Table,
            Stream::Link(_) => StreamKind::Link,
            Stream::Purse(_) => StreamKind::Purse,
        }
    }
}

impl StreamKind {
    /// Lower and upper bound for a range scan over this kind. Collations differ in where they sort the
    /// slash; names of one kind differ in their digits alone, of which there are at most ten.
    pub(crate) fn name_range(self) -> (&'static str, &'static str) {
        match self {
            StreamKind::House => ("house", "house"),
            StreamKind::Table => ("table/0", "table/9999999999"),
            StreamKind::Link => ("link/0", "link/9999999999"),
            StreamKind::Purse => ("purse/0", "purse/9999999999"),
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stream::House => f.write_str("house"),
            Stream::Table(TableId(number)) => write!(f, "table/{number}"),
            Stream::Link(LinkId(number)) => write!(f, "link/{number}"),
            Stream::Purse(PlayerId(number)) => write!(f, "purse/{number}"),
        }
    }
}

impl FromStr for Stream {
    type Err = StreamError;

    fn from_str(text: &str) -> Result<Stream, StreamError> {
        let stream = match text.split_once('/') {
            None if text == "house" => Some(Stream::House),
            Some(("table", number)) => number.parse().ok().map(|n| Stream::Table(TableId(n))),
            Some(("link", number)) => number.parse().ok().map(|n| Stream::Link(LinkId(n))),
            Some(("purse", number)) => number.parse().ok().map(|n| Stream::Purse(PlayerId(n))),
            Some(_) | None => None,
        };
        // Another spelling would be another row for the same log.
        let exact = stream.filter(|stream| stream.to_string() == text);
        exact.ok_or_else(|| StreamError {
            found: text.to_owned(),
        })
    }
}
