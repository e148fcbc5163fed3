//! What can be asked of a table: the commands of `docs/rulebooks/rounds.md` section 4.

use serde::{Deserialize, Serialize};

use super::felt::Place;
use super::matter::{Choice, Correction, Finding, Report};
use crate::actor::{Actor, PersonId, Post};
use crate::card::Card;
use crate::irregularity::{Act, Irregularity};
use crate::money::Money;
use crate::rulebook::CommunityMethod;
use crate::settlement::{BoxNumber, FoldedPairPlus, PlayerId};
use crate::table::{FaultMode, Notice, Setup};
use crate::timestamp::Timestamp;
use crate::wager::Area;

/// A request, who makes it and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub by: Actor,
    #[serde(default)]
    pub now: Timestamp,
    #[serde(flatten)]
    pub asks: Request,
}

impl Command {
    /// For a caller to whom the time of day does not matter.
    pub fn new(by: Actor, asks: Request) -> Command {
        let now = Timestamp::default();
        Command { by, now, asks }
    }

    #[must_use]
    pub fn at(self, now: Timestamp) -> Command {
        Command { now, ..self }
    }
}

/// What the Dealer's hand did instead of the next movement of the deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "snake_case")]
pub enum Slip {
    /// The movement was not made: no burn, a box passed over.
    Missed,
    /// These cards went to this place and the movement counts as made.
    Instead { cards: Vec<Card>, to: Place },
    /// These cards went along besides.
    Extra { cards: Vec<Card>, to: Place },
}

/// Cards arrive inside the request: whoever owns the shoe draws them, the rules never do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case")]
// Every step of every round looks at this: with a tag of its own it need not be reckoned from that
// of the report inside.
#[repr(u8)]
pub enum Request {
    // 4.1 Calls and bets
    OpenTable {
        /// Apart, since every request is as large as the largest.
        setup: Box<Setup>,
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
    /// Recorded as it happened; nothing comes of it until somebody reports it.
    Slip {
        slip: Slip,
    },
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
    // 4.5 Errors and rulings
    Report {
        report: Report,
    },
    Rule {
        on: Irregularity,
        finding: Finding,
    },
    /// Passes the matter on with what one would do.
    Refer {
        on: Irregularity,
        proposal: Act,
    },
    Choose {
        at: BoxNumber,
        choice: Choice,
    },
    /// Every bet of the Player, or none (mbs-2019 5.16.1).
    ChooseAll {
        choice: Choice,
    },
    PermitWithdrawal {
        at: BoxNumber,
    },
    /// The time to choose is over; whoever has not spoken gets what the rulebook gives him.
    EndChoices,
    CountDeck {
        counted: u8,
    },
    ProposeCorrection {
        correction: Correction,
        reason: String,
    },
    ApproveCorrection,

    // 4.5 Players and staff
    Bar {
        player: PlayerId,
    },
    LiftBar {
        player: PlayerId,
    },
    StopAction {
        player: PlayerId,
    },
    RestrictToOne {
        player: PlayerId,
    },
    LiftRestriction {
        player: PlayerId,
    },
    /// Whoever holds a post may have it filled by another, who then acts in it; an assignment to a
    /// post no higher than the person's own ends that (rws-2020 1.13, mbs-2019 6.2).
    AssignActing {
        person: PersonId,
        post: Post,
    },

    // 4.5 The jackpot's later rounds after a fault (5.17.2)
    ProposeFaultMode {
        mode: FaultMode,
    },
    ApproveFaultMode,
    ClearFault,
}
