//! Where a document is sent: standard output, or a file that appears whole or not at all.

use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};

/// A rendered document.
pub enum Made {
    /// Text for any reader.
    Text(String),
    /// A binary file, which is not sent to a terminal.
    Bytes(Vec<u8>),
}

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Plain text for a terminal.
    Text,
    /// One table of all numbers.
    Csv,
    /// Markdown.
    Markdown,
    /// One self-contained page.
    Html,
    /// A workbook.
    Xlsx,
    /// Pages to print.
    Pdf,
}

impl Paper {
    /// Renders the document in this format.
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

/// Sends a rendered document to a file, or to standard output if none is named.
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

/// Prints a hint to a user at a terminal; scripts do not get it.
pub fn hint(words: &str) {
    let mut error = std::io::stderr();
    if std::io::stdout().is_terminal() && error.is_terminal() {
        let _ = writeln!(error, "\n{words}");
    }
}

/// Writes a file beside the target and renames it, so that readers see the old document or the new one.
fn write(bytes: &[u8], file: &Path) -> anyhow::Result<()> {
    let Some(name) = file.file_name() else {
        bail!("--output: `{}` names no file", file.display());
    };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = file.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        // Remove a file that could not be written whole.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("--output: could not write `{}`", file.display()))
}
