//! A report by staff, a Player or the system that something went wrong.

use crate::actor::{Actor, Post};
use crate::irregularity::{Act, Irregularity};
use crate::round::decide::{Caller, Decided};
use crate::round::matter::{Finding, Report};
use crate::round::misdeal::Sighting;
use crate::round::{Event, Phase, Refusal, RefusalReason, Round};
use crate::rulebook::Rulebook;

impl Round {
    /// Facts in; matters for the pit, or what the clause says at once.
    pub(in crate::round) fn report(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        report: &Report,
    ) -> Decided {
        let (mut events, found) = self.heard(rulebook, caller.by, report)?;
        if found.is_empty() {
            return Ok(events);
        }
        for sighting in found {
            events.push(Event::IrregularityReported {
                irregularity: sighting.irregularity,
                report: report.clone(),
                whose: sighting.whose,
                boxes: sighting.boxes,
                by: caller.by,
                when: caller.now,
            });
        }
        events.extend(self.after(&events).work_through(rulebook));
        Ok(events)
    }

    /// What the report is about, with what happens before anything is made of it: nothing is found
    /// where a house is back within its grace.
    fn heard(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        report: &Report,
    ) -> Result<(Vec<Event>, Vec<Sighting>), Refusal> {
        self.may_report(rulebook, by, report)?;
        if let Some(resumed) = self.back_in_time(report) {
            return Ok((vec![resumed], Vec::new()));
        }
        let begun = self.deal_begun(rulebook, report);
        let found = if begun.is_empty() {
            let found = self.sighted(rulebook, report)?;
            self.can_arise(rulebook, report, &found)?;
            found
        } else {
            let round = self.after(&begun);
            let found = round.sighted(rulebook, report)?;
            round.can_arise(rulebook, report, &found)?;
            found
        };
        Ok((begun, found))
    }

    /// Whether the report would be taken; what follows from it is not worked out.
    pub(crate) fn hears_report(&self, rulebook: &Rulebook, by: Actor, report: &Report) -> bool {
        self.heard(rulebook, by, report).is_ok()
    }

    /// Staff and the system report; a Player may call attention while he has a bet in the round.
    fn may_report(&self, rulebook: &Rulebook, by: Actor, report: &Report) -> Result<(), Refusal> {
        if let Actor::Player(_) = by {
            self.bettor(rulebook, by)?;
        }
        if by
            .player()
            .is_some_and(|player| !report.can_come_from(player))
        {
            let needed = Post::Dealer;
            return Err(rulebook.refuse(
                RefusalReason::NotYourPost { needed },
                rulebook.grounds.dealer,
            ));
        }
        if self.number == 0 || matches!(self.phase, Phase::Voided(_)) {
            return Err(self.wrong_phase(rulebook, "a round", rulebook.grounds.round_ends));
        }
        Ok(())
    }

    /// A house that is back within its grace goes on where it was: the clause speaks of interruptions
    /// that affect the continuation of the round.
    fn back_in_time(&self, report: &Report) -> Option<Event> {
        let grace_seconds = self.setup.interruption_grace_seconds;
        let Report::Interruption { seconds, .. } = *report else {
            return None;
        };
        let in_time = seconds <= grace_seconds && grace_seconds > 0 && !self.phase.is_the_end();
        in_time.then_some(Event::InterruptionResumed {
            seconds,
            grace_seconds,
        })
    }

    /// The first card out of the device may be the one that is wrong: with it the deal has begun.
    fn deal_begun(&self, rulebook: &Rulebook, report: &Report) -> Vec<Event> {
        let drawn = matches!(report, Report::FaceUp { .. } | Report::Together { .. });
        let waiting = matches!(self.phase, Phase::BetsClosed) && self.in_round().next().is_some();
        if !drawn || !waiting {
            return Vec::new();
        }
        let plan = self.plan(rulebook);
        vec![Event::DealStarted { plan }]
    }

    fn can_arise(
        &self,
        rulebook: &Rulebook,
        report: &Report,
        found: &[Sighting],
    ) -> Result<(), Refusal> {
        for sighting in found {
            let circumstances = self.circumstances(rulebook, report, sighting.whose);
            let remedy = rulebook.remedy(sighting.irregularity, &circumstances);
            if remedy.act == Act::CannotArise {
                let irregularity = sighting.irregularity;
                let cites = rulebook.grounds.round_ends;
                return Err(rulebook.refuse(RefusalReason::CannotArise { irregularity }, cites));
            }
        }
        Ok(())
    }

    /// The Dealer counts the cards by hand: 52 and play goes on, any other number voids (mbs-2019 5.8).
    pub(in crate::round) fn count_deck(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        counted: u8,
    ) -> Decided {
        rulebook.needs_dealer(caller.by)?;
        if self.number == 0 || matches!(self.phase, Phase::Voided(_)) {
            return Err(self.wrong_phase(rulebook, "a round", rulebook.grounds.round_ends));
        }
        let by = caller.by;
        let mut events = vec![Event::CardsCounted { counted, by }];
        let doubts = self.suspension.matters().iter();
        let doubted = doubts
            .filter(|matter| matter.irregularity == Irregularity::CountDoubted)
            .count();
        // The count answers every doubt about it; where it comes out wrong that is a matter of its own.
        for _ in 0..doubted {
            events.push(Event::RulingMade {
                on: Irregularity::CountDoubted,
                finding: Finding::ByTheClause,
                act: Act::CountDeck,
                by,
                acting: false,
                asks: None,
                cites: own(rulebook.count_on_doubt.cites),
            });
        }
        if counted == DECK {
            if doubted > 0 {
                events.extend(self.after(&events).work_through(rulebook));
            }
            return Ok(events);
        }
        let report = Report::DeckCount { counted };
        let reported = self.after(&events).report(rulebook, caller, &report)?;
        events.extend(reported);
        Ok(events)
    }
}

pub(super) const DECK: u8 = 52;

pub(super) fn own(cites: &[&str]) -> Vec<String> {
    cites.iter().map(|id| (*id).to_owned()).collect()
}
