//! The names of the players at a table. They stand in the people's store and never in the log, so that
//! they can be erased; here they are kept for a minute.

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use house::game::PlayerId;
use house::people::{AccountId, PeopleStore};
use house::table::TableState;

/// After so long a name is read again: it may have been changed or erased.
const FRESH: Duration = Duration::from_mins(1);
/// No more names are kept.
const KEPT: usize = 50_000;

/// Names that were read.
#[derive(Default)]
pub struct Names {
    read: Mutex<BTreeMap<PlayerId, (Instant, Arc<str>)>>,
}

impl Names {
    /// The names of all who sit or have a bet at the table, by their numbers.
    pub async fn at(
        &self,
        people: &dyn PeopleStore,
        state: &TableState,
    ) -> BTreeMap<PlayerId, String> {
        let mut names = BTreeMap::new();
        for player in state.table().players() {
            if let Some(name) = self.of(people, player).await {
                names.insert(player, (*name).to_owned());
            }
        }
        names
    }

    /// The name of a player; nothing where there is none, or none can be read.
    async fn of(&self, people: &dyn PeopleStore, player: PlayerId) -> Option<Arc<str>> {
        {
            let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
            let known = read.get(&player);
            if let Some((_, name)) = known.filter(|(at, _)| at.elapsed() < FRESH) {
                return Some(Arc::clone(name));
            }
        }
        let account = people.account(AccountId(player.0)).await.ok()??;
        let name: Arc<str> = Arc::from(account.name.as_str());
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.len() >= KEPT {
            read.clear();
        }
        read.insert(player, (Instant::now(), Arc::clone(&name)));
        Some(name)
    }
}
