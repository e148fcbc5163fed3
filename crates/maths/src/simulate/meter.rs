//! Blocks put together in their order, and the jackpot's meter as it grows and falls.
//!
//! The cards do not depend on the meter, and every round feeds it alike. So the threads play blocks before
//! the meter's value is known; the few rounds that read it wait, and one pass settles them in order. That is
//! why a live meter too gives the same sums on any number of threads, and why memory does not grow with
//! the rounds: a block is forgotten once it is taken.

use game::{MeterIncrement, Money, Refusal};

use super::dealing::BLOCK_ROUNDS;
use super::plan::{BadPlan, Plan};
use super::player::{Block, Engine, Player};
use super::tally::Tally;

/// Everything played so far.
pub struct Total {
    player: Player,
    tally: Tally,
    blocks: u64,
    /// What stands on the meter once the rounds counted here have fed it.
    meter: Money,
    fed: u64,
    major: Major,
}

/// How often the whole meter was won, and what it stood at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Major {
    /// How often it was won.
    pub hits: u64,
    /// Sum of the meters when it was won, in minor units.
    pub meters: i128,
    /// The highest of them.
    pub highest: Money,
}

impl Major {
    /// What it stood at on average when it was won, in minor units.
    #[expect(clippy::cast_precision_loss, reason = "a mean to a few digits")]
    pub fn mean(&self) -> f64 {
        self.meters as f64 / self.hits as f64
    }
}

impl Total {
    pub fn new(plan: &Plan, engine: Engine) -> Result<Total, BadPlan> {
        let player = Player::new(plan, engine)?;
        Ok(Total {
            player,
            tally: Tally::empty(super::settling::rows(&plan.rulebook).len()),
            blocks: 0,
            meter: plan.link.displayed,
            fed: 0,
            major: Major::default(),
        })
    }

    /// The next block.
    ///
    /// # Panics
    ///
    /// On a block out of turn.
    pub fn take(&mut self, block: &Block) -> Result<(), Refusal> {
        assert!(block.number == self.blocks, "blocks are taken in order");
        self.tally.add(&block.tally);
        let start = block.number * BLOCK_ROUNDS;
        for (place, deal) in &block.waiting {
            let round = start + u64::from(*place);
            self.feed_until(round);
            let per_round = self.player.plan().fed_in_a_round();
            // Contributions are in the meter before it is won, or come once it was not (G-04).
            let (before, after) = match self.player.plan().rulebook.meter_increment.says {
                Some(MeterIncrement::AtAccept) | None => (per_round, Money::ZERO),
                Some(MeterIncrement::AtSettlementIfNotWon) => (Money::ZERO, per_round),
            };
            let displayed = self.meter + before;
            let paid = self.player.settle(deal, displayed)?;
            self.meter = paid.after;
            if paid.major {
                self.major.hits += 1;
                self.major.meters += i128::from(displayed.in_minor());
                self.major.highest = self.major.highest.max(displayed);
            } else {
                self.meter += after;
            }
            self.fed = round + 1;
            self.tally.add_round(&paid.boxes);
        }
        self.feed_until(start + block.rounds);
        self.blocks += 1;
        Ok(())
    }

    /// Every round since the last one settled here found the meter not won.
    fn feed_until(&mut self, round: u64) {
        if !self.player.plan().is_live() {
            return;
        }
        let rounds = i64::try_from(round - self.fed).unwrap_or(0);
        let fed = self.player.plan().fed_in_a_round().in_minor() * rounds;
        self.meter += Money::minor(fed);
        self.fed = round;
    }

    /// How many blocks were taken; the next has this number.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What the meter stands at now.
    pub fn meter(&self) -> Money {
        self.meter
    }

    /// Of a live meter.
    pub fn major(&self) -> Major {
        self.major
    }

    pub fn plan(&self) -> &Plan {
        self.player.plan()
    }

    pub fn blocks_of(plan: &Plan) -> u64 {
        plan.rounds.div_ceil(BLOCK_ROUNDS)
    }
}
