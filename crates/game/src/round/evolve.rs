//! Event to state. What happened, happened: nothing is refused here, and an event no decision could
//! have made stops the table, since then the log is corrupt.

mod irregular;
mod reported;

use std::sync::Arc;

use super::felt::{Felt, Place};
use super::{BettingBox, Decision, Event, Phase, Posting, Round, Showing, Step, WagerSettled};
use crate::card::Card;
use crate::events_of;
use crate::money::Money;
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::Area;

impl Round {
    /// The round as it would stand once `events` have happened: a copy, for what is rare.
    #[cold]
    pub(super) fn after(&self, events: &[Event]) -> Round {
        let mut round = self.clone();
        for event in events {
            round.evolve(event);
        }
        round
    }

    /// Takes in what happened.
    ///
    /// # Panics
    ///
    /// On an event no decision could have made: then the log is corrupt and the table stops.
    #[inline]
    // tidy: table
    pub fn evolve(&mut self, event: &Event) {
        match event {
            events_of![table] => panic!("{} does not belong to a round", event.kind()),

            Event::SeatTaken { at, player } => self.seat_taken(*at, *player),
            Event::BetPlaced {
                at,
                area,
                player,
                amount,
                ..
            } => self.bet_placed(*at, *area, *player, *amount),
            Event::ExcessRejected {
                at,
                area,
                player,
                amount,
            }
            | Event::BetTakenBack {
                at,
                area,
                player,
                amount,
            } => self.bet_taken(*at, *area, *player, *amount),
            Event::MinimumAdvised { at, area, .. } => self.at(*at).prompted.push(*area),
            Event::JackpotOffered { at } => self.at(*at).jackpot_offered = true,
            Event::OneHandInformed { player } => self.informed.push(*player),
            Event::MissingPairPlusCalled { .. } => self.missing_pair_plus_called = true,
            Event::BetsClosed => self.phase = Phase::BetsClosed,

            Event::DealStarted { plan } => self.deal_started(plan),
            Event::CardBurned { card } => self.move_made(&[*card], Place::Burnt),
            Event::CardDealt { to, card } => self.move_made(&[*card], to.place()),
            Event::PacketDealt { to, cards } => self.move_made(cards, to.place()),
            Event::CommunityDealt { cards } => self.move_made(cards, Place::Community),
            Event::CommunityDiscarded { card } => self.discard(*card),
            Event::StepMissed { .. } => self.felt_mut().done += 1,
            Event::CardsAstray { cards, to, instead } => self.went_astray(cards, *to, *instead),
            Event::HandCompleted { at, when } => {
                self.at(*at).times.hand_complete = Some(*when);
            }
            Event::DealCompleted => self.deal_completes(),
            Event::Looked { at, player } => self.looked(*at, *player),
            Event::Touched { at } => self.at(*at).handled = true,

            Event::PlayMade {
                at,
                player,
                amount,
                blind,
            } => self.record_play(*at, *player, *amount, *blind),
            Event::Folded { at, pair_plus } => {
                self.record_decision(*at, Decision::Folded(*pair_plus));
            }
            Event::FoldedByAbsence { at } => self.record_decision(*at, Decision::FoldedByAbsence),
            Event::HandRemoved { at, .. } => self.take_out_of_round(*at, Decision::Removed),
            Event::PairPlusStood { at } => self.record_decision(*at, Decision::StandingPairPlus),
            Event::PlayerLeft { player } => self.record_leaving(*player),
            Event::FoldedCollected { boxes } => self.collect(boxes),

            Event::DealerShown { .. } => self.dealer_shown(),
            Event::CommunityShown { .. } => self.felt_mut().community_shown = true,
            Event::DealerNotNeeded => self.dealer_stays_down(),
            Event::HandRevealed { at, .. } => self.record_showing(*at, Showing::Revealed),
            Event::RevealDeclined { at } => {
                self.record_showing(*at, Showing::Hidden { established: false });
            }
            Event::HandEstablished { at, .. } => {
                self.record_showing(*at, Showing::Hidden { established: true });
            }
            Event::JackpotClaimed { at } => self.at(*at).claimed = true,
            Event::JackpotEntered { at, when } => {
                // Logs exist in which a claim made twice was entered twice: the first entry counts.
                self.at(*at).times.jackpot_entered.get_or_insert(*when);
            }
            Event::WagerSettled(settled) => self.post(settled),
            Event::BoxSettled { at } => self.box_settled(*at),
            Event::JackpotsSettled => self.jackpots_settled = true,
            Event::BoxesSettled => self.boxes_settled(),
            Event::RoundConcluded => self.record_end(),

            Event::ContributionAdded { at, amount } => {
                self.postings.feed(*at, *amount);
            }
            Event::ContributionReversed { at, .. } => {
                self.postings.contributions.retain(|(fed, _)| fed != at);
            }
            Event::JackpotAwarded {
                at, award, amount, ..
            } => self.postings.awards.push((*at, *award, *amount)),
            Event::MeterRead { displayed } => self.postings.meter_read = Some(*displayed),
            Event::MeterMoved { before, after } => self.postings.meter_short += *before - *after,

            Event::PlayFound { .. }
            | Event::PostingReversed(_)
            | Event::AwardReversed { .. }
            | Event::MeterRestored { .. }
            | Event::PayCorrected { .. }
            | events_of![rulings, remedies, card_fixes] => self.evolve_irregular(event),

            events_of![conduct] => Arc::make_mut(&mut self.conduct).evolve(event),

            // For the log, the table, the link and the displays; the round itself is as before.
            Event::BasePrompted { .. }
            | Event::LoneJackpotFlagged { .. }
            | Event::HiddenViewed { .. }
            | Event::GraceUsed { .. }
            | events_of![fault] => {}
        }
    }

    fn seat_taken(&mut self, at: BoxNumber, player: PlayerId) {
        self.is_back(player);
        self.at(at).seated = Some(player);
    }

    /// A Player who sits down or bets is present, whatever was reported before (5.5, mbs-2019 5.11).
    fn is_back(&mut self, player: PlayerId) {
        self.left.retain(|left| *left != player);
    }

    fn bet_placed(&mut self, at: BoxNumber, area: Area, player: PlayerId, amount: Money) {
        self.is_back(player);
        // Boxes without Pair Plus must be called afresh (oceanfront ofg.deal.2.a).
        self.missing_pair_plus_called = false;
        self.at(at).stake(area, player, amount);
    }

    fn bet_taken(&mut self, at: BoxNumber, area: Area, player: PlayerId, amount: Money) {
        self.missing_pair_plus_called = false;
        self.at(at).take(area, player, amount);
    }

    fn deal_started(&mut self, plan: &[Step]) {
        let mut felt = self.spare.0.take().unwrap_or_default();
        felt.plan.extend_from_slice(plan);
        self.phase = Phase::Dealing(felt);
    }

    fn went_astray(&mut self, cards: &[Card], to: Place, instead: Option<Step>) {
        self.draw(cards, to);
        self.felt_mut().done += usize::from(instead.is_some());
    }

    fn deal_completes(&mut self) {
        self.phase = Phase::Deciding(self.take_felt());
    }

    fn dealer_stays_down(&mut self) {
        self.phase = Phase::Settling(self.take_felt());
    }

    fn boxes_settled(&mut self) {
        self.phase = Phase::Jackpots(self.take_felt());
    }

    fn looked(&mut self, at: BoxNumber, player: PlayerId) {
        self.record_first_seen(player, at);
        let held = self.at(at);
        (held.seen, held.handled, held.looked) = (true, true, Some(player));
    }

    pub(super) fn record_first_seen(&mut self, player: PlayerId, at: BoxNumber) {
        if self.first_seen_by(player).is_none() {
            self.first_seen.push((player, at));
        }
    }

    fn record_play(&mut self, at: BoxNumber, player: PlayerId, amount: Money, blind: bool) {
        if amount.is_positive() {
            self.at(at).stake(Area::Play, player, amount);
        }
        self.record_decision(at, Decision::Played { blind });
    }

    pub(super) fn record_decision(&mut self, at: BoxNumber, decision: Decision) {
        self.at(at).decision = decision;
    }

    /// His boxes stay his while chips of his lie there; an empty seat is free again.
    fn record_leaving(&mut self, player: PlayerId) {
        self.left.push(player);
        for (seated, bets) in self.boxes.seats_mut() {
            if *seated == Some(player) && !bets.has_player(player) {
                *seated = None;
            }
        }
    }

    fn collect(&mut self, boxes: &[BoxNumber]) {
        self.collected = true;
        for at in boxes {
            self.at(*at).showing = Showing::Collected;
        }
    }

    fn dealer_shown(&mut self) {
        let mut felt = self.take_felt();
        felt.dealer_shown = true;
        self.phase = Phase::DealerShown(felt);
    }

    fn record_showing(&mut self, at: BoxNumber, showing: Showing) {
        self.at(at).showing = showing;
        self.start_settling();
    }

    fn box_settled(&mut self, at: BoxNumber) {
        self.at(at).settled = true;
        self.start_settling();
    }

    pub(super) fn at(&mut self, at: BoxNumber) -> &mut BettingBox {
        self.boxes
            .get_mut(at)
            .expect("events name boxes of the layout")
    }

    pub(super) fn felt_mut(&mut self) -> &mut Felt {
        match &mut self.phase {
            Phase::Dealing(felt)
            | Phase::Deciding(felt)
            | Phase::DealerShown(felt)
            | Phase::Settling(felt)
            | Phase::Jackpots(felt)
            | Phase::Concluded(Some(felt))
            | Phase::Voided(Some(felt)) => felt,
            Phase::BetsOpen | Phase::BetsClosed | Phase::Concluded(None) | Phase::Voided(None) => {
                panic!("no card has been dealt")
            }
        }
    }

    /// A movement of the plan.
    fn move_made(&mut self, cards: &[Card], to: Place) {
        self.draw(cards, to);
        self.felt_mut().done += 1;
    }

    fn draw(&mut self, cards: &[Card], to: Place) {
        let felt = self.felt_mut();
        felt.drawn.extend_from_slice(cards);
        felt.expected.retain(|next| !cards.contains(next));
        self.lay(cards, to);
    }

    pub(super) fn lay(&mut self, cards: &[Card], to: Place) {
        match to {
            Place::Box(at) => self.at(at).cards.extend_from_slice(cards),
            Place::Dealer | Place::Community | Place::Burnt | Place::Discards | Place::Held => {
                self.felt_mut().put(to, cards);
            }
        }
    }

    fn discard(&mut self, card: Card) {
        let felt = self.felt_mut();
        felt.community.retain(|kept| *kept != card);
        felt.discarded.push(card);
        felt.done += 1;
    }

    /// A hand is out: no more cards go to it.
    pub(super) fn take_out_of_round(&mut self, at: BoxNumber, decision: Decision) {
        self.record_decision(at, decision);
        if let Phase::Dealing(felt) = &mut self.phase {
            felt.drop_steps_to(at);
        }
    }

    fn post(&mut self, settled: &WagerSettled) {
        self.at(settled.at).bets.settle(settled);
        let counted_out = matches!(self.phase, Phase::DealerShown(_) | Phase::Settling(_));
        self.postings.settled.push(Posting {
            line: settled.clone(),
            counted_out,
        });
    }

    #[inline]
    fn start_settling(&mut self) {
        if matches!(self.phase, Phase::DealerShown(_)) {
            self.phase = Phase::Settling(self.take_felt());
        }
    }

    fn record_end(&mut self) {
        let dealt = self.felt().is_some();
        let felt = dealt.then(|| self.take_felt());
        self.phase = Phase::Concluded(felt);
    }

    #[inline]
    pub(super) fn take_felt(&mut self) -> Box<Felt> {
        let phase = core::mem::replace(&mut self.phase, Phase::BetsClosed);
        phase.into_felt().expect("no card has been dealt")
    }
}

impl BettingBox {
    #[inline]
    fn stake(&mut self, area: Area, player: PlayerId, amount: Money) {
        self.bets.add(area, player, amount);
        self.prompted.retain(|prompted| *prompted != area);
    }

    fn take(&mut self, area: Area, player: PlayerId, amount: Money) {
        self.bets.take(area, player, amount);
        self.prompted.retain(|prompted| *prompted != area);
    }
}
