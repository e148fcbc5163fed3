//! One round on the rules alone: `next_duty` says what comes next, `moves` what a Player may do.
#![expect(clippy::print_stdout, reason = "an example shows what happens")]

use game::{
    Actor, Card, Command, HouseDuty, Money, Move, NextDuty, PersonId, PlayerId, Post, Request,
    Round, RulebookId, Table, Timestamp,
};

const SETUP: &str = r#"{"positions": 7, "device": "shuffler", "limits": {
    "ante": {"min": 2500, "max": 2500}, "pair_plus": {"min": 2500, "max": 2500}, "five_card": {}},
    "jackpot": {"stake": 500, "contribution": 100, "seed": 2000000}}"#;

fn main() {
    let person = PersonId(1);
    let [house, dealer] = [Post::House, Post::Dealer].map(|post| Actor::Staff { post, person });
    let you = Actor::Player(PlayerId(7));
    let mut deck: Vec<Card> = (0..52).map(|nth| Card::ALL[nth * 19 % 52]).collect();
    let mut table = Table::closed();
    while !table.round().is_some_and(Round::is_over) {
        let setup = || serde_json::from_str(SETUP).expect("a setup");
        let (by, request) = match (table.next_duty(), yours(&table, you)) {
            (NextDuty::House(HouseDuty::OpenTable), _) => {
                (house, Request::OpenTable { setup: setup() })
            }
            (NextDuty::House(HouseDuty::DisplayNotice { notice }), _) => {
                (house, Request::DisplayNotice { notice })
            }
            (_, Some(request)) => (you, request),
            (NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, .. }, None) => {
                let next: Vec<Card> = deck.drain(..duty.cards()).collect();
                (
                    duty.actor(dealer),
                    duty.request(&next, Money::major(20_000)).expect("52 cards"),
                )
            }
            (other, None) => panic!("{other:?} comes next"),
        };
        let decided = table.decide(RulebookId::Rws2020.form(), &Command::new(by, request));
        for event in decided.expect("what comes next is granted") {
            println!("{event:?}");
            table.evolve(&event);
        }
    }
}

/// The first bet on box 1, play or turn of the hand among your moves.
fn yours(table: &Table, you: Actor) -> Option<Request> {
    let moves = table.moves(you, Timestamp::default());
    let mut open = moves.iter().filter_map(Move::request);
    let wanted = |asks: &&Request| matches!(asks, Request::PlaceBet { at, .. } | Request::Play { at, .. } | Request::Reveal { at } if at.0 == 1);
    open.find(wanted).cloned()
}
