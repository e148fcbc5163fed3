//! Cards and hands as they are written, spoken and dealt.

use expect_test::expect;
use game::{
    BadHand, BestOfSix, Card, CardSet, FiveCardRank, Hand, HandRank, NotADeck, Rank, Shoe, Suit,
};

fn hand(text: &str) -> Hand {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_card_is_its_index_its_rank_and_suit_and_its_text() {
    for (index, card) in Card::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(card.index()), index);
        assert_eq!(card.index(), card.rank() as u8 * 4 + card.suit() as u8);
        assert_eq!(Card::from_index(card.index()), Some(card));
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(
            card.to_string(),
            format!("{}{}", card.rank().letter(), card.suit().letter())
        );
        assert_eq!(card.to_string().parse(), Ok(card));
        let json = serde_json::to_string(&card).unwrap();
        assert_eq!(json, format!("\"{card}\""));
        assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
    }
    assert_eq!(Card::from_index(52), None);
    assert_eq!(Card::new(Rank::Ace, Suit::Spades).to_string(), "As");
    assert_eq!(Card::new(Rank::Ten, Suit::Diamonds).to_string(), "Td");
    assert_eq!(size_of::<Card>(), 1);
}

#[test]
fn what_is_not_a_card_is_refused_with_what_was_found() {
    for text in [
        "", "A", "as", "AS", "sA", "10s", "1s", "Asx", " As", "A♠", "é",
    ] {
        assert!(text.parse::<Card>().is_err(), "{text:?}");
    }
    let refusal = |text: &str| text.parse::<Card>().unwrap_err().to_string();
    expect![[
        r#""10s" is not a card; expected a rank of 23456789TJQKA and a suit of shdc, like As or Td"#
    ]]
    .assert_eq(&refusal("10s"));
    // Cut by characters, not by bytes, and with its control characters made visible.
    expect![[r#""\n♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠♠…" is not a card; expected a rank of 23456789TJQKA and a suit of shdc, like As or Td"#]]
        .assert_eq(&refusal(&format!("\n{}", "♠".repeat(1_000))));
    let json = serde_json::from_str::<Card>("7").unwrap_err().to_string();
    expect![[r#"invalid type: integer `7`, expected a card like "As" at line 1 column 1"#]]
        .assert_eq(&json);
}

#[test]
fn a_set_takes_a_card_once() {
    let mut set = CardSet::new();
    assert!(set.is_empty());
    let ace = Card::new(Rank::Ace, Suit::Spades);
    assert!(set.insert(ace));
    assert!(!set.insert(ace));
    assert!(set.contains(ace));
    assert_eq!((set.len(), set.is_empty()), (1, false));

    let all: CardSet = Card::ALL.into_iter().rev().collect();
    assert_eq!(all.iter().len(), 52);
    assert!(all.iter().eq(Card::ALL));
    let none: Vec<Card> = CardSet::new().into_iter().collect();
    assert_eq!(none, []);
}

#[test]
fn a_shoe_deals_every_card_once_in_its_order() {
    let mut shoe = Shoe::standard();
    let spread = shoe.undealt().to_vec();
    assert_eq!((spread[0].as_str(), spread[12].as_str()), ("As", "2s"));
    assert_eq!((spread[13].as_str(), spread[51].as_str()), ("Ah", "2c"));
    assert_eq!(spread.iter().copied().collect::<CardSet>().len(), 52);
    for (dealt, expected) in spread.iter().enumerate() {
        assert_eq!(shoe.remaining(), 52 - dealt);
        assert_eq!(shoe.undealt(), &spread[dealt..]);
        assert_eq!(shoe.draw(), Some(*expected));
    }
    assert_eq!((shoe.draw(), shoe.remaining()), (None, 0));
}

#[test]
fn a_deck_with_a_card_twice_is_no_shoe() {
    let mut cards = Card::ALL;
    assert_eq!(Shoe::new(cards).unwrap().undealt(), cards);
    cards[51] = cards[7];
    let error = Shoe::new(cards).unwrap_err();
    assert_eq!(error, NotADeck { twice: cards[7] });
    assert_eq!(error.to_string(), "not a deck: 3s is in it twice");
}

#[test]
fn a_hand_keeps_the_order_of_receipt_and_spreads_high_to_low() {
    assert_eq!(hand("3c As Kd").to_string(), "3c As Kd");
    assert_eq!(hand("  3c   As Kd ").to_string(), "3c As Kd");
    let spread = |text: &str| hand(text).sorted().map(|card| card.to_string()).join(" ");
    assert_eq!(spread("3c As Kd"), "As Kd 3c");
    assert_eq!(spread("As 2d 3c"), "3c 2d As");
    assert_eq!(spread("Ah 3h 2h"), "3h 2h Ah");
    assert_eq!(spread("6d Ah 6s"), "Ah 6d 6s");
    assert_eq!(hand("Ah 3h 2h").suited_in(), Some(Suit::Hearts));
    assert_eq!(hand("Ah 3h 2d").suited_in(), None);
    let json = serde_json::to_string(&hand("3c As Kd")).unwrap();
    assert_eq!(json, r#""3c As Kd""#);
    assert_eq!(
        serde_json::from_str::<Hand>(&json).unwrap(),
        hand("3c As Kd")
    );
    let card = Card::ALL[0];
    assert_eq!(Hand::new([card, Card::ALL[1], card]), None);
}

#[test]
fn what_is_not_a_hand_is_refused_with_the_first_reason() {
    let refusal = |text: &str| text.parse::<Hand>().unwrap_err();
    assert_eq!(refusal(""), BadHand::Count { found: 0 });
    assert_eq!(refusal("As As"), BadHand::Count { found: 2 });
    assert_eq!(refusal("As Kd 3c 2c"), BadHand::Count { found: 4 });
    for text in ["As As Kd", "As Kd As", "Kd As As"] {
        assert_eq!(
            refusal(text),
            BadHand::Twice {
                card: Card::new(Rank::Ace, Suit::Spades)
            }
        );
    }
    assert!(matches!(refusal("As,Kd,3c"), BadHand::NotACard(error) if error.found == "As,Kd,3c"));
    assert!(matches!(refusal("As\tKd 3c"), BadHand::NotACard(_)));
    expect!["a hand is three cards with spaces between, like As Kd 3c; found 2"]
        .assert_eq(&refusal("As Kd").to_string());
    expect!["As is in the hand twice"].assert_eq(&refusal("As As Kd").to_string());
}

#[test]
fn a_dealer_announces_hands_in_words() {
    let announced = |text: &str| hand(text).describe().to_string();
    assert_eq!(announced("6s Qd 4c"), "Queen high");
    assert_eq!(announced("6s Qd 6c"), "a pair of Sixes");
    assert_eq!(announced("6s 2d 6c"), "a pair of Sixes");
    assert_eq!(announced("2s 9s As"), "an Ace-high flush");
    assert_eq!(announced("2s 3s 8s"), "an Eight-high flush");
    assert_eq!(announced("9s Td 8c"), "a Ten-high straight");
    assert_eq!(announced("As 2d 3c"), "a Three-high straight");
    assert_eq!(announced("Ks Kd Kc"), "three Kings");
    assert_eq!(announced("Jh Th 9h"), "a Jack-high straight flush");
    assert_eq!(announced("Qs As Ks"), "a mini royal in spades");
}

#[test]
fn the_names_for_programs_are_those_serde_writes() {
    let written = |value: serde_json::Value| value.as_str().expect("a name").to_owned();
    for rank in HandRank::ALL {
        assert_eq!(written(serde_json::to_value(rank).unwrap()), rank.name());
    }
    for rank in FiveCardRank::ALL {
        assert_eq!(written(serde_json::to_value(rank).unwrap()), rank.name());
    }
    for rank in BestOfSix::ALL {
        assert_eq!(written(serde_json::to_value(rank).unwrap()), rank.name());
    }
}
