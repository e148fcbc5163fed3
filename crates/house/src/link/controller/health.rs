//! Whether a link works, which process finds out when it does not, and that its tables are told.
//!
//! The processes that take turns keep the link's lease, all under one name: it says that turns are
//! taken, not which process may write. A process that serves tables looks at the lease now and then.
//! Where it has run out, and has still run out at the next look, no process takes turns: the loss is
//! written into the link's log with what it showed last, and every table of the link is told. What
//! follows at a table is a matter of the rules (IR-19); wins of rounds that go on are paid at the value
//! recorded, without the link. The first turn after that clears the silence, takes in what waited, in
//! order, and admits the tables again.

use core::time::Duration;

use ledger::TableId;
use tokio::time::Instant;

use super::super::plan::{Instruction, SYSTEM, instruct_without_link, payment_that_waits};
use super::super::{Difference, LinkRequest};
use super::{Controller, FailedInstruction};
use crate::response::{Response, ServiceError};
use crate::store::{Lease, StoreError};
use crate::table::TableState;

/// The name under which the lease is kept by processes that take turns, and the one under which it is
/// asked for by those that only look: it is never granted to them for any time.
const TURNS: &str = "its turns";
const WATCH: &str = "a watcher";
/// How many looks in a row have to find no turns taken.
const LOOKS: u32 = 2;
/// How long a turn shows that the link works.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// What a look at a link found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Turns are taken.
    Works,
    /// No turn was taken for a while: at the next look that counts as lost.
    Silent,
    /// It does not work, and its tables were told so.
    Lost,
}

/// When this process last showed that the link works, and what its looks found.
pub struct Heartbeat {
    lasts: Duration,
    beaten: Option<Instant>,
    /// Looks in a row that found no turns taken.
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
            // A link whose log cannot be read is lost; what it showed at the last entry that can be read counts.
            Err(ServiceError::Store(StoreError::Corrupt { .. })) => {
                self.pay_without_link().await?;
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
            Some(_) => {
                self.pay_without_link().await?;
                Ok(Health::Lost)
            }
            // What was reported did not stand: turns are looked for again at the next look.
            None => Ok(Health::Silent),
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

    /// Tells the link that its meters and its tables' do not agree; refused where the link is known not
    /// to work already.
    pub async fn report_mismatch(
        &mut self,
        differences: Vec<Difference>,
    ) -> Result<Response, ServiceError> {
        self.catch_up().await?;
        let id = self.state.next_command_id("differs");
        self.submit(id, SYSTEM, LinkRequest::ReportMismatch { differences })
            .await
    }

    /// An entry of the link about itself, once for the entry it stands at.
    async fn log_about_itself(
        &mut self,
        what: &str,
        request: LinkRequest,
    ) -> Result<(), ServiceError> {
        let id = self.state.next_command_id(what);
        self.submit(id, SYSTEM, request).await?;
        self.catch_up().await
    }

    /// While the link does not work: every table is told so once, and pays what it may without it. A win
    /// that has to wait for the link is reported, with what ends the waiting.
    async fn pay_without_link(&mut self) -> Result<(), ServiceError> {
        let snapshots = self.snapshots().await?;
        let waiting = snapshots
            .iter()
            .filter_map(|(table, state)| payment_that_waits(&self.state, *table, state))
            .map(|(instruction, why)| FailedInstruction { instruction, why });
        let waiting: Vec<FailedInstruction> = waiting.collect();
        let told = |(table, state): (&TableId, &TableState)| {
            instruct_without_link(&self.state, *table, state)
        };
        let instructions: Vec<Instruction> = snapshots.iter().filter_map(told).collect();
        self.carry_out(instructions).await?;
        self.report_failed(waiting).await
    }
}
