//! Counting out: boxes in the rulebook's order, then jackpots and envy, then the end of the round.

use super::Decided;
use super::limits::counted_total;
use crate::actor::{Actor, Post};
use crate::card::Card;
use crate::clause::Cites;
use crate::hand::Hand;
use crate::money::Money;
use crate::round::{BettingBox, Event, Felt, Phase, Posting, Refusal, Refused, Round, Showing};
use crate::rulebook::{
    Award, JackpotKind, MajorPayment, MeterIncrement, Rulebook, SeatOrder, UnderMinClosed,
};
use crate::settlement::{
    BoxNumber, DealerHand, Fate, JackpotPayment, JackpotSettlement, JackpotTerms, Outcome, Reason,
    Showdown, StakedBox, settle_box, settle_jackpots,
};
use crate::wager::{Area, Wager};

impl Round {
    pub(super) fn settle(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
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
        let mut events = self.counted_out(rulebook, at)?;
        events.push(Event::BoxSettled { at });
        events.extend(self.all_settled_but(rulebook, Some(at)));
        Ok(events)
    }

    /// Every bet of a box but its jackpot bet, in the order the rulebook pays them.
    pub(super) fn counted_out(&self, rulebook: &Rulebook, at: BoxNumber) -> Decided {
        let held = self.find(rulebook, at)?;
        let dealer = DealerHand::new(rulebook, self.dealer_hand(rulebook)?);
        let staked = held.staked(at, &self.conduct);
        let mut lines = settle_box(rulebook, &self.setup.limits, dealer, &staked);
        if held.is_folded() {
            // Paid, where a house pays it at all, when the Dealer's hand was shown.
            lines.retain(|line| line.wager != Wager::AnteBonus);
        }
        let order = rulebook.settle_bet_order.says.0;
        lines.sort_by_key(|line| order.iter().position(|wager| *wager == line.wager));
        let posted = lines
            .iter()
            .flat_map(|line| held.post(at, line, Some(dealer.hand)));
        Ok(posted.collect())
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
        self.all_settled_but(rulebook, None)
    }

    /// As above, where `just` has been counted out this moment.
    fn all_settled_but(&self, rulebook: &Rulebook, just: Option<BoxNumber>) -> Option<Event> {
        let mut others = self.in_round().filter(|(at, _)| Some(*at) != just);
        let jackpot = rulebook.jackpot_kind.says != JackpotKind::None;
        let waiting = |(_, held): (_, &BettingBox)| held.needs_settling();
        (jackpot && !others.any(waiting)).then_some(Event::BoxesSettled)
    }

    pub(super) fn pay_jackpots(&self, rulebook: &Rulebook, by: Actor, displayed: Money) -> Decided {
        if by != Actor::System {
            rulebook.needs_post(by, Post::House, rulebook.jackpot_cross_table_order.cites)?;
        }
        if !matches!(self.phase, Phase::Jackpots(_)) || self.setup.jackpot.is_none() {
            return Err(self.wrong_phase(rulebook, "the jackpots", rulebook.grounds.claim));
        }
        // After a fault somebody saw too late to void, the value recorded before it counts (5.17.1).
        let displayed = self.recorded_meter.unwrap_or(displayed);
        self.jackpots_are_due(rulebook, displayed)?;
        let mut events = vec![Event::MeterRead { displayed }];
        events.extend(self.jackpots_at(rulebook, displayed)?);
        Ok(events)
    }

    /// Awards and envy reckoned from a meter that stands at `displayed`.
    pub(super) fn jackpots_at(&self, rulebook: &Rulebook, displayed: Money) -> Decided {
        let dealer = self.dealer_hand(rulebook)?;
        let boxes = self.boxes_for_jackpots();
        let jackpot = self.setup.jackpot.map(|set| JackpotTerms {
            stake: set.stake,
            displayed,
            seed: set.seed,
        });
        let showdown = Showdown {
            dealer,
            community: self.felt().and_then(Felt::community_pair),
            limits: self.setup.limits,
            jackpot,
            paid_before: &[],
            paid_after: &[],
            boxes: &boxes,
        };
        let settled = settle_jackpots(rulebook, &showdown);
        let mut events = awarded(rulebook, &settled);
        for (staked, lines) in boxes.iter().zip(&settled.lines) {
            let held = &self.boxes[staked.number];
            for line in lines.iter().flatten() {
                events.extend(held.post(staked.number, line, Some(dealer)));
                let back = line.wager == Wager::Jackpot && line.outcome == Outcome::Returned;
                let fed = self.contribution_back(rulebook, staked.number);
                events.extend(fed.filter(|_| back));
            }
        }
        let major = |payment: &JackpotPayment| payment.row.award == Award::Percent(100);
        if rulebook.meter_waits() && !settled.payments.iter().any(major) {
            events.extend(self.after(&events).late_contributions(rulebook));
        }
        events.push(Event::JackpotsSettled);
        Ok(events)
    }

    fn jackpots_are_due(&self, rulebook: &Rulebook, displayed: Money) -> Result<(), Refusal> {
        let cites = rulebook.grounds.claim;
        if displayed < Money::ZERO || displayed > Money::LIMIT {
            let reason = Refused::AmountTooLarge { found: displayed };
            return Err(rulebook.refuse(reason, rulebook.jackpot_amount.cites));
        }
        for (at, held) in self.in_round() {
            let live = held.bets.unsettled(Area::Jackpot).is_positive();
            if live && held.showing == Showing::FaceDown {
                return Err(rulebook.refuse(Refused::NotShown { at }, cites));
            }
        }
        if self.jackpots_settled || !self.has_jackpot_bets() {
            return Err(rulebook.refuse(Refused::NoJackpotsWaiting, cites));
        }
        Ok(())
    }

    /// In a house whose meter waits for the settlement, it grows only where it was not won (G-04).
    fn late_contributions(&self, rulebook: &Rulebook) -> Vec<Event> {
        if !rulebook.meter_waits() {
            return Vec::new();
        }
        let counted = self.in_round().filter(|(at, held)| {
            let staked = !held.bets.shares(Area::Jackpot).is_empty();
            let fed = self.postings.fed(*at).is_some();
            staked && !fed && !held.decision.is_out() && !self.jackpot_bet_returned(*at)
        });
        counted.filter_map(|(at, _)| self.contributes(at)).collect()
    }

    /// A returned bet was in effect not accepted: it feeds no meter and wins nothing (G-06).
    fn jackpot_bet_returned(&self, at: BoxNumber) -> bool {
        let mut posted = self.postings.settled.iter().map(|posting| &posting.line);
        posted.any(|line| {
            let jackpot = line.at == at && line.wager == Wager::Jackpot;
            jackpot && line.outcome == Outcome::Returned
        })
    }

    /// Bets on the jackpot by boxes in the round, whether or not a fold has taken the stake: envy may
    /// still be due to them.
    fn has_jackpot_bets(&self) -> bool {
        self.in_round().any(|(at, held)| {
            !held.bets.shares(Area::Jackpot).is_empty() && !self.jackpot_bet_returned(at)
        })
    }

    /// Every box that holds a jackpot bet or an Ante, with the hand everybody has seen.
    fn boxes_for_jackpots(&self) -> Vec<StakedBox> {
        let staked = self.boxes().filter(|(_, held)| !held.bets.is_empty());
        staked
            .map(|(at, held)| {
                let mut staked = held.staked(at, &self.conduct);
                if !self.jackpot_bet_returned(at) {
                    staked.stakes.jackpot = held.bets.total(Area::Jackpot);
                }
                staked.stakes.ante = held.bets.total(Area::Ante);
                let shown = matches!(
                    held.showing,
                    Showing::Revealed | Showing::Hidden { established: true }
                );
                if !shown {
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
            // Nobody came in, or everybody has gone out again.
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
        let mut events = Vec::new();
        for (at, held) in self.boxes() {
            // A jackpot bet that never had its base bet goes back at the end (mbs-2019 5.12.2).
            if !held.is_in() {
                events.extend(held.lone_jackpot_back(rulebook, at));
                events.extend(self.contribution_back(rulebook, at));
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
        let due = matches!(self.phase, Phase::Jackpots(_)) && self.has_jackpot_bets();
        if due && !self.jackpots_settled {
            return Err(rulebook.refuse(Refused::JackpotsUnpaid, grounds.round_ends));
        }
        if !self.jackpots_settled {
            events.extend(self.late_contributions(rulebook));
        }
        events.extend(self.graces(rulebook));
        events.push(Event::RoundConcluded);
        Ok(events)
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
            let counted = line.outcome != Outcome::Returned;
            let fresh = held
                .controller()
                .filter(|who| !self.conduct.grace_used(*who) && !players.contains(who))
                // A visit that is over takes its grace with it (MBS-17).
                .filter(|who| !self.left.contains(who) || self.conduct.remembers_those_who_left());
            players.extend(fresh.filter(|_| short && counted));
        }
        players
            .into_iter()
            .map(|player| Event::GraceUsed { player })
            .collect()
    }

    /// A house that pays the Ante Bonus on folded hands too pays it once nothing can be learnt from it (G-08).
    pub(super) fn bonus_of_folded(&self, rulebook: &Rulebook) -> Vec<Event> {
        let Ok(dealer) = self.dealer_hand(rulebook) else {
            return Vec::new();
        };
        let dealer = DealerHand::new(rulebook, dealer);
        let folded = self.in_round().filter(|(_, held)| held.is_folded());
        folded
            .flat_map(|(at, held)| {
                let staked = held.staked(at, &self.conduct);
                let lines = settle_box(rulebook, &self.setup.limits, dealer, &staked);
                let bonus = lines
                    .into_iter()
                    .find(|line| line.wager == Wager::AnteBonus);
                bonus.map_or_else(Vec::new, |line| held.post(at, &line, Some(dealer.hand)))
            })
            .collect()
    }

    /// What a fold takes at once, by the same lines a settlement would show. The box is about to
    /// fold: `fate` says how.
    pub(super) fn forfeits(&self, rulebook: &Rulebook, at: BoxNumber, fate: Fate) -> Vec<Event> {
        let Some(held) = self.boxes.get(at) else {
            return Vec::new();
        };
        let mut staked = held.staked(at, &self.conduct);
        staked.fate = fate;
        // What a fold takes does not turn on the Dealer's cards, nor on how many there are.
        let unseen = self
            .felt()
            .and_then(Felt::dealer_hand)
            .unwrap_or_else(any_hand);
        let dealer = DealerHand::new(rulebook, unseen);
        let mut lines = settle_box(rulebook, &self.setup.limits, dealer, &staked);
        if let Some(jackpot) = self.setup.jackpot {
            let terms = JackpotTerms {
                stake: jackpot.stake,
                displayed: Money::ZERO,
                seed: Money::ZERO,
            };
            let showdown = Showdown {
                dealer: unseen,
                community: self.felt().and_then(Felt::community_pair),
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
            let short = line.wager == Wager::Ante && line.reason == Reason::UnderMinimum;
            short || line.reason == Reason::Folded || line.reason == Reason::FoldedByAbsence
        });
        lines
            .iter()
            .flat_map(|line| held.post(at, line, None))
            .collect()
    }
}

fn any_hand() -> Hand {
    Hand::new([Card::ALL[0], Card::ALL[1], Card::ALL[2]]).expect("three different cards")
}

/// The awards in the order paid, and what they leave on the meter.
fn awarded(rulebook: &Rulebook, settled: &JackpotSettlement) -> Vec<Event> {
    let cheque = rulebook.major_payment.says == Some(MajorPayment::CageCheque);
    let award = |payment: &JackpotPayment| Event::JackpotAwarded {
        at: payment.number,
        award: payment.award_name().to_owned(),
        amount: payment.amount,
        by_cheque: cheque && payment.row.award == Award::Percent(100),
    };
    let mut events: Vec<Event> = settled.payments.iter().map(award).collect();
    let (before, after) = (settled.before, settled.after);
    if before != after {
        events.push(Event::MeterMoved { before, after });
    }
    events
}

impl Rulebook {
    fn meter_waits(&self) -> bool {
        self.meter_increment.says == Some(MeterIncrement::AtSettlementIfNotWon)
    }
}

impl BettingBox {
    /// Bets the Dealer has to count out at this box; a live jackpot bet alone waits for the jackpots.
    pub(super) fn needs_settling(&self) -> bool {
        let table = [Area::Ante, Area::Play, Area::PairPlus, Area::FiveCard];
        !self.settled
            && table
                .iter()
                .any(|area| self.bets.unsettled(*area).is_positive())
    }
}
