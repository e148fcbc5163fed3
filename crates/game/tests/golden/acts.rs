//! Every act a ruling can come to, one after another.

use game::{Act, DeclineReveal, Others, Then, WhoChooses};

/// The act after `act`: a new one does not compile until it stands in this chain.
// tidy: table
pub fn next(act: Act) -> Option<Act> {
    Some(match act {
        Act::CannotArise => Act::NoEffect,
        Act::NoEffect => Act::Open,
        Act::Open => Act::Void,
        Act::Void => Act::VoidAndReshuffle,
        Act::VoidAndReshuffle => Act::Continue,
        Act::Continue => Act::Choices(WhoChooses::Affected),
        Act::Choices(asked) => match asked {
            WhoChooses::Affected => Act::Choices(WhoChooses::All),
            WhoChooses::All => Act::Choices(WhoChooses::JackpotBoxes),
            WhoChooses::JackpotBoxes => Act::MoveHands(Then::GoOn),
        },
        Act::MoveHands(then) => {
            then_next(then).map_or(Act::Reconstruct(Then::GoOn), Act::MoveHands)
        }
        Act::Reconstruct(then) => {
            then_next(then).map_or(Act::RemoveHand(Others::PlayOn), Act::Reconstruct)
        }
        Act::RemoveHand(others) => match others {
            Others::PlayOn => Act::RemoveHand(Others::Choose),
            Others::Choose => Act::RemoveHand(Others::MayBePermittedToWithdraw),
            Others::MayBePermittedToWithdraw => Act::MayWithdraw,
        },
        Act::MayWithdraw => Act::ReturnBet,
        Act::ReturnBet => Act::ReturnBetAtEnd,
        Act::ReturnBetAtEnd => Act::ReturnJackpotBets,
        Act::ReturnJackpotBets => Act::Refuse,
        Act::Refuse => Act::RefuseExcess,
        Act::RefuseExcess => Act::CorrectOrTakeBack,
        Act::CorrectOrTakeBack => Act::SettleAsItStands,
        Act::SettleAsItStands => Act::SettleToMaximum,
        Act::SettleToMaximum => Act::SettleToAnte,
        Act::SettleToAnte => Act::SettleOnce,
        Act::SettleOnce => Act::KeepAtRisk,
        Act::KeepAtRisk => Act::TreatAsFolded,
        Act::TreatAsFolded => Act::Invalidate,
        Act::Invalidate => Act::SettleNormally,
        Act::SettleNormally => Act::Unrevealed(DeclineReveal::OwnBurden),
        Act::Unrevealed(hidden) => match hidden {
            DeclineReveal::OwnBurden => Act::Unrevealed(DeclineReveal::DeemedLower),
            DeclineReveal::DeemedLower => Act::Unrevealed(DeclineReveal::DeemedFolded),
            DeclineReveal::DeemedFolded => Act::Unrevealed(DeclineReveal::DealerReveals),
            DeclineReveal::DealerReveals => Act::OrderThenChoices,
        },
        Act::OrderThenChoices => Act::RuleOnIntent,
        Act::RuleOnIntent => Act::KeepOneHand,
        Act::KeepOneHand => Act::MayBar,
        Act::MayBar => Act::BarPersists,
        Act::BarPersists => Act::CountDeck,
        Act::CountDeck => Act::HouseMode,
        Act::HouseMode => Act::AwardsHeld,
        Act::AwardsHeld => return None,
    })
}

fn then_next(then: Then) -> Option<Then> {
    match then {
        Then::GoOn => Some(Then::Ask(WhoChooses::Affected)),
        Then::Ask(WhoChooses::Affected) => Some(Then::Ask(WhoChooses::All)),
        Then::Ask(WhoChooses::All) => Some(Then::Ask(WhoChooses::JackpotBoxes)),
        Then::Ask(WhoChooses::JackpotBoxes) => None,
    }
}
