//! Asks the process that serves a folder, over the socket it has there. Those who sign are signed in by
//! one-time tickets, which this program makes beside the logs: no session begins, and none ends.

use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use house::people::{Account, PeopleStore};
use serde_json::{Value, json};

use super::changes::{Answer, answer_of, now};

/// For the answer: a change may wait for a disk.
const ANSWER: Duration = Duration::from_mins(1);

/// Puts the command to the process.
pub async fn submit(
    socket: &Path,
    people: &Arc<dyn PeopleStore>,
    (by, with): (&Account, Option<&Account>),
    mut command: Value,
) -> anyhow::Result<Answer> {
    let ticket = server::make_ticket(&**people, by, now()).await?;
    if let Some(second) = with {
        let ticket = server::make_ticket(&**people, second, now()).await?;
        command["with"] = json!({ "ticket": ticket });
    }
    let (status, body) = post(socket, &ticket, &command.to_string()).with_context(|| {
        let socket = socket.display();
        format!("{socket}: another process has this house, and cannot be asked")
    })?;
    answer_of(if status == 200 {
        Ok(body)
    } else {
        Err((status, body))
    })
}

/// One request and its answer.
fn post(socket: &Path, ticket: &str, body: &str) -> anyhow::Result<(u16, Value)> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(ANSWER))?;
    let head = format!(
        "POST /api/v1/desk/commands HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         authorization: Ticket {ticket}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (top, body) = answer
        .split_once("\r\n\r\n")
        .context("found no answer, expected one of HTTP")?;
    let status = top.split(' ').nth(1).and_then(|text| text.parse().ok());
    let status = status.context("found no status, expected that of HTTP")?;
    Ok((status, serde_json::from_str(body)?))
}
