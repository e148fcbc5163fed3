//! Who did what: every ruling, bar, permission and correction in the log was made by a sufficient
//! post, and by a second person where money was undone.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "looks only at the events that take an authority"
)]

use std::collections::BTreeMap;

use game::{
    Act, Actor, Command, CountOnDoubt, Disclosure, Event, FaultMode, Finding, Irregularity as Row,
    PermitWithdrawal, PersonId, Post, Report, Rulebook, Timestamp,
};

use super::checked_table::{Checked, holds};
use super::facts::Facts;
use super::money::Purses;
use super::posts::{Needed, fault_chooser, needed, rank, uncovered};

/// Events that follow from one ruling.
pub struct Segment {
    by: Actor,
    reporter: Actor,
    row: Row,
    by_clause: bool,
    established: bool,
    /// A bet was won or lost before the ruling (G-15), and no other member of staff than the one who
    /// rules has reported the matter or proposed the act.
    alone_on_known: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Authority {
    acting: BTreeMap<PersonId, Post>,
    fault_proposed: Option<(FaultMode, Actor, Timestamp)>,
    /// The system said that the jackpot does not work: then it may say that it works again.
    fault_by_system: bool,
    correction_proposed: Option<(Actor, Timestamp)>,
}

/// How long a proposal waits for its second person.
const PATIENCE_SECONDS: u64 = 300;

impl Authority {
    pub fn acts_as(&self, post: Post, person: PersonId) -> Post {
        self.acting
            .get(&person)
            .copied()
            .map_or(post, |acts| acts.max(post))
    }

    fn post_of(&self, by: Actor) -> Option<Post> {
        match by {
            Actor::Staff { post, person } => Some(self.acts_as(post, person)),
            Actor::Player(_) | Actor::System => None,
        }
    }

    fn needs(&self, by: Actor, needed: Post, event: &Event) -> Checked {
        let post = self.post_of(by);
        holds!(
            "authority",
            post >= Some(needed),
            "{by:?} is no {needed:?}: {event:?}"
        );
        Ok(())
    }

    pub fn take(
        &mut self,
        rulebook: &Rulebook,
        facts: &Facts,
        command: &Command,
        segment: &mut Option<Segment>,
        event: &Event,
    ) -> Checked {
        match event {
            // Another ruling has put it right: nothing is left of the matter, and nothing is done.
            Event::RoundResumed
            | Event::ChoicesOffered { .. }
            | Event::RulingMade {
                act: Act::NoEffect,
                finding: Finding::ByTheClause,
                ..
            } => *segment = None,
            Event::RulingMade {
                on,
                finding,
                act,
                by,
                ..
            } => {
                let ruling = (*on, finding, *act, *by);
                *segment = Some(self.ruling(rulebook, facts, ruling, event)?);
            }
            _ => {}
        }
        if let Some(segment) = segment {
            segment.undoes(rulebook, event)?;
        }
        self.people(rulebook, segment.as_ref(), command, event)?;
        self.proposals(rulebook, command, event)
    }

    /// A ruling below the post the text names is never recorded.
    fn ruling(
        &self,
        rulebook: &Rulebook,
        facts: &Facts,
        (on, finding, act, by): (Row, &Finding, Act, Actor),
        event: &Event,
    ) -> Result<Segment, super::checked_table::Failure> {
        let Some(waiting) = facts.waiting.iter().find(|waiting| waiting.row == on) else {
            holds!("ruling: on what was reported", false, "{event:?}");
            unreachable!("the line above has failed");
        };
        let first = facts.waiting.iter().map(|waiting| rank(waiting.row)).min();
        // What a ruling has made of a matter follows at once.
        let in_order = first == Some(rank(on)) || on == Row::CountDoubted || waiting.established;
        holds!(
            "ruling: first things first",
            in_order,
            "{on} ruled on before {:?}",
            facts.waiting
        );
        let counted = on == Row::CountDoubted && rulebook.count_on_doubt.says == CountOnDoubt::Duty;
        let by_clause = *finding == Finding::ByTheClause;
        match needed(rulebook, facts, waiting) {
            _ if by_clause && counted && by != Actor::System => {
                holds!(
                    "authority: the Dealer counts",
                    by.post() == Some(Post::Dealer),
                    "{event:?}"
                );
            }
            Needed::Clause if by_clause => {
                holds!("authority: the clause", by == Actor::System, "{event:?}");
            }
            needed if by_clause => {
                let the_dealer_counted = on == Row::CountDoubted && by.post() == Some(Post::Dealer);
                let lenient = needed == Needed::AtLeastThePit || the_dealer_counted;
                holds!(
                    "authority: the clause decides nothing here",
                    lenient,
                    "{needed:?}: {event:?}"
                );
            }
            Needed::Clause | Needed::AtLeastThePit => self.needs(by, Post::PitSupervisor, event)?,
            Needed::Post(post) => self.needs(by, post, event)?,
        }
        let another = |first: Actor| {
            first
                .person()
                .is_some_and(|first| Some(first) != by.person())
        };
        let proposed = waiting.proposed.filter(|(proposed, _)| *proposed == act);
        let seconded = another(waiting.by) || proposed.is_some_and(|(_, first)| another(first));
        Ok(Segment {
            alone_on_known: facts.outcome && !seconded,
            by,
            reporter: waiting.by,
            row: on,
            by_clause,
            established: waiting.established,
        })
    }

    fn people(
        &mut self,
        rulebook: &Rulebook,
        segment: Option<&Segment>,
        command: &Command,
        event: &Event,
    ) -> Checked {
        match event {
            Event::PlayerBarred { by, .. }
                if segment.is_some_and(|segment| segment.row == Row::Disclosure) =>
            {
                self.needs(*by, bars(rulebook), event)?;
            }
            // The post that may bar may also let back in.
            Event::BarLifted { by, .. } => self.needs(*by, bars(rulebook), event)?,
            Event::PlayerBarred { by, .. } | Event::PlayerStopped { by, .. } => {
                self.needs(*by, Post::ShiftManager, event)?;
            }
            Event::PlayerRestricted { by, .. } | Event::RestrictionLifted { by, .. } => {
                self.needs(*by, Post::PitManager, event)?;
            }
            Event::WithdrawalPermitted { by, .. } => {
                let needed = match rulebook.permit_withdrawal_role.says {
                    Some(PermitWithdrawal::GamingShiftManager) => Post::ShiftManager,
                    Some(PermitWithdrawal::PitSupervisor) | None => Post::PitSupervisor,
                };
                self.needs(*by, needed, event)?;
            }
            Event::HiddenViewed { by, .. } => self.needs(*by, Post::PitSupervisor, event)?,
            Event::CardsCounted { by, .. } => {
                holds!(
                    "authority: the Dealer counts",
                    by.post() == Some(Post::Dealer),
                    "{event:?}"
                );
            }
            Event::ActingAssigned { person, post, by } => {
                self.needs(command.by, *post, event)?;
                let other = by.person() != Some(*person);
                holds!("authority: no person raises himself", other, "{event:?}");
                self.acting.insert(*person, *post);
            }
            _ => {}
        }
        Ok(())
    }

    /// Two people, in time; two posts where the jackpot's figures are touched.
    fn proposals(&mut self, rulebook: &Rulebook, command: &Command, event: &Event) -> Checked {
        let second = |first: &Actor, when: Timestamp| {
            first.person() != command.by.person()
                && command.now.0.saturating_sub(when.0) / 1_000 <= PATIENCE_SECONDS
        };
        match event {
            Event::FaultModeProposed { mode, by, when } => {
                self.needs(command.by, fault_chooser(rulebook), event)?;
                self.fault_proposed = Some((*mode, *by, *when));
            }
            Event::FaultModeSet { mode, by } => {
                self.needs(command.by, Post::PitManager, event)?;
                let proposed = self.fault_proposed.take();
                let same = proposed.is_some_and(|(proposed, first, when)| {
                    proposed == *mode && first.post() != by.post() && second(&first, when)
                });
                holds!(
                    "authority: fault mode by two",
                    same,
                    "{event:?} after {proposed:?}"
                );
            }
            Event::FaultFound { by, .. } => self.fault_by_system = *by == Actor::System,
            Event::IrregularityReported {
                report: Report::JackpotFault { .. },
                by: Actor::System,
                ..
            } => self.fault_by_system = true,
            Event::FaultCleared { .. } => {
                let own = std::mem::take(&mut self.fault_by_system);
                if command.by != Actor::System || !own {
                    self.needs(command.by, fault_chooser(rulebook), event)?;
                }
            }
            Event::CorrectionProposed {
                by, when, reason, ..
            } => {
                self.needs(command.by, Post::PitSupervisor, event)?;
                holds!(
                    "authority: a correction has a reason",
                    !reason.trim().is_empty(),
                    "{event:?}"
                );
                self.correction_proposed = Some((*by, *when));
            }
            Event::CardCorrected { .. } | Event::PayCorrected { .. } => {
                self.needs(command.by, Post::PitSupervisor, event)?;
                let proposed = self.correction_proposed.take();
                let two = proposed.is_some_and(|(first, when)| second(&first, when));
                holds!(
                    "authority: a correction by two",
                    two,
                    "{event:?} after {proposed:?}"
                );
            }
            Event::BetsOpened { .. } => self.correction_proposed = None,
            _ => {}
        }
        Ok(())
    }
}

impl Segment {
    /// What undoes money takes another person than the one who reported it; the clause alone does so
    /// only on the system's own report, or where a ruling established the facts.
    fn undoes(&self, rulebook: &Rulebook, event: &Event) -> Checked {
        let void = matches!(event, Event::RoundVoided { .. } | Event::HandsVoided { .. });
        let out = matches!(event, Event::HandRemoved { .. } | Event::PostingReversed(_));
        let found = matches!(event, Event::PlayFound { .. });
        let back = (Purses::moves_money(event) && !found) || void || out;
        if self.by_clause {
            let small = matches!(
                self.row,
                Row::LoneJackpot | Row::OverMaximum | Row::UnderMinimum
            );
            let play = matches!(self.row, Row::PlayAboveAnte | Row::PlayBelowAnte);
            let known = self.reporter == Actor::System || self.established || small || play;
            holds!(
                "authority: no void or adjustment without the pit",
                !back || known,
                "{event:?} in {}",
                rulebook.id
            );
            return Ok(());
        }
        holds!(
            "authority: a known result is undone by two of the staff",
            !(back && self.alone_on_known),
            "{:?} alone ruled {}: {event:?}",
            self.by,
            self.row
        );
        let same = self.reporter.person().is_some() && self.reporter.person() == self.by.person();
        holds!(
            "authority: money is undone by a second person",
            !(back && same),
            "{:?} reported and ruled {}: {event:?}",
            self.by,
            self.row
        );
        Ok(())
    }
}

fn bars(rulebook: &Rulebook) -> Post {
    match rulebook.disclosure.says {
        Disclosure::GamingShiftManagerMayBar => Post::ShiftManager,
        Disclosure::Referral => uncovered(rulebook),
    }
}
