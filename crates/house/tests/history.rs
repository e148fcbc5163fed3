//! A player's history says what was played, why he was paid, and where every cent of his went.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::collections::BTreeMap;
use std::sync::Arc;

use floor::dealt::Habits;
use floor::parlour::{Parlour, TABLE};
use floor::{Enough, Floor};
use game::{BoxNumber, Card, Event, Face, Money, PlayerId, Report, RulebookId, Spot, Timestamp};
use house::history::{
    Cursor, History, HistoryItem, HistoryOf, HistoryPage, Older, Query, Retention, RoundRecord,
};
use house::log::Stream;
use house::store::{MemoryStore, Store};
use house::table::{DeckAccess, TableEntry, TableEvent};
use ledger::{Account, CageMove, TableId};

const ALL: Retention = Retention {
    rounds_per_table: usize::MAX,
    items_per_player: usize::MAX,
};

fn history(store: &Arc<MemoryStore>, kept: Retention) -> History {
    History::new(store.clone(), DeckAccess::default(), kept)
}

/// Two tables with the same people, at which everything goes wrong; some of it brought back to the cage.
async fn house(seed: u64) -> Arc<MemoryStore> {
    let floor = Floor::new(MemoryStore::default());
    for table in (1..=2).map(TableId) {
        let seed = seed + u64::from(table.0);
        floor.play_irregular(table, seed, Enough::Rounds(6)).await;
        for player in (0..40).map(PlayerId) {
            let amount = Money::minor(1_234 + i64::from(player.0));
            let tips = CageMove::Tip {
                player,
                table,
                amount,
            };
            let cashes = CageMove::CashOut {
                player,
                table,
                amount,
            };
            let own = game::Actor::Player(player);
            for moves in [tips, cashes, CageMove::Withdrawal { player, amount }] {
                floor.submit_to_cage(own, moves).await.unwrap();
            }
        }
    }
    Arc::clone(&floor.store)
}

fn rounds(page: &HistoryPage) -> impl Iterator<Item = &RoundRecord> {
    page.happened.iter().filter_map(|happened| match happened {
        HistoryItem::Round(round) => Some(round),
        HistoryItem::Cage(_) => None,
    })
}

async fn newest(history: &History, whose: HistoryOf) -> HistoryPage {
    history.page(&Query::newest(whose)).await.unwrap()
}

/// Every page, newest first.
async fn pages(history: &History, whose: HistoryOf) -> Vec<HistoryPage> {
    let (mut request, mut pages) = (Query::newest(whose), Vec::new());
    request.limit = 3;
    loop {
        let page = history.page(&request).await.unwrap();
        assert!(page.happened.len() <= 3);
        let older = page.older;
        pages.push(page);
        let Older::Before(mark) = older else {
            assert_eq!(older, Older::Nothing);
            return pages;
        };
        request.before = Some(mark);
    }
}

/// What each player won or lost in each round, by the rows of the ledger.
async fn by_the_ledger(store: &MemoryStore) -> BTreeMap<(TableId, u64, PlayerId), i64> {
    let mut nets = BTreeMap::new();
    for (stream, _) in store.heads().await.unwrap() {
        for posted in store.postings(stream, 0, usize::MAX).await.unwrap() {
            let amount = posted.row.amount().in_minor();
            let (from, to) = (posted.row.from(), posted.row.to());
            for (one, other, amount) in [(from, to, -amount), (to, from, amount)] {
                if let (Account::Rack(table, player), Account::Round(_, round)) = (one, other) {
                    *nets.entry((table, round, player)).or_default() += amount;
                }
            }
        }
    }
    nets
}

#[tokio::test]
async fn sums_are_those_of_the_ledger() {
    let (mut moved, mut undone) = (0, 0);
    for seed in [100, 200, 300, 400, 500, 600] {
        let store = house(seed).await;
        let history = history(&store, ALL);
        let nets = by_the_ledger(&store).await;
        let mut response = BTreeMap::new();
        for player in (0..40).map(PlayerId) {
            let (mut owns, pages) = (0, pages(&history, HistoryOf::Player(player)).await);
            for happened in pages.iter().flat_map(|page| &page.happened) {
                match happened {
                    HistoryItem::Round(round) => {
                        let net = (round.returned - round.staked).in_minor();
                        owns += net;
                        let before = response.insert((round.table, round.round, player), net);
                        assert_eq!(before, None, "told once");
                        let lines = round.boxes.iter().flat_map(|own| &own.lines);
                        for line in lines {
                            assert_eq!(line.player, player);
                            assert!(line.why.is_some() && !line.clauses.is_empty(), "{line:?}");
                            undone += u64::from(!line.stands);
                        }
                    }
                    HistoryItem::Cage(cage) => owns += (cage.purse + cage.rack).in_minor(),
                }
            }
            // All rounds are over: nothing lies on any felt.
            let mut held = store.balance(Account::Purse(player)).await.unwrap();
            for table in (1..=2).map(TableId) {
                held += store.balance(Account::Rack(table, player)).await.unwrap();
            }
            assert_eq!(owns, held.in_minor(), "seed {seed}, player {}", player.0);
        }
        // A Player who took all his bets back before they were closed was not in the round.
        let nets: BTreeMap<_, i64> = nets.into_iter().filter(|(_, net)| *net != 0).collect();
        moved += nets.len();
        response.retain(|_, net| *net != 0);
        assert_eq!(response, nets, "seed {seed}");
    }
    assert!(moved > 60 && undone > 5, "{moved} {undone}");
}

/// The entries of a table, and the round each belongs to.
async fn events(store: &MemoryStore, table: TableId) -> Vec<(u64, Event)> {
    let rows = store.read(Stream::Table(table), 0, usize::MAX).await;
    let (mut round, mut events) = (0, Vec::new());
    for row in rows.unwrap() {
        let TableEvent::Game(event) = TableEntry::read(&row.bytes).unwrap().event else {
            continue;
        };
        if let Event::BetsOpened { round: opened, .. } = &event {
            round = *opened;
        }
        events.push((round, event));
    }
    events
}

/// What the events of a round say that everybody saw, and each Player; nothing where cards were moved
/// about or read again.
#[derive(Default)]
struct Seen {
    by_all: Vec<Card>,
    dealt: BTreeMap<BoxNumber, Vec<Card>>,
    looked: Vec<(BoxNumber, PlayerId)>,
    plain: bool,
}

fn seen<'a>(events: impl Iterator<Item = &'a Event>) -> Seen {
    let mut seen = Seen {
        plain: true,
        ..Seen::default()
    };
    events.for_each(|event| seen.take(event));
    seen
}

impl Seen {
    fn deal(&mut self, to: Spot, cards: &[Card]) {
        if let Spot::Box(at) = to {
            self.dealt.entry(at).or_default().extend(cards);
        }
    }

    /// Of the many kinds of event these turn cards or move them.
    fn take(&mut self, event: &Event) {
        if let Event::CardDealt { to, card } = event {
            self.deal(*to, &[*card]);
        }
        if let Event::PacketDealt { to, cards } = event {
            self.deal(*to, &cards[..]);
        }
        if let Event::Looked { at, player } = event {
            self.looked.push((*at, *player));
        }
        if let Event::DealerShown { hand, .. }
        | Event::HandRevealed { hand, .. }
        | Event::HandEstablished { hand, .. } = event
        {
            self.by_all.extend(hand.cards());
        }
        if let Event::CommunityShown { cards } = event {
            self.by_all.extend(cards);
        }
        if let Event::IrregularityReported { report, .. } = event {
            if let Report::Exposed { cards, .. } = report {
                self.by_all.extend(cards);
            }
            if let Report::FaceUp { card } = report {
                self.by_all.push(*card);
            }
        }
        let moves_cards = matches!(
            event,
            Event::CardCorrected { .. }
                | Event::CardsRelaid { .. }
                | Event::CardsFound { .. }
                | Event::CardsAstray { .. }
                | Event::HandsVoided { .. }
        );
        self.plain &= !moves_cards;
    }
}

/// What was checked: rounds, cards only their reader saw, cards that no viewer is shown.
#[derive(Default)]
struct Count {
    rounds: u64,
    own: u64,
    down: u64,
}

impl Count {
    fn checks(&mut self, whose: HistoryOf, round: &RoundRecord, seen: &Seen) {
        self.rounds += 1;
        let open = |card: Card| seen.by_all.contains(&card);
        let common = round.dealer.iter().chain(&round.community);
        assert!(common.copied().filter_map(up).all(open), "{round:?}");
        for response in &round.boxes {
            let looked = match whose {
                HistoryOf::Player(player) => seen.looked.contains(&(response.at, player)),
                HistoryOf::Table(_) => false,
            };
            let dealt = seen.dealt.get(&response.at);
            let dealt = |card| dealt.is_some_and(|dealt| dealt.contains(&card));
            for card in response.cards.iter().copied().filter_map(up) {
                assert!(open(card) || looked && dealt(card), "{whose:?} {round:?}");
                self.own += u64::from(!open(card));
            }
            let hidden = response
                .cards
                .iter()
                .filter(|face| up(**face).is_none())
                .count();
            self.down += hidden as u64;
            // A sentence may name a hand.
            let others = matches!(whose, HistoryOf::Table(_));
            let silent = response.lines.iter().all(|line| line.why.is_none());
            assert!(hidden == 0 || !others || silent, "{response:?}");
        }
    }
}

fn up(face: Face) -> Option<Card> {
    match face {
        Face::Up(card) => Some(card),
        Face::Down => None,
    }
}

/// No reader is shown a card he did not see: held against the events, not against the round.
#[tokio::test]
async fn cards_are_told_to_those_who_saw_them() {
    let mut count = Count::default();
    for seed in [100, 300, 500, 700, 900, 1_100, 1_300] {
        let store = house(seed).await;
        let history = history(&store, ALL);
        for table in (1..=2).map(TableId) {
            let events = events(&store, table).await;
            let readers = (0..40).map(|player| HistoryOf::Player(PlayerId(player)));
            for whose in readers.chain([HistoryOf::Table(table)]) {
                let pages = pages(&history, whose).await;
                let rounds = pages.iter().flat_map(rounds);
                for round in rounds.filter(|round| round.table == table) {
                    let of_round = events.iter().filter(|(number, _)| *number == round.round);
                    let seen = seen(of_round.map(|(_, event)| event));
                    if seen.plain {
                        count.checks(whose, round, &seen);
                    }
                }
            }
        }
    }
    let Count { rounds, own, down } = count;
    assert!(
        rounds > 100 && own > 20 && down > 20,
        "{rounds} {own} {down}"
    );
}

/// The answer to "why was I paid?" is there as soon as the round is over.
#[tokio::test]
async fn a_round_is_told_when_it_is_over() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let access = DeckAccess::with_key(Arc::clone(&parlour.vault));
    let history = History::new(parlour.floor.store.clone(), access, ALL);
    let mut ended = 0;
    while ended < 3 {
        parlour.submit_next().await;
        let state = parlour.look().await;
        let number = state.table().round().map_or(0, game::Round::number);
        let over = state.open_round().is_none() && number > ended;
        ended += u64::from(over);
        let page = newest(&history, HistoryOf::Table(TABLE)).await;
        let numbers: Vec<u64> = rounds(&page).map(|round| round.round).collect();
        assert_eq!(numbers, (1..=ended).rev().collect::<Vec<_>>());
    }
    let page = newest(&history, HistoryOf::Player(PlayerId(1))).await;
    let round = rounds(&page).next().unwrap();
    assert_eq!((round.table, round.rulebook), (TABLE, RulebookId::Rws2020));
    let mut lines = round.boxes.iter().flat_map(|response| &response.lines);
    let line = lines.next().unwrap();
    assert!(line.why.as_ref().unwrap().ends_with('.'));
    let json = serde_json::to_value(&page).unwrap();
    let first = &json["happened"][0];
    assert_eq!(first["what"], "round");
    assert_eq!(first["boxes"][0]["lines"][0]["player"], 1);
    let last = json["happened"].as_array().unwrap().last().unwrap();
    assert_eq!(last["what"], "cage");
    assert_eq!(last["moved"]["kind"], "deposit");
}

#[tokio::test]
async fn pages_are_bounded_and_say_what_is_behind_them() {
    let mut parlour = Parlour::new(RulebookId::Mbs2019, Habits::Withhold).await;
    parlour.play_rounds(9).await;
    let store = &parlour.floor.store;
    let (whose, everything) = (HistoryOf::Table(TABLE), history(store, ALL));
    let page = newest(&everything, whose).await;
    assert_eq!(page.older, Older::Nothing);
    let ends: Vec<Timestamp> = rounds(&page).map(|round| round.ended).collect();
    assert_eq!(ends.len(), 9);
    assert!(ends.is_sorted_by(|newer, older| newer > older), "{ends:?}");
    // From the third round to the fifth.
    let span = Query {
        from: Some(ends[6]),
        until: Some(ends[3]),
        ..Query::newest(whose)
    };
    let page = everything.page(&span).await.unwrap();
    let numbers: Vec<u64> = rounds(&page).map(|round| round.round).collect();
    assert_eq!((numbers, page.older), (vec![5, 4, 3], Older::Nothing));
    // A mark goes through a browser and comes back.
    let few = Query { limit: 2, ..span };
    let first = everything.page(&few).await.unwrap();
    let Older::Before(mark) = first.older else {
        panic!("{:?}", first.older)
    };
    let before: Cursor = mark.to_string().parse().unwrap();
    assert_eq!(before, mark);
    for wrong in [
        "",
        "1",
        "1.table/7",
        "1.table/7.2.3",
        "01.table/7.2",
        "1.chair/7.2",
    ] {
        assert!(wrong.parse::<Cursor>().is_err(), "{wrong}");
    }
    let before = Some(before);
    let second = Query { before, ..span };
    let second = everything.page(&second).await.unwrap();
    let numbers: Vec<u64> = rounds(&second).map(|round| round.round).collect();
    assert_eq!(numbers, [3]);
    // A shorter retention is reported, and only where there was more.
    let little = Retention {
        rounds_per_table: 4,
        items_per_player: 4,
    };
    let little = history(store, little);
    let page = newest(&little, whose).await;
    let numbers: Vec<u64> = rounds(&page).map(|round| round.round).collect();
    assert_eq!(numbers, [9, 8, 7, 6, 5], "four, and the one on the table");
    assert_eq!(page.older, Older::NotKept);
    let page = little.page(&span).await.unwrap();
    assert_eq!(page.older, Older::NotKept);
    let from = Some(ends[4]);
    let late = Query {
        from,
        ..Query::newest(whose)
    };
    let page = little.page(&late).await.unwrap();
    assert_eq!(page.older, Older::Nothing);
    let page = newest(&little, HistoryOf::Player(PlayerId(1))).await;
    assert_eq!((page.happened.len(), page.older), (5, Older::NotKept));
}
