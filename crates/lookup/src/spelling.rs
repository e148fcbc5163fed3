//! Mends a word that nothing here knows where one known word differs from it by a single letter.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use game::Irregularity;

use crate::text::{raw_words, stem};
use crate::{ideas, nearest};

/// Shorter words are left as they are: too many others are one letter away.
const LETTERS_MIN: usize = 4;

const COMMON: &str = include_str!("../data/common.txt");

/// The stem of a word as somebody typed it.
pub fn mended(word: &str) -> String {
    static KNOWN: LazyLock<Known> = LazyLock::new(Known::collect);
    KNOWN.mend(word)
}

/// Words as written, each with how much is known about it; a mistake is in a word, not in its stem.
struct Known {
    words: HashMap<&'static str, u32>,
    stems: HashSet<String>,
}

impl Known {
    fn collect() -> Known {
        let mut words: HashMap<&'static str, u32> = HashMap::new();
        // Ideas weigh most: what is mended should mean something.
        for (text, weight) in [(ideas::SYNONYMS, 10), (nearest::STORIES, 3), (COMMON, 1)] {
            let letters = text.split(|c: char| !c.is_ascii_alphabetic());
            for word in letters.filter(|word| !word.is_empty()) {
                *words.entry(word).or_default() += weight;
            }
        }
        let titles = Irregularity::ALL.map(|row| [row.title(), row.in_plain_words()]);
        let titles = titles.iter().flatten().flat_map(|text| raw_words(text));
        let mut stems: HashSet<String> = titles.map(|word| stem(&word)).collect();
        stems.extend(words.keys().map(|word| stem(&word.to_lowercase())));
        Known { words, stems }
    }

    fn mend(&self, word: &str) -> String {
        let own = stem(word);
        let numeric = word.bytes().any(|byte| byte.is_ascii_digit());
        if numeric || word.len() < LETTERS_MIN || self.stems.contains(&own) {
            return own;
        }
        let near = self.words.iter().filter(|(known, _)| {
            known.len() >= LETTERS_MIN && is_one_letter_off(word.as_bytes(), known.as_bytes())
        });
        // The same beginning is likelier than another; the name decides between equals.
        let likeliest = near.max_by_key(|(known, weight)| {
            (
                known.as_bytes().first() == word.as_bytes().first(),
                **weight,
                **known,
            )
        });
        match likeliest {
            Some((known, _)) => stem(known),
            // `shuffeling`: no form that is written down is so near, but the stem is.
            None => self.near_stem(&own).unwrap_or(own),
        }
    }

    fn near_stem(&self, own: &str) -> Option<String> {
        let near = self.stems.iter().filter(|known| {
            known.len() > LETTERS_MIN && is_one_letter_off(own.as_bytes(), known.as_bytes())
        });
        near.min().cloned()
    }
}

/// One letter more, fewer, other, or two neighbours changed places.
fn is_one_letter_off(one: &[u8], other: &[u8]) -> bool {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    match long.len() - short.len() {
        0 => {
            let changed = !short[same..].is_empty() && short[same + 1..] == long[same + 1..];
            let swapped = short.len() >= same + 2
                && short[same] == long[same + 1]
                && short[same + 1] == long[same]
                && short[same + 2..] == long[same + 2..];
            changed || swapped
        }
        1 => short[same..] == long[same + 1..],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_letter_is_mended() {
        for (typed, meant) in [
            ("jackpt", "jackpot"),
            ("delaer", "dealer"),
            ("exposd", "exposed"),
            ("shoffler", "shuffler"),
            ("comunity", "community"),
            ("shuffeling", "shuffling"),
        ] {
            assert_eq!(mended(typed), stem(meant), "{typed}");
        }
        assert_eq!(mended("xyzzy"), stem("xyzzy"), "nothing is near");
    }

    #[test]
    fn two_wrong_letters_are_too_many() {
        assert!(is_one_letter_off(b"card", b"crad") && is_one_letter_off(b"cad", b"card"));
        assert!(!is_one_letter_off(b"card", b"dark") && !is_one_letter_off(b"card", b"card"));
    }
}
