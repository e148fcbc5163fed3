//! Sends inputs over real connections, and reads what comes back.

use core::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::floor::Floor;
use crate::inputs::{Input, Kind, TOKEN};

/// A request that is not whole is waited for by the house, and so is its answer, for so long.
const IDLE: Duration = Duration::from_millis(400);
/// Before a client of a socket goes, it hears what comes within this time.
const ANSWER: Duration = Duration::from_millis(50);
/// A socket whose client is gone is closed within this time, on a busy machine too.
const GONE: Duration = Duration::from_secs(30);
/// Sessions of guests, so that no single one asks too much.
const GUESTS: usize = 40;

const ROLES: [&str; 7] = [
    "dealer",
    "pit-supervisor",
    "pit-manager",
    "shift-manager",
    "cage",
    "surveillance",
    "auditor",
];

/// Sessions of all kinds.
pub struct Tokens {
    address: String,
    all: Vec<String>,
}

impl Tokens {
    pub async fn gather(floor: &Floor) -> Tokens {
        let mut all = Vec::new();
        for _ in 0..GUESTS {
            let (_, guest) = floor.api().come_as_guest().await.unwrap();
            all.push(guest.token().unwrap().to_owned());
        }
        for role in ROLES {
            let staff = floor.staff(role).await;
            all.push(staff.token().unwrap().to_owned());
        }
        let address = floor.api().address().to_owned();
        Tokens { address, all }
    }
}

/// What came back.
pub struct Heard {
    pub bytes: Vec<u8>,
    /// Whether the house closed the connection.
    pub closed: bool,
}

pub async fn send(tokens: &Tokens, nth: u64, input: &Input) -> Heard {
    let chosen = usize::try_from(nth).unwrap() % tokens.all.len();
    let token = &tokens.all[chosen];
    let mut stream = TcpStream::connect(&tokens.address).await.unwrap();
    match input.kind {
        Kind::Http => {
            let bytes = with_token(&input.bytes, token);
            write(&mut stream, &bytes, input.pieces).await;
            let (bytes, closed) = read(&mut stream, IDLE).await;
            Heard { bytes, closed }
        }
        Kind::Socket => {
            let table = 2 + nth % 4;
            let handshake = format!(
                "GET /api/v1/tables/{table}/socket HTTP/1.1\r\nhost: house\r\nconnection: upgrade\r\n\
                 upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                 sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nauthorization: Bearer {token}\r\n\r\n"
            );
            write(&mut stream, handshake.as_bytes(), 0).await;
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                match timeout(GONE, stream.read_u8()).await {
                    Ok(Ok(byte)) => head.push(byte),
                    Ok(Err(_)) | Err(_) => break,
                }
            }
            if !head.starts_with(b"HTTP/1.1 101 ") {
                let (rest, closed) = read(&mut stream, IDLE).await;
                let bytes = [head, rest].concat();
                return Heard { bytes, closed };
            }
            write(&mut stream, &input.bytes, input.pieces).await;
            let (first, _) = read(&mut stream, ANSWER).await;
            drop(stream.shutdown().await);
            let (rest, closed) = read(&mut stream, GONE).await;
            let bytes = [first, rest].concat();
            Heard { bytes, closed }
        }
    }
}

fn with_token(bytes: &[u8], token: &str) -> Vec<u8> {
    let place = TOKEN.as_bytes();
    let at = bytes
        .windows(place.len())
        .position(|window| window == place);
    match at {
        Some(at) => [&bytes[..at], token.as_bytes(), &bytes[at + place.len()..]].concat(),
        None => bytes.to_vec(),
    }
}

/// A house that closes the connection early is no error.
async fn write(stream: &mut TcpStream, bytes: &[u8], pieces: usize) {
    drop(stream.set_nodelay(true));
    let size = if pieces == 0 {
        bytes.len().max(1)
    } else {
        pieces
    };
    // A long input in tiny pieces would take all day.
    let size = size.max(bytes.len() / 8 + 1);
    for piece in bytes.chunks(size) {
        if stream.write_all(piece).await.is_err() {
            return;
        }
        if pieces > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

async fn read(stream: &mut TcpStream, patience: Duration) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    loop {
        match timeout(patience, stream.read(&mut piece)).await {
            Ok(Ok(0) | Err(_)) => return (bytes, true),
            Ok(Ok(count)) => bytes.extend_from_slice(&piece[..count]),
            Err(_) => return (bytes, false),
        }
    }
}
