//! The conversation: a question, a line of answer, and words that are understood at every question.
//!
//! Knows nothing of the game. What `?`, `rules` and `why` print is put on the [`Shelf`] by those who
//! know; an answer that does not fit is explained and asked for again.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

use super::lines::wrapped;

/// What the user may look up at any question.
#[derive(Default)]
pub struct Shelf {
    pub help: String,
    pub rules: String,
    pub why: String,
}

/// Whether the screen already shows what was typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Echo {
    /// A terminal shows it.
    Shown,
    /// From a pipe nothing is seen unless we print it.
    Printed,
}

pub enum Answer<T> {
    Given(T),
    /// `quit`, or the end of the input.
    Quit,
}

/// A question: what is printed before the cursor, and what `?` says about it.
pub struct Question<'a> {
    pub asks: &'a str,
    pub help: &'a str,
}

pub struct Talk<'a> {
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    echo: Echo,
    pub shelf: Shelf,
}

/// Longer lines are read to their end, but no answer needs more.
const KEPT_BYTES_MAX: usize = 200;

/// At every question, under the help of that question.
const EVERYWHERE: &str =
    "At any question: ? for this, rules for the pay tables, why for the last settlement, quit.";

impl<'a> Talk<'a> {
    pub fn new(input: &'a mut dyn BufRead, out: &'a mut dyn Write, echo: Echo) -> Talk<'a> {
        let shelf = Shelf::default();
        Talk {
            input,
            out,
            echo,
            shelf,
        }
    }

    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Says a sentence, set in and broken at the screen's width.
    pub fn tell(&mut self, sentence: &str) -> io::Result<()> {
        self.say_if_any(&wrapped(3, sentence))
    }

    /// Says lines that may be none.
    pub fn say_if_any(&mut self, lines: &str) -> io::Result<()> {
        write!(self.out, "{lines}")
    }

    /// Asks until `read` takes the answer; the error of `read` says what was found and what is
    /// expected.
    pub fn ask<T>(
        &mut self,
        question: &Question<'_>,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> io::Result<Answer<T>> {
        loop {
            write!(self.out, "{} > ", question.asks)?;
            self.out.flush()?;
            let Some(line) = self.line()? else {
                self.say("")?;
                return Ok(Answer::Quit);
            };
            let words = line.trim().to_lowercase();
            match words.as_str() {
                "quit" | "q" | "exit" | "bye" => return Ok(Answer::Quit),
                "?" | "help" | "h" => self.help(question)?,
                "rules" => self.look_up(|shelf| &shelf.rules)?,
                "why" => self.look_up(|shelf| &shelf.why)?,
                answer => match read(answer) {
                    Ok(given) => return Ok(Answer::Given(given)),
                    Err(explained) => self.tell(&explained)?,
                },
            }
        }
    }

    fn help(&mut self, question: &Question<'_>) -> io::Result<()> {
        self.tell(question.help)?;
        self.tell(EVERYWHERE)?;
        self.look_up(|shelf| &shelf.help)
    }

    fn look_up(&mut self, page: impl Fn(&Shelf) -> &String) -> io::Result<()> {
        writeln!(self.out, "{}", page(&self.shelf).trim_end())
    }

    /// The next line without its end, cut where no answer is that long; none where the input ends.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut kept = Vec::new();
        let mut any = false;
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let text = &chunk[..end.unwrap_or(chunk.len())];
            let room = KEPT_BYTES_MAX - kept.len();
            kept.extend_from_slice(&text[..text.len().min(room)]);
            let used = text.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !any {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&kept).into_owned();
        if self.echo == Echo::Printed {
            writeln!(self.out, "{}", quoted(line.trim()))?;
        }
        Ok(Some(line))
    }
}

/// A stranger's text as it may be printed: no control characters, and short.
pub fn quoted(text: &str) -> String {
    const SHOWN_CHARS_MAX: usize = 40;
    let mut shown: String = text
        .chars()
        .take(SHOWN_CHARS_MAX)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().count() > SHOWN_CHARS_MAX {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &[u8]) -> (Vec<String>, String) {
        let (mut input, mut out) = (input, Vec::new());
        let mut talk = Talk::new(&mut input, &mut out, Echo::Shown);
        let question = Question {
            asks: "Number",
            help: "Any number.",
        };
        let read = |word: &str| word.parse::<u8>().map_err(|_| format!("not {word}"));
        let mut given = Vec::new();
        while let Answer::Given(number) = talk.ask(&question, read).unwrap() {
            given.push(number.to_string());
        }
        (given, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_bad_answer_is_explained_and_asked_again() {
        let (given, out) = answers(b"x\n 7 \r\nquit\n8\n");
        assert_eq!(given, ["7"]);
        assert_eq!(out, "Number >    not x\nNumber > Number > ");
    }

    #[test]
    fn broken_text_and_endless_lines_do_no_harm() {
        let mut input = vec![b'9'; 100_000];
        input.extend(b"\n\xff\xfe\n5");
        assert_eq!(answers(&input).0, ["5"]);
    }

    #[test]
    fn nothing_printed_back_can_steer_a_terminal() {
        assert_eq!(quoted("\u{1b}[2J"), "\\u{1b}[2J");
    }
}
