//! What is said at the table as things happen: events to sentences.

use game::{Announcement, Area, BoxNumber, Event, Rulebook, Spot, Wager};

use super::amount::show;
use super::bots::name;
use super::paint::wrapped;
use super::session::{Session, YOU};

/// The sentences worth saying, in order, each on lines of its own.
pub fn narrate(session: &Session, events: &[Event]) -> String {
    let mut text = String::new();
    for event in events {
        if let Some(sentence) = sentence(session, event) {
            text += &wrapped(3, &sentence);
        }
    }
    text += &contributions(events);
    text
}

fn sentence(session: &Session, event: &Event) -> Option<String> {
    let rulebook = session.rulebook();
    match event {
        Event::ExcessRejected {
            area,
            player,
            amount,
            ..
        } if *player == YOU => Some(format!(
            "{} of your {} is above the maximum and was pushed back. {}",
            show(*amount),
            area.title(),
            says_who(rulebook.over_max_open.cites),
        )),
        Event::MinimumAdvised { area, minimum, .. } => Some(format!(
            "That is below the {} minimum of {}: raise the bet, or 0 takes it back. {}",
            area.title(),
            show(*minimum),
            says_who(rulebook.under_min_open.cites),
        )),
        Event::BasePrompted { at } => Some(format!(
            "The jackpot bet of box {} has lost the bet it goes with: add one or take it back. {}",
            at.0,
            says_who(rulebook.jackpot_without_base.cites),
        )),
        Event::OneHandInformed { player } if *player == YOU => Some(format!(
            "Dealer: \"You may look at one of your hands; the others you play unseen.\" {}",
            says_who(rulebook.one_hand_notice.cites),
        )),
        Event::MissingPairPlusCalled { boxes } => Some(match boxes.as_slice() {
            [] => "Dealer: \"Pair Plus on every box.\"".to_owned(),
            boxes => format!("Dealer: \"No Pair Plus on {}.\"", listed(boxes)),
        }),
        Event::BetsClosed => Some("Dealer: \"No more bets.\"".to_owned()),
        Event::CardBurned { .. } => Some("One card is burnt, unseen.".to_owned()),
        Event::CardDealt {
            to: Spot::Dealer, ..
        } if is_first_to_dealer(session, event) => {
            Some("Cards go out one at a time, from the Dealer's left, the Dealer last.".to_owned())
        }
        Event::PacketDealt {
            to: Spot::Dealer, ..
        } => Some("Three cards at once to each box, then to the Dealer.".to_owned()),
        Event::CommunityDiscarded { .. } => {
            Some("One of three community cards is discarded, unseen.".to_owned())
        }
        Event::PairPlusStood { at } if session.round().controller(*at) == Some(YOU) => Some(
            format!("Box {}: Pair Plus alone, so there is nothing to decide.", at.0),
        ),
        Event::PlayMade { at, player, blind, .. } if *player != YOU => {
            let how = if *blind { " unseen" } else { "" };
            Some(format!("Box {}: {} plays{how}.", at.0, name(*player)))
        }
        Event::Folded { at, .. } => {
            let player = session.round().controller(*at).filter(|who| *who != YOU)?;
            Some(format!("Box {}: {} folds.", at.0, name(player)))
        }
        Event::PlayerLeft { player } if *player == YOU => {
            Some("You leave the table; the round goes on without you.".to_owned())
        }
        Event::FoldedByAbsence { at } => Some(format!(
            "Box {}: nobody is there to decide, so it counts as folded. {}",
            at.0,
            says_who(rulebook.absent_undecided.cites),
        )),
        Event::HandRemoved { at, cites } => Some(format!(
            "Box {}: nobody is there to decide, so the hand is out and its bets go back. [{}]",
            at.0,
            cites.join(", "),
        )),
        Event::DealerShown { announced, .. } => announced.map(|said| match said {
            Announcement::Plays => "Dealer: \"Dealer plays.\"".to_owned(),
            Announcement::DoesNotPlay => "Dealer: \"Dealer does not play.\"".to_owned(),
        }),
        Event::DealerNotNeeded => Some(format!(
            "Nothing is left that the Dealer's hand could decide: it stays down. {}",
            says_who(rulebook.reveal_when_all_folded.cites),
        )),
        Event::JackpotAwarded {
            at,
            amount,
            by_cheque,
            ..
        } => {
            let who = session.round().controller(*at).map_or("", name);
            let how = if *by_cheque { ", by cheque from the cage" } else { "" };
            let sum = show(*amount);
            Some(format!("Jackpot! Box {}, {who}: {sum}{how}.", at.0))
        }
        Event::MeterMoved { before, after } => Some(format!(
            "The jackpot goes from {} to {}.",
            show(*before),
            show(*after),
        )),
        // What the felt shows anyway, or nobody says aloud.
        Event::ExcessRejected { .. }
        | Event::OneHandInformed { .. }
        | Event::CardDealt { .. }
        | Event::PacketDealt { .. }
        | Event::PairPlusStood { .. }
        | Event::PlayMade { .. }
        | Event::PlayerLeft { .. }
        | Event::TableOpened { .. }
        | Event::TableClosed
        | Event::NoticeDisplayed { .. }
        | Event::MethodChosen { .. }
        | Event::SeatTaken { .. }
        | Event::BetsOpened { .. }
        | Event::BetPlaced { .. }
        | Event::JackpotOffered { .. }
        | Event::BetTakenBack { .. }
        | Event::ContributionAdded { .. }
        | Event::ContributionReversed { .. }
        | Event::LoneJackpotFlagged { .. }
        | Event::DealStarted { .. }
        | Event::CommunityDealt { .. }
        | Event::DealCompleted
        | Event::Looked { .. }
        | Event::Touched { .. }
        | Event::FoldedCollected { .. }
        | Event::CommunityShown { .. }
        | Event::HandRevealed { .. }
        | Event::RevealDeclined { .. }
        | Event::HandEstablished { .. }
        | Event::HiddenViewed { .. }
        | Event::JackpotClaimed { .. }
        | Event::WagerSettled(_)
        | Event::BoxSettled { .. }
        | Event::BoxesSettled
        | Event::RoundConcluded => None,
    }
}
