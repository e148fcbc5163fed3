//! `queenhigh serve` as a process: what the system lets it do, and what it says of files for TLS.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_queenhigh");

/// A process that is killed when the test is done with it.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Serves a demo floor under these limits of the shell, and waits until it listens.
fn serve_under(limits: &str, folder: &Path) -> Served {
    let script = format!("{limits}; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\"");
    let child = Command::new("sh")
        .args(["-c", &script, PROGRAM])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut served = Served(child);
    let out = served.0.stdout.take().expect("a pipe");
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    let listens = lines.find(|line| line.starts_with("listening on "));
    assert!(listens.is_some(), "it listens");
    served
}

/// The soft and the hard limit of this name.
fn limit(limits: &str, name: &str) -> (String, String) {
    let line = limits.lines().find_map(|line| line.strip_prefix(name));
    let mut words = line.unwrap_or_default().split_whitespace();
    let mut word = || words.next().unwrap_or_default().to_owned();
    (word(), word())
}

#[test]
fn no_core_is_dumped_and_as_many_files_may_be_open_as_the_system_allows() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve_under("ulimit -S -c unlimited; ulimit -S -n 300", folder.path());
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", served.0.id()));
    let limits = limits.expect("the system says what it allows");
    let zero = || "0".to_owned();
    assert_eq!(limit(&limits, "Max core file size"), (zero(), zero()));
    let (soft, hard) = limit(&limits, "Max open files");
    assert_eq!(soft, hard);
    assert_ne!(soft, "300", "{limits}");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let serve = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command
            .args(["serve", "--data"])
            .arg(folder.path().join("data"))
            .args(arguments)
            .stdin(Stdio::null());
        let output = command.output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said)
    };
    let anywhere = ["--listen", "127.0.0.1:0"];
    let (code, said) = serve(
        &[
            &anywhere[..],
            &["--tls-cert", "none.pem", "--tls-key", "none.key"],
        ]
        .concat(),
    );
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("tls_cert: none.pem: found No such file"),
        "{said}"
    );
    let (code, said) = serve(&["--tls-cert", "none.pem"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("--tls-key"), "{said}");
    let (code, said) = serve(&["--listen", "0.0.0.0:0"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("0.0.0.0:0 without TLS"), "{said}");
    let (code, said) = serve(&["--web", "nowhere"]);
    assert_eq!(code, Some(2), "{said}");
    let expected = "--web: found nowhere, expected a folder that holds index.html";
    assert!(said.contains(expected), "{said}");
}
