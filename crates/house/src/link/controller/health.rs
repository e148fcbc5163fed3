//! Whether a link works, who finds out when it does not, and what its tables are told.
//!
//! Whoever takes turns keeps the link's lease, all under one name: it says that the link is alive, not
//! who may write. A process that serves tables looks at the lease now and then. Where it has run out,
//! and has run out still at the next look, nobody takes turns: the link's log is given that as an entry
//! with what it showed last, and every table of the link is told. What follows at a table the rules
//! say (IR-19); wins of rounds that go on are paid at the value recorded, without the link. Its first
//! turn after that clears the silence, takes in what waited, in order, and admits the tables again.

use core::time::Duration;

use game::Money;
use ledger::TableId;
use tokio::time::Instant;

use super::super::{Difference, Enrolment, FaultCause, LinkRequest, prize};
use super::{Controller, SYSTEM};
use crate::log::CommandId;
use crate::response::{Response, ServiceError};
use crate::store::{Lease, StoreError};
use crate::table::{HouseRequest, LinkStatus, TableRequest, TableState};

/// The lease of whoever takes turns, and the name under which nobody ever has it.
const TURNS: &str = "its turns";
const WATCH: &str = "whoever looks";
/// How many looks in a row have to find nobody.
const LOOKS: u32 = 2;
/// How long a turn shows that the link works.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// What a look at a link found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    Works,
    /// Nobody has taken a turn for a while: at the next look that counts as lost.
    Silent,
    Lost,
}

pub struct Heartbeat {
    lasts: Duration,
    beaten: Option<Instant>,
    /// Looks in a row that found nobody.
    unseen: u32,
}

impl Default for Heartbeat {
    fn default() -> Heartbeat {
        Heartbeat {
            lasts: HEARTBEAT,
            beaten: None,
            unseen: 0,
        }
    }
}

impl Controller {
    /// With another time that a turn shows the link to be alive: longer than turns are apart.
    #[must_use]
    pub fn with_heartbeat(mut self, lasts: Duration) -> Controller {
        self.heartbeat.lasts = lasts;
        self
    }

    /// One look at the link, for a process that serves its tables, whether it takes turns or not. Looks
    /// are to be further apart than the time a turn shows that the link works.
    pub async fn check_health(&mut self) -> Result<Health, ServiceError> {
        match self.catch_up().await {
            Ok(()) => {}
            // A link nobody can read is lost; what it showed at the last entry that can be read counts.
            Err(ServiceError::Store(StoreError::Corrupt { .. })) => {
                self.pay_without_link(self.state.meters.shown).await?;
                return Ok(Health::Lost);
            }
            Err(error) => return Err(error),
        }
        if self.state.level.is_none() || self.state.ended.is_some() {
            return Ok(Health::Works);
        }
        if self.state.fault.is_none() {
            let seen = self.store().lease(self.state.stream(), WATCH, 0).await?;
            if seen == Lease::Denied {
                self.heartbeat.unseen = 0;
                return Ok(Health::Works);
            }
            self.heartbeat.unseen += 1;
            if self.heartbeat.unseen < LOOKS {
                return Ok(Health::Silent);
            }
            self.log_about_itself("falls silent", LinkRequest::ReportSilence)
                .await?;
        }
        self.heartbeat.unseen = 0;
        match self.state.fault {
            Some(fault) => {
                self.pay_without_link(fault.recorded).await?;
                Ok(Health::Lost)
            }
            None => Ok(Health::Works),
        }
    }

    /// Shows that the link works, as often as it takes.
    pub(super) async fn beat(&mut self) -> Result<(), ServiceError> {
        let lasts = self.heartbeat.lasts;
        let due = |beaten: Instant| beaten.elapsed() * 3 >= lasts;
        if self.heartbeat.beaten.is_none_or(due) {
            let milliseconds = u64::try_from(lasts.as_millis()).unwrap_or(u64::MAX);
            let stream = self.state.stream();
            self.store().lease(stream, TURNS, milliseconds).await?;
            self.heartbeat.beaten = Some(Instant::now());
        }
        Ok(())
    }

    /// Who takes a turn is there: a silence is over. What somebody has reported two people clear.
    pub(super) async fn clear_silence(&mut self) -> Result<(), ServiceError> {
        let cause = self.state.fault.map(|fault| fault.cause);
        if cause == Some(FaultCause::Silence) {
            self.log_about_itself("is back", LinkRequest::ReportReturn)
                .await?;
        }
        Ok(())
    }

    /// The link is told that meters do not agree; nothing where it is known not to work already.
    pub async fn report_mismatch(
        &mut self,
        differences: Vec<Difference>,
    ) -> Result<Response, ServiceError> {
        self.catch_up().await?;
        let (stream, seq) = (self.state.stream(), self.state.head().seq);
        let id = CommandId::named(&format!("{stream} differs after {seq}"));
        self.submit(id, SYSTEM, LinkRequest::ReportMismatch { differences })
            .await
    }

    /// An entry of the link's own about itself, once for where it stands.
    async fn log_about_itself(
        &mut self,
        what: &str,
        request: LinkRequest,
    ) -> Result<(), ServiceError> {
        let (stream, seq) = (self.state.stream(), self.state.head().seq);
        let id = CommandId::named(&format!("{stream} {what} after {seq}"));
        self.submit(id, SYSTEM, request).await?;
        self.catch_up().await
    }

    /// Tables that wait to take part are admitted, once they are open and play for what the others play
    /// for; those that were disabled go. Both between rounds.
    pub(super) async fn admit_and_release(&mut self) -> Result<(), ServiceError> {
        let tables: Vec<(TableId, Enrolment)> = self.state.tables.clone().into_iter().collect();
        for (table, how) in tables {
            let Some(state) = self.tables.get(&table).cloned() else {
                continue;
            };
            let Some(linked) = state.linked().filter(|it| it.link == self.state.id) else {
                continue;
            };
            let link = linked.link;
            let (what, request) = match (how, linked.status) {
                (Enrolment::Enabled, LinkStatus::Joined | LinkStatus::Lost { .. }) => {
                    if !self.can_admit(table, &state).await? {
                        continue;
                    }
                    ("admits", HouseRequest::AdmitToLink { link })
                }
                (Enrolment::Leaving, _) => ("lets go", HouseRequest::LeaveLink),
                (Enrolment::Enabled | Enrolment::Disabled, _) => continue,
            };
            if state.open_round().is_none() {
                self.submit_to_table(table, &state, what, TableRequest::House(request))
                    .await?;
            }
        }
        Ok(())
    }

    /// Whether the table is open and plays for this jackpot; the link notes what it plays for where that
    /// is new.
    async fn can_admit(
        &mut self,
        table: TableId,
        state: &TableState,
    ) -> Result<bool, ServiceError> {
        let Some(rulebook) = state.table().rulebook() else {
            return Ok(false);
        };
        let prize = prize::of(rulebook);
        if self.state.prize.as_ref() != Some(&prize) {
            let what = format!("hears what table {} plays for", table.0);
            let response = prize.clone();
            let request = LinkRequest::ReportPrize {
                table,
                prize: response,
            };
            self.log_about_itself(&what, request).await?;
        }
        Ok(self.state.prize == Some(prize))
    }

    /// While the link does not work: every table is told so once, and pays what it may without it.
    pub(super) async fn pay_without_link(
        &self,
        recorded: Money,
    ) -> Result<Vec<(TableId, Response)>, ServiceError> {
        let mut paid = Vec::new();
        for table in self.state.tables.keys().copied() {
            let Some(mut state) = self.snapshot_of(table).await? else {
                continue;
            };
            let status = |state: &TableState| {
                let linked = state.linked().filter(|it| it.link == self.state.id);
                linked.map(|linked| linked.status)
            };
            if status(&state) == Some(LinkStatus::Admitted) {
                let (link, recorded) = (self.state.id, self.recorded_for(table, &state, recorded));
                let request = TableRequest::House(HouseRequest::LoseLink { link, recorded });
                self.submit_to_table(table, &state, "is lost to", request)
                    .await?;
                let Some(response) = self.snapshot_of(table).await? else {
                    continue;
                };
                state = response;
            }
            let Some(LinkStatus::Lost { recorded }) = status(&state) else {
                continue;
            };
            if let Some(displayed) = self.payable_without((table, recorded), &state) {
                paid.extend(self.ask_to_pay(table, &state, displayed).await?);
            }
        }
        Ok(paid)
    }

    /// What was registered for this table before the fault: where its win has a number already, the
    /// meter that was numbered, since the display has been reset for it.
    fn recorded_for(&self, table: TableId, state: &TableState, recorded: Money) -> Money {
        let round = state.open_round().map(game::Round::number);
        let hit = round.and_then(|round| self.state.hit_of(table, round));
        let hit = hit.filter(|(_, hit)| hit.is_counted());
        hit.map_or(recorded, |(_, hit)| hit.claim.pays_at())
    }
}
