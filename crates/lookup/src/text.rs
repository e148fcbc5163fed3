//! Words as they are compared: lower case, without apostrophes, cut to their stems, numbers as digits.
//!
//! A stem need not be a word; it must only be the same for every form of one. Knows no card and no rule.

use std::collections::HashMap;
use std::sync::LazyLock;

const FORMS: &str = include_str!("../data/forms.tsv");
const SAME: &str = include_str!("../data/same.tsv");

/// The longest question that is read; the rest of a longer one is left out.
pub const WORDS_MAX: usize = 80;

/// The stems of a text, in order.
pub fn stems(text: &str) -> Vec<String> {
    raw_words(text).iter().map(|word| stem(word)).collect()
}

/// Lower-case words and numbers; `box 3's` is `box`, `3`.
pub fn raw_words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['\'', '’', '`'], "");
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(plain);
    let words = joined(words);
    words.into_iter().take(WORDS_MAX).collect()
}

/// `fifty one` as `51`.
fn joined(words: impl Iterator<Item = String>) -> Vec<String> {
    const TENS: [&str; 8] = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    const ONES: [&str; 9] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    let mut joined: Vec<String> = Vec::new();
    let mut tens = None;
    for word in words {
        let ones = ONES.iter().position(|ones| *ones == word).map(|at| at + 1);
        if let (Some(before), Some(ones), Some(last)) = (tens, ones, joined.last_mut()) {
            *last = format!("{}", before + ones);
            tens = None;
            continue;
        }
        tens = TENS
            .iter()
            .position(|tens| *tens == word)
            .map(|at| 10 * at + 20);
        joined.push(tens.map_or(word, |tens| tens.to_string()));
    }
    joined
}

/// `3s` and `3rd` are `3`.
fn plain(word: &str) -> String {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let numbered = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty();
    if numbered { digits } else { word }.to_owned()
}

/// What all forms of a word, and the words that mean the same, have in common.
pub fn stem(word: &str) -> String {
    static ALIKE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
        let pairs = pairs(SAME);
        pairs
            .map(|(word, same)| (own_stem(same), own_stem(word)))
            .collect()
    });
    let own = own_stem(word);
    ALIKE.get(&own).cloned().unwrap_or(own)
}

fn own_stem(word: &str) -> String {
    static IRREGULAR: LazyLock<HashMap<&str, &str>> =
        LazyLock::new(|| pairs(FORMS).map(|(word, form)| (form, word)).collect());
    let word = IRREGULAR.get(word).copied().unwrap_or(word);
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return word.to_owned();
    }
    regular(word)
}

/// Whether a stem belongs to one of these words.
pub fn is_one_of(stem: &str, words: &[&str]) -> bool {
    words.iter().any(|word| self::stem(word) == stem)
}

/// Each word of a table with each of those listed behind it.
fn pairs(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once('\t'));
    lines.flat_map(|(word, listed)| listed.split(", ").map(move |other| (word, other)))
}

/// Takes off plural, tense and the final `e`.
fn regular(word: &str) -> String {
    let long = |rest: &&str| rest.len() >= 3 && rest.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let mut rest = word;
    if let Some(less) = word.strip_suffix("ies").filter(long) {
        return format!("{less}y");
    }
    if let Some(less) = rest.strip_suffix("es").filter(long) {
        let hissing =
            less.ends_with(['s', 'x', 'z']) || less.ends_with("ch") || less.ends_with("sh");
        rest = if hissing {
            less
        } else {
            &rest[..rest.len() - 1]
        };
    } else if let Some(less) = rest.strip_suffix('s').filter(long)
        && !less.ends_with(['s', 'u', 'i'])
    {
        rest = less;
    }
    for ending in ["ing", "ed"] {
        if let Some(less) = rest.strip_suffix(ending).filter(long) {
            return undoubled(less).trim_end_matches('e').to_owned();
        }
    }
    let rest = rest.strip_suffix("ly").filter(long).unwrap_or(rest);
    undoubled(rest.strip_suffix('e').filter(long).unwrap_or(rest)).to_owned()
}

/// `flipp` is `flip`, so that `flipped` is too.
fn undoubled(word: &str) -> &str {
    let mut letters = word.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(last), Some(before)) if last == before && word.len() > 3 => {
            &word[..word.len() - last.len_utf8()]
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_word_has_one_stem() {
        for forms in [
            &["flip", "flips", "flipped", "flipping"][..],
            &["expose", "exposed", "exposes", "exposing"],
            &["box", "boxes"],
            &["deal", "deals", "dealt", "dealing"],
            &["burn", "burnt", "burned", "burns"],
            &["party", "parties"],
            &["look", "looked", "Looks"],
        ] {
            let found: Vec<String> = forms.iter().flat_map(|form| stems(form)).collect();
            assert!(found.iter().all(|stem| *stem == found[0]), "{found:?}");
        }
    }

    #[test]
    fn numbers_are_digits_however_written() {
        assert_eq!(stems("four cards to Box 3's"), stems("4 card to box 3"));
        assert_eq!(stems("fifty-one"), ["51"]);
    }
}
