//! The parts of a view, as programs read them. A card stands in them as a [`Face`] and nowhere else.

use serde::Serialize;

use crate::actor::Post;
use crate::card::Card;
use crate::money::Money;
use crate::round::{Choice, Terms, WagerSettled};
use crate::settlement::{BoxNumber, JackpotAward, Outcome, PlayerId};
use crate::wager::Area;

/// Who looks at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A Player: sees the one hand of his that he has picked up.
    Player(PlayerId),
    /// The Dealer: sees no hand before it is turned.
    Dealer,
    /// The floor: sees what the Dealer sees, and what staff say to each other.
    Pit,
    /// Surveillance: as the floor, and the whole record of a round that is over.
    Surveillance,
    /// Everybody else.
    Public,
}

/// A card on the felt, as one viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// Open to this viewer.
    Up(Card),
    /// Its back.
    Down,
}

/// How far the table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PhaseView {
    /// The table is closed.
    Closed,
    /// Open, and no round has been played since.
    Ready,
    /// Bets are taken.
    BetsOpen,
    /// No more bets; no card is out yet.
    BetsClosed,
    /// Cards go out.
    Dealing,
    /// Players look and decide, box by box.
    Deciding,
    /// The Dealer's hand is turned.
    DealerShown,
    /// Boxes are settled.
    Settling,
    /// Every box is settled; jackpots and envy are paid.
    Jackpots,
    /// The round is over.
    Concluded,
    /// The round is over without a result; every bet went back.
    Voided,
}

/// What a viewer may know of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundView {
    /// The number of the round, 0 before the first.
    pub round: u64,
    /// How far it has come.
    pub phase: PhaseView,
    /// The Dealer's cards.
    pub dealer: Vec<Face>,
    /// The Dealer's hand, once it is shown.
    pub dealer_hand: Option<HandView>,
    /// Whether the Dealer's hand plays, once it is shown.
    pub dealer_qualifies: Option<bool>,
    /// The community cards.
    pub community: Vec<Face>,
    /// Every box of the layout, clockwise from the Dealer's left.
    pub boxes: Vec<BoxView>,
    /// The burnt and discarded cards: backs, until surveillance reads the finished round.
    pub discards: Vec<Face>,
    /// What the jackpots of the round paid.
    pub awards: Vec<AwardView>,
    /// The meter from which they were paid.
    pub meter_read: Option<Money>,
    /// Why the round stands still, where it does.
    pub suspended: Option<SuspensionView>,
}

/// A hand that lies open to the viewer, named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandView {
    /// `high_card`, `pair`, `flush`, `straight`, `three_of_a_kind`, `straight_flush` or `mini_royal`.
    pub rank: &'static str,
    /// As a Dealer calls it: a pair of Jacks.
    pub title: String,
}

/// One award of the jackpot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AwardView {
    /// The box that won it.
    pub at: BoxNumber,
    /// The row of the jackpot's table.
    pub award: JackpotAward,
    /// What it paid, without any stake beside it.
    pub amount: Money,
}

/// Why the round stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuspensionView {
    /// What is ruled on first.
    pub matter: Option<MatterView>,
    /// Who is asked to go on or to withdraw.
    pub choices: Option<ChoicesView>,
}

/// A matter that waits for its ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatterView {
    /// Which irregularity it is: `IR-07`.
    pub row: String,
    /// The name of its row in the matrix.
    pub title: &'static str,
    /// The boxes it is about.
    pub boxes: Vec<BoxNumber>,
    /// What the authority is asked.
    pub question: &'static str,
    /// The lowest post that may rule on it.
    pub ruled_by: Post,
    /// The clauses the answer rests on.
    pub clauses: Vec<String>,
}

/// Players who are asked to go on or to withdraw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoicesView {
    /// On what terms they are asked.
    pub terms: Terms,
    /// Each box that is asked, and what it has said.
    pub asked: Vec<(BoxNumber, Option<Choice>)>,
    /// What silence counts as once the time is over.
    pub silence: Choice,
    /// The clauses that give the choice.
    pub clauses: Vec<String>,
}

/// One box of the layout.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that everybody at the table can see"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoxView {
    /// Its number.
    pub at: BoxNumber,
    /// Who sits there.
    pub seated: Option<PlayerId>,
    /// Who decides for it.
    pub controller: Option<PlayerId>,
    /// The chips on it, from the far side of the felt.
    pub bets: Vec<BetView>,
    /// Its cards.
    pub cards: Vec<Face>,
    /// Its hand, where all of it lies open to the viewer.
    pub hand: Option<HandView>,
    /// The five-card hand it plays for a jackpot or the side bet, where all of that lies open.
    pub five_card: Option<&'static str>,
    /// Its Player has picked the hand up.
    pub looked: bool,
    /// What it has decided.
    pub decision: DecisionView,
    /// How its cards lie.
    pub showing: ShowingView,
    /// Areas whose bet has to be raised or taken back (5.2, 5.12.1).
    pub prompted: Vec<Area>,
    /// The Dealer has offered the jackpot bet (mbs-2019 3.5.1).
    pub jackpot_offered: bool,
    /// Its Player has claimed a jackpot.
    pub claimed: bool,
    /// Every bet that has come to its end, with the sentence and the clauses.
    pub lines: Vec<WagerSettled>,
    /// The Dealer has counted it out.
    pub settled: bool,
}

/// One Player's chips on one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BetView {
    /// Where they lie.
    pub area: Area,
    /// Whose they are.
    pub player: PlayerId,
    /// How much was staked.
    pub amount: Money,
    /// What became of the bet; nothing while it is in play.
    pub outcome: Option<Outcome>,
}

/// What a box has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DecisionView {
    /// Nothing yet.
    Undecided,
    /// A Play bet on a hand that was looked at.
    Played,
    /// A Play bet on a hand that was not looked at.
    PlayedBlind,
    /// The Ante is given up, and what else the rulebook says.
    Folded,
    /// Folded, with Pair Plus left to play (mbs-2019 3.9).
    FoldedKeepingPairPlus,
    /// Treated as folded, because its Player was not there.
    FoldedByAbsence,
    /// Pair Plus alone: no decision falls to it.
    StandingPairPlus,
    /// Out of the round under a clause; its bets went back.
    Removed,
    /// Out of the round by its Player's choice; its bets went back.
    Withdrawn,
}

/// How the cards of a box lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShowingView {
    /// Face down.
    FaceDown,
    /// Turned for everybody.
    Revealed,
    /// Its Player declined to turn it.
    Hidden,
    /// Not turned at first, and proven by its Player since.
    Established,
    /// Taken in by the Dealer, unseen.
    Collected,
}
