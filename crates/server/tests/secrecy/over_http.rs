//! What everybody is told over HTTP at a moment of a round, byte for byte.

use bot::Api;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::same;
use crate::two_floors::Watched;

/// An answer as it was sent, without the two headers that say when and how long: what is left has the same
/// length on both floors.
async fn exchange(of: &Watched, api: &Api, (method, path): (&str, &str), body: &str) -> String {
    let address = api.address();
    let token = api
        .token()
        .map(|token| format!("authorization: Bearer {token}\r\n"));
    let token = token.unwrap_or_default();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{token}\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let head = head.lines().filter(|line| {
        let line = line.to_ascii_lowercase();
        !line.starts_with("date:") && !line.starts_with("content-length:")
    });
    let head: Vec<&str> = head.collect();
    let body = of.same(body);
    format!("{}\n\n{body}", head.join("\n"))
}

/// The table, for everybody.
pub async fn tables(watched: &Watched) -> Vec<String> {
    let path = format!("/api/v1/tables/{}", watched.table);
    let mut told = Vec::new();
    for api in &watched.apis {
        told.push(exchange(watched, api, ("GET", &path), "").await);
    }
    told
}

/// Everything else that can be asked while a round is played, for everybody. `pair` makes ids that were not
/// used before.
pub async fn everything(watched: &Watched, pair: u64, round: u64) -> Vec<Vec<String>> {
    let table = watched.table;
    let commands = format!("/api/v1/tables/{table}/commands");
    let mut told = Vec::new();
    for api in &watched.apis {
        let mut own = Vec::new();
        // Not over yet, and refused to everybody.
        let path = format!("/api/v1/rounds/{table}/{round}");
        own.push(exchange(watched, api, ("GET", &path), "").await);
        for (nth, request) in [
            r#"{"request":"reveal","at":2}"#,
            r#"{"request":"look","at":7}"#,
            r#"{"request":"show-box","at":2}"#,
            r#"{"request":"claim-jackpot","at":2}"#,
            r#"{"request":"establish-hand","at":2}"#,
            r#"{"request":"settle","at":2}"#,
            r#"{"request":"burn","card":"zz"}"#,
        ]
        .into_iter()
        .enumerate()
        {
            let body = format!("{{\"id\":\"{pair} {nth}\",\"request\":{request}}}");
            own.push(exchange(watched, api, ("POST", &commands), &body).await);
        }
        let me = exchange(watched, api, ("GET", "/api/v1/me"), "").await;
        own.push(same::without_racks(&me));
        for path in ["/api/v1/jackpots", "/metrics"] {
            let told = exchange(watched, api, ("GET", path), "").await;
            own.push(same::without_numbers(&told));
        }
        own.push(line_of_lobby(watched, api).await);
        told.push(own);
    }
    told
}

/// The other tables are at another point of their rounds.
async fn line_of_lobby(watched: &Watched, api: &Api) -> String {
    let lobby = api.get("/api/v1/tables").await.unwrap();
    let mut lines = lobby.as_array().unwrap().iter();
    let line = lines.find(|line| line["table"].as_u64() == Some(watched.table.into()));
    watched.same(&line.unwrap().to_string())
}
