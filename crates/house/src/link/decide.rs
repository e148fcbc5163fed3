//! Command to events at a link, or why not.

mod turn;

use game::{Actor, Money};
use ledger::{LinkId, TableId};

use super::{
    Claim, Difference, Enrolment, FaultCause, Hit, Level, LinkEvent, LinkFault, LinkRequest,
    LinkState, Standing,
};

/// Who asks, and who signs beside him.
#[derive(Clone, Copy, Debug)]
pub struct Signed {
    pub by: Actor,
    pub with: Option<Actor>,
}

/// Why a link says no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkNo {
    #[error("only the system takes turns at a link")]
    NotTheSystem,
    #[error("this needs two people of two posts (STANDARDS P20)")]
    TwoPeople,
    #[error("{0}")]
    Level(String),
    #[error("the link is declared already")]
    Declared,
    #[error("the link is not declared")]
    NotDeclared,
    #[error("the link was ended: what it held went to link {}", .0.0)]
    Ended(LinkId),
    #[error("the value was set, fed or won since the last reset (STANDARDS P7)")]
    NotUntouched,
    #[error("value: found {}, expected {} to {}", found.in_minor(), least.in_minor(), most.in_minor())]
    Value {
        found: Money,
        least: Money,
        most: Money,
    },
    #[error("limit: found {}, expected at least the {} shown now (STANDARDS P8)", found.in_minor(), shown.in_minor())]
    LimitBelowShown { found: Money, shown: Money },
    #[error("table {} is {} (STANDARDS P19)", .table.0, .found)]
    Table { table: TableId, found: &'static str },
    #[error("win {number} is {found}")]
    Hit { number: u64, found: &'static str },
    #[error("deck: found {found} cards, expected 52")]
    Deck { found: u8 },
    #[error("the meter shows {}, the claim says {}", shown.in_minor(), found.in_minor())]
    OtherMeter { shown: Money, found: Money },
    #[error("the link does not work (IR-19)")]
    Faulty,
    #[error("the link works")]
    NoFault,
    #[error("a jackpot ends with no win unpaid and no table that takes part")]
    InUse,
}

impl LinkState {
    /// What happens when `asks` is asked now; changes nothing.
    pub fn decide(&self, signed: Signed, asks: &LinkRequest) -> Result<Vec<LinkEvent>, LinkNo> {
        if let Some(to) = self.ended {
            return Err(LinkNo::Ended(to));
        }
        match asks {
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
                self.silent().map(|event| vec![event])
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
                self.by_hand(asks).map(|event| vec![event])
            }
        }
    }

    /// What two people may ask.
    fn by_hand(&self, asks: &LinkRequest) -> Result<LinkEvent, LinkNo> {
        match asks {
            LinkRequest::Declare { level } => {
                if self.level.is_some() {
                    return Err(LinkNo::Declared);
                }
                level.check().map_err(LinkNo::Level)?;
                Ok(LinkEvent::Declared { level: *level })
            }
            LinkRequest::SetValue { value } => self.set_value(*value),
            LinkRequest::Change { level } => {
                self.declared()?;
                level.check().map_err(LinkNo::Level)?;
                let shown = self.meters.shown;
                if level.limit < shown {
                    let found = level.limit;
                    return Err(LinkNo::LimitBelowShown { found, shown });
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
            | LinkRequest::ReportReturn => Err(LinkNo::NotTheSystem),
        }
    }

    fn declared(&self) -> Result<&Level, LinkNo> {
        self.level.as_ref().ok_or(LinkNo::NotDeclared)
    }

    fn set_value(&self, value: Money) -> Result<LinkEvent, LinkNo> {
        let level = self.declared()?;
        if !self.untouched {
            return Err(LinkNo::NotUntouched);
        }
        let (least, most) = (level.reset, level.limit);
        if value < least || value > most {
            let found = value;
            return Err(LinkNo::Value { found, least, most });
        }
        Ok(LinkEvent::ValueSet { value })
    }

    fn enrol(&self, table: TableId) -> Result<LinkEvent, LinkNo> {
        self.declared()?;
        match self.tables.get(&table) {
            None => Ok(LinkEvent::Enrolled { table }),
            Some(Enrolment::Enabled | Enrolment::Disabled | Enrolment::Leaving) => {
                let found = "enrolled already";
                Err(LinkNo::Table { table, found })
            }
        }
    }

    /// The first table says what is played for, and whoever plays for something else stays out.
    fn prize_of(&self, table: TableId, prize: &str) -> Result<LinkEvent, LinkNo> {
        self.declared()?;
        if self.tables.get(&table) != Some(&Enrolment::Enabled) {
            let found = "not enabled";
            return Err(LinkNo::Table { table, found });
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
                Err(LinkNo::Table { table, found })
            }
        }
    }

    fn enable(&self, table: TableId) -> Result<LinkEvent, LinkNo> {
        match self.tables.get(&table) {
            Some(Enrolment::Disabled | Enrolment::Leaving) => Ok(LinkEvent::Enabled { table }),
            Some(Enrolment::Enabled) => {
                let found = "enabled already";
                Err(LinkNo::Table { table, found })
            }
            None => {
                let found = "not enrolled";
                Err(LinkNo::Table { table, found })
            }
        }
    }

    fn disable(&self, table: TableId) -> Result<LinkEvent, LinkNo> {
        match self.tables.get(&table) {
            Some(Enrolment::Enabled) => Ok(LinkEvent::Disabled { table }),
            Some(Enrolment::Disabled | Enrolment::Leaving) | None => {
                let found = "not enabled";
                Err(LinkNo::Table { table, found })
            }
        }
    }

    fn verify(&self, number: u64, deck: u8) -> Result<LinkEvent, LinkNo> {
        self.pending_hit(number)?;
        if deck != 52 {
            return Err(LinkNo::Deck { found: deck });
        }
        Ok(LinkEvent::Verified { number, deck })
    }

    fn reject(&self, number: u64, reason: &str) -> Result<LinkEvent, LinkNo> {
        let (level, hit) = (self.declared()?, self.pending_hit(number)?);
        let drawn = hit.claim.drawn();
        Ok(LinkEvent::Rejected {
            number,
            reason: reason.to_owned(),
            meters: self.meters.after_reversal(level, drawn, hit.put_in),
        })
    }

    fn pending_hit(&self, number: u64) -> Result<&Hit, LinkNo> {
        let found = match self.hits.get(&number) {
            Some(hit) if hit.standing == Standing::Pending => return Ok(hit),
            Some(_) => "not waiting",
            None => "not known",
        };
        Err(LinkNo::Hit { number, found })
    }

    fn fault_found(&self, what: &str) -> LinkEvent {
        LinkEvent::FaultFound {
            what: what.to_owned(),
            recorded: self.recorded(),
        }
    }

    fn silent(&self) -> Result<LinkEvent, LinkNo> {
        self.declared()?;
        match self.fault {
            Some(_) => Err(LinkNo::Faulty),
            None => Ok(LinkEvent::FellSilent {
                recorded: self.recorded(),
            }),
        }
    }

    /// What does not work already is not found out twice; a silence is no reason to keep still.
    fn mismatched(&self, differences: &[Difference]) -> Result<LinkEvent, LinkNo> {
        self.declared()?;
        if self.fault.map(|fault| fault.cause) == Some(FaultCause::Reported) {
            return Err(LinkNo::Faulty);
        }
        if differences.iter().all(|it| it.fed == it.heard) {
            return Err(LinkNo::NoFault);
        }
        Ok(LinkEvent::Mismatched {
            differences: differences.to_vec(),
            recorded: self.recorded(),
        })
    }

    fn returned(&self) -> Result<LinkEvent, LinkNo> {
        match self.fault.map(|fault| fault.cause) {
            Some(FaultCause::Silence) => Ok(LinkEvent::Returned),
            Some(FaultCause::Reported) => Err(LinkNo::Faulty),
            None => Err(LinkNo::NoFault),
        }
    }

    /// The value registered before the first fault of those that last.
    fn recorded(&self) -> Money {
        let recorded = |fault: LinkFault| fault.recorded;
        self.fault.map_or(self.meters.shown, recorded)
    }

    fn decommission(&self, to: LinkId, notice: &str) -> Result<LinkEvent, LinkNo> {
        self.declared()?;
        let mut hits = self.hits.values();
        let unpaid = hits.any(|hit| hit.standing == Standing::Pending);
        let mut tables = self.tables.values();
        if unpaid || tables.any(|how| *how != Enrolment::Disabled) {
            return Err(LinkNo::InUse);
        }
        let meters = self.meters.ended();
        let notice = notice.to_owned();
        Ok(LinkEvent::Decommissioned { to, notice, meters })
    }
}

impl Claim {
    pub fn drawn(&self) -> Money {
        self.awards.iter().map(|award| award.drawn).sum()
    }

    /// The meter the table is to pay at.
    pub fn pays_at(&self) -> Money {
        self.recorded.unwrap_or(self.before)
    }

    /// Whether it won all the display showed.
    pub(super) fn is_major(&self) -> bool {
        self.awards.iter().any(|award| award.award == "major")
    }
}

impl Signed {
    fn by_system(self) -> Result<(), LinkNo> {
        match self.by {
            Actor::System => Ok(()),
            Actor::Staff { .. } | Actor::Player(_) => Err(LinkNo::NotTheSystem),
        }
    }

    fn by_two(self) -> Result<(), LinkNo> {
        match (self.by, self.with) {
            (
                Actor::Staff { post, person },
                Some(Actor::Staff {
                    post: second,
                    person: other,
                }),
            ) if person != other && post != second => Ok(()),
            _ => Err(LinkNo::TwoPeople),
        }
    }
}
