//! The sums of a day, and how days are added.

use std::collections::BTreeMap;

use game::{Event, Money, Wager, WagerSettled};

use house::link::LinkEvent;

/// What one table did in one day by one set of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Takings {
    pub rounds: u64,
    pub void: u64,
    /// What the account of the house at the table gained; below nothing where it lost.
    pub won: Money,
    pub bets: BTreeMap<Wager, BetTotals>,
    /// What the bets fed to jackpots, less what was taken back.
    pub fed: Money,
    pub awards: u64,
    pub awarded: Money,
}

/// All bets of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BetTotals {
    pub bets: i64,
    pub staked: Money,
    /// The part that could win or lose.
    pub at_risk: Money,
    /// The squares of those parts, in cents times cents: what chance may move grows with them.
    pub squares: i128,
    pub returned: Money,
}

/// Chips at a table, by the cage's books.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChipTotals {
    /// The drop: what was brought to the table.
    pub bought: Money,
    pub cashed: Money,
    pub tips: Money,
    pub tips_paid: Money,
}

/// What one jackpot did in one day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkTotals {
    pub contributed: Money,
    pub refused: Money,
    pub received: Money,
    pub hits: u64,
    pub drawn: Money,
    pub reversed: u64,
}

impl Takings {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of some ninety kinds of event a few are counted"
    )]
    pub(super) fn apply(&mut self, event: &Event) {
        self.fed += event.contribution().unwrap_or_default();
        match event {
            Event::RoundConcluded => self.rounds += 1,
            Event::RoundVoided { .. } => self.void += 1,
            Event::WagerSettled(line) => self.count(line, 1),
            Event::PostingReversed(line) => self.count(line, -1),
            Event::JackpotAwarded { amount, .. } => {
                self.awards += 1;
                self.awarded += *amount;
            }
            Event::AwardReversed { amount, .. } => {
                self.awards = self.awards.saturating_sub(1);
                self.awarded -= *amount;
            }
            _ => {}
        }
    }

    fn count(&mut self, line: &WagerSettled, sign: i64) {
        let bets = self.bets.entry(line.wager).or_default();
        let signed = |amount: Money| if sign < 0 { -amount } else { amount };
        let cents = i128::from(line.at_risk.in_minor());
        bets.bets += sign;
        bets.staked += signed(line.staked);
        bets.at_risk += signed(line.at_risk);
        bets.squares += i128::from(sign) * cents * cents;
        bets.returned += signed(line.returned);
    }

    pub fn add(&mut self, other: &Takings) {
        let Takings {
            rounds,
            void,
            won,
            bets,
            fed,
            awards,
            awarded,
        } = other;
        self.rounds += rounds;
        self.void += void;
        self.won += *won;
        self.fed += *fed;
        self.awards += awards;
        self.awarded += *awarded;
        for (wager, other) in bets {
            let own = self.bets.entry(*wager).or_default();
            own.bets += other.bets;
            own.staked += other.staked;
            own.at_risk += other.at_risk;
            own.squares += other.squares;
            own.returned += other.returned;
        }
    }

    /// What the house kept of these bets.
    pub fn kept(&self, wagers: &[Wager]) -> Money {
        let bets = wagers.iter().filter_map(|wager| self.bets.get(wager));
        bets.map(|bets| bets.staked - bets.returned).sum()
    }
}

impl ChipTotals {
    pub fn add(&mut self, other: &ChipTotals) {
        self.bought += other.bought;
        self.cashed += other.cashed;
        self.tips += other.tips;
        self.tips_paid += other.tips_paid;
    }
}

impl LinkTotals {
    pub(super) fn apply(&mut self, event: &LinkEvent) {
        match event {
            LinkEvent::Fed { amount, .. } => self.contributed += *amount,
            LinkEvent::FeedRefused { amount, .. } => self.refused += *amount,
            LinkEvent::Received { amount, .. } => self.received += *amount,
            LinkEvent::Hit { claim, .. } => {
                self.hits += 1;
                self.drawn += claim.awards.iter().map(|award| award.drawn).sum();
            }
            LinkEvent::Reversed { .. } | LinkEvent::Rejected { .. } => self.reversed += 1,
            LinkEvent::Declared { .. }
            | LinkEvent::ValueSet { .. }
            | LinkEvent::ChangePending { .. }
            | LinkEvent::ChangeMade { .. }
            | LinkEvent::Enrolled { .. }
            | LinkEvent::Enabled { .. }
            | LinkEvent::Disabled { .. }
            | LinkEvent::Verified { .. }
            | LinkEvent::FaultFound { .. }
            | LinkEvent::FaultCleared
            | LinkEvent::FellSilent { .. }
            | LinkEvent::Mismatched { .. }
            | LinkEvent::PrizeFixed { .. }
            | LinkEvent::Unfit { .. }
            | LinkEvent::Returned
            | LinkEvent::Released { .. }
            | LinkEvent::Decommissioned { .. } => {}
        }
    }

    pub fn add(&mut self, other: &LinkTotals) {
        self.contributed += other.contributed;
        self.refused += other.refused;
        self.received += other.received;
        self.hits += other.hits;
        self.drawn += other.drawn;
        self.reversed += other.reversed;
    }
}
