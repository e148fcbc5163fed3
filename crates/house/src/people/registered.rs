//! The register of the people of a house, as its accounts say.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use game::{PersonId, Post};

use super::People;
use super::store::{PeopleError, PeopleStore};

/// Knows those who have an account as staff that is not locked. It answers from memory, with what the last
/// [`RegisteredPeople::refresh`] found: before the first one it knows no person.
pub struct RegisteredPeople {
    store: Arc<dyn PeopleStore>,
    known: RwLock<BTreeMap<PersonId, Option<Post>>>,
}

impl RegisteredPeople {
    /// Of the accounts in this store, once it is refreshed.
    pub fn new(store: Arc<dyn PeopleStore>) -> RegisteredPeople {
        RegisteredPeople {
            store,
            known: RwLock::default(),
        }
    }

    /// Reads the accounts again: now and then, because other processes change them too, and after every
    /// change. Where the store fails, the register stays what it was.
    pub async fn refresh(&self) -> Result<(), PeopleError> {
        let staff = self.store.staff().await?;
        let able = staff.iter().filter(|account| !account.locked);
        let found = able
            .map(|account| (account.person(), account.role.post()))
            .collect();
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = found;
        Ok(())
    }
}

impl People for RegisteredPeople {
    fn is_known(&self, person: PersonId) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.contains_key(&person)
    }

    fn holds(&self, person: PersonId, post: Post) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.get(&person).copied().flatten() == Some(post)
    }
}
