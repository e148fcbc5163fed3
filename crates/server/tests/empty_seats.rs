//! A seat that its player has left is kept for a while, then free for others.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod limits_rig;

use core::time::Duration;

use bot::Live;
use limits_rig::{Guest, MINUTE, Shifted};
use serde_json::{Value, json};

async fn sits(guest: &Guest, seat: u64) -> bool {
    let table = guest.table().await;
    let mut seats = table["view"]["seats"].as_array().unwrap().iter();
    seats.any(|taken| *taken == json!([seat, guest.player]))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seat_of_a_player_who_has_gone_is_free_after_a_while() {
    let floor = Shifted::open().await;
    let (stays, goes) = (floor.guest().await, floor.guest().await);
    stays.ask(&json!({"request": "sit", "at": 1})).await.done();
    goes.ask(&json!({"request": "sit", "at": 2})).await.done();
    let socket = Live::resume(&stays.api, 1, &Value::Null, None).await;
    let socket = socket.unwrap();
    // It is seen that one has no socket, and not for long yet.
    tokio::time::sleep(Duration::from_secs(4)).await;
    floor.pass(4 * MINUTE);
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert!(sits(&goes, 2).await, "four minutes are not enough");
    floor.pass(2 * MINUTE);
    for _ in 0..200 {
        if !sits(&goes, 2).await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(!sits(&goes, 2).await, "the seat is kept for ever");
    assert!(sits(&stays, 1).await, "a player who is there lost the seat");
    drop(socket);
    floor.close().await;
}
