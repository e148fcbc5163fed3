//! The Dealer's 18,424 hands against each of the Player's, counted without dealing them.
//!
//! How many Dealer hands are worse than a given one is a count over all 22,100 hands, less those that
//! hold a card the Player has: less the hands with each of his three cards, plus those with two of
//! them, less his own hand (inclusion and exclusion). The hands with one given card depend on its
//! rank alone, those with two given cards on their ranks and whether they are of one suit. So the
//! classes are walked from the weakest strength to the strongest with one counter for all hands,
//! thirteen for a card and 338 for two, and every class reads its own eight before and after the
//! hands of its strength are added. 1,755 classes, some twenty sums each: that is the whole work.

use game::{Card, DealerHand, Rulebook, Strength};

use crate::classes::{Class, classes};

/// Three cards of the forty-nine the Player does not hold.
pub const DEALER_HANDS: u32 = 18_424;

/// The Dealer's hands against one hand of the Player, 18,424 in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Against {
    /// Those that do not qualify.
    pub unqualified: u32,
    /// Qualified, and worse than the Player's.
    pub worse: u32,
    /// Qualified, and equal to the Player's.
    pub equal: u32,
    /// Qualified, and better than the Player's.
    pub better: u32,
}

/// What the Dealer can hold against each class of hands under one rulebook.
#[derive(Clone, Debug)]
pub struct Deals {
    /// The classes in their own order, each with what it faces.
    pub faced: Vec<(Class, Against)>,
}

impl Deals {
    /// Counts the Dealer's hands under a rulebook.
    pub fn new(rulebook: &Rulebook) -> Deals {
        let known: Vec<Known> = (classes().into_iter())
            .map(|class| Known::new(rulebook, class))
            .collect();
        let order = by_strength(&known);
        let mut against = vec![Against::default(); known.len()];
        let mut seen = Seen::default();
        let strength = |at: &u16| known[usize::from(*at)].class.strength;
        for alike in order.chunk_by(|one, next| strength(one) == strength(next)) {
            let alike = || alike.iter().map(|at| usize::from(*at));
            for at in alike() {
                against[at].worse = seen.beside(&known[at]);
            }
            for at in alike().filter(|at| known[*at].qualifies) {
                seen.add(&known[at]);
            }
            for at in alike() {
                let up_to = seen.beside(&known[at]) - u32::from(known[at].qualifies);
                against[at].equal = up_to - against[at].worse;
            }
        }
        // Now every hand has been seen: what is left of the qualified is better.
        let faced = known.iter().zip(against).map(|(known, mut against)| {
            let qualified = seen.beside(known) - u32::from(known.qualifies);
            against.better = qualified - against.worse - against.equal;
            against.unqualified = DEALER_HANDS - qualified;
            (known.class, against)
        });
        Deals {
            faced: faced.collect(),
        }
    }
}

/// A class with the counters its hands belong to.
#[derive(Clone, Copy)]
struct Known {
    class: Class,
    /// Whether a Dealer plays with it.
    qualifies: bool,
    ranks: [u8; 3],
    pairs: [u16; 3],
}

impl Known {
    fn new(rulebook: &Rulebook, class: Class) -> Known {
        let [a, b, c] = class.hand.cards();
        Known {
            class,
            qualifies: DealerHand::new(rulebook, class.hand).qualifies,
            ranks: [a, b, c].map(|card| card.rank() as u8),
            pairs: [pair_slot(a, b), pair_slot(a, c), pair_slot(b, c)],
        }
    }
}

/// Counted so far: all hands, those with a given card in quarters, those with two given cards in
/// twelfths, because a class is spread over the four cards of a rank and up to twelve pairs alike.
struct Seen {
    all: u32,
    with_card: [u32; 13],
    with_pair: [u32; PAIR_SLOTS],
}

impl Default for Seen {
    fn default() -> Seen {
        Seen {
            all: 0,
            with_card: [0; 13],
            with_pair: [0; PAIR_SLOTS],
        }
    }
}

impl Seen {
    /// The hands of a class go to their counters.
    fn add(&mut self, known: &Known) {
        let size = known.class.size;
        self.all += size;
        for rank in known.ranks {
            self.with_card[usize::from(rank)] += size;
        }
        for pair in known.pairs {
            self.with_pair[usize::from(pair)] += size * twelfths(pair);
        }
    }

    /// Hands seen that hold none of these cards; the hand itself, if seen, is still taken off once
    /// too often.
    fn beside(&self, known: &Known) -> u32 {
        let ones = known.ranks.map(|rank| self.with_card[usize::from(rank)]);
        let twos = known.pairs.map(|pair| self.with_pair[usize::from(pair)]);
        self.all + twos.iter().sum::<u32>() / 12 - ones.iter().sum::<u32>() / 4
    }
}

const PAIR_SLOTS: usize = 13 * 13 * 2;

/// Two given cards: by rank and rank, apart or of one suit.
fn pair_slot(x: Card, y: Card) -> u16 {
    let (low, high) = if x.rank() <= y.rank() { (x, y) } else { (y, x) };
    let suited = u16::from(x.suit() == y.suit());
    (high.rank() as u16 * 13 + low.rank() as u16) * 2 + suited
}

/// Each pair's part of its slot: there are six of one rank, four suited, twelve apart.
fn twelfths(slot: u16) -> u32 {
    let (high, low) = (slot / 2 / 13, slot / 2 % 13);
    match (high == low, slot % 2) {
        (true, _) => 2,
        (false, 1) => 3,
        (false, _) => 1,
    }
}

/// The classes from the weakest to the strongest, by number: there are few, so they are dealt into
/// piles.
fn by_strength(known: &[Known]) -> Vec<u16> {
    let pile = |known: &Known| usize::from(known.class.strength.index());
    let mut starts = [0_usize; Strength::COUNT as usize + 1];
    for known in known {
        starts[pile(known) + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut order = vec![0; known.len()];
    for (number, known) in (0_u16..).zip(known) {
        let place = &mut starts[pile(known)];
        order[*place] = number;
        *place += 1;
    }
    order
}
