//! One object or JSON Lines: which of the two lies before us, and its lines one by one.
//!
//! A first line that is a whole JSON value begins JSON Lines. Anything else is read to its end: it is
//! one object over several lines, or JSON Lines whose first line is broken, or one broken object.
//! Nothing here knows what a round is. A line or an object without end is not read to its end: it is skipped,
//! and said.

use std::io::{self, BufReader, Cursor, Read};

use audit::lines::{LineRead, read_line};
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
    /// More than [`ROUND_BYTES_MAX`] in which no line is a round.
    TooLong,
}

/// A line of the input.
pub enum Line<'a> {
    /// A line that is not blank.
    Text(&'a [u8]),
    /// One of more than [`ROUND_BYTES_MAX`]; it was skipped.
    TooLong,
}

/// The most that one round may take, on a line or over several: a full table takes a few thousand.
pub const ROUND_BYTES_MAX: usize = 1 << 20;

/// The lines that are not blank, with their numbers from 1.
pub struct Lines {
    reader: BufReader<Box<dyn Read>>,
    number: u64,
    line: Vec<u8>,
    /// Whether the line just read, on which it was found what the input is, was too long.
    first_too_long: bool,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads as far as needed to tell one object from JSON Lines.
pub fn open(source: Box<dyn Read>) -> io::Result<Input> {
    let mut reader = BufReader::with_capacity(1 << 16, source);
    let mut blank_lines = 0;
    let mut text = Vec::new();
    loop {
        match read_line(&mut reader, &mut text, ROUND_BYTES_MAX)? {
            LineRead::End => return Ok(Input::Nothing),
            LineRead::TooLong => {
                let mut lines = Lines::after(blank_lines, Box::new(reader));
                lines.first_too_long = true;
                return Ok(Input::Lines(lines));
            }
            LineRead::Line => {}
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
    let room = (ROUND_BYTES_MAX + 1).saturating_sub(text.len()) as u64;
    (&mut reader).take(room).read_to_end(&mut text)?;
    let is_cut = text.len() > ROUND_BYTES_MAX;
    if !is_cut {
        text.truncate(text.trim_ascii_end().len());
    }
    let mut later_lines = text.split(|byte| *byte == b'\n').skip(1).peekable();
    let one_line = later_lines.peek().is_none();
    if one_line || ((is_cut || !is_json(&text)) && later_lines.any(is_round_of_its_own)) {
        let source = Box::new(Cursor::new(text).chain(reader));
        return Ok(Input::Lines(Lines::after(blank_lines, source)));
    }
    if is_cut {
        return Ok(Input::TooLong);
    }
    Ok(Input::One { text, blank_lines })
}

impl Lines {
    fn after(blank_lines: u64, source: Box<dyn Read>) -> Lines {
        Lines {
            reader: BufReader::with_capacity(1 << 16, source),
            number: blank_lines,
            line: Vec::new(),
            first_too_long: false,
        }
    }

    /// Whether the next line has to come from outside.
    pub fn would_wait(&self) -> bool {
        self.reader.buffer().is_empty()
    }

    /// The next line with its number; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<(u64, Line<'_>)>> {
        if core::mem::take(&mut self.first_too_long) {
            self.number += 1;
            return Ok(Some((self.number, Line::TooLong)));
        }
        loop {
            let read = read_line(&mut self.reader, &mut self.line, ROUND_BYTES_MAX)?;
            if read == LineRead::End {
                return Ok(None);
            }
            self.number += 1;
            if read == LineRead::TooLong {
                return Ok(Some((self.number, Line::TooLong)));
            }
            if !is_blank(&self.line) {
                let line = Line::Text(self.line.trim_ascii_end());
                return Ok(Some((self.number, line)));
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
