//! A dispute over HTTP: raised from a line of a round that is over, kept with what belongs to it, answered by
//! the pit in time or late; the player's words can be erased, the rest cannot.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod limits_rig;

use house::people::{AccountId, PeopleStore as _, SqlitePeople};
use limits_rig::{Answer, Guest, HOUR, Shifted};
use serde_json::{Value, json};

/// A guest who has folded an Ante of 5.00, and the number of that round.
async fn after_a_fold(floor: &Shifted) -> (Guest, u64) {
    let guest = floor.guest().await;
    guest.bet("ante", 500).await.done();
    guest.until_dealt().await;
    guest.fold().await;
    guest.until_over().await;
    let rounds = guest.get("/api/v1/rounds").await;
    let round = rounds["rounds"][0]["round"].as_u64().unwrap();
    (guest, round)
}

fn about(round: u64) -> Value {
    let text = "I did not fold.\nThe page did.";
    json!({"table": 1, "round": round, "box": 1, "bet": "ante", "text": text})
}

async fn as_staff(
    floor: &Shifted,
    role: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Answer {
    let api = floor.staff(role).await;
    let method = bot::Method::from_bytes(method.as_bytes()).unwrap();
    let (status, body) = api.call(method, path, body).await.unwrap();
    Answer {
        status: status.as_u16(),
        body,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dispute_has_what_belongs_to_its_line_and_its_answer_is_told() {
    let floor = Shifted::open().await;
    let (guest, round) = after_a_fold(&floor).await;
    let raised = guest
        .call("POST", "/api/v1/disputes", Some(&about(round)))
        .await;
    assert_eq!(raised.status, 201, "{raised:?}");
    let told = &raised.body;
    let whole = guest.get(&format!("/api/v1/rounds/1/{round}")).await;
    assert_eq!(told["state"], json!("open"));
    assert_eq!(told["line"]["staked"], json!(500));
    assert_eq!(told["line"]["returned"], json!(0));
    assert!(!told["line"]["why"].as_str().unwrap().is_empty());
    assert!(!told["line"]["clauses"].as_array().unwrap().is_empty());
    assert_eq!(
        told["entries"],
        json!({"from": whole["from"], "to": whole["to"]})
    );
    assert_eq!(
        (&told["rulebook"], &told["digest"]),
        (&json!("rws-2020"), &whole["digest"])
    );
    let week = told["answer_by"].as_u64().unwrap() - told["raised"].as_u64().unwrap();
    assert_eq!(week, 7 * 24 * HOUR);
    let again = guest
        .call("POST", "/api/v1/disputes", Some(&about(round)))
        .await;
    again.is(409, "dispute-raised", "as number 1");

    let path = "/api/v1/disputes/1/answer";
    let answer = json!({"answer": "The log has your request.", "finding": "rejected"});
    for role in ["dealer", "pit-supervisor", "surveillance"] {
        let refused = as_staff(&floor, role, "POST", path, Some(&answer)).await;
        refused.is(403, "not-allowed", "");
    }
    let all = as_staff(&floor, "auditor", "GET", "/api/v1/disputes", None).await;
    assert_eq!(all.body["disputes"].as_array().unwrap().len(), 1);
    let answered = as_staff(&floor, "pit-manager", "POST", path, Some(&answer)).await;
    assert_eq!(answered.body["state"], json!("answered"), "{answered:?}");
    let second = as_staff(&floor, "pit-manager", "POST", path, Some(&answer)).await;
    second.is(409, "dispute-over", "answered");
    let seen = guest.get("/api/v1/disputes/1").await;
    assert_eq!(seen["answer"]["text"], answer["answer"]);
    assert_eq!(seen["answer"]["finding"], json!("rejected"));
    let closed = guest.call("POST", "/api/v1/disputes/1/close", None).await;
    assert_eq!(closed.body["state"], json!("closed"));
    guest
        .call("POST", "/api/v1/disputes/1/close", None)
        .await
        .is(409, "dispute-over", "closed");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_referred_is_answered_by_the_shift_manager_and_lateness_shows() {
    let floor = Shifted::open().await;
    let (guest, round) = after_a_fold(&floor).await;
    guest
        .call("POST", "/api/v1/disputes", Some(&about(round)))
        .await;
    let path = "/api/v1/disputes/1/answer";
    let refer = json!({"answer": "Not mine to say.", "finding": "referred"});
    let referred = as_staff(&floor, "pit-manager", "POST", path, Some(&refer)).await;
    assert_eq!(referred.body["state"], json!("referred"), "{referred:?}");
    let own = json!({"answer": "After all.", "finding": "upheld"});
    let refused = as_staff(&floor, "pit-manager", "POST", path, Some(&own)).await;
    refused.is(409, "dispute-over", "referred");
    guest.stay_away(&floor, 8 * 22).await;
    assert_eq!(guest.get("/api/v1/disputes/1").await["late"], json!(true));
    let upheld = as_staff(&floor, "shift-manager", "POST", path, Some(&own)).await;
    assert_eq!(upheld.body["state"], json!("answered"), "{upheld:?}");
    assert_eq!(upheld.body["earlier"][0]["finding"], json!("referred"));
    assert_eq!(upheld.body["late"], json!(false));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dispute_is_ones_own_and_outlives_its_words() {
    let floor = Shifted::open().await;
    let (guest, round) = after_a_fold(&floor).await;
    guest
        .call("POST", "/api/v1/disputes", Some(&about(round)))
        .await;
    let other = floor.guest().await;
    other
        .call("GET", "/api/v1/disputes/1", None)
        .await
        .is(404, "not-found", "");
    other
        .call("POST", "/api/v1/disputes/1/close", None)
        .await
        .is(404, "not-found", "");
    assert_eq!(other.get("/api/v1/disputes").await, json!({"disputes": []}));
    let strange = other
        .call("POST", "/api/v1/disputes", Some(&about(round)))
        .await;
    strange.is(404, "not-found", "no such line of yours");
    let floor = floor.restart().await;
    let people = SqlitePeople::open(&floor.floor.folder).unwrap();
    let id = AccountId(u32::try_from(guest.player).unwrap());
    people.erase(id, house::game::Timestamp(1)).await.unwrap();
    let kept = as_staff(&floor, "auditor", "GET", "/api/v1/disputes/1", None).await;
    assert_eq!(kept.body["text"], Value::Null, "{kept:?}");
    assert_eq!(kept.body["line"]["staked"], json!(500));
    assert_eq!(kept.body["player"], json!(guest.player));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_disputes_are_told_by_field_found_and_expected() {
    let floor = Shifted::open().await;
    let (guest, round) = after_a_fold(&floor).await;
    let with = |field: &str, value: Value| {
        let mut body = about(round);
        body[field] = value;
        body
    };
    for (body, status, says) in [
        (
            with("text", json!("  ")),
            400,
            "text: found 0 letters, expected 1 to 2000",
        ),
        (
            with("text", json!("x".repeat(2_001))),
            400,
            "text: found 2001 letters",
        ),
        (
            with("text", json!("a\u{7}b")),
            400,
            "text: found control characters",
        ),
        (with("text", json!(1)), 400, "text"),
        (with("bet", json!("zzz")), 400, "bet: unknown variant `zzz`"),
        (
            with("bet", json!("pair_plus")),
            404,
            "no such line of yours",
        ),
        (with("box", json!(2)), 404, "no such line of yours"),
        (with("box", json!(256)), 400, "box"),
        (with("table", json!(99)), 404, "table 99 has no round"),
        (with("round", json!(9_999)), 404, "has no round 9999"),
        (with("round", json!(-1)), 400, "round"),
        (with("zzz", json!(1)), 400, "zzz"),
    ] {
        let code = if status == 400 {
            "malformed"
        } else {
            "not-found"
        };
        let answer = guest.call("POST", "/api/v1/disputes", Some(&body)).await;
        answer.is(status, code, says);
    }
    guest.call("GET", "/api/v1/disputes/one", None).await.is(
        404,
        "not-found",
        "number of a dispute",
    );
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_answers_are_told_by_field_found_and_expected() {
    let floor = Shifted::open().await;
    let (guest, round) = after_a_fold(&floor).await;
    let path = "/api/v1/disputes/1/answer";
    guest
        .call("POST", "/api/v1/disputes", Some(&about(round)))
        .await;
    for (body, says) in [
        (
            json!({"answer": "", "finding": "upheld"}),
            "answer: found 0 letters",
        ),
        (json!({"answer": "x", "finding": "maybe"}), "maybe"),
        (json!({"answer": "x"}), "finding"),
    ] {
        let answer = as_staff(&floor, "pit-manager", "POST", path, Some(&body)).await;
        answer.is(400, "malformed", says);
    }
    let missing = json!({"answer": "x", "finding": "upheld"});
    let answer = as_staff(
        &floor,
        "pit-manager",
        "POST",
        "/api/v1/disputes/7/answer",
        Some(&missing),
    )
    .await;
    answer.is(404, "not-found", "no dispute 7");
    floor.close().await;
}
