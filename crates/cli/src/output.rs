//! Where a sheet goes: standard output, or a file that is there whole or not at all.

use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};

/// A sheet as it is to be sent.
pub enum Made {
    Text(String),
    /// Nothing a terminal should be given.
    Bytes(Vec<u8>),
}

/// What a document is made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    Text,
    Csv,
    Markdown,
    Html,
    Xlsx,
    Pdf,
}

impl Paper {
    pub fn made(self, document: &report::Document) -> anyhow::Result<Made> {
        Ok(match self {
            Paper::Text => Made::Text(report::text(document)),
            Paper::Csv => Made::Text(report::csv(document)),
            Paper::Markdown => Made::Text(report::markdown(document)),
            Paper::Html => Made::Text(report::html(document)),
            Paper::Xlsx => Made::Bytes(report::xlsx(document)?),
            Paper::Pdf => Made::Bytes(report::pdf(document)),
        })
    }
}

pub fn send(made: &Made, file: Option<&Path>) -> anyhow::Result<()> {
    let bytes = match made {
        Made::Text(text) => text.as_bytes(),
        Made::Bytes(bytes) => bytes,
    };
    if let Some(file) = file {
        return write(bytes, file);
    }
    let mut out = std::io::stdout();
    if matches!(made, Made::Bytes(_)) && out.is_terminal() {
        bail!("this format is not for a terminal; name a file with `--output FILE`");
    }
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// A word to somebody at a terminal; nobody else needs it.
pub fn hint(words: &str) {
    let mut error = std::io::stderr();
    if std::io::stdout().is_terminal() && error.is_terminal() {
        let _ = writeln!(error, "\n{words}");
    }
}

/// Beside the file first, then in its place: who reads it sees the old sheet or the new one.
fn write(bytes: &[u8], file: &Path) -> anyhow::Result<()> {
    let Some(name) = file.file_name() else {
        bail!("--output: `{}` names no file", file.display());
    };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = file.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        // What could not be written whole is not left lying about.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("--output: could not write `{}`", file.display()))
}
