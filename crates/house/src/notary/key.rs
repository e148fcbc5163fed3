//! The key a house signs with.

use std::path::Path;

use ed25519_dalek::SigningKey;

use crate::secret::{self, KeyError, hex};

/// Never printed: it has no `Debug`, and only its public half has a name.
pub struct NotaryKey(SigningKey);

impl NotaryKey {
    /// Reads the key in the file, or makes one there that nobody but its owner can read.
    pub fn open(path: &Path) -> Result<NotaryKey, KeyError> {
        let secret = secret::open(path)?;
        Ok(NotaryKey(SigningKey::from_bytes(&secret)))
    }

    /// What others check signatures with.
    pub fn public(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    pub(super) fn signing(&self) -> &SigningKey {
        &self.0
    }
}
