//! What a house keeps outside its database: keys, each in a file that nobody but its owner can read,
//! and the one way bytes are written as text.

use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use game::{from_hex, to_hex};

/// Two tasks of a process may begin at once.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("{path}: {what}")]
    Io { path: String, what: String },
    #[error("{path}: expected 64 hexadecimal digits and nothing else")]
    NotAKey { path: String },
}

/// Reads the secret in the file, or makes one there. Several processes may do so at once and all get
/// the same.
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

/// Nothing where there is something else in the file.
fn read(path: &Path) -> std::io::Result<Option<[u8; 32]>> {
    let text = std::fs::read_to_string(path)?;
    Ok(from_hex(text.trim_end()))
}

/// The file is there whole or not at all: it is written under another name first.
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
    // A link takes no name that is taken.
    let placed = written.and_then(|()| std::fs::hard_link(&draft, path));
    std::fs::remove_file(&draft).and(placed)
}

/// Thirty-two bytes as text in what is stored.
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

/// What is wrong with it, where it is not thirty-two bytes.
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
