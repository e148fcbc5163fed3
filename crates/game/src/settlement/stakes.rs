//! How much of a bet counts: table limits, the set jackpot amount, Play against Ante.

use super::{Bounds, Limits, StakedBox};
use crate::clause::Cites;
use crate::money::Money;
use crate::rulebook::{
    BetCap, LimitScope, OverMaxClosed, PlayOver, PlayUnder, Rulebook, UnderMinClosed,
};

/// One bet as it counts at settlement.
#[derive(Clone, Copy, Debug)]
pub struct Stake {
    /// The chips that lie there.
    pub staked: Money,
    /// How many of them win or lose.
    pub at_risk: Money,
    /// Why less than all of it is at risk, or why a short bet stands.
    pub corrected: Cites,
    /// The other reason, where two apply: above the Ante and above the maximum.
    pub also: Cites,
    /// A repeated stake below the minimum does not count at all (mbs-2019 5.13).
    pub under_minimum: bool,
}

impl Stake {
    /// A bet of which all counts.
    #[inline]
    pub fn whole(staked: Money) -> Stake {
        Stake {
            staked,
            at_risk: staked,
            corrected: &[],
            also: &[],
            under_minimum: false,
        }
    }
}

/// The bets of one box that the table's limits govern.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The Ante.
    pub ante: Stake,
    /// Play.
    pub play: Stake,
    /// Pair Plus.
    pub pair_plus: Stake,
    /// The side bet.
    pub five_card: Stake,
}

/// Found at settlement, so nothing is refused here: an excess goes back, a short bet stands (5.1.1, 5.2.1).
pub fn count(rulebook: &Rulebook, limits: &Limits, held: &StakedBox) -> Counted {
    let stakes = &held.stakes;
    let judge = |bet, bounds: Bounds| judge(rulebook, bet, bounds, held.grace_used);
    let five_card = judge(stakes.five_card, limits.five_card);
    let (on_ante, on_pair_plus) = match rulebook.limit_scope.says {
        LimitScope::PerArea => (limits.ante, limits.pair_plus),
        LimitScope::PerPosition => {
            // One limit for the position, the Ante's (G-22): Pair Plus has what the Ante leaves.
            let Bounds { min, max } = limits.ante;
            let beside = |other: Money| min.map(|min| min.less(other));
            let ante = Bounds {
                min: beside(stakes.pair_plus),
                max,
            };
            let left = max.map(|max| max.less(stakes.ante));
            (
                ante,
                Bounds {
                    min: beside(stakes.ante),
                    max: left,
                },
            )
        }
    };
    let ante = judge(stakes.ante, on_ante);
    let pair_plus = judge(stakes.pair_plus, on_pair_plus);
    let play = against_ante(rulebook, stakes.ante, judge(stakes.play, on_ante));
    Counted {
        ante,
        play,
        pair_plus,
        five_card,
    }
}

#[inline]
fn judge(rulebook: &Rulebook, staked: Money, bounds: Bounds, grace_used: bool) -> Stake {
    if staked.is_zero() {
        return Stake::whole(staked);
    }
    let (most, cites) = most(rulebook, bounds);
    let over = most.is_some_and(|most| staked > most);
    let stake = match (rulebook.over_max_closed.says, most) {
        (OverMaxClosed::ToMaximum, Some(most)) if over => Stake {
            at_risk: most,
            corrected: cites,
            ..Stake::whole(staked)
        },
        (OverMaxClosed::ToMaximum, Some(_) | None) => Stake::whole(staked),
    };
    if bounds.min.is_none_or(|min| staked >= min) {
        return stake;
    }
    let corrected = if over {
        cites
    } else {
        rulebook.under_min_closed.cites
    };
    match rulebook.under_min_closed.says {
        UnderMinClosed::OnceThenReturn if grace_used => Stake {
            at_risk: Money::ZERO,
            corrected: rulebook.under_min_closed.cites,
            under_minimum: true,
            ..stake
        },
        UnderMinClosed::OnceThenReturn | UnderMinClosed::AsIs => Stake { corrected, ..stake },
    }
}

/// The table's maximum or the rulebook's cap, whichever is lower, and who says so (OFG-10).
#[inline]
fn most(rulebook: &Rulebook, bounds: Bounds) -> (Option<Money>, Cites) {
    match (bounds.max, rulebook.bet_cap.says) {
        (Some(max), BetCap::At(cap)) if max < cap => (Some(max), rulebook.over_max_closed.cites),
        (_, BetCap::At(cap)) => (Some(cap), rulebook.bet_cap.cites),
        (max, BetCap::None) => (max, rulebook.over_max_closed.cites),
    }
}

/// Play above or below the Ante, found only now (IR-24, IR-25; refused at the decision, R20-10).
#[inline]
fn against_ante(rulebook: &Rulebook, ante: Money, play: Stake) -> Stake {
    if play.under_minimum {
        return play;
    }
    if play.staked > ante && rulebook.play_over.says == PlayOver::ToAnte {
        let at_risk = play.at_risk.min(ante);
        return Stake {
            at_risk,
            also: rulebook.play_over.cites,
            ..play
        };
    }
    match rulebook.play_under.says {
        PlayUnder::AsIs if play.staked < ante => Stake {
            also: rulebook.play_under.cites,
            ..play
        },
        PlayUnder::AsIs => play,
    }
}
