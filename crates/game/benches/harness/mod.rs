//! A bench harness in a page: each case beside its reference, in one table.
//!
//! A time alone says more about the machine than about us, so every case names what it is measured
//! against, and the ratio is the result. The two are run in turns and the median of the passes
//! counts, so that a neighbour on the same core disturbs both alike. A bench takes it in with
//! `mod harness;` and `harness = false` in the manifest.

use std::hint::black_box;
use std::time::{Duration, Instant};

const PASSES: u32 = 51;
/// A pass shorter than this would measure the clock.
const PASS_MIN: Duration = Duration::from_millis(2);

/// One row of the table: what we wrote, and what it has to stand beside.
pub struct Case<'a, T> {
    pub name: &'a str,
    pub inputs: &'a [T],
    pub reference: &'a str,
}

impl<T: Copy> Case<'_, T> {
    /// Measures both over all inputs and prints the row.
    pub fn compare<R, S>(&self, ours: impl Fn(T) -> R, reference: impl Fn(T) -> S) {
        let repeats = self.repeats(&ours);
        let passes: Vec<(f64, f64)> = (0..PASSES)
            .map(|_| (self.pass(repeats, &ours), self.pass(repeats, &reference)))
            .collect();
        let ours = median(passes.iter().map(|pass| pass.0));
        let theirs = median(passes.iter().map(|pass| pass.1));
        // Each pass has its own ratio: its two halves had the same neighbours.
        let ratio = median(passes.iter().map(|pass| pass.0 / pass.1));
        row(self.name, ours, self.reference, theirs, ratio);
    }

    fn repeats<R>(&self, work: &impl Fn(T) -> R) -> u32 {
        let mut repeats = 1;
        while timed(|| self.run(repeats, work)) < PASS_MIN {
            repeats *= 2;
        }
        repeats
    }

    /// Nanoseconds for one input.
    fn pass<R>(&self, repeats: u32, work: &impl Fn(T) -> R) -> f64 {
        let inputs = u32::try_from(self.inputs.len()).expect("as many inputs as fit in memory");
        let time = timed(|| self.run(repeats, work));
        time.as_secs_f64() * 1e9 / f64::from(inputs) / f64::from(repeats)
    }

    fn run<R>(&self, repeats: u32, work: &impl Fn(T) -> R) {
        for _ in 0..repeats {
            for &input in black_box(self.inputs) {
                black_box(work(input));
            }
        }
    }
}

/// From a fixed seed: the same inputs in the same order on every machine.
pub struct Chance(u64);

impl Chance {
    pub const fn seeded(seed: u64) -> Chance {
        Chance(seed)
    }

    /// 0 to `bound - 1`, evenly enough for a bench.
    pub fn below(&mut self, bound: usize) -> usize {
        // Knuth's multiplier of MMIX; its low bits are poor, so the high ones are used.
        let step = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = step.wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % bound
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
pub fn heading() {
    let (name, ours, reference, theirs, ratio) = ("case", "ns/op", "reference", "ns/op", "ratio");
    println!("{name:<32} {ours:>8}   {reference:<24} {theirs:>8} {ratio:>7}");
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn row(name: &str, ours: f64, reference: &str, theirs: f64, ratio: f64) {
    println!("{name:<32} {ours:>8.2}   {reference:<24} {theirs:>8.2} {ratio:>7.2}");
}

#[expect(
    clippy::disallowed_methods,
    reason = "the rules know no clock, a bench is one"
)]
fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
