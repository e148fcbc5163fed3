//! How a table stands to the jackpot it feeds: who may play for it, and what happens while it does not
//! work.
//!
//! A table that joins a link takes no jackpot bet before the link has admitted it, and none while the
//! link is lost: nobody stakes on a meter that would not hear of it. What the loss does to the round
//! being played, and to later ones, the rules say; here they are told of it, in the same append.

use game::{Actor, Area, Command, Event, Money, Report, Request, Timestamp};
use ledger::LinkId;

use super::{Asked, HouseEvent, HouseRequest, No, TableEvent, TableState};

/// The jackpot a table feeds, and how they stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linked {
    pub link: LinkId,
    pub contact: Contact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It wants to take part; the link has not said yes.
    Joined,
    Admitted,
    /// The link does not work; what it showed when it stopped.
    Lost {
        recorded: Money,
    },
}

impl TableState {
    /// The jackpot this table feeds from its next round on.
    pub fn linked(&self) -> Option<Linked> {
        self.linked
    }

    pub fn link(&self) -> Option<LinkId> {
        self.linked.map(|linked| linked.link)
    }

    /// The jackpot that the last round was opened under: whatever is still put right in it goes there,
    /// even after the table has left.
    pub fn link_of_round(&self) -> Option<LinkId> {
        self.round_under
    }

    /// The link an event just taken belongs to: a table that leaves one has left it only now.
    pub fn link_at(&self, event: &TableEvent) -> Option<LinkId> {
        match event {
            TableEvent::Game(Event::TableOpened { .. })
            | TableEvent::House(
                HouseEvent::TakenOver { .. }
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

    /// What a link has a say in before the rules are asked.
    pub(super) fn link_allows(&self, by: Actor, request: &Request) -> Result<(), No> {
        let bets = matches!(
            request,
            Request::PlaceBet {
                area: Area::Jackpot,
                ..
            }
        );
        let pays = matches!(request, Request::PayJackpots { .. });
        match self.linked.map(|linked| linked.contact) {
            Some(Contact::Joined) if bets => Err(No::NotAdmitted),
            Some(Contact::Lost { .. }) if bets => Err(No::LinkLost),
            _ if pays && by != Actor::System && self.round_under.is_some() => Err(No::LinkPays),
            Some(Contact::Joined | Contact::Admitted | Contact::Lost { .. }) | None => Ok(()),
        }
    }

    pub(super) fn link_event(&self, by: Actor, request: &HouseRequest) -> Result<HouseEvent, No> {
        let between = self.open_round().is_none();
        let by_system = by == Actor::System;
        match request {
            HouseRequest::JoinLink { .. }
            | HouseRequest::LeaveLink
            | HouseRequest::AdmitToLink { .. }
                if !between =>
            {
                Err(No::RoundNotOver)
            }
            HouseRequest::AdmitToLink { .. } | HouseRequest::LoseLink { .. } if !by_system => {
                Err(No::NotYours)
            }
            HouseRequest::JoinLink { link } => match self.link() {
                Some(linked) => Err(No::Linked(linked)),
                None => Ok(HouseEvent::LinkJoined { link: *link }),
            },
            HouseRequest::LeaveLink => {
                let link = self.link().ok_or(No::NotLinked)?;
                Ok(HouseEvent::LinkLeft { link })
            }
            HouseRequest::AdmitToLink { link } => match self.contact_with(*link)? {
                Contact::Joined | Contact::Lost { .. } => {
                    Ok(HouseEvent::LinkAdmitted { link: *link })
                }
                Contact::Admitted => Err(No::Linked(*link)),
            },
            HouseRequest::LoseLink { link, recorded } => match self.contact_with(*link)? {
                Contact::Admitted => Ok(HouseEvent::LinkLost {
                    link: *link,
                    recorded: *recorded,
                }),
                Contact::Joined => Err(No::NotAdmitted),
                Contact::Lost { .. } => Err(No::LinkLost),
            },
            HouseRequest::TakeOver { owner } => Ok(HouseEvent::TakenOver {
                owner: owner.clone(),
            }),
            HouseRequest::SetTimes { times } => TableState::sets_times(*times),
            HouseRequest::EndWaiting {
                round,
                awaited,
                since,
                waited_seconds,
            } => self.ends_waiting(by, (*round, *awaited, *since), *waited_seconds),
        }
    }

    fn contact_with(&self, link: LinkId) -> Result<Contact, No> {
        let linked = self.linked.filter(|linked| linked.link == link);
        linked.map(|linked| linked.contact).ok_or(No::NotLinked)
    }

    pub(super) fn link_evolves(&mut self, event: &TableEvent) {
        let mut linked = |link: LinkId, contact| self.linked = Some(Linked { link, contact });
        match event {
            TableEvent::House(HouseEvent::LinkJoined { link }) => linked(*link, Contact::Joined),
            TableEvent::House(HouseEvent::LinkAdmitted { link }) => {
                linked(*link, Contact::Admitted);
            }
            TableEvent::House(HouseEvent::LinkLost { link, recorded }) => {
                let recorded = *recorded;
                linked(*link, Contact::Lost { recorded });
            }
            TableEvent::House(HouseEvent::LinkLeft { .. }) => self.linked = None,
            TableEvent::Game(Event::BetsOpened { .. }) => self.round_under = self.link(),
            TableEvent::Game(Event::TableOpened { digest, .. }) => {
                let other = self
                    .form
                    .replace(*digest)
                    .is_some_and(|form| form != *digest);
                // Under other rules it may play for something else: the link has to look at it again.
                if let Some(Linked { contact, .. }) = &mut self.linked
                    && *contact == Contact::Admitted
                    && other
                {
                    *contact = Contact::Joined;
                }
            }
            TableEvent::House(
                HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::WaitingEnded { .. },
            )
            | TableEvent::Game(_)
            | TableEvent::Cards(_) => {}
        }
    }

    /// What the rules make of the loss of a link, or of its return (IR-19), of a takeover, and of
    /// somebody who did not come.
    pub(super) fn follows_from(
        &self,
        event: &HouseEvent,
        now: Timestamp,
    ) -> Result<Vec<TableEvent>, No> {
        let followed = match event {
            HouseEvent::WaitingEnded { awaited, .. } => {
                return self.goes_on_without(*awaited, now);
            }
            HouseEvent::LinkLost { recorded, .. } => self.jackpot_fails(*recorded, now),
            HouseEvent::LinkAdmitted { .. } => self.jackpot_works(now),
            HouseEvent::TakenOver { .. } => self.interrupted(now),
            HouseEvent::LinkJoined { .. }
            | HouseEvent::LinkLeft { .. }
            | HouseEvent::TimesSet { .. } => Vec::new(),
        };
        Ok(followed.into_iter().map(TableEvent::Game).collect())
    }

    /// A table that opens while its link is lost hears of it with its first word.
    pub(super) fn opens_without_link(&self, events: &[Event], asked: &Asked) -> Vec<Event> {
        let opens = |event: &Event| matches!(event, Event::TableOpened { .. });
        let Some(Contact::Lost { recorded }) = self.linked.map(|linked| linked.contact) else {
            return Vec::new();
        };
        if !events.iter().any(opens) || self.table.fault().is_some() {
            return Vec::new();
        }
        let mut open = self.clone();
        for event in events {
            open.table.evolve(event);
        }
        open.jackpot_fails(recorded, asked.now)
    }

    fn jackpot_fails(&self, recorded: Money, now: Timestamp) -> Vec<Event> {
        let report = Report::JackpotFault { recorded };
        self.heard(Request::Report { report }, now)
    }

    /// What somebody at the table found is his to clear.
    fn jackpot_works(&self, now: Timestamp) -> Vec<Event> {
        self.heard(Request::ClearFault, now)
    }

    /// Said by the system; where the rules have no use for it they say so, and nothing follows.
    pub(super) fn heard(&self, asks: Request, now: Timestamp) -> Vec<Event> {
        let Some(rulebook) = self.table.rulebook() else {
            return Vec::new();
        };
        let command = Command::new(Actor::System, asks).at(now);
        self.table.decide(rulebook, &command).unwrap_or_default()
    }
}

/// What the house reads in an event of the rules.
pub(super) trait ForTheLink {
    /// What it feeds to a link; less than nothing where it takes back.
    fn fed(&self) -> Option<Money>;
}

impl ForTheLink for Event {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of some ninety kinds of event two feed a link"
    )]
    fn fed(&self) -> Option<Money> {
        match self {
            Event::ContributionAdded { amount, .. } => Some(*amount),
            Event::ContributionReversed { amount, .. } => Some(-*amount),
            _ => None,
        }
    }
}

impl TableEvent {
    /// Whether a link has something to do because of it.
    pub(super) fn concerns_link(&self) -> bool {
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
                HouseEvent::TakenOver { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::WaitingEnded { .. },
            )
            | TableEvent::Cards(_) => false,
        }
    }
}
