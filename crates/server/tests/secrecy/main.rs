//! Two floors, the same script, and the cards that lie face down exchanged: until they are shown, every
//! byte that goes to any client is the same on both floors, and so is the length of every message.
//!
//! On tables with real cards the test chooses the cards (`real_cards`); on tables where the house deals the
//! two decks differ by themselves (`house_deals`). Every role watches, with and without a session, over
//! sockets, over HTTP and in the log. `QUEENHIGH_PAIRS` asks for more pairs of rounds than usual.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "../floor/mod.rs"]
mod floor;
mod house_deals;
mod over_http;
mod real_cards;
mod same;
mod two_floors;

use std::sync::{Arc, Mutex};

use two_floors::TwoFloors;

/// Pairs of rounds on tables with real cards; on tables where the house deals a quarter of it.
const PAIRS: u64 = 1_000;
/// Tables that are played at the same time.
const LANES: u32 = 4;

fn pairs() -> u64 {
    let asked = std::env::var("QUEENHIGH_PAIRS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(PAIRS)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_hidden_card_is_sent_to_any_client() {
    let log = Log::begin();
    let floors = TwoFloors::open(LANES).await;
    let mut lanes = tokio::task::JoinSet::new();
    for lane in 0..LANES {
        let own = (0..pairs()).skip(lane as usize).step_by(LANES as usize);
        lanes.spawn(real_cards::play(floors.lane(lane + 1), own.collect()));
    }
    finish(lanes).await;
    let mut lanes = tokio::task::JoinSet::new();
    for lane in 0..LANES {
        let own = (0..pairs().div_ceil(4)).skip(lane as usize);
        let own = own.step_by(LANES as usize).collect();
        lanes.spawn(house_deals::play(floors.lane(lane + 1 + LANES), own));
    }
    finish(lanes).await;
    floors.close().await;
    let log = log.text();
    assert!(log.contains("the doors close"), "the log is read: {log}");
    assert_eq!(same::cards_named(&log), Vec::<&str>::new(), "{log}");
}

async fn finish(mut lanes: tokio::task::JoinSet<()>) {
    while let Some(played) = lanes.join_next().await {
        played.unwrap();
    }
}

/// What the floors log, as the program logs it.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn begin() -> Log {
        let log = Log::default();
        let writer = log.clone();
        tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .with_max_level(tracing_subscriber::filter::LevelFilter::INFO)
            .with_ansi(false)
            .init();
        log
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}
