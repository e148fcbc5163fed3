//! A proxy in front of a floor: one of the three of `docs/proxies`, with other names, ports and files.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Which proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Nginx,
    Caddy,
    Haproxy,
}

/// A proxy that runs; stopped when it is dropped.
pub struct Proxy {
    kind: Kind,
    folder: PathBuf,
    process: Child,
}

impl Kind {
    fn program(self) -> &'static str {
        match self {
            Kind::Nginx => "nginx",
            Kind::Caddy => "caddy",
            Kind::Haproxy => "haproxy",
        }
    }

    /// The example of the documents.
    fn example(self) -> &'static str {
        match self {
            Kind::Nginx => include_str!("../../../../docs/proxies/nginx.conf"),
            Kind::Caddy => include_str!("../../../../docs/proxies/Caddyfile"),
            Kind::Haproxy => include_str!("../../../../docs/proxies/haproxy.cfg"),
        }
    }

    /// Debian keeps some of them off the path of those who are not root.
    fn command(self) -> Command {
        let program = self.program();
        let places = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin"];
        let mut found = places.iter().map(|place| Path::new(place).join(program));
        let found = found.find(|path| path.exists());
        let found = found.unwrap_or_else(|| {
            panic!("no {program}: `cargo xtask test` installs it, on Debian the package {program}")
        });
        Command::new(found)
    }
}

impl Proxy {
    /// Starts the proxy on this port of `localhost`, under the certificate `own` in the folder, in front of a
    /// house on the other port.
    pub fn start(kind: Kind, folder: &Path, port: u16, house: u16) -> Proxy {
        let file = |name: &str| folder.join(name).display().to_string();
        let both = ["own.cert", "own.key"].map(|name| std::fs::read_to_string(file(name)).unwrap());
        std::fs::write(file("both.pem"), both.concat()).unwrap();
        let mut text = kind.example().to_owned();
        let admin = format!("admin unix/{}", file("admin.sock"));
        for (from, to) in [
            ("127.0.0.1:8210", format!("127.0.0.1:{house}")),
            ("/etc/ssl/floor.example/fullchain.pem", file("own.cert")),
            ("/etc/ssl/floor.example/privkey.pem", file("own.key")),
            ("/etc/ssl/floor.example/floor.example.pem", file("both.pem")),
            ("listen 443 ssl", format!("listen 127.0.0.1:{port} ssl")),
            ("bind :443", format!("bind 127.0.0.1:{port}")),
            (
                "server_name floor.example",
                "server_name localhost".to_owned(),
            ),
            ("floor.example {", format!("https://localhost:{port} {{")),
            (
                "admin localhost:2019",
                format!("{admin}\n\tauto_https disable_redirects"),
            ),
        ] {
            text = text.replace(from, &to);
        }
        std::fs::write(file("proxy.conf"), text).unwrap();
        let mut command = kind.command();
        match kind {
            Kind::Nginx => command
                .args(["-p", &file(""), "-c", &file("proxy.conf"), "-g"])
                .arg(format!(
                    "daemon off; error_log stderr; pid {};",
                    file("nginx.pid")
                )),
            Kind::Caddy => command
                .args(["run", "--adapter", "caddyfile", "--config"])
                .arg(file("proxy.conf")),
            Kind::Haproxy => command.args(["-W", "-db", "-f", &file("proxy.conf")]),
        };
        let log = std::fs::File::create(file("proxy.log")).unwrap();
        let process = command
            .envs([("XDG_DATA_HOME", folder), ("XDG_CONFIG_HOME", folder)])
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        Proxy {
            kind,
            folder: folder.to_owned(),
            process,
        }
    }

    /// What it said.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("proxy.log")).unwrap_or_default()
    }

    /// Has it read its configuration again.
    pub fn reload(&self) {
        let pid = Pid::from_raw(i32::try_from(self.process.id()).unwrap());
        match self.kind {
            Kind::Nginx => kill(pid, Signal::SIGHUP).unwrap(),
            Kind::Haproxy => kill(pid, Signal::SIGUSR2).unwrap(),
            Kind::Caddy => {
                let file = self.folder.join("proxy.conf");
                let mut command = self.kind.command();
                command.args(["reload", "--force", "--adapter", "caddyfile", "--config"]);
                let reloaded = command.arg(file).output().unwrap();
                assert!(reloaded.status.success(), "{reloaded:?}");
            }
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let pid = self.process.id().cast_signed();
        // The master takes its workers with it.
        let _ = kill(Pid::from_raw(pid), Signal::SIGTERM);
        drop(self.process.wait());
    }
}
