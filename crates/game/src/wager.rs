//! The bets of the felt, and the two payments that are lines of a settlement without being bets.

use serde::{Deserialize, Serialize};

/// A line of a settlement, in the order in which lines are printed.
///
/// Ante Bonus and Envy are payments: no Player stakes them (MBS-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Wager {
    /// The bet beside the Ante of a Player who goes on.
    Play,
    /// Paid on the Ante for a straight or better, whatever the Dealer has.
    AnteBonus,
    /// The bet against the Dealer, made before the deal.
    Ante,
    /// The bet that the own hand is a pair or better.
    PairPlus,
    /// The side bet on the best five of the Player's and the Dealer's six cards.
    FiveCard,
    /// The bet on the progressive jackpot.
    Jackpot,
    /// Paid to other jackpot bets when a hand wins one of the two top awards.
    Envy,
}

/// A marked spot of a betting box that takes chips while bets are open, and Play afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// The Ante.
    Ante,
    /// Play, which takes chips after the deal.
    Play,
    /// Pair Plus.
    PairPlus,
    /// The jackpot spot.
    Jackpot,
    /// The side bet.
    FiveCard,
}

impl Wager {
    /// Those settled box by box, before jackpots and envy.
    pub const TABLE: [Wager; 5] = [
        Wager::Play,
        Wager::AnteBonus,
        Wager::Ante,
        Wager::PairPlus,
        Wager::FiveCard,
    ];

    /// As programs write it.
    pub const fn name(self) -> &'static str {
        match self {
            Wager::Play => "play",
            Wager::AnteBonus => "ante_bonus",
            Wager::Ante => "ante",
            Wager::PairPlus => "pair_plus",
            Wager::FiveCard => "five_card",
            Wager::Jackpot => "jackpot",
            Wager::Envy => "envy",
        }
    }

    /// As players say it.
    pub const fn title(self) -> &'static str {
        match self {
            Wager::Play => "Play",
            Wager::AnteBonus => "Ante Bonus",
            Wager::Ante => "Ante",
            Wager::PairPlus => "Pair Plus",
            Wager::FiveCard => "Five Card",
            Wager::Jackpot => "Jackpot",
            Wager::Envy => "Envy Bonus",
        }
    }

    /// Where the stake lies; nowhere for what is only ever paid.
    pub const fn area(self) -> Option<Area> {
        match self {
            Wager::Play => Some(Area::Play),
            Wager::Ante => Some(Area::Ante),
            Wager::PairPlus => Some(Area::PairPlus),
            Wager::FiveCard => Some(Area::FiveCard),
            Wager::Jackpot => Some(Area::Jackpot),
            Wager::AnteBonus | Wager::Envy => None,
        }
    }
}

impl Area {
    /// Every area, in the order bets are kept.
    pub const ALL: [Area; 5] = [
        Area::Ante,
        Area::Play,
        Area::PairPlus,
        Area::Jackpot,
        Area::FiveCard,
    ];

    /// As a box lies before its Player, from the far side (rws-2013 2.1.1(b), 2.1.1(c), oceanfront ofg.sidebet).
    pub const FROM_FAR_SIDE: [Area; 5] = [
        Area::FiveCard,
        Area::Jackpot,
        Area::PairPlus,
        Area::Ante,
        Area::Play,
    ];

    /// Its place in [`Area::ALL`].
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The bet that lies there.
    pub const fn wager(self) -> Wager {
        match self {
            Area::Ante => Wager::Ante,
            Area::Play => Wager::Play,
            Area::PairPlus => Wager::PairPlus,
            Area::Jackpot => Wager::Jackpot,
            Area::FiveCard => Wager::FiveCard,
        }
    }

    /// Its name as printed on the felt.
    pub const fn title(self) -> &'static str {
        self.wager().title()
    }
}
