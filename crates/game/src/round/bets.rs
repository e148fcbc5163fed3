//! The chips on a box: whose they are, and which have come to their end.

use super::WagerSettled;
use crate::money::Money;
use crate::settlement::PlayerId;
use crate::wager::Area;

/// The chips on each area, by who put them there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bets([Vec<Share>; 5]);

/// One Player's part of a bet; the whole of it where boxes are not shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub player: PlayerId,
    pub amount: Money,
    /// Set once, when the share has come to its one end.
    pub settled: bool,
}

impl Bets {
    pub fn shares(&self, area: Area) -> &[Share] {
        &self.0[area as usize]
    }

    fn shares_mut(&mut self, area: Area) -> &mut Vec<Share> {
        &mut self.0[area as usize]
    }

    pub fn total(&self, area: Area) -> Money {
        self.shares(area).iter().map(|share| share.amount).sum()
    }

    /// What has not come to its end yet.
    pub fn unsettled(&self, area: Area) -> Money {
        self.shares(area)
            .iter()
            .filter(|share| !share.settled)
            .map(|share| share.amount)
            .sum()
    }

    pub fn of(&self, area: Area, player: PlayerId) -> Money {
        let own = self
            .shares(area)
            .iter()
            .filter(|share| share.player == player);
        own.map(|share| share.amount).sum()
    }

    pub fn has_player(&self, player: PlayerId) -> bool {
        self.0.iter().flatten().any(|share| share.player == player)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// Everybody with chips that have not come to their end, as they were put down, area by area.
    pub fn players_in_play(&self) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = Vec::new();
        for share in self.0.iter().flatten() {
            if !share.settled && !players.contains(&share.player) {
                players.push(share.player);
            }
        }
        players
    }

    pub(super) fn add(&mut self, area: Area, player: PlayerId, amount: Money) {
        let shares = self.shares_mut(area);
        match shares.iter_mut().find(|share| share.player == player) {
            Some(share) => share.amount += amount,
            None => shares.push(Share {
                player,
                amount,
                settled: false,
            }),
        }
    }

    pub(super) fn take(&mut self, area: Area, player: PlayerId, amount: Money) {
        let shares = self.shares_mut(area);
        let share = shares.iter_mut().find(|share| share.player == player);
        share.expect("only what was staked is taken back").amount -= amount;
        shares.retain(|share| share.amount.is_positive());
    }

    /// The chips of `player` on an area are found to be this much.
    pub(super) fn recount(&mut self, area: Area, player: PlayerId, amount: Money) {
        let shares = self.shares_mut(area);
        shares.retain(|share| share.player != player);
        if amount.is_positive() {
            self.add(area, player, amount);
        }
    }

    /// The chips of `player` have left the area.
    pub(super) fn withdraw(&mut self, area: Area, player: PlayerId) {
        self.shares_mut(area).retain(|share| share.player != player);
    }

    /// The area is empty again.
    pub(super) fn clear(&mut self, area: Area) {
        self.shares_mut(area).clear();
    }

    pub(super) fn settle(&mut self, settled: &WagerSettled) {
        self.mark(settled, true);
    }

    pub(super) fn unsettle(&mut self, settled: &WagerSettled) {
        self.mark(settled, false);
    }

    fn mark(&mut self, line: &WagerSettled, settled: bool) {
        let Some(area) = line.wager.area() else {
            return;
        };
        let other = |share: &&mut Share| share.player == line.player && share.settled != settled;
        let share = self.shares_mut(area).iter_mut().find(other);
        share.expect("a bet comes to one end only").settled = settled;
    }
}
