//! Where processes of a house write down what they were told, for a test that holds it against what is
//! stored, and where they see that it is time to go home.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use house::log::CommandId;
use ledger::TableId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Desk {
    pub folder: PathBuf,
    /// Between two requests at a table: people are not as fast as a loop.
    pub pace_milliseconds: u64,
}

/// A request that was told "done".
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Acknowledged {
    /// When it was told, in milliseconds since 1970.
    pub at: u64,
    pub table: u32,
    pub id: u128,
    pub from: u64,
    pub to: u64,
}

impl Desk {
    pub fn pace(&self) -> Duration {
        Duration::from_millis(self.pace_milliseconds)
    }

    pub fn is_closed(&self) -> bool {
        self.folder.join("closed").exists()
    }

    pub fn closes(&self) {
        drop(File::create(self.folder.join("closed")).unwrap());
    }

    /// A line of its own, in one write: the process may be killed at any moment.
    pub fn writes(&self, table: TableId, id: CommandId, (from, to): (u64, u64)) {
        let response = Acknowledged {
            at: now(),
            table: table.0,
            id: id.0,
            from,
            to,
        };
        let line = format!("{}\n", serde_json::to_string(&response).unwrap());
        let path = self.folder.join(std::process::id().to_string());
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(path)
            .unwrap();
        file.write_all(line.as_bytes()).unwrap();
    }

    /// Everything that all processes wrote, by time.
    pub fn read(&self) -> Vec<Acknowledged> {
        let mut all = Vec::new();
        for entry in std::fs::read_dir(&self.folder).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            // The last line may be on its way.
            let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
            let lines = whole
                .lines()
                .map(|line| serde_json::from_str::<Acknowledged>(line).unwrap());
            all.extend(lines);
        }
        all.sort_by_key(|response| response.at);
        all
    }
}

pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
}
