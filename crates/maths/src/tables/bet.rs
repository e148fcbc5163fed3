//! The three bets that are paid by a table of hands, as one thing to read, print and search.
//!
//! Ante Bonus and Pair Plus are paid on three cards, the six-card bet on the best five of six. What
//! a table file, the catalogue and a search need of them is the same: which hands there are, what
//! each is paid, and a rulebook with other payments in it.

use core::fmt;
use core::str::FromStr;

use game::{BestOfSix, HandRank, PayTable, Rulebook, SideBetTable};

/// A bet with a pay table, "to 1".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TabledBet {
    /// The Ante Bonus.
    AnteBonus,
    /// Pair Plus.
    PairPlus,
    /// The five-card side bet.
    FiveCard,
}

/// The hands above a high card; a pair first.
const THREE_CARDS: [&str; 6] = [
    HandRank::Pair.name(),
    HandRank::Flush.name(),
    HandRank::Straight.name(),
    HandRank::ThreeOfAKind.name(),
    HandRank::StraightFlush.name(),
    HandRank::MiniRoyal.name(),
];

/// The eight paying classes of the six-card bet; three of a kind first.
const BEST_OF_SIX: [&str; 8] = [
    BestOfSix::ThreeOfAKind.name(),
    BestOfSix::Straight.name(),
    BestOfSix::Flush.name(),
    BestOfSix::FullHouse.name(),
    BestOfSix::FourOfAKind.name(),
    BestOfSix::StraightFlush.name(),
    BestOfSix::RoyalFlush.name(),
    BestOfSix::MajorRoyal.name(),
];

impl TabledBet {
    /// Every such bet.
    pub const ALL: [TabledBet; 3] = [
        TabledBet::AnteBonus,
        TabledBet::PairPlus,
        TabledBet::FiveCard,
    ];

    /// As programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            TabledBet::AnteBonus => "ante_bonus",
            TabledBet::PairPlus => "pair_plus",
            TabledBet::FiveCard => "five_card",
        }
    }

    /// The switch of the rulebook's form that holds the table.
    pub const fn switch(self) -> &'static str {
        match self {
            TabledBet::AnteBonus => "ante_bonus_table",
            TabledBet::PairPlus => "pair_plus_table",
            TabledBet::FiveCard => "side_bet_table",
        }
    }

    /// The hands a table can pay, the least first.
    pub const fn hands(self) -> &'static [&'static str] {
        match self {
            TabledBet::AnteBonus | TabledBet::PairPlus => &THREE_CARDS,
            TabledBet::FiveCard => &BEST_OF_SIX,
        }
    }

    /// What the rulebook pays "to 1" for each of the hands; none where it has no such bet.
    pub fn pays(self, rulebook: &Rulebook) -> Option<Vec<u32>> {
        let least_first = |table: &PayTable| table.best_first().into_iter().rev().collect();
        match self {
            TabledBet::AnteBonus => Some(least_first(&rulebook.ante_bonus_table.says)),
            TabledBet::PairPlus => Some(least_first(&rulebook.pair_plus_table.says)),
            TabledBet::FiveCard => rulebook.side_bet_table.says.map(|table| table.0.to_vec()),
        }
    }

    /// The rulebook with these payments, in the order of the hands, in place of its own.
    ///
    /// # Panics
    ///
    /// Where there are not as many as hands.
    #[must_use]
    pub fn paid(self, rulebook: &Rulebook, pays: &[u32]) -> Rulebook {
        let mut rulebook = rulebook.clone();
        let three_cards = || {
            let mut pays: [u32; 6] = pays.try_into().expect("a payment for each hand");
            pays.reverse();
            PayTable::new(pays)
        };
        match self {
            TabledBet::AnteBonus => rulebook.ante_bonus_table.says = three_cards(),
            TabledBet::PairPlus => rulebook.pair_plus_table.says = three_cards(),
            TabledBet::FiveCard => {
                let pays = pays.try_into().expect("a payment for each hand");
                rulebook.side_bet_table.says = Some(SideBetTable(pays));
            }
        }
        rulebook
    }

    /// The payments from the best hand down, as players name a table: `40-30-6-4-1`. What pays
    /// nothing is left out at the bottom, and the best hand where the next pays the same.
    pub fn short_name(self, pays: &[u32]) -> String {
        let mut best_first: Vec<u32> = pays.iter().rev().copied().collect();
        if let [best, next, ..] = best_first[..]
            && best == next
        {
            best_first.remove(0);
        }
        while best_first.last() == Some(&0) {
            best_first.pop();
        }
        let texts: Vec<String> = best_first.iter().map(u32::to_string).collect();
        texts.join("-")
    }
}

impl fmt::Display for TabledBet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names none of the three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchBet {
    found: String,
}

impl fmt::Display for NoSuchBet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no bet `{}` is paid by a table of hands; expected ante_bonus, pair_plus or five_card",
            self.found
        )
    }
}

impl core::error::Error for NoSuchBet {}

impl FromStr for TabledBet {
    type Err = NoSuchBet;

    fn from_str(text: &str) -> Result<TabledBet, NoSuchBet> {
        let named = TabledBet::ALL.into_iter().find(|bet| bet.name() == text);
        named.ok_or_else(|| NoSuchBet {
            found: text.chars().take(40).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::RulebookId;

    #[test]
    fn what_is_put_in_is_what_stands_in_the_form() {
        let form = RulebookId::Oceanfront.form();
        for bet in TabledBet::ALL {
            let pays = bet.pays(form).expect("oceanfront has all three");
            assert_eq!(&bet.paid(form, &pays), form);
            let other: Vec<u32> = pays.iter().map(|pay| pay + 1).collect();
            let changed = bet.paid(form, &other);
            assert_eq!(bet.pays(&changed), Some(other));
            let switches: Vec<&str> = changed.options().iter().map(|(name, _)| *name).collect();
            assert_eq!(switches, [bet.switch()]);
        }
    }

    #[test]
    fn tables_are_named_as_players_name_them() {
        let name = |bet: TabledBet, id: RulebookId| {
            bet.short_name(&bet.pays(id.form()).expect("has the bet"))
        };
        assert_eq!(name(TabledBet::AnteBonus, RulebookId::Rws2020), "5-4-1");
        assert_eq!(
            name(TabledBet::PairPlus, RulebookId::Rws2020),
            "40-30-5-4-1"
        );
        assert_eq!(
            name(TabledBet::PairPlus, RulebookId::Oceanfront),
            "40-30-25-5-3-1"
        );
    }
}
