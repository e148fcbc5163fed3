//! Bets that are late, too large, too small, unequal or alone.

use super::Stage;
use crate::irregularity::{Act, Remedy};
use crate::rulebook::{
    JackpotWithoutBase, LateBet, LateWithdrawal, OverMaxClosed, OverMaxOpen, PlayOver, PlayUnder,
    Rulebook, Ruling, UnderMinClosed, UnderMinOpen, UnequalPlayFound, UnequalPlayOffered, Value,
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
        let found = &self.unequal_play_found;
        match stage {
            Stage::BetsOpen | Stage::BetsClosed | Stage::Dealing => Remedy::cannot_arise(),
            Stage::Deciding => match self.unequal_play_offered.says {
                UnequalPlayOffered::Refuse => self.by(&self.unequal_play_offered, Act::Refuse),
            },
            Stage::Shown => match found.says {
                UnequalPlayFound::Referral => self.referred(switch.cites, act),
                UnequalPlayFound::Settle => Remedy {
                    // What the text settles is its own even where a reading of it is ours.
                    house: found.is_the_houses(),
                    ..self.by(switch, act).and(found.cites)
                },
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
