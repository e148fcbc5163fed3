//! The second device of a member of staff: a secret that is told once, and codes that prove it.
//!
//! A secret counts once a code has confirmed it. Until then it is stored with a mark before it, in the
//! same place, so that every process of the house knows it. Behind a confirmed secret stands the half minute
//! of the last code that was taken: no code is taken twice (RFC 6238, 5.2).

use core::fmt::Write as _;

use house::people::Account;
use totp_rs::Builder;

use house::game::Timestamp;

/// How long a secret is: as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// Stands before a secret that no code has confirmed.
const UNCONFIRMED: u8 = b'?';

/// How far a person is with the second device.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))]
pub enum Device {
    /// None.
    None,
    /// A secret was told and not confirmed.
    Unconfirmed(Vec<u8>),
    /// Codes are asked for.
    Confirmed {
        /// What the device and the house share.
        secret: Vec<u8>,
        /// The half minute, counted from 1970, of the last code that was taken.
        used: u64,
    },
}

impl Device {
    /// As it is stored with the account.
    pub fn of(account: &Account) -> Device {
        Device::read(account.totp.as_deref())
    }

    fn read(stored: Option<&[u8]>) -> Device {
        match stored {
            None => Device::None,
            Some([UNCONFIRMED, secret @ ..]) if secret.len() == SECRET_BYTES => {
                Device::Unconfirmed(secret.to_vec())
            }
            Some(stored) => {
                let (secret, used) = stored.split_at(stored.len().min(SECRET_BYTES));
                let used = used.try_into().map_or(0, u64::from_be_bytes);
                let secret = secret.to_vec();
                Device::Confirmed { secret, used }
            }
        }
    }

    /// The device after this code, where the code is the one of this half minute, or of the one before or
    /// after, and neither it nor a later one was taken before.
    pub fn take(&self, code: &str, now: Timestamp) -> Option<Device> {
        let (secret, used) = match self {
            Device::None => return None,
            Device::Unconfirmed(secret) => (secret, 0),
            Device::Confirmed { secret, used } => (secret, *used),
        };
        let totp = Builder::new().with_secret(&secret[..]).build().ok()?;
        let step = totp.check(code, now.0 / 1_000)?;
        (step > used).then(|| Device::Confirmed {
            secret: secret.clone(),
            used: step,
        })
    }

    /// A new secret; an error where the system has no randomness.
    pub fn draw() -> Result<Device, getrandom::Error> {
        let mut secret = vec![0; SECRET_BYTES];
        getrandom::fill(&mut secret)?;
        Ok(Device::Unconfirmed(secret))
    }

    /// What is stored with the account.
    pub fn to_stored(&self) -> Option<Vec<u8>> {
        match self {
            Device::None => None,
            Device::Unconfirmed(secret) => {
                let mut marked = vec![UNCONFIRMED];
                marked.extend(secret);
                Some(marked)
            }
            Device::Confirmed { secret, used } => {
                let mut stored = secret.clone();
                stored.extend(used.to_be_bytes());
                Some(stored)
            }
        }
    }
}

/// Whether the person has to give codes of a second device.
pub fn has_second_device(account: &Account) -> bool {
    matches!(Device::of(account), Device::Confirmed { .. })
}

/// What a device reads, mostly as a picture: the secret with the names of house and person.
pub fn uri(house: &str, person: &str, secret: &[u8]) -> String {
    let (house, person, secret) = (escaped(house), escaped(person), base32(secret));
    format!("otpauth://totp/{house}:{person}?secret={secret}&issuer={house}")
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// RFC 4648, without the padding that devices do not want.
fn base32(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::new();
    let (mut held, mut bits) = (0_u32, 0);
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            let letter = (held >> bits) & 31;
            text.push(char::from(LETTERS[letter as usize]));
        }
        held &= (1 << bits) - 1;
    }
    if bits > 0 {
        let letter = (held << (5 - bits)) & 31;
        text.push(char::from(LETTERS[letter as usize]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of RFC 4648, without their padding.
    #[test]
    fn base32_is_that_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn names_are_escaped_in_the_uri() {
        let uri = uri("Queen High", "Jörg: 1&2", b"foobar");
        let expected = "otpauth://totp/Queen%20High:J%C3%B6rg%3A%201%262?secret=MZXW6YTBOI\
                        &issuer=Queen%20High";
        assert_eq!(uri, expected);
    }

    /// RFC 6238, appendix B: SHA-1, the last six of its eight digits, at 59 s.
    #[test]
    fn codes_are_those_of_the_standard() {
        let device = Device::Unconfirmed(b"12345678901234567890".to_vec());
        let take = |code: &str, seconds: u64| device.take(code, Timestamp(seconds * 1_000));
        assert!(take("287082", 59).is_some());
        assert!(take("287082", 89).is_some(), "half a minute later");
        assert!(take("287082", 150).is_none());
        assert!(take("287083", 59).is_none());
    }

    /// RFC 6238, 5.2: not twice, and none that is older; after being stored too.
    #[test]
    fn no_code_is_taken_twice() {
        let device = Device::Unconfirmed(b"12345678901234567890".to_vec());
        let now = Timestamp(59_000);
        let confirmed = device.take("287082", now).expect("the first time");
        assert!(confirmed.take("287082", now).is_none());
        let next = confirmed.take("359152", Timestamp(61_000));
        assert!(next.is_some(), "the code of the next half minute");
        assert_eq!(Device::read(confirmed.to_stored().as_deref()), confirmed);
    }
}
