//! One table and the model beside it: every command goes through here, and nothing else does.
//!
//! The walk keeps the commands as they were given, so that a failing table can be walked again with
//! fewer of them.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};

use game::{Command, Event, Round, Rulebook, Table};

use super::ledger::Model;

/// What went against the rules, and the check that saw it.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The name of the check: a shorter walk must fail by the same one.
    pub check: &'static str,
    pub said: String,
}

pub type Checked = Result<(), Failure>;

/// Fails the check named first, unless the condition holds.
macro_rules! holds {
    ($check:literal, $so:expr, $($said:tt)+) => {
        if !$so {
            return Err($crate::checked_table::Failure { check: $check, said: format!($($said)+) });
        }
    };
}
pub(crate) use holds;

/// A command and the answer it got.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub command: Command,
    /// The kinds of the events, or the refusal.
    pub answer: Result<Vec<Event>, String>,
}

#[derive(Clone)]
pub struct CheckedTable {
    pub rulebook: Rulebook,
    pub table: Table,
    pub model: Model,
    pub exchanges: Vec<Exchange>,
}

impl CheckedTable {
    pub fn new(rulebook: Rulebook) -> CheckedTable {
        CheckedTable {
            model: Model::new(&rulebook),
            rulebook,
            table: Table::closed(),
            exchanges: Vec::new(),
        }
    }

    /// The round being played, or the last one.
    pub fn round(&self) -> Option<&Round> {
        self.table.round()
    }

    pub fn is_over(&self) -> bool {
        self.round().is_none_or(Round::is_over)
    }

    pub fn log(&self) -> impl Iterator<Item = &Event> {
        self.exchanges
            .iter()
            .filter_map(|exchanges| exchanges.answer.as_ref().ok())
            .flatten()
    }

    /// Whether the command would be taken, or would bring the table down: asks only.
    pub fn takes(&self, command: &Command) -> bool {
        self.refusal(command).is_none()
    }

    pub fn refusal(&self, command: &Command) -> Option<String> {
        let decided = quietly(|| self.table.decide(&self.rulebook, command));
        decided.ok()?.err().map(|refusal| refusal.to_string())
    }

    /// Gives the command and checks everything that must hold afterwards; true where it was taken.
    pub fn give(&mut self, command: Command) -> Result<bool, Failure> {
        let before = self.table.clone();
        let decided = quietly(|| self.table.decide(&self.rulebook, &command));
        if let Err(panicked) = &decided {
            let answer = Err(panicked.clone());
            let command = command.clone();
            self.exchanges.push(Exchange { command, answer });
        }
        holds!(
            "no panic in decide",
            decided.is_ok(),
            "{}",
            decided.unwrap_err()
        );
        let decided = decided.unwrap_or_else(|_| Ok(Vec::new()));
        holds!(
            "deciding changes nothing",
            self.table == before,
            "the table is not as it was"
        );
        let events = match decided {
            Ok(events) => events,
            Err(refusal) => {
                let answer = Err(refusal.to_string());
                self.exchanges.push(Exchange { command, answer });
                return Ok(false);
            }
        };
        let answer = Ok(events.clone());
        self.exchanges.push(Exchange {
            command: command.clone(),
            answer,
        });
        holds!(
            "what is taken happens",
            !events.is_empty(),
            "taken, and nothing happened"
        );
        let mut after = before;
        let evolved = quietly(|| events.iter().for_each(|event| after.evolve(event)));
        holds!(
            "no panic in evolve",
            evolved.is_ok(),
            "{}",
            evolved.unwrap_err()
        );
        self.table = after;
        self.model.take(&command, &events)?;
        self.model.agrees_with(&self.table)?;
        Ok(true)
    }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics inside [`quietly`] are answers, not noise; all others are printed as ever.
pub fn hush_expected_panics() {
    let loud = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if QUIET.get() {
            LAST.set(info.to_string());
        } else {
            loud(info);
        }
    }));
}

fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    QUIET.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    done.map_err(|_| LAST.take())
}
