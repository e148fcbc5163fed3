//! An outcome, counted out on as much of a bet as counts.

use super::stakes::Stake;
use super::{Line, Outcome, Reason};
use crate::clause::Citations;
use crate::money::Odds;
use crate::wager::Wager;

/// An outcome before it is counted out in money.
#[derive(Clone, Copy)]
pub struct Verdict {
    /// How the bet ends.
    pub outcome: Outcome,
    /// The clauses that say so.
    pub cites: Citations,
    /// What decided it.
    pub reason: Reason,
}

/// A bet paid by a table, or lost where the table has no row for it.
#[inline]
pub fn by_table(
    wager: Wager,
    stake: Stake,
    odds: Option<Odds>,
    cites: Citations,
    reason: Reason,
) -> Option<Line> {
    let outcome = if odds.is_some() {
        Outcome::Win
    } else {
        Outcome::Lose
    };
    let mut line = Verdict {
        outcome,
        cites,
        reason,
    }
    .on_staked(wager, stake)?;
    if let (Outcome::Win, Some(odds)) = (line.outcome, odds) {
        line.returned = stake.staked
            + stake
                .at_risk
                .pays(odds)
                .expect("odds to 1 pay whole amounts");
    }
    Some(line)
}

impl Verdict {
    /// As `on`, where there is a bet at all.
    #[inline]
    pub fn on_staked(self, wager: Wager, stake: Stake) -> Option<Line> {
        stake.staked.is_positive().then(|| self.on(wager, stake))
    }

    /// Counts the verdict out at even money; a table's odds are put in by the caller.
    #[inline]
    pub fn on(self, wager: Wager, stake: Stake) -> Line {
        if stake.under_minimum && self.outcome != Outcome::Returned {
            let cites = Citations::one(stake.corrected);
            return Line::back(wager, stake.staked, cites, Reason::UnderMinimum);
        }
        if self.outcome == Outcome::Returned {
            return Line::back(wager, stake.staked, self.cites, self.reason);
        }
        if stake.at_risk.is_zero() {
            let cites = Citations::two(stake.corrected, stake.also);
            return Line::back(wager, stake.staked, cites, Reason::NothingCounts);
        }
        let returned = match self.outcome {
            Outcome::Win => stake.staked + stake.at_risk,
            Outcome::Lose => stake.staked - stake.at_risk,
            Outcome::StandOff | Outcome::Returned => stake.staked,
        };
        Line {
            wager,
            staked: stake.staked,
            at_risk: stake.at_risk,
            returned,
            outcome: self.outcome,
            cites: self.cites.and(stake.also).and(stake.corrected),
            reason: self.reason,
        }
    }
}
