//! What can be asked of a table: the commands of `docs/rulebooks/rounds.md` 4.1 to 4.4.

use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::card::Card;
use crate::money::Money;
use crate::rulebook::CommunityMethod;
use crate::settlement::{BoxNumber, FoldedPairPlus, PlayerId};
use crate::table::{Notice, Setup};
use crate::wager::Area;

/// A request and who makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub by: Actor,
    #[serde(flatten)]
    pub asks: Request,
}

/// Cards arrive inside the request: whoever owns the shoe draws them, the rules never do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    // 4.1 Calls and bets
    OpenTable {
        setup: Setup,
    },
    CloseTable,
    DisplayNotice {
        notice: Notice,
    },
    ChooseMethod {
        method: CommunityMethod,
    },
    OpenBets,
    /// Takes a seat: from then on the box is this Player's (rws-2020 1.19).
    Sit {
        at: BoxNumber,
    },
    PlaceBet {
        at: BoxNumber,
        area: Area,
        amount: Money,
    },
    /// Staff stake for a Player who asked for it.
    PlaceBetFor {
        player: PlayerId,
        at: BoxNumber,
        area: Area,
        amount: Money,
    },
    OfferJackpot {
        at: BoxNumber,
    },
    TakeBack {
        at: BoxNumber,
        area: Area,
    },
    RejectExcess {
        at: BoxNumber,
        area: Area,
    },
    AdviseMinimum {
        at: BoxNumber,
        area: Area,
    },
    InformOneHand {
        player: PlayerId,
    },
    CallMissingPairPlus,
    CloseBets,

    // 4.2 Dealing
    Burn {
        card: Card,
    },
    DealNext {
        card: Card,
    },
    /// Three cards to a hand, or two or three to the community area.
    DealPacket {
        cards: Vec<Card>,
    },
    DealCommunity {
        cards: [Card; 2],
    },
    DiscardCommunity,
    Look {
        at: BoxNumber,
    },
    Touch {
        at: BoxNumber,
    },

    // 4.3 Decisions
    Play {
        at: BoxNumber,
        amount: Money,
    },
    /// `FoldKeepPairPlus` of the tables is a fold with Pair Plus `kept`.
    Fold {
        at: BoxNumber,
        pair_plus: FoldedPairPlus,
    },
    StandPairPlus {
        at: BoxNumber,
    },
    Leave {
        player: PlayerId,
    },
    CollectFolded,

    // 4.4 Showdown
    /// The community cards are turned with the Dealer's hand.
    ShowDealer,
    ShowBox {
        at: BoxNumber,
    },
    Reveal {
        at: BoxNumber,
    },
    DeclineReveal {
        at: BoxNumber,
    },
    EstablishHand {
        at: BoxNumber,
    },
    ViewHidden {
        at: BoxNumber,
    },
    ClaimJackpot {
        at: BoxNumber,
    },
    Settle {
        at: BoxNumber,
    },
    /// `displayed` is the meter as the link hands it over: contributions in, earlier winners paid.
    PayJackpots {
        displayed: Money,
    },
    Conclude,
}
