//! Changes to the text of a file, one inside the other, and the text they make.
//!
//! The text between changes stays as it is, so that compiler messages and panics still name lines that
//! a reader finds. Knows nothing of Rust.

use std::cmp::Reverse;
use std::ops::Range;

/// What stands in the place of a piece of the source.
#[derive(Debug)]
pub struct Edit {
    pub range: Range<usize>,
    pub pieces: Vec<Piece>,
}

#[derive(Debug)]
pub enum Piece {
    Text(String),
    /// A piece of the source, with the edits inside it made.
    Source(Range<usize>),
    /// What one mutant does.
    Mutant(u32, Vec<Piece>),
}

impl Piece {
    pub fn text(text: impl Into<String>) -> Piece {
        Piece::Text(text.into())
    }
}

/// A file after all its edits, and where each mutant stands in it.
#[derive(Debug)]
pub struct Rendered {
    pub text: String,
    mutants: Vec<(Range<usize>, u32)>,
    edits: Vec<(Range<usize>, Vec<u32>)>,
}

impl Rendered {
    /// The mutants to blame for an error at this place: the innermost one there; if there is none, all
    /// of the innermost edit around it.
    pub fn blamed(&self, place: Range<usize>) -> Vec<u32> {
        let around = |range: &Range<usize>| range.start <= place.start && place.end <= range.end;
        let mutants = self.mutants.iter().filter(|(range, _)| around(range));
        if let Some((_, id)) = mutants.min_by_key(|(range, _)| range.len()) {
            return vec![*id];
        }
        let edits = self.edits.iter().filter(|(range, _)| around(range));
        let edit = edits.min_by_key(|(range, _)| range.len());
        edit.map(|(_, ids)| ids.clone()).unwrap_or_default()
    }

    /// The first of these mutants that begins behind this place.
    pub fn first_behind(&self, place: usize, these: impl Fn(u32) -> bool) -> Option<u32> {
        let behind = self.mutants.iter();
        let behind = behind.filter(|(range, id)| range.start >= place && these(*id));
        let first = behind.min_by_key(|(range, _)| range.start);
        first.map(|(_, id)| *id)
    }

    /// Puts text before and behind the file.
    pub fn wrap(&mut self, before: &str, behind: &str) {
        self.text = format!("{before}{}{behind}", self.text);
        let mutants = self.mutants.iter_mut().map(|(range, _)| range);
        for range in mutants.chain(self.edits.iter_mut().map(|(range, _)| range)) {
            *range = range.start + before.len()..range.end + before.len();
        }
    }

    /// The mutants of the last edit that begins before this place.
    pub fn blamed_before(&self, place: usize) -> Vec<u32> {
        let before = self.edits.iter().filter(|(range, _)| range.start <= place);
        let edit = before.max_by_key(|(range, _)| range.start);
        edit.map(|(_, ids)| ids.clone()).unwrap_or_default()
    }
}

/// Makes all edits. Of two edits with the same range the earlier one in the list is the outer one.
pub fn render(source: &str, mut edits: Vec<Edit>) -> Rendered {
    edits.sort_by_key(|edit| {
        let range = &edit.range;
        (range.start, !range.is_empty(), Reverse(range.end))
    });
    let mut writer = Writer {
        source,
        edits: &edits,
        rendered: Rendered {
            text: String::with_capacity(source.len() * 2),
            mutants: Vec::new(),
            edits: Vec::new(),
        },
    };
    writer.source(0..source.len(), 0);
    writer.rendered
}

struct Writer<'a> {
    source: &'a str,
    edits: &'a [Edit],
    rendered: Rendered,
}

impl Writer<'_> {
    /// Writes a piece of the source with the edits in it, beginning with the edit number `from`.
    fn source(&mut self, range: Range<usize>, from: usize) {
        let edits = self.edits;
        let mut at = range.start;
        let mut next = from;
        while let Some(edit) = edits.get(next) {
            if edit.range.start >= range.end {
                break;
            }
            if edit.range.start >= at && edit.range.end <= range.end {
                self.rendered
                    .text
                    .push_str(&self.source[at..edit.range.start]);
                let start = self.rendered.text.len();
                let ids = self.pieces(&edit.pieces, next + 1);
                let written = start..self.rendered.text.len();
                self.rendered.edits.push((written, ids));
                at = edit.range.end;
            }
            next += 1;
        }
        self.rendered.text.push_str(&self.source[at..range.end]);
    }

    /// Writes the pieces of an edit, and says which mutants are among them.
    fn pieces(&mut self, pieces: &[Piece], inner: usize) -> Vec<u32> {
        let mut ids = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.rendered.text.push_str(text),
                Piece::Source(range) => self.source(range.clone(), inner),
                Piece::Mutant(id, pieces) => {
                    let start = self.rendered.text.len();
                    ids.push(*id);
                    ids.extend(self.pieces(pieces, inner));
                    let written = start..self.rendered.text.len();
                    self.rendered.mutants.push((written, *id));
                }
            }
        }
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(range: Range<usize>, id: u32) -> Edit {
        let own = || Piece::Source(range.clone());
        Edit {
            range: range.clone(),
            pieces: vec![
                Piece::text("["),
                Piece::Mutant(id, vec![Piece::text("m"), own()]),
                Piece::text("|"),
                own(),
                Piece::text("]"),
            ],
        }
    }

    #[test]
    fn edits_are_made_inside_each_other() {
        let rendered = render("a b c", vec![doubled(0..5, 1), doubled(2..3, 2)]);
        assert_eq!(rendered.text, "[ma [mb|b] c|a [mb|b] c]");
    }

    #[test]
    fn the_innermost_mutant_is_blamed() {
        let rendered = render("a b c", vec![doubled(0..5, 1), doubled(2..3, 2)]);
        assert_eq!(rendered.blamed(1..2), [1]);
        assert_eq!(rendered.blamed(5..6), [2]);
        assert_eq!(rendered.blamed(12..13), [1]);
    }

    #[test]
    fn an_insertion_stands_before_what_begins_there() {
        let insertion = Edit {
            range: 0..0,
            pieces: vec![Piece::text("<")],
        };
        let rendered = render("ab", vec![doubled(0..1, 1), insertion]);
        assert_eq!(rendered.text, "<[ma|a]b");
    }
}
