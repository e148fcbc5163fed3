//! What a hand is worth at a table, over HTTP: bad cards and tables that do not exist are named.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use floor::Floor;

#[tokio::test]
async fn three_cards_are_read_and_anything_else_is_refused_by_name() {
    let floor = Floor::open().await;
    let api = floor.api();
    let read = api.get("/api/v1/tables/1/hands/Qs7h4d").await.unwrap();
    assert_eq!(read["play"]["exact"], "Qs 7h 4d");
    for wrong in [
        "Qs7h", "Qs7hQs", "Qs7h4dAc", "Qs7h4dx", "Qs7h4", "10s7h4", "----", "QsQsQs",
    ] {
        let refused = api.get(&format!("/api/v1/tables/1/hands/{wrong}")).await;
        let said = format!("{:?}", refused.unwrap_err());
        let expected = "expected three cards like Qs7h4d";
        assert!(
            said.contains(expected) && said.contains("cards: found"),
            "{wrong}: {said}"
        );
    }
    let nowhere = api.get("/api/v1/tables/99/hands/Qs7h4d").await;
    let said = format!("{:?}", nowhere.unwrap_err());
    assert!(said.contains("99"), "{said}");
    floor.close().await;
}
