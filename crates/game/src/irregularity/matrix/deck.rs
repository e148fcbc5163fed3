//! The deck itself: foreign cards, wrong numbers, no shuffle, not enough left.

use super::Stage;
use crate::irregularity::{Act, Remedy};
use crate::rulebook::{CountOnDoubt, Rulebook, Ruling, VoidOrReferral};

impl Rulebook {
    pub(super) fn deck_fault(&self) -> Remedy {
        self.void_or_referred(&self.foreign_or_count_wrong)
    }

    pub(super) fn not_shuffled(&self) -> Remedy {
        self.void_or_referred(&self.unshuffled)
    }

    /// Once everybody has three cards there are enough.
    pub(super) fn too_few_cards(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::BetsOpen | Stage::BetsClosed | Stage::Dealing => {
                self.void_or_referred(&self.insufficient_cards)
            }
            Stage::Deciding | Stage::Shown => Remedy::cannot_arise(),
        }
    }

    pub(super) fn count_doubted(&self) -> Remedy {
        match self.count_on_doubt.says {
            CountOnDoubt::Duty => self.by(&self.count_on_doubt, Act::CountDeck),
            CountOnDoubt::None => self.referred(self.count_on_doubt.cites, Act::Open),
        }
    }

    /// A deck or a deal that is not as it should be is proposed void wherever it is referred.
    pub(super) fn void_or_referred(&self, switch: &Ruling<VoidOrReferral>) -> Remedy {
        match switch.says {
            VoidOrReferral::Void => self.by(switch, Act::Void),
            VoidOrReferral::Referral => self.referred(switch.cites, Act::Void),
        }
    }
}
