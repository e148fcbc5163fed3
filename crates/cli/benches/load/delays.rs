//! From the time a command was meant to be sent until its committed event is at a seat.

use core::time::Duration;
use std::rc::Rc;

use tokio::time::Instant;

use crate::seat::{Record, SEATS};

/// The delays of a phase, sorted.
pub struct Delays {
    sorted: Vec<Duration>,
    /// Commands whose time had come.
    pub meant: usize,
    /// Of these, committed ones.
    pub committed: usize,
}

impl Delays {
    /// Of the players, table by table. A command that is not committed by the end counts with its age then.
    pub fn of(records: &[Rc<Record>], end: Instant) -> Delays {
        let mut delays = Delays {
            sorted: Vec::new(),
            meant: 0,
            committed: 0,
        };
        for table in records.chunks(SEATS) {
            for asking in table {
                for (meant, to) in asking.asked.borrow().iter().copied() {
                    delays.committed += 1;
                    for seat in table {
                        let arrived = seat.arrived.borrow();
                        let nth = arrived.partition_point(|(number, _)| *number < to);
                        let at = arrived.get(nth).map_or(end, |(_, at)| *at);
                        delays.sorted.push(at.saturating_duration_since(meant));
                    }
                }
                let waiting = asking.waiting.borrow();
                let late = waiting.iter().filter(|meant| **meant < end);
                for meant in late {
                    delays.meant += 1;
                    delays.sorted.extend([end - *meant; SEATS]);
                }
            }
        }
        delays.meant += delays.committed;
        delays.sorted.sort_unstable();
        delays
    }

    /// The delay that this share of all does not exceed.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place in a list"
    )]
    pub fn percentile(&self, share: f64) -> Duration {
        let last = self.sorted.len().saturating_sub(1);
        let nth = (last as f64 * share).round() as usize;
        self.sorted.get(nth).copied().unwrap_or_default()
    }
}
