//! The entries one command caused, one after the other in one buffer.

use serde::Serialize;

use super::CommandId;
use super::entry::{USUAL, write_behind};

/// Entries as their bytes. `verify` makes millions of them, so a cleared one keeps its memory for the next
/// command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    bytes: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
}

impl Entries {
    /// How many entries.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Removes all entries and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Writes an entry of its parts behind the others.
    ///
    /// # Panics
    ///
    /// Never: our commands and events are plain data with text keys.
    pub fn write<C: Serialize, E: Serialize>(
        &mut self,
        id: CommandId,
        requested: Option<C>,
        event: E,
    ) {
        self.bytes.reserve(USUAL);
        write_behind(&mut self.bytes, id, requested, event);
        self.ends.push(self.bytes.len());
    }

    /// The bytes of one entry, counted from zero.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        let to = *self.ends.get(at)?;
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.bytes[from..to])
    }

    /// The bytes of each entry, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut from = 0;
        self.ends.iter().map(move |to| {
            let one = &self.bytes[from..*to];
            from = *to;
            one
        })
    }
}

/// Of entries that are bytes already.
impl FromIterator<Vec<u8>> for Entries {
    fn from_iter<I: IntoIterator<Item = Vec<u8>>>(all: I) -> Entries {
        let mut entries = Entries::default();
        for bytes in all {
            entries.bytes.extend(bytes);
            entries.ends.push(entries.bytes.len());
        }
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_where_it_was_encode_entry() {
        let mut entries = Entries::default();
        let id = CommandId(7);
        entries.write(id, Some("a wish"), "first");
        entries.write(id, None::<u8>, "second");
        let one_by_one = [
            super::super::encode_entry(id, Some("a wish"), "first"),
            super::super::encode_entry(id, None::<u8>, "second"),
        ];
        assert!(entries.iter().eq(one_by_one.iter().map(Vec::as_slice)));
        assert_eq!(entries.get(1), Some(&one_by_one[1][..]));
        assert_eq!((entries.len(), entries.get(2)), (2, None));
        entries.clear();
        assert!(entries.is_empty() && entries.iter().next().is_none());
    }
}
