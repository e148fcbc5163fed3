//! Text in lines of a screen's width.

use textwrap::{Options, WordSplitter};

/// A plain terminal's.
pub const WIDTH: usize = 80;

/// A label with a text beside it that keeps clear of the label.
pub fn hanging(label: &str, text: &str) -> String {
    let first = format!("   {label} ");
    filled(&first, &" ".repeat(first.chars().count()), text)
}

/// Broken between words at the screen's width, every line `indent` blanks in.
pub fn wrapped(indent: usize, text: &str) -> String {
    let blanks = " ".repeat(indent);
    filled(&blanks, &blanks, text)
}

fn filled(first: &str, rest: &str, text: &str) -> String {
    let options = Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(rest)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_break_between_words() {
        let text = wrapped(4, &"word ".repeat(40));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(text.lines().all(|line| line.starts_with("    word")));
        assert_eq!(hanging("3.13", "Pays."), "   3.13 Pays.\n");
    }
}
