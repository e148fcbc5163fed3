//! Seats of players who have gone: kept for them for a while, then free for others.
//!
//! A player has gone who has no socket on the table and no bet in its round. Where several processes serve
//! the tables, none of them knows all sockets, and seats stay as they are until staff free them.

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::Arc;

use house::TableCommand;
use house::game::{PlayerId, Request, Round, Timestamp};
use house::ledger::TableId;
use house::log::CommandId;
use house::table::TableState;

use crate::app::App;
use crate::hub::Hub;

/// Between two looks.
const EVERY: Duration = Duration::from_secs(3);
const MINUTE: u64 = 60_000;

/// Frees the seats of those who stay away too long, at tables that the automatic dealer runs.
pub async fn keep_freeing(app: Arc<App>) {
    let mut since: BTreeMap<(TableId, PlayerId), Timestamp> = BTreeMap::new();
    let mut ticks = tokio::time::interval(EVERY);
    loop {
        ticks.tick().await;
        let now = app.now();
        let kept = u64::from(app.config().sessions.seat_kept_minutes) * MINUTE;
        let mut away = BTreeMap::new();
        for hub in app.hubs().await {
            let table = hub.table();
            let config = app.table_config(table);
            let state = hub
                .state()
                .filter(|_| config.is_some_and(|config| config.is_automatic()));
            let Some(state) = state else { continue };
            for player in gone(&app, &hub, &state) {
                let since = since.get(&(table, player)).copied().unwrap_or(now);
                away.insert((table, player), since);
                if now.0.saturating_sub(since.0) >= kept {
                    free(&app, &hub, &state, player).await;
                }
            }
        }
        since = away;
    }
}

/// The players with a seat, without a socket on the table and without a bet.
fn gone(app: &App, hub: &Hub, state: &TableState) -> Vec<PlayerId> {
    let here = hub.present.players();
    let company = app.company.players(hub.table());
    let bets = |player: PlayerId| {
        let mut boxes = state.open_round().into_iter().flat_map(Round::boxes);
        boxes.any(|(_, held)| held.bets.has_player(player))
    };
    let seated = state.table().seats().values().copied();
    let mut gone: Vec<PlayerId> = seated
        .filter(|player| !here.contains(player) && !company.contains(player) && !bets(*player))
        .collect();
    gone.sort_unstable();
    gone.dedup();
    gone
}

/// The Dealer reports that the player has left (rounds.md, `Leave`).
async fn free(app: &App, hub: &Hub, state: &TableState, player: PlayerId) {
    let (stream, seq) = (state.stream(), state.head().seq);
    let id = CommandId::named(&format!(
        "empty seat: {stream} after {seq}, player {}",
        player.0
    ));
    let command = TableCommand::new(id, app.program.dealer, Request::Leave { player });
    if let Err(error) = hub.handle().submit(command).await {
        tracing::warn!(table = hub.table().0, player = player.0, %error, "a seat was not freed");
    }
}
