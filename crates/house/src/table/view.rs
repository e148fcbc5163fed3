//! A table of the house as one viewer may know it: what the rules show, and what the house adds.
//!
//! What the rules keep hidden stays hidden: cards that left a deck of the house are shown by the rules'
//! own view, and of a seed that is still secret only the promise is shown.

use game::{EventView, PlayerId, TableView, Viewer};
use ledger::TableId;
use serde::Serialize;

use super::{
    Awaited, CardEvent, HouseEvent, Linked, Shuffle, Source, TableEvent, TableState, TimesEnd,
    WaitingTimes,
};
use crate::log::{Fingerprint, Stream};
use crate::shuffle::Seed;

/// What a viewer may know of a table of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableStateView {
    /// The table.
    pub table: Option<TableId>,
    /// What the rules show.
    #[serde(flatten)]
    pub rules: TableView,
    /// Where the cards come from, and how far the deck is made.
    pub cards: CardsView,
    /// The Players who have bet what they want, while bets are open at a table where the house deals.
    pub ready: Vec<PlayerId>,
    /// The jackpot the table feeds.
    pub link: Option<Linked>,
    /// What the table waits for, where it does so for a limited time.
    pub awaited: Option<Awaited>,
    /// What follows when that time is up.
    pub then: Option<TimesEnd>,
    /// How long the table gives people, from the next round on.
    pub times: WaitingTimes,
    /// Whether the House has paused the table: no round is opened until it is resumed.
    pub paused: bool,
}

/// The cards of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardsView {
    /// Where those of the next round come from.
    pub from: Source,
    /// The deck of the last round, where the house dealt it.
    pub shuffle: Option<ShuffleView>,
}

/// How far a deck is made, and what was promised for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShuffleView {
    /// The digest by which the house promised its seed.
    pub promise: Option<Fingerprint>,
    /// The house's seed, once it is published.
    pub seed: Option<Seed>,
    /// What Players promised, and the seeds of those who opened theirs.
    pub players: Vec<PromiseView>,
}

/// A Player's part in a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromiseView {
    /// The Player.
    pub player: PlayerId,
    /// The digest of the seed.
    pub promise: Fingerprint,
    /// The seed, once it is open.
    pub seed: Option<Seed>,
}

/// An event of a table as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TableEventView {
    /// Of the rules.
    Game(EventView),
    /// Of the house.
    House(HouseEvent),
    /// Of the cards where the house deals; faces are the rules' to show.
    Cards(CardEvent),
    /// The house promised its seed.
    Sealed {
        /// `seed-sealed`
        kind: &'static str,
        /// The digest of the seed.
        promise: Fingerprint,
    },
}

impl TableState {
    /// The table as `viewer` may see it.
    pub fn view_for(&self, viewer: Viewer) -> TableStateView {
        let table = match self.stream() {
            Stream::Table(table) => Some(table),
            Stream::House | Stream::Purse(_) | Stream::Link(_) => None,
        };
        TableStateView {
            table,
            rules: self.table.view_for(viewer),
            cards: CardsView {
                from: self.cards_from(),
                shuffle: self.shuffle().map(ShuffleView::of),
            },
            ready: self.ready().iter().copied().collect(),
            link: self.linked(),
            awaited: self.deadline().map(|deadline| deadline.awaited),
            then: self.at_times_end(),
            times: self.times(),
            paused: self.is_paused(),
        }
    }

    /// What `viewer` may know of an event that has just happened here; `None` where it is not his to know
    /// that it happened. `self` is the table after the command that caused it.
    pub fn event_for(&self, viewer: Viewer, event: &TableEvent) -> Option<TableEventView> {
        match event {
            TableEvent::Game(event) => {
                let seen = self.table.event_for(viewer, event);
                seen.map(TableEventView::Game)
            }
            TableEvent::House(event) => {
                // Which process serves the table is for those who run it.
                let inner = matches!(event, HouseEvent::TakenOver { .. });
                let staff = !matches!(viewer, Viewer::Player(_) | Viewer::Public);
                (staff || !inner).then(|| TableEventView::House(event.clone()))
            }
            TableEvent::Cards(CardEvent::Drawn { .. }) => {
                let drawn = self.event_for_rules(event)?;
                let seen = self.table.event_for(viewer, &drawn);
                seen.map(TableEventView::Game)
            }
            TableEvent::Cards(CardEvent::SeedSealed(sealed)) => Some(TableEventView::Sealed {
                kind: "seed-sealed",
                promise: sealed.promise,
            }),
            TableEvent::Cards(event) => Some(TableEventView::Cards(event.clone())),
        }
    }
}

impl ShuffleView {
    fn of(shuffle: &Shuffle) -> ShuffleView {
        let players = shuffle
            .players()
            .map(|(player, promise, seed)| PromiseView {
                player,
                promise,
                seed,
            });
        ShuffleView {
            promise: shuffle.promise(),
            seed: shuffle.told(),
            players: players.collect(),
        }
    }
}
