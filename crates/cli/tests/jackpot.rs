//! `queenhigh jackpot` on a link that two tables have fed and one has won.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "../../house/tests/floor/mod.rs"]
mod floor;

use std::process::{Command, Output};

use floor::linked::{DEALER, LEVEL, NOTHING, ROYAL, Scene, evening};
use game::RulebookId;
use house::store::SqliteStore;
use serde_json::Value;

fn jackpot(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queenhigh"));
    command.arg("jackpot").args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    text(&output.stdout) + &text(&output.stderr)
}

#[tokio::test]
async fn a_link_balances_and_a_win_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let mut scene = Scene::new(store, LEVEL, 2).await;
    let mut first = evening(&scene, 1, RulebookId::Rws2020).await;
    let mut second = evening(&scene, 2, RulebookId::Rws2020).await;
    second.reaches_jackpots(&[NOTHING], DEALER).await;
    first.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    let behind = jackpot(&["1", "--data", data]);
    assert_eq!(behind.status.code(), Some(1), "the link has not heard yet");
    assert!(
        said(&behind).contains("the link has heard of"),
        "{}",
        said(&behind)
    );
    scene.link.turn().await.unwrap();
    let balance = jackpot(&["1", "--data", data]);
    assert_eq!(balance.status.code(), Some(0), "{}", said(&balance));
    assert!(said(&balance).contains("it balances"), "{}", said(&balance));
    let win = jackpot(&["1", "--win", "1", "--data", data, "--format", "json"]);
    let win: Value = serde_json::from_str(&said(&win)).unwrap();
    assert_eq!((&win["number"], &win["table"]), (&1.into(), &1.into()));
    for (arguments, expected) in [
        (
            &["7", "--data", data][..],
            "link: found 7, expected one that was declared",
        ),
        (
            &["1", "--win", "9", "--data", data],
            "--win: found 9, expected the number of a win",
        ),
        (&["one", "--data", data], "expected a whole number"),
    ] {
        let refused = jackpot(arguments);
        assert_eq!(refused.status.code(), Some(2));
        assert!(said(&refused).contains(expected), "{}", said(&refused));
    }
}
