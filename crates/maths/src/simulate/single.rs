//! One box before a standing meter, without a branch.
//!
//! A hand is one number: its cards as bits below, its strength above. So two hands meet in a handful of
//! instructions: an `and` says whether they share a card, two comparisons who is higher. A draw that
//! does not count is not skipped, which the processor could not foresee one time in four; it is counted
//! nought times.

use game::{DealerHand, Hand, HandRank, best_of_six};

use super::cells::{BASES, Cells, UNQUALIFIED, five_with};
use super::dealing::{Dealing, HANDS, Numbered, PAIRS, bits, two_hands, two_hands_and_pair};
use super::settling::Settling;
use super::words::WORDS_BYTES;

pub struct Single {
    cells: Cells,
    /// The cards in the low 52 bits, above them the strength, [`OTHER`] and [`NOT_QUALIFIED`]. The same
    /// table for the Player's hand and the Dealer's: 177 KB stay in the second cache.
    hands: Box<[u64; HANDS]>,
    /// Strength and [`OTHER`] to the upper part of a base.
    kinds: Box<[u8; KINDS]>,
    /// The cards of a pair as bits.
    pairs: Box<[u64; PAIRS]>,
}

const CARDS: u64 = (1 << 52) - 1;
const STRENGTH: u64 = (1 << 10) - 1;
/// Of two kinds that share a strength, the second: folded where the first is played, or the royal in
/// spades. The four royals are one class of suits, so they are all played or all folded.
const OTHER: u64 = 1 << 10;
const KINDS: usize = 1 << 11;
const NOT_QUALIFIED: u32 = 63;

impl Single {
    pub fn new(settling: &Settling, cells: Cells) -> Single {
        let numbered = Numbered::new();
        let mut single = Single {
            cells,
            hands: vec![0; HANDS].try_into().expect("as many as there are"),
            kinds: Box::new([0; KINDS]),
            pairs: Box::new(numbered.pairs.map(|pair| bits(&pair))),
        };
        for (entry, hand) in single.hands.iter_mut().zip(numbered.hands.iter()) {
            let strength = hand.strength();
            let plays = settling.choices[0].plays(*hand, strength);
            let kind = settling.choices[0].kind(*hand, strength);
            let key = u64::from(strength.index()) | other(*hand, plays);
            single.kinds[index(key)] = u8::try_from(kind).expect("a kind is below 128");
            let qualifies = DealerHand::new(settling.rulebook(), *hand).qualifies;
            *entry = bits(&hand.cards()) | key << 52 | u64::from(!qualifies) << NOT_QUALIFIED;
        }
        single
    }

    /// Deals so many rounds and counts their cells.
    pub fn count(&self, dealing: &mut Dealing, rounds: u64, counts: &mut [u64]) {
        let mut left = index(rounds);
        // A word makes one round at most, so as many words as rounds are left are never too many.
        while left > 0 {
            left -= match (dealing.community, self.cells.six) {
                (false, false) => self.hands_alone(dealing.words.take(left * 4), counts),
                (false, true) => self.six_cards(dealing, left, counts),
                (true, _) => self.with_community(dealing, left, counts),
            };
        }
    }

    /// The base of two hands by number.
    #[cfg(test)]
    pub fn base(&self, player: usize, dealer: usize) -> usize {
        self.meet(self.hands[player], self.hands[dealer]).0
    }

    /// The base of two hands, and 1 where they share no card.
    #[inline]
    fn meet(&self, player: u64, dealer: u64) -> (usize, u32) {
        let (own, others) = ((player >> 52) & STRENGTH, (dealer >> 52) & STRENGTH);
        let kind = usize::from(self.kinds[index((player >> 52) & (STRENGTH | OTHER))]);
        let unqualified = index(dealer >> NOT_QUALIFIED) * UNQUALIFIED;
        let base = kind + unqualified + usize::from(others >= own) + usize::from(others > own);
        (base, u32::from(player & dealer & CARDS == 0))
    }

    fn hands_alone(&self, bytes: &[u8], counts: &mut [u64]) -> usize {
        // Two sets of counts in turn: adding twice to one place would wait for the first.
        let mut banks = [[0_u32; BASES]; 2];
        let mut rounds = 0_u32;
        let mut count = |word: u32, bank: &mut [u32; BASES]| {
            let (player, dealer, fair) = two_hands(word);
            let (base, apart) = self.meet(self.hands[player], self.hands[dealer]);
            let once = apart & u32::from(fair);
            // A few thousand words at most: neither wraps.
            bank[base % BASES] = bank[base % BASES].wrapping_add(once);
            rounds = rounds.wrapping_add(once);
        };
        let [even, odd] = &mut banks;
        let mut words = bytes.chunks_exact(8);
        for two in &mut words {
            count(word32(&two[..4]), even);
            count(word32(&two[4..]), odd);
        }
        if let [_, ..] = words.remainder() {
            count(word32(words.remainder()), even);
        }
        for bank in banks {
            for (count, own) in counts.iter_mut().zip(bank) {
                *count += u64::from(own);
            }
        }
        index(u64::from(rounds))
    }

    /// What counts is first put aside, so that only it is looked at more closely.
    fn six_cards(&self, dealing: &mut Dealing, left: usize, counts: &mut [u64]) -> usize {
        let hands = &dealing.numbered.hands;
        let mut aside = Aside::new();
        for word in dealing.words.take(left * 4).chunks_exact(4) {
            let (player, dealer, fair) = two_hands(word32(word));
            let (base, apart) = self.meet(self.hands[player], self.hands[dealer]);
            aside.put([base, player, dealer, 0], apart & u32::from(fair));
        }
        for [base, player, dealer, _] in aside.all() {
            let (player, dealer) = (usize::from(*player), usize::from(*dealer));
            let six = best_of_six(hands[player].cards(), hands[dealer].cards());
            counts[self.cells.number(usize::from(*base), six as usize, 0)] += 1;
        }
        aside.rounds
    }

    fn with_community(&self, dealing: &mut Dealing, left: usize, counts: &mut [u64]) -> usize {
        let (hands, pairs) = (&dealing.numbered.hands, &dealing.numbered.pairs);
        let mut aside = Aside::new();
        for word in dealing.words.take(left * 8).chunks_exact(8) {
            let (player, dealer, pair, fair) = two_hands_and_pair(word64(word));
            let (own, others) = (self.hands[player], self.hands[dealer]);
            let (base, apart) = self.meet(own, others);
            let clear = u32::from((own | others) & self.pairs[pair] == 0);
            let once = apart & clear & u32::from(fair);
            aside.put([base, player, dealer, pair], once);
        }
        for deal in aside.all() {
            let [base, player, dealer, pair] = deal.map(usize::from);
            let six = || best_of_six(hands[player].cards(), hands[dealer].cards()) as usize;
            let five = || five_with(hands[player], pairs[pair]);
            let six = if self.cells.six { six() } else { 0 };
            let five = if self.cells.five { five() } else { 0 };
            counts[self.cells.number(base, six, five)] += 1;
        }
        aside.rounds
    }
}

/// Deals that count, as many as one filling of the words can hold: base, Player, Dealer and pair.
struct Aside {
    deals: [[u16; 4]; MOST],
    rounds: usize,
}

const MOST: usize = WORDS_BYTES / 4;

impl Aside {
    fn new() -> Aside {
        Aside {
            deals: [[0; 4]; MOST],
            rounds: 0,
        }
    }

    /// Written in any case, and kept where it counts once.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer hands, pairs and bases than 2^16"
    )]
    fn put(&mut self, [base, player, dealer, pair]: [usize; 4], once: u32) {
        let deal = [base as u16, player as u16, dealer as u16, pair as u16];
        self.deals[self.rounds % MOST] = deal;
        self.rounds += index(u64::from(once));
    }

    fn all(&self) -> &[[u16; 4]] {
        &self.deals[..self.rounds]
    }
}

fn other(hand: Hand, plays: bool) -> u64 {
    let second = match hand.rank() {
        HandRank::MiniRoyal => hand.suited_in() == Some(game::Suit::Spades),
        HandRank::HighCard
        | HandRank::Pair
        | HandRank::Flush
        | HandRank::Straight
        | HandRank::ThreeOfAKind
        | HandRank::StraightFlush => !plays,
    };
    if second { OTHER } else { 0 }
}

#[inline]
fn word32(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(bytes);
    u32::from_le_bytes(word)
}

#[inline]
fn word64(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

#[inline]
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(0)
}
