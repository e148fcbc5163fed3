//! A connection to PostgreSQL that breaks after the server has done what it was asked: the store repeats
//! the statement, and it counts once.

use core::time::Duration;
use std::sync::{Arc, Mutex};

use game::Timestamp;
use house::people::{PeopleStore as _, PostgresPeople, Role};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::{added, guest, named, session, token, whole};
use crate::postgres::shared;

/// Carries bytes to the server. After those that contain `needle` it cuts both sides off, once.
#[derive(Clone, Default)]
struct Cut {
    needle: Arc<Mutex<Option<Vec<u8>>>>,
}

impl Cut {
    /// Starts it; the URL of the database through it.
    async fn before(&self, url: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let cut = self.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(cut.clone().carry(client));
            }
        });
        url.replace(&shared().port().to_string(), &port.to_string())
    }

    fn after(&self, needle: &[u8]) {
        *self.needle.lock().unwrap() = Some(needle.to_vec());
    }

    fn was_made(&self) -> bool {
        self.needle.lock().unwrap().is_none()
    }

    fn is_due(&self, bytes: &[u8]) -> bool {
        let mut needle = self.needle.lock().unwrap();
        let is_due = needle
            .as_ref()
            .is_some_and(|needle| bytes.windows(needle.len()).any(|part| part == needle));
        if is_due {
            *needle = None;
        }
        is_due
    }

    async fn carry(self, client: TcpStream) {
        let server = TcpStream::connect(("127.0.0.1", shared().port())).await;
        let (mut from_client, mut to_client) = client.into_split();
        let (mut from_server, mut to_server) = server.unwrap().into_split();
        let answers = tokio::spawn(async move {
            drop(tokio::io::copy(&mut from_server, &mut to_client).await);
        });
        let mut chunk = vec![0; 65_536];
        while let Ok(length @ 1..) = from_client.read(&mut chunk).await {
            let is_due = self.is_due(&chunk[..length]);
            if is_due {
                answers.abort();
            }
            if to_server.write_all(&chunk[..length]).await.is_err() {
                break;
            }
            if is_due {
                // The server has time to do it.
                tokio::time::sleep(Duration::from_millis(100)).await;
                break;
            }
        }
        answers.abort();
    }
}

async fn opened(cut: &Cut) -> PostgresPeople {
    let url = cut.before(&shared().database("").await).await;
    PostgresPeople::open(&url).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_added_once_after_a_lost_answer() {
    let cut = Cut::default();
    let people = opened(&cut).await;
    added(&people, "Ada").await;
    cut.after(b"Bea of the lost answer");
    let new = named(Role::Dealer, "Bea of the lost answer");
    let bea = people.add_account(new).await.unwrap();
    assert!(cut.was_made());
    assert_eq!(bea.id.0, 2);
    cut.after(b"guest-3");
    let unnamed = people.add_account(guest()).await.unwrap();
    assert!(cut.was_made());
    assert_eq!((unnamed.id.0, unnamed.name.as_str()), (3, "guest-3"));
    assert_eq!(people.accounts(None, 10).await.unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_counts_once_after_a_lost_answer() {
    let cut = Cut::default();
    let people = opened(&cut).await;
    let ada = added(&people, "Ada").await.id;
    // The number of the account as it is sent.
    cut.after(&[0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(people.note_failure(ada, 3).await, Ok(1));
    assert!(cut.was_made());
    let found = people.account(ada).await.unwrap().unwrap();
    assert_eq!(found.failures, 1, "{}", whole(&found));
    assert_eq!(people.note_failure(ada, 3).await, Ok(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_whose_answer_was_lost_signs_its_holder_in_once() {
    let cut = Cut::default();
    let people = opened(&cut).await;
    let ada = added(&people, "Ada").await.id;
    cut.after(&token(7).0);
    people.add_session(session(7, ada)).await.unwrap();
    assert!(cut.was_made());
    cut.after(&token(8).0);
    let expires = Timestamp(5_000);
    people.add_ticket(token(8), ada, expires).await.unwrap();
    assert!(cut.was_made());
    cut.after(&token(8).0);
    let taken = people.take_ticket(token(8), Timestamp(1)).await;
    assert!(cut.was_made());
    assert_eq!(taken, Ok(Some(ada)));
    let again = people.take_ticket(token(8), Timestamp(1)).await;
    assert_eq!(again, Ok(None));
    cut.after(b"erased-1");
    people.erase(ada, Timestamp(3_000)).await.unwrap();
    assert!(cut.was_made());
    let ended = people.ended_since(Timestamp(0)).await.unwrap();
    assert_eq!(ended, [token(7)]);
}
