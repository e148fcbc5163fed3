//! The statements so far, each checked against the one before it and against its signature.

use std::collections::BTreeMap;

use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
use serde::{Deserialize, Serialize};

use super::check::StatedHead;
use super::{Heads, NotaryError, Statement, root};
use crate::log::{Fingerprint, Stream};
use game::from_hex;

/// One line of the file: a statement and the signature over its JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignedStatement {
    #[serde(rename = "says")]
    pub(super) statement: Statement,
    pub(super) signature: String,
}

/// What the statements read so far add up to.
#[derive(Clone, Debug, Default)]
pub struct StatementChain {
    /// How many statements there are.
    pub statements: u64,
    /// Fingerprint of the last statement's line.
    pub(super) last: Option<Fingerprint>,
    /// The last stated head of each stream.
    pub(super) heads: Heads,
    /// The number of the statement that stated each of those heads.
    pub(super) numbers: BTreeMap<Stream, u64>,
    /// The key that signs the next statement, as the last one says.
    pub(super) signer: Option<String>,
}

impl StatementChain {
    /// Checks the next statement against those before it and adds it. It must be signed by one of `keys`
    /// or by the key the last statement handed over to; if `keys` is empty, any key may sign the first.
    pub(super) fn verify_next(
        &mut self,
        line: &[u8],
        keys: &[String],
    ) -> Result<Vec<StatedHead>, NotaryError> {
        let number = self.statements + 1;
        let wrong = |what: String| NotaryError::Wrong { number, what };
        let signed: SignedStatement =
            serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
        let statement = &signed.statement;
        if statement.number != number {
            return Err(wrong(format!("its number is {}", statement.number)));
        }
        let before = self.last.map_or_else(String::new, |last| last.to_string());
        if statement.before != before {
            return Err(wrong("the one before it is another".to_owned()));
        }
        // The key that the last statement names (or its own) may sign, and so may the keys given.
        let named = match &self.signer {
            Some(expected) => *expected == statement.key,
            None => keys.is_empty(),
        };
        if !named && !keys.contains(&statement.key) {
            return Err(wrong(format!(
                "signed by {}, an unknown key",
                statement.key
            )));
        }
        check_signature(&signed).map_err(wrong)?;
        let mut stated = Vec::new();
        for (name, (seq, fingerprint)) in &statement.moved {
            let stream: Stream = name.parse().map_err(|error| wrong(format!("{error}")))?;
            let fingerprint = from_hex(fingerprint).map(Fingerprint);
            let fingerprint =
                fingerprint.ok_or_else(|| wrong(format!("{name}: no fingerprint")))?;
            self.heads.insert(stream, (*seq, fingerprint));
            self.numbers.insert(stream, number);
            stated.push(StatedHead {
                number,
                stream,
                seq: *seq,
                fingerprint,
            });
        }
        if root(&self.heads).to_string() != statement.root {
            return Err(wrong("its root is not that of its tree".to_owned()));
        }
        self.statements = number;
        self.last = Some(Fingerprint::of(line));
        self.signer = Some(
            statement
                .next
                .clone()
                .unwrap_or_else(|| statement.key.clone()),
        );
        Ok(stated)
    }
}

fn check_signature(signed: &SignedStatement) -> Result<(), String> {
    let body = serde_json::to_vec(&signed.statement).expect("plain data with text keys");
    let key = from_hex::<32>(&signed.statement.key).ok_or("its key is none")?;
    let key = VerifyingKey::from_bytes(&key).map_err(|error| error.to_string())?;
    let signature = from_hex::<64>(&signed.signature).ok_or("its signature is none")?;
    let signature = Signature::from_bytes(&signature);
    let good = key.verify(&body, &signature);
    good.map_err(|_| "its signature is not its key's".to_owned())
}
