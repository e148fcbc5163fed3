//! What is asked about a matter, and what the answers lead to.

use crate::irregularity::{Act, Others, Remedy, Ruler};

/// What is asked about the matter at hand, and what each answer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is it so? Then this follows.
    Fact(Remedy),
    /// Can the correct deal be put together again?
    Reconstruction {
        /// What follows where it can.
        yes: Remedy,
        /// What follows where it cannot.
        no: Remedy,
    },
    /// Which of the cards drawn together came first?
    Order(Remedy),
    /// Did the Player mean to look?
    Intent(Remedy),
    /// How many cards are there?
    Count(Remedy),
    /// The rulebook does not say: what is to be done?
    Open(Remedy),
}

impl Question {
    /// Who answers it.
    pub const fn ruler(&self) -> Ruler {
        match self {
            Question::Fact(remedy)
            | Question::Order(remedy)
            | Question::Intent(remedy)
            | Question::Count(remedy)
            | Question::Open(remedy) => remedy.ruler,
            // Whether a deal can be put together again is for the post the text names; who decides
            // what follows from that is asked again.
            Question::Reconstruction { yes, no } => match (yes.ruler, no.ruler) {
                (Ruler::Post(post), _) | (_, Ruler::Post(post)) => Ruler::Post(post),
                (Ruler::Clause, _) | (_, Ruler::Clause) => Ruler::Clause,
                (Ruler::Uncovered(post), Ruler::Uncovered(_)) => Ruler::Uncovered(post),
            },
        }
    }

    /// What the rulebook does about it; where a deal may be put together again, what it does if not.
    pub const fn remedy(&self) -> Remedy {
        match self {
            Question::Fact(remedy)
            | Question::Order(remedy)
            | Question::Intent(remedy)
            | Question::Count(remedy)
            | Question::Open(remedy)
            | Question::Reconstruction { no: remedy, .. } => *remedy,
        }
    }

    /// Whether an answer to the question can lead to this act.
    pub(in crate::round) fn leads_to(&self, act: Act) -> bool {
        let removed = Act::RemoveHand(Others::PlayOn);
        let acts = match self {
            Question::Fact(remedy)
            | Question::Order(remedy)
            | Question::Count(remedy)
            | Question::Open(remedy) => [remedy.act; 2],
            Question::Intent(_) => [removed; 2],
            Question::Reconstruction { yes, no } => [yes.act, no.act],
        };
        act != Act::Open && acts.contains(&act)
    }

    /// As it is put to the post that rules.
    pub const fn words(&self) -> &'static str {
        match self {
            Question::Fact(_) => "Is it so?",
            Question::Reconstruction { .. } => "Can the correct deal be put together again?",
            Question::Order(_) => "Which of the cards drawn together counts first?",
            Question::Intent(_) => "Did the Player mean to look?",
            Question::Count(_) => "How many cards are there?",
            Question::Open(_) => "The rulebook does not say: what is to be done?",
        }
    }
}
