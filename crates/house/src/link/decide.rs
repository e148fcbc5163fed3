//! Command to events at a link, or why not.

use game::{Actor, Money};
use ledger::{LinkId, TableId};

use super::{
    Claim, Enrolment, Feed, Level, LinkEvent, LinkRequest, LinkState, Received, Reversal, Standing,
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
    #[error("wins are not paid while the link does not work (IR-19)")]
    Faulty,
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
            } => {
                if signed.by != Actor::System {
                    return Err(LinkNo::NotTheSystem);
                }
                self.turn(feeds, received, reversals, hits)
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
            LinkRequest::Turn { .. } => Err(LinkNo::NotTheSystem),
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
            Some(Enrolment::Enabled | Enrolment::Disabled) => {
                let found = "enrolled already";
                Err(LinkNo::Table { table, found })
            }
        }
    }

    fn enable(&self, table: TableId) -> Result<LinkEvent, LinkNo> {
        match self.tables.get(&table) {
            Some(Enrolment::Disabled) => Ok(LinkEvent::Enabled { table }),
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
            Some(Enrolment::Disabled) | None => {
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
        let claim = self.pending_hit(number)?;
        self.reversed(number, claim, reason)
    }

    fn reversed(&self, number: u64, claim: &Claim, reason: &str) -> Result<LinkEvent, LinkNo> {
        let level = self.declared()?;
        Ok(LinkEvent::Reversed {
            number,
            reason: reason.to_owned(),
            meters: self.meters.after_reversal(level, claim.drawn()),
        })
    }

    fn pending_hit(&self, number: u64) -> Result<&Claim, LinkNo> {
        let found = match self.hits.get(&number) {
            Some(hit) if hit.standing == Standing::Pending => return Ok(&hit.claim),
            Some(_) => "not waiting",
            None => "not known",
        };
        Err(LinkNo::Hit { number, found })
    }

    fn fault_found(&self, what: &str) -> LinkEvent {
        LinkEvent::FaultFound {
            what: what.to_owned(),
            recorded: self.meters.shown,
        }
    }

    fn decommission(&self, to: LinkId, notice: &str) -> Result<LinkEvent, LinkNo> {
        self.declared()?;
        let mut hits = self.hits.values();
        let unpaid = hits.any(|hit| hit.standing == Standing::Pending);
        let mut tables = self.tables.values();
        if unpaid || tables.any(|how| *how == Enrolment::Enabled) {
            return Err(LinkNo::InUse);
        }
        let meters = self.meters.ended();
        let notice = notice.to_owned();
        Ok(LinkEvent::Decommissioned { to, notice, meters })
    }

    /// Everything the tables have stored since the last turn: first what was fed, since a
    /// contribution stored before a win is in it (STANDARDS P14), then what was taken back, then the
    /// wins in the order given.
    fn turn(
        &self,
        feeds: &[Feed],
        received: &[Received],
        reversals: &[Reversal],
        claims: &[Claim],
    ) -> Result<Vec<LinkEvent>, LinkNo> {
        self.declared()?;
        let mut events = Vec::new();
        let mut now = self.clone();
        let mut add = |now: &mut LinkState, event: LinkEvent| {
            now.evolve(&event);
            events.push(event);
        };
        for feed in feeds {
            for event in now.fed(feed)? {
                add(&mut now, event);
            }
        }
        for Received { link, amount } in received.iter().copied() {
            let meters = now.meters.with_reserve(amount);
            let event = LinkEvent::Received {
                link,
                amount,
                meters,
            };
            add(&mut now, event);
        }
        for back in reversals {
            // A round that never moved the meter has nothing to take back here.
            let found = now.hit_of(back.table, back.round);
            let found = found.filter(|(_, hit)| hit.standing != Standing::Reversed);
            if let Some((number, hit)) = found {
                let event = now.reversed(number, &hit.claim, "taken back at its table")?;
                add(&mut now, event);
            }
        }
        for claim in claims {
            let event = now.won(claim)?;
            add(&mut now, event);
            if let Some(level) = now.pending
                && claim.is_major()
            {
                let meters = now.meters.evened();
                add(&mut now, LinkEvent::ChangeMade { level, meters });
            }
        }
        Ok(events)
    }

    fn fed(&self, feed: &Feed) -> Result<Vec<LinkEvent>, LinkNo> {
        let level = self.declared()?;
        let Feed { table, to, .. } = *feed;
        let refused = |amount: Money, why: String| LinkEvent::FeedRefused {
            table,
            to,
            amount,
            why,
        };
        let takes_part = self.tables.get(&table) == Some(&Enrolment::Enabled);
        let mut events = Vec::new();
        let mut sum = Money::ZERO;
        for amount in &feed.amounts {
            if !takes_part {
                events.push(refused(
                    *amount,
                    format!("table {} does not take part", table.0),
                ));
            } else if *amount > level.contribution_max {
                let most = level.contribution_max.in_minor();
                events.push(refused(*amount, format!("expected at most {most}")));
            } else {
                sum += *amount;
            }
        }
        if !sum.is_zero() {
            events.push(LinkEvent::Fed {
                table,
                to,
                amount: sum,
                meters: self.meters.with(level, sum),
            });
        }
        Ok(events)
    }

    fn won(&self, claim: &Claim) -> Result<LinkEvent, LinkNo> {
        let level = self.declared()?;
        let Claim { table, before, .. } = *claim;
        if self.tables.get(&table) != Some(&Enrolment::Enabled) {
            let found = "not enabled";
            return Err(LinkNo::Table { table, found });
        }
        if self.fault.is_some() {
            return Err(LinkNo::Faulty);
        }
        let shown = self.meters.shown;
        if before != shown {
            let found = before;
            return Err(LinkNo::OtherMeter { shown, found });
        }
        let drawn = claim.drawn();
        let standing = if drawn > level.verify_above {
            Standing::Pending
        } else {
            Standing::Payable
        };
        Ok(LinkEvent::Hit {
            number: self.next_number,
            claim: claim.clone(),
            standing,
            meters: self.meters.after_hit(level, drawn, claim.after),
        })
    }
}

impl Claim {
    pub fn drawn(&self) -> Money {
        self.awards.iter().map(|award| award.drawn).sum()
    }

    /// Whether it won all the display showed.
    fn is_major(&self) -> bool {
        self.awards.iter().any(|award| award.award == "major")
    }
}

impl Signed {
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
