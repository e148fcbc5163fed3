//! Opens a house in a folder, plays one round that the house deals, and verifies the whole house.
//!
//! `cargo run -p queenhigh-audit --example play_and_verify`

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use std::sync::Arc;

use audit::verify::verify;
use house::game::{
    Area, Bounds, BoxNumber, Device, JackpotSetup, Limits, Notice, Request, Setup,
    USUAL_GRACE_SECONDS,
};
use house::table::{CardRequest, Source};
use house::{
    Account, Actor, CageCommand, CageMove, CommandId, House, HouseSettings, Money, PersonId,
    PlayerId, Post, Response, RulebookId, StoreSettings, TableCommand, TableId, TableRequest,
};

const TABLE: TableId = TableId(1);
const PLAYER: PlayerId = PlayerId(7);
const MANAGER: Actor = Actor::Staff {
    post: Post::House,
    person: PersonId(1),
};
const DEALER: Actor = Actor::Staff {
    post: Post::Dealer,
    person: PersonId(2),
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let place = StoreSettings::Folder(folder.path().join("house"));
    let settings = HouseSettings::new(place, "example").with_vault(folder.path().join("vault.key"));
    let house = House::open(settings).await?;
    house.create_table(TABLE, CommandId(1), MANAGER).await?;
    buy_in(&house, Money::major(500)).await?;
    let handle = house.table(TABLE).await?;
    for (nth, (by, request)) in round().into_iter().enumerate() {
        let command = TableCommand {
            id: CommandId::named(&format!("example {nth}")),
            by,
            request,
            rulebook: Some(Arc::new(RulebookId::Rws2020.form().clone())),
        };
        let response = handle.submit(command).await?;
        if !matches!(response, Response::Done { .. }) {
            return Err(format!("{response:?}").into());
        }
    }
    let rack = house.store().balance(Account::Rack(TABLE, PLAYER)).await?;
    println!("the player has {} cents", rack.in_minor());
    let report = verify(&**house.store()).await?;
    println!(
        "{} findings, {} decks made again",
        report.findings.len(),
        report.decks
    );
    house.close().await?;
    Ok(())
}

async fn buy_in(house: &House, amount: Money) -> Result<(), Box<dyn Error>> {
    let (player, table) = (PLAYER, TABLE);
    let deposit = CageMove::Deposit { player, amount };
    let buy_in = CageMove::BuyIn {
        player,
        table,
        amount,
    };
    for (id, moves) in [(2, deposit), (3, buy_in)] {
        let (id, by, with) = (CommandId(id), MANAGER, None);
        let command = CageCommand {
            id,
            by,
            with,
            moves,
        };
        house.cage().submit(command).await?;
    }
    Ok(())
}

/// One round with one player, from the opening of the table to its end.
fn round() -> Vec<(Actor, TableRequest)> {
    let (at, player, stake) = (BoxNumber(1), Actor::Player(PLAYER), Money::major(50));
    let bounds = Bounds {
        min: Some(Money::major(25)),
        max: Some(Money::major(500)),
    };
    let setup = Box::new(Setup {
        positions: 7,
        device: Device::Shuffler,
        limits: Limits {
            ante: bounds,
            pair_plus: bounds,
            five_card: Bounds::default(),
        },
        jackpot: Some(JackpotSetup {
            stake: Money::major(5),
            contribution: Money::major(1),
            seed: Money::major(20_000),
        }),
        interruption_grace_seconds: USUAL_GRACE_SECONDS,
        smallest_chip: None,
    });
    let (game, cards) = (TableRequest::Game, TableRequest::Cards);
    let notice = |notice| TableRequest::Game(Request::DisplayNotice { notice });
    let (area, amount, from) = (Area::Ante, stake, Source::House);
    vec![
        (MANAGER, game(Request::OpenTable { setup })),
        (MANAGER, cards(CardRequest::TakeCards { from })),
        (MANAGER, notice(Notice::Limits)),
        (MANAGER, notice(Notice::JackpotAmount)),
        (DEALER, game(Request::OpenBets)),
        (player, game(Request::PlaceBet { at, area, amount })),
        (DEALER, game(Request::CloseBets)),
        (DEALER, cards(CardRequest::Deal)),
        (player, game(Request::Look { at })),
        (player, game(Request::Play { at, amount })),
        (DEALER, game(Request::ShowDealer)),
        (player, game(Request::Reveal { at })),
        (DEALER, game(Request::Settle { at })),
        (DEALER, game(Request::Conclude)),
    ]
}
