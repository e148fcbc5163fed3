//! A line to a server that can be hurt when it hurts most: around a commit.
//!
//! It knows two messages of the protocol, the plain queries `BEGIN` and `COMMIT`; all else passes as it
//! comes.

use core::time::Duration;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Plain queries: `Q`, the length of what follows, the text and its end.
const BEGIN: &[u8] = b"Q\0\0\0\x0aBEGIN\0";
const COMMIT: &[u8] = b"Q\0\0\0\x0bCOMMIT\0";
/// As long as what is late takes.
const LATE: Duration = Duration::from_millis(700);

/// What happens to the next transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its commit arrives; the answer does not, and both sides are cut off.
    LoseAnswer,
    /// The same, and no connection is let through until the line is mended.
    LoseAnswerAndLine,
    /// Its commit does not arrive.
    LoseCommit,
    /// Our side is cut off at its commit, which the server has much later.
    DeliverLate,
    /// It begins, and what the server says to that is late.
    AnswerLate,
}

pub struct Line {
    port: u16,
    fault: Arc<Mutex<Option<Fault>>>,
    /// Whether it carries anything.
    whole: Arc<watch::Sender<bool>>,
}

impl Line {
    pub async fn to(server: u16) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let line = Line {
            port: listener.local_addr().unwrap().port(),
            fault: Arc::default(),
            whole: Arc::new(watch::Sender::new(true)),
        };
        let (fault, whole) = (Arc::clone(&line.fault), Arc::clone(&line.whole));
        tokio::spawn(async move {
            loop {
                let Ok((client, _)) = listener.accept().await else {
                    return;
                };
                // A connection over a broken line is closed at once.
                if *whole.borrow() {
                    tokio::spawn(carry(
                        client,
                        server,
                        Arc::clone(&fault),
                        Arc::clone(&whole),
                    ));
                }
            }
        });
        line
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn suffers(&self, fault: Fault) {
        *self.fault.lock().unwrap() = Some(fault);
    }

    pub fn has_suffered(&self) -> bool {
        self.fault.lock().unwrap().is_none()
    }

    pub fn breaks(&self) {
        self.whole.send_replace(false);
    }

    pub fn is_mended(&self) {
        self.whole.send_replace(true);
    }
}

async fn carry(
    client: TcpStream,
    server: u16,
    fault: Arc<Mutex<Option<Fault>>>,
    whole: Arc<watch::Sender<bool>>,
) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", server)).await else {
        return;
    };
    for stream in [&client, &server] {
        stream.set_nodelay(true).unwrap();
    }
    let (mut from_client, to_client) = client.into_split();
    let (from_server, mut to_server) = server.into_split();
    let mut broken = whole.subscribe();
    let held = watch::Sender::new(false);
    let answers = tokio::spawn(pass(from_server, to_client, held.subscribe()));
    let requested = async {
        let mut chunk = vec![0; 65_536];
        while let Ok(length @ 1..) = from_client.read(&mut chunk).await {
            let bytes = &chunk[..length];
            match due(bytes, &fault) {
                None => {}
                Some(Fault::AnswerLate) => {
                    held.send_replace(true);
                    let held = held.clone();
                    tokio::spawn(async move {
                        tokio::time::sleep(LATE).await;
                        held.send_replace(false);
                    });
                }
                Some(fault) => {
                    answers.abort();
                    return suffer(fault, bytes, &mut to_server, &whole).await;
                }
            }
            if to_server.write_all(bytes).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = requested => {}
        _ = broken.wait_for(|whole| !whole) => {}
    }
    answers.abort();
}

/// The fault that these bytes are the moment for.
fn due(bytes: &[u8], fault: &Mutex<Option<Fault>>) -> Option<Fault> {
    let mut fault = fault.lock().unwrap();
    let moment = match (*fault)? {
        Fault::AnswerLate => BEGIN,
        Fault::LoseAnswer | Fault::LoseAnswerAndLine | Fault::LoseCommit | Fault::DeliverLate => {
            COMMIT
        }
    };
    let is_now = bytes.windows(moment.len()).any(|part| part == moment);
    if is_now { fault.take() } else { None }
}

/// Our side has been cut off already.
async fn suffer(
    fault: Fault,
    bytes: &[u8],
    to_server: &mut OwnedWriteHalf,
    whole: &watch::Sender<bool>,
) {
    match fault {
        Fault::LoseCommit | Fault::AnswerLate => {}
        Fault::LoseAnswer => to_server.write_all(bytes).await.unwrap(),
        Fault::LoseAnswerAndLine => {
            to_server.write_all(bytes).await.unwrap();
            whole.send_replace(false);
        }
        Fault::DeliverLate => {
            tokio::time::sleep(LATE).await;
            to_server.write_all(bytes).await.unwrap();
        }
    }
    // The server is let go only after it has had time to do what it was told.
    if fault != Fault::LoseCommit {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut held: watch::Receiver<bool>) {
    let mut chunk = vec![0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        drop(held.wait_for(|held| !held).await);
        if to.write_all(&chunk[..length]).await.is_err() {
            return;
        }
    }
}
