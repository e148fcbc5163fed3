//! One table of the rules engine, and a round at it as its people play it.
//!
//! Staff and Players say what they would say: the opening call, each bet, the closing call, packet after
//! packet, a look, play or fold, and so on to the end of the round. Which steps a rulebook has is asked
//! of its form; that none is missing or too many the rules themselves see to, by refusing.

use game::{
    Actor, Area, BoxNumber, Card, CardSet, Command, CommunityDiscard, DeclineReveal, Event,
    FoldedPairPlus, JackpotClaim, Money, PersonId, Phase, PlayerId, Post, Refusal, Request,
    Showing, Spot, Step, Table, YesNo,
};

use super::dealing::Deal;
use super::notes::Notes;
use super::plan::{Plan, SEATS_MAX};
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
    /// Of the last command; one list for all of them.
    events: Vec<Event>,
    /// Of the last packet dealt: the next one is put on the same list.
    packet: Vec<Card>,
}

type Stepped = Result<(), Refusal>;
/// What is said and done at a table between two breaths.
type Part = fn(&mut Desk, &PlannedRound, &mut Shared) -> Stepped;

pub const HOUSE: Actor = staff(Post::House, 1);
const DEALER: Actor = staff(Post::Dealer, 2);

const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

impl Shared {
    pub fn new(plan: Plan) -> Shared {
        Shared {
            plan,
            events: Vec::new(),
            packet: Vec::new(),
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

    #[inline]
    pub fn ask(&mut self, shared: &mut Shared, by: Actor, asks: Request) -> Stepped {
        self.give(shared, &Command::new(by, asks))
    }

    fn give(&mut self, shared: &mut Shared, command: &Command) -> Stepped {
        // Asked under its own form, a table need not compare two.
        let rulebook = self.table.rulebook().unwrap_or(&shared.plan.rulebook);
        let events = &mut shared.events;
        self.table.decide_into(rulebook, command, events)?;
        for event in events {
            self.table.evolve(event);
            self.notes.take(event);
        }
        Ok(())
    }

    fn deal_packet(&mut self, shared: &mut Shared, packet: &[Card]) -> Stepped {
        let mut cards = core::mem::take(&mut shared.packet);
        cards.clear();
        cards.extend_from_slice(packet);
        let command = Command::new(DEALER, Request::DealPacket { cards });
        self.give(shared, &command)?;
        if let Request::DealPacket { cards } = command.asks {
            shared.packet = cards;
        }
        Ok(())
    }

    fn open(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        self.notes.start(&planned.deal, planned.displayed);
        self.ask(shared, DEALER, Request::OpenBets)
    }

    fn bet(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let stakes = shared.plan.stakes;
        let bets = [
            (Area::Ante, stakes.ante),
            (Area::PairPlus, stakes.pair_plus),
            (Area::FiveCard, stakes.five_card),
            (Area::Jackpot, stakes.jackpot),
        ];
        // Where the Dealer has to offer the jackpot bet, taking it needs no offer (mbs-2019 3.5.1).
        let has_offer = !shared.plan.rulebook.grounds.offer_jackpot.is_empty();
        let offers = stakes.jackpot.is_zero() && has_offer;
        for (at, player) in planned.boxes() {
            for (area, amount) in bets {
                if amount.is_positive() {
                    self.ask(shared, player, Request::PlaceBet { at, area, amount })?;
                }
            }
            if offers {
                self.ask(shared, DEALER, Request::OfferJackpot { at })?;
            }
        }
        Ok(())
    }

    fn close(&mut self, _: &PlannedRound, shared: &mut Shared) -> Stepped {
        self.ask(shared, DEALER, Request::CloseBets)?;
        if shared.plan.rulebook.missing_pair_plus_call.says == YesNo::Yes {
            self.ask(shared, DEALER, Request::CallMissingPairPlus)?;
        }
        Ok(())
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
                Step::DiscardCommunity => Request::DiscardCommunity,
            };
            self.ask(shared, DEALER, request)?;
        }
        Ok(())
    }

    fn look(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        for (at, player) in planned.boxes() {
            self.ask(shared, player, Request::Look { at })?;
        }
        Ok(())
    }

    fn decide(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let amount = shared.plan.stakes.ante;
        let pair_plus = FoldedPairPlus::Plain;
        for ((at, player), plays) in planned.boxes().zip(&planned.plays) {
            let request = if *plays {
                Request::Play { at, amount }
            } else {
                Request::Fold { at, pair_plus }
            };
            self.ask(shared, player, request)?;
        }
        Ok(())
    }

    fn collect(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        let folded = planned.plays[..shared.plan.seats()].contains(&false);
        if folded && matches!(self.phase(), Some(Phase::Deciding(_))) {
            self.ask(shared, DEALER, Request::CollectFolded)?;
        }
        Ok(())
    }

    fn show(&mut self, planned: &PlannedRound, shared: &mut Shared) -> Stepped {
        if !matches!(self.phase(), Some(Phase::Deciding(_))) {
            // Nobody is left to show a hand to (G-18).
            return Ok(());
        }
        self.ask(shared, DEALER, Request::ShowDealer)?;
        let rulebook = &shared.plan.rulebook;
        let dealer_turns = rulebook.decline_reveal.says == DeclineReveal::DealerReveals;
        let claims = rulebook.jackpot_claim.says == Some(JackpotClaim::MustNotify);
        for ((at, player), hand) in planned.boxes().zip(planned.deal.boxes()) {
            if !self.is_due(at) {
                continue;
            }
            if dealer_turns {
                self.ask(shared, DEALER, Request::ShowBox { at })?;
            } else {
                self.ask(shared, player, Request::Reveal { at })?;
            }
            let made = || row_made(&shared.plan.rulebook, *hand, &planned.deal).is_some();
            if claims && self.has_live(at, &[Area::Jackpot]) && made() {
                self.ask(shared, player, Request::ClaimJackpot { at })?;
            }
        }
        Ok(())
    }

    fn settle(&mut self, _: &PlannedRound, shared: &mut Shared) -> Stepped {
        while let Some(at) = self.next_to_settle(shared) {
            self.ask(shared, DEALER, Request::Settle { at })?;
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
        self.ask(shared, DEALER, Request::Conclude)?;
        let (rulebook, deal) = (&shared.plan.rulebook, &planned.deal);
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

impl PlannedRound {
    /// Clockwise, with who bets there: every box is another Player's.
    fn boxes(&self) -> impl Iterator<Item = (BoxNumber, Actor)> + use<> {
        let seats = u8::try_from(self.deal.boxes().len()).unwrap_or(0);
        (1..=seats).map(|at| (BoxNumber(at), Actor::Player(PlayerId(u32::from(at)))))
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

/// A card nobody is dealt, for the burn and the discard; each time another.
fn next_spare(deal: &Deal, last: &mut Option<Card>) -> Card {
    let dealt: CardSet = deal.cards().collect();
    let from = last.map_or(0, |card| usize::from(card.index()) + 1);
    let mut free = Card::ALL[from..]
        .iter()
        .filter(|card| !dealt.contains(**card));
    let card = *free.next().expect("fifty cards at most are dealt");
    *last = Some(card);
    card
}
