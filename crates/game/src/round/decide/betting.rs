//! Calls and bets: from the opening call to the closing one.

use super::{Decided, Done};
use crate::actor::{Actor, Post};
use crate::clause::Cites;
use crate::money::Money;
use crate::round::event::PushWith as _;
use crate::round::{BettingBox, Event, Phase, Refusal, RefusalReason, Round};
use crate::rulebook::{
    ActingUp, BoxSharing, JackpotKind, JackpotRequires, JackpotWithoutBase, MultiBox, OnOff,
    ProxyBets, Rulebook, SideBet, SideBetRequires, YesNo,
};
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::Area;

impl Round {
    pub(super) fn sit(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        let player = rulebook.needs_player(by)?;
        self.bets_open(rulebook, rulebook.late_bet.cites)?;
        let betting_box = self.find(rulebook, at)?;
        self.is_welcome(rulebook, player, at)?;
        let owner = betting_box.seated.or(betting_box.controller());
        if owner.is_some_and(|owner| owner != player) {
            return Err(
                rulebook.refuse(RefusalReason::BoxTaken { at }, rulebook.grounds.controller)
            );
        }
        self.may_hold_another(rulebook, player, at)?;
        Ok(vec![Event::SeatTaken { at, player }])
    }

    pub(super) fn place_bet(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        bet: (BoxNumber, Area, Money),
        events: &mut Vec<Event>,
    ) -> Done {
        let player = rulebook.needs_player(by)?;
        self.accept(rulebook, player, by, bet, events)
    }

    /// Staff place a bet at a Player's request; it is the Player's bet and risk (rws-2020 5.20, 5.22).
    pub(super) fn place_bet_for(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        player: PlayerId,
        bet: (BoxNumber, Area, Money),
        events: &mut Vec<Event>,
    ) -> Done {
        rulebook.needs_post(by, Post::Dealer, rulebook.grounds.staff)?;
        // Dealer, Pit Supervisor or Pit Manager; a higher post only where the text lets it act (mbs-2019 6.2).
        let above = by.post().is_some_and(|post| post > Post::PitManager);
        if above && rulebook.acting_up.says == ActingUp::AssignedPerson {
            let needed = Post::PitManager;
            return Err(rulebook.refuse(
                RefusalReason::NotYourPost { needed },
                rulebook.grounds.staff,
            ));
        }
        self.bets_open(rulebook, rulebook.late_bet.cites)?;
        self.find(rulebook, bet.0)?;
        match rulebook.proxy_bets.says {
            ProxyBets::PitStaff => self.accept(rulebook, player, by, bet, events),
            ProxyBets::None => {
                let what = "bets placed by staff";
                Err(rulebook.refuse(
                    RefusalReason::NotOffered { what },
                    rulebook.proxy_bets.cites,
                ))
            }
        }
    }

    fn accept(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        placed_by: Actor,
        (at, area, amount): (BoxNumber, Area, Money),
        events: &mut Vec<Event>,
    ) -> Done {
        self.bets_open(rulebook, rulebook.late_bet.cites)?;
        if area == Area::Play {
            // Play has a window of its own, open only in the decision (G-01).
            return Err(self.wrong_phase(rulebook, "the decisions", rulebook.grounds.decision));
        }
        let betting_box = self.find(rulebook, at)?;
        self.is_welcome(rulebook, player, at)?;
        is_offered(rulebook, area)?;
        self.jackpot_works(rulebook, area)?;
        is_free(rulebook, betting_box, player, (at, area))?;
        self.may_hold_another(rulebook, player, at)?;
        if !amount.is_positive() {
            let cites = rulebook.grounds.limits;
            return Err(rulebook.refuse(RefusalReason::NoAmount { found: amount }, cites));
        }
        let total = betting_box.bets.total(area);
        if amount > Money::LIMIT || total + amount > Money::LIMIT {
            let cites = rulebook.grounds.limits;
            return Err(rulebook.refuse(RefusalReason::AmountTooLarge { found: amount }, cites));
        }
        let chip = self.setup.chip();
        if area != Area::Jackpot && !amount.is_multiple_of(chip) {
            let reason = RefusalReason::NotInChips {
                found: amount,
                chip,
            };
            return Err(rulebook.refuse(reason, rulebook.grounds.limits));
        }
        // A house that runs on the Dealer's eye may find a lone jackpot bet only later (G-12, 5.4).
        if area != Area::Jackpot || rulebook.auto_notice.says == OnOff::On {
            has_base(rulebook, betting_box, area)?;
        }
        events.push_with(|| Event::BetPlaced {
            at,
            area,
            player,
            amount,
            placed_by,
        });
        if area == Area::Jackpot {
            return self.jackpot_amount(rulebook, betting_box, amount);
        }
        self.outside_limits_by(rulebook, betting_box, (at, area, player, amount), events)
    }

    #[inline]
    pub(super) fn bets_open(&self, rulebook: &Rulebook, late: Cites) -> Result<(), Refusal> {
        match self.phase {
            Phase::BetsOpen => Ok(()),
            Phase::Concluded(_) | Phase::Voided(_) => {
                Err(rulebook.refuse(RefusalReason::BetsNotOpen, rulebook.grounds.opening_call))
            }
            Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::Deciding(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_) => Err(rulebook.refuse(RefusalReason::BetsClosed, late)),
        }
    }

    fn may_hold_another(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        at: BoxNumber,
    ) -> Result<(), Refusal> {
        let mut others = self.boxes.used().filter(|(number, held)| {
            let holds = held.seated == Some(player) || held.bets.has_player(player);
            *number != at && holds
        });
        let Some((first, _)) = others.next() else {
            return Ok(());
        };
        let cites = rulebook.multi_box.cites;
        if self.conduct.is_restricted(player) {
            return Err(rulebook.refuse(RefusalReason::OneBoxOnly, cites));
        }
        let beside = first.0.abs_diff(at.0) == 1 && others.next().is_none();
        match rulebook.multi_box.says {
            MultiBox::AnyFreeBox | MultiBox::AnyRestrictable => Ok(()),
            MultiBox::NotOffered => Err(rulebook.refuse(RefusalReason::OneBoxOnly, cites)),
            MultiBox::TwoAdjacent if beside => Ok(()),
            MultiBox::TwoAdjacent => Err(rulebook.refuse(RefusalReason::NotAdjacent, cites)),
        }
    }

    /// Refuses a barred Player (mbs-2019 5.9) and a box the House has shut after a fault (5.17.2(b)).
    #[inline]
    fn is_welcome(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        at: BoxNumber,
    ) -> Result<(), Refusal> {
        if self.conduct.is_barred(player) {
            return Err(rulebook.refuse(RefusalReason::Barred, rulebook.disclosure.cites));
        }
        match &self.fault {
            Some(fault) if fault.is_barring(at) => {
                let cites = rulebook.jackpot_fault_later.cites;
                Err(rulebook.refuse(RefusalReason::BoxShut { at }, cites))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// While the House plays without the jackpot, no bet on it is taken (5.17.2(c)).
    #[inline]
    pub(super) fn jackpot_works(&self, rulebook: &Rulebook, area: Area) -> Result<(), Refusal> {
        match &self.fault {
            Some(fault) if area == Area::Jackpot && fault.is_without_jackpot() => {
                let cites = rulebook.jackpot_fault_later.cites;
                Err(rulebook.refuse(RefusalReason::NoJackpotNow, cites))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn jackpot_amount(
        &self,
        rulebook: &Rulebook,
        betting_box: &BettingBox,
        amount: Money,
    ) -> Result<(), Refusal> {
        if betting_box.bets.total(Area::Jackpot).is_positive() {
            return Err(rulebook.refuse(RefusalReason::JackpotTwice, rulebook.grounds.one_jackpot));
        }
        let set = self
            .setup
            .jackpot
            .map_or(Money::ZERO, |jackpot| jackpot.stake);
        if amount != set {
            let reason = RefusalReason::JackpotAmount { set, found: amount };
            return Err(rulebook.refuse(reason, rulebook.grounds.jackpot_amount));
        }
        Ok(())
    }

    pub(super) fn take_back(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        at: BoxNumber,
        area: Area,
    ) -> Decided {
        let player = self.bettor(rulebook, by)?;
        self.bets_open(rulebook, rulebook.late_withdrawal.cites)?;
        let betting_box = self.find(rulebook, at)?;
        let amount = betting_box.bets.of(area, player);
        if amount.is_zero() {
            let cites = rulebook.grounds.participation;
            return Err(rulebook.refuse(RefusalReason::NoBet { at, area }, cites));
        }
        let mut events = vec![Event::BetTakenBack {
            at,
            area,
            player,
            amount,
        }];
        let left = self.after(&events);
        let left = left.find(rulebook, at)?;
        for dependent in [Area::PairPlus, Area::FiveCard] {
            if has_base(rulebook, left, dependent).is_err() {
                events.extend(left.all_back(at, dependent));
            }
        }
        if has_base(rulebook, left, Area::Jackpot).is_err() && left.bets.has(Area::Jackpot) {
            match rulebook.jackpot_without_base.says {
                Some(JackpotWithoutBase::CureThenReturnAtEnd) => {
                    events.push_with(|| Event::BasePrompted { at });
                }
                Some(JackpotWithoutBase::ReturnWhenNoticed) | None => {
                    events.extend(left.all_back(at, Area::Jackpot));
                }
            }
        }
        Ok(events)
    }
}

/// Whether `player` may bet there: on a box that is free, his own, or shared.
#[inline]
fn is_free(
    rulebook: &Rulebook,
    betting_box: &BettingBox,
    player: PlayerId,
    (at, area): (BoxNumber, Area),
) -> Result<(), Refusal> {
    // The jackpot bet belongs to the Player seated there, staked or not (mbs-2019 3.5.1, 3.5.4).
    let owner = match area {
        Area::Jackpot => betting_box.seated.or(betting_box.controller()),
        Area::Ante | Area::Play | Area::PairPlus | Area::FiveCard => betting_box.controller(),
    };
    if owner.is_none_or(|owner| owner == player) {
        return Ok(());
    }
    match (rulebook.box_sharing.says, area) {
        (BoxSharing::Shared, Area::Ante | Area::PairPlus) => Ok(()),
        (BoxSharing::Shared, Area::Play | Area::Jackpot | Area::FiveCard) => Err(rulebook.refuse(
            RefusalReason::BoxTaken { at },
            rulebook.grounds.others_jackpot,
        )),
        (BoxSharing::Exclusive, _) => {
            Err(rulebook.refuse(RefusalReason::BoxTaken { at }, rulebook.box_sharing.cites))
        }
    }
}

#[inline]
fn is_offered(rulebook: &Rulebook, area: Area) -> Result<(), Refusal> {
    let no = |what, cites: Cites| Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
    match area {
        Area::FiveCard if rulebook.side_bet.says == SideBet::None => {
            no("a side bet", rulebook.side_bet.cites)
        }
        Area::Jackpot if rulebook.jackpot_kind.says == JackpotKind::None => {
            no("a jackpot", rulebook.jackpot_kind.cites)
        }
        Area::Ante | Area::Play | Area::PairPlus | Area::FiveCard | Area::Jackpot => Ok(()),
    }
}

/// Whether the bet on `area` has the bet it depends on beside it.
pub(super) fn has_base(rulebook: &Rulebook, held: &BettingBox, area: Area) -> Result<(), Refusal> {
    let ante = held.bets.total(Area::Ante).is_positive();
    let pair_plus = held.bets.total(Area::PairPlus).is_positive();
    let compulsory = rulebook.ante_required.says == YesNo::Yes;
    if compulsory && !ante && !matches!(area, Area::Ante | Area::Jackpot) {
        return Err(rulebook.refuse(RefusalReason::AnteRequired, rulebook.ante_required.cites));
    }
    match area {
        Area::Ante | Area::Play | Area::PairPlus => Ok(()),
        Area::Jackpot => {
            let (based, needs) = match rulebook.jackpot_requires.says {
                Some(JackpotRequires::Ante) => (ante, "an Ante"),
                Some(JackpotRequires::AnteOrPairPlus) | None => {
                    (ante || pair_plus, "an Ante or Pair Plus")
                }
            };
            let reason = RefusalReason::JackpotNeedsBase { needs };
            based
                .then_some(())
                .ok_or_else(|| rulebook.refuse(reason, rulebook.jackpot_requires.cites))
        }
        Area::FiveCard => {
            let (based, needs) = match rulebook.side_bet_requires.says {
                Some(SideBetRequires::Ante) => (ante, "an Ante"),
                Some(SideBetRequires::PairPlus) => (pair_plus, "Pair Plus"),
                Some(SideBetRequires::Either) | None => (ante || pair_plus, "an Ante or Pair Plus"),
            };
            let reason = RefusalReason::SideBetNeedsBase { needs };
            based
                .then_some(())
                .ok_or_else(|| rulebook.refuse(reason, rulebook.side_bet_requires.cites))
        }
    }
}

impl BettingBox {
    pub(super) fn all_back(&self, at: BoxNumber, area: Area) -> Vec<Event> {
        let shares = self.bets.shares(area);
        shares
            .map(|share| Event::BetTakenBack {
                at,
                area,
                player: share.player,
                amount: share.amount,
            })
            .collect()
    }
}
