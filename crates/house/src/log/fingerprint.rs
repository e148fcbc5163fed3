//! The hash chain of a log.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::Stream;
use crate::secret::{bytes32, hex32};

/// The hash of everything in a stream up to an entry: SHA-256 over the fingerprint before and the bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fingerprint(#[serde(with = "hex32")] pub [u8; 32]);

impl Fingerprint {
    /// Before the first entry. It contains the stream's name, so that a log does not pass for another's.
    pub fn start(stream: Stream) -> Fingerprint {
        let name = format!("queenhigh log of {stream}");
        Fingerprint(Sha256::digest(name.as_bytes()).into())
    }

    /// With these bytes behind it.
    #[must_use]
    pub fn then(self, bytes: &[u8]) -> Fingerprint {
        let mut sum = Sha256::new();
        sum.update(self.0);
        sum.update(bytes);
        Fingerprint(sum.finalize().into())
    }

    /// The hash of bytes alone, in no chain.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        Fingerprint(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&game::to_hex(&self.0))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Fingerprint, String> {
        let bytes = bytes32(text).map_err(|wrong| format!("fingerprint: {wrong}"))?;
        Ok(Fingerprint(bytes))
    }
}
