//! One table of the rules engine, and a round at it as its people play it.
//!
//! Staff and Players say what they would say: the opening call, each bet, the closing call, packet after
//! packet, a look, play or fold, and so on to the end of the round. The rules say what comes next
//! ([`Table::next_duty`]); the plan says what the Players bet and which boxes play.

use game::{
    Actor, Area, BoxNumber, Card, Command, CommunityDiscard, DealerDuty, Event, HouseDuty,
    JackpotClaim, Money, NextDuty, Refusal, Request, Spot, Step, Table,
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
    pub const ROUND: [Part; 8] = [
        Desk::open,
        Desk::bet,
        Desk::close,
        Desk::deal_out,
        Desk::decide,
        Desk::show,
        Desk::settle,
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

    /// What the House has to do before bets can open.
    pub fn house_duty(&self) -> Option<HouseDuty> {
        if let NextDuty::House(duty) = self.table.next_duty() {
            Some(duty)
        } else {
            None
        }
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
        self.work(planned, shared, |duty| duty == DealerDuty::OpenBets)
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

    /// Up to the deal.
    fn close(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        self.work(planned, shared, |duty| {
            matches!(
                duty,
                DealerDuty::OfferJackpot { .. }
                    | DealerDuty::CloseBets
                    | DealerDuty::InformOneHand { .. }
                    | DealerDuty::CallMissingPairPlus
            )
        })
    }

    fn deal_out(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let deal = &planned.deal;
        let mut spare = None;
        let mut singles = 0;
        while let NextDuty::Dealer(DealerDuty::Deal(step)) = self.table.next_duty() {
            let request = match step {
                Step::Packet(spot) => {
                    self.deal_packet(shared, &hand_of(deal, spot))?;
                    continue;
                }
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
                Step::Single(spot) => {
                    let turn = singles / (deal.boxes().len() + 1);
                    singles += 1;
                    step.request(&hand_of(deal, spot)[turn..])
                }
                Step::Burn => step.request(&[next_spare(deal, &mut spare)]),
                Step::CommunityFromShoe => step.request(&community(deal)),
                Step::DiscardCommunity => step.request(&[]),
            };
            let request = request.expect("as many cards as the step takes");
            self.ask(shared, DEALER, request)?;
        }
        Ok(())
    }

    /// Every box looks at its hand and decides.
    fn decide(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let Shared { plan, script, hand } = shared;
        while let NextDuty::Decision { at, .. } = self.table.next_duty() {
            let lines = script.at(at);
            self.give(plan, hand, &lines.look)?;
            let plays = planned.plays[usize::from(at.0) - 1];
            let says = if plays { &lines.play } else { &lines.fold };
            self.give(plan, hand, says)?;
        }
        Ok(())
    }

    fn show(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        self.work(planned, shared, |duty| {
            matches!(duty, DealerDuty::CollectFolded | DealerDuty::ShowDealer)
        })
    }

    /// Hands are turned, claimed where they have to be, and settled.
    fn settle(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        loop {
            let duty = self.table.next_duty();
            if let NextDuty::Reveal { at, .. } = duty {
                let Shared { plan, script, hand } = &mut *shared;
                self.give(plan, hand, &script.at(at).reveal)?;
                self.claim(planned, shared, at)?;
            } else if let NextDuty::Dealer(
                duty @ (DealerDuty::Settle { .. } | DealerDuty::ShowBox { .. }),
            ) = duty
            {
                self.fulfil(planned, shared, duty)?;
                if let DealerDuty::ShowBox { at } = duty {
                    self.claim(planned, shared, at)?;
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The Player says that his hand wins the jackpot, where the rulebook wants him to.
    fn claim(&mut self, planned: &PlannedRound, shared: &mut Shared, at: BoxNumber) -> Stepped {
        let Shared { plan, script, hand } = shared;
        if plan.rulebook.jackpot_claim.says != Some(JackpotClaim::MustNotify) {
            return Ok(());
        }
        let held = planned.deal.boxes()[usize::from(at.0) - 1];
        let made = || row_made(&plan.rulebook, held, &planned.deal).is_some();
        if self.has_live(at, Area::Jackpot) && made() {
            self.give(plan, hand, &script.at(at).claim)?;
        }
        Ok(())
    }

    fn conclude(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        self.work(planned, shared, |duty| {
            matches!(duty, DealerDuty::PayJackpots | DealerDuty::Conclude)
        })?;
        let (rulebook, deal) = (&shared.plan.rulebook, &planned.deal);
        self.notes
            .name_rows(|at| row_made(rulebook, deal.boxes()[at], deal));
        Ok(())
    }

    /// The Dealer does what is owed, step after step, as long as it belongs to this `part`.
    fn work(
        &mut self,
        planned: &PlannedRound,
        shared: &mut Shared,
        part: impl Fn(DealerDuty) -> bool,
    ) -> Stepped {
        while let NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, .. } =
            self.table.next_duty()
            && part(duty)
        {
            self.fulfil(planned, shared, duty)?;
        }
        Ok(())
    }

    /// A duty that takes no cards.
    fn fulfil(&mut self, planned: &PlannedRound, shared: &mut Shared, duty: DealerDuty) -> Stepped {
        let request = duty.request(&[], planned.displayed);
        let request = request.expect("only the deal takes cards");
        self.ask(shared, duty.actor(DEALER), request)
    }

    fn has_live(&self, at: BoxNumber, area: Area) -> bool {
        let held = self.table.round().and_then(|round| round.betting_box(at));
        held.is_some_and(|held| held.bets.unsettled(area).is_positive())
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
