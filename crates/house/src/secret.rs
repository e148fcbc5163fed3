//! Keys kept outside the database, each in a file that only its owner can read, and the hexadecimal form
//! of 32 bytes in stored text.

use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use game::{from_hex, to_hex};

/// Numbers the temporary files: two tasks of one process may create a key at the same time.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

/// Why a key cannot be read or created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("{path}: {what}")]
    Io {
        /// The file.
        path: String,
        /// What the operating system said.
        what: String,
    },
    /// The file holds something else than a key.
    #[error("{path}: expected 64 hexadecimal digits and nothing else")]
    NotAKey {
        /// The file.
        path: String,
    },
}

/// Reads the secret from the file, or creates one there. Several processes may do so at once; all get
/// the same secret.
pub(crate) fn open(path: &Path) -> Result<[u8; 32], KeyError> {
    let failed = |error: &dyn core::fmt::Display| KeyError::Io {
        path: path.display().to_string(),
        what: error.to_string(),
    };
    match read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|error| failed(&error))?;
            match write_new(path, &to_hex(&secret)) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(failed(&error)),
                Ok(()) | Err(_) => read(path).map_err(|error| failed(&error)),
            }
        }
        found => found.map_err(|error| failed(&error)),
    }?
    .ok_or_else(|| KeyError::NotAKey {
        path: path.display().to_string(),
    })
}

/// `None` if the file holds something else than a key.
fn read(path: &Path) -> std::io::Result<Option<[u8; 32]>> {
    let text = std::fs::read_to_string(path)?;
    Ok(from_hex(text.trim_end()))
}

/// Writes under a temporary name first and then links it, so that the file appears whole or not at all.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let name = format!(
        ".key-{}-{}",
        std::process::id(),
        DRAFTS.fetch_add(1, Relaxed)
    );
    let draft = folder.unwrap_or(Path::new(".")).join(name);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options.open(&draft)?;
    let written = writeln!(file, "{text}").and_then(|()| file.sync_all());
    // Linking fails if the name exists: the first process to link wins.
    let placed = written.and_then(|()| std::fs::hard_link(&draft, path));
    std::fs::remove_file(&draft).and(placed)
}

/// Serde form of 32 bytes: 64 hexadecimal digits.
pub(crate) mod hex32 {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(bytes: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&game::to_hex(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        let text = String::deserialize(deserializer)?;
        super::bytes32(&text).map_err(D::Error::custom)
    }
}

/// Parses 64 hexadecimal digits; the error says what was found.
pub(crate) fn bytes32(text: &str) -> Result<[u8; 32], String> {
    from_hex(text).ok_or_else(|| format!("found {text:?}, expected 64 hexadecimal digits"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

    use super::*;

    #[test]
    fn all_who_make_a_key_at_once_have_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let keys: Vec<[u8; 32]> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|_| scope.spawn(|| open(&path))).collect();
            let made = all.into_iter().map(|one| one.join().unwrap().unwrap());
            made.collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0]));
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 1, "no draft is left lying about");
    }

    #[test]
    fn something_else_is_no_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "secret").unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(error.ends_with("expected 64 hexadecimal digits and nothing else"));
        assert!(open(folder.path()).is_err(), "a folder");
    }
}
