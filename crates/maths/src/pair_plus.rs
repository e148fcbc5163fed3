//! Pair Plus: the Player's three cards and a pay table, alone or beside an Ante that may be folded.

use std::collections::BTreeMap;

use game::{FoldPairPlus, HandRank, Money, PayTable, PlainFoldPairPlus, Rulebook};

use crate::ante_play::AntePlay;
use crate::classes::Class;
use crate::fraction::Fraction;
use crate::moments::Moments;

/// Three-card hands of one deck.
pub const HANDS: u64 = 22_100;

/// Pair Plus, per unit staked.
#[derive(Clone, Debug)]
pub struct PairPlus {
    /// Hands by net units.
    pub net_histogram: BTreeMap<i64, u64>,
    /// Hands that win.
    pub hits: u64,
}

impl PairPlus {
    /// The bet that stands whatever becomes of the Ante.
    pub fn new(rulebook: &Rulebook, classes: &[Class]) -> PairPlus {
        let table = &rulebook.pair_plus_table.says;
        let nets = classes
            .iter()
            .map(|class| (net(table, class.hand.rank()), class.size));
        PairPlus::of(nets)
    }

    /// Beside an Ante played by this sheet: where folding gives the bet up, a folded hand loses it
    /// whatever it is (rws-2020 3.12.1).
    pub fn with_ante(rulebook: &Rulebook, sheet: &AntePlay) -> PairPlus {
        let table = &rulebook.pair_plus_table.says;
        let dies = dies_with_fold(rulebook);
        PairPlus::of(sheet.hands.iter().map(|decided| {
            let lost = dies && !decided.plays;
            let net = if lost {
                -1
            } else {
                net(table, decided.class.hand.rank())
            };
            (net, decided.class.size)
        }))
    }

    fn of(nets: impl Iterator<Item = (i64, u32)>) -> PairPlus {
        let mut sheet = PairPlus {
            net_histogram: BTreeMap::new(),
            hits: 0,
        };
        for (net, size) in nets {
            let size = u64::from(size);
            *sheet.net_histogram.entry(net).or_default() += size;
            sheet.hits += if net > 0 { size } else { 0 };
        }
        sheet
    }

    /// Mean and variance of the net.
    pub fn moments(&self) -> Moments {
        Moments::of(self.net_histogram.iter().map(|(net, hands)| (*net, *hands)))
    }

    /// What the house keeps of a unit staked.
    pub fn house_edge(&self) -> Fraction {
        -self.moments().mean
    }

    /// What the Player gets back of a unit staked.
    pub fn return_to_player(&self) -> Fraction {
        Fraction::ONE - self.house_edge()
    }

    /// How often the bet wins.
    pub fn hit_frequency(&self) -> Fraction {
        Fraction::new(i128::from(self.hits), i128::from(HANDS))
    }
}

/// Whether a bare fold gives Pair Plus up.
pub fn dies_with_fold(rulebook: &Rulebook) -> bool {
    match rulebook.fold_pair_plus.says {
        FoldPairPlus::Lost => true,
        FoldPairPlus::Kept => false,
        FoldPairPlus::ByElection => {
            rulebook.plain_fold_pair_plus.says == Some(PlainFoldPairPlus::Lost)
        }
    }
}

/// What a unit on Pair Plus comes to with this hand.
pub fn net(table: &PayTable, rank: HandRank) -> i64 {
    won(table, rank).unwrap_or(-1)
}

/// What a unit wins with this hand, where it wins.
pub(crate) fn won(table: &PayTable, rank: HandRank) -> Option<i64> {
    let odds = table.odds(rank)?;
    Money::minor(1).pays(odds).map(Money::in_minor)
}

/// Hands by kind; a straight flush counts the mini royals too.
pub fn hands_by_rank(classes: &[Class]) -> Vec<(HandRank, u64)> {
    let count = |rank: HandRank| {
        let of = classes.iter().filter(|class| {
            let own = class.hand.rank();
            own == rank || (rank == HandRank::StraightFlush && own == HandRank::MiniRoyal)
        });
        of.map(|class| u64::from(class.size)).sum()
    };
    HandRank::ALL
        .into_iter()
        .map(|rank| (rank, count(rank)))
        .collect()
}
