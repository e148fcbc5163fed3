//! What the events of a round say about money.

use game::{Event, JackpotAward, Money, Outcome, Wager, events_of};

use super::dealing::Deal;
use super::plan::Bet;
use super::settling::RoundPaid;
use super::tally::{BoxPaid, Fell};

/// One round as its events tell it; kept from round to round.
#[derive(Clone)]
pub struct Notes {
    boxes: Vec<BoxPaid>,
    played: Vec<bool>,
    won: Vec<bool>,
    qualifies: bool,
    after: Money,
    major: bool,
}

impl Notes {
    pub fn new(seats: usize) -> Notes {
        Notes {
            boxes: Vec::with_capacity(seats),
            played: vec![false; seats],
            won: vec![false; seats],
            qualifies: false,
            after: Money::ZERO,
            major: false,
        }
    }

    pub fn start(&mut self, deal: &Deal, displayed: Money) {
        self.boxes.clear();
        self.boxes.extend(deal.boxes().iter().map(|hand| BoxPaid {
            staked: [0; 4],
            returned: [0; 4],
            ante: 0,
            fell: Fell::Fold,
            rank: hand.rank(),
            row: None,
        }));
        self.played.fill(false);
        self.won.fill(false);
        self.qualifies = false;
        self.after = displayed;
        self.major = false;
    }

    pub fn boxes(&self) -> &[BoxPaid] {
        &self.boxes
    }

    pub fn paid(&self) -> RoundPaid {
        RoundPaid {
            boxes: self.boxes.clone(),
            after: self.after,
            major: self.major,
        }
    }

    /// Puts in which row of the table each winner of a jackpot has.
    pub fn name_rows(&mut self, row: impl Fn(usize) -> Option<usize>) {
        if !self.won.contains(&true) {
            return;
        }
        for (at, (paid, won)) in self.boxes.iter_mut().zip(&self.won).enumerate() {
            if *won {
                paid.row = row(at);
            }
        }
    }

    /// Notes what an event says about money in a simulated round, in which nothing goes wrong.
    #[inline]
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::BetPlaced {
                at, area, amount, ..
            } => {
                let at = usize::from(at.0) - 1;
                let (wager, amount) = (area.wager(), amount.in_minor());
                self.boxes[at].staked[Bet::of(wager) as usize] += amount;
                if wager == Wager::Ante {
                    self.boxes[at].ante += amount;
                }
            }
            Event::PlayMade { at, amount, .. } => {
                let at = usize::from(at.0) - 1;
                self.boxes[at].staked[Bet::AntePlay as usize] += amount.in_minor();
                self.played[at] = true;
            }
            Event::DealerShown { qualifies, .. } => self.qualifies = *qualifies,
            Event::WagerSettled(line) => {
                let at = usize::from(line.at.0) - 1;
                let bet = Bet::of(line.wager) as usize;
                self.boxes[at].returned[bet] += line.returned.in_minor();
                if line.wager == Wager::Ante && self.played[at] {
                    self.boxes[at].fell = Fell::of(self.qualifies, line.outcome);
                }
                self.won[at] |= line.wager == Wager::Jackpot && line.outcome == Outcome::Win;
            }
            Event::JackpotAwarded { award, .. } => self.major |= *award == JackpotAward::Major,
            Event::MeterMoved { after, .. } => self.after = *after,
            // No money of a round that goes as it should: calls, cards and people; and errors, which a
            // simulated round has none of.
            Event::ExcessRejected { .. }
            | Event::BetTakenBack { .. }
            | Event::ContributionAdded { .. }
            | Event::ContributionReversed { .. }
            | Event::CommunityShown { .. }
            | Event::DealerNotNeeded
            | Event::HandRevealed { .. }
            | Event::RevealDeclined { .. }
            | Event::HandEstablished { .. }
            | Event::HiddenViewed { .. }
            | Event::JackpotClaimed { .. }
            | Event::PlayFound { .. }
            | Event::PostingReversed(_)
            | Event::AwardReversed { .. }
            | Event::MeterRestored { .. }
            | Event::MeterRead { .. }
            | Event::PayCorrected { .. }
            | Event::JackpotEntered { .. }
            | events_of![
                table, seats, conduct, fault, calls, deal, decisions, ends, rulings, remedies,
                card_fixes
            ] => {}
        }
    }
}
