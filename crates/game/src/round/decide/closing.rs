//! Between the first chip and the closing call: corrections, notices, and what closing locks.

use super::betting::has_base;
use super::limits::counted_total;
use super::{Decided, Done};
use crate::actor::Actor;
use crate::round::event::PushWith as _;
use crate::round::{BettingBox, Event, Phase, RefusalReason, Round};
use crate::rulebook::{JackpotWithoutBase, MeterIncrement, OnOff, Requirement, Rulebook, YesNo};
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::Area;

impl Round {
    /// Where the time for bets is up the system has asked everybody, on a screen.
    pub(super) fn offer_jackpot(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        rulebook.needs_dealer_or_system(by)?;
        self.bets_open(rulebook, rulebook.grounds.closing_call)?;
        self.find(rulebook, at)?;
        if rulebook.offer_jackpot.says != Some(Requirement::Required) {
            let what = "an offer of the jackpot bet";
            return Err(rulebook.refuse(
                RefusalReason::NotOffered { what },
                rulebook.jackpot_kind.cites,
            ));
        }
        self.jackpot_works(rulebook, Area::Jackpot)?;
        Ok(vec![Event::JackpotOffered { at }])
    }

    pub(super) fn reject_excess(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        at: BoxNumber,
        area: Area,
    ) -> Decided {
        rulebook.needs_dealer_or_system(by)?;
        self.bets_open(rulebook, rulebook.over_max_closed.cites)?;
        let betting_box = self.find(rulebook, at)?;
        let total = counted_total(rulebook, betting_box, area);
        let maximum = self.bounds(rulebook, area).max.unwrap_or(total);
        let mut excess = total.less(maximum);
        if excess.is_zero() {
            let reason = RefusalReason::NothingToCorrect { at, area };
            return Err(rulebook.refuse(reason, rulebook.over_max_open.cites));
        }
        // The last chips on are the first off.
        let mut events = Vec::new();
        for share in betting_box.bets.shares(area).rev() {
            let amount = share.amount.min(excess);
            excess -= amount;
            if amount.is_positive() {
                events.push_with(|| Event::ExcessRejected {
                    at,
                    area,
                    player: share.player,
                    amount,
                });
            }
        }
        if events.is_empty() {
            let reason = RefusalReason::NothingToCorrect { at, area };
            return Err(rulebook.refuse(reason, rulebook.over_max_open.cites));
        }
        Ok(events)
    }

    pub(super) fn advise_minimum(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        at: BoxNumber,
        area: Area,
    ) -> Decided {
        rulebook.needs_dealer_or_system(by)?;
        self.bets_open(rulebook, rulebook.under_min_closed.cites)?;
        let betting_box = self.find(rulebook, at)?;
        let total = counted_total(rulebook, betting_box, area);
        match self.bounds(rulebook, area).min {
            Some(minimum) if betting_box.bets.total(area).is_positive() && total < minimum => {
                Ok(vec![Event::MinimumAdvised { at, area, minimum }])
            }
            Some(_) | None => {
                let reason = RefusalReason::NothingToCorrect { at, area };
                Err(rulebook.refuse(reason, rulebook.under_min_open.cites))
            }
        }
    }

    pub(super) fn inform_one_hand(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        player: PlayerId,
    ) -> Decided {
        rulebook.needs_dealer(by)?;
        // Due before the deal, and made good as long as a look may depend on it.
        let in_time = matches!(
            self.phase,
            Phase::BetsOpen | Phase::BetsClosed | Phase::Dealing(_) | Phase::Deciding(_)
        );
        let cites = rulebook.one_hand_notice.cites;
        if !in_time {
            return Err(self.wrong_phase(rulebook, "the time before the deal", cites));
        }
        if rulebook.one_hand_notice.says == Requirement::None || !self.holds_several(player) {
            let what = "a notice to a Player with one box";
            return Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
        }
        Ok(vec![Event::OneHandInformed { player }])
    }

    #[inline]
    pub(in crate::round) fn holds_several(&self, player: PlayerId) -> bool {
        self.in_round()
            .filter(|(_, held)| held.controller() == Some(player))
            .count()
            > 1
    }

    pub(super) fn call_missing_pair_plus(&self, rulebook: &Rulebook, by: Actor) -> Decided {
        rulebook.needs_dealer(by)?;
        let cites = rulebook.missing_pair_plus_call.cites;
        if !matches!(self.phase, Phase::BetsOpen | Phase::BetsClosed) {
            return Err(self.wrong_phase(rulebook, "the time before the deal", cites));
        }
        if rulebook.missing_pair_plus_call.says == YesNo::No {
            let what = "a call of missing Pair Plus bets";
            return Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
        }
        let without = self
            .in_round()
            .filter(|(_, held)| held.bets.total(Area::PairPlus).is_zero());
        Ok(vec![Event::MissingPairPlusCalled {
            boxes: without.map(|(at, _)| at).collect(),
        }])
    }

    /// The Dealer's call, or the system's where a house has set a time for bets and it is up.
    pub(super) fn close_bets(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        events: &mut Vec<Event>,
    ) -> Done {
        rulebook.needs_dealer_or_system(by)?;
        if !matches!(self.phase, Phase::BetsOpen) {
            return Err(rulebook.refuse(RefusalReason::BetsClosed, rulebook.grounds.closing_call));
        }
        if let Some((at, area)) = self.first_short_bet(rulebook) {
            let reason = RefusalReason::CorrectionPending { at, area };
            return Err(rulebook.refuse(reason, rulebook.under_min_open.cites));
        }
        let must_offer = self.must_offer_jackpot(rulebook);
        for (at, held) in self.in_round().filter(|_| must_offer) {
            if !held.jackpot_offered && !held.bets.has(Area::Jackpot) {
                let cites = rulebook.offer_jackpot.cites;
                return Err(rulebook.refuse(RefusalReason::JackpotNotOffered { at }, cites));
            }
        }
        events.push_with(|| Event::BetsClosed);
        for (at, held) in self.staked_boxes() {
            self.lock_jackpot(rulebook, at, held, events);
        }
        Ok(())
    }

    pub(super) fn contribution(&self, at: BoxNumber) -> Option<Event> {
        let amount = self.setup.jackpot?.contribution;
        Some(Event::ContributionAdded { at, amount })
    }

    /// Whether the Dealer has to offer the jackpot bet to every box without one (mbs-2019 3.5.1).
    #[inline]
    pub(in crate::round) fn must_offer_jackpot(&self, rulebook: &Rulebook) -> bool {
        rulebook.offer_jackpot.says == Some(Requirement::Required)
            && self.jackpot_works(rulebook, Area::Jackpot).is_ok()
    }

    /// The first bet below its minimum that keeps bets from closing.
    #[inline]
    pub(in crate::round) fn first_short_bet(
        &self,
        rulebook: &Rulebook,
    ) -> Option<(BoxNumber, Area)> {
        self.staked_boxes()
            .find_map(|(at, held)| Some((at, self.short_bet(rulebook, held)?)))
    }

    /// A bet below its minimum that was noticed: at once, or by the Dealer who said so (G-12).
    #[inline]
    fn short_bet(&self, rulebook: &Rulebook, held: &BettingBox) -> Option<Area> {
        let noticed =
            |area: &Area| rulebook.auto_notice.says == OnOff::On || held.prompted.contains(area);
        [Area::Ante, Area::PairPlus, Area::FiveCard]
            .into_iter()
            .find(|area| {
                let short = |minimum| counted_total(rulebook, held, *area) < minimum;
                let least = self.bounds(rulebook, *area).min;
                held.bets.has(*area) && noticed(area) && least.is_some_and(short)
            })
    }

    /// A locked jackpot bet feeds the meter (G-04); one without its base bet does not count (5.4, 5.12).
    #[inline]
    fn lock_jackpot(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        held: &BettingBox,
        events: &mut Vec<Event>,
    ) {
        if !held.bets.has(Area::Jackpot) {
            return;
        }
        if has_base(rulebook, held, Area::Jackpot).is_ok() {
            match rulebook.meter_increment.says {
                Some(MeterIncrement::AtAccept) | None => {
                    if let Some(contribution) = self.contribution(at) {
                        events.push(contribution);
                    }
                }
                Some(MeterIncrement::AtSettlementIfNotWon) => {}
            }
            return;
        }
        match rulebook.jackpot_without_base.says {
            Some(JackpotWithoutBase::CureThenReturnAtEnd) => {
                events.push_with(|| Event::LoneJackpotFlagged { at });
            }
            // Noticed at once, or not yet: then it is returned when it is reported (5.4, G-12).
            Some(JackpotWithoutBase::ReturnWhenNoticed) | None => match rulebook.auto_notice.says {
                OnOff::On => held.lone_jackpot_back(rulebook, at, events),
                OnOff::Off => {}
            },
        }
    }
}
