//! What protects players: `[protection]` of the file, and its checks.

use serde::Deserialize;

use super::place::{Fault, Step};

/// The longest time between two reality checks that a house may allow, in minutes.
const CHECK_MAX: u32 = 24 * 60;
/// The longest time for an answer to a dispute, in days.
const DISPUTE_MAX: u32 = 90;

/// What protects players, as far as the house may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "[protection]", deny_unknown_fields, default)]
pub struct ProtectionConfig {
    /// A player with an account is told time and money after so many minutes of play, unless he chooses
    /// otherwise.
    pub reality_check_minutes: u32,
    /// The most minutes he may choose.
    pub reality_check_minutes_max: u32,
    /// A dispute is to be answered within so many days.
    pub dispute_days: u32,
}

impl Default for ProtectionConfig {
    fn default() -> ProtectionConfig {
        ProtectionConfig {
            reality_check_minutes: 60,
            reality_check_minutes_max: 60,
            dispute_days: 7,
        }
    }
}

/// Everything that is wrong with it.
pub fn faults(protection: &ProtectionConfig) -> Vec<Fault> {
    let most = protection.reality_check_minutes_max;
    let figures = [
        ("reality_check_minutes_max", most, CHECK_MAX),
        (
            "reality_check_minutes",
            protection.reality_check_minutes,
            most.min(CHECK_MAX),
        ),
        ("dispute_days", protection.dispute_days, DISPUTE_MAX),
    ];
    let wrong = figures
        .into_iter()
        .filter(|(_, found, most)| !(1..=*most).contains(found));
    let fault = |(name, found, most): (&'static str, u32, u32)| Fault {
        path: vec![Step::Name("protection"), Step::Name(name)],
        found: found.to_string(),
        expected: format!("1 to {}", most.max(1)),
    };
    wrong.map(fault).collect()
}
