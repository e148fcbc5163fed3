//! What is done about an irregularity, and who says that it is done.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::actor::Post;
use crate::clause::Citations;
use crate::rulebook::DeclineReveal;

/// A rulebook's answer to an irregularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// What is done, or proposed where the matter is referred.
    pub act: Act,
    /// Who has to say so.
    pub ruler: Ruler,
    /// The clauses and ambiguities it rests on.
    pub cites: Citations,
    /// A house default where the text is silent or doubtful: the `h` of the matrix.
    pub house: bool,
}

/// Who has to say so before anything is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruler {
    /// The clause says what follows; only the facts have to be established.
    Clause,
    /// The text gives the decision to this post, or one above it.
    Post(Post),
    /// The rulebook is silent: this post, or one above it, decides what the text does not cover.
    Uncovered(Post),
}

/// What is done: the codes of rounds.md 8.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// `-`
    CannotArise,
    /// Earlier rounds stand, and so does this one.
    NoEffect,
    /// `A` without a proposal.
    Open,
    /// `V`
    Void,
    /// `Vr`
    VoidAndReshuffle,
    /// `C`
    Continue,
    /// `O`, `OA`
    Choices(WhoChooses),
    /// `M`: whole hands are moved to where they belong.
    MoveHands(Then),
    /// `Rc`: every card goes where a correct deal would have put it.
    Reconstruct(Then),
    /// `H`, `H+O`, `H+W`
    RemoveHand(Others),
    /// `W`: each Player may take every bet back, or none.
    MayWithdraw,
    /// `R`
    ReturnBet,
    /// `R at end`: when the hand in play is over (mbs-2019 5.12.2).
    ReturnBetAtEnd,
    /// The jackpot bets go back and the rest plays on (ML-10).
    ReturnJackpotBets,
    /// `X`
    Refuse,
    /// `X`, of what is over: the rest of the bet is taken (rws-2020 5.1).
    RefuseExcess,
    /// While bets are open: put it right or take it back.
    CorrectOrTakeBack,
    /// `Z`
    SettleAsItStands,
    /// `Zm`
    SettleToMaximum,
    /// Play is settled up to the Ante and the excess goes back.
    SettleToAnte,
    /// `Z1`
    SettleOnce,
    /// `K`
    KeepAtRisk,
    /// `F`
    TreatAsFolded,
    /// `I`
    Invalidate,
    /// `S`
    SettleNormally,
    /// What becomes of a hand that is not shown.
    Unrevealed(DeclineReveal),
    /// The order of cards drawn together is ruled on, then everybody has the choices.
    OrderThenChoices,
    /// Ruled intended: the hand is removed. Otherwise it plays on.
    RuleOnIntent,
    /// Seen hands go on and the rest are removed; with none seen, the first dealt goes on (mbs-2019 5.10).
    KeepOneHand,
    /// The Player may be barred, with the bets returned.
    MayBar,
    /// A bar of an earlier round holds until it is lifted.
    BarPersists,
    /// 52 cards: go on. Any other number: void.
    CountDeck,
    /// Close the table, bar the box, or no jackpot under a notice (5.17.2).
    HouseMode,
    /// What a Player who left has won is kept for him.
    AwardsHeld,
}

/// Who is asked whether to go on or to withdraw (5.10.1 to 5.10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WhoChooses {
    /// The boxes whose cards, or the Dealer's, the error touched (G-14).
    Affected,
    /// Every box in the round.
    All,
    /// The boxes with a jackpot bet: community cards concern no other (G-14, ML-10).
    JackpotBoxes,
}

/// What follows once the cards lie as they should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// The round goes on.
    GoOn,
    /// These boxes may go on or withdraw.
    Ask(WhoChooses),
}

/// What the other boxes may do when one hand is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Others {
    /// They play on.
    PlayOn,
    /// They may go on or withdraw (rws-multilink-2024 5.15).
    Choose,
    /// They may withdraw where the pit permits it (mbs-2019 5.7.1).
    MayBePermittedToWithdraw,
}

impl Act {
    /// Every act there is.
    // tidy: table
    pub const ALL: [Act; 47] = [
        Act::CannotArise,
        Act::NoEffect,
        Act::Open,
        Act::Void,
        Act::VoidAndReshuffle,
        Act::Continue,
        Act::Choices(WhoChooses::Affected),
        Act::Choices(WhoChooses::All),
        Act::Choices(WhoChooses::JackpotBoxes),
        Act::MoveHands(Then::GoOn),
        Act::MoveHands(Then::Ask(WhoChooses::Affected)),
        Act::MoveHands(Then::Ask(WhoChooses::All)),
        Act::MoveHands(Then::Ask(WhoChooses::JackpotBoxes)),
        Act::Reconstruct(Then::GoOn),
        Act::Reconstruct(Then::Ask(WhoChooses::Affected)),
        Act::Reconstruct(Then::Ask(WhoChooses::All)),
        Act::Reconstruct(Then::Ask(WhoChooses::JackpotBoxes)),
        Act::RemoveHand(Others::PlayOn),
        Act::RemoveHand(Others::Choose),
        Act::RemoveHand(Others::MayBePermittedToWithdraw),
        Act::MayWithdraw,
        Act::ReturnBet,
        Act::ReturnBetAtEnd,
        Act::ReturnJackpotBets,
        Act::Refuse,
        Act::RefuseExcess,
        Act::CorrectOrTakeBack,
        Act::SettleAsItStands,
        Act::SettleToMaximum,
        Act::SettleToAnte,
        Act::SettleOnce,
        Act::KeepAtRisk,
        Act::TreatAsFolded,
        Act::Invalidate,
        Act::SettleNormally,
        Act::Unrevealed(DeclineReveal::OwnBurden),
        Act::Unrevealed(DeclineReveal::DeemedLower),
        Act::Unrevealed(DeclineReveal::DeemedFolded),
        Act::Unrevealed(DeclineReveal::DealerReveals),
        Act::OrderThenChoices,
        Act::RuleOnIntent,
        Act::KeepOneHand,
        Act::MayBar,
        Act::BarPersists,
        Act::CountDeck,
        Act::HouseMode,
        Act::AwardsHeld,
    ];

    /// The code of rounds.md 8.1, or words where it has none.
    // tidy: table
    pub const fn code(self) -> &'static str {
        match self {
            Act::CannotArise => "-",
            Act::NoEffect => "no effect",
            Act::Open => "",
            Act::Void => "V",
            Act::VoidAndReshuffle => "Vr",
            Act::Continue => "C",
            Act::Choices(WhoChooses::Affected) => "O",
            Act::Choices(WhoChooses::All) => "OA",
            Act::Choices(WhoChooses::JackpotBoxes) => "O to jackpot boxes",
            Act::MoveHands(Then::GoOn) => "M",
            Act::MoveHands(Then::Ask(WhoChooses::Affected)) => "M then O",
            Act::MoveHands(Then::Ask(WhoChooses::All)) => "M then OA",
            Act::MoveHands(Then::Ask(WhoChooses::JackpotBoxes)) => "M then O to jackpot boxes",
            Act::Reconstruct(Then::GoOn) => "Rc",
            Act::Reconstruct(Then::Ask(WhoChooses::Affected)) => "Rc then O",
            Act::Reconstruct(Then::Ask(WhoChooses::All)) => "Rc then OA",
            Act::Reconstruct(Then::Ask(WhoChooses::JackpotBoxes)) => "Rc then O to jackpot boxes",
            Act::RemoveHand(Others::PlayOn) => "H",
            Act::RemoveHand(Others::Choose) => "H+O",
            Act::RemoveHand(Others::MayBePermittedToWithdraw) => "H+W",
            Act::MayWithdraw => "W",
            Act::ReturnBet => "R",
            Act::ReturnBetAtEnd => "R at end",
            Act::ReturnJackpotBets => "jackpot bets R",
            Act::Refuse => "X",
            Act::RefuseExcess => "excess X",
            Act::CorrectOrTakeBack => "correct or take back",
            Act::SettleAsItStands => "Z",
            Act::SettleToMaximum => "Zm",
            Act::SettleToAnte => "to the Ante",
            Act::SettleOnce => "Z1",
            Act::KeepAtRisk => "K",
            Act::TreatAsFolded => "F",
            Act::Invalidate => "I",
            Act::SettleNormally => "S",
            Act::Unrevealed(DeclineReveal::OwnBurden) => "own task",
            Act::Unrevealed(DeclineReveal::DeemedLower) => "deemed lower",
            Act::Unrevealed(DeclineReveal::DeemedFolded) => "deemed folded",
            Act::Unrevealed(DeclineReveal::DealerReveals) => "Dealer reveals",
            Act::OrderThenChoices => "ordered, then OA",
            Act::RuleOnIntent => "intended H, else C",
            Act::KeepOneHand => "one hand goes on, rest H",
            Act::MayBar => "may bar, I",
            Act::BarPersists => "bar persists",
            Act::CountDeck => "count: 52 C, else V",
            Act::HouseMode => "House mode a, b or c",
            Act::AwardsHeld => "awards held",
        }
    }

    /// Which Players are asked to choose, if any.
    // tidy: table
    pub const fn asks(self) -> Option<WhoChooses> {
        match self {
            Act::Choices(asked)
            | Act::MoveHands(Then::Ask(asked))
            | Act::Reconstruct(Then::Ask(asked)) => Some(asked),
            Act::OrderThenChoices => Some(WhoChooses::All),
            Act::RemoveHand(Others::Choose) => Some(WhoChooses::Affected),
            Act::CannotArise
            | Act::NoEffect
            | Act::Open
            | Act::Void
            | Act::VoidAndReshuffle
            | Act::Continue
            | Act::MoveHands(Then::GoOn)
            | Act::Reconstruct(Then::GoOn)
            | Act::RemoveHand(Others::PlayOn | Others::MayBePermittedToWithdraw)
            | Act::MayWithdraw
            | Act::ReturnBet
            | Act::ReturnBetAtEnd
            | Act::ReturnJackpotBets
            | Act::Refuse
            | Act::RefuseExcess
            | Act::CorrectOrTakeBack
            | Act::SettleAsItStands
            | Act::SettleToMaximum
            | Act::SettleToAnte
            | Act::SettleOnce
            | Act::KeepAtRisk
            | Act::TreatAsFolded
            | Act::Invalidate
            | Act::SettleNormally
            | Act::Unrevealed(_)
            | Act::RuleOnIntent
            | Act::KeepOneHand
            | Act::MayBar
            | Act::BarPersists
            | Act::CountDeck
            | Act::HouseMode
            | Act::AwardsHeld => None,
        }
    }

    /// Cards or money move, or may: the floor decides that, never the Dealer alone.
    // tidy: table
    pub const fn is_for_the_pit(self) -> bool {
        match self {
            Act::Void
            | Act::VoidAndReshuffle
            | Act::Choices(_)
            | Act::MoveHands(_)
            | Act::Reconstruct(_)
            | Act::RemoveHand(_)
            | Act::MayWithdraw
            | Act::ReturnJackpotBets
            | Act::OrderThenChoices
            | Act::RuleOnIntent
            | Act::KeepOneHand
            | Act::MayBar
            | Act::CountDeck
            | Act::Open => true,
            Act::CannotArise
            | Act::NoEffect
            | Act::Continue
            | Act::ReturnBet
            | Act::ReturnBetAtEnd
            | Act::Refuse
            | Act::RefuseExcess
            | Act::CorrectOrTakeBack
            | Act::SettleAsItStands
            | Act::SettleToMaximum
            | Act::SettleToAnte
            | Act::SettleOnce
            | Act::KeepAtRisk
            | Act::TreatAsFolded
            | Act::Invalidate
            | Act::SettleNormally
            | Act::Unrevealed(_)
            | Act::BarPersists
            | Act::HouseMode
            | Act::AwardsHeld => false,
        }
    }

    /// The round, or the deal, is at its end.
    pub const fn is_void(self) -> bool {
        matches!(self, Act::Void | Act::VoidAndReshuffle)
    }

    /// Moves cards or lets Players withdraw: with the Dealer's hand shown, that changes who wins.
    pub const fn is_changing_a_result(self) -> bool {
        let asks = self.asks().is_some() || matches!(self, Act::MayWithdraw);
        asks || matches!(self, Act::MoveHands(_) | Act::Reconstruct(_)) || self.is_undoing_money()
    }

    /// Takes money that was staked or paid back to where it was.
    pub const fn is_undoing_money(self) -> bool {
        matches!(
            self,
            Act::Void
                | Act::VoidAndReshuffle
                | Act::RemoveHand(_)
                | Act::ReturnJackpotBets
                | Act::Invalidate
                | Act::KeepOneHand
                | Act::MayBar
        )
    }
}

impl Remedy {
    /// Whether the matter goes to the post that decides what the rulebook does not cover.
    pub const fn is_referred(&self) -> bool {
        matches!(self.ruler, Ruler::Uncovered(_))
    }
}

/// As the matrix writes it: `V`, `Oh`, `A`, `A(V)`.
impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.act.code();
        if self.is_referred() {
            return if self.act == Act::Open {
                f.write_str("A")
            } else {
                write!(f, "A({code})")
            };
        }
        if self.act == Act::Open {
            // The text names who decides and leaves open what.
            return f.write_str("ruled on");
        }
        let house = match (self.house, code.contains(' ')) {
            (false, _) => "",
            (true, false) => "h",
            // Behind a word it would read as its last letter.
            (true, true) => " h",
        };
        write!(f, "{code}{house}")
    }
}
