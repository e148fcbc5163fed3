//! The balance of every account, added up from postings.

use std::collections::BTreeMap;

use game::Money;

use crate::account::Account;
use crate::posting::Posting;

/// The balance of every account; an account without postings holds zero.
///
/// Sums are kept in 128 bits: the postings of a house that was tampered with may add up to more than any
/// [`Money`], and its audit has to say so. No number of postings that can be stored leaves 128 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    balances: BTreeMap<Account, i128>,
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
    /// The balance of an account; the nearest [`Money`] where it is beyond 64 bits, which
    /// [`Audit`](crate::Audit) reports.
    pub fn balance(&self, account: Account) -> Money {
        nearest(self.exact_balance(account))
    }

    /// The balance of an account in minor units, however large.
    pub fn exact_balance(&self, account: Account) -> i128 {
        self.balances.get(&account).copied().unwrap_or_default()
    }

    /// Every account whose balance is not zero, with the balance as [`Book::balance`] gives it.
    pub fn accounts(&self) -> impl Iterator<Item = (Account, Money)> {
        let all = self.exact_accounts();
        all.map(|(account, balance)| (account, nearest(balance)))
    }

    /// Every account whose balance is not zero, in minor units, however large.
    pub fn exact_accounts(&self) -> impl Iterator<Item = (Account, i128)> {
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
            .exact_accounts()
            .filter_map(|(account, balance)| match account {
                Account::Round(..) => Some(balance),
                Account::Purse(_)
                | Account::Rack(..)
                | Account::House(_)
                | Account::Jackpot(..)
                | Account::Cage
                | Account::Tips(_) => None,
            });
        nearest(rounds.sum())
    }

    /// Adds a row without checking the balance. For an audit: it reads the logs of a house, which have no
    /// order among them, and checks the balances at the end.
    pub fn shift(&mut self, row: Posting) {
        let amount = i128::from(row.amount().in_minor());
        self.add(row.from(), -amount);
        self.add(row.to(), amount);
    }

    /// Adds the balances of another book to this one.
    pub fn take_in(&mut self, other: Book) {
        for (account, balance) in other.balances {
            self.add(account, balance);
        }
    }

    fn add(&mut self, account: Account, amount: i128) {
        let balance = self.balances.entry(account).or_default();
        *balance += amount;
        if *balance == 0 {
            self.balances.remove(&account);
        }
    }
}

/// The amount itself, or the largest or smallest there is.
fn nearest(minor: i128) -> Money {
    let bounded = minor.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
    Money::minor(i64::try_from(bounded).unwrap_or_default())
}
