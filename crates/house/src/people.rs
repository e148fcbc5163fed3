//! Who works for the house, as far as the house has to know.
//!
//! An entry in a log names people by number, and a number alone proves nothing: where two people answer
//! for something, both must exist and hold the posts they sign in ([`People`]). The program that signs
//! people in keeps a register of them in a [`PeopleStore`], beside the logs, and hands it in when the house
//! is opened ([`RegisteredPeople`]); for a command at a terminal the register is a file
//! ([`NamedPeople::read`]).

mod account;
pub(crate) mod name;
mod records;
mod registered;
pub(crate) mod sqlite;
mod store;
pub(crate) mod stored;

use std::collections::{BTreeMap, BTreeSet};

use game::{Actor, PersonId, Post};

pub use crate::store::PostgresPeople;
pub use account::{Account, AccountId, Role};
pub use records::{DisputeQuery, NewDispute, PersonalRecord, Saved, StoredDispute};
pub use registered::RegisteredPeople;
pub use sqlite::SqlitePeople;
pub use store::{NewAccount, PeopleError, PeopleStore, Session, TokenHash};

/// The register of the people of a house. It is asked wherever two people have to answer for something:
/// money that leaves a player, the parameters and wins of a link, a loss of entries.
pub trait People: Send + Sync + 'static {
    /// Whether this is a person of the house at this moment.
    fn is_known(&self, person: PersonId) -> bool;

    /// Whether this person holds this post at this moment.
    fn holds(&self, person: PersonId, post: Post) -> bool;
}

/// Why a person may not sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSigner {
    /// The register does not have the number.
    #[error("person {} is not known to the house", .person.0)]
    Unknown {
        /// The number that was given.
        person: PersonId,
    },
    /// The register has the person in another post.
    #[error("person {} does not hold the post of {}", .person.0, .post.title())]
    OtherPost {
        /// The person who signs.
        person: PersonId,
        /// The post the person signs in.
        post: Post,
    },
}

/// Checks that a member of staff exists and holds the post he signs in; Players and the system are in
/// no register.
pub(crate) fn check_actor(people: &dyn People, actor: Actor) -> Result<(), WrongSigner> {
    let Actor::Staff { post, person } = actor else {
        return Ok(());
    };
    check_known(people, person)?;
    if people.holds(person, post) {
        Ok(())
    } else {
        Err(WrongSigner::OtherPost { person, post })
    }
}

/// Checks that the second person, of whom no post is asked, exists.
pub(crate) fn check_known(people: &dyn People, person: PersonId) -> Result<(), WrongSigner> {
    if people.is_known(person) {
        Ok(())
    } else {
        Err(WrongSigner::Unknown { person })
    }
}

/// A fixed list of people with their posts. The empty list, which is the default, knows none: what needs
/// two people is then refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPeople(BTreeMap<PersonId, BTreeSet<Post>>);

/// A line of a register that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: found {found:?}, expected {expected}")]
pub struct BadRegister {
    /// The number of the line, from 1.
    pub line: usize,
    /// What it says; the beginning of it where it is long.
    pub found: String,
    /// What it should say.
    pub expected: String,
}

impl NamedPeople {
    /// These people in these posts and no others; a person may hold several.
    pub fn new(people: impl IntoIterator<Item = (PersonId, Post)>) -> NamedPeople {
        let mut named = NamedPeople::default();
        for (person, post) in people {
            named.0.entry(person).or_default().insert(post);
        }
        named
    }

    /// Reads a register: a line for each person, with number and post, as in `41 house`. Empty lines and
    /// lines that begin with `#` say nothing.
    pub fn read(text: &str) -> Result<NamedPeople, BadRegister> {
        let mut people = Vec::new();
        for (nth, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            people.push(read_line(line).ok_or_else(|| BadRegister {
                line: nth + 1,
                found: line.chars().take(40).collect(),
                expected: expected_line(),
            })?);
        }
        Ok(NamedPeople::new(people))
    }
}

impl People for NamedPeople {
    fn is_known(&self, person: PersonId) -> bool {
        self.0.contains_key(&person)
    }

    fn holds(&self, person: PersonId, post: Post) -> bool {
        let posts = self.0.get(&person);
        posts.is_some_and(|posts| posts.contains(&post))
    }
}

/// The posts by the names that logs and registers write.
const POSTS: [(&str, Post); 5] = [
    ("dealer", Post::Dealer),
    ("pit_supervisor", Post::PitSupervisor),
    ("pit_manager", Post::PitManager),
    ("shift_manager", Post::ShiftManager),
    ("house", Post::House),
];

fn read_line(line: &str) -> Option<(PersonId, Post)> {
    let (number, name) = line.split_once(char::is_whitespace)?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| digits)?;
    let (_, post) = POSTS.iter().find(|(known, _)| *known == name.trim())?;
    Some((PersonId(number), *post))
}

fn expected_line() -> String {
    let names = POSTS.map(|(name, _)| name).join(", ");
    format!("a number and one of {names}, as in \"41 house\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_is_read_line_by_line() {
        let text = "# the night shift\n41 house\n\n42  shift_manager\n41 pit_manager\n";
        let people = NamedPeople::read(text).unwrap();
        let expected = [
            (PersonId(41), Post::House),
            (PersonId(42), Post::ShiftManager),
            (PersonId(41), Post::PitManager),
        ];
        assert_eq!(people, NamedPeople::new(expected));
        assert!(people.holds(PersonId(41), Post::PitManager));
        assert!(!people.holds(PersonId(42), Post::House));
        assert!(people.is_known(PersonId(42)) && !people.is_known(PersonId(43)));
    }

    #[test]
    fn a_line_that_names_no_person_is_refused_by_its_number() {
        for wrong in [
            "41",
            "house 41",
            "41 cook",
            "+41 house",
            "-1 house",
            "4294967296 house",
        ] {
            let text = format!("7 dealer\n{wrong}\n");
            let bad = NamedPeople::read(&text).unwrap_err();
            assert_eq!((bad.line, bad.found.as_str()), (2, wrong));
            assert!(bad.to_string().contains("41 house"), "{bad}");
        }
    }

    /// Every post can be written in a register, by the name that the logs have.
    #[test]
    fn posts_are_named_as_in_the_logs() {
        for (name, post) in POSTS {
            let logged = serde_json::to_string(&post).unwrap();
            assert_eq!(logged, format!("\"{name}\""));
        }
    }
}
