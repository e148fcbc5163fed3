//! A store that cannot be reached, or has stopped, or makes the calling task panic, when a test says so.

use std::sync::{Arc, Mutex};

use house::log::Stream;
use house::store::async_trait;
use house::store::{Append, Appended, Head, Store, StoreError};

use super::wrapped::{Wrapped, Wrapper};

/// A store in trouble.
pub type Outage<S> = Wrapped<Trouble<S>>;

pub struct Trouble<S> {
    pub store: Arc<S>,
    says: Mutex<Option<StoreError>>,
    breaks: Mutex<Option<(Stream, Moment)>>,
}

/// When a task breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before it has read anything.
    Reading,
    /// With something to store.
    Storing,
    /// It is stored, and the caller has no answer yet.
    Stored,
}

impl<S> Outage<S> {
    pub fn new(store: Arc<S>) -> Outage<S> {
        Wrapped(Trouble {
            store,
            says: Mutex::default(),
            breaks: Mutex::default(),
        })
    }
}

impl<S> Trouble<S> {
    /// From now on everybody is told this, or served again.
    pub fn says(&self, trouble: Option<StoreError>) {
        *self.says.lock().unwrap() = trouble;
    }

    /// The next task that is so far with the stream panics, once.
    pub fn breaks(&self, stream: Stream, at: Moment) {
        *self.breaks.lock().unwrap() = Some((stream, at));
    }

    fn survives(&self, stream: Stream, at: Moment) {
        let mut breaks = self.breaks.lock().unwrap();
        let here = *breaks == Some((stream, at));
        if here {
            *breaks = None;
        }
        // Dropped before the panic, so that the lock is not poisoned.
        drop(breaks);
        assert!(!here, "broken by the test, {at:?}");
    }
}

#[async_trait]
impl<S: Store> Wrapper for Trouble<S> {
    fn wrapped(&self) -> &dyn Store {
        &*self.store
    }

    fn before(&self) -> Result<(), StoreError> {
        self.says.lock().unwrap().clone().map_or(Ok(()), Err)
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let stream = append.stream;
        self.survives(stream, Moment::Storing);
        let appended = self.store.append(append).await;
        self.survives(stream, Moment::Stored);
        appended
    }

    async fn head(&self, stream: Stream) -> Result<Head, StoreError> {
        self.survives(stream, Moment::Reading);
        self.store.head(stream).await
    }
}
