//! What an event of a link does to the money: a function of the event and the meters before it.

use game::Money;
use ledger::{Account, JackpotPart, Posting};

use super::{LinkEvent, LinkState, Meters};

/// The rows of one event.
///
/// The meters say how much lies where; what moved is the difference. Everything goes through the
/// inflow, which afterwards holds what is not divided yet.
///
/// # Panics
///
/// On a win that was never numbered: no decision makes such an event.
pub fn rows(before: &LinkState, event: &LinkEvent) -> Vec<Posting> {
    let link = before.id;
    let part = |part| Account::Jackpot(link, part);
    let inflow = part(JackpotPart::Inflow);
    let from = before.meters;
    match event {
        LinkEvent::Declared { level } => divided(link, &Meters::default(), &Meters::start(level)),
        LinkEvent::ValueSet { value } => {
            let mut to = from;
            to.funded += *value - from.shown;
            to.shown = *value;
            divided(link, &from, &to)
        }
        LinkEvent::Fed { meters, .. }
        | LinkEvent::Received { meters, .. }
        | LinkEvent::ChangeMade { meters, .. } => divided(link, &from, meters),
        LinkEvent::FeedRefused { table, amount, .. } => {
            let house = Account::House(*table);
            moved(inflow, house, *amount).into_iter().collect()
        }
        LinkEvent::Hit { claim, meters, .. } => {
            // The house of the table pays the winner, and has it back from the display.
            let drawn: Money = claim.awards.iter().map(|award| award.drawn).sum();
            let mut rows = divided(link, &from, meters);
            rows.extend(moved(inflow, Account::House(claim.table), drawn));
            rows
        }
        LinkEvent::Reversed { number, meters, .. } | LinkEvent::Rejected { number, meters, .. } => {
            let hit = before.hit(*number).expect("a win that was numbered");
            let drawn: Money = hit.claim.awards.iter().map(|award| award.drawn).sum();
            let back = moved(Account::House(hit.claim.table), inflow, drawn);
            let mut rows: Vec<Posting> = back.into_iter().collect();
            rows.extend(divided(link, &from, meters));
            rows
        }
        LinkEvent::Decommissioned { to, meters, .. } => {
            let mut rows = divided(link, &from, meters);
            let theirs = Account::Jackpot(*to, JackpotPart::Inflow);
            rows.extend(moved(inflow, theirs, meters.left));
            rows
        }
        LinkEvent::ChangePending { .. }
        | LinkEvent::Enrolled { .. }
        | LinkEvent::Enabled { .. }
        | LinkEvent::Disabled { .. }
        | LinkEvent::PrizeFixed { .. }
        | LinkEvent::Unfit { .. }
        | LinkEvent::Verified { .. }
        | LinkEvent::Released { .. }
        | LinkEvent::FaultFound { .. }
        | LinkEvent::FaultCleared
        | LinkEvent::FellSilent { .. }
        | LinkEvent::Mismatched { .. }
        | LinkEvent::Returned
        | LinkEvent::InstructionFailed { .. } => Vec::new(),
    }
}

/// From one reading of the meters to the next: first what the house puts in and what leaves a part,
/// then what comes to one.
fn divided(link: ledger::LinkId, from: &Meters, to: &Meters) -> Vec<Posting> {
    let inflow = Account::Jackpot(link, JackpotPart::Inflow);
    let parts = [
        (JackpotPart::Display, to.shown - from.shown),
        (JackpotPart::Reserve, to.reserve - from.reserve),
        (JackpotPart::Overflow, to.overflow - from.overflow),
    ];
    let mut rows = Vec::new();
    rows.extend(moved(Account::Cage, inflow, to.funded - from.funded));
    let mut parts = parts.map(|(part, change)| (Account::Jackpot(link, part), change));
    parts.sort_by_key(|(_, change)| *change);
    for (part, change) in parts {
        rows.extend(moved(inflow, part, change));
    }
    rows
}

/// The other way where the amount is below nothing.
fn moved(from: Account, to: Account, amount: Money) -> Option<Posting> {
    if amount < Money::ZERO {
        Posting::moved(to, from, -amount)
    } else {
        Posting::moved(from, to, amount)
    }
}
