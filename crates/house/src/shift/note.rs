//! What a shift tells those who want to know.

use ledger::{LinkId, TableId};

use crate::answer::{Silence, Told};
use crate::link::{Difference, Sight, Turned};
use crate::notary::{NotaryError, Statement};
use crate::recovery::Recovered;
use crate::table::Awaited;

/// Something that is done again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chore {
    /// Of every table: prolonged, or taken where nobody holds it.
    Leases,
    /// Rounds somebody left.
    Recovery,
    Timer(TableId),
    Turns(LinkId),
    /// Whether anybody takes the turns.
    Look(LinkId),
    Meters(LinkId),
    Statements,
}

/// What happened on a shift. The logs have it too, but for what failed.
#[derive(Clone, Debug)]
pub enum Note {
    /// From now on people may be served.
    Ready,
    Recovered(Recovered),
    /// A turn that came to something.
    Turned {
        link: LinkId,
        turned: Turned,
    },
    /// A link is seen otherwise than before.
    Seen {
        link: LinkId,
        sight: Sight,
    },
    /// Meters do not agree, and the link was told.
    Differ {
        link: LinkId,
        differences: Vec<Difference>,
    },
    /// Somebody's time was up.
    TimeUp {
        table: TableId,
        awaited: Awaited,
        told: Told,
    },
    Stated(Statement),
    /// It will be tried again.
    Failed {
        chore: Chore,
        why: Failure,
    },
}

/// Why a chore could not be done just now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Silent(Silence),
    #[error("table {}: {silence}", .table.0)]
    NotRecovered { table: TableId, silence: Silence },
    #[error("{0}")]
    NotStated(NotaryError),
    /// It panicked, and is begun again.
    #[error("it broke: {0}")]
    Broke(String),
}
