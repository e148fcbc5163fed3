//! A round that is over, written down the way `queenhigh settle` reads rounds, and what was paid in it.
//!
//! Whoever has such a record needs nothing of us to check it: the cards, the chips and the decisions are
//! in it, and the amounts that left the rack stand beside them. A round can be corrected until the next
//! one opens, so it is written down only then, or when the log ends.

mod seat;

use std::collections::{BTreeMap, BTreeSet};

use game::{
    Act, BoxNumber, Card, Conduct, Event, LimitScope, Money, Outcome, Phase, Round, Rulebook,
    Setup, Table, Wager,
};
use serde_json::{Map, Value, json};

use crate::table::TableEvent;

/// One round, as it stands in the books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub round: u64,
    /// In the form `settle` takes.
    pub written: Value,
    /// What each line came to, all Players of a box together.
    pub paid: BTreeMap<(BoxNumber, Wager), Paid>,
    /// Why the form cannot say all of it, where it cannot.
    pub beyond: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    pub staked: Money,
    pub returned: Money,
}

/// Follows a table and writes its rounds down.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// As the round found it: who may stake below the minimum changes with its end (mbs-2019 5.13).
    opened: Option<Conduct>,
    notes: Notes,
}

/// What happened in the round that its end no longer tells.
#[derive(Clone, Debug, Default)]
struct Notes {
    /// The clause it is void by.
    void: String,
    /// The boxes with a bet that has won or lost.
    posted: BTreeSet<BoxNumber>,
    /// Whether a box has been counted out.
    counted: bool,
    moved_late: bool,
    /// The boxes that are out, each by its clause.
    out: BTreeMap<BoxNumber, String>,
    jackpot_bets_returned: bool,
}

impl Recorder {
    /// `event` comes next at `table`; the round before it is returned when nothing can change it any more.
    pub fn take(&mut self, table: &Table, event: &TableEvent) -> Option<Record> {
        let TableEvent::Game(event) = event else {
            return None;
        };
        let ends = matches!(event, Event::BetsOpened { .. } | Event::TableClosed);
        if !ends {
            self.notes.take(event);
            return None;
        }
        let over = self.last(table);
        let opens = matches!(event, Event::BetsOpened { .. });
        self.opened = opens.then(|| table.conduct().clone());
        self.notes = Notes::default();
        over
    }

    /// The round that is over at the table, if one is.
    pub fn last(&self, table: &Table) -> Option<Record> {
        let before = self.opened.as_ref()?;
        let round = table.round().filter(|round| round.is_over())?;
        let (rulebook, setup) = (table.rulebook()?, table.setup()?);
        let writer = Writer {
            rulebook,
            setup,
            before,
            round,
            notes: &self.notes,
        };
        Some(writer.record())
    }
}

impl Notes {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of some ninety kinds of event a few leave nothing else behind"
    )]
    fn take(&mut self, event: &Event) {
        let first = |cites: &[String]| cites.first().cloned().unwrap_or_default();
        match event {
            Event::RoundVoided { cites, .. } => self.void = first(cites),
            Event::WagerSettled(line) if line.outcome != Outcome::Returned => {
                self.posted.insert(line.at);
            }
            Event::BoxSettled { .. } => self.counted = true,
            Event::CardsRelaid { .. } => self.moved_late |= self.counted,
            Event::HandRemoved { at, cites } | Event::BetsWithdrawn { at, cites, .. } => {
                self.out.insert(*at, first(cites));
            }
            Event::RulingMade { act, .. } => {
                self.jackpot_bets_returned |= *act == Act::ReturnJackpotBets;
            }
            _ => {}
        }
    }
}

struct Writer<'a> {
    rulebook: &'a Rulebook,
    setup: &'a Setup,
    before: &'a Conduct,
    round: &'a Round,
    notes: &'a Notes,
}

impl Writer<'_> {
    fn record(&self) -> Record {
        let mut paid: BTreeMap<(BoxNumber, Wager), Paid> = BTreeMap::new();
        for posting in &self.round.postings().settled {
            let line = &posting.line;
            let paid = paid.entry((line.at, line.wager)).or_default();
            paid.staked += line.staked;
            paid.returned += line.returned;
        }
        let mut beyond = self.beyond();
        let mut written = Map::new();
        written.insert("rulebook".to_owned(), json!(self.rulebook.id.name()));
        let options = self.rulebook.options().into_iter();
        let options: Map<String, Value> = options
            .map(|(switch, value)| (switch.to_owned(), json!(value)))
            .collect();
        let mut boxes = Vec::new();
        for (at, held) in self.round.boxes() {
            let own = paid.range((at, Wager::Play)..=(at, Wager::Envy));
            let own: BTreeMap<Wager, Paid> =
                own.map(|((_, wager), paid)| (*wager, *paid)).collect();
            let seat = seat::Seat {
                at,
                held,
                own: &own,
            };
            if let Some(seat) = self.seat(&seat, &mut beyond) {
                boxes.push(seat);
            }
        }
        if !options.is_empty() {
            written.insert("options".to_owned(), Value::Object(options));
        }
        written.insert("limits".to_owned(), self.limits());
        if let Some(jackpot) = self.jackpot() {
            written.insert("jackpot".to_owned(), jackpot);
        }
        self.ending(&mut written);
        written.insert("boxes".to_owned(), Value::Array(boxes));
        Record {
            round: self.round.number(),
            written: Value::Object(written),
            paid,
            beyond,
        }
    }

    /// What the form, or the second opinion on it, has no words for.
    fn beyond(&self) -> Option<&'static str> {
        let dealer = self.round.felt().map_or(0, |felt| felt.dealer.len());
        // A void round gives everything back, whatever lay where.
        if self.is_void() {
            None
        } else if self.rulebook.limit_scope.says == LimitScope::PerPosition {
            Some("limits are for all bets of a box together")
        } else if self.notes.moved_late {
            Some("hands were moved when bets had been settled")
        } else if self.notes.jackpot_bets_returned {
            Some("jackpot bets were returned by a ruling")
        } else if dealer != 0 && dealer != 3 {
            Some("the Dealer's hand is not of three cards")
        } else {
            None
        }
    }

    fn is_void(&self) -> bool {
        matches!(self.round.phase(), Phase::Voided(_))
    }

    fn ending(&self, written: &mut Map<String, Value>) {
        if self.is_void() {
            written.insert("void".to_owned(), json!(self.notes.void));
            return;
        }
        let Some(felt) = self.round.felt() else {
            return;
        };
        if !felt.dealer.is_empty() {
            written.insert("dealer".to_owned(), json!(cards(&felt.dealer)));
        }
        if !felt.community.is_empty() {
            written.insert("community".to_owned(), json!(cards(&felt.community)));
        }
    }

    fn limits(&self) -> Value {
        let limits = &self.setup.limits;
        let mut said = json!({"ante": limits.ante, "pair_plus": limits.pair_plus});
        if self.rulebook.side_bet.says != game::SideBet::None {
            said["five_card"] = json!(limits.five_card);
        }
        said
    }

    fn jackpot(&self) -> Option<Value> {
        let set = self.setup.jackpot?;
        let read = self.round.postings().meter_read.unwrap_or(set.seed);
        Some(json!({"stake": set.stake, "displayed": read, "seed": set.seed}))
    }
}

/// `As Kd 2c`.
fn cards(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    cards.join(" ")
}
