//! Findings of one kind about one stream: the first few are named, the others counted. A table of a database
//! that was emptied would else be a million lines.

use house::log::Stream;

use super::{AuditFinding, FindingPlace};

/// So many of one kind are named.
const NAMED_MAX: usize = 10;

/// Findings of one kind.
pub struct Several {
    stream: Stream,
    named: Vec<AuditFinding>,
    more: u64,
}

impl Several {
    pub fn of(stream: Stream) -> Several {
        Several {
            stream,
            named: Vec::new(),
            more: 0,
        }
    }

    pub fn push(&mut self, place: FindingPlace, what: String) {
        if self.named.len() < NAMED_MAX {
            self.named.push(AuditFinding { place, what });
        } else {
            self.more += 1;
        }
    }

    /// In the order in which they are to be printed.
    pub fn into_findings(self) -> Vec<AuditFinding> {
        let mut all = self.named;
        if self.more > 0 {
            let place = FindingPlace::Stream(self.stream);
            let what = format!("{} more of the same kind", self.more);
            all.push(AuditFinding { place, what });
        }
        all
    }
}
