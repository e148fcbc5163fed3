//! The balance of every account, added up from postings.

use std::collections::BTreeMap;

use game::Money;

use crate::account::Account;
use crate::posting::Posting;

/// The balance of every account; an account without postings holds zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    balances: BTreeMap<Account, Money>,
}

/// A posting was refused because the account holds less than the amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{account} holds {balance}, and {amount} is to be taken from it")]
pub struct Overdrawn {
    /// The account to be debited.
    pub account: Account,
    /// What it holds.
    pub balance: Money,
    /// What was to be taken.
    pub amount: Money,
}

impl Book {
    /// The balance of an account.
    pub fn balance(&self, account: Account) -> Money {
        self.balances.get(&account).copied().unwrap_or_default()
    }

    /// Every account whose balance is not zero.
    pub fn accounts(&self) -> impl Iterator<Item = (Account, Money)> {
        let all = self.balances.iter();
        all.map(|(account, balance)| (*account, *balance))
    }

    /// Posts all of the rows, or none of them.
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

    /// Chips on the felt of open rounds: reported apart, since it is not decided yet whose they are.
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

    /// Adds a row without checking the balance. For an audit: it reads the logs of a house, which have no
    /// order among them, and checks the balances at the end.
    pub fn shift(&mut self, row: Posting) {
        self.add(row.from(), -row.amount());
        self.add(row.to(), row.amount());
    }

    /// Adds the balances of another book to this one.
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
