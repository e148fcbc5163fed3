//! One row of the ledger.

use game::Money;
use serde::{Deserialize, Serialize};

use crate::Account;

/// A positive amount that went from one account to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Row", into = "Row")]
pub struct Posting {
    from: Account,
    to: Account,
    amount: Money,
}

impl Posting {
    /// The row that moves `amount`; `None` where the amount is zero.
    ///
    /// # Panics
    ///
    /// If the amount is negative, or both accounts are the same: that is a bug of ours.
    pub fn moved(from: Account, to: Account, amount: Money) -> Option<Posting> {
        assert!(amount >= Money::ZERO, "{amount} from {from} to {to}");
        assert!(from != to, "{amount} from {from} to itself");
        amount.is_positive().then_some(Posting { from, to, amount })
    }

    /// The account debited.
    pub const fn from(&self) -> Account {
        self.from
    }

    /// The account credited.
    pub const fn to(&self) -> Account {
        self.to
    }

    /// How much was moved.
    pub const fn amount(&self) -> Money {
        self.amount
    }

    /// The row that undoes it.
    #[must_use]
    pub const fn reversed(self) -> Posting {
        Posting {
            from: self.to,
            to: self.from,
            amount: self.amount,
        }
    }
}

/// A row as stored, before it is checked.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    from: Account,
    to: Account,
    amount: Money,
}

impl TryFrom<Row> for Posting {
    type Error = String;

    fn try_from(row: Row) -> Result<Posting, String> {
        let Row { from, to, amount } = row;
        if !amount.is_positive() {
            let found = amount.in_minor();
            return Err(format!("amount: found {found}, expected more than 0"));
        }
        if from == to {
            return Err(format!(
                "to: found {to}, expected another account than from"
            ));
        }
        Ok(Posting { from, to, amount })
    }
}

impl From<Posting> for Row {
    fn from(posting: Posting) -> Row {
        let Posting { from, to, amount } = posting;
        Row { from, to, amount }
    }
}
