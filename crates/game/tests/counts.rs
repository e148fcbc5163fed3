//! The fixed points: every hand there is, counted.
//!
//! If one card were ranked wrongly, one of these numbers would move. They are also what the
//! paytables and the probabilities on the felt are made from.

use std::collections::HashSet;

use game::{BestOfSix, Card, FiveCardRank, Hand, HandRank, Rank, Strength, best_of_six, rank_five};

/// Every three-card hand once, lowest cards first.
fn all_hands() -> impl Iterator<Item = Hand> {
    (2..52).flat_map(|c| {
        (1..c).flat_map(move |b| {
            (0..b).map(move |a| {
                Hand::new([a, b, c].map(|place| Card::ALL[place])).expect("three different cards")
            })
        })
    })
}

fn count(wanted: impl Fn(Hand) -> bool) -> usize {
    all_hands().filter(|hand| wanted(*hand)).count()
}

/// oceanfront ofg.odds.total: the seven counts add to 22,100.
#[test]
fn there_are_22_100_hands_in_741_classes() {
    assert_eq!(all_hands().count(), 22_100);
    assert_eq!(
        6_720 + 9_720 + 3_744 + 1_096 + 720 + 52 + 48,
        all_hands().count()
    );
    let classes: HashSet<u16> = all_hands().map(|hand| hand.strength().index()).collect();
    assert_eq!(
        classes,
        (0..741).collect(),
        "every class has a hand, and there is none beyond"
    );
    assert_eq!(Strength::COUNT, 741);
    assert_eq!(
        Strength::from_index(740).map(Strength::rank),
        Some(HandRank::MiniRoyal)
    );
    assert_eq!(Strength::from_index(741), None);
}

/// oceanfront ofg.odds.nothing: 6,720 hands are below Queen high, so the dealer does not qualify.
#[test]
fn nothing_is_6_720_hands() {
    assert_eq!(count(|hand| hand.strength() < Strength::QUEEN_HIGH), 6_720);
    let jack_high_or_lower = |hand: Hand| {
        hand.rank() == HandRank::HighCard
            && hand.cards().iter().all(|card| card.rank() < Rank::Queen)
    };
    assert_eq!(count(jack_high_or_lower), 6_720);
}

/// oceanfront ofg.odds.high-card: 9,720 are Queen, King or Ace high.
#[test]
fn high_card_from_the_queen_up_is_9_720_hands() {
    let from_queen =
        |hand: Hand| hand.rank() == HandRank::HighCard && hand.strength() >= Strength::QUEEN_HIGH;
    assert_eq!(count(from_queen), 9_720);
    assert_eq!(count(|hand| hand.rank() == HandRank::HighCard), 16_440);
}

/// oceanfront ofg.odds.pair
#[test]
fn pairs_are_3_744_hands() {
    assert_eq!(count(|hand| hand.rank() == HandRank::Pair), 3_744);
}

/// oceanfront ofg.odds.flush
#[test]
fn flushes_are_1_096_hands() {
    assert_eq!(count(|hand| hand.rank() == HandRank::Flush), 1_096);
}

/// oceanfront ofg.odds.straight
#[test]
fn straights_are_720_hands() {
    assert_eq!(count(|hand| hand.rank() == HandRank::Straight), 720);
}

/// oceanfront ofg.odds.three-of-a-kind
#[test]
fn threes_of_a_kind_are_52_hands() {
    assert_eq!(count(|hand| hand.rank() == HandRank::ThreeOfAKind), 52);
}

/// oceanfront ofg.odds.straight-flush: 48, of which 4 are A-K-Q suited (OFG-03).
#[test]
fn straight_flushes_are_48_hands_with_4_mini_royals() {
    assert_eq!(count(|hand| hand.rank().is_straight_flush()), 48);
    assert_eq!(count(|hand| hand.rank() == HandRank::StraightFlush), 44);
    assert_eq!(count(|hand| hand.rank() == HandRank::MiniRoyal), 4);
}

/// The kind and the ranks that break a tie, worked out the slow way: what the table must agree
/// with.
fn plainly(hand: Hand) -> (HandRank, Vec<Rank>) {
    let mut ranks = hand.cards().map(Card::rank);
    ranks.sort();
    ranks.reverse();
    let suits: HashSet<_> = hand.cards().map(Card::suit).into_iter().collect();
    let different: HashSet<_> = ranks.into_iter().collect();
    let top_of_run = match ranks {
        [Rank::Ace, Rank::Three, Rank::Two] => Some(Rank::Three),
        [high, middle, low] => {
            let step = |from: Rank, to: Rank| from as u8 == to as u8 + 1;
            (step(high, middle) && step(middle, low)).then_some(high)
        }
    };
    match (different.len(), suits.len(), top_of_run) {
        (1, _, _) => (HandRank::ThreeOfAKind, vec![ranks[0]]),
        (2, _, _) => {
            let pair = ranks[1];
            let side = if ranks[0] == pair { ranks[2] } else { ranks[0] };
            (HandRank::Pair, vec![pair, side])
        }
        (_, 1, Some(Rank::Ace)) => (HandRank::MiniRoyal, vec![Rank::Ace]),
        (_, 1, Some(top)) => (HandRank::StraightFlush, vec![top]),
        (_, _, Some(top)) => (HandRank::Straight, vec![top]),
        (_, 1, None) => (HandRank::Flush, ranks.to_vec()),
        (_, _, None) => (HandRank::HighCard, ranks.to_vec()),
    }
}

/// One hand of each class, by class, with its plain reading.
fn one_of_each_class() -> Vec<(Strength, (HandRank, Vec<Rank>))> {
    let mut by_class: Vec<_> = (0..741).map(|_| None).collect();
    for hand in all_hands() {
        let class = usize::from(hand.strength().index());
        by_class[class] = Some((hand.strength(), plainly(hand)));
    }
    by_class.into_iter().flatten().collect()
}

#[test]
fn every_hand_is_read_as_plainly_as_by_hand() {
    let classes = one_of_each_class();
    for hand in all_hands() {
        let plain = plainly(hand);
        assert_eq!(hand.rank(), plain.0, "{hand}");
        assert_eq!(
            classes[usize::from(hand.strength().index())].1,
            plain,
            "{hand} shares its class with hands it does not tie"
        );
    }
}

#[test]
fn any_two_hands_compare_alike_from_both_sides_and_as_by_hand() {
    let classes = one_of_each_class();
    for (one, one_plainly) in &classes {
        for (other, other_plainly) in &classes {
            assert_eq!(one.cmp(other), other.cmp(one).reverse());
            assert_eq!(
                one.cmp(other),
                one_plainly.cmp(other_plainly),
                "{one_plainly:?} against {other_plainly:?}"
            );
        }
    }
}

#[test]
fn the_order_of_receipt_never_matters() {
    for hand in all_hands() {
        let [a, b, c] = hand.cards();
        for order in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            let other = Hand::new(order).unwrap();
            assert_eq!(hand.strength(), other.strength(), "{hand} and {other}");
            assert_eq!(hand.suited_in(), other.suited_in(), "{hand} and {other}");
        }
    }
}

#[test]
fn which_suit_is_which_never_matters() {
    use game::Suit;
    let mut renamings = Vec::new();
    for a in Suit::ALL {
        for b in Suit::ALL {
            for c in Suit::ALL {
                for d in Suit::ALL {
                    if HashSet::from([a, b, c, d]).len() == 4 {
                        renamings.push([a, b, c, d]);
                    }
                }
            }
        }
    }
    assert_eq!(renamings.len(), 24);
    for hand in all_hands() {
        for renamed in &renamings {
            let cards = hand
                .cards()
                .map(|card| Card::new(card.rank(), renamed[card.suit() as usize]));
            let other = Hand::new(cards).unwrap();
            assert_eq!(hand.strength(), other.strength(), "{hand} and {other}");
        }
    }
}

/// rws-multilink-2024 3.17: the 2,598,960 five-card hands, by the counts every book of poker has.
#[test]
fn five_card_hands_come_in_their_well_known_numbers() {
    let mut counts = [0_u32; 10];
    for a in 4..52 {
        for b in 3..a {
            for c in 2..b {
                for d in 1..c {
                    for e in 0..d {
                        let cards = [a, b, c, d, e].map(|place: usize| Card::ALL[place]);
                        counts[rank_five(cards) as usize] += 1;
                    }
                }
            }
        }
    }
    let named: Vec<_> = FiveCardRank::ALL
        .map(FiveCardRank::name)
        .into_iter()
        .zip(counts)
        .collect();
    let known = [
        ("high_card", 1_302_540),
        ("pair", 1_098_240),
        ("two_pair", 123_552),
        ("three_of_a_kind", 54_912),
        ("straight", 10_200),
        ("flush", 5_108),
        ("full_house", 3_744),
        ("four_of_a_kind", 624),
        ("straight_flush", 36),
        ("royal_flush", 4),
    ];
    assert_eq!(named, known);
    assert_eq!(counts.iter().sum::<u32>(), 2_598_960);
}

/// The 20,358,520 six-card sets of the Oceanfront side bet (OFG-19), each also against its six
/// fives.
#[test]
fn the_best_of_six_comes_in_the_numbers_the_side_bet_is_priced_by() {
    let mut counts = [0_u32; 11];
    for a in 5..52 {
        for b in 4..a {
            for c in 3..b {
                for d in 2..c {
                    for e in 1..d {
                        for f in 0..e {
                            let six = [a, b, c, d, e, f].map(|place: usize| Card::ALL[place]);
                            let best = best_of(six);
                            counts[best as usize] += 1;
                            if best != BestOfSix::MajorRoyal {
                                assert_eq!(best, BestOfSix::from(best_of_fives(six)), "{six:?}");
                            }
                        }
                    }
                }
            }
        }
    }
    let named: Vec<_> = BestOfSix::ALL
        .map(BestOfSix::name)
        .into_iter()
        .zip(counts)
        .collect();
    let known = [
        ("high_card", 6_612_900),
        ("pair", 9_730_740),
        ("two_pair", 2_532_816),
        ("three_of_a_kind", 732_160),
        ("straight", 361_620),
        ("flush", 205_792),
        ("full_house", 165_984),
        ("four_of_a_kind", 14_664),
        ("straight_flush", 1_656),
        ("royal_flush", 184),
        ("major_royal", 4),
    ];
    assert_eq!(named, known);
    assert_eq!(counts.iter().sum::<u32>(), 20_358_520);
}

fn best_of(six: [Card; 6]) -> BestOfSix {
    let [player, dealer] = [0, 3].map(|from| std::array::from_fn(|place| six[from + place]));
    best_of_six(player, dealer)
}

fn best_of_fives(six: [Card; 6]) -> FiveCardRank {
    let without =
        |left_out| std::array::from_fn(|place| six[place + usize::from(place >= left_out)]);
    let fives = (0..6).map(|left_out| rank_five(without(left_out)));
    fives.max().expect("six fives")
}

/// Which three cards are the player's, and where the odd suit lies, is the same to the side bet
/// (OFG-19).
#[test]
fn a_suited_six_is_found_wherever_the_stranger_lies() {
    let cards = ["As", "Ks", "Qs", "Js", "Ts"].map(|card| card.parse::<Card>().unwrap());
    for (stranger, best) in [
        ("9s", BestOfSix::MajorRoyal),
        ("9h", BestOfSix::RoyalFlush),
        ("8s", BestOfSix::RoyalFlush),
        ("Ah", BestOfSix::RoyalFlush),
    ] {
        for place in 0..6 {
            let mut six = cards.to_vec();
            six.insert(place, stranger.parse().unwrap());
            assert_eq!(
                best_of(six.try_into().unwrap()),
                best,
                "{stranger} at {place}"
            );
        }
    }
}
