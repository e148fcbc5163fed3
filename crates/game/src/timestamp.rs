//! When something happened. Time is an input: the rules compare moments and never ask for one.

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970 by the clock of the house.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// Whole seconds from `earlier` until now; none where the clock went back.
    pub const fn seconds_since(self, earlier: Timestamp) -> u64 {
        self.0.saturating_sub(earlier.0) / 1_000
    }
}
