//! What a house keeps outside its database: keys, each in a file that nobody but its owner can read,
//! and the one way bytes are written as text.

use std::io::Write as _;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("{path}: {what}")]
    Io { path: String, what: String },
    #[error("{path}: expected 64 hexadecimal digits and nothing else")]
    NotAKey { path: String },
}

/// Reads the secret in the file, or makes one there.
pub(crate) fn open(path: &Path) -> Result<[u8; 32], KeyError> {
    let name = path.display().to_string();
    let failed = |what: String| KeyError::Io {
        path: name.clone(),
        what,
    };
    match std::fs::read_to_string(path) {
        Ok(text) => unhex(text.trim_end()).ok_or(KeyError::NotAKey { path: name }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|error| failed(error.to_string()))?;
            write_new(path, &hex(&secret)).map_err(|error| failed(error.to_string()))?;
            Ok(secret)
        }
        Err(error) => Err(failed(error.to_string())),
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

pub(crate) fn hex(bytes: &[u8]) -> String {
    use core::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("text takes everything");
        text
    })
}

pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    // One way to write it and no other.
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if text.len() != 2 * N || !text.bytes().all(digit) {
        return None;
    }
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
}
