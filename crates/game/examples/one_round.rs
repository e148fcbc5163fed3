//! One round on the rules alone: `next_duty` says what comes next, `moves` what may be done.

use game::{
    Actor, Card, Command, HouseDuty, Money, Move, NextDuty, PersonId, PlayerId, Post, Request,
    Round, RulebookId, Table, Timestamp,
};

const SETUP: &str = r#"{"positions": 7, "device": "shuffler",
    "limits": {"ante": {"min": 2500, "max": 100000}, "pair_plus": {"min": 2500, "max": 100000},
               "five_card": {}},
    "jackpot": {"stake": 500, "contribution": 100, "seed": 2000000}}"#;

#[expect(clippy::print_stdout, reason = "an example shows what happens")]
fn main() {
    let person = PersonId(1);
    let [house, dealer] = [Post::House, Post::Dealer].map(|post| Actor::Staff { post, person });
    let you = Actor::Player(PlayerId(7));
    let mut deck: Vec<Card> = (0..52).map(|nth| Card::ALL[nth * 19 % 52]).collect();
    let mut table = Table::closed();
    while !table.round().is_some_and(Round::is_over) {
        let staked = |round: &Round| round.in_round().next().is_some();
        let (by, request) = match table.next_duty() {
            NextDuty::House(HouseDuty::OpenTable) => {
                let setup = serde_json::from_str(SETUP).expect("a setup");
                (house, Request::OpenTable { setup })
            }
            NextDuty::House(HouseDuty::DisplayNotice { notice }) => {
                (house, Request::DisplayNotice { notice })
            }
            NextDuty::Bets { .. } if !table.round().is_some_and(staked) => {
                (you, a_move(&table, you))
            }
            NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, .. } => {
                let next: Vec<Card> = deck.drain(..duty.cards()).collect();
                let request = duty.request(&next, Money::major(20_000));
                (duty.actor(dealer), request.expect("52 cards are enough"))
            }
            NextDuty::Decision { .. } | NextDuty::Reveal { .. } => (you, a_move(&table, you)),
            other @ (NextDuty::House(_) | NextDuty::Ruling { .. } | NextDuty::Choices { .. }) => {
                panic!("nothing went wrong, and {other:?} comes next")
            }
        };
        let command = Command::new(by, request);
        let decided = table.decide(RulebookId::Rws2020.form(), &command);
        for event in decided.expect("what comes next is granted") {
            println!("{event:?}");
            table.evolve(&event);
        }
    }
}

/// The first bet, play or turn of the hand among what `by` may do now.
fn a_move(table: &Table, by: Actor) -> Request {
    let moves = table.moves(by, Timestamp::default());
    let leads_on = |asks: &&Request| {
        let bet = matches!(asks, Request::PlaceBet { .. });
        bet || matches!(asks, Request::Play { .. } | Request::Reveal { .. })
    };
    let mut open = moves.iter().filter_map(Move::request);
    open.find(leads_on).expect("the table waits for it").clone()
}
