//! A matter before the pit: what was reported, what is asked about it, and what was answered.

mod question;

pub use question::Question;

use serde::{Deserialize, Serialize};

use super::felt::Place;
use crate::actor::Actor;
use crate::card::Card;
use crate::irregularity::{Act, Irregularity, Moment, Whose};
use crate::money::Money;
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::{Area, Wager};

/// What the reporter saw or found, as facts. The round works out which irregularity that is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "saw", rename_all = "snake_case")]
pub enum Report {
    /// A joker, a card of another deck, one that is in play already.
    ForeignCard {
        /// What was found, in words.
        found: String,
    },
    /// The deck was counted.
    DeckCount {
        /// How many cards there were.
        counted: u8,
    },
    /// The cards were not shuffled.
    NotShuffled,
    /// Cards left in the device, too few for what is still to be dealt.
    TooFewCards {
        /// How many are left.
        left: u8,
    },
    /// The cards do not lie as a correct deal would have laid them.
    Misdealt,
    /// A place holds other cards than were recorded there.
    Found {
        /// The place.
        place: Place,
        /// What lies there.
        cards: Vec<Card>,
    },
    /// Cards turned that should have stayed down, and by whom.
    Exposed {
        /// The cards turned.
        cards: Vec<Card>,
        /// Who turned them.
        by: Actor,
    },
    /// The next card lies face up in the device.
    FaceUp {
        /// The card.
        card: Card,
    },
    /// Cards came out of the device together and which was first is not known.
    Together {
        /// The cards, in no known order.
        cards: Vec<Card>,
    },
    /// Any other error of the deal, and the boxes it touches.
    DealingError {
        /// What happened, in words.
        what: String,
        /// The boxes it touches.
        boxes: Vec<BoxNumber>,
    },
    /// Play stood still for so long, whatever the cause.
    Interruption {
        /// What stopped play.
        cause: Cause,
        /// For how long.
        seconds: u64,
    },
    /// The jackpot's device or system does not fully work; `recorded` is the meter before that.
    JackpotFault {
        /// The meter before the fault.
        recorded: Money,
    },
    /// Chips laid down or added after the closing call.
    LateBet {
        /// Whose chips.
        player: PlayerId,
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
        /// How many.
        amount: Money,
    },
    /// Chips taken off the table after the closing call.
    LateWithdrawal {
        /// Who took them.
        player: PlayerId,
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
    },
    /// A bet lies above its maximum or below its minimum.
    OutsideLimits {
        /// The box.
        at: BoxNumber,
        /// The area.
        area: Area,
    },
    /// The chips on Play are not what was made.
    UnequalPlay {
        /// The box.
        at: BoxNumber,
        /// Whose chips.
        player: PlayerId,
        /// The chips that lie on Play.
        found: Money,
    },
    /// A jackpot bet without the bet it needs.
    LoneJackpot {
        /// The box.
        at: BoxNumber,
    },
    /// A Player looked at a hand he may not look at.
    ExtraLook {
        /// The box whose hand was looked at.
        at: BoxNumber,
        /// Who looked.
        player: PlayerId,
    },
    /// A Player says this box was staked by mistake, or had no right to stake it.
    StakedInError {
        /// The box.
        at: BoxNumber,
        /// The Player who staked it.
        player: PlayerId,
    },
    /// A Player showed his cards, or looked at another's.
    Disclosure {
        /// The Player.
        player: PlayerId,
    },
    /// The number of cards is in doubt.
    CountDoubted,
    /// An error of an earlier round.
    EarlierRound {
        /// The number of that round.
        round: u64,
        /// What went wrong, in words.
        what: String,
    },
    /// Anything the other reports have no place for.
    Other {
        /// What happened, in words.
        what: String,
    },
}

/// What stopped play; mbs-2019 5.16 speaks of power alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A power failure.
    Power,
    /// A device, the network, the house's own system.
    Technical,
}

/// A report that waits for its ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matter {
    /// The row of the matrix it is.
    pub irregularity: Irregularity,
    /// What was reported.
    pub report: Report,
    /// Whose cards it is about.
    pub whose: Whose,
    /// The boxes it is about.
    pub boxes: Vec<BoxNumber>,
    /// How far the round had come when it was noticed.
    pub moment: Moment,
    /// Who reported it.
    pub by: Actor,
    /// What a member of staff would do about it, and who that is.
    pub proposal: Option<(Act, Actor)>,
}

impl Matter {
    /// What staff below the authority would do about it.
    pub fn proposed(&self) -> Option<Act> {
        self.proposal.map(|(act, _)| act)
    }

    /// Whether a second member of staff stands behind this act of `by`: one who reported the matter,
    /// or proposed that very act. A report of the system or of a Player is none.
    pub(super) fn is_seconded(&self, act: Act, by: Actor) -> bool {
        let another = |first: Actor| first.person().is_some() && first.person() != by.person();
        let proposed = self.proposal.filter(|(proposed, _)| *proposed == act);
        another(self.by) || proposed.is_some_and(|(_, first)| another(first))
    }
}

/// What an authority says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "says", rename_all = "snake_case")]
pub enum Finding {
    /// It is so.
    Upheld,
    /// It is not so, and the round goes on.
    Dismissed,
    /// The correct deal can be put together again.
    Reconstructable,
    /// The correct deal cannot be put together again.
    NotReconstructable,
    /// The Player meant to look.
    Intended,
    /// The Player did not mean to look.
    NotIntended,
    /// The first of these counts first.
    Order {
        /// The cards in the order they count.
        cards: Vec<Card>,
    },
    /// The authority's own decision on what the rulebook leaves open.
    Decided {
        /// What is to be done.
        act: Act,
    },
    /// No person had to rule: the clause decided.
    ByTheClause,
}

/// What a Player says who is asked to go on or to withdraw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Play the hand as it lies, or as it was put together again (5.10.1, 5.10.2).
    Continue,
    /// Take every bet of the box back (5.10.3).
    Withdraw,
}

/// On what terms Players are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Terms {
    /// Go on or withdraw, box by box (5.10).
    DealingError,
    /// Withdraw where the pit permits it, all bets of the position (mbs-2019 5.7.1, MBS-13).
    Permitted,
    /// Each Player all bets or none (mbs-2019 5.16.1).
    AllOrNone,
}

/// Who is asked once everything reported is ruled on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PendingChoices {
    /// On what terms.
    pub terms: Terms,
    /// Which boxes.
    pub boxes: Vec<BoxNumber>,
}

/// A round of choices: who is asked, and who has said what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choosing {
    /// On what terms they are asked.
    pub terms: Terms,
    /// The boxes asked, each with its answer once given.
    pub asked: Vec<(BoxNumber, Option<Choice>)>,
    /// The clauses that give the choice.
    pub cites: Vec<String>,
}

/// What a correction puts right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "corrects", rename_all = "snake_case")]
pub enum Correction {
    /// A card was misread: what was recorded as one is the other.
    Card {
        /// The card as recorded.
        was: Card,
        /// The card as it is.
        is: Card,
    },
    /// Other chips were handed over than the settlement said.
    Pay {
        /// The box.
        at: BoxNumber,
        /// The Player paid.
        player: PlayerId,
        /// The bet paid.
        wager: Wager,
        /// What was handed over.
        handed: Money,
    },
}

impl Report {
    /// A Player may call attention to what everybody can see. He names no cards: the answer would
    /// tell him where they lie.
    // tidy: table
    pub fn can_come_from(&self, caller: PlayerId) -> bool {
        match self {
            Report::ForeignCard { .. }
            | Report::NotShuffled
            | Report::Misdealt
            | Report::DealingError { .. }
            | Report::Disclosure { .. }
            | Report::CountDoubted
            | Report::EarlierRound { .. }
            | Report::Other { .. } => true,
            Report::StakedInError { player, .. } => *player == caller,
            Report::DeckCount { .. }
            | Report::TooFewCards { .. }
            | Report::Found { .. }
            | Report::Exposed { .. }
            | Report::FaceUp { .. }
            | Report::Together { .. }
            | Report::Interruption { .. }
            | Report::JackpotFault { .. }
            | Report::LateBet { .. }
            | Report::LateWithdrawal { .. }
            | Report::OutsideLimits { .. }
            | Report::UnequalPlay { .. }
            | Report::LoneJackpot { .. }
            | Report::ExtraLook { .. } => false,
        }
    }

    /// The cards that came out of the device together.
    pub fn drawn_together(&self) -> Option<&[Card]> {
        if let Report::Together { cards } = self {
            Some(cards)
        } else {
            None
        }
    }

    /// A place and what was found there.
    pub fn found(&self) -> Option<(Place, &[Card])> {
        if let Report::Found { place, cards } = self {
            Some((*place, cards))
        } else {
            None
        }
    }
}

impl Choosing {
    /// Whether this box is asked and has not answered.
    pub fn is_waiting_for(&self, at: BoxNumber) -> bool {
        self.asked.contains(&(at, None))
    }

    /// Every box asked has answered. Where the pit permits, it also says when it is done, unless none
    /// of the boxes still in the round is left to be permitted.
    pub fn is_complete(&self, mut still_in: impl Iterator<Item = BoxNumber>) -> bool {
        let answered = self.asked.iter().all(|(_, choice)| choice.is_some());
        let is_asked = |at: BoxNumber| self.asked.iter().any(|(asked, _)| *asked == at);
        match self.terms {
            Terms::DealingError | Terms::AllOrNone => answered,
            Terms::Permitted => answered && still_in.all(is_asked),
        }
    }
}
