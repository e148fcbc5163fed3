//! Finds the irregularity that somebody at a table describes in their own words, and says what to do about it.
//!
//! No network, no model: words are cut to their stems ([`text`]), mended where one letter is wrong
//! ([`spelling`]), joined by ideas ([`ideas`]), read for numbers, persons and phases ([`described`]), and
//! compared with an index of the rows ([`index`]) and with a table of signals ([`signals`]). What the
//! answer tells people to do is the rules' own remedy ([`instruction`]); nothing here knows a round, a
//! clock or a file.

mod consequences;
mod described;
mod ideas;
mod index;
mod instruction;
mod nearest;
mod rank;
mod scenarios;
mod signals;
mod spelling;
mod text;
pub mod words;

use game::{Irregularity, Rulebook};
use serde::{Serialize, Serializer};

pub use instruction::Instruction;

/// How many rows are given below the first.
const NEIGHBOURS: usize = 3;

/// What was found, best first; empty where nothing irregular is described.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answers {
    pub answers: Vec<Answer>,
}

/// One irregularity, and what this rulebook does about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    #[serde(serialize_with = "as_text")]
    pub row: Irregularity,
    pub title: &'static str,
    #[serde(serialize_with = "as_text")]
    pub instruction: Instruction,
    /// Every clause and ambiguity the instruction rests on, in order of first mention.
    pub clauses: Vec<&'static str>,
}

/// The irregularities that `words` may describe, with what `rulebook` does about each.
///
/// ```
/// use game::RulebookId;
/// let found = lookup::ask("four cards to box 3, player looked", RulebookId::Rws2020.form());
/// assert_eq!(found.answers[0].row.to_string(), "IR-11");
/// assert!(found.answers[0].clauses.contains(&"5.15"));
/// let nothing = lookup::ask("what does a straight pay", RulebookId::Rws2020.form());
/// assert!(nothing.answers.is_empty());
/// ```
pub fn ask(words: &str, rulebook: &Rulebook) -> Answers {
    let described = described::read(words);
    let rows = rank::rows(&described, rulebook);
    let answer = |row: Irregularity| {
        let instruction = Instruction::new(rulebook, row, &described);
        Answer {
            row,
            title: row.title(),
            clauses: instruction.clauses(),
            instruction,
        }
    };
    Answers {
        answers: rows.into_iter().take(1 + NEIGHBOURS).map(answer).collect(),
    }
}

fn as_text<S: Serializer>(value: &impl ToString, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_string())
}
