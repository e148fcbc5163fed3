//! What a Player may ask: seats and bets, looks and decisions, showing, claims and choices.

use super::{Amounts, Asking};
use crate::round::{BettingBox, Choice, Phase, Request, Round};
use crate::settlement::{BoxNumber, FoldedPairPlus, PlayerId};
use crate::wager::Area;

/// Every way to fold; where Pair Plus is no choice of its own only the first is granted.
const FOLDS: [FoldedPairPlus; 3] = [
    FoldedPairPlus::Plain,
    FoldedPairPlus::Kept,
    FoldedPairPlus::GivenUp,
];

const CHOICES: [Choice; 2] = [Choice::Continue, Choice::Withdraw];

impl Asking<'_> {
    pub(super) fn player(&mut self, player: PlayerId) {
        let Some(round) = self.round() else {
            return;
        };
        if round.is_suspended() {
            self.choices(round, player);
        } else {
            match round.phase() {
                Phase::BetsOpen => self.bets(round, player),
                Phase::Dealing(_) => self.looks(round),
                Phase::Deciding(_) => {
                    self.looks(round);
                    self.decisions(round, player);
                }
                Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
                    self.showing(round);
                }
                Phase::BetsClosed | Phase::Concluded(_) | Phase::Voided(_) => {}
            }
        }
        self.offer(Request::Leave { player });
        // Only a Player with a bet in the round calls attention to anything (rws-2020 1.14).
        let bets = |held: &BettingBox| held.bets.has_player(player);
        if round.boxes().any(|(_, held)| bets(held)) {
            let known = self.table.known_players();
            self.reports(&known);
        }
    }

    fn bets(&mut self, round: &Round, player: PlayerId) {
        for (at, held) in round.boxes() {
            self.offer(Request::Sit { at });
            for area in Area::ALL {
                self.bet(round, at, area);
                if held.bets.of(area, player).is_positive() {
                    self.offer(Request::TakeBack { at, area });
                }
            }
        }
    }

    fn bet(&mut self, round: &Round, at: BoxNumber, area: Area) {
        let Some(amounts) = round.amounts_taken(self.rulebook, at, area) else {
            return;
        };
        let amount = amounts.sensible();
        self.offer_amounts(Request::PlaceBet { at, area, amount }, amounts);
    }

    fn looks(&mut self, round: &Round) {
        // Cards that went astray may lie at a box that is not in the round.
        for (at, _) in round.boxes() {
            self.offer(Request::Look { at });
            self.offer(Request::Touch { at });
        }
    }

    fn decisions(&mut self, round: &Round, player: PlayerId) {
        let mine = |held: &BettingBox| held.controller() == Some(player);
        for (at, held) in round.in_round().filter(|(_, held)| mine(held)) {
            let own = held.bets.of(Area::Ante, player);
            let all = held.bets.total(Area::Ante);
            self.offer(Request::Play { at, amount: own });
            if all != own {
                self.offer(Request::Play { at, amount: all });
            }
            for pair_plus in FOLDS {
                self.offer_fold(Request::Fold { at, pair_plus }, player);
            }
            self.offer(Request::StandPairPlus { at });
        }
    }

    fn showing(&mut self, round: &Round) {
        for (at, _) in round.boxes() {
            self.offer(Request::Reveal { at });
            self.offer(Request::DeclineReveal { at });
            self.offer(Request::EstablishHand { at });
            self.offer(Request::ClaimJackpot { at });
        }
    }

    fn choices(&mut self, round: &Round, player: PlayerId) {
        for choice in CHOICES {
            for (at, held) in round.boxes() {
                if held.controller() == Some(player) {
                    self.offer(Request::Choose { at, choice });
                }
            }
            self.offer(Request::ChooseAll { choice });
        }
    }
}

impl Amounts {
    /// The smallest that stands within the limits, else the smallest that is granted.
    pub(super) fn sensible(&self) -> crate::Money {
        self.within_limits.map_or(self.min, |(least, _)| least)
    }
}
