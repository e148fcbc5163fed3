//! The money rows of an event at a table.
//!
//! They depend on the event and on the round before it, and on nothing else, so an audit that replays the
//! log comes to the same rows. Each round has an account of its own, through which every chip on the felt
//! goes. It is empty when the round is over; otherwise a chip was lost on the way.

use game::{Area, Event, Money, PlayerId, Round, WagerSettled, events_of};

use crate::account::{Account, JackpotPart, LinkId, TableId};
use crate::posting::Posting;

/// Where the event happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtTable {
    /// The table.
    pub table: TableId,
    /// The link its jackpot bets feed.
    pub link: Option<LinkId>,
}

/// The rows of one event, in an order in which no account is overdrawn on the way.
///
/// The link posts what an award takes from a jackpot: the table pays the winner, and the link pays the
/// account of the house at the table.
///
/// Events about chips and payments are listed one by one: a new one does not compile before it says here
/// what it moves.
///
/// # Panics
///
/// If money moves outside any round: no decision makes such an event.
#[expect(
    clippy::match_same_arms,
    reason = "events that move nothing are grouped by why they do not"
)]
pub fn post(at: AtTable, before: Option<&Round>, event: &Event) -> Vec<Posting> {
    let round = || before.expect("chips move in a round");
    let felt = || Account::Round(at.table, round().number());
    let rack = |player: PlayerId| Account::Rack(at.table, player);
    let one = |from, to, amount| Posting::moved(from, to, amount).into_iter().collect();
    match event {
        Event::BetPlaced { player, amount, .. } | Event::PlayMade { player, amount, .. } => {
            one(rack(*player), felt(), *amount)
        }
        Event::ExcessRejected { player, amount, .. }
        | Event::BetTakenBack { player, amount, .. } => one(felt(), rack(*player), *amount),
        Event::PlayFound {
            at: found_at,
            player,
            amount,
        } => {
            let held = round().betting_box(*found_at);
            let made = held.map_or(Money::ZERO, |held| held.bets.of(Area::Play, *player));
            if *amount > made {
                one(rack(*player), felt(), *amount - made)
            } else {
                one(felt(), rack(*player), made - *amount)
            }
        }
        Event::WagerSettled(line) => ended(at.table, felt(), line)
            .into_iter()
            .flatten()
            .collect(),
        Event::PostingReversed(line) => {
            let rows = ended(at.table, felt(), line);
            rows.into_iter()
                .rev()
                .flatten()
                .map(Posting::reversed)
                .collect()
        }
        Event::ContributionAdded { amount, .. } => feed(at, *amount).into_iter().collect(),
        Event::ContributionReversed { amount, .. } => feed(at, *amount)
            .map(Posting::reversed)
            .into_iter()
            .collect(),
        // The table, its people and its faults; calls, cards and what Players show: no chip moves. What a
        // decision costs or returns is told by a `WagerSettled` of its own.
        events_of![
            table, seats, conduct, fault, calls, deal, decisions, showdown, card_fixes
        ] => Vec::new(),
        // Ends of a box, of the boxes, of the jackpots, of the round: every line was posted before.
        events_of![ends] => Vec::new(),
        // The meter is the link's: it posts what its awards take from the jackpot.
        events_of![jackpot] => Vec::new(),
        // Matters, rulings and choices: bets that go back are `WagerSettled`, what is undone `PostingReversed`.
        events_of![rulings, remedies] => Vec::new(),
        // Other chips were handed over than were due: the accounts had what was due all along.
        Event::PayCorrected { .. } => Vec::new(),
    }
}

/// The rows of a settled bet. The stake is on the felt: the house adds the winnings to it, what is returned
/// goes to the rack, and what is left goes to the house.
fn ended(table: TableId, felt: Account, line: &WagerSettled) -> [Option<Posting>; 3] {
    let (house, rack) = (Account::House(table), Account::Rack(table, line.player));
    [
        Posting::moved(house, felt, line.returned.less(line.staked)),
        Posting::moved(felt, rack, line.returned),
        Posting::moved(felt, house, line.staked.less(line.returned)),
    ]
}

/// The contribution of a jackpot bet. A table without a link keeps it.
fn feed(at: AtTable, amount: Money) -> Option<Posting> {
    let inflow = Account::Jackpot(at.link?, JackpotPart::Inflow);
    Posting::moved(Account::House(at.table), inflow, amount)
}
