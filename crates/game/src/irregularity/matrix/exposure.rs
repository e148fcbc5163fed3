//! Cards that were seen before their time.

use super::Stage;
use crate::irregularity::{Act, Circumstances, Remedy, WhoChooses};
use crate::rulebook::{Exposure, Rulebook, Ruling, YesNo};

impl Rulebook {
    /// Two or more. A card that was exposed in the deal is dealt with there and then.
    pub(super) fn cards_exposed(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        match stage {
            Stage::Dealing if self.is_foreign_to_the_clause(facts) => self.exposed_by_others(),
            Stage::Dealing if facts.contact => self.exposed(&self.exposed_two_contacted, Act::Open),
            Stage::Dealing => self.void_or_referred(&self.exposed_two_uncontacted),
            Stage::BetsOpen | Stage::BetsClosed | Stage::Deciding | Stage::Shown => {
                Remedy::cannot_arise()
            }
        }
    }

    /// One.
    pub(super) fn card_exposed(&self, stage: Stage, facts: &Circumstances) -> Remedy {
        let proposal = self.proposing(Act::Continue);
        match stage {
            Stage::Dealing if self.is_foreign_to_the_clause(facts) => self.exposed_by_others(),
            Stage::Dealing if facts.contact => self.exposed(&self.exposed_after_seen, proposal),
            Stage::Dealing => self.exposed(&self.exposed_one, proposal),
            Stage::BetsOpen | Stage::BetsClosed | Stage::Deciding | Stage::Shown => {
                Remedy::cannot_arise()
            }
        }
    }

    pub(super) fn exposed_after_deal(&self, stage: Stage) -> Remedy {
        match stage {
            Stage::Deciding => self.exposed(&self.exposed_after_deal, Act::Continue),
            Stage::BetsOpen | Stage::BetsClosed | Stage::Dealing | Stage::Shown => {
                Remedy::cannot_arise()
            }
        }
    }

    fn exposed(&self, switch: &Ruling<Exposure>, proposal: Act) -> Remedy {
        match switch.says {
            Exposure::OptionsToAffected => self.by(switch, Act::Choices(WhoChooses::Affected)),
            Exposure::Continue => self.by(switch, Act::Continue),
            Exposure::Void => self.by(switch, Act::Void),
            Exposure::Referral => self.referred(switch.cites, proposal),
        }
    }

    fn is_foreign_to_the_clause(&self, facts: &Circumstances) -> bool {
        !facts.by_dealer && self.exposed_by_anyone.says == YesNo::No
    }

    /// The clauses speak of the Dealer only. As for exposure outside the deal (R20-26) no clause
    /// applies, and the proposal is the same: play on.
    fn exposed_by_others(&self) -> Remedy {
        self.referred(self.exposed_after_deal.cites, Act::Continue)
    }
}
