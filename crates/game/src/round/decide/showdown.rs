//! The showdown: the Dealer's hand, the Players' hands, and those who would rather not show.

use super::{Caller, Decided, Done};
use crate::actor::{Actor, Post};
use crate::clause::Cites;
use crate::hand::Hand;
use crate::round::event::PushWith as _;
use crate::round::{
    Announcement, BettingBox, Decision, Event, Felt, Phase, Refusal, RefusalReason, Round, Showing,
};
use crate::rulebook::{Community, DeclineReveal, PairPlusOnlyReveal, Requirement, Rulebook};
use crate::settlement::{BoxNumber, DealerHand, jackpot_row};
use crate::wager::Area;

impl Round {
    pub(super) fn show_dealer(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        events: &mut Vec<Event>,
    ) -> Done {
        rulebook.needs_dealer(by)?;
        self.deciding(rulebook)?;
        self.all_decided(rulebook)?;
        let duty = &rulebook.collect_first;
        let folded = self.in_round().any(|(_, held)| held.is_folded());
        if duty.says == Requirement::Required && folded && !self.collected {
            return Err(rulebook.refuse(RefusalReason::NotCollected, duty.cites));
        }
        let Phase::Deciding(felt) = &self.phase else {
            return Err(self.wrong_phase(rulebook, "the decisions", rulebook.grounds.decision));
        };
        let dealer = self.dealer_hand(rulebook)?;
        self.community_is_right(rulebook)?;
        let DealerHand { hand, qualifies } = DealerHand::new(rulebook, dealer);
        let words = rulebook.dealer_announcement.says == Requirement::Required;
        let announced = words.then_some(if qualifies {
            Announcement::Plays
        } else {
            Announcement::DoesNotPlay
        });
        let hand = Hand::new(hand.sorted()).unwrap_or(hand);
        let from = events.len();
        events.extend(self.unmatched_shares(rulebook));
        let unmatched = events.len() > from;
        events.push_with(|| Event::DealerShown {
            hand,
            qualifies,
            announced,
        });
        events.extend(
            felt.community_pair()
                .map(|cards| Event::CommunityShown { cards }),
        );
        self.bonus_of_folded(rulebook, events);
        events.extend(if unmatched {
            self.after(&events[from..]).all_settled(rulebook)
        } else {
            self.all_settled(rulebook)
        });
        Ok(())
    }

    /// The Dealer's three cards; any other number is for the pit to rule on (IR-10, IR-12).
    #[inline]
    pub(super) fn dealer_hand(&self, rulebook: &Rulebook) -> Result<Hand, Refusal> {
        let hand = self.felt().and_then(Felt::dealer_hand);
        hand.ok_or_else(|| {
            let found = self.felt().map_or(0, |felt| felt.dealer.len());
            let reason = RefusalReason::DealerCountWrong { found };
            rulebook.refuse(reason, rulebook.dealer_count_wrong.cites)
        })
    }

    /// The community cards lie as they should, where there are any.
    #[inline]
    fn community_is_right(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        let found = self.felt().map_or(0, |felt| felt.community.len());
        // No other bet turns on them (ML-10).
        let jackpot =
            |(_, held): (_, &BettingBox)| held.bets.unsettled(Area::Jackpot).is_positive();
        if !self.staked_boxes().any(jackpot) {
            return Ok(());
        }
        match (rulebook.community.says, found) {
            (Community::None, _) | (Community::Two, 2) => Ok(()),
            (Community::Two, _) => {
                let expected = 2;
                let reason = RefusalReason::WrongCount { expected, found };
                Err(rulebook.refuse(reason, rulebook.community_error.cites))
            }
        }
    }

    /// The Dealer turns a hand: Pair Plus alone, a Player who has left, or any hand of oceanfront.
    pub(super) fn show_box(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        at: BoxNumber,
        events: &mut Vec<Event>,
    ) -> Done {
        let Caller { by, now } = caller;
        rulebook.needs_dealer(by)?;
        let hand = self.face_down(rulebook, at)?;
        let held = self.find(rulebook, at)?;
        let gone = held
            .controller()
            .is_some_and(|owner| self.left.contains(&owner));
        if !held.is_turned_by_dealer(rulebook) && !gone {
            return Err(rulebook.refuse(RefusalReason::PlayerShows { at }, rulebook.grounds.reveal));
        }
        events.push_with(|| Event::HandRevealed { at, hand, by });
        self.enter_shown(rulebook, (at, hand), now, events);
        Ok(())
    }

    pub(super) fn reveal(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        at: BoxNumber,
        events: &mut Vec<Event>,
    ) -> Done {
        let Caller { by, now } = caller;
        let player = self.bettor(rulebook, by)?;
        self.showing(rulebook)?;
        let held = self.own_box(rulebook, player, at)?;
        let hand = self.face_down(rulebook, at)?;
        if held.is_turned_by_dealer(rulebook) {
            return Err(rulebook.refuse(RefusalReason::DealerShows { at }, rulebook.grounds.reveal));
        }
        events.push_with(|| Event::HandRevealed { at, hand, by });
        self.enter_shown(rulebook, (at, hand), now, events);
        Ok(())
    }

    pub(super) fn decline_reveal(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        let player = self.bettor(rulebook, by)?;
        self.showing(rulebook)?;
        let held = self.own_box(rulebook, player, at)?;
        self.face_down(rulebook, at)?;
        if held.is_turned_by_dealer(rulebook) {
            return Err(rulebook.refuse(
                RefusalReason::DealerShows { at },
                rulebook.decline_reveal.cites,
            ));
        }
        Ok(vec![Event::RevealDeclined { at }])
    }

    /// A hand that was not shown may still be proven by its Player, until the box is settled (4.5).
    pub(super) fn establish_hand(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        at: BoxNumber,
    ) -> Decided {
        let Caller { by, now } = caller;
        let player = self.bettor(rulebook, by)?;
        self.showing(rulebook)?;
        self.find(rulebook, at)?;
        match rulebook.decline_reveal.says {
            DeclineReveal::OwnBurden | DeclineReveal::DeemedFolded => {}
            DeclineReveal::DeemedLower | DeclineReveal::DealerReveals => {
                let what = "proof of a hand that was not shown";
                let cites = rulebook.decline_reveal.cites;
                return Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
            }
        }
        let held = self.own_box(rulebook, player, at)?;
        let hand = hidden_hand(rulebook, at, held)?;
        if held.settled {
            return Err(
                rulebook.refuse(RefusalReason::Settled { at }, rulebook.decline_reveal.cites)
            );
        }
        let mut events = vec![Event::HandEstablished { at, hand }];
        self.enter_shown(rulebook, (at, hand), now, &mut events);
        Ok(events)
    }

    /// A supervisor's look at a hidden hand is logged and changes nothing (mbs-2019 3.10.1).
    pub(super) fn view_hidden(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        let cites = rulebook.decline_reveal.cites;
        rulebook.needs_post(by, Post::PitSupervisor, cites)?;
        self.showing(rulebook)?;
        let held = self.find(rulebook, at)?;
        if rulebook.decline_reveal.says != DeclineReveal::DeemedLower {
            let what = "a supervisor's look at a hidden hand";
            return Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
        }
        hidden_hand(rulebook, at, held)?;
        Ok(vec![Event::HiddenViewed { at, by }])
    }

    pub(super) fn claim_jackpot(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        at: BoxNumber,
    ) -> Decided {
        let Caller { by, now } = caller;
        let player = match by {
            Actor::System => None,
            Actor::Player(_) | Actor::Staff { .. } => Some(self.bettor(rulebook, by)?),
        };
        self.showing(rulebook)?;
        let held = self.find(rulebook, at)?;
        if let Some(player) = player {
            self.own_box(rulebook, player, at)?;
        }
        let cites = rulebook.grounds.claim;
        match held.showing {
            Showing::Revealed | Showing::Hidden { established: true } => {}
            Showing::FaceDown | Showing::Hidden { established: false } | Showing::Collected => {
                return Err(rulebook.refuse(RefusalReason::NotShown { at }, cites));
            }
        }
        if held.bets.unsettled(Area::Jackpot).is_zero() {
            return Err(rulebook.refuse(RefusalReason::NoJackpotBet { at }, cites));
        }
        let community = self.felt().and_then(Felt::community_pair);
        let listed = held
            .hand()
            .and_then(|hand| jackpot_row(rulebook, hand, community));
        if listed.is_none() {
            return Err(rulebook.refuse(RefusalReason::NoJackpotHand { at }, cites));
        }
        let mut events = vec![Event::JackpotClaimed { at }];
        // A hand keeps its first entry, by the system or by an earlier claim (mbs-2019 3.19, MBS-21).
        if held.times.jackpot_entered.is_none() {
            events.push(Event::JackpotEntered { at, when: now });
        }
        Ok(events)
    }

    /// Once the Dealer's hand lies open, until the round is over.
    #[inline]
    pub(super) fn showing(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        match self.phase {
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => Ok(()),
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::Deciding(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => {
                Err(self.wrong_phase(rulebook, "the showdown", rulebook.grounds.show_dealer))
            }
        }
    }

    /// The hand of a box that lies face down and may be turned.
    fn face_down(&self, rulebook: &Rulebook, at: BoxNumber) -> Result<Hand, Refusal> {
        let no = |reason, cites: Cites| Err(rulebook.refuse(reason, cites));
        self.showing(rulebook)?;
        let held = self.find(rulebook, at)?;
        let grounds = &rulebook.grounds;
        let Some(hand) = held.hand() else {
            let found = held.cards.len();
            return if found == 0 {
                no(RefusalReason::NoCards { at }, grounds.participation)
            } else {
                no(
                    RefusalReason::CountWrong { at, found },
                    rulebook.player_count_wrong.cites,
                )
            };
        };
        match (held.showing, held.decision) {
            (Showing::Collected, _) | (_, Decision::Removed | Decision::Withdrawn) => {
                no(RefusalReason::HandGone { at }, grounds.fold_ends)
            }
            (Showing::Revealed | Showing::Hidden { .. }, _) => {
                no(RefusalReason::ShownAlready { at }, grounds.reveal)
            }
            (Showing::FaceDown, _) if held.is_folded() && !held.has_live_bet() => {
                no(RefusalReason::HandGone { at }, grounds.fold_ends)
            }
            (Showing::FaceDown, _) => Ok(hand),
        }
    }
}

impl BettingBox {
    /// Whether the Dealer turns this hand, rather than its Player.
    #[inline]
    pub(in crate::round) fn is_turned_by_dealer(&self, rulebook: &Rulebook) -> bool {
        let alone = self.bets.total(Area::Ante).is_zero();
        rulebook.decline_reveal.says == DeclineReveal::DealerReveals
            || (alone && rulebook.pair_plus_only_reveal.says == PairPlusOnlyReveal::Dealer)
    }
}

fn hidden_hand(rulebook: &Rulebook, at: BoxNumber, held: &BettingBox) -> Result<Hand, Refusal> {
    let hidden = matches!(held.showing, Showing::Hidden { established: false });
    held.hand().filter(|_| hidden).ok_or_else(|| {
        rulebook.refuse(
            RefusalReason::NotHidden { at },
            rulebook.decline_reveal.cites,
        )
    })
}
