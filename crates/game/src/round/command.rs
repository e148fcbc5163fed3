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
    /// The person or system that asks.
    pub by: Actor,
    /// The time at which it is asked; the rules have no clock of their own.
    #[serde(default)]
    pub now: Timestamp,
    /// What is asked for.
    #[serde(flatten)]
    pub asks: Request,
}

impl Command {
    /// For a caller to whom the time of day does not matter.
    pub fn new(by: Actor, asks: Request) -> Command {
        let now = Timestamp::default();
        Command { by, now, asks }
    }

    /// The same, asked at this time.
    #[must_use]
    pub fn at(self, now: Timestamp) -> Command {
        Command { now, ..self }
    }
}

/// What the Dealer's hand did instead of the next movement of the deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "did", rename_all = "snake_case")]
pub enum Slip {
    /// The movement was not made: no burn, a box passed over.
    Missed,
    /// These cards went to this place and the movement counts as made.
    Instead {
        /// The cards that left the device.
        cards: Vec<Card>,
        /// Where they went.
        to: Place,
    },
    /// These cards went along besides.
    Extra {
        /// The cards that went along.
        cards: Vec<Card>,
        /// Where they went.
        to: Place,
    },
}

/// What is asked of a table. Cards arrive inside the request: the caller draws them, the rules never
/// do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "request", rename_all = "kebab-case")]
// Every step of every round looks at this: with a tag of its own it need not be reckoned from that
// of the report inside.
#[repr(u8)]
pub enum Request {
    // 4.1 Calls and bets
    /// The House opens the table under the rulebook given to `decide`, with its options.
    OpenTable {
        /// Apart, since every request is as large as the largest.
        setup: Box<Setup>,
    },
    /// The House closes the table between two rounds.
    CloseTable,
    /// The House hangs a notice at the table, between two rounds.
    DisplayNotice {
        /// The notice to hang.
        notice: Notice,
    },
    /// The House picks how community cards are dealt in the rounds that follow
    /// (rws-multilink-2024 3.11.3).
    ChooseMethod {
        /// The method from the next round on.
        method: CommunityMethod,
    },
    /// The Dealer makes the opening call: a new round begins and bets are taken.
    OpenBets,
    /// Takes a seat: from then on the box is this Player's (rws-2020 1.19).
    Sit {
        /// The box in front of the seat.
        at: BoxNumber,
    },
    /// A Player puts chips on an area of a box, or adds to those that lie there.
    PlaceBet {
        /// The box bet on.
        at: BoxNumber,
        /// The bet: Ante, Pair Plus, the side bet or the jackpot. Play is [`Request::Play`].
        area: Area,
        /// The chips added, not the total.
        amount: Money,
    },
    /// Staff stake for a Player who asked for it (rws-2020 5.22, mbs-2019 3.6).
    PlaceBetFor {
        /// The Player whose chips and bet these are.
        player: PlayerId,
        /// The box bet on.
        at: BoxNumber,
        /// The bet.
        area: Area,
        /// The chips added, not the total.
        amount: Money,
    },
    /// The Dealer offers the jackpot bet to the Player of a box, a duty before closing in mbs-2019 (3.5.1).
    OfferJackpot {
        /// The box whose Player is asked.
        at: BoxNumber,
    },
    /// A Player takes all own chips off an area while bets are open.
    TakeBack {
        /// The box.
        at: BoxNumber,
        /// The area to clear; a jackpot bet that needs it must come off too.
        area: Area,
    },
    /// The Dealer or the system hands back what lies above the maximum.
    RejectExcess {
        /// The box.
        at: BoxNumber,
        /// The area whose total is too high.
        area: Area,
    },
    /// The Dealer or the system asks a Player to raise a bet below the minimum or to take it back.
    AdviseMinimum {
        /// The box.
        at: BoxNumber,
        /// The area whose total is too low.
        area: Area,
    },
    /// The Dealer tells a Player with several boxes that only one hand may be looked at (rws-2020 3.7).
    InformOneHand {
        /// The Player who is told.
        player: PlayerId,
    },
    /// The Dealer names aloud the boxes without Pair Plus (ofg.deal.2.a).
    CallMissingPairPlus,
    /// The Dealer makes the closing call, or the system does when the time for bets is up: bets are locked.
    CloseBets,

    // 4.2 Dealing
    /// The Dealer puts the first card of the shoe aside, unseen.
    Burn {
        /// The card burnt.
        card: Card,
    },
    /// The Dealer deals one card to the hand whose turn it is.
    DealNext {
        /// The card drawn.
        card: Card,
    },
    /// Three cards to a hand, or two or three to the community area.
    DealPacket {
        /// The cards of the packet, in the order they lie.
        cards: Vec<Card>,
    },
    /// The Dealer lays the two community cards, last of the deal (rws-multilink-2024 3.10.1).
    DealCommunity {
        /// The two cards.
        cards: [Card; 2],
    },
    /// The Dealer discards one of three community cards unseen; which one is the switch `community_discard`.
    DiscardCommunity,
    /// The deal went otherwise than planned. Recorded as it happened; nothing comes of it until it is
    /// reported.
    Slip {
        /// What was done instead of the next movement.
        slip: Slip,
    },
    /// A Player looks at the own cards of a box.
    Look {
        /// The box whose cards are looked at.
        at: BoxNumber,
    },
    /// A Player handles the cards of a box without looking at them.
    Touch {
        /// The box whose cards are handled.
        at: BoxNumber,
    },

    // 4.3 Decisions
    /// A Player goes on and puts a Play bet beside the Ante.
    Play {
        /// The box decided for.
        at: BoxNumber,
        /// The Play bet: as much as the Ante, or it is refused.
        amount: Money,
    },
    /// A Player gives up a hand; the Ante is lost at once.
    /// `FoldKeepPairPlus` of the tables is a fold with Pair Plus `kept`.
    Fold {
        /// The box decided for.
        at: BoxNumber,
        /// What the Player says about Pair Plus, where the rulebook lets it be kept.
        pair_plus: FoldedPairPlus,
    },
    /// A hand with Pair Plus and no Ante stays for the showdown.
    StandPairPlus {
        /// The box with Pair Plus alone.
        at: BoxNumber,
    },
    /// A Player walks away, or the Dealer reports it; decisions due are made by the switch `absent_undecided`.
    Leave {
        /// The Player who leaves.
        player: PlayerId,
    },
    /// The Dealer takes in forfeited bets and the cards of folded hands.
    CollectFolded,

    // 4.4 Showdown
    /// The Dealer turns the own hand; the community cards are turned with it.
    ShowDealer,
    /// The Dealer turns the hand of a box.
    ShowBox {
        /// The box.
        at: BoxNumber,
    },
    /// A Player turns the own hand.
    Reveal {
        /// The box.
        at: BoxNumber,
    },
    /// A Player keeps the hand hidden and takes what `decline_reveal` says of it.
    DeclineReveal {
        /// The box.
        at: BoxNumber,
    },
    /// A Player proves a hand kept hidden after all, for the bets whose clause allows it (rws-2020 4.5).
    EstablishHand {
        /// The box.
        at: BoxNumber,
    },
    /// A Pit Supervisor or above looks at a hidden hand for the record; no bet turns on it (mbs-2019 3.10.1).
    ViewHidden {
        /// The box.
        at: BoxNumber,
    },
    /// A Player, or the system, announces a hand of the jackpot table; its cards stay face up.
    ClaimJackpot {
        /// The box with the hand.
        at: BoxNumber,
    },
    /// The Dealer pays and takes the bets of the box that is next.
    Settle {
        /// The box; any other than the next is refused.
        at: BoxNumber,
    },
    /// `displayed` is the meter as the link hands it over: contributions in, earlier winners paid.
    PayJackpots {
        /// The meter as the link hands it over: contributions in, earlier winners paid.
        displayed: Money,
    },
    /// The round ends, once every bet has come to its end.
    Conclude,
    // 4.5 Errors and rulings
    /// Something went wrong, or seems to: the round stands still until it is ruled on.
    Report {
        /// What was seen.
        report: Report,
    },
    /// The authority answers the question about the matter at hand.
    Rule {
        /// The irregularity ruled on.
        on: Irregularity,
        /// The answer.
        finding: Finding,
    },
    /// Staff below the authority pass the matter on with what they would do.
    Refer {
        /// The irregularity passed on.
        on: Irregularity,
        /// What they propose.
        proposal: Act,
    },
    /// A Player who is asked after an error goes on with a box or withdraws from it (rws-2020 5.10).
    Choose {
        /// The box chosen for.
        at: BoxNumber,
        /// To go on or to withdraw.
        choice: Choice,
    },
    /// Every bet of the Player, or none (mbs-2019 5.16.1).
    ChooseAll {
        /// To go on or to withdraw.
        choice: Choice,
    },
    /// The pit lets the Player of a box withdraw all its bets (mbs-2019 5.7.1, MBS-13).
    PermitWithdrawal {
        /// The box.
        at: BoxNumber,
    },
    /// The time to choose is over; a Player who has not answered gets what `no_choice_made` gives.
    EndChoices,
    /// The Dealer has counted the deck; 52 go on, anything else is a wrong count (mbs-2019 5.8).
    CountDeck {
        /// How many cards there are.
        counted: u8,
    },
    /// Staff ask to put a misread card or a wrong payment right (G-20).
    ProposeCorrection {
        /// What was wrong and what is right.
        correction: Correction,
        /// Why, in words for the record.
        reason: String,
    },
    /// A second person agrees to the correction that waits.
    ApproveCorrection,

    // 4.5 Players and staff
    /// The shift manager sends a Player away: bets returned, later bets refused (mbs-2019 5.9).
    Bar {
        /// The Player barred.
        player: PlayerId,
    },
    /// The shift manager takes a bar back.
    LiftBar {
        /// The Player who may play again.
        player: PlayerId,
    },
    /// The shift manager stops a Player who tries to control several hands: one hand goes on (mbs-2019 5.10.3).
    StopAction {
        /// The Player stopped.
        player: PlayerId,
    },
    /// A Pit Manager or above confines a Player to one position (mbs-2019 3.4.3).
    RestrictToOne {
        /// The Player confined.
        player: PlayerId,
    },
    /// A Pit Manager or above lets a confined Player use several positions again.
    LiftRestriction {
        /// The Player set free.
        player: PlayerId,
    },
    /// The holder of a post may have it filled by another person, who then acts in it; an assignment
    /// to a post no higher than the person's own ends that (rws-2020 1.13, mbs-2019 6.2).
    AssignActing {
        /// Who acts.
        person: PersonId,
        /// The post acted in.
        post: Post,
    },

    // 4.5 The jackpot's later rounds after a fault (5.17.2)
    /// The House proposes how later rounds are played while the jackpot fault lasts.
    ProposeFaultMode {
        /// The mode proposed.
        mode: FaultMode,
    },
    /// A second person of another post agrees to the mode that waits.
    ApproveFaultMode,
    /// The jackpot works again: bets are taken as before.
    ClearFault,
}
