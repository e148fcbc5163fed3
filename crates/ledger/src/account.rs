//! The accounts of a house, and their names in stored text.

use core::fmt;
use core::str::FromStr;

use game::PlayerId;
use serde::{Deserialize, Serialize};

/// A table of this house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TableId(pub u32);

/// A jackpot that one table or many feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct LinkId(pub u32);

/// Where money lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// What a player has with the house, away from any table.
    Purse(PlayerId),
    /// A player's chips at a table, none of them on the felt.
    Rack(TableId, PlayerId),
    /// Chips on the felt in a round; zero once the round is over.
    Round(TableId, u64),
    /// What the house has won at a table, or lost.
    House(TableId),
    /// One part of a linked jackpot.
    Jackpot(LinkId, JackpotPart),
    /// The world outside the house: its balance is minus what came in through the cage.
    Cage,
    /// What players gave the staff of a table.
    Tips(TableId),
}

/// The parts of one jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JackpotPart {
    /// Contributions not yet divided among the other three parts.
    Inflow,
    /// The displayed meter, which players play for.
    Display,
    /// The reserve, from which the next jackpot starts.
    Reserve,
    /// Contributions beyond the limit of the display.
    Overflow,
}

/// Text that is not the name of an account.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "account: found `{found}`, expected purse/N, rack/TABLE/N, round/TABLE/N, house/TABLE, \
     jackpot/LINK/inflow|display|reserve|overflow, cage or tips/TABLE"
)]
pub struct AccountError {
    /// The text.
    pub found: String,
}

impl Account {
    /// Whether the store keeps a balance of the account and checks it before money is taken. All other
    /// accounts are only summed from their rows, so that no two tables wait for each other.
    pub const fn is_counted(self) -> bool {
        match self {
            Account::Purse(_) | Account::Rack(..) | Account::Tips(_) => true,
            Account::Round(..) | Account::House(_) | Account::Jackpot(..) | Account::Cage => false,
        }
    }

    /// Whether the balance may never be negative.
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
    /// Every part.
    pub const ALL: [JackpotPart; 4] = [
        JackpotPart::Inflow,
        JackpotPart::Display,
        JackpotPart::Reserve,
        JackpotPart::Overflow,
    ];

    /// Its name in stored text.
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

/// A number without leading zeros or sign, so that an account has one name only.
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
