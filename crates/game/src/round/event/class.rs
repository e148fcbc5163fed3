//! What events are about. Each kind belongs to one class, and [`events_of!`](crate::events_of) names
//! the kinds of a class in a pattern.
//!
//! A `match` lists the kinds it handles one by one and passes over the others by their classes. A new
//! kind is added to the one list below; then it does not compile in any place that lists its class
//! kind by kind, until that place has decided about it. A kind in no class, or in two, does not
//! compile here: [`Event::class`] names each class once. A kind that moves money is about chips or a
//! payment: these two are the classes that the ledger lists kind by kind.

use super::Event;

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventClass {
    /// The table opens, closes, hangs a notice, chooses a method, calls for bets.
    Table,
    /// A Player sits down, leaves, or has used the one bet below the minimum.
    Seats,
    /// What the pit says of people: bars, restrictions, acting posts. It outlasts the round.
    Conduct,
    /// The jackpot does not work, how play goes on, and that it works again.
    Fault,
    /// Chips go onto the felt, off it, or to the meter before a bet has ended; the ledger posts them.
    Chips,
    /// Calls, offers and marks while bets are taken, up to the closing call.
    Calls,
    /// Cards leave the shoe, as planned or astray.
    Deal,
    /// Hands looked at, folded, kept or taken out before the showdown.
    Decisions,
    /// Hands shown, hidden or announced.
    Showdown,
    /// A bet ends and is posted, its ending is undone, or chips handed over wrongly are put right.
    Payments,
    /// The end of a box, of all boxes, of the jackpots, of the round.
    Ends,
    /// Jackpot awards and the meter they are paid from.
    Jackpot,
    /// A matter reported, ruled on, or ending in a void: the table keeps something of these too.
    Rulings,
    /// What follows from a matter for people and bets: choices, withdrawals, the round going on.
    Remedies,
    /// Cards counted, found, read or laid otherwise than recorded.
    CardFixes,
}

/// The kinds of [`Event`] of one class or of several, as a pattern:
/// `events_of![deal, showdown] => {}`. The classes are those of [`EventClass`].
///
/// ```
/// use game::{Event, events_of};
///
/// let deals = |event: &Event| matches!(event, events_of![deal, card_fixes]);
/// assert!(deals(&Event::DealStands) && !deals(&Event::BetsClosed));
/// ```
// tidy: table
#[macro_export]
macro_rules! events_of {
    (table) => {
        $crate::Event::TableOpened { .. }
            | $crate::Event::TableClosed
            | $crate::Event::NoticeDisplayed { .. }
            | $crate::Event::MethodChosen { .. }
            | $crate::Event::BetsOpened { .. }
    };
    (seats) => {
        $crate::Event::SeatTaken { .. }
            | $crate::Event::PlayerLeft { .. }
            | $crate::Event::GraceUsed { .. }
    };
    (conduct) => {
        $crate::Event::PlayerBarred { .. }
            | $crate::Event::BarLifted { .. }
            | $crate::Event::PlayerRestricted { .. }
            | $crate::Event::RestrictionLifted { .. }
            | $crate::Event::ActingAssigned { .. }
    };
    (fault) => {
        $crate::Event::FaultFound { .. }
            | $crate::Event::FaultModeProposed { .. }
            | $crate::Event::FaultModeSet { .. }
            | $crate::Event::FaultCleared { .. }
    };
    (chips) => {
        $crate::Event::BetPlaced { .. }
            | $crate::Event::ExcessRejected { .. }
            | $crate::Event::BetTakenBack { .. }
            | $crate::Event::PlayMade { .. }
            | $crate::Event::PlayFound { .. }
            | $crate::Event::ContributionAdded { .. }
            | $crate::Event::ContributionReversed { .. }
    };
    (calls) => {
        $crate::Event::MinimumAdvised { .. }
            | $crate::Event::JackpotOffered { .. }
            | $crate::Event::BasePrompted { .. }
            | $crate::Event::OneHandInformed { .. }
            | $crate::Event::MissingPairPlusCalled { .. }
            | $crate::Event::BetsClosed
            | $crate::Event::LoneJackpotFlagged { .. }
    };
    (deal) => {
        $crate::Event::DealStarted { .. }
            | $crate::Event::CardBurned { .. }
            | $crate::Event::CardDealt { .. }
            | $crate::Event::PacketDealt { .. }
            | $crate::Event::CommunityDealt { .. }
            | $crate::Event::CommunityDiscarded { .. }
            | $crate::Event::DealCompleted
            | $crate::Event::StepMissed { .. }
            | $crate::Event::CardsAstray { .. }
            | $crate::Event::HandCompleted { .. }
    };
    (decisions) => {
        $crate::Event::Looked { .. }
            | $crate::Event::Touched { .. }
            | $crate::Event::Folded { .. }
            | $crate::Event::FoldedByAbsence { .. }
            | $crate::Event::HandRemoved { .. }
            | $crate::Event::PairPlusStood { .. }
            | $crate::Event::FoldedCollected { .. }
    };
    (showdown) => {
        $crate::Event::DealerShown { .. }
            | $crate::Event::CommunityShown { .. }
            | $crate::Event::DealerNotNeeded
            | $crate::Event::HandRevealed { .. }
            | $crate::Event::RevealDeclined { .. }
            | $crate::Event::HandEstablished { .. }
            | $crate::Event::HiddenViewed { .. }
            | $crate::Event::JackpotClaimed { .. }
            | $crate::Event::JackpotEntered { .. }
    };
    (payments) => {
        $crate::Event::WagerSettled(_)
            | $crate::Event::PostingReversed(_)
            | $crate::Event::PayCorrected { .. }
    };
    (ends) => {
        $crate::Event::BoxSettled { .. }
            | $crate::Event::BoxesSettled
            | $crate::Event::JackpotsSettled
            | $crate::Event::RoundConcluded
    };
    (jackpot) => {
        $crate::Event::JackpotAwarded { .. }
            | $crate::Event::AwardReversed { .. }
            | $crate::Event::MeterMoved { .. }
            | $crate::Event::MeterRestored { .. }
            | $crate::Event::MeterRead { .. }
    };
    (rulings) => {
        $crate::Event::IrregularityReported { .. }
            | $crate::Event::RulingMade { .. }
            | $crate::Event::RoundVoided { .. }
    };
    (remedies) => {
        $crate::Event::Referred { .. }
            | $crate::Event::InterruptionResumed { .. }
            | $crate::Event::ChoicesOffered { .. }
            | $crate::Event::WithdrawalPermitted { .. }
            | $crate::Event::ChoiceMade { .. }
            | $crate::Event::ChoicesEnded
            | $crate::Event::BetsWithdrawn { .. }
            | $crate::Event::HandsVoided { .. }
            | $crate::Event::RoundResumed
            | $crate::Event::CorrectionProposed { .. }
            | $crate::Event::PlayerStopped { .. }
    };
    (card_fixes) => {
        $crate::Event::CardsFound { .. }
            | $crate::Event::CardsRelaid { .. }
            | $crate::Event::CardsOrdered { .. }
            | $crate::Event::DealStands
            | $crate::Event::CardsCounted { .. }
            | $crate::Event::CardCorrected { .. }
    };
    ($first:ident, $($more:ident),+ $(,)?) => {
        $crate::events_of![$first] | $crate::events_of![$($more),+]
    };
}

impl Event {
    /// What it is about.
    pub const fn class(&self) -> EventClass {
        match self {
            events_of![table] => EventClass::Table,
            events_of![seats] => EventClass::Seats,
            events_of![conduct] => EventClass::Conduct,
            events_of![fault] => EventClass::Fault,
            events_of![chips] => EventClass::Chips,
            events_of![calls] => EventClass::Calls,
            events_of![deal] => EventClass::Deal,
            events_of![decisions] => EventClass::Decisions,
            events_of![showdown] => EventClass::Showdown,
            events_of![payments] => EventClass::Payments,
            events_of![ends] => EventClass::Ends,
            events_of![jackpot] => EventClass::Jackpot,
            events_of![rulings] => EventClass::Rulings,
            events_of![remedies] => EventClass::Remedies,
            events_of![card_fixes] => EventClass::CardFixes,
        }
    }
}
