//! What a link tells its tables: to pay, to take part, to leave, or to go on without it.
//!
//! An instruction is decided from the link and one table. The controller decides it again on the table
//! as it stands when it is told, since the table may have moved since it was gathered.

use std::collections::BTreeMap;

use game::{Money, Request, Round};
use ledger::{LinkId, TableId};

use super::super::{Enrolment, LinkState, prize};
use super::wins::{payable, payable_without_link, unpayable_without_link};
use crate::log::{CommandId, Stream};
use crate::table::{HouseRequest, LinkStatus, TableRequest, TableState};

/// A command of a link to one of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The link that tells.
    pub link: LinkId,
    /// The table that is told.
    pub table: TableId,
    /// The entry of the table's log at which it was decided.
    pub after: u64,
    /// What the table is to do.
    pub order: Order,
}

/// What a table is told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Pay the jackpots of the round at this meter.
    Pay {
        /// The meter.
        displayed: Money,
    },
    /// Take part from the next round on.
    Admit,
    /// Leave the link.
    LetGo,
    /// The link does not work.
    LoseLink {
        /// The meter registered for the table before the fault.
        recorded: Money,
    },
    /// Pay the jackpots of the round although the link does not work.
    PayWithoutLink {
        /// The meter.
        displayed: Money,
    },
}

impl Instruction {
    /// The id the table knows it by: the same from every process that tells it this at that entry.
    pub fn id(&self) -> CommandId {
        let (link, table, after) = (Stream::Link(self.link), self.table.0, self.after);
        let what = match self.order {
            Order::Pay { .. } | Order::PayWithoutLink { .. } => "pays",
            Order::Admit => "admits",
            Order::LetGo => "lets go",
            Order::LoseLink { .. } => "is lost to",
        };
        CommandId::named(&format!("{link} {what} table {table} after {after}")).of_system()
    }

    /// What it is about, in words.
    pub const fn what(&self) -> &'static str {
        match self.order {
            Order::Pay { .. } => "pay the jackpots",
            Order::Admit => "take part",
            Order::LetGo => "leave the link",
            Order::LoseLink { .. } => "go on without the link",
            Order::PayWithoutLink { .. } => "pay the jackpots without the link",
        }
    }

    /// What the table is asked.
    pub fn request(&self) -> TableRequest {
        let link = self.link;
        match self.order {
            Order::Pay { displayed } | Order::PayWithoutLink { displayed } => {
                TableRequest::Game(Request::PayJackpots { displayed })
            }
            Order::Admit => TableRequest::House(HouseRequest::AdmitToLink { link }),
            Order::LetGo => TableRequest::House(HouseRequest::LeaveLink),
            Order::LoseLink { recorded } => {
                TableRequest::House(HouseRequest::LoseLink { link, recorded })
            }
        }
    }

    /// The instruction for the table as it stands now; `None` where it is to be told nothing of the
    /// kind any more.
    pub(in crate::link) fn renewed(
        &self,
        link: &LinkState,
        state: &TableState,
    ) -> Option<Instruction> {
        match self.order {
            Order::Pay { .. } => pay(link, self.table, state),
            Order::Admit | Order::LetGo => admit_or_release(link, self.table, state),
            Order::LoseLink { .. } | Order::PayWithoutLink { .. } => {
                instruct_without_link(link, self.table, state)
            }
        }
    }
}

/// What the link tells each table: payments first, since players wait for them.
pub fn instruct_all(link: &LinkState, tables: &BTreeMap<TableId, &TableState>) -> Vec<Instruction> {
    if link.level.is_none() || link.ended.is_some() {
        return Vec::new();
    }
    let each = |decide: fn(&LinkState, TableId, &TableState) -> Option<Instruction>| {
        let decided = move |(table, state): (&TableId, &&TableState)| decide(link, *table, state);
        tables.iter().filter_map(decided)
    };
    if link.fault.is_some() {
        return each(instruct_without_link).collect();
    }
    each(pay).chain(each(admit_or_release)).collect()
}

/// A table that waits with a win that may be paid is told the meter.
fn pay(link: &LinkState, table: TableId, state: &TableState) -> Option<Instruction> {
    let displayed = payable(link, table, state)?;
    Some(link.order(table, state, Order::Pay { displayed }))
}

/// Between rounds: a table that plays for this jackpot and waits to take part is admitted, one that was
/// disabled goes.
fn admit_or_release(link: &LinkState, table: TableId, state: &TableState) -> Option<Instruction> {
    let status = link.status_of(state)?;
    let order = match (link.tables.get(&table)?, status) {
        (Enrolment::Enabled, LinkStatus::Joined | LinkStatus::Lost { .. }) => {
            let prize = prize::of(state.table().rulebook()?);
            (link.prize == Some(prize)).then_some(Order::Admit)?
        }
        (
            Enrolment::Leaving,
            LinkStatus::Joined | LinkStatus::Admitted | LinkStatus::Lost { .. },
        ) => Order::LetGo,
        (Enrolment::Enabled, LinkStatus::Admitted) | (Enrolment::Disabled, _) => return None,
    };
    let between = state.open_round().is_none();
    between.then(|| link.order(table, state, order))
}

/// While the link does not work: an enrolled table is told so once, and then pays what it may without
/// the link.
pub fn instruct_without_link(
    link: &LinkState,
    table: TableId,
    state: &TableState,
) -> Option<Instruction> {
    if !link.tables.contains_key(&table) {
        return None;
    }
    let order = match link.status_of(state)? {
        LinkStatus::Joined => return None,
        LinkStatus::Admitted => Order::LoseLink {
            recorded: recorded_for(link, table, state),
        },
        LinkStatus::Lost { recorded } => Order::PayWithoutLink {
            displayed: payable_without_link(link, (table, recorded), state)?,
        },
    };
    Some(link.order(table, state, order))
}

/// While the link does not work: what a table cannot be told, although its Players wait for it, and why.
pub fn payment_that_waits(
    link: &LinkState,
    table: TableId,
    state: &TableState,
) -> Option<(Instruction, String)> {
    let LinkStatus::Lost { recorded } = link.status_of(state)? else {
        return None;
    };
    let why = unpayable_without_link(link, (table, recorded), state)?;
    let displayed = recorded;
    Some((
        link.order(table, state, Order::PayWithoutLink { displayed }),
        why,
    ))
}

/// What was registered for this table before the fault: where its win has a number already, the meter
/// that was numbered, since the display has been reset for it.
fn recorded_for(link: &LinkState, table: TableId, state: &TableState) -> Money {
    let round = state.open_round().map(Round::number);
    let hit = round.and_then(|round| link.hit_of(table, round));
    let hit = hit.filter(|(_, hit)| hit.is_counted());
    hit.map_or(link.recorded(), |(_, hit)| hit.claim.pays_at())
}

impl LinkState {
    fn order(&self, table: TableId, state: &TableState, order: Order) -> Instruction {
        Instruction {
            link: self.id,
            table,
            after: state.head().seq,
            order,
        }
    }
}
