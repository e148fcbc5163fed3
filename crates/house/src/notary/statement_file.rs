//! Statements as lines of a file, and what becomes of a last one that was cut while it was written.
//!
//! A statement counts once its line is on disk, end and all. Whoever is killed before that leaves a line
//! without an end. Mostly it is no statement, so nobody can have relied on it, and it goes. But where
//! nothing is missing except the end, it is signed and can be read: somebody may have sent it elsewhere,
//! and another under its number would be a second word about the same moment. So it stands.

use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;

/// The lines of a file, without their ends.
pub struct StatementLines<'a> {
    whole: &'a [u8],
    last: Last<'a>,
}

/// What stands behind the last line's end.
enum Last<'a> {
    Nothing,
    /// Something whole, but for the end of its line; whoever hears it tells whether it is a statement.
    Unended(&'a [u8]),
    /// A part of one.
    Cut,
}

impl<'a> StatementLines<'a> {
    pub fn of(bytes: &'a [u8]) -> StatementLines<'a> {
        let end = bytes.iter().rposition(|byte| *byte == b'\n');
        let (whole, rest) = bytes.split_at(end.map_or(0, |end| end + 1));
        let last = if rest.is_empty() {
            Last::Nothing
        } else if serde_json::from_slice::<IgnoredAny>(rest).is_ok() {
            Last::Unended(rest)
        } else {
            Last::Cut
        };
        StatementLines { whole, last }
    }

    /// What was said.
    pub fn complete(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
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
pub struct StatementFile {
    path: PathBuf,
    /// How long it is up to the last statement, once a write has failed behind it.
    torn: Option<u64>,
}

impl StatementFile {
    pub fn at(path: &Path) -> StatementFile {
        let path = path.to_owned();
        StatementFile { path, torn: None }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// On disk when it returns. Of what a try that failed has left, the beginning of this very line stays:
    /// somebody may have read it. Anything else goes.
    pub fn append(&mut self, line: &[u8]) -> std::io::Result<()> {
        let line = [line, b"\n"].concat();
        let mut options = std::fs::OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&self.path)?;
        let long = file.metadata()?.len();
        let whole = self.torn.map_or(long, |whole| whole.min(long));
        self.torn = Some(whole);
        let mut left = Vec::new();
        file.seek(SeekFrom::Start(whole))?;
        file.read_to_end(&mut left)?;
        if !line.starts_with(&left) {
            file.set_len(whole)?;
            file.seek(SeekFrom::Start(whole))?;
            left.clear();
        }
        file.write_all(&line[left.len()..])?;
        file.sync_all()?;
        self.torn = None;
        Ok(())
    }

    /// Removes what a try that failed has left, where the disk lets us.
    pub fn take_back(&mut self) -> std::io::Result<()> {
        let Some(whole) = self.torn else {
            return Ok(());
        };
        let file = std::fs::OpenOptions::new().write(true).open(&self.path)?;
        if file.metadata()?.len() > whole {
            file.set_len(whole)?;
            file.sync_all()?;
        }
        self.torn = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_failed_try_left_is_gone_on_with_or_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("statements");
        for left in [
            "",
            "{\"se",
            "{\"second\":2}",
            "{\"second\":2}\n",
            "{\"another\":2",
            "{\"second\":2}\nmore",
        ] {
            std::fs::write(&path, format!("{{\"first\":1}}\n{left}")).unwrap();
            let torn = Some(12);
            let mut paper = StatementFile {
                path: path.clone(),
                torn,
            };
            paper.append(b"{\"second\":2}").unwrap();
            let all = std::fs::read_to_string(&path).unwrap();
            assert_eq!(all, "{\"first\":1}\n{\"second\":2}\n", "{left}");
            paper.torn = torn;
            paper.take_back().unwrap();
            let all = std::fs::read_to_string(&path).unwrap();
            assert_eq!(all, "{\"first\":1}\n", "{left}");
        }
        // Somebody has put another file in its place: nothing is filled up.
        std::fs::write(&path, "").unwrap();
        let mut paper = StatementFile {
            path: path.clone(),
            torn: Some(12),
        };
        paper.append(b"{}").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{}\n");
    }
}
