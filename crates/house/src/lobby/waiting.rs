//! Whom a table waits for, and until when.

use game::{BoxNumber, Decision, Irregularity, Phase, PlayerId, Round, Timestamp};
use ledger::LinkId;
use serde::{Deserialize, Serialize};

use crate::table::{Awaited, LinkStatus, Shuffle, TableState};

/// Who must act before the table goes on, apart from the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WaitsFor {
    /// The person who may rule on this irregularity.
    Ruling(Irregularity),
    /// Players who were asked to choose whether they go on.
    Choices,
    /// The pit, which may let Players withdraw and then lets the round go on.
    Permission,
    /// Players who have promised a seed for the deck and have not told it.
    Seeds,
    /// Players who have to play or fold.
    Decisions,
    /// The link, which has to pay what was won from it.
    JackpotPay(LinkId),
    /// The link, which has not admitted the table, or does not work.
    Link(LinkId),
}

/// What a table waits for, who has to act, since when and until when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Waiting {
    /// What the table waits for.
    #[serde(rename = "for")]
    pub what: WaitsFor,
    /// The title of the irregularity, where a ruling is awaited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// Since when the table has waited for this.
    pub since: Timestamp,
    /// When the time the table gives is up, by the clock of the house.
    pub until: Option<Timestamp>,
    /// The boxes that have not answered, in the order they are asked.
    pub boxes: Vec<BoxNumber>,
    /// The players who answer for these boxes.
    pub players: Vec<PlayerId>,
}

impl WaitsFor {
    /// What the table waits for in this state; none where only the dealer has something to do.
    pub fn at(state: &TableState) -> Option<WaitsFor> {
        let round = state.open_round();
        let in_round = round.and_then(|round| WaitsFor::in_round(state, round));
        in_round.or_else(|| {
            let linked = state.linked()?;
            match linked.status {
                LinkStatus::Joined | LinkStatus::Lost { .. } => Some(WaitsFor::Link(linked.link)),
                LinkStatus::Admitted => None,
            }
        })
    }

    fn in_round(state: &TableState, round: &Round) -> Option<WaitsFor> {
        if let Some(matter) = round.suspension().at_hand() {
            return Some(WaitsFor::Ruling(matter.irregularity));
        }
        if round.is_suspended() {
            let choosing = asked(round).next().is_some();
            return Some(if choosing {
                WaitsFor::Choices
            } else {
                WaitsFor::Permission
            });
        }
        match round.phase() {
            Phase::BetsClosed => {
                let awaited = !awaited(state).is_empty();
                awaited.then_some(WaitsFor::Seeds)
            }
            Phase::Deciding(_) => {
                let undecided = undecided(round).next().is_some();
                undecided.then_some(WaitsFor::Decisions)
            }
            Phase::Jackpots(_) => {
                let link = state.link_of_round();
                let link = link.filter(|_| has_jackpot_bets(round));
                link.map(WaitsFor::JackpotPay)
            }
            Phase::BetsOpen
            | Phase::Dealing(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => None,
        }
    }

    fn until(self, state: &TableState) -> Option<Timestamp> {
        let deadline = state.deadline()?;
        let same = match deadline.awaited {
            Awaited::Seeds => self == WaitsFor::Seeds,
            Awaited::Decision { .. } => self == WaitsFor::Decisions,
            Awaited::Choices => self == WaitsFor::Choices,
            Awaited::Bets | Awaited::Reveal { .. } => false,
        };
        same.then(|| deadline.until())
    }

    /// The boxes and the players that have to act.
    fn whom(self, state: &TableState) -> (Vec<BoxNumber>, Vec<PlayerId>) {
        let Some(round) = state.open_round() else {
            return Default::default();
        };
        let boxes: Vec<BoxNumber> = match self {
            WaitsFor::Choices => asked(round).collect(),
            WaitsFor::Decisions => undecided(round).collect(),
            WaitsFor::Seeds => return (Vec::new(), awaited(state)),
            WaitsFor::Ruling(_)
            | WaitsFor::Permission
            | WaitsFor::JackpotPay(_)
            | WaitsFor::Link(_) => Vec::new(),
        };
        let mut players: Vec<PlayerId> = Vec::new();
        for player in boxes.iter().filter_map(|at| round.controller(*at)) {
            if !players.contains(&player) {
                players.push(player);
            }
        }
        (boxes, players)
    }
}

impl Waiting {
    /// Makes the summary of waiting for `what` since `since`.
    pub(super) fn at(state: &TableState, what: WaitsFor, since: Timestamp) -> Waiting {
        let (boxes, players) = what.whom(state);
        let title = match what {
            WaitsFor::Ruling(row) => Some(row.title()),
            WaitsFor::Choices
            | WaitsFor::Permission
            | WaitsFor::Seeds
            | WaitsFor::Decisions
            | WaitsFor::JackpotPay(_)
            | WaitsFor::Link(_) => None,
        };
        Waiting {
            what,
            title,
            since,
            until: what.until(state),
            boxes,
            players,
        }
    }
}

fn asked(round: &Round) -> impl Iterator<Item = BoxNumber> {
    let choosing = round.suspension().choosing().into_iter();
    let asked = choosing.flat_map(|choosing| &choosing.asked);
    let silent = asked.filter(|(_, chose)| chose.is_none());
    silent.map(|(at, _)| *at)
}

fn undecided(round: &Round) -> impl Iterator<Item = BoxNumber> {
    let undecided = round
        .in_round()
        .filter(|(_, held)| held.decision == Decision::Undecided);
    undecided.map(|(at, _)| at)
}

fn has_jackpot_bets(round: &Round) -> bool {
    let jackpot = |held: &game::BettingBox| held.bets.unsettled(game::Area::Jackpot);
    let mut boxes = round.in_round();
    boxes.any(|(_, held)| jackpot(held).is_positive())
}

fn awaited(state: &TableState) -> Vec<PlayerId> {
    state
        .shuffle()
        .map(Shuffle::awaited_players)
        .unwrap_or_default()
}
