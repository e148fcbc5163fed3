//! When a jackpot hand is entered into the system: the order in which mbs-2019 3.19 pays tables.
//!
//! The time stamp of the entry decides (MBS-21). Where a Player has to claim, the claim is the entry.
//! Where the system detects jackpots itself, it enters a hand as soon as everybody can see that the hand
//! wins one: when the hand is shown, or when cards that were misread or misplaced are put right.

use super::Caller;
use crate::card::Card;
use crate::hand::Hand;
use crate::round::event::PushWith as _;
use crate::round::{BettingBox, Event, Felt, Round, Showing};
use crate::rulebook::{CrossTableOrder, JackpotClaim, Rulebook};
use crate::settlement::{BoxNumber, jackpot_row};
use crate::timestamp::Timestamp;
use crate::wager::Area;

impl Round {
    /// The hand of this box is seen by everybody now, and entered where it wins a jackpot.
    #[inline]
    pub(super) fn enter_shown(
        &self,
        rulebook: &Rulebook,
        (at, hand): (BoxNumber, Hand),
        when: Timestamp,
        events: &mut Vec<Event>,
    ) {
        if !rulebook.enters_what_it_detects() {
            return;
        }
        let community = self.felt().and_then(Felt::community_pair);
        if self.boxes[at].is_to_be_entered(rulebook, hand, community) {
            events.push_with(|| Event::JackpotEntered { at, when });
        }
    }

    /// The hands that lie open and win a jackpot only since `events` put cards right.
    pub(super) fn enter_put_right(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        events: &mut Vec<Event>,
    ) {
        if !rulebook.enters_what_it_detects() || !events.iter().any(Event::is_putting_cards_right) {
            return;
        }
        let round = self.after(events);
        let community = round.felt().and_then(Felt::community_pair);
        for (at, held) in round.in_round() {
            let shown = matches!(
                held.showing,
                Showing::Revealed | Showing::Hidden { established: true }
            );
            let hand = held.hand().filter(|_| shown);
            if hand.is_some_and(|hand| held.is_to_be_entered(rulebook, hand, community)) {
                events.push(Event::JackpotEntered {
                    at,
                    when: caller.now,
                });
            }
        }
    }
}

impl BettingBox {
    /// The first entry counts: a hand is not entered again.
    fn is_to_be_entered(
        &self,
        rulebook: &Rulebook,
        hand: Hand,
        community: Option<[Card; 2]>,
    ) -> bool {
        self.times.jackpot_entered.is_none()
            && self.bets.unsettled(Area::Jackpot).is_positive()
            && jackpot_row(rulebook, hand, community).is_some()
    }
}

impl Rulebook {
    /// Tables are paid in order of entry, and no Player has to claim.
    #[inline]
    fn enters_what_it_detects(&self) -> bool {
        let by_entry = self.jackpot_cross_table_order.says == Some(CrossTableOrder::FirstEntered);
        by_entry && self.jackpot_claim.says != Some(JackpotClaim::MustNotify)
    }
}

impl Event {
    fn is_putting_cards_right(&self) -> bool {
        matches!(
            self,
            Event::CardCorrected { .. } | Event::CardsRelaid { .. } | Event::CardsFound { .. }
        )
    }
}
