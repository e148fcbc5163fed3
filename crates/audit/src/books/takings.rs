//! The totals of one day, and how days are added.

use std::collections::BTreeMap;

use game::{Event, Money, Wager, WagerSettled, events_of};

use house::link::LinkEvent;

/// What one table took in one day under one rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Takings {
    /// Rounds concluded.
    pub rounds: u64,
    /// Rounds voided.
    pub void: u64,
    /// What the account of the house at the table gained; negative where it lost.
    pub won: Money,
    /// Totals of each kind of bet.
    pub bets: BTreeMap<Wager, BetTotals>,
    /// Contributions to jackpots, less those reversed.
    pub fed: Money,
    /// Jackpot awards, less those reversed.
    pub awards: u64,
    /// Money of those awards.
    pub awarded: Money,
}

/// All bets of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BetTotals {
    /// How many were settled.
    pub bets: i64,
    /// Their stakes.
    pub staked: Money,
    /// The part of the stakes that could win or lose.
    pub at_risk: Money,
    /// Sum of the squares of those parts, in square cents: the variance of the result grows with it.
    pub squares: i128,
    /// Stakes and winnings handed back.
    pub returned: Money,
}

/// Chips moved at one table in one day, from the cage's entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChipTotals {
    /// The drop: chips bought in.
    pub bought: Money,
    /// Chips cashed out.
    pub cashed: Money,
    /// Tips given.
    pub tips: Money,
    /// Tips paid out to the dealers.
    pub tips_paid: Money,
}

/// What one link did in one day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkTotals {
    /// Contributions of the tables.
    pub contributed: Money,
    /// Contributions the link refused.
    pub refused: Money,
    /// Money received from another link.
    pub received: Money,
    /// Hits.
    pub hits: u64,
    /// Money drawn by those hits.
    pub drawn: Money,
    /// Hits reversed or rejected.
    pub reversed: u64,
}

impl Takings {
    // Where a class of events counts in part, its kinds are listed one by one: a new one does not
    // compile before it says here whether it counts.
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
            // What the table fed is summed above.
            Event::IrregularityReported { .. }
            | Event::RulingMade { .. }
            | Event::BoxSettled { .. }
            | Event::BoxesSettled
            | Event::MeterMoved { .. }
            | Event::JackpotsSettled
            | Event::MeterRestored { .. }
            | Event::MeterRead { .. }
            | Event::PayCorrected { .. }
            | events_of![
                table, seats, conduct, fault, chips, calls, deal, decisions, showdown, remedies,
                card_fixes
            ] => {}
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

    /// Adds the takings of another day or table.
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

    /// What could win or lose. The bets of a void round lay on the felt and are not in it.
    pub fn wagered(&self) -> Money {
        self.bets.values().map(|bets| bets.at_risk).sum()
    }

    /// What lay on the felt and could neither win nor lose, such as the bets of a void round.
    pub fn handed_back(&self) -> Money {
        let staked: Money = self.bets.values().map(|bets| bets.staked).sum();
        staked - self.wagered()
    }

    /// What the house kept of these bets.
    pub fn kept(&self, wagers: &[Wager]) -> Money {
        let bets = wagers.iter().filter_map(|wager| self.bets.get(wager));
        bets.map(|bets| bets.staked - bets.returned).sum()
    }
}

impl ChipTotals {
    /// Adds the chips of another day or table.
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
            | LinkEvent::InstructionFailed { .. }
            | LinkEvent::Decommissioned { .. } => {}
        }
    }

    /// Adds the totals of another day or link.
    pub fn add(&mut self, other: &LinkTotals) {
        self.contributed += other.contributed;
        self.refused += other.refused;
        self.received += other.received;
        self.hits += other.hits;
        self.drawn += other.drawn;
        self.reversed += other.reversed;
    }
}
