//! What the background jobs tell their subscribers.

use game::PlayerId;
use ledger::{LinkId, TableId};

use crate::link::{Difference, FailedInstruction, Health, Turned};
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
    /// The time limits of this table.
    Timer(TableId),
    /// The turns of this link.
    Turns(LinkId),
    /// Whether a process takes the link's turns.
    Health(LinkId),
    /// Whether this link has counted all that its tables fed.
    Meters(LinkId),
    /// What other processes store, read for the lobby.
    Lobby,
    /// Signed statements about the heads of all streams.
    Statements,
}

/// What a background job did. The logs have it too, but for what failed.
#[derive(Clone, Debug)]
pub enum JobEvent {
    /// From now on people may be served.
    Ready,
    /// A round that another process abandoned was taken over.
    Recovered(Recovered),
    /// A turn that came to something.
    Turned {
        /// The link.
        link: LinkId,
        /// What the turn did.
        turned: Turned,
    },
    /// A link is seen otherwise than before.
    HealthChanged {
        /// The link.
        link: LinkId,
        /// How it is seen now.
        health: Health,
    },
    /// A table cannot do what its link tells it, and stands: a person has to look at it.
    InstructionFailed(FailedInstruction),
    /// Meters do not agree, and the link was told.
    MetersDiffer {
        /// The link.
        link: LinkId,
        /// Table by table, what was fed and what was counted.
        differences: Vec<Difference>,
    },
    /// A time limit at a table has passed.
    TimeUp {
        /// The table.
        table: TableId,
        /// For whom or what it waited.
        awaited: Awaited,
        /// The response to the request to go on without.
        response: Response,
    },
    /// A statement was signed and written.
    Stated(Statement),
    /// The balance of a purse is not what its log comes to, and nothing is paid from it.
    PurseStopped { player: PlayerId, why: String },
    /// It will be tried again.
    Failed {
        /// The job.
        job: Job,
        /// What failed.
        why: JobFailure,
    },
}

/// Why a job could not be done just now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobFailure {
    /// A table, a link or the store did not answer.
    #[error("{0}")]
    Service(ServiceError),
    /// An abandoned round could not be taken over.
    #[error("table {}: {error}", .table.0)]
    NotRecovered {
        /// The table of the round.
        table: TableId,
        /// Why not.
        error: ServiceError,
    },
    /// No statement could be signed or written.
    #[error("{0}")]
    NotStated(NotaryError),
    /// It panicked, and is begun again.
    #[error("it broke: {0}")]
    Broke(String),
}
