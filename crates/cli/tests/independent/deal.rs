//! Cards for random rounds, dealt so that the rare hands are common.
//!
//! A hand is first wished for by shape. A wish the deck can no longer fill becomes three random cards.

use super::generate::Dice;
use reference::cards;

const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A",
];
const SUITS: [&str; 4] = ["s", "h", "d", "c"];

/// The cards of one round, each hand a text like `As Ks Qs`.
pub struct Deal {
    pub dealer: String,
    pub community: String,
    pub hands: Vec<String>,
}

fn card(rank: usize, suit: usize) -> String {
    // Rank 1 is the Ace below the two.
    let rank = if rank == 1 { 14 } else { rank };
    format!("{}{}", RANKS[rank - 2], SUITS[suit % 4])
}

/// Takes the wished cards out of the deck, all or none.
fn take(deck: &mut Vec<String>, wish: &[String]) -> Option<Vec<String>> {
    let mut left = deck.clone();
    for card in wish {
        let place = left.iter().position(|other| other == card)?;
        left.remove(place);
    }
    *deck = left;
    Some(wish.to_vec())
}

/// The wished cards if the deck has them, filled up with the next ones; in random order.
fn draw(dice: &mut Dice, deck: &mut Vec<String>, wish: &[String], count: usize) -> Vec<String> {
    let mut hand = take(deck, wish).unwrap_or_default();
    while hand.len() < count {
        hand.extend(deck.pop());
    }
    dice.shuffle(&mut hand);
    hand
}

/// Some three-card hand worth seeing.
fn wish_for_three(dice: &mut Dice, dealer: &[String]) -> Vec<String> {
    let suit = dice.below(4);
    let top = 3 + dice.below(12);
    match dice.below(11) {
        0 | 1 => vec![card(14, suit), card(13, suit), card(12, suit)],
        2 => vec![card(top, suit), card(top - 1, suit), card(top - 2, suit)],
        3 => vec![card(top, suit), card(top, suit + 1), card(top, suit + 2)],
        4 => vec![
            card(top, suit),
            card(top - 1, dice.below(4)),
            card(top - 2, dice.below(4)),
        ],
        5 => vec![
            card(3, suit),
            card(2, dice.below(4)),
            card(14, dice.below(4)),
        ],
        6 => vec![card(14, suit), card(4 + dice.below(8), suit), card(2, suit)],
        7 => vec![card(top, suit), card(top, suit + 1)],
        8 => boundary(dice),
        // The Dealer's own hand in other suits: a tie.
        _ => dealer.iter().map(|own| turn_suit(own, suit)).collect(),
    }
}

/// Jack-high or Queen-high odd cards, the edge of qualifying.
fn boundary(dice: &mut Dice) -> Vec<String> {
    let top = 11 + dice.below(2);
    let middle = if dice.chance(50) {
        top - 1
    } else {
        3 + dice.below(7)
    };
    let low = if dice.chance(50) {
        2
    } else {
        2 + dice.below(8)
    };
    let suit = dice.below(4);
    let other = if dice.chance(80) { suit + 1 } else { suit };
    vec![card(top, suit), card(middle, other), card(low, suit)]
}

fn turn_suit(own: &str, by: usize) -> String {
    let suit = SUITS
        .iter()
        .position(|suit| *suit == cards::suit(own))
        .unwrap_or(0);
    card(cards::rank(own), suit + 1 + by % 3)
}

/// Three cards that, with those on the table, make a straight, a flush, a royal, a full house, four of a kind.
fn wish_to_complete(dice: &mut Dice, table: &[String]) -> Vec<String> {
    let first = &table[dice.below(table.len())];
    let second = &table[dice.below(table.len())];
    let suit = SUITS
        .iter()
        .position(|suit| *suit == cards::suit(first))
        .unwrap_or(0);
    match dice.below(6) {
        0..=2 => {
            // A window of five or six ranks; what the table does not show of it is wished for.
            let length = if table.len() == 3 {
                5 + dice.below(2)
            } else {
                5
            };
            let near = (cards::rank(first) + dice.below(5)).clamp(length, 14);
            let top = if dice.chance(30) { 14 } else { near };
            let mixed = dice.chance(35);
            let mut wish = Vec::new();
            for rank in (top + 1 - length..=top).rev() {
                let wanted = card(rank, if mixed { dice.below(4) } else { suit });
                let by_rank = table
                    .iter()
                    .any(|shown| cards::rank(shown) == cards::rank(&wanted));
                let shown = table.contains(&wanted) || (mixed && by_rank);
                if !shown && wish.len() < 3 {
                    wish.push(wanted);
                }
            }
            wish
        }
        3 => (1..=3).map(|turn| turn_suit(first, turn)).collect(),
        4 => {
            let mut wish = vec![
                turn_suit(first, 0),
                turn_suit(first, 1),
                turn_suit(second, 2),
            ];
            wish.dedup();
            wish
        }
        _ => (0..3).map(|_| card(2 + dice.below(13), suit)).collect(),
    }
}

/// Two community cards, often close, suited or paired.
fn wish_for_community(dice: &mut Dice) -> Vec<String> {
    let suit = dice.below(4);
    let rank = 3 + dice.below(12);
    match dice.below(5) {
        0 => vec![card(rank, suit), card(rank, suit + 1)],
        1 => vec![card(rank, suit), card(rank - 1, suit)],
        2 => vec![
            card(14 - dice.below(2), suit),
            card(10 + dice.below(3), suit),
        ],
        3 => vec![card(rank, suit), card(rank - 1, suit + 1)],
        _ => Vec::new(),
    }
}

/// Deals to `boxes` hands, the Dealer and, where the rulebook has them, the community cards.
pub fn deal(dice: &mut Dice, rulebook: &str, boxes: usize) -> Deal {
    let mut deck: Vec<String> = (0..52)
        .map(|place| card(2 + place % 13, place / 13))
        .collect();
    dice.shuffle(&mut deck);

    let wish = match dice.below(5) {
        0 | 1 => boundary(dice),
        2 => wish_for_three(dice, &[]),
        3 if rulebook == "oceanfront" => {
            let suit = dice.below(4);
            let mut high: Vec<String> = (9..=14).map(|rank| card(rank, suit)).collect();
            dice.shuffle(&mut high);
            high.truncate(3);
            high
        }
        _ => Vec::new(),
    };
    let dealer = draw(dice, &mut deck, &wish, 3);
    let mut community = Vec::new();
    if rulebook == "rws-multilink-2024" {
        let wish = wish_for_community(dice);
        community = draw(dice, &mut deck, &wish, 2);
    }

    let table = if rulebook == "oceanfront" {
        &dealer
    } else {
        &community
    };
    // In a few rounds royals are dealt all over, so that winners and envy meet.
    let royal_night = dice.chance(15);
    let mut hands = Vec::new();
    for _ in 0..boxes {
        let wish = if royal_night && table.is_empty() && dice.chance(50) {
            let suit = dice.below(4);
            vec![card(14, suit), card(13, suit), card(12, suit)]
        } else if !table.is_empty() && dice.chance(if royal_night { 90 } else { 45 }) {
            wish_to_complete(dice, table)
        } else if dice.chance(50) {
            wish_for_three(dice, &dealer)
        } else {
            Vec::new()
        };
        hands.push(draw(dice, &mut deck, &wish, 3).join(" "));
    }
    Deal {
        dealer: dealer.join(" "),
        community: community.join(" "),
        hands,
    }
}
