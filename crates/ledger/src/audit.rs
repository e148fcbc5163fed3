//! Whether a book holds together.

use game::Money;

use crate::account::{Account, TableId};
use crate::book::Book;

/// What a look through a book found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    pub found: Vec<Unsound>,
}

/// A reason to stop: in a sound house none of these is ever found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsound {
    #[error("all accounts together come to {total}, not to nothing")]
    NotBalanced { total: Money },
    #[error("{account} holds {balance}")]
    BelowNothing { account: Account, balance: Money },
    #[error("{left} lie on the felt of table {}, round {round}, which is over", .table.0)]
    RoundNotEmpty {
        table: TableId,
        round: u64,
        left: Money,
    },
}

impl Audit {
    /// `is_open` tells which rounds are still being played.
    pub fn of(book: &Book, is_open: impl Fn(TableId, u64) -> bool) -> Audit {
        let mut found = Vec::new();
        let total: Money = book.accounts().map(|(_, balance)| balance).sum();
        if !total.is_zero() {
            found.push(Unsound::NotBalanced { total });
        }
        for (account, balance) in book.accounts() {
            if account.is_never_below_nothing() && balance < Money::ZERO {
                found.push(Unsound::BelowNothing { account, balance });
            }
            if let Account::Round(table, round) = account
                && !is_open(table, round)
            {
                let left = balance;
                found.push(Unsound::RoundNotEmpty { table, round, left });
            }
        }
        Audit { found }
    }

    pub fn is_sound(&self) -> bool {
        self.found.is_empty()
    }
}
