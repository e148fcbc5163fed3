//! Bets that are late, too large, too small, unequal or alone.

use super::Stage;
use crate::clause::is_ambiguity;
use crate::irregularity::{Act, Remedy};
use crate::rulebook::{
    JackpotWithoutBase, LateBet, LateWithdrawal, OverMaxClosed, OverMaxOpen, PlayOver, PlayUnder,
    Rulebook, Ruling, UnderMinClosed, UnderMinOpen, Value,
};

impl Rulebook {
    pub(super) fn late_bet(&self, stage: Stage) -> Remedy {
        match (stage, self.late_bet.says) {
            (Stage::BetsOpen, _) => Remedy::cannot_arise(),
            (
                Stage::BetsClosed | Stage::Dealing | Stage::Deciding | Stage::Shown,
                LateBet::Refuse,
            ) => self.by(&self.late_bet, Act::Refuse),
        }
    }

    pub(super) fn late_withdrawal(&self, stage: Stage) -> Remedy {
        let act = match self.late_withdrawal.says {
            LateWithdrawal::Refuse => Act::Refuse,
            LateWithdrawal::KeptAtRisk => Act::KeepAtRisk,
        };
        match stage {
            Stage::BetsOpen => Remedy::cannot_arise(),
            Stage::BetsClosed | Stage::Dealing | Stage::Deciding | Stage::Shown => {
                self.by(&self.late_withdrawal, act)
            }
        }
    }

    pub(super) fn over_maximum(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::BetsOpen => match self.over_max_open.says {
                OverMaxOpen::RejectExcess => self.by(&self.over_max_open, Act::RefuseExcess),
                OverMaxOpen::Refuse => self.by(&self.over_max_open, Act::Refuse),
            },
            Stage::BetsClosed | Stage::Dealing | Stage::Deciding | Stage::Shown => {
                match self.over_max_closed.says {
                    OverMaxClosed::ToMaximum => {
                        self.by(&self.over_max_closed, Act::SettleToMaximum)
                    }
                }
            }
        }
    }

    pub(super) fn under_minimum(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::BetsOpen => match self.under_min_open.says {
                UnderMinOpen::RaiseOrWithdraw => {
                    self.by(&self.under_min_open, Act::CorrectOrTakeBack)
                }
                UnderMinOpen::Refuse => self.by(&self.under_min_open, Act::Refuse),
            },
            Stage::BetsClosed | Stage::Dealing | Stage::Deciding | Stage::Shown => {
                match self.under_min_closed.says {
                    UnderMinClosed::AsIs => self.by(&self.under_min_closed, Act::SettleAsItStands),
                    UnderMinClosed::OnceThenReturn => {
                        self.by(&self.under_min_closed, Act::SettleOnce)
                    }
                }
            }
        }
    }

    pub(super) fn play_above_ante(&self, stage: Stage) -> Remedy {
        let act = match self.play_over.says {
            PlayOver::ToAnte => Act::SettleToAnte,
            PlayOver::ToTableMaximum => Act::SettleToMaximum,
        };
        self.unequal_play(stage, &self.play_over, act)
    }

    pub(super) fn play_below_ante(&self, stage: Stage) -> Remedy {
        let act = match self.play_under.says {
            PlayUnder::AsIs => Act::SettleAsItStands,
        };
        self.unequal_play(stage, &self.play_under, act)
    }

    /// At the decision unequal Play is never taken; at settlement it lies there.
    fn unequal_play<T: Value>(&self, stage: Stage, switch: &Ruling<T>, act: Act) -> Remedy {
        let settled = self.grounds.unequal_play;
        match stage {
            Stage::BetsOpen | Stage::BetsClosed | Stage::Dealing => Remedy::cannot_arise(),
            Stage::Deciding => self
                .on(self.grounds.play_amount, Act::Refuse)
                .and(&["R20-10"]),
            Stage::Shown if settled.is_empty() => self.referred(switch.cites, act),
            Stage::Shown => Remedy {
                // What the text settles is its own even where a reading of it is ours.
                house: settled.iter().all(|id| is_ambiguity(id)),
                ..self.by(switch, act).and(settled)
            },
        }
    }

    pub(super) fn lone_jackpot(&self, stage: Stage) -> Remedy {
        let switch = &self.jackpot_without_base;
        let returned = match switch.says {
            Some(JackpotWithoutBase::ReturnWhenNoticed) | None => Act::ReturnBet,
            Some(JackpotWithoutBase::CureThenReturnAtEnd) => Act::ReturnBetAtEnd,
        };
        match stage {
            Stage::BetsOpen => self.by(switch, Act::CorrectOrTakeBack),
            Stage::BetsClosed | Stage::Dealing | Stage::Deciding | Stage::Shown => {
                self.by(switch, returned)
            }
        }
    }
}
