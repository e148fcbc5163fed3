//! What the walks have reached: a test of everything that can go wrong is worth what it got to see.

use core::fmt::Write;
use std::collections::BTreeMap;

use game::{Act, Event, Irregularity, Request, RulebookId};

use rehearsal::checked_table::CheckedTable;

/// How often each thing happened.
#[derive(Default)]
pub struct Coverage {
    rows: BTreeMap<Irregularity, [u64; 5]>,
    acts: BTreeMap<String, u64>,
    kinds: BTreeMap<&'static str, u64>,
    /// By request: taken, refused.
    asked: BTreeMap<String, (u64, u64)>,
}

/// Acts that no ruling performs, and why.
const NOT_PERFORMED: [(&str, &str); 6] = [
    (
        "-",
        "the cell says that it cannot arise: the report is refused",
    ),
    (
        "awards held",
        "nothing is done: the award waits for its Player",
    ),
    (
        "intended H, else C",
        "the question; what is ruled is H or C",
    ),
    ("M then OA", "no rulebook asks all after moving hands"),
    (
        "M then O to jackpot boxes",
        "no rulebook asks these after moving hands",
    ),
    ("own task", "counted by the hands declined"),
];

/// Kinds of event no table of these walks can see.
const NOT_SEEN: [&str; 1] = ["table-closed"];

impl Coverage {
    pub fn count(&mut self, checked: &CheckedTable) {
        for told in &checked.exchanges {
            let entry = self.asked.entry(name(&told.command.asks)).or_default();
            match &told.answer {
                Ok(events) => {
                    entry.0 += 1;
                    self.count_events(checked.rulebook.id, events);
                }
                Err(_) => entry.1 += 1,
            }
        }
    }

    fn count_events(&mut self, id: RulebookId, events: &[Event]) {
        let left = events
            .iter()
            .any(|event| matches!(event, Event::PlayerLeft { .. }));
        let ruled = events
            .iter()
            .any(|event| matches!(event, Event::RulingMade { .. }));
        let mut due = false;
        for event in events {
            *self.kinds.entry(event.kind()).or_default() += 1;
            match event {
                Event::IrregularityReported { irregularity, .. } => self.row(id, *irregularity),
                Event::RulingMade { on, act, .. } => {
                    if *on == Irregularity::CountReconstructable {
                        self.row(id, *on);
                    }
                    self.act(*act);
                }
                Event::FoldedByAbsence { .. } => {
                    due = true;
                    self.row(id, Irregularity::LeavesDecisionDue);
                    self.act(Act::TreatAsFolded);
                }
                Event::HandRemoved { .. } if !ruled => {
                    due = true;
                    self.row(id, Irregularity::LeavesDecisionDue);
                    self.act(Act::Invalidate);
                }
                Event::RevealDeclined { .. } => {
                    self.row(id, Irregularity::HandNotRevealed);
                    self.act(Act::Unrevealed(id.form().decline_reveal.says));
                }
                Event::FaultModeSet { .. } => self.act(Act::HouseMode),
                _ => {}
            }
        }
        if left && !due {
            self.row(id, Irregularity::LeavesNothingDue);
            self.act(Act::SettleNormally);
        }
    }

    fn row(&mut self, id: RulebookId, row: Irregularity) {
        let place = RulebookId::ALL.iter().position(|each| *each == id).unwrap();
        self.rows.entry(row).or_default()[place] += 1;
    }

    fn act(&mut self, act: Act) {
        *self.acts.entry(act.code().to_owned()).or_default() += 1;
    }

    pub fn merge(&mut self, other: Coverage) {
        for (row, counts) in other.rows {
            let sums = self.rows.entry(row).or_default();
            sums.iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        }
        for (act, count) in other.acts {
            *self.acts.entry(act).or_default() += count;
        }
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        for (asked, (taken, refused)) in other.asked {
            let sums = self.asked.entry(asked).or_default();
            *sums = (sums.0 + taken, sums.1 + refused);
        }
    }

    /// What was never reached.
    pub fn missing(&self) -> Vec<String> {
        let rows = Irregularity::ALL
            .into_iter()
            .filter(|row| !self.rows.contains_key(row));
        let mut missing: Vec<String> = rows.map(|row| format!("{row} {}", row.title())).collect();
        for code in codes() {
            let spared = NOT_PERFORMED.iter().any(|(spared, _)| *spared == code);
            if !spared && !self.acts.contains_key(code) {
                missing.push(format!("act {code}"));
            }
        }
        let kinds = include_str!("../../src/round/event.rs").lines();
        let kinds = kinds.filter_map(|line| line.trim().strip_prefix("Event::"));
        let kinds = kinds.filter_map(|line| line.split_once("=> \"")?.1.strip_suffix("\","));
        for kind in kinds.filter(|kind| !NOT_SEEN.contains(kind)) {
            if !self.kinds.contains_key(kind) {
                missing.push(format!("event {kind}"));
            }
        }
        missing
    }

    pub fn table(&self) -> String {
        let mut text = String::from("row    r20    r13    mbs     ml    ofg\n");
        for (row, counts) in &self.rows {
            let counts = counts.map(|count| format!("{count:>6}")).join(" ");
            let _ = writeln!(text, "{row} {counts}  {}", row.title());
        }
        let acts = self
            .acts
            .iter()
            .map(|(act, count)| format!("{act}: {count}"));
        let _ = writeln!(text, "acts: {}", acts.collect::<Vec<_>>().join(", "));
        let kinds = self
            .kinds
            .iter()
            .map(|(kind, count)| format!("{kind}: {count}"));
        let _ = writeln!(text, "events: {}", kinds.collect::<Vec<_>>().join(", "));
        let asked = self.asked.iter();
        let asked = asked.map(|(asked, (taken, refused))| format!("{asked}: {taken}/{refused}"));
        let _ = writeln!(
            text,
            "asked, taken/refused: {}",
            asked.collect::<Vec<_>>().join(", ")
        );
        text
    }
}

fn name(asks: &Request) -> String {
    let text = format!("{asks:?}");
    let end = text.find(|letter: char| !letter.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The codes of every act there is.
fn codes() -> Vec<&'static str> {
    use game::{DeclineReveal, Others, Then, WhoChooses};
    let asked = [
        WhoChooses::Affected,
        WhoChooses::All,
        WhoChooses::JackpotBoxes,
    ];
    let mut acts = vec![
        Act::CannotArise,
        Act::NoEffect,
        Act::Void,
        Act::VoidAndReshuffle,
        Act::Continue,
        Act::MoveHands(Then::GoOn),
        Act::Reconstruct(Then::GoOn),
        Act::RemoveHand(Others::PlayOn),
        Act::RemoveHand(Others::Choose),
        Act::RemoveHand(Others::MayBePermittedToWithdraw),
        Act::MayWithdraw,
        Act::ReturnBet,
        Act::ReturnBetAtEnd,
        Act::ReturnJackpotBets,
        Act::Refuse,
        Act::RefuseExcess,
        Act::CorrectOrTakeBack,
        Act::SettleAsItStands,
        Act::SettleToMaximum,
        Act::SettleToAnte,
        Act::SettleOnce,
        Act::KeepAtRisk,
        Act::TreatAsFolded,
        Act::Invalidate,
        Act::SettleNormally,
        Act::Unrevealed(DeclineReveal::OwnBurden),
        Act::Unrevealed(DeclineReveal::DeemedLower),
        Act::Unrevealed(DeclineReveal::DeemedFolded),
        Act::OrderThenChoices,
        Act::RuleOnIntent,
        Act::KeepOneHand,
        Act::MayBar,
        Act::BarPersists,
        Act::CountDeck,
        Act::HouseMode,
        Act::AwardsHeld,
    ];
    for asked in asked {
        acts.extend([
            Act::Choices(asked),
            Act::MoveHands(Then::Ask(asked)),
            Act::Reconstruct(Then::Ask(asked)),
        ]);
    }
    acts.into_iter().map(Act::code).collect()
}
