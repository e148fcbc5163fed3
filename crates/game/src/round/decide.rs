//! Command to events: the guards every command shares, and which room each belongs to.

mod betting;
mod closing;
mod dealing;
mod deciding;
mod entering;
mod irregular;
mod jackpots;
mod limits;
mod looking;
mod paying;
mod posting;
mod showdown;
mod slipping;

use super::{BettingBox, Command, Event, Refusal, RefusalReason, Request, Round};
use crate::actor::{Actor, Post};
use crate::clause::{Citations, Cites};
use crate::rulebook::Rulebook;
use crate::settlement::{BoxNumber, PlayerId};
use crate::timestamp::Timestamp;

pub(super) type Decided = Result<Vec<Event>, Refusal>;
/// The same where the events are put behind those of the caller: every step of a plain round.
pub(super) type Done = Result<(), Refusal>;

/// Who asks, and when.
#[derive(Clone, Copy)]
pub(super) struct Caller {
    by: Actor,
    now: Timestamp,
}

impl Round {
    /// What happens when `command` is given now, or the first rule that refuses it. Changes nothing.
    pub fn decide(&self, rulebook: &Rulebook, command: &Command) -> Decided {
        self.check_suspension(rulebook, &command.asks)?;
        let mut events = Vec::new();
        self.decide_heard(rulebook, command, &mut events)?;
        Ok(events)
    }

    /// As [`Round::decide`] where the round hears the command, behind what stands in `events`
    /// already; after a refusal the caller must not read what was added.
    #[inline]
    // tidy: table
    pub(crate) fn decide_heard(
        &self,
        rulebook: &Rulebook,
        command: &Command,
        events: &mut Vec<Event>,
    ) -> Done {
        let by = command.by;
        let caller = Caller {
            by,
            now: command.now,
        };
        let told = match &command.asks {
            Request::OpenTable { .. }
            | Request::CloseTable
            | Request::DisplayNotice { .. }
            | Request::ChooseMethod { .. }
            | Request::OpenBets
            | Request::AssignActing { .. }
            | Request::LiftBar { .. }
            | Request::RestrictToOne { .. }
            | Request::LiftRestriction { .. }
            | Request::ProposeFaultMode { .. }
            | Request::ApproveFaultMode
            | Request::ClearFault => {
                let round = self.number;
                Err(rulebook.refuse(
                    RefusalReason::RoundNotOver { round },
                    rulebook.grounds.round_ends,
                ))
            }

            Request::Sit { at } => self.sit(rulebook, by, *at),
            Request::PlaceBet { at, area, amount } => {
                return self.place_bet(rulebook, by, (*at, *area, *amount), events);
            }
            Request::PlaceBetFor {
                player,
                at,
                area,
                amount,
            } => return self.place_bet_for(rulebook, by, *player, (*at, *area, *amount), events),
            Request::OfferJackpot { at } => self.offer_jackpot(rulebook, by, *at),
            Request::TakeBack { at, area } => self.take_back(rulebook, by, *at, *area),
            Request::RejectExcess { at, area } => self.reject_excess(rulebook, by, *at, *area),
            Request::AdviseMinimum { at, area } => self.advise_minimum(rulebook, by, *at, *area),
            Request::InformOneHand { player } => self.inform_one_hand(rulebook, by, *player),
            Request::CallMissingPairPlus => self.call_missing_pair_plus(rulebook, by),
            Request::CloseBets => return self.close_bets(rulebook, by, events),

            Request::Burn { card } => return self.burn(rulebook, caller, *card, events),
            Request::DealNext { card } => return self.deal_next(rulebook, caller, *card, events),
            Request::DealPacket { cards } => {
                return self.deal_packet(rulebook, caller, cards, events);
            }
            Request::DealCommunity { cards } => {
                return self.deal_community(rulebook, caller, *cards, events);
            }
            Request::DiscardCommunity => return self.discard_community(rulebook, caller, events),
            Request::Slip { slip } => self.slip(rulebook, caller, slip),
            Request::Look { at } => return self.look(rulebook, by, *at, events),
            Request::Touch { at } => self.touch(rulebook, by, *at),

            Request::Play { at, amount } => return self.play(rulebook, by, *at, *amount, events),
            Request::Fold { at, pair_plus } => {
                return self.fold(rulebook, by, (*at, *pair_plus), events);
            }
            Request::StandPairPlus { at } => self.stand_pair_plus(rulebook, by, *at),
            Request::Leave { player } => self.leave(rulebook, by, *player),
            Request::CollectFolded => self.collect_folded(rulebook, by),

            Request::ShowDealer => return self.show_dealer(rulebook, by, events),
            Request::ShowBox { at } => return self.show_box(rulebook, caller, *at, events),
            Request::Reveal { at } => return self.reveal(rulebook, caller, *at, events),
            Request::DeclineReveal { at } => self.decline_reveal(rulebook, by, *at),
            Request::EstablishHand { at } => self.establish_hand(rulebook, caller, *at),
            Request::ViewHidden { at } => self.view_hidden(rulebook, by, *at),
            Request::ClaimJackpot { at } => self.claim_jackpot(rulebook, caller, *at),

            Request::Settle { at } => return self.settle(rulebook, by, *at, events),
            Request::PayJackpots { displayed } => {
                return self.pay_jackpots(rulebook, by, *displayed, events);
            }
            Request::Conclude => return self.conclude(rulebook, by, events),

            Request::Report { report } => self.report(rulebook, caller, report),
            Request::Rule { on, finding } => self.rule(rulebook, by, *on, finding),
            Request::Refer { on, proposal } => self.refer(rulebook, by, *on, *proposal),
            Request::Choose { at, choice } => self.choose(rulebook, by, *at, *choice),
            Request::ChooseAll { choice } => self.choose_all(rulebook, by, *choice),
            Request::PermitWithdrawal { at } => self.permit_withdrawal(rulebook, by, *at),
            Request::EndChoices => self.end_choices(rulebook, by),
            Request::CountDeck { counted } => self.count_deck(rulebook, caller, *counted),
            Request::ProposeCorrection { correction, reason } => {
                self.propose_correction(rulebook, caller, *correction, reason)
            }
            Request::ApproveCorrection => self.approve_correction(rulebook, caller),
            Request::Bar { player } => self.bar(rulebook, by, *player),
            Request::StopAction { player } => self.stop_action(rulebook, by, *player),
        };
        let mut told = told?;
        self.enter_put_right(rulebook, caller, &mut told);
        events.extend(told);
        Ok(())
    }

    /// A round that waits for a ruling or a choice takes nothing else.
    #[inline]
    pub(crate) fn check_suspension(
        &self,
        rulebook: &Rulebook,
        asks: &Request,
    ) -> Result<(), Refusal> {
        if !self.is_suspended() || asks.is_heard_while_suspended() {
            return Ok(());
        }
        let why = match (self.suspension.at_hand(), self.suspension.choosing()) {
            (Some(matter), _) => matter.irregularity.title(),
            (None, Some(_)) => "Players choose whether to go on",
            (None, None) => "it waits",
        };
        Err(rulebook.refuse(
            RefusalReason::Suspended { why },
            rulebook.grounds.round_ends,
        ))
    }

    #[inline]
    fn find(&self, rulebook: &Rulebook, at: BoxNumber) -> Result<&BettingBox, Refusal> {
        self.boxes.get(at).ok_or_else(|| {
            let (found, boxes) = (at.0, self.setup.positions);
            rulebook.refuse(
                RefusalReason::NoSuchBox { found, boxes },
                rulebook.grounds.layout,
            )
        })
    }

    /// The box, if `player` is the one who decides for it.
    #[inline]
    fn own_box(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        at: BoxNumber,
    ) -> Result<&BettingBox, Refusal> {
        let betting_box = self.find(rulebook, at)?;
        if betting_box.controller() != Some(player) {
            return Err(rulebook.refuse(
                RefusalReason::NotController { at },
                rulebook.grounds.controller,
            ));
        }
        Ok(betting_box)
    }

    /// A Player with a bet in this round (rws-2020 1.14).
    #[inline]
    fn bettor(&self, rulebook: &Rulebook, by: Actor) -> Result<PlayerId, Refusal> {
        let player = rulebook.needs_player(by)?;
        let mut boxes = self.boxes.used();
        let bets = boxes.any(|(_, held)| held.bets.has_player(player));
        if !bets {
            return Err(rulebook.refuse(RefusalReason::NotInRound, rulebook.grounds.player));
        }
        Ok(player)
    }

    #[cold]
    fn wrong_phase(&self, rulebook: &Rulebook, belongs: &'static str, cites: Cites) -> Refusal {
        rulebook.refuse(
            RefusalReason::WrongPhase {
                phase: self.phase.name(),
                belongs,
            },
            cites,
        )
    }
}

impl Request {
    // tidy: table
    const fn is_heard_while_suspended(&self) -> bool {
        match self {
            Request::Report { .. }
            | Request::Rule { .. }
            | Request::Refer { .. }
            | Request::Choose { .. }
            | Request::ChooseAll { .. }
            | Request::PermitWithdrawal { .. }
            | Request::EndChoices
            | Request::CountDeck { .. }
            | Request::Leave { .. }
            | Request::AssignActing { .. } => true,
            Request::OpenTable { .. }
            | Request::CloseTable
            | Request::DisplayNotice { .. }
            | Request::ChooseMethod { .. }
            | Request::OpenBets
            | Request::Sit { .. }
            | Request::PlaceBet { .. }
            | Request::PlaceBetFor { .. }
            | Request::OfferJackpot { .. }
            | Request::TakeBack { .. }
            | Request::RejectExcess { .. }
            | Request::AdviseMinimum { .. }
            | Request::InformOneHand { .. }
            | Request::CallMissingPairPlus
            | Request::CloseBets
            | Request::Burn { .. }
            | Request::DealNext { .. }
            | Request::DealPacket { .. }
            | Request::DealCommunity { .. }
            | Request::DiscardCommunity
            | Request::Slip { .. }
            | Request::Look { .. }
            | Request::Touch { .. }
            | Request::Play { .. }
            | Request::Fold { .. }
            | Request::StandPairPlus { .. }
            | Request::CollectFolded
            | Request::ShowDealer
            | Request::ShowBox { .. }
            | Request::Reveal { .. }
            | Request::DeclineReveal { .. }
            | Request::EstablishHand { .. }
            | Request::ViewHidden { .. }
            | Request::ClaimJackpot { .. }
            | Request::Settle { .. }
            | Request::PayJackpots { .. }
            | Request::Conclude
            | Request::ProposeCorrection { .. }
            | Request::ApproveCorrection
            | Request::Bar { .. }
            | Request::LiftBar { .. }
            | Request::StopAction { .. }
            | Request::RestrictToOne { .. }
            | Request::LiftRestriction { .. }
            | Request::ProposeFaultMode { .. }
            | Request::ApproveFaultMode
            | Request::ClearFault => false,
        }
    }
}

impl Rulebook {
    #[cold]
    pub(crate) fn refuse(&self, reason: RefusalReason, cites: Cites) -> Refusal {
        Refusal::new(reason, self.id, Citations::one(cites))
    }

    #[inline]
    pub(crate) fn needs_post(&self, by: Actor, needed: Post, cites: Cites) -> Result<(), Refusal> {
        match by.post() {
            Some(post) if post >= needed => Ok(()),
            Some(_) | None => Err(self.refuse(RefusalReason::NotYourPost { needed }, cites)),
        }
    }

    /// Calls, dealing and showing are the Dealer's alone; a pit that deals, deals as Dealer.
    #[inline]
    pub(crate) fn needs_dealer(&self, by: Actor) -> Result<(), Refusal> {
        match by.post() {
            Some(Post::Dealer) => Ok(()),
            Some(Post::PitSupervisor | Post::PitManager | Post::ShiftManager | Post::House)
            | None => {
                let needed = Post::Dealer;
                Err(self.refuse(RefusalReason::NotYourPost { needed }, self.grounds.dealer))
            }
        }
    }

    #[inline]
    pub(crate) fn needs_dealer_or_system(&self, by: Actor) -> Result<(), Refusal> {
        match by {
            Actor::System => Ok(()),
            Actor::Player(_) | Actor::Staff { .. } => self.needs_dealer(by),
        }
    }

    #[inline]
    pub(crate) fn needs_player(&self, by: Actor) -> Result<PlayerId, Refusal> {
        by.player()
            .ok_or_else(|| self.refuse(RefusalReason::PlayersOnly, self.grounds.player))
    }
}
