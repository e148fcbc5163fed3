//! What an event says to a viewer. Fields are named as in the stored event; where that names a card,
//! there is a [`Face`], and nothing here has a place for a card that does not lie open.
// tidy: table

use serde::Serialize;

use crate::actor::{Actor, PersonId, Post};
use crate::irregularity::{Act, Irregularity, Whose};
use crate::money::Money;
use crate::round::{
    Announcement, Choice, Face, HandView, PendingChoices, Place, Step, Terms, WagerSettled,
};
use crate::rulebook::{CommunityMethod, Digest, RulebookId};
use crate::settlement::{BoxNumber, FoldedPairPlus, JackpotAward, PlayerId};
use crate::table::{FaultMode, Notice, Setup};
use crate::timestamp::Timestamp;
use crate::wager::{Area, Wager};

/// The fields of an event, by their shape; several kinds of event share one.
// tidy: table
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[expect(
    missing_docs,
    reason = "every field is the field of that name of the stored event"
)]
pub enum EventDetail {
    /// The kind says it all.
    Nothing {},
    /// The table opened.
    Opened {
        rulebook: RulebookId,
        digest: Digest,
        options: Vec<(String, String)>,
        setup: Box<Setup>,
    },
    /// A notice.
    Notice { notice: Notice },
    /// How community cards are dealt.
    Method { method: CommunityMethod },
    /// A round began.
    Round {
        round: u64,
        rulebook: RulebookId,
        digest: Digest,
    },
    /// A box.
    Box { at: BoxNumber },
    /// Several boxes.
    Boxes { boxes: Vec<BoxNumber> },
    /// A Player.
    Player { player: PlayerId },
    /// A Player and who did something about him.
    PlayerBy { player: PlayerId, by: Actor },
    /// A box and its Player.
    Seat { at: BoxNumber, player: PlayerId },
    /// A box and the clauses.
    BoxCites { at: BoxNumber, cites: Vec<String> },
    /// A box and who did something about it.
    BoxBy { at: BoxNumber, by: Actor },
    /// A box and a time.
    BoxWhen { at: BoxNumber, when: Timestamp },
    /// A box and an amount.
    BoxAmount { at: BoxNumber, amount: Money },
    /// Chips on an area.
    Bet {
        at: BoxNumber,
        area: Area,
        player: PlayerId,
        amount: Money,
    },
    /// Chips on an area, and who laid them down.
    Placed {
        at: BoxNumber,
        area: Area,
        player: PlayerId,
        amount: Money,
        placed_by: Actor,
    },
    /// The least an area takes.
    Minimum {
        at: BoxNumber,
        area: Area,
        minimum: Money,
    },
    /// The plan of the deal: places, no cards.
    Plan { plan: Vec<Step> },
    /// One movement of the deal.
    Step { step: Step },
    /// Cards that came to a place.
    Cards {
        to: Place,
        cards: Vec<Face>,
        #[serde(skip_serializing_if = "Option::is_none")]
        instead: Option<Step>,
    },
    /// A Player picked a hand up: its faces for him, backs for everybody else.
    Looked {
        at: BoxNumber,
        player: PlayerId,
        cards: Vec<Face>,
    },
    /// A Play bet.
    Play {
        at: BoxNumber,
        player: PlayerId,
        amount: Money,
        blind: bool,
    },
    /// A fold.
    Fold {
        at: BoxNumber,
        pair_plus: FoldedPairPlus,
    },
    /// The Dealer's hand.
    Dealer {
        cards: Vec<Face>,
        hand: HandView,
        qualifies: bool,
        announced: Option<Announcement>,
    },
    /// The hand of a box.
    Hand {
        at: BoxNumber,
        cards: Vec<Face>,
        hand: HandView,
    },
    /// The end of a bet.
    Line(WagerSettled),
    /// An award of the jackpot.
    Award {
        at: BoxNumber,
        award: JackpotAward,
        amount: Money,
        #[serde(skip_serializing_if = "Option::is_none")]
        by_cheque: Option<bool>,
    },
    /// The meter moved.
    Meter { before: Money, after: Money },
    /// An amount.
    Amount { amount: Money },
    /// The meter as it was read.
    Displayed { displayed: Money },
    /// What was reported, without its cards.
    Reported {
        irregularity: Irregularity,
        row: String,
        whose: Whose,
        boxes: Vec<BoxNumber>,
        by: Actor,
        when: Timestamp,
    },
    /// What was ruled, without the cards a finding may name.
    Ruled {
        on: Irregularity,
        row: String,
        act: Act,
        by: Actor,
        acting: bool,
        asks: Option<PendingChoices>,
        cites: Vec<String>,
    },
    /// A matter passed up.
    Referred {
        on: Irregularity,
        proposal: Act,
        by: Actor,
    },
    /// The round, or its hands, are void.
    Voided { reshuffle: bool, cites: Vec<String> },
    /// Back within the grace.
    Resumed { seconds: u64, grace_seconds: u64 },
    /// Cards laid anew.
    Relaid { laid: Vec<PileView> },
    /// Players are asked.
    Choices {
        terms: Terms,
        boxes: Vec<BoxNumber>,
        cites: Vec<String>,
    },
    /// A choice.
    Choice {
        at: BoxNumber,
        choice: Choice,
        lapsed: bool,
    },
    /// A Player's bets went back.
    Withdrawn {
        at: BoxNumber,
        player: PlayerId,
        cites: Vec<String>,
    },
    /// The deck was counted.
    Counted { counted: u8, by: Actor },
    /// A correction is proposed; what it corrects is `card` or `pay`.
    Proposed {
        corrects: &'static str,
        reason: String,
        by: Actor,
        when: Timestamp,
    },
    /// A card was misread.
    CardCorrected { was: Face, is: Face, by: Actor },
    /// Other chips were handed over than were due.
    PayCorrected {
        at: BoxNumber,
        player: PlayerId,
        wager: Wager,
        handed: Money,
        due: Money,
        by: Actor,
    },
    /// A post is acted in.
    Acting {
        person: PersonId,
        post: Post,
        by: Actor,
    },
    /// The jackpot does not work.
    Fault {
        recorded: Money,
        by: Actor,
        when: Timestamp,
    },
    /// How later rounds are played.
    Mode { mode: FaultMode, by: Actor },
    /// Who did it.
    By { by: Actor },
}

/// A place and the cards there, as one viewer sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PileView {
    /// Where they lie.
    pub place: Place,
    /// Their faces, where they lie open.
    pub cards: Vec<Face>,
}
