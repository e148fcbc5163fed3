//! When something goes wrong: it is reported as facts, ruled on by the post in charge, and put right.
//!
//! A report becomes matters, the first by precedence is asked about, and each answer leads to an
//! act of the rulebook. What the clause alone decides without undoing any money happens at
//! once; the rest waits for the pit, because the Dealer has neither a void nor an adjustment.

mod choosing;
mod conduct;
mod correcting;
mod putting_right;
mod reporting;
mod ruling;
mod sightings;
mod undoing;

use crate::actor::Actor;
use crate::irregularity::{Act, Irregularity, Remedy, Ruler};
use crate::round::matter::{Finding, Matter, Question, Report};
use crate::round::{Event, Phase, Round};
use crate::rulebook::Rulebook;
use crate::settlement::BoxNumber;

impl Round {
    /// Rules by the clause on whatever needs no person's ruling, then lets the round go on if nothing waits.
    fn work_through(&self, rulebook: &Rulebook) -> Vec<Event> {
        let mut events = Vec::new();
        // Each turn closes a matter, so there are no more turns than matters.
        for _ in 0..=self.suspension.matters().len() {
            let round = self.after(&events);
            let Some(matter) = round.suspension.at_hand().cloned() else {
                break;
            };
            let Some(remedy) = round.by_the_clause(rulebook, &matter) else {
                return events;
            };
            let ruled = round.ruled(
                rulebook,
                &matter,
                (remedy, Finding::ByTheClause),
                Actor::System,
            );
            events.extend(ruled);
        }
        events.extend(self.after(&events).proceed(rulebook));
        events
    }

    /// The remedy, where the clause alone decides and no post has to establish the facts first.
    fn by_the_clause(&self, rulebook: &Rulebook, matter: &Matter) -> Option<Remedy> {
        let question = self.question_on(rulebook, matter);
        if self.is_moot(rulebook, matter) {
            let (act, ruler) = (Act::NoEffect, Ruler::Clause);
            return Some(Remedy {
                act,
                ruler,
                ..question.remedy()
            });
        }
        let Question::Fact(remedy) = question else {
            return None;
        };
        // A ruling made it this: the facts are established.
        let established = matter.irregularity == Irregularity::CountReconstructable;
        let known = match matter.by {
            Actor::System => true,
            Actor::Staff { .. } => {
                !remedy.act.is_for_the_pit() && !matter.irregularity.has_amount()
            }
            // What changes nothing needs no confirmation.
            Actor::Player(_) => matches!(remedy.act, Act::NoEffect | Act::CorrectOrTakeBack),
        };
        (remedy.ruler == Ruler::Clause && (established || known)).then_some(remedy)
    }

    /// Another ruling has put it right already, or sent away the hands it was about.
    fn is_moot(&self, rulebook: &Rulebook, matter: &Matter) -> bool {
        let right = matter.report == Report::Misdealt && self.misdeal(rulebook).is_empty();
        let moved =
            matter.report.found().is_some() && self.sighted(rulebook, &matter.report).is_err();
        let gone = |at: &BoxNumber| self.boxes[*at].decision.is_out();
        let about_hands =
            matter.irregularity != Irregularity::Disclosure && !matter.boxes.is_empty();
        right || moved || (about_hands && matter.boxes.iter().all(gone))
    }

    /// Play goes on after a suspension: what waited for it happens now.
    pub(in crate::round) fn go_on(&self, rulebook: &Rulebook) -> Vec<Event> {
        match &self.phase {
            Phase::Dealing(felt) if felt.is_complete() => {
                let any_in_play = self.in_round().any(|(_, held)| !held.decision.is_out());
                let completed = || self.deal_completed(rulebook);
                if any_in_play { completed() } else { Vec::new() }
            }
            Phase::Deciding(_) => {
                let mut events = self.absences(rulebook);
                events.extend(self.after(&events).nothing_to_show(rulebook));
                events
            }
            Phase::DealerShown(_) | Phase::Settling(_) => {
                self.all_settled(rulebook).into_iter().collect()
            }
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => Vec::new(),
        }
    }
}
