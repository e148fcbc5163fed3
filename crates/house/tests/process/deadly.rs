//! A store that kills its process at a chosen append: before it is stored, or after it and before it
//! is answered.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use house::store::async_trait;
use house::store::{Append, Appended, Store, StoreError};

use super::When;
use crate::floor::wrapped::{Wrapped, Wrapper};

/// A store that kills its process.
pub type Deadly<S> = Wrapped<Killer<S>>;

pub struct Killer<S> {
    store: S,
    kill: Option<(u64, When)>,
    /// Appends since it was armed; far above any while it is not.
    appends: AtomicU64,
}

impl<S> Deadly<S> {
    pub fn new(store: S, kill: Option<(u64, When)>) -> Deadly<S> {
        Wrapped(Killer {
            store,
            kill,
            appends: AtomicU64::new(u64::MAX / 2),
        })
    }
}

impl<S> Killer<S> {
    /// From now on appends count.
    pub fn arm(&self) {
        self.appends.store(0, Ordering::SeqCst);
    }
}

/// Signal 9 to oneself: nothing is flushed, dropped or unwound.
fn die() -> ! {
    let own = std::process::id().to_string();
    let _ = Command::new("kill").args(["-9", &own]).status();
    // The signal comes at any moment.
    loop {
        std::thread::park();
    }
}

#[async_trait]
impl<S: Store> Wrapper for Killer<S> {
    fn wrapped(&self) -> &dyn Store {
        &self.store
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let number = self.appends.fetch_add(1, Ordering::SeqCst) + 1;
        if self.kill == Some((number, When::Before)) {
            die();
        }
        let appended = self.store.append(append).await;
        if self.kill == Some((number, When::After)) {
            die();
        }
        appended
    }
}
