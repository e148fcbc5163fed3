//! Checks that hold for every sound book.

use game::Money;

use crate::account::{Account, TableId};
use crate::book::Book;

/// The result of checking a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Everything that is wrong.
    pub found: Vec<Unsound>,
}

/// What can be wrong with a book; a sound house never has any of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsound {
    /// The balances do not add up to zero.
    #[error("all accounts together come to {total} minor units, not to nothing")]
    NotBalanced {
        /// Their sum in minor units, which may be more than any amount of money.
        total: i128,
    },
    /// The postings of an account add up to more than an amount of money can say.
    #[error("{account} comes to {balance} minor units, more than any account can hold")]
    Overflow {
        /// The account.
        account: Account,
        /// The sum of its postings.
        balance: i128,
    },
    /// An account that may not be negative is.
    #[error("{account} holds {balance}")]
    BelowNothing {
        /// The account.
        account: Account,
        /// Its balance.
        balance: Money,
    },
    /// Chips are left on the felt of a round that is over.
    #[error("{left} lie on the felt of table {}, round {round}, which is over", .table.0)]
    RoundNotEmpty {
        /// The table.
        table: TableId,
        /// Number of the round.
        round: u64,
        /// The chips left.
        left: Money,
    },
}

impl Audit {
    /// Checks a book; `is_open` tells which rounds are still being played.
    pub fn of(book: &Book, is_open: impl Fn(TableId, u64) -> bool) -> Audit {
        let mut found = Vec::new();
        let total: i128 = book.exact_accounts().map(|(_, balance)| balance).sum();
        if total != 0 {
            found.push(Unsound::NotBalanced { total });
        }
        for (account, balance) in book.exact_accounts() {
            if i64::try_from(balance).is_err() {
                found.push(Unsound::Overflow { account, balance });
            }
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

    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.found.is_empty()
    }
}
