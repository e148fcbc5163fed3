//! One turn of a link, planned: a pure function of the link's state and of what was gathered from its
//! tables. It reads no store, no clock and no table.
//!
//! A plan has two parts, in the order in which the controller carries them out. First one append to the
//! link's log: the link works again where it had fallen silent; contributions go into the meter; wins
//! are counted in the order of the rulebook, each at the meter the one before left; tables that asked
//! to take part say what they play for. Then instructions to tables: pay, take part, leave, or go on
//! without the link. Their command ids follow from the log, so that a plan made again after a crash, or
//! by another process, instructs no table twice.

mod instructions;
mod notes;
mod wins;

use std::collections::BTreeMap;

use game::{Actor, Money, Timestamp};
use ledger::TableId;

use super::{
    Enrolment, FaultCause, LinkEvent, LinkRefusal, LinkRequest, LinkState, Received,
    RequestedOfLink, Reversal, Signers, TableContributions, prize,
};
use crate::log::{CommandId, Stream};
use crate::store::Append;
use crate::table::{LinkStatus, TableState};

pub use instructions::{Instruction, Order};
pub(super) use instructions::{instruct_without_link, payment_that_waits};
pub(super) use notes::Notes;
pub use wins::WonRound;

/// What the house does of its own accord.
pub(super) const SYSTEM: Signers = Signers {
    by: Actor::System,
    with: None,
};

/// What the tables, and links that ended, stored since the last turn.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// What each table fed.
    pub feeds: Vec<TableContributions>,
    /// What links that ended left to this one.
    pub received: Vec<Received>,
    /// Rounds whose awards were taken back at their table.
    pub reversals: Vec<Reversal>,
    /// Rounds whose jackpots were paid at their table, by table and round: the link may have counted
    /// them before.
    pub paid: BTreeMap<(TableId, u64), WonRound>,
    /// How far each log was read for this.
    pub consumed: Vec<(Stream, u64)>,
}

/// Everything a turn is planned from, beside the link's own state.
#[derive(Clone, Debug)]
pub struct TurnInputs<'a> {
    /// The time of the house's clock, for the log.
    pub now: Timestamp,
    /// The tables as they stand after the entries that were gathered.
    pub tables: BTreeMap<TableId, &'a TableState>,
    /// What was gathered from logs.
    pub gathered: Gathered,
}

/// A planned turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// What goes into the link's log; `None` where there is nothing to store.
    pub append: Option<Append>,
    /// The events of the append, in order.
    pub events: Vec<LinkEvent>,
    /// What tables are told once the append is stored.
    pub instructions: Vec<Instruction>,
}

/// Plans a turn.
///
/// # Errors
///
/// Where the tables' logs say what no table can have stored, such as a win at a table that was never
/// enrolled.
pub fn plan_turn(state: &LinkState, inputs: &TurnInputs<'_>) -> Result<Turn, LinkRefusal> {
    let mut plan = Plan::behind(state, inputs.now);
    if state.level.is_some() && state.ended.is_none() {
        plan.clear_silence()?;
        if plan.link.fault.is_none() {
            plan.take_in(inputs)?;
            plan.hear_prizes(inputs)?;
        }
    }
    let instructions = instructions::instruct_all(&plan.link, &inputs.tables);
    let worth_storing = !plan.events.is_empty() || !plan.append.consumed.is_empty();
    Ok(Turn {
        append: worth_storing.then_some(plan.append),
        events: plan.events,
        instructions,
    })
}

/// A turn while it is planned.
struct Plan {
    /// The link as it stands after everything planned so far.
    link: LinkState,
    now: Timestamp,
    append: Append,
    events: Vec<LinkEvent>,
}

impl Plan {
    fn behind(state: &LinkState, now: Timestamp) -> Plan {
        Plan {
            link: state.clone(),
            now,
            append: Append::behind(state.stream(), state.head()),
            events: Vec::new(),
        }
    }

    /// Who takes a turn shows that turns are taken: a silence is over. A fault that was reported is
    /// cleared by two people only.
    fn clear_silence(&mut self) -> Result<(), LinkRefusal> {
        let silent = self.link.fault.map(|fault| fault.cause) == Some(FaultCause::Silence);
        if silent {
            let id = self.link.next_command_id("is back");
            self.add(id, LinkRequest::ReportReturn)?;
        }
        Ok(())
    }

    /// Contributions, reversals, what other links left, wins and tables that have left.
    fn take_in(&mut self, inputs: &TurnInputs<'_>) -> Result<(), LinkRefusal> {
        let request = wins::turn_request(&self.link, inputs)?;
        // Known by the entry it stands behind: two processes that plan the same turn give it one id.
        let (stream, seq) = (self.link.stream(), self.link.head().seq);
        let id = CommandId::named(&format!("turn of {stream} after {seq}")).of_system();
        self.add(id, request)?;
        self.append.consumed.clone_from(&inputs.gathered.consumed);
        Ok(())
    }

    /// A table that is open and asks to take part says what it plays for, where the link does not know
    /// it to be the same as the others'.
    fn hear_prizes(&mut self, inputs: &TurnInputs<'_>) -> Result<(), LinkRefusal> {
        for (table, state) in &inputs.tables {
            let enabled = self.link.tables.get(table) == Some(&Enrolment::Enabled);
            let asks = match self.link.status_of(state) {
                Some(LinkStatus::Joined | LinkStatus::Lost { .. }) => enabled,
                Some(LinkStatus::Admitted) | None => false,
            };
            let Some(rulebook) = state.table().rulebook().filter(|_| asks) else {
                continue;
            };
            let (table, prize) = (*table, prize::of(rulebook));
            if self.link.prize.as_ref() != Some(&prize) {
                let what = format!("hears what table {} plays for", table.0);
                let id = self.link.next_command_id(&what);
                self.add(id, LinkRequest::ReportPrize { table, prize })?;
            }
        }
        Ok(())
    }

    /// What follows from the request goes into the append, behind what is there.
    fn add(&mut self, id: CommandId, request: LinkRequest) -> Result<(), LinkRefusal> {
        let events = self.link.decide(SYSTEM, &request)?;
        let requested = RequestedOfLink {
            by: SYSTEM.by,
            with: SYSTEM.with,
            now: self.now,
            request,
        };
        self.link
            .write_events(id, requested, &events, &mut self.append);
        self.events.extend(events);
        Ok(())
    }
}

impl LinkState {
    /// How a table stands to this link; `None` where it belongs to another or to none.
    pub(super) fn status_of(&self, state: &TableState) -> Option<LinkStatus> {
        let linked = state.linked().filter(|linked| linked.link == self.id);
        linked.map(|linked| linked.status)
    }

    /// A win that takes more than this from the meter is verified by two people (STANDARDS P25).
    pub(super) fn verify_above(&self) -> Money {
        self.level.map_or(Money::ZERO, |level| level.verify_above)
    }

    /// The id of what the link says of itself at the entry it stands at: whichever process says it,
    /// it is said once.
    pub(super) fn next_command_id(&self, what: &str) -> CommandId {
        let (stream, seq) = (self.stream(), self.head().seq);
        CommandId::named(&format!("{stream} {what} after {seq}")).of_system()
    }
}

#[cfg(test)]
mod tests;
