//! The projections of a house that are kept up while it is open: the lobby and the history.
//!
//! They are drawn from the logs and nowhere else, and know how far. Dropped and drawn again they are the
//! same, byte for byte, whenever and however often somebody looked before. Nothing is decided from one.
//!
//! What else a floor shows has a place already: the meters of a jackpot stand in the lobby, what lies on
//! a purse, a rack or in the tips is the store's to say (`Store::balance`), what is held in rounds that
//! are not over stands with the books (`Books::unfinished`), and a round as it is played is the table's
//! own (`Round::view_for`).

use crate::feed::{LogFeed, LoggedEntry, Projection};
use crate::history::{History, HistoryPage, Query, Retention};
use crate::lobby::{Lobby, StatusTimes};
use crate::log::CorruptEntry;
use crate::store::{Store, StoreError};
use crate::table::DeckAccess;

pub struct Projections {
    feed: LogFeed,
    models: Models,
}

struct Models {
    status_times: StatusTimes,
    history: History,
}

impl Projections {
    /// Of a house nobody has read yet. Whoever has the key to its decks sees a round where the house
    /// deals as it goes; others when it is over.
    pub fn new(access: DeckAccess, kept: Retention) -> Projections {
        Projections {
            feed: LogFeed::with_access(access),
            models: Models {
                status_times: StatusTimes::default(),
                history: History::new(kept),
            },
        }
    }

    /// Reads what was stored since the last time. What cannot be read is returned and its stream stands
    /// still; the others go on.
    pub async fn catch_up(&mut self, store: &dyn Store) -> Result<Vec<CorruptEntry>, StoreError> {
        self.feed.catch_up(store, &mut self.models).await
    }

    pub fn lobby(&self) -> Lobby {
        Lobby::of(&self.feed, &self.models.status_times)
    }

    pub fn history(&self, asks: &Query) -> HistoryPage {
        self.models.history.page(&self.feed, asks)
    }

    /// The tables and links themselves, for views of a round.
    pub fn feed(&self) -> &LogFeed {
        &self.feed
    }
}

impl Projection for Models {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        self.status_times.apply(logged);
        self.history.apply(logged);
    }
}
