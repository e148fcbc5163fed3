//! What an act means at the table: what each box gets back, what becomes of the cards and of the jackpot.
//!
//! The same for every row and rulebook but for what the rulebook itself answers: whether there is a jackpot,
//! and what a box that does not choose has chosen. `docs/IRREGULARITIES.md` has the same as a table.
// tidy: table

use game::{
    Act, DeclineReveal, Irregularity, JackpotKind, NoChoiceMade, Others, Rulebook, Then, WhoChooses,
};

/// What becomes of bets, cards and jackpot; empty where nothing does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consequences {
    pub boxes: String,
    pub cards: String,
    pub jackpot: String,
}

/// What follows from an act.
pub fn of(rulebook: &Rulebook, row: Irregularity, act: Act) -> Consequences {
    Consequences {
        boxes: boxes(rulebook, act),
        cards: cards(row, act).to_owned(),
        jackpot: jackpot(rulebook, row, act).to_owned(),
    }
}

// tidy: table
fn boxes(rulebook: &Rulebook, act: Act) -> String {
    match act {
        Act::Choices(asked)
        | Act::MoveHands(Then::Ask(asked))
        | Act::Reconstruct(Then::Ask(asked)) => choices(rulebook, asked),
        Act::OrderThenChoices => choices(rulebook, WhoChooses::All),
        Act::RemoveHand(others) => {
            let others = match others {
                Others::PlayOn => "every other box plays on and gets nothing back".to_owned(),
                Others::Choose => format!("of the others {}", choices(rulebook, WhoChooses::Affected)),
                Others::MayBePermittedToWithdraw => {
                    "another box takes its bets back only where the pit permits it, and plays on otherwise".to_owned()
                }
            };
            format!("the box of that hand gets every bet back; {others}")
        }
        Act::CannotArise | Act::Open | Act::HouseMode => String::new(),
        Act::NoEffect | Act::Continue | Act::MoveHands(Then::GoOn) | Act::Reconstruct(Then::GoOn) | Act::KeepAtRisk => {
            "no box gets anything back, every bet stays as it was".to_owned()
        }
        Act::Void | Act::VoidAndReshuffle => {
            "every box gets every bet back, of whatever kind; what was paid or collected is undone".to_owned()
        }
        Act::MayWithdraw => "each Player takes all own bets back, or none; who takes none plays on".to_owned(),
        Act::ReturnBet => "that bet goes back whole, the others of the box stay".to_owned(),
        Act::ReturnBetAtEnd => "that bet goes back at the end of the hand, the others of the box are settled".to_owned(),
        Act::ReturnJackpotBets => "jackpot bets go back, every other bet stays".to_owned(),
        Act::Refuse => "the chips that changed go back to where they were, the bets stand as they were closed".to_owned(),
        Act::RefuseExcess => "what is above the limit goes back, the rest is the bet".to_owned(),
        Act::CorrectOrTakeBack => "nothing is settled: the Player corrects the bet or takes it back".to_owned(),
        Act::SettleAsItStands => "the bet wins or loses on the amount that lies there".to_owned(),
        Act::SettleToMaximum => "the bet wins or loses on the maximum, the rest goes back".to_owned(),
        Act::SettleToAnte => "Play wins or loses on the amount of the Ante, the rest goes back".to_owned(),
        Act::SettleOnce => "this once the bet wins or loses on its amount; the next one of that Player goes back".to_owned(),
        Act::TreatAsFolded => "that box loses what a fold loses, the other boxes play on".to_owned(),
        Act::Invalidate => "that box gets every bet back, the other boxes play on".to_owned(),
        Act::SettleNormally => "the box is paid or collected as if the Player were there".to_owned(),
        Act::Unrevealed(said) => unrevealed(said).to_owned(),
        Act::RuleOnIntent => "where it was meant, the further hands of that Player get every bet back; otherwise nothing goes back".to_owned(),
        Act::KeepOneHand => "the hands that are removed get every bet back, the one that goes on stays at risk".to_owned(),
        Act::MayBar => "a Player who is barred gets every bet of the hand back, the other boxes play on".to_owned(),
        Act::BarPersists => "the Player may not bet until the bar is lifted; nothing of this round goes back".to_owned(),
        Act::CountDeck => "with 52 cards nothing goes back; with any other number every box gets every bet back".to_owned(),
        Act::AwardsHeld => "what the Player has won is kept for him".to_owned(),
    }
}

fn choices(rulebook: &Rulebook, asked: WhoChooses) -> String {
    let who = match asked {
        WhoChooses::Affected => "each box the error touched",
        WhoChooses::All => "every box",
        WhoChooses::JackpotBoxes => "each box with a jackpot bet",
    };
    let silent = match rulebook.no_choice_made.says {
        Some(NoChoiceMade::Continue) => "; a box that does not answer plays on",
        Some(NoChoiceMade::Withdraw) => "; a box that does not answer takes them back",
        None => "",
    };
    format!("{who} plays on, or takes all its bets back and is out{silent}")
}

fn unrevealed(said: DeclineReveal) -> &'static str {
    match said {
        DeclineReveal::OwnBurden => {
            "against a Dealer who qualifies Ante and Play lose unless the Player proves the hand; so do Pair Plus and jackpot"
        }
        DeclineReveal::DeemedLower => {
            "against a Dealer who qualifies Ante and Play lose; so does Pair Plus"
        }
        DeclineReveal::DeemedFolded => "Ante and Play lose, whatever the Dealer has",
        DeclineReveal::DealerReveals => "the box is settled by its cards",
    }
}

// tidy: table
fn cards(row: Irregularity, act: Act) -> &'static str {
    match act {
        Act::Void if row == Irregularity::ForeignCard => {
            "take every card in, take the foreign card out and check the deck"
        }
        Act::Void
            if matches!(
                row,
                Irregularity::DeckCountWrong | Irregularity::NotShuffled
            ) =>
        {
            "take every card in; the deck is not used again before it is complete and shuffled"
        }
        Act::Void => "take every card in; the hands have no result",
        Act::VoidAndReshuffle => "take every card in and shuffle the whole deck again",
        Act::Continue if row == Irregularity::FaceUpCard => {
            "the card goes to the hand that is next"
        }
        Act::Continue | Act::Choices(_) if is_exposure(row) => {
            "the exposed card stays where it was dealt and counts"
        }
        Act::MoveHands(_) => "move whole hands to the boxes they belong to, unseen",
        Act::Reconstruct(_) => "put every card where a correct deal would have put it",
        Act::OrderThenChoices => "the cards drawn together are dealt in the order ruled",
        Act::RemoveHand(_) | Act::Invalidate => "take that hand in, the others stay",
        Act::RuleOnIntent | Act::KeepOneHand => "take in the hands that are removed",
        Act::CountDeck => "count the deck; with 52 cards every card stays where it lies",
        Act::MayBar => "take the hand in where the Player is barred",
        Act::Unrevealed(DeclineReveal::DealerReveals) => "turn the hand up",
        Act::Unrevealed(
            DeclineReveal::OwnBurden | DeclineReveal::DeemedLower | DeclineReveal::DeemedFolded,
        ) => "the hand stays face down",
        Act::Continue | Act::Choices(_) | Act::MayWithdraw | Act::ReturnJackpotBets => {
            "every card stays where it lies"
        }
        Act::CannotArise
        | Act::NoEffect
        | Act::Open
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
        | Act::SettleNormally
        | Act::BarPersists
        | Act::HouseMode
        | Act::AwardsHeld => "",
    }
}

const fn is_exposure(row: Irregularity) -> bool {
    matches!(
        row,
        Irregularity::CardsExposed | Irregularity::CardExposed | Irregularity::ExposedAfterDeal
    )
}

// tidy: table
fn jackpot(rulebook: &Rulebook, row: Irregularity, act: Act) -> &'static str {
    const BACK: &str = "what a returned jackpot bet put into the meter comes out again";
    if matches!(rulebook.jackpot_kind.says, JackpotKind::None) {
        return "";
    }
    match act {
        Act::Void | Act::VoidAndReshuffle => {
            "awards of this round are undone and its contributions come out of the meter"
        }
        Act::Continue if row == Irregularity::JackpotFault => {
            "it is paid at the meter recorded before the fault"
        }
        Act::Choices(_)
        | Act::MoveHands(Then::Ask(_))
        | Act::Reconstruct(Then::Ask(_))
        | Act::OrderThenChoices
        | Act::RemoveHand(_)
        | Act::Invalidate
        | Act::MayWithdraw
        | Act::ReturnJackpotBets
        | Act::RuleOnIntent
        | Act::KeepOneHand
        | Act::MayBar
        | Act::CountDeck => BACK,
        Act::ReturnBet | Act::ReturnBetAtEnd if row == Irregularity::LoneJackpot => BACK,
        Act::HouseMode => {
            "until it works: no table, no such box, or no jackpot bets under a notice"
        }
        Act::TreatAsFolded => "the jackpot bet goes with the fold as this rulebook has it",
        Act::Unrevealed(DeclineReveal::DeemedLower) => "a hand that is not shown wins none",
        Act::AwardsHeld => "an award is kept for the Player too",
        Act::Continue
        | Act::MoveHands(Then::GoOn)
        | Act::Reconstruct(Then::GoOn)
        | Act::SettleNormally => "as before",
        Act::CannotArise
        | Act::NoEffect
        | Act::Open
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
        | Act::Unrevealed(_)
        | Act::BarPersists => "",
    }
}
