//! What may be missed: who is at the table, the meter it feeds, how much company it has, and a restart
//! that is announced. Unnumbered; a newer message replaces one that was not sent yet.

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use house::game::{Money, PlayerId};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::app::App;
use crate::hub::Hub;

/// Between two looks.
const EVERY: Duration = Duration::from_millis(500);

/// What a table's clients are told beside its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Soft {
    /// Sockets on the table.
    watching: usize,
    /// Players with a socket on it; not known where several processes serve it.
    here: Option<Vec<PlayerId>>,
    /// What the jackpot shows that it feeds.
    meter: Option<Money>,
    /// Players of the house who keep it company.
    company: usize,
    /// When the house restarts.
    restart: Option<Instant>,
}

impl Soft {
    /// As the socket sends it.
    pub fn to_json(&self) -> String {
        let left = |at: Instant| at.saturating_duration_since(Instant::now()).as_millis();
        let restart = self.restart.map(left).map(u64::try_from);
        json!({
            "type": "soft",
            "soft": "table",
            "watching": self.watching,
            "here": self.here,
            "meter": self.meter,
            "company": self.company,
            "restart_ms": restart.and_then(Result::ok),
        })
        .to_string()
    }
}

/// The sockets on one table.
#[derive(Default)]
pub struct Present {
    sockets: Mutex<BTreeMap<Option<PlayerId>, usize>>,
}

/// A socket on a table, until it is dropped.
pub struct Presence {
    hub: Arc<Hub>,
    player: Option<PlayerId>,
}

impl Presence {
    /// Notes a socket of this player, or of a client that plays nothing.
    pub fn enter(hub: &Arc<Hub>, player: Option<PlayerId>) -> Presence {
        hub.present.change(player, |count| count + 1);
        Presence {
            hub: Arc::clone(hub),
            player,
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let one_less = |count: usize| count.saturating_sub(1);
        self.hub.present.change(self.player, one_less);
    }
}

impl Present {
    fn change(&self, player: Option<PlayerId>, to: impl Fn(usize) -> usize) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(player).or_default();
        *count = to(*count);
        if *count == 0 {
            sockets.remove(&player);
        }
    }

    fn watching(&self) -> usize {
        let sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        sockets.values().sum()
    }

    /// The players with a socket here.
    pub fn players(&self) -> Vec<PlayerId> {
        let sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        sockets.keys().copied().flatten().collect()
    }
}

/// Tells the clients of every table what changed. `shared` where other processes serve the tables too.
pub async fn keep_telling(app: Arc<App>, shared: bool) {
    let mut ticks = tokio::time::interval(EVERY);
    let mut announced = app.announced.subscribe();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = announced.changed() => {}
        }
        for hub in app.hubs().await {
            let soft = look(&app, &hub, shared);
            hub.soft.send_if_modified(|told| {
                let is_new = *told != soft;
                *told = soft;
                is_new
            });
        }
    }
}

fn look(app: &App, hub: &Hub, shared: bool) -> Soft {
    let link = hub.state().and_then(|state| state.link());
    let lobby = app.house.projections().lobby();
    let mut links = lobby.links.iter();
    let link = links.find(|summary| Some(summary.link) == link);
    Soft {
        watching: hub.present.watching(),
        here: (!shared).then(|| hub.present.players()),
        meter: link.map(|link| link.meters.shown),
        company: app.company.count(hub.table()),
        restart: *app.announced.borrow(),
    }
}

/// The channel of a table's soft messages.
pub fn channel() -> watch::Sender<Soft> {
    watch::channel(Soft::default()).0
}
