//! What the tables and links of a file are opened with, in the words of the rules and of the house.

use house::game::{Bounds, JackpotSetup, Limits, Money, Rulebook, Setup};
use house::link::{IncrementShare, JackpotParameters};

use super::{BoundsConfig, Cards, Config, LinkConfig, TableConfig};

impl Config {
    /// The table of this number, where the file has it.
    pub fn table(&self, number: u32) -> Option<&TableConfig> {
        self.tables.iter().find(|table| table.number == number)
    }
}

impl TableConfig {
    /// The rulebook with the house's choices; those that it does not have are left out.
    pub fn rulebook(&self) -> Rulebook {
        let mut rulebook = self.rulebook.form().clone();
        for (switch, value) in &self.options {
            // A configuration with an option that is refused is not used.
            drop(rulebook.choose(switch, value));
        }
        rulebook
    }

    /// What the table is opened with.
    pub fn setup(&self, rulebook: &Rulebook) -> Setup {
        let ante = bounds(self.limits.ante);
        let none = JackpotSetup::new(Money::ZERO, Money::ZERO, Money::ZERO);
        let jackpot = self.jackpot.map_or(none, |set| {
            JackpotSetup::new(set.stake, set.contribution, set.seed)
        });
        let mut setup = Setup::new(rulebook, ante, jackpot);
        setup.limits = Limits {
            ante,
            pair_plus: bounds(self.limits.pair_plus),
            five_card: self.limits.five_card.map_or_else(Bounds::default, bounds),
        };
        if let Some(boxes) = self.boxes {
            setup.positions = boxes;
        }
        setup.smallest_chip = self.smallest_chip;
        setup
    }

    /// Whether the automatic dealer runs it.
    pub fn is_automatic(&self) -> bool {
        self.cards == Cards::House
    }
}

impl LinkConfig {
    /// The parameters of the jackpot; none where the share is not one.
    pub fn parameters(&self) -> Option<JackpotParameters> {
        let (part, of) = self.increment.split_once('/')?;
        let (part, of): (u32, u32) = (part.trim().parse().ok()?, of.trim().parse().ok()?);
        let rest = of.checked_sub(part)?;
        Some(JackpotParameters {
            base: self.base,
            reset: self.reset,
            increment: IncrementShare { part, of },
            hidden: IncrementShare { part: rest, of },
            limit: self.limit,
            contribution_max: self.contribution_max,
            verify_above: self.verify_above,
        })
    }
}

fn bounds(config: BoundsConfig) -> Bounds {
    Bounds::between(config.min, config.max)
}
