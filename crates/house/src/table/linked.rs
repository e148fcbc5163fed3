//! A table and the jackpot it feeds: when jackpot bets are taken, and what happens while the link does
//! not work.
//!
//! A table that joins a link takes no jackpot bet before the link has admitted it, and none while the
//! link is lost: the meter would not receive the contribution. What the loss does to the round being
//! played, and to later ones, is the rules' to say; the house reports it to them in the same append.

use game::{
    Actor, Area, BettingBox, Cause, Command, Event, Money, Phase, Report, Request, Timestamp,
};
use ledger::LinkId;
use serde::{Deserialize, Serialize};

use super::{HouseEvent, HouseRequest, RequestedAtTable, TableEvent, TableRefusal, TableState};

/// The jackpot a table feeds, and whether it takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Linked {
    /// The link the table feeds.
    pub link: LinkId,
    /// Whether the table takes part.
    pub status: LinkStatus,
}

/// Whether a table takes part in the jackpot it feeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
                | HouseEvent::PlayerReady { .. }
                | HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::TablePaused
                | HouseEvent::TableResumed
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

    /// What the table fed to a link in all, by its own log.
    pub(crate) fn fed_to(&self, link: LinkId) -> Money {
        self.fed.get(&link).copied().unwrap_or_default()
    }

    pub(super) fn fed_in_round(&self, event: &Event) -> Option<(LinkId, Money)> {
        self.round_under.zip(event.contribution())
    }

    /// Refuses what the link does alone, before the rules are asked: it tells the table when to pay.
    pub(super) fn check_link(&self, by: Actor, request: &Request) -> Result<(), TableRefusal> {
        let pays = matches!(request, Request::PayJackpots { .. });
        if pays && by != Actor::System && self.round_under.is_some() {
            return Err(TableRefusal::LinkPays);
        }
        Ok(())
    }

    /// Refuses chips on the jackpot while the link takes none: it would refuse the contribution, and
    /// no table could pay a win (STANDARDS P16, P19, IR-19). The felt is compared before and after, so it
    /// does not matter which request lays them there, or for whom.
    pub(super) fn check_jackpot_bets(&self, events: &[TableEvent]) -> Result<(), TableRefusal> {
        let Some(refusal) = self.no_jackpot_bets() else {
            return Ok(());
        };
        let mut after = self.clone();
        for event in events {
            after.evolve(event);
        }
        let Some(round) = after.table.round() else {
            return Ok(());
        };
        let before = self.table.round();
        let before = before.filter(|before| before.number() == round.number());
        let staked = |held: &BettingBox| held.bets.total(Area::Jackpot);
        let grown = round.boxes().any(|(at, held)| {
            let before = before.and_then(|before| before.betting_box(at));
            staked(held) > before.map_or(Money::ZERO, staked)
        });
        if grown { Err(refusal) } else { Ok(()) }
    }

    /// The link that has to look at the table as it stands now, whatever happened last: bets on its
    /// jackpot come to their end. Between the last box and the end of a round every hand that is turned,
    /// hidden or ruled on may be the one the link waited for.
    pub(crate) fn waits_for_link(&self) -> Option<LinkId> {
        let round = self.open_round()?;
        self.round_under
            .filter(|_| matches!(round.phase(), Phase::Jackpots(_)))
    }

    /// Why no bet on the jackpot is taken; nothing where the link takes them, or there is none.
    pub(super) fn no_jackpot_bets(&self) -> Option<TableRefusal> {
        match self.linked?.status {
            LinkStatus::Joined => Some(TableRefusal::NotAdmitted),
            LinkStatus::Lost { .. } => Some(TableRefusal::LinkLost),
            LinkStatus::Admitted => None,
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
            HouseRequest::Ready => self.ready_event(by),
            HouseRequest::TakeOver { owner } => Ok(HouseEvent::TakenOver {
                owner: owner.clone(),
            }),
            HouseRequest::SetTimes { times } => TableState::set_times(*times),
            HouseRequest::PauseTable => self.pause(),
            HouseRequest::ResumeTable => self.resume(),
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
        if let Some((link, amount)) = self.fed(event) {
            *self.fed.entry(link).or_default() += amount;
        }
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
                | HouseEvent::PlayerReady { .. }
                | HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::TablePaused
                | HouseEvent::TableResumed
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
            | HouseEvent::PlayerReady { .. }
            | HouseEvent::TimesSet { .. }
            | HouseEvent::TablePaused
            | HouseEvent::TableResumed => Vec::new(),
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

    /// What the rules make of a round in which nothing happened since the last command. One that waits
    /// for a ruling already may have no use for the report, and where no chips lie no Player was interrupted.
    fn report_interruption(&self, now: Timestamp) -> Vec<Event> {
        let is_any_chip = |round: &game::Round| {
            let mut boxes = round.boxes();
            !matches!(round.phase(), Phase::BetsOpen)
                || boxes.any(|(_, held)| !held.bets.is_empty())
        };
        if !self.open_round().is_some_and(is_any_chip) {
            return Vec::new();
        }
        let (cause, seconds) = (Cause::Technical, now.seconds_since(self.last));
        let report = Report::Interruption { cause, seconds };
        self.ask_rules(Request::Report { report }, now)
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
    /// Whether a link has something to do because of it. A table whose jackpots are due is looked at
    /// after every command besides.
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
                | HouseEvent::PlayerReady { .. }
                | HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::TablePaused
                | HouseEvent::TableResumed
                | HouseEvent::WaitingEnded { .. },
            )
            | TableEvent::Cards(_) => false,
        }
    }
}
