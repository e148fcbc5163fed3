//! Cards dealt the plain way: nothing here is shared with what it checks.

use game::{Card, Hand};

pub fn all_hands() -> Vec<Hand> {
    let mut all = Vec::with_capacity(22_100);
    for (i, a) in Card::ALL.into_iter().enumerate() {
        for (j, b) in Card::ALL.into_iter().enumerate().skip(i + 1) {
            for c in &Card::ALL[j + 1..] {
                all.push(Hand::new([a, b, *c]).unwrap());
            }
        }
    }
    all
}

pub fn bits(hand: Hand) -> u64 {
    let [a, b, c] = hand.cards().map(Card::index);
    (1 << a) | (1 << b) | (1 << c)
}
