//! Threads that play blocks, and the one that takes them in order.
//!
//! Whoever is free takes the next block. Nobody runs further ahead of the count than a few blocks a
//! thread, so memory stays the same however many rounds there are. Ctrl-C only stops new blocks from
//! being taken: every block that was begun is finished and counted, and so the sums are those of a run
//! with just as many rounds.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use game::Refusal;
use maths::simulate::{Block, Engine, Plan, Player, Total};

use super::progress::Progress;

/// How far ahead of the count a thread may be.
const BLOCKS_AHEAD: u64 = 4;

/// How long the count waits before it looks up again.
const GLANCE: Duration = Duration::from_millis(100);

/// What the crew came to.
pub struct Done {
    pub total: Total,
    pub interrupted: bool,
}

/// Where blocks are taken and brought.
struct Desk {
    blocks: u64,
    ahead: u64,
    state: Mutex<State>,
    changed: Condvar,
    stop: Arc<AtomicBool>,
}

struct State {
    next: u64,
    counted: u64,
    brought: BTreeMap<u64, Result<Block, Refusal>>,
}

pub fn play(plan: &Plan, engine: Engine, threads: usize) -> anyhow::Result<Done> {
    let mut total = Total::new(plan, engine)?;
    let blocks = Total::blocks_of(plan);
    let desk = Desk {
        blocks,
        ahead: BLOCKS_AHEAD.saturating_mul(threads as u64),
        state: Mutex::new(State {
            next: 0,
            counted: 0,
            brought: BTreeMap::new(),
        }),
        changed: Condvar::new(),
        stop: stopped_by_ctrl_c()?,
    };
    let crew: Result<Vec<Player>, _> = (0..threads).map(|_| Player::new(plan, engine)).collect();
    let mut progress = Progress::new(plan.rounds);
    let counted = std::thread::scope(|scope| {
        for mut player in crew? {
            let desk = &desk;
            scope.spawn(move || desk.work(&mut player));
        }
        let counted = desk.count(&mut total, &mut progress);
        desk.stop.store(true, Ordering::Relaxed);
        desk.changed.notify_all();
        counted
    });
    progress.clear();
    counted?;
    let interrupted = total.tally().rounds < plan.rounds;
    Ok(Done { total, interrupted })
}

impl Desk {
    fn work(&self, player: &mut Player) {
        while let Some(number) = self.take() {
            let block = player.play(number);
            self.lock().brought.insert(number, block);
            self.changed.notify_all();
        }
    }

    /// The next block, once it is not too far ahead; none when there are no more.
    fn take(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if state.next == self.blocks || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if state.next < state.counted + self.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn count(&self, total: &mut Total, progress: &mut Progress) -> anyhow::Result<()> {
        loop {
            let mut state = self.lock();
            let counted = state.counted;
            let Some(block) = state.brought.remove(&counted) else {
                let stopped = self.stop.load(Ordering::Relaxed) && counted == state.next;
                if counted == self.blocks || stopped {
                    return Ok(());
                }
                let waited = self.changed.wait_timeout(state, GLANCE);
                drop(waited.unwrap_or_else(PoisonError::into_inner));
                progress.show(total.tally().rounds);
                continue;
            };
            state.counted += 1;
            drop(state);
            self.changed.notify_all();
            let taken = block.and_then(|block| total.take(&block));
            taken.map_err(|refusal| anyhow!("the table had to stop: {refusal}"))?;
            progress.show(total.tally().rounds);
        }
    }

    /// A thread that fell over has left the numbers whole: they are changed in one step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Set by the first Ctrl-C; the second ends the program at once.
fn stopped_by_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("Ctrl-C cannot be listened to")?;
    Ok(stop)
}
