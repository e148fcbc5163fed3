//! The Dealer's hands against one hand of the Player when more cards are known: by each card and by
//! each two cards they hold.
//!
//! [`Deals`](crate::Deals) answers how often the Dealer is better; who sees a Dealer's card, other
//! Players' hands or cards in the middle asks how often among the hands that hold those cards, or do
//! not. All of that follows from one table over two cards: a hand with a card has two pairs with it,
//! so the hands with one card are half the sum over its pairs, and all hands a third of the sum over
//! the cards; what is left beside known cards is inclusion and exclusion once more.

use core::ops::{Add, AddAssign, Sub};

use game::{Card, DealerHand, Hand, Rulebook, Strength};

use crate::deals::Against;

/// Four counts in one word, sixteen bits each: none exceeds 18,424, so they add like one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(u64);

/// Against one hand of the Player: the Dealer's hands by the cards in them.
#[derive(Clone)]
pub struct Beside {
    pub all: Counts,
    pub with_card: [Counts; 52],
    /// By the rank of their lowest card.
    pub with_lowest: [Counts; 13],
    with_pair: Box<[Counts; PAIRS]>,
    place: u16,
}

/// What every hand is worth in the Dealer's hands, by its number among the 22,100.
pub struct Dealers {
    /// Nothing where the Dealer does not qualify, else one more than the strength.
    places: Vec<u16>,
}

const PAIRS: usize = 52 * 51 / 2;

impl Dealers {
    /// # Panics
    ///
    /// Never: three numbers in order name three different cards.
    pub fn new(rulebook: &Rulebook) -> Dealers {
        let mut places = Vec::with_capacity(22_100);
        for c in 2..52 {
            for b in 1..c {
                for a in 0..b {
                    let cards = [Card::ALL[a], Card::ALL[b], Card::ALL[c]];
                    let hand = Hand::new(cards).expect("three different cards");
                    let qualifies = DealerHand::new(rulebook, hand).qualifies;
                    places.push(if qualifies { place(hand.strength()) } else { 0 });
                }
            }
        }
        Dealers { places }
    }

    /// All the Dealer can hold against this hand.
    pub fn beside(&self, hand: Hand) -> Beside {
        let mut beside = Beside {
            all: Counts(0),
            with_card: [Counts(0); 52],
            with_lowest: [Counts(0); 13],
            with_pair: Box::new([Counts(0); PAIRS]),
            place: place(hand.strength()),
        };
        let own = hand.cards().map(|card| usize::from(card.index()));
        let left: Vec<usize> = (0..52).filter(|card| !own.contains(card)).collect();
        for (k, &c) in left.iter().enumerate() {
            for (j, &b) in left[..k].iter().enumerate().skip(1) {
                let (row, third) = (pair(0, b), pair(0, c));
                let start = triple(0, b, c);
                let mut with_both = Counts(0);
                for &a in &left[..j] {
                    let one = self.outcome(start + a, beside.place);
                    with_both += one;
                    beside.with_pair[row + a] += one;
                    beside.with_pair[third + a] += one;
                    beside.with_lowest[a / 4] += one;
                }
                beside.with_pair[pair(b, c)] += with_both;
            }
        }
        beside.sum_up(&left);
        beside
    }

    /// Every hand the Dealer can hold against this one, with how it stands.
    pub fn each(&self, hand: Hand, mut each: impl FnMut([Card; 3], Counts)) {
        let own = place(hand.strength());
        let mut left = Card::ALL.to_vec();
        left.retain(|card| !hand.cards().contains(card));
        let number = |card: Card| usize::from(card.index());
        for (k, &c) in left.iter().enumerate() {
            for (j, &b) in left[..k].iter().enumerate().skip(1) {
                let start = triple(0, number(b), number(c));
                for &a in &left[..j] {
                    each([a, b, c], self.outcome(start + number(a), own));
                }
            }
        }
    }

    /// How the Dealer's hand of this number stands against a Player's hand of this place.
    fn outcome(&self, number: usize, own: u16) -> Counts {
        let dealer = self.places[number];
        let at = u32::from(dealer > 0) + u32::from(dealer >= own) + u32::from(dealer > own);
        Counts(1 << (16 * at))
    }

    /// The Dealer's hand of three cards in order, against the same.
    pub fn hand(&self, own: &Beside, [a, b, c]: [usize; 3]) -> Counts {
        self.outcome(triple(a, b, c), own.place)
    }

    /// The same against a Player's hand of this strength.
    pub fn against(&self, own: Strength, [a, b, c]: [usize; 3]) -> Counts {
        self.outcome(triple(a, b, c), place(own))
    }

    /// Nothing where the Dealer does not qualify with these cards in order, else one more than their
    /// strength.
    #[cfg(test)]
    pub fn place(&self, [a, b, c]: [usize; 3]) -> u16 {
        self.places[triple(a, b, c)]
    }
}

impl Beside {
    fn sum_up(&mut self, left: &[usize]) {
        for (k, &c) in left.iter().enumerate() {
            for &b in &left[..k] {
                let both = self.with_pair[pair(b, c)];
                self.with_card[b] += both;
                self.with_card[c] += both;
            }
        }
        let mut three_times = [0; 4];
        for card in &mut self.with_card {
            // Every count is even: two pairs a hand.
            card.0 >>= 1;
            for (sum, count) in three_times.iter_mut().zip(card.each()) {
                *sum += count;
            }
        }
        let [unqualified, worse, equal, better] = three_times.map(|sum| u64::from(sum / 3));
        self.all = Counts(unqualified | worse << 16 | equal << 32 | better << 48);
    }

    /// The Dealer's hands with both these cards.
    pub fn with_pair(&self, one: usize, other: usize) -> Counts {
        self.with_pair[pair(one.min(other), one.max(other))]
    }

    /// The Dealer's hands with neither of two cards.
    pub fn without_two(&self, one: usize, other: usize) -> Counts {
        self.all - self.with_card[one] - self.with_card[other] + self.with_pair(one, other)
    }
}

impl Counts {
    /// Unqualified, worse, equal, better.
    pub fn each(self) -> [u32; 4] {
        [0, 16, 32, 48].map(|shift| {
            let count = self.0 >> shift & 0xffff;
            u32::try_from(count).unwrap_or(u32::MAX)
        })
    }

    pub fn sum(self) -> u32 {
        self.each().iter().sum()
    }

    /// Weighed by what each outcome is worth.
    pub fn value(self, worth: [i64; 4]) -> i64 {
        let each = self.each().into_iter().zip(worth);
        each.map(|(count, worth)| i64::from(count) * worth).sum()
    }
}

impl From<Counts> for Against {
    fn from(counts: Counts) -> Against {
        let [unqualified, worse, equal, better] = counts.each();
        Against {
            unqualified,
            worse,
            equal,
            better,
        }
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts(self.0.wrapping_add(other.0))
    }
}

/// A count may borrow from its neighbour on the way; the end result has given everything back.
impl Sub for Counts {
    type Output = Counts;

    fn sub(self, other: Counts) -> Counts {
        Counts(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.0 += other.0;
    }
}

fn place(strength: Strength) -> u16 {
    strength.index() + 1
}

/// The number of two cards, the lower first.
const fn pair(a: usize, b: usize) -> usize {
    b * (b - 1) / 2 + a
}

/// The number of three cards in order.
const fn triple(a: usize, b: usize, c: usize) -> usize {
    c * (c - 1) * (c - 2) / 6 + pair(a, b)
}
