//! Requests and events about the cards of a table where the house deals, and why it refuses.

use game::{PlayerId, Spot};
use serde::{Deserialize, Serialize};

use crate::log::Fingerprint;
use crate::shuffle::{Sealed, Seed};

/// Where the cards of a table come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A deck on the table: the Dealer says which card it was.
    #[default]
    Table,
    /// A deck that the house shuffles and deals.
    House,
}

/// A request about the cards of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CardRequest {
    /// Where the cards come from, from the next round on.
    TakeCards {
        /// The source from then on.
        from: Source,
    },
    /// A Player takes part in making the deck, and names the digest of a seed.
    PromiseSeed {
        /// The digest of the seed.
        promise: Fingerprint,
    },
    /// Bets are closed: the system stores the house's seed, readable with the vault key alone.
    SealSeed(Sealed),
    /// A Player publishes the seed that was promised.
    OpenSeed {
        /// The seed.
        seed: Seed,
    },
    /// Make the deck without the seeds that were not opened in time.
    Shuffle,
    /// Every movement of the deal that is still to be made.
    Deal,
    /// The round is over: the system publishes the house's seed.
    TellSeed {
        /// The seed.
        seed: Seed,
    },
}

/// What happened to the cards of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CardEvent {
    /// Where the cards of the next rounds come from.
    CardsTaken {
        /// The source.
        from: Source,
    },
    /// A Player promised a seed.
    SeedPromised {
        /// The Player.
        player: PlayerId,
        /// The digest of the seed.
        promise: Fingerprint,
    },
    /// The house promised its seed.
    SeedSealed(Sealed),
    /// A Player opened the seed that was promised.
    SeedOpened {
        /// The Player.
        player: PlayerId,
        /// The seed.
        seed: Seed,
    },
    /// The deck is made.
    Shuffled {
        /// Who promised a seed and did not open it.
        silent: Vec<PlayerId>,
    },
    /// Cards left the deck face down.
    Drawn {
        /// Where they went.
        to: DrawnTo,
        /// Their positions in the deck, from 0.
        places: Vec<u8>,
    },
    /// The round is over, and the house published its seed.
    SeedTold {
        /// The digest by which it was promised.
        promise: Fingerprint,
        /// The seed.
        seed: Seed,
    },
}

/// Where cards go face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawnTo {
    /// Burnt before the deal.
    Burnt,
    /// To the hand of a box or of the Dealer.
    Hand(Spot),
    /// To the community cards.
    Community,
    /// From the community cards to the discards.
    Discard,
}

/// Why the house refuses a request about cards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardRefusal {
    #[error("cards: the house deals them at this table, and nobody names one")]
    HouseDeals,
    #[error("cards: they lie on this table, and whoever deals says which they are")]
    TableDeals,
    #[error("cards: where they come from changes between rounds")]
    RoundNotOver,
    #[error("seed: promises are made while bets are open, by whoever has one")]
    NoBet,
    #[error("seed: this Player has promised one for this round")]
    PromisedBefore,
    #[error("seed: the house draws its own once, after bets are closed")]
    NotNow,
    #[error("seed: this Player has promised none that is still to be opened")]
    NotPromised,
    #[error("seed: it is not the one that was promised")]
    Broken,
    #[error("seed: it was opened at this table before")]
    Repeated,
    #[error("deck: Players have {seconds} seconds to open their seeds")]
    TooEarly { seconds: u64 },
    #[error("cards: no round is being played")]
    NoRound,
    #[error("deck: the house has not drawn its seed yet")]
    NotSealed,
    #[error("deck: it is not made yet")]
    NotShuffled,
    #[error("deck: it has no card left")]
    Empty,
    #[error("deck: it is made")]
    Shuffled,
    #[error("seed: the house tells it once, when the round is over")]
    NotOver,
    #[error("deck: its seed is sealed, and there is no key here")]
    Sealed,
    #[error("seed: it is told before the next round opens")]
    NotTold,
    #[error("cards: no key is here to seal a seed with")]
    NoVault,
}
