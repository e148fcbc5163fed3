//! The Dealer's 18,424 hands against each of the Player's, counted without dealing them.
//!
//! How many Dealer hands are worse than a given one is a sum over all 22,100 hands, less those that
//! hold a card the Player has: less the hands with each of his three cards, plus those with two of
//! them, less his own hand (inclusion and exclusion). The hands with one given card depend on its
//! rank alone, those with two given cards on their ranks and whether they are of one suit. So three
//! small tables of running sums, made from the 1,755 classes, answer for every hand.

use game::{Card, DealerHand, Hand, Rank, Rulebook, Strength, Suit};

use crate::classes::{Class, classes};

const STRENGTHS: usize = Strength::COUNT as usize;

/// The Dealer's hands against one hand of the Player, 18,424 in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Against {
    pub unqualified: u32,
    /// Qualified, and worse than the Player's.
    pub worse: u32,
    pub equal: u32,
    pub better: u32,
}

/// Running sums of qualified hands by strength: `below[s]` are those weaker than `s`.
type Below = [u32; STRENGTHS + 1];

/// The tables for one rulebook.
pub struct Deals {
    pub classes: Vec<Class>,
    all: Box<Below>,
    with_card: Vec<Below>,
    /// Strengths of the qualified hands that hold two given cards, in ascending order.
    with_pair: Vec<Vec<u16>>,
    qualified_all: u32,
}

impl Deals {
    pub fn new(rulebook: &Rulebook) -> Deals {
        let classes = classes();
        let mut all = [0_u32; STRENGTHS + 1];
        // Four times the hands with one given card of a rank: every class counts for all four suits.
        let mut with_rank = vec![[0_u32; STRENGTHS + 1]; 13];
        for class in &classes {
            if !DealerHand::new(rulebook, class.hand).qualifies {
                continue;
            }
            let slot = usize::from(class.strength.index()) + 1;
            all[slot] += class.size;
            for card in class.hand.cards() {
                with_rank[card.rank() as usize][slot] += class.size;
            }
        }
        for rank in &mut with_rank {
            for count in rank.iter_mut() {
                *count /= 4;
            }
            running(rank);
        }
        running(&mut all);
        let qualified_all = all[STRENGTHS];
        Deals {
            classes,
            qualified_all,
            all: Box::new(all),
            with_card: with_rank,
            with_pair: pairs(rulebook),
        }
    }

    /// What the Dealer can hold against this hand.
    pub fn against(&self, rulebook: &Rulebook, hand: Hand) -> Against {
        let strength = usize::from(hand.strength().index());
        let worse = self.qualified_below(rulebook, hand, strength);
        let up_to = self.qualified_below(rulebook, hand, strength + 1);
        let qualified = self.qualified_below(rulebook, hand, STRENGTHS);
        Against {
            unqualified: DEALER_HANDS - qualified,
            worse,
            equal: up_to - worse,
            better: qualified - up_to,
        }
    }

    /// Qualified Dealer hands weaker than `strength` that hold none of the Player's cards.
    fn qualified_below(&self, rulebook: &Rulebook, hand: Hand, strength: usize) -> u32 {
        let [a, b, c] = hand.cards();
        let one = |card: Card| self.with_card[card.rank() as usize][strength];
        let two = |x: Card, y: Card| {
            let sorted = &self.with_pair[pair_slot(x, y)];
            let below = sorted.partition_point(|held| usize::from(*held) < strength);
            u32::try_from(below).unwrap_or(u32::MAX)
        };
        let own = usize::from(hand.strength().index()) < strength
            && DealerHand::new(rulebook, hand).qualifies;
        self.all[strength] + two(a, b) + two(a, c) + two(b, c)
            - one(a)
            - one(b)
            - one(c)
            - u32::from(own)
    }

    /// Hands of the whole deck with which a Dealer qualifies.
    pub fn qualified(&self) -> u32 {
        self.qualified_all
    }
}

/// Three cards of the forty-nine the Player does not hold.
pub const DEALER_HANDS: u32 = 18_424;

fn running(counts: &mut Below) {
    let mut sum = 0;
    for count in counts.iter_mut() {
        sum += *count;
        *count = sum;
    }
}

/// Two given cards: by rank and rank, apart or of one suit.
fn pair_slot(x: Card, y: Card) -> usize {
    let (low, high) = if x.rank() <= y.rank() { (x, y) } else { (y, x) };
    let suited = usize::from(x.suit() == y.suit());
    (high.rank() as usize * 13 + low.rank() as usize) * 2 + suited
}

fn pairs(rulebook: &Rulebook) -> Vec<Vec<u16>> {
    let mut all = vec![Vec::new(); 13 * 13 * 2];
    for high in Rank::ALL {
        for low in Rank::ALL.into_iter().filter(|low| *low <= high) {
            for other in [Suit::Spades, Suit::Hearts] {
                let (x, y) = (Card::new(high, Suit::Spades), Card::new(low, other));
                if x == y {
                    continue;
                }
                let thirds = Card::ALL.into_iter().filter_map(|z| Hand::new([x, y, z]));
                let qualified = thirds.filter(|hand| DealerHand::new(rulebook, *hand).qualifies);
                let mut strengths: Vec<u16> =
                    qualified.map(|hand| hand.strength().index()).collect();
                strengths.sort_unstable();
                all[pair_slot(x, y)] = strengths;
            }
        }
    }
    all
}
