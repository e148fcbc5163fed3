//! `queenhigh admin` on a house that a process serves, and on the same house when none does; in a folder and
//! on PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod admin_rig;
#[allow(dead_code, reason = "the tests of the house ask for more")]
#[path = "../../house/tests/postgres/mod.rs"]
mod postgres;

use std::io::Write as _;
use std::path::Path;

use admin_rig::{Admin, Place, Served, queenhigh};
use serde_json::Value;

/// The same changes, whether the house is open or not.
fn change_everything(admin: &Admin<'_>, round: &str) {
    let before = admin.purse();
    let by_cage = ["--by", "Cage"];
    let by_two = ["--by", "Cage", "--with", "Shift manager"];
    let said = admin.done(&[&["deposit", "Ada", "5000"], &by_cage[..]].concat());
    assert!(said.starts_with("Done: entries "), "{said}");
    assert_eq!(admin.purse(), before + 5_000);
    // The same id again is the same payment.
    let id = format!("payment {round}");
    for _ in 0..2 {
        let call = [&["withdraw", "Ada", "1000", "--id", &id], &by_two[..]].concat();
        admin.done(&call);
    }
    let adjust = ["adjust", "Ada", "200", "--table", "1", "--from-player"];
    admin.done(&[&adjust[..], &by_two[..]].concat());
    assert_eq!(admin.purse(), before + 3_800);
    admin.refused(
        &[&["withdraw", "Ada", "1000"], &by_cage[..]].concat(),
        "refused (owner-or-two-people)",
    );
    admin.refused(
        &["deposit", "Ada", "1000", "--by", "Operator"],
        "refused (not-allowed): request: found deposit, which is not for the role administrator",
    );
    assert_eq!(admin.purse(), before + 3_800);
    let by_managers = ["--by", "Operator", "--with", "Shift manager"];
    let fault = r#"{"request":"report-fault","what":"a drill"}"#;
    let clear = r#"{"request":"clear-fault"}"#;
    for asks in [fault, clear] {
        admin.done(&[&["ask-link", "2", asks], &by_managers[..]].concat());
    }
    admin.refused(
        &["ask-link", "2", fault, "--by", "Operator"],
        "refused (two-people-of-two-posts)",
    );
    let links = admin.done(&["links"]);
    assert!(
        links.contains("     2  shows 10000000, won 0 times"),
        "{links}"
    );
    admin.done(&["pause", "5", "--by", "Operator"]);
    assert_eq!(admin.table(5)["paused"], true);
    admin.refused(
        &["pause", "5", "--by", "Operator"],
        "refused (table-paused)",
    );
    admin.done(&["resume", "5", "--by", "Operator"]);
    assert_eq!(admin.table(5)["paused"], false);
    for (call, because) in [
        (vec!["deposit", "Eve", "1", "--by", "Cage"], "found \"Eve\""),
        (vec!["deposit", "Ada", "1", "--by", "Eve"], "found \"Eve\""),
        (vec!["deposit", "Ada", "1"], "--by <NAME>"),
        (vec!["deposit", "Ada", "-1", "--by", "Cage"], "unexpected"),
        (
            vec!["ask-link", "2", "{\"request\":\"x\"}", "--by", "Operator"],
            "unknown variant `x`",
        ),
    ] {
        let (code, _, wrong) = admin.call(&call);
        assert_eq!(code, Some(2), "{call:?} {wrong}");
        assert!(wrong.contains(because), "{call:?} {wrong}");
    }
}

fn write_config(file: &Path, minimum: u32) {
    let text = server::config::DEMO.replace("[[table]]", "[[table]]\npace = \"instant\"");
    let limits = format!("limits.ante = {{ min = {minimum}, max = 50_000 }}");
    let text = text.replace("limits.ante = { min = 500, max = 50_000 }", &limits);
    std::fs::write(file, text).unwrap();
}

#[test]
fn a_house_is_looked_after_while_it_is_open_and_when_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path(), None);
    let config = folder.path().join("house.toml");
    write_config(&config, 500);
    let served = Served::start(&place, config.to_str().unwrap());
    let admin = Admin(&place);
    admin.done(&["add", "Ada", "--role", "player"]);
    change_everything(&admin, "open");
    // A changed file is read by a command and by a signal, and one with a fault is not used.
    write_config(&config, 1_000);
    let said = admin.done(&["reload", "--by", "Operator"]);
    assert!(said.contains("\"tables\":5"), "{said}");
    admin.until(1, "the new limits", minimum(1_000));
    write_config(&config, 60_000);
    let faulty = "limits.ante.min: found 60000, expected at most the max of 50000";
    admin.refused(&["reload", "--by", "Operator"], faulty);
    served.signal("-HUP");
    write_config(&config, 1_500);
    served.signal("-HUP");
    admin.until(1, "the limits after the signal", minimum(1_500));
    admin.refused(&["reload", "--by", "Cage"], "refused (not-allowed)");
    let log = served.stop();
    assert!(log.contains(faulty), "{log}");
    assert!(log.contains("house.toml: line "), "{log}");
    change_everything(&admin, "closed");
    admin.refused(&["reload", "--by", "Operator"], "refused (not-served)");
    each_change_is_under_the_person_who_asked(&place);
    is_clean(&place);
}

/// From another process, beside the one that serves the house.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_on_postgresql_is_looked_after_alike() {
    let database = postgres::shared().database("").await;
    tokio::task::block_in_place(|| {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::new(folder.path(), Some(database));
        let config = folder.path().join("house.toml");
        write_config(&config, 500);
        let served = Served::start(&place, config.to_str().unwrap());
        let admin = Admin(&place);
        admin.done(&["add", "Ada", "--role", "player"]);
        change_everything(&admin, "open");
        admin.refused(&["reload", "--by", "Operator"], "kill -HUP");
        write_config(&config, 1_000);
        served.signal("-HUP");
        admin.until(1, "the limits after the signal", minimum(1_000));
        served.stop();
        change_everything(&admin, "closed");
        each_change_is_under_the_person_who_asked(&place);
        is_clean(&place);
    });
}

fn minimum(wanted: u64) -> impl Fn(&Value) -> bool {
    move |table| table["limits"]["ante"]["min"] == wanted
}

fn is_clean(place: &Place) {
    let (code, said, _) = queenhigh(
        &[
            &["verify"],
            &place.to_read()[..],
            &["--vault-key", &place.key],
        ]
        .concat(),
    );
    assert_eq!(code, Some(0), "{said}");
}

fn each_change_is_under_the_person_who_asked(place: &Place) {
    let people = Admin(place).done(&["people", "--format", "json"]);
    let people: Value = serde_json::from_str(&people).unwrap();
    let number = |name: &str| {
        let mut people = people.as_array().unwrap().iter();
        let found = people.find(|person| person["name"] == name);
        found.unwrap()["number"].as_u64().unwrap()
    };
    let (_, log, _) = queenhigh(&[&["export", "log"], &place.to_read()[..]].concat());
    let (cage, operator) = (number("Cage"), number("Operator"));
    let manager = number("Shift manager");
    for (person, second, event) in [
        (cage, String::new(), "\"kind\":\"deposit\""),
        (
            cage,
            format!("\"with\":{manager}"),
            "\"kind\":\"withdrawal\"",
        ),
        (
            cage,
            format!("\"with\":{manager}"),
            "\"kind\":\"adjustment\"",
        ),
        (operator, String::new(), "\"kind\":\"table-paused\""),
        (operator, String::new(), "\"kind\":\"table-resumed\""),
    ] {
        let by = format!("\"person\":{person}");
        let entries = log.lines().map(|line| line.replace("\\\"", "\""));
        let found = entries
            .filter(|line| line.contains(event) && line.contains(&by) && line.contains(&second));
        assert_eq!(found.count(), 2, "{event} by {person}, open and closed");
    }
}

/// Those who accept a loss are looked up among the accounts of the house.
#[test]
fn accounts_are_the_register_of_those_who_accept_a_loss() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path(), None);
    let config = folder.path().join("house.toml");
    write_config(&config, 500);
    let (data, file) = (&*place.data, config.to_str().unwrap());
    Served::start(&place, file).stop();
    let copy = folder.path().join("copy");
    let copy = copy.to_str().unwrap();
    let (code, said, _) = queenhigh(&["backup", "--data", data, "--to", copy]);
    assert_eq!(code, Some(0), "{said}");
    // More is signed after the copy was made.
    let admin = Admin(&place);
    admin.done(&["add", "Ada", "--role", "player"]);
    admin.done(&["deposit", "Ada", "5000", "--by", "Cage"]);
    Served::start(&place, file).stop();
    let statements = format!("{data}/statements.jsonl");
    let accept = |by: &str, with: &str| {
        queenhigh(&[
            "accept-loss",
            "--data",
            copy,
            "--statements",
            &statements,
            "--by",
            by,
            "--with",
            with,
            "--reason",
            "a drill",
        ])
    };
    let said = admin.done(&["people", "--format", "json"]);
    let people: Value = serde_json::from_str(&said).unwrap();
    let number = |role: &str| {
        let mut people = people.as_array().unwrap().iter();
        let found = people.find(|person| person["role"] == role);
        found.unwrap()["number"].to_string()
    };
    let (house, dealer) = (number("administrator"), number("dealer"));
    let (code, _, wrong) = accept("999", &dealer);
    assert_eq!(code, Some(2));
    assert!(wrong.contains("by: person 999 is not known"), "{wrong}");
    let (code, _, wrong) = accept(&dealer, &house);
    assert_eq!(code, Some(2));
    assert!(
        wrong.contains("does not hold the post of the House"),
        "{wrong}"
    );
    let (code, said, _) = accept(&house, &dealer);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("The loss is accepted: house entry 1."),
        "{said}"
    );
}

/// The key in the folder of a house is used by itself.
#[test]
fn verify_finds_the_vaults_key_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path(), None);
    let config = folder.path().join("house.toml");
    write_config(&config, 500);
    Served::start(&place, config.to_str().unwrap()).stop();
    let mut torn = std::fs::OpenOptions::new()
        .write(true)
        .open(&place.key)
        .unwrap();
    torn.write_all(b"x").unwrap();
    drop(torn);
    let (code, _, wrong) = queenhigh(&["verify", "--data", &place.data]);
    assert_eq!(code, Some(2), "{wrong}");
    assert!(wrong.contains("vault.key"), "{wrong}");
    std::fs::remove_file(&place.key).unwrap();
    let (code, said, _) = queenhigh(&["verify", "--data", &place.data]);
    assert_eq!(code, Some(0), "{said}");
}
