//! Cards of two hands looked at together: the kind of five or six cards by an `and` and a table.
//!
//! Most five or six cards hold nothing beyond pairs and a run, and then their kind is known by which
//! ranks are there: as many pairs as there are ranks too few. What may be beyond is three of a rank or
//! five of a suit. Each hand is therefore written down as what it has (its ranks, and the tokens below)
//! and what it wants of the other for more (a rank it has twice, a token), in two halves of one number.
//! With three cards a side at most, three of a rank lie as 3 + 0 or 2 + 1 and five of a suit as 3 + 2:
//! so where neither has what the other wants there is no more.
//!
//! What a hand brings is known by its strength: by its ranks and whether it is of one suit, not which.
//! So a hand of one suit asks for a closer look that mostly finds nothing; they are few, and the table
//! is small enough for the first cache.
//!
//! Nothing is said here about which kind is better: `game` is asked, once for each set of ranks.

use game::{Card, Rank, Suit};

/// Sets of thirteen ranks.
pub const RANKS: usize = 1 << OF_RANKS;

const OF_RANKS: u32 = 13;
const RANK_BITS: u32 = (1 << OF_RANKS) - 1;
/// Three of a rank want it and everybody has it: they need no second hand.
const PRESENT: u32 = 1 << OF_RANKS;
/// Three of a suit want it; three cards may have two of that suit, and so do two of one suit.
const TWO_SUITED: u32 = 1 << (OF_RANKS + 1);
const HALF: u32 = 16;

/// What two or three cards bring to others.
pub fn brought(cards: &[Card]) -> u32 {
    let (mut once, mut twice, mut thrice) = (0, 0, 0);
    for card in cards {
        let own = 1 << card.rank() as u32;
        thrice |= twice & own;
        twice |= once & own;
        once |= own;
    }
    let suited = cards.windows(2).all(|two| two[0].suit() == two[1].suit());
    let token = |is: bool, token: u32| if is { token } else { 0 };
    let has = once | PRESENT | token(suited || cards.len() > 2, TWO_SUITED);
    let wants = twice | token(thrice != 0, PRESENT) | token(suited && cards.len() > 2, TWO_SUITED);
    has << HALF | wants
}

/// What makes [`may_be_more`] of any two.
pub const MORE_IN_ANY_CASE: u32 = PRESENT << HALF | PRESENT;

/// False only where among the cards of both no rank is there three times and no suit five times.
#[inline]
pub fn may_be_more(one: u32, other: u32) -> bool {
    // The one's wishes meet what the other has in the lower half, the other's in the upper.
    one & other.rotate_left(HALF) != 0
}

/// Whether there is more, of hands or pairs with these cards as bits. No branch, because the
/// processor cannot predict it.
#[inline]
pub fn is_more((one, ones): (u32, u64), (other, others): (u32, u64)) -> bool {
    let three_of_a_rank = one & other.rotate_left(HALF) & !(TWO_SUITED << HALF | TWO_SUITED) != 0;
    three_of_a_rank | completes((one, ones), others) | completes((other, others), ones)
}

/// Whether there are three of a suit and two more among the others.
#[inline]
fn completes((brings, cards): (u32, u64), others: u64) -> bool {
    /// The first suit of every rank.
    const FIRST_SUIT: u64 = 0x1_1111_1111_1111;
    let same = others & FIRST_SUIT << (cards.trailing_zeros() % 4);
    (brings & TWO_SUITED != 0) & (same & same.wrapping_sub(1) != 0)
}

/// The ranks of both.
#[inline]
pub fn ranks(one: u32, other: u32) -> usize {
    (((one | other) >> HALF) & RANK_BITS) as usize
}

/// The kind of `N` cards by their ranks, where there is no more among them than pairs and a run.
pub fn plain_kinds<const N: usize>(kind: impl Fn([Card; N]) -> u8) -> Box<[u8; RANKS]> {
    let mut kinds = Box::new([0; RANKS]);
    for (ranks, kind_of) in kinds.iter_mut().enumerate() {
        if let Some(cards) = example(ranks) {
            *kind_of = kind(cards);
        }
    }
    kinds
}

/// Cards of just these ranks, none there more than twice and no suit more than three times.
fn example<const N: usize>(ranks: usize) -> Option<[Card; N]> {
    let held = Rank::ALL
        .into_iter()
        .filter(|rank| ranks >> *rank as usize & 1 == 1);
    // By turns in two suits, and what is there twice in the other two.
    let once = held
        .clone()
        .zip([Suit::Clubs, Suit::Diamonds].into_iter().cycle());
    let twice = held.zip([Suit::Hearts, Suit::Spades].into_iter().cycle());
    let mut cards = [Card::ALL[0]; N];
    let mut count = 0;
    let all = once.chain(twice).map(|(rank, suit)| Card::new(rank, suit));
    for card in all {
        *cards.get_mut(count)? = card;
        count += 1;
        if count == N && ranks.count_ones() as usize <= N {
            return Some(cards);
        }
    }
    None
}
