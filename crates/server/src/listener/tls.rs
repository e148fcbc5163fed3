//! The certificate and key that the doors encrypt with, and what is wrong with files that are neither.

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::{Error as PemError, PemObject as _};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{Error, ServerConfig};

use super::ListenError;

/// Accepts encrypted connections under the certificate; fails where the two files do not belong together.
pub fn acceptor(cert: &Path, key: &Path) -> Result<TlsAcceptor, ListenError> {
    let wrong_cert = |found: String| ListenError::Certificate {
        field: "tls_cert",
        file: cert.display().to_string(),
        found,
        expected: "certificates in PEM, the server's own first",
    };
    let wrong_key = |found: String| ListenError::Certificate {
        field: "tls_key",
        file: key.display().to_string(),
        found,
        expected: "the private key of tls_cert, in PEM",
    };
    let chain = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| wrong_cert(found(&error)))?;
    if chain.is_empty() {
        return Err(wrong_cert("no certificate".to_owned()));
    }
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| wrong_key(found(&error)))?;
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    provider
        .key_provider
        .load_private_key(private.clone_key())
        .map_err(|error| wrong_key(error.to_string()))?;
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong_cert(error.to_string()))?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(|error| {
            if matches!(error, Error::InconsistentKeys(_)) {
                wrong_key("the key of another certificate".to_owned())
            } else {
                wrong_cert(error.to_string())
            }
        })?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// What a file holds in place of PEM.
fn found(error: &PemError) -> String {
    if let PemError::Io(error) = error {
        return error.to_string();
    }
    if matches!(error, PemError::NoItemsFound) {
        return "nothing of the kind".to_owned();
    }
    error.to_string()
}
