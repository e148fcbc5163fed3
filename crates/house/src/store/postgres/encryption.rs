//! The encryption settings in the URL of a database: `sslmode` and `sslrootcert`, with the meaning libpq
//! gives them.
//!
//! The driver knows three of the modes and no certificates, so both settings are taken out of the URL before
//! the driver reads it.

use core::ops::Range;
use std::borrow::Cow;
use std::path::PathBuf;

use percent_encoding::percent_decode_str;

use super::super::OpenError;

/// How connections are encrypted, and what of the server's certificate is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SslMode {
    /// Plain text.
    Disable,
    /// Encrypted where the server can, plain text where it cannot. The default.
    Prefer,
    /// Encrypted; the certificate is not checked.
    Require,
    /// Encrypted, and the certificate must be issued by one in `sslrootcert`.
    VerifyCa,
    /// The same, and the certificate must be for the host that the URL names.
    VerifyFull,
}

const MODES: [(&str, SslMode); 5] = [
    ("disable", SslMode::Disable),
    ("prefer", SslMode::Prefer),
    ("require", SslMode::Require),
    ("verify-ca", SslMode::VerifyCa),
    ("verify-full", SslMode::VerifyFull),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encryption {
    pub mode: SslMode,
    /// A PEM file of certificates. Present if and only if the mode checks the certificate of the server.
    pub root_certificates: Option<PathBuf>,
}

impl Encryption {
    /// Removes the two settings from `url`; returns them, and the URL without them.
    pub fn taken_from(url: &str) -> Result<(Encryption, String), OpenError> {
        let (mut mode, mut root, mut rest) = (None, None, url.to_owned());
        // From the last to the first, so that removing one does not shift the ranges of the others.
        for setting in settings(url).into_iter().rev() {
            match &*setting.name {
                "sslmode" => mode = mode.or(Some(setting.value)),
                "sslrootcert" => root = root.or(Some(setting.value)),
                _ => continue,
            }
            rest.replace_range(setting.place, "");
        }
        let named = match mode {
            None => SslMode::Prefer,
            Some(name) => {
                let known = MODES.iter().find(|(known, _)| *known == name);
                let expected = "disable, prefer, require, verify-ca or verify-full";
                known.ok_or_else(|| refused("sslmode", name, expected))?.1
            }
        };
        let root_certificates = root.map(|path| PathBuf::from(path.into_owned()));
        let mode = match (named, &root_certificates) {
            (SslMode::Require, Some(_)) => SslMode::VerifyCa,
            (SslMode::VerifyCa | SslMode::VerifyFull, None) => {
                let expected =
                    "a file of certificates, as sslmode asks for the server's to be checked";
                return Err(refused("sslrootcert", "not given", expected));
            }
            (SslMode::Disable | SslMode::Prefer, Some(_)) => {
                let expected = "require, verify-ca or verify-full, as sslrootcert is given";
                return Err(refused("sslmode", named.name(), expected));
            }
            (mode, _) => mode,
        };
        let encryption = Encryption {
            mode,
            root_certificates,
        };
        Ok((encryption, rest))
    }
}

impl SslMode {
    fn name(self) -> &'static str {
        let of_it = MODES.iter().find(|(_, mode)| *mode == self);
        of_it.map_or("", |(name, _)| name)
    }
}

pub fn refused(
    setting: &'static str,
    found: impl Into<String>,
    expected: &'static str,
) -> OpenError {
    OpenError::Unsafe {
        place: "the URL of the store".to_owned(),
        setting,
        found: found.into(),
        expected,
    }
}

struct Setting<'a> {
    name: Cow<'a, str>,
    value: Cow<'a, str>,
    /// Its byte range in the URL, with the separator that follows.
    place: Range<usize>,
}

/// The settings in either form of a URL, as far as they can be read; the driver reports errors in the rest.
fn settings(url: &str) -> Vec<Setting<'_>> {
    let schemes = ["postgres://", "postgresql://"];
    if schemes.iter().any(|scheme| url.starts_with(scheme)) {
        in_query(url)
    } else {
        in_pairs(url)
    }
}

/// `postgres://user:password@host/database?name=value&name=value`
fn in_query(url: &str) -> Vec<Setting<'_>> {
    // As the driver does, search after the `@`: a password may contain a question mark.
    let host = url.find('@').map_or(0, |at| at + 1);
    let Some(mark) = url[host..].find('?') else {
        return Vec::new();
    };
    let mut start = host + mark + 1;
    let mut found = Vec::new();
    for pair in url[start..].split_inclusive('&') {
        let place = start..start + pair.len();
        start = place.end;
        let pair = pair.strip_suffix('&').unwrap_or(pair);
        if let Some((name, value)) = pair.split_once('=') {
            found.push(Setting {
                name: percent_decode_str(name).decode_utf8_lossy(),
                value: percent_decode_str(value).decode_utf8_lossy(),
                place,
            });
        }
    }
    found
}

/// `host=one dbname=house password='with a space'`: a backslash in a value escapes the next character.
fn in_pairs(text: &str) -> Vec<Setting<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((setting, end)) = pair(text, at) {
        found.push(setting);
        at = end;
    }
    found
}

fn pair(text: &str, from: usize) -> Option<(Setting<'_>, usize)> {
    let blanks = |at: usize| text[at..].len() - text[at..].trim_start().len();
    let start = from + blanks(from);
    let equals = start + text[start..].find('=')?;
    let name = text[start..equals].trim_end();
    let mut at = equals + 1;
    at += blanks(at);
    let quoted = text[at..].starts_with('\'');
    at += usize::from(quoted);
    let (mut value, mut characters) = (String::new(), text[at..].char_indices());
    let mut end = text.len();
    while let Some((place, character)) = characters.next() {
        match character {
            '\\' => value.push(characters.next()?.1),
            '\'' if quoted => {
                end = at + place + 1;
                break;
            }
            blank if blank.is_whitespace() && !quoted => {
                end = at + place;
                break;
            }
            other => value.push(other),
        }
    }
    let setting = Setting {
        name: Cow::Borrowed(name),
        value: Cow::Owned(value),
        place: start..end,
    };
    Some((setting, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> (SslMode, Option<String>, String) {
        let (encryption, rest) = Encryption::taken_from(url).unwrap();
        let root = encryption.root_certificates;
        let root = root.map(|path| path.display().to_string());
        (encryption.mode, root, rest)
    }

    fn refusal(url: &str) -> String {
        Encryption::taken_from(url).unwrap_err().to_string()
    }

    #[test]
    fn both_settings_are_taken_out_of_a_url() {
        let url = "postgres://a:b?c@one,two/house?application_name=x&sslmode=verify-full&sslrootcert=%2Fca%20.pem";
        let rest = "postgres://a:b?c@one,two/house?application_name=x&";
        let root = Some("/ca .pem".to_owned());
        assert_eq!(read(url), (SslMode::VerifyFull, root, rest.to_owned()));
        let config: tokio_postgres::Config = rest.parse().unwrap();
        assert_eq!(config.get_password(), Some(&b"b?c"[..]));
        assert_eq!(config.get_application_name(), Some("x"));
    }

    #[test]
    fn both_settings_are_taken_out_of_pairs() {
        let text = r"host=one sslmode = 'verify-ca' password='it\'s sslmode=x' sslrootcert=/a\ b dbname=house";
        let (mode, root, rest) = read(text);
        assert_eq!((mode, root.as_deref()), (SslMode::VerifyCa, Some("/a b")));
        let config: tokio_postgres::Config = rest.parse().unwrap();
        assert_eq!(config.get_password(), Some(&b"it's sslmode=x"[..]));
        assert_eq!(config.get_dbname(), Some("house"));
    }

    #[test]
    fn unless_the_url_says_otherwise_encryption_is_preferred() {
        for url in ["postgres://one/house", "host=one", ""] {
            assert_eq!(read(url), (SslMode::Prefer, None, url.to_owned()));
        }
    }

    /// As libpq reads the two together.
    #[test]
    fn a_root_certificate_makes_require_check_it() {
        let url = "postgres://one/house?sslmode=require&sslrootcert=ca.pem";
        assert_eq!(read(url).0, SslMode::VerifyCa);
        assert_eq!(
            read("postgres://one/house?sslmode=require").0,
            SslMode::Require
        );
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        assert_eq!(
            refusal("postgres://one/house?sslmode=allow"),
            "the URL of the store: sslmode is allow, expected disable, prefer, require, verify-ca or verify-full"
        );
        assert_eq!(
            refusal("host=one sslmode=verify-full"),
            "the URL of the store: sslrootcert is not given, expected a file of certificates, as sslmode asks for the server's to be checked"
        );
        for mode in ["disable", "prefer"] {
            let url = format!("postgres://one/house?sslmode={mode}&sslrootcert=ca.pem");
            let told = format!("sslmode is {mode}, expected require, verify-ca or verify-full");
            assert!(refusal(&url).contains(&told), "{}", refusal(&url));
        }
    }
}
