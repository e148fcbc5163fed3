//! The chips on a box: whose they are, and which have come to their end.

use super::WagerSettled;
use crate::money::Money;
use crate::settlement::PlayerId;
use crate::wager::Area;

/// The chips on a box, area by area, each as they were put down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bets(Vec<Share>);

/// One Player's part of a bet; the whole of it where boxes are not shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub area: Area,
    pub player: PlayerId,
    pub amount: Money,
    /// Set once, when the share has come to its one end.
    pub settled: bool,
}

impl Bets {
    #[inline]
    pub fn shares(&self, area: Area) -> impl DoubleEndedIterator<Item = &Share> + Clone {
        // A box has five bets or few more: nothing is quicker than to look at each.
        self.0.iter().filter(move |share| share.area == area)
    }

    /// Every share, area by area.
    pub fn all(&self) -> &[Share] {
        &self.0
    }

    #[inline]
    pub fn has(&self, area: Area) -> bool {
        self.0.iter().any(|share| share.area == area)
    }

    fn share_mut(&mut self, area: Area, player: PlayerId) -> Option<&mut Share> {
        let own = |share: &&mut Share| share.area == area && share.player == player;
        self.0.iter_mut().find(own)
    }

    pub(super) fn clear_all(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub fn total(&self, area: Area) -> Money {
        self.shares(area).map(|share| share.amount).sum()
    }

    /// What has not come to its end yet.
    #[inline]
    pub fn unsettled(&self, area: Area) -> Money {
        self.shares(area)
            .filter(|share| !share.settled)
            .map(|share| share.amount)
            .sum()
    }

    #[inline]
    pub fn of(&self, area: Area, player: PlayerId) -> Money {
        let own = self.shares(area).filter(|share| share.player == player);
        own.map(|share| share.amount).sum()
    }

    #[inline]
    pub fn has_player(&self, player: PlayerId) -> bool {
        self.0.iter().any(|share| share.player == player)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The shares that have not come to their end.
    #[inline]
    pub fn in_play(&self) -> impl Iterator<Item = &Share> {
        let alive = |share: &&Share| !share.settled && share.amount.is_positive();
        self.0.iter().filter(alive)
    }

    /// Everybody with chips that have not come to their end, as they were put down, area by area.
    pub fn players_in_play(&self) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = Vec::new();
        for share in &self.0 {
            if !share.settled && !players.contains(&share.player) {
                players.push(share.player);
            }
        }
        players
    }

    pub(super) fn add(&mut self, area: Area, player: PlayerId, amount: Money) {
        if let Some(share) = self.share_mut(area, player) {
            share.amount += amount;
            return;
        }
        let behind = self.0.partition_point(|share| share.area <= area);
        let settled = false;
        self.0.insert(
            behind,
            Share {
                area,
                player,
                amount,
                settled,
            },
        );
    }

    pub(super) fn take(&mut self, area: Area, player: PlayerId, amount: Money) {
        let share = self.share_mut(area, player);
        share.expect("only what was staked is taken back").amount -= amount;
        self.0
            .retain(|share| share.area != area || share.amount.is_positive());
    }

    /// The chips of `player` on an area are found to be this much.
    pub(super) fn recount(&mut self, area: Area, player: PlayerId, amount: Money) {
        self.withdraw(area, player);
        if amount.is_positive() {
            self.add(area, player, amount);
        }
    }

    /// The chips of `player` have left the area.
    pub(super) fn withdraw(&mut self, area: Area, player: PlayerId) {
        self.0
            .retain(|share| share.area != area || share.player != player);
    }

    /// The area is empty again.
    pub(super) fn clear(&mut self, area: Area) {
        self.0.retain(|share| share.area != area);
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
        let other = |share: &&mut Share| {
            share.area == area && share.player == line.player && share.settled != settled
        };
        let share = self.0.iter_mut().find(other);
        share.expect("a bet comes to one end only").settled = settled;
    }
}
