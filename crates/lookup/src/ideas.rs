//! Ideas: what people say for the same thing, from a table of synonyms in plain data.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::text::stems;

/// The table, also read for the words it knows.
pub const SYNONYMS: &str = include_str!("../data/synonyms.tsv");
/// Words that never tell one thing from another.
const ARTICLES: [&str; 3] = ["a", "an", "the"];
/// "Took his chips off" is "took off".
const BETWEEN_MAX: usize = 2;
const ANY: &str = "*";
/// In the table, before a phrase between whose words nothing may stand.
const EXACT: char = '=';

/// The names of ideas somebody mentions.
pub type Ideas = BTreeSet<&'static str>;

struct Idea {
    name: &'static str,
    phrases: Vec<Phrase>,
}

struct Phrase {
    stems: Vec<String>,
    /// How many other words may stand between its own.
    between: usize,
}

/// Every idea that stands in these stems, of which articles are left out.
pub fn mentioned(stems: &[String]) -> Ideas {
    static ALL: LazyLock<Vec<Idea>> = LazyLock::new(|| {
        let lines = SYNONYMS.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(read).collect()
    });
    let ideas = ALL.iter().filter(|idea| {
        let mut phrases = idea.phrases.iter();
        phrases.any(|phrase| stands_in(phrase, stems))
    });
    ideas.map(|idea| idea.name).collect()
}

/// The same stems without articles.
pub fn without_articles(stems: Vec<String>) -> Vec<String> {
    let tells = |stem: &String| !ARTICLES.contains(&stem.as_str());
    stems.into_iter().filter(tells).collect()
}

fn read(line: &'static str) -> Option<Idea> {
    let (name, phrases) = line.split_once('\t')?;
    let phrases = phrases.split(", ").map(|text| {
        let exact = text.strip_prefix(EXACT);
        let words = exact
            .unwrap_or(text)
            .split(' ')
            .flat_map(|word| match word {
                ANY => vec![ANY.to_owned()],
                word => stems(word),
            });
        Phrase {
            stems: without_articles(words.collect()),
            between: if exact.is_some() { 0 } else { BETWEEN_MAX },
        }
    });
    Some(Idea {
        name,
        phrases: phrases.filter(|phrase| !phrase.stems.is_empty()).collect(),
    })
}

/// Whether the words of a phrase follow each other, with few others between them.
fn stands_in(phrase: &Phrase, stems: &[String]) -> bool {
    (0..stems.len()).any(|start| begins_at(phrase, &stems[start..]))
}

fn begins_at(phrase: &Phrase, stems: &[String]) -> bool {
    let mut between = phrase.between + 1;
    let mut rest = stems;
    for (at, wanted) in phrase.stems.iter().enumerate() {
        let reach = if at == 0 { 1 } else { between };
        let found = rest
            .iter()
            .take(reach)
            .position(|stem| stem == wanted || wanted == ANY);
        let Some(passed) = found else {
            return false;
        };
        between -= passed;
        rest = &rest[passed + 1..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_whatever_its_articles_and_forms() {
        let found = |text: &str| mentioned(&without_articles(stems(text)));
        assert!(found("after he closed the bets").is_disjoint(&found("joker")));
        assert!(found("a JOKER!").contains("foreign"));
        assert!(
            found("he knocked it over").contains("exposed"),
            "any word between"
        );
        assert!(found("after calls").contains("late") && found("after the call").contains("late"));
    }
}
