//! What the lobby shows of one table and of one jackpot link.

use game::{
    BoxNumber, Digest, FaultMode, JackpotSetup, Limits, Money, PlayerId, RulebookId, Timestamp,
};
use ledger::{LinkId, TableId};
use serde::Serialize;

use super::times::{link_status, phase};
use super::{Waiting, WaitsFor};
use crate::feed::Reached;
use crate::link::{Enrolment, FaultCause, HitStatus, JackpotParameters, LinkState, Meters};
use crate::table::{LinkStatus, Source, TableState};

/// A table as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableSummary {
    /// The number of the table.
    pub table: TableId,
    /// The last entry of its log that this summary includes.
    pub entry: u64,
    /// Whether that entry is the last of the log, and if not, why reading stopped there.
    pub reached: Reached,
    /// When the last command reached the house.
    pub last: Timestamp,
    /// What the table was opened with; none while it is closed.
    pub open: Option<Opened>,
    /// Where the cards of the next round come from.
    pub cards_from: Source,
    /// The boxes at which a player sits or has chips, in order.
    pub boxes: Vec<BoxSummary>,
    /// The round being played, or the last one.
    pub round: Option<RoundSummary>,
    /// The jackpot link the table takes part in.
    pub link: Option<LinkStatusSummary>,
    /// A fault of the jackpot at this table.
    pub fault: Option<FaultSummary>,
    /// Whom the table waits for.
    pub waiting: Option<Waiting>,
    /// Whether the House has paused the table.
    pub paused: bool,
}

/// What a table was opened with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// When it was opened.
    pub since: Timestamp,
    /// The rulebook it plays by.
    pub rulebook: RulebookId,
    /// The digest of the rulebook with the options of this table.
    pub digest: Digest,
    /// How many boxes the table has.
    pub positions: u8,
    /// The least and the most of each bet.
    pub limits: Limits,
    /// What a jackpot bet costs and feeds, where jackpot bets are taken.
    pub jackpot: Option<JackpotSetup>,
}

/// A box at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxSummary {
    /// The number of the box.
    #[serde(rename = "box")]
    pub at: BoxNumber,
    /// The player who sits there.
    pub seated: Option<PlayerId>,
    /// The players who have chips there in the round being played.
    pub players: Vec<PlayerId>,
    /// The chips there in the round being played.
    pub staked: Money,
}

/// A round and its phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoundSummary {
    /// The number of the round at its table.
    pub number: u64,
    /// The name of its phase.
    pub phase: &'static str,
    /// When that phase began.
    pub since: Timestamp,
    /// Whether the round is over.
    pub over: bool,
}

/// The jackpot link of a table, as the table sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LinkStatusSummary {
    /// The number of the link.
    pub link: LinkId,
    /// `joined` (not admitted yet), `admitted` or `lost`.
    pub contact: &'static str,
    /// What the link showed when it was lost.
    pub recorded: Option<Money>,
    /// Since when this has been so.
    pub since: Timestamp,
}

/// A fault of the jackpot at one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaultSummary {
    /// What the meter showed before the fault.
    pub recorded: Money,
    /// How the table goes on without its jackpot, once that was decided.
    pub mode: Option<FaultMode>,
}

/// A jackpot link as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkSummary {
    /// The number of the link.
    pub link: LinkId,
    /// The last entry of its log that this summary includes.
    pub entry: u64,
    /// Whether that entry is the last of the log, and if not, why reading stopped there.
    pub reached: Reached,
    /// When the last command reached the house.
    pub last: Timestamp,
    /// The parameters of the jackpot; none before they were declared.
    pub level: Option<JackpotParameters>,
    /// The parameters from the next hit on, where they are to change.
    pub change: Option<JackpotParameters>,
    /// What the meters show.
    pub meters: Meters,
    /// The tables that take part, by number.
    pub tables: Vec<Enrolled>,
    /// Why the link takes no turns.
    pub fault: Option<LinkFaultSummary>,
    /// The hits that two people must verify before they are paid.
    pub to_verify: Vec<HitSummary>,
    /// The last win that counts and is still remembered.
    pub last_win: Option<WinSummary>,
    /// The link that took over the meters when this one was ended.
    pub ended: Option<LinkId>,
}

/// A win of a jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinSummary {
    /// The number of the hit at its link.
    pub number: u64,
    /// The table it was won at.
    pub table: TableId,
    /// The round it was won in.
    pub round: u64,
    /// What it draws from the meter.
    pub drawn: Money,
    /// Whether two people still have to verify it.
    pub to_verify: bool,
}

/// A table that takes part in a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Enrolled {
    /// The number of the table.
    pub table: TableId,
    /// Whether it may feed and win.
    pub enrolment: Enrolment,
}

/// A fault of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkFaultSummary {
    /// What kind of fault it is.
    pub cause: FaultCause,
    /// What the link showed when it stopped.
    pub recorded: Money,
    /// When the fault was found.
    pub since: Timestamp,
}

/// A hit that waits for two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HitSummary {
    /// The number of the hit at its link.
    pub number: u64,
    /// The table it was won at.
    pub table: TableId,
    /// The round it was won in.
    pub round: u64,
    /// What the hit draws from the meter.
    pub drawn: Money,
    /// When the link found it.
    pub since: Timestamp,
}

impl TableSummary {
    /// The summary of a table in this state; `reached` says whether its log goes on.
    pub fn of(table: TableId, state: &TableState, reached: Reached) -> TableSummary {
        let (last, since) = (state.last(), state.since());
        let link = link_status(state).map(|(link, how)| {
            let (contact, recorded) = match how {
                LinkStatus::Joined => ("joined", None),
                LinkStatus::Admitted => ("admitted", None),
                LinkStatus::Lost { recorded } => ("lost", Some(recorded)),
            };
            LinkStatusSummary {
                link,
                contact,
                recorded,
                since: since.link.of(Some((link, how)), last),
            }
        });
        let round = phase(state).map(|(number, name)| RoundSummary {
            number,
            phase: name,
            since: since.phase.of(Some((number, name)), last),
            over: state.open_round().is_none(),
        });
        let waiting = WaitsFor::at(state).map(|what| {
            let since = since.waits.of(Some(what), last);
            Waiting::at(state, what, since)
        });
        let fault = state.table().fault();
        TableSummary {
            table,
            entry: state.head().seq,
            reached,
            last,
            open: Opened::at(state, since.opened),
            cards_from: state.cards_from(),
            boxes: boxes(state),
            round,
            link,
            fault: fault.map(|fault| FaultSummary {
                recorded: fault.recorded,
                mode: fault.mode,
            }),
            waiting,
            paused: state.is_paused(),
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
    let summary = |at: BoxNumber| {
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
    let boxes = (1..=positions).map(|at| summary(BoxNumber(at)));
    boxes
        .filter(|summary| summary.seated.is_some() || !summary.players.is_empty())
        .collect()
}

impl LinkSummary {
    /// The summary of a link in this state; `reached` says whether its log goes on.
    pub fn of(link: LinkId, state: &LinkState, reached: Reached) -> LinkSummary {
        let since = state.since();
        let pending = state
            .hits()
            .filter(|(_, hit)| hit.standing == HitStatus::Pending);
        let to_verify = pending.map(|(number, hit)| HitSummary {
            number,
            table: hit.claim.table,
            round: hit.claim.round,
            drawn: hit.claim.drawn(),
            since: since.pending.get(&number).copied().unwrap_or(since.last),
        });
        let tables = state.tables().iter();
        LinkSummary {
            link,
            entry: state.head().seq,
            reached,
            last: since.last,
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
                since: since.fault.unwrap_or(since.last),
            }),
            to_verify: to_verify.collect(),
            last_win: last_win(state),
            ended: state.ended(),
        }
    }
}

fn last_win(state: &LinkState) -> Option<WinSummary> {
    let (number, hit) = state.hits().filter(|(_, hit)| hit.is_counted()).last()?;
    Some(WinSummary {
        number,
        table: hit.claim.table,
        round: hit.claim.round,
        drawn: hit.claim.drawn(),
        to_verify: hit.standing == HitStatus::Pending,
    })
}
