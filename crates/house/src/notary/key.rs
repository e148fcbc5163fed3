//! The key a house signs with: in a file of its own, outside the database.

use std::io::Write as _;
use std::path::Path;

use ed25519_dalek::SigningKey;

use super::{hex, unhex};

/// Never printed: it has no `Debug`, and only its public half has a name.
pub struct Key(SigningKey);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("{path}: {what}")]
    Io { path: String, what: String },
    #[error("{path}: expected 64 hexadecimal digits and nothing else")]
    NotAKey { path: String },
}

impl Key {
    /// Reads the key in the file, or makes one there that nobody but its owner can read.
    pub fn open(path: &Path) -> Result<Key, KeyError> {
        let name = path.display().to_string();
        let failed = |what: String| KeyError::Io {
            path: name.clone(),
            what,
        };
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let secret = unhex::<32>(text.trim_end());
                let secret = secret.ok_or(KeyError::NotAKey { path: name })?;
                Ok(Key(SigningKey::from_bytes(&secret)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let mut secret = [0; 32];
                getrandom::fill(&mut secret).map_err(|error| failed(error.to_string()))?;
                write_new(path, &hex(&secret)).map_err(|error| failed(error.to_string()))?;
                Ok(Key(SigningKey::from_bytes(&secret)))
            }
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// What others check signatures with.
    pub fn public(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    pub(super) fn signing(&self) -> &SigningKey {
        &self.0
    }
}

fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    writeln!(file, "{text}")?;
    file.sync_all()
}
