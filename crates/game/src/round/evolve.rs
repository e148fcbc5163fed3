//! Event to state. What happened, happened: nothing is refused here, and an event no decision could
//! have made stops the table, since then the log is corrupt.

use super::{
    Bets, BettingBox, Deal, Decision, Event, Layout, Phase, Round, Share, Showing, Spot,
    WagerSettled,
};
use crate::card::{Card, CardSet};
use crate::hand::Hand;
use crate::money::Money;
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::{Area, Wager};

impl Round {
    /// The round as it would stand once `events` have happened.
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
    // tidy: table
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::TableOpened { .. }
            | Event::TableClosed
            | Event::NoticeDisplayed { .. }
            | Event::MethodChosen { .. }
            | Event::BetsOpened { .. } => panic!("{} does not belong to a round", event.kind()),

            Event::SeatTaken { at, player } => self.at(*at).seated = Some(*player),
            Event::BetPlaced {
                at,
                area,
                player,
                amount,
                ..
            } => {
                // Whoever bets is there, and boxes without Pair Plus must be called afresh.
                self.left.retain(|left| left != player);
                self.missing_pair_plus_called = false;
                self.at(*at).stake(*area, *player, *amount);
            }
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
            } => {
                self.missing_pair_plus_called = false;
                self.at(*at).take(*area, *player, *amount);
            }
            Event::MinimumAdvised { at, area, .. } => self.at(*at).prompted.push(*area),
            Event::JackpotOffered { at } => self.at(*at).jackpot_offered = true,
            Event::OneHandInformed { player } => self.informed.push(*player),
            Event::MissingPairPlusCalled { .. } => self.missing_pair_plus_called = true,
            Event::BetsClosed => self.phase = Phase::BetsClosed,

            Event::DealStarted { plan } => self.phase = Phase::Dealing(Deal::new(plan.clone())),
            Event::CardBurned { card } => self.deal().burn(*card),
            Event::CardDealt { to, card } => self.deal_to(*to, &[*card]),
            Event::PacketDealt { to, cards } => self.deal_to(*to, cards),
            Event::CommunityDealt { cards } => self.deal().community(cards),
            Event::CommunityDiscarded { card } => self.deal().discard(*card),
            Event::DealCompleted => self.phase = Phase::Deciding(self.deal().layout()),
            Event::Looked { at, player } => self.looked(*at, *player),
            Event::Touched { at } => self.at(*at).handled = true,

            Event::PlayMade {
                at,
                player,
                amount,
                blind,
            } => {
                self.plays(*at, *player, *amount, *blind);
            }
            Event::Folded { at, pair_plus } => self.decides(*at, Decision::Folded(*pair_plus)),
            Event::FoldedByAbsence { at } => self.decides(*at, Decision::FoldedByAbsence),
            Event::HandRemoved { at, .. } => self.decides(*at, Decision::Removed),
            Event::PairPlusStood { at } => self.decides(*at, Decision::StandingPairPlus),
            Event::PlayerLeft { player } => self.leaves(*player),
            Event::FoldedCollected { boxes } => self.collect(boxes),

            Event::DealerShown { .. } => self.dealer_shown(),
            Event::DealerNotNeeded => self.phase = Phase::Settling(self.take_layout()),
            Event::HandRevealed { at, .. } => self.shows(*at, Showing::Revealed),
            Event::RevealDeclined { at } => self.shows(*at, Showing::Hidden { established: false }),
            Event::HandEstablished { at, .. } => {
                self.shows(*at, Showing::Hidden { established: true });
            }
            Event::JackpotClaimed { at } => self.at(*at).claimed = true,
            Event::WagerSettled(settled) => self.at(settled.at).bets.settle(settled),
            Event::BoxSettled { at } => self.box_settled(*at),
            Event::JackpotsSettled => self.jackpots_settled = true,
            Event::BoxesSettled => self.phase = Phase::Jackpots(self.take_layout()),
            Event::RoundConcluded => self.phase = Phase::Concluded(self.layout().cloned()),

            // For the log, the link and the displays; the round itself is as before.
            Event::BasePrompted { .. }
            | Event::ContributionAdded { .. }
            | Event::ContributionReversed { .. }
            | Event::LoneJackpotFlagged { .. }
            | Event::CommunityShown { .. }
            | Event::HiddenViewed { .. }
            | Event::JackpotAwarded { .. }
            | Event::MeterMoved { .. } => {}
        }
    }

    fn looked(&mut self, at: BoxNumber, player: PlayerId) {
        self.first_seen.entry(player).or_insert(at);
        let held = self.at(at);
        (held.seen, held.handled) = (true, true);
    }

    fn plays(&mut self, at: BoxNumber, player: PlayerId, amount: Money, blind: bool) {
        if amount.is_positive() {
            self.at(at).stake(Area::Play, player, amount);
        }
        self.decides(at, Decision::Played { blind });
    }

    fn decides(&mut self, at: BoxNumber, decision: Decision) {
        self.at(at).decision = decision;
    }

    /// His boxes stay his while chips of his lie there; an empty seat is free again.
    fn leaves(&mut self, player: PlayerId) {
        self.left.push(player);
        for held in self.boxes.values_mut() {
            if held.seated == Some(player) && !held.bets.has_player(player) {
                held.seated = None;
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
        let layout = Layout {
            dealer_shown: true,
            ..self.take_layout()
        };
        self.phase = Phase::DealerShown(layout);
    }

    fn shows(&mut self, at: BoxNumber, showing: Showing) {
        self.at(at).showing = showing;
        self.start_settling();
    }

    fn box_settled(&mut self, at: BoxNumber) {
        self.at(at).settled = true;
        self.start_settling();
    }

    fn at(&mut self, at: BoxNumber) -> &mut BettingBox {
        self.boxes
            .get_mut(&at)
            .expect("events name boxes of the layout")
    }

    fn deal(&mut self) -> &mut Deal {
        match &mut self.phase {
            Phase::Dealing(deal) => deal,
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Deciding(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_) => panic!("cards go out only in the deal"),
        }
    }

    fn deal_to(&mut self, to: Spot, cards: &[Card]) {
        let deal = self.deal();
        deal.go(cards);
        match to {
            Spot::Dealer => deal.dealer.extend_from_slice(cards),
            Spot::Box(at) => self.at(at).cards.extend_from_slice(cards),
        }
    }

    fn start_settling(&mut self) {
        if matches!(self.phase, Phase::DealerShown(_)) {
            self.phase = Phase::Settling(self.take_layout());
        }
    }

    fn take_layout(&mut self) -> Layout {
        let phase = core::mem::replace(&mut self.phase, Phase::BetsClosed);
        match phase {
            Phase::Deciding(layout)
            | Phase::DealerShown(layout)
            | Phase::Settling(layout)
            | Phase::Jackpots(layout) => layout,
            Phase::BetsOpen | Phase::BetsClosed | Phase::Dealing(_) | Phase::Concluded(_) => {
                panic!("nothing is shown before the deal is complete")
            }
        }
    }
}

impl Deal {
    fn new(plan: Vec<super::Step>) -> Deal {
        Deal {
            plan,
            done: 0,
            used: CardSet::new(),
            burnt: Vec::new(),
            discarded: Vec::new(),
            dealer: Vec::new(),
            community: Vec::new(),
        }
    }

    fn go(&mut self, cards: &[Card]) {
        self.used.extend(cards.iter().copied());
        self.done += 1;
    }

    fn burn(&mut self, card: Card) {
        self.go(&[card]);
        self.burnt.push(card);
    }

    fn community(&mut self, cards: &[Card]) {
        self.go(cards);
        self.community.extend_from_slice(cards);
    }

    fn discard(&mut self, card: Card) {
        self.go(&[]);
        self.community.retain(|kept| *kept != card);
        self.discarded.push(card);
    }

    fn layout(&self) -> Layout {
        let dealer: [Card; 3] = self
            .dealer
            .as_slice()
            .try_into()
            .expect("three cards are the Dealer's");
        Layout {
            dealer: Hand::new(dealer).expect("no card is dealt twice"),
            dealer_shown: false,
            community: self.community.as_slice().try_into().ok(),
            burnt: self.burnt.clone(),
            discarded: self.discarded.clone(),
        }
    }
}

impl BettingBox {
    fn stake(&mut self, area: Area, player: PlayerId, amount: Money) {
        self.bets.add(area, player, amount);
        self.prompted.retain(|prompted| *prompted != area);
    }

    fn take(&mut self, area: Area, player: PlayerId, amount: Money) {
        self.bets.take(area, player, amount);
        self.prompted.retain(|prompted| *prompted != area);
    }
}

impl Bets {
    fn add(&mut self, area: Area, player: PlayerId, amount: Money) {
        let shares = self.shares_mut(area);
        match shares.iter_mut().find(|share| share.player == player) {
            Some(share) => share.amount += amount,
            None => shares.push(Share {
                player,
                amount,
                settled: false,
            }),
        }
    }

    fn take(&mut self, area: Area, player: PlayerId, amount: Money) {
        let shares = self.shares_mut(area);
        let share = shares.iter_mut().find(|share| share.player == player);
        share.expect("only what was staked is taken back").amount -= amount;
        shares.retain(|share| share.amount.is_positive());
    }

    fn settle(&mut self, settled: &WagerSettled) {
        let area = match settled.wager {
            Wager::Play => Area::Play,
            Wager::Ante => Area::Ante,
            Wager::PairPlus => Area::PairPlus,
            Wager::FiveCard => Area::FiveCard,
            Wager::Jackpot => Area::Jackpot,
            Wager::AnteBonus | Wager::Envy => return,
        };
        let open = |share: &&mut Share| share.player == settled.player && !share.settled;
        let share = self.shares_mut(area).iter_mut().find(open);
        share.expect("a bet comes to one end only").settled = true;
    }
}
