//! Counting out: boxes in the rulebook's order, then jackpots and envy, then the end of the round.

use super::Decided;
use crate::actor::{Actor, Post};
use crate::clause::{Citations, Cites};
use crate::money::Money;
use crate::round::{
    BettingBox, Decision, Event, Phase, Refused, Round, Share, Showing, WagerSettled,
};
use crate::rulebook::{Award, JackpotClaim, JackpotKind, MajorPayment, Rulebook, SeatOrder, YesNo};
use crate::settlement::{
    BoxNumber, DealerHand, JackpotTerms, Line, Outcome, Reason, Showdown, StakedBox, settle_box,
    settle_jackpots,
};
use crate::wager::{Area, Wager};

impl Round {
    pub(super) fn settle(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        rulebook.needs_dealer_or_system(by)?;
        let layout = match &self.phase {
            Phase::DealerShown(layout) | Phase::Settling(layout) => layout,
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::Deciding(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_) => {
                return Err(self.wrong_phase(rulebook, "the settlement", rulebook.grounds.order));
            }
        };
        let held = self.find(rulebook, at)?;
        let no = |reason, cites: Cites| Err(rulebook.refuse(reason, cites));
        if !held.needs_settling() {
            return no(Refused::Settled { at }, rulebook.grounds.order);
        }
        match self.next_to_settle(rulebook) {
            Some(next) if next != at && rulebook.settle_seat_order.says != SeatOrder::Custom => {
                return no(
                    Refused::NotNextToSettle { next },
                    rulebook.settle_seat_order.cites,
                );
            }
            Some(_) | None => {}
        }
        if held.showing == Showing::FaceDown {
            return no(Refused::NotShown { at }, rulebook.grounds.reveal);
        }
        let dealer = DealerHand::new(rulebook, layout.dealer);
        let mut lines = settle_box(rulebook, &self.setup.limits, dealer, &held.staked(at));
        let order = rulebook.settle_bet_order.says.0;
        lines.sort_by_key(|line| order.iter().position(|wager| *wager == line.wager));
        let mut events: Vec<Event> = lines.iter().flat_map(|line| held.post(at, line)).collect();
        events.push(Event::BoxSettled { at });
        events.extend(self.after(&events).all_settled(rulebook));
        Ok(events)
    }

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
        let waiting = self.in_round().any(|(_, held)| held.needs_settling());
        let jackpot = rulebook.jackpot_kind.says != JackpotKind::None;
        (jackpot && !waiting).then_some(Event::BoxesSettled)
    }

    pub(super) fn pay_jackpots(&self, rulebook: &Rulebook, by: Actor, displayed: Money) -> Decided {
        if by != Actor::System {
            rulebook.needs_post(by, Post::House, rulebook.jackpot_cross_table_order.cites)?;
        }
        let Phase::Jackpots(layout) = &self.phase else {
            return Err(self.wrong_phase(rulebook, "the jackpots", rulebook.grounds.claim));
        };
        if displayed < Money::ZERO || displayed > Money::LIMIT {
            let reason = Refused::AmountTooLarge { found: displayed };
            return Err(rulebook.refuse(reason, rulebook.jackpot_amount.cites));
        }
        for (at, held) in self.boxes() {
            let live = held.bets.unsettled(Area::Jackpot).is_positive();
            if live && held.showing == Showing::FaceDown && held.is_in() {
                return Err(rulebook.refuse(Refused::NotShown { at }, rulebook.grounds.claim));
            }
        }
        let Some(jackpot) = self.setup.jackpot else {
            return Err(self.wrong_phase(rulebook, "a jackpot", rulebook.grounds.claim));
        };
        let boxes = self.boxes_for_jackpots(rulebook);
        let terms = JackpotTerms {
            stake: jackpot.stake,
            displayed,
            seed: jackpot.seed,
        };
        let showdown = Showdown {
            dealer: layout.dealer,
            community: layout.community,
            limits: self.setup.limits,
            jackpot: Some(terms),
            paid_before: &[],
            paid_after: &[],
            boxes: &boxes,
        };
        let settled = settle_jackpots(rulebook, &showdown);
        let mut events: Vec<Event> = Vec::new();
        let cheque = rulebook.major_payment.says == Some(MajorPayment::CageCheque);
        for payment in &settled.payments {
            let major = payment.row.award == Award::Percent(100);
            events.push(Event::JackpotAwarded {
                at: payment.number,
                award: payment.award_name().to_owned(),
                amount: payment.amount,
                by_cheque: major && cheque,
            });
        }
        if settled.after != settled.before {
            events.push(Event::MeterMoved {
                before: settled.before,
                after: settled.after,
            });
        }
        for (staked, lines) in boxes.iter().zip(&settled.lines) {
            let held = &self.boxes[&staked.number];
            events.extend(
                lines
                    .iter()
                    .flatten()
                    .flat_map(|line| held.post(staked.number, line)),
            );
        }
        Ok(events)
    }

    /// Every box that holds a jackpot bet or an Ante, with the hand everybody has seen.
    fn boxes_for_jackpots(&self, rulebook: &Rulebook) -> Vec<StakedBox> {
        let must_notify = rulebook.jackpot_claim.says == Some(JackpotClaim::MustNotify);
        let staked = self.boxes().filter(|(_, held)| !held.bets.is_empty());
        staked
            .map(|(at, held)| {
                let mut staked = held.staked(at);
                staked.stakes.jackpot = held.bets.total(Area::Jackpot);
                staked.stakes.ante = held.bets.total(Area::Ante);
                let shown = matches!(
                    held.showing,
                    Showing::Revealed | Showing::Hidden { established: true }
                );
                if !shown || (must_notify && !held.claimed) {
                    staked.hand = None;
                }
                staked
            })
            .collect()
    }

    pub(super) fn conclude(&self, rulebook: &Rulebook, by: Actor) -> Decided {
        rulebook.needs_dealer_or_system(by)?;
        let grounds = &rulebook.grounds;
        match self.phase {
            Phase::BetsClosed if self.in_round().next().is_none() => {}
            Phase::Settling(_) | Phase::Jackpots(_) | Phase::DealerShown(_) => {}
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::Deciding(_)
            | Phase::Concluded(_) => {
                return Err(self.wrong_phase(rulebook, "the end of a round", grounds.round_ends));
            }
        }
        let mut events = Vec::new();
        for (at, held) in self.boxes() {
            // A jackpot bet that never had its base bet goes back at the end (mbs-2019 5.12.2).
            if !held.is_in() {
                events.extend(held.lone_jackpot_back(rulebook, at));
                continue;
            }
            let open = |area: &Area| held.bets.unsettled(*area).is_positive();
            match Area::ALL.into_iter().find(open) {
                Some(Area::Jackpot) => {
                    return Err(rulebook.refuse(Refused::JackpotsUnpaid, grounds.round_ends));
                }
                Some(area) => {
                    let reason = Refused::BetUnsettled { at, area };
                    return Err(rulebook.refuse(reason, grounds.round_ends));
                }
                None => {}
            }
        }
        events.push(Event::RoundConcluded);
        Ok(events)
    }

    /// What a fold takes at once, by the same lines a settlement would show.
    pub(super) fn forfeits(&self, rulebook: &Rulebook, at: BoxNumber) -> Vec<Event> {
        let (Some(layout), Some(held)) = (self.layout(), self.boxes.get(&at)) else {
            return Vec::new();
        };
        let staked = held.staked(at);
        let dealer = DealerHand::new(rulebook, layout.dealer);
        let mut lines = settle_box(rulebook, &self.setup.limits, dealer, &staked);
        if let Some(jackpot) = self.setup.jackpot {
            let terms = JackpotTerms {
                stake: jackpot.stake,
                displayed: Money::ZERO,
                seed: Money::ZERO,
            };
            let showdown = Showdown {
                dealer: layout.dealer,
                community: layout.community,
                limits: self.setup.limits,
                jackpot: Some(terms),
                paid_before: &[],
                paid_after: &[],
                boxes: &[staked],
            };
            let settled = settle_jackpots(rulebook, &showdown);
            lines.extend(settled.lines.iter().filter_map(|[bet, _]| *bet));
        }
        lines.retain(|line| {
            line.reason == Reason::Folded
                || line.reason == Reason::FoldedByAbsence
                || (line.wager == Wager::Ante && line.outcome == Outcome::Returned)
        });
        lines.iter().flat_map(|line| held.post(at, line)).collect()
    }

    /// Every bet of a box back to whoever staked it, and its contribution out of the meter (G-06).
    pub(super) fn hand_back(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        held: &BettingBox,
        cites: Citations,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        for area in Area::ALL {
            for share in held.bets.shares(area).iter().filter(|share| !share.settled) {
                events.push(returned(at, area.wager(), share, cites));
            }
        }
        let reverses = rulebook.reverse_contribution_on_return.says == Some(YesNo::Yes);
        let contribution = self.setup.jackpot.map(|jackpot| jackpot.contribution);
        if let (true, Some(amount)) = (reverses && held.has_jackpot_bet(), contribution) {
            events.push(Event::ContributionReversed { at, amount });
        }
        events
    }

    /// Shares of an Ante whose backers did not match them are treated as folded (MBS-09).
    pub(super) fn unmatched_shares(&self, rulebook: &Rulebook) -> Vec<Event> {
        let mut events = Vec::new();
        for (at, held) in self.in_round() {
            let played = matches!(held.decision, Decision::Played { .. });
            let covered = held.bets.total(Area::Play) >= held.bets.total(Area::Ante);
            if !played || covered {
                continue;
            }
            for share in held.bets.shares(Area::Ante) {
                if held.bets.of(Area::Play, share.player).is_zero() {
                    events.push(Event::WagerSettled(WagerSettled {
                        at,
                        player: share.player,
                        wager: Wager::Ante,
                        staked: share.amount,
                        at_risk: share.amount,
                        returned: Money::ZERO,
                        outcome: Outcome::Lose,
                        cites: rulebook
                            .backer_play
                            .cites
                            .iter()
                            .map(|id| (*id).to_owned())
                            .collect(),
                    }));
                }
            }
        }
        events
    }
}

fn returned(at: BoxNumber, wager: Wager, share: &Share, cites: Citations) -> Event {
    Event::WagerSettled(WagerSettled {
        at,
        player: share.player,
        wager,
        staked: share.amount,
        at_risk: Money::ZERO,
        returned: share.amount,
        outcome: Outcome::Returned,
        cites: cites.iter().map(str::to_owned).collect(),
    })
}

impl BettingBox {
    fn has_jackpot_bet(&self) -> bool {
        self.bets.unsettled(Area::Jackpot).is_positive()
    }

    pub(super) fn lone_jackpot_back(&self, rulebook: &Rulebook, at: BoxNumber) -> Vec<Event> {
        let cites = Citations::one(rulebook.jackpot_without_base.cites);
        let shares = self
            .bets
            .shares(Area::Jackpot)
            .iter()
            .filter(|share| !share.settled);
        shares
            .map(|share| returned(at, Wager::Jackpot, share, cites))
            .collect()
    }

    /// Bets the Dealer has to count out at this box; a live jackpot bet alone waits for the jackpots.
    pub(super) fn needs_settling(&self) -> bool {
        let table = [Area::Ante, Area::Play, Area::PairPlus, Area::FiveCard];
        !self.settled
            && table
                .iter()
                .any(|area| self.bets.unsettled(*area).is_positive())
    }

    /// A line as it falls to those who staked it: each share at risk in the order it was put down,
    /// so that an excess goes back to whoever added it last.
    fn post(&self, at: BoxNumber, line: &Line) -> Vec<Event> {
        let (area, payment) = match line.wager {
            Wager::Play => (Area::Play, false),
            Wager::Ante => (Area::Ante, false),
            Wager::PairPlus => (Area::PairPlus, false),
            Wager::FiveCard => (Area::FiveCard, false),
            Wager::Jackpot => (Area::Jackpot, false),
            Wager::AnteBonus => (Area::Ante, true),
            Wager::Envy => (Area::Jackpot, true),
        };
        let shares = self.bets.shares(area).iter();
        let shares: Vec<&Share> = shares.filter(|share| payment || !share.settled).collect();
        let whole: Money = shares.iter().map(|share| share.amount).sum();
        let mut risk_left = if payment { whole } else { line.at_risk };
        let risk = risk_left;
        let mut posted = Vec::with_capacity(shares.len());
        for share in shares {
            let at_risk = share.amount.min(risk_left);
            risk_left -= at_risk;
            let won = match line.outcome {
                Outcome::Win if payment => portion(line.returned, at_risk, risk),
                Outcome::Win => share.amount + portion(line.net(), at_risk, risk),
                Outcome::Lose => share.amount - at_risk,
                Outcome::StandOff | Outcome::Returned => share.amount,
            };
            posted.push(Event::WagerSettled(WagerSettled {
                at,
                player: share.player,
                wager: line.wager,
                staked: if payment { Money::ZERO } else { share.amount },
                at_risk: if payment { Money::ZERO } else { at_risk },
                returned: won,
                outcome: line.outcome,
                cites: line.cites.iter().map(str::to_owned).collect(),
            }));
        }
        posted
    }
}

/// `part` of `whole` of an amount; odds are whole numbers to 1, so shares come out even.
fn portion(amount: Money, part: Money, whole: Money) -> Money {
    if whole.is_zero() {
        return Money::ZERO;
    }
    let wide = i128::from(amount.in_minor()) * i128::from(part.in_minor());
    let share = wide / i128::from(whole.in_minor());
    Money::minor(i64::try_from(share).unwrap_or_default())
}
