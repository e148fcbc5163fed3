//! What the calls of the API answer, field by field. The description of the API is made from these types.

use std::collections::BTreeMap;

use crate::library::Edges;
use house::game::{
    BoxNumber, Digest, JackpotSetup, Limits, Money, PersonId, PlayerId, RulebookId, Timestamp,
};
use house::ledger::{LinkId, TableId};
use house::lobby::{Enrolled, LinkFaultSummary, Waiting, WinSummary};
use house::people::Role;
use house::table::{Source, TableEventView, TableStateView};
use serde::Serialize;
use serde_json::Value;

/// A new guest.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Guest {
    /// The number of the Player.
    pub player: PlayerId,
    /// The name the house gave.
    pub name: String,
    /// For programs: the session, sent as `Authorization: Bearer TOKEN`.
    pub token: String,
    /// The play money.
    pub purse: Money,
}

/// A session that began.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Session {
    /// For programs: the session, sent as `Authorization: Bearer TOKEN`.
    pub token: String,
    /// The role of the account.
    pub role: Role,
    /// The name of the account.
    pub name: String,
    /// When the account signed in before.
    pub last_sign_in: Option<Timestamp>,
}

/// The account behind a session.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The role of the account.
    pub role: Role,
    /// The name of the account.
    pub name: String,
    /// When it signed in last.
    pub last_sign_in: Option<Timestamp>,
    /// The number of a Player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The number of a person of the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// What a Player has in the purse.
    pub purse: Option<Money>,
    /// What a Player has at tables.
    pub racks: Vec<Rack>,
    /// Whether a member of staff signs in with a second device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_device: Option<bool>,
}

/// The house, as a page has to know it before anything else.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseBody {
    /// Its name.
    pub name: String,
    /// The currency of every amount, in three letters.
    pub currency: String,
    /// Hours and minutes from UTC, as `+08:00`.
    pub time_zone: String,
    /// When a gaming day begins, as `06:00`.
    pub gaming_day_starts: String,
    /// Whether guests may play.
    pub guests: bool,
    /// What a guest starts with.
    pub guest_purse: Option<Money>,
    /// Whether guests play with money that is none.
    pub play_money: bool,
    /// Who asks, as `/api/v1/me` answers; nothing for a passer-by.
    pub you: Option<Me>,
}

/// A Player's chips at a table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rack {
    /// The table.
    pub table: TableId,
    /// How much.
    pub amount: Money,
}

/// A table as the lobby shows it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableLine {
    /// The number of the table.
    pub table: TableId,
    /// Its name.
    pub name: Option<String>,
    /// The rulebook it runs under; none while it is closed.
    pub rulebook: Option<RulebookId>,
    /// The digest of that rulebook with the options of this table.
    pub digest: Option<Digest>,
    /// `closed`, `ready`, or the phase of the round under way.
    pub phase: &'static str,
    /// The number of the round under way, or of the last.
    pub round: Option<u64>,
    /// How many boxes the table has.
    pub boxes: u8,
    /// At how many of them a Player sits or has chips.
    pub seated: usize,
    /// Which they are.
    pub taken: Vec<BoxNumber>,
    /// The least and the most of each bet.
    pub limits: Option<Limits>,
    /// What the house keeps of each bet, under the options of this table.
    pub edge: Option<Edges>,
    /// The jackpot bet.
    pub jackpot: Option<JackpotSetup>,
    /// The link the table feeds.
    pub link: Option<LinkId>,
    /// Where the cards of the next round come from.
    pub cards: Source,
    /// Whom the table waits for.
    pub waiting: Option<Waiting>,
    /// No round is opened until the pause is lifted.
    pub paused: bool,
    /// The last entry of its log that is counted here.
    pub n: u64,
}

/// A table as the caller may see it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableBody {
    /// Which log the numbers belong to.
    pub epoch: String,
    /// The last entry of the log that the view includes.
    pub n: u64,
    /// The table.
    pub view: TableStateView,
    /// What the caller may ask now, and the rules would grant.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::openapi::ListedMove>"))]
    pub moves: Value,
    /// How long the table still waits.
    pub deadline_ms: Option<u64>,
    /// The caller's chips here; none for those who are no Player.
    pub rack: Option<Money>,
    /// The name of the table.
    pub name: Option<String>,
    /// How many players of the house may be asked to the table.
    pub company_max: u8,
    /// The names of those who sit or have a bet, by their numbers.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub names: BTreeMap<PlayerId, String>,
}

/// The players of the house at a table.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Company {
    /// The table.
    pub table: TableId,
    /// How many of them stay there.
    pub company: usize,
}

/// The secret of a second device, told once.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceSecret {
    /// An `otpauth` address, for the device.
    pub uri: String,
}

/// A second device was confirmed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceConfirmed {
    /// Codes are asked for from now on.
    pub second_device: bool,
}

/// What a Player has.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PurseBody {
    /// The Player.
    pub player: PlayerId,
    /// In the purse.
    pub purse: Money,
    /// At tables.
    pub racks: Vec<Rack>,
}

/// A command was carried out, by the entries after `from` up to `to`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Done {
    /// `done`
    pub outcome: DoneWord,
    /// The number of the last entry before it.
    pub from: u64,
    /// The number of its last entry.
    pub to: u64,
}

/// The one outcome that is no problem.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DoneWord {
    /// It was carried out.
    Done,
}

/// What came of a command to the desk.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "described, and written by its parts")]
pub enum DoneAtDesk {
    /// It is in a log.
    Logged(Done),
    /// The configuration was read again.
    Reloaded(Reloaded),
}

/// The configuration was read again, and holds from the next round on.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reloaded {
    /// `done`
    pub outcome: DoneWord,
    /// How many tables it has.
    pub tables: usize,
    /// How many links it has.
    pub links: usize,
    /// What of it takes effect at the next start only.
    pub takes_new_start: Option<&'static str>,
}

/// Chips were moved.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChipsMoved {
    /// By which entries of the purse's log.
    #[serde(flatten)]
    pub done: Done,
    /// What the purse holds now.
    pub purse: Money,
    /// What the rack holds now.
    pub rack: Money,
}

/// Rounds that are over, newest first.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundsPage {
    /// The rounds.
    pub rounds: Vec<RoundLine>,
    /// For the next page, where there are older rounds.
    pub before: Option<String>,
}

/// A round that is over.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundLine {
    /// The table it was played at.
    pub table: TableId,
    /// Its number there.
    pub round: u64,
    /// The rulebook it was played by.
    pub rulebook: RulebookId,
    /// When it was over.
    pub ended: Timestamp,
    /// The stakes: for a Player his own, for staff all.
    pub staked: Money,
    /// What they returned.
    pub returned: Money,
    /// The difference.
    pub net: i64,
    /// The clauses by which it is void; none where it counts.
    pub void: Option<Vec<String>>,
}

/// A round that is over, whole.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeRound {
    /// The table it was played at.
    pub table: TableId,
    /// Its number there.
    pub round: u64,
    /// The name of the table.
    pub name: Option<String>,
    /// The rulebook it was played by.
    pub rulebook: Option<RulebookId>,
    /// The digest of that rulebook with the options of the table.
    pub digest: Option<Digest>,
    /// The number of the last entry before it.
    pub from: Option<u64>,
    /// The number of its last entry.
    pub to: u64,
    /// What happened, entry by entry.
    pub events: Vec<RoundEntry>,
    /// The table at its end.
    pub view: TableStateView,
    /// The table after each commit, where `views=all` asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub views: Option<Vec<ViewAt>>,
    /// The names of those who sat or had a bet at its end, by their numbers.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub names: BTreeMap<PlayerId, String>,
    /// All that is needed to make its deck again, where the house dealt.
    pub proof: Option<Value>,
    /// How to check all of it.
    pub verify: String,
}

/// The table after a commit.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewAt {
    /// The last entry that it includes.
    pub n: u64,
    /// The table, as the caller could see it then.
    pub view: TableStateView,
}

/// One entry of a round.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundEntry {
    /// Its number in the log.
    pub n: u64,
    /// When it was stored.
    pub at: Timestamp,
    /// What happened; nothing where the caller may not know.
    pub event: Option<TableEventView>,
}

/// A jackpot that tables feed.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Meter {
    /// The number of the link.
    pub link: LinkId,
    /// Its name.
    pub name: Option<String>,
    /// What the meter shows.
    pub shown: Money,
    /// How often it was won.
    pub hits: u64,
    /// For how much in all.
    pub won: Money,
    /// The last win.
    pub last_win: Option<WinSummary>,
    /// The tables that take part.
    pub tables: Vec<Enrolled>,
    /// Why the link takes no turns.
    pub fault: Option<LinkFaultSummary>,
    /// The last entry of its log that is counted here.
    pub n: u64,
}
