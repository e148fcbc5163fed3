//! What `sslmode` in a URL asks for is what a connection has, or there is none.

use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use house::store::{Appended, Head, PostgresStore, Store as _};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

use crate::opening::refusal;
use crate::postgres::{Programs, Server, connect, shared, temporary};
use crate::{TABLE, wish};

/// A server with a certificate for `localhost`.
struct Secured {
    server: Server,
    folder: PathBuf,
}

const ISSUER: &str = "issuer.pem";
/// Issued nothing here.
const STRANGER: &str = "stranger.pem";

fn secured() -> &'static Secured {
    static SECURED: OnceLock<Secured> = OnceLock::new();
    SECURED.get_or_init(|| {
        let folder = temporary();
        let issuer = authority();
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &issuer).unwrap();
        for (name, text) in [
            (ISSUER, issuer.pem()),
            (STRANGER, authority().pem()),
            ("server.pem", certificate.pem()),
            ("server.key", key.serialize_pem()),
        ] {
            write(&folder.join(name), &text);
        }
        let file = |name: &str| folder.join(name).display().to_string();
        let settings = format!(
            "-c ssl=on -c ssl_cert_file={} -c ssl_key_file={}",
            file("server.pem"),
            file("server.key")
        );
        let server = Server::start_with(&folder, None, &settings);
        Secured { server, folder }
    })
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A server refuses a key that others may read.
fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, PermissionsExt::from_mode(0o600)).unwrap();
    if let Some((user, group)) = Programs::find().user {
        chown(path, Some(user), Some(group)).unwrap();
    }
}

impl Secured {
    /// A house of its own, by a host name the server's certificate is for.
    async fn house(&self, settings: &str) -> String {
        let url = self.server.database("").await;
        format!("{}?{settings}", url.replace("127.0.0.1", "localhost"))
    }

    fn checked(&self, mode: &str, root: &str) -> String {
        let root = self.folder.join(root);
        format!("sslmode={mode}&sslrootcert={}", root.display())
    }
}

/// Opens the house, writes to it, and asks the server how the sessions of the house are encrypted.
async fn versions(url: &str) -> Vec<Option<String>> {
    let store = PostgresStore::open(url).await.unwrap();
    let told = store.append(wish(Head::start(TABLE), 1)).await;
    assert!(matches!(told, Ok(Appended::Stored(_))), "{told:?}");
    let (plain, _) = url.split_once('?').unwrap();
    let sql = "SELECT version FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
               WHERE datname = current_database() AND application_name = 'queenhigh'";
    let rows = connect(plain).await.query(sql, &[]).await.unwrap();
    assert!(!rows.is_empty());
    rows.iter().map(|row| row.get(0)).collect()
}

fn is_encrypted(versions: &[Option<String>]) -> bool {
    let encrypted = |version: &Option<String>| version.as_deref() == Some("TLSv1.3");
    versions.iter().all(encrypted)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_encrypted_where_the_url_asks_for_it() {
    let secured = secured();
    for settings in [
        "sslmode=require".to_owned(),
        "sslmode=prefer".to_owned(),
        "application_name=queenhigh".to_owned(),
        secured.checked("require", ISSUER),
        secured.checked("verify-ca", ISSUER),
        secured.checked("verify-full", ISSUER),
    ] {
        let found = versions(&secured.house(&settings).await).await;
        assert!(is_encrypted(&found), "{settings}: {found:?}");
    }
    let found = versions(&secured.house("sslmode=disable").await).await;
    assert_eq!(found.iter().flatten().count(), 0, "{found:?}");
}

/// The owner's part and a reader's go the same way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_is_prepared_and_read_over_an_encrypted_connection() {
    let secured = secured();
    let owner = secured.server.empty("").await;
    let owner = owner.replace("127.0.0.1", "localhost");
    let owner = format!("{owner}?{}", secured.checked("verify-full", ISSUER));
    let role = crate::postgres::ROLE;
    PostgresStore::prepare(&owner, role).await.unwrap();
    let store = PostgresStore::open_to_read(&owner).await.unwrap();
    assert_eq!(store.heads().await, Ok(Vec::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_of_another_issuer_is_refused() {
    let secured = secured();
    for mode in ["require", "verify-ca", "verify-full"] {
        let url = secured.house(&secured.checked(mode, STRANGER)).await;
        let error = refusal(&url).await.to_string();
        assert!(error.contains("invalid peer certificate"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_for_another_host_is_refused() {
    let secured = secured();
    let settings = secured.checked("verify-full", ISSUER);
    let url = secured.house(&settings).await;
    let url = url.replace("localhost", "127.0.0.1");
    let error = refusal(&url).await.to_string();
    let told = "invalid peer certificate: certificate not valid for name \"127.0.0.1\"";
    assert!(error.contains(told), "{error}");
    let url = url.replace("verify-full", "verify-ca");
    assert!(is_encrypted(&versions(&url).await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_encryption_is_refused_where_the_url_asks_for_it() {
    let root = secured().checked("verify-full", ISSUER);
    for settings in ["sslmode=require", &root] {
        let url = format!("{}?{settings}", shared().database("").await);
        let error = refusal(&url).await.to_string();
        let told = "ssl of the server is off, expected on, as sslmode in the URL asks for it";
        assert!(error.ends_with(told), "{error}");
    }
    for settings in ["sslmode=disable", "sslmode=prefer"] {
        let url = format!("{}?{settings}", shared().database("").await);
        assert_eq!(versions(&url).await.iter().flatten().count(), 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_that_cannot_be_kept_are_refused() {
    let url = shared().database("").await;
    for (settings, told) in [
        (
            "sslmode=always",
            "the URL of the store: sslmode is always, expected disable, prefer, require, verify-ca or verify-full",
        ),
        (
            "sslmode=verify-full",
            "the URL of the store: sslrootcert is not given, expected a file of certificates",
        ),
        (
            "sslmode=verify-ca&sslrootcert=/nowhere.pem",
            "the URL of the store: sslrootcert is /nowhere.pem (",
        ),
    ] {
        let error = refusal(&format!("{url}?{settings}")).await.to_string();
        assert!(error.starts_with(told), "{error}");
    }
}
