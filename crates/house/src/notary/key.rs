//! The key a house signs its statements with.

use std::path::Path;

use ed25519_dalek::SigningKey;
use game::to_hex;

use crate::secret::{self, KeyError};

/// A signing key. It cannot be printed: it has no `Debug`, and only its public half can be read.
pub struct NotaryKey(SigningKey);

impl NotaryKey {
    /// Reads the key from the file, or creates one there that only the file's owner can read.
    pub fn open(path: &Path) -> Result<NotaryKey, KeyError> {
        let secret = secret::open(path)?;
        Ok(NotaryKey(SigningKey::from_bytes(&secret)))
    }

    /// The public key in hexadecimal, with which auditors check signatures.
    pub fn public(&self) -> String {
        to_hex(self.0.verifying_key().as_bytes())
    }

    /// The secret half.
    pub(super) fn signing(&self) -> &SigningKey {
        &self.0
    }
}
