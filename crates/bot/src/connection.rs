//! Connections to a house, encrypted where its address says so.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Where Debian, Alpine and Arch keep the certificates that everybody trusts.
const SYSTEM_CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Bytes both ways.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send + Sync {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send + Sync> Stream for T {}

/// A connection.
pub type Connection = Box<dyn Stream>;

/// Whether a house is reached over TLS, and which certificates are good for it.
#[derive(Clone, Debug)]
pub enum Encryption {
    /// Bytes go as they are.
    None,
    /// TLS, under a certificate that one of these issued.
    Tls(Arc<ClientConfig>),
}

impl Encryption {
    /// TLS that trusts the certificates in this file; those of the system where none is named.
    pub fn trusting(file: Option<&Path>) -> Result<Encryption> {
        let file = file.map_or_else(|| PathBuf::from(SYSTEM_CERTIFICATES), Path::to_owned);
        let mut roots = RootCertStore::empty();
        let certificates = CertificateDer::pem_file_iter(&file);
        for certificate in certificates.with_context(|| file.display().to_string())? {
            // The system's list may hold some that this library does not take.
            drop(roots.add(certificate.with_context(|| file.display().to_string())?));
        }
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Encryption::Tls(Arc::new(config)))
    }

    /// `ws` or `wss`.
    pub fn socket_scheme(&self) -> &'static str {
        match self {
            Encryption::None => "ws",
            Encryption::Tls(_) => "wss",
        }
    }

    /// Connects to `host` or `host:port`.
    pub async fn connect(&self, address: &str) -> Result<Connection> {
        let host = host_of(address);
        let has_port = address.len() > host.len();
        match self {
            Encryption::None => {
                let port = if has_port { "" } else { ":80" };
                Ok(Box::new(connect(&format!("{address}{port}")).await?))
            }
            Encryption::Tls(config) => {
                let port = if has_port { "" } else { ":443" };
                let stream = connect(&format!("{address}{port}")).await?;
                let name = host.trim_matches(['[', ']']).to_owned();
                let name = ServerName::try_from(name)?;
                let connector = TlsConnector::from(Arc::clone(config));
                Ok(Box::new(connector.connect(name, stream).await?))
            }
        }
    }
}

async fn connect(address: &str) -> Result<TcpStream> {
    let stream = TcpStream::connect(address).await;
    let stream = stream.with_context(|| address.to_owned())?;
    // Small messages are sent at once.
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The host of `host:port`; an IPv6 address stands in brackets.
fn host_of(address: &str) -> &str {
    match address.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => address,
    }
}
