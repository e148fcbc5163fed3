//! Significant events, which the operator and the regulator have to see: errors and rulings, voids and
//! corrections, large sums, changed parameters, faults, people kept from play (STANDARDS L5).

use game::{Actor, Event, Money, events_of};
use ledger::CageMove;

use house::feed::{LoggedEntry, Payload};
use house::link::LinkEvent;
use house::loss::HouseLogEvent;
use house::table::{CardEvent, HouseEvent, TableEvent};

/// From here on a bet, a payment or a sum at the cage is large: ten thousand.
pub const LARGE: Money = Money::major(10_000);

/// One significant event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Significant {
    /// A few words that name the kind.
    pub kind: &'static str,
    /// The amount it is about, if any.
    pub amount: Option<Money>,
    /// The person who answers for it, where that is not the sender of the command.
    pub by: Option<Actor>,
}

impl Significant {
    /// The significant event of an entry, if it is one; sums count from `large` on.
    pub fn of(logged: &LoggedEntry<'_>, large: Money) -> Option<Significant> {
        match logged.payload {
            Payload::Table { event, .. } => match event {
                TableEvent::Game(event) => of_game(event, large),
                TableEvent::House(event) => of_house(event).map(plain),
                TableEvent::Cards(event) => of_cards(event).map(plain),
            },
            Payload::Link { event, .. } => of_link(event),
            Payload::Cage(moves) => of_cage(moves, large),
            Payload::House(HouseLogEvent::LossAccepted(_)) => Some(plain("loss accepted")),
        }
    }
}

/// A seed that a Player promised and then withheld is significant: he chose after the house had drawn its own.
fn of_cards(event: &CardEvent) -> Option<&'static str> {
    match event {
        CardEvent::CardsTaken { .. } => Some("card source changed"),
        CardEvent::Shuffled { silent } => (!silent.is_empty()).then_some("seed withheld"),
        CardEvent::SeedPromised { .. }
        | CardEvent::SeedSealed(_)
        | CardEvent::SeedOpened { .. }
        | CardEvent::Drawn { .. }
        | CardEvent::SeedTold { .. } => None,
    }
}

const fn plain(kind: &'static str) -> Significant {
    Significant {
        kind,
        amount: None,
        by: None,
    }
}

fn sum(kind: &'static str, amount: Money) -> Significant {
    Significant {
        amount: Some(amount),
        ..plain(kind)
    }
}

fn ruled(kind: &'static str, by: Actor) -> Significant {
    Significant {
        by: Some(by),
        ..plain(kind)
    }
}

// Where a class of events is significant in part, its kinds are listed one by one: a new one does not
// compile before it says here whether it is significant.
// tidy: table
fn of_game(event: &Event, large: Money) -> Option<Significant> {
    Some(match event {
        Event::TableOpened { .. } => plain("table opened"),
        Event::TableClosed => plain("table closed"),
        Event::BetPlaced { amount, .. } if *amount >= large => sum("large bet", *amount),
        Event::WagerSettled(line) if line.returned - line.staked >= large => {
            sum("large payout", line.returned - line.staked)
        }
        Event::JackpotAwarded { amount, .. } => sum("jackpot awarded", *amount),
        Event::AwardReversed { amount, .. } => sum("jackpot taken back", *amount),
        Event::IrregularityReported { by, .. } => ruled("irregularity reported", *by),
        Event::RulingMade { by, .. } => ruled("ruling", *by),
        Event::InterruptionResumed { .. } => plain("interruption, resumed"),
        Event::RoundVoided { .. } => plain("round void"),
        Event::HandsVoided { .. } => plain("hands void"),
        Event::CorrectionProposed { by, .. } => ruled("correction proposed", *by),
        Event::CardCorrected { by, .. } => ruled("card corrected", *by),
        Event::PayCorrected {
            by, handed, due, ..
        } => Significant {
            amount: Some(*due - *handed),
            ..ruled("payment corrected", *by)
        },
        Event::PostingReversed(line) => sum("payment undone", line.returned - line.staked),
        Event::PlayerBarred { by, .. } => ruled("player barred", *by),
        Event::BarLifted { by, .. } => ruled("bar lifted", *by),
        Event::PlayerStopped { by, .. } => ruled("player stopped", *by),
        Event::PlayerRestricted { by, .. } => ruled("player restricted", *by),
        Event::RestrictionLifted { by, .. } => ruled("restriction lifted", *by),
        Event::ActingAssigned { by, .. } => ruled("acting post assigned", *by),
        Event::FaultFound { by, recorded, .. } => Significant {
            amount: Some(*recorded),
            ..ruled("jackpot fault", *by)
        },
        Event::FaultModeSet { by, .. } => ruled("jackpot fault mode", *by),
        Event::FaultCleared { by } => ruled("jackpot fault cleared", *by),
        Event::NoticeDisplayed { .. }
        | Event::MethodChosen { .. }
        | Event::BetsOpened { .. }
        | Event::FaultModeProposed { .. }
        | Event::WagerSettled(_)
        | Event::MeterMoved { .. }
        | Event::Referred { .. }
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
        | Event::MeterRestored { .. }
        | Event::MeterRead { .. }
        | Event::RoundResumed
        | Event::BetPlaced { .. }
        | Event::ExcessRejected { .. }
        | Event::BetTakenBack { .. }
        | Event::PlayMade { .. }
        | Event::PlayFound { .. }
        | Event::ContributionAdded { .. }
        | Event::ContributionReversed { .. }
        | events_of![seats, calls, deal, decisions, showdown, ends] => return None,
    })
}

fn of_house(event: &HouseEvent) -> Option<&'static str> {
    Some(match event {
        HouseEvent::TableCreated => "table created",
        HouseEvent::LinkJoined { .. } => "link joined",
        HouseEvent::LinkAdmitted { .. } => "link admitted",
        HouseEvent::LinkLost { .. } => "link lost",
        HouseEvent::LinkLeft { .. } => "link left",
        HouseEvent::TakenOver { .. } => "table taken over",
        HouseEvent::TimesSet { .. } => "times set",
        HouseEvent::WaitingEnded { .. } => "time was up",
        HouseEvent::TablePaused => "table paused",
        HouseEvent::TableResumed => "table resumed",
        HouseEvent::PlayerReady { .. } => return None,
    })
}

fn of_link(event: &LinkEvent) -> Option<Significant> {
    Some(match event {
        LinkEvent::Fed { .. } => return None,
        LinkEvent::Declared { .. } => plain("jackpot declared"),
        LinkEvent::ValueSet { value } => sum("jackpot value set", *value),
        LinkEvent::ChangePending { .. } => plain("jackpot parameters to change"),
        LinkEvent::ChangeMade { .. } => plain("jackpot parameters changed"),
        LinkEvent::Enrolled { .. } => plain("table enrolled"),
        LinkEvent::Enabled { .. } => plain("table enabled"),
        LinkEvent::Disabled { .. } => plain("table disabled"),
        LinkEvent::Received { amount, .. } => sum("money of another jackpot", *amount),
        LinkEvent::FeedRefused { amount, .. } => sum("contribution refused", *amount),
        LinkEvent::Hit { claim, .. } => {
            // Beyond 64 bits only in a log that was tampered with, which `verify` reports.
            let mut drawn = claim.awards.iter().map(|award| award.drawn);
            let drawn = drawn.try_fold(Money::ZERO, Money::checked_add);
            Significant {
                amount: drawn,
                ..plain("jackpot hit")
            }
        }
        LinkEvent::Verified { .. } => plain("jackpot verified"),
        LinkEvent::Reversed { .. } => plain("jackpot reversed"),
        LinkEvent::Rejected { .. } => plain("jackpot rejected"),
        LinkEvent::FellSilent { recorded } => sum("link silent", *recorded),
        LinkEvent::Returned => plain("link back"),
        LinkEvent::Released { .. } => plain("table released"),
        LinkEvent::PrizeFixed { .. } => plain("jackpot prize fixed"),
        LinkEvent::Unfit { .. } => plain("table unfit for a jackpot"),
        LinkEvent::Mismatched { recorded, .. } => sum("link meters differ", *recorded),
        LinkEvent::FaultFound { recorded, .. } => sum("link fault", *recorded),
        LinkEvent::FaultCleared => plain("link fault cleared"),
        LinkEvent::InstructionFailed { .. } => plain("table cannot do what its link says"),
        LinkEvent::Decommissioned { .. } => plain("jackpot ended"),
    })
}

fn of_cage(moves: CageMove, large: Money) -> Option<Significant> {
    let amount = moves.amount();
    match moves {
        CageMove::Adjustment { .. } => Some(sum("purse adjusted", amount)),
        CageMove::Deposit { .. } if amount >= large => Some(sum("large deposit", amount)),
        CageMove::Withdrawal { .. } if amount >= large => Some(sum("large withdrawal", amount)),
        CageMove::BuyIn { .. } if amount >= large => Some(sum("large buy-in", amount)),
        CageMove::CashOut { .. } if amount >= large => Some(sum("large cash-out", amount)),
        CageMove::Deposit { .. }
        | CageMove::Withdrawal { .. }
        | CageMove::BuyIn { .. }
        | CageMove::CashOut { .. }
        | CageMove::Tip { .. }
        | CageMove::TipsPaid { .. } => None,
    }
}
