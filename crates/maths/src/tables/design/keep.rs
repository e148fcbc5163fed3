//! The best of many, without keeping the many: a search may find millions of tables, and who asked
//! for twenty gets twenty in the memory of twenty.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Term;

/// A table by what it is sorted by. The largest is the first to go.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    /// More for the Player is less for the house, so the least edge comes first.
    net: Reverse<i128>,
    hits: Reverse<u64>,
    /// With equal nets the deviation goes by these.
    squares: i128,
    pays: Vec<u32>,
}

pub(super) struct Kept {
    limit: usize,
    heap: BinaryHeap<Ranked>,
}

impl Kept {
    pub fn new(limit: usize) -> Kept {
        Kept {
            limit,
            heap: BinaryHeap::new(),
        }
    }

    pub fn offer(&mut self, sum: Term, pays: &[u32]) {
        let (net, hits) = (Reverse(sum.net), Reverse(sum.hits));
        if self.heap.len() == self.limit {
            let worst = self.heap.peek();
            let worst = worst.map(|worst| (worst.net, worst.hits, worst.squares));
            if worst.is_none_or(|worst| (net, hits, sum.squares) >= worst) {
                return;
            }
            self.heap.pop();
        }
        self.heap.push(Ranked {
            net,
            hits,
            squares: sum.squares,
            pays: pays.to_vec(),
        });
    }

    /// Those kept, with what they come to; the least edge first.
    pub fn in_order(self) -> impl Iterator<Item = (Term, Vec<u32>)> {
        let sorted = self.heap.into_sorted_vec().into_iter();
        sorted.map(|ranked| {
            let sum = Term {
                net: ranked.net.0,
                squares: ranked.squares,
                hits: ranked.hits.0,
            };
            (sum, ranked.pays)
        })
    }
}
