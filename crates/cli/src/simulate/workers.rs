//! Threads that play blocks of rounds, and the order in which their results are added up.
//!
//! A free thread takes the next block. The thread that finishes the block that is next to be counted counts
//! it, and with it all finished blocks that follow; there is no coordinating thread. No thread runs far
//! ahead of the count, so memory stays the same however many rounds there are. Ctrl-C only stops threads
//! from taking new blocks: every block that was begun is finished and counted, so the sums are those of a
//! run with exactly that many rounds.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use game::Refusal;
use maths::simulate::{Block, Engine, Plan, Player, Total};

use super::progress::Progress;

/// How many blocks each thread may be ahead of the count, so that one slow thread does not stop the others.
const BLOCKS_AHEAD: u64 = 64;

/// Most rounds that wait for the meter, in all blocks ahead: some megabytes.
const WAITING_MAX: usize = 100_000;

/// How often the main thread updates the progress bar.
const GLANCE: Duration = Duration::from_millis(100);

/// Signals closer together than this count as one press of Ctrl-C.
const ONE_PRESS: Duration = Duration::from_millis(300);

/// The result of all threads.
pub struct Done {
    /// The sums of all blocks counted.
    pub total: Total,
    /// Whether Ctrl-C stopped it.
    pub interrupted: bool,
}

/// What the threads share: which block is next, and the results so far.
struct Desk {
    blocks: u64,
    ahead: u64,
    state: Mutex<State>,
    /// Signalled when there is room to run ahead again.
    room: Condvar,
    /// Signalled when a thread has ended.
    home: Condvar,
    stop: Arc<AtomicBool>,
}

struct State {
    /// The next block that no thread has taken.
    next: u64,
    /// Blocks finished before their turn to be counted.
    early: BTreeMap<u64, Block>,
    waiting: usize,
    total: Total,
    refused: Option<Refusal>,
    at_work: usize,
}

/// Plays the whole plan on `threads` threads.
pub fn play(plan: &Plan, engine: Engine, threads: usize) -> anyhow::Result<Done> {
    let total = Total::new(plan, engine)?;
    let crew: Result<Vec<Player>, _> = (0..threads).map(|_| Player::new(plan, engine)).collect();
    let crew = crew?;
    let desk = Desk {
        blocks: Total::blocks_of(plan),
        ahead: BLOCKS_AHEAD.saturating_mul(threads as u64),
        state: Mutex::new(State {
            next: 0,
            early: BTreeMap::new(),
            waiting: 0,
            total,
            refused: None,
            at_work: threads,
        }),
        room: Condvar::new(),
        home: Condvar::new(),
        stop: stopped_by_ctrl_c()?,
    };
    let mut progress = Progress::new(plan.rounds);
    std::thread::scope(|scope| {
        for mut player in crew {
            let desk = &desk;
            scope.spawn(move || desk.work(&mut player));
        }
        desk.watch(&mut progress);
    });
    progress.clear();
    let state = desk.state.into_inner();
    let state = state.unwrap_or_else(PoisonError::into_inner);
    if let Some(refusal) = state.refused {
        return Err(anyhow!("the table had to stop: {refusal}"));
    }
    let total = state.total;
    let interrupted = total.tally().rounds < plan.rounds;
    Ok(Done { total, interrupted })
}

impl Desk {
    fn work(&self, player: &mut Player) {
        while let Some(number) = self.take() {
            let brought = player.play(number).and_then(|block| self.bring(block));
            if let Err(refusal) = brought {
                self.stop.store(true, Ordering::Relaxed);
                self.lock().refused.get_or_insert(refusal);
            }
        }
        self.lock().at_work -= 1;
        self.home.notify_all();
    }

    /// The next block, once it is not too far ahead; none when there are no more.
    fn take(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if state.next == self.blocks || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let counted = state.total.blocks();
            if state.next < counted + self.ahead && state.waiting < WAITING_MAX {
                state.next += 1;
                return Some(state.next - 1);
            }
            // The thread with the block that is due will count it and signal `room`.
            state = rest(&self.room, state);
        }
    }

    /// Counts the block and those that waited for it, if it is the one that is due.
    fn bring(&self, block: Block) -> Result<(), Refusal> {
        let mut state = self.lock();
        state.waiting += block.waiting();
        state.early.insert(block.number, block);
        let State {
            early,
            waiting,
            total,
            ..
        } = &mut *state;
        while let Some(block) = early.remove(&total.blocks()) {
            *waiting -= block.waiting();
            total.take(&block)?;
        }
        self.room.notify_all();
        Ok(())
    }

    /// Updates the progress bar until every thread has ended.
    fn watch(&self, progress: &mut Progress) {
        let mut state = self.lock();
        while state.at_work > 0 {
            progress.show(state.total.tally().rounds);
            state = rest(&self.home, state);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for a signal, or until the next update of the bar.
fn rest<'a>(until: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    let waited = until.wait_timeout(state, GLANCE);
    waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Set by the first Ctrl-C; a second, once the first had its time, ends the program at once.
fn stopped_by_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        flag.store(true, Ordering::Relaxed);
        // A shell may send one key press to the program and to its whole group.
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_PRESS {
            std::process::exit(130);
        }
    })
    .context("Ctrl-C cannot be listened to")?;
    Ok(stop)
}
