//! The lobby and the history, discarded and built again from the logs, are the same; and no reader sees a
//! hidden card in them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::collections::BTreeSet;
use std::sync::Arc;

use floor::dealt::Habits;
use floor::linked::{DEALER, LEVEL, NOTHING, ROYAL, Scene, evening};
use floor::parlour::{Parlour, TABLE};
use floor::{Floor, submit_until_answered};
use game::{Money, Phase, PlayerId, Round, RulebookId};
use house::history::{HistoryOf, Older, Query, Retention};
use house::link::{JackpotParameters, LinkRequest};
use house::lobby::Lobby;
use house::log::Stream;
use house::projections::Projections;
use house::response::Response;
use house::store::{MemoryStore, Store};
use house::table::{DeckAccess, TableRequest};
use ledger::TableId;
use rehearsal::driver::Driver;
use serde_json::Value;

/// So little that much is dropped.
const LITTLE: Retention = Retention {
    rounds_per_table: 2,
    items_per_player: 3,
};

/// Without the key to the decks.
fn blind(store: &Arc<MemoryStore>) -> Projections {
    Projections::new(store.clone(), DeckAccess::default(), LITTLE)
}

fn with_key(parlour: &Parlour) -> Projections {
    let access = DeckAccess::with_key(Arc::clone(&parlour.vault));
    Projections::new(parlour.floor.store.clone(), access, LITTLE)
}

/// Everything the projections can be asked for, as text: the lobby, and every page of every table and
/// player.
async fn whole(projections: &Projections, store: &dyn Store) -> String {
    let mut text = serde_json::to_string_pretty(&projections.lobby()).unwrap();
    for (stream, _) in store.heads().await.unwrap() {
        let whose = match stream {
            Stream::Table(table) => HistoryOf::Table(table),
            Stream::Purse(player) => HistoryOf::Player(player),
            Stream::House | Stream::Link(_) => continue,
        };
        let mut request = Query {
            limit: 2,
            ..Query::newest(whose)
        };
        loop {
            let page = projections.history(&request).await.unwrap();
            text.push_str(&serde_json::to_string_pretty(&page).unwrap());
            let Older::Before(mark) = page.older else {
                break;
            };
            request.before = Some(mark);
        }
    }
    text
}

async fn built_again(kept_up: &Projections, fresh: Projections, store: &dyn Store) -> String {
    assert_eq!(kept_up.catch_up().await.unwrap(), []);
    assert_eq!(fresh.catch_up().await.unwrap(), []);
    let text = whole(kept_up, store).await;
    // Compared apart from the message: it is long.
    let same = text == whole(&fresh, store).await;
    assert!(same, "{text}");
    text
}

/// Two tables of one rulebook with the same people at them, everything going wrong at both by turns.
async fn after_every_command(seeds: [u64; 2]) -> usize {
    let floor = Floor::new(MemoryStore::default());
    let mut nights = Vec::new();
    for (table, seed) in (1..=2).map(TableId).zip(seeds) {
        floor.buy_in_players(table, 40).await;
        let mut driver = Driver::new(seed).map_err(|failed| failed.0).unwrap();
        for _ in 0..4 {
            if driver.checked.table.setup().is_some() {
                driver.play_round().unwrap();
            }
        }
        nights.push((floor.table(table), driver.checked));
    }
    let (kept_up, mut texts) = (blind(&floor.store), BTreeSet::new());
    let longest = nights
        .iter()
        .map(|(_, checked)| checked.exchanges.len())
        .max();
    for nth in 0..longest.unwrap() {
        for (seat, checked) in &nights {
            let Some(requested) = checked.exchanges.get(nth) else {
                continue;
            };
            floor.clock.set(requested.command.now);
            let rulebook = Arc::new(checked.rulebook.clone());
            let request = TableRequest::Game(requested.command.asks.clone());
            submit_until_answered(
                seat,
                floor.table_command(&rulebook, requested.command.by, request),
            )
            .await;
            let text = built_again(&kept_up, blind(&floor.store), &*floor.store).await;
            texts.insert(text);
            no_card_in(&kept_up.lobby());
        }
    }
    texts.len()
}

/// Two seeds of each rulebook.
fn seeds_of(id: RulebookId) -> [u64; 2] {
    let plays = |seed: &u64| {
        let driver = Driver::new(*seed).map_err(|failed| failed.0).unwrap();
        driver.checked.rulebook.id == id
    };
    let mut seeds = (0..).filter(plays);
    [(); 2].map(|()| seeds.next().unwrap())
}

#[tokio::test]
async fn the_same_whatever_goes_wrong() {
    for id in RulebookId::ALL {
        let projections = after_every_command(seeds_of(id)).await;
        assert!(projections > 100, "{id}: {projections} different texts");
    }
}

/// Where the house deals, with its key and without.
#[tokio::test]
async fn the_same_where_the_house_deals() {
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::Withhold).await;
        let store = Arc::clone(&parlour.floor.store);
        let (seeing, unseeing) = (with_key(&parlour), blind(&store));
        let (mut behind, mut round) = (0, 0);
        while round < 5 {
            let seen = built_again(&seeing, with_key(&parlour), &*store).await;
            let unseen = built_again(&unseeing, blind(&store), &*store).await;
            let state = parlour.look().await;
            let dealt = state.open_round().and_then(Round::felt).is_some();
            assert_eq!(unseen.contains("\"sealed\""), dealt, "{id}");
            assert!(!seen.contains("\"sealed\""), "{id}");
            behind += u64::from(seen != unseen);
            assert!(seen == unseen || dealt, "{id}: both have read all there is");
            let response = parlour.submit_next().await;
            assert!(matches!(response, Response::Done { .. }), "{response:?}");
            round = state.table().round().map_or(0, Round::number);
        }
        assert!(behind > 20, "{behind}");
    }
}

/// Two houses that differ in nothing but what lies face down have one lobby.
#[tokio::test]
async fn no_reader_sees_a_hidden_card_in_a_lobby() {
    for id in RulebookId::ALL {
        let mut houses = Vec::new();
        for _ in 0..2 {
            let parlour = Parlour::new(id, Habits::Keep).await;
            let projections = with_key(&parlour);
            houses.push((parlour, projections));
        }
        let (mut hidden, mut turned) = (0, false);
        while !turned {
            let (mut texts, mut cards) = (Vec::new(), Vec::new());
            for (parlour, projections) in &mut houses {
                projections.catch_up().await.unwrap();
                texts.push(whole(projections, &*parlour.floor.store).await);
                let state = parlour.look().await;
                let round = state.open_round();
                turned |= round.is_some_and(|round| {
                    !matches!(
                        round.phase(),
                        Phase::BetsOpen
                            | Phase::BetsClosed
                            | Phase::Dealing(_)
                            | Phase::Deciding(_)
                    )
                });
                cards.push(round.map(Round::laid));
            }
            if !turned {
                assert_eq!(texts[0], texts[1], "{id}");
                hidden += u64::from(cards[0] != cards[1]);
            }
            for (parlour, _) in &mut houses {
                let response = parlour.submit_next().await;
                assert!(matches!(response, Response::Done { .. }), "{response:?}");
            }
        }
        assert!(hidden > 5, "{id}: other cards in {hidden} lobbies");
    }
}

/// Nor, at any table, anything that reads like one.
fn no_card_in(lobby: &Lobby) {
    fn look(value: &Value) {
        match value {
            Value::String(text) => assert!(text.parse::<game::Card>().is_err(), "{text}"),
            Value::Array(values) => values.iter().for_each(look),
            Value::Object(fields) => fields.values().for_each(look),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    look(&serde_json::to_value(lobby).unwrap());
}

/// A server builds them in a task of its own.
#[tokio::test]
async fn projections_can_be_built_in_any_task() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.play_rounds(1).await;
    let projections = blind(&parlour.floor.store);
    let builder = projections.clone();
    let task = tokio::spawn(async move {
        builder.catch_up().await.unwrap();
        let newest = Query::newest(HistoryOf::Player(PlayerId(1)));
        builder.history(&newest).await.unwrap()
    });
    let page = task.await.unwrap();
    assert_eq!(projections.lobby().tables[0].table, TABLE);
    assert_eq!(page.happened.len(), 3, "brought, bought in, played");
}

/// Every path to a field, with the numbers of lists left out.
fn fields(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(all) => {
            for (name, value) in all {
                fields(value, &format!("{at}.{name}"), found);
            }
        }
        Value::Array(values) if !values.is_empty() => {
            for value in values {
                fields(value, at, found);
            }
        }
        Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            found.insert(at.trim_start_matches('.').to_owned());
        }
    }
}

/// Pages are written against these: a field may be added, none is renamed or removed.
#[tokio::test]
async fn the_names_of_fields_stay() {
    let verify_above = Money::major(1);
    let level = JackpotParameters {
        verify_above,
        ..LEVEL
    };
    let mut scene = Scene::new(MemoryStore::default(), level, 1).await;
    let mut evening = evening(&scene, 1, RulebookId::Rws2020).await;
    evening.reaches_jackpots(&[ROYAL, NOTHING], DEALER).await;
    scene.link.turn().await.unwrap();
    let what = "dark".to_owned();
    scene.request(LinkRequest::ReportFault { what }).await;
    let store = Arc::clone(&scene.floor.store);
    let projections = Projections::new(store, DeckAccess::default(), Retention::default());
    projections.catch_up().await.unwrap();
    let mut found = BTreeSet::new();
    fields(
        &serde_json::to_value(projections.lobby()).unwrap(),
        "",
        &mut found,
    );
    let (number, deck) = (1, 52);
    scene.request(LinkRequest::Verify { number, deck }).await;
    scene.request(LinkRequest::ClearFault).await;
    for _ in 0..2 {
        scene.link.turn().await.unwrap();
    }
    evening.reload().await;
    evening
        .ask(floor::round::DEALER, game::Request::Conclude)
        .await;
    let newest = Query::newest(HistoryOf::Player(PlayerId(1)));
    let page = projections.history(&newest).await.unwrap();
    fields(&serde_json::to_value(page).unwrap(), "", &mut found);
    let found: Vec<String> = found.into_iter().collect();
    assert_eq!(
        found.join("\n"),
        include_str!("projections/fields.txt").trim_end()
    );
}
