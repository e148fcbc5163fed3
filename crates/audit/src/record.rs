//! A finished round in the form that `queenhigh settle` reads, and what was paid in it.
//!
//! An outsider can check such a record without our code: it holds the cards, the chips and the decisions,
//! and beside them the amounts that left the rack. A round can be corrected until the next one opens, so
//! it is recorded only then, or when the log ends.

mod boxes;

use std::collections::{BTreeMap, BTreeSet};

use game::{
    Act, BoxNumber, Card, Conduct, Event, LimitScope, Money, Outcome, Phase, Round, Rulebook,
    Setup, Table, Wager, events_of,
};
use serde_json::Value;

use house::table::TableEvent;

/// One finished round: the input of a settlement and what the table paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Number of the round.
    pub round: u64,
    /// The round in the form `settle` takes.
    pub asks: reference::Round,
    /// What was paid on each bet of each box, all Players of the box together.
    pub paid: BTreeMap<(BoxNumber, Wager), PaidLine>,
    /// Why the form cannot express the whole round, where it cannot.
    pub unsupported: Option<&'static str>,
}

/// What was paid on one bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaidLine {
    /// Chips that lay on the bet.
    pub staked: Money,
    /// Chips handed back: stake and winnings.
    pub returned: Money,
}

impl Record {
    /// The JSON that `queenhigh settle` reads.
    pub fn written(&self) -> Value {
        reference::json::written(&self.asks)
    }
}

/// Follows the events of a table and records its rounds.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// The options the table was opened with. Kept, because listing them from the rulebook takes longer than
    /// the rest of the record.
    options: Option<Vec<(String, String)>>,
    /// The conduct of the Players when the round opened: who may stake below the minimum changes when it
    /// ends (mbs-2019 5.13).
    opened: Option<Conduct>,
    notes: RecordNotes,
}

/// What happened during the round and cannot be seen in its final state.
#[derive(Clone, Debug, Default)]
struct RecordNotes {
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
    /// Takes the next event of `table`. Returns the finished round once nothing can change it any more.
    pub fn take(&mut self, table: &Table, event: &TableEvent) -> Option<Record> {
        let TableEvent::Game(event) = event else {
            return None;
        };
        if matches!(event, Event::TableOpened { .. }) {
            self.options = None;
        }
        let ends = matches!(event, Event::BetsOpened { .. } | Event::TableClosed);
        if !ends {
            self.notes.take(event);
            return None;
        }
        let over = self.last(table);
        let opens = matches!(event, Event::BetsOpened { .. });
        self.opened = opens.then(|| table.conduct().clone());
        if self.options.is_none() {
            self.options = table.rulebook().map(options);
        }
        self.notes = RecordNotes::default();
        over
    }

    /// The record of the table's last round, if it is over.
    pub fn last(&self, table: &Table) -> Option<Record> {
        let before = self.opened.as_ref()?;
        let round = table.round().filter(|round| round.is_over())?;
        let (rulebook, setup) = (table.rulebook()?, table.setup()?);
        let writer = RecordWriter {
            rulebook,
            setup,
            options: self.options.as_deref().unwrap_or_default(),
            before,
            round,
            notes: &self.notes,
        };
        Some(writer.record())
    }
}

impl RecordNotes {
    // Where a class of events is noted in part, its kinds are listed one by one: a new one does not
    // compile before it says here whether it is noted.
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
            Event::IrregularityReported { .. }
            | Event::Looked { .. }
            | Event::Touched { .. }
            | Event::Folded { .. }
            | Event::FoldedByAbsence { .. }
            | Event::PairPlusStood { .. }
            | Event::FoldedCollected { .. }
            | Event::BoxesSettled
            | Event::JackpotsSettled
            | Event::RoundConcluded
            | Event::Referred { .. }
            | Event::InterruptionResumed { .. }
            | Event::CardsFound { .. }
            | Event::CardsOrdered { .. }
            | Event::DealStands
            | Event::ChoicesOffered { .. }
            | Event::WithdrawalPermitted { .. }
            | Event::ChoiceMade { .. }
            | Event::ChoicesEnded
            | Event::CardsCounted { .. }
            | Event::HandsVoided { .. }
            | Event::RoundResumed
            | Event::CorrectionProposed { .. }
            | Event::CardCorrected { .. }
            | Event::PlayerStopped { .. }
            | Event::WagerSettled(_)
            | Event::PostingReversed(_)
            | Event::PayCorrected { .. }
            | events_of![
                table, seats, conduct, fault, chips, calls, deal, showdown, jackpot
            ] => {}
        }
    }
}

struct RecordWriter<'a> {
    rulebook: &'a Rulebook,
    setup: &'a Setup,
    options: &'a [(String, String)],
    before: &'a Conduct,
    round: &'a Round,
    notes: &'a RecordNotes,
}

impl RecordWriter<'_> {
    fn record(&self) -> Record {
        let mut paid: BTreeMap<(BoxNumber, Wager), PaidLine> = BTreeMap::new();
        for posting in &self.round.postings().settled {
            let line = &posting.line;
            let paid = paid.entry((line.at, line.wager)).or_default();
            paid.staked += line.staked;
            paid.returned += line.returned;
        }
        let mut unsupported = self.unsupported();
        let mut asks = reference::Round {
            rulebook: self.rulebook.id.name().to_owned(),
            options: self.options.to_vec(),
            limits: self.limits(),
            jackpot: self.jackpot(),
            ..reference::Round::default()
        };
        for (at, held) in self.round.boxes() {
            let own = paid.range((at, Wager::Play)..=(at, Wager::Envy));
            let own: BTreeMap<Wager, PaidLine> =
                own.map(|((_, wager), paid)| (*wager, *paid)).collect();
            let seat = boxes::RecordedBox {
                at,
                held,
                own: &own,
            };
            asks.boxes.extend(self.box_form(&seat, &mut unsupported));
        }
        self.ending(&mut asks);
        Record {
            round: self.round.number(),
            asks,
            paid,
            unsupported,
        }
    }

    /// What the form, or the reference settlement, cannot express.
    fn unsupported(&self) -> Option<&'static str> {
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

    fn ending(&self, asks: &mut reference::Round) {
        if self.is_void() {
            asks.void = Some(self.notes.void.clone());
            return;
        }
        if let Some(felt) = self.round.felt() {
            asks.dealer = cards(&felt.dealer);
            asks.community = cards(&felt.community);
        }
    }

    fn limits(&self) -> reference::Limits {
        let limits = &self.setup.limits;
        let side_bet = self.rulebook.side_bet.says != game::SideBet::None;
        reference::Limits {
            ante: range(limits.ante),
            pair_plus: range(limits.pair_plus),
            five_card: side_bet.then(|| range(limits.five_card)),
        }
    }

    fn jackpot(&self) -> Option<reference::Jackpot> {
        let set = self.setup.jackpot?;
        let read = self.round.postings().meter_read.unwrap_or(set.seed);
        Some(reference::Jackpot {
            stake: set.stake.in_minor(),
            displayed: read.in_minor(),
            seed: set.seed.in_minor(),
        })
    }
}

fn options(rulebook: &Rulebook) -> Vec<(String, String)> {
    let options = rulebook.options().into_iter();
    options
        .map(|(switch, value)| (switch.to_owned(), value))
        .collect()
}

fn range(bounds: game::Bounds) -> reference::Range {
    reference::Range {
        min: bounds.min.map(Money::in_minor),
        max: bounds.max.map(Money::in_minor),
    }
}

/// `As Kd 2c`.
fn cards(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    cards.join(" ")
}
