//! Random words in bulk: a stream of the cipher for each block.
//!
//! The key is the seed's eight bytes, least first, and noughts behind them, as at a table in the
//! terminal; the stream is the block's number. So any block can be had at once, on any machine.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// Filled at once: the cipher works on several of its 64-byte blocks side by side. Words of four, six
/// and eight bytes divide it.
pub const WORDS_BYTES: usize = 3 << 11;

pub struct Words {
    key: [u8; 32],
    rng: ChaCha20Rng,
    buffer: Box<[u8; WORDS_BYTES]>,
    used: usize,
}

impl Words {
    pub fn of_seed(seed: u64) -> Words {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Words {
            key,
            rng: ChaCha20Rng::from_seed(key),
            buffer: Box::new([0; WORDS_BYTES]),
            used: WORDS_BYTES,
        }
    }

    pub fn start(&mut self, block: u64) {
        self.rng = ChaCha20Rng::from_seed(self.key);
        self.rng.set_stream(block);
        self.used = WORDS_BYTES;
    }

    /// As many bytes as there are at hand, `most` at most and at least some. A caller takes words of
    /// one size only, so a word is never cut in two.
    #[inline]
    pub fn take(&mut self, most: usize) -> &[u8] {
        if self.used == WORDS_BYTES {
            self.rng.fill_bytes(&mut self.buffer[..]);
            self.used = 0;
        }
        let from = self.used;
        self.used += most.min(WORDS_BYTES - from);
        &self.buffer[from..self.used]
    }

    #[inline]
    pub fn word32(&mut self) -> u32 {
        let mut word = [0; 4];
        word.copy_from_slice(self.take(4));
        u32::from_le_bytes(word)
    }

    #[inline]
    pub fn word64(&mut self) -> u64 {
        let mut word = [0; 8];
        word.copy_from_slice(self.take(8));
        u64::from_le_bytes(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words of the published vector for a key and a stream of noughts (RFC 8439, A.1, no 1).
    #[test]
    fn the_words_are_those_of_the_cipher() {
        let mut words = Words::of_seed(0);
        words.start(0);
        assert_eq!(words.word32(), 0xade0_b876);
        assert_eq!(words.word32(), 0x903d_f1a0);
    }

    #[test]
    fn a_block_is_the_same_whenever_it_is_taken() {
        let mut words = Words::of_seed(9);
        words.start(3);
        let early: Vec<u64> = (0..5_000).map(|_| words.word64()).collect();
        words.start(8);
        words.word64();
        words.start(3);
        let late: Vec<u64> = (0..5_000).map(|_| words.word64()).collect();
        assert_eq!(early, late);
    }
}
