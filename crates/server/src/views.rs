//! A table as its viewers see it, as JSON: encoded once for all who see it the same.

use std::sync::{Arc, Mutex, PoisonError};

use house::game::Viewer;
use house::table::{TableState, TableStateView};

/// The views of the newest state that was asked for. Older ones are not kept: few clients are behind.
#[derive(Default)]
pub struct Views {
    newest: Mutex<Newest>,
}

#[derive(Default)]
struct Newest {
    /// The last entry of the state.
    n: u64,
    encoded: Vec<(TableStateView, Arc<str>)>,
}

impl Views {
    /// The table as the viewer may see it. While bets are open all see the same; then each player has cards
    /// that only he sees.
    pub fn json(&self, state: &TableState, viewer: Viewer) -> Arc<str> {
        let n = state.head().seq;
        let view = state.view_for(viewer);
        {
            let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            let same = newest.encoded.iter().find(|(other, _)| *other == view);
            if let Some((_, json)) = same.filter(|_| newest.n == n) {
                return Arc::clone(json);
            }
        }
        let json = serde_json::to_string(&view).unwrap_or_else(|_| "null".to_owned());
        let json: Arc<str> = Arc::from(json);
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if newest.n < n {
            newest.n = n;
            newest.encoded.clear();
        }
        if newest.n == n {
            newest.encoded.push((view, Arc::clone(&json)));
        }
        json
    }
}
