//! How much one caller may ask at once: a bucket of tokens for each session and address.

use core::hash::Hash;
use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::config::RateLimit;

/// How many callers are remembered; beyond that the full buckets are forgotten.
const REMEMBERED: usize = 100_000;

/// Buckets by caller.
pub struct Buckets<K> {
    per_second: f64,
    most: f64,
    held: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl<K: Eq + Hash> Buckets<K> {
    /// Each caller may ask this much.
    pub fn new(limit: RateLimit) -> Buckets<K> {
        Buckets {
            per_second: f64::from(limit.per_second),
            most: f64::from(limit.at_once),
            held: Mutex::default(),
        }
    }

    /// Takes one; the time until there is one again where there is none.
    pub fn take(&self, caller: K) -> Result<(), Duration> {
        let now = Instant::now();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.len() >= REMEMBERED {
            let (per_second, most) = (self.per_second, self.most);
            held.retain(|_, bucket| bucket.filled(now, per_second, most) < most);
        }
        let full = Bucket {
            tokens: self.most,
            at: now,
        };
        let bucket = held.entry(caller).or_insert(full);
        let tokens = bucket.filled(now, self.per_second, self.most);
        if tokens < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - tokens) / self.per_second));
        }
        *bucket = Bucket {
            tokens: tokens - 1.0,
            at: now,
        };
        Ok(())
    }
}

impl Bucket {
    fn filled(&self, now: Instant, per_second: f64, most: f64) -> f64 {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        (self.tokens + since * per_second).min(most)
    }
}
