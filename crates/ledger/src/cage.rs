//! Money that comes into the house, leaves it, or goes between a purse and a table.

use game::{Money, PlayerId};
use serde::{Deserialize, Serialize};

use crate::{Account, Posting, TableId};

/// What the cage and the staff of a table do with money outside any round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CageMove {
    Deposit {
        player: PlayerId,
        amount: Money,
    },
    Withdrawal {
        player: PlayerId,
        amount: Money,
    },
    /// From the purse to the rack at a table.
    BuyIn {
        player: PlayerId,
        table: TableId,
        amount: Money,
    },
    /// From the rack back to the purse.
    CashOut {
        player: PlayerId,
        table: TableId,
        amount: Money,
    },
    /// From a rack to the staff.
    Tip {
        player: PlayerId,
        table: TableId,
        amount: Money,
    },
    TipsPaid {
        table: TableId,
        amount: Money,
    },
    /// A purse put right by the house of a table; two people answer for it.
    Adjustment {
        player: PlayerId,
        table: TableId,
        way: Adjusted,
        amount: Money,
    },
}

/// Which way a purse is put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Adjusted {
    ToPlayer,
    FromPlayer,
}

impl CageMove {
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
