//! The deal: burn, single cards, packets, community cards, and who may look at what.

use core::ops::Deref;

use super::{Caller, Done};
use crate::card::{Card, CardSet};
use crate::clause::Cites;
use crate::round::event::PushWith as _;
use crate::round::{
    BettingBox, Decision, Event, Felt, Phase, Refusal, RefusalReason, Round, Spot, Step,
};
use crate::rulebook::{CommunityDiscard, PairPlusOnlyReveal, Rulebook, YesNo};
use crate::settlement::BoxNumber;
use crate::timestamp::Timestamp;
use crate::wager::Area;

/// Where the deal stands: the steps behind it and still to come.
pub(super) struct Progress<'a> {
    pub plan: Plan<'a>,
    pub done: usize,
    round: &'a Round,
    /// Known to come next, in this order: found face up, or drawn together (5.13, 5.14).
    expected: &'a [Card],
    now: Timestamp,
}

/// The whole of a correct deal.
pub(super) enum Plan<'a> {
    /// Made up for a deal whose first card is still to go out.
    New(Vec<Step>),
    UnderWay(&'a [Step]),
}

impl Deref for Plan<'_> {
    type Target = [Step];

    #[inline]
    fn deref(&self) -> &[Step] {
        match self {
            Plan::New(steps) => steps,
            Plan::UnderWay(steps) => steps,
        }
    }
}

impl Round {
    pub(super) fn burn(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        card: Card,
        events: &mut Vec<Event>,
    ) -> Done {
        let progress = self.progress(rulebook, caller)?;
        progress.is_open(rulebook)?;
        match progress.plan[progress.done] {
            Step::Burn => {
                progress.use_up(rulebook, &[card])?;
                let burned = || Event::CardBurned { card };
                self.step(rulebook, progress, 1, burned, events);
                Ok(())
            }
            Step::Single(_)
            | Step::Packet(_)
            | Step::CommunityFromShoe
            | Step::CommunityPacket(_)
            | Step::DiscardCommunity => Err(progress.not_next(rulebook, rulebook.burn.cites)),
        }
    }

    pub(super) fn deal_next(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        card: Card,
        events: &mut Vec<Event>,
    ) -> Done {
        let progress = self.progress(rulebook, caller)?;
        progress.is_open(rulebook)?;
        match progress.plan[progress.done] {
            Step::Single(to) => {
                progress.use_up(rulebook, &[card])?;
                let dealt = || Event::CardDealt { to, card };
                self.step(rulebook, progress, 1, dealt, events);
                Ok(())
            }
            Step::Burn
            | Step::Packet(_)
            | Step::CommunityFromShoe
            | Step::CommunityPacket(_)
            | Step::DiscardCommunity => {
                Err(progress.not_next(rulebook, rulebook.grounds.the_deal()))
            }
        }
    }

    pub(super) fn deal_packet(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        cards: &[Card],
        events: &mut Vec<Event>,
    ) -> Done {
        let progress = self.progress(rulebook, caller)?;
        progress.is_open(rulebook)?;
        progress.use_up(rulebook, cards)?;
        let count = |expected: usize| {
            let reason = RefusalReason::WrongCount {
                expected,
                found: cards.len(),
            };
            rulebook.refuse(reason, rulebook.grounds.deal_packets)
        };
        match progress.plan[progress.done] {
            Step::Packet(to) => {
                let packet: [Card; 3] = cards.try_into().map_err(|_| count(3))?;
                let dealt = || Event::PacketDealt { to, cards: packet };
                self.step(rulebook, progress, 3, dealt, events);
                Ok(())
            }
            Step::CommunityPacket(expected) => {
                if cards.len() != usize::from(expected) {
                    return Err(count(usize::from(expected)));
                }
                let dealt = || Event::CommunityDealt {
                    cards: cards.to_vec(),
                };
                self.step(rulebook, progress, cards.len(), dealt, events);
                Ok(())
            }
            Step::Burn | Step::Single(_) | Step::CommunityFromShoe | Step::DiscardCommunity => {
                Err(progress.not_next(rulebook, rulebook.grounds.deal_packets))
            }
        }
    }

    pub(super) fn deal_community(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        cards: [Card; 2],
        events: &mut Vec<Event>,
    ) -> Done {
        let progress = self.progress(rulebook, caller)?;
        progress.is_open(rulebook)?;
        match progress.plan[progress.done] {
            Step::CommunityFromShoe => {
                progress.use_up(rulebook, &cards)?;
                let dealt = || Event::CommunityDealt {
                    cards: cards.to_vec(),
                };
                self.step(rulebook, progress, 2, dealt, events);
                Ok(())
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

    /// Which of the three goes is fixed before a face is seen (ML-03).
    pub(super) fn discard_community(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        events: &mut Vec<Event>,
    ) -> Done {
        let progress = self.progress(rulebook, caller)?;
        progress.is_open(rulebook)?;
        let (Step::DiscardCommunity, Phase::Dealing(felt)) =
            (progress.plan[progress.done], &self.phase)
        else {
            return Err(progress.not_next(rulebook, rulebook.grounds.community));
        };
        let goes = match rulebook.community_discard.says {
            Some(CommunityDiscard::First) => 0,
            Some(CommunityDiscard::Middle) => 1,
            Some(CommunityDiscard::Last) | None => 2,
        };
        let Some(card) = felt.community.get(goes).copied() else {
            let (expected, found) = (3, felt.community.len());
            let reason = RefusalReason::WrongCount { expected, found };
            return Err(rulebook.refuse(reason, rulebook.grounds.community));
        };
        let discarded = || Event::CommunityDiscarded { card };
        self.step(rulebook, progress, 0, discarded, events);
        Ok(())
    }

    /// Whether cards may go out now, and which movement comes next.
    pub(super) fn progress(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
    ) -> Result<Progress<'_>, Refusal> {
        let Caller { by, now } = caller;
        rulebook.needs_dealer(by)?;
        match &self.phase {
            Phase::BetsOpen => {
                Err(rulebook.refuse(RefusalReason::BetsStillOpen, rulebook.grounds.closing_call))
            }
            Phase::BetsClosed => {
                if rulebook.missing_pair_plus_call.says == YesNo::Yes
                    && !self.missing_pair_plus_called
                {
                    let cites = rulebook.missing_pair_plus_call.cites;
                    return Err(rulebook.refuse(RefusalReason::MissingPairPlusNotCalled, cites));
                }
                if self.in_round().next().is_none() {
                    let cites = rulebook.grounds.participation;
                    return Err(rulebook.refuse(RefusalReason::NobodyIn, cites));
                }
                Ok(Progress {
                    plan: Plan::New(self.plan(rulebook)),
                    done: 0,
                    round: self,
                    expected: &[],
                    now,
                })
            }
            Phase::Dealing(felt) => Ok(Progress {
                plan: Plan::UnderWay(&felt.plan),
                done: felt.done,
                round: self,
                expected: &felt.expected,
                now,
            }),
            Phase::Deciding(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => {
                Err(self.wrong_phase(rulebook, "the deal", rulebook.grounds.the_deal()))
            }
        }
    }

    /// Every card that has left the device, however it was found.
    pub(crate) fn cards_out(&self) -> CardSet {
        let mut out = self.felt().map_or_else(CardSet::new, Felt::cards);
        for (_, held) in self.boxes.used() {
            out.extend(held.cards.iter().copied());
        }
        out
    }

    /// The next movement of the plan is made, with so many cards.
    fn step(
        &self,
        rulebook: &Rulebook,
        progress: Progress<'_>,
        cards: usize,
        dealt: impl FnOnce() -> Event,
        events: &mut Vec<Event>,
    ) {
        let (from, when) = (events.len(), progress.now);
        let completed = self.completed_hand(&progress, cards);
        let more_to_come = progress.done + 1 < progress.plan.len();
        if let Plan::New(plan) = progress.plan {
            events.push_with(|| Event::DealStarted { plan });
        }
        events.push_with(dealt);
        if let Some(at) = completed {
            events.push_with(|| Event::HandCompleted { at, when });
        }
        if more_to_come {
            return;
        }
        // No Player has left and a bet is alive: then no more can come of the last card.
        if self.left.is_empty() && self.in_round().any(|(_, held)| held.has_live_bet()) {
            events.push_with(|| Event::DealCompleted);
            events.extend(self.boxes_that_stand(rulebook));
        } else {
            let dealt = self.after(&events[from..]);
            events.extend(dealt.deal_completed(rulebook));
        }
    }

    /// The last card is out: boxes without a decision stand, absences are dealt with.
    pub(super) fn deal_completed(&self, rulebook: &Rulebook) -> Vec<Event> {
        let mut events = vec![Event::DealCompleted];
        let dealt = self.after(&events);
        events.extend(dealt.boxes_that_stand(rulebook));
        events.extend(self.after(&events).absences(rulebook));
        events.extend(self.after(&events).nothing_to_show(rulebook));
        events
    }

    /// The box that gets its third card.
    #[inline]
    fn completed_hand(&self, progress: &Progress<'_>, dealt: usize) -> Option<BoxNumber> {
        let at = match progress.plan[progress.done] {
            Step::Single(to) | Step::Packet(to) => to.at()?,
            Step::Burn
            | Step::CommunityFromShoe
            | Step::CommunityPacket(_)
            | Step::DiscardCommunity => return None,
        };
        let complete = self.boxes[at].cards.len() + dealt == 3;
        complete.then_some(at)
    }

    /// Where Pair Plus alone is not looked at, the system moves the cards to the Play area (R20-06).
    fn boxes_that_stand(&self, rulebook: &Rulebook) -> impl Iterator<Item = Event> {
        let moved = rulebook.pair_plus_only_reveal.says == PairPlusOnlyReveal::Dealer;
        let undecided = |held: &BettingBox| held.decision == Decision::Undecided;
        let alone = self.in_round().filter(move |(_, held)| {
            moved && undecided(held) && held.bets.total(Area::Ante).is_zero()
        });
        alone.map(|(at, _)| Event::PairPlusStood { at })
    }
}

impl Progress<'_> {
    /// One deck of different cards: none goes out twice.
    #[inline]
    pub(super) fn use_up(&self, rulebook: &Rulebook, cards: &[Card]) -> Result<(), Refusal> {
        let known = self.expected.iter().zip(cards);
        if let Some((next, _)) = known.clone().find(|(next, card)| next != card) {
            let expected = format!("the {next}");
            let cites = rulebook.grounds.the_deal();
            return Err(rulebook.refuse(RefusalReason::NotNext { expected }, cites));
        }
        let mut used = match self.plan {
            Plan::New(_) => CardSet::new(),
            Plan::UnderWay(_) => self.round.cards_out(),
        };
        match cards.iter().find(|card| !used.insert(**card)) {
            Some(card) => {
                let reason = RefusalReason::CardTwice { card: *card };
                Err(rulebook.refuse(reason, rulebook.grounds.one_deck))
            }
            None => Ok(()),
        }
    }

    /// A movement is still to be made.
    #[inline]
    fn is_open(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        if self.done < self.plan.len() {
            return Ok(());
        }
        Err(self.not_next(rulebook, rulebook.grounds.the_deal()))
    }

    pub(super) fn not_next(&self, rulebook: &Rulebook, cites: Cites) -> Refusal {
        let expected = match self.plan.get(self.done) {
            Some(step) => step.to_string(),
            None => "no card".to_owned(),
        };
        rulebook.refuse(RefusalReason::NotNext { expected }, cites)
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
