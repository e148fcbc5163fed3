//! One object or JSON Lines: which of the two lies before us, and its lines one by one.
//!
//! A first line that is a whole JSON value begins JSON Lines. Anything else is read to its end: it is
//! one object over several lines, or JSON Lines whose first line is broken, or one broken object.
//! Nothing here knows what a round is.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use serde::Deserialize;
use serde::de::IgnoredAny;

/// What was handed to `settle`.
pub enum Input {
    /// Nothing but blanks.
    Nothing,
    /// One JSON object.
    One {
        text: Vec<u8>,
        /// How many lines came before; errors count them.
        blank_lines: u64,
    },
    /// JSON Lines.
    Lines(Lines),
}

/// The lines that are not blank, with their numbers from 1.
pub struct Lines {
    reader: BufReader<Box<dyn Read>>,
    number: u64,
    line: Vec<u8>,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads as far as needed to tell one object from JSON Lines.
pub fn open(source: Box<dyn Read>) -> io::Result<Input> {
    let mut reader = BufReader::with_capacity(1 << 16, source);
    let mut blank_lines = 0;
    let mut text = Vec::new();
    loop {
        text.clear();
        if reader.read_until(b'\n', &mut text)? == 0 {
            return Ok(Input::Nothing);
        }
        if blank_lines == 0 && text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        if !is_blank(&text) {
            break;
        }
        blank_lines += 1;
    }
    if is_json(&text) {
        let source = Box::new(Cursor::new(text).chain(reader));
        return Ok(Input::Lines(Lines::after(blank_lines, source)));
    }
    reader.read_to_end(&mut text)?;
    text.truncate(text.trim_ascii_end().len());
    let mut later_lines = text.split(|byte| *byte == b'\n').skip(1).peekable();
    let one_line = later_lines.peek().is_none();
    if one_line || (!is_json(&text) && later_lines.any(is_round_of_its_own)) {
        let source = Box::new(Cursor::new(text));
        return Ok(Input::Lines(Lines::after(blank_lines, source)));
    }
    Ok(Input::One { text, blank_lines })
}

impl Lines {
    fn after(blank_lines: u64, source: Box<dyn Read>) -> Lines {
        Lines {
            reader: BufReader::with_capacity(1 << 16, source),
            number: blank_lines,
            line: Vec::new(),
        }
    }

    /// Whether the next line has to come from outside.
    pub fn would_wait(&self) -> bool {
        self.reader.buffer().is_empty()
    }

    /// The next line with its number; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<(u64, &[u8])>> {
        loop {
            self.line.clear();
            if self.reader.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            if !is_blank(&self.line) {
                return Ok(Some((self.number, self.line.trim_ascii_end())));
            }
        }
    }
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

fn is_json(text: &[u8]) -> bool {
    parses::<IgnoredAny>(text)
}

/// A later line that is a whole value, told from a box on its own line within one broken object: that
/// one is indented and names no rulebook.
fn is_round_of_its_own(line: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Named {
        #[expect(dead_code, reason = "asked for its presence only")]
        rulebook: IgnoredAny,
    }
    let indented = line.first().is_some_and(u8::is_ascii_whitespace);
    if indented {
        parses::<Named>(line)
    } else {
        is_json(line)
    }
}

fn parses<T: for<'de> Deserialize<'de>>(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| serde_json::from_str::<T>(text).is_ok())
}
