//! The sentence of a line, where the same reason reads differently by outcome, hands or what counted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{
    Award, Citations, Explained, FiveCardRank, Hand, HandRank, JackpotHand, Line, Money, Outcome,
    Reason, Wager,
};

fn hand(text: &str) -> Hand {
    let cards: Vec<_> = text.split(' ').map(|card| card.parse().unwrap()).collect();
    Hand::new([cards[0], cards[1], cards[2]]).unwrap()
}

fn line(outcome: Outcome, reason: Reason) -> Line {
    Line {
        wager: Wager::Ante,
        staked: Money::major(30),
        at_risk: Money::major(30),
        returned: Money::ZERO,
        outcome,
        cites: Citations::default(),
        reason,
    }
}

fn sentence(line: &Line) -> String {
    Explained::new(line, None, None).to_string()
}

/// rws-multilink-2024 4.5, R20-07: a hand not shown may be handed its bet back as a fold.
#[test]
fn a_hand_not_shown_reads_by_its_outcome() {
    let reads = |outcome| sentence(&line(outcome, Reason::NotShown));
    assert_eq!(
        reads(Outcome::Returned),
        "The hand was not shown and counts as folded: your Ante is returned."
    );
    assert_eq!(
        reads(Outcome::Lose),
        "The hand was not shown: your Ante is lost."
    );
}

#[test]
fn a_hand_out_of_the_round_reads_by_its_outcome() {
    let reads = |outcome| sentence(&line(outcome, Reason::Invalidated));
    let lost = "The hand was taken out of the round: your Ante is lost.";
    assert_eq!(reads(Outcome::Lose), lost);
    let back = "The hand was taken out of the round: your Ante is returned.";
    assert_eq!(reads(Outcome::Returned), back);
}

#[test]
fn what_did_not_count_is_named_unless_all_of_it_went_back() {
    let mut part = line(Outcome::Lose, Reason::Folded);
    assert_eq!(sentence(&part), "You folded: your Ante is lost.");
    part.at_risk = Money::major(20);
    let folded = "You folded: your Ante is lost. 10.00 of the bet did not count and went back.";
    assert_eq!(sentence(&part), folded);
    let share = Explained::new(&part, None, None).keeping_out(Money::major(4));
    let shared = "You folded: your Ante is lost. 4.00 of the bet did not count and went back.";
    assert_eq!(share.to_string(), shared);
    part.outcome = Outcome::Returned;
    part.reason = Reason::Void;
    assert_eq!(sentence(&part), "The round is void: your Ante is returned.");
}

#[test]
fn two_hands_of_one_description_are_told_apart_by_their_ranks() {
    let lower = line(Outcome::Lose, Reason::Lower);
    let told =
        |yours, theirs| Explained::new(&lower, Some(hand(yours)), Some(hand(theirs))).to_string();
    let same = told("Ks 9d 4c", "Kd Th 3d");
    assert!(same.contains("(K-9-4 against K-T-3)"), "{same}");
    let other = told("Ks 9d 4c", "Ad Th 3d");
    assert!(!other.contains("against"), "{other}");
    assert!(other.ends_with("your Ante is lost."), "{other}");
}

#[test]
fn envy_reads_by_the_number_of_hands() {
    let reads = |hands| sentence(&line(Outcome::Win, Reason::Envy { hands }));
    assert!(reads(1).starts_with("Another Player made a top jackpot hand"));
    assert!(reads(2).starts_with("Other Players made 2 top jackpot hands"));
}

#[test]
fn a_line_adds_what_comes_back_beyond_the_stake() {
    let mut won = line(Outcome::Win, Reason::Higher);
    won.returned = Money::major(60);
    assert_eq!(won.net(), Money::major(30));
}

#[test]
fn a_jackpot_reads_by_its_hand_and_its_award() {
    let reads = |hand, award| sentence(&line(Outcome::Win, Reason::Jackpot(hand, award)));
    assert_eq!(
        reads(JackpotHand::SpadeRoyal, Award::Percent(100)),
        "Ace, King and Queen of spades: you win the whole jackpot."
    );
    let three = JackpotHand::ThreeCards(HandRank::StraightFlush);
    assert_eq!(
        reads(three, Award::Sum(Money::major(750))),
        "A straight flush: the jackpot table pays 750.00."
    );
    let five = JackpotHand::FiveCards(FiveCardRank::StraightFlush);
    assert_eq!(
        reads(five, Award::Percent(10)),
        "A five-card straight flush: you win 10% of the jackpot."
    );
    let house = JackpotHand::FiveCards(FiveCardRank::FullHouse);
    assert_eq!(
        reads(house, Award::ForOne(50)),
        "A full house: the jackpot table pays 50 for 1."
    );
}
