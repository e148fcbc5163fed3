//! How fast hands are told apart, beside the least that could do it and beside what one would write
//! first.
//!
//! The least for three cards is a look into a table of all 52 x 52 x 52 deals, 281 KB; ours reads
//! 11 KB and has to find ranks and suits first. In order that big table is read like a tape, so the
//! hands are dealt mixed as well.

mod harness;

use game::{BestOfSix, Card, FiveCardRank, Hand, HandRank, best_of_six, rank_five};
use harness::{Case, Chance, heading};

fn main() {
    let mut chance = Chance::seeded(3);
    let in_order = all_hands();
    let mut mixed = in_order.clone();
    chance.shuffle(&mut mixed);
    let table = BareTable::filled(&in_order);

    heading();
    for (order, hands) in [("in order", &in_order), ("mixed", &mixed)] {
        let name = format!("three cards, strength, {order}");
        Case {
            name: &name,
            inputs: hands,
            reference: "bare look-up in 52^3",
        }
        .compare(Hand::strength, |hand| table.look_up(hand));
        Case {
            name: &name,
            inputs: hands,
            reference: "sort and if-chain",
        }
        .compare(Hand::strength, plain_three);
    }
    Case {
        name: "three cards, rank, mixed",
        inputs: &mixed,
        reference: "sort and if-chain",
    }
    .compare(Hand::rank, plain_three);

    let fives: Vec<[Card; 5]> = deals(&mut chance);
    Case {
        name: "five cards",
        inputs: &fives,
        reference: "sort and if-chain",
    }
    .compare(rank_five, plain_five);

    let sixes: Vec<[Card; 6]> = deals(&mut chance);
    Case {
        name: "best of six",
        inputs: &sixes,
        reference: "six times rank_five",
    }
    .compare(best_of_dealt, best_of_six_fives);
}

fn all_hands() -> Vec<Hand> {
    let mut hands = Vec::with_capacity(22_100);
    for (third, c) in Card::ALL.into_iter().enumerate() {
        for (second, b) in Card::ALL[..third].iter().copied().enumerate() {
            for a in &Card::ALL[..second] {
                hands.extend(Hand::new([*a, b, c]));
            }
        }
    }
    hands
}

/// As many random deals as stay in a near cache together.
fn deals<const N: usize>(chance: &mut Chance) -> Vec<[Card; N]> {
    let mut deck = Card::ALL;
    let mut deal = || {
        chance.shuffle(&mut deck);
        std::array::from_fn(|place| deck[place])
    };
    (0..20_000).map(|_| deal()).collect()
}

/// The class of every deal of three cards, nothing left to work out.
struct BareTable(Vec<u16>);

impl BareTable {
    fn filled(hands: &[Hand]) -> BareTable {
        let mut classes = vec![0; 52 * 52 * 52];
        for hand in hands {
            let [a, b, c] = hand.cards();
            for order in [
                [a, b, c],
                [a, c, b],
                [b, a, c],
                [b, c, a],
                [c, a, b],
                [c, b, a],
            ] {
                classes[Self::place(order)] = hand.strength().index();
            }
        }
        BareTable(classes)
    }

    fn look_up(&self, hand: Hand) -> u16 {
        self.0[Self::place(hand.cards())]
    }

    fn place(cards: [Card; 3]) -> usize {
        cards
            .into_iter()
            .fold(0, |place, card| place * 52 + usize::from(card.index()))
    }
}

/// What one would write first: the kind, then the ranks that break a tie.
fn plain_three(hand: Hand) -> (HandRank, [u8; 3]) {
    let mut ranks = hand.cards().map(|card| card.rank() as u8);
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let suit = hand.cards()[0].suit();
    let suited = hand.cards().iter().all(|card| card.suit() == suit);
    let [high, middle, low] = ranks;
    let lowest_run = ranks == [12, 1, 0];
    let run = lowest_run || (high == middle + 1 && middle == low + 1);
    let values = if lowest_run { [1, 0, 0] } else { ranks };
    if run && suited && low == 10 {
        (HandRank::MiniRoyal, values)
    } else if run && suited {
        (HandRank::StraightFlush, values)
    } else if high == middle && middle == low {
        (HandRank::ThreeOfAKind, values)
    } else if run {
        (HandRank::Straight, values)
    } else if suited {
        (HandRank::Flush, values)
    } else if high == middle {
        (HandRank::Pair, values)
    } else if middle == low {
        (HandRank::Pair, [middle, low, high])
    } else {
        (HandRank::HighCard, values)
    }
}

fn plain_five(cards: [Card; 5]) -> FiveCardRank {
    let mut ranks = cards.map(|card| card.rank() as u8);
    ranks.sort_unstable();
    let suited = cards.iter().all(|card| card.suit() == cards[0].suit());
    let run = ranks == [0, 1, 2, 3, 12] || ranks.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let mut counts = [0_u16; 13];
    for rank in ranks {
        counts[usize::from(rank)] += 1;
    }
    let times = |wanted: u16| counts.iter().filter(|count| **count == wanted).count();
    if suited && run && ranks[0] == 8 {
        FiveCardRank::RoyalFlush
    } else if suited && run {
        FiveCardRank::StraightFlush
    } else if times(4) == 1 {
        FiveCardRank::FourOfAKind
    } else if times(3) == 1 && times(2) == 1 {
        FiveCardRank::FullHouse
    } else if suited {
        FiveCardRank::Flush
    } else if run {
        FiveCardRank::Straight
    } else if times(3) == 1 {
        FiveCardRank::ThreeOfAKind
    } else if times(2) == 2 {
        FiveCardRank::TwoPair
    } else if times(2) == 1 {
        FiveCardRank::Pair
    } else {
        FiveCardRank::HighCard
    }
}

fn best_of_dealt(six: [Card; 6]) -> BestOfSix {
    best_of_six(
        std::array::from_fn(|place| six[place]),
        std::array::from_fn(|place| six[place + 3]),
    )
}

fn best_of_six_fives(six: [Card; 6]) -> FiveCardRank {
    let without =
        |left_out: usize| std::array::from_fn(|place| six[place + usize::from(place >= left_out)]);
    (0..6)
        .map(|left_out| rank_five(without(left_out)))
        .fold(FiveCardRank::HighCard, FiveCardRank::max)
}
