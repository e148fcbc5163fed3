//! Which tables have won, in what order, and which may be told to pay.

use game::{Actor, CrossTableOrder, Money, Round, Timestamp};
use ledger::TableId;

use super::super::{
    Award, Claim, Enrolment, Feed, LinkRequest, Received, Reversal, Signed, Standing,
};
use super::Controller;
use crate::clock::Clock;
use crate::store::Store;
use crate::table::TableState;

impl<S: Store, C: Clock> Controller<S, C> {
    /// The turn with the wins that wait, each at the meter those before it leave.
    pub(super) fn asks(
        &self,
        feeds: Vec<Feed>,
        received: Vec<Received>,
        reversals: Vec<Reversal>,
    ) -> LinkRequest {
        let mut asks = LinkRequest::Turn {
            feeds,
            received,
            reversals,
            hits: Vec::new(),
        };
        let mut due = self.due();
        due.sort_unstable();
        for (_, table) in due {
            let mut now = self.state.clone();
            let signed = Signed {
                by: Actor::System,
                with: None,
            };
            for event in self.state.decide(signed, &asks).unwrap_or_default() {
                now.evolve(&event);
            }
            let claim = self.claim(table, now.meters.shown);
            if let LinkRequest::Turn { hits, .. } = &mut asks
                && now.fault.is_none()
            {
                hits.extend(claim);
            }
        }
        asks
    }

    /// Tables with a win that moves the meter and has no number yet, by when it was won.
    fn due(&self) -> Vec<(Timestamp, TableId)> {
        let shown = self.state.meters.shown;
        let enabled = self.state.tables.iter();
        let enabled = enabled.filter(|(_, how)| **how == Enrolment::Enabled);
        let won = |(table, _): (&TableId, _)| {
            let claim = self.claim(*table, shown)?;
            let round = self.tables.get(table)?.table().round()?;
            Some((self.won_at(*table, round, &claim), *table))
        };
        enabled.filter_map(won).collect()
    }

    /// When the first of its winners had his hand, or was entered, as the rulebook counts (rws-2020
    /// 4.9.1, mbs-2019 3.19).
    fn won_at(&self, table: TableId, round: &Round, claim: &Claim) -> Timestamp {
        let rulebook = self
            .tables
            .get(&table)
            .and_then(|state| state.table().rulebook());
        let order = rulebook.and_then(|rulebook| rulebook.jackpot_cross_table_order.says);
        let time = |award: &Award| {
            let times = round.betting_box(award.at)?.times;
            match order {
                // Where nobody has to claim, nobody enters anything: then the hand itself counts.
                Some(CrossTableOrder::FirstEntered) => {
                    times.jackpot_entered.or(times.hand_complete)
                }
                Some(CrossTableOrder::TimeFullHandDealt) | None => times.hand_complete,
            }
        };
        let drawing = claim
            .awards
            .iter()
            .filter(|award| award.drawn.is_positive());
        drawing.filter_map(time).min().unwrap_or_default()
    }

    fn claim(&self, table: TableId, shown: Money) -> Option<Claim> {
        let state = self.tables.get(&table)?;
        let (round, rulebook) = (state.table().round()?, state.table().rulebook()?);
        if self.state.hit_of(table, round.number()).is_some() {
            return None;
        }
        let settled = round.jackpots_due(rulebook, shown)?;
        let awards: Vec<Award> = settled
            .payments
            .iter()
            .map(|payment| Award {
                at: payment.number,
                award: payment.award_name().to_owned(),
                amount: payment.amount,
                drawn: payment.drawn,
            })
            .collect();
        let moves = awards.iter().any(|award| award.drawn.is_positive());
        moves.then_some(Claim {
            table,
            round: round.number(),
            before: settled.before,
            after: settled.after,
            awards,
        })
    }

    /// The meter a table that waits is to pay at, if it may.
    pub(super) fn payable(&self, table: TableId, state: &TableState) -> Option<Money> {
        if state.link() != Some(self.state.id) || self.state.ended.is_some() {
            return None;
        }
        let (round, rulebook) = (state.table().round()?, state.table().rulebook()?);
        let shown = self.state.fault.unwrap_or(self.state.meters.shown);
        round.jackpots_due(rulebook, shown)?;
        match self.state.hit_of(table, round.number()) {
            Some((_, hit)) if hit.standing == Standing::Payable => Some(hit.claim.before),
            Some(_) => None,
            None => self.claim(table, shown).is_none().then_some(shown),
        }
    }
}
