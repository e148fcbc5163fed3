//! How much clients may ask: `[limits]` of the file, and its checks.

use serde::Deserialize;

use super::place::{Fault, Step};

/// The largest figure that `[limits]` takes.
const MOST: u32 = 1_000_000;

/// How many clients are served at once, and how often each may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "[limits]", deny_unknown_fields, default)]
pub struct RequestLimits {
    /// Connections at once, sockets among them; more are not taken.
    pub connections: u32,
    /// Requests and commands of one session.
    pub session: RateLimit,
    /// Requests of one address without a session.
    pub address: RateLimit,
    /// Attempts of one address to sign in.
    pub sign_ins: RateLimit,
    /// New guests from one address.
    pub guests: RateLimit,
}

/// How often one caller may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "{ at_once = …, per_second = … }", deny_unknown_fields)]
pub struct RateLimit {
    /// So many at once, after a pause.
    pub at_once: u32,
    /// And so many a second on the whole.
    pub per_second: u32,
}

impl RateLimit {
    const fn new(at_once: u32, per_second: u32) -> RateLimit {
        RateLimit {
            at_once,
            per_second,
        }
    }
}

impl Default for RequestLimits {
    fn default() -> RequestLimits {
        RequestLimits {
            connections: 20_000,
            session: RateLimit::new(400, 200),
            address: RateLimit::new(2_000, 500),
            sign_ins: RateLimit::new(20, 1),
            guests: RateLimit::new(2_000, 50),
        }
    }
}

/// Everything that is wrong with them.
pub fn faults(limits: &RequestLimits) -> Vec<Fault> {
    let mut figures = vec![(vec!["connections"], limits.connections)];
    for (name, rate) in [
        ("session", limits.session),
        ("address", limits.address),
        ("sign_ins", limits.sign_ins),
        ("guests", limits.guests),
    ] {
        figures.push((vec![name, "at_once"], rate.at_once));
        figures.push((vec![name, "per_second"], rate.per_second));
    }
    let wrong = figures
        .into_iter()
        .filter(|(_, figure)| !(1..=MOST).contains(figure));
    let fault = |(names, figure): (Vec<&'static str>, u32)| Fault {
        path: ["limits"]
            .into_iter()
            .chain(names)
            .map(Step::Name)
            .collect(),
        found: figure.to_string(),
        expected: format!("1 to {MOST}"),
    };
    wrong.map(fault).collect()
}
