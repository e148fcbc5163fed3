//! An announced restart: clients are told, no round is opened any more, and rounds in play may end.

use core::time::Duration;

use house::ledger::TableId;
use house::table::TableState;
use tokio::time::Instant;

use crate::app::App;

/// Between two looks at the rounds in play.
const EVERY: Duration = Duration::from_millis(50);

/// Announces the end and waits for the rounds in play, as long as the configuration allows. What is not
/// over by then goes on after the restart: every step of it is stored.
pub async fn announce_and_wait(app: &App) {
    let until = Instant::now() + Duration::from_secs(app.config().listen.drain_seconds);
    app.announced.send_replace(Some(until));
    while Instant::now() < until && has_round_in_play(app) {
        tokio::time::sleep(EVERY).await;
    }
}

/// Whether chips lie on the felt of a table that the automatic dealer runs.
fn has_round_in_play(app: &App) -> bool {
    let config = app.config();
    let tables = config.tables.iter();
    let mut own = tables.filter(|table| table.is_automatic());
    own.any(|table| {
        let handle = app.house.pit().loaded(TableId(table.number));
        let state = handle.and_then(|handle| handle.state());
        state.is_some_and(|state| has_chips(&state))
    })
}

fn has_chips(state: &TableState) -> bool {
    let boxes = state.open_round().into_iter();
    let mut boxes = boxes.flat_map(house::game::Round::boxes);
    boxes.any(|(_, held)| !held.bets.is_empty())
}
