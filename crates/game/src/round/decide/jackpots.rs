//! The jackpots of a round: what they are reckoned from, awards and envy posted, the meter fed.

use super::Done;
use crate::actor::{Actor, Post};
use crate::hand::Hand;
use crate::money::Money;
use crate::round::event::PushWith as _;
use crate::round::{Event, Felt, Phase, Refusal, RefusalReason, Round, Showing};
use crate::rulebook::{
    Award, JackpotTable, MajorPayment, MeterIncrement, PercentWinEffect, Rulebook, YesNo,
};
use crate::settlement::{
    BoxNumber, JackpotAward, JackpotPayment, JackpotSettlement, JackpotTerms, Outcome, Showdown,
    StakedBox, settle_jackpots,
};
use crate::wager::{Area, Wager};

impl Round {
    pub(super) fn pay_jackpots(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        displayed: Money,
        events: &mut Vec<Event>,
    ) -> Done {
        if by != Actor::System {
            rulebook.needs_post(by, Post::House, rulebook.jackpot_cross_table_order.cites)?;
        }
        if !matches!(self.phase, Phase::Jackpots(_)) || self.setup.jackpot.is_none() {
            return Err(self.wrong_phase(rulebook, "the jackpots", rulebook.grounds.claim));
        }
        let seed = self.least_meter(rulebook);
        // The link answers for its own meter, and a value recorded before a fault stands as it is.
        let read = by != Actor::System && self.recorded_meter.is_none();
        if read && displayed >= Money::ZERO && displayed < seed {
            let found = displayed;
            let reason = RefusalReason::MeterBelowSeed { found, seed };
            return Err(rulebook.refuse(reason, rulebook.jackpot_seed.cites));
        }
        // After a fault that was noticed too late to void, the value recorded before it counts (5.17.1).
        let displayed = self.recorded_meter.unwrap_or(displayed);
        self.jackpots_are_due(rulebook, displayed)?;
        events.push_with(|| Event::MeterRead { displayed });
        self.jackpots_at(rulebook, displayed, events)
    }

    /// Awards and envy reckoned from a meter that stands at `displayed`.
    pub(super) fn jackpots_at(
        &self,
        rulebook: &Rulebook,
        displayed: Money,
        events: &mut Vec<Event>,
    ) -> Done {
        let dealer = self.dealer_hand(rulebook)?;
        let boxes = self.boxes_for_jackpots();
        let settled = self.reckoned(rulebook, displayed, dealer, &boxes);
        let from = events.len();
        award(rulebook, &settled, events);
        for (staked, lines) in boxes.iter().zip(&settled.lines) {
            let held = &self.boxes[staked.number];
            for line in lines.iter().flatten() {
                held.post(staked.number, line, Some(dealer), events);
                let back = line.wager == Wager::Jackpot && line.outcome == Outcome::Returned;
                if back {
                    events.extend(self.contribution_back(rulebook, staked.number));
                }
            }
        }
        let major = |payment: &JackpotPayment| payment.award() == JackpotAward::Major;
        if rulebook.meter_waits() && !settled.payments.iter().any(major) {
            events.extend(self.after(&events[from..]).late_contributions(rulebook));
        }
        events.push_with(|| Event::JackpotsSettled);
        Ok(())
    }

    /// What the jackpots of this round come to at a meter that shows `displayed`, for the link that keeps
    /// the meter of several tables; nothing where none is waiting to be paid.
    pub fn jackpots_due(&self, rulebook: &Rulebook, displayed: Money) -> Option<JackpotSettlement> {
        if self.is_suspended() || !matches!(self.phase, Phase::Jackpots(_)) {
            return None;
        }
        self.setup.jackpot?;
        let displayed = self.recorded_meter.unwrap_or(displayed);
        self.jackpots_are_due(rulebook, displayed).ok()?;
        let dealer = self.dealer_hand(rulebook).ok()?;
        Some(self.reckoned(rulebook, displayed, dealer, &self.boxes_for_jackpots()))
    }

    /// What they came to where they are paid, from the meter they were paid at and the hands as they
    /// are counted now.
    pub fn jackpots_paid(&self, rulebook: &Rulebook) -> Option<JackpotSettlement> {
        let displayed = self.postings.meter_read.filter(|_| self.jackpots_settled)?;
        let dealer = self.dealer_hand(rulebook).ok()?;
        Some(self.reckoned(rulebook, displayed, dealer, &self.boxes_for_jackpots()))
    }

    /// What a meter read off the display comes to at least: its seed, or nothing where awards may take
    /// it lower (G-05, ML-04).
    pub(crate) fn least_meter(&self, rulebook: &Rulebook) -> Money {
        let seed = self.setup.jackpot.map_or(Money::ZERO, |set| set.seed);
        if rulebook.lets_meter_fall_below_seed() {
            Money::ZERO
        } else {
            seed
        }
    }

    /// The meter recorded before a jackpot fault in this round, at which it is paid (5.17.1).
    pub fn recorded_meter(&self) -> Option<Money> {
        self.recorded_meter
    }

    #[inline]
    fn reckoned(
        &self,
        rulebook: &Rulebook,
        displayed: Money,
        dealer: Hand,
        boxes: &[StakedBox],
    ) -> JackpotSettlement {
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
            boxes,
        };
        settle_jackpots(rulebook, &showdown)
    }

    fn jackpots_are_due(&self, rulebook: &Rulebook, displayed: Money) -> Result<(), Refusal> {
        let cites = rulebook.grounds.claim;
        if displayed < Money::ZERO || displayed > Money::LIMIT {
            let reason = RefusalReason::AmountTooLarge { found: displayed };
            return Err(rulebook.refuse(reason, rulebook.jackpot_amount.cites));
        }
        for (at, held) in self.in_round() {
            let live = held.bets.unsettled(Area::Jackpot).is_positive();
            if live && held.showing == Showing::FaceDown {
                return Err(rulebook.refuse(RefusalReason::NotShown { at }, cites));
            }
        }
        if self.jackpots_settled || !self.has_jackpot_bets() {
            return Err(rulebook.refuse(RefusalReason::NoJackpotsWaiting, cites));
        }
        Ok(())
    }

    /// In a house whose meter waits for the settlement, it grows only where it was not won (G-04).
    pub(super) fn late_contributions(&self, rulebook: &Rulebook) -> Vec<Event> {
        if !rulebook.meter_waits() {
            return Vec::new();
        }
        let counted = self.in_round().filter(|(at, held)| {
            let staked = held.bets.has(Area::Jackpot);
            let fed = self.postings.fed(*at).is_some();
            staked && !fed && !held.decision.is_out() && !self.jackpot_bet_returned(*at)
        });
        counted
            .filter_map(|(at, _)| self.contribution(at))
            .collect()
    }

    /// A returned bet was in effect not accepted: it feeds no meter and wins nothing (G-06).
    #[inline]
    fn jackpot_bet_returned(&self, at: BoxNumber) -> bool {
        let mut posted = self.postings.settled.iter().map(|posting| &posting.line);
        posted.any(|line| {
            let jackpot = line.at == at && line.wager == Wager::Jackpot;
            jackpot && line.outcome == Outcome::Returned
        })
    }

    /// Bets on the jackpot by boxes in the round, whether or not a fold has taken the stake: envy may
    /// still be due to them.
    #[inline]
    pub(in crate::round) fn has_jackpot_bets(&self) -> bool {
        self.in_round()
            .any(|(at, held)| held.bets.has(Area::Jackpot) && !self.jackpot_bet_returned(at))
    }

    /// Every box that holds a jackpot bet or an Ante, with the hand everybody has seen.
    fn boxes_for_jackpots(&self) -> Vec<StakedBox> {
        self.staked_boxes()
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
}

/// The awards in the order paid, and what they leave on the meter.
fn award(rulebook: &Rulebook, settled: &JackpotSettlement, events: &mut Vec<Event>) {
    let cheque = rulebook.major_payment.says == Some(MajorPayment::CageCheque);
    events.extend(
        settled
            .payments
            .iter()
            .map(|payment| Event::JackpotAwarded {
                at: payment.number,
                award: payment.award(),
                amount: payment.amount,
                by_cheque: cheque && payment.award() == JackpotAward::Major,
            }),
    );
    let (before, after) = (settled.before, settled.after);
    if before != after {
        events.push_with(|| Event::MeterMoved { before, after });
    }
}

impl Rulebook {
    /// Fixed awards or a share of the meter are taken off it without a floor (G-05, ML-04).
    fn lets_meter_fall_below_seed(&self) -> bool {
        let rows = self.jackpot_table.says.iter().flat_map(JackpotTable::rows);
        let mut shares = rows.map(|row| matches!(row.award, Award::Percent(share) if share < 100));
        let deducts = match self.percent_win_effect.says {
            Some(PercentWinEffect::Deduct) | None => true,
            Some(PercentWinEffect::DeductFloorSeed | PercentWinEffect::Reset) => false,
        };
        let fixed = self.fixed_awards_from_meter.says == Some(YesNo::Yes);
        fixed || (deducts && shares.any(|share| share))
    }

    fn meter_waits(&self) -> bool {
        self.meter_increment.says == Some(MeterIncrement::AtSettlementIfNotWon)
    }
}
