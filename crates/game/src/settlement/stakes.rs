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
    pub staked: Money,
    pub at_risk: Money,
    /// Why less than all of it is at risk, or why a short bet stands.
    pub corrected: Cites,
    /// The other reason, where two apply: above the Ante and above the maximum.
    pub also: Cites,
    /// A repeated stake below the minimum does not count at all (mbs-2019 5.13).
    pub under_minimum: bool,
}

/// The bets of one box that the table's limits govern.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    pub ante: Stake,
    pub play: Stake,
    pub pair_plus: Stake,
    pub five_card: Stake,
}

/// Found at settlement, so nothing is refused here: an excess goes back, a short bet stands (5.1.1, 5.2.1).
pub fn count(rulebook: &Rulebook, limits: &Limits, held: &StakedBox) -> Counted {
    let stakes = &held.stakes;
    let judge = |bet, bounds: Bounds| judge(rulebook, bet, bounds, held.grace_used);
    let five_card = judge(stakes.five_card, limits.five_card);
    let (ante, pair_plus) = match rulebook.limit_scope.says {
        LimitScope::PerArea => (
            judge(stakes.ante, limits.ante),
            judge(stakes.pair_plus, limits.pair_plus),
        ),
        LimitScope::PerPosition => {
            // One limit for the position, the Ante's (G-22): Pair Plus has what the Ante leaves.
            let most = limits.ante.max.map(|max| max.less(stakes.ante));
            let least = limits.ante.min.map(|min| min.less(stakes.pair_plus));
            let ante = judge(
                stakes.ante,
                Bounds {
                    min: least,
                    max: limits.ante.max,
                },
            );
            let least = limits.ante.min.map(|min| min.less(stakes.ante));
            (
                ante,
                judge(
                    stakes.pair_plus,
                    Bounds {
                        min: least,
                        max: most,
                    },
                ),
            )
        }
    };
    let play = against_ante(rulebook, stakes.ante, judge(stakes.play, limits.ante));
    Counted {
        ante,
        play,
        pair_plus,
        five_card,
    }
}

fn judge(rulebook: &Rulebook, staked: Money, bounds: Bounds, grace_used: bool) -> Stake {
    let cap = match rulebook.bet_cap.says {
        BetCap::None => None,
        BetCap::At(most) => Some(most),
    };
    let whole = Stake {
        staked,
        at_risk: staked,
        corrected: &[],
        also: &[],
        under_minimum: false,
    };
    if bounds.min.is_some_and(|min| staked < min) {
        let corrected = rulebook.under_min_closed.cites;
        return match rulebook.under_min_closed.says {
            UnderMinClosed::OnceThenReturn if grace_used => Stake {
                at_risk: Money::ZERO,
                corrected,
                under_minimum: true,
                ..whole
            },
            UnderMinClosed::OnceThenReturn | UnderMinClosed::AsIs => Stake { corrected, ..whole },
        };
    }
    let (most, cites) = match (bounds.max, cap) {
        (Some(max), Some(cap)) if max < cap => (max, rulebook.over_max_closed.cites),
        (_, Some(cap)) => (cap, rulebook.bet_cap.cites),
        (Some(max), None) => (max, rulebook.over_max_closed.cites),
        (None, None) => return whole,
    };
    match rulebook.over_max_closed.says {
        OverMaxClosed::ToMaximum if staked > most => Stake {
            at_risk: most,
            corrected: cites,
            ..whole
        },
        OverMaxClosed::ToMaximum => whole,
    }
}

/// Play above or below the Ante, found only now (IR-24, IR-25; refused at the decision, R20-10).
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
