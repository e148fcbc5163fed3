//! Threads that play blocks and put them together in their order.
//!
//! Whoever is free takes the next block, and whoever brings the one that is due counts it and all that
//! waited for it: nobody stands between the threads. None runs far ahead of the count, so memory stays
//! the same however many rounds there are. Ctrl-C only stops new blocks from being taken: every block
//! that was begun is finished and counted, and so the sums are those of a run with just as many rounds.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use game::Refusal;
use maths::simulate::{Block, Engine, Plan, Player, Total};

use super::progress::Progress;

/// How many blocks a thread may be ahead of the count: a slow neighbour stops nobody.
const BLOCKS_AHEAD: u64 = 64;

/// Rounds that wait for the meter, in all blocks ahead: some megabytes.
const WAITING_MAX: usize = 100_000;

/// How often somebody looks how far it is.
const GLANCE: Duration = Duration::from_millis(100);

/// Signals that come closer together are one.
const ONE_PRESS: Duration = Duration::from_millis(300);

/// What the workers came to.
pub struct Done {
    pub total: Total,
    pub interrupted: bool,
}

/// Where blocks are taken, brought and counted.
struct Desk {
    blocks: u64,
    ahead: u64,
    state: Mutex<State>,
    /// There is room to run ahead again.
    room: Condvar,
    /// Somebody has gone home.
    home: Condvar,
    stop: Arc<AtomicBool>,
}

struct State {
    /// The next block nobody has taken.
    next: u64,
    /// Brought before their turn.
    early: BTreeMap<u64, Block>,
    waiting: usize,
    total: Total,
    refused: Option<Refusal>,
    at_work: usize,
}

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
            // Whoever has the block that is due will count it and say so.
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

    /// Shows how far it is until everybody has gone home.
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

/// Until something happens, or it is time to look again.
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
