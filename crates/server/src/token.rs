//! Tokens: 256 bits from the operating system, told once and stored only as their hash.

use core::fmt;

use house::game::{from_hex, to_hex};
use house::people::TokenHash;
use sha2::{Digest, Sha256};

/// A session's or a ticket's secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

/// A token is never printed by accident.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// A new one; an error where the system has no randomness.
    pub fn draw() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes))
    }

    /// As its holder writes it.
    pub fn read(text: &str) -> Option<Token> {
        from_hex(text).map(Token)
    }

    /// As it is told to its holder.
    pub fn to_text(&self) -> String {
        to_hex(&self.0)
    }

    /// As it is stored.
    pub fn hash(&self) -> TokenHash {
        let digest = Sha256::digest(self.0);
        let mut hash = [0; 32];
        hash.copy_from_slice(&digest);
        TokenHash(hash)
    }
}
