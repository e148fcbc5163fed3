//! What a house fixes when it opens a table, and what it must not leave open.

use serde::{Deserialize, Serialize};

use crate::clause::Cites;
use crate::money::Money;
use crate::round::{Refusal, RefusalReason};
use crate::rulebook::{Burn, Device, JackpotKind, Rulebook, SideBet};
use crate::settlement::{Bounds, Limits};

/// What a house fixes when it opens a table; frozen for the length of a round and kept with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    /// How many betting boxes the layout has.
    pub positions: u8,
    /// Where the cards come from.
    pub device: Device,
    /// The least and the most of each bet.
    pub limits: Limits,
    /// The jackpot's figures, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub jackpot: Option<JackpotSetup>,
    /// A house that is back within so many seconds goes on where it was; the rulebook's clause on
    /// interruptions is for longer ones. Nothing: never.
    #[serde(skip_serializing_if = "is_usual_grace", default = "usual_grace")]
    pub interruption_grace_seconds: u64,
    /// The smallest chip on the table: bets are laid in multiples of it. Left out, of one minor unit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub smallest_chip: Option<Money>,
}

/// Long enough for a restart, too short for a Player to have gone home.
pub const USUAL_GRACE_SECONDS: u64 = 60;

const fn usual_grace() -> u64 {
    USUAL_GRACE_SECONDS
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_usual_grace(seconds: &u64) -> bool {
    *seconds == USUAL_GRACE_SECONDS
}

/// The three figures no rulebook gives (G-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JackpotSetup {
    /// What a jackpot bet costs.
    pub stake: Money,
    /// How much of each jackpot bet goes on the meter.
    pub contribution: Money,
    /// What the meter starts from, and goes back to when all of it is won.
    pub seed: Money,
}

impl JackpotSetup {
    /// A bet of `stake`, of which `contribution` goes on a meter that starts from `seed`.
    pub const fn new(stake: Money, contribution: Money, seed: Money) -> JackpotSetup {
        JackpotSetup {
            stake,
            contribution,
            seed,
        }
    }
}

impl Setup {
    /// A table as this rulebook draws it: its number of boxes, a shuffler where it allows one and its
    /// first device otherwise, the same bounds for each bet it has, and the jackpot's figures where it
    /// has a jackpot.
    pub fn new(rulebook: &Rulebook, bounds: Bounds, jackpot: JackpotSetup) -> Setup {
        let devices = rulebook.deal_methods.says;
        let device = match devices.first() {
            Some(first) if !devices.contains(&Device::Shuffler) => *first,
            Some(_) | None => Device::Shuffler,
        };
        Setup {
            positions: rulebook.positions.says.0,
            device,
            limits: Limits {
                ante: bounds,
                pair_plus: bounds,
                five_card: match rulebook.side_bet.says {
                    SideBet::None => Bounds::default(),
                    SideBet::FiveOfSix => bounds,
                },
            },
            jackpot: match rulebook.jackpot_kind.says {
                JackpotKind::None => None,
                JackpotKind::ThreeCard | JackpotKind::FiveCardLinked => Some(jackpot),
            },
            interruption_grace_seconds: USUAL_GRACE_SECONDS,
            smallest_chip: None,
        }
    }

    /// Whether the table may open like this; the first thing that is missing or wrong.
    pub(super) fn check(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        let grounds = &rulebook.grounds;
        let wrong =
            |what, cites: Cites| Err(rulebook.refuse(RefusalReason::SetupWrong { what }, cites));
        let missing = |missing, cites: Cites| {
            Err(rulebook.refuse(RefusalReason::SetupIncomplete { missing }, cites))
        };
        let choices = rulebook.positions.choices();
        if !choices.contains(&self.positions.to_string()) {
            return wrong(
                "the layout does not have that many boxes",
                rulebook.positions.cites,
            );
        }
        if !rulebook.deal_methods.says.contains(&self.device) {
            return wrong(
                "the cards are not dealt from this device",
                rulebook.deal_methods.cites,
            );
        }
        let Limits {
            ante,
            pair_plus,
            five_card,
        } = &self.limits;
        if [ante, pair_plus]
            .iter()
            .any(|bounds| bounds.min.is_none() || bounds.max.is_none())
        {
            return missing("table minimum or maximum", grounds.limits);
        }
        let figures = [ante, pair_plus, five_card]
            .into_iter()
            .flat_map(|bounds| [bounds.min, bounds.max]);
        let jackpot = self
            .jackpot
            .map(|set| [set.stake, set.contribution, set.seed]);
        let mut figures = figures.flatten().chain(jackpot.into_iter().flatten());
        if figures.any(|figure| figure < Money::ZERO || figure > Money::LIMIT) {
            return wrong(
                "an amount is below nothing or beyond what any table takes",
                grounds.limits,
            );
        }
        let crossed = |bounds: &&Bounds| matches!((bounds.min, bounds.max), (Some(min), Some(max)) if min > max);
        if [ante, pair_plus, five_card].iter().any(crossed) {
            return wrong("a minimum is above its maximum", grounds.limits);
        }
        self.check_chip(rulebook)?;
        match (rulebook.jackpot_kind.says, &self.jackpot) {
            (JackpotKind::None, Some(_)) => wrong(
                "there is no jackpot in this game",
                rulebook.jackpot_kind.cites,
            ),
            (JackpotKind::ThreeCard | JackpotKind::FiveCardLinked, None) => missing(
                "jackpot amount, contribution and seed",
                rulebook.jackpot_amount.cites,
            ),
            (JackpotKind::ThreeCard | JackpotKind::FiveCardLinked, Some(jackpot))
                if !jackpot.stake.is_positive() =>
            {
                missing("jackpot amount", rulebook.jackpot_amount.cites)
            }
            (JackpotKind::None, None)
            | (JackpotKind::ThreeCard | JackpotKind::FiveCardLinked, Some(_)) => Ok(()),
        }
    }

    /// Every limit and the jackpot amount can be laid in the smallest chip.
    fn check_chip(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        let wrong = |what| {
            let reason = RefusalReason::SetupWrong { what };
            Err(rulebook.refuse(reason, rulebook.grounds.limits))
        };
        let chip = self.chip();
        if !chip.is_positive() {
            return wrong("the smallest chip is worth nothing");
        }
        if chip > Money::LIMIT {
            return wrong("the smallest chip is worth more than any table takes");
        }
        let limits = &self.limits;
        let bounds = [limits.ante, limits.pair_plus, limits.five_card];
        let bounds = bounds.iter().flat_map(|bounds| [bounds.min, bounds.max]);
        let stake = self.jackpot.map(|set| set.stake);
        let mut figures = bounds.chain([stake]).flatten();
        if figures.any(|figure| !figure.is_multiple_of(chip)) {
            return wrong("a limit or the jackpot amount cannot be laid in the smallest chip");
        }
        Ok(())
    }

    /// What every bet but the jackpot's is a multiple of.
    pub(crate) fn chip(&self) -> Money {
        self.smallest_chip.unwrap_or(Money::minor(1))
    }

    /// Whether a card is burnt before the first is dealt.
    pub(crate) fn has_burn(&self, rulebook: &Rulebook) -> bool {
        match rulebook.burn.says {
            Burn::None => false,
            Burn::Always => true,
            Burn::ShoeOnly => self.device != Device::Shuffler,
        }
    }
}
