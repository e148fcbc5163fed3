//! What stands at a table and over a jackpot for everybody to read.

use game::{
    BoxNumber, Digest, FaultMode, JackpotSetup, Limits, Money, PlayerId, RulebookId, Timestamp,
};
use ledger::{LinkId, TableId};
use serde::Serialize;

use super::{LinkTimes, TableTimes, Waiting, WaitsFor, contact, phase};
use crate::feed::Reached;
use crate::link::{Enrolment, FaultCause, HitStatus, JackpotParameters, LinkState, Meters};
use crate::table::{LinkStatus, Source, TableState};

/// A table as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableSummary {
    pub table: TableId,
    /// The last entry it was drawn from, and whether that was the last there is.
    pub entry: u64,
    pub reached: Reached,
    /// When the last command reached the house.
    pub last: Timestamp,
    /// Nothing while it is closed.
    pub open: Option<Opened>,
    /// Where the cards of the next round come from.
    pub cards_from: Source,
    /// The boxes with somebody at them.
    pub boxes: Vec<BoxSummary>,
    /// The one being played, or the last one.
    pub round: Option<RoundSummary>,
    pub link: Option<LinkStatusSummary>,
    /// The jackpot does not work at this table.
    pub fault: Option<FaultSummary>,
    pub waiting: Option<Waiting>,
}

/// What a table was opened with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opened {
    pub since: Timestamp,
    pub rulebook: RulebookId,
    pub digest: Digest,
    pub positions: u8,
    pub limits: Limits,
    pub jackpot: Option<JackpotSetup>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxSummary {
    #[serde(rename = "box")]
    pub at: BoxNumber,
    pub seated: Option<PlayerId>,
    /// Whoever has chips there in the round being played.
    pub players: Vec<PlayerId>,
    pub staked: Money,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoundSummary {
    pub number: u64,
    pub phase: &'static str,
    pub since: Timestamp,
    pub over: bool,
}

/// How a table stands to its jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LinkStatusSummary {
    pub link: LinkId,
    pub contact: &'static str,
    /// What the link showed when it was lost.
    pub recorded: Option<Money>,
    pub since: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaultSummary {
    pub recorded: Money,
    pub mode: Option<FaultMode>,
}

/// A jackpot as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkSummary {
    pub link: LinkId,
    pub entry: u64,
    pub reached: Reached,
    pub last: Timestamp,
    /// What was declared of it, and what is to change with the next win.
    pub level: Option<JackpotParameters>,
    pub change: Option<JackpotParameters>,
    pub meters: Meters,
    pub tables: Vec<Enrolled>,
    pub fault: Option<LinkFaultSummary>,
    /// Wins that wait for two people.
    pub to_verify: Vec<HitSummary>,
    /// The link that has all it held.
    pub ended: Option<LinkId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Enrolled {
    pub table: TableId,
    pub enrolment: Enrolment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LinkFaultSummary {
    pub cause: FaultCause,
    pub recorded: Money,
    pub since: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HitSummary {
    pub number: u64,
    pub table: TableId,
    pub round: u64,
    /// What of it the meter gave.
    pub drawn: Money,
    pub since: Timestamp,
}

impl TableSummary {
    pub(super) fn of(
        table: TableId,
        state: &TableState,
        reached: Reached,
        kept: TableTimes,
    ) -> TableSummary {
        let last = state.last();
        let link = contact(state).map(|(link, how)| {
            let (contact, recorded) = match how {
                LinkStatus::Joined => ("joined", None),
                LinkStatus::Admitted => ("admitted", None),
                LinkStatus::Lost { recorded } => ("lost", Some(recorded)),
            };
            LinkStatusSummary {
                link,
                contact,
                recorded,
                since: kept.contact.when(Some((link, how)), last),
            }
        });
        let round = phase(state).map(|(number, name)| RoundSummary {
            number,
            phase: name,
            since: kept.phase.when(Some((number, name)), last),
            over: state.open_round().is_none(),
        });
        let waiting = WaitsFor::at(state).map(|what| {
            let since = kept.waits.when(Some(what), last);
            Waiting::at(state, what, since)
        });
        let fault = state.table().fault();
        TableSummary {
            table,
            entry: state.head().seq,
            reached,
            last,
            open: Opened::at(state, kept.opened),
            cards_from: state.cards_from(),
            boxes: boxes(state),
            round,
            link,
            fault: fault.map(|fault| FaultSummary {
                recorded: fault.recorded,
                mode: fault.mode,
            }),
            waiting,
        }
    }
}

impl Opened {
    fn at(state: &TableState, since: Timestamp) -> Option<Opened> {
        let table = state.table();
        let (setup, rulebook, digest) = (table.setup()?, table.rulebook()?, table.digest()?);
        Some(Opened {
            since,
            rulebook: rulebook.id,
            digest,
            positions: setup.positions,
            limits: setup.limits,
            jackpot: setup.jackpot,
        })
    }
}

fn boxes(state: &TableState) -> Vec<BoxSummary> {
    let seats = state.table().seats();
    let positions = state.table().setup().map_or(0, |setup| setup.positions);
    let sign = |at: BoxNumber| {
        let held = state.open_round().and_then(|round| round.betting_box(at));
        let shares = held.map_or(&[][..], |held| held.bets.all());
        let mut players: Vec<PlayerId> = Vec::new();
        for share in shares {
            if !players.contains(&share.player) {
                players.push(share.player);
            }
        }
        BoxSummary {
            at,
            seated: seats.get(&at).copied(),
            players,
            staked: shares.iter().map(|share| share.amount).sum(),
        }
    };
    let boxes = (1..=positions).map(|at| sign(BoxNumber(at)));
    boxes
        .filter(|sign| sign.seated.is_some() || !sign.players.is_empty())
        .collect()
}

impl LinkSummary {
    pub(super) fn of(
        link: LinkId,
        state: &LinkState,
        reached: Reached,
        kept: &LinkTimes,
    ) -> LinkSummary {
        let pending = state
            .hits()
            .filter(|(_, hit)| hit.standing == HitStatus::Pending);
        let to_verify = pending.map(|(number, hit)| HitSummary {
            number,
            table: hit.claim.table,
            round: hit.claim.round,
            drawn: hit.claim.drawn(),
            since: kept.pending.get(&number).copied().unwrap_or(kept.last),
        });
        let tables = state.tables().iter();
        LinkSummary {
            link,
            entry: state.head().seq,
            reached,
            last: kept.last,
            level: state.level().copied(),
            change: state.pending().copied(),
            meters: *state.meters(),
            tables: tables
                .map(|(table, enrolment)| Enrolled {
                    table: *table,
                    enrolment: *enrolment,
                })
                .collect(),
            fault: state.fault().map(|fault| LinkFaultSummary {
                cause: fault.cause,
                recorded: fault.recorded,
                since: kept.fault.unwrap_or(kept.last),
            }),
            to_verify: to_verify.collect(),
            ended: state.ended(),
        }
    }
}
