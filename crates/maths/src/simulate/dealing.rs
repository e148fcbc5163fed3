//! Cards for a round: the deals both engines play.
//!
//! A single box is dealt by whole hands. One word gives the Player's hand, the Dealer's and, where the
//! game has them, the community cards; where they share a card, or the word is one of the few too many
//! for a fair draw, the next word is taken. Before such rejection every choice of hands is equally
//! likely, and what is thrown away does not look at which deal is left, so every deal without a shared
//! card is as likely as any other: that is a shuffled deck.
//!
//! Several boxes, seven at most, are dealt by whole hands too where hands are all that bets look at: one
//! after the other, and a hand that shares a card with those before is drawn again, alone, so each is
//! equally likely to be any that is left. With every hand fewer are left; for more boxes, and where single
//! cards are looked at, the top of a deck is shuffled, Fisher and Yates' way.
//!
//! A fair draw below `n` from a word of `b` bits is the upper word of the product with `n`, if the lower
//! word is at least 2^b mod n (Lemire). The lower word is as good as new for the next draw: drawing
//! below `n` and then below `m` is drawing below `n * m`, with one check at the end.

use game::{Card, Hand, SideBet};

use super::plan::{Plan, SEATS_MAX};
use super::words::Words;

/// The share of the work that is done at once: a tenth of a millisecond, and memory for one.
pub const BLOCK_ROUNDS: u64 = 1 << 14;

/// Three cards of fifty-two.
pub const HANDS: usize = 22_100;
/// Two of them.
pub const PAIRS: usize = 1_326;

/// The cards of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    boxes: [Hand; SEATS_MAX],
    /// In one byte: a block may have thousands of deals to keep.
    seats: u8,
    pub dealer: Hand,
    pub community: Option<[Card; 2]>,
}

impl Deal {
    /// # Panics
    ///
    /// On more hands than [`SEATS_MAX`].
    pub fn new(boxes: &[Hand], dealer: Hand, community: Option<[Card; 2]>) -> Deal {
        let mut all = [dealer; SEATS_MAX];
        all[..boxes.len()].copy_from_slice(boxes);
        Deal {
            boxes: all,
            seats: u8::try_from(boxes.len()).unwrap_or(0),
            dealer,
            community,
        }
    }

    /// From the Dealer's left.
    #[inline]
    pub fn boxes(&self) -> &[Hand] {
        &self.boxes[..usize::from(self.seats)]
    }

    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let hands = self.boxes().iter().chain([&self.dealer]);
        let hands = hands.flat_map(|hand| hand.cards());
        hands.chain(self.community.into_iter().flatten())
    }

    pub fn holds(&self, card: Card) -> bool {
        let mut hands = self.boxes().iter().chain([&self.dealer]);
        let middle = || self.community.is_some_and(|two| two.contains(&card));
        hands.any(|hand| hand.cards().contains(&card)) || middle()
    }
}

/// Every hand and every pair by its number.
pub struct Numbered {
    pub hands: Box<[Hand; HANDS]>,
    pub pairs: Box<[[Card; 2]; PAIRS]>,
}

/// The source of a plan's deals, one block at a time.
pub struct Dealing {
    seats: usize,
    pub community: bool,
    pub words: Words,
    pub numbered: Numbered,
    /// Of several boxes.
    pub by_whole_hands: bool,
    /// The cards of each hand as bits.
    cards: Box<[u64; HANDS]>,
    deck: Deck,
}

/// The hands of a round by number: the boxes' in order, then the Dealer's. What stands behind them means
/// nothing.
pub type Numbers = [u16; 16];

/// With seven boxes and the Dealer. For the eighth hand five draws are to be expected, for the sixteenth
/// six hundred.
const WHOLE_HANDS: usize = 8;

/// The cards from the top. Twelve places more than there are cards, so that six bits are always a place
/// and need no check; what stands there is never dealt.
type Deck = [Card; 64];

/// Unshuffled.
const NEW_DECK: Deck = {
    let mut deck = [Card::ALL[0]; 64];
    let mut at = 0;
    while at < 52 {
        deck[at] = Card::ALL[at];
        at += 1;
    }
    deck
};

impl Numbered {
    pub fn new() -> Numbered {
        let deck = Card::ALL;
        let pairs = (0..52).flat_map(|high| (0..high).map(move |low| [deck[low], deck[high]]));
        let hands = (0..52).flat_map(|high| {
            let lower =
                (0..high).flat_map(|middle| (0..middle).map(move |low| [deck[low], deck[middle]]));
            lower.filter_map(move |[low, middle]| Hand::new([low, middle, deck[high]]))
        });
        Numbered {
            hands: Box::new(exactly(hands)),
            pairs: Box::new(exactly(pairs)),
        }
    }
}

/// The number of a hand of three cards in any order: how many hands come before its highest card, its
/// second, its lowest.
pub fn number_of(hand: Hand) -> usize {
    let mut cards = hand.cards().map(|card| usize::from(card.index()));
    cards.sort_unstable();
    let [low, middle, high] = cards;
    high * (high.saturating_sub(1)) * (high.saturating_sub(2)) / 6
        + middle * (middle.saturating_sub(1)) / 2
        + low
}

impl Dealing {
    pub fn new(plan: &Plan) -> Dealing {
        let numbered = Numbered::new();
        let cards: Vec<u64> = numbered
            .hands
            .iter()
            .map(|hand| bits(&hand.cards()))
            .collect();
        Dealing {
            seats: plan.seats(),
            community: plan.has_community(),
            words: Words::of_seed(plan.seed),
            by_whole_hands: (2..WHOLE_HANDS).contains(&plan.seats())
                && !plan.has_community()
                && plan.rulebook.side_bet.says == SideBet::None,
            cards: cards.try_into().expect("as many as there are hands"),
            numbered,
            deck: NEW_DECK,
        }
    }

    pub fn start(&mut self, block: u64) {
        self.words.start(block);
        self.deck = NEW_DECK;
    }

    #[inline]
    pub fn deal(&mut self) -> Deal {
        match (self.seats, self.community) {
            (1, false) => self.one_box(),
            (1, true) => self.one_box_and_community(),
            _ if self.by_whole_hands => self.whole_hands(),
            _ => self.top_of_deck(),
        }
    }

    fn one_box(&mut self) -> Deal {
        loop {
            let (player, dealer, fair) = two_hands(self.words.word32());
            let (player, dealer) = (self.numbered.hands[player], self.numbered.hands[dealer]);
            if fair && bits(&player.cards()) & bits(&dealer.cards()) == 0 {
                return Deal::new(&[player], dealer, None);
            }
        }
    }

    fn one_box_and_community(&mut self) -> Deal {
        loop {
            let (player, dealer, pair, fair) = two_hands_and_pair(self.words.take(PAIR_WORD));
            let (player, dealer) = (self.numbered.hands[player], self.numbered.hands[dealer]);
            let pair = self.numbered.pairs[pair];
            let (first, second) = (bits(&player.cards()), bits(&dealer.cards()));
            if fair && first & second == 0 && (first | second) & bits(&pair) == 0 {
                return Deal::new(&[player], dealer, Some(pair));
            }
        }
    }

    fn whole_hands(&mut self) -> Deal {
        let mut numbers = [0; 16];
        self.draw(&mut numbers);
        self.dealt(&numbers)
    }

    pub fn dealt(&self, numbers: &Numbers) -> Deal {
        let hand = |number: &u16| self.numbered.hands[usize::from(*number)];
        let dealer = hand(&numbers[self.seats]);
        let mut boxes = [dealer; SEATS_MAX];
        for (own, number) in boxes.iter_mut().zip(numbers).take(self.seats) {
            *own = hand(number);
        }
        Deal::new(&boxes[..self.seats], dealer, None)
    }

    /// Draws the hands of several boxes. What the last word has too many is forgotten.
    #[inline]
    pub fn draw(&mut self, numbers: &mut Numbers) {
        let (mut gone, mut count) = (0, 0);
        while count <= self.seats {
            for number in four_hands(&mut self.words) {
                let cards = self.cards[number % HANDS];
                let apart = gone & cards == 0;
                gone |= if apart { cards } else { 0 };
                // Written in any case, and kept where it shares no card.
                numbers[count % numbers.len()] = short(number);
                count = count.wrapping_add(usize::from(apart));
            }
        }
    }

    fn top_of_deck(&mut self) -> Deal {
        let community = if self.community { 2 } else { 0 };
        let from = (self.seats + 1) * 3;
        shuffle_top(&mut self.deck, from + community, &mut self.words);
        let deck = &self.deck;
        let hand = |at: usize| {
            let three = [deck[at * 3], deck[at * 3 + 1], deck[at * 3 + 2]];
            Hand::new(three).expect("a deck holds each card once")
        };
        let dealer = hand(self.seats);
        let mut boxes = [dealer; SEATS_MAX];
        for (at, own) in boxes.iter_mut().enumerate().take(self.seats) {
            *own = hand(at);
        }
        let pair = || [deck[from], deck[from + 1]];
        Deal::new(&boxes[..self.seats], dealer, self.community.then(pair))
    }
}

/// Four hands by number out of one word. They fall in 2.4 * 10^17 ways, so one word in eighty at most is
/// drawn again.
#[inline]
fn four_hands(words: &mut Words) -> [usize; 4] {
    const ALL: u64 = HANDS as u64;
    const WAYS: u64 = ALL * ALL * ALL * ALL;
    const FAIR_FROM: u64 = WAYS.wrapping_neg() % WAYS;
    loop {
        let mut low = words.word64();
        let draws = [(); 4].map(|()| {
            let (draw, rest) = halves(u128::from(low) * u128::from(ALL));
            low = rest;
            draw
        });
        if low >= FAIR_FROM {
            return draws;
        }
    }
}

/// Brings `count` cards in random order to the top of the deck, whatever its order was.
#[inline]
fn shuffle_top(deck: &mut Deck, count: usize, words: &mut Words) {
    let mut at = 0;
    while at + GROUP <= count {
        shuffle_group::<GROUP>(deck, at, words);
        at += GROUP;
    }
    match count - at {
        1 => shuffle_group::<1>(deck, at, words),
        2 => shuffle_group::<2>(deck, at, words),
        3 => shuffle_group::<3>(deck, at, words),
        4 => shuffle_group::<4>(deck, at, words),
        5 => shuffle_group::<5>(deck, at, words),
        6 => shuffle_group::<6>(deck, at, words),
        7 => shuffle_group::<7>(deck, at, words),
        _ => {}
    }
}

/// Cards out of one word: 52 * 51 * ... * 45 ways are 3 * 10^13, so one word in half a million is drawn
/// again.
const GROUP: usize = 8;

/// The next `N` cards; their number is known to the compiler, which then needs no loop.
#[inline]
fn shuffle_group<const N: usize>(deck: &mut Deck, at: usize, words: &mut Words) {
    let picks = loop {
        let mut low = words.word64();
        let mut left = (52 - at) as u64;
        let picks = [(); N].map(|()| {
            let (pick, rest) = halves(u128::from(low) * u128::from(left));
            (low, left) = (rest, left.wrapping_sub(1));
            pick
        });
        if low >= WAYS_MOST || low >= unfair_below::<N>(at) {
            break picks;
        }
    };
    let places = deck.len();
    for (place, pick) in (at..).zip(picks) {
        deck.swap(place % places, place.wrapping_add(pick) % places);
    }
}

/// No group can be dealt in more ways; a lower word above it is fair whatever the group.
const WAYS_MOST: u64 = 52 * 51 * 50 * 49 * 48 * 47 * 46 * 45;

#[cold]
fn unfair_below<const N: usize>(at: usize) -> u64 {
    let ways: u64 = (0..N).map(|place| (52 - at - place) as u64).product();
    ways.wrapping_neg() % ways
}

/// Two hands by number, and whether the word was a fair draw: all but one in eleven are.
#[inline]
pub fn two_hands(word: u32) -> (usize, usize, bool) {
    const ALL: u64 = HANDS as u64;
    const FAIR_FROM: u64 = (1 << 32) % (ALL * ALL);
    const LOW: u64 = 0xffff_ffff;
    let first = u64::from(word) * ALL;
    let second = (first & LOW) * ALL;
    (
        index(first >> 32),
        index(second >> 32),
        second & LOW >= FAIR_FROM,
    )
}

/// The bytes of a word for two hands and a pair.
pub const PAIR_WORD: usize = 6;

/// Two hands and a pair by number, and whether the word was a fair draw: all but one in four hundred are.
#[inline]
pub fn two_hands_and_pair(word: &[u8]) -> (usize, usize, usize, bool) {
    const ALL: u64 = HANDS as u64;
    const WAYS: u64 = ALL * ALL * PAIRS as u64;
    const BITS: usize = 8 * PAIR_WORD;
    const LOW: u64 = (1 << BITS) - 1;
    const FAIR_FROM: u64 = (1 << BITS) % WAYS;
    let mut bytes = [0; 8];
    bytes[..PAIR_WORD].copy_from_slice(word);
    // 48 bits and the 15 of a hand's number are 63: nothing runs over.
    let first = u64::from_le_bytes(bytes) * ALL;
    let second = (first & LOW) * ALL;
    let pair = (second & LOW) * PAIRS as u64;
    (
        index(first >> BITS),
        index(second >> BITS),
        index(pair >> BITS),
        pair & LOW >= FAIR_FROM,
    )
}

#[inline]
fn halves(product: u128) -> (usize, u64) {
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of it")]
    let (high, low) = ((product >> 64) as u64, product as u64);
    (index(high), low)
}

#[inline]
pub fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

/// A bit for each card.
#[inline]
pub fn bits(cards: &[Card]) -> u64 {
    let bit = |card: &Card| 1_u64.wrapping_shl(u32::from(card.index()));
    cards.iter().fold(0, |bits, card| bits | bit(card))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer than 2^16 hands"
)]
const fn short(number: usize) -> u16 {
    number as u16
}

fn exactly<T: Copy, const N: usize>(items: impl Iterator<Item = T>) -> [T; N] {
    let all: Vec<T> = items.collect();
    all.try_into()
        .ok()
        .expect("as many as there are ways to choose")
}
