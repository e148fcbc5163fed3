//! A house on three PostgreSQL nodes of which any one may die: real processes of the house, real nodes,
//! real signals.
//!
//! Minutes long, so only on demand: `cargo xtask cluster test` installs what it needs and runs it, with
//! `QUEENHIGH_KILLS=N` as often as asked. `cargo xtask cluster` only starts such a cluster, to look at.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]
#![expect(
    clippy::print_stderr,
    reason = "how long a failover took is measured here and asserted nowhere"
)]

#[path = "nodes/evening.rs"]
mod evening;
mod floor;
mod nodes;
#[allow(dead_code, reason = "another test uses the rest")]
mod postgres;
#[allow(dead_code, reason = "another test uses the rest")]
mod process;

use std::time::Duration;

use evening::{Evening, waited};
use nodes::{Cluster, Of, TTL, founded};
use postgres::connect;
use process::Part;
use process::desk::now;

/// Not a test: the part a process plays. Started without a part it does nothing.
#[test]
fn a_process_of_the_house() {
    if let Some(part) = Part::given() {
        process::play(&part);
    }
}

/// Not a test: a cluster for a developer to look at, until it is ended from outside.
#[test]
#[ignore = "it does not end; cargo xtask cluster"]
fn a_cluster_to_look_at() {
    let cluster = Cluster::start();
    waited(founded(&cluster, "house"));
    eprintln!("{}", cluster.url("house"));
    eprintln!(
        "in {}; it goes with this process",
        cluster.folder().display()
    );
    loop {
        std::thread::park();
    }
}

/// The leader dies in mid-round, its Patroni and every process of its server, again and again; every
/// other time a process of the house dies with it. Two nodes are enough to go on; then the third is back.
#[test]
#[ignore = "minutes; cargo xtask cluster test"]
fn the_leader_is_killed_and_nothing_is_lost() {
    let kills = std::env::var("QUEENHIGH_KILLS").ok();
    let kills = kills.and_then(|text| text.parse().ok()).unwrap_or(5);
    let mut cluster = Cluster::start();
    let mut evening = Evening::begins(&cluster, "killed");
    let mut dice = rehearsal::dice::Dice::new(41);
    for nth in 0..kills {
        std::thread::sleep(Duration::from_millis(2_000 + dice.below(2_000)));
        let leader = cluster.whole_again();
        let struck = now();
        if nth % 2 == 1 {
            evening.kills_one();
        }
        cluster.kill(leader, Of::Node);
        let next = cluster.another_leads(leader);
        evening.all_in_play_again();
        evening.tells(&format!("kill {nth}: {leader} to {next}"), struck);
        cluster.start_again(leader);
    }
    cluster.whole_again();
    evening.ends(&cluster);
}

/// A leader that stands still for longer than it may leads no more when it wakes up, and learns so.
#[test]
#[ignore = "minutes; cargo xtask cluster test"]
fn a_leader_that_wakes_up_too_late_changes_nothing() {
    let cluster = Cluster::start();
    let mut evening = Evening::begins(&cluster, "paused");
    for nth in 0..2 {
        std::thread::sleep(Duration::from_secs(3));
        let leader = cluster.whole_again();
        let struck = now();
        cluster.pause(leader);
        let next = cluster.another_leads(leader);
        evening.all_in_play_again();
        evening.tells(&format!("pause {nth}: {leader} to {next}"), struck);
        cluster.resume(leader);
        evening.all_in_play_again();
        assert_ne!(cluster.whole_again(), leader, "it leads again");
    }
    evening.ends(&cluster);
}

/// A node whose Patroni was killed: its server goes on believing that it leads, and accepts connections.
/// It can confirm no commit any more, because no standby listens to it; the house must abandon it.
#[test]
#[ignore = "minutes; cargo xtask cluster test"]
fn a_server_that_wrongly_believes_it_leads_is_left() {
    let mut cluster = Cluster::start();
    let mut evening = Evening::begins(&cluster, "abandoned");
    std::thread::sleep(Duration::from_secs(3));
    let leader = cluster.whole_again();
    let struck = now();
    cluster.kill(leader, Of::Keeper);
    let next = cluster.another_leads(leader);
    waited(async {
        // It has the lock before it has stopped to listen to the old one.
        while follows(&cluster.url_of(next, evening.database())).await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let old = cluster.url_of(leader, evening.database());
        assert!(!follows(&old).await, "the old one knows already");
        let old = connect(&old).await;
        let stray = old.batch_execute("CREATE TABLE stray (number BIGINT)");
        let response = tokio::time::timeout(TTL, stray).await;
        assert!(response.is_err(), "a write without a standby: {response:?}");
    });
    evening.all_in_play_again();
    evening.tells(&format!("keeper killed: {leader} to {next}"), struck);
    cluster.start_again(leader);
    let leads = cluster.whole_again();
    waited(async {
        let new = connect(&cluster.url_of(leads, evening.database())).await;
        let sql = "SELECT count(*) FROM pg_tables WHERE tablename = 'stray'";
        let strays = new.query_one(sql, &[]).await.unwrap();
        assert_eq!(strays.get::<_, i64>(0), 0);
    });
    evening.ends(&cluster);
}

/// Whether a server takes what another one says.
async fn follows(url: &str) -> bool {
    let server = connect(url).await;
    let response = server.query_one("SELECT pg_is_in_recovery()", &[]).await;
    response.unwrap().get(0)
}
