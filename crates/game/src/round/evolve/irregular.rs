//! Events of errors, rulings, choices and corrections, as they change a round.

use crate::actor::Actor;
use crate::card::Card;
use crate::events_of;
use crate::irregularity::{Act, Irregularity, Moment};
use crate::round::felt::{Pile, Place};
use crate::round::matter::{Finding, Matter, PendingChoices, Report};
use crate::round::{
    Decision, Event, Phase, Posting, Proposed, Round, Showing, Times, WagerSettled,
};
use crate::settlement::{BoxNumber, Outcome, PlayerId};
use crate::wager::{Area, Wager};

impl Round {
    /// Takes in what an event says about an error, its ruling and what is undone by it.
    #[expect(clippy::too_many_lines, reason = "one arm a kind of event")]
    // tidy: table
    pub(super) fn evolve_irregular(&mut self, event: &Event) {
        match event {
            Event::IrregularityReported {
                irregularity,
                report,
                whose,
                boxes,
                by,
                ..
            } => {
                self.take_in(report);
                let moment = self.moment();
                self.suspension.add(Matter {
                    moment,
                    irregularity: *irregularity,
                    report: report.clone(),
                    whose: *whose,
                    boxes: boxes.clone(),
                    by: *by,
                    proposal: None,
                });
            }
            Event::Referred { on, proposal, by } => self.suspension.propose(*on, *proposal, *by),
            Event::RulingMade {
                on,
                finding,
                act,
                asks,
                cites,
                ..
            } => {
                self.close(*on, finding, *act);
                if let Some(PendingChoices { terms, boxes }) = asks {
                    self.suspension.ask_later(*terms, boxes, cites);
                }
            }
            Event::CardsFound { place, cards } => self.recount(*place, cards),
            Event::CardsRelaid { laid } => self.relay(laid),
            Event::CardsOrdered { cards } => self.order(cards),
            Event::DealStands => {
                let laid = self.laid();
                self.felt_mut().accept(laid);
            }
            Event::ChoicesOffered {
                terms,
                boxes,
                cites,
            } => self.suspension.ask(*terms, boxes, cites),
            Event::WithdrawalPermitted { at, by } => self.permit_withdrawal_of(*at, *by),
            Event::ChoiceMade { at, choice, .. } => self.suspension.chosen(*at, *choice),
            Event::ChoicesEnded => self.suspension.end_choices(),
            Event::BetsWithdrawn { at, player, .. } => self.withdrawn(*at, *player),
            Event::PlayFound { at, player, amount } => {
                self.at(*at).bets.recount(Area::Play, *player, *amount);
            }
            Event::PostingReversed(line) => self.unpost(line),
            Event::AwardReversed { at, award, amount } => {
                let awards = &mut self.postings.awards;
                let reversed = (*at, *award, *amount);
                if let Some(found) = awards.iter().rposition(|paid| *paid == reversed) {
                    awards.remove(found);
                }
            }
            Event::MeterRestored { amount } => self.postings.meter_short -= *amount,
            Event::HandsVoided { .. } => self.redeal(),
            Event::RoundVoided { .. } => {
                self.suspension.end();
                self.correction = None;
                self.phase = Phase::Voided(self.felt().cloned().map(Box::new));
            }
            Event::CorrectionProposed {
                correction,
                by,
                when,
                ..
            } => {
                self.correction = Some(Proposed {
                    correction: *correction,
                    by: *by,
                    when: *when,
                });
            }
            Event::CardCorrected { was, is, .. } => {
                self.correction = None;
                self.read_as(*was, *is);
            }
            Event::PayCorrected {
                at, player, wager, ..
            } => {
                self.correction = None;
                self.pay_corrected.push((*at, *player, *wager));
            }
            Event::PlayerStopped { player, .. } => self.stopped.push(*player),
            // For the log and the displays; the round itself is as before.
            Event::InterruptionResumed { .. }
            | Event::CardsCounted { .. }
            | Event::RoundResumed => {}
            Event::BetPlaced { .. }
            | Event::ExcessRejected { .. }
            | Event::BetTakenBack { .. }
            | Event::ContributionAdded { .. }
            | Event::ContributionReversed { .. }
            | Event::PlayMade { .. }
            | Event::WagerSettled(_)
            | Event::JackpotAwarded { .. }
            | Event::MeterMoved { .. }
            | Event::MeterRead { .. }
            | events_of![
                table, seats, conduct, fault, calls, deal, decisions, showdown, ends
            ] => {
                panic!("{} is no event of an irregularity", event.kind())
            }
        }
    }

    /// With the result known, the second permission counts (mbs-2019 5.7.1).
    fn permit_withdrawal_of(&mut self, at: BoxNumber, by: Actor) {
        let first = self.suspension.permitted_once(at).is_none();
        if first && self.moment() >= Moment::Shown {
            self.suspension.permit_once(at, by);
        } else {
            self.suspension.permit(at);
        }
    }

    fn close(&mut self, on: Irregularity, finding: &Finding, act: Act) {
        let matter = self
            .suspension
            .matters()
            .iter()
            .find(|matter| matter.irregularity == on);
        let report = matter.map(|matter| matter.report.clone());
        if *finding == Finding::Dismissed {
            match report {
                Some(Report::Exposed { cards, .. }) => {
                    let felt = self.felt_mut();
                    felt.exposed
                        .retain(|exposed| !cards.contains(&exposed.card));
                }
                Some(Report::FaceUp { card }) => {
                    let felt = self.felt_mut();
                    felt.face_up.retain(|up| *up != card);
                    felt.expected.retain(|next| *next != card);
                }
                Some(Report::ExtraLook { at, player }) => {
                    let looked = self.at(at).looked.is_some();
                    let held = self.at(at);
                    (held.seen, held.handled) = (looked, looked);
                    if !looked {
                        self.first_seen.retain(|seen| *seen != (player, at));
                    }
                }
                Some(Report::StakedInError { at, .. }) => self.at(at).staked_in_error = false,
                Some(Report::JackpotFault { .. }) => self.recorded_meter = None,
                Some(_) | None => {}
            }
        }
        let reclassed = *finding == Finding::Reconstructable && act == Act::Open;
        self.suspension.close(on, reclassed);
    }

    /// A place holds other cards than were recorded: what should be there and is not, is among the
    /// discards until a correction puts it back.
    fn recount(&mut self, place: Place, cards: &[Card]) {
        let recorded = self.take_up(place);
        let gone: Vec<Card> = recorded
            .into_iter()
            .filter(|card| !cards.contains(card))
            .collect();
        self.lay(cards, place);
        self.lay(&gone, Place::Discards);
    }

    fn take_up(&mut self, place: Place) -> Vec<Card> {
        let pile = match place {
            Place::Box(at) => &mut self.at(at).cards,
            Place::Dealer => &mut self.felt_mut().dealer,
            Place::Community => &mut self.felt_mut().community,
            Place::Burnt => &mut self.felt_mut().burnt,
            Place::Discards => &mut self.felt_mut().discarded,
            Place::Held => &mut self.felt_mut().held,
        };
        core::mem::take(pile)
    }

    /// Everything is taken up and laid down as the event says; the deal goes on behind the last card.
    fn relay(&mut self, laid: &[Pile]) {
        let boxes: Vec<BoxNumber> = self.boxes().map(|(at, _)| at).collect();
        let piles = boxes.into_iter().map(Place::Box).chain([
            Place::Dealer,
            Place::Community,
            Place::Burnt,
            Place::Discards,
        ]);
        for place in piles.collect::<Vec<_>>() {
            self.take_up(place);
        }
        for Pile { place, cards } in laid {
            self.lay(cards, *place);
        }
        self.felt_mut().resume_plan();
        if matches!(&self.phase, Phase::Deciding(felt) if !felt.is_complete()) {
            self.phase = Phase::Dealing(self.take_felt());
        }
    }

    /// The cards drawn together go out again in the order ruled, from the Dealer's hand.
    fn order(&mut self, cards: &[Card]) {
        let felt = self.felt_mut();
        felt.held.clear();
        let before = felt.drawn.len() - cards.len();
        felt.drawn.truncate(before);
        felt.expected.splice(..0, cards.iter().copied());
    }

    /// All of a Player's chips have left the box; with the last chips the hand goes too.
    fn withdrawn(&mut self, at: BoxNumber, player: PlayerId) {
        // What has gone back to him is his for good; what he lost by folding a void would still return.
        let back = |posting: &Posting| {
            let line = &posting.line;
            line.at == at && line.player == player && line.outcome == Outcome::Returned
        };
        let returned = self
            .postings
            .settled
            .extract_if(.., |posting| back(posting));
        let areas: Vec<Area> = returned
            .filter_map(|posting| posting.line.wager.area())
            .collect();
        let dealt = self.felt().is_some();
        let held = self.at(at);
        for area in areas {
            held.bets.withdraw(area, player);
        }
        if dealt && !held.has_live_bet() {
            held.showing = Showing::Collected;
            self.take_out_of_round(at, Decision::Withdrawn);
        }
    }

    fn unpost(&mut self, line: &WagerSettled) {
        let settled = &mut self.postings.settled;
        let posted = settled.iter().rposition(|posted| posted.line == *line);
        settled.remove(posted.expect("only what was posted is reversed"));
        let held = self.at(line.at);
        held.bets.unsettle(line);
        match line.wager {
            Wager::Jackpot | Wager::Envy => self.jackpots_settled = false,
            Wager::Play | Wager::AnteBonus | Wager::Ante | Wager::PairPlus | Wager::FiveCard => {
                held.settled = false;
            }
        }
    }

    /// Hands void, bets kept: back to where the first card had not been dealt (OFG-08).
    fn redeal(&mut self) {
        self.suspension.end();
        self.phase = Phase::BetsClosed;
        self.first_seen.clear();
        self.collected = false;
        let boxes = &self.boxes;
        // Play has gone back with its chips; the other lines were reversed.
        let out = |posting: &Posting| boxes[posting.line.at].decision.is_out();
        self.postings.settled.retain(out);
        for held in self.boxes.used_mut() {
            held.cards.clear();
            held.looked = None;
            held.times = Times::default();
            if held.decision.is_out() {
                continue;
            }
            held.bets.clear(Area::Play);
            (held.seen, held.handled, held.looked) = (false, false, None);
            (held.settled, held.claimed) = (false, false);
            (held.decision, held.showing) = (Decision::Undecided, Showing::FaceDown);
        }
    }

    /// A card was misread: it is the other, wherever it lies.
    fn read_as(&mut self, was: Card, is: Card) {
        let piles = self.boxes.used_mut().map(|held| &mut held.cards);
        for card in piles.flatten() {
            if *card == was {
                *card = is;
            }
        }
        self.felt_mut().read_as(was, is);
    }
}
