//! What the background jobs tell their subscribers.

use game::PlayerId;
use ledger::{LinkId, TableId};

use crate::link::{Difference, Health, Turned};
use crate::notary::{NotaryError, Statement};
use crate::recovery::Recovered;
use crate::response::{Response, ServiceError};
use crate::table::Awaited;

/// Something that is done again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Job {
    /// The lease of every table: prolonged, or taken where it is free.
    Leases,
    /// Taking over rounds that another process abandoned.
    Recovery,
    Timer(TableId),
    Turns(LinkId),
    /// Whether anybody takes the turns.
    Health(LinkId),
    Meters(LinkId),
    Statements,
}

/// What a background job did. The logs have it too, but for what failed.
#[derive(Clone, Debug)]
pub enum JobEvent {
    /// From now on people may be served.
    Ready,
    Recovered(Recovered),
    /// A turn that came to something.
    Turned {
        link: LinkId,
        turned: Turned,
    },
    /// A link is seen otherwise than before.
    HealthChanged {
        link: LinkId,
        health: Health,
    },
    /// Meters do not agree, and the link was told.
    MetersDiffer {
        link: LinkId,
        differences: Vec<Difference>,
    },
    /// A time limit at a table has passed.
    TimeUp {
        table: TableId,
        awaited: Awaited,
        response: Response,
    },
    Stated(Statement),
    /// The balance of a purse is not what its log comes to, and nothing is paid from it.
    PurseStopped {
        player: PlayerId,
        why: String,
    },
    /// It will be tried again.
    Failed {
        job: Job,
        why: JobFailure,
    },
}

/// Why a job could not be done just now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobFailure {
    #[error("{0}")]
    Service(ServiceError),
    #[error("table {}: {error}", .table.0)]
    NotRecovered { table: TableId, error: ServiceError },
    #[error("{0}")]
    NotStated(NotaryError),
    /// It panicked, and is begun again.
    #[error("it broke: {0}")]
    Broke(String),
}
