//! The seeds that were opened at a table, so that none is taken a second time.
//!
//! A source of randomness that repeats itself, as that of a copied virtual machine does, repeats seeds.
//! The promise of a seed names its round, so two promises of one seed differ: the seeds themselves are
//! compared. A Player who opens a seed that is public already has no say in the deck.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::shuffle::Seed;

/// How many are remembered: a table has them all in memory and in each of its snapshots.
const REMEMBERED: usize = 100;

/// The last seeds opened at a table, of its Players and of the house, the oldest first. Shared, because a
/// table is copied for every decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Seed>", into = "Vec<Seed>")]
pub(in crate::table) struct UsedSeeds(Arc<VecDeque<Seed>>);

impl UsedSeeds {
    pub(super) fn contains(&self, seed: &Seed) -> bool {
        self.0.contains(seed)
    }

    pub(super) fn add(&mut self, seed: Seed) {
        let seeds = Arc::make_mut(&mut self.0);
        if seeds.len() == REMEMBERED {
            seeds.pop_front();
        }
        seeds.push_back(seed);
    }
}

impl From<Vec<Seed>> for UsedSeeds {
    fn from(seeds: Vec<Seed>) -> UsedSeeds {
        UsedSeeds(Arc::new(seeds.into()))
    }
}

impl From<UsedSeeds> for Vec<Seed> {
    fn from(UsedSeeds(seeds): UsedSeeds) -> Vec<Seed> {
        seeds.iter().copied().collect()
    }
}
