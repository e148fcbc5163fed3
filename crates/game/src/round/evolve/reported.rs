//! What a report changes at once: facts that hold whatever is then ruled about them.

use crate::round::matter::Report;
use crate::round::{Exposed, Phase, Place, Round};

impl Round {
    /// What a report says has happened, whatever is then ruled about it.
    pub(super) fn take_in(&mut self, report: &Report) {
        match report {
            Report::Exposed { cards, by } => {
                let in_deal = matches!(self.phase, Phase::Dealing(_));
                let felt = self.felt_mut();
                felt.exposed.extend(cards.iter().map(|card| Exposed {
                    card: *card,
                    by: *by,
                    in_deal,
                }));
            }
            Report::FaceUp { card } => {
                let felt = self.felt_mut();
                felt.face_up.push(*card);
                felt.expected.push(*card);
            }
            Report::Together { cards } => {
                let felt = self.felt_mut();
                felt.drawn.extend_from_slice(cards);
                felt.put(Place::Held, cards);
            }
            Report::ExtraLook { at, player } => {
                // He knows the cards, so contact is made; what he may be shown is another matter.
                self.record_first_seen(*player, *at);
                let held = self.at(*at);
                (held.seen, held.handled) = (true, true);
            }
            Report::StakedInError { at, .. } => self.at(*at).staked_in_error = true,
            Report::JackpotFault { recorded } => {
                // The first fault of the round froze the meter (5.17.1).
                self.recorded_meter.get_or_insert(*recorded);
            }
            // Claims until they are ruled on.
            Report::ForeignCard { .. }
            | Report::DeckCount { .. }
            | Report::NotShuffled
            | Report::TooFewCards { .. }
            | Report::Misdealt
            | Report::Found { .. }
            | Report::DealingError { .. }
            | Report::Interruption { .. }
            | Report::LateBet { .. }
            | Report::LateWithdrawal { .. }
            | Report::OutsideLimits { .. }
            | Report::UnequalPlay { .. }
            | Report::LoneJackpot { .. }
            | Report::Disclosure { .. }
            | Report::CountDoubted
            | Report::EarlierRound { .. }
            | Report::Other { .. } => {}
        }
    }
}
