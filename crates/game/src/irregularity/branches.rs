//! Which circumstances an answer turns on, found out by asking for the answer under each.
//!
//! What is printed for people is made from this, so it cannot say anything else than the engine does.

use serde::Serialize;

use super::{Circumstances, Irregularity, Moment, Remedy, Whose};
use crate::rulebook::Rulebook;

/// A circumstance that matters, and how it was found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Whether a Player has seen or handled own cards, whichever the rulebook asks (G-13).
    Contact(bool),
    /// Whether a bet is won or lost for good already (G-15).
    Outcome(bool),
    /// Whose cards it is about.
    Whose(Whose),
    /// Whether the Dealer exposed the card.
    ByDealer(bool),
    /// Whether cards were exposed, rather than too many or too few.
    Exposed(bool),
    /// Whether the correct deal can be put together again.
    Reconstructable(bool),
    /// Whether the interruption is a power failure.
    Power(bool),
    /// Whether a jackpot bet was made in the round.
    JackpotBets(bool),
}

/// One case of an irregularity: what must be so, and what each rulebook then does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Only what an answer turns on; empty where it is the same whatever the circumstances.
    pub facts: Vec<Fact>,
    /// In the order in which the rulebooks were given.
    pub remedies: Vec<Remedy>,
}

/// Both ways a circumstance can be, the plainer one first. Community cards have a row of their own
/// and no answer asks whether a count was theirs.
///
/// What takes a matter out of the rules altogether is asked first: fewer cases are left then.
const QUESTIONS: [[Fact; 2]; 8] = [
    [Fact::ByDealer(true), Fact::ByDealer(false)],
    [Fact::Power(true), Fact::Power(false)],
    [Fact::JackpotBets(true), Fact::JackpotBets(false)],
    [Fact::Contact(false), Fact::Contact(true)],
    [Fact::Outcome(false), Fact::Outcome(true)],
    [Fact::Whose(Whose::Dealer), Fact::Whose(Whose::Player)],
    [Fact::Exposed(false), Fact::Exposed(true)],
    [Fact::Reconstructable(true), Fact::Reconstructable(false)],
];

/// The cases of `row` at `moment` for which `told` tells the answers of at least one of `rulebooks`
/// apart: whole remedies, or only as much of them as will be printed.
pub fn branches<T: PartialEq>(
    rulebooks: &[&Rulebook],
    row: Irregularity,
    moment: Moment,
    told: impl Fn(&Rulebook, &Remedy) -> T,
) -> Vec<Branch> {
    let ask = |case: &Circumstances| -> Vec<Remedy> {
        let answers = rulebooks.iter();
        answers.map(|rulebook| rulebook.remedy(row, case)).collect()
    };
    let differ = |one: &Circumstances, other: &Circumstances| {
        let told = |case| -> Vec<T> {
            let answers = rulebooks.iter().zip(ask(case));
            answers
                .map(|(rulebook, remedy)| told(rulebook, &remedy))
                .collect()
        };
        told(one) != told(other)
    };
    let mut cases = Vec::new();
    split(
        &differ,
        Circumstances::at(moment),
        &QUESTIONS,
        &[],
        &mut cases,
    );
    cases
        .into_iter()
        .map(|(facts, case)| Branch {
            facts,
            remedies: ask(&case),
        })
        .collect()
}

/// Asks the first open question that matters, both ways; where none does, the answer is found.
/// No deeper than there are questions.
fn split(
    differ: &impl Fn(&Circumstances, &Circumstances) -> bool,
    known: Circumstances,
    open: &[[Fact; 2]],
    facts: &[Fact],
    found: &mut Vec<(Vec<Fact>, Circumstances)>,
) {
    let rest = |at: usize| [&open[..at], &open[at + 1..]].concat();
    let matters = |at: &usize| {
        let [one, other] = open[*at];
        completions(known, &rest(*at))
            .iter()
            .any(|all| differ(&one.in_case(*all), &other.in_case(*all)))
    };
    let Some(at) = (0..open.len()).find(matters) else {
        return found.push((facts.to_vec(), known));
    };
    for fact in open[at] {
        let facts = [facts, &[fact]].concat();
        split(differ, fact.in_case(known), &rest(at), &facts, found);
    }
}

/// Every way the open questions can be answered.
fn completions(known: Circumstances, open: &[[Fact; 2]]) -> Vec<Circumstances> {
    let answered = |all: Vec<Circumstances>, question: &[Fact; 2]| {
        let both = all.into_iter();
        both.flat_map(|case| question.map(|fact| fact.in_case(case)))
            .collect()
    };
    open.iter().fold(vec![known], answered)
}

impl Fact {
    /// The same circumstances with this fact among them.
    #[must_use]
    pub const fn in_case(self, mut case: Circumstances) -> Circumstances {
        match self {
            Fact::Contact(so) => case.contact = so,
            Fact::Outcome(so) => case.outcome = so,
            Fact::Whose(whose) => case.whose = whose,
            Fact::ByDealer(so) => case.by_dealer = so,
            Fact::Exposed(so) => case.exposed = so,
            Fact::Reconstructable(so) => case.reconstructable = so,
            Fact::Power(so) => case.power = so,
            Fact::JackpotBets(so) => case.jackpot_bets = so,
        }
        case
    }

    /// As a pit would say it. "Contact" is seen or handled, whichever the rulebook asks (G-13).
    pub const fn words(self) -> &'static str {
        match self {
            Fact::Contact(false) => "no contact",
            Fact::Contact(true) => "contact",
            Fact::Outcome(false) => "no outcome yet",
            Fact::Outcome(true) => "an outcome",
            Fact::Whose(Whose::Player) => "a Player's hand",
            Fact::Whose(Whose::Dealer) => "the Dealer's hand",
            Fact::Whose(Whose::Community) => "the community cards",
            Fact::ByDealer(true) => "by the Dealer",
            Fact::ByDealer(false) => "by somebody else",
            Fact::Exposed(false) => "wrong number",
            Fact::Exposed(true) => "exposed",
            Fact::Reconstructable(true) => "can be put right",
            Fact::Reconstructable(false) => "cannot be put right",
            Fact::Power(true) => "power failure",
            Fact::Power(false) => "other interruption",
            Fact::JackpotBets(true) => "with jackpot bets",
            Fact::JackpotBets(false) => "without jackpot bets",
        }
    }
}
