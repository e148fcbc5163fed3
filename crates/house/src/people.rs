//! Who works for the house, as far as the house has to know.
//!
//! An entry in a log names people by number, and a number alone proves nothing: the second person who
//! answers for a move must be one who exists. The program that signs people in keeps a register of them
//! in a [`PeopleStore`], beside the logs, and hands it in when the house is opened ([`People`]).

mod account;
pub(crate) mod name;
mod registered;
pub(crate) mod sqlite;
mod store;
pub(crate) mod stored;

use std::collections::BTreeSet;

use game::PersonId;

pub use crate::store::PostgresPeople;
pub use account::{Account, AccountId, Role};
pub use registered::RegisteredPeople;
pub use sqlite::SqlitePeople;
pub use store::{NewAccount, PeopleError, PeopleStore, Session, TokenHash};

/// The register of the people of a house. It is asked before money moves on the word of two people.
pub trait People: Send + Sync + 'static {
    /// Whether this is a person of the house at this moment.
    fn is_known(&self, person: PersonId) -> bool;
}

/// A fixed list of people. The empty list, which is the default, knows none: what needs two people is
/// then refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPeople(BTreeSet<PersonId>);

impl NamedPeople {
    /// These people and no others.
    pub fn new(people: impl IntoIterator<Item = PersonId>) -> NamedPeople {
        NamedPeople(people.into_iter().collect())
    }
}

impl People for NamedPeople {
    fn is_known(&self, person: PersonId) -> bool {
        self.0.contains(&person)
    }
}
