//! Ctrl-C at the table: says what becomes of the round, then ends the program with 130.
//!
//! The game is kept in memory alone, so there is nothing to put in order; but a player who stops in the middle
//! of a round has to hear that its bets are gone with it.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use anyhow::Context as _;

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// No round is open.
    Between,
    /// Bets may still be taken back.
    BetsOpen,
    /// Bets are closed and not settled.
    InPlay,
}

/// Shared with the thread that hears Ctrl-C.
#[derive(Default)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// Hears Ctrl-C from now on.
    pub fn listen() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::default();
        let stage = Arc::clone(&interrupt.0);
        ctrlc::set_handler(move || {
            let said = last_words(stage.load(Ordering::SeqCst));
            // Standard output is held by the conversation.
            let _ = writeln!(std::io::stderr(), "\n{said}");
            std::process::exit(130);
        })
        .context("Ctrl-C cannot be listened to")?;
        Ok(interrupt)
    }

    /// The game stands here now.
    pub fn set(&self, stage: Stage) {
        self.0.store(stage as u8, Ordering::SeqCst);
    }
}

fn last_words(stage: u8) -> &'static str {
    if stage == Stage::InPlay as u8 {
        "Stopped by Ctrl-C in the middle of a round: it is not settled, its bets are neither won nor lost, \
         and nothing of this game is kept."
    } else if stage == Stage::BetsOpen as u8 {
        "Stopped by Ctrl-C while bets were open: nothing was dealt, no bet counts, and nothing of this game \
         is kept."
    } else {
        "Stopped by Ctrl-C between rounds: nothing of this game is kept."
    }
}
