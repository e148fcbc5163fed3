//! The events of one turn: what the tables have stored since the last, counted.

use game::Money;
use ledger::TableId;

use super::LinkRefusal;
use crate::link::{
    Claim, Enrolment, Hit, HitStatus, LinkEvent, LinkState, PaidBefore, Received, Reversal,
    TableContributions,
};

impl LinkState {
    /// Everything the tables have stored since the last turn: first wins that were taken back, so that
    /// a contribution that goes back with one goes back from the display it went to; then what was
    /// fed, since a contribution stored before a win is in it (STANDARDS P14); then the wins in the
    /// order given.
    pub(super) fn turn(
        &self,
        (feeds, received): (&[TableContributions], &[Received]),
        reversals: &[Reversal],
        claims: &[Claim],
        released: &[TableId],
    ) -> Result<Vec<LinkEvent>, LinkRefusal> {
        self.declared()?;
        if self.fault.is_some() {
            return Err(LinkRefusal::Faulty);
        }
        let mut events = Vec::new();
        let mut now = self.clone();
        let mut add = |now: &mut LinkState, event: LinkEvent| {
            now.evolve(&event);
            events.push(event);
        };
        for back in reversals {
            // A round that never moved the meter has nothing to take back here.
            let found = now.hit_of(back.table, back.round);
            if let Some((number, hit)) = found.filter(|(_, hit)| hit.is_counted()) {
                let event = now.reversed(number, hit)?;
                add(&mut now, event);
            }
        }
        for feed in feeds {
            for event in now.fed(feed)? {
                add(&mut now, event);
            }
        }
        for Received { link, amount } in received.iter().copied() {
            let meters = now.meters.with_reserve(amount);
            let event = LinkEvent::Received {
                link,
                amount,
                meters,
            };
            add(&mut now, event);
        }
        for claim in claims {
            for event in now.count_hit(claim)? {
                add(&mut now, event);
            }
        }
        for table in released.iter().copied() {
            if now.tables.get(&table) == Some(&Enrolment::Leaving) {
                add(&mut now, LinkEvent::Released { table });
            }
        }
        Ok(events)
    }

    fn fed(&self, feed: &TableContributions) -> Result<Vec<LinkEvent>, LinkRefusal> {
        let level = self.declared()?;
        let TableContributions { table, to, .. } = *feed;
        let refused = |amount: Money, why: String| LinkEvent::FeedRefused {
            table,
            to,
            amount,
            why,
        };
        // Whether it may bet is decided at the table; what was bet while it might counts.
        let takes_part = self.tables.contains_key(&table);
        let mut events = Vec::new();
        let mut sum = Money::ZERO;
        for amount in &feed.amounts {
            if !takes_part {
                events.push(refused(
                    *amount,
                    format!("table {} does not take part", table.0),
                ));
            } else if (*amount).max(-*amount) > level.contribution_max {
                let most = level.contribution_max.in_minor();
                events.push(refused(*amount, format!("expected at most {most}")));
            } else {
                sum += *amount;
            }
        }
        if !sum.is_zero() {
            events.push(LinkEvent::Fed {
                table,
                to,
                amount: sum,
                meters: self.meters.with(level, sum),
            });
        }
        Ok(events)
    }

    /// A win at the meter as it stands. Parameters that wait for a win of all of it count from then on.
    pub(in crate::link) fn count_hit(&self, claim: &Claim) -> Result<Vec<LinkEvent>, LinkRefusal> {
        let level = self.declared()?;
        let Claim { table, before, .. } = *claim;
        if !self.tables.contains_key(&table) {
            let found = "not enrolled";
            return Err(LinkRefusal::Table { table, found });
        }
        let shown = self.meters.shown;
        if before != shown {
            let found = before;
            return Err(LinkRefusal::OtherMeter { shown, found });
        }
        let drawn = claim.drawn();
        let standing = match claim.paid {
            PaidBefore::NotYet if drawn > level.verify_above => HitStatus::Pending,
            PaidBefore::NotYet | PaidBefore::Already => HitStatus::Payable,
        };
        let meters = self.meters.after_hit(level, drawn, claim.after);
        let mut events = vec![LinkEvent::Hit {
            number: self.next_number,
            claim: claim.clone(),
            standing,
            meters,
        }];
        if let Some(level) = self.pending
            && claim.is_major()
        {
            let meters = meters.evened();
            events.push(LinkEvent::ChangeMade { level, meters });
        }
        Ok(events)
    }

    fn reversed(&self, number: u64, hit: &Hit) -> Result<LinkEvent, LinkRefusal> {
        let (level, drawn) = (self.declared()?, hit.claim.drawn());
        Ok(LinkEvent::Reversed {
            number,
            reason: "taken back at its table".to_owned(),
            meters: self.meters.after_reversal(level, drawn, hit.reset_funding),
        })
    }
}
