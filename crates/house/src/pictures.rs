//! The pictures of a house that are kept up while it is open: the lobby and the history.
//!
//! They are drawn from the logs and nowhere else, and know how far. Dropped and drawn again they are the
//! same, byte for byte, whenever and however often somebody looked before. Nothing is decided from one.
//!
//! What else a floor shows has a place already: the meters of a jackpot stand in the lobby, what lies on
//! a purse, a rack or in the tips is the store's to say (`Store::balance`), what is held in rounds that
//! are not over stands with the books (`Books::unfinished`), and a round as it is played is the table's
//! own (`Round::view_for`).

use crate::chronicle::{Chronicle, Listener, Said};
use crate::history::{Asks, History, Kept, Page};
use crate::lobby::{Lobby, Moments};
use crate::log::Poison;
use crate::store::{Store, StoreError};
use crate::table::Eyes;

pub struct Pictures {
    chronicle: Chronicle,
    drawn: Drawn,
}

struct Drawn {
    moments: Moments,
    history: History,
}

impl Pictures {
    /// Of a house nobody has read yet. Whoever has the key to its decks sees a round where the house
    /// deals as it goes; others when it is over.
    pub fn new(eyes: Eyes, kept: Kept) -> Pictures {
        Pictures {
            chronicle: Chronicle::seen_by(eyes),
            drawn: Drawn {
                moments: Moments::default(),
                history: History::new(kept),
            },
        }
    }

    /// Reads what was stored since the last time. What cannot be read is returned and its stream stands
    /// still; the others go on.
    pub async fn catch_up(&mut self, store: &impl Store) -> Result<Vec<Poison>, StoreError> {
        self.chronicle.catch_up(store, &mut self.drawn).await
    }

    pub fn lobby(&self) -> Lobby {
        Lobby::of(&self.chronicle, &self.drawn.moments)
    }

    pub fn history(&self, asks: &Asks) -> Page {
        self.drawn.history.page(&self.chronicle, asks)
    }

    /// The tables and links themselves, for views of a round.
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }
}

impl Listener for Drawn {
    fn hear(&mut self, said: &Said<'_>) {
        self.moments.hear(said);
        self.history.hear(said);
    }
}
