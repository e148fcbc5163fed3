//! Where seeds are drawn and sealed: the operating system's chance, and a key that is in no database.
//!
//! A sealed seed lies in the log, so that whichever process serves the table next can conclude the
//! round. A reader of the log without the key learns nothing from it. A key that is lost cannot be
//! replaced: tables with cards in play have then stopped for good, so it is kept twice.

use std::path::Path;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use game::{from_hex, to_hex};
use serde::{Deserialize, Serialize};

use super::{DealId, Seed, SeedOwner};
use crate::log::Fingerprint;
use crate::secret::{self, KeyError};

/// Never printed: it has no `Debug`.
pub struct Vault(XChaCha20Poly1305);

/// A seed as it lies in the log while its round is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// What everybody can hold the seed against once it is told.
    pub promise: Fingerprint,
    /// For those with the key: a number used once, then cipher and tag, in hexadecimal.
    pub sealed: String,
}

/// There is no chance to be had: then no cards are dealt. Nothing takes its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    /// The operating system refused.
    #[error("the operating system gave no randomness: {0}")]
    NoRandomness(String),
    /// Two draws were the same.
    #[error("the operating system's randomness repeats itself")]
    RepeatedRandomness,
}

const NONCE: usize = 24;
/// Seed and tag.
const CIPHER: usize = 32 + 16;

impl Vault {
    /// With the key in the file, which is made if it is not there.
    pub fn open(path: &Path) -> Result<Vault, KeyError> {
        secret::open(path).map(Vault::with)
    }

    pub(crate) fn with(key: [u8; 32]) -> Vault {
        Vault(XChaCha20Poly1305::new(&key.into()))
    }

    /// A new random seed, sealed for this round.
    pub fn draw(&self, deal: DealId) -> Result<Sealed, VaultError> {
        let mut drawn = [0; 32 + 32 + NONCE];
        let filled = getrandom::fill(&mut drawn);
        filled.map_err(|error| VaultError::NoRandomness(error.to_string()))?;
        self.seal(deal, &drawn)
    }

    /// The first part is the seed; the second was drawn to see that the source still turns.
    fn seal(&self, deal: DealId, drawn: &[u8; 32 + 32 + NONCE]) -> Result<Sealed, VaultError> {
        let (seed, rest) = drawn.split_at(32);
        let (other, nonce) = rest.split_at(32);
        if seed == other {
            return Err(VaultError::RepeatedRandomness);
        }
        let mut bytes = [0; 32];
        bytes.copy_from_slice(seed);
        let seed = Seed::new(bytes);
        let promise = seed.promise(deal, SeedOwner::House);
        let mut number = [0; NONCE];
        number.copy_from_slice(nonce);
        let payload = Payload {
            msg: seed.bytes(),
            aad: &promise.0,
        };
        let cipher = self.0.encrypt(&XNonce::from(number), payload);
        let cipher = cipher.expect("a seed is short enough for the cipher");
        let sealed = to_hex(nonce) + &to_hex(&cipher);
        Ok(Sealed { promise, sealed })
    }

    /// The seed, if it was sealed with this key for this round.
    pub fn look(&self, deal: DealId, sealed: &Sealed) -> Option<Seed> {
        let (nonce, cipher) = sealed.sealed.split_at_checked(2 * NONCE)?;
        let (nonce, cipher) = (from_hex::<NONCE>(nonce)?, from_hex::<CIPHER>(cipher)?);
        let payload = Payload {
            msg: &cipher,
            aad: &sealed.promise.0,
        };
        let seed = self.0.decrypt(&XNonce::from(nonce), payload).ok()?;
        let seed = Seed::new(seed.try_into().ok()?);
        (seed.promise(deal, SeedOwner::House) == sealed.promise).then_some(seed)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

    use super::*;
    use ledger::TableId;

    const DEAL: DealId = DealId {
        table: TableId(7),
        round: 12,
    };

    #[test]
    fn only_the_key_opens_a_seal_and_only_for_its_round() {
        let vault = Vault::with([1; 32]);
        let sealed = vault.draw(DEAL).unwrap();
        let seed = vault.look(DEAL, &sealed).unwrap();
        assert_eq!(seed.promise(DEAL, SeedOwner::House), sealed.promise);
        assert_eq!(Vault::with([2; 32]).look(DEAL, &sealed), None);
        let next = DealId { round: 13, ..DEAL };
        assert_eq!(vault.look(next, &sealed), None);
        let mut turned = sealed.clone();
        let last = if turned.sealed.ends_with('0') {
            "1"
        } else {
            "0"
        };
        turned.sealed.replace_range(turned.sealed.len() - 1.., last);
        assert_eq!(vault.look(DEAL, &turned), None);
        turned.sealed = "nothing".to_owned();
        assert_eq!(vault.look(DEAL, &turned), None);
    }

    #[test]
    fn a_source_that_stands_still_deals_no_cards() {
        let vault = Vault::with([1; 32]);
        assert_eq!(
            vault.seal(DEAL, &[0; 88]),
            Err(VaultError::RepeatedRandomness)
        );
    }

    #[test]
    fn a_seal_says_nothing_of_its_seed() {
        let vault = Vault::with([1; 32]);
        let sealed = vault.draw(DEAL).unwrap();
        let seed = serde_json::to_string(&vault.look(DEAL, &sealed)).unwrap();
        let written = serde_json::to_string(&sealed).unwrap();
        assert!(!written.contains(&seed[1..17]));
    }
}
