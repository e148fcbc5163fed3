//! Signed heads: what a house has said about its logs, in a form it cannot take back.
//!
//! Whoever may write to the database can change an entry and compute every fingerprint behind it anew.
//! What they cannot do is make an older statement agree with that. So every minute, or every thousand
//! entries, the heads of all streams are hashed into one tree, and its root is signed with a key that is
//! not in the database and written to a file that the operator sends elsewhere. A statement names only
//! the streams that moved since the one before it and carries that one's hash; read from the first,
//! they give the whole tree at each moment. A key that is to be replaced names the next one in its last
//! statement; where it was stolen, those who read are told both keys by other ways.

mod chain;
mod check;
mod key;
mod schedule;
mod statement_file;
mod tree;

use std::collections::BTreeMap;
use std::path::Path;

use ed25519_dalek::Signer as _;
use game::{Timestamp, to_hex};
use serde::{Deserialize, Serialize};

use crate::log::{Fingerprint, Stream};
use crate::loss::{AcceptedLoss, accepted_losses};
use crate::store::{Store, StoreError};

pub use crate::secret::KeyError;
use chain::SignedStatement;
pub use chain::StatementChain;
use check::StatedHead;
pub(crate) use check::find_loss;
pub use check::{Checked, check};
pub use key::NotaryKey;
pub use schedule::Schedule;
use statement_file::{StatementFile, StatementLines};
pub use tree::root;

/// How far each stream had come.
pub type Heads = BTreeMap<Stream, (u64, Fingerprint)>;

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Counted from one.
    pub number: u64,
    pub at: Timestamp,
    /// Of the statement before it, as it was written; of nothing before the first.
    pub before: String,
    /// The streams that moved, by name: number of the last entry and its fingerprint.
    pub moved: BTreeMap<String, (u64, String)>,
    /// Of the tree of all streams.
    pub root: String,
    /// Who signs.
    pub key: String,
    /// Who signs from the next one on, where that is somebody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Why statements cannot be believed, or not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotaryError {
    #[error("{path}: {what}")]
    Io { path: String, what: String },
    #[error("statement {number}: {what}")]
    Wrong { number: u64, what: String },
    #[error("{path}: the next statement is {expected}'s to sign, not {found}'s: hand over first")]
    OtherKey {
        path: String,
        expected: String,
        found: String,
    },
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{stream} entry {seq}: statement {number} has it, and here {stream} ends with {end}")]
    Truncated {
        stream: Stream,
        seq: u64,
        number: u64,
        end: u64,
    },
    #[error("{stream} entry {seq}: statement {number} says another fingerprint")]
    Contradicted {
        stream: Stream,
        seq: u64,
        number: u64,
    },
}

/// Makes statements about a house.
pub struct Notary {
    key: NotaryKey,
    file: StatementFile,
    chain: StatementChain,
    begun: Option<PendingStatement>,
}

/// A statement that is signed, and what will have been said with it.
struct PendingStatement {
    statement: Statement,
    line: Vec<u8>,
    chain: StatementChain,
}

impl Notary {
    /// Goes on behind the statements in `file`, which must be good. A last one that was cut while it
    /// was written is mended, once it is certain who signs the next.
    pub fn open(key: NotaryKey, file: &Path) -> Result<Notary, NotaryError> {
        let mut chain = StatementChain::default();
        let found = match std::fs::read(file) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(io(file, &error)),
        };
        let lines = found.as_deref().map(StatementLines::of);
        for line in lines.iter().flat_map(StatementLines::complete) {
            chain.verify_next(line, &[])?;
        }
        if let Some(signer) = chain
            .signer
            .as_ref()
            .filter(|signer| **signer != key.public())
        {
            return Err(NotaryError::OtherKey {
                path: file.display().to_string(),
                expected: signer.clone(),
                found: key.public(),
            });
        }
        if let Some(lines) = lines {
            lines.mend(file).map_err(|error| io(file, &error))?;
        }
        Ok(Notary {
            key,
            file: StatementFile::at(file),
            chain,
            begun: None,
        })
    }

    /// How many entries were stored since the last statement.
    pub async fn unstated(&self, store: &dyn Store) -> Result<u64, StoreError> {
        let heads = store.heads().await?.into_iter();
        let new = heads.map(|(stream, head)| {
            let chain = self.chain.heads.get(&stream);
            head.seq - chain.map_or(0, |(seq, _)| *seq).min(head.seq)
        });
        Ok(new.sum())
    }

    /// States how the house stands, if anything moved: on disk when it returns. Where the last statement
    /// could not be written it is that one, as it was signed.
    pub async fn state(
        &mut self,
        store: &dyn Store,
        now: Timestamp,
    ) -> Result<Option<Statement>, NotaryError> {
        self.make_statement(store, now, None).await
    }

    /// Hands over to another key: the old one says so in its last statement, which is made even where
    /// nothing moved.
    pub async fn hand_over(
        &mut self,
        store: &dyn Store,
        now: Timestamp,
        to: NotaryKey,
    ) -> Result<Option<Statement>, NotaryError> {
        let chain = self.make_statement(store, now, Some(to.public())).await?;
        self.key = to;
        Ok(chain)
    }

    async fn make_statement(
        &mut self,
        store: &dyn Store,
        now: Timestamp,
        next: Option<String>,
    ) -> Result<Option<Statement>, NotaryError> {
        if let Some(begun) = self.take_pending(store).await? {
            let statement = self.write(begun)?;
            if next.is_none() {
                return Ok(Some(statement));
            }
        }
        let mut heads = self.chain.heads.clone();
        let mut numbers = self.chain.numbers.clone();
        let mut moved = BTreeMap::new();
        for (stream, head) in store.heads().await? {
            let stands = (head.seq, head.fingerprint);
            let before = heads.insert(stream, stands);
            if before != Some(stands) {
                if let Some(before) = before {
                    self.check_unchanged(store, stream, before).await?;
                }
                let fingerprint = head.fingerprint.to_string();
                moved.insert(stream.to_string(), (head.seq, fingerprint));
                numbers.insert(stream, self.chain.statements + 1);
            }
        }
        if moved.is_empty() && next.is_none() {
            return Ok(None);
        }
        let signer = Some(next.clone().unwrap_or_else(|| self.key.public()));
        let statement = Statement {
            number: self.chain.statements + 1,
            at: now,
            before: self
                .chain
                .last
                .map_or_else(String::new, |last| last.to_string()),
            moved,
            root: root(&heads).to_string(),
            key: self.key.public(),
            next,
        };
        let line = self.sign(&statement);
        let chain = StatementChain {
            statements: statement.number,
            last: Some(Fingerprint::of(&line)),
            heads,
            numbers,
            signer,
        };
        self.write(PendingStatement {
            statement,
            line,
            chain,
        })
        .map(Some)
    }

    /// What was signed and could not be written, unless the house has come back older since: then it is
    /// no longer true of it, and whoever accepts that loss does so against the statement before.
    async fn take_pending(
        &mut self,
        store: &dyn Store,
    ) -> Result<Option<PendingStatement>, StoreError> {
        let Some(begun) = &self.begun else {
            return Ok(None);
        };
        let number = begun.statement.number;
        let of_it = |(stream, _): &(&Stream, _)| begun.chain.numbers.get(stream) == Some(&number);
        for (stream, (seq, fingerprint)) in begun.chain.heads.iter().filter(of_it) {
            let stated = StatedHead {
                number,
                stream: *stream,
                seq: *seq,
                fingerprint: *fingerprint,
            };
            if stated.missing(store).await?.is_some() {
                self.begun = None;
                return Ok(None);
            }
        }
        Ok(self.begun.take())
    }

    /// A write that failed may have failed at its very end, with the whole line there to be read: so what
    /// is signed once is tried again as it is. But a key that could not hand over keeps its place: there
    /// what was left is removed, and another statement may take its number.
    fn write(&mut self, begun: PendingStatement) -> Result<Statement, NotaryError> {
        if let Err(error) = self.file.append(&begun.line) {
            if begun.statement.next.is_none() {
                self.begun = Some(begun);
            } else {
                // Where the disk does not let us, the next try does it.
                drop(self.file.take_back());
            }
            return Err(io(self.file.path(), &error));
        }
        self.chain = begun.chain;
        Ok(begun.statement)
    }

    /// Whoever signs that a stream goes on otherwise than it was signed to takes his word back. Only a
    /// loss that was accepted lets him.
    async fn check_unchanged(
        &self,
        store: &dyn Store,
        stream: Stream,
        (seq, fingerprint): (u64, Fingerprint),
    ) -> Result<(), NotaryError> {
        let number = self.chain.numbers.get(&stream).copied();
        let stated = StatedHead {
            number: number.unwrap_or_default(),
            stream,
            seq,
            fingerprint,
        };
        let Some(missing) = stated.missing(store).await? else {
            return Ok(());
        };
        let excused = |accepted: &AcceptedLoss| {
            let loss = &accepted.loss;
            // Of an older one the statement after it has told.
            let is_last = loss.statement == self.chain.statements;
            let last = self.chain.last.map(|last| last.to_string());
            stated.is_excused(loss) && (!is_last || last.as_ref() == Some(&loss.of))
        };
        if accepted_losses(store).await?.iter().any(excused) {
            return Ok(());
        }
        Err(stated.to_error(missing))
    }

    fn sign(&self, statement: &Statement) -> Vec<u8> {
        let body = serde_json::to_vec(statement).expect("plain data with text keys");
        let signature = to_hex(&self.key.signing().sign(&body).to_bytes());
        let signed = SignedStatement {
            statement: statement.clone(),
            signature,
        };
        serde_json::to_vec(&signed).expect("plain data with text keys")
    }
}

fn io(path: &Path, error: &std::io::Error) -> NotaryError {
    NotaryError::Io {
        path: path.display().to_string(),
        what: error.to_string(),
    }
}
