//! What the choices a rulebook leaves to its house are worth: each is made, and the sheet drawn up
//! again. Most change nothing an exact figure sees; those that do are told.
//!
//! So a doubtful sentence gets its price: the words of mbs-2019 3.11 run to the letter turn the house
//! edge round (MBS-01).

use game::Rulebook;

use crate::ante_play::AntePlay;
use crate::fraction::Fraction;
use crate::jackpot::Jackpot;
use crate::pair_plus::PairPlus;
use crate::six_cards::SixCards;
use crate::strategy::Strategy;

/// The figures a choice can move, each bet played beside an Ante.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// House edge of Ante and Play.
    pub ante_play: Fraction,
    /// House edge of Pair Plus.
    pub pair_plus: Fraction,
    /// House edge of the five-card side bet, where there is one.
    pub five_card: Option<Fraction>,
    /// Of the jackpot, where there is one.
    pub jackpot: Option<JackpotFigures>,
}

/// Of a jackpot bet, as [`Jackpot`] has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JackpotFigures {
    /// Fixed prizes on average.
    pub fixed_per_bet: Fraction,
    /// The share of the meter a bet wins on average.
    pub per_jackpot_unit: Fraction,
    /// How much of a stake goes back beside a prize, on average.
    pub stake_back: Fraction,
    /// Envy on average for each other box.
    pub envy_per_other_box: Option<Fraction>,
}

/// A choice that moves a figure.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The switch.
    pub switch: &'static str,
    /// The value chosen.
    pub value: String,
    /// The figures with that choice.
    pub figures: Figures,
}

impl Figures {
    /// House edges where Ante and Play are played by this strategy.
    pub fn new(rulebook: &Rulebook, strategy: Strategy) -> Figures {
        let sheet = AntePlay::new(rulebook, strategy);
        let jackpot = Jackpot::new(rulebook, &sheet);
        Figures {
            ante_play: sheet.house_edge(),
            pair_plus: PairPlus::with_ante(rulebook, &sheet).house_edge(),
            five_card: SixCards::with_ante(rulebook, &sheet).map(|bet| bet.house_edge()),
            jackpot: jackpot.map(|bet| JackpotFigures {
                fixed_per_bet: bet.fixed_per_bet,
                per_jackpot_unit: bet.per_jackpot_unit,
                stake_back: bet.stake_back,
                envy_per_other_box: bet.envy_per_other_box,
            }),
        }
    }
}

/// Every choice of a switch, away from what the rulebook has now, that moves a figure.
pub fn choices_that_matter(rulebook: &Rulebook, strategy: Strategy) -> Vec<Choice> {
    let now = Figures::new(rulebook, strategy);
    let mut found = Vec::new();
    for answer in rulebook.answers() {
        for value in answer
            .choices
            .into_iter()
            .filter(|value| *value != answer.says)
        {
            let mut other = rulebook.clone();
            // An order of bets lists no values to choose among, and moves nothing.
            if other.choose(answer.switch, &value).is_err() {
                continue;
            }
            let figures = Figures::new(&other, strategy);
            if figures != now {
                found.push(Choice {
                    switch: answer.switch,
                    value,
                    figures,
                });
            }
        }
    }
    found
}
