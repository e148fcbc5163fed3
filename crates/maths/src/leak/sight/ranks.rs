//! Sums over hands by their ranks alone, for every choice of cards taken out of the deck by rank.
//!
//! With `c` cards of a rank left, a rank is once in a hand in `c` ways, twice in `c (c - 1) / 2`,
//! three times in `c (c - 1) (c - 2) / 6`. So the sum over all hands of a weight that knows only
//! their ranks is a polynomial of the thirteen counts, of degree three. It is not worked out anew for
//! each choice: rank after rank is settled from the Ace down, and what is carried is the sum over
//! hands of settled ranks, those that want one more card by its rank, and those that want two by
//! theirs. Six cards can be taken in some 18,000 ways, nine in 270,000, and most of them differ from
//! the one before in the last ranks only, where little is left to carry.

pub(super) const RANKS: usize = 13;

/// What a hand of three ranks weighs, in any order.
#[derive(Clone)]
pub(super) struct Form(Vec<[[i64; RANKS]; RANKS]>);

impl Form {
    /// By ranks from high to low.
    pub(super) fn new(weight: impl Fn([usize; 3]) -> i64) -> Form {
        let mut form = vec![[[0; RANKS]; RANKS]; RANKS];
        for [x, y, z] in all_ranks() {
            form[x][y][z] = weight([x, y, z]);
        }
        Form(form)
    }

    /// The sum over hands of three different ranks with so many cards of each.
    pub(super) fn of_different(&self, cards: [i64; RANKS]) -> i64 {
        let mut sum = 0;
        for x in 2..RANKS {
            let mut with_x = 0;
            for y in 1..x {
                let thirds = self.0[x][y][..y].iter().zip(cards);
                let with_y: i64 = thirds.map(|(weight, cards)| weight * cards).sum();
                with_x += with_y * cards[y];
            }
            sum += with_x * cards[x];
        }
        sum
    }

    /// By the two lower ranks.
    pub(super) fn of(&self, highest: usize) -> &[[i64; RANKS]; RANKS] {
        &self.0[highest]
    }

    /// From high to low.
    pub(super) fn weight(&self, [x, y, z]: [usize; 3]) -> i64 {
        self.0[x][y][z]
    }
}

/// Three ranks from high to low.
pub(super) fn all_ranks() -> impl Iterator<Item = [usize; 3]> {
    let two = (0..RANKS).flat_map(|x| (0..=x).map(move |y| (x, y)));
    two.flat_map(|(x, y)| (0..=y).map(move |z| [x, y, z]))
}

/// How many cards of each rank are taken.
pub(super) type Taken = [u8; RANKS];

/// Takes `cards` of those that are `left` in every way by rank, and tells each with the form's sum
/// over the hands that remain.
pub(super) fn each_taken(left: [u8; RANKS], cards: u8, form: &Form, each: impl FnMut(&Taken, i64)) {
    let mut below = [0; RANKS];
    for rank in 1..RANKS {
        below[rank] = below[rank - 1] + left[rank - 1];
    }
    let mut walk = Walk {
        left,
        below,
        form,
        lowest: lowest(form),
        taken: [0; RANKS],
        settled: vec![Settled::default(); RANKS + 1],
        each,
    };
    walk.settle(RANKS - 1, cards);
}

/// Hands by their settled cards: all three, two with the third's rank still to come, one with both.
#[derive(Clone, Default)]
pub(super) struct Settled {
    pub(super) three: i64,
    pub(super) two: [i64; RANKS],
    pub(super) one: [[i64; RANKS]; RANKS],
}

struct Walk<'a, Each> {
    left: [u8; RANKS],
    /// How many cards of lower ranks are left.
    below: [u8; RANKS],
    form: &'a Form,
    /// The sum over hands of the two lowest ranks, by how many of their cards are left.
    lowest: [[i64; 5]; 5],
    taken: Taken,
    /// By the lowest rank settled; nothing is above the Ace.
    settled: Vec<Settled>,
    each: Each,
}

impl<Each: FnMut(&Taken, i64)> Walk<'_, Each> {
    fn settle(&mut self, rank: usize, cards: u8) {
        if rank == 1 {
            return self.settle_lowest(cards);
        }
        let least = cards.saturating_sub(self.below[rank]);
        for taken in least..=cards.min(self.left[rank]) {
            self.taken[rank] = taken;
            let stay = i64::from(self.left[rank] - taken);
            let (next, before) = self.settled.split_at_mut(rank + 1);
            next[rank].settle(&before[0], self.form, rank, stay);
            self.settle(rank - 1, cards - taken);
        }
    }

    /// Both lowest ranks at once: what one does not give the other must.
    fn settle_lowest(&mut self, cards: u8) {
        let Settled { three, two, one } = &self.settled[2];
        let least = cards.saturating_sub(self.left[0]);
        for taken in least..=cards.min(self.left[1]) {
            (self.taken[0], self.taken[1]) = (cards - taken, taken);
            let [low, high] = [0, 1].map(|rank| i64::from(self.left[rank] - self.taken[rank]));
            let pairs = |stay: i64| stay * (stay - 1) / 2;
            let with_one = two[0] * low + two[1] * high;
            let with_two =
                one[0][0] * pairs(low) + one[1][1] * pairs(high) + one[1][0] * low * high;
            let lowest = &self.lowest[usize::from(self.left[0] - self.taken[0])];
            let with_three = lowest[usize::from(self.left[1] - taken)];
            (self.each)(&self.taken, three + with_one + with_two + with_three);
        }
    }
}

pub(super) fn lowest(form: &Form) -> [[i64; 5]; 5] {
    let weight = |x, y, z| form.weight([x, y, z]);
    let count = |stay: usize| i64::try_from(stay).unwrap_or(i64::MAX);
    let pairs = |stay: usize| count(stay * stay.saturating_sub(1) / 2);
    let threes = |stay: usize| pairs(stay) * (count(stay) - 2) / 3;
    std::array::from_fn(|low| {
        std::array::from_fn(|high| {
            weight(0, 0, 0) * threes(low)
                + weight(1, 0, 0) * count(high) * pairs(low)
                + weight(1, 1, 0) * pairs(high) * count(low)
                + weight(1, 1, 1) * threes(high)
        })
    })
}

impl Settled {
    pub(super) fn settle(&mut self, before: &Settled, form: &Form, rank: usize, stay: i64) {
        // Wrapping, because a check for overflow at each step doubles the time: a margin over one hand,
        // even in the smallest parts used here, is below 2^20, and there are fewer than 2^15 hands.
        let add = i64::wrapping_add;
        let pairs = stay * (stay - 1) / 2;
        let threes = pairs * (stay - 2) / 3;
        let weights = &form.0[rank];
        let with_two = before.one[rank][rank].wrapping_mul(pairs);
        let with_three = weights[rank][rank].wrapping_mul(threes);
        let with_one = before.two[rank].wrapping_mul(stay);
        self.three = add(add(before.three, with_one), add(with_two, with_three));
        for (x, weights_of) in weights.iter().enumerate().take(rank) {
            let with_one = before.one[rank][x].wrapping_mul(stay);
            let with_two = weights[rank][x].wrapping_mul(pairs);
            self.two[x] = add(before.two[x], add(with_one, with_two));
            let carried = before.one[x].iter().zip(weights_of);
            for (next, (before, weight)) in self.one[x][..=x].iter_mut().zip(carried) {
                *next = add(*before, weight.wrapping_mul(stay));
            }
        }
    }
}
