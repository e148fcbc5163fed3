//! Calls over TLS, byte by byte, from any address of this machine.

#![allow(dead_code, reason = "each test file uses what it needs")]

use core::time::Duration;
use std::path::Path;
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

const PATIENCE: Duration = Duration::from_secs(20);

/// Writes a certificate for `localhost` and its key into the folder, as `NAME.cert` and `NAME.key`.
pub fn make_certificate(folder: &Path, name: &str) {
    let names = ["localhost".to_owned()];
    let rcgen::CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(names).unwrap();
    let write = |ending: &str, text: String| {
        std::fs::write(folder.join(format!("{name}.{ending}")), text).unwrap();
    };
    write("cert", cert.pem());
    write("key", signing_key.serialize_pem());
}

/// A server that is reached over TLS as `localhost`, and the certificate that is trusted.
pub struct Encrypted<'a> {
    /// Host and port.
    pub address: &'a str,
    pub trusted: &'a Path,
    /// The address of this machine that calls come from.
    pub from: &'a str,
}

impl Encrypted<'_> {
    pub async fn connect(&self) -> std::io::Result<TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        let certificate = CertificateDer::from_pem_file(self.trusted).unwrap();
        roots.add(certificate).unwrap();
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let socket = TcpSocket::new_v4()?;
        socket.bind(format!("{}:0", self.from).parse().unwrap())?;
        let stream = socket.connect(self.address.parse().unwrap()).await?;
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(config))
            .connect(name, stream)
            .await
    }

    /// One call on a connection of its own: everything that comes back. `headers` end with a line break each.
    pub async fn call(&self, method: &str, path: &str, headers: &str) -> String {
        let mut stream = self.connect().await.unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\
             content-length: 0\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let reading = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        // Some servers end without the last word of TLS.
        drop(reading.expect("an answer in time"));
        String::from_utf8(answer).unwrap()
    }
}

/// The value of a header in an answer.
pub fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = answer.lines().take_while(|line| !line.is_empty());
    lines.find_map(|line| {
        let (found, value) = line.split_once(": ")?;
        found.eq_ignore_ascii_case(name).then_some(value)
    })
}

/// The status of an answer.
pub fn status(answer: &str) -> u16 {
    let status = answer.split(' ').nth(1);
    status.and_then(|text| text.parse().ok()).unwrap_or(0)
}
