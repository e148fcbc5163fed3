//! What can be said about the cards of a table where the house deals, and what happens.

use game::{PlayerId, Spot};
use serde::{Deserialize, Serialize};

use crate::log::Fingerprint;
use crate::shuffle::{Sealed, Seed};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A deck on the table: whoever deals says which card it was.
    #[default]
    Table,
    House,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CardRequest {
    /// Where the cards come from, from the next round on.
    TakeCards {
        from: Source,
    },
    /// A Player wants a say in the deck, and names the digest of a seed.
    PromiseSeed {
        promise: Fingerprint,
    },
    /// Bets are closed: the house's seed, which only its key can read.
    SealSeed(Sealed),
    OpenSeed {
        seed: Seed,
    },
    /// Make the deck without the Players who were silent too long.
    Shuffle,
    /// Every movement of the deal that is still to be made.
    Deal,
    /// The round is over.
    TellSeed {
        seed: Seed,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CardEvent {
    CardsTaken {
        from: Source,
    },
    SeedPromised {
        player: PlayerId,
        promise: Fingerprint,
    },
    SeedSealed(Sealed),
    SeedOpened {
        player: PlayerId,
        seed: Seed,
    },
    /// The deck is made; `silent` promised a seed and did not open it.
    Shuffled {
        silent: Vec<PlayerId>,
    },
    /// Cards left the deck face down: by their places in it, from 0.
    Drawn {
        to: DrawnTo,
        places: Vec<u8>,
    },
    /// The round is over, and what the house had promised was this.
    SeedTold {
        promise: Fingerprint,
        seed: Seed,
    },
}

/// Where cards go that nobody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawnTo {
    Burnt,
    Hand(Spot),
    Community,
    /// Away from the community cards.
    Discard,
}

/// Why the house deals no cards.
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
    #[error("seed: the house has had this one before")]
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
