//! Opens what was written, by the formats' own rules and none of our code: ZIP, XML and PDF.

use std::collections::BTreeMap;
use std::io::Read as _;

/// The files of a ZIP archive, found by its central directory.
pub fn unzipped(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let end = archive
        .windows(4)
        .rposition(|at| at == b"PK\x05\x06")
        .unwrap();
    let count = number(archive, end + 10, 2);
    let mut at = number(archive, end + 16, 4);
    let mut files = BTreeMap::new();
    for _ in 0..count {
        assert_eq!(
            &archive[at..at + 4],
            b"PK\x01\x02",
            "an entry of the directory"
        );
        let method = number(archive, at + 10, 2);
        let (packed, size) = (number(archive, at + 20, 4), number(archive, at + 24, 4));
        let [name, extra, comment] = [28, 30, 32].map(|field| number(archive, at + field, 2));
        let local = number(archive, at + 42, 4);
        let text = String::from_utf8(archive[at + 46..at + 46 + name].to_vec()).unwrap();
        assert_eq!(&archive[local..local + 4], b"PK\x03\x04", "{text}");
        let skipped = number(archive, local + 26, 2) + number(archive, local + 28, 2);
        let data = &archive[local + 30 + skipped..][..packed];
        let mut bytes = Vec::new();
        match method {
            0 => bytes.extend_from_slice(data),
            8 => {
                let mut inflated = flate2::read::DeflateDecoder::new(data);
                inflated.read_to_end(&mut bytes).unwrap();
            }
            other => panic!("{text} is packed by method {other}"),
        }
        assert_eq!(bytes.len(), size, "{text}");
        files.insert(text, bytes);
        at += 46 + name + extra + comment;
    }
    files
}

fn number(bytes: &[u8], at: usize, length: usize) -> usize {
    let bytes = bytes[at..at + length].iter().rev();
    bytes.fold(0, |sum, byte| sum * 256 + usize::from(*byte))
}

/// What is wrong with the tags of a text, if anything: each is closed, in order, and every `&` is an entity.
/// `empty` are the tags of HTML that are never closed.
pub fn unbalanced(markup: &str, empty: &[&str]) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup;
    while let Some(at) = rest.find(['<', '&']) {
        let here = &rest[at..];
        if here.starts_with('&') {
            let end = here.find(';').filter(|end| *end < 12);
            let Some(end) = end else {
                return Some(format!("a bare & at {here:.40}"));
            };
            rest = &here[end + 1..];
            continue;
        }
        let Some(end) = here.find('>') else {
            return Some(format!("a tag without an end at {here:.40}"));
        };
        let tag = &here[1..end];
        rest = &here[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let last = open.pop();
            if last != Some(name.trim()) {
                return Some(format!("</{name}> closes {last:?}"));
            }
        } else if !tag.starts_with(['!', '?']) && !tag.ends_with('/') {
            let name = tag.split_whitespace().next().unwrap_or_default();
            if !empty.contains(&name) {
                open.push(name);
            }
            if name == "style" {
                rest = &rest[rest.find("</style>").unwrap_or(0)..];
            }
        }
    }
    open.pop().map(|name| format!("<{name}> is never closed"))
}

/// A PDF file as far as a reader needs it.
pub struct Pdf {
    pub pages: usize,
    /// Everything shown, text after text.
    pub text: String,
}

impl Pdf {
    /// Follows the cross-reference table to every object.
    pub fn open(bytes: &[u8]) -> Pdf {
        let find = |what: &[u8]| bytes.windows(what.len()).rposition(|at| at == what);
        let start = find(b"startxref").unwrap() + 10;
        let table: usize = word(bytes, start).parse().unwrap();
        assert_eq!(&bytes[table..table + 4], b"xref");
        let mut at = table + 5;
        let (first, count) = (word(bytes, at), word(bytes, at + 2));
        assert_eq!(first, "0", "one section from object 0");
        at += first.len() + count.len() + 2;
        let count: usize = count.parse().unwrap();
        let mut pdf = Pdf {
            pages: 0,
            text: String::new(),
        };
        for object in 1..count {
            let entry = &bytes[at + 20 * object..][..20];
            let offset: usize = word(entry, 0).parse().unwrap();
            let head = format!("{object} 0 obj");
            assert!(
                bytes[offset..].starts_with(head.as_bytes()),
                "object {object}"
            );
            pdf.read(&bytes[offset..]);
        }
        pdf
    }

    fn read(&mut self, object: &[u8]) {
        let find = |what: &[u8]| object.windows(what.len()).position(|at| at == what);
        let end = find(b"endobj").unwrap();
        let head = String::from_utf8_lossy(&object[..find(b"stream").unwrap_or(end).min(end)]);
        self.pages += usize::from(head.contains("/Type /Page\n") || head.contains("/Type /Page "));
        let Some(stream) = find(b"stream\n").filter(|stream| *stream < end) else {
            return;
        };
        let length = head.split("/Length ").nth(1).unwrap();
        let length: usize = word(length.as_bytes(), 0).parse().unwrap();
        let data = &object[stream + 7..][..length];
        let mut content = Vec::new();
        flate2::read::ZlibDecoder::new(data)
            .read_to_end(&mut content)
            .unwrap();
        self.show(&content);
    }

    /// The strings between parentheses.
    fn show(&mut self, content: &[u8]) {
        let mut inside = false;
        let mut bytes = content.iter();
        while let Some(byte) = bytes.next() {
            match (inside, byte) {
                (false, b'(') => inside = true,
                (true, b')') => {
                    inside = false;
                    self.text.push('\n');
                }
                (true, b'\\') => self.text.extend(bytes.next().map(|next| char::from(*next))),
                (true, other) => self.text.push(char::from(*other)),
                (false, _) => {}
            }
        }
    }
}

/// Letters up to the next blank.
fn word(bytes: &[u8], at: usize) -> String {
    let letters = bytes[at..]
        .iter()
        .take_while(|byte| !byte.is_ascii_whitespace());
    letters.map(|byte| char::from(*byte)).collect()
}
