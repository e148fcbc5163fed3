//! What `verify` answers, as JSON and for people.

use std::collections::BTreeMap;

use audit::calendar::moment;
use audit::verify::{AuditFinding, AuditReport, NotCompared};
use game::PersonId;
use house::feed::actor_name;
use house::loss::{AcceptedLoss, Loss};
use house::notary::{Checked, NotaryError};
use serde::Serialize;

use crate::Verdict;

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verified {
    /// A house where it is kept.
    House,
    /// An exported log, which has no rows beside the logs.
    File,
}

/// The JSON output.
#[derive(Serialize)]
pub struct Answer {
    /// Nothing is wrong and nothing has to be explained.
    clean: bool,
    /// Everything was compared that can be.
    complete: bool,
    streams: u64,
    entries: u64,
    postings: u64,
    rounds: u64,
    /// Rounds that the reference settlement settles to the same cents.
    settled_twice: u64,
    /// Rounds it cannot express, counted by reason.
    set_aside: BTreeMap<&'static str, u64>,
    /// Decks of the house made again from their published seeds.
    decks: u64,
    /// Snapshots that agree with the replay.
    snapshots: u64,
    /// Entries of rounds still played with the house's cards.
    sealed: u64,
    /// Stored responses that follow from the log.
    responses: u64,
    /// Stored refusals, which leave no entry to compare.
    refusals: u64,
    /// Snapshots that another version of the program wrote.
    snapshots_of_other_versions: u64,
    /// The house was written to during the audit.
    moving: bool,
    /// Entries written during the audit: chain and money followed, not replayed.
    written_meanwhile: u64,
    /// Commands earlier than the one before them, within what clocks of hosts may differ.
    earlier: u64,
    /// The largest of these differences.
    earlier_milliseconds_max: u64,
    /// What could have been compared and was not.
    not_compared: Vec<String>,
    /// Signed statements checked.
    statements: Option<u64>,
    /// Stated entries that are missing, where two people accepted the loss.
    accepted_losses: Vec<AcceptedLossAnswer>,
    /// What people have to explain.
    remarks: Vec<Finding>,
    findings: Vec<Finding>,
    #[serde(skip)]
    verified: Verified,
}

#[derive(Serialize)]
struct AcceptedLossAnswer {
    /// Number of the entry in the log of the house.
    entry: u64,
    at: String,
    by: String,
    /// The second person; absent in entries from the time when one was enough.
    with: Option<PersonId>,
    #[serde(flatten)]
    loss: Loss,
}

#[derive(Serialize)]
struct Finding {
    place: String,
    what: String,
}

impl From<&AuditFinding> for Finding {
    fn from(finding: &AuditFinding) -> Finding {
        Finding {
            place: finding.place.to_string(),
            what: finding.what.clone(),
        }
    }
}

impl From<AcceptedLoss> for AcceptedLossAnswer {
    fn from(accepted: AcceptedLoss) -> AcceptedLossAnswer {
        AcceptedLossAnswer {
            entry: accepted.entry,
            at: moment(accepted.at),
            by: actor_name(accepted.by),
            with: accepted.with,
            loss: accepted.loss,
        }
    }
}

impl core::fmt::Display for AcceptedLossAnswer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let AcceptedLossAnswer {
            entry,
            at,
            by,
            with,
            loss,
        } = self;
        let kept = loss.kept.iter();
        let kept: Vec<String> = kept
            .map(|(name, seq)| format!("{name} after {seq}"))
            .collect();
        let second = with.map(|PersonId(number)| format!("with {number}"));
        let second = second.as_deref().unwrap_or("alone");
        write!(
            f,
            "up to statement {}: {}. Accepted by {by} {second} on {at}, house entry {entry}: {}",
            loss.statement,
            kept.join(", "),
            loss.reason
        )
    }
}

impl Answer {
    pub fn new(
        read: &AuditReport,
        statements: Option<Result<Checked, NotaryError>>,
        verified: Verified,
    ) -> anyhow::Result<Answer> {
        let mut findings: Vec<Finding> = read.findings.iter().map(Finding::from).collect();
        let mut accepted_losses = Vec::new();
        let statements = match statements {
            None => None,
            Some(Ok(held)) => {
                accepted_losses.extend(held.accepted.into_iter().map(AcceptedLossAnswer::from));
                Some(held.statements)
            }
            Some(Err(NotaryError::Store(error))) => return Err(error.into()),
            Some(Err(error)) => {
                findings.push(Finding {
                    place: "statements".to_owned(),
                    what: error.to_string(),
                });
                None
            }
        };
        // An exported log is whole without the rows that are not part of it.
        let is_left =
            |it: &&NotCompared| **it != NotCompared::SideRows || verified == Verified::House;
        Ok(Answer {
            clean: findings.is_empty() && read.remarks.is_empty(),
            complete: !read.not_compared.iter().any(|it| is_left(&it)),
            streams: read.streams,
            entries: read.entries,
            postings: read.postings,
            rounds: read.rounds,
            settled_twice: read.resettled.agreed,
            set_aside: read.resettled.aside.clone(),
            decks: read.decks,
            sealed: read.sealed,
            responses: read.responses,
            refusals: read.refusals,
            snapshots: read.snapshots,
            snapshots_of_other_versions: read.snapshots_of_other_versions,
            moving: read.moving,
            written_meanwhile: read.written_meanwhile,
            earlier: read.earlier.commands,
            earlier_milliseconds_max: read.earlier.milliseconds_max,
            not_compared: read.not_compared.iter().map(ToString::to_string).collect(),
            statements,
            accepted_losses,
            remarks: read.remarks.iter().map(Finding::from).collect(),
            findings,
            verified,
        })
    }

    /// Done only where everything was compared and nothing is left to explain.
    pub fn verdict(&self) -> Verdict {
        if self.clean && self.complete {
            Verdict::Done
        } else {
            Verdict::No
        }
    }

    /// Done where nothing is wrong.
    pub fn verdict_of_copy(&self) -> Verdict {
        if self.findings.is_empty() {
            Verdict::Done
        } else {
            Verdict::No
        }
    }

    pub fn print(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        writeln!(
            out,
            "{} streams, {} entries, {} postings, {} rounds read.",
            self.streams, self.entries, self.postings, self.rounds
        )?;
        self.print_compared(out)?;
        for what in &self.not_compared {
            writeln!(out, "NOT COMPARED  {what}")?;
        }
        for loss in &self.accepted_losses {
            writeln!(out, "LOST   {loss}")?;
        }
        for Finding { place, what } in &self.remarks {
            writeln!(out, "REMARK {place}: {what}")?;
        }
        for Finding { place, what } in &self.findings {
            writeln!(out, "WRONG  {place}: {what}")?;
        }
        writeln!(
            out,
            "No audit of a store proves who sent a command; leases of processes are not compared."
        )?;
        writeln!(out, "{}", self.last_sentence())
    }

    fn print_compared(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        let (agreed, aside) = (self.settled_twice, self.set_aside.values().sum::<u64>());
        if agreed + aside > 0 {
            writeln!(
                out,
                "{agreed} rounds settled a second time by other code, with the same cents; {aside} set aside."
            )?;
        }
        for (why, rounds) in &self.set_aside {
            writeln!(out, "  {rounds:>8}  {why}")?;
        }
        if self.decks > 0 {
            let decks = self.decks;
            writeln!(
                out,
                "{decks} decks made again from the seeds that were told, with the same cards."
            )?;
        }
        if self.verified == Verified::House {
            let (responses, refusals) = (self.responses, self.refusals);
            writeln!(
                out,
                "{responses} stored responses follow from the logs; {refusals} refusals leave no entry to compare."
            )?;
        }
        if self.snapshots > 0 {
            let snapshots = self.snapshots;
            writeln!(
                out,
                "{snapshots} snapshots compared with the replay, with the same state."
            )?;
        }
        if self.snapshots_of_other_versions > 0 {
            let snapshots = self.snapshots_of_other_versions;
            writeln!(
                out,
                "{snapshots} snapshots are of another version of the program, which this one does not read."
            )?;
        }
        if self.moving {
            let written = self.written_meanwhile;
            writeln!(
                out,
                "{written} entries were written meanwhile: their chain and money were followed, they were not replayed."
            )?;
        }
        if self.earlier > 0 {
            let (commands, most) = (self.earlier, self.earlier_milliseconds_max);
            writeln!(
                out,
                "{commands} commands are earlier than the one before them, by at most {most} ms: clocks differ."
            )?;
        }
        match self.statements {
            Some(count) => writeln!(out, "{count} signed statements agree with them."),
            None => Ok(()),
        }
    }

    fn last_sentence(&self) -> &'static str {
        if !self.findings.is_empty() {
            "Not clean."
        } else if !self.clean {
            "Nothing is wrong by itself, but people have to explain the remarks."
        } else if !self.complete {
            "Nothing is wrong in what was compared, but not everything was."
        } else if self.verified == Verified::File {
            "Clean: every entry follows from its command, every cent from its entry."
        } else {
            "Clean: every entry follows from its command, every cent from its entry, every response from the logs."
        }
    }
}
