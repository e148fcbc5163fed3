//! The desk of the house: money by one person and by two, pauses, second devices, and who is refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod visitors;

use core::time::Duration;

use house::clock::{Clock as _, SystemClock};
use house::people::{NewAccount, PeopleStore as _, Role, SqlitePeople};
use serde_json::{Value, json};
use totp_rs::Builder;
use visitors::{Answer, Visited, Visitor};

const PASSWORD: &str = "correct horse battery";

async fn set_password(visited: &Visited, role: Role) -> String {
    let people = SqlitePeople::open(&visited.floor.folder).unwrap();
    let id = house::people::AccountId(visited.of(role).number);
    let mut account = people.account(id).await.unwrap().unwrap();
    account.password = Some(server::hash_password(PASSWORD.to_owned()).await.unwrap());
    people.save_account(&account).await.unwrap();
    account.name
}

async fn purse_of(visited: &Visited, player: u32) -> Value {
    let path = format!("/api/v1/purses/{player}");
    let answer = visited
        .call(visited.of(Role::Cage), ("GET", &path), None)
        .await;
    answer.body["purse"].clone()
}

fn found(answer: &Answer) -> (u16, &str) {
    (answer.status, answer.code())
}

/// Money leaves a purse on the word of two people, and the second proves who he is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_purse_is_paid_out_and_put_right_by_two_people() {
    let visited = Visited::open(visitors::config()).await;
    let manager = set_password(&visited, Role::ShiftManager).await;
    let (cage, player) = (visited.of(Role::Cage), visited.of(Role::Player).number);
    visited.deposit(player, 10_000).await;
    assert_eq!(purse_of(&visited, player).await, 10_000);
    let withdraw = json!({"request": "withdraw", "player": player, "amount": 3_000});
    let adjust = json!({"request": "adjust", "player": player, "table": 1, "way": "from_player", "amount": 500});
    let right = json!({"name": manager, "password": PASSWORD});
    for (nth, (request, with, expected)) in [
        (&withdraw, Value::Null, (409, "owner-or-two-people")),
        (&adjust, Value::Null, (409, "adjustment-by-two-people")),
        (
            &withdraw,
            json!({"name": manager, "password": "wrong horse battery"}),
            (403, "second-person-refused"),
        ),
        (
            &withdraw,
            json!({"ticket": "0".repeat(64)}),
            (403, "second-person-refused"),
        ),
        (&withdraw, json!({"name": manager}), (400, "malformed")),
        (&withdraw, json!(7), (400, "malformed")),
        (&withdraw, right.clone(), (200, "")),
        (&adjust, right.clone(), (200, "")),
    ]
    .into_iter()
    .enumerate()
    {
        let command = json!({"id": nth, "request": request, "with": with});
        let answer = visited.desk(cage, &command).await;
        assert_eq!(found(&answer), expected, "{command}: {answer:?}");
    }
    assert_eq!(purse_of(&visited, player).await, 6_500);
    // The same command again is the same payment.
    let again = json!({"id": 6, "request": withdraw, "with": right});
    assert_eq!(visited.desk(cage, &again).await.status, 200);
    assert_eq!(purse_of(&visited, player).await, 6_500);
    // More than there is, a player who does not exist, and nothing at all.
    for (nth, (player, amount, expected)) in [
        (player, 1_000_000, (409, "insufficient-funds")),
        (4_000_000, 1, (404, "not-found")),
        (visited.of(Role::Dealer).number, 1, (404, "not-found")),
        (player, 0, (409, "amount-not-positive")),
    ]
    .into_iter()
    .enumerate()
    {
        let request = json!({"request": "withdraw", "player": player, "amount": amount});
        let command = json!({"id": format!("bad {nth}"), "request": request, "with": right});
        let answer = visited.desk(cage, &command).await;
        assert_eq!(found(&answer), expected, "{command}: {answer:?}");
    }
    let (folder, _kept) = visited.floor.close().await;
    let store = house::store::StoreSettings::Folder(folder);
    let store = store.open_to_read().await.unwrap();
    let report = audit::verify::verify(&*store).await.unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

/// Two people of two posts sign for a link.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_asked_by_two_people_of_two_posts() {
    let visited = Visited::open(visitors::config()).await;
    let manager = set_password(&visited, Role::ShiftManager).await;
    let right = json!({"name": manager, "password": PASSWORD});
    let fault = json!({"request": "report-fault", "what": "a drill"});
    let clear = json!({"request": "clear-fault"});
    let of = |link: u32, asks: &Value| json!({"request": "ask-link", "link": link, "asks": asks});
    let administrator = visited.of(Role::Administrator);
    for (nth, (link, asks, with, expected)) in [
        (1, &fault, Value::Null, (409, "two-people-of-two-posts")),
        (9, &clear, right.clone(), (404, "not-found")),
        (1, &fault, right.clone(), (200, "")),
        (1, &clear, right.clone(), (200, "")),
    ]
    .into_iter()
    .enumerate()
    {
        let command = json!({"id": nth, "request": of(link, asks), "with": with});
        let answer = visited.desk(administrator, &command).await;
        assert_eq!(found(&answer), expected, "{command}: {answer:?}");
    }
    // What the program alone asks of a link is not for a person, whatever the call around it.
    let turn = json!({"request": "report-silence"});
    let command = json!({"id": "turn", "request": of(1, &turn), "with": right});
    let answer = visited.desk(administrator, &command).await;
    assert_eq!(found(&answer), (403, "not-allowed"), "{answer:?}");
    visited.floor.close().await;
}

async fn until_phase(visited: &Visited, table: u32, what: &str, is_so: impl Fn(&Value) -> bool) {
    let path = format!("/api/v1/tables/{table}");
    for _ in 0..1_500 {
        let answer = visited
            .call(&visited.visitors[0], ("GET", &path), None)
            .await;
        if is_so(&answer.body["view"]) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("table {table}: {what}");
}

/// A paused table plays its round to the end and opens no other, until it is resumed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paused_table_opens_no_further_round() {
    let visited = Visited::open(visitors::config()).await;
    let administrator = visited.of(Role::Administrator);
    let ask = |id: &str, request: &str| {
        let request = json!({"request": request, "table": 1});
        json!({"id": id, "request": request})
    };
    let answer = visited.desk(administrator, &ask("1", "pause-table")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let over = |view: &Value| view["paused"] == true && view["phase"] != "bets_open";
    until_phase(&visited, 1, "the empty round ends", over).await;
    let again = visited.desk(administrator, &ask("2", "pause-table")).await;
    assert_eq!(found(&again), (409, "table-paused"));
    let player = visited.of(Role::Player);
    visited.deposit(player.number, 10_000).await;
    let bet = json!({"request": "place-bet", "at": 1, "area": "ante", "amount": 1_000});
    let refused = visited.command(player, 1, "bet", &bet).await;
    assert_eq!(refused.status, 409, "{refused:?}");
    let open = json!({"request": "open-bets"});
    let dealer = visited.of(Role::Dealer);
    let refused = visited.command(dealer, 1, "open", &open).await;
    assert_eq!(found(&refused), (409, "table-paused"));
    let answer = visited.desk(administrator, &ask("3", "resume-table")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let open = |view: &Value| view["paused"] == false && view["phase"] == "bets_open";
    until_phase(&visited, 1, "it opens again", open).await;
    let answer = visited.command(player, 1, "bet again", &bet).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    visited.floor.close().await;
}

fn code_of(uri: &str, after_seconds: u64) -> String {
    let secret = uri.split("secret=").nth(1).unwrap();
    let secret = secret.split('&').next().unwrap();
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let (mut bits, mut held, mut bytes) = (0, 0_u32, Vec::new());
    for letter in secret.chars() {
        let value = letters.find(letter).unwrap();
        held = (held << 5) | u32::try_from(value).unwrap();
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((held >> bits) & 255).unwrap());
        }
    }
    let totp = Builder::new().with_secret(&bytes[..]).build().unwrap();
    totp.generate(SystemClock.now().0 / 1_000 + after_seconds)
        .to_string()
}

async fn sign_in(visited: &Visited, name: &str, code: Option<&str>) -> Answer {
    let body = json!({"name": name, "password": PASSWORD, "code": code});
    let call = ("POST", "/api/v1/sessions");
    visited.call(&visited.visitors[0], call, Some(&body)).await
}

/// A member of staff comes in by a link, enrols a second device, and signs in with its codes from then on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_device_is_enrolled_once_and_asked_for_from_then_on() {
    let mut config = visitors::config();
    config.sessions.staff_totp = true;
    config.sessions.failures_max = 10;
    let visited = Visited::open(config).await;
    let dealer = visited.of(Role::Dealer);
    let name = set_password(&visited, Role::Dealer).await;
    // Without a device a password is not enough.
    let refused = sign_in(&visited, &name, None).await;
    assert_eq!(found(&refused), (401, "sign-in-refused"));
    let totp = "/api/v1/me/totp";
    let early = json!({"code": "000000"});
    let answer = visited.call(dealer, ("PUT", totp), Some(&early)).await;
    assert_eq!(found(&answer), (409, "no-secret-told"));
    let first = visited.call(dealer, ("POST", totp), None).await;
    let first = first.body["uri"].as_str().unwrap().to_owned();
    assert!(first.starts_with("otpauth://totp/Queen%20High:Dealer?secret="));
    // Told again, the first counts no more; and until a code confirms it, none is asked for.
    let second = visited.call(dealer, ("POST", totp), None).await;
    let second = second.body["uri"].as_str().unwrap().to_owned();
    assert_ne!(first, second);
    let wrong = json!({"code": code_of(&first, 0)});
    let answer = visited.call(dealer, ("PUT", totp), Some(&wrong)).await;
    assert_eq!(found(&answer), (409, "code-wrong"));
    let refused = sign_in(&visited, &name, Some(&code_of(&second, 0))).await;
    assert_eq!(found(&refused), (401, "sign-in-refused"));
    let right = json!({"code": code_of(&second, 0)});
    let answer = visited.call(dealer, ("PUT", totp), Some(&right)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let me = visited.call(dealer, ("GET", "/api/v1/me"), None).await;
    assert_eq!(me.body["second_device"], true);
    let again = visited.call(dealer, ("POST", totp), None).await;
    assert_eq!(found(&again), (409, "device-enrolled"));
    let refused = sign_in(&visited, &name, None).await;
    assert_eq!(found(&refused), (401, "sign-in-refused"));
    let refused = sign_in(&visited, &name, Some(&code_of(&first, 0))).await;
    assert_eq!(found(&refused), (401, "sign-in-refused"));
    // No code is taken twice: not the one that confirmed the device, nor one that signed in.
    let confirmed = right["code"].as_str();
    let refused = sign_in(&visited, &name, confirmed).await;
    assert_eq!(found(&refused), (401, "sign-in-refused"));
    let next = code_of(&second, 30);
    let signed = sign_in(&visited, &name, Some(&next)).await;
    assert_eq!(signed.status, 200, "{signed:?}");
    let refused = sign_in(&visited, &name, Some(&next)).await;
    assert_eq!(found(&refused), (401, "sign-in-refused"));
    visited.floor.close().await;
}

/// A program whose token is not good is told so, also where a passer-by would be answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_not_good_is_no_passer_by() {
    let visited = Visited::open(visitors::config()).await;
    let guest = visited.of(Role::Guest);
    let call = ("DELETE", "/api/v1/sessions/current");
    assert_eq!(visited.call(guest, call, None).await.status, 204);
    let with = |token: &str| Visitor {
        role: None,
        token: Some(token.to_owned()),
        number: 0,
    };
    let ended = guest.token.clone().unwrap();
    for token in [ended.as_str(), &"0".repeat(64), "nonsense", ""] {
        for path in [
            "/api/v1/tables",
            "/api/v1/tables/1",
            "/api/v1/jackpots",
            "/",
        ] {
            let answer = visited.call(&with(token), ("GET", path), None).await;
            let expected = (401, "not-signed-in");
            assert_eq!(found(&answer), expected, "{token:?} {path}: {answer:?}");
        }
    }
    visited.floor.close().await;
}

/// Where the accounts are lost, new ones get numbers that the logs do not know.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_accounts_leave_their_numbers_unused() {
    let visited = Visited::open(visitors::config()).await;
    let player = visited.of(Role::Player).number;
    visited.deposit(player, 10_000).await;
    let highest = visited.visitors.iter().map(|visitor| visitor.number).max();
    let (folder, _kept) = visited.floor.close().await;
    for file in ["people.sqlite", "people.sqlite-wal", "people.sqlite-shm"] {
        drop(std::fs::remove_file(folder.join(file)));
    }
    let floor = floor::Floor::open_in(folder.clone(), visitors::config()).await;
    let people = SqlitePeople::open(&folder).unwrap();
    let staff = people.staff().await.unwrap();
    // The number of the player with a purse was the highest that the logs had heard of.
    assert!(highest.unwrap() >= player);
    assert!(
        staff.iter().all(|account| account.id.0 > player),
        "{staff:?} after {player}"
    );
    let new = NewAccount {
        role: Role::Player,
        name: None,
        password: None,
        created: SystemClock.now(),
    };
    let added = people.add_account(new).await.unwrap();
    assert!(added.id.0 > player);
    let lost = house::people::AccountId(player);
    let kept = people.account(lost).await.unwrap().unwrap();
    assert!(kept.locked && kept.password.is_none(), "{kept:?}");
    floor.close().await;
}
