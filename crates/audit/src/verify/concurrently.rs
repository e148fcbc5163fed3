//! Several things waited for at once, as many at a time as there are cores.

use core::future::{Future, poll_fn};
use core::pin::Pin;
use core::task::Poll;
use std::sync::{Mutex, PoisonError};

/// Does `work` with every one of `all`; what comes of it is in no order. The first error ends it.
pub async fn run_concurrently<T, R: Send, E, F: Future<Output = Result<R, E>> + Send>(
    all: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> F + Sync,
) -> Result<Vec<R>, E> {
    let cores = std::thread::available_parallelism().map_or(1, core::num::NonZero::get);
    let waiting = Mutex::new(all);
    let next = || {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.next()
    };
    let lane = || async {
        let mut done = Vec::new();
        while let Some(one) = next() {
            done.push(work(one).await?);
        }
        Ok(done)
    };
    let mut lanes: Vec<_> = (0..cores).map(|_| Some(Box::pin(lane()))).collect();
    let mut done = Vec::new();
    poll_fn(|context| {
        for lane in &mut lanes {
            let Some(running) = lane else { continue };
            if let Poll::Ready(ended) = Pin::new(running).poll(context) {
                *lane = None;
                match ended {
                    Ok(of_lane) => done.extend(of_lane),
                    Err(error) => return Poll::Ready(Err(error)),
                }
            }
        }
        if lanes.iter().any(Option::is_some) {
            return Poll::Pending;
        }
        Poll::Ready(Ok(()))
    })
    .await?;
    Ok(done)
}
