//! The figures of a report against the events themselves.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "../../house/tests/floor/mod.rs"]
mod floor;
#[path = "books/significant.rs"]
mod significant;
#[path = "books/totals.rs"]
mod totals;

use std::collections::BTreeMap;

use audit::books::{BetTotals, Books, Kept, Takings, Unfinished};
use audit::calendar::Day;
use audit::total::{Squares, Total};
use floor::linked::{BASE, DEALER, LEVEL, LINK, NOTHING, ROYAL, SEED, Scene, evening};
use floor::{Enough, Floor, HOUSE};
use game::{
    Actor, Area, BoxNumber, Event, Money, PlayerId, Request, Round, RulebookId, Timestamp, Wager,
};
use house::feed::{LogFeed, LoggedEntry, Payload, Projection};
use house::log::Stream;
use house::store::{MemoryStore, Store as _};
use house::table::TableEvent;
use ledger::{Account, Book, CageMove, TableId};

const TABLE: TableId = TableId(7);

/// What was settled in each round, less what was undone, and whether the round was void in the end.
#[derive(Default)]
struct Rounds(BTreeMap<u64, (Money, Money, bool)>);

impl Projection for Rounds {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let Payload::Table { event, before } = logged.payload else {
            return;
        };
        let number = before.table().round().map_or(0, Round::number);
        let round = self.0.entry(number).or_default();
        if let TableEvent::Game(Event::WagerSettled(line)) = event {
            round.0 += line.staked;
            round.1 += line.at_risk;
        }
        if let TableEvent::Game(Event::PostingReversed(line)) = event {
            round.0 -= line.staked;
            round.1 -= line.at_risk;
        }
        if let TableEvent::Game(Event::RoundVoided { .. }) = event {
            round.2 = true;
        }
    }
}

/// "Wagered" once counted every chip that lay on the felt, those of void rounds too.
#[tokio::test]
async fn issue_17_what_void_rounds_hand_back_was_not_wagered() {
    let (mut void, mut handed_back) = (0, Money::ZERO);
    for seed in 0..12 {
        let floor = Floor::new(MemoryStore::default());
        Box::pin(floor.play_irregular(TableId(7), seed, Enough::Rounds(12))).await;
        let (mut books, mut rounds) = (Books::new(Money::major(1_000)), Rounds::default());
        let read = LogFeed::default().catch_up(&*floor.store, &mut books).await;
        assert_eq!(read.unwrap(), []);
        let read = LogFeed::default()
            .catch_up(&*floor.store, &mut rounds)
            .await;
        assert_eq!(read.unwrap(), []);
        let mut all = Takings::default();
        for takings in books.takings.values() {
            all.add(takings);
        }
        let valid = rounds.0.values().filter(|(_, _, void)| !void);
        let wagered: Total = valid.map(|(_, at_risk, _)| *at_risk).sum();
        assert_eq!(all.wagered(), wagered, "seed {seed}");
        let staked: Total = rounds.0.values().map(|(staked, ..)| *staked).sum();
        assert_eq!(all.handed_back(), staked - wagered, "seed {seed}");
        let voided = rounds.0.values().filter(|(_, _, void)| *void);
        for (staked, at_risk, _) in voided {
            assert_eq!(*at_risk, Money::ZERO, "seed {seed}");
            void += 1;
            handed_back += *staked;
        }
    }
    assert!(void > 3 && handed_back.is_positive(), "{void} void rounds");
}

/// The largest amounts that the cage takes in, so many of them that they come to more than 64 bits.
#[tokio::test]
async fn issue_17_11_chips_beyond_64_bits_are_added_up() {
    let floor = Floor::new(MemoryStore::default());
    let (table, amount) = (TableId(7), Money::LIMIT);
    let players = 9_300;
    for player in (0..players).map(PlayerId) {
        let deposit = CageMove::Deposit { player, amount };
        let buy_in = CageMove::BuyIn {
            player,
            table,
            amount,
        };
        for moves in [deposit, buy_in] {
            floor.submit_to_cage(HOUSE, moves).await.unwrap();
        }
    }
    let mut books = Books::new(Money::major(1_000));
    let read = LogFeed::default().catch_up(&*floor.store, &mut books).await;
    assert_eq!(read.unwrap(), []);
    let bought: Total = books.chips.values().map(|chips| chips.bought).sum();
    let expected = i128::from(players) * i128::from(amount.in_minor());
    assert!(expected > i128::from(i64::MAX));
    assert_eq!(bought.in_minor(), expected);
    // Nor does the audit stop: what the cage owes is more than an account can say, and it says so.
    let report = audit::verify::verify(&*floor.store).await.unwrap();
    let [finding] = &report.findings[..] else {
        panic!("{:?}", report.findings)
    };
    assert!(
        finding.what.contains("more than any account can hold"),
        "{finding}"
    );
}

/// What the finished rounds themselves say was won and lost, after all that was undone and paid again. The
/// bets that a void round hands back are not among its lines.
#[derive(Default)]
struct Finished {
    bets: BTreeMap<Wager, Risked>,
    rounds: u64,
    void: u64,
}

/// At risk, the sum of its squares, and what the house kept of it.
type Risked = (Total, Squares, Total);

impl Finished {
    fn add(&mut self, table: &game::Table) {
        let Some(round) = table.round() else {
            return;
        };
        self.rounds += 1;
        self.void += u64::from(matches!(round.phase(), game::Phase::Voided(_)));
        for posting in &round.postings().settled {
            let line = &posting.line;
            let (at_risk, squares, kept) = self.bets.entry(line.wager).or_default();
            *at_risk += line.at_risk;
            let square = i128::from(line.at_risk.in_minor()).pow(2);
            *squares = (squares.sum().unwrap() + square).into();
            *kept += line.staked - line.returned;
        }
    }
}

impl Projection for Finished {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let Payload::Table { event, before } = logged.payload else {
            return;
        };
        if let TableEvent::Game(Event::BetsOpened { .. }) = event {
            self.add(before.table());
        }
    }
}

/// What was won and lost is what the finished rounds say, and the result is what the ledger has.
#[tokio::test]
async fn takings_are_what_the_rounds_and_the_ledger_say() {
    for seed in 0..12 {
        let floor = Floor::new(MemoryStore::default());
        Box::pin(floor.play_irregular(TABLE, seed, Enough::Rounds(12))).await;
        let (mut books, mut finished) = (Books::new(Money::major(1_000)), Finished::default());
        let mut feed = LogFeed::default();
        feed.catch_up(&*floor.store, &mut books).await.unwrap();
        let mut other = LogFeed::default();
        other.catch_up(&*floor.store, &mut finished).await.unwrap();
        for state in feed.tables() {
            finished.add(state.table());
        }
        let mut all = Takings::default();
        for takings in books.takings.values() {
            all.add(takings);
        }
        let risked = |bets: &BetTotals| (bets.at_risk, bets.squares, bets.staked - bets.returned);
        let found: BTreeMap<Wager, Risked> = all
            .bets
            .iter()
            .map(|(wager, bets)| (*wager, risked(bets)))
            .collect();
        let none = |(_, risked): &(Wager, Risked)| *risked != Risked::default();
        let found: Vec<(Wager, Risked)> = found.into_iter().filter(none).collect();
        let expected: Vec<(Wager, Risked)> = finished.bets.into_iter().filter(none).collect();
        assert_eq!(found, expected, "seed {seed}");
        // A round that was over may become void later.
        assert_eq!(all.void, finished.void, "seed {seed}");
        let played = finished.rounds - finished.void..=finished.rounds;
        assert!(played.contains(&all.rounds), "seed {seed}");
        let mut book = Book::default();
        for posted in floor
            .store
            .postings(Stream::Table(TABLE), 0, usize::MAX)
            .await
            .unwrap()
        {
            book.shift(posted.row);
        }
        let won = book.balance(Account::House(TABLE));
        assert_eq!(all.won, won.into(), "seed {seed}");
        assert_eq!(books.unfinished(&feed), []);
    }
}

/// An award is counted with what was fed; a round in play is listed with the chips that lie on its felt.
#[tokio::test]
async fn awards_are_counted_and_a_round_in_play_is_unfinished_business() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    let shown = BASE + Money::minor(133);
    table.concludes(shown).await;
    table.at(7_000_000);
    table.reaches_showdown(&[NOTHING, "9c 8d 2h"], DEALER).await;
    let mut books = Books::new(Money::major(1_000));
    let mut feed = LogFeed::default();
    let store = &*scene.floor.store;
    feed.catch_up(store, &mut books).await.unwrap();
    let expected = Unfinished {
        table: TableId(1),
        round: 2,
        // Ante and Play of ten each, and five on the jackpot, at two boxes.
        held: Money::major(50).into(),
        phase: "the decisions",
        since: Timestamp(7_000_000),
    };
    assert_eq!(books.unfinished(&feed), [expected]);
    let mut all = Takings::default();
    for takings in books.takings.values() {
        all.add(takings);
    }
    assert_eq!((all.awards, all.awarded), (1, shown.into()));
    assert_eq!((all.rounds, all.fed), (1, Money::major(4).into()));
    let awarded = books.events.iter();
    let awarded = awarded.filter(|((kind, ..), _)| *kind == "jackpot awarded");
    assert_eq!(awarded.map(|(_, times)| *times).sum::<u64>(), 1);
    let meters = Books::meters(&feed);
    assert_eq!(meters.len(), 1);
    assert_eq!((meters[0].0, meters[0].1.shown), (LINK, SEED));
}

/// Chips that a Player has taken back lie on the felt no more.
#[tokio::test]
async fn a_round_in_play_holds_what_was_not_taken_back() {
    let scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.ask(floor::round::DEALER, Request::OpenBets).await;
    let bet = |at, amount| Request::PlaceBet {
        at: BoxNumber(at),
        area: Area::Ante,
        amount: Money::major(amount),
    };
    let (at, area) = (BoxNumber(1), Area::Ante);
    let (first, second) = (Actor::Player(PlayerId(1)), Actor::Player(PlayerId(2)));
    table.ask(first, bet(1, 10)).await;
    table.ask(second, bet(2, 25)).await;
    table.ask(first, Request::TakeBack { at, area }).await;
    let mut books = Books::new(Money::major(1_000));
    let mut feed = LogFeed::default();
    let store = &*scene.floor.store;
    feed.catch_up(store, &mut books).await.unwrap();
    let held: Vec<Total> = books.unfinished(&feed).iter().map(|it| it.held).collect();
    assert_eq!(held, [Money::major(25).into()]);
}

/// A payout of the threshold is listed by itself, with the winnings alone; a report of other days has
/// nothing of it.
#[tokio::test]
async fn large_payouts_are_listed_and_other_days_left_out() {
    let mut scene = Scene::new(MemoryStore::default(), LEVEL, 1).await;
    let mut table = evening(&scene, 1, RulebookId::Rws2020).await;
    table.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    table.concludes(BASE + Money::minor(133)).await;
    let large = Money::major(10);
    let mut books = Books::new(large);
    let mut feed = LogFeed::default();
    let store = &*scene.floor.store;
    feed.catch_up(store, &mut books).await.unwrap();
    let round = feed.tables().next().unwrap().table().round().unwrap();
    let lines = round.postings().settled.iter().map(|posting| &posting.line);
    let won = lines.map(|line| (line.player, line.wager, line.returned - line.staked));
    let listed = won.filter(|(.., amount)| *amount >= large);
    let expected: Vec<_> = listed
        .map(|(player, wager, amount)| (player, wager, Total::from(amount)))
        .collect();
    let found = books.payouts.iter();
    let found: Vec<_> = found.map(|it| (it.player, it.wager, it.amount)).collect();
    assert_eq!(found, expected);
    assert!(
        found.iter().any(|(.., amount)| *amount == large.into()),
        "{found:?}"
    );
    let day = Day::of(books.payouts[0].at);
    let sizes = |books: &Books| {
        [
            books.takings.len(),
            books.chips.len(),
            books.links.len(),
            books.payouts.len(),
            books.events.len(),
        ]
    };
    let all = sizes(&books);
    assert!(all.iter().all(|size| *size > 0), "{all:?}");
    let (from, to) = (Some(day), Some(day));
    books.keep(&Kept {
        from,
        ..Kept::default()
    });
    assert_eq!(books.payouts.len(), found.len());
    let table = Some(TableId(2));
    books.keep(&Kept { from, to, table });
    assert_eq!(sizes(&books), [0; 5]);
}
