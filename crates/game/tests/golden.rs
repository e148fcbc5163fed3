//! Events are kept for ever: one written-down event of each kind, and every word that can stand in
//! one, must read back as they are.
//!
//! A kind or a word may be added (`GOLDEN=write cargo test --test golden` writes it down); what is
//! there is never edited, since somewhere a log holds it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "golden/acts.rs"]
mod acts;
#[path = "golden/play.rs"]
mod play;
#[path = "golden/trouble.rs"]
mod trouble;
#[path = "golden/words.rs"]
mod words;

use std::iter::successors;
use std::path::PathBuf;

use game::{Actor, BoxNumber, Event, PersonId, PlayerId, Post};

const AT: BoxNumber = BoxNumber(3);
const A: PlayerId = PlayerId(7);
const DEALER: Actor = staff(Post::Dealer, 1);

const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

fn cards<const N: usize>(text: &str) -> [game::Card; N] {
    let cards: Vec<game::Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
    cards.try_into().unwrap()
}

/// A sample of the kind after `event`: a new kind does not compile until it stands in this chain.
// tidy: table
fn next(event: &Event) -> Option<Event> {
    match event {
        Event::TableOpened { .. }
        | Event::TableClosed
        | Event::NoticeDisplayed { .. }
        | Event::MethodChosen { .. }
        | Event::SeatTaken { .. }
        | Event::BetsOpened { .. }
        | Event::BetPlaced { .. }
        | Event::ExcessRejected { .. }
        | Event::MinimumAdvised { .. }
        | Event::JackpotOffered { .. }
        | Event::BasePrompted { .. }
        | Event::BetTakenBack { .. }
        | Event::OneHandInformed { .. }
        | Event::MissingPairPlusCalled { .. }
        | Event::BetsClosed
        | Event::ContributionAdded { .. }
        | Event::ContributionReversed { .. }
        | Event::LoneJackpotFlagged { .. } => Some(play::next_at_the_bets(event)),
        Event::DealStarted { .. }
        | Event::CardBurned { .. }
        | Event::CardDealt { .. }
        | Event::PacketDealt { .. }
        | Event::CommunityDealt { .. }
        | Event::CommunityDiscarded { .. }
        | Event::DealCompleted => Some(play::next_in_the_deal(event)),
        Event::Looked { .. }
        | Event::Touched { .. }
        | Event::PlayMade { .. }
        | Event::Folded { .. }
        | Event::FoldedByAbsence { .. }
        | Event::HandRemoved { .. }
        | Event::PairPlusStood { .. }
        | Event::PlayerLeft { .. }
        | Event::FoldedCollected { .. }
        | Event::DealerShown { .. }
        | Event::CommunityShown { .. }
        | Event::DealerNotNeeded
        | Event::HandRevealed { .. }
        | Event::RevealDeclined { .. }
        | Event::HandEstablished { .. }
        | Event::HiddenViewed { .. }
        | Event::JackpotClaimed { .. }
        | Event::WagerSettled(_)
        | Event::BoxSettled { .. }
        | Event::BoxesSettled
        | Event::JackpotAwarded { .. }
        | Event::MeterMoved { .. }
        | Event::JackpotsSettled
        | Event::RoundConcluded => Some(play::next_after_deal(event)),
        Event::StepMissed { .. }
        | Event::CardsAstray { .. }
        | Event::HandCompleted { .. }
        | Event::IrregularityReported { .. }
        | Event::Referred { .. }
        | Event::RulingMade { .. }
        | Event::InterruptionResumed { .. }
        | Event::CardsFound { .. }
        | Event::CardsRelaid { .. }
        | Event::CardsOrdered { .. }
        | Event::DealStands
        | Event::ChoicesOffered { .. }
        | Event::WithdrawalPermitted { .. }
        | Event::ChoiceMade { .. }
        | Event::ChoicesEnded
        | Event::BetsWithdrawn { .. }
        | Event::CardsCounted { .. }
        | Event::PlayFound { .. } => Some(trouble::next_in_trouble(event)),
        Event::PostingReversed(_)
        | Event::AwardReversed { .. }
        | Event::MeterRestored { .. }
        | Event::MeterRead { .. }
        | Event::HandsVoided { .. }
        | Event::RoundVoided { .. }
        | Event::RoundResumed
        | Event::CorrectionProposed { .. }
        | Event::CardCorrected { .. }
        | Event::PayCorrected { .. } => Some(trouble::next_undone(event)),
        Event::GraceUsed { .. }
        | Event::PlayerBarred { .. }
        | Event::BarLifted { .. }
        | Event::PlayerStopped { .. }
        | Event::PlayerRestricted { .. }
        | Event::RestrictionLifted { .. }
        | Event::ActingAssigned { .. }
        | Event::FaultFound { .. }
        | Event::FaultModeProposed { .. }
        | Event::FaultModeSet { .. }
        | Event::FaultCleared { .. }
        | Event::JackpotEntered { .. } => trouble::next_said_of_people(event),
    }
}

/// Where what is written down stands.
fn golden(below: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    folder.join(below)
}

fn may_write() -> bool {
    std::env::var_os("GOLDEN").is_some()
}

#[test]
fn every_kind_of_event_reads_back_as_it_was_written() {
    let mut kinds = 0;
    for event in successors(Some(play::table_opened()), next) {
        let kind = event.kind();
        let path = golden(&format!("events/{kind}.json"));
        let written = serde_json::to_string_pretty(&event).unwrap() + "\n";
        if may_write() && !path.exists() {
            std::fs::write(&path, &written).unwrap();
        }
        let kept =
            std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{kind} has no golden file"));
        assert_eq!(kept, written, "the form of {kind} has changed");
        let read: Event = serde_json::from_str(&kept).unwrap();
        assert_eq!(read, event, "{kind} reads back as something else");
        assert!(kept.contains(&format!("\"kind\": \"{kind}\"")), "{kept}");
        kinds += 1;
    }
    let files = std::fs::read_dir(golden("events")).unwrap().count();
    assert_eq!(files, kinds, "a golden file belongs to no kind of event");
}
