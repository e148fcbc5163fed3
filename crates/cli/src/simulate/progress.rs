//! A progress bar on standard error, if that is a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use super::page::{grouped, rate};

/// Time between two updates of the bar.
const PAUSE: Duration = Duration::from_millis(100);
const WIDTH: usize = 24;

/// The bar.
pub struct Progress {
    rounds: u64,
    start: Instant,
    shown: Option<Instant>,
    seen: bool,
}

impl Progress {
    /// A bar for this many rounds.
    pub fn new(rounds: u64) -> Progress {
        Progress {
            rounds,
            start: Instant::now(),
            shown: None,
            seen: std::io::stderr().is_terminal(),
        }
    }

    /// Updates the bar, if it is time.
    pub fn show(&mut self, done: u64) {
        let due = self.shown.is_none_or(|shown| shown.elapsed() >= PAUSE);
        if !self.seen || !due || self.start.elapsed() < PAUSE {
            return;
        }
        self.shown = Some(Instant::now());
        let line = bar(done, self.rounds, self.start.elapsed());
        // A terminal that is gone is no reason to stop counting.
        let mut stderr = std::io::stderr();
        let _ = write!(stderr, "\r{line}\x1b[K").and_then(|()| stderr.flush());
    }

    /// Removes the bar.
    pub fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// ` 43 % [##########--------------] 4,300,000 rounds, 61.2 M/s, 0:05 left`.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a bar is as exact as its letters are wide"
)]
fn bar(done: u64, rounds: u64, time: Duration) -> String {
    let share = done as f64 / rounds as f64;
    let full = (share * WIDTH as f64) as usize;
    let (done_part, rest) = ("#".repeat(full), "-".repeat(WIDTH - full.min(WIDTH)));
    let each_second = done as f64 / time.as_secs_f64();
    let left = if done > 0 {
        clock((rounds - done) as f64 / each_second)
    } else {
        "?".to_owned()
    };
    let percent = (share * 100.0) as u64;
    format!(
        "{percent:>3} % [{done_part}{rest}] {} rounds, {}, {left} left",
        grouped(done.into()),
        rate(each_second)
    )
}

/// `0:05`, `12:40`, `3:07:00`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole seconds to come"
)]
fn clock(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_tells_rate_and_time_left() {
        let half = bar(5_000_000, 10_000_000, Duration::from_secs(10));
        assert_eq!(
            half,
            " 50 % [############------------] 5,000,000 rounds, 500 k/s, 0:10 left"
        );
        let none = bar(0, 10, Duration::from_secs(1));
        assert!(none.ends_with("0 rounds, 0 /s, ? left"), "{none}");
        assert_eq!(clock(11_220.0), "3:07:00");
    }
}
