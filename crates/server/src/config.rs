//! The configuration of a floor, `house.toml`: what is to be, checked before anything is done.
//!
//! Reading never guesses: an unknown field, a value of the wrong kind or one that no table could open
//! with is an error that names line and field. All faults are listed at once: first everything that
//! cannot be read, and once all can be, everything that no floor could be opened with.

mod check;
mod current;
mod limits;
mod place;
mod protection;
mod read;
mod setup;

use core::time::Duration;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use house::game::{Money, RulebookId};
use house::people::Role;
use serde::Deserialize;

pub(crate) use check::{minutes_of_day, minutes_of_zone};
pub use current::CurrentConfig;
pub use limits::{RateLimit, RequestLimits};
pub use place::{ConfigError, Fault};
pub use protection::ProtectionConfig;

/// The floor that is made where no configuration is given.
pub const DEMO: &str = include_str!("config/demo.toml");

/// A whole floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The house as a whole.
    pub house: HouseConfig,
    /// Where it listens.
    pub listen: ListenConfig,
    /// How long people stay signed in.
    pub sessions: SessionConfig,
    /// How much clients may ask.
    pub limits: RequestLimits,
    /// What protects players.
    pub protection: ProtectionConfig,
    /// The tables, each a `[[table]]` of the file.
    pub tables: Vec<TableConfig>,
    /// The linked jackpots, each a `[[link]]`.
    pub links: Vec<LinkConfig>,
    /// The people of the house, each a `[[person]]`.
    pub people: Vec<PersonConfig>,
}

/// The house as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "[house]", deny_unknown_fields)]
pub struct HouseConfig {
    /// Its name, as pages show it.
    pub name: String,
    /// The currency of every amount, in three letters.
    #[serde(default = "default_currency")]
    pub currency: String,
    /// Hours and minutes from UTC, as `+08:00`.
    #[serde(default = "default_time_zone")]
    pub time_zone: String,
    /// When a gaming day begins, as `06:00`.
    #[serde(default = "default_day_start")]
    pub gaming_day_starts: String,
    /// Whether guests may play, with play money.
    #[serde(default)]
    pub guests: bool,
    /// What a guest starts with.
    #[serde(default)]
    pub guest_purse: Money,
}

/// Where the house listens.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "[listen]", deny_unknown_fields, default)]
pub struct ListenConfig {
    /// The address; port 0 takes a free one.
    pub address: SocketAddr,
    /// A proxy in front terminates TLS and says who the client is.
    pub behind_proxy: bool,
    /// The path under which a proxy serves the house.
    pub base_path: String,
    /// The addresses pages are loaded from, such as `https://floor.example`; its own are always allowed.
    pub origins: Vec<String>,
    /// The certificate chain, in PEM.
    pub tls_cert: Option<PathBuf>,
    /// Its key, in PEM.
    pub tls_key: Option<PathBuf>,
    /// How long rounds in play may go on once a restart is announced.
    pub drain_seconds: u64,
}

/// How long people stay signed in, and how often they may fail to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "[sessions]", deny_unknown_fields, default)]
pub struct SessionConfig {
    /// A player who does nothing for so long is signed out.
    pub player_idle_minutes: u32,
    /// A player who has closed the table's page keeps the seat for so long.
    pub seat_kept_minutes: u32,
    /// A member of staff who does nothing for so long is signed out.
    pub staff_idle_minutes: u32,
    /// An account is locked at so many failures in a row.
    pub failures_max: u32,
    /// Staff sign in with a second factor.
    pub staff_totp: bool,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "[[table]]", deny_unknown_fields)]
pub struct TableConfig {
    /// Its number in the house.
    pub number: u32,
    /// Its name, as pages show it.
    pub name: String,
    /// The rulebook.
    pub rulebook: RulebookId,
    /// The house's choices where the rulebook leaves one.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// How many boxes the layout has; the rulebook's number where nothing is said.
    pub boxes: Option<u8>,
    /// The least and the most of each bet.
    pub limits: LimitsConfig,
    /// The smallest chip.
    pub smallest_chip: Option<Money>,
    /// The jackpot's figures, where the rulebook has one.
    pub jackpot: Option<JackpotConfig>,
    /// Whether the house deals, or people with real cards.
    #[serde(default)]
    pub cards: Cards,
    /// Which community cards are shown how, where the rulebook leaves a choice.
    pub method: Option<house::game::CommunityMethod>,
    /// For bets, from the first one on.
    #[serde(default = "default_betting")]
    pub betting_seconds: u64,
    /// For each decision.
    #[serde(default = "default_decision")]
    pub decision_seconds: u64,
    /// For players' seeds.
    #[serde(default = "default_opening")]
    pub opening_seconds: u64,
    /// Who may watch.
    #[serde(default)]
    pub spectators: Spectators,
    /// How fast the automatic dealer goes on.
    #[serde(default)]
    pub pace: Pace,
    /// How many players of the house a guest may ask to the table; they have play money, so none sit down
    /// where guests are not admitted or a person deals.
    #[serde(default = "default_company")]
    pub company_max: u8,
}

/// Who deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cards {
    /// The house shuffles, proves and deals, and an automatic dealer runs the round.
    #[default]
    House,
    /// A dealer with real cards says what was dealt.
    Table,
}

/// Who may watch a table without a seat at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spectators {
    /// Everybody.
    #[default]
    Everybody,
    /// Those who are signed in.
    SignedIn,
}

/// How long the automatic dealer waits before each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As a table people like to watch.
    #[default]
    Live,
    /// Half as long.
    Brisk,
    /// Not at all: for machines.
    Instant,
}

/// The limits of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "limits.ante and limits.pair_plus", deny_unknown_fields)]
pub struct LimitsConfig {
    /// For Ante, and Play with it.
    pub ante: BoundsConfig,
    /// For Pair Plus.
    pub pair_plus: BoundsConfig,
    /// For the five-card bet, where the rulebook has one.
    pub five_card: Option<BoundsConfig>,
}

/// The least and the most of a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "{ min = …, max = … }", deny_unknown_fields)]
pub struct BoundsConfig {
    /// The least.
    pub min: Money,
    /// The most.
    pub max: Money,
}

/// The jackpot of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    expecting = "{ stake = …, contribution = …, seed = …, link = … }",
    deny_unknown_fields
)]
pub struct JackpotConfig {
    /// What a bet costs.
    pub stake: Money,
    /// How much of it goes on the meter.
    pub contribution: Money,
    /// What the meter goes back to.
    pub seed: Money,
    /// The link it feeds.
    pub link: Option<u32>,
}

/// A linked jackpot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "[[link]]", deny_unknown_fields)]
pub struct LinkConfig {
    /// Its number in the house.
    pub number: u32,
    /// Its name, as signs show it.
    pub name: String,
    /// What it shows on its first day.
    pub base: Money,
    /// What it shows after all of it is won.
    pub reset: Money,
    /// The share of a contribution that is shown, as `4/5`.
    pub increment: String,
    /// What it never shows more than.
    pub limit: Money,
    /// A contribution above this is refused.
    pub contribution_max: Money,
    /// A win above this is verified by two people.
    pub verify_above: Money,
    /// The two people of two posts who answer for it.
    pub signed_by: [String; 2],
}

/// A person of the house.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(expecting = "[[person]]", deny_unknown_fields)]
pub struct PersonConfig {
    /// The name to sign in with.
    pub name: String,
    /// What the person does.
    pub role: Role,
}

const fn default_company() -> u8 {
    3
}

fn default_currency() -> String {
    "SGD".to_owned()
}

fn default_time_zone() -> String {
    "+00:00".to_owned()
}

fn default_day_start() -> String {
    "06:00".to_owned()
}

const fn default_betting() -> u64 {
    25
}

const fn default_decision() -> u64 {
    30
}

const fn default_opening() -> u64 {
    3
}

impl Default for ListenConfig {
    fn default() -> ListenConfig {
        ListenConfig {
            address: SocketAddr::from(([127, 0, 0, 1], 8210)),
            behind_proxy: false,
            base_path: String::new(),
            origins: Vec::new(),
            tls_cert: None,
            tls_key: None,
            drain_seconds: 5,
        }
    }
}

impl Default for SessionConfig {
    fn default() -> SessionConfig {
        SessionConfig {
            player_idle_minutes: 60,
            seat_kept_minutes: 5,
            staff_idle_minutes: 30,
            failures_max: 3,
            staff_totp: false,
        }
    }
}

impl SessionConfig {
    /// How long a person of this role may do nothing.
    pub fn idle(&self, role: Role) -> Duration {
        let minutes = if role.is_player() {
            self.player_idle_minutes
        } else {
            self.staff_idle_minutes
        };
        Duration::from_secs(60 * u64::from(minutes))
    }
}

impl Config {
    /// The demo floor.
    ///
    /// # Panics
    ///
    /// Never: a test reads it.
    pub fn demo() -> Config {
        Config::read(DEMO).expect("the demo floor is sound")
    }

    /// Reads a configuration and checks it.
    ///
    /// # Errors
    ///
    /// Every fault, with its line and field.
    pub fn read(text: &str) -> Result<Config, ConfigError> {
        let config = read::config(text)?;
        let faults = check::faults(&config);
        if faults.is_empty() {
            Ok(config)
        } else {
            Err(place::located(text, faults))
        }
    }
}
