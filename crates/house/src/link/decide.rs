//! What follows from a request to a link, or why it is refused. Pure: nothing changes.

mod refusal;
mod signers;
mod turn;

use game::{Actor, JackpotAward, Money};
use ledger::{LinkId, TableId};

use super::{
    Claim, Difference, Enrolment, FaultCause, Hit, HitStatus, JackpotParameters, LinkEvent,
    LinkFault, LinkRequest, LinkState,
};

pub use refusal::LinkRefusal;

/// Who asks, and who signs beside him.
#[derive(Clone, Copy, Debug)]
pub struct Signers {
    /// Who asks.
    pub by: Actor,
    /// The second person, of another post.
    pub with: Option<Actor>,
}

impl LinkState {
    /// What happens when `request` is asked now; changes nothing.
    pub fn decide(
        &self,
        signed: Signers,
        request: &LinkRequest,
    ) -> Result<Vec<LinkEvent>, LinkRefusal> {
        if let Some(to) = self.ended {
            return Err(LinkRefusal::Ended(to));
        }
        match request {
            LinkRequest::Turn {
                feeds,
                received,
                reversals,
                hits,
                released,
            } => {
                signed.by_system()?;
                self.turn((feeds, received), reversals, hits, released)
            }
            LinkRequest::ReportSilence => {
                signed.by_system()?;
                self.fall_silent().map(|event| vec![event])
            }
            LinkRequest::ReportPrize { table, prize } => {
                signed.by_system()?;
                self.prize_of(*table, prize).map(|event| vec![event])
            }
            LinkRequest::ReportReturn => {
                signed.by_system()?;
                self.returned().map(|event| vec![event])
            }
            LinkRequest::ReportMismatch { differences } => {
                signed.by_system()?;
                self.mismatched(differences).map(|event| vec![event])
            }
            LinkRequest::ReportFailedInstruction {
                table,
                after,
                what,
                why,
            } => {
                signed.by_system()?;
                self.declared()?;
                Ok(vec![LinkEvent::InstructionFailed {
                    table: *table,
                    after: *after,
                    what: what.clone(),
                    why: why.clone(),
                }])
            }
            LinkRequest::ReportFault { what } if signed.by == Actor::System => {
                Ok(vec![self.fault_found(what)])
            }
            LinkRequest::Declare { .. }
            | LinkRequest::SetValue { .. }
            | LinkRequest::Change { .. }
            | LinkRequest::Enrol { .. }
            | LinkRequest::Enable { .. }
            | LinkRequest::Disable { .. }
            | LinkRequest::Verify { .. }
            | LinkRequest::Reject { .. }
            | LinkRequest::ReportFault { .. }
            | LinkRequest::ClearFault
            | LinkRequest::Decommission { .. } => {
                signed.by_two()?;
                self.decide_by_hand(request).map(|event| vec![event])
            }
        }
    }

    /// What two people may ask.
    fn decide_by_hand(&self, request: &LinkRequest) -> Result<LinkEvent, LinkRefusal> {
        match request {
            LinkRequest::Declare { level } => {
                if self.level.is_some() {
                    return Err(LinkRefusal::Declared);
                }
                level.check().map_err(LinkRefusal::Parameters)?;
                Ok(LinkEvent::Declared { level: *level })
            }
            LinkRequest::SetValue { value } => self.set_value(*value),
            LinkRequest::Change { level } => {
                self.declared()?;
                level.check().map_err(LinkRefusal::Parameters)?;
                let shown = self.meters.shown;
                if level.limit < shown {
                    let found = level.limit;
                    return Err(LinkRefusal::LimitBelowShown { found, shown });
                }
                Ok(LinkEvent::ChangePending { level: *level })
            }
            LinkRequest::Enrol { table } => self.enrol(*table),
            LinkRequest::Enable { table } => self.enable(*table),
            LinkRequest::Disable { table } => self.disable(*table),
            LinkRequest::Verify { number, deck } => self.verify(*number, *deck),
            LinkRequest::Reject { number, reason } => self.reject(*number, reason),
            LinkRequest::ReportFault { what } => Ok(self.fault_found(what)),
            LinkRequest::ClearFault => Ok(LinkEvent::FaultCleared),
            LinkRequest::Decommission { to, notice } => self.decommission(*to, notice),
            LinkRequest::Turn { .. }
            | LinkRequest::ReportPrize { .. }
            | LinkRequest::ReportSilence
            | LinkRequest::ReportMismatch { .. }
            | LinkRequest::ReportReturn
            | LinkRequest::ReportFailedInstruction { .. } => Err(LinkRefusal::NotTheSystem),
        }
    }

    fn declared(&self) -> Result<&JackpotParameters, LinkRefusal> {
        self.level.as_ref().ok_or(LinkRefusal::NotDeclared)
    }

    fn set_value(&self, value: Money) -> Result<LinkEvent, LinkRefusal> {
        let level = self.declared()?;
        if !self.untouched {
            return Err(LinkRefusal::NotUntouched);
        }
        let (least, most) = (level.reset, level.limit);
        if value < least || value > most {
            let found = value;
            return Err(LinkRefusal::Value { found, least, most });
        }
        Ok(LinkEvent::ValueSet { value })
    }

    fn enrol(&self, table: TableId) -> Result<LinkEvent, LinkRefusal> {
        self.declared()?;
        match self.tables.get(&table) {
            None => Ok(LinkEvent::Enrolled { table }),
            Some(Enrolment::Enabled | Enrolment::Disabled | Enrolment::Leaving) => {
                let found = "enrolled already";
                Err(LinkRefusal::Table { table, found })
            }
        }
    }

    /// The first table fixes what is played for; a table that plays for something else stays out.
    fn prize_of(&self, table: TableId, prize: &str) -> Result<LinkEvent, LinkRefusal> {
        self.declared()?;
        if self.tables.get(&table) != Some(&Enrolment::Enabled) {
            let found = "not enabled";
            return Err(LinkRefusal::Table { table, found });
        }
        let played = prize.to_owned();
        match &self.prize {
            None => Ok(LinkEvent::PrizeFixed {
                table,
                prize: played,
            }),
            Some(prize) if *prize != played => Ok(LinkEvent::Unfit {
                table,
                prize: played,
            }),
            Some(_) => {
                let found = "one that plays for the same";
                Err(LinkRefusal::Table { table, found })
            }
        }
    }

    fn enable(&self, table: TableId) -> Result<LinkEvent, LinkRefusal> {
        match self.tables.get(&table) {
            Some(Enrolment::Disabled | Enrolment::Leaving) => Ok(LinkEvent::Enabled { table }),
            Some(Enrolment::Enabled) => {
                let found = "enabled already";
                Err(LinkRefusal::Table { table, found })
            }
            None => {
                let found = "not enrolled";
                Err(LinkRefusal::Table { table, found })
            }
        }
    }

    fn disable(&self, table: TableId) -> Result<LinkEvent, LinkRefusal> {
        match self.tables.get(&table) {
            Some(Enrolment::Enabled) => Ok(LinkEvent::Disabled { table }),
            Some(Enrolment::Disabled | Enrolment::Leaving) | None => {
                let found = "not enabled";
                Err(LinkRefusal::Table { table, found })
            }
        }
    }

    fn verify(&self, number: u64, deck: u8) -> Result<LinkEvent, LinkRefusal> {
        self.pending_hit(number)?;
        if deck != 52 {
            return Err(LinkRefusal::Deck { found: deck });
        }
        Ok(LinkEvent::Verified { number, deck })
    }

    fn reject(&self, number: u64, reason: &str) -> Result<LinkEvent, LinkRefusal> {
        let (level, hit) = (self.declared()?, self.pending_hit(number)?);
        let drawn = hit.claim.drawn();
        Ok(LinkEvent::Rejected {
            number,
            reason: reason.to_owned(),
            meters: self.meters.after_reversal(level, drawn, hit.reset_funding),
        })
    }

    fn pending_hit(&self, number: u64) -> Result<&Hit, LinkRefusal> {
        let found = match self.hits.get(&number) {
            Some(hit) if hit.standing == HitStatus::Pending => return Ok(hit),
            Some(_) => "not waiting",
            None => "not known",
        };
        Err(LinkRefusal::Hit { number, found })
    }

    fn fault_found(&self, what: &str) -> LinkEvent {
        LinkEvent::FaultFound {
            what: what.to_owned(),
            recorded: self.recorded(),
        }
    }

    fn fall_silent(&self) -> Result<LinkEvent, LinkRefusal> {
        self.declared()?;
        match self.fault {
            Some(_) => Err(LinkRefusal::Faulty),
            None => Ok(LinkEvent::FellSilent {
                recorded: self.recorded(),
            }),
        }
    }

    /// A fault that is known is not reported again; a silence does not hide a mismatch.
    fn mismatched(&self, differences: &[Difference]) -> Result<LinkEvent, LinkRefusal> {
        self.declared()?;
        if self.fault.map(|fault| fault.cause) == Some(FaultCause::Reported) {
            return Err(LinkRefusal::Faulty);
        }
        if differences.iter().all(|it| it.fed == it.heard) {
            return Err(LinkRefusal::NoFault);
        }
        Ok(LinkEvent::Mismatched {
            differences: differences.to_vec(),
            recorded: self.recorded(),
        })
    }

    fn returned(&self) -> Result<LinkEvent, LinkRefusal> {
        match self.fault.map(|fault| fault.cause) {
            Some(FaultCause::Silence) => Ok(LinkEvent::Returned),
            Some(FaultCause::Reported) => Err(LinkRefusal::Faulty),
            None => Err(LinkRefusal::NoFault),
        }
    }

    /// The value registered before the first fault of those that last.
    pub(super) fn recorded(&self) -> Money {
        let recorded = |fault: LinkFault| fault.recorded;
        self.fault.map_or(self.meters.shown, recorded)
    }

    fn decommission(&self, to: LinkId, notice: &str) -> Result<LinkEvent, LinkRefusal> {
        self.declared()?;
        let mut hits = self.hits.values();
        let unpaid = hits.any(|hit| hit.standing == HitStatus::Pending);
        let mut tables = self.tables.values();
        if unpaid || tables.any(|how| *how != Enrolment::Disabled) {
            return Err(LinkRefusal::InUse);
        }
        let meters = self.meters.ended();
        let notice = notice.to_owned();
        Ok(LinkEvent::Decommissioned { to, notice, meters })
    }
}

impl Claim {
    /// What its awards take from the display.
    pub fn drawn(&self) -> Money {
        self.awards.iter().map(|award| award.drawn).sum()
    }

    /// The meter the table is to pay at.
    pub fn pays_at(&self) -> Money {
        self.recorded.unwrap_or(self.before)
    }

    /// Whether it won the whole meter.
    pub(super) fn is_major(&self) -> bool {
        let mut awards = self.awards.iter();
        awards.any(|award| award.award == JackpotAward::Major)
    }
}

#[cfg(test)]
mod tests;
