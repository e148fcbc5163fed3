//! What a question describes: its stems, its ideas, and what words alone do not say: numbers, who, when, not.

use game::{ContactTest, Fact, Moment, Rulebook, Whose};

use crate::ideas::{Ideas, mentioned, without_articles};
use crate::spelling::mended;
use crate::text::{is_one_of, raw_words};

/// Ideas that come from numbers and from negation.
#[cfg(test)]
pub const FEATURES: [&str; 13] = [
    "one card",
    "two cards",
    "three cards",
    "many cards",
    "hand of few",
    "deck number",
    "same card twice",
    "play more",
    "play less",
    "over limit",
    "under limit",
    "nobody looked",
    "nobody touched",
];

const NEGATIONS: [&str; 20] = [
    "no", "not", "nobody", "none", "never", "didnt", "hasnt", "havent", "hadnt", "neither", "nor",
    "without", "before", "wasnt", "werent", "dont", "doesnt", "isnt", "yet", "until",
];
/// How far before a word its negation may stand: "no player has looked".
const NEGATION_REACH: usize = 3;
/// A full deck; a number near it is a count of the deck, not an amount.
const DECK: u64 = 52;
const DECK_NEAR: u64 = 4;
const HAND: u64 = 3;
const HAND_MAX: u64 = 12;

/// A question, read.
pub struct Described {
    pub stems: Vec<String>,
    pub ideas: Ideas,
}

/// Reads a question.
pub fn read(words: &str) -> Described {
    let stems = raw_words(words).iter().map(|word| mended(word)).collect();
    let stems = without_articles(stems);
    let mut ideas = mentioned(&stems);
    let reader = Reader { stems: &stems };
    let features = reader.features();
    ideas.extend(features);
    Described { stems, ideas }
}

impl Described {
    fn says(&self, idea: &str) -> bool {
        self.ideas.contains(idea)
    }

    /// When it was noticed, as far as the question says; empty where it does not.
    pub fn moments(&self) -> &'static [Moment] {
        const CLOSED: &[Moment] = &[
            Moment::BetsClosed,
            Moment::Dealing,
            Moment::Deciding,
            Moment::Shown,
        ];
        const SAID: [(&str, &[Moment]); 7] = [
            ("earlier", &[Moment::Later]),
            ("round over", &[Moment::Concluded]),
            ("showdown", &[Moment::Shown]),
            ("after the deal", &[Moment::Deciding]),
            ("bets open", &[Moment::BetsOpen]),
            ("in the deal", &[Moment::Dealing]),
            ("late", CLOSED),
        ];
        let said = SAID.iter().find(|(idea, _)| self.says(idea));
        said.map_or(&[], |(_, moments)| moments)
    }

    /// Whether the question leaves room for a fact: only what it contradicts is ruled out.
    pub fn allows(&self, fact: Fact, rulebook: &Rulebook) -> bool {
        let said = match fact {
            Fact::Contact(so) => return self.contact(rulebook).is_none_or(|said| said == so),
            Fact::Whose(whose) => return self.whose().is_none_or(|said| said == whose),
            Fact::Outcome(so) => (self.says("outcome").then_some(true), so),
            Fact::ByDealer(so) => (self.by_dealer(), so),
            Fact::Exposed(so) => (self.exposed(), so),
            Fact::Reconstructable(so) => (self.reconstructable(), so),
            Fact::Power(so) => (self.power(), so),
            Fact::JackpotBets(so) => (self.says("no jackpot bets").then_some(false), so),
        };
        said.0.is_none_or(|known| known == said.1)
    }

    /// A Player who looked has handled the cards too; one who touched them need not have looked.
    fn contact(&self, rulebook: &Rulebook) -> Option<bool> {
        let handled = match rulebook.contact_test.says {
            ContactTest::Seen => false,
            ContactTest::Handled => true,
        };
        if self.says("nobody touched") || (self.says("nobody looked") && !handled) {
            return Some(false);
        }
        let touched = handled && self.says("touches");
        let looked = self.says("looked already") && !self.says("nobody looked");
        (looked || touched).then_some(true)
    }

    fn whose(&self) -> Option<Whose> {
        if self.says("dealer holds") {
            Some(Whose::Dealer)
        } else {
            self.says("player").then_some(Whose::Player)
        }
    }

    fn by_dealer(&self) -> Option<bool> {
        if self.says("by somebody else") {
            return Some(false);
        }
        let first_person = self.stems.iter().any(|stem| stem == "i");
        (first_person || self.says("dealer")).then_some(true)
    }

    fn exposed(&self) -> Option<bool> {
        let count = [
            "one card",
            "three cards",
            "too many",
            "too few",
            "wrong number",
        ];
        if self.says("exposed") {
            Some(true)
        } else {
            count.iter().any(|idea| self.says(idea)).then_some(false)
        }
    }

    fn reconstructable(&self) -> Option<bool> {
        if self.says("not curable") {
            Some(false)
        } else {
            self.says("curable").then_some(true)
        }
    }

    fn power(&self) -> Option<bool> {
        if self.says("power") {
            Some(true)
        } else {
            self.says("stopped").then_some(false)
        }
    }
}

/// Finds what numbers and negations say.
struct Reader<'a> {
    stems: &'a [String],
}

impl Reader<'_> {
    fn features(&self) -> Vec<&'static str> {
        let mut found = self.cards();
        found.extend(self.amounts());
        if self.is_same_card_twice() {
            found.push("same card twice");
        }
        if self.is_negated(&["look", "see", "view", "peek"]) {
            found.push("nobody looked");
        }
        if self.is_negated(&["touch", "handle", "pick"]) {
            found.push("nobody touched");
        }
        found
    }

    /// Every number with its place, but for the numbers of boxes.
    fn numbers(&self) -> impl Iterator<Item = (usize, u64)> {
        const BOXES: [&str; 9] = [
            "box", "seat", "spot", "position", "number", "nr", "player", "between", "guy",
        ];
        let numbers = self.stems.iter().enumerate();
        let numbers = numbers.filter_map(|(at, stem)| Some((at, stem.parse().ok()?)));
        numbers.filter(|(at, _)| {
            let before = at.checked_sub(1).and_then(|at| self.stems.get(at));
            before.is_none_or(|before| !is_one_of(before, &BOXES))
        })
    }

    fn cards(&self) -> Vec<&'static str> {
        const MANY: [&str; 4] = ["fourth", "fifth", "sixth", "seventh"];
        const SEVERAL: [&str; 3] = ["several", "pair", "few"];
        let mut found = Vec::new();
        for (at, stem) in self.stems.iter().enumerate() {
            let cards = self.followed_by(at, 2, &["card"]);
            found.extend((cards && is_one_of(stem, &MANY)).then_some("many cards"));
            found.extend((cards && is_one_of(stem, &SEVERAL)).then_some("two cards"));
        }
        for (at, number) in self.numbers() {
            let of_cards = self.followed_by(at, 2, &["card", "them"]) || self.is_a_holding(at);
            if number != DECK && number.abs_diff(DECK) <= DECK_NEAR && !self.is_money() {
                found.push("deck number");
            } else if of_cards {
                found.push(match number {
                    1 if self.is_more_than(at) => "two cards",
                    1 => "one card",
                    2 => "two cards",
                    HAND => "three cards",
                    4..=HAND_MAX => "many cards",
                    _ => continue,
                });
                if matches!(number, 1 | 2) && self.is_held(at) {
                    found.push("hand of few");
                }
            }
        }
        found
    }

    /// `there's 4`, `got 2`: a number that ends a sentence about a hand.
    fn is_a_holding(&self, at: usize) -> bool {
        let last = at + 1 == self.stems.len();
        last && self.is_held(at) && !self.is_money()
    }

    /// `has only two cards`, `two cards to box 3`.
    fn is_held(&self, at: usize) -> bool {
        const HOLDS: [&str; 10] = [
            "have", "get", "only", "hold", "with", "receive", "give", "theres", "just", "there",
        ];
        let before = &self.stems[at.saturating_sub(3)..at];
        let held = before.iter().any(|stem| is_one_of(stem, &HOLDS));
        held || self.followed_by(at + 1, 1, &["to", "for", "at", "in", "only"])
    }

    fn is_more_than(&self, at: usize) -> bool {
        let before = &self.stems[at.saturating_sub(2)..at];
        matches!(before, [more, than] if more == "more" && than == "than")
    }

    fn followed_by(&self, at: usize, reach: usize, words: &[&str]) -> bool {
        let behind = self.stems.iter().skip(at + 1).take(reach);
        behind.into_iter().any(|stem| is_one_of(stem, words))
    }

    fn is_money(&self) -> bool {
        const MONEY: [&str; 8] = [
            "ante", "bet", "chip", "stake", "wager", "limit", "dollar", "euro",
        ];
        self.stems.iter().any(|stem| is_one_of(stem, &MONEY))
    }

    /// Play against Ante, and a bet against its limit.
    fn amounts(&self) -> Vec<&'static str> {
        let mut found = Vec::new();
        if let Some((play, ante)) = self.both_amounts() {
            found.extend((play > ante).then_some("play more"));
            found.extend((play < ante).then_some("play less"));
        }
        let numbers: Vec<u64> = self.numbers().map(|(_, number)| number).collect();
        let [first, second] = numbers[..] else {
            return found;
        };
        let other = |limit: u64| if first == limit { second } else { first };
        let most = self.limit(&["limit", "maximum", "cap", "allowed"]);
        let least = self.limit(&["minimum", "table", "game"]);
        found.extend(
            most.filter(|most| other(*most) > *most)
                .map(|_| "over limit"),
        );
        found.extend(
            least
                .filter(|least| other(*least) < *least)
                .map(|_| "under limit"),
        );
        found
    }

    /// `minimum is 25`, or else `a 25 table`.
    fn limit(&self, words: &[&str]) -> Option<u64> {
        const NEAR: usize = 2;
        let at = self.stems.iter().position(|stem| is_one_of(stem, words))?;
        let behind = self.numbers().find(|(of, _)| *of > at && of - at <= NEAR);
        let before = || self.numbers().find(|(of, _)| *of < at && at - of <= NEAR);
        behind.or_else(before).map(|(_, number)| number)
    }

    /// The amounts of Play and Ante: of two numbers, the pairing that lies closest together.
    fn both_amounts(&self) -> Option<(u64, u64)> {
        let far = |word: &str, at: usize| self.distance(&[word], at);
        let numbers: Vec<(usize, u64)> = self.numbers().collect();
        let pairs = numbers
            .iter()
            .flat_map(|play| numbers.iter().map(move |ante| (play, ante)));
        let pairs = pairs.filter(|(play, ante)| play.0 != ante.0);
        let pairs = pairs.filter_map(|((at, play), (of, ante))| {
            let apart = far("play", *at)? + far("ante", *of)?;
            Some((apart, (*play, *ante)))
        });
        pairs.min_by_key(|(apart, _)| *apart).map(|(_, both)| both)
    }

    /// How far from this place the nearest of the words stands, if one is near.
    fn distance(&self, words: &[&str], at: usize) -> Option<usize> {
        const REACH: usize = 3;
        let stems = self.stems.iter().enumerate();
        let places = stems.filter(|(_, stem)| is_one_of(stem, words));
        let far = places.map(|(place, _)| place.abs_diff(at)).min()?;
        (far <= REACH).then_some(far)
    }

    /// `two aces of spades`; `queen of hearts .. so does the Dealer`.
    fn is_same_card_twice(&self) -> bool {
        const SUITS: [&str; 4] = ["spade", "heart", "diamond", "club"];
        let suit = |stem: &String| is_one_of(stem, &SUITS);
        let Some(at) = self.stems.iter().position(suit) else {
            return false;
        };
        let twice = [
            "both", "second", "other", "same", "twice", "also", "already", "again", "another",
            "too", "well",
        ];
        let named = at.checked_sub(1).is_some_and(|of| self.stems[of] == "of");
        let doubled = self.stems.iter().any(|stem| is_one_of(stem, &twice));
        let two = self.numbers().any(|(_, number)| number == 2);
        let too = self
            .stems
            .windows(2)
            .any(|pair| pair[0] == "so" && pair[1] == "do");
        named && (doubled || two || too)
    }

    fn is_negated(&self, verbs: &[&str]) -> bool {
        let verb = |stem: &String| is_one_of(stem, verbs);
        let places = self.stems.iter().enumerate().filter(|(_, stem)| verb(stem));
        let negated = |at: usize| {
            let before = &self.stems[at.saturating_sub(NEGATION_REACH)..at];
            before.iter().any(|stem| is_one_of(stem, &NEGATIONS))
        };
        places.into_iter().any(|(at, _)| negated(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::RulebookId;

    fn features(words: &str) -> Vec<&'static str> {
        let ideas = read(words).ideas;
        FEATURES
            .into_iter()
            .filter(|name| ideas.contains(name))
            .collect()
    }

    #[test]
    fn numbers_are_read_as_what_they_count() {
        assert_eq!(features("four cards to box 3"), ["many cards"]);
        assert_eq!(
            features("box 5 only has two cards"),
            ["two cards", "hand of few"]
        );
        assert_eq!(features("the count is fifty-one"), ["deck number"]);
        assert_eq!(features("the count is 52"), [""; 0]);
        assert_eq!(features("100 on play, 50 ante"), ["play more"]);
        assert_eq!(features("bet of 10, minimum is 25"), ["under limit"]);
        assert_eq!(features("two aces of spades"), ["same card twice"]);
    }

    #[test]
    fn who_looked_counts_as_the_rulebook_asks() {
        let contact = |words: &str, id: RulebookId| read(words).contact(id.form());
        let (seen, handled) = (RulebookId::Rws2020, RulebookId::Mbs2019);
        assert_eq!(contact("box 2 has looked", seen), Some(true));
        assert_eq!(contact("box 2 has looked", handled), Some(true));
        assert_eq!(contact("nobody has looked", seen), Some(false));
        assert_eq!(
            contact("nobody has looked", handled),
            None,
            "touched perhaps"
        );
        assert_eq!(contact("nobody touched them", handled), Some(false));
        assert_eq!(
            contact("he touched his cards", seen),
            None,
            "looked perhaps"
        );
        assert_eq!(contact("four cards", seen), None);
    }
}
