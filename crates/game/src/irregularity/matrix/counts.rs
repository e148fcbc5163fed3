//! Too many cards, or too few: the Dealer's, a Player's, the community's.

use super::Stage;
use crate::actor::Post;
use crate::irregularity::{Act, Circumstances, Others, Remedy, Then, WhoChooses, Whose};
use crate::rulebook::{
    ChoicesOrReferral, CommunityError, DealerCountWrong, PermitWithdrawal, PlayerCountWrong,
    PlayerCountWrongUncontacted, Rulebook,
};

impl Rulebook {
    pub(super) fn dealer_count(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            Stage::Dealing | Stage::Deciding | Stage::Shown => {
                self.by(&self.dealer_count_wrong, self.voided_by_a_count())
            }
        }
    }

    pub(super) fn player_count(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            Stage::Dealing | Stage::Deciding if !facts.contact => self.player_count_unseen(),
            Stage::Dealing | Stage::Deciding => {
                let remedy = self.by(&self.player_count_wrong, self.player_count_act());
                self.with_permission(remedy)
            }
            // Cards dealt incorrectly that no Player has handled void the game, whenever it is noticed
            // (rws-2013 5.1.4).
            Stage::Shown if !facts.contact && self.spares_whole_hands_alone() => {
                self.player_count_unseen()
            }
            // That it is not void although no Player has handled cards is the answer of a switch.
            Stage::Shown if !facts.contact => {
                let late = self.player_count_when_shown();
                late.and(self.player_count_wrong_uncontacted.cites)
            }
            Stage::Shown => self.player_count_when_shown(),
        }
    }

    /// The choices of the others are over, the hand is not.
    fn player_count_when_shown(&self) -> Remedy {
        let remedy = self.by(&self.player_count_wrong, self.player_count_act());
        let alone = Act::RemoveHand(Others::PlayOn);
        match self.player_count_wrong.says {
            PlayerCountWrong::HandAndOthersChoose if !self.choices_last_to_the_end() => {
                remedy.doing(alone).and(self.choices_deadline.cites)
            }
            PlayerCountWrong::HandAndOthersChoose => remedy.and(self.choices_deadline.cites),
            PlayerCountWrong::HandOnly
            | PlayerCountWrong::HandAndOthersMayWithdraw
            | PlayerCountWrong::VoidAll => self.with_permission(remedy),
        }
    }

    /// Only the hand itself is still removed, by the deadline of its clause: in a round that is over the
    /// others have no bet left to withdraw, by choice or by permission (R20-24, mbs-2019 5.7.1).
    pub(super) fn player_count_after_the_end(&self) -> Remedy {
        let remedy = self.by(&self.player_count_wrong, self.player_count_act());
        let alone = Act::RemoveHand(Others::PlayOn);
        match self.player_count_wrong.says {
            PlayerCountWrong::HandOnly | PlayerCountWrong::VoidAll => remedy,
            PlayerCountWrong::HandAndOthersMayWithdraw => {
                remedy.doing(alone).and(self.late_error.cites)
            }
            PlayerCountWrong::HandAndOthersChoose => {
                remedy.doing(alone).and(self.choices_deadline.cites)
            }
        }
    }

    /// Three kinds of text: any wrong count voids all, a correct deal is restored and the affected
    /// may choose, or it is restored and that is that.
    pub(super) fn count_reconstructable(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        let in_time = match self.dealer_count_wrong.says {
            DealerCountWrong::VoidAll => return self.count_voids_all(stage),
            DealerCountWrong::VoidIfNotReconstructable if facts.contact => {
                self.reconstructed_after_contact(facts)
            }
            DealerCountWrong::VoidIfNotReconstructable => self.reconstructed_unseen(facts),
        };
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            Stage::Dealing | Stage::Deciding => in_time,
            Stage::Shown => {
                let late = self.past_the_deadline(in_time);
                let players = !facts.contact && facts.whose != Whose::Dealer;
                if players && late.is_referred() {
                    // That it is not void is the answer of a switch here too.
                    late.and(self.player_count_wrong_uncontacted.cites)
                } else {
                    late
                }
            }
        }
    }

    /// After the end no Player can choose any more.
    pub(super) fn count_reconstructed_late(&self) -> Remedy {
        match self.dealer_count_wrong.says {
            DealerCountWrong::VoidAll => self.count_voids_all(Stage::Shown),
            DealerCountWrong::VoidIfNotReconstructable => {
                self.referred(self.dealer_count_wrong.cites, Act::Open)
            }
        }
    }

    /// Community cards concern the jackpot bets alone (ML-10).
    pub(super) fn community_wrong(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        let asked = WhoChooses::JackpotBoxes;
        let spoilt = match self.community_error.says {
            Some(CommunityError::Options) | None => Act::Choices(asked),
            Some(CommunityError::ReturnJackpotBets) => Act::ReturnJackpotBets,
            Some(CommunityError::Void) => Act::Void,
        };
        // No Player has looked and the number is wrong: as a misdeal, void unless it can be cured.
        let miscounted = match (facts.reconstructable, self.community_error.says) {
            (true, _) => match self.after_moving() {
                Then::GoOn => Act::Reconstruct(Then::GoOn),
                Then::Ask(_) => Act::Reconstruct(Then::Ask(asked)),
            },
            (false, Some(CommunityError::ReturnJackpotBets)) => Act::ReturnJackpotBets,
            (false, Some(CommunityError::Options | CommunityError::Void) | None) => Act::Void,
        };
        let spoilt = self.by(&self.community_error, spoilt);
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            Stage::Dealing if facts.contact || facts.exposed => spoilt,
            Stage::Dealing => {
                let remedy = self.by(&self.community_error, miscounted);
                let remedy = remedy.and(self.misdeal_uncontacted.cites);
                if facts.reconstructable {
                    remedy.and(self.move_hands_choices.cites)
                } else {
                    remedy
                }
            }
            Stage::Deciding => spoilt,
            // What becomes of the bets then is for the authority, whatever the house chose (ML-10).
            Stage::Shown => self.too_late_to_choose(spoilt),
        }
    }

    /// The text that voids every hand on a wrong count has the cards shuffled again.
    fn voided_by_a_count(&self) -> Act {
        match self.dealer_count_wrong.says {
            DealerCountWrong::VoidAll => Act::VoidAndReshuffle,
            DealerCountWrong::VoidIfNotReconstructable => Act::Void,
        }
    }

    fn count_voids_all(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            Stage::Dealing | Stage::Deciding | Stage::Shown => {
                self.by(&self.dealer_count_wrong, Act::VoidAndReshuffle)
            }
        }
    }

    fn player_count_unseen(&self) -> Remedy {
        let switch = &self.player_count_wrong_uncontacted;
        match switch.says {
            PlayerCountWrongUncontacted::HandOnly => {
                self.with_permission(self.by(switch, self.player_count_act()))
            }
            PlayerCountWrongUncontacted::VoidRound => self.by(switch, self.voided_by_a_count()),
        }
    }

    fn player_count_act(&self) -> Act {
        match self.player_count_wrong.says {
            PlayerCountWrong::HandOnly => Act::RemoveHand(Others::PlayOn),
            PlayerCountWrong::HandAndOthersMayWithdraw => {
                Act::RemoveHand(Others::MayBePermittedToWithdraw)
            }
            PlayerCountWrong::HandAndOthersChoose => Act::RemoveHand(Others::Choose),
            PlayerCountWrong::VoidAll => self.voided_by_a_count(),
        }
    }

    /// Where the other Players need a permission to withdraw, the form names the post that gives it.
    fn with_permission(&self, remedy: Remedy) -> Remedy {
        let post = match self.permit_withdrawal_role.says {
            None => return remedy,
            Some(PermitWithdrawal::PitSupervisor) => Post::PitSupervisor,
            Some(PermitWithdrawal::GamingShiftManager) => Post::ShiftManager,
        };
        remedy.ruled_by(post).and(self.permit_withdrawal_role.cites)
    }

    fn reconstructed_unseen(&self, facts: &Circumstances) -> Remedy {
        // Choices that are only a default fill a silence, and a clause that spares the hand is
        // not silent.
        let then = if self.chooses_by_the_text() {
            Then::Ask(WhoChooses::Affected)
        } else {
            Then::GoOn
        };
        let switch = &self.player_count_wrong_uncontacted;
        match facts.whose {
            Whose::Dealer => self.restored(facts, then),
            Whose::Player | Whose::Community if self.spares_whole_hands_alone() => {
                self.by(switch, Act::Void)
            }
            // That the hand is spared although no Player has seen or handled cards is the answer
            // of a switch.
            Whose::Player | Whose::Community => self.restored(facts, then).and(switch.cites),
        }
    }

    fn reconstructed_after_contact(&self, facts: &Circumstances) -> Remedy {
        let switch = &self.other_dealing_error;
        match (switch.says, facts.whose) {
            (ChoicesOrReferral::Choices, _) if self.chooses_by_the_text() => {
                self.restored(facts, Then::Ask(WhoChooses::Affected))
            }
            (ChoicesOrReferral::Choices, _) => self.by(switch, Act::Choices(WhoChooses::Affected)),
            // No clause of the text spares a Player's hand that is put right card by card.
            (ChoicesOrReferral::Referral, Whose::Player | Whose::Community)
                if self.player_count_wrong.is_the_houses() =>
            {
                self.referred(switch.cites, Act::Reconstruct(Then::GoOn))
            }
            (ChoicesOrReferral::Referral, Whose::Player | Whose::Dealer | Whose::Community) => {
                let restored = self.restored(facts, Then::GoOn);
                if switch.is_open() {
                    restored.and(switch.cites)
                } else {
                    restored
                }
            }
        }
    }

    fn restored(&self, facts: &Circumstances, then: Then) -> Remedy {
        let spares = match facts.whose {
            Whose::Dealer => self.dealer_count_wrong.cites,
            Whose::Player | Whose::Community => self.player_count_wrong.cites,
        };
        let remedy = self.on(spares, Act::Reconstruct(then));
        match then {
            Then::GoOn => remedy,
            Then::Ask(_) => remedy.and(self.other_dealing_error.cites),
        }
    }

    fn chooses_by_the_text(&self) -> bool {
        self.other_dealing_error.says == ChoicesOrReferral::Choices
            && !self.other_dealing_error.is_the_houses()
    }

    /// A Player's hand that can be put right only card by card is not spared (rws-2013 5.1.4).
    fn spares_whole_hands_alone(&self) -> bool {
        self.player_count_wrong_uncontacted.says == PlayerCountWrongUncontacted::VoidRound
    }
}
