//! Which tables have won, in what order, and which may be told to pay.
//!
//! A win comes in one of two ways. A table waits with it, and is told the meter once the win has its
//! number; or the table has paid already, because its link was lost or because a correction counted
//! the round again, and the link counts what was paid.

use game::{CrossTableOrder, JackpotPayment, JackpotSettlement, Money, Round, Rulebook, Timestamp};
use ledger::TableId;

use super::super::{
    Claim, ClaimedAward, Enrolment, Hit, HitStatus, LinkRequest, PaidBefore, Reversal,
};
use super::gather::Gathered;
use super::{Controller, SYSTEM};
use crate::table::TableState;

/// A round whose jackpots are to be counted, by when the first of its winners had his hand.
#[derive(Clone, Debug)]
pub struct Won {
    pub when: Timestamp,
    pub table: TableId,
    pub round: u64,
    /// As it was paid; nothing where the table waits to be told.
    pub paid: Option<JackpotSettlement>,
}

impl Controller {
    /// The turn with the wins that are to be counted, each at the meter those before it leave.
    pub(super) fn turn_request(&self, gathered: &Gathered) -> LinkRequest {
        let mut won: Vec<Won> = gathered.paid.values().cloned().collect();
        won.retain(|won| !self.is_counted(won, &gathered.reversals));
        won.extend(self.due());
        won.sort_by_key(|won| (won.when, won.table, won.round));
        let mut reversals = gathered.reversals.clone();
        for Won { table, round, .. } in &won {
            // What was numbered is not what was won: that is counted anew.
            let back = Reversal {
                table: *table,
                round: *round,
            };
            let numbered = self.state.hit_of(*table, *round);
            if numbered.is_some_and(|(_, hit)| hit.is_counted()) && !reversals.contains(&back) {
                reversals.push(back);
            }
        }
        let mut request = LinkRequest::Turn {
            feeds: gathered.feeds.clone(),
            received: gathered.received.clone(),
            reversals,
            hits: Vec::new(),
            released: self.released(),
        };
        for won in won {
            let mut now = self.state.clone();
            for event in self.state.decide(SYSTEM, &request).unwrap_or_default() {
                now.evolve(&event);
            }
            let claim = self.claim(&won, now.meters.shown);
            if let LinkRequest::Turn { hits, .. } = &mut request {
                hits.extend(claim);
            }
        }
        request
    }

    /// The link knows of it: it was numbered before it was paid, and was not taken back in between.
    fn is_counted(&self, won: &Won, reversals: &[Reversal]) -> bool {
        let (table, round) = (won.table, won.round);
        let taken_back = reversals.contains(&Reversal { table, round });
        let numbered = self.state.hit_of(table, round);
        let numbered = numbered.filter(|(_, hit)| hit.is_counted() && !taken_back);
        match (&won.paid, numbered) {
            (Some(settled), Some((_, hit))) => matches_settlement(hit, settled),
            (Some(settled), None) => !draws_on_meter(settled),
            (None, _) => false,
        }
    }

    /// Tables that wait with a win that moves the meter and is not numbered as it is now.
    fn due(&self) -> Vec<Won> {
        let enrolled = self.state.tables.keys();
        let won = |table: &TableId| {
            let state = self.tables.get(table)?;
            let (round, rulebook) = self.round_played(state)?;
            let settled = round.jackpots_due(rulebook, self.state.meters.shown)?;
            let numbered = self.state.hit_of(*table, round.number());
            let new = match numbered {
                Some((_, hit)) if hit.is_counted() => {
                    let again = round.jackpots_due(rulebook, hit.claim.pays_at())?;
                    !matches_settlement(hit, &again)
                }
                // What two people have rejected stays rejected until the hands are counted otherwise.
                Some((_, hit)) if hit.standing == HitStatus::Rejected => {
                    draws_on_meter(&settled) && !is_the_same_hands(hit, &settled)
                }
                Some(_) | None => draws_on_meter(&settled),
            };
            new.then(|| Won {
                when: won_at(rulebook, round, &settled),
                table: *table,
                round: round.number(),
                paid: None,
            })
        };
        enrolled.filter_map(won).collect()
    }

    fn claim(&self, won: &Won, shown: Money) -> Option<Claim> {
        let (settled, paid) = if let Some(settled) = &won.paid {
            (settled.clone(), PaidBefore::Already)
        } else {
            let (round, rulebook) = self.round_played(self.tables.get(&won.table)?)?;
            (round.jackpots_due(rulebook, shown)?, PaidBefore::NotYet)
        };
        let (awards, after) = split_award(shown, &settled);
        draws_on_meter(&settled).then_some(Claim {
            table: won.table,
            round: won.round,
            before: shown,
            after,
            awards,
            recorded: Some(settled.before).filter(|before| *before != shown),
            paid,
        })
    }

    /// The meter a table that waits is to pay at, if it may.
    pub(super) fn payable(&self, table: TableId, state: &TableState) -> Option<Money> {
        let (round, rulebook) = self.round_played(state)?;
        let shown = self.state.meters.shown;
        let settled = round.jackpots_due(rulebook, shown)?;
        match self.state.hit_of(table, round.number()) {
            Some((_, hit)) if hit.is_counted() => {
                let meter = hit.claim.pays_at();
                let again = round.jackpots_due(rulebook, meter)?;
                let may = hit.standing == HitStatus::Payable && matches_settlement(hit, &again);
                may.then_some(meter)
            }
            Some(_) | None => (!draws_on_meter(&settled)).then_some(shown),
        }
    }

    /// The meter a table that waits may pay at while the link is lost: what was numbered before, what
    /// takes nothing from the meter, and what the rules pay at the value recorded before the fault;
    /// not what two people have to look at first (STANDARDS P25).
    pub(super) fn payable_without(
        &self,
        (table, recorded): (TableId, Money),
        state: &TableState,
    ) -> Option<Money> {
        let (round, rulebook) = self.round_played(state)?;
        if self.state.hit_of(table, round.number()).is_some() {
            return self.payable(table, state);
        }
        let settled = round.jackpots_due(rulebook, recorded)?;
        let most = self
            .state
            .level
            .map_or(Money::ZERO, |level| level.verify_above);
        let drawn: Money = settled.payments.iter().map(|paid| paid.drawn).sum();
        let frozen = round.recorded_meter().is_some() && drawn <= most;
        (frozen || !draws_on_meter(&settled)).then_some(recorded)
    }

    /// The round a table plays for this jackpot.
    pub(super) fn round_played<'a>(
        &self,
        state: &'a TableState,
    ) -> Option<(&'a Round, &'a Rulebook)> {
        let here = state.link_of_round() == Some(self.state.id) && self.state.ended.is_none();
        let round = state.table().round().filter(|_| here)?;
        Some((round, state.table().rulebook()?))
    }

    fn released(&self) -> Vec<TableId> {
        let leaving = self.state.tables.iter();
        let leaving = leaving.filter(|(_, how)| **how == Enrolment::Leaving);
        let gone = |table: &TableId| {
            let state = self.tables.get(table);
            state.is_some_and(|state| state.link() != Some(self.state.id))
        };
        leaving.map(|(table, _)| *table).filter(gone).collect()
    }
}

/// When the first of its winners had his hand, or was entered, as the rulebook counts (rws-2020
/// 4.9.1, mbs-2019 3.19).
pub fn won_at(rulebook: &Rulebook, round: &Round, settled: &JackpotSettlement) -> Timestamp {
    let time = |payment: &JackpotPayment| {
        let times = round.betting_box(payment.number)?.times;
        match rulebook.jackpot_cross_table_order.says {
            // Where nobody has to claim, nobody enters anything: then the hand itself counts.
            Some(CrossTableOrder::FirstEntered) => times.jackpot_entered.or(times.hand_complete),
            Some(CrossTableOrder::TimeFullHandDealt) | None => times.hand_complete,
        }
    };
    let drawing = settled
        .payments
        .iter()
        .filter(|paid| paid.drawn.is_positive());
    drawing.filter_map(time).min().unwrap_or_default()
}

fn draws_on_meter(settled: &JackpotSettlement) -> bool {
    settled.payments.iter().any(|paid| paid.drawn.is_positive())
}

fn matches_settlement(hit: &Hit, settled: &JackpotSettlement) -> bool {
    let paid = |(award, paid): (&ClaimedAward, &JackpotPayment)| award.amount == paid.amount;
    let mut both = hit.claim.awards.iter().zip(&settled.payments);
    is_the_same_hands(hit, settled) && both.all(paid)
}

fn is_the_same_hands(hit: &Hit, settled: &JackpotSettlement) -> bool {
    let numbered = hit
        .claim
        .awards
        .iter()
        .map(|award| (award.at, &*award.award));
    let payments = settled.payments.iter();
    numbered.eq(payments.map(|paid| (paid.number, paid.award_name())))
}

/// The awards as a display that shows `shown` bears them, and what it shows afterwards.
///
/// The rules reckoned with the meter of `settled`, which may be another: the one recorded before a
/// fault. What came since stays on top. What is missing the house of the table pays, and not the
/// display, where that was reset; where it was not, it goes down by the award as far as it can.
fn split_award(shown: Money, settled: &JackpotSettlement) -> (Vec<ClaimedAward>, Money) {
    let payments = settled.payments.iter();
    let drawn: Money = payments.map(|paid| paid.drawn).sum();
    let reset = settled.after - (settled.before - drawn);
    let mut short = settled.before.less(shown);
    let spare = if reset.is_positive() {
        Money::ZERO
    } else {
        settled.after
    };
    let borne = short.min(spare);
    short -= borne;
    let awards = settled.payments.iter().map(|paid| {
        let cut = short.min(paid.drawn);
        short -= cut;
        ClaimedAward {
            at: paid.number,
            award: paid.award_name().to_owned(),
            amount: paid.amount,
            drawn: paid.drawn - cut,
        }
    });
    let awards = awards.collect();
    (awards, settled.after + shown.less(settled.before) - borne)
}
