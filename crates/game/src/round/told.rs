//! What a settled bet keeps beside its money: the clauses it rests on and the sentence the Player
//! was told.
//!
//! A bet that ends now knows its clauses as pointers and its sentence as the facts behind it: a few
//! bytes, and a sentence only when it is read, printed or stored. One read back from a log has
//! what was written there. The two are equal where they say the same.

use core::fmt;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::clause::{Citations, Cites};
use crate::settlement::Explained;

/// Clause and ambiguity ids.
///
/// Most ends rest on one list of them or two; to keep room for four would make every event half as
/// long again.
#[derive(Clone)]
pub enum Cited {
    /// One list of the program's, or two.
    Few([Cites; 2]),
    /// Three lists of the program's, or four.
    Many(Box<Citations>),
    /// As read from a log.
    Written(Vec<String>),
}

/// What the Player was told.
#[derive(Clone)]
pub enum Why {
    /// The facts, of which the sentence is made when it is read.
    Known(Explained),
    /// The sentence, as read from a log.
    Written(String),
}

impl Cited {
    /// Each id once, in order of first mention.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        // One of the two is empty.
        let (known, written) = match self {
            Cited::Few([first, second]) => (Citations::two(first, second), [].as_slice()),
            Cited::Many(cites) => (**cites, [].as_slice()),
            Cited::Written(ids) => (Citations::default(), ids.as_slice()),
        };
        let written = written.iter().map(String::as_str);
        known.iter().map(|id| -> &str { id }).chain(written)
    }

    /// Whether nothing is cited.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl From<Citations> for Cited {
    #[inline]
    fn from(cites: Citations) -> Cited {
        match cites.as_two() {
            Some(few) => Cited::Few(few),
            None => Cited::Many(Box::new(cites)),
        }
    }
}

impl fmt::Display for Cited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cited::Few([first, second]) => fmt::Display::fmt(&Citations::two(first, second), f),
            Cited::Many(cites) => fmt::Display::fmt(cites, f),
            Cited::Written(ids) => f.write_str(&ids.join(", ")),
        }
    }
}

impl fmt::Debug for Cited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Cited {
    fn eq(&self, other: &Cited) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Cited {}

impl Serialize for Cited {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut ids = serializer.serialize_seq(Some(self.iter().count()))?;
        for id in self.iter() {
            ids.serialize_element(id)?;
        }
        ids.end()
    }
}

impl<'de> Deserialize<'de> for Cited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cited, D::Error> {
        Vec::deserialize(deserializer).map(Cited::Written)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Known(facts) => fmt::Display::fmt(facts, f),
            Why::Written(sentence) => f.write_str(sentence),
        }
    }
}

impl fmt::Debug for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

impl PartialEq for Why {
    fn eq(&self, other: &Why) -> bool {
        match (self, other) {
            (Why::Known(one), Why::Known(two)) if one == two => true,
            // Other facts may make the same sentence: not every one speaks of both hands.
            (Why::Known(_) | Why::Written(_), _) => self.to_string() == other.to_string(),
        }
    }
}

impl Eq for Why {}

impl Serialize for Why {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Why {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Why, D::Error> {
        String::deserialize(deserializer).map(Why::Written)
    }
}
