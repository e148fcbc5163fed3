//! Why the house says no: the reason, its stable code, and the rule behind it.

mod code;
mod reason;

use core::fmt;
use core::ops::Deref;

use serde::{Serialize, Serializer};

pub use reason::RefusalReason;

use crate::clause::Citations;
use crate::rulebook::RulebookId;

/// The answer to a command that the rules do not allow.
///
/// Kept behind a pointer: a round hears hardly any, and every rule that lets a step pass hands back
/// a word instead of the room an answer would need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(Box<RefusalBody>);

/// What a refusal says: the reason and the rule behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalBody {
    /// Why not, with the amounts, boxes and cards it is about.
    pub reason: RefusalReason,
    /// The rulebook the table runs under.
    pub rulebook: RulebookId,
    /// The clauses of that rulebook, and the ambiguities, which the refusal rests on.
    pub cites: Citations,
}

impl RefusalBody {
    /// The stable code of the reason, for programs: see [`RefusalReason::code`].
    pub const fn code(&self) -> &'static str {
        self.reason.code()
    }
}

/// `code` for programs, `says` for people, and the rule: `rulebook` and its `clauses`.
impl Serialize for RefusalBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Body {
            code: &'static str,
            says: String,
            rulebook: RulebookId,
            clauses: Vec<&'static str>,
        }
        let body = Body {
            code: self.code(),
            says: self.reason.to_string(),
            rulebook: self.rulebook,
            clauses: self.cites.iter().collect(),
        };
        body.serialize(serializer)
    }
}

/// As its body.
impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Refusal {
    #[cold]
    pub(crate) fn new(reason: RefusalReason, rulebook: RulebookId, cites: Citations) -> Refusal {
        Refusal(Box::new(RefusalBody {
            reason,
            rulebook,
            cites,
        }))
    }

    /// The stable code of the reason, for programs: see [`RefusalReason::code`].
    pub const fn code(&self) -> &'static str {
        self.0.reason.code()
    }
}

impl Deref for Refusal {
    type Target = RefusalBody;

    fn deref(&self) -> &RefusalBody {
        &self.0
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} {})", self.reason, self.rulebook, self.cites)
    }
}

impl core::error::Error for Refusal {}
