//! The totals of one day, and how days are added.

use std::collections::BTreeMap;

use game::{Event, Money, Wager, WagerSettled, events_of};

use crate::total::{Squares, Total};
use house::link::LinkEvent;

/// What one table took in one day under one rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Takings {
    /// Rounds concluded.
    pub rounds: u64,
    /// Rounds voided.
    pub void: u64,
    /// What the account of the house at the table gained; negative where it lost.
    pub won: Total,
    /// Totals of each kind of bet.
    pub bets: BTreeMap<Wager, BetTotals>,
    /// Contributions to jackpots, less those reversed.
    pub fed: Total,
    /// Jackpot awards, less those reversed.
    pub awards: u64,
    /// Money of those awards.
    pub awarded: Total,
}

/// All bets of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BetTotals {
    /// How many were settled.
    pub bets: i64,
    /// Their stakes.
    pub staked: Total,
    /// The part of the stakes that could win or lose.
    pub at_risk: Total,
    /// The squares of those parts: the variance of the result grows with them.
    pub squares: Squares,
    /// Stakes and winnings handed back.
    pub returned: Total,
}

/// Chips moved at one table in one day, from the cage's entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChipTotals {
    /// The drop: chips bought in.
    pub bought: Total,
    /// Chips cashed out.
    pub cashed: Total,
    /// Tips given.
    pub tips: Total,
    /// Tips paid out to the dealers.
    pub tips_paid: Total,
}

/// What one link did in one day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkTotals {
    /// Contributions of the tables.
    pub contributed: Total,
    /// Contributions the link refused.
    pub refused: Total,
    /// Money received from another link.
    pub received: Total,
    /// Hits.
    pub hits: u64,
    /// Money drawn by those hits.
    pub drawn: Total,
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
        let count = |total: &mut Total, amount: Money| {
            if sign < 0 {
                *total -= amount;
            } else {
                *total += amount;
            }
        };
        bets.bets += sign;
        count(&mut bets.staked, line.staked);
        count(&mut bets.at_risk, line.at_risk);
        count(&mut bets.returned, line.returned);
        bets.squares.count(line.at_risk, sign);
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
            own.squares.add(other.squares);
            own.returned += other.returned;
        }
    }

    /// What could win or lose. The bets of a void round lay on the felt and are not in it.
    pub fn wagered(&self) -> Total {
        self.bets.values().map(|bets| bets.at_risk).sum()
    }

    /// What lay on the felt and could neither win nor lose, such as the bets of a void round.
    pub fn handed_back(&self) -> Total {
        let staked: Total = self.bets.values().map(|bets| bets.staked).sum();
        staked - self.wagered()
    }

    /// What the house kept of these bets.
    pub fn kept(&self, wagers: &[Wager]) -> Total {
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
                self.drawn += claim.awards.iter().map(|award| award.drawn).sum::<Total>();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A settled bet as the logs have it, with the largest amounts that a bet may have.
    fn largest_bet() -> WagerSettled {
        let text = include_str!("../../../game/tests/golden/events/wager-settled.json");
        let Ok(Event::WagerSettled(mut line)) = serde_json::from_str(text) else {
            panic!("{text}")
        };
        (line.staked, line.at_risk) = (Money::LIMIT, Money::LIMIT);
        line.returned = Money::ZERO;
        line
    }

    #[test]
    fn issue_17_11_many_of_the_largest_bets_are_added_up() {
        let line = largest_bet();
        let bets: i64 = 20_000;
        let mut day = Takings::default();
        for _ in 0..bets {
            day.apply(&Event::WagerSettled(line.clone()));
        }
        let mut year = day.clone();
        year.add(&day);
        let limit = i128::from(Money::LIMIT.in_minor());
        let staked = 2 * i128::from(bets) * limit;
        assert!(staked > i128::from(i64::MAX));
        assert_eq!(year.wagered().in_minor(), staked);
        assert_eq!(year.kept(&[line.wager]).in_minor(), staked);
        assert_eq!(year.handed_back(), Total::default());
        let counted = year.bets[&line.wager];
        assert_eq!(counted.bets, 2 * bets);
        assert_eq!(counted.squares.sum(), Some(staked * limit));
        for _ in 0..2 * bets {
            year.apply(&Event::PostingReversed(line.clone()));
        }
        assert_eq!(year.bets[&line.wager], BetTotals::default());
    }
}
