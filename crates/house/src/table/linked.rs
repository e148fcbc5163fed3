//! A table and the jackpot it feeds: when jackpot bets are taken, and what happens while the link does
//! not work.
//!
//! A table that joins a link takes no jackpot bet before the link has admitted it, and none while the
//! link is lost: the meter would not receive the contribution. What the loss does to the round being
//! played, and to later ones, is the rules' to say; the house reports it to them in the same append.

use game::{Actor, Area, Command, Event, Money, Report, Request, Timestamp};
use ledger::LinkId;
use serde::{Deserialize, Serialize};

use super::{HouseEvent, HouseRequest, RequestedAtTable, TableEvent, TableRefusal, TableState};

/// The jackpot a table feeds, and whether it takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linked {
    /// The link the table feeds.
    pub link: LinkId,
    /// Whether the table takes part.
    pub status: LinkStatus,
}

/// Whether a table takes part in the jackpot it feeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkStatus {
    /// The table has joined; the link has not admitted it yet.
    Joined,
    /// The table takes part.
    Admitted,
    /// The link does not work.
    Lost {
        /// What it showed when it stopped.
        recorded: Money,
    },
}

impl TableState {
    /// The jackpot this table feeds from its next round on.
    pub fn linked(&self) -> Option<Linked> {
        self.linked
    }

    /// The link this table feeds from its next round on.
    pub fn link(&self) -> Option<LinkId> {
        self.linked.map(|linked| linked.link)
    }

    /// The jackpot that the last round was opened under: corrections to that round go there, even after
    /// the table has left.
    pub fn link_of_round(&self) -> Option<LinkId> {
        self.round_under
    }

    /// The link an event just taken belongs to: a table that leaves one has left it only now.
    pub fn link_at(&self, event: &TableEvent) -> Option<LinkId> {
        match event {
            TableEvent::Game(Event::TableOpened { .. })
            | TableEvent::House(
                HouseEvent::TableCreated
                | HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::WaitingEnded { .. },
            ) => self.link(),
            TableEvent::Game(_) | TableEvent::Cards(_) => self.round_under,
            TableEvent::House(
                HouseEvent::LinkLeft { link }
                | HouseEvent::LinkJoined { link }
                | HouseEvent::LinkAdmitted { link }
                | HouseEvent::LinkLost { link, .. },
            ) => Some(*link),
        }
    }

    /// What the event feeds, below zero where a contribution is taken back, and the link it goes to:
    /// the one the round was opened under.
    pub fn fed(&self, event: &TableEvent) -> Option<(LinkId, Money)> {
        match event {
            TableEvent::Game(event) => self.fed_in_round(event),
            TableEvent::House(_) | TableEvent::Cards(_) => None,
        }
    }

    pub(super) fn fed_in_round(&self, event: &Event) -> Option<(LinkId, Money)> {
        self.round_under.zip(event.contribution())
    }

    /// Refuses what the link does not allow, before the rules are asked.
    pub(super) fn check_link(&self, by: Actor, request: &Request) -> Result<(), TableRefusal> {
        let bets = matches!(
            request,
            Request::PlaceBet {
                area: Area::Jackpot,
                ..
            }
        );
        let pays = matches!(request, Request::PayJackpots { .. });
        match self.linked.map(|linked| linked.status) {
            Some(LinkStatus::Joined) if bets => Err(TableRefusal::NotAdmitted),
            Some(LinkStatus::Lost { .. }) if bets => Err(TableRefusal::LinkLost),
            _ if pays && by != Actor::System && self.round_under.is_some() => {
                Err(TableRefusal::LinkPays)
            }
            Some(LinkStatus::Joined | LinkStatus::Admitted | LinkStatus::Lost { .. }) | None => {
                Ok(())
            }
        }
    }

    pub(super) fn link_event(
        &self,
        by: Actor,
        request: &HouseRequest,
    ) -> Result<HouseEvent, TableRefusal> {
        let between = self.open_round().is_none();
        let by_system = by == Actor::System;
        match request {
            HouseRequest::JoinLink { .. }
            | HouseRequest::LeaveLink
            | HouseRequest::AdmitToLink { .. }
                if !between =>
            {
                Err(TableRefusal::RoundNotOver)
            }
            HouseRequest::AdmitToLink { .. } | HouseRequest::LoseLink { .. } if !by_system => {
                Err(TableRefusal::NotYours)
            }
            HouseRequest::CreateTable if self.head.seq > 0 => Err(TableRefusal::Exists),
            HouseRequest::CreateTable => Ok(HouseEvent::TableCreated),
            HouseRequest::JoinLink { link } => match self.link() {
                Some(linked) => Err(TableRefusal::Linked(linked)),
                None => Ok(HouseEvent::LinkJoined { link: *link }),
            },
            HouseRequest::LeaveLink => {
                let link = self.link().ok_or(TableRefusal::NotLinked)?;
                Ok(HouseEvent::LinkLeft { link })
            }
            HouseRequest::AdmitToLink { link } => match self.status_with(*link)? {
                LinkStatus::Joined | LinkStatus::Lost { .. } => {
                    Ok(HouseEvent::LinkAdmitted { link: *link })
                }
                LinkStatus::Admitted => Err(TableRefusal::Linked(*link)),
            },
            HouseRequest::LoseLink { link, recorded } => match self.status_with(*link)? {
                LinkStatus::Admitted => Ok(HouseEvent::LinkLost {
                    link: *link,
                    recorded: *recorded,
                }),
                LinkStatus::Joined => Err(TableRefusal::NotAdmitted),
                LinkStatus::Lost { .. } => Err(TableRefusal::LinkLost),
            },
            HouseRequest::TakeOver { owner } => Ok(HouseEvent::TakenOver {
                owner: owner.clone(),
            }),
            HouseRequest::SetTimes { times } => TableState::set_times(*times),
            HouseRequest::EndWaiting {
                round,
                awaited,
                since,
                waited_seconds,
            } => self.end_waiting(by, (*round, *awaited, *since), *waited_seconds),
        }
    }

    fn status_with(&self, link: LinkId) -> Result<LinkStatus, TableRefusal> {
        let linked = self.linked.filter(|linked| linked.link == link);
        linked
            .map(|linked| linked.status)
            .ok_or(TableRefusal::NotLinked)
    }

    pub(super) fn evolve_link(&mut self, event: &TableEvent) {
        let mut linked = |link: LinkId, status| self.linked = Some(Linked { link, status });
        match event {
            TableEvent::House(HouseEvent::LinkJoined { link }) => linked(*link, LinkStatus::Joined),
            TableEvent::House(HouseEvent::LinkAdmitted { link }) => {
                linked(*link, LinkStatus::Admitted);
            }
            TableEvent::House(HouseEvent::LinkLost { link, recorded }) => {
                let recorded = *recorded;
                linked(*link, LinkStatus::Lost { recorded });
            }
            TableEvent::House(HouseEvent::LinkLeft { .. }) => self.linked = None,
            TableEvent::Game(Event::BetsOpened { .. }) => self.round_under = self.link(),
            TableEvent::Game(Event::TableOpened { digest, .. }) => {
                let other = self
                    .form
                    .replace(*digest)
                    .is_some_and(|form| form != *digest);
                // Under other rules it may play for something else: the link has to look at it again.
                if let Some(Linked { status, .. }) = &mut self.linked
                    && *status == LinkStatus::Admitted
                    && other
                {
                    *status = LinkStatus::Joined;
                }
            }
            TableEvent::House(
                HouseEvent::TableCreated
                | HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::WaitingEnded { .. },
            )
            | TableEvent::Game(_)
            | TableEvent::Cards(_) => {}
        }
    }

    /// What the rules make of the loss of a link or its return (IR-19), of a takeover, and of a time
    /// limit that has passed.
    pub(super) fn consequences_of(
        &self,
        event: &HouseEvent,
        now: Timestamp,
    ) -> Result<Vec<TableEvent>, TableRefusal> {
        let followed = match event {
            HouseEvent::WaitingEnded { awaited, .. } => {
                return self.continue_without(*awaited, now);
            }
            HouseEvent::LinkLost { recorded, .. } => self.report_jackpot_fault(*recorded, now),
            HouseEvent::LinkAdmitted { .. } => self.clear_jackpot_fault(now),
            HouseEvent::TakenOver { .. } => self.report_interruption(now),
            HouseEvent::TableCreated
            | HouseEvent::LinkJoined { .. }
            | HouseEvent::LinkLeft { .. }
            | HouseEvent::TimesSet { .. } => Vec::new(),
        };
        Ok(followed.into_iter().map(TableEvent::Game).collect())
    }

    /// A table that opens while its link is lost reports the fault in the same append.
    pub(super) fn report_lost_link_on_opening(
        &self,
        events: &[Event],
        requested: &RequestedAtTable,
    ) -> Vec<Event> {
        let opens = |event: &Event| matches!(event, Event::TableOpened { .. });
        let Some(LinkStatus::Lost { recorded }) = self.linked.map(|linked| linked.status) else {
            return Vec::new();
        };
        if !events.iter().any(opens) || self.table.fault().is_some() {
            return Vec::new();
        }
        let mut open = self.clone();
        for event in events {
            open.table.evolve(event);
        }
        open.report_jackpot_fault(recorded, requested.now)
    }

    fn report_jackpot_fault(&self, recorded: Money, now: Timestamp) -> Vec<Event> {
        let report = Report::JackpotFault { recorded };
        self.ask_rules(Request::Report { report }, now)
    }

    /// A fault that people at the table reported stays: the rules let only them clear it.
    fn clear_jackpot_fault(&self, now: Timestamp) -> Vec<Event> {
        self.ask_rules(Request::ClearFault, now)
    }

    /// Puts a request of the system to the rules; where they refuse it, nothing follows.
    pub(super) fn ask_rules(&self, request: Request, now: Timestamp) -> Vec<Event> {
        let Some(rulebook) = self.table.rulebook() else {
            return Vec::new();
        };
        let command = Command::new(Actor::System, request).at(now);
        self.table.decide(rulebook, &command).unwrap_or_default()
    }
}

impl TableEvent {
    /// Whether a link has something to do because of it.
    pub fn has_work_for_link(&self) -> bool {
        match self {
            TableEvent::Game(event) => matches!(
                event,
                Event::ContributionAdded { .. }
                    | Event::ContributionReversed { .. }
                    | Event::JackpotAwarded { .. }
                    | Event::AwardReversed { .. }
                    | Event::MeterMoved { .. }
                    | Event::MeterRestored { .. }
                    | Event::BoxesSettled
                    | Event::JackpotsSettled
                    | Event::RulingMade { .. }
                    | Event::ChoicesEnded
                    | Event::CardCorrected { .. }
                    | Event::FaultFound { .. }
                    | Event::FaultCleared { .. }
                    | Event::RoundConcluded
                    | Event::TableOpened { .. }
                    | Event::RoundVoided { .. }
            ),
            TableEvent::House(
                HouseEvent::LinkJoined { .. }
                | HouseEvent::LinkLeft { .. }
                | HouseEvent::LinkAdmitted { .. }
                | HouseEvent::LinkLost { .. },
            ) => true,
            TableEvent::House(
                HouseEvent::TableCreated
                | HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::WaitingEnded { .. },
            )
            | TableEvent::Cards(_) => false,
        }
    }
}
