//! How many sets of hands can be out together: no two with a card in common.
//!
//! Two winners of one round hold different cards, so the chance of several is a count of sets of
//! disjoint hands. We take the cards from the lowest up: either the lowest card left is in none of
//! the hands, or in one of those that have it as their lowest; what can still be made afterwards
//! depends on the cards that are left and on nothing else, so it is worked out once for each set of
//! cards left, suits that play alike put in one order. Runs reach two ranks up and three of a kind
//! none, so such sets stay few. Where hands reach far (pairs with any odd card, flushes) they do not,
//! and past [`LOOKS_MAX`] we give up rather than take minutes.
//!
//! One far-reaching case is common: the middle cards are of one suit and every three cards of that
//! suit win. Then it matters only how many of that suit are left, so the other hands are counted by
//! how many of its cards they take, and the flushes multiplied in at the end. Hands that have no rank
//! in common are counted apart and multiplied too.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use super::BOXES_MAX;

/// Hands looked at for one count: a few hundredths of a second. The largest part of any rulebook,
/// all runs and threes of the deck, takes a tenth of it.
const LOOKS_MAX: usize = 4_000_000;
/// For all counts of one table together: about a second.
const ALL_LOOKS_MAX: usize = 40_000_000;

/// Sets of nought up to seven hands.
pub(super) const SIZES: usize = BOXES_MAX as usize + 1;

/// One card of each rank.
const COLUMN: u64 = 0x1_1111_1111_1111;

/// Counts sets, and remembers what it has counted: beside many middles the same hands win, but for
/// the names of the ranks.
#[derive(Default)]
pub(super) struct Sets {
    known: BTreeMap<Vec<u64>, Option<Counts>>,
    looks: usize,
}

/// By marked cards taken, then by hands.
type Counts = Vec<u128>;

impl Sets {
    /// For each size how many sets of so many hands, no two with a card in common; none where that
    /// is too much to count. Hands are cards of the deck as bits.
    pub fn disjoint(&mut self, hands: &[u64], deck: u64) -> Option<[u128; SIZES]> {
        let whole = (0..4).map(|suit| deck & (COLUMN << suit)).find(|suited| {
            let inside = hands.iter().filter(|hand| *hand & !suited == 0).count();
            suited.count_ones() > 3 && inside as u128 == choose(suited.count_ones(), 3)
        });
        let marked = whole.unwrap_or(0);
        let others: Vec<u64> = hands
            .iter()
            .copied()
            .filter(|hand| hand & !marked != 0)
            .collect();
        let mut counts = vec![0; SIZES];
        counts[0] = 1;
        for part in parts(&others) {
            counts = product(&counts, &self.part(&part, marked)?);
        }
        let mut sets = [0; SIZES];
        for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (taken, size) = (at / SIZES, at % SIZES);
            let left = marked
                .count_ones()
                .checked_sub(u32::try_from(taken).ok()?)?;
            for flushes in 0..SIZES - size {
                sets[size + flushes] += count * triples(left, flushes);
            }
        }
        Some(sets)
    }

    fn part(&mut self, hands: &[u64], marked: u64) -> Option<Counts> {
        let (hands, marked) = renamed(hands, marked);
        let mut key = hands.clone();
        key.push(marked);
        if let Some(counts) = self.known.get(&key) {
            return counts.clone();
        }
        if self.looks > ALL_LOOKS_MAX {
            return None;
        }
        let mut counting = Counting::new(&hands, marked);
        let counts = counting.all();
        self.looks += counting.looks;
        self.known.insert(key, counts.clone());
        counts
    }
}

/// Hands that have no rank in common with others, apart.
fn parts(hands: &[u64]) -> Vec<Vec<u64>> {
    let mut parts: Vec<(u64, Vec<u64>)> = Vec::new();
    for hand in hands {
        let mut ranks = ranks(*hand);
        let mut joined = vec![*hand];
        parts.retain_mut(|(others, hands)| {
            let apart = *others & ranks == 0;
            if !apart {
                ranks |= *others;
                joined.append(hands);
            }
            apart
        });
        parts.push((ranks, joined));
    }
    parts.into_iter().map(|(_, hands)| hands).collect()
}

/// The lowest card of every rank that is there.
fn ranks(cards: u64) -> u64 {
    (cards | cards >> 1 | cards >> 2 | cards >> 3) & COLUMN
}

/// The same hands with other ranks: from nought up without a gap, and in a small part the rarest
/// first, so that parts alike but for their ranks become one. In a large part the order stays, since
/// it keeps a run's ranks together.
fn renamed(hands: &[u64], marked: u64) -> (Vec<u64>, u64) {
    let all = hands.iter().fold(0, |all, hand| all | hand);
    let mut order: Vec<u32> = (0..13).filter(|rank| all >> (4 * rank) & 15 != 0).collect();
    if all.count_ones() <= 24 {
        let often = |rank: u32| {
            hands
                .iter()
                .filter(|hand| *hand >> (4 * rank) & 15 != 0)
                .count()
        };
        order.sort_by_key(|rank| often(*rank));
    }
    let rename = |cards: u64| {
        let places = order.iter().zip(0_u32..);
        places.fold(0, |named, (rank, to)| {
            named | (cards >> (4 * rank) & 15) << (4 * to)
        })
    };
    let mut hands: Vec<u64> = hands.iter().map(|hand| rename(*hand)).collect();
    hands.sort_unstable();
    (hands, rename(marked & all))
}

/// Sets of one part beside sets of another.
fn product(one: &[u128], other: &[u128]) -> Counts {
    let mut both = vec![0; one.len() + other.len() - SIZES];
    for (i, a) in one.iter().enumerate().filter(|(_, a)| **a > 0) {
        let (taken, size) = (i / SIZES, i % SIZES);
        for (j, b) in other.iter().enumerate().filter(|(_, b)| **b > 0) {
            if size + j % SIZES < SIZES {
                both[(taken + j / SIZES) * SIZES + size + j % SIZES] += a * b;
            }
        }
    }
    both
}

/// The most suits that can be renamed among each other without changing which hands there are.
fn alike(hands: &[u64], marked: u64) -> Vec<u8> {
    let swaps = |one: u8, other: u8| {
        let swap = |cards: u64| {
            let (a, b) = (cards >> one & COLUMN, cards >> other & COLUMN);
            cards & !(COLUMN << one | COLUMN << other) | a << other | b << one
        };
        let found = |hand: &u64| hands.binary_search(&swap(*hand)).is_ok();
        swap(marked) == marked && hands.iter().all(found)
    };
    let group = |one: u8| {
        (0..4)
            .filter(|other| *other == one || swaps(one, *other))
            .collect()
    };
    let groups = (0..4).map(group);
    groups.max_by_key(Vec::len).unwrap_or_default()
}

/// Sets of nought, one and two, without any limit: pairs that share a card are those that share each
/// card, less those that share two and were taken off twice.
pub(super) fn disjoint_pairs(hands: &[u64]) -> [u128; 3] {
    let mut one = [0_u128; 52];
    let mut two = vec![0_u128; 52 * 52];
    for hand in hands {
        let cards = bits(*hand);
        for (at, a) in cards.iter().enumerate() {
            one[*a] += 1;
            for b in &cards[at + 1..] {
                two[a * 52 + b] += 1;
            }
        }
    }
    let pairs = |counts: &[u128]| {
        counts
            .iter()
            .map(|n| n * n.saturating_sub(1) / 2)
            .sum::<u128>()
    };
    let all = hands.len() as u128;
    [
        1,
        all,
        all * all.saturating_sub(1) / 2 + pairs(&two) - pairs(&one),
    ]
}

/// Ways to take `sets` sets of three from `cards` cards.
pub(super) fn triples(cards: u32, sets: usize) -> u128 {
    let mut ways = 1;
    let mut left = cards;
    for set in 1..=sets {
        if left < 3 {
            return 0;
        }
        // Divides at every step: so many sets taken in turn, over the orders of the last.
        ways = ways * choose(left, 3) / set as u128;
        left -= 3;
    }
    ways
}

pub(super) fn choose(of: u32, take: u32) -> u128 {
    (0..take).fold(1, |ways, at| {
        ways * u128::from(of.saturating_sub(at)) / u128::from(at + 1)
    })
}

fn bits(mut hand: u64) -> Vec<usize> {
    let mut cards = Vec::with_capacity(3);
    while hand != 0 {
        cards.push(hand.trailing_zeros() as usize);
        hand &= hand - 1;
    }
    cards
}

struct Counting {
    /// Hands by their lowest card.
    from: Vec<Vec<u64>>,
    /// Cards to be counted as they are taken.
    marked: u64,
    alike: Vec<u8>,
    /// Where the counts of a set of cards left begin in `counts`.
    known: HashMap<u64, usize, BuildHasherDefault<Mixed>>,
    counts: Vec<u128>,
    /// Numbers kept for one set of cards: by marked cards taken, then by hands.
    width: usize,
    looks: usize,
}

impl Counting {
    /// Hands in ascending order.
    fn new(hands: &[u64], marked: u64) -> Counting {
        let mut from = vec![Vec::new(); 52];
        for hand in hands {
            from[hand.trailing_zeros() as usize].push(*hand);
        }
        Counting {
            from,
            marked,
            alike: alike(hands, marked),
            known: HashMap::default(),
            counts: Vec::new(),
            width: SIZES * (marked.count_ones() as usize + 1),
            looks: 0,
        }
    }

    fn all(&mut self) -> Option<Counts> {
        let cards = self.from.iter().flatten().fold(0, |all, hand| all | hand);
        let at = self.count(cards)?;
        Some(self.counts[at..at + self.width].to_vec())
    }

    fn count(&mut self, left: u64) -> Option<usize> {
        let left = self.ordered(self.useful(left));
        if let Some(at) = self.known.get(&left) {
            return Some(*at);
        }
        let mut counts = vec![0; self.width];
        self.looks += 1;
        if left == 0 {
            counts[0] = 1;
        } else {
            let lowest = left.trailing_zeros() as usize;
            self.looks += self.from[lowest].len();
            if self.looks > LOOKS_MAX {
                return None;
            }
            let without = self.count(left & (left - 1))?;
            counts.copy_from_slice(&self.counts[without..without + self.width]);
            for at in 0..self.from[lowest].len() {
                let hand = self.from[lowest][at];
                if hand & !left == 0 {
                    let rest = self.count(left & !hand)?;
                    let taken = SIZES * (hand & self.marked).count_ones() as usize;
                    self.add(&mut counts, rest, taken);
                }
            }
        }
        let at = self.counts.len();
        self.counts.extend(counts);
        self.known.insert(left, at);
        Some(at)
    }

    /// One hand more than in `rest`, and so many marked cards.
    fn add(&self, counts: &mut [u128], rest: usize, taken: usize) {
        let rest = &self.counts[rest..rest + self.width - taken];
        for (to, from) in counts[taken..].chunks_mut(SIZES).zip(rest.chunks(SIZES)) {
            for size in 1..SIZES {
                to[size] += from[size - 1];
            }
        }
    }

    /// Without the lowest cards that begin no hand any more.
    fn useful(&self, mut left: u64) -> u64 {
        while left != 0 {
            let begins = &self.from[left.trailing_zeros() as usize];
            if begins.iter().any(|hand| hand & !left == 0) {
                break;
            }
            left &= left - 1;
        }
        left
    }

    /// Suits that are alike, from the fullest down.
    fn ordered(&self, left: u64) -> u64 {
        let mut columns: [u64; 4] = [0; 4];
        let columns = &mut columns[..self.alike.len()];
        let mut kept = left;
        for (column, suit) in columns.iter_mut().zip(&self.alike) {
            *column = (left >> suit) & COLUMN;
            kept &= !(COLUMN << suit);
        }
        columns.sort_unstable_by(|one, other| other.cmp(one));
        let suits = columns.iter().zip(&self.alike);
        suits.fold(kept, |all, (column, suit)| all | column << suit)
    }
}

/// Sets of cards are well mixed by one multiplication; the standard hasher would ask the system for
/// randomness, which nothing here may.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
