//! Full sight against cards taken out one by one, with no thought of ranks and suits.

mod bounds;

use game::{Card, DealerHand, Hand, LiteralAce, Qualifier, Rank, Rulebook, RulebookId, Tie, YesNo};

use super::spread::Doubts;
use super::*;
use crate::leak::{Case, others};
use crate::strategy::Strategy;

/// What a house may change: the five rulebooks, and one by one what moves a margin.
fn houses() -> Vec<Rulebook> {
    let mut houses: Vec<Rulebook> = RulebookId::ALL.map(|id| id.form().clone()).to_vec();
    let mut change = |change: fn(&mut Rulebook)| {
        let mut house = RulebookId::Mbs2019.form().clone();
        change(&mut house);
        houses.push(house);
    };
    change(|house| house.tie.says = Tie::PlayerWins);
    change(|house| house.ante_bonus_requires_play.says = YesNo::No);
    change(|house| house.qualifier.says = Qualifier::LiteralCard);
    change(|house| {
        house.qualifier.says = Qualifier::LiteralCard;
        house.literal_ace.says = Some(LiteralAce::Low);
    });
    houses
}

/// Everything rests on this: the Dealer's hand is its ranks, and whether it is of one suit.
#[test]
fn a_dealers_hand_is_its_ranks_and_whether_it_is_of_one_suit() {
    for house in houses() {
        let dealers = Dealers::new(&house);
        for c in 0..52 {
            for b in 0..c {
                for a in 0..b {
                    let ranks = [c, b, a].map(|card| card / 4);
                    let suited = [c, b, a].map(|card| card % 4) == [a % 4; 3];
                    let mut like = if suited {
                        ranks.map(|rank| 4 * rank)
                    } else {
                        cards_apart(ranks)
                    };
                    like.sort_unstable();
                    assert_eq!(dealers.place([a, b, c]), dealers.place(like));
                }
            }
        }
    }
}

/// A pair, low, Jack high, about the line, King high, Ace high.
const HANDS: [[Rank; 3]; 9] = [
    [Rank::Three, Rank::Three, Rank::Two],
    [Rank::Five, Rank::Three, Rank::Two],
    [Rank::Nine, Rank::Seven, Rank::Six],
    [Rank::Jack, Rank::Ten, Rank::Four],
    [Rank::Queen, Rank::Five, Rank::Two],
    [Rank::Queen, Rank::Six, Rank::Three],
    [Rank::Queen, Rank::Nine, Rank::Eight],
    [Rank::King, Rank::Three, Rank::Two],
    [Rank::Ace, Rank::Seven, Rank::Four],
];

/// A Player's hand and the margins over all the Dealer can hold, by the rules alone.
struct Plain {
    own: Hand,
    left: Vec<Card>,
    net: Box<dyn Fn(Hand) -> i64>,
}

impl Plain {
    fn new(house: &Rulebook, own: Hand) -> Plain {
        let odds = house.ante_bonus_table.says.odds(own.rank());
        let bonus = odds.map_or(0, |odds| {
            let won = game::Money::minor(1).pays(odds).expect("whole odds");
            won.in_minor()
        });
        let fold = match house.ante_bonus_requires_play.says {
            YesNo::Yes => -1,
            YesNo::No => bonus - 1,
        };
        let mut left = Card::ALL.to_vec();
        left.retain(|card| !own.cards().contains(card));
        let house = house.clone();
        let net = move |dealer: Hand| {
            let play = match own.strength().cmp(&dealer.strength()) {
                _ if !DealerHand::new(&house, dealer).qualifies => 1,
                std::cmp::Ordering::Greater => 2,
                std::cmp::Ordering::Less => -2,
                std::cmp::Ordering::Equal if house.tie.says == Tie::PlayerWins => 2,
                std::cmp::Ordering::Equal => 0,
            };
            play + bonus - fold
        };
        Plain {
            own,
            left,
            net: Box::new(net),
        }
    }

    fn margin(&self, a: usize, b: usize, c: usize) -> i64 {
        let cards = [a, b, c].map(|at| self.left[at]);
        (self.net)(Hand::new(cards).expect("three different cards"))
    }

    /// Over the Dealer's hands without the cards seen, one by one.
    fn beside(&self, seen: &[usize]) -> i64 {
        let free: Vec<usize> = (0..49).filter(|at| !seen.contains(at)).collect();
        let mut sum = 0;
        for (k, &c) in free.iter().enumerate() {
            for (j, &b) in free[..k].iter().enumerate() {
                sum += free[..j].iter().map(|a| self.margin(*a, b, c)).sum::<i64>();
            }
        }
        sum
    }

    /// The margin where it is positive, summed over all sets of so many cards: they are taken one by
    /// one, and with each go the hands that hold it.
    fn over_all_sets(&self, cards: usize) -> i64 {
        let (deck, threes) = self.deck();
        deck.taken(&threes, 49, cards)
    }

    /// All hands, and each by its three cards.
    fn deck(&self) -> (Deck, Vec<[[i32; 49]; 49]>) {
        let mut deck = Deck::default();
        let mut threes = vec![[[0_i32; 49]; 49]; 49];
        for (c, twos) in threes.iter_mut().enumerate() {
            for (b, ones) in twos.iter_mut().enumerate().take(c) {
                for (a, one) in ones.iter_mut().enumerate().take(b) {
                    let margin = i32::try_from(self.margin(a, b, c)).expect("a small number");
                    *one = margin;
                    deck.all += margin;
                    for (x, y) in [(b, a), (c, a), (c, b)] {
                        deck.with_two[x][y] += margin;
                    }
                    for x in [a, b, c] {
                        deck.with_one[x] += margin;
                    }
                }
            }
        }
        (deck, threes)
    }
}

/// The sum over all hands that are left, over those with a card, and over those with two.
#[derive(Clone)]
struct Deck {
    all: i32,
    with_one: [i32; 49],
    with_two: [[i32; 49]; 49],
}

impl Default for Deck {
    fn default() -> Deck {
        Deck {
            all: 0,
            with_one: [0; 49],
            with_two: [[0; 49]; 49],
        }
    }
}

impl Deck {
    /// Takes so many more of the cards below one.
    fn taken(&self, threes: &[[[i32; 49]; 49]], below: usize, cards: usize) -> i64 {
        let mut sum = 0;
        let mut less = self.clone();
        for card in cards - 1..below {
            let (two, three) = (&self.with_two[card], &threes[card]);
            less.all = self.all - self.with_one[card];
            if cards == 2 {
                // The last card of all.
                let last = self.with_one[..card].iter().zip(&two[..card]);
                let left = last.map(|(with, both)| less.all.wrapping_sub(with.wrapping_sub(*both)));
                let positive = left.fold(0_i32, |sum, left| sum.wrapping_add(left.max(0)));
                sum += i64::from(positive);
                continue;
            }
            self.without(card, three, &mut less);
            sum += less.taken(threes, card, cards - 1);
        }
        sum
    }

    /// What is left of the hands below a card when it goes.
    fn without(&self, card: usize, three: &[[i32; 49]; 49], less: &mut Deck) {
        for (other, hands) in three.iter().enumerate().take(card) {
            less.with_one[other] = self.with_one[other] - self.with_two[card][other];
            let pairs = self.with_two[other].iter().zip(hands).take(other);
            for (left, (with, all)) in less.with_two[other].iter_mut().zip(pairs) {
                *left = with.wrapping_sub(*all);
            }
        }
    }
}

/// All hands of the Player with these ranks that are equally strong, in all their suit patterns.
fn of_ranks(sheet: &AntePlay, ranks: [Rank; 3]) -> &[Decided] {
    let alike = |one: &Decided, next: &Decided| one.class.strength == next.class.strength;
    let mut chunks = sheet.hands.chunk_by(alike).rev();
    let of_ranks = |hands: &&[Decided]| hands[0].class.hand.sorted().map(Card::rank) == ranks;
    // From the end: a flush of these ranks comes before all others.
    chunks.find(of_ranks).expect("hands of any ranks")
}

/// The next of a sequence that looks like chance, below a bound.
fn chance(state: &mut u64, bound: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).expect("31 bits") % bound
}

/// The sum by ranks and the part of the suits are the margin, for cards seen by chance.
#[test]
fn ranks_and_suits_together_are_what_plain_counting_finds() {
    let mut state = 1;
    for (house, ranks) in houses().iter().zip(HANDS) {
        let sheet = AntePlay::new(house, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(house), Pays::new(house));
        let alike = Alike::new(&dealers, &pays, of_ranks(&sheet, ranks));
        let flushes = Flushes::new(&alike.extra);
        let mut by_taken = std::collections::HashMap::new();
        each_taken(alike.left, 6, &alike.apart, |taken, by_ranks| {
            by_taken.insert(*taken, by_ranks);
        });
        for hand in alike.hands {
            let plain = Plain::new(house, hand.class.hand);
            let left = left_by_suit(hand);
            let bounds = flushes.bounds(left, 6);
            for _ in 0..12 {
                let mut deck: Vec<usize> = (0..49).collect();
                let (mut taken, mut suits) = ([0; RANKS], left);
                for _ in 0..6 {
                    let card = plain.left[deck[chance(&mut state, deck.len())]];
                    deck.retain(|at| plain.left[*at] != card);
                    let rank = card.rank() as usize;
                    let place = if alike.left[rank] == 0 { 12 } else { rank };
                    taken[place] += 1;
                    suits[card.suit() as usize] ^= 1 << rank;
                }
                let seen: Vec<usize> = (0..49).filter(|at| !deck.contains(at)).collect();
                let of_suits: i64 = suits.map(|left| i64::from(flushes.sums[left])).iter().sum();
                let margin = by_taken[&taken] + of_suits;
                assert_eq!(
                    margin,
                    alike.usual.turned(plain.beside(&seen)),
                    "{}",
                    plain.own
                );
                let Bounds { least, most } = bounds.of(layers(&taken, &flushes));
                assert!((least..=most).contains(&of_suits));
            }
        }
    }
}

/// Every set of six, taken card by card, for all suit patterns of nine hands, each in another house.
#[test]
fn two_boxes_are_worth_what_all_their_cards_one_by_one_are() {
    let seen = Seen::new(2);
    let mut halves = Halves::default();
    for (house, ranks) in houses().iter().zip(HANDS) {
        let sheet = AntePlay::new(house, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(house), Pays::new(house));
        let alike = Alike::new(&dealers, &pays, of_ranks(&sheet, ranks));
        let each = alike.hands.iter().map(|hand| {
            let margins = i128::from(Plain::new(house, hand.class.hand).over_all_sets(6));
            let fold = i128::from(alike.fold) * 13_983_816 * 12_341;
            i128::from(hand.class.size) * (fold + margins)
        });
        let plain: i128 = each.sum();
        assert_eq!(
            alike.value(&seen, &mut halves),
            plain,
            "{}",
            alike.hands[0].class.hand
        );
    }
}

/// The same for three boxes, all 2,054,455,634 sets of nine, for one hand at the line.
#[test]
#[ignore = "two thousand million sets, twenty seconds"]
fn three_boxes_are_worth_what_all_their_cards_one_by_one_are() {
    let house = RulebookId::Rws2020.form();
    let sheet = AntePlay::new(house, Strategy::Optimal);
    let (dealers, pays) = (Dealers::new(house), Pays::new(house));
    let hands = of_ranks(&sheet, [Rank::Queen, Rank::Six, Rank::Three]);
    let alike = Alike::new(&dealers, &pays, &hands[1..2]);
    let hand = &hands[1];
    let margins = i128::from(Plain::new(house, hand.class.hand).over_all_sets(9));
    let fold = i128::from(alike.fold) * 2_054_455_634 * 9_880;
    let plain = i128::from(hand.class.size) * (fold + margins);
    assert_eq!(alike.value(&Seen::new(3), &mut Halves::default()), plain);
}

/// One box is counted in another way elsewhere.
#[test]
fn one_box_is_worth_what_counting_by_cards_finds() {
    for house in houses().iter().skip(4) {
        let sheet = AntePlay::new(house, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(house), Pays::new(house));
        let mut work = others::Work::default();
        for decided in &sheet.hands {
            work.add(&Case::new(&dealers, &pays, decided), &dealers);
        }
        assert_eq!(house_edge(&sheet, &dealers, &pays, 1), work.told().0);
    }
}

/// What deciding by ranks alone is worth beside usual decisions, from all sets of cards one by one: for
/// every way the ranks seen can be, the margins of all suits together decide.
fn by_ranks_alone(house: &Rulebook, alike: &Alike<'_>, cards: usize) -> i128 {
    let mut by_ranks: std::collections::HashMap<u64, i128> = std::collections::HashMap::new();
    for hand in alike.hands {
        let plain = Plain::new(house, hand.class.hand);
        let (deck, threes) = plain.deck();
        let size = i128::from(hand.class.size);
        deck.each(&threes, 49, cards, 0, &plain.left, &mut |ranks, margin| {
            *by_ranks.entry(ranks).or_default() += size * i128::from(margin);
        });
    }
    by_ranks.values().map(|margin| (*margin).max(0)).sum()
}

impl Deck {
    /// Every set of so many of the cards below one, with its ranks counted and what is left.
    fn each(
        &self,
        threes: &[[[i32; 49]; 49]],
        below: usize,
        cards: usize,
        ranks: u64,
        left: &[Card],
        found: &mut impl FnMut(u64, i32),
    ) {
        if cards == 0 {
            return found(ranks, self.all);
        }
        let mut less = self.clone();
        for card in cards - 1..below {
            less.all = self.all - self.with_one[card];
            self.without(card, &threes[card], &mut less);
            let counted = ranks + (1 << (3 * (left[card].rank() as u64)));
            less.each(threes, card, cards - 1, counted, left, found);
        }
    }
}

#[test]
fn ranks_alone_are_worth_what_all_their_cards_one_by_one_are() {
    let plain = |house: &Rulebook, ranks, others: usize| {
        let sheet = AntePlay::new(house, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(house), Pays::new(house));
        let alike = Alike::new(&dealers, &pays, of_ranks(&sheet, ranks));
        let seen = Seen::new(others);
        let sizes = i128::from(alike.sizes());
        let fold = i128::from(alike.fold) * sizes * seen.sets * seen.left;
        let told = alike.enclosed(&seen, &mut Doubts::default()).told;
        let scale = i128::from(SCALE);
        let expected = fold + by_ranks_alone(house, &alike, 3 * others);
        assert_eq!(told, scale * expected, "{ranks:?}, {others} others");
    };
    for (house, ranks) in houses().iter().zip(HANDS) {
        plain(house, ranks, 1);
    }
    let usual = RulebookId::Rws2020.form();
    plain(usual, [Rank::Queen, Rank::Six, Rank::Three], 2);
    plain(usual, [Rank::Jack, Rank::Ten, Rank::Four], 2);
}
