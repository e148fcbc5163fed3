//! What lies on every account, added up from postings.

use std::collections::BTreeMap;

use game::Money;

use crate::account::Account;
use crate::posting::Posting;

/// Balances; an account nobody has posted to has nothing on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    balances: BTreeMap<Account, Money>,
}

/// A posting that cannot be: there is not so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{account} holds {balance}, and {amount} is to be taken from it")]
pub struct Overdrawn {
    pub account: Account,
    pub balance: Money,
    pub amount: Money,
}

impl Book {
    pub fn balance(&self, account: Account) -> Money {
        self.balances.get(&account).copied().unwrap_or_default()
    }

    /// Every account with something on it, or less than nothing.
    pub fn accounts(&self) -> impl Iterator<Item = (Account, Money)> {
        let all = self.balances.iter();
        all.map(|(account, balance)| (*account, *balance))
    }

    /// All of the rows, or none of them.
    pub fn post(&mut self, rows: &[Posting]) -> Result<(), Overdrawn> {
        for (done, row) in rows.iter().enumerate() {
            let (account, amount) = (row.from(), row.amount());
            let balance = self.balance(account);
            if account.is_never_below_nothing() && balance < amount {
                for undone in rows[..done].iter().rev() {
                    self.shift(undone.reversed());
                }
                return Err(Overdrawn {
                    account,
                    balance,
                    amount,
                });
            }
            self.shift(*row);
        }
        Ok(())
    }

    /// Chips on the felt of rounds that are not over: reported apart, since nobody owns them yet.
    pub fn held(&self) -> Money {
        let rounds = self
            .accounts()
            .filter_map(|(account, balance)| match account {
                Account::Round(..) => Some(balance),
                Account::Purse(_)
                | Account::Rack(..)
                | Account::House(_)
                | Account::Jackpot(..)
                | Account::Cage
                | Account::Tips(_) => None,
            });
        rounds.sum()
    }

    /// Adds a row without asking whether there was so much: for whoever reads the logs of a house, which
    /// have no order among them, and looks at the end.
    pub fn shift(&mut self, row: Posting) {
        self.add(row.from(), -row.amount());
        self.add(row.to(), row.amount());
    }

    /// What another book says beside what this one says.
    pub fn take_in(&mut self, other: Book) {
        for (account, balance) in other.balances {
            self.add(account, balance);
        }
    }

    fn add(&mut self, account: Account, amount: Money) {
        let balance = self.balances.entry(account).or_default();
        *balance += amount;
        if balance.is_zero() {
            self.balances.remove(&account);
        }
    }
}
