//! `rules ask WORDS`: the irregularity somebody describes in their own words, and what to do about it.
//!
//! The answer is `lookup`'s; this module reads the question, prints, and says what is wrong with the input.

use std::io::{BufRead, Read as _, Write};

use anyhow::{Context as _, bail};
use game::Rulebook;
use game::written::quoted;
use lookup::{Answers, ask};

use super::json;
use super::text::Page;
use crate::{Format, Verdict};

/// Longer than anything people type in the heat of a shift.
const QUESTION_BYTES_MAX: usize = 2_000;

/// Prints the answer to one question.
pub fn print(words: &str, rulebook: &Rulebook, format: Format) -> anyhow::Result<String> {
    if words.trim().is_empty() {
        bail!(
            "words: found nothing, expected what happened, as \"four cards to box 3, player looked\""
        );
    }
    if words.len() > QUESTION_BYTES_MAX {
        bail!(
            "words: found {} bytes ({}), expected at most {QUESTION_BYTES_MAX}",
            words.len(),
            quoted(words)
        );
    }
    let found = ask(words, rulebook);
    match format {
        Format::Json => json(&found),
        Format::Table => Ok(page(&found)),
    }
}

/// Answers questions one a line, each by one JSON object on a line of its own. A blank line describes nothing, so
/// that the answers stay in step with the questions; what cannot be read is told and left out.
pub fn answer_lines(
    mut questions: impl BufRead,
    mut out: impl Write,
    rulebook: &Rulebook,
) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::Done;
    for number in 1_u64.. {
        let mut line = Vec::new();
        let most = QUESTION_BYTES_MAX as u64 + 1;
        let read = questions.by_ref().take(most).read_until(b'\n', &mut line);
        if read.context("the questions cannot be read")? == 0 {
            break;
        }
        let trouble = match str::from_utf8(&line) {
            _ if line.len() > QUESTION_BYTES_MAX && !line.ends_with(b"\n") => {
                skip_line(&mut questions).context("the questions cannot be read")?;
                format!("found more than {QUESTION_BYTES_MAX} bytes, expected at most as many")
            }
            Err(_) => "found bytes that are no UTF-8, expected text".to_owned(),
            Ok(words) => {
                serde_json::to_writer(&mut out, &ask(words, rulebook))?;
                out.write_all(b"\n")?;
                // The caller may send one question at a time and wait for each answer.
                out.flush()?;
                continue;
            }
        };
        verdict = Verdict::BadInput;
        // Standard error may be closed; the exit code still says it.
        let _ = writeln!(
            std::io::stderr().lock(),
            "line {number}: {trouble}; it is left out"
        );
    }
    Ok(verdict)
}

/// Reads on to the end of a line without keeping it.
fn skip_line(lines: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = lines.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (used, done) = end.map_or((buffer.len(), buffer.is_empty()), |at| (at + 1, true));
        lines.consume(used);
        if done {
            return Ok(());
        }
    }
}

fn page(found: &Answers) -> String {
    let mut page = Page::default();
    let Some((first, neighbours)) = found.answers.split_first() else {
        page.paragraph(
            "Nothing irregular is described. `rules irregularities` lists all that can go wrong, \
             `rules show ID` reads the rulebook.",
            0,
            0,
        );
        return page.into_text();
    };
    for line in first.instruction.to_string().lines() {
        page.paragraph(line, 0, 2);
    }
    if !neighbours.is_empty() {
        page.line("\nIf that is not it");
    }
    for other in neighbours {
        let line = format!("{} {}", other.row, other.row.in_plain_words());
        page.paragraph(&line, 2, 4);
    }
    page.into_text()
}
