//! An account: a player, a guest or a person of the house, with what it takes to sign in.
//!
//! The logs name people by number only. The name, the password and the second factor are personal data:
//! they are kept beside the logs and can be erased, while the number stays what it was.

use core::fmt;
use core::str::FromStr;

use game::{Actor, PersonId, PlayerId, Post, Timestamp, Viewer};
use serde::{Deserialize, Serialize};

/// The number of an account. A player's is the number of his purse, a person's the one in the logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountId(pub u32);

/// What a person does at the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Plays, with an account of his own.
    Player,
    /// Plays with play money, without a name or password.
    Guest,
    /// Deals.
    Dealer,
    /// Oversees a few tables.
    PitSupervisor,
    /// Runs a pit.
    PitManager,
    /// Decides what the rulebook does not cover.
    ShiftManager,
    /// Takes deposits and pays out.
    Cage,
    /// Reads the books, counts and reports.
    Accounting,
    /// Watches every table and answers nothing.
    Surveillance,
    /// Reads logs, proofs and reports.
    Auditor,
    /// Keeps tables, links and accounts; cannot play, deal or pay (STANDARDS L4).
    Administrator,
}

impl Role {
    /// Every role there is.
    pub const ALL: [Role; 11] = [
        Role::Player,
        Role::Guest,
        Role::Dealer,
        Role::PitSupervisor,
        Role::PitManager,
        Role::ShiftManager,
        Role::Cage,
        Role::Accounting,
        Role::Surveillance,
        Role::Auditor,
        Role::Administrator,
    ];

    /// The name as programs write it.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Guest => "guest",
            Role::Dealer => "dealer",
            Role::PitSupervisor => "pit-supervisor",
            Role::PitManager => "pit-manager",
            Role::ShiftManager => "shift-manager",
            Role::Cage => "cage",
            Role::Accounting => "accounting",
            Role::Surveillance => "surveillance",
            Role::Auditor => "auditor",
            Role::Administrator => "administrator",
        }
    }

    /// Whether it is a player's or a guest's.
    pub const fn is_player(self) -> bool {
        matches!(self, Role::Player | Role::Guest)
    }

    /// The post it holds at a table. The administrator acts for the House itself, in what the server
    /// lets him ask; cage and accounting hold theirs at the cage, and watchers none.
    pub const fn post(self) -> Option<Post> {
        match self {
            Role::Dealer => Some(Post::Dealer),
            Role::PitSupervisor => Some(Post::PitSupervisor),
            Role::PitManager => Some(Post::PitManager),
            Role::ShiftManager => Some(Post::ShiftManager),
            Role::Administrator | Role::Cage => Some(Post::House),
            Role::Player | Role::Guest | Role::Accounting | Role::Surveillance | Role::Auditor => {
                None
            }
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Role, String> {
        let found = Role::ALL.into_iter().find(|role| role.name() == text);
        found.ok_or_else(|| {
            let names = Role::ALL.map(Role::name).join(", ");
            format!("found {text}, expected one of {names}")
        })
    }
}

/// An account as it is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: AccountId,
    /// What the person does.
    pub role: Role,
    /// The name to sign in with, and to be shown by.
    pub name: String,
    /// The hash of the password, in the PHC format; none where one cannot sign in with a password.
    pub password: Option<String>,
    /// The secret of the second factor.
    pub totp: Option<Vec<u8>>,
    /// How often in a row a wrong password was given.
    pub failures: u32,
    /// Whether signing in is refused: after too many failures, or by an administrator.
    pub locked: bool,
    /// When it was made.
    pub created: Timestamp,
    /// When its person last signed in.
    pub last_sign_in: Option<Timestamp>,
}

/// Without what it takes to sign in: accounts are logged and printed.
impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("id", &self.id)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

impl Account {
    /// Who asks, at a table and at the cage; none for those who only watch.
    pub fn actor(&self) -> Option<Actor> {
        if self.role.is_player() {
            return Some(Actor::Player(self.player()));
        }
        let post = self.role.post()?;
        Some(Actor::staff(post, self.person()))
    }

    /// As whom the person looks at a table.
    pub fn viewer(&self) -> Viewer {
        match self.role {
            Role::Player | Role::Guest => Viewer::Player(self.player()),
            Role::Dealer => Viewer::Dealer,
            Role::PitSupervisor | Role::PitManager | Role::ShiftManager => Viewer::Pit,
            Role::Surveillance | Role::Auditor => Viewer::Surveillance,
            Role::Cage | Role::Accounting | Role::Administrator => Viewer::Public,
        }
    }

    /// The number of the player, for accounts of players.
    pub const fn player(&self) -> PlayerId {
        PlayerId(self.id.0)
    }

    /// The number of the person, for accounts of staff.
    pub const fn person(&self) -> PersonId {
        PersonId(self.id.0)
    }
}
