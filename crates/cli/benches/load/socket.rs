//! A client's socket, with small buffers: there are thousands of them in this process.

use futures_util::SinkExt as _;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The client's end of a socket.
pub type Socket = WebSocketStream<TcpStream>;

/// Host and port of `http://ADDRESS/`.
pub fn address(url: &str) -> &str {
    url.trim_start_matches("http://").trim_end_matches('/')
}

/// Opens the socket of a table and says hello.
pub async fn open(url: &str, table: u32, token: Option<&str>) -> Socket {
    let path = format!("/api/v1/tables/{table}/socket");
    let mut socket = connect(address(url), &path, token).await;
    let hello = r#"{"type":"hello","epoch":null,"n":null}"#;
    socket.send(Message::text(hello)).await.unwrap();
    socket
}

/// A connection to the address.
pub async fn tcp(address: &str, receive_buffer: Option<u32>) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(bytes) = receive_buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    let stream = socket.connect(address.parse().unwrap()).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Opens any socket.
pub async fn connect(address: &str, path: &str, token: Option<&str>) -> Socket {
    let request = format!("ws://{address}{path}");
    let mut request = request.into_client_request().unwrap();
    if let Some(token) = token {
        let value = format!("Bearer {token}").parse().unwrap();
        request.headers_mut().insert("authorization", value);
    }
    let stream = tcp(address, None).await.unwrap();
    let mut config = WebSocketConfig::default();
    config.read_buffer_size = 4 * 1024;
    config.write_buffer_size = 0;
    let connected = client_async_with_config(request, stream, Some(config)).await;
    connected.unwrap().0
}
