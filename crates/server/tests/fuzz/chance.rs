//! Chance that can be had again: a generator for each input, from the seed and the input's number.

pub struct Chance(u64);

impl Chance {
    pub fn of(seed: u64, nth: u64) -> Chance {
        let mixed =
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ nth.wrapping_mul(0xd134_2543_de82_ef95);
        let mut chance = Chance(mixed | 1);
        for _ in 0..4 {
            chance.next();
        }
        chance
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        usize::try_from(self.next() % bound).unwrap()
    }

    /// So often in a hundred.
    pub fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    pub fn byte(&mut self) -> u8 {
        self.next().to_be_bytes()[7]
    }
}
