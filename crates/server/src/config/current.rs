//! The configuration that holds now: it may be replaced while the house is served.

use std::sync::Arc;

use tokio::sync::watch;

use super::Config;

/// The configuration that holds now, with those who want to know when another does.
pub struct CurrentConfig(watch::Sender<Arc<Config>>);

impl CurrentConfig {
    /// This one, until it is replaced.
    pub fn new(config: Config) -> CurrentConfig {
        CurrentConfig(watch::channel(Arc::new(config)).0)
    }

    /// The configuration as it holds now. A caller who holds on to it keeps what he was given.
    pub fn get(&self) -> Arc<Config> {
        Arc::clone(&self.0.borrow())
    }

    /// From now on this one holds.
    pub fn replace(&self, config: Config) {
        self.0.send_replace(Arc::new(config));
    }

    /// Is told whenever it is replaced.
    pub fn subscribe(&self) -> watch::Receiver<Arc<Config>> {
        self.0.subscribe()
    }
}
