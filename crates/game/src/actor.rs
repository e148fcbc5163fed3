//! Who asks: players, staff by post, and the house's own system.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::settlement::PlayerId;

/// A member of staff; the house knows the name, the log keeps the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PersonId(pub u32);

/// The posts of a pit, each able to do what those before it may (rws-2020 1.13, mbs-2019 6.2).
///
/// The shift manager is the Table Game Shift Manager of the RWS texts and the Gaming Shift Manager
/// of mbs-2019.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Deals, pays and takes at one table.
    Dealer,
    /// Oversees a few tables and rules on what the texts leave to the pit.
    PitSupervisor,
    /// Runs a pit.
    PitManager,
    /// Decides what the rulebook does not cover.
    ShiftManager,
    /// The operator itself: opens tables, hangs notices, sets jackpot figures.
    House,
}

/// Who asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A Player, for the own bets and hands.
    Player(PlayerId),
    /// A member of staff, in the post held.
    Staff {
        /// The post.
        post: Post,
        /// The person.
        person: PersonId,
    },
    /// The house's own program: timers, detection, settlement.
    System,
}

impl Post {
    /// The post in words, with its article, as a refusal names it.
    pub const fn title(self) -> &'static str {
        match self {
            Post::Dealer => "the Dealer",
            Post::PitSupervisor => "a Pit Supervisor",
            Post::PitManager => "a Pit Manager",
            Post::ShiftManager => "the shift manager",
            Post::House => "the House",
        }
    }
}

impl Actor {
    /// This member of staff, in this post.
    pub const fn staff(post: Post, person: PersonId) -> Actor {
        Actor::Staff { post, person }
    }

    /// The post of a member of staff.
    pub const fn post(self) -> Option<Post> {
        match self {
            Actor::Staff { post, .. } => Some(post),
            Actor::Player(_) | Actor::System => None,
        }
    }

    /// The person, where it is a member of staff.
    pub const fn person(self) -> Option<PersonId> {
        match self {
            Actor::Staff { person, .. } => Some(person),
            Actor::Player(_) | Actor::System => None,
        }
    }

    /// The Player, where it is one.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Actor::Player(player) => Some(player),
            Actor::Staff { .. } | Actor::System => None,
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Player(player) => write!(f, "Player {}", player.0),
            Actor::Staff { post, .. } => f.write_str(post.title()),
            Actor::System => f.write_str("the system"),
        }
    }
}
