//! What people and machines do: leave, hide, peek, stake twice, break down.

use super::Stage;
use crate::actor::Post;
use crate::irregularity::{Act, Circumstances, Remedy};
use crate::rulebook::{
    Absent, Disclosure, ExtraView, InterruptionNoOutcome, InterruptionOutcome, InterruptionScope,
    JackpotFaultLater, JackpotFaultScope, JackpotFaultSeen, Rulebook, VoidOrReferral,
};

impl Rulebook {
    pub(super) fn interruption(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        if self.interruption_scope.says == Some(InterruptionScope::PowerOnly) && !facts.power {
            return self.referred(self.interruption_scope.cites, Act::Open);
        }
        match stage {
            Stage::BetsOpen | Stage::BetsClosed | Stage::Dealing => {
                self.interrupted_without_outcome()
            }
            Stage::Deciding if !facts.outcome => self.interrupted_without_outcome(),
            Stage::Deciding | Stage::Shown => match self.interruption_outcome.says {
                InterruptionOutcome::Continue => self.by(&self.interruption_outcome, Act::Continue),
                InterruptionOutcome::Referral => {
                    self.referred(self.interruption_outcome.cites, Act::Continue)
                }
            },
        }
    }

    fn interrupted_without_outcome(&self) -> Remedy {
        let switch = &self.interruption_no_outcome;
        match switch.says {
            InterruptionNoOutcome::Void => self.by(switch, Act::Void),
            InterruptionNoOutcome::OptionWithdrawAll => self.by(switch, Act::MayWithdraw),
            InterruptionNoOutcome::Referral => self.referred(switch.cites, Act::Open),
        }
    }

    pub(super) fn jackpot_fault(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        let scope = &self.jackpot_fault_scope;
        if scope.says == Some(JackpotFaultScope::OnlyIfJackpotBets) && !facts.jackpot_bets {
            return self.by(scope, Act::Continue);
        }
        let remedy = self.jackpot_fault_in_scope(stage, facts);
        if facts.jackpot_bets || scope.is_not_asked() {
            return remedy;
        }
        // That the game does not go on without jackpot bets is the answer of a switch.
        remedy.and(scope.cites)
    }

    fn jackpot_fault_in_scope(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => self.jackpot_fault_unseen(),
            Stage::Dealing | Stage::Deciding | Stage::Shown if !facts.contact => {
                self.jackpot_fault_unseen()
            }
            Stage::Dealing | Stage::Deciding | Stage::Shown => match self.jackpot_fault_seen.says {
                Some(JackpotFaultSeen::ContinueAtRecorded) => {
                    self.by(&self.jackpot_fault_seen, Act::Continue)
                }
                Some(JackpotFaultSeen::Referral) | None => {
                    self.referred(self.jackpot_fault_seen.cites, Act::Open)
                }
            },
        }
    }

    fn jackpot_fault_unseen(&self) -> Remedy {
        match self.jackpot_fault_unseen.says {
            Some(VoidOrReferral::Void) => self.by(&self.jackpot_fault_unseen, Act::Void),
            Some(VoidOrReferral::Referral) | None => {
                self.referred(self.jackpot_fault_unseen.cites, Act::Open)
            }
        }
    }

    pub(super) fn jackpot_fault_later(&self) -> Remedy {
        match self.jackpot_fault_later.says {
            Some(JackpotFaultLater::HousePicks) => self
                .by(&self.jackpot_fault_later, Act::HouseMode)
                .ruled_by(Post::House),
            Some(JackpotFaultLater::Referral) | None => {
                self.referred(self.jackpot_fault_later.cites, Act::Open)
            }
        }
    }

    /// A Player leaves before his decision. While bets are open that has no effect: his bets stay.
    pub(super) fn leaves_decision_due(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        let after_viewing = self.absent_after_viewing.says.filter(|_| facts.contact);
        let absent = after_viewing.unwrap_or(self.absent_undecided.says);
        let act = match absent {
            Absent::Folded => Act::TreatAsFolded,
            Absent::InvalidReturned => Act::Invalidate,
        };
        match stage {
            Stage::BetsOpen => self.on(self.grounds.leaves, Act::Continue),
            Stage::BetsClosed | Stage::Dealing | Stage::Deciding => self
                .by(&self.absent_undecided, act)
                .and(self.absent_after_viewing.cites),
            Stage::Shown => Remedy::cannot_arise(),
        }
    }

    pub(super) fn leaves_nothing_due(&self, stage: Stage) -> Remedy {
        let act = match stage {
            Stage::BetsOpen => Act::Continue,
            Stage::BetsClosed | Stage::Dealing | Stage::Deciding | Stage::Shown => {
                Act::SettleNormally
            }
        };
        self.on(self.grounds.leaves, act)
    }

    pub(super) fn awards_held(&self) -> Remedy {
        self.on(self.grounds.leaves, Act::AwardsHeld)
            .and(self.jackpot_claim.cites)
    }

    pub(super) fn hand_not_revealed(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::BetsOpen | Stage::BetsClosed | Stage::Dealing | Stage::Deciding => {
                Remedy::cannot_arise()
            }
            Stage::Shown => self.by(
                &self.decline_reveal,
                Act::Unrevealed(self.decline_reveal.says),
            ),
        }
    }

    pub(super) fn extra_look(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            // No Player has looked, so none has looked twice.
            Stage::Dealing if !facts.contact => Remedy::cannot_arise(),
            Stage::Dealing | Stage::Deciding | Stage::Shown => self.looked_twice(),
        }
    }

    fn looked_twice(&self) -> Remedy {
        match self.extra_view.says {
            ExtraView::IntentRuling | ExtraView::IntentRulingIfMultiBox => self
                .by(&self.extra_view, Act::RuleOnIntent)
                .ruled_by(Post::PitSupervisor),
            // A hand staked by mistake is a row of its own; any other is for the shift manager.
            ExtraView::MistakenStakesOrGamingShiftManager => self
                .by(&self.extra_view, Act::Open)
                .ruled_by(Post::ShiftManager),
            ExtraView::Referral => self.referred(self.extra_view.cites, Act::Open),
        }
    }

    pub(super) fn mistaken_positions(&self, stage: Stage) -> Remedy {
        let cites = self.multi_box.cites;
        match (stage, self.extra_view.says) {
            (Stage::BetsOpen, _) => self.on(cites, Act::CorrectOrTakeBack),
            (
                Stage::BetsClosed | Stage::Dealing | Stage::Deciding,
                ExtraView::MistakenStakesOrGamingShiftManager,
            ) => self.by(&self.extra_view, Act::KeepOneHand),
            (
                Stage::BetsClosed | Stage::Dealing | Stage::Deciding | Stage::Shown,
                ExtraView::IntentRuling
                | ExtraView::IntentRulingIfMultiBox
                | ExtraView::MistakenStakesOrGamingShiftManager
                | ExtraView::Referral,
            ) => self.referred(cites, Act::Open),
        }
    }

    pub(super) fn disclosed(&self) -> Remedy {
        match self.disclosure.says {
            Disclosure::GamingShiftManagerMayBar => self
                .by(&self.disclosure, Act::MayBar)
                .ruled_by(Post::ShiftManager),
            Disclosure::Referral => self.referred(self.disclosure.cites, Act::Open),
        }
    }
}
