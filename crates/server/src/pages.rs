//! The pages of the house: which file answers which address, and the files themselves.
//!
//! They are the files below `web/`, as they stand: the program holds them, or reads them from a folder for
//! those who work on them. A page knows of the house only what the API says, so nothing is filled in here
//! but the base path.

mod kinds;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use sha2::{Digest as _, Sha256};

mod built_in {
    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}

/// The page of the lobby.
const LOBBY: &str = "index.html";

/// The same, where the folder has none.
const PLAIN_LOBBY: &str = include_str!("pages/front_page.html");

/// The page where there is none at an address.
const NOT_FOUND: &str = "404.html";

/// The same, where the folder has none either.
const PLAIN_NOT_FOUND: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <title>Not found</title>\n<h1>There is no such page</h1>\n";

/// The pages of a house, under its base path.
pub struct Pages {
    base: String,
    from: Source,
}

enum Source {
    /// What the program holds.
    Program(BTreeMap<&'static str, Arc<File>>),
    /// A folder, read again for each request.
    Folder(PathBuf),
}

/// A file as it is sent.
pub struct File {
    /// The kind of its content.
    pub kind: &'static str,
    /// Its content.
    pub content: Bytes,
    /// The digest of the content, in hexadecimal.
    pub digest: String,
    gzipped: OnceLock<Option<Bytes>>,
}

impl Pages {
    /// The pages that the program holds, or those of a folder.
    pub fn new(base: &str, folder: Option<PathBuf>) -> Pages {
        let from = match folder {
            Some(folder) => Source::Folder(folder),
            None => Source::Program(held_by_program(base)),
        };
        Pages {
            base: base.to_owned(),
            from,
        }
    }

    /// What answers an address below the base path; nothing where no page or file has it.
    pub async fn at(&self, address: &str) -> Option<Arc<File>> {
        let name = file_at(address)?;
        let file = self.file(name).await;
        let plain = || Arc::new(File::new(HTML, PLAIN_LOBBY.into()));
        // Until the lobby has a page.
        file.or_else(|| (name == LOBBY).then(plain))
    }

    /// The page that says that there is none.
    pub async fn not_found(&self) -> Arc<File> {
        let file = self.file(NOT_FOUND).await;
        let plain = || Arc::new(File::new(HTML, PLAIN_NOT_FOUND.into()));
        file.unwrap_or_else(plain)
    }

    async fn file(&self, name: &str) -> Option<Arc<File>> {
        let folder = match &self.from {
            Source::Program(files) => return files.get(name).cloned(),
            Source::Folder(folder) => folder,
        };
        let kind = kinds::kind_of(name)?;
        let path = folder.join(name);
        let read = tokio::task::spawn_blocking(move || std::fs::read(path)).await;
        let content = read.ok()?.ok()?;
        Some(Arc::new(File::new(
            kind,
            with_base(&self.base, kind, content.into()),
        )))
    }
}

const HTML: &str = "text/html; charset=utf-8";

fn held_by_program(base: &str) -> BTreeMap<&'static str, Arc<File>> {
    let files = built_in::FILES.iter().filter_map(|(name, content)| {
        let kind = kinds::kind_of(name)?;
        let content = with_base(base, kind, Bytes::from_static(content));
        Some((*name, Arc::new(File::new(kind, content))))
    });
    files.collect()
}

/// The base path before every address of a page that begins at the root. `<base>` is not allowed to
/// pages, and a page that stands at several depths cannot write its addresses otherwise.
fn with_base(base: &str, kind: &str, content: Bytes) -> Bytes {
    if base.is_empty() || kind != HTML {
        return content;
    }
    let Ok(text) = core::str::from_utf8(&content) else {
        return content;
    };
    let text = text.replace("=\"/", &format!("=\"{base}/"));
    text.into_bytes().into()
}

/// The file that answers an address: a page by its name without `.html`, anything else as it lies.
fn file_at(address: &str) -> Option<&str> {
    let address = address.strip_prefix('/')?;
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    let parts: Vec<&str> = address.split('/').collect();
    Some(match parts.as_slice() {
        [""] => LOBBY,
        ["sign-in"] => "sign-in.html",
        ["table", table] if is_number(table) => "table.html",
        ["rules"] | ["rules", _] => "rules.html",
        ["limits"] => "limits.html",
        ["history"] => "history.html",
        ["round", table, round] if is_number(table) && is_number(round) => "round.html",
        ["sign"] => "sign.html",
        _ => {
            let kind = kinds::kind_of(address)?;
            return (kind != HTML).then_some(address);
        }
    })
}

impl File {
    fn new(kind: &'static str, content: Bytes) -> File {
        let digest = house::game::to_hex(&Sha256::digest(&content));
        File {
            kind,
            content,
            digest,
            gzipped: OnceLock::new(),
        }
    }

    /// The content in fewer bytes, where that is worth it. It is made once.
    pub fn gzipped(&self) -> Option<Bytes> {
        let is_text = self.kind.starts_with("text/") || self.kind == "image/svg+xml";
        if !is_text {
            return None;
        }
        let made = self.gzipped.get_or_init(|| {
            let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            writer.write_all(&self.content).ok()?;
            let made = writer.finish().ok()?;
            (made.len() < self.content.len()).then(|| made.into())
        });
        made.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_addresses_without_an_ending() {
        for (address, file) in [
            ("/", "index.html"),
            ("/table/3", "table.html"),
            ("/sign-in", "sign-in.html"),
            ("/rules", "rules.html"),
            ("/rules/rws-2020", "rules.html"),
            ("/limits", "limits.html"),
            ("/history", "history.html"),
            ("/round/3/17", "round.html"),
            ("/sign", "sign.html"),
            ("/style/base.css", "style/base.css"),
            ("/elements/playing-card.js", "elements/playing-card.js"),
        ] {
            assert_eq!(file_at(address), Some(file), "{address}");
        }
    }

    #[test]
    fn what_is_no_page_has_no_address() {
        for address in [
            "",
            "/index.html",
            "/table",
            "/table/",
            "/table/x",
            "/round/3",
            "/rules/rws-2020/3.1",
            "/..",
            "/../Cargo.toml",
            "/style/../../Cargo.css",
            "/style//base.css",
            "/.hidden.css",
            "/style/%2e%2e/base.css",
            "/a\\b.css",
            "/node_modules/axe-core/axe.js",
            "/tests/unit/state.test.js",
            "/protocol.d.ts",
            "/package.json",
            "/api/v1/none",
        ] {
            assert_eq!(file_at(address), None, "{address}");
        }
    }

    #[test]
    fn the_base_path_stands_before_addresses_of_the_root() {
        let page = Bytes::from_static(b"<a href=\"/\"></a><script src=\"/pages/table.js\">");
        let kept = with_base("", HTML, page.clone());
        assert_eq!(kept, page);
        let moved = with_base("/floor", HTML, page);
        let expected = "<a href=\"/floor/\"></a><script src=\"/floor/pages/table.js\">";
        assert_eq!(moved, expected.as_bytes());
    }
}
