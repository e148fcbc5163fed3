//! Each subject, entry by entry.

use std::collections::BTreeMap;
use std::io::{self, Write};

use game::{Event, Money, Timestamp};
use ledger::TableId;
use serde_json::{Value, json};

use super::sheet::{Cell, Form, Sheet};
use super::{ExportError, Subject};
use crate::calendar::moment;
use crate::chronicle::{Chronicle, Listener, Said, What, who};
use crate::log::Stream;
use crate::record::{Record, Recorder};
use crate::significant::Significant;
use crate::table::{Shuffle, TableEvent};

pub struct Writer<'a, W> {
    subject: Subject,
    large: Money,
    sheet: Sheet<'a, W>,
    tables: BTreeMap<TableId, Rounds>,
    /// The first line that could not be written; nothing is written after it.
    failed: Option<io::Error>,
}

/// The rounds of one table.
#[derive(Default)]
struct Rounds {
    recorder: Recorder,
    /// When the last one ended, and the mark of the rules it was played by.
    ended: Timestamp,
    digest: String,
}

impl<'a, W: Write> Writer<'a, W> {
    pub fn new(subject: Subject, large: Money, sheet: Sheet<'a, W>) -> Writer<'a, W> {
        Writer {
            subject,
            large,
            sheet,
            tables: BTreeMap::new(),
            failed: None,
        }
    }

    /// The last round of every table, once everything is told.
    pub fn ends(mut self, chronicle: &Chronicle) -> Result<(), ExportError> {
        if self.subject == Subject::Rounds {
            for state in chronicle.tables() {
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

    fn line(&mut self, cells: &[Cell]) {
        if self.failed.is_none() {
            self.failed = self.sheet.line(cells).err();
        }
    }

    fn hear_round(&mut self, said: &Said<'_>) {
        let (Stream::Table(table), What::Table { event, before }) = (said.stream, said.what) else {
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
                rounds.ended = said.asking.at;
            }
            TableEvent::Game(_) | TableEvent::House(_) | TableEvent::Cards(_) => {}
        }
    }

    fn round(&mut self, table: TableId, record: &Record, shuffle: Option<&Shuffle>) {
        let rounds = &self.tables[&table];
        let head: Vec<Cell> = vec![
            ("table", json!(table)),
            ("round", json!(record.round)),
            ("ended", json!(moment(rounds.ended))),
            ("digest", json!(rounds.digest)),
        ];
        match self.sheet.form {
            Form::Jsonl => {
                let paid = record.paid.iter().map(|((at, wager), paid)| {
                    let (staked, returned) = (paid.staked, paid.returned);
                    json!({"box": at, "bet": wager.name(), "staked": staked, "returned": returned})
                });
                let paid: Vec<Value> = paid.collect();
                let rest = [
                    ("written", record.written()),
                    ("paid", json!(paid)),
                    ("beyond", json!(record.beyond)),
                    ("shuffle", json!(shuffle.and_then(Shuffle::proof))),
                ];
                self.line(&[head, rest.into()].concat());
            }
            Form::Csv => {
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

    fn hear_ledger(&mut self, said: &Said<'_>) {
        for posted in said.rows {
            let row = posted.row;
            let mut cells = place(said);
            cells.extend([
                ("line", json!(posted.line)),
                ("from", json!(row.from().to_string())),
                ("to", json!(row.to().to_string())),
                ("amount", json!(row.amount())),
            ]);
            self.line(&cells);
        }
    }

    fn hear_jackpot(&mut self, said: &Said<'_>) {
        let told = match said.what {
            What::Link { event, .. } => json!(event),
            What::Table { event, .. } => match event {
                TableEvent::Game(event) if moves_a_meter(event) => json!(event),
                TableEvent::Game(_) | TableEvent::House(_) | TableEvent::Cards(_) => return,
            },
            What::Cage(_) | What::House(_) => return,
        };
        let mut cells = place(said);
        cells.extend([("kind", told["kind"].clone()), ("told", told)]);
        self.line(&cells);
    }

    fn hear_significant(&mut self, said: &Said<'_>) {
        let Some(significant) = Significant::of(said, self.large) else {
            return;
        };
        let told = match said.what {
            What::Table { event, .. } => match event {
                TableEvent::Game(event) => json!(event),
                TableEvent::House(event) => json!(event),
                TableEvent::Cards(event) => json!(event),
            },
            What::Link { event, .. } => json!(event),
            What::Cage(moves) => json!(moves),
            What::House(word) => json!(word),
        };
        let round = match said.what {
            What::Table { before, .. } => before.open_round().map(game::Round::number),
            What::Link { .. } | What::Cage(_) | What::House(_) => None,
        };
        let mut cells = place(said);
        cells.extend([
            ("round", json!(round)),
            ("kind", json!(significant.kind)),
            ("amount", json!(significant.amount)),
            ("by", json!(who(significant.by.unwrap_or(said.asking.by)))),
            ("with", json!(said.asking.with)),
            ("told", told),
        ]);
        self.line(&cells);
    }
}

impl<W: Write> Listener for Writer<'_, W> {
    fn hear(&mut self, said: &Said<'_>) {
        match self.subject {
            Subject::Rounds => self.hear_round(said),
            Subject::Ledger => self.hear_ledger(said),
            Subject::Jackpots => self.hear_jackpot(said),
            Subject::Events => self.hear_significant(said),
            Subject::Log => {}
        }
    }
}

/// Where and when.
fn place(said: &Said<'_>) -> Vec<Cell> {
    vec![
        ("stream", json!(said.stream.to_string())),
        ("entry", json!(said.seq)),
        ("at", json!(moment(said.asking.at))),
    ]
}

fn moves_a_meter(event: &Event) -> bool {
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
