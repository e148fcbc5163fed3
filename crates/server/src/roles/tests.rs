//! The matrix has a row for every request, each under its own name, and `docs/ROLES.md` says what it says.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use house::game::{Money, PlayerId, Request};
use house::ledger::{Adjusted, LinkId, TableId};
use house::link::LinkRequest;
use house::table::{CardRequest, HouseRequest, TableRequest};
use serde_json::Value;

use super::*;

const TABLE_LOG: &str = include_str!("../../../house/tests/golden/table.jsonl");
const LINK_LOG: &str = include_str!("../../../house/tests/golden/link.jsonl");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ROLES.md");

/// What was asked in the entries of a log; those that follow from the one before say nothing of it.
fn asked(log: &str) -> impl Iterator<Item = Value> {
    log.lines().filter_map(|line| {
        let entry: Value = serde_json::from_str(line).unwrap();
        Some(entry["asked"]["asks"].clone()).filter(|asks| !asks.is_null())
    })
}

fn name_of(request: &Value) -> String {
    request["request"].as_str().unwrap_or_default().to_owned()
}

/// One request of each kind, by the part of the house that it goes to and by its name: the golden logs
/// have every kind there is.
fn table_requests() -> BTreeMap<(&'static str, String), TableRequest> {
    let mut found = BTreeMap::new();
    for asks in asked(TABLE_LOG) {
        for family in ["game", "house", "cards"] {
            if let Some(inner) = asks.get(family) {
                let request: TableRequest = serde_json::from_value(asks.clone()).unwrap();
                found.insert((family, name_of(inner)), request);
            }
        }
    }
    found
}

fn desk_requests() -> Vec<DeskRequest> {
    let (player, table, amount) = (PlayerId(1), TableId(1), Money::major(1));
    let asks = LinkRequest::ClearFault;
    let link = LinkId(1);
    let way = Adjusted::ToPlayer;
    vec![
        DeskRequest::Deposit { player, amount },
        DeskRequest::Withdraw { player, amount },
        DeskRequest::Adjust {
            player,
            table,
            way,
            amount,
        },
        DeskRequest::AskLink { link, asks },
        DeskRequest::PauseTable { table },
        DeskRequest::ResumeTable { table },
        DeskRequest::ReloadConfiguration,
    ]
}

#[test]
fn every_request_has_a_row_under_its_own_name() {
    let mut names = BTreeMap::<&str, Vec<String>>::new();
    for ((family, name), request) in table_requests() {
        let by_name = match family {
            "game" => Request::askers_by_name(&name),
            "house" => HouseRequest::askers_by_name(&name),
            _ => CardRequest::askers_by_name(&name),
        };
        let by_value = requests::askers_at_table(&request);
        assert_eq!(by_name, Some(by_value), "{name}");
        names.entry(family).or_default().push(name);
    }
    let sorted = |names: &[&str]| {
        let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names["game"], sorted(Request::NAMES));
    assert_eq!(names["house"], sorted(HouseRequest::NAMES));
    assert_eq!(names["house"], sorted(<HouseRequest as Row>::NAMES));
    assert_eq!(names["cards"], sorted(<CardRequest as Row>::NAMES));
    let links: BTreeMap<String, LinkRequest> = asked(LINK_LOG)
        .map(|asks| (name_of(&asks), serde_json::from_value(asks).unwrap()))
        .collect();
    for (name, request) in &links {
        let by_name = LinkRequest::askers_by_name(name);
        assert_eq!(by_name, Some(request.askers()), "{name}");
    }
    let names: Vec<String> = links.into_keys().collect();
    assert_eq!(names, sorted(LinkRequest::NAMES));
    let desk = desk_requests();
    let names = desk.iter().map(|request| {
        let written = serde_json::to_value(request).unwrap();
        let name = name_of(&written);
        let by_name = DeskRequest::askers_by_name(&name);
        assert_eq!(by_name, Some(request.askers()), "{name}");
        name
    });
    assert_eq!(names.collect::<Vec<_>>(), DeskRequest::NAMES);
}

/// STANDARDS L4: who keeps tables and accounts cannot play, deal, rule or pay; who watches asks nothing.
#[test]
fn those_who_keep_or_watch_do_not_play_deal_rule_or_pay() {
    for ((_, name), request) in table_requests() {
        for role in [Role::Surveillance, Role::Auditor, Role::Accounting] {
            assert_eq!(at_table(role, &request), Cell::No, "{role} {name}");
        }
        if at_table(Role::Administrator, &request).is_asked() {
            assert!(
                !at_table(Role::Player, &request).is_asked()
                    && !at_table(Role::Cage, &request).is_asked(),
                "{name}"
            );
        }
        for name in ["deal", "rule", "settle", "close-bets", "pay-jackpots"] {
            let askers = Request::askers_by_name(name).or(CardRequest::askers_by_name(name));
            assert_eq!(
                askers.unwrap().cell(Role::Administrator),
                Cell::No,
                "{name}"
            );
        }
    }
    for request in desk_requests() {
        let both = at_desk(Role::Administrator, &request).is_asked()
            && at_desk(Role::Cage, &request).is_asked();
        assert!(!both, "{request:?}: money and keys are two people's");
    }
}

fn shown(cell: Cell) -> &'static str {
    match cell {
        Cell::SignIn => "sign in",
        Cell::No => "–",
        Cell::Own => "own",
        Cell::Any => "yes",
    }
}

fn heading(first: &str) -> String {
    let names = Role::ALL.map(Role::name).join(" | ");
    let lines = "|---".repeat(Role::ALL.len() + 1);
    format!("| {first} | {names} |\n{lines}|\n")
}

fn rows(title: &str, names: &[&str], askers: fn(&str) -> Option<Askers>) -> String {
    let mut table = format!("\n## {title}\n\n{}", heading("request"));
    for name in names {
        let askers = askers(name).unwrap();
        let cells = Role::ALL.map(|role| shown(askers.cell(role))).join(" | ");
        writeln!(table, "| `{name}` | {cells} |").unwrap();
    }
    table
}

fn page() -> String {
    let mut page = "# Who may do what\n\n\
        Printed from the types by a test (`crates/server/src/roles`); `GOLDEN=write cargo test -p \
        queenhigh-server --lib roles` prints it again. Another test sends every cell to a house that is \
        open.\n\n\
        `yes`: the rules and the house decide, by post, box and phase. `own`: the same, for what is the \
        caller's own box, bet, seed or purse; what is another's is refused. `–`: refused (403) before any \
        rule is asked, and not among the moves of the role. `sign in`: 401. Requests that no role has are \
        the program's own.\n\n\
        ## Calls of the API\n\n\
        What a command asks has a row of its own below. Passers-by see tables whose file lets everybody \
        watch (`spectators`).\n\n"
        .to_owned();
    page += &heading("call | passer-by").replacen("|---", "|---|---", 1);
    for call in Call::ALL {
        let passer_by = shown(call.cell(None));
        let cells = Role::ALL
            .map(|role| shown(call.cell(Some(role))))
            .join(" | ");
        let (method, path) = (call.method(), call.path());
        writeln!(page, "| `{method} {path}` | {passer_by} | {cells} |").unwrap();
    }
    page += &rows(
        "Commands to a table: the rules",
        Request::NAMES,
        Request::askers_by_name,
    );
    page += &rows(
        "Commands to a table: the house",
        <HouseRequest as Row>::NAMES,
        HouseRequest::askers_by_name,
    );
    page += &rows(
        "Commands to a table: cards of the house",
        <CardRequest as Row>::NAMES,
        CardRequest::askers_by_name,
    );
    page += &rows(
        "Commands to the desk",
        DeskRequest::NAMES,
        DeskRequest::askers_by_name,
    );
    page += &rows(
        "Commands to the desk: what is asked of a link",
        LinkRequest::NAMES,
        LinkRequest::askers_by_name,
    );
    page
}

#[test]
fn the_page_says_what_the_matrix_says() {
    let page = page();
    if std::env::var_os("GOLDEN").is_some() {
        std::fs::write(PAGE, &page).unwrap();
    }
    let kept = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        kept == page,
        "docs/ROLES.md says otherwise (GOLDEN=write changes it)"
    );
}
