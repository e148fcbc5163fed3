//! Two processes serve one floor from one PostgreSQL: players at either of them sit at the same tables,
//! and killing one in mid-round costs its players a reconnect and nothing else.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[allow(dead_code, reason = "the tests of the house ask for more")]
#[path = "../../house/tests/nodes/mod.rs"]
mod nodes;
#[allow(dead_code, reason = "the tests of the house ask for more")]
#[path = "../../house/tests/postgres/mod.rs"]
mod postgres;
#[path = "serving/mod.rs"]
mod serving;

use bot::{Bets, Bot};
use nodes::{Cluster, Of};
use serving::{Served, verify};
use tokio::task::block_in_place;
use tokio::time::{Duration, Instant, sleep};

/// How long a player waits at closed doors, and a round for its end.
const PATIENCE: Duration = Duration::from_secs(90);

/// A player who goes to the other door where one closes.
struct Guest {
    player: u64,
    token: String,
    bot: Bot,
    /// The process whose door he came in by.
    door: usize,
    came_back: u32,
}

impl Guest {
    async fn come(doors: &[Served; 2], door: usize, table: u64) -> Guest {
        let api = doors[door].api();
        let (player, api) = api.come_as_guest().await.unwrap();
        let bot = Bot::sit(&api, player, table, Bets::All).await.unwrap();
        Guest {
            player,
            token: api.token().unwrap().to_owned(),
            bot,
            door,
            came_back: 0,
        }
    }

    /// Plays on; where the socket breaks, by the other door.
    async fn step(&mut self, doors: &[Served; 2]) {
        if self.bot.step().await.is_ok() {
            return;
        }
        let until = Instant::now() + PATIENCE;
        loop {
            self.door = 1 - self.door;
            let api = doors[self.door].api().with_token(&self.token);
            match self.bot.come_back_by(&api).await {
                Ok(()) => break,
                Err(error) => assert!(Instant::now() < until, "no door opens: {error:#}"),
            }
            sleep(Duration::from_millis(100)).await;
        }
        self.came_back += 1;
    }

    async fn play(&mut self, doors: &[Served; 2], rounds: u64) {
        let goal = self.bot.played().rounds + rounds;
        while self.bot.played().rounds < goal {
            self.step(doors).await;
        }
    }

    /// Plays until his cards are on the table.
    async fn play_until_dealt(&mut self, doors: &[Served; 2]) {
        while self.bot.view()["phase"] != "deciding" {
            self.step(doors).await;
        }
    }
}

/// Who has chips on the felt, as the player sees it.
fn bettors(guest: &Guest) -> Vec<u64> {
    let boxes = guest.bot.view()["boxes"].as_array().unwrap();
    let bets = boxes.iter().filter_map(|held| held["bets"].as_array());
    let players = bets.flatten().filter_map(|bet| bet["player"].as_u64());
    let mut players: Vec<u64> = players.collect();
    players.sort_unstable();
    players.dedup();
    players
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_either_of_two_processes_costs_a_reconnect() {
    let url = postgres::shared().database("").await;
    let mut evening = Evening::begin(&url).await;
    for killed in [0, 1] {
        evening.kill(killed).await;
    }
    evening.end().await;
}

/// The same on three nodes under Patroni, and the node that leads dies in mid-round too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "minutes; cargo xtask cluster test"]
async fn killing_a_process_or_the_leading_node_costs_a_reconnect() {
    let mut cluster = block_in_place(Cluster::start);
    nodes::founded(&cluster, "served").await;
    let mut evening = Evening::begin(&cluster.url("served")).await;
    for killed in [0, 1] {
        evening.kill(killed).await;
        evening.play_until_both_are_dealt().await;
        block_in_place(|| {
            let leader = cluster.whole_again();
            cluster.kill(leader, Of::Node);
            cluster.another_leads(leader);
            cluster.start_again(leader);
        });
        evening.play_on(2).await;
    }
    block_in_place(|| cluster.whole_again());
    evening.end().await;
}

/// Two processes, and a player at each.
struct Evening {
    database: String,
    folder: tempfile::TempDir,
    doors: [Served; 2],
    left: Guest,
    right: Guest,
}

impl Evening {
    async fn begin(database: &str) -> Evening {
        let folder = tempfile::tempdir().unwrap();
        let start = || Served::start(folder.path(), database);
        // Both make the same floor at the same time.
        let (first, second) = tokio::join!(start(), start());
        let doors = [first, second];
        let left = Guest::come(&doors, 0, 1).await;
        let right = Guest::come(&doors, 1, 1).await;
        // Sessions are shared: a guest of one process is known to the other.
        let elsewhere = doors[1].api().with_token(&left.token);
        let me = elsewhere.get("/api/v1/me").await.unwrap();
        assert_eq!(me["player"], left.player);
        let mut evening = Evening {
            database: database.to_owned(),
            folder,
            doors,
            left,
            right,
        };
        evening.play_on(3).await;
        evening
    }

    async fn play_on(&mut self, rounds: u64) {
        let doors = &self.doors;
        tokio::join!(
            self.left.play(doors, rounds),
            self.right.play(doors, rounds)
        );
    }

    /// Until cards are out in a round in which both have bet.
    async fn play_until_both_are_dealt(&mut self) {
        for _ in 0..50 {
            let doors = &self.doors;
            tokio::join!(
                self.left.play_until_dealt(doors),
                self.right.play_until_dealt(doors)
            );
            if bettors(&self.left) == [self.left.player, self.right.player] {
                return;
            }
            // One of them was ready before the other had bet.
            self.play_on(1).await;
        }
        panic!("the two never play the same round");
    }

    /// Kills a process in mid-round, plays on by the other, and starts it again.
    async fn kill(&mut self, killed: usize) {
        self.play_until_both_are_dealt().await;
        self.doors[killed].kill();
        self.play_on(2).await;
        let there = 1 - killed;
        assert_eq!((self.left.door, self.right.door), (there, there));
        self.doors[killed] = Served::start(self.folder.path(), &self.database).await;
        let back = [&mut self.left, &mut self.right].into_iter().nth(killed);
        let back = back.unwrap();
        let api = self.doors[killed].api().with_token(&back.token);
        back.bot.come_back_by(&api).await.unwrap();
        back.door = killed;
        self.play_on(2).await;
    }

    async fn end(self) {
        for guest in [&self.left, &self.right] {
            let played = guest.bot.played();
            assert_eq!(played.gaps, 0, "nothing missed, nothing twice: {played:?}");
            assert!(guest.came_back >= 1);
        }
        for mut door in self.doors {
            door.stop().await;
        }
        verify(self.folder.path(), &self.database);
    }
}
