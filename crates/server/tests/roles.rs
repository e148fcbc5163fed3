//! The matrix of roles, cell by cell, against a house that is open: every request and every call, by every
//! role and by a passer-by, for what is the caller's own and for what is another's.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod visitors;

use core::time::Duration;
use std::collections::BTreeMap;

use house::game::Request;
use house::link::LinkRequest;
use house::people::Role;
use house::table::{CardRequest, HouseRequest, TableRequest};
use serde_json::{Value, json};
use server::desk::DeskRequest;
use server::roles::{Call, Cell, Row as _, at_desk, at_table};
use visitors::{Answer, Visited, Visitor};

const TABLE_LOG: &str = include_str!("../../house/tests/golden/table.jsonl");
const LINK_LOG: &str = include_str!("../../house/tests/golden/link.jsonl");
/// The table at which everything is asked.
const TABLE: u32 = 1;

/// One request of each kind as it is stored, with how a program writes it.
fn table_requests() -> Vec<(TableRequest, Value)> {
    let mut found = BTreeMap::new();
    for line in TABLE_LOG.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let asks = &entry["asked"]["asks"];
        let Ok(request) = serde_json::from_value::<TableRequest>(asks.clone()) else {
            continue;
        };
        let mut wire = asks.as_object().unwrap().values().next().unwrap().clone();
        if wire["request"] == "open-table" {
            wire["rulebook"] = json!("rws-2020");
        }
        found.insert(wire["request"].to_string(), (request, wire));
    }
    assert!(found.len() > 70, "{}", found.len());
    found.into_values().collect()
}

/// One command of each kind to the desk.
fn desk_requests(player: u32) -> Vec<(DeskRequest, Value)> {
    let purse = |name: &str| json!({"request": name, "player": player, "amount": 1});
    let mut wires = vec![
        purse("deposit"),
        purse("withdraw"),
        json!({"request": "adjust", "player": player, "table": 1, "way": "to_player", "amount": 1}),
        json!({"request": "pause-table", "table": 5}),
        json!({"request": "resume-table", "table": 5}),
        json!({"request": "reload-configuration"}),
    ];
    let mut links = BTreeMap::new();
    for line in LINK_LOG.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let asks = entry["asked"]["asks"].clone();
        if serde_json::from_value::<LinkRequest>(asks.clone()).is_ok() {
            links.insert(asks["request"].to_string(), asks);
        }
    }
    let links = links.into_values();
    wires.extend(links.map(|asks| json!({"request": "ask-link", "link": 9, "asks": asks})));
    let read = |wire: Value| (serde_json::from_value(wire.clone()).unwrap(), wire);
    wires.into_iter().map(read).collect()
}

/// A path at which nothing is missing but, perhaps, the right to ask.
fn path_of(call: Call, player: u32) -> String {
    call.path()
        .replace("{table}", &TABLE.to_string())
        .replace("{player}", &player.to_string())
        .replace("{round}", "1")
        .replace("{id}", "rws-2020")
        .replace("{clause}", "3.12")
        .replace("{cards}", "Qs7h4d")
        .replace("{limit}", "loss-day")
        .replace("{dispute}", "1")
        .replace("{ticket}", &"0".repeat(64))
}

fn body_of(call: Call) -> Option<Value> {
    match call {
        Call::SignIn => Some(json!({"name": "x", "password": "x"})),
        Call::ConfirmTotp => Some(json!({"code": "000000"})),
        Call::CommandTable => Some(json!({"id": 1, "request": {"request": "ready"}})),
        Call::CommandDesk => Some(json!({"id": 1, "request": {"request": "reload-configuration"}})),
        Call::BuyIn | Call::CashOut => Some(json!({"id": "chips", "amount": 1})),
        Call::Company => Some(json!({"players": 0})),
        Call::RaiseDispute => {
            Some(json!({"table": 1, "round": 1, "box": 1, "bet": "ante", "text": "x"}))
        }
        Call::AnswerDispute => Some(json!({"answer": "x", "finding": "rejected"})),
        Call::SetLimits => Some(json!({"loss-day": 1_000_000})),
        Call::Exclude => Some(json!({"for": "24-hours"})),
        Call::Settle => Some(json!({})),
        Call::ComeAsGuest
        | Call::SignOut
        | Call::WhoAmI
        | Call::BeginTotp
        | Call::Disputes
        | Call::Dispute
        | Call::CloseDispute
        | Call::Limits
        | Call::TakeBackLimit
        | Call::ComeBack
        | Call::GoOn
        | Call::Play
        | Call::House
        | Call::Tables
        | Call::Table
        | Call::Socket
        | Call::Rounds
        | Call::Round
        | Call::Purse
        | Call::Jackpots
        | Call::JackpotEvents
        | Call::Rulebooks
        | Call::Rulebook
        | Call::Clauses
        | Call::Clause
        | Call::Irregularities
        | Call::OpenApi
        | Call::Analyze
        | Call::HandWorth
        | Call::FrontPage
        | Call::Enter
        | Call::Healthz
        | Call::Readyz
        | Call::Metrics => None,
    }
}

fn cell_at_table(visitor: &Visitor, request: &TableRequest) -> Cell {
    let cell = |role| at_table(role, request);
    visitor.role.map_or(Cell::SignIn, cell)
}

fn cell_at_desk(visitor: &Visitor, request: &DeskRequest) -> Cell {
    let cell = |role| at_desk(role, request);
    visitor.role.map_or(Cell::SignIn, cell)
}

/// What is wrong with an answer to a cell that does not let the request through.
fn check_refused(cell: Cell, answer: &Answer) -> Option<String> {
    let expected = match cell {
        Cell::SignIn => (401, "not-signed-in"),
        Cell::No => (403, "not-allowed"),
        Cell::Own | Cell::Any => return None,
    };
    let found = (answer.status, answer.code());
    (found != expected).then(|| format!("expected {expected:?}, found {answer:?}"))
}

/// Bets of the player in box 1 and of the guest in box 2 of the table.
async fn with_bets() -> Visited {
    let visited = Visited::open(visitors::config()).await;
    for (role, at) in [(Role::Player, 1), (Role::Guest, 2)] {
        let visitor = visited.of(role);
        visited.deposit(visitor.number, 100_000).await;
        for request in [
            json!({"request": "sit", "at": at}),
            json!({"request": "place-bet", "at": at, "area": "ante", "amount": 1_000}),
            json!({"request": "place-bet", "at": at, "area": "pair_plus", "amount": 1_000}),
        ] {
            let id = request.to_string();
            let answer = visited.command(visitor, TABLE, &id, &request).await;
            assert_eq!(answer.status, 200, "{request}: {answer:?}");
        }
    }
    visited
}

async fn until_deciding(visited: &Visited) {
    for role in [Role::Player, Role::Guest] {
        let ready = json!({"request": "ready"});
        let answer = visited
            .command(visited.of(role), TABLE, "ready", &ready)
            .await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    for _ in 0..1_000 {
        let path = format!("/api/v1/tables/{TABLE}");
        let table = visited.call(&visited.visitors[0], ("GET", &path), None);
        if table.await.body["view"]["phase"] == "deciding" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the table does not come to the decisions");
}

/// Sends every request and every call whose cell says no, by everybody.
async fn refused_cells(visited: &Visited, wrong: &mut Vec<String>) -> usize {
    let mut sent = 0;
    for visitor in &visited.visitors {
        let other = visited.of(Role::Guest).number;
        for (request, wire) in table_requests() {
            let cell = cell_at_table(visitor, &request);
            if !cell.is_asked() {
                let answer = visited.command(visitor, TABLE, "no", &wire).await;
                let found = check_refused(cell, &answer);
                wrong.extend(found.map(|found| format!("{:?} {wire}: {found}", visitor.role)));
                sent += 1;
            }
        }
        for (request, wire) in desk_requests(other) {
            let cell = cell_at_desk(visitor, &request);
            if !cell.is_asked() {
                let command = json!({"id": "no", "request": wire});
                let answer = visited.desk(visitor, &command).await;
                let found = check_refused(cell, &answer);
                wrong.extend(found.map(|found| format!("{:?} {wire}: {found}", visitor.role)));
                sent += 1;
            }
        }
        for call in Call::ALL {
            let cell = call.cell(visitor.role);
            if !cell.is_asked() {
                let path = path_of(*call, other);
                let (line, body) = ((call.method(), path.as_str()), body_of(*call));
                let answer = visited.call(visitor, line, body.as_ref()).await;
                let found = check_refused(cell, &answer);
                wrong.extend(found.map(|found| format!("{:?} {call:?}: {found}", visitor.role)));
                sent += 1;
            }
        }
    }
    sent
}

/// The requests that name a box or a player, with those of somebody else.
fn of_another(wire: &Value, (at, player): (u8, u32)) -> Option<Value> {
    let mut changed = wire.clone();
    let named = |field: &str| wire.get(field).is_some();
    if named("at") {
        changed["at"] = json!(at);
    }
    if named("player") {
        changed["player"] = json!(player);
    }
    (named("at") || named("player")).then_some(changed)
}

/// Sends every request of a player for the box of the other: none is granted.
async fn foreign_cells(visited: &Visited, scene: &str, wrong: &mut Vec<String>) -> usize {
    let mut sent = 0;
    for (role, other, at) in [
        (Role::Player, Role::Guest, 2),
        (Role::Guest, Role::Player, 1),
    ] {
        let (visitor, other) = (visited.of(role), visited.of(other).number);
        for (request, wire) in table_requests() {
            if cell_at_table(visitor, &request) != Cell::Own {
                continue;
            }
            let Some(wire) = of_another(&wire, (at, other)) else {
                continue;
            };
            let id = format!("foreign, {scene}: {wire}");
            let id: String = id.chars().take(100).collect();
            let answer = visited.command(visitor, TABLE, &id, &wire).await;
            if answer.status != 409 || answer.is_refused_at_the_door() {
                wrong.push(format!("{role} for another, {scene}: {wire}: {answer:?}"));
            }
            sent += 1;
        }
        let purse = format!("/api/v1/purses/{other}");
        let answer = visited.call(visitor, ("GET", &purse), None).await;
        if (answer.status, answer.code()) != (403, "not-allowed") {
            wrong.push(format!("{role} looks into another's purse: {answer:?}"));
        }
        sent += 1;
    }
    sent
}

/// Moves of a role that its cells forbid.
async fn forbidden_moves(visited: &Visited, wrong: &mut Vec<String>) -> usize {
    let mut listed = 0;
    for visitor in &visited.visitors {
        let path = format!("/api/v1/tables/{TABLE}");
        let table = visited.call(visitor, ("GET", &path), None).await;
        for offered in table.body["moves"].as_array().unwrap() {
            listed += 1;
            let name = offered["request"]["request"].as_str().unwrap();
            let askers = Request::askers_by_name(name)
                .or_else(|| HouseRequest::askers_by_name(name))
                .or_else(|| CardRequest::askers_by_name(name));
            let cell = visitor.role.map(|role| askers.unwrap().cell(role));
            if !cell.is_some_and(Cell::is_asked) {
                wrong.push(format!("{:?} is offered {name}", visitor.role));
            }
        }
    }
    listed
}

/// Sends every request and every call that gets as far as the rules or a handler.
async fn asked_cells(visited: &Visited, wrong: &mut Vec<String>) -> usize {
    let mut sent = 0;
    let mut check = |role: Option<Role>, what: String, answer: &Answer| {
        sent += 1;
        if answer.is_refused_at_the_door() || answer.status >= 500 || answer.status == 400 {
            wrong.push(format!("{role:?} {what}: {answer:?}"));
        }
    };
    for visitor in &visited.visitors {
        for (request, wire) in table_requests() {
            if cell_at_table(visitor, &request).is_asked() {
                let id = format!("asked {}", wire["request"]);
                let answer = visited.command(visitor, TABLE, &id, &wire).await;
                check(visitor.role, wire.to_string(), &answer);
            }
        }
        for (request, wire) in desk_requests(visited.of(Role::Player).number) {
            if cell_at_desk(visitor, &request).is_asked() {
                let id = format!("asked {wire}");
                let id: String = id.chars().take(100).collect();
                let command = json!({"id": id, "request": wire});
                let answer = visited.desk(visitor, &command).await;
                check(visitor.role, wire.to_string(), &answer);
            }
        }
        for call in Call::ALL {
            // Commands were sent above; what ends the session comes last.
            let is_last = matches!(call, Call::SignOut | Call::CommandTable | Call::CommandDesk);
            if call.cell(visitor.role).is_asked() && !is_last {
                let path = path_of(*call, visitor.number);
                let (line, body) = ((call.method(), path.as_str()), body_of(*call));
                let answer = visited.call(visitor, line, body.as_ref()).await;
                check(visitor.role, format!("{call:?}"), &answer);
            }
        }
        if visitor.role.is_some() {
            let call = ("DELETE", "/api/v1/sessions/current");
            let answer = visited.call(visitor, call, None).await;
            check(visitor.role, "sign out".to_owned(), &answer);
        }
    }
    sent
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_cell_of_the_matrix_holds_at_an_open_house() {
    let visited = with_bets().await;
    let mut wrong = Vec::new();
    let before = visited.standing().await;
    let refused = refused_cells(&visited, &mut wrong).await;
    let foreign = foreign_cells(&visited, "bets are open", &mut wrong).await;
    let listed = forbidden_moves(&visited, &mut wrong).await;
    let after = visited.standing().await;
    assert_eq!(before, after, "what is refused changes nothing");
    until_deciding(&visited).await;
    let before = visited.standing().await;
    let foreign = foreign + foreign_cells(&visited, "deciding", &mut wrong).await;
    let listed = listed + forbidden_moves(&visited, &mut wrong).await;
    let after = visited.standing().await;
    assert_eq!(before, after, "what is another's is left alone");
    watched_tables(&visited, &mut wrong).await;
    let asked = asked_cells(&visited, &mut wrong).await;
    assert!(
        wrong.is_empty(),
        "{} cells are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    // So that none of the loops above comes to nothing.
    assert!(
        refused > 500 && asked > 300 && foreign > 50 && listed > 50,
        "{refused} refused, {asked} asked, {foreign} foreign, {listed} moves"
    );
    visited.floor.close().await;
}

/// A table that is watched by those who are signed in, and by no passer-by.
async fn watched_tables(visited: &Visited, wrong: &mut Vec<String>) {
    for visitor in &visited.visitors {
        for path in ["/api/v1/tables/2", "/api/v1/tables/2/socket"] {
            let answer = visited.call(visitor, ("GET", path), None).await;
            let is_refused = answer.status == 401;
            if is_refused != visitor.role.is_none() {
                wrong.push(format!("{:?} {path}: {answer:?}", visitor.role));
            }
        }
    }
}
