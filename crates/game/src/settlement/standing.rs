//! Whether a box is still in, and what a fold, an absence or a hidden hand makes of it.

use serde::{Deserialize, Serialize};

use super::StakedBox;
use crate::clause::{Citations, Cites};
use crate::rulebook::{
    Absent, DeclineReveal, FoldJackpot, FoldPairPlus, FoldSideBet, InvalidatedBets,
    PlainFoldPairPlus, Rulebook,
};
use crate::settlement::Reason;

/// How a box came to the end of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Played and shown.
    Played,
    /// Played and never shown; `established` where the Player proved the hand himself.
    Hidden {
        /// The Player proved the hand after all.
        established: bool,
    },
    /// Given up.
    Folded(FoldedPairPlus),
    /// Nothing was due from the box: Pair Plus without an Ante, or a lone jackpot bet.
    Standing,
    /// Away when the decision was due.
    Absent {
        /// The Player had looked at the hand.
        viewed: bool,
    },
    /// The hand is out of the round under this clause.
    Invalidated(Cites),
    /// The Player took every bet back under this clause.
    Withdrawn(Cites),
}

/// What a folding Player said of Pair Plus; it counts only where the rulebook lets him elect (MBS-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FoldedPairPlus {
    /// Nothing: a bare fold.
    Plain,
    /// Pair Plus stays.
    Kept,
    /// Pair Plus is given up with the hand.
    GivenUp,
}

/// What a fate means under a rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Out of the round: every bet goes back, or is lost where a house chose so (MBS-11).
    Out {
        /// The house keeps the bets.
        lost: bool,
        /// The clause that takes the hand out.
        clause: Cites,
        /// What the Player is told.
        reason: Reason,
    },
    /// Folded, or treated as folded; some bets may live on.
    Folded {
        /// By absence rather than by choice.
        absent: bool,
        /// The bets that live on.
        alive: Alive,
    },
    /// The hand is known.
    Shown,
    /// The hand was not shown to the Dealer, who pays.
    Hidden,
    /// Neither Ante nor Pair Plus: no cards were dealt here.
    NotDealt,
}

/// Which bets outlive a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alive {
    /// Pair Plus.
    pub pair_plus: bool,
    /// The side bet.
    pub five_card: bool,
    /// The jackpot bet.
    pub jackpot: bool,
}

/// What a box's fate means under a rulebook.
#[inline]
pub fn standing(rulebook: &Rulebook, staked: &StakedBox) -> Standing {
    let no_ante = staked.stakes.ante.is_zero();
    match staked.fate {
        Fate::Invalidated(clause) => invalidated(rulebook, clause),
        Fate::Withdrawn(clause) => Standing::Out {
            lost: false,
            clause,
            reason: Reason::Withdrawn,
        },
        Fate::Standing if no_ante && staked.stakes.pair_plus.is_zero() => Standing::NotDealt,
        // Nothing is due without an Ante, so an absent Player's box simply stands (R20-06, MBS-16).
        Fate::Absent { .. } if no_ante => Standing::Shown,
        Fate::Standing | Fate::Played => Standing::Shown,
        Fate::Hidden { established } => hidden(rulebook, established),
        Fate::Folded(pair_plus) => Standing::Folded {
            absent: false,
            alive: alive(rulebook, pair_plus),
        },
        Fate::Absent { viewed } => absent(rulebook, viewed),
    }
}

/// A hand out of the round gives its bets back. Only where the text does not say so itself may a
/// house keep them: mbs-2019 says it in 5.7, 5.9 and 5.11, and is silent in 5.10 (MBS-11).
fn invalidated(rulebook: &Rulebook, clause: Cites) -> Standing {
    let by_text = rulebook.bets_back_by.says;
    let text_returns = clause.iter().any(|id| by_text.contains(id));
    let lost = rulebook.invalidated_bets.says == InvalidatedBets::Lost && !text_returns;
    Standing::Out {
        lost,
        clause,
        reason: Reason::Invalidated,
    }
}

impl Standing {
    /// What a box that is out rests on: its clause, and the option that keeps its bets.
    pub(super) fn out_by(rulebook: &Rulebook, lost: bool, clause: Cites) -> Citations {
        Citations::two(
            clause,
            if lost {
                rulebook.invalidated_bets.cites
            } else {
                &[]
            },
        )
    }
}

fn hidden(rulebook: &Rulebook, established: bool) -> Standing {
    match rulebook.decline_reveal.says {
        DeclineReveal::DealerReveals => Standing::Shown,
        DeclineReveal::OwnBurden if established => Standing::Shown,
        DeclineReveal::OwnBurden | DeclineReveal::DeemedLower | DeclineReveal::DeemedFolded => {
            Standing::Hidden
        }
    }
}

impl Rulebook {
    /// Whether a hand that was not shown may still be proven for the jackpot (4.5; never mbs-2019 3.10.1).
    pub(super) fn proves_jackpot(&self) -> bool {
        match self.decline_reveal.says {
            DeclineReveal::OwnBurden
            | DeclineReveal::DeemedFolded
            | DeclineReveal::DealerReveals => true,
            DeclineReveal::DeemedLower => false,
        }
    }
}

fn absent(rulebook: &Rulebook, viewed: bool) -> Standing {
    let (says, cites) = match rulebook.absent_after_viewing.says {
        Some(after_viewing) if viewed => (after_viewing, rulebook.absent_after_viewing.cites),
        Some(_) | None => (
            rulebook.absent_undecided.says,
            rulebook.absent_undecided.cites,
        ),
    };
    match says {
        Absent::Folded => Standing::Folded {
            absent: true,
            alive: alive(rulebook, FoldedPairPlus::Plain),
        },
        Absent::InvalidReturned => Standing::Out {
            lost: false,
            clause: cites,
            reason: Reason::Absent,
        },
    }
}

fn alive(rulebook: &Rulebook, pair_plus: FoldedPairPlus) -> Alive {
    let pair_plus = match (rulebook.fold_pair_plus.says, pair_plus) {
        (FoldPairPlus::Lost, _) | (FoldPairPlus::ByElection, FoldedPairPlus::GivenUp) => false,
        (FoldPairPlus::Kept, _) | (FoldPairPlus::ByElection, FoldedPairPlus::Kept) => true,
        (FoldPairPlus::ByElection, FoldedPairPlus::Plain) => {
            rulebook.plain_fold_pair_plus.says == Some(PlainFoldPairPlus::Kept)
        }
    };
    Alive {
        pair_plus,
        five_card: rulebook.fold_side_bet.says == Some(FoldSideBet::Alive),
        jackpot: rulebook.fold_jackpot.says == Some(FoldJackpot::Alive),
    }
}
