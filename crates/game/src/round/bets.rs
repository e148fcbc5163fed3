//! The chips on a box: whose they are, and which have come to their end.

use super::WagerSettled;
use crate::money::Money;
use crate::settlement::PlayerId;
use crate::wager::Area;

/// The chips on a box, area by area, each as they were put down.
///
/// The sums stand beside the chips: a round asks for them at every step and moves chips seldom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bets {
    shares: Vec<Share>,
    total: [Money; AREAS],
    unsettled: [Money; AREAS],
    /// Who put down the first chips that make a box his.
    first: Option<PlayerId>,
}

const AREAS: usize = Area::ALL.len();

/// One Player's part of a bet; the whole of it where boxes are not shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The area the chips lie on.
    pub area: Area,
    /// Whose chips.
    pub player: PlayerId,
    /// How many.
    pub amount: Money,
    /// Set once, when the share has come to its one end.
    pub settled: bool,
}

impl Bets {
    /// The shares on an area, as they were put down.
    #[inline]
    pub fn shares(&self, area: Area) -> impl DoubleEndedIterator<Item = &Share> + Clone {
        // A box has five bets or few more: nothing is quicker than to look at each.
        self.shares.iter().filter(move |share| share.area == area)
    }

    /// Every share, area by area.
    pub fn all(&self) -> &[Share] {
        &self.shares
    }

    /// Whether chips lie on the area.
    #[inline]
    pub fn has(&self, area: Area) -> bool {
        self.total(area).is_positive()
    }

    /// The chips on an area, everybody's.
    #[inline]
    pub fn total(&self, area: Area) -> Money {
        self.total[area.index()]
    }

    /// What has not come to its end yet.
    #[inline]
    pub fn unsettled(&self, area: Area) -> Money {
        self.unsettled[area.index()]
    }

    /// The chips of one Player on an area.
    #[inline]
    pub fn of(&self, area: Area, player: PlayerId) -> Money {
        let own = self.shares(area).filter(|share| share.player == player);
        own.map(|share| share.amount).sum()
    }

    /// Whether any chips here are this Player's.
    #[inline]
    pub fn has_player(&self, player: PlayerId) -> bool {
        self.shares.iter().any(|share| share.player == player)
    }

    /// Whether no chip lies here.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.shares.is_empty()
    }

    /// The first area with chips that have not come to their end.
    #[inline]
    pub fn first_in_play(&self) -> Option<Area> {
        let in_play = |area: &Area| self.unsettled(*area).is_positive();
        Area::ALL.into_iter().find(in_play)
    }

    /// The shares that have not come to their end.
    #[inline]
    pub fn in_play(&self) -> impl Iterator<Item = &Share> {
        let alive = |share: &&Share| !share.settled && share.amount.is_positive();
        self.shares.iter().filter(alive)
    }

    /// Everybody with chips that have not come to their end, as they were put down, area by area.
    pub fn players_in_play(&self) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = Vec::new();
        for share in &self.shares {
            if !share.settled && !players.contains(&share.player) {
                players.push(share.player);
            }
        }
        players
    }

    /// Who staked here first. A jackpot bet is taken from the Player at the position, so its owner
    /// was there before the others (mbs-2019 3.5.1).
    #[inline]
    pub(super) fn first_staker(&self) -> Option<PlayerId> {
        self.first
    }

    pub(super) fn clear_all(&mut self) {
        let Bets {
            shares,
            total,
            unsettled,
            first,
        } = self;
        shares.clear();
        (*total, *unsettled, *first) = ([Money::ZERO; AREAS], [Money::ZERO; AREAS], None);
    }

    pub(super) fn add(&mut self, area: Area, player: PlayerId, amount: Money) {
        self.total[area.index()] += amount;
        // Area by area, and in each as they were put down.
        let mut behind = self.shares.len();
        for (place, share) in self.shares.iter_mut().enumerate() {
            if share.area > area {
                behind = place;
                break;
            }
            if share.area == area && share.player == player {
                share.amount += amount;
                if !share.settled {
                    self.unsettled[area.index()] += amount;
                }
                return;
            }
        }
        self.unsettled[area.index()] += amount;
        let share = Share {
            area,
            player,
            amount,
            settled: false,
        };
        self.shares.insert(behind, share);
        self.first = self.find_first();
    }

    pub(super) fn take(&mut self, area: Area, player: PlayerId, amount: Money) {
        let share = self.share_mut(area, player);
        share.expect("only what was staked is taken back").amount -= amount;
        self.shares
            .retain(|share| share.area != area || share.amount.is_positive());
        self.sum_up();
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
        self.shares
            .retain(|share| share.area != area || share.player != player);
        self.sum_up();
    }

    /// The area is empty again.
    pub(super) fn clear(&mut self, area: Area) {
        self.shares.retain(|share| share.area != area);
        self.sum_up();
    }

    pub(super) fn settle(&mut self, settled: &WagerSettled) {
        if let Some((area, amount)) = self.mark(settled, true) {
            self.unsettled[area.index()] -= amount;
        }
    }

    pub(super) fn unsettle(&mut self, settled: &WagerSettled) {
        if let Some((area, amount)) = self.mark(settled, false) {
            self.unsettled[area.index()] += amount;
        }
    }

    fn mark(&mut self, line: &WagerSettled, settled: bool) -> Option<(Area, Money)> {
        let area = line.wager.area()?;
        let other = |share: &&mut Share| {
            share.area == area && share.player == line.player && share.settled != settled
        };
        let share = self.shares.iter_mut().find(other);
        let share = share.expect("a bet comes to one end only");
        share.settled = settled;
        Some((area, share.amount))
    }

    fn share_mut(&mut self, area: Area, player: PlayerId) -> Option<&mut Share> {
        let own = |share: &&mut Share| share.area == area && share.player == player;
        self.shares.iter_mut().find(own)
    }

    fn find_first(&self) -> Option<PlayerId> {
        let mut areas = [Area::Jackpot, Area::Ante, Area::PairPlus].into_iter();
        let area = areas.find(|area| self.has(*area))?;
        self.shares(area).next().map(|share| share.player)
    }

    #[cold]
    fn sum_up(&mut self) {
        (self.total, self.unsettled) = ([Money::ZERO; AREAS], [Money::ZERO; AREAS]);
        for share in &self.shares {
            self.total[share.area.index()] += share.amount;
            if !share.settled {
                self.unsettled[share.area.index()] += share.amount;
            }
        }
        self.first = self.find_first();
    }
}
