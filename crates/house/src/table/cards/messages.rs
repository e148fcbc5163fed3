//! Requests and events about the cards of a table where the house deals, and why it refuses.

use game::{PlayerId, Spot};
use serde::{Deserialize, Serialize};

use crate::log::Fingerprint;
use crate::shuffle::{Sealed, Seed};

/// Where the cards of a table come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

impl CardRequest {
    /// The names of its requests as programs write them; none is a name of the rules' own requests.
    pub const NAMES: &[&str] = &[
        "take-cards",
        "promise-seed",
        "seal-seed",
        "open-seed",
        "shuffle",
        "deal",
        "tell-seed",
    ];
}

/// What happened to the cards of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// A request names cards where the house deals.
    #[error("cards: the house deals them at this table, and no request may name one")]
    HouseDeals,
    /// The house is to deal where cards lie on the table.
    #[error("cards: they lie on this table, and the Dealer says which they are")]
    TableDeals,
    /// The source of the cards cannot change during a round.
    #[error("cards: where they come from changes between rounds")]
    RoundNotOver,
    /// A seed is promised by a person without a bet, or when bets are not open.
    #[error("seed: promises are made while bets are open, by Players with a bet")]
    NoBet,
    /// One promise for each Player and round.
    #[error("seed: this Player has promised one for this round")]
    PromisedBefore,
    /// The house draws its seed once, after bets are closed.
    #[error("seed: the house draws its own once, after bets are closed")]
    NotNow,
    /// There is no promise left for this Player to keep.
    #[error("seed: this Player has promised none that is still to be opened")]
    NotPromised,
    /// The seed does not match its promise.
    #[error("seed: it is not the one that was promised")]
    Broken,
    /// The seed was opened at this table before.
    #[error("seed: it was opened at this table before")]
    Repeated,
    /// Players may still open the seeds they promised.
    #[error("deck: Players have {seconds} seconds to open their seeds")]
    TooEarly {
        /// How long they have.
        seconds: u64,
    },
    /// There is no round to deal in.
    #[error("cards: no round is being played")]
    NoRound,
    /// The house has to draw its seed first.
    #[error("deck: the house has not drawn its seed yet")]
    NotSealed,
    /// The deck has to be made first.
    #[error("deck: it is not made yet")]
    NotShuffled,
    /// Every card of the deck is out.
    #[error("deck: it has no card left")]
    Empty,
    /// The deck of this round is made already.
    #[error("deck: it is made")]
    Shuffled,
    /// The seed is published once, and not before the round is over.
    #[error("seed: the house tells it once, when the round is over")]
    NotOver,
    /// This process has no key to open the sealed seed with.
    #[error("deck: its seed is sealed, and there is no key here")]
    Sealed,
    /// The seed of the last round has to be published first.
    #[error("seed: it is told before the next round opens")]
    NotTold,
    /// This process has no key to seal a seed with.
    #[error("cards: no key is here to seal a seed with")]
    NoVault,
}
