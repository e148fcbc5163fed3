//! The look-up against questions as people ask them: the right row first for nine of ten, on both halves.
//!
//! `questions/README.md` says how the halves were made. The half set aside is scored here and not tuned on.
#![expect(
    clippy::print_stdout,
    reason = "the score and its errors are to be read"
)]

use game::{Irregularity, RulebookId};

const TUNING: &str = include_str!("questions/tuning.tsv");
const LAST: &str = include_str!("questions/last.tsv");
const ASIDE: &str = include_str!("questions/aside.tsv");
/// Of ten questions.
const RIGHT_MIN: usize = 9;
const UNREAD_MIN: usize = 8;

struct Question {
    rulebook: RulebookId,
    row: Option<Irregularity>,
    words: &'static str,
}

fn read(text: &'static str) -> Vec<Question> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let question = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [rulebook, row, words] = fields[..] else {
            panic!("expected rulebook, row and words, found {line}");
        };
        let row = (row != "-").then(|| Irregularity::named(row).expect(line));
        let rulebook = rulebook.parse().expect(line);
        Question {
            rulebook,
            row,
            words,
        }
    };
    lines.map(question).collect()
}

/// What was wanted and what came first instead; `None` where it is right.
fn error(question: &Question) -> Option<String> {
    let answers = lookup::ask(question.words, question.rulebook.form()).answers;
    let first = answers.first().map(|answer| answer.row);
    if first == question.row {
        return None;
    }
    let name = |row: Option<Irregularity>| row.map_or("nothing".to_owned(), |row| row.to_string());
    let place = answers
        .iter()
        .position(|answer| Some(answer.row) == question.row);
    let place = place.map_or("not there".to_owned(), |at| format!("place {}", at + 1));
    Some(format!(
        "{} wanted, {} found, {place}: {} ({})",
        name(question.row),
        name(first),
        question.words,
        question.rulebook,
    ))
}

fn score(name: &str, questions: &[Question], right_min: usize) {
    let errors: Vec<String> = questions.iter().filter_map(error).collect();
    let right = questions.len() - errors.len();
    println!("{name}: {right} of {} right", questions.len());
    // Set QUEENHIGH_HIDE_ERRORS to see the score of the half set aside and not its questions.
    if std::env::var_os("QUEENHIGH_HIDE_ERRORS").is_none() {
        for error in &errors {
            println!("  {error}");
        }
    }
    assert!(
        right * 10 >= questions.len() * right_min,
        "{name}: {right} of {} right",
        questions.len()
    );
}

#[test]
fn nine_of_ten_are_right_where_it_was_tuned() {
    score("tuned on", &read(TUNING), RIGHT_MIN);
}

#[test]
fn nine_of_ten_are_right_where_it_was_not() {
    score("set aside", &read(ASIDE), RIGHT_MIN);
}

#[test]
fn questions_written_last_are_mostly_right() {
    let (odd, even): (Vec<_>, Vec<_>) =
        (read(LAST).into_iter().enumerate()).partition(|(at, _)| at % 2 == 0);
    let of =
        |half: Vec<(usize, Question)>| half.into_iter().map(|(_, asked)| asked).collect::<Vec<_>>();
    score("written last, tuned on", &of(odd), RIGHT_MIN);
    // Nobody has read these errors: the honest score, and below nine of ten.
    score("written last, not read", &of(even), UNREAD_MIN);
}
