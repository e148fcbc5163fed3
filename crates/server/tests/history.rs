//! The list of a player's rounds, page by page: every page is full of rounds, whatever else he did meanwhile.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod limits_rig;

use limits_rig::{Guest, Shifted};
use serde_json::json;

/// The numbers of all rounds, read in pages of so many, and how many each page had.
async fn read(guest: &Guest, query: &str, limit: usize) -> (Vec<u64>, Vec<usize>) {
    let (mut rounds, mut sizes) = (Vec::new(), Vec::new());
    let mut before = String::new();
    loop {
        let path = format!("/api/v1/rounds?limit={limit}{query}{before}");
        let page = guest.get(&path).await;
        let here = page["rounds"].as_array().unwrap();
        rounds.extend(here.iter().map(|round| round["round"].as_u64().unwrap()));
        sizes.push(here.len());
        let Some(cursor) = page["before"].as_str() else {
            return (rounds, sizes);
        };
        before = format!("&before={cursor}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_rounds_are_full_whatever_else_was_done() {
    let floor = Shifted::open().await;
    let guest = floor.guest().await;
    for nth in 0..3 {
        guest.bet("pair_plus", 500).await.done();
        guest.until_over().await;
        // Money goes to and fro, which is in the player's history too.
        for step in 0..3 {
            for (way, id) in [("buy-in", "in"), ("cash-out", "out")] {
                let path = format!("/api/v1/tables/1/{way}");
                let body = json!({"id": format!("{id} {nth} {step}"), "amount": 100});
                guest.call("POST", &path, Some(&body)).await.done();
            }
        }
    }
    assert_eq!(read(&guest, "", 1).await.0, [3, 2, 1]);
    let (rounds, sizes) = read(&guest, "", 2).await;
    assert_eq!((rounds, sizes[0]), (vec![3, 2, 1], 2));
    assert_eq!(read(&guest, "&table=1", 2).await.0, [3, 2, 1]);
    assert_eq!(read(&guest, "&table=2", 2).await.0, [0; 0]);
    floor.close().await;
}
