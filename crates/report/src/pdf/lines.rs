//! Texts broken into lines that fit a width.
//!
//! Wrapped by this loop, unlike the text of a terminal, because the letters of a page differ in width.
//! `textwrap` can wrap fragments with such widths, but it needs a fragment type, the splitting of words
//! that are too wide and the joining of lines besides: 44 lines of code, where this loop has 27.

use crate::font::{Weight, width};

/// Breaks at blanks; a word that is wider than a whole line is broken within the word.
pub fn broken(text: &str, room: f64, size: f64, weight: Weight) -> Vec<String> {
    let fits = |line: &str| width(line, size, weight) <= room;
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if fits(&longer) {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(core::mem::take(&mut line));
        }
        for letter in word.chars() {
            if !line.is_empty() && !fits(&format!("{line}{letter}")) {
                lines.push(core::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_lose_nothing() {
        let text = "the lowest hand played and abcdefabcdefabcdefabcdef";
        let lines = broken(text, 60.0, 10.0, Weight::Plain);
        let joined: String = lines.concat().split_whitespace().collect();
        assert_eq!(joined, text.split_whitespace().collect::<String>());
        for line in lines {
            assert!(width(&line, 10.0, Weight::Plain) <= 60.0, "{line}");
        }
        assert_eq!(broken("", 60.0, 10.0, Weight::Plain), [""]);
    }
}
