//! `queenhigh export`, `backup` and `restore` as an operator uses them: rounds that `settle` settles again,
//! a log that `verify` reads, a house that comes back as it was.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod evening;

use std::path::Path;
use std::sync::Arc;

use evening::{HOUSE, evening, queenhigh, told};
use game::{Money, PersonId, PlayerId, RulebookId, Timestamp};
use house::cage::{Cage, CageCommand};
use house::clock::SystemClock;
use house::log::{CommandId, Entries, Stream};
use house::loss::{Acceptance, HouseLogEntry, HouseLogEvent, RequestedOfHouse, preview};
use house::notary::{Notary, NotaryKey};
use house::people::NamedPeople;
use house::response::{Response, body_fingerprint};
use house::store::{Append, Head, SqliteStore, Store as _};
use ledger::CageMove;
use serde_json::Value;

#[tokio::test]
async fn exported_rounds_can_be_settled_again() {
    for rulebook in RulebookId::ALL {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().to_str().unwrap();
        evening(folder.path(), rulebook, 12).await;
        let lines = told(&["export", "rounds", "--data", data], "");
        let lines: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines.len(), 12);
        let written: Vec<String> = lines
            .iter()
            .map(|line| line["written"].to_string())
            .collect();
        let settled = told(&["settle"], &written.join("\n"));
        for (line, settled) in lines.iter().zip(settled.lines()) {
            let settled: Value = serde_json::from_str(settled).unwrap();
            let mut paid = Vec::new();
            for seat in settled["boxes"].as_array().unwrap() {
                for bet in seat["lines"].as_array().unwrap() {
                    let (staked, returned) = (&bet["staked"], &bet["returned"]);
                    paid.push(serde_json::json!({"box": seat["box"], "bet": bet["bet"], "staked": staked, "returned": returned}));
                }
            }
            assert_eq!(line["paid"], Value::Array(paid), "{rulebook}: {line}");
        }
    }
}

#[tokio::test]
async fn an_exported_log_is_verified_without_the_house() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("house");
    evening(&data, RulebookId::Rws2020, 6).await;
    let data = data.to_str().unwrap();
    let file = folder.path().join("log.jsonl");
    let file = file.to_str().unwrap();
    assert_eq!(
        told(&["export", "log", "--data", data, "--output", file], ""),
        ""
    );
    let said = told(&["verify", file], "");
    assert!(said.contains("6 rounds settled a second time"), "{said}");
    let missing = "NOT COMPARED  responses, contributions, announcements and positions of links";
    assert!(said.contains(missing) && said.contains("Clean"), "{said}");
    let house = told(&["verify", "--data", data], "");
    assert_eq!(said.lines().next(), house.lines().next());
    assert!(!house.contains("NOT COMPARED"), "{house}");
    let twice = queenhigh(&["export", "log", "--data", data, "--output", file], "");
    assert_eq!(twice.status.code(), Some(2), "a file is not written over");
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(
        file,
        text.replacen("\\\"bet-placed\\\"", "\\\"bet-taken\\\"", 1),
    )
    .unwrap();
    let lied = queenhigh(&["verify", file], "");
    assert_eq!(lied.status.code(), Some(1));
    let said = String::from_utf8(lied.stdout).unwrap();
    assert!(said.contains("WRONG  table/1 entry "), "{said}");
}

/// A line without end is not read into memory: it is refused with its number and the bound.
#[test]
fn issue_17_6_a_log_with_an_endless_line_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.jsonl");
    let mut text = b"{\"queenhigh_log\":1}\n".to_vec();
    text.resize(text.len() + (17 << 20), b'x');
    std::fs::write(&file, text).unwrap();
    let output = queenhigh(&["verify", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let named = "line 2: found a longer line, expected at most 16777216 bytes";
    assert!(said.contains(named), "{said}");
}

#[tokio::test]
async fn a_house_comes_back_from_its_backup() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, copy, again) = (at("house"), at("copy"), at("again"));
    evening(Path::new(&data), RulebookId::Mbs2019, 4).await;
    let open = SqliteStore::open(Path::new(&data)).unwrap();
    let key = NotaryKey::open(Path::new(&at("key"))).unwrap();
    let mut notary = Notary::open(key, Path::new(&at("heads.jsonl"))).unwrap();
    notary.state(&open, Timestamp(1)).await.unwrap();
    let said = told(&["backup", "--data", &data, "--to", &copy], "");
    assert!(
        said.contains("4 rounds read") && said.contains("Clean"),
        "{said}"
    );
    drop(open);
    let (before, statements) = (
        told(&["export", "log", "--data", &data], ""),
        at("heads.jsonl"),
    );
    let call = [
        "restore",
        "--from",
        &copy,
        "--data",
        &again,
        "--statements",
        &statements,
    ];
    let said = told(&call, "");
    assert!(said.contains("1 signed statements agree"), "{said}");
    assert_eq!(told(&["export", "log", "--data", &again], ""), before);
    // What is there is not written over, in either direction.
    for call in [
        ["restore", "--from", &copy, "--data", &again],
        ["backup", "--data", &data, "--to", &copy],
    ] {
        let refused = queenhigh(&call, "");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("found a house, expected none"), "{said}");
    }
}

/// Two deposits, a copy in between, and a statement about both; where the copy, the house and the
/// statement lie.
async fn fallen_behind(folder: &Path) -> [String; 3] {
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (data, copy) = (at("house"), at("copy"));
    let mut store = Arc::new(SqliteStore::open(Path::new(&data)).unwrap());
    for (nth, copies) in [(1, true), (2, false)] {
        let cage = Cage::new(store.clone(), Arc::new(SystemClock));
        let (player, amount) = (PlayerId(1), Money::major(nth));
        let (id, by, with) = (CommandId(u128::try_from(nth).unwrap()), HOUSE, None);
        let moves = CageMove::Deposit { player, amount };
        cage.submit(CageCommand {
            id,
            by,
            with,
            moves,
        })
        .await
        .unwrap();
        if copies {
            told(&["backup", "--data", &data, "--to", &copy], "");
        }
    }
    let key = NotaryKey::open(Path::new(&at("key"))).unwrap();
    let mut notary = Notary::open(key, Path::new(&at("heads.jsonl"))).unwrap();
    notary
        .state(Arc::get_mut(&mut store).unwrap(), Timestamp(1))
        .await
        .unwrap();
    [copy, at("again"), at("heads.jsonl")]
}

/// The copy, where to, and what the house has signed.
fn restores([copy, again, statements]: &[String; 3]) -> [&str; 7] {
    let [from, data, signed] = ["--from", "--data", "--statements"];
    ["restore", from, copy, data, again, signed, statements]
}

/// A backup from before the last statement would take back what the house has signed.
#[tokio::test]
async fn an_old_backup_does_not_pass_for_the_house() {
    let folder = tempfile::tempdir().unwrap();
    let places = fallen_behind(folder.path()).await;
    let (call, [_, again, _]) = (restores(&places), &places);
    let refused = queenhigh(&call, "");
    let said = String::from_utf8(refused.stdout).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("WRONG  statements"), "{said}");
    assert!(said.contains("not restored"), "{said}");
    assert!(!Path::new(again).join("house.sqlite").exists());
}

/// A register of people, and one with a post that there is not.
const PEOPLE: &str = "# the night\n41 house\n42 shift_manager\n43 dealer\n";
const TORN: &str = "41 house\n42 cook\n";

fn register(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn asks<'a>(people: &'a str, by: &'a str, with: &'a str) -> Vec<&'a str> {
    let reason = ["--accept-loss", "the disk"];
    [
        &reason[..],
        &["--people", people, "--by", by, "--with", with],
    ]
    .concat()
}

/// Whatever is missing or wrong is named, and nothing is restored.
fn refuses_acceptances(call: &[&str], again: &str, (people, torn): (&str, &str)) {
    let asks = |by, with| asks(people, by, with);
    for (more, expected) in [
        (vec!["--accept-loss", "the disk"], "--by <PERSON>"),
        (
            vec!["--accept-loss", "the disk", "--by", "41"],
            "--with <PERSON>",
        ),
        (
            vec!["--accept-loss", "the disk", "--by", "41", "--with", "42"],
            "people.sqlite: found nothing, expected the accounts of the house, or --people",
        ),
        (asks("44", "42"), "by: person 44 is not known to the house"),
        (
            asks("41", "44"),
            "with: person 44 is not known to the house",
        ),
        (
            asks("43", "41"),
            "by: person 43 does not hold the post of the House",
        ),
        (
            [
                &asks("41", "42")[..2],
                &["--people", torn, "--by", "41", "--with", "42"],
            ]
            .concat(),
            "torn: line 2: found \"42 cook\", expected a number and one of dealer, ",
        ),
        (vec!["--by", "41"], "--accept-loss <REASON>"),
        (vec!["--with", "42"], "--accept-loss <REASON>"),
        (
            [&["--accept-loss", " "], &asks("41", "42")[2..]].concat(),
            "reason: found 0 letters",
        ),
        (asks("41", "41"), "with: found 41, expected another person"),
        (asks("41", "Ann"), "--with <PERSON>"),
    ] {
        let refused = queenhigh(&[call, &more].concat(), "");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
        assert!(!Path::new(again).join("house.sqlite").exists());
    }
}

/// Two people have to give their numbers and a reason; then the copy is restored, and `verify` says what is lost.
#[tokio::test]
async fn an_old_backup_is_a_house_once_two_people_accept_the_loss() {
    let folder = tempfile::tempdir().unwrap();
    let places = fallen_behind(folder.path()).await;
    let (call, [_, again, statements]) = (restores(&places), &places);
    let people = register(folder.path(), "people", PEOPLE);
    refuses_acceptances(
        &call,
        again,
        (&people, &register(folder.path(), "torn", TORN)),
    );
    let said = told(&[&call[..], &asks(&people, "41", "42")].concat(), "");
    let lost = "LOST   up to statement 1: purse/1 after 1. Accepted by house/41 with 42 on ";
    for expected in [
        "The loss is accepted: house entry 1.",
        lost,
        "house entry 1: the disk\n",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    let said = told(&["verify", "--data", again, "--statements", statements], "");
    assert!(said.contains(lost) && said.contains("Clean"), "{said}");
    let said = told(&["export", "events", "--data", again], "");
    assert!(said.contains("\"kind\":\"loss accepted\""), "{said}");
    let said = told(&["report", "--data", again], "");
    assert!(said.contains("loss accepted"), "{said}");
    // The same by itself, for a house that came back by other ways; and once is enough.
    let house = ["accept-loss", "--data", again, "--statements", statements];
    let both = asks(&people, "41", "42");
    let alone = [&house[..], &both[2..], &["--reason", "the disk"]].concat();
    let said = told(&alone, "");
    assert!(
        said.contains("Nothing that was stated is missing"),
        "{said}"
    );
}

/// ADR 0025: an entry from when one person was enough is told as what it is.
#[tokio::test]
async fn a_loss_that_one_person_accepted_once_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let [copy, _, statements] = fallen_behind(folder.path()).await;
    let store = SqliteStore::open(Path::new(&copy)).unwrap();
    let written = std::fs::read(&statements).unwrap();
    let acceptance = Acceptance {
        approvers: (HOUSE, Some(PersonId(42))),
        people: &NamedPeople::read(PEOPLE).unwrap(),
        reason: "the disk",
    };
    let loss = preview(&store, (&written, &[]), acceptance).await;
    let event = HouseLogEvent::LossAccepted(loss.unwrap().unwrap());
    let entry = HouseLogEntry {
        id: CommandId(77),
        event: event.clone(),
        requested: Some(RequestedOfHouse {
            by: HOUSE,
            with: None,
            now: Timestamp(1),
            event,
        }),
    };
    let body = body_fingerprint(&(HOUSE, &entry.event));
    let append = Append {
        entries: Entries::from_iter([entry.write()]),
        answer: Some(Response::Done { from: 0, to: 1 }.to_stored(entry.id, body)),
        ..Append::behind(Stream::House, Head::start(Stream::House))
    };
    store.append(append).await.unwrap();
    drop(store);
    let call = ["verify", "--data", &copy, "--statements", &statements];
    let said = told(&call, "");
    assert!(
        said.contains("Accepted by house/41 alone on 1970"),
        "{said}"
    );
    let said = told(&[&call[..], &["--format", "json"]].concat(), "");
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["accepted_losses"][0]["by"], "house/41");
    assert_eq!(said["accepted_losses"][0]["with"], Value::Null);
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let (folder, beside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = folder.path().to_str().unwrap();
    let people = register(beside.path(), "people", "1 house\n2 house\n");
    for (arguments, expected) in [
        (
            vec!["export", "chairs", "--data", data],
            "expected rounds, ledger, jackpots, events or log",
        ),
        (
            vec!["export", "rounds"],
            "expected --data DIR or --database-url URL",
        ),
        (vec!["export", "rounds", "--data", data], "expected a house"),
        (
            vec!["accept-loss", "--data", data, "--by", "1", "--reason", "x"],
            "--with <PERSON>",
        ),
        (
            vec![
                "accept-loss",
                "--data",
                data,
                "--by",
                "1",
                "--with",
                "2",
                "--people",
                &people,
                "--reason",
                "x",
            ],
            "expected a house",
        ),
        (
            vec!["verify", "x.jsonl", "--data", data],
            "cannot be used with",
        ),
    ] {
        let refused = queenhigh(&arguments, "");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
