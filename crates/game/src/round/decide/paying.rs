//! Counting out: boxes in the rulebook's order, what a fold takes at once, and the end of the round.

use super::Done;
use super::limits::counted_total;
use crate::actor::Actor;
use crate::card::Card;
use crate::clause::Cites;
use crate::hand::Hand;
use crate::money::Money;
use crate::round::event::PushWith as _;
use crate::round::{BettingBox, Event, Felt, Phase, Posting, RefusalReason, Round, Showing};
use crate::rulebook::{JackpotKind, Rulebook, SeatOrder, UnderMinClosed, YesNo};
use crate::settlement::{
    BoxNumber, DealerHand, Fate, JackpotTerms, Line, Lines, Outcome, Reason, jackpot_bet_ended,
    settle_box,
};
use crate::wager::{Area, Wager};

impl Round {
    pub(super) fn settle(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        at: BoxNumber,
        events: &mut Vec<Event>,
    ) -> Done {
        rulebook.needs_dealer_or_system(by)?;
        match &self.phase {
            Phase::DealerShown(_) | Phase::Settling(_) => {}
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::Deciding(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => {
                return Err(self.wrong_phase(rulebook, "the settlement", rulebook.grounds.order));
            }
        }
        let held = self.find(rulebook, at)?;
        let no = |reason, cites: Cites| Err(rulebook.refuse(reason, cites));
        if !held.needs_settling() {
            return no(RefusalReason::Settled { at }, rulebook.grounds.order);
        }
        match self.next_to_settle(rulebook) {
            Some(next) if next != at && rulebook.settle_seat_order.says != SeatOrder::Custom => {
                return no(
                    RefusalReason::NotNextToSettle { next },
                    rulebook.settle_seat_order.cites,
                );
            }
            Some(_) | None => {}
        }
        if held.showing == Showing::FaceDown {
            return no(RefusalReason::NotShown { at }, rulebook.grounds.reveal);
        }
        self.counted_out(rulebook, at, events)?;
        events.push_with(|| Event::BoxSettled { at });
        if self.is_settled_but(rulebook, Some(at)) {
            events.push_with(|| Event::BoxesSettled);
        }
        Ok(())
    }

    /// Every bet of a box but its jackpot bet, in the order the rulebook pays them.
    pub(super) fn counted_out(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        events: &mut Vec<Event>,
    ) -> Done {
        let held = self.find(rulebook, at)?;
        let dealer = DealerHand::new(rulebook, self.dealer_hand(rulebook)?);
        let staked = held.staked(at, &self.conduct);
        let mut lines = Lines::none();
        settle_box(rulebook, &self.setup.limits, dealer, &staked, &mut lines);
        for wager in rulebook.settle_bet_order.says.0 {
            // Paid, where a house pays it at all, when the Dealer's hand was shown.
            let paid_before = wager == Wager::AnteBonus && held.is_folded();
            if let Some(line) = lines.on(wager).filter(|_| !paid_before) {
                held.post(at, line, Some(dealer.hand), events);
            }
        }
        Ok(())
    }

    /// What settling this box would post; nothing while it cannot be settled.
    pub(crate) fn settlement_of(&self, rulebook: &Rulebook, at: BoxNumber) -> Vec<Event> {
        let mut events = Vec::new();
        match self.settle(rulebook, Actor::System, at, &mut events) {
            Ok(()) if !self.is_suspended() => events,
            Ok(()) | Err(_) => Vec::new(),
        }
    }

    /// The box the Dealer counts out next, by `settle_seat_order`; none where nothing waits.
    #[inline]
    pub fn next_to_settle(&self, rulebook: &Rulebook) -> Option<BoxNumber> {
        let mut waiting = self
            .in_round()
            .filter(|(_, held)| held.needs_settling())
            .map(|(at, _)| at);
        match rulebook.settle_seat_order.says {
            SeatOrder::LeftFirst | SeatOrder::Custom => waiting.next(),
            SeatOrder::RightFirst => waiting.last(),
        }
    }

    /// The last box settled opens the way to the jackpots, where the rulebook has one.
    pub(super) fn all_settled(&self, rulebook: &Rulebook) -> Option<Event> {
        let settled = self.is_settled_but(rulebook, None);
        settled.then_some(Event::BoxesSettled)
    }

    /// Whether the jackpots are next, where `just` has been counted out this moment.
    #[inline]
    fn is_settled_but(&self, rulebook: &Rulebook, just: Option<BoxNumber>) -> bool {
        let mut others = self.in_round().filter(|(at, _)| Some(*at) != just);
        let jackpot = rulebook.jackpot_kind.says != JackpotKind::None;
        let waiting = |(_, held): (_, &BettingBox)| held.needs_settling();
        jackpot && !others.any(waiting)
    }

    pub(super) fn conclude(&self, rulebook: &Rulebook, by: Actor, events: &mut Vec<Event>) -> Done {
        rulebook.needs_dealer_or_system(by)?;
        let grounds = &rulebook.grounds;
        match self.phase {
            // No box came in, or every box has gone out again.
            Phase::BetsClosed | Phase::Dealing(_) | Phase::Deciding(_)
                if self.in_round().all(|(_, held)| held.decision.is_out()) => {}
            Phase::Settling(_) | Phase::Jackpots(_) | Phase::DealerShown(_) => {}
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::Deciding(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => {
                return Err(self.wrong_phase(rulebook, "the end of a round", grounds.round_ends));
            }
        }
        for (at, held) in self.staked_boxes() {
            // A jackpot bet that never had its base bet goes back at the end (mbs-2019 5.12.2).
            if !held.is_in() {
                held.lone_jackpot_back(rulebook, at, events);
                events.extend(self.contribution_back(rulebook, at));
                continue;
            }
            match held.bets.first_in_play() {
                Some(Area::Jackpot) => {
                    return Err(rulebook.refuse(RefusalReason::JackpotsUnpaid, grounds.round_ends));
                }
                Some(area) => {
                    let reason = RefusalReason::BetUnsettled { at, area };
                    return Err(rulebook.refuse(reason, grounds.round_ends));
                }
                None => {}
            }
        }
        if !self.jackpots_settled {
            if matches!(self.phase, Phase::Jackpots(_)) && self.has_jackpot_bets() {
                return Err(rulebook.refuse(RefusalReason::JackpotsUnpaid, grounds.round_ends));
            }
            events.extend(self.late_contributions(rulebook));
        }
        events.extend(self.graces(rulebook));
        events.push_with(|| Event::RoundConcluded);
        Ok(())
    }

    /// Players whose one settled stake below the minimum this was (mbs-2019 5.13).
    fn graces(&self, rulebook: &Rulebook) -> Vec<Event> {
        if rulebook.under_min_closed.says == UnderMinClosed::AsIs {
            return Vec::new();
        }
        let mut players = Vec::new();
        for Posting { line, .. } in &self.postings.settled {
            let area = match line.wager {
                Wager::Ante => Area::Ante,
                Wager::PairPlus => Area::PairPlus,
                Wager::FiveCard => Area::FiveCard,
                Wager::Play | Wager::Jackpot | Wager::AnteBonus | Wager::Envy => continue,
            };
            let held = &self.boxes[line.at];
            let least = self.bounds(rulebook, area).min;
            let short = least.is_some_and(|min| counted_total(rulebook, held, area) < min);
            if !short || line.outcome == Outcome::Returned {
                continue;
            }
            let fresh = held
                .controller()
                .filter(|who| !self.conduct.has_used_grace(*who) && !players.contains(who))
                // A visit that is over takes its grace with it (MBS-17).
                .filter(|who| {
                    !self.left.contains(who) || self.conduct.is_keeping_grace_on_leaving()
                });
            players.extend(fresh);
        }
        players
            .into_iter()
            .map(|player| Event::GraceUsed { player })
            .collect()
    }

    /// A house that pays the Ante Bonus on folded hands too pays it once nothing can be learnt from it (G-08).
    pub(super) fn bonus_of_folded(&self, rulebook: &Rulebook, events: &mut Vec<Event>) {
        if rulebook.ante_bonus_requires_play.says == YesNo::Yes {
            return;
        }
        let Ok(dealer) = self.dealer_hand(rulebook) else {
            return;
        };
        let dealer = DealerHand::new(rulebook, dealer);
        for (at, held) in self.in_round().filter(|(_, held)| held.is_folded()) {
            let staked = held.staked(at, &self.conduct);
            let mut lines = Lines::none();
            settle_box(rulebook, &self.setup.limits, dealer, &staked, &mut lines);
            if let Some(line) = lines.on(Wager::AnteBonus) {
                held.post(at, line, Some(dealer.hand), events);
            }
        }
    }

    /// What a fold takes at once, by the same lines a settlement would show. The box is about to
    /// fold: `fate` says how.
    pub(super) fn post_forfeits(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        fate: Fate,
        events: &mut Vec<Event>,
    ) {
        let held = &self.boxes[at];
        let mut staked = held.staked(at, &self.conduct);
        staked.fate = fate;
        // What a fold takes does not turn on cards, nor on how many there are: a bet that lives on does so
        // at a box that was dealt a wrong count too, until that is found (MBS-05, IR-10 to IR-12).
        staked.hand = staked.hand.or_else(|| Some(any_hand()));
        let unseen = self
            .felt()
            .and_then(Felt::dealer_hand)
            .unwrap_or_else(any_hand);
        let dealer = DealerHand::new(rulebook, unseen);
        let mut lines = Lines::none();
        settle_box(rulebook, &self.setup.limits, dealer, &staked, &mut lines);
        for line in lines.iter().filter(|line| line.is_forfeit()) {
            held.post(at, line, None, events);
        }
        if let Some(jackpot) = self.setup.jackpot {
            let terms = JackpotTerms {
                stake: jackpot.stake,
                displayed: Money::ZERO,
                seed: Money::ZERO,
            };
            let community = self.felt().and_then(Felt::community_pair);
            let ended = jackpot_bet_ended(rulebook, terms, community, &staked);
            if let Some(line) = ended.filter(Line::is_forfeit) {
                held.post(at, &line, None, events);
            }
        }
    }
}

impl Line {
    /// Whether the fold itself ends the bet.
    fn is_forfeit(&self) -> bool {
        let short = self.wager == Wager::Ante && self.reason == Reason::UnderMinimum;
        short || matches!(self.reason, Reason::Folded | Reason::FoldedByAbsence)
    }
}

fn any_hand() -> Hand {
    Hand::new([Card::ALL[0], Card::ALL[1], Card::ALL[2]]).expect("three different cards")
}

impl BettingBox {
    /// Bets the Dealer has to count out at this box; a live jackpot bet alone waits for the jackpots.
    #[inline]
    pub(super) fn needs_settling(&self) -> bool {
        let live = |area: &Area| self.bets.unsettled(*area).is_positive();
        let of_table = [Area::Ante, Area::Play, Area::PairPlus, Area::FiveCard];
        !self.settled && of_table.iter().any(live)
    }
}
