//! One box where more is drawn or looked at than two hands: community cards, bets on five or six cards.
//!
//! Deals go through three passes, a hundred at a time so that they stay in the first cache. The first
//! leaves out draws that do not count; the second knows the kind of nearly all five or six cards by
//! their ranks ([`together`](super::together)); only what is left is put to `game`. In none is there a
//! branch that hangs on the cards: what does not belong is written down all the same, and the next
//! written over it.

use game::{BestOfSix, Card, Strength, best_of_six, rank_five};

use super::cells::{BASES, Cells};
use super::dealing::{HANDS, Numbered, PAIRS, bits, index};
use super::single::{CARDS, KINDS, OTHER};
use super::together::{MORE_IN_ANY_CASE, RANKS, brought, is_more, may_be_more, plain_kinds, ranks};

pub struct Further {
    cells: Cells,
    /// What a hand or a pair brings to others, by the bits from [`OTHER`] on.
    brings: Box<[u32; KINDS]>,
    /// The cards of a pair in the low 52 bits, from [`OTHER`] on its place in `brings`.
    pub pairs: Box<[u64; PAIRS]>,
    /// The kind of five or six cards that have nothing beyond pairs and a run.
    plain: Box<[u8; RANKS]>,
}

impl Further {
    /// For hands as [`Single`](super::single::Single) writes them down, in the order of their numbers.
    pub fn new(cells: Cells, numbered: &Numbered, hands: &[u64; HANDS]) -> Further {
        let brings_of = |cards: &[Card]| match (cells.six, cells.five) {
            // Nothing is looked at: all is plain, and of one kind.
            (false, false) => 0,
            (true, false) | (false, true) => brought(cards),
            (true, true) => MORE_IN_ANY_CASE,
        };
        let mut brings = Box::new([0; KINDS]);
        for (hand, entry) in numbered.hands.iter().zip(hands) {
            brings[index(entry >> OTHER)] = brings_of(&hand.cards());
        }
        // Behind the hands there is room for pairs; those that bring the same share a place.
        let free = 2 * usize::from(Strength::COUNT);
        let pairs = numbered.pairs.map(|pair| {
            let own = brings_of(&pair);
            let mut places = (free as u64..).zip(&mut brings[free..]);
            let place = places.find(|(_, brought)| [0, own].contains(*brought));
            let (place, brought) = place.expect("of 1,326 pairs 169 differ at most");
            *brought = own;
            bits(&pair) | place << OTHER
        });
        Further {
            cells,
            brings,
            pairs: Box::new(pairs),
            plain: match (cells.six, cells.five) {
                (true, false) => plain_kinds(|six| of_six(six) as u8),
                (false, true) => plain_kinds(|five| rank_five(five) as u8),
                (false, false) | (true, true) => Box::new([0; RANKS]),
            },
        }
    }

    /// Counts the cells of deals; `base` is asked for the part the Player's hand and the Dealer's say.
    #[inline]
    pub fn look(
        &self,
        drawn: &Drawn,
        base: impl Fn(u64, u64) -> usize,
        sorted: &mut Sorted,
        counts: &mut [u64],
    ) {
        sorted.plain.count = 0;
        sorted.closer.count = 0;
        for at in 0..drawn.count.min(STEP) {
            let deal @ [own, others, second] = drawn.deal(at);
            let maybe = may_be_more(self.brings(own), self.brings(second));
            let cell = self.plain_cell(base(own, others), deal);
            sorted.plain.put(cell, !maybe);
            sorted.closer.put(place(at), maybe);
        }
        // Those that do hold more take the places of those that may, which are read by then.
        let maybe = core::mem::take(&mut sorted.closer.count);
        for turn in 0..maybe {
            let at = usize::from(sorted.closer.items[turn % STEP]);
            let deal @ [own, others, second] = drawn.deal(at);
            let more = is_more(
                (self.brings(own), own & CARDS),
                (self.brings(second), second & CARDS),
            );
            let cell = self.plain_cell(base(own, others), deal);
            sorted.plain.put(cell, !more);
            sorted.closer.put(place(at), more);
        }
        sorted.count_plain();
        for at in sorted.closer.all() {
            let deal @ [own, others, _] = drawn.deal(usize::from(*at));
            counts[self.cell(base(own, others), deal)] += 1;
        }
    }

    /// Of a hand or a pair.
    #[inline]
    fn brings(&self, cards: u64) -> u32 {
        self.brings[index(cards >> OTHER)]
    }

    /// Base and kind, where there is no more than pairs and a run.
    #[inline]
    fn plain_cell(&self, base: usize, [own, _, second]: [u64; 3]) -> u16 {
        let kind = self.plain[ranks(self.brings(own), self.brings(second))];
        place(base * PLAIN_KINDS + usize::from(kind))
    }

    /// The cell as the passes find it.
    #[cfg(test)]
    pub fn found(&self, base: usize, deal @ [own, _, second]: [u64; 3]) -> usize {
        let (one, other) = (self.brings(own), self.brings(second));
        let maybe = may_be_more(one, other);
        if maybe && is_more((one, own & CARDS), (other, second & CARDS)) {
            return self.cell(base, deal);
        }
        of_plain(usize::from(self.plain_cell(base, deal)))
    }

    /// Whatever there is.
    fn cell(&self, base: usize, [own, others, second]: [u64; 3]) -> usize {
        let six = || of_six(cards(own | others)) as usize;
        let five = || rank_five(cards(own | second)) as usize;
        let six = if self.cells.six { six() } else { 0 };
        let five = if self.cells.five { five() } else { 0 };
        self.cells.number(base, six, five)
    }
}

fn of_six(cards: [Card; 6]) -> BestOfSix {
    let (three, others) = (cards.first_chunk(), cards.last_chunk());
    three
        .zip(others)
        .map(|(three, others)| best_of_six(*three, *others))
        .expect("six are twice three")
}

/// The cards of the lowest bits.
fn cards<const N: usize>(mut bits: u64) -> [Card; N] {
    [(); N].map(|()| {
        let lowest = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        Card::ALL[lowest.min(51)]
    })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a place in a step, or a plain cell"
)]
const fn place(number: usize) -> u16 {
    number as u16
}

/// Words at a time.
pub const STEP: usize = 128;

/// Deals that count.
pub struct Drawn {
    owns: [u64; STEP],
    others: [u64; STEP],
    /// What the Player's hand is looked at with: the Dealer's, or the pair.
    seconds: [u64; STEP],
    pub count: usize,
}

impl Drawn {
    pub fn new() -> Drawn {
        Drawn {
            owns: [0; STEP],
            others: [0; STEP],
            seconds: [0; STEP],
            count: 0,
        }
    }

    /// Written down in any case, and kept where it counts.
    #[inline]
    pub fn put(&mut self, [own, others, second]: [u64; 3], counts: bool) {
        let at = self.count % STEP;
        (self.owns[at], self.others[at], self.seconds[at]) = (own, others, second);
        self.count = self.count.wrapping_add(usize::from(counts));
    }

    #[inline]
    fn deal(&self, at: usize) -> [u64; 3] {
        let at = at % STEP;
        [self.owns[at], self.others[at], self.seconds[at]]
    }
}

/// Plain kinds end with the straight, the fifth; a power of two is sooner reckoned with.
const PLAIN_KINDS: usize = 8;
const PLAIN_CELLS: usize = PLAIN_KINDS * BASES;

/// A plain cell among all.
const fn of_plain(cell: usize) -> usize {
    cell % PLAIN_KINDS * BASES + cell / PLAIN_KINDS
}

/// The deals of a step, plain and other; and the plain ones of all steps, by cell.
pub struct Sorted {
    plain: List,
    closer: List,
    /// Four sets of counts in turn: adding twice to one place would wait for the first. A block has
    /// fewer rounds than 2^16.
    banks: [[u16; PLAIN_CELLS]; 4],
}

impl Sorted {
    pub fn new() -> Sorted {
        Sorted {
            plain: List::new(),
            closer: List::new(),
            banks: [[0; PLAIN_CELLS]; 4],
        }
    }

    #[inline]
    fn count_plain(&mut self) {
        let [first, second, third, fourth] = &mut self.banks;
        let add = |bank: &mut [u16; PLAIN_CELLS], cell: u16| {
            let count = &mut bank[usize::from(cell) % PLAIN_CELLS];
            *count = count.wrapping_add(1);
        };
        let (fours, rest) = self.plain.all().as_chunks::<4>();
        for [a, b, c, d] in fours {
            add(first, *a);
            add(second, *b);
            add(third, *c);
            add(fourth, *d);
        }
        for cell in rest {
            add(first, *cell);
        }
    }

    /// Adds the plain deals to the cells of all.
    pub fn add_to(&self, counts: &mut [u64]) {
        let banks = self.banks.iter().flat_map(|bank| bank.iter().enumerate());
        for (cell, own) in banks.filter(|(_, own)| **own > 0) {
            counts[of_plain(cell)] += u64::from(*own);
        }
    }
}

/// At most a step's numbers.
struct List {
    items: [u16; STEP],
    count: usize,
}

impl List {
    fn new() -> List {
        List {
            items: [0; STEP],
            count: 0,
        }
    }

    /// Written down in any case, and kept where it counts.
    #[inline]
    fn put(&mut self, item: u16, counts: bool) {
        self.items[self.count % STEP] = item;
        self.count = self.count.wrapping_add(usize::from(counts));
    }

    fn all(&self) -> &[u16] {
        &self.items[..self.count]
    }
}
