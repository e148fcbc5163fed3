//! Moves of the cage: money that comes into the house, leaves it, or goes between a purse and a table.

use game::{Money, PlayerId};
use serde::{Deserialize, Serialize};

use crate::{Account, Posting, TableId};

/// A move of money outside any round, made by the cage or by the staff of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CageMove {
    /// A player pays money into the purse.
    Deposit {
        /// The player.
        player: PlayerId,
        /// How much.
        amount: Money,
    },
    /// A player takes money out of the purse.
    Withdrawal {
        /// The player.
        player: PlayerId,
        /// How much.
        amount: Money,
    },
    /// From the purse to the rack at a table.
    BuyIn {
        /// The player.
        player: PlayerId,
        /// The table.
        table: TableId,
        /// How much.
        amount: Money,
    },
    /// From the rack back to the purse.
    CashOut {
        /// The player.
        player: PlayerId,
        /// The table.
        table: TableId,
        /// How much.
        amount: Money,
    },
    /// From a rack to the staff of the table.
    Tip {
        /// The player.
        player: PlayerId,
        /// The table.
        table: TableId,
        /// How much.
        amount: Money,
    },
    /// The tips of a table are paid out to its staff.
    TipsPaid {
        /// The table.
        table: TableId,
        /// How much.
        amount: Money,
    },
    /// The house corrects a purse on the account of a table; two people answer for it.
    Adjustment {
        /// The player.
        player: PlayerId,
        /// The table whose account bears it.
        table: TableId,
        /// To the purse or from it.
        way: Adjusted,
        /// How much.
        amount: Money,
    },
}

/// Which way an adjustment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Adjusted {
    /// The house pays the purse.
    ToPlayer,
    /// The house takes from the purse.
    FromPlayer,
}

impl CageMove {
    /// How much is moved.
    pub const fn amount(self) -> Money {
        match self {
            CageMove::Deposit { amount, .. }
            | CageMove::Withdrawal { amount, .. }
            | CageMove::BuyIn { amount, .. }
            | CageMove::CashOut { amount, .. }
            | CageMove::Tip { amount, .. }
            | CageMove::TipsPaid { amount, .. }
            | CageMove::Adjustment { amount, .. } => amount,
        }
    }

    /// The row of this move; `None` where the amount is zero.
    pub fn posting(self) -> Option<Posting> {
        let (from, to, amount) = match self {
            CageMove::Deposit { player, amount } => (Account::Cage, Account::Purse(player), amount),
            CageMove::Withdrawal { player, amount } => {
                (Account::Purse(player), Account::Cage, amount)
            }
            CageMove::BuyIn {
                player,
                table,
                amount,
            } => (Account::Purse(player), Account::Rack(table, player), amount),
            CageMove::CashOut {
                player,
                table,
                amount,
            } => (Account::Rack(table, player), Account::Purse(player), amount),
            CageMove::Tip {
                player,
                table,
                amount,
            } => (Account::Rack(table, player), Account::Tips(table), amount),
            CageMove::TipsPaid { table, amount } => (Account::Tips(table), Account::Cage, amount),
            CageMove::Adjustment {
                player,
                table,
                way: Adjusted::ToPlayer,
                amount,
            } => (Account::House(table), Account::Purse(player), amount),
            CageMove::Adjustment {
                player,
                table,
                way: Adjusted::FromPlayer,
                amount,
            } => (Account::Purse(player), Account::House(table), amount),
        };
        Posting::moved(from, to, amount)
    }
}
