//! One round on the rules alone: `next_duty` says what comes next, `moves` what a Player may do.
#![expect(clippy::print_stdout, reason = "an example shows what happens")]
use game::{
    Actor, Bounds, Card, Command, JackpotSetup, Money, Move, PersonId, PlayerId, Post, Refusal,
    Request, Round, RulebookId, Setup, Table, Timestamp,
};

const YOU: Actor = Actor::Player(PlayerId(7));

fn main() -> Result<(), Refusal> {
    let rulebook = RulebookId::Rws2020.form();
    let [bet, stake, share, meter] = [25, 5, 1, 20_000].map(Money::major);
    let jackpot = JackpotSetup::new(stake, share, meter);
    let setup = Box::new(Setup::new(rulebook, Bounds::between(bet, bet), jackpot));
    let staff = |post| Actor::staff(post, PersonId(1));
    let mut deck: Vec<Card> = (0..52).map(|nth| Card::ALL[nth * 19 % 52]).collect();
    let mut table = Table::closed();
    let mut next = Some((staff(Post::House), Request::OpenTable { setup }));
    while let Some((by, request)) = next.take_if(|_| !table.round().is_some_and(Round::is_over)) {
        for event in table.decide(rulebook, &Command::new(by, request))? {
            println!("{event:?}");
            table.evolve(&event);
        }
        next = yours(&table).or_else(|| {
            let duty = table.next_duty();
            let drawn: Vec<Card> = deck.drain(..duty.cards()).collect();
            duty.request(staff, &drawn, meter)
        });
    }
    Ok(())
}

/// The first bet on box 1, Play or turn of the hand among your moves.
fn yours(table: &Table) -> Option<(Actor, Request)> {
    let moves = table.moves(YOU, Timestamp::default());
    let wanted = |asks: &&Request| matches!(asks, Request::PlaceBet { at, .. } | Request::Play { at, .. } | Request::Reveal { at } if at.0 == 1);
    let found = moves.iter().filter_map(Move::request).find(wanted)?;
    Some((YOU, found.clone()))
}
