//! Statements as lines of a file, and what becomes of a last one that was cut while it was written.
//!
//! A statement counts once its line is on disk, end and all. Whoever is killed before that leaves a line
//! without an end. Mostly it is no statement, so nobody can have relied on it, and it goes. But where
//! nothing is missing except the end, it is signed and can be read: somebody may have sent it elsewhere,
//! and another under its number would be a second word about the same moment. So it stands.

use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::Signed;

/// The lines of a file, without their ends.
pub struct Lines<'a> {
    whole: &'a [u8],
    last: Last<'a>,
}

/// What stands behind the last line's end.
enum Last<'a> {
    Nothing,
    /// A statement, but for the end of its line.
    Unended(&'a [u8]),
    /// A part of one.
    Cut,
}

impl<'a> Lines<'a> {
    pub fn of(bytes: &'a [u8]) -> Lines<'a> {
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        let (whole, rest) = bytes.split_at(end.map_or(0, |end| end + 1));
        let last = if rest.is_empty() {
            Last::Nothing
        } else if serde_json::from_slice::<Signed>(rest).is_ok() {
            Last::Unended(rest)
        } else {
            Last::Cut
        };
        Lines { whole, last }
    }

    /// What was said.
    pub fn said(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let lines = self.whole.split(|byte| *byte == b'\n');
        let last = match self.last {
            Last::Unended(line) => Some(line),
            Last::Nothing | Last::Cut => None,
        };
        lines.filter(|line| !line.is_empty()).chain(last)
    }

    /// Makes the file end with the end of a line, for the next to go behind it. A file that cannot be
    /// written to is found out here, and not when the first statement is due.
    pub fn mend(&self, path: &Path) -> std::io::Result<()> {
        let mut file = std::fs::OpenOptions::new().write(true).open(path)?;
        match self.last {
            Last::Nothing => return Ok(()),
            Last::Unended(_) => {
                file.seek(SeekFrom::End(0))?;
                file.write_all(b"\n")?;
            }
            Last::Cut => file.set_len(self.whole.len() as u64)?,
        }
        file.sync_all()
    }
}

/// The file that statements are written to.
pub struct Paper {
    path: PathBuf,
    /// How long it is up to the last statement, once a write has failed behind it.
    torn: Option<u64>,
}

impl Paper {
    pub fn at(path: &Path) -> Paper {
        let path = path.to_owned();
        Paper { path, torn: None }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// On disk when it returns. What a try that failed has left behind goes before the next one.
    pub fn put(&mut self, line: &[u8]) -> std::io::Result<()> {
        let mut options = std::fs::OpenOptions::new();
        let mut file = options.append(true).create(true).open(&self.path)?;
        let whole = match self.torn {
            Some(whole) => whole,
            None => file.metadata()?.len(),
        };
        file.set_len(whole)?;
        self.torn = Some(whole);
        file.write_all(&[line, b"\n"].concat())?;
        file.sync_all()?;
        self.torn = None;
        Ok(())
    }
}
