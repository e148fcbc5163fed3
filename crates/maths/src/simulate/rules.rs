//! The rules engine: a table that is open, and every step of every round put to it.
//!
//! Staff and Players say what they would say: the opening call, each bet, the closing call, packet after
//! packet, a look, play or fold, and so on to the end of the round. Which steps a rulebook has is asked
//! of its form; that none is missing or too many the rules themselves see to, by refusing.

use std::sync::Arc;

use game::{
    Actor, Area, Bounds, BoxNumber, Card, CardSet, Command, Community, CommunityDiscard,
    CommunityMethod, DeclineReveal, Device, Display, Event, FoldedPairPlus, JackpotClaim,
    JackpotSetup, Limits, Money, Notice, PersonId, Phase, PlayerId, Post, Refusal, Request, Setup,
    Showing, Spot, Step, Table, USUAL_GRACE_SECONDS, YesNo,
};

use super::choices::Choices;
use super::dealing::{Deal, Dealing};
use super::notes::Notes;
use super::plan::{Plan, SEATS_MAX};
use super::player::Block;
use super::settling::{RoundPaid, moves_meter, row_made, rows};

pub struct Rules {
    plan: Plan,
    table: Table,
    choices: Vec<Arc<Choices>>,
    notes: Notes,
    /// Of the last command; one list for all of them.
    events: Vec<Event>,
}

const HOUSE: Actor = staff(Post::House, 1);
const DEALER: Actor = staff(Post::Dealer, 2);

const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

impl Rules {
    /// Opens the table and hangs up what must be on display.
    pub fn open(plan: Plan, choices: Vec<Arc<Choices>>) -> Result<Rules, Refusal> {
        let setup = setup(&plan);
        let displays = plan.rulebook.display_required.says;
        let two_ways =
            plan.rulebook.community.says == Community::Two && setup.device == Device::Shuffler;
        let mut rules = Rules {
            table: Table::closed(),
            choices,
            notes: Notes::new(plan.seats()),
            events: Vec::new(),
            plan,
        };
        rules.ask(
            HOUSE,
            Request::OpenTable {
                setup: Box::new(setup),
            },
        )?;
        if two_ways {
            let method = CommunityMethod::PacketThreeLast;
            rules.ask(HOUSE, Request::ChooseMethod { method })?;
        }
        for display in displays {
            let notice = match display {
                Display::Limits => Notice::Limits,
                Display::JackpotAmount => Notice::JackpotAmount,
                Display::Method => Notice::DealingMethod,
            };
            rules.ask(HOUSE, Request::DisplayNotice { notice })?;
        }
        Ok(rules)
    }

    /// One round in which every box plays, and one in which every box folds.
    pub fn rehearse(&mut self, deal: &Deal) -> Result<(), Refusal> {
        for plays in [[true; SEATS_MAX], [false; SEATS_MAX]] {
            self.round(deal, plays, self.plan.link.displayed)?;
        }
        Ok(())
    }

    pub fn play(&mut self, dealing: &mut Dealing, block: &mut Block) -> Result<(), Refusal> {
        let live = self.plan.is_live();
        for round in 0..block.rounds {
            let deal = dealing.deal();
            self.round(&deal, self.decisions(&deal), self.plan.link.displayed)?;
            if live && self.moved_meter() {
                block.put_off(round, deal);
            } else {
                block.tally.add_round(self.notes.boxes());
            }
        }
        Ok(())
    }

    pub fn settle(&mut self, deal: &Deal, displayed: Money) -> Result<RoundPaid, Refusal> {
        self.round(deal, self.decisions(deal), displayed)?;
        Ok(self.notes.paid())
    }

    fn decisions(&self, deal: &Deal) -> [bool; SEATS_MAX] {
        let mut plays = [false; SEATS_MAX];
        let hands = deal.boxes().iter().zip(&self.choices);
        for (plays, (hand, choices)) in plays.iter_mut().zip(hands) {
            *plays = choices.plays(*hand, hand.strength());
        }
        plays
    }

    fn moved_meter(&self) -> bool {
        let rulebook = &self.plan.rulebook;
        let won = self.notes.boxes().iter().filter_map(|paid| paid.row);
        let mut awards = won.map(|row| rows(rulebook)[row].award);
        awards.any(|award| moves_meter(rulebook, award))
    }

    fn ask(&mut self, by: Actor, asks: Request) -> Result<(), Refusal> {
        let command = Command::new(by, asks);
        // Asked under its own form, a table need not compare two.
        let rulebook = self.table.rulebook().unwrap_or(&self.plan.rulebook);
        self.table
            .decide_into(rulebook, &command, &mut self.events)?;
        for event in &self.events {
            self.table.evolve(event);
            self.notes.take(event);
        }
        Ok(())
    }

    fn round(
        &mut self,
        deal: &Deal,
        plays: [bool; SEATS_MAX],
        displayed: Money,
    ) -> Result<(), Refusal> {
        self.notes.start(deal, displayed);
        self.bets()?;
        self.cards(deal)?;
        self.decide(&plays)?;
        self.showdown(deal)?;
        while let Some(at) = self.next_to_settle() {
            self.ask(DEALER, Request::Settle { at })?;
        }
        let jackpots = matches!(self.phase(), Some(Phase::Jackpots(_)));
        if jackpots && self.plan.stakes.jackpot.is_positive() {
            self.ask(Actor::System, Request::PayJackpots { displayed })?;
        }
        self.ask(DEALER, Request::Conclude)?;
        let rulebook = &self.plan.rulebook;
        self.notes
            .name_rows(|at| row_made(rulebook, deal.boxes()[at], deal));
        Ok(())
    }

    fn bets(&mut self) -> Result<(), Refusal> {
        self.ask(DEALER, Request::OpenBets)?;
        let stakes = self.plan.stakes;
        let bets = [
            (Area::Ante, stakes.ante),
            (Area::PairPlus, stakes.pair_plus),
            (Area::FiveCard, stakes.five_card),
            (Area::Jackpot, stakes.jackpot),
        ];
        // Where the Dealer has to offer the jackpot bet, taking it needs no offer (mbs-2019 3.5.1).
        let offers = stakes.jackpot.is_zero() && self.has_offer();
        for (at, player) in self.boxes() {
            for (area, amount) in bets {
                if amount.is_positive() {
                    self.ask(player, Request::PlaceBet { at, area, amount })?;
                }
            }
            if offers {
                self.ask(DEALER, Request::OfferJackpot { at })?;
            }
        }
        self.ask(DEALER, Request::CloseBets)?;
        if self.plan.rulebook.missing_pair_plus_call.says == YesNo::Yes {
            self.ask(DEALER, Request::CallMissingPairPlus)?;
        }
        Ok(())
    }

    fn cards(&mut self, deal: &Deal) -> Result<(), Refusal> {
        let mut spare = None;
        let mut singles = 0;
        while let Some(step) = self.next_step() {
            let request = match step {
                Step::Packet(spot) => Request::DealPacket {
                    cards: hand_of(deal, spot).to_vec(),
                },
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
                Step::CommunityPacket(count) => {
                    let mut cards = community(deal).to_vec();
                    if count > 2 {
                        let thrown = next_spare(deal, &mut spare);
                        cards.insert(self.thrown_away(), thrown);
                    }
                    Request::DealPacket { cards }
                }
                Step::DiscardCommunity => Request::DiscardCommunity,
            };
            self.ask(DEALER, request)?;
        }
        Ok(())
    }

    fn decide(&mut self, plays: &[bool; SEATS_MAX]) -> Result<(), Refusal> {
        let amount = self.plan.stakes.ante;
        for (at, player) in self.boxes() {
            self.ask(player, Request::Look { at })?;
        }
        let pair_plus = FoldedPairPlus::Plain;
        for ((at, player), plays) in self.boxes().zip(plays) {
            let request = if *plays {
                Request::Play { at, amount }
            } else {
                Request::Fold { at, pair_plus }
            };
            self.ask(player, request)?;
        }
        let folded = plays[..self.plan.seats()].contains(&false);
        if folded && matches!(self.phase(), Some(Phase::Deciding(_))) {
            self.ask(DEALER, Request::CollectFolded)?;
        }
        Ok(())
    }

    fn showdown(&mut self, deal: &Deal) -> Result<(), Refusal> {
        if !matches!(self.phase(), Some(Phase::Deciding(_))) {
            // Nobody is left to show a hand to (G-18).
            return Ok(());
        }
        self.ask(DEALER, Request::ShowDealer)?;
        let rulebook = &self.plan.rulebook;
        let dealer_turns = rulebook.decline_reveal.says == DeclineReveal::DealerReveals;
        let claims = rulebook.jackpot_claim.says == Some(JackpotClaim::MustNotify);
        for ((at, player), number) in self.boxes().zip(0..) {
            if !self.is_due(at, Area::ALL.as_slice()) {
                continue;
            }
            if dealer_turns {
                self.ask(DEALER, Request::ShowBox { at })?;
            } else {
                self.ask(player, Request::Reveal { at })?;
            }
            let hand = deal.boxes()[number];
            if claims
                && self.has_live(at, &[Area::Jackpot])
                && row_made(&self.plan.rulebook, hand, deal).is_some()
            {
                self.ask(player, Request::ClaimJackpot { at })?;
            }
        }
        Ok(())
    }

    /// A hand that lies face down and has a bet to be settled.
    fn is_due(&self, at: BoxNumber, areas: &[Area]) -> bool {
        let held = self.table.round().and_then(|round| round.betting_box(at));
        held.is_some_and(|held| held.showing == Showing::FaceDown) && self.has_live(at, areas)
    }

    fn has_live(&self, at: BoxNumber, areas: &[Area]) -> bool {
        let held = self.table.round().and_then(|round| round.betting_box(at));
        held.is_some_and(|held| {
            let mut areas = areas.iter();
            areas.any(|area| held.bets.unsettled(*area).is_positive())
        })
    }

    /// Clockwise, with who bets there: every box is another Player's.
    fn boxes(&self) -> impl Iterator<Item = (BoxNumber, Actor)> + use<> {
        let seats = u8::try_from(self.plan.seats()).unwrap_or(0);
        (1..=seats).map(|at| (BoxNumber(at), Actor::Player(PlayerId(u32::from(at)))))
    }

    fn has_offer(&self) -> bool {
        !self.plan.rulebook.grounds.offer_jackpot.is_empty()
    }

    fn phase(&self) -> Option<&Phase> {
        self.table.round().map(game::Round::phase)
    }

    fn next_step(&self) -> Option<Step> {
        self.table.round()?.next_step(&self.plan.rulebook)
    }

    fn next_to_settle(&self) -> Option<BoxNumber> {
        self.table.round()?.next_to_settle(&self.plan.rulebook)
    }

    /// Which of three community cards the house throws away (ML-03).
    fn thrown_away(&self) -> usize {
        match self.plan.rulebook.community_discard.says {
            Some(CommunityDiscard::First) => 0,
            Some(CommunityDiscard::Middle) => 1,
            Some(CommunityDiscard::Last) | None => 2,
        }
    }
}

/// Limits that bind nobody: what may be staked the plan has checked.
fn setup(plan: &Plan) -> Setup {
    let open = Bounds {
        min: Some(Money::ZERO),
        max: Some(Money::LIMIT),
    };
    let devices = plan.rulebook.deal_methods.says;
    let shuffler = devices.contains(&Device::Shuffler);
    let seats = u8::try_from(plan.seats()).unwrap_or(u8::MAX);
    Setup {
        positions: plan.rulebook.positions.says.0.max(seats),
        device: if shuffler {
            Device::Shuffler
        } else {
            devices.first().copied().unwrap_or(Device::Shuffler)
        },
        limits: Limits {
            ante: open,
            pair_plus: open,
            five_card: open,
        },
        jackpot: match plan.rulebook.jackpot_kind.says {
            game::JackpotKind::None => None,
            game::JackpotKind::ThreeCard | game::JackpotKind::FiveCardLinked => {
                Some(JackpotSetup {
                    // A table must name an amount even where nobody bets it.
                    stake: plan.stakes.jackpot.max(Money::minor(1)),
                    contribution: plan.link.contribution,
                    seed: plan.link.seed,
                })
            }
        },
        interruption_grace_seconds: USUAL_GRACE_SECONDS,
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
