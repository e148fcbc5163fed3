//! Plays blocks of a plan, by either engine.

use game::{Money, Refusal};

use super::choices::Choices;
use super::dealing::{BLOCK_ROUNDS, Deal, Dealing};
use super::fast::Fast;
use super::plan::{BadPlan, Plan};
use super::rules::Rules;
use super::settling::RoundPaid;
use super::tally::Tally;

/// How rounds are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Deals counted by what they turn on.
    Fast,
    /// Every step of every round put to the rules.
    Rules,
}

/// The rounds of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number, from 0.
    pub number: u64,
    /// Rounds in it.
    pub rounds: u64,
    /// The sums of its rounds.
    pub tally: Tally,
    /// Rounds that hang on a growing meter, by their place in the block: not in the tally.
    pub(super) waiting: Vec<(u16, Deal)>,
}

impl Block {
    /// Puts a round off until it is known what the meter stood at.
    pub(super) fn put_off(&mut self, round: u64, deal: Deal) {
        let place = u16::try_from(round).expect("a block has fewer rounds than 2^16");
        self.waiting.push((place, deal));
    }

    /// How many rounds wait for the meter.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

/// Plays blocks in any order. Each thread has its own.
pub struct Player {
    plan: Plan,
    dealing: Dealing,
    engine: Inner,
}

enum Inner {
    Fast(Box<Fast>),
    Rules(Box<Rules>),
}

impl Player {
    /// Or why the plan cannot be played: the rules are asked in a round of every box playing and in one
    /// of every box folding.
    pub fn new(plan: &Plan, engine: Engine) -> Result<Player, BadPlan> {
        plan.check()?;
        let choices = Choices::of_boxes(plan);
        let mut dealing = Dealing::new(plan);
        let mut rules = Rules::open(plan.clone(), choices.clone()).map_err(BadPlan::Refused)?;
        dealing.start(0);
        rules.rehearse(&dealing.deal()).map_err(BadPlan::Refused)?;
        let engine = match engine {
            Engine::Fast => Inner::Fast(Box::new(Fast::new(plan, choices))),
            Engine::Rules => Inner::Rules(Box::new(rules)),
        };
        Ok(Player {
            plan: plan.clone(),
            dealing,
            engine,
        })
    }

    /// The plan it plays.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The block of this number. A refusal is ours to explain: the rules took the same bets before.
    pub fn play(&mut self, number: u64) -> Result<Block, Refusal> {
        let before = number.saturating_mul(BLOCK_ROUNDS);
        let rounds = self.plan.rounds.saturating_sub(before).min(BLOCK_ROUNDS);
        self.dealing.start(number);
        let mut block = Block {
            number,
            rounds,
            tally: Tally::empty(super::settling::rows(&self.plan.rulebook).len()),
            waiting: Vec::new(),
        };
        match &mut self.engine {
            Inner::Fast(fast) => fast.play(&mut self.dealing, &mut block),
            Inner::Rules(rules) => rules.play(&mut self.dealing, &mut block)?,
        }
        Ok(block)
    }

    /// One round with the meter at a given value.
    pub(super) fn settle(&mut self, deal: &Deal, displayed: Money) -> Result<RoundPaid, Refusal> {
        match &mut self.engine {
            Inner::Fast(fast) => Ok(fast.settle(deal, displayed)),
            Inner::Rules(rules) => rules.settle(deal, displayed),
        }
    }
}
