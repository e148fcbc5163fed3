//! The accounts of a house, and how they are written down.

use core::fmt;
use core::str::FromStr;

use game::PlayerId;
use serde::{Deserialize, Serialize};

/// A table of this house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub u32);

/// A jackpot that one table or many feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LinkId(pub u32);

/// Where money lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// What a player has with the house, away from any table.
    Purse(PlayerId),
    /// A player's chips at a table, none of them on the felt.
    Rack(TableId, PlayerId),
    /// What lies on the felt in a round; nothing once the round is over.
    Round(TableId, u64),
    /// What the house has won at a table, or lost.
    House(TableId),
    Jackpot(LinkId, JackpotPart),
    /// The world outside: what came in through the cage is missing there.
    Cage,
    /// What players gave the staff of a table.
    Tips(TableId),
}

/// The purses of one jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JackpotPart {
    /// Staked, and not yet divided among the other three.
    Inflow,
    /// What the players see, and play for.
    Display,
    /// What the next one starts from.
    Reserve,
    /// What came after the limit was reached.
    Overflow,
}

/// Text that names no account.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "account: found `{found}`, expected purse/N, rack/TABLE/N, round/TABLE/N, house/TABLE, \
     jackpot/LINK/inflow|display|reserve|overflow, cage or tips/TABLE"
)]
pub struct AccountError {
    pub found: String,
}

impl Account {
    /// Whether a house counts what lies there before anybody takes from it. All other accounts are
    /// only ever added up from their rows, so that no two tables wait for each other.
    pub const fn is_counted(self) -> bool {
        match self {
            Account::Purse(_) | Account::Rack(..) | Account::Tips(_) => true,
            Account::Round(..) | Account::House(_) | Account::Jackpot(..) | Account::Cage => false,
        }
    }

    /// Whether it may never hold less than nothing: money nobody could make good.
    pub const fn is_never_below_nothing(self) -> bool {
        match self {
            Account::Purse(_)
            | Account::Rack(..)
            | Account::Round(..)
            | Account::Jackpot(..)
            | Account::Tips(_) => true,
            Account::House(_) | Account::Cage => false,
        }
    }
}

impl JackpotPart {
    pub const ALL: [JackpotPart; 4] = [
        JackpotPart::Inflow,
        JackpotPart::Display,
        JackpotPart::Reserve,
        JackpotPart::Overflow,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            JackpotPart::Inflow => "inflow",
            JackpotPart::Display => "display",
            JackpotPart::Reserve => "reserve",
            JackpotPart::Overflow => "overflow",
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Purse(player) => write!(f, "purse/{}", player.0),
            Account::Rack(table, player) => write!(f, "rack/{}/{}", table.0, player.0),
            Account::Round(table, round) => write!(f, "round/{}/{round}", table.0),
            Account::House(table) => write!(f, "house/{}", table.0),
            Account::Jackpot(link, part) => write!(f, "jackpot/{}/{}", link.0, part.name()),
            Account::Cage => f.write_str("cage"),
            Account::Tips(table) => write!(f, "tips/{}", table.0),
        }
    }
}

impl FromStr for Account {
    type Err = AccountError;

    fn from_str(text: &str) -> Result<Account, AccountError> {
        let wrong = || AccountError {
            found: text.to_owned(),
        };
        let mut parts = text.split('/');
        let kind = parts.next().unwrap_or_default();
        let fields = [(); 3].map(|()| parts.next());
        let table = |text: &str| number(text).map(TableId);
        let account = match (kind, fields) {
            ("purse", [Some(player), None, _]) => {
                number(player).map(|player| Account::Purse(PlayerId(player)))
            }
            ("rack", [Some(at), Some(player), None]) => table(at)
                .zip(number(player))
                .map(|(at, player)| Account::Rack(at, PlayerId(player))),
            ("round", [Some(at), Some(round), None]) => table(at)
                .zip(number(round))
                .map(|(at, round)| Account::Round(at, round)),
            ("house", [Some(at), None, _]) => table(at).map(Account::House),
            ("tips", [Some(at), None, _]) => table(at).map(Account::Tips),
            ("jackpot", [Some(link), Some(part), None]) => {
                let part = JackpotPart::ALL.into_iter().find(|own| own.name() == part);
                let link = number(link).map(LinkId);
                link.zip(part)
                    .map(|(link, part)| Account::Jackpot(link, part))
            }
            ("cage", [None, ..]) => Some(Account::Cage),
            _ => None,
        };
        account.ok_or_else(wrong)
    }
}

/// A number as we write it and no other way, so that an account has one name.
fn number<N: FromStr>(text: &str) -> Option<N> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

impl Serialize for Account {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Account {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Account, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
