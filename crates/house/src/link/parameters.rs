//! The numbers of a jackpot: what is declared of it, and what it stands at.
//!
//! A contribution is divided between what is shown and what is kept for the next start, in an exact
//! share. Money moves in whole cents; the part of a cent that the display is owed is kept as a
//! fraction and never lost or rounded (STANDARDS P5). Display and reserve together are owed whole
//! cents, so of all that was fed at most one cent lies undivided.
//!
//! A link has one level, because its rulebooks have one meter: a royal flush takes all of it and a
//! straight flush a tenth of the same (rws-multilink-2024 1.16, 4.4, 4.7.1); what the text calls minor
//! is fixed and paid by the house.

use game::Money;
use serde::{Deserialize, Serialize};

/// What a house declares of a jackpot before it takes a bet: none may be missing (STANDARDS P1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JackpotParameters {
    /// What it shows on its first day.
    pub base: Money,
    /// What it shows after a win of all of it.
    pub reset: Money,
    /// The share of a contribution that is shown.
    pub increment: IncrementShare,
    /// The share that is kept for the next reset; with the other it makes one.
    pub hidden: IncrementShare,
    /// What it never shows more than.
    pub limit: Money,
    /// A contribution above this is unreasonable, and refused.
    pub contribution_max: Money,
    /// A win above this is verified by two people before it is paid (STANDARDS P25).
    pub verify_above: Money,
}

/// An exact part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IncrementShare {
    /// The numerator.
    pub part: u32,
    /// The denominator.
    pub of: u32,
}

/// What a jackpot stands at (STANDARDS P2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meters {
    /// Ever fed to it, less what was taken back.
    pub fed: Money,
    /// What the display shows.
    pub shown: Money,
    /// The part of a cent the display is owed besides, in parts of `increment.of`.
    pub odd: u32,
    /// What is kept for the next reset.
    pub reserve: Money,
    /// What came in while the display stood at its limit.
    pub overflow: Money,
    /// How often it was won.
    pub hits: u64,
    /// For how much in all.
    pub won: Money,
    /// What the house put in: the base, and what a reset or a reversal was short of.
    pub funded: Money,
    /// What it left to another jackpot at its end.
    pub left: Money,
}

/// What a reset was paid from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResetFunding {
    /// From the reserve.
    pub reserve: Money,
    /// From the house.
    pub house: Money,
}

/// No finer shares: a hundredth of a percent of a percent.
const FINEST: u32 = 1_000_000;

impl JackpotParameters {
    /// Whether it can be declared.
    ///
    /// # Errors
    ///
    /// The first field that cannot be, with what was found and expected.
    pub fn check(&self) -> Result<(), String> {
        let IncrementShare { part, of } = self.increment;
        if of == 0 || of > FINEST || part > of {
            return Err(format!(
                "increment: found {part}/{of}, expected at most 1, in parts of up to {FINEST}"
            ));
        }
        let whole =
            self.hidden.of == of && u64::from(self.hidden.part) + u64::from(part) == u64::from(of);
        if !whole {
            let IncrementShare {
                part: found,
                of: by,
            } = self.hidden;
            let rest = of - part;
            return Err(format!(
                "hidden: found {found}/{by}, expected {rest}/{of}: the rest of the increment"
            ));
        }
        for (field, amount, least, most) in [
            ("reset", self.reset, Money::ZERO, self.limit),
            ("base", self.base, self.reset, self.limit),
        ] {
            if amount < least || amount > most {
                let [found, least, most] = [amount, least, most].map(Money::in_minor);
                return Err(format!(
                    "{field}: found {found}, expected {least} to {most}"
                ));
            }
        }
        if self.limit > Money::LIMIT {
            let (found, most) = (self.limit.in_minor(), Money::LIMIT.in_minor());
            return Err(format!("limit: found {found}, expected at most {most}"));
        }
        for (field, amount) in [
            ("contribution_max", self.contribution_max),
            ("verify_above", self.verify_above),
        ] {
            if !amount.is_positive() {
                let found = amount.in_minor();
                return Err(format!("{field}: found {found}, expected more than 0"));
            }
        }
        Ok(())
    }
}

impl Meters {
    /// On its first day.
    pub fn start(level: &JackpotParameters) -> Meters {
        Meters {
            shown: level.base,
            funded: level.base,
            ..Meters::default()
        }
    }

    /// What is fed and not divided yet: the cent of which display and reserve both have a part.
    pub fn undivided(&self) -> Money {
        Money::minor(i64::from(self.odd > 0))
    }

    /// After a contribution, or after one taken back where it is below zero.
    ///
    /// What was won in between cannot be taken back from the winner: the display never falls below its
    /// reset for a reversal, the house makes up for it.
    #[must_use]
    pub fn with(mut self, level: &JackpotParameters, amount: Money) -> Meters {
        let IncrementShare { part, of } = level.increment;
        let (part, of) = (i128::from(part), i128::from(of));
        let owed = i128::from(self.odd) + i128::from(amount.in_minor()) * part;
        let shown = money(owed.div_euclid(of));
        let held = self.undivided();
        self.odd = u32::try_from(owed.rem_euclid(of)).unwrap_or(0);
        self.reserve += amount - shown - (self.undivided() - held);
        self.fed += amount;
        // A share of it may have been won down to less than the reset: then that is the floor.
        let floor = level.reset.min(self.shown);
        self.shown += shown;
        self.spill_over(level);
        self.fill_up(floor);
        self
    }

    /// Above the limit it overflows.
    fn spill_over(&mut self, level: &JackpotParameters) {
        let over = self.shown.less(level.limit);
        self.shown -= over;
        self.overflow += over;
    }

    /// What is missing comes from the overflow first, then from the house.
    fn fill_up(&mut self, floor: Money) {
        let short = floor.less(self.shown);
        let spilt = short.min(self.overflow);
        self.overflow -= spilt;
        self.shown += short;
        let owing = Money::ZERO.less(self.reserve);
        self.reserve += owing;
        self.funded += short - spilt + owing;
    }

    /// After another link left `amount` to this one's reserve.
    #[must_use]
    pub fn with_reserve(mut self, amount: Money) -> Meters {
        self.fed += amount;
        self.reserve += amount;
        self
    }

    /// After winners drew `drawn` and the rules left it at `after`: what was put in to get there comes
    /// from the reserve as far as that goes, the rest from the house; then what had overflowed is
    /// shown as far as there is room.
    #[must_use]
    pub fn after_hit(mut self, level: &JackpotParameters, drawn: Money, after: Money) -> Meters {
        let reset_funding = after - (self.shown - drawn);
        let from_reserve = reset_funding.min(self.reserve);
        self.reserve -= from_reserve;
        self.funded += reset_funding - from_reserve;
        self.hits += 1;
        self.won += drawn;
        self.shown = after;
        self.spill_over(level);
        let room = level.limit.less(self.shown).min(self.overflow);
        self.overflow -= room;
        self.shown += room;
        self
    }

    /// After a win that did not count: the display has its money back, and what was put in for the
    /// reset goes back to where it came from. It stands as if the win had not been, and what was fed
    /// since is on top.
    #[must_use]
    pub fn after_reversal(
        mut self,
        level: &JackpotParameters,
        drawn: Money,
        reset_funding: ResetFunding,
    ) -> Meters {
        self.hits -= 1;
        self.won -= drawn;
        self.shown += drawn;
        // Never so much that it would fall for it.
        let from_reserve = reset_funding.reserve.min(drawn);
        let from_house = reset_funding.house.min(drawn - from_reserve);
        self.shown -= from_reserve + from_house;
        self.reserve += from_reserve;
        self.funded -= from_house;
        self.spill_over(level);
        self
    }

    /// What was put in between two readings with a win between them.
    pub fn reset_funding_since(&self, before: &Meters) -> ResetFunding {
        ResetFunding {
            reserve: before.reserve - self.reserve,
            house: self.funded - before.funded,
        }
    }

    /// Before other shares apply: the cent both have a part of goes to the reserve.
    #[must_use]
    pub fn evened(mut self) -> Meters {
        self.reserve += self.undivided();
        self.odd = 0;
        self
    }

    /// After its end: all it held is another's.
    #[must_use]
    pub fn ended(self) -> Meters {
        Meters {
            shown: Money::ZERO,
            odd: 0,
            reserve: Money::ZERO,
            overflow: Money::ZERO,
            left: self.held(),
            ..self
        }
    }

    /// Everything that lies with it.
    pub fn held(&self) -> Money {
        self.shown + self.reserve + self.overflow + self.undivided()
    }

    /// Nothing is created or lost: all that is there, was won or left came from contributions or the
    /// house.
    pub fn is_balanced(&self) -> bool {
        self.held() + self.won + self.left == self.fed + self.funded
    }
}

/// Amounts stay far below 2^63 cents.
fn money(minor: i128) -> Money {
    Money::minor(i64::try_from(minor).expect("an amount of cents"))
}

#[cfg(test)]
mod tests;
