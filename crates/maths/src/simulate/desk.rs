//! One table of the rules engine, and a round at it as its people play it.
//!
//! Staff and Players say what they would say: the opening call, each bet, the closing call, packet after
//! packet, a look, play or fold, and so on to the end of the round. Which steps a rulebook has is asked
//! of its form; that none is missing or too many the rules themselves see to, by refusing.

use game::{
    Actor, Area, BoxNumber, Card, Command, CommunityDiscard, Event, JackpotClaim, Money, Phase,
    Refusal, Request, Showing, Spot, Step, Table,
};

use super::dealing::Deal;
use super::notes::Notes;
use super::plan::{Plan, SEATS_MAX};
use super::script::{DEALER, Script};
use super::settling::row_made;

#[derive(Clone)]
pub struct Desk {
    table: Table,
    notes: Notes,
}

/// A round before it is played: its cards, what each box will do, and what the meter shows.
pub struct PlannedRound {
    pub deal: Deal,
    pub plays: [bool; SEATS_MAX],
    pub displayed: Money,
}

/// What all tables of a floor have in common.
pub struct Shared {
    pub plan: Plan,
    script: Script,
    hand: AtHand,
}

/// Lists that are filled again and again.
#[derive(Default)]
struct AtHand {
    /// What the last command led to.
    events: Vec<Event>,
    /// Of the last packet dealt: the next one is put on the same list.
    packet: Vec<Card>,
}

type Stepped = Result<(), Refusal>;
/// What is said and done at a table between two breaths.
type Part = fn(&mut Desk, &PlannedRound, &mut Shared) -> Stepped;

impl Shared {
    pub fn new(plan: Plan) -> Shared {
        Shared {
            script: Script::of(&plan),
            plan,
            hand: AtHand::default(),
        }
    }
}

impl Desk {
    /// A whole round, in order.
    pub const ROUND: [Part; 11] = [
        Desk::open,
        Desk::bet,
        Desk::close,
        Desk::deal_out,
        Desk::look,
        Desk::decide,
        Desk::collect,
        Desk::show,
        Desk::settle,
        Desk::pay_jackpots,
        Desk::conclude,
    ];

    pub fn closed(seats: usize) -> Desk {
        Desk {
            table: Table::closed(),
            notes: Notes::new(seats),
        }
    }

    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Something that is not in the script.
    pub fn ask(&mut self, shared: &mut Shared, by: Actor, asks: Request) -> Stepped {
        self.give(&shared.plan, &mut shared.hand, &Command::new(by, asks))
    }

    fn give(&mut self, plan: &Plan, hand: &mut AtHand, command: &Command) -> Stepped {
        // Asked under its own form, a table need not compare two.
        let rulebook = self.table.rulebook().unwrap_or(&plan.rulebook);
        let events = &mut hand.events;
        events.clear();
        self.table.decide_into(rulebook, command, events)?;
        for event in events {
            self.table.evolve(event);
            self.notes.take(event);
        }
        Ok(())
    }

    fn deal_packet(&mut self, shared: &mut Shared, packet: &[Card]) -> Stepped {
        let mut cards = core::mem::take(&mut shared.hand.packet);
        cards.clear();
        cards.extend_from_slice(packet);
        let command = Command::new(DEALER, Request::DealPacket { cards });
        self.give(&shared.plan, &mut shared.hand, &command)?;
        if let Request::DealPacket { cards } = command.asks {
            shared.hand.packet = cards;
        }
        Ok(())
    }

    fn open(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        self.notes.start(&planned.deal, planned.displayed);
        let Shared { plan, script, hand } = shared;
        self.give(plan, hand, &script.open)
    }

    fn bet(&mut self, _: &PlannedRound, shared: &mut Shared) -> Stepped {
        let Shared { plan, script, hand } = shared;
        for lines in &script.boxes {
            for bet in &lines.bets {
                self.give(plan, hand, bet)?;
            }
        }
        Ok(())
    }

    fn close(&mut self, _: &PlannedRound, shared: &mut Shared) -> Stepped {
        let Shared { plan, script, hand } = shared;
        self.give(plan, hand, &script.close)?;
        match &script.call_missing {
            Some(call) => self.give(plan, hand, call),
            None => Ok(()),
        }
    }

    fn deal_out(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let deal = &planned.deal;
        let mut spare = None;
        let mut singles = 0;
        while let Some(step) = self.next_step(shared) {
            let request = match step {
                Step::Packet(spot) => {
                    self.deal_packet(shared, &hand_of(deal, spot))?;
                    continue;
                }
                Step::Single(spot) => {
                    let turn = singles / (deal.boxes().len() + 1);
                    singles += 1;
                    let card = hand_of(deal, spot)[turn];
                    Request::DealNext { card }
                }
                Step::Burn => {
                    let card = next_spare(deal, &mut spare);
                    Request::Burn { card }
                }
                Step::CommunityFromShoe => Request::DealCommunity {
                    cards: community(deal),
                },
                Step::CommunityPacket(2) => {
                    self.deal_packet(shared, &community(deal))?;
                    continue;
                }
                Step::CommunityPacket(_) => {
                    let thrown = next_spare(deal, &mut spare);
                    let packet = beside(community(deal), thrown, &shared.plan);
                    self.deal_packet(shared, &packet)?;
                    continue;
                }
                Step::DiscardCommunity => {
                    let Shared { plan, script, hand } = &mut *shared;
                    self.give(plan, hand, &script.discard)?;
                    continue;
                }
            };
            self.ask(shared, DEALER, request)?;
        }
        Ok(())
    }

    fn look(&mut self, _: &PlannedRound, shared: &mut Shared) -> Stepped {
        let Shared { plan, script, hand } = shared;
        for lines in &script.boxes {
            self.give(plan, hand, &lines.look)?;
        }
        Ok(())
    }

    fn decide(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let Shared { plan, script, hand } = shared;
        for (lines, plays) in script.boxes.iter().zip(&planned.plays) {
            let says = if *plays { &lines.play } else { &lines.fold };
            self.give(plan, hand, says)?;
        }
        Ok(())
    }

    fn collect(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let Shared { plan, script, hand } = shared;
        let folded = planned.plays[..plan.seats()].contains(&false);
        if folded && matches!(self.phase(), Some(Phase::Deciding(_))) {
            self.give(plan, hand, &script.collect)?;
        }
        Ok(())
    }

    fn show(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        if !matches!(self.phase(), Some(Phase::Deciding(_))) {
            // No box is left that a hand is shown to (G-18).
            return Ok(());
        }
        let Shared { plan, script, hand } = shared;
        self.give(plan, hand, &script.show_dealer)?;
        let claims = plan.rulebook.jackpot_claim.says == Some(JackpotClaim::MustNotify);
        let boxes = script.boxes.iter().zip(planned.deal.boxes());
        for (at, (lines, held)) in (1..).map(BoxNumber).zip(boxes) {
            if !self.is_due(at) {
                continue;
            }
            self.give(plan, hand, &lines.show)?;
            let made = || row_made(&plan.rulebook, *held, &planned.deal).is_some();
            if claims && self.has_live(at, &[Area::Jackpot]) && made() {
                self.give(plan, hand, &lines.claim)?;
            }
        }
        Ok(())
    }

    fn settle(&mut self, _: &PlannedRound, shared: &mut Shared) -> Stepped {
        while let Some(at) = self.next_to_settle(shared) {
            let Shared { plan, script, hand } = &mut *shared;
            self.give(plan, hand, &script.boxes[usize::from(at.0) - 1].settle)?;
        }
        Ok(())
    }

    fn pay_jackpots(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let displayed = planned.displayed;
        let jackpots = matches!(self.phase(), Some(Phase::Jackpots(_)));
        if jackpots && shared.plan.stakes.jackpot.is_positive() {
            self.ask(shared, Actor::System, Request::PayJackpots { displayed })?;
        }
        Ok(())
    }

    fn conclude(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let Shared { plan, script, hand } = shared;
        self.give(plan, hand, &script.conclude)?;
        let (rulebook, deal) = (&plan.rulebook, &planned.deal);
        self.notes
            .name_rows(|at| row_made(rulebook, deal.boxes()[at], deal));
        Ok(())
    }

    /// A hand that lies face down and has a bet to be settled.
    fn is_due(&self, at: BoxNumber) -> bool {
        let held = self.table.round().and_then(|round| round.betting_box(at));
        let face_down = held.is_some_and(|held| held.showing == Showing::FaceDown);
        face_down && self.has_live(at, &Area::ALL)
    }

    fn has_live(&self, at: BoxNumber, areas: &[Area]) -> bool {
        let held = self.table.round().and_then(|round| round.betting_box(at));
        held.is_some_and(|held| {
            let mut areas = areas.iter();
            areas.any(|area| held.bets.unsettled(*area).is_positive())
        })
    }

    fn phase(&self) -> Option<&Phase> {
        self.table.round().map(game::Round::phase)
    }

    fn next_step(&self, shared: &Shared) -> Option<Step> {
        self.table.round()?.next_step(&shared.plan.rulebook)
    }

    fn next_to_settle(&self, shared: &Shared) -> Option<BoxNumber> {
        self.table.round()?.next_to_settle(&shared.plan.rulebook)
    }
}

/// The community cards with the one the house throws away of three where it will be (ML-03).
fn beside([one, two]: [Card; 2], thrown: Card, plan: &Plan) -> [Card; 3] {
    match plan.rulebook.community_discard.says {
        Some(CommunityDiscard::First) => [thrown, one, two],
        Some(CommunityDiscard::Middle) => [one, thrown, two],
        Some(CommunityDiscard::Last) | None => [one, two, thrown],
    }
}

fn hand_of(deal: &Deal, spot: Spot) -> [Card; 3] {
    match spot {
        Spot::Box(at) => deal.boxes()[usize::from(at.0) - 1].cards(),
        Spot::Dealer => deal.dealer.cards(),
    }
}

fn community(deal: &Deal) -> [Card; 2] {
    deal.community
        .expect("a game with community cards is dealt them")
}

/// A card that no hand is dealt, for the burn and the discard; each time another.
fn next_spare(deal: &Deal, last: &mut Option<Card>) -> Card {
    let from = last.map_or(0, |card| usize::from(card.index()) + 1);
    let mut free = Card::ALL[from..].iter().filter(|card| !deal.holds(**card));
    let card = *free.next().expect("fifty cards at most are dealt");
    *last = Some(card);
    card
}
