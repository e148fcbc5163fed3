//! Writes the lines of each subject, entry by entry.

use std::collections::BTreeMap;
use std::io::{self, Write};

use game::{Event, Money, Timestamp};
use ledger::TableId;
use serde_json::{Value, json};

use super::sheet::{LineFormat, NamedValue, Sheet};
use super::{ExportError, Subject};
use crate::calendar::moment;
use crate::record::{Record, Recorder};
use crate::significant::Significant;
use house::feed::{LogFeed, LoggedEntry, Payload, Projection, actor_name};
use house::log::Stream;
use house::table::{Shuffle, TableEvent};

/// Turns the entries of a feed into lines of one subject.
pub struct SubjectWriter<'a, W> {
    subject: Subject,
    large: Money,
    sheet: Sheet<'a, W>,
    tables: BTreeMap<TableId, TableRounds>,
    /// The first line that could not be written; nothing is written after it.
    failed: Option<io::Error>,
}

/// The rounds of one table.
#[derive(Default)]
struct TableRounds {
    recorder: Recorder,
    /// When the last round ended, and the digest of its rulebook.
    ended: Timestamp,
    digest: String,
}

impl<'a, W: Write> SubjectWriter<'a, W> {
    /// A writer of `subject`; sums count as large from `large` on.
    pub fn new(subject: Subject, large: Money, sheet: Sheet<'a, W>) -> SubjectWriter<'a, W> {
        SubjectWriter {
            subject,
            large,
            sheet,
            tables: BTreeMap::new(),
            failed: None,
        }
    }

    /// Writes the last round of every table, once the feed has read everything.
    pub fn finish(mut self, feed: &LogFeed) -> Result<(), ExportError> {
        if self.subject == Subject::Rounds {
            for state in feed.tables() {
                let Stream::Table(table) = state.stream() else {
                    continue;
                };
                let rounds = self.tables.entry(table).or_default();
                if let Some(record) = rounds.recorder.last(state.table()) {
                    self.round(table, &record, state.shuffle());
                }
            }
        }
        match self.failed {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    fn line(&mut self, cells: &[NamedValue]) {
        if self.failed.is_none() {
            self.failed = self.sheet.line(cells).err();
        }
    }

    fn apply_round(&mut self, logged: &LoggedEntry<'_>) {
        let (Stream::Table(table), Payload::Table { event, before }) =
            (logged.stream, logged.payload)
        else {
            return;
        };
        let rounds = self.tables.entry(table).or_default();
        let record = rounds.recorder.take(before.table(), event);
        if let Some(record) = record {
            self.round(table, &record, before.shuffle());
        }
        let rounds = self.tables.entry(table).or_default();
        match event {
            TableEvent::Game(Event::BetsOpened { digest, .. }) => {
                rounds.digest = digest.to_string();
            }
            TableEvent::Game(Event::RoundConcluded | Event::RoundVoided { .. }) => {
                rounds.ended = logged.command.at;
            }
            TableEvent::Game(_) | TableEvent::House(_) | TableEvent::Cards(_) => {}
        }
    }

    fn round(&mut self, table: TableId, record: &Record, shuffle: Option<&Shuffle>) {
        let rounds = &self.tables[&table];
        let head: Vec<NamedValue> = vec![
            ("table", json!(table)),
            ("round", json!(record.round)),
            ("ended", json!(moment(rounds.ended))),
            ("digest", json!(rounds.digest)),
        ];
        match self.sheet.form {
            LineFormat::Jsonl => {
                let paid = record.paid.iter().map(|((at, wager), paid)| {
                    let (staked, returned) = (paid.staked, paid.returned);
                    json!({"box": at, "bet": wager.name(), "staked": staked, "returned": returned})
                });
                let paid: Vec<Value> = paid.collect();
                let rest = [
                    ("written", record.written()),
                    ("paid", json!(paid)),
                    ("beyond", json!(record.unsupported)),
                    ("shuffle", json!(shuffle.and_then(Shuffle::proof))),
                ];
                self.line(&[head, rest.into()].concat());
            }
            LineFormat::Csv => {
                let written = record.written();
                for ((at, wager), paid) in &record.paid {
                    let seats = written["boxes"].as_array();
                    let mut seats = seats.into_iter().flatten();
                    let seat = seats.find(|seat| seat["box"] == json!(at));
                    let seat = seat.unwrap_or(&Value::Null);
                    let rest = [
                        ("rulebook", written["rulebook"].clone()),
                        ("void", written["void"].clone()),
                        ("dealer", written["dealer"].clone()),
                        ("community", written["community"].clone()),
                        ("box", json!(at)),
                        ("player", seat["player"].clone()),
                        ("cards", seat["cards"].clone()),
                        ("decision", seat["decision"].clone()),
                        ("bet", json!(wager.name())),
                        ("staked", json!(paid.staked)),
                        ("returned", json!(paid.returned)),
                    ];
                    self.line(&[head.clone(), rest.into()].concat());
                }
            }
        }
    }

    fn apply_ledger(&mut self, logged: &LoggedEntry<'_>) {
        for posted in logged.rows {
            let row = posted.row;
            let mut cells = place(logged);
            cells.extend([
                ("line", json!(posted.line)),
                ("from", json!(row.from().to_string())),
                ("to", json!(row.to().to_string())),
                ("amount", json!(row.amount())),
            ]);
            self.line(&cells);
        }
    }

    fn apply_jackpot(&mut self, logged: &LoggedEntry<'_>) {
        let told = match logged.payload {
            Payload::Link { event, .. } => json!(event),
            Payload::Table { event, .. } => match event {
                TableEvent::Game(event) if is_meter_event(event) => json!(event),
                TableEvent::Game(_) | TableEvent::House(_) | TableEvent::Cards(_) => return,
            },
            Payload::Cage(_) | Payload::House(_) => return,
        };
        let mut cells = place(logged);
        cells.extend([("kind", told["kind"].clone()), ("told", told)]);
        self.line(&cells);
    }

    fn apply_significant(&mut self, logged: &LoggedEntry<'_>) {
        let Some(significant) = Significant::of(logged, self.large) else {
            return;
        };
        let told = match logged.payload {
            Payload::Table { event, .. } => match event {
                TableEvent::Game(event) => json!(event),
                TableEvent::House(event) => json!(event),
                TableEvent::Cards(event) => json!(event),
            },
            Payload::Link { event, .. } => json!(event),
            Payload::Cage(moves) => json!(moves),
            Payload::House(word) => json!(word),
        };
        let round = match logged.payload {
            Payload::Table { before, .. } => before.open_round().map(game::Round::number),
            Payload::Link { .. } | Payload::Cage(_) | Payload::House(_) => None,
        };
        let mut cells = place(logged);
        cells.extend([
            ("round", json!(round)),
            ("kind", json!(significant.kind)),
            ("amount", json!(significant.amount)),
            (
                "by",
                json!(actor_name(significant.by.unwrap_or(logged.command.by))),
            ),
            ("with", json!(logged.command.with)),
            ("told", told),
        ]);
        self.line(&cells);
    }
}

impl<W: Write> Projection for SubjectWriter<'_, W> {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        match self.subject {
            Subject::Rounds => self.apply_round(logged),
            Subject::Ledger => self.apply_ledger(logged),
            Subject::Jackpots => self.apply_jackpot(logged),
            Subject::Events => self.apply_significant(logged),
            Subject::Log => {}
        }
    }
}

/// The columns that say where and when: stream, entry and time.
fn place(logged: &LoggedEntry<'_>) -> Vec<NamedValue> {
    vec![
        ("stream", json!(logged.stream.to_string())),
        ("entry", json!(logged.seq)),
        ("at", json!(moment(logged.command.at))),
    ]
}

fn is_meter_event(event: &Event) -> bool {
    matches!(
        event,
        Event::ContributionAdded { .. }
            | Event::ContributionReversed { .. }
            | Event::JackpotAwarded { .. }
            | Event::AwardReversed { .. }
            | Event::MeterRead { .. }
            | Event::MeterMoved { .. }
            | Event::MeterRestored { .. }
    )
}
