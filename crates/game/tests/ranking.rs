//! The order of hands as the rulebooks state it, with their own examples.
//!
//! All five agree, so one test may answer for several clauses; each names those it answers for.

use std::cmp::Ordering;

use game::{Card, FiveCardRank, Hand, HandRank, Rank, Suit, rank_five};

fn hand(text: &str) -> Hand {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn is(text: &str, rank: HandRank) {
    assert_eq!(hand(text).rank(), rank, "{text}");
}

fn is_five(own: &str, community: &str, rank: FiveCardRank) {
    let cards: Vec<Card> = format!("{own} {community}")
        .split(' ')
        .map(|card| card.parse().expect("a card"))
        .collect();
    let five = cards.try_into().expect("five cards");
    assert_eq!(rank_five(five), rank, "{own} with {community}");
}

fn compared(one: &str, other: &str) -> Ordering {
    hand(one).strength().cmp(&hand(other).strength())
}

/// Each hand beats the next, seen from both sides.
fn each_beats_the_next(hands: &[&str]) {
    for pair in hands.windows(2) {
        let (better, worse) = (pair[0], pair[1]);
        assert_eq!(
            compared(better, worse),
            Ordering::Greater,
            "{better} beats {worse}"
        );
        assert_eq!(
            compared(worse, better),
            Ordering::Less,
            "{worse} loses to {better}"
        );
    }
}

fn ties(one: &str, other: &str) {
    assert_eq!(compared(one, other), Ordering::Equal, "{one} ties {other}");
}

/// rws-2020 3.1.1, rws-2013 3.5.1, rws-multilink-2024 3.1.1
#[test]
fn suits_are_equal_and_the_ace_is_low_only_in_3_2_a() {
    ties("As Kh 9d", "Ac Ks 9h");
    each_beats_the_next(&["4c 3d 2h", "3s 2c Ad"]);
    is("Kd Ac 2h", HandRank::HighCard);
    assert_eq!(hand("Kd Ac 2h").describe().to_string(), "Ace high");
}

/// rws-2020 3.1.2, rws-2013 3.5.2, rws-multilink-2024 3.1.2: and no royal above the straight flush.
#[test]
fn the_six_kinds_stand_in_order() {
    each_beats_the_next(&[
        "6h 5h 4h", "9s 9h 9c", "6s 5d 4c", "Ad Jd 8d", "As Ac Kh", "Ah Kc Js",
    ]);
}

/// rws-2020 3.1.2[straight-flush], rws-2013 3.5.2[straight-flush],
/// rws-multilink-2024 3.1.2[straight-flush]: suited A-K-Q is the highest of them, not a kind apart.
#[test]
fn a_straight_flush_is_three_suited_cards_in_sequence() {
    assert!(hand("Ah Kh Qh").rank().is_straight_flush());
    assert!(hand("Ks Qs Js").rank().is_straight_flush());
    each_beats_the_next(&["Ah Kh Qh", "Ks Qs Js"]);
    let classes_above_the_king =
        hand("Ah Kh Qh").strength().index() - hand("Ks Qs Js").strength().index();
    assert_eq!(
        classes_above_the_king, 1,
        "it is the next straight flush and nothing more"
    );
}

/// rws-2020 3.1.2[three-of-a-kind], rws-2013 3.5.2[three-of-a-kind],
/// rws-multilink-2024 3.1.2[three-of-a-kind]
#[test]
fn three_of_a_kind_is_three_cards_of_one_rank() {
    is("Qs Qh Qc", HandRank::ThreeOfAKind);
    each_beats_the_next(&["Qs Qh Qc", "Ad Kc Qd"]);
}

/// rws-2020 3.1.2[straight], rws-2013 3.5.2[straight], rws-multilink-2024 3.1.2[straight]: "of
/// different suits" means not all of one (G-10).
#[test]
fn a_straight_is_a_sequence_not_all_of_one_suit() {
    is("3c 2h Ad", HandRank::Straight);
    is("Ac Kd Qc", HandRank::Straight);
    is("Td 9d 8c", HandRank::Straight);
}

/// rws-2020 3.1.2[flush], rws-2013 3.5.2[flush], rws-multilink-2024 3.1.2[flush]
#[test]
fn a_flush_is_below_a_straight() {
    is("Kc Jc 9c", HandRank::Flush);
    each_beats_the_next(&["4s 3d 2h", "Kc Jc 9c"]);
}

/// rws-2020 3.1.2[pair], rws-2013 3.5.2[pair], rws-multilink-2024 3.1.2[pair]
#[test]
fn a_pair_is_two_cards_of_one_rank() {
    is("Tc Th Ks", HandRank::Pair);
    each_beats_the_next(&["Tc Th Ks", "As Kd Jc"]);
}

/// rws-2020 3.1.2[odd], rws-2013 3.5.2[odd], rws-multilink-2024 3.1.2[odd]
#[test]
fn three_odd_cards_are_none_of_the_others() {
    is("6s 4h 2d", HandRank::HighCard);
}

/// rws-2020 3.1.3, rws-2013 3.5.3, rws-multilink-2024 3.1.3
#[test]
fn within_a_kind_the_cards_decide_and_a_pair_before_its_side_card() {
    each_beats_the_next(&["Jc 9d 4s", "Jd 9h 3c"]);
    each_beats_the_next(&["Ac Jc 4c", "Kd Qd Td"]);
    each_beats_the_next(&["6s 6d 2c", "5s 5d Ac"]);
}

/// rws-2020 3.1.3(a), rws-2013 3.5.3(a), rws-multilink-2024 3.1.3(a)
#[test]
fn example_a_the_higher_straight() {
    each_beats_the_next(&["Ks Qd Jc", "Jh Ts 9d"]);
}

/// rws-2020 3.1.3(b), rws-2013 3.5.3(b), rws-multilink-2024 3.1.3(b)
#[test]
fn example_b_the_side_card_of_level_pairs() {
    each_beats_the_next(&["5s 5d Kc", "5h 5c Qd"]);
}

/// rws-2020 3.1.3(c), rws-2013 3.5.3(c), rws-multilink-2024 3.1.3(c)
#[test]
fn example_c_the_third_card() {
    each_beats_the_next(&["As Kd Jc", "Ac Kh Td"]);
}

/// mbs-2019 3.3.1: the order of cards is there, with each of its three parts.
#[test]
fn the_order_of_cards_has_ranks_a_low_ace_and_equal_suits() {
    let letters: String = Rank::ALL.iter().rev().map(|rank| rank.letter()).collect();
    assert_eq!(letters, "AKQJT98765432");
    assert!(Rank::ALL.is_sorted());
    assert_eq!(
        hand("As 2c 3d").sorted().map(Card::rank),
        [Rank::Three, Rank::Two, Rank::Ace]
    );
    for suit in Suit::ALL {
        let nine = Card::new(Rank::Nine, suit);
        ties("As Kh 9d", &format!("Ac Kd {nine}"));
    }
}

/// mbs-2019 3.3.1.1
#[test]
fn cards_run_from_the_ace_down_to_the_two() {
    each_beats_the_next(&["As Kh 9d", "Ks Qh Td"]);
}

/// mbs-2019 3.3.1.2: suited as well, which the Sentosa texts leave unsaid (G-09).
#[test]
fn the_ace_is_worth_one_in_3_2_a() {
    each_beats_the_next(&["4c 3d 2h", "3s 2c Ad"]);
    each_beats_the_next(&["4h 3h 2h", "3s 2s As"]);
}

/// mbs-2019 3.3.1.3
#[test]
fn suits_carry_no_weight() {
    ties("As Kh 9d", "Ac Ks 9h");
}

/// mbs-2019 3.16
#[test]
fn the_seven_kinds_with_the_royal_flush_stand_in_order() {
    let hands = [
        "Ah Kh Qh", "Ks Qs Js", "9s 9h 9c", "6s 5d 4c", "Ad Jd 8d", "As Ac Kd", "Qd Tc 6h",
    ];
    each_beats_the_next(&hands);
    let mut kinds = hands.map(|text| hand(text).rank());
    kinds.reverse();
    assert_eq!(kinds, HandRank::ALL);
}

/// mbs-2019 3.16.1: its Royal Flush is what others call a mini royal.
#[test]
fn a_royal_flush_is_a_k_q_of_any_one_suit() {
    is("As Ks Qs", HandRank::MiniRoyal);
    is("Ad Kd Qd", HandRank::MiniRoyal);
    ties("As Ks Qs", "Ad Kd Qd");
}

/// mbs-2019 3.16.2
#[test]
fn a_straight_flush_is_short_of_a_royal_flush() {
    is("8h 7h 6h", HandRank::StraightFlush);
    is("3d 2d Ad", HandRank::StraightFlush);
}

/// mbs-2019 3.16.3
#[test]
fn three_tens_are_three_of_a_kind() {
    is("Ts Th Tc", HandRank::ThreeOfAKind);
}

/// mbs-2019 3.16.4
#[test]
fn a_straight_takes_the_ace_high_or_low() {
    is("8d 7c 6h", HandRank::Straight);
    is("Ah Kc Qd", HandRank::Straight);
    is("3c 2d As", HandRank::Straight);
}

/// mbs-2019 3.16.5
#[test]
fn a_flush_is_suited_and_not_consecutive() {
    is("Th 4h 2h", HandRank::Flush);
}

/// mbs-2019 3.16.6
#[test]
fn two_aces_are_one_pair() {
    is("Ac Ah 8d", HandRank::Pair);
}

/// mbs-2019 3.16.7
#[test]
fn three_odd_cards_differ_in_rank_and_suit_and_do_not_follow() {
    is("Qc Th 6d", HandRank::HighCard);
    // A run, also across the Ace, a suit or a pair makes another hand of it, and nothing else does.
    for (near, rank) in [
        ("Qc Jh Td", HandRank::Straight),
        ("Qc Tc 6c", HandRank::Flush),
        ("Qc Qh 6d", HandRank::Pair),
        ("Kd Ac 2h", HandRank::HighCard),
        ("Ac 2h 4d", HandRank::HighCard),
        ("Qc Tc 6d", HandRank::HighCard),
    ] {
        is(near, rank);
    }
    let mut odd = 0;
    for (first, one) in Card::ALL.into_iter().enumerate() {
        for (second, two) in Card::ALL.into_iter().enumerate().skip(first + 1) {
            for three in Card::ALL.into_iter().skip(second + 1) {
                let cards = [one, two, three];
                let mut ranks = cards.map(|card| "23456789TJQKA".find(card.rank().letter()));
                ranks.sort_unstable();
                let [low, middle, high] = ranks.map(|at| at.expect("one of thirteen ranks"));
                let suited = cards.map(Card::suit) == [one.suit(); 3];
                let runs =
                    (middle - low, high - middle) == (1, 1) || (low, middle, high) == (0, 1, 12);
                let pairs = low == middle || middle == high;
                let is_odd = !suited && !runs && !pairs;
                let hand = Hand::new(cards).unwrap();
                assert_eq!(hand.rank() == HandRank::HighCard, is_odd, "{hand}");
                odd += u32::from(is_odd);
            }
        }
    }
    assert_eq!(odd, 16_440);
}

/// mbs-2019 3.17
#[test]
fn hands_of_one_kind_are_ranked_by_their_cards() {
    each_beats_the_next(&["Jc 9d 4s", "Jd 9h 3c"]);
    each_beats_the_next(&["Ac Jc 4c", "Kd Qd Td"]);
}

/// mbs-2019 3.17.2
#[test]
fn pairs_by_the_pair_then_the_side_card_then_level() {
    each_beats_the_next(&["6s 6d 2c", "5s 5d Ac"]);
    each_beats_the_next(&["5s 5d Kc", "5h 5c Qd"]);
    ties("7s 7d Kc", "7h 7c Kd");
    // New Jersey's "highest card not in the other hand" would turn this one round (G-11).
    each_beats_the_next(&["6s 6d 2c", "5s 5d Kc"]);
}

/// mbs-2019 3.17.3
#[test]
fn every_run_is_above_3_2_a() {
    each_beats_the_next(&["4c 3d 2h", "3s 2c Ad"]);
    each_beats_the_next(&["Ah Kc Qd", "3s 2d As"]);
}

/// oceanfront ofg.rank
#[test]
fn the_five_kinds_that_pay_stand_in_order() {
    each_beats_the_next(&["6h 5h 4h", "9s 9h 9c", "6s 5d 4c", "Ad Jd 8d", "As Ac Kh"]);
}

/// oceanfront ofg.rank.straight-flush: the mini royal is the highest of them (OFG-03).
#[test]
fn a_straight_flush_is_first() {
    each_beats_the_next(&["Ah Kh Qh", "Ks Qs Js", "Ac Ad Ah"]);
    is("Ah Kh Qh", HandRank::MiniRoyal);
}

/// oceanfront ofg.rank.three-of-a-kind
#[test]
fn three_of_a_kind_is_second() {
    each_beats_the_next(&["2s 2d 2c", "As Kd Qc"]);
}

/// oceanfront ofg.rank.straight
#[test]
fn a_straight_is_third() {
    each_beats_the_next(&["3c 2h Ad", "Kc Jc 9c"]);
}

/// oceanfront ofg.rank.flush
#[test]
fn a_flush_is_fourth() {
    each_beats_the_next(&["7c 5c 2c", "As Ac Kh"]);
}

/// oceanfront ofg.rank.pair
#[test]
fn a_pair_is_fifth() {
    each_beats_the_next(&["2s 2d 3c", "As Kd Jc"]);
}

/// oceanfront ofg.rank.note
#[test]
fn without_a_pair_the_highest_card_decides() {
    each_beats_the_next(&["As 5d 2c", "Ks Qd Tc"]);
    each_beats_the_next(&["4c 3d 2h", "3s 2c Ad"]);
}

/// rws-multilink-2024 3.17: a flush above a straight here, below it in three cards (ML-13).
#[test]
fn the_five_card_kinds_stand_in_their_own_order() {
    is_five("9s 9d 4c", "9h 2s", FiveCardRank::ThreeOfAKind);
    is_five("5h 4h 3c", "2h Ad", FiveCardRank::Straight);
    assert!(
        FiveCardRank::ThreeOfAKind < FiveCardRank::Straight,
        "three of a kind has no award"
    );
    assert!(FiveCardRank::ALL.is_sorted());
    assert!(FiveCardRank::Flush > FiveCardRank::Straight);
    assert!(HandRank::Flush < HandRank::Straight);
}

/// rws-multilink-2024 3.17[royal-flush]
#[test]
fn five_card_royal_flush() {
    is_five("Ad Kd Qd", "Jd Td", FiveCardRank::RoyalFlush);
}

/// rws-multilink-2024 3.17[straight-flush]
#[test]
fn five_card_straight_flush_the_ace_low_too() {
    is_five("Qc Jc Tc", "9c 8c", FiveCardRank::StraightFlush);
    is_five("3s 2s As", "5s 4s", FiveCardRank::StraightFlush);
}

/// rws-multilink-2024 3.17[four-of-a-kind]
#[test]
fn five_card_four_of_a_kind() {
    is_five("Kc Kh Kd", "Ks Jh", FiveCardRank::FourOfAKind);
}

/// rws-multilink-2024 3.17[full-house]
#[test]
fn five_card_full_house() {
    is_five("Kc Kh Kd", "Js Jh", FiveCardRank::FullHouse);
}

/// rws-multilink-2024 3.17[flush]
#[test]
fn five_card_flush() {
    is_five("Kh Jh 9h", "5h 2h", FiveCardRank::Flush);
}

/// rws-multilink-2024 3.17[straight]: and no run goes round the Ace.
#[test]
fn five_card_straight() {
    is_five("5c 4d 3c", "2h As", FiveCardRank::Straight);
    is_five("Ac Kd Qc", "Jh Ts", FiveCardRank::Straight);
    is_five("3c 2d Ac", "Kh Qs", FiveCardRank::HighCard);
}
