//! What an audit reports: what it read, what is wrong, what people have to explain, what it did not compare.

use house::log::Stream;
use ledger::{Account, LinkId};

use super::{Earlier, Resettled};

/// What [`verify`](super::verify) read, and what it found wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    /// Streams read.
    pub streams: u64,
    /// Entries read.
    pub entries: u64,
    /// Money rows read.
    pub postings: u64,
    /// Rounds opened.
    pub rounds: u64,
    /// The result of settling the finished rounds a second time.
    pub resettled: Resettled,
    /// Decks of the house shuffled again from their published seeds.
    pub decks: u64,
    /// Entries of rounds still played with the house's cards: their seeds are not published yet, so they
    /// could not be replayed without the vault's key.
    pub sealed: u64,
    /// Snapshots that agree with the replay of the whole log.
    pub snapshots: u64,
    /// Snapshots that another version of the program wrote; this one does not use them.
    pub snapshots_of_other_versions: u64,
    /// Stored responses that follow from the log.
    pub responses: u64,
    /// Stored refusals. A refused command leaves no entry, so nothing explains them.
    pub refusals: u64,
    /// Whether the house was written to during the audit.
    pub moving: bool,
    /// Entries written during the audit: their chain and their money were followed, they were not replayed.
    pub written_meanwhile: u64,
    /// Commands that are a little earlier than the one before them, as clocks of hosts differ.
    pub earlier: Earlier,
    /// What may have an innocent cause that people have to name: times that run backwards.
    pub remarks: Vec<AuditFinding>,
    /// What could have been compared and was not.
    pub not_compared: Vec<NotCompared>,
    /// Everything that is wrong; empty for a clean house.
    pub findings: Vec<AuditFinding>,
}

/// What an audit could not compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCompared {
    /// The heads of the logs cannot be read.
    #[error("any log: their heads cannot be read")]
    Everything,
    /// Entries of rounds whose seeds are not published yet.
    #[error(
        "cards, money and settlement of {entries} entries of rounds in play: their seeds are not told yet, and \
         the vault's key was not given"
    )]
    Sealed {
        /// How many entries.
        entries: u64,
    },
    /// The sums of a house of which some logs cannot be read say nothing.
    #[error(
        "balances, and the money of the house as a whole: some rows could not be read, or kept changing"
    )]
    Balances,
    /// This store has no rows beside the logs, or they cannot be read.
    #[error(
        "responses, contributions, announcements and positions of links: they are not here to be read"
    )]
    SideRows,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct AuditFinding {
    /// Where it was found.
    pub place: FindingPlace,
    /// What is wrong there.
    pub what: String,
}

/// Where a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingPlace {
    /// An entry of a stream.
    Entry(Stream, u64),
    /// The snapshot behind an entry. The logs are sound: deleting the snapshot loses nothing.
    Snapshot(Stream, u64),
    /// A stream as a whole.
    Stream(Stream),
    /// The balance of an account.
    Account(Account),
    /// The meters or the position of a link.
    Link(LinkId),
    /// The file or database the house is kept in.
    Storage,
    /// The house as a whole.
    House,
}

impl AuditReport {
    /// Whether nothing is wrong in what was compared.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Whether everything was compared that can be.
    pub fn is_complete(&self) -> bool {
        self.not_compared.is_empty()
    }

    pub(super) fn find(&mut self, place: FindingPlace, what: impl Into<String>) {
        let what = what.into();
        self.findings.push(AuditFinding { place, what });
    }
}

impl core::fmt::Display for FindingPlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            FindingPlace::Entry(stream, seq) => write!(f, "{stream} entry {seq}"),
            FindingPlace::Snapshot(stream, seq) => {
                write!(f, "{stream} snapshot behind entry {seq}")
            }
            FindingPlace::Stream(stream) => write!(f, "{stream}"),
            FindingPlace::Account(account) => write!(f, "{account}"),
            FindingPlace::Link(link) => write!(f, "link/{}", link.0),
            FindingPlace::Storage => f.write_str("the store"),
            FindingPlace::House => f.write_str("the house"),
        }
    }
}
