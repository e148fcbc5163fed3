//! Writes the table of the files below `web/` that the program serves, each by `include_bytes!`.

#[path = "src/pages/kinds.rs"]
mod kinds;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let crate_folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let web = crate_folder.join("../../web");
    let mut found = Found::default();
    if web.is_dir() {
        found.look_into(&web.canonicalize()?, "")?;
    } else {
        found.watched.push(web);
    }
    let mut table = String::from("pub const FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in &found.files {
        let path = path.display().to_string();
        // Writing into a string does not fail.
        let _ = writeln!(table, "    ({name:?}, include_bytes!({path:?})),");
    }
    table.push_str("];\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    std::fs::write(out.join("files.rs"), table)?;
    let mut told = std::io::stdout().lock();
    writeln!(told, "cargo::rerun-if-changed=build.rs")?;
    writeln!(told, "cargo::rerun-if-changed=src/pages/kinds.rs")?;
    for path in &found.watched {
        writeln!(told, "cargo::rerun-if-changed={}", path.display())?;
    }
    Ok(())
}

/// What lies below the folder.
#[derive(Default)]
struct Found {
    /// The files that are served, by their path below it.
    files: BTreeMap<String, PathBuf>,
    /// The folders in which a file may appear, and the files.
    watched: Vec<PathBuf>,
}

impl Found {
    fn look_into(&mut self, folder: &Path, under: &str) -> std::io::Result<()> {
        let mut has_served = under.is_empty();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = format!("{under}{}", name.to_string_lossy());
            let path = entry.path();
            if path.is_dir() {
                // A file of this name would be served: so may be what lies in the folder.
                if kinds::kind_of(&format!("{name}/any.js")).is_some() {
                    self.look_into(&path, &format!("{name}/"))?;
                }
            } else if kinds::kind_of(&name).is_some() {
                has_served = true;
                self.watched.push(path.clone());
                self.files.insert(name, path);
            }
        }
        if has_served {
            self.watched.push(folder.to_owned());
        }
        Ok(())
    }
}
