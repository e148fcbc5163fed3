//! Cards that went to the wrong place, in the wrong order, or past the burn.

use super::Stage;
use crate::actor::Post;
use crate::irregularity::{Act, Circumstances, Remedy, Then, WhoChooses};
use crate::rulebook::{
    ChoicesOrReferral, FaceUpCard, JointCards, MisdealUncontacted, MoveHandsChoices, Rulebook,
};

impl Rulebook {
    pub(super) fn hands_misplaced(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        let in_time = if facts.contact {
            self.misdealt_after_contact(self.whole_hands_proposal())
        } else {
            self.whole_hands_moved()
        };
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            Stage::Dealing | Stage::Deciding => in_time,
            Stage::Shown => self.past_the_deadline(in_time),
        }
    }

    pub(super) fn cards_misplaced(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        let unseen = match self.misdeal_uncontacted.says {
            MisdealUncontacted::VoidUnlessWholeHands => {
                self.by(&self.misdeal_uncontacted, Act::Void)
            }
            MisdealUncontacted::Referral => {
                self.referred(self.misdeal_uncontacted.cites, Act::Void)
            }
        };
        let after_contact = self.misdealt_after_contact(self.void_if_proposed());
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            // Void has no deadline of its own within the round.
            Stage::Dealing | Stage::Deciding | Stage::Shown if !facts.contact => unseen,
            Stage::Dealing | Stage::Deciding => after_contact,
            Stage::Shown => self.past_the_deadline(after_contact),
        }
    }

    pub(super) fn other_dealing_error(&self, stage: Stage) -> Remedy {
        let in_time = match self.other_dealing_error.says {
            ChoicesOrReferral::Choices => self.by(
                &self.other_dealing_error,
                Act::Choices(WhoChooses::Affected),
            ),
            ChoicesOrReferral::Referral => {
                self.referred(self.other_dealing_error.cites, self.void_if_proposed())
            }
        };
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            Stage::Dealing | Stage::Deciding => in_time,
            Stage::Shown => self.past_the_deadline(in_time),
        }
    }

    /// The House says whether the round can be put together again (5.9); a card seen makes it void
    /// without asking.
    pub(super) fn burn_missed(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        let void = self.by(&self.burn_missed, Act::Void);
        let unseen = if facts.reconstructable {
            self.by(
                &self.burn_missed,
                Act::Reconstruct(Then::Ask(WhoChooses::All)),
            )
        } else {
            void
        };
        match stage {
            Stage::BetsOpen | Stage::BetsClosed => Remedy::cannot_arise(),
            Stage::Dealing | Stage::Deciding | Stage::Shown if facts.contact => void,
            Stage::Dealing | Stage::Deciding => unseen.ruled_by(Post::House),
            Stage::Shown => self.past_the_deadline(unseen.ruled_by(Post::House)),
        }
    }

    pub(super) fn face_up_card(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::Dealing => match self.face_up_card.says {
                FaceUpCard::UseAsNext => self.by(&self.face_up_card, Act::Continue),
                FaceUpCard::Referral => {
                    self.referred(self.face_up_card.cites, self.proposing(Act::Continue))
                }
            },
            Stage::BetsOpen | Stage::BetsClosed | Stage::Deciding | Stage::Shown => {
                Remedy::cannot_arise()
            }
        }
    }

    pub(super) fn cards_together(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::Dealing => match self.joint_cards.says {
                JointCards::SupervisorThenChoicesAll => self
                    .by(&self.joint_cards, Act::OrderThenChoices)
                    .ruled_by(Post::PitSupervisor),
                JointCards::Referral => self.referred(self.joint_cards.cites, Act::Open),
            },
            Stage::BetsOpen | Stage::BetsClosed | Stage::Deciding | Stage::Shown => {
                Remedy::cannot_arise()
            }
        }
    }

    fn whole_hands_moved(&self) -> Remedy {
        match self.misdeal_uncontacted.says {
            MisdealUncontacted::VoidUnlessWholeHands => {
                let moved = self.by(
                    &self.misdeal_uncontacted,
                    Act::MoveHands(self.after_moving()),
                );
                moved.and(self.move_hands_choices.cites)
            }
            MisdealUncontacted::Referral => {
                self.referred(self.misdeal_uncontacted.cites, Act::MoveHands(Then::GoOn))
            }
        }
    }

    pub(super) fn after_moving(&self) -> Then {
        match self.move_hands_choices.says {
            MoveHandsChoices::Offer => Then::Ask(WhoChooses::Affected),
            MoveHandsChoices::None => Then::GoOn,
        }
    }

    fn misdealt_after_contact(&self, proposal: Act) -> Remedy {
        match self.misdeal_contacted.says {
            ChoicesOrReferral::Choices => {
                self.by(&self.misdeal_contacted, Act::Choices(WhoChooses::Affected))
            }
            ChoicesOrReferral::Referral => self.referred(self.misdeal_contacted.cites, proposal),
        }
    }

    /// A text that moves whole hands before a Player has touched them suggests the same afterwards.
    fn whole_hands_proposal(&self) -> Act {
        match self.misdeal_uncontacted.says {
            MisdealUncontacted::VoidUnlessWholeHands => Act::MoveHands(Then::GoOn),
            MisdealUncontacted::Referral => self.void_if_proposed(),
        }
    }

    fn void_if_proposed(&self) -> Act {
        self.fallback_proposal().unwrap_or(Act::Open)
    }
}
