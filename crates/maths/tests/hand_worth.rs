//! What one hand is worth, against every hand the Dealer can hold, dealt one by one.

use game::{Card, DealerHand, Hand, RulebookId};
use maths::{AntePlay, DEALER_HANDS, Fraction, Strategy};

/// The mean net of playing under a rulebook without options, in units of the Ante, by dealing.
fn dealt(id: RulebookId, hand: Hand, bonus: i128) -> (Fraction, [u32; 4]) {
    let rulebook = id.form();
    let left: Vec<Card> = (Card::ALL.into_iter())
        .filter(|card| !hand.cards().contains(card))
        .collect();
    let (mut sum, mut counts) = (0_i128, [0_u32; 4]);
    for (k, &c) in left.iter().enumerate() {
        for (j, &b) in left[..k].iter().enumerate() {
            for &a in &left[..j] {
                let dealer = Hand::new([a, b, c]).expect("three different cards");
                let (at, net) = if !DealerHand::new(rulebook, dealer).qualifies {
                    (0, 1)
                } else if dealer.strength() < hand.strength() {
                    (1, 2)
                } else if dealer.strength() == hand.strength() {
                    (2, 0)
                } else {
                    (3, -2)
                };
                counts[at] += 1;
                sum += net + bonus;
            }
        }
    }
    (Fraction::new(sum, i128::from(DEALER_HANDS)), counts)
}

#[test]
fn a_hand_is_worth_what_dealing_every_hand_to_the_dealer_gives() {
    // rws-2020 pays an Ante Bonus of 1 on a straight.
    for (cards, bonus) in [
        (["Qs", "7h", "4d"], 0),
        (["Qs", "6h", "4d"], 0),
        (["Qs", "6h", "3d"], 0),
        (["2s", "2h", "3d"], 0),
        (["9s", "8h", "7d"], 1),
    ] {
        let hand = Hand::new(cards.map(|card| card.parse().expect("a card"))).expect("a hand");
        let sheet = AntePlay::new(RulebookId::Rws2020.form(), Strategy::Optimal);
        let decided = sheet.decided(hand);
        let (mean, [unqualified, worse, equal, better]) = dealt(RulebookId::Rws2020, hand, bonus);
        assert_eq!(decided.worth_playing(), mean, "{cards:?}");
        assert_eq!(decided.worth_folding(), Fraction::new(-1, 1), "{cards:?}");
        let against = decided.against;
        let found = [
            against.unqualified,
            against.worse,
            against.equal,
            against.better,
        ];
        assert_eq!(found, [unqualified, worse, equal, better], "{cards:?}");
    }
}
