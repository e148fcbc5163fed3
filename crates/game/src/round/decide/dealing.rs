//! The deal: burn, single cards, packets, community cards, and who may look at what.

use super::Decided;
use crate::actor::Actor;
use crate::card::{Card, CardSet};
use crate::clause::Cites;
use crate::round::{Decision, Event, Phase, Refusal, Refused, Round, Spot, Step};
use crate::rulebook::{
    CommunityDiscard, Duty, MultiBoxView, PairPlusOnlyReveal, PairPlusOnlyView, Rulebook, YesNo,
};
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::Area;

/// Where the deal stands: the steps still to come and the cards already out.
struct Progress {
    started: bool,
    plan: Vec<Step>,
    done: usize,
    used: CardSet,
}

impl Round {
    pub(super) fn burn(&self, rulebook: &Rulebook, by: Actor, card: Card) -> Decided {
        let progress = self.progress(rulebook, by)?;
        match progress.plan[progress.done] {
            Step::Burn => self.step(rulebook, &progress, &[card], Event::CardBurned { card }),
            Step::Single(_)
            | Step::Packet(_)
            | Step::CommunityFromShoe
            | Step::CommunityPacket(_)
            | Step::DiscardCommunity => Err(progress.not_next(rulebook, rulebook.burn.cites)),
        }
    }

    pub(super) fn deal_next(&self, rulebook: &Rulebook, by: Actor, card: Card) -> Decided {
        let progress = self.progress(rulebook, by)?;
        match progress.plan[progress.done] {
            Step::Single(to) => {
                self.step(rulebook, &progress, &[card], Event::CardDealt { to, card })
            }
            Step::Burn
            | Step::Packet(_)
            | Step::CommunityFromShoe
            | Step::CommunityPacket(_)
            | Step::DiscardCommunity => {
                Err(progress.not_next(rulebook, rulebook.grounds.deal_singles))
            }
        }
    }

    pub(super) fn deal_packet(&self, rulebook: &Rulebook, by: Actor, cards: &[Card]) -> Decided {
        let progress = self.progress(rulebook, by)?;
        progress.use_up(rulebook, cards)?;
        let count = |expected: usize| {
            let reason = Refused::WrongCount {
                expected,
                found: cards.len(),
            };
            rulebook.refuse(reason, rulebook.grounds.deal_packets)
        };
        match progress.plan[progress.done] {
            Step::Packet(to) => {
                let packet: [Card; 3] = cards.try_into().map_err(|_| count(3))?;
                self.step(
                    rulebook,
                    &progress,
                    cards,
                    Event::PacketDealt { to, cards: packet },
                )
            }
            Step::CommunityPacket(expected) => {
                if cards.len() != usize::from(expected) {
                    return Err(count(usize::from(expected)));
                }
                let dealt = Event::CommunityDealt {
                    cards: cards.to_vec(),
                };
                self.step(rulebook, &progress, cards, dealt)
            }
            Step::Burn | Step::Single(_) | Step::CommunityFromShoe | Step::DiscardCommunity => {
                Err(progress.not_next(rulebook, rulebook.grounds.deal_packets))
            }
        }
    }

    pub(super) fn deal_community(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        cards: [Card; 2],
    ) -> Decided {
        let progress = self.progress(rulebook, by)?;
        match progress.plan[progress.done] {
            Step::CommunityFromShoe => {
                let dealt = Event::CommunityDealt {
                    cards: cards.to_vec(),
                };
                self.step(rulebook, &progress, &cards, dealt)
            }
            Step::Burn
            | Step::Single(_)
            | Step::Packet(_)
            | Step::CommunityPacket(_)
            | Step::DiscardCommunity => {
                Err(progress.not_next(rulebook, rulebook.grounds.community))
            }
        }
    }

    /// Which of the three goes is fixed before anybody sees a face (ML-03).
    pub(super) fn discard_community(&self, rulebook: &Rulebook, by: Actor) -> Decided {
        let progress = self.progress(rulebook, by)?;
        let (Step::DiscardCommunity, Phase::Dealing(deal)) =
            (progress.plan[progress.done], &self.phase)
        else {
            return Err(progress.not_next(rulebook, rulebook.grounds.community));
        };
        let goes = match rulebook.community_discard.says {
            Some(CommunityDiscard::First) => 0,
            Some(CommunityDiscard::Middle) => 1,
            Some(CommunityDiscard::Last) | None => 2,
        };
        let card = deal.community[goes];
        self.step(rulebook, &progress, &[], Event::CommunityDiscarded { card })
    }

    /// Whether cards may go out now, and which movement comes next.
    fn progress(&self, rulebook: &Rulebook, by: Actor) -> Result<Progress, Refusal> {
        rulebook.needs_dealer(by)?;
        match &self.phase {
            Phase::BetsOpen => {
                Err(rulebook.refuse(Refused::BetsStillOpen, rulebook.grounds.closing_call))
            }
            Phase::BetsClosed => {
                let called = self.missing_pair_plus_called;
                if rulebook.missing_pair_plus_call.says == YesNo::Yes && !called {
                    let cites = rulebook.missing_pair_plus_call.cites;
                    return Err(rulebook.refuse(Refused::MissingPairPlusNotCalled, cites));
                }
                if self.in_round().next().is_none() {
                    let cites = rulebook.grounds.participation;
                    return Err(rulebook.refuse(Refused::NobodyIn, cites));
                }
                let plan = self.plan(rulebook);
                Ok(Progress {
                    started: false,
                    plan,
                    done: 0,
                    used: CardSet::new(),
                })
            }
            Phase::Dealing(deal) => Ok(Progress {
                started: true,
                plan: deal.plan.clone(),
                done: deal.done,
                used: deal.used,
            }),
            Phase::Deciding(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_) => {
                Err(self.wrong_phase(rulebook, "the deal", rulebook.grounds.deal_singles))
            }
        }
    }

    fn step(
        &self,
        rulebook: &Rulebook,
        progress: &Progress,
        cards: &[Card],
        event: Event,
    ) -> Decided {
        progress.use_up(rulebook, cards)?;
        let mut events = Vec::new();
        if !progress.started {
            events.push(Event::DealStarted {
                plan: progress.plan.clone(),
            });
        }
        events.push(event);
        if progress.done + 1 == progress.plan.len() {
            events.push(Event::DealCompleted);
            let dealt = self.after(&events);
            events.extend(dealt.boxes_that_stand(rulebook));
            events.extend(self.after(&events).absences(rulebook));
            events.extend(self.after(&events).nothing_to_show(rulebook));
        }
        Ok(events)
    }

    /// Where Pair Plus alone is not looked at, the system moves the cards to the Play area (R20-06).
    fn boxes_that_stand(&self, rulebook: &Rulebook) -> Vec<Event> {
        let moved = rulebook.pair_plus_only_reveal.says == PairPlusOnlyReveal::Dealer;
        let alone = self
            .in_round()
            .filter(|(_, held)| moved && held.bets.total(Area::Ante).is_zero());
        alone.map(|(at, _)| Event::PairPlusStood { at }).collect()
    }

    pub(super) fn look(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        let player = self.bettor(rulebook, by)?;
        self.cards_are_out(rulebook)?;
        let held = self.own_box(rulebook, player, at)?;
        let no = |reason, cites: Cites| Err(rulebook.refuse(reason, cites));
        if held.cards.is_empty() {
            return no(Refused::NoCards { at }, rulebook.grounds.decision);
        }
        let told = self.informed.contains(&player) || !self.holds_several(player);
        if rulebook.one_hand_notice.says == Duty::Required && !told {
            return no(Refused::NotInformed, rulebook.one_hand_notice.cites);
        }
        let alone = held.bets.total(Area::Ante).is_zero();
        if alone && rulebook.pair_plus_only_view.says == PairPlusOnlyView::Barred {
            return no(Refused::PairPlusOnly, rulebook.pair_plus_only_view.cites);
        }
        self.one_hand_at_a_time(rulebook, player, at)?;
        // A hand the system moved to the Play area may still be looked at where looking is allowed.
        let open = [Decision::Undecided, Decision::StandingPairPlus].contains(&held.decision);
        if !open {
            return no(Refused::Decided { at }, rulebook.grounds.decision);
        }
        Ok(vec![Event::Looked { at, player }])
    }

    fn one_hand_at_a_time(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        at: BoxNumber,
    ) -> Result<(), Refusal> {
        let cites = rulebook.multi_box_view.cites;
        let other = self
            .first_seen
            .get(&player)
            .copied()
            .filter(|first| *first != at);
        let Some(first) = other else { return Ok(()) };
        match rulebook.multi_box_view.says {
            MultiBoxView::OneHand => {
                Err(rulebook.refuse(Refused::AnotherHandSeen { first }, cites))
            }
            MultiBoxView::Sequential => match self.betting_box(first).map(|held| held.decision) {
                Some(Decision::Undecided) => {
                    Err(rulebook.refuse(Refused::DecideFirst { first }, cites))
                }
                Some(_) | None => Ok(()),
            },
        }
    }

    pub(super) fn touch(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        let player = self.bettor(rulebook, by)?;
        self.cards_are_out(rulebook)?;
        let held = self.own_box(rulebook, player, at)?;
        if held.cards.is_empty() {
            return Err(rulebook.refuse(Refused::NoCards { at }, rulebook.grounds.decision));
        }
        Ok(vec![Event::Touched { at }])
    }

    fn cards_are_out(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        match self.phase {
            Phase::Dealing(_) | Phase::Deciding(_) => Ok(()),
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_) => {
                let cites = rulebook.grounds.decision;
                Err(self.wrong_phase(rulebook, "the deal and the decisions", cites))
            }
        }
    }
}

impl Progress {
    /// One deck of different cards: none goes out twice.
    fn use_up(&self, rulebook: &Rulebook, cards: &[Card]) -> Result<(), Refusal> {
        let mut used = self.used;
        match cards.iter().find(|card| !used.insert(**card)) {
            Some(card) => {
                let reason = Refused::CardTwice { card: *card };
                Err(rulebook.refuse(reason, rulebook.grounds.one_deck))
            }
            None => Ok(()),
        }
    }

    fn not_next(&self, rulebook: &Rulebook, cites: Cites) -> Refusal {
        let expected = self.plan[self.done].to_string();
        rulebook.refuse(Refused::NotNext { expected }, cites)
    }
}

impl Spot {
    /// The box a card goes to, if it goes to one.
    pub fn at(self) -> Option<BoxNumber> {
        match self {
            Spot::Box(at) => Some(at),
            Spot::Dealer => None,
        }
    }
}
