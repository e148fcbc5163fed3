//! One box before a standing meter, without a branch.
//!
//! A hand is one number: its cards as bits below, its strength above. So two hands meet in a handful of
//! instructions: an `and` says whether they share a card, two comparisons who is higher. A draw that
//! does not count is not skipped, which the processor could not foresee one time in four; it is counted
//! nought times.

use game::{Community, DealerHand, Hand, HandRank};

use super::cells::{BASES, Cells, UNQUALIFIED};
use super::dealing::{
    Dealing, HANDS, Numbered, PAIR_WORD, PAIRS, bits, index, two_hands, two_hands_and_pair,
};
use super::further::{Drawn, Further, STEP, Sorted};
use super::settling::Settling;

pub struct Single {
    /// The cards in the low 52 bits, above them the strength, [`OTHER`] and [`NOT_QUALIFIED`]. The same
    /// table for the Player's hand and the Dealer's: 177 KB stay in the second cache.
    hands: Box<[u64; HANDS]>,
    /// Strength and [`OTHER`] to the upper part of a base.
    kinds: Box<[u8; KINDS]>,
    /// Where more is drawn or looked at than two hands.
    further: Option<Further>,
}

pub const CARDS: u64 = (1 << 52) - 1;
const NOT_QUALIFIED: u32 = 52;
/// Of two kinds that share a strength, the second: folded where the first is played, or the royal in
/// spades. The four royals are one class of suits, so they are all played or all folded.
pub const OTHER: u32 = 53;
const STRENGTH: u32 = 54;
/// Strengths, each with [`OTHER`] and without.
pub const KINDS: usize = 1 << (64 - OTHER);

impl Single {
    pub fn new(settling: &Settling, cells: Cells, community: Community) -> Single {
        let numbered = Numbered::new();
        let mut single = Single {
            hands: vec![0; HANDS].try_into().expect("as many as there are"),
            kinds: Box::new([0; KINDS]),
            further: None,
        };
        for (entry, hand) in single.hands.iter_mut().zip(numbered.hands.iter()) {
            let strength = hand.strength();
            let plays = settling.choices[0].plays(*hand, strength);
            let qualifies = DealerHand::new(settling.rulebook(), *hand).qualifies;
            *entry = bits(&hand.cards())
                | u64::from(!qualifies) << NOT_QUALIFIED
                | u64::from(is_other(*hand, plays)) << OTHER
                | u64::from(strength.index()) << STRENGTH;
            let kind = settling.choices[0].kind(*hand, strength);
            single.kinds[index(*entry >> OTHER)] = u8::try_from(kind).expect("a kind is below 128");
        }
        if cells.six || community == Community::Two {
            single.further = Some(Further::new(cells, &numbered, &single.hands));
        }
        single
    }

    /// Deals so many rounds and counts their cells.
    pub fn count(&self, dealing: &mut Dealing, rounds: u64, counts: &mut [u64]) {
        let mut left = index(rounds);
        // A word makes one round at most, so as many words as rounds are left are never too many.
        match &self.further {
            None => {
                while left > 0 {
                    left -= self.hands_alone(dealing.words.take(left * 4), counts);
                }
            }
            Some(further) => {
                let (mut drawn, mut sorted) = (Drawn::new(), Sorted::new());
                while left > 0 {
                    let words = left.min(STEP);
                    drawn.count = 0;
                    if dealing.community {
                        let bytes = dealing.words.take(words * PAIR_WORD);
                        self.draw_with_pair(&further.pairs, bytes, &mut drawn);
                    } else {
                        self.draw(dealing.words.take(words * 4), &mut drawn);
                    }
                    left -= drawn.count;
                    let base = |own, others| self.meet(own, others).0;
                    further.look(&drawn, base, &mut sorted, counts);
                }
                sorted.add_to(counts);
            }
        }
    }

    /// The cell of a deal by numbers.
    #[cfg(test)]
    pub fn cell(&self, player: usize, dealer: usize, pair: Option<usize>) -> usize {
        let (own, others) = (self.hands[player], self.hands[dealer]);
        let base = self.meet(own, others).0;
        match &self.further {
            None => base,
            Some(further) => {
                let second = pair.map_or(others, |pair| further.pairs[pair]);
                further.found(base, [own, others, second])
            }
        }
    }

    /// The base of two hands, and 1 where they share no card.
    #[inline]
    fn meet(&self, player: u64, dealer: u64) -> (usize, u32) {
        let (own, others) = (player >> STRENGTH, dealer >> STRENGTH);
        let kind = usize::from(self.kinds[index(player >> OTHER)]);
        let unqualified = index(dealer >> NOT_QUALIFIED & 1) * UNQUALIFIED;
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

    fn draw(&self, bytes: &[u8], drawn: &mut Drawn) {
        for word in bytes.chunks_exact(4) {
            let (player, dealer, fair) = two_hands(word32(word));
            let (own, others) = (self.hands[player], self.hands[dealer]);
            let apart = own & others & CARDS == 0;
            drawn.put([own, others, others], fair & apart);
        }
    }

    fn draw_with_pair(&self, pairs: &[u64; PAIRS], bytes: &[u8], drawn: &mut Drawn) {
        for word in bytes.chunks_exact(PAIR_WORD) {
            let (player, dealer, pair, fair) = two_hands_and_pair(word);
            let (own, others, pair) = (self.hands[player], self.hands[dealer], pairs[pair]);
            let shared = own & others | (own | others) & pair;
            let apart = shared & CARDS == 0;
            drawn.put([own, others, pair], fair & apart);
        }
    }
}

fn is_other(hand: Hand, plays: bool) -> bool {
    match hand.rank() {
        HandRank::MiniRoyal => hand.suited_in() == Some(game::Suit::Spades),
        HandRank::HighCard
        | HandRank::Pair
        | HandRank::Flush
        | HandRank::Straight
        | HandRank::ThreeOfAKind
        | HandRank::StraightFlush => !plays,
    }
}

#[inline]
fn word32(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(bytes);
    u32::from_le_bytes(word)
}
