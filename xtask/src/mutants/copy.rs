//! A copy of the workspace below `target/`, in which files may be changed.
//!
//! A file that is the same already is not written again, so that cargo builds only what changed.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::tree;

/// The copy that the mutants of one package are built in.
pub struct Copy {
    pub root: PathBuf,
    /// Every file, from the root, with forward slashes.
    pub files: Vec<String>,
}

/// Where everything that this chore writes is kept.
pub fn kept() -> PathBuf {
    tree::root().join("target/mutants")
}

impl Copy {
    /// Copies every file that git knows or would add, but for those below `changing`, which are written
    /// by [`Copy::write`].
    pub fn make(package: &str, changing: &str) -> Result<Copy> {
        let root = kept().join(package).join("tree");
        let files = list()?;
        for file in files.iter().filter(|file| !file.starts_with(changing)) {
            let bytes = read(file)?;
            write(&root.join(file), &bytes)?;
        }
        let copy = Copy { root, files };
        copy.remove_others()?;
        Ok(copy)
    }

    /// Files below this folder.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let files = self.files.iter().map(String::as_str);
        files.filter(move |file| file.starts_with(folder))
    }

    pub fn write(&self, file: &str, text: &str) -> Result<()> {
        write(&self.root.join(file), text.as_bytes())
    }

    /// Removes what was deleted from the workspace since the copy was made first.
    fn remove_others(&self) -> Result<()> {
        let known: BTreeSet<PathBuf> = self.files.iter().map(|file| self.root.join(file)).collect();
        let mut waiting = vec![self.root.clone()];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    waiting.push(entry.path());
                } else if !known.contains(&entry.path()) {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }
}

/// A number that changes when one of these files of the workspace does.
pub fn digest<'a>(files: impl Iterator<Item = &'a str>) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(file.as_bytes());
        hasher.write(&read(file)?);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// The text of a file of the workspace.
pub fn text(file: &str) -> Result<String> {
    String::from_utf8(read(file)?).with_context(|| format!("{file} is not text"))
}

fn read(file: &str) -> Result<Vec<u8>> {
    fs::read(tree::root().join(file)).with_context(|| format!("{file} cannot be read"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

fn list() -> Result<Vec<String>> {
    let output = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(tree::root())
        .stdin(Stdio::null())
        .output()
        .context("git does not start")?;
    ensure!(output.status.success(), "git ls-files failed");
    let names = String::from_utf8(output.stdout)?;
    let files = names.split('\0').filter(|name| !name.is_empty());
    let exist = files.filter(|file| tree::root().join(file).is_file());
    Ok(exist.map(str::to_owned).collect())
}
