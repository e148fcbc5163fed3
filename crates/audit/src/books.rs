//! The figures an operator files: what each table took in and paid out by day, what its jackpots took and
//! gave, who ruled and corrected what, and what is unfinished. Computed from the logs alone, so that the
//! same logs always give the same figures.

mod takings;

use std::collections::BTreeMap;

use game::{Digest, Event, Money, PlayerId, Round, Rulebook, Timestamp, Wager};
use ledger::{Account, CageMove, LinkId, TableId};

use crate::calendar::Day;
use crate::significant::Significant;
use crate::total::Total;
use house::feed::{LogFeed, LoggedEntry, Payload, Projection, actor_name};
use house::link::{LinkEvent, Meters};
use house::log::Stream;
use house::table::TableEvent;

pub use takings::{BetTotals, ChipTotals, LinkTotals, Takings};

/// The figures of a house, up to the last entry read.
#[derive(Clone, Debug)]
pub struct Books {
    large: Money,
    /// Takings by table, rulebook digest and day.
    pub takings: BTreeMap<(TableId, Digest, Day), Takings>,
    /// The rulebook of each digest.
    pub rules: BTreeMap<Digest, Rulebook>,
    /// Chips bought and cashed, by table and day.
    pub chips: BTreeMap<(TableId, Day), ChipTotals>,
    /// Totals by link and day.
    pub links: BTreeMap<(LinkId, Day), LinkTotals>,
    /// Large payouts, one by one.
    pub payouts: Vec<Payout>,
    /// Rulings, voids, corrections and the like, counted by the person who answers for them, kind, day and
    /// table; none for what happened at no table.
    pub acts: BTreeMap<(String, &'static str, Day, Option<TableId>), u64>,
    /// All significant events, counted by kind, day and table.
    pub events: BTreeMap<(&'static str, Day, Option<TableId>), u64>,
    /// The rulebook each table is open under.
    played: BTreeMap<TableId, Digest>,
    /// Chips on the felt of each round.
    felt: BTreeMap<(TableId, u64), Total>,
}

/// Which days and tables a report is of; everything where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The first day.
    pub from: Option<Day>,
    /// The last day.
    pub to: Option<Day>,
    /// The one table.
    pub table: Option<TableId>,
}

impl Kept {
    /// Whether what happened on this day at this table, or at none, belongs to the report.
    pub fn has(&self, day: Day, table: Option<TableId>) -> bool {
        self.from.is_none_or(|from| day >= from)
            && self.to.is_none_or(|to| day <= to)
            && self.has_table(table)
    }

    /// Whether the table belongs to it.
    pub fn has_table(&self, table: Option<TableId>) -> bool {
        self.table.is_none_or(|only| table == Some(only))
    }
}

/// One large payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payout {
    /// When the bet was settled.
    pub at: Timestamp,
    /// The table.
    pub table: TableId,
    /// Number of the round.
    pub round: u64,
    /// The Player who was paid.
    pub player: PlayerId,
    /// The bet.
    pub wager: Wager,
    /// The winnings, without the stake.
    pub amount: Total,
}

/// A round that is not over, and the money in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The table.
    pub table: TableId,
    /// Number of the round.
    pub round: u64,
    /// Chips on the felt.
    pub held: Total,
    /// Its phase, by name.
    pub phase: &'static str,
    /// When its last command reached the house.
    pub since: Timestamp,
}

impl Books {
    /// Empty books; a payout of `large` or more will be listed by itself.
    pub fn new(large: Money) -> Books {
        Books {
            large,
            takings: BTreeMap::new(),
            rules: BTreeMap::new(),
            chips: BTreeMap::new(),
            links: BTreeMap::new(),
            payouts: Vec::new(),
            acts: BTreeMap::new(),
            events: BTreeMap::new(),
            played: BTreeMap::new(),
            felt: BTreeMap::new(),
        }
    }

    /// Leaves out what is not asked for: other days, and with a table the other tables, and what belongs to
    /// no table.
    pub fn keep(&mut self, keeps: &Kept) {
        self.takings
            .retain(|(table, _, day), _| keeps.has(*day, Some(*table)));
        self.chips
            .retain(|(table, day), _| keeps.has(*day, Some(*table)));
        self.links.retain(|(_, day), _| keeps.has(*day, None));
        self.payouts
            .retain(|payout| keeps.has(Day::of(payout.at), Some(payout.table)));
        self.acts
            .retain(|(_, _, day, table), _| keeps.has(*day, *table));
        self.events
            .retain(|(_, day, table), _| keeps.has(*day, *table));
    }

    /// The rounds that are not over; call it when the feed has read everything.
    pub fn unfinished(&self, feed: &LogFeed) -> Vec<Unfinished> {
        let open = feed.tables().filter_map(|state| {
            let (Stream::Table(table), Some(round)) = (state.stream(), state.open_round()) else {
                return None;
            };
            let (number, phase) = (round.number(), round.phase().name());
            let held = self.felt.get(&(table, number));
            Some(Unfinished {
                table,
                round: number,
                held: held.copied().unwrap_or_default(),
                phase,
                since: state.last(),
            })
        });
        open.collect()
    }

    /// The meters of every link.
    pub fn meters(feed: &LogFeed) -> Vec<(LinkId, Meters)> {
        let links = feed.links().filter_map(|state| match state.stream() {
            Stream::Link(link) => Some((link, *state.meters())),
            Stream::Table(_) | Stream::House | Stream::Purse(_) => None,
        });
        links.collect()
    }

    fn apply_table(
        &mut self,
        logged: &LoggedEntry<'_>,
        table: TableId,
        event: &Event,
        before: &game::Table,
    ) {
        let day = Day::of(logged.command.at);
        if let Event::TableOpened { digest, .. } = event {
            let mut after = before.clone();
            after.evolve(event);
            let rules = after.rulebook().cloned();
            self.rules.extend(rules.map(|rules| (*digest, rules)));
            self.played.insert(table, *digest);
        }
        let Some(digest) = self.played.get(&table) else {
            return;
        };
        let takings = self.takings.entry((table, *digest, day)).or_default();
        takings.apply(event);
        for posted in logged.rows {
            let (row, house) = (posted.row, Account::House(table));
            if row.to() == house {
                takings.won += row.amount();
            }
            if row.from() == house {
                takings.won -= row.amount();
            }
            if let Account::Round(table, round) = row.from() {
                *self.felt.entry((table, round)).or_default() -= row.amount();
            }
            if let Account::Round(table, round) = row.to() {
                *self.felt.entry((table, round)).or_default() += row.amount();
            }
        }
        if let Event::WagerSettled(line) = event {
            let amount = Total::between(line.returned, line.staked);
            if amount >= Total::from(self.large) {
                self.payouts.push(Payout {
                    at: logged.command.at,
                    table,
                    round: before.round().map_or(0, Round::number),
                    player: line.player,
                    wager: line.wager,
                    amount,
                });
            }
        }
    }

    fn apply_link(&mut self, link: LinkId, day: Day, event: &LinkEvent) {
        self.links.entry((link, day)).or_default().apply(event);
    }

    fn apply_cage(&mut self, day: Day, moves: CageMove) {
        let (table, hear): (TableId, fn(&mut ChipTotals) -> &mut Total) = match moves {
            CageMove::BuyIn { table, .. } => (table, |chips| &mut chips.bought),
            CageMove::CashOut { table, .. } => (table, |chips| &mut chips.cashed),
            CageMove::Tip { table, .. } => (table, |chips| &mut chips.tips),
            CageMove::TipsPaid { table, .. } => (table, |chips| &mut chips.tips_paid),
            CageMove::Deposit { .. }
            | CageMove::Withdrawal { .. }
            | CageMove::Adjustment { .. } => {
                return;
            }
        };
        *hear(self.chips.entry((table, day)).or_default()) += moves.amount();
    }

    fn apply_significant(&mut self, logged: &LoggedEntry<'_>, day: Day) {
        let Some(significant) = Significant::of(logged, self.large) else {
            return;
        };
        let table = match logged.stream {
            Stream::Table(table) => Some(table),
            Stream::House | Stream::Link(_) | Stream::Purse(_) => None,
        };
        let kind = significant.kind;
        *self.events.entry((kind, day, table)).or_default() += 1;
        if ACTS.contains(&kind) {
            let by = significant.by.unwrap_or(logged.command.by);
            let key = (actor_name(by), kind, day, table);
            *self.acts.entry(key).or_default() += 1;
        }
    }
}

/// The kinds of significant event that are counted by person.
const ACTS: [&str; 9] = [
    "ruling",
    "round void",
    "hands void",
    "card corrected",
    "payment corrected",
    "payment undone",
    "jackpot taken back",
    "purse adjusted",
    "loss accepted",
];

impl Projection for Books {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let day = Day::of(logged.command.at);
        self.apply_significant(logged, day);
        match (logged.payload, logged.stream) {
            (Payload::Table { event, before }, Stream::Table(table)) => {
                if let TableEvent::Game(event) = event {
                    self.apply_table(logged, table, event, before.table());
                }
            }
            (Payload::Link { event, .. }, Stream::Link(link)) => self.apply_link(link, day, event),
            (Payload::Cage(moves), _) => self.apply_cage(day, moves),
            (Payload::Table { .. } | Payload::Link { .. } | Payload::House(_), _) => {}
        }
    }
}
