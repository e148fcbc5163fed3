//! `queenhigh-bot URL TABLE ROUNDS [PLAYERS]`: guests who play rounds at a table, and say what came of it.
#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use anyhow::{Context as _, Result};
use bot::{Api, Bets, Bot};
use tokio::task::JoinSet;

const USAGE: &str = "usage: queenhigh-bot URL TABLE ROUNDS [PLAYERS]";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |nth: usize| -> Result<u64> {
        let text = arguments.get(nth).context(USAGE)?;
        text.parse()
            .with_context(|| format!("found {text:?}, expected a number. {USAGE}"))
    };
    let url = arguments.first().context(USAGE)?.clone();
    let (table, rounds) = (number(1)?, number(2)?);
    let players = if arguments.len() > 3 { number(3)? } else { 1 };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut playing = JoinSet::new();
        for _ in 0..players {
            let api = Api::new(&url)?;
            playing.spawn(async move {
                let (player, api) = api.come_as_guest().await?;
                let mut bot = Bot::sit(&api, player, table, Bets::All).await?;
                anyhow::Ok((player, bot.play(rounds).await?))
            });
        }
        while let Some(played) = playing.join_next().await {
            let (player, came_of_it) = played??;
            println!("player {player} at table {table}: {came_of_it:?}");
        }
        Ok(())
    })
}
