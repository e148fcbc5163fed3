//! Acts, posts and circumstances as a pit supervisor would say them: for the pages that print a row, and for
//! the instructions here.
// tidy: table

use game::{
    Act, ContactTest, DeclineReveal, Fact, Irregularity, Moment, Others, Post, Remedy, Rulebook,
    Ruler, Then, WhoChooses, Whose,
};

/// What is done, or proposed, and who has to say so.
pub fn sentence(form: &Rulebook, row: Irregularity, remedy: &Remedy, moment: Moment) -> String {
    let done = done(row, remedy.act, moment);
    let house = if remedy.house { " (house default)" } else { "" };
    match remedy.ruler {
        Ruler::Clause => format!("{done}{house}."),
        // One cell names who decides and leaves open what: a further hand that was looked at.
        Ruler::Post(post) if remedy.act == Act::Open => format!(
            "as IR-31 where it was staked by mistake, otherwise {} decides{house}.",
            at_least(post)
        ),
        Ruler::Post(post) => format!("{done}{house}; {} rules on it.", at_least(post)),
        Ruler::Uncovered(post) => {
            let proposed = match form.proposal(remedy) {
                Some(act) => format!("proposed: {}", self::done(row, act, moment)),
                None => "nothing is proposed".to_owned(),
            };
            format!("not covered; {} decides, {proposed}.", at_least(post))
        }
    }
}

/// The post that rules and, where there are any, those above it; no post is above the House.
pub fn at_least(post: Post) -> String {
    match post {
        Post::House => post.title().to_owned(),
        Post::Dealer | Post::PitSupervisor | Post::PitManager | Post::ShiftManager => {
            format!("{} or above", post.title())
        }
    }
}

/// A circumstance under this rulebook, which asks for contact in its own way.
pub fn fact(form: &Rulebook, fact: Fact) -> &'static str {
    match (fact, form.contact_test.says) {
        (Fact::Contact(false), ContactTest::Seen) => "no Player has seen own cards",
        (Fact::Contact(true), ContactTest::Seen) => "a Player has seen own cards",
        (Fact::Contact(false), ContactTest::Handled) => "no Player has handled own cards",
        (Fact::Contact(true), ContactTest::Handled) => "a Player has handled own cards",
        (Fact::Outcome(false), _) => "no bet is won or lost yet",
        (Fact::Outcome(true), _) => "a bet is won or lost for good",
        (Fact::Whose(Whose::Dealer), _) => "it is the Dealer's hand",
        (Fact::Whose(Whose::Player), _) => "it is a Player's hand",
        (Fact::Whose(Whose::Community), _) => "it is the community cards",
        (Fact::ByDealer(true), _) => "exposed by the Dealer",
        (Fact::ByDealer(false), _) => "exposed by somebody else",
        (Fact::Exposed(false), _) => "the number is wrong",
        (Fact::Exposed(true), _) => "one was exposed",
        (Fact::Reconstructable(true), _) => "it can be put right",
        (Fact::Reconstructable(false), _) => "it cannot be put right",
        (Fact::Power(true), _) => "the power failed",
        (Fact::Power(false), _) => "it is another interruption",
        (Fact::JackpotBets(true), _) => "a jackpot bet was made",
        (Fact::JackpotBets(false), _) => "no jackpot bet was made",
    }
}

/// What is done, whoever says so.
// tidy: table
pub fn done(row: Irregularity, act: Act, moment: Moment) -> &'static str {
    match act {
        Act::CannotArise => "cannot arise",
        Act::NoEffect => "the round stands and nothing is changed",
        Act::Open => "left open",
        Act::Void if moment == Moment::Later => "earlier rounds stand, the current one is void",
        Act::Void => "the round is void and every bet goes back",
        Act::VoidAndReshuffle => {
            "every hand is void, the bets go back and the deck is shuffled again"
        }
        Act::Continue if row == Irregularity::FaceUpCard => {
            "play goes on, and the card is used as the next one"
        }
        Act::Continue if row == Irregularity::JackpotFault => {
            "play goes on, and the jackpot is paid at the meter recorded before the fault"
        }
        Act::Continue => "play goes on",
        Act::Choices(WhoChooses::Affected) => {
            "each affected box chooses to play on or to take its bets back"
        }
        Act::Choices(WhoChooses::All) => "every box chooses to play on or to take its bets back",
        Act::Choices(WhoChooses::JackpotBoxes) => {
            "each box with a jackpot bet chooses to play on or to take its bets back"
        }
        Act::MoveHands(Then::GoOn) => "whole hands are moved to where they belong",
        Act::MoveHands(Then::Ask(WhoChooses::Affected)) => {
            "whole hands are moved to where they belong, then each affected box chooses to play \
             on or to take its bets back"
        }
        Act::MoveHands(Then::Ask(WhoChooses::All)) => {
            "whole hands are moved to where they belong, then every box chooses to play on or to \
             take its bets back"
        }
        Act::MoveHands(Then::Ask(WhoChooses::JackpotBoxes)) => {
            "whole hands are moved to where they belong, then each box with a jackpot bet \
             chooses to play on or to take its bets back"
        }
        Act::Reconstruct(Then::GoOn) => "the correct deal is put together again",
        Act::Reconstruct(Then::Ask(WhoChooses::Affected)) => {
            "the correct deal is put together again, then each affected box chooses to play on \
             or to take its bets back"
        }
        Act::Reconstruct(Then::Ask(WhoChooses::All)) => {
            "the correct deal is put together again, then every box chooses to play on or to \
             take its bets back"
        }
        Act::Reconstruct(Then::Ask(WhoChooses::JackpotBoxes)) => {
            "the correct cards are put together again, then each box with a jackpot bet chooses \
             to play on or to take its bets back"
        }
        Act::RemoveHand(Others::PlayOn) => {
            "that hand is removed with its bets returned, the others play on"
        }
        Act::RemoveHand(Others::Choose) => {
            "that hand is removed with its bets returned, the other affected boxes choose to \
             play on or to take their bets back"
        }
        Act::RemoveHand(Others::MayBePermittedToWithdraw) => {
            "that hand is removed with its bets returned, the others may be permitted to withdraw"
        }
        Act::MayWithdraw => "each Player may take every bet back, or none",
        Act::ReturnBet => "the bet goes back",
        Act::ReturnBetAtEnd => "the bet goes back when the hand in play is over",
        Act::ReturnJackpotBets => "the jackpot bets go back and the rest plays on",
        Act::Refuse => "refused",
        Act::RefuseExcess => "what is over is refused",
        Act::CorrectOrTakeBack => "the Player puts it right or takes it back",
        Act::SettleAsItStands => "settled as it stands",
        Act::SettleToMaximum => "settled up to the maximum, what is over goes back",
        Act::SettleToAnte => "settled up to the Ante, what is over goes back",
        Act::SettleOnce => "settled as it stands once, later ones of that Player go back",
        Act::KeepAtRisk => "the bet stays at risk, taken back or not",
        Act::TreatAsFolded => "treated as folded",
        Act::Invalidate => "the hand is invalid and all its bets go back",
        Act::SettleNormally => "settled as if the Player were there",
        Act::Unrevealed(DeclineReveal::OwnBurden) => {
            "the hand wins nothing by its rank until the Player establishes it"
        }
        Act::Unrevealed(DeclineReveal::DeemedLower) => "the hand is deemed lower than the Dealer's",
        Act::Unrevealed(DeclineReveal::DeemedFolded) => "the hand is deemed folded",
        Act::Unrevealed(DeclineReveal::DealerReveals) => "the Dealer turns the hand up",
        Act::OrderThenChoices => {
            "the order of the cards is ruled on, then every box chooses to play on or to take \
             its bets back"
        }
        Act::RuleOnIntent => {
            "if it was meant, the further hands are removed with their bets returned; if not, \
             play goes on"
        }
        Act::KeepOneHand => {
            "hands already seen go on and the rest are removed; with none seen, the first dealt \
             goes on"
        }
        Act::MayBar => "the Player may be barred, the hand removed and the bets returned",
        Act::BarPersists => "a bar that was ruled persists",
        Act::CountDeck => "the deck is counted: with 52 cards play goes on, otherwise void",
        Act::HouseMode => {
            "the table closes, the box is barred, or play goes on without a jackpot under a notice"
        }
        Act::AwardsHeld => "awards are held for the Player",
    }
}
