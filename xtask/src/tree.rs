//! The project's own text files, read once and handed to every check.
//!
//! Asks no version control, so that a tree unpacked from an archive is checked alike: what counts
//! is everything but `.git`, what `.gitignore` names, and directories cargo marks as a cache.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub struct Tree {
    pub files: Vec<File>,
}

pub struct File {
    /// From the root, with forward slashes on every system.
    pub path: String,
    pub text: String,
}

impl Tree {
    pub fn read() -> Result<Tree> {
        let root = root();
        let ignored = fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
        let ignored: Vec<&str> = ignored.lines().map(|line| line.trim_matches('/')).collect();
        let mut files = Vec::new();
        let mut waiting = vec![root.clone()];
        while let Some(directory) = waiting.pop() {
            let entries = fs::read_dir(&directory)
                .with_context(|| format!("{} cannot be listed", directory.display()))?;
            for entry in entries {
                let entry = entry?;
                let path = entry.path();
                // A directory in a clone, a file in a worktree: never ours.
                if entry.file_name() == ".git" {
                    continue;
                }
                if entry.file_type()?.is_dir() {
                    if is_ours(&path, &ignored) {
                        waiting.push(path);
                    }
                    continue;
                }
                // A picture has nothing to read, but documents link to it.
                let is_picture = path.extension().is_some_and(|ending| ending == "png");
                let text = fs::read_to_string(&path).ok();
                if let Some(text) = text.or_else(|| is_picture.then(String::new)) {
                    files.push(File {
                        path: from_root(&root, &path)?,
                        text,
                    });
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Tree { files })
    }

    /// A tree that exists only in a test.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Tree {
        let file = |&(path, text): &(&str, &str)| File {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        Tree {
            files: files.iter().map(file).collect(),
        }
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.files
            .iter()
            .find(|file| file.path == path)
            .map(|file| file.text.as_str())
    }

    /// Whether `path` is a file, or a directory with a file in it.
    pub fn has(&self, path: &str) -> bool {
        let directory = format!("{path}/");
        self.files
            .iter()
            .any(|file| file.path == path || file.path.starts_with(&directory))
    }

    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.has_extension("rs"))
    }
}

impl File {
    pub fn has_extension(&self, extension: &str) -> bool {
        has_extension(&self.path, extension)
    }

    /// The lines with their numbers, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }
}

pub fn has_extension(path: &str, extension: &str) -> bool {
    let found = Path::new(path).extension();
    found.is_some_and(|found| found == extension)
}

/// The workspace: the directory above this crate's.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

fn is_ours(directory: &Path, ignored: &[&str]) -> bool {
    let name = directory
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    !ignored.contains(&name) && !directory.join("CACHEDIR.TAG").exists()
}

fn from_root(root: &Path, path: &Path) -> Result<String> {
    let parts = path.strip_prefix(root)?.components();
    let parts: Vec<_> = parts
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    Ok(parts.join("/"))
}
