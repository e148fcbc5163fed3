//! Opens a house in a folder, plays one round that the house deals, and verifies the whole house.
//! `cargo run -p queenhigh-audit --example play_and_verify`
#![expect(clippy::print_stdout, reason = "an example shows what happens")]
use std::error::Error;

use audit::verify::verify;
use house::game::{Bounds, JackpotSetup, Request, Round, Setup};
use house::table::{CardRequest, Source};
use house::{
    Account, Actor, CommandId, House, HouseSettings, Money, PersonId, PlayerId, Post, RulebookId,
    StoreSettings, TableCommand, TableId, TableMove, TableRequest, TableState, Timestamp,
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let place = StoreSettings::Folder(folder.path().join("house"));
    let settings = HouseSettings::new(place, "example").with_vault(folder.path().join("vault.key"));
    let house = House::open(settings).await?;
    let staff = |post| Actor::staff(post, PersonId(1));
    let (by, from) = (staff(Post::House), Source::House);
    let seat @ (player, table) = (PlayerId(7), TableId(1));
    let [amount, bet, price, share, meter] = [500, 25, 5, 1, 20_000].map(Money::major);
    house.create_table(table, CommandId(1), by).await?;
    let cage = house.cage();
    cage.deposit(CommandId(2), by, player, amount).await?;
    cage.buy_in(CommandId(3), by, seat, amount).await?;
    let rulebook = RulebookId::Rws2020.form();
    let jackpot = JackpotSetup::new(price, share, meter);
    let setup = Box::new(Setup::new(rulebook, Bounds::between(bet, bet), jackpot));
    let handle = house.table(table).await?;
    let opening = TableCommand::new(CommandId(4), by, Request::OpenTable { setup });
    handle.submit(opening.under(rulebook)).await?;
    let cards = CardRequest::TakeCards { from };
    let mut next = Some((by, cards.into()));
    for nth in 5.. {
        let Some((by, request)) = next else { break };
        let command = TableCommand::new(CommandId(nth), by, request);
        let (after, to) = handle.submit(command).await?.done()?;
        println!("entries after {after} up to {to}");
        let state = handle.state().ok_or("the log has not been read")?;
        let goes_on = !state.table().round().is_some_and(Round::is_over);
        let due = || yours(&state, player).or_else(|| state.next_request(staff, meter));
        next = goes_on.then(due).flatten();
    }
    let rack = house.store().balance(Account::Rack(table, player)).await?;
    let report = verify(&**house.store()).await?;
    println!("the player has {rack}, {} findings", report.findings.len());
    Ok(house.close().await?)
}

/// The first bet on box 1, Play or turn of the hand among the Player's moves.
fn yours(state: &TableState, player: PlayerId) -> Option<(Actor, TableRequest)> {
    let you = Actor::Player(player);
    let moves = state.moves(you, Timestamp::default());
    let wanted = |asks: &TableRequest| matches!(asks, TableRequest::Game(Request::PlaceBet { at, .. } | Request::Play { at, .. } | Request::Reveal { at }) if at.0 == 1);
    let mut open = moves.iter().filter_map(TableMove::request);
    Some((you, open.find(wanted)?))
}
