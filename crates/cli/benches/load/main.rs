//! A full floor under load, beside a bare echo: 200 tables with seven players each.
//!
//! The house is the `queenhigh` program as its own process, on `SQLite`, with every commit on the disk before
//! anything is sent. Its clients are this process, and know the public API alone. First an axum `WebSocket`
//! echo, a process of its own too, says what sockets cost on this machine. Then the players play as fast as
//! the house answers. Then they play by the clock: every command has a time at which it is meant to be sent,
//! whatever became of those before, and the delay counts from that time until the committed event is at a
//! seat, for each of the seven. At last the same again with ten thousand sockets at a quiet table and a
//! thousand at the busy ones that read nothing, or a few bytes a second.
//!
//! `QUEENHIGH_TABLES`, `QUEENHIGH_SECONDS`, `QUEENHIGH_IDLE` and `QUEENHIGH_SLOW` change the size,
//! `QUEENHIGH_PACES=25,50` the multiples of human pace: a round a minute at a full table. `QUEENHIGH_PROGRAM`
//! measures another build of the program.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and stops where it cannot go on"
)]
#![allow(clippy::cast_precision_loss, reason = "rates to a few digits")]

mod child;
mod crowd;
mod delays;
mod echo;
mod seat;
mod socket;

use core::time::Duration;
use std::rc::Rc;

use bot::{Api, Method};
use futures_util::stream::{StreamExt as _, iter};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::LocalSet;
use tokio::time::{Instant, sleep, sleep_until};

use child::{Echo, House};
use delays::Delays;
use seat::{Orders, Record, SEATS, Seat};

/// A round at a full table, played by people.
const HUMAN_ROUND: Duration = Duration::from_mins(1);

struct Size {
    tables: u32,
    seconds: Duration,
    idle: usize,
    slow: usize,
    paces: Vec<u32>,
}

fn main() {
    if std::env::args().any(|argument| argument == "--echo") {
        return echo::serve();
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(LocalSet::new().run_until(measure(&Size::asked())));
}

impl Size {
    fn asked() -> Size {
        let number = |name: &str, usual: u32| {
            std::env::var(name).map_or(usual, |text| text.parse().unwrap())
        };
        let paces = std::env::var("QUEENHIGH_PACES").unwrap_or_else(|_| "10,20,40".to_owned());
        Size {
            tables: number("QUEENHIGH_TABLES", 200),
            seconds: Duration::from_secs(number("QUEENHIGH_SECONDS", 10).into()),
            idle: number("QUEENHIGH_IDLE", 10_000) as usize,
            slow: number("QUEENHIGH_SLOW", 1_000) as usize,
            paces: paces.split(',').map(|pace| pace.parse().unwrap()).collect(),
        }
    }

    fn players(&self) -> usize {
        self.tables as usize * SEATS
    }
}

async fn measure(size: &Size) {
    let echo = Echo::start();
    let echoed = echo::rate(echo.address(), size.players(), size.seconds).await;
    drop(echo);
    println!(
        "bare echo, {} sockets: {echoed:.0} messages/s",
        size.players()
    );

    let small = House::start(1);
    sleep(Duration::from_secs(1)).await;
    let small = small.memory();
    let house = House::start(size.tables);
    sleep(Duration::from_secs(1)).await;
    let empty = house.memory();
    let guests = come(house.url(), size).await;
    let with_players = house.memory();
    let floor = Floor::sit(&house, guests).await;
    let seated = house.memory();

    floor.as_fast(&house, size, echoed).await;
    let mut calm = Vec::new();
    for pace in &size.paces {
        calm.push(floor.by_the_clock(&house, size, *pace, "").await);
    }
    let before = house.memory();
    let crowd = crowd::gather(house.url(), size.idle, size.tables + 1).await;
    let idle = house.memory();
    crowd.add_slow(size.slow, size.tables).await;
    for (pace, calm) in size.paces.iter().zip(calm) {
        let crowded = floor
            .by_the_clock(&house, size, *pace, ", crowd beside it")
            .await;
        let (calm, crowded) = (calm.as_secs_f64(), crowded.as_secs_f64());
        println!(
            "    the crowd moved the 99th percentile {:.2}-fold",
            crowded / calm
        );
    }
    let each = |more: u64, less: u64, count: usize| more.saturating_sub(less) / 1024 / count as u64;
    let (tables, players) = (size.tables as usize, size.players());
    println!(
        "memory: {} KiB a table, {} KiB a player signed in, {} KiB a player's socket, {} KiB an idle \
         socket; {} MiB at the end",
        each(empty, small, tables),
        each(with_players, empty, players),
        each(seated, with_players, players),
        each(idle, before, size.idle.max(1)),
        house.memory() / 1024 / 1024,
    );
    drop(floor);
    house.stop_and_verify();
}

/// One guest for each seat, with chips at the table.
async fn come(url: &str, size: &Size) -> Vec<Api> {
    let seats = (1..=size.tables).flat_map(|table| (0..SEATS).map(move |_| table));
    let guests = iter(seats).map(async |table| {
        let (_, api) = Api::new(url).unwrap().come_as_guest().await.unwrap();
        let buy_in = json!({"id": "load", "amount": seat::CHIPS});
        let path = format!("/api/v1/tables/{table}/buy-in");
        let (status, body) = api.call(Method::POST, &path, Some(&buy_in)).await.unwrap();
        assert!(status.is_success(), "{body}");
        api
    });
    guests.buffered(32).collect().await
}

/// The players at their tables.
struct Floor {
    orders: watch::Sender<Orders>,
    records: Vec<Rc<Record>>,
}

impl Floor {
    async fn sit(house: &House, guests: Vec<Api>) -> Floor {
        let (orders, hear) = watch::channel(Orders::Pause);
        let mut records = Vec::new();
        let tables = guests.len() / SEATS;
        let seats = iter(guests.into_iter().enumerate()).map(async |(nth, api)| {
            let (table, at) = (nth / SEATS, nth % SEATS);
            let number = u32::try_from(table + 1).unwrap();
            let socket = socket::open(house.url(), number, api.token()).await;
            (socket, table, at)
        });
        let mut seats = seats.buffered(32);
        while let Some((socket, table, at)) = seats.next().await {
            let record = Rc::new(Record::default());
            records.push(Rc::clone(&record));
            let share = table as f64 / tables as f64;
            let seat = Seat::new(socket, at, share, record, hear.clone());
            tokio::task::spawn_local(seat.play());
        }
        sleep(Duration::from_secs(1)).await;
        Floor { orders, records }
    }

    /// Every player asks as soon as the house lets him.
    async fn as_fast(&self, house: &House, size: &Size, echoed: f64) {
        self.start(Orders::AsFast).await;
        let (begun, cpu) = (Instant::now(), house.cpu_seconds());
        sleep(size.seconds).await;
        let seconds = begun.elapsed().as_secs_f64();
        let cores = (house.cpu_seconds() - cpu) / seconds;
        let sum =
            |of: fn(&Record) -> u64| self.records.iter().map(|one| of(one)).sum::<u64>() as f64;
        let commands = sum(Record::commands) / seconds;
        let messages = sum(Record::messages) / seconds;
        let entries = sum(Record::entries) / seconds;
        let rounds = sum(Record::rounds) / SEATS as f64 / seconds;
        println!(
            "as fast as it goes: {commands:.0} commands/s, {rounds:.0} rounds/s ({:.0} times human \
             pace), {messages:.0} messages/s with {entries:.0} entries/s to the seats, {:.1} KiB each; \
             server {cores:.2} cores; refused {:.0}",
            rounds * HUMAN_ROUND.as_secs_f64() / f64::from(size.tables),
            sum(Record::bytes) / sum(Record::messages) / 1024.0,
            sum(Record::refused),
        );
        println!(
            "    of the echo's rate: {:.2} by messages to clients, {:.2} by commands",
            messages / echoed,
            commands / echoed
        );
        self.pause().await;
    }

    /// Every command at its time. Returns the 99th percentile.
    async fn by_the_clock(&self, house: &House, size: &Size, pace: u32, beside: &str) -> Duration {
        let start = Instant::now() + Duration::from_millis(500);
        let period = HUMAN_ROUND / pace;
        self.start(Orders::ByTheClock { start, period }).await;
        // The tables begin one after the other, within a round.
        let start = start + period;
        sleep_until(start).await;
        self.clear();
        let cpu = house.cpu_seconds();
        sleep_until(start + size.seconds).await;
        let cores = (house.cpu_seconds() - cpu) / size.seconds.as_secs_f64();
        let end = Instant::now();
        let delays = Delays::of(&self.records, end);
        let ms = |share| delays.percentile(share).as_secs_f64() * 1e3;
        println!(
            "{pace} times human pace{beside}: {:.0} commands/s meant, {:.0} committed; to every seat p50 \
             {:.1} ms, p99 {:.1} ms, worst {:.1} ms; server {cores:.2} cores",
            delays.meant as f64 / size.seconds.as_secs_f64(),
            delays.committed as f64 / size.seconds.as_secs_f64(),
            ms(0.50),
            ms(0.99),
            ms(1.0),
        );
        self.pause().await;
        delays.percentile(0.99)
    }

    async fn start(&self, orders: Orders) {
        self.clear();
        self.orders.send_replace(orders);
        tokio::task::yield_now().await;
    }

    fn clear(&self) {
        for record in &self.records {
            record.clear();
        }
    }

    /// Lets what was asked come to its end.
    async fn pause(&self) {
        self.orders.send_replace(Orders::Pause);
        sleep(Duration::from_secs(2)).await;
    }
}
