//! One task a table of the configuration: each keeps its table as the file says, and deals where the
//! house does. Tables that a new configuration adds get theirs while the house is served.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::task::{AbortHandle, JoinSet};

use crate::app::App;
use crate::automatic::AutomaticDealer;

/// Looks after the tables until the task is ended, and theirs with it.
pub async fn run(app: Arc<App>) {
    let mut configs = app.configuration.subscribe();
    let mut tasks = JoinSet::new();
    let mut running: BTreeMap<u32, AbortHandle> = BTreeMap::new();
    loop {
        let config = Arc::clone(&configs.borrow_and_update());
        for table in &config.tables {
            let task = running.get(&table.number);
            if task.is_some_and(|task| !task.is_finished()) {
                continue;
            }
            let dealer = AutomaticDealer::new(
                Arc::clone(app.house.pit()),
                table.number,
                app.configuration.subscribe(),
                app.program,
                app.announced.subscribe(),
            );
            running.insert(table.number, tasks.spawn(dealer.run()));
        }
        tokio::select! {
            changed = configs.changed() => {
                if changed.is_err() {
                    return;
                }
            }
            // One whose table left the file; it may have come back since.
            Some(_) = tasks.join_next(), if !tasks.is_empty() => {}
        }
    }
}
