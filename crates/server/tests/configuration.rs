//! Bad configurations: each fault is named with its line and field, all of a file at once, and nothing
//! panics.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod bad_configuration;

use bad_configuration::{EDITS, SOUND};
use server::config::{Config, DEMO};

fn edited(from: &str, to: &str) -> String {
    assert!(DEMO.contains(from), "the demo floor has no {from:?}");
    DEMO.replacen(from, to, 1)
}

#[test]
fn every_bad_configuration_is_refused_with_line_and_field() {
    assert!(EDITS.len() >= 60);
    let mut wrong = Vec::new();
    for edit in EDITS {
        let expected = if edit.field.is_empty() {
            format!("line {}: ", edit.line)
        } else {
            format!("line {}: {}: ", edit.line, edit.field)
        };
        match Config::read(&edited(edit.from, edit.to)) {
            Ok(_) => wrong.push(format!("{:?}: accepted", edit.to)),
            Err(error) => {
                let said = |line: &String| line.starts_with(&expected) && line.contains(edit.says);
                if !error.0.iter().any(said) {
                    let says = edit.says;
                    wrong.push(format!("{:?}: {expected}…{says}: {error}", edit.to));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_file_without_a_house_is_refused() {
    let error = Config::read("").unwrap_err();
    assert_eq!(error.0, ["line 1: missing field `house`, expected [house]"]);
}

#[test]
fn sound_configurations_are_accepted() {
    for (from, to) in SOUND {
        let read = Config::read(&edited(from, to));
        assert!(read.is_ok(), "{to:?}: {}", read.unwrap_err());
    }
}

#[test]
fn all_faults_of_a_file_are_listed_at_once() {
    let unread = DEMO
        .replace("currency = \"SGD\"", "curency = \"SGD\"\nzone = 1")
        .replace("failures_max = 3", "failures_max = \"three\"")
        .replace("rulebook = \"mbs-2019\"", "rulebook = \"mbs\"")
        .replace("role = \"auditor\"", "role = \"reader\"")
        .replace("[listen]", "[listens]");
    let lines = Config::read(&unread).unwrap_err().0;
    for field in [
        "line 7: house.curency: ",
        "line 8: house.zone: ",
        "line 14: listens: ",
        "line 20: sessions.failures_max: ",
        "line 56: table[2].rulebook: ",
        "line 119: person[8].role: ",
    ] {
        let found = lines.iter().filter(|line| line.starts_with(field));
        assert_eq!(found.count(), 1, "{field} in {lines:#?}");
    }
    assert_eq!(lines.len(), 6, "{lines:#?}");

    let refused = DEMO
        .replace("\"SGD\"", "\"S\"")
        .replace("failures_max = 3", "failures_max = 0")
        .replace("\"4/5\"", "\"5/4\"")
        .replace("min = 100, ", "min = 800, ");
    let lines = Config::read(&refused).unwrap_err().0;
    for field in [
        "line 7: house.currency: ",
        "line 19: sessions.failures_max: ",
        "line 26: link[1].increment: ",
        "line 37: link[2].increment: ",
        "line 83: table[5].limits.ante.min: ",
        "line 84: table[5].limits.pair_plus.min: ",
        "line 85: table[5].limits.five_card.min: ",
    ] {
        let found = lines.iter().filter(|line| line.starts_with(field));
        assert_eq!(found.count(), 1, "{field} in {lines:#?}");
    }
    assert_eq!(lines.len(), 7, "{lines:#?}");
}

/// Numbers that look random and are the same every time (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let most = u64::try_from(most).unwrap();
        usize::try_from(mixed % most).unwrap()
    }
}

fn mutated(chance: &mut Chance) -> String {
    let mut lines: Vec<String> = DEMO.lines().map(str::to_owned).collect();
    for _ in 0..=chance.below(3) {
        let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
        match chance.below(5) {
            0 => drop(lines.remove(one)),
            1 => lines.insert(other, lines[one].clone()),
            2 => lines.swap(one, other),
            3 => {
                let mut letters: Vec<char> = lines[one].chars().collect();
                if !letters.is_empty() {
                    let (at, by) = (chance.below(letters.len()), chance.below(letters.len()));
                    letters.swap(at, by);
                    letters.remove(at);
                }
                lines[one] = letters.into_iter().collect();
            }
            _ => {
                let mut letters: Vec<char> = lines[one].chars().collect();
                let odd = ['"', '=', '[', ']', '-', '9', 'é', '\u{0}', '\u{1f0a1}', '.'];
                letters.insert(
                    chance.below(letters.len() + 1),
                    odd[chance.below(odd.len())],
                );
                lines[one] = letters.into_iter().collect();
            }
        }
    }
    lines.join("\n")
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut chance = Chance(18);
    let (mut sound, mut bad) = (0, 0);
    for _ in 0..2_000 {
        let text = mutated(&mut chance);
        match Config::read(&text) {
            Ok(_) => sound += 1,
            Err(error) => {
                bad += 1;
                let lines = text.lines().count();
                for said in &error.0 {
                    let line = said
                        .strip_prefix("line ")
                        .and_then(|rest| rest.split_once(": "));
                    let line: Option<usize> = line.and_then(|(line, _)| line.parse().ok());
                    let inside = line.is_some_and(|line| (1..=lines + 1).contains(&line));
                    assert!(inside, "{said:?} of\n{text}");
                }
            }
        }
    }
    assert!(sound > 100 && bad > 500, "{sound} sound, {bad} bad");
}
