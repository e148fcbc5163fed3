//! The logs a house keeps, and how they are named.

use core::fmt;
use core::str::FromStr;

use game::PlayerId;
use ledger::{LinkId, TableId};

/// One log. Whatever is in it was decided by one will at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// People, keys, settings of the house as a whole.
    House,
    Table(TableId),
    Link(LinkId),
    /// What a player brings to the cage and takes from it.
    Purse(PlayerId),
}

/// What a stream is the log of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    House,
    Table,
    Link,
    Purse,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stream: found {found:?}, expected house, table/N, link/N or purse/N")]
pub struct StreamError {
    pub found: String,
}

impl Stream {
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
    /// A name that none of this kind stands before, and one that none stands behind. Whether letters
    /// come before the stroke, or the stroke counts at all, is a matter of whose order of texts it is;
    /// but names of one kind differ in their digits alone, and of those a number has ten at most.
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
        // Written another way it would be another row for the same log.
        let exact = stream.filter(|stream| stream.to_string() == text);
        exact.ok_or_else(|| StreamError {
            found: text.to_owned(),
        })
    }
}
