//! How far the round is and what has been said about it, read off the events alone.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "looks only at the events that move the round on"
)]

use std::collections::BTreeSet;

use game::{
    Act, Actor, BoxNumber, ContactTest, Event, Finding, Irregularity, Outcome, Report, Rulebook,
    Terms,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// No round yet.
    #[default]
    Ready,
    BetsOpen,
    BetsClosed,
    Dealing,
    Deciding,
    Shown,
    Concluded,
    Voided,
}

/// A report that waits for its ruling.
#[derive(Clone, Debug)]
pub struct Waiting {
    pub row: Irregularity,
    pub report: Report,
    pub by: Actor,
    /// An earlier ruling made it what it is.
    pub established: bool,
    /// What a member of staff proposed last, and who that is.
    pub proposed: Option<(Act, Actor)>,
}

#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub round: u64,
    pub stage: Stage,
    pub seen: BTreeSet<BoxNumber>,
    pub handled: BTreeSet<BoxNumber>,
    pub folded: BTreeSet<BoxNumber>,
    pub removed: BTreeSet<BoxNumber>,
    /// A fold, the Dealer's hand, or a bet won or lost (G-15).
    pub outcome: bool,
    pub waiting: Vec<Waiting>,
    pending: Vec<Terms>,
    choosing: Option<Terms>,
}

impl Facts {
    pub fn is_suspended(&self) -> bool {
        !self.waiting.is_empty() || !self.pending.is_empty() || self.choosing.is_some()
    }

    pub fn contact(&self, rulebook: &Rulebook) -> bool {
        match rulebook.contact_test.says {
            ContactTest::Seen => !self.seen.is_empty(),
            ContactTest::Handled => !self.seen.is_empty() || !self.handled.is_empty(),
        }
    }

    pub fn take(&mut self, event: &Event) {
        match event {
            Event::BetsOpened { round, .. } => {
                *self = Facts {
                    round: *round,
                    stage: Stage::BetsOpen,
                    ..Facts::default()
                };
            }
            Event::BetsClosed => self.stage = Stage::BetsClosed,
            Event::DealStarted { .. }
            | Event::CardDealt { .. }
            | Event::PacketDealt { .. }
            | Event::CommunityDealt { .. } => self.stage = Stage::Dealing,
            Event::DealCompleted => self.stage = Stage::Deciding,
            Event::DealerShown { .. } => {
                self.stage = Stage::Shown;
                self.outcome = true;
            }
            Event::DealerNotNeeded => self.stage = Stage::Shown,
            Event::RoundConcluded => self.stage = Stage::Concluded,
            Event::RoundVoided { .. } => {
                self.stage = Stage::Voided;
                self.end_suspension();
            }
            Event::HandsVoided { .. } => {
                *self = Facts {
                    round: self.round,
                    stage: Stage::BetsClosed,
                    ..Facts::default()
                };
            }
            Event::Looked { at, .. } => self.looks(*at),
            Event::Touched { at } => {
                self.handled.insert(*at);
            }
            Event::Folded { at, .. } | Event::FoldedByAbsence { at } => {
                self.folded.insert(*at);
                self.outcome = true;
            }
            Event::HandRemoved { at, .. } => {
                self.removed.insert(*at);
            }
            Event::WagerSettled(line) => self.outcome |= line.outcome != Outcome::Returned,
            _ => self.take_ruling(event),
        }
    }

    fn looks(&mut self, at: BoxNumber) {
        self.seen.insert(at);
        self.handled.insert(at);
    }

    fn take_ruling(&mut self, event: &Event) {
        match event {
            Event::IrregularityReported {
                irregularity,
                report,
                by,
                ..
            } => {
                if let Report::ExtraLook { at, .. } = report {
                    self.looks(*at);
                }
                self.waiting.push(Waiting {
                    row: *irregularity,
                    report: report.clone(),
                    by: *by,
                    established: false,
                    proposed: None,
                });
            }
            Event::RulingMade {
                on,
                finding,
                act,
                asks,
                ..
            } => {
                self.ruled(*on, finding, *act);
                let terms = asks.as_ref().map(|asks| asks.terms);
                let new = terms.filter(|terms| !self.pending.contains(terms));
                self.pending.extend(new);
            }
            Event::Referred { on, proposal, by } => {
                let waiting = self.waiting.iter_mut().find(|waiting| waiting.row == *on);
                if let Some(waiting) = waiting {
                    waiting.proposed = Some((*proposal, *by));
                }
            }
            Event::ChoicesOffered { terms, .. } => {
                self.pending.retain(|pending| pending != terms);
                self.choosing = Some(*terms);
            }
            Event::ChoicesEnded => self.choosing = None,
            _ => {}
        }
    }

    /// A count that can be put together again is asked about once more, as IR-12.
    fn ruled(&mut self, on: Irregularity, finding: &Finding, act: Act) {
        let Some(at) = self.waiting.iter().position(|waiting| waiting.row == on) else {
            return;
        };
        let waiting = self.waiting.remove(at);
        if *finding == Finding::Reconstructable && act == Act::Open {
            let again = Waiting {
                row: Irregularity::CountReconstructable,
                established: true,
                ..waiting
            };
            self.waiting.insert(0, again);
        }
    }

    fn end_suspension(&mut self) {
        self.waiting.clear();
        self.pending.clear();
        self.choosing = None;
    }
}
