//! Statements as lines of a file, and what happens to a last line that was cut off while it was written.
//!
//! A statement counts once its line is on disk, newline included. A process killed before that leaves a
//! line without a newline. Usually the line is only part of a statement: no reader can have relied on it,
//! and it is removed. But where only the newline is missing, the statement is signed and readable. The
//! operator may have copied it elsewhere already, and a second statement under the same number would
//! contradict it. So it stays, and the newline is added.

use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;

/// The lines of a file, without their newlines.
pub struct StatementLines<'a> {
    whole: &'a [u8],
    last: Last<'a>,
}

/// What stands behind the last newline.
enum Last<'a> {
    /// Nothing: the file ends with a newline.
    Nothing,
    /// A whole JSON value without its newline. The chain checks whether it is a statement.
    Unended(&'a [u8]),
    /// Part of a line.
    Cut,
}

impl<'a> StatementLines<'a> {
    /// Splits the contents of a file.
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

    /// The whole lines, with a last one that lacks only its newline.
    pub fn complete(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let lines = self.whole.split(|byte| *byte == b'\n');
        let last = match self.last {
            Last::Unended(line) => Some(line),
            Last::Nothing | Last::Cut => None,
        };
        lines.filter(|line| !line.is_empty()).chain(last)
    }

    /// Makes the file end with a newline, so that the next statement can be appended. Opens the file for
    /// writing in any case: if that is not permitted, the notary learns it now and not when the first
    /// statement is due.
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
    /// Length of the file up to the end of the last statement, if a write behind it has failed.
    torn: Option<u64>,
}

impl StatementFile {
    /// The file at `path`, which need not exist yet.
    pub fn at(path: &Path) -> StatementFile {
        let path = path.to_owned();
        StatementFile { path, torn: None }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line; it is on disk when this returns. If a failed write left the beginning of this very
    /// line, that beginning stays, because a reader may have seen it. Anything else behind the last
    /// statement is removed.
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

    /// Removes what a failed write left behind the last statement.
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
        // An operator replaced the file by a shorter one: the gap is not filled with zeros.
        std::fs::write(&path, "").unwrap();
        let mut paper = StatementFile {
            path: path.clone(),
            torn: Some(12),
        };
        paper.append(b"{}").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{}\n");
    }
}
