//! Signed statements about the heads of all streams, which the house cannot take back.
//!
//! An administrator who can write to the database can change an entry and recompute every fingerprint
//! behind it. He cannot make an older statement agree with the change. So every minute, or every thousand
//! entries, the notary hashes the heads of all streams into one tree and signs its root with a key that is
//! not in the database. It appends the signed statement to a file that the operator copies elsewhere.
//! A statement lists only the streams that moved since the statement before it, and carries that
//! statement's hash; read from the first, the statements give the whole tree at each moment. To replace a
//! key, the old one names the new one in its last statement. If a key was stolen, the operator tells the
//! auditors both public keys by other means.

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
use crate::store::{Head, Store, StoreError};

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

/// The head of each stream: the number of its last entry and that entry's fingerprint.
pub type Heads = BTreeMap<Stream, (u64, Fingerprint)>;

/// One statement about the heads of all streams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Counted from one.
    pub number: u64,
    /// When it was signed, by the clock of the house.
    pub at: Timestamp,
    /// Fingerprint of the line of the statement before it; empty in the first.
    pub before: String,
    /// The streams that moved since the statement before, by name: number of the last entry and its
    /// fingerprint.
    pub moved: BTreeMap<String, (u64, String)>,
    /// Root of the tree over the heads of all streams, the unmoved ones included.
    pub root: String,
    /// Public key of the signer.
    pub key: String,
    /// Public key that signs from the next statement on, where it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Why statements cannot be trusted, or cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotaryError {
    /// The file of statements cannot be read or written.
    #[error("{path}: {what}")]
    Io {
        /// The file.
        path: String,
        /// What the operating system said.
        what: String,
    },
    /// A statement is malformed, out of order or not properly signed.
    #[error("statement {number}: {what}")]
    Wrong {
        /// The number the statement should have.
        number: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The notary was opened with a key that may not sign the next statement of this file.
    #[error("{path}: the next statement is {expected}'s to sign, not {found}'s: hand over first")]
    OtherKey {
        /// The file.
        path: String,
        /// Public key that has to sign next.
        expected: String,
        /// Public key the notary was opened with.
        found: String,
    },
    /// The store failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The stream ends before an entry that was signed.
    #[error("{stream} entry {seq}: statement {number} has it, and here {stream} ends with {end}")]
    Truncated {
        /// The stream.
        stream: Stream,
        /// The entry that was signed.
        seq: u64,
        /// The statement it was signed in.
        number: u64,
        /// Where the stream ends.
        end: u64,
    },
    /// An entry is not the one that was signed.
    #[error("{stream} entry {seq}: statement {number} says another fingerprint")]
    Contradicted {
        /// The stream.
        stream: Stream,
        /// The entry that was signed.
        seq: u64,
        /// The statement it was signed in.
        number: u64,
    },
}

/// Signs statements about a house and writes them to a file.
pub struct Notary {
    key: NotaryKey,
    file: StatementFile,
    chain: StatementChain,
    /// The statement that was signed but could not be written.
    begun: Option<PendingStatement>,
}

/// A signed statement with its line, and the chain as it will be once the line is on disk.
struct PendingStatement {
    statement: Statement,
    line: Vec<u8>,
    chain: StatementChain,
}

impl Notary {
    /// Opens `file` and checks every statement in it; new statements are appended behind them. A last
    /// line that was cut off while it was written is repaired, once it is certain that `key` signs next.
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

    /// Checks that the house still has every head it last signed, or that two people accepted in its log
    /// that it is lost. A house restored from an older copy is not served before that: what it stored
    /// from then on would stand in the place of what was signed, and the loss could not be accepted any
    /// more.
    // RELIABILITY B2.
    pub async fn check_house(&self, store: &dyn Store) -> Result<(), NotaryError> {
        let heads: BTreeMap<Stream, Head> = store.heads().await?.into_iter().collect();
        for (stream, stated) in &self.chain.heads {
            let head = heads.get(stream);
            if head.map(|head| (head.seq, head.fingerprint)) != Some(*stated) {
                self.check_unchanged(store, *stream, *stated).await?;
            }
        }
        Ok(())
    }

    /// Counts the entries stored since the last statement. A stream that ends before an entry that was
    /// signed is an error, unless two people accepted that.
    pub async fn unstated(&self, store: &dyn Store) -> Result<u64, NotaryError> {
        let heads: BTreeMap<Stream, Head> = store.heads().await?.into_iter().collect();
        for (stream, stated) in &self.chain.heads {
            if heads.get(stream).is_none_or(|head| head.seq < stated.0) {
                self.check_unchanged(store, *stream, *stated).await?;
            }
        }
        let new = heads.iter().map(|(stream, head)| {
            let chain = self.chain.heads.get(stream);
            head.seq - chain.map_or(0, |(seq, _)| *seq).min(head.seq)
        });
        Ok(new.sum())
    }

    /// Signs and writes a statement, if any stream moved; it is on disk when this returns. If the last
    /// statement was signed but could not be written, that one is written instead, unchanged.
    pub async fn state(
        &mut self,
        store: &dyn Store,
        now: Timestamp,
    ) -> Result<Option<Statement>, NotaryError> {
        self.make_statement(store, now, None).await
    }

    /// Hands over to another key: the old key names it in a last statement, which is made even if no
    /// stream moved.
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

    /// The statement that was signed but could not be written. Dropped if the house was restored from an
    /// older copy since: the statement is no longer true, and the people who accept that loss do so
    /// against the statement before it.
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

    /// A failed write may have failed after the whole line was in the file for others to read, so a signed
    /// statement is tried again unchanged. A handover that could not be written is different: the old key
    /// stays the signer, the rest of the line is removed, and another statement may take its number.
    fn write(&mut self, begun: PendingStatement) -> Result<Statement, NotaryError> {
        if let Err(error) = self.file.append(&begun.line) {
            if begun.statement.next.is_none() {
                self.begun = Some(begun);
            } else {
                // If the disk refuses that too, the next append removes it.
                drop(self.file.take_back());
            }
            return Err(io(self.file.path(), &error));
        }
        self.chain = begun.chain;
        Ok(begun.statement)
    }

    /// Never sign a head that contradicts an earlier statement, unless the loss was accepted.
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
            // An older loss is carried by the statement made after it; only the latest is compared.
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
