//! Hands of three, five and six cards, named and compared in the plainest way.
//!
//! A card is written as its two letters, `As`, `Td`. Ranks run from 2 to 14, the Ace being 14.

const RANKS: &str = "23456789TJQKA";

/// From best to worst, the hands of five cards that any rulebook pays.
const FIVE_CARD_ORDER: [&str; 8] = [
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "nothing",
];

/// One card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// 2 to 14.
    pub rank: usize,
    /// `s`, `h`, `d` or `c`.
    pub suit: char,
}

/// The cards of `"As Ks Qs"`.
pub fn hand(text: &str) -> Vec<Card> {
    let mut hand = Vec::new();
    for card in text.split_whitespace() {
        let (rank, suit) = (rank(card), suit(card).chars().next());
        let suit = suit.unwrap_or(' ');
        hand.push(Card { rank, suit });
    }
    hand
}

/// The rank of a card written as text.
pub fn rank(card: &str) -> usize {
    let letter = card.chars().next();
    let place = RANKS.chars().position(|rank| Some(rank) == letter);
    place.map_or(0, |place| place + 2)
}

/// The suit of a card written as text.
pub fn suit(card: &str) -> &str {
    &card[1..]
}

fn ranks_from_the_top(cards: &[Card]) -> Vec<usize> {
    let mut ranks: Vec<usize> = cards.iter().map(|card| card.rank).collect();
    ranks.sort_unstable();
    ranks.reverse();
    ranks
}

fn one_suit(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.suit == cards[0].suit)
}

/// The top card of a sequence: 3 for 3-2-A, 5 for 5-4-3-2-A. `None` if the cards are no sequence.
fn top_of_sequence(cards: &[Card]) -> Option<usize> {
    let ranks = ranks_from_the_top(cards);
    if ranks.windows(2).all(|pair| pair[0] == pair[1] + 1) {
        return Some(ranks[0]);
    }
    let below_the_ace = ranks[1..].iter().copied();
    if ranks[0] == 14 && below_the_ace.eq((2..=cards.len()).rev()) {
        return Some(cards.len());
    }
    None
}

/// How often each rank occurs, the most frequent first, then by rank: 5-K-5 gives (2, 5), (1, 13).
fn groups(cards: &[Card]) -> Vec<(usize, usize)> {
    let mut groups = Vec::with_capacity(cards.len());
    for card in cards {
        let rank = card.rank;
        if groups.iter().all(|(_, named)| *named != rank) {
            let count = cards.iter().filter(|other| other.rank == rank).count();
            groups.push((count, rank));
        }
    }
    groups.sort_unstable();
    groups.reverse();
    groups
}

/// The name of a three-card hand as the output spells it.
pub fn name_of_three(cards: &[Card]) -> &'static str {
    let sequence = top_of_sequence(cards);
    let groups = groups(cards);
    if one_suit(cards) && sequence == Some(14) {
        "mini_royal"
    } else if one_suit(cards) && sequence.is_some() {
        "straight_flush"
    } else if groups[0].0 == 3 {
        "three_of_a_kind"
    } else if sequence.is_some() {
        "straight"
    } else if one_suit(cards) {
        "flush"
    } else if groups[0].0 == 2 {
        "pair"
    } else {
        "high_card"
    }
}

/// What two three-card hands are compared by; the greater list is the better hand, equal lists tie.
pub fn strength_of_three(cards: &[Card]) -> Vec<usize> {
    let category = match name_of_three(cards) {
        "mini_royal" | "straight_flush" => 6,
        "three_of_a_kind" => 5,
        "straight" => 4,
        "flush" => 3,
        "pair" => 2,
        _ => 1,
    };
    let mut strength = vec![category];
    if let Some(top) = top_of_sequence(cards) {
        strength.push(top);
    } else {
        // A pair before its side card, odd cards from the top: the groups are in that order already.
        strength.extend(groups(cards).iter().map(|group| group.1));
    }
    strength
}

/// Queen-high or better, by the rank of the hand.
pub fn qualifies_by_rank(cards: &[Card]) -> bool {
    name_of_three(cards) != "high_card" || ranks_from_the_top(cards)[0] >= 12
}

/// Some card is a Queen or above, as mbs-2019 3.11 reads literally; the Ace of 3-2-A is 1 where `ace_is_low` says so.
pub fn qualifies_by_card(cards: &[Card], ace_is_low: bool) -> bool {
    if ace_is_low && ranks_from_the_top(cards) == [14, 3, 2] {
        return false;
    }
    cards.iter().any(|card| card.rank >= 12)
}

/// The name of a five-card hand; what no rulebook pays is `nothing`.
pub fn name_of_five(cards: &[Card]) -> &'static str {
    let sequence = top_of_sequence(cards);
    let groups = groups(cards);
    if one_suit(cards) && sequence == Some(14) {
        "royal_flush"
    } else if one_suit(cards) && sequence.is_some() {
        "straight_flush"
    } else if groups[0].0 == 4 {
        "four_of_a_kind"
    } else if groups[0].0 == 3 && groups[1].0 == 2 {
        "full_house"
    } else if one_suit(cards) {
        "flush"
    } else if sequence.is_some() {
        "straight"
    } else if groups[0].0 == 3 {
        "three_of_a_kind"
    } else {
        "nothing"
    }
}

/// The best five of six cards, or `major_royal` for a suited A to 9.
pub fn name_of_six(cards: &[Card]) -> &'static str {
    if one_suit(cards) && ranks_from_the_top(cards) == [14, 13, 12, 11, 10, 9] {
        return "major_royal";
    }
    let mut names = Vec::new();
    for left_out in 0..cards.len() {
        let mut five = cards.to_vec();
        five.remove(left_out);
        names.push(name_of_five(&five));
    }
    for name in FIVE_CARD_ORDER {
        if names.contains(&name) {
            return name;
        }
    }
    "nothing"
}
