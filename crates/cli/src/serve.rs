//! `queenhigh serve`: opens a house and its doors, and closes them when it is told to.

use std::io::{IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use house::store::StoreSettings;
use sd_notify::NotifyState;
use server::config::{Config, ConfigError};
use server::{Opened, ReadConfig, Reloading, ServeSettings, SignInLinks};
use tokio::sync::mpsc;

use crate::{Verdict, process};

/// The folder of a house where none is named.
const DATA: &str = "queenhigh-data";

#[derive(clap::Args, Default)]
pub struct Args {
    /// The folder of the house: its embedded database, keys and statements
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A house on PostgreSQL, such as `postgres://USER@HOST/DATABASE`; keys stay in the folder
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// The floor: tables, links, people, listening. Without it a demo floor of play money
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Read the configuration, say what is wrong with it, and serve nothing
    #[arg(long)]
    check: bool,
    /// The certificate chain, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The key of the certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Serve the pages from this folder, read again for each request, for those who work on them
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
    /// Log lines as JSON
    #[arg(long)]
    log_json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let source = Source {
        file: args.config.clone(),
        listen: args.listen,
        tls: args.tls_cert.clone().zip(args.tls_key.clone()),
    };
    let config = source.read()?;
    if args.check {
        let (tables, links) = (config.tables.len(), config.links.len());
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "The configuration is sound: {tables} tables, {links} links."
        )?;
        return Ok(Verdict::Done);
    }
    if let Some(web) = &args.web {
        let shown = web.display();
        let is_folder = web.join("index.html").is_file();
        anyhow::ensure!(
            is_folder,
            "--web: found {shown}, expected a folder that holds index.html"
        );
    }
    start_logging(args.log_json);
    process::switch_off_core_dumps()?;
    process::raise_open_files(config.limits.connections);
    let folder = args.data.clone().unwrap_or_else(|| PathBuf::from(DATA));
    let store = match &args.database_url {
        Some(url) => StoreSettings::Database(url.clone()),
        None => StoreSettings::Folder(folder.clone()),
    };
    let demo = args.config.is_none();
    let settings = ServeSettings {
        store,
        folder,
        config,
        library: std::sync::Arc::new(crate::library::Commands),
        clock: std::sync::Arc::new(house::SystemClock),
        web: args.web.clone(),
        links: if demo {
            SignInLinks::Make
        } else {
            SignInLinks::Leave
        },
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let (ask, asked) = mpsc::channel(1);
    let read = (!demo).then(|| {
        let read: ReadConfig = std::sync::Arc::new(move || source.read());
        read
    });
    let reloading = Reloading { read, asked };
    runtime.block_on(async {
        tokio::spawn(forward_hangups(ask));
        server::serve_and_reload(settings, reloading, announce, wait_for_signal()).await
    })?;
    Ok(Verdict::Done)
}

/// Where the configuration comes from: a file, and what the call says instead of it.
struct Source {
    file: Option<PathBuf>,
    listen: Option<SocketAddr>,
    tls: Option<(PathBuf, PathBuf)>,
}

impl Source {
    /// Reads it; the demo floor where there is no file.
    fn read(&self) -> Result<Config, ConfigError> {
        let mut config = match &self.file {
            Some(file) => read_file(file)?,
            None => Config::demo(),
        };
        if let Some(address) = self.listen {
            config.listen.address = address;
        }
        if let Some((cert, key)) = &self.tls {
            config.listen.tls_cert = Some(cert.clone());
            config.listen.tls_key = Some(key.clone());
        }
        Ok(config)
    }
}

/// Each fault with the name of the file before it.
fn read_file(file: &Path) -> Result<Config, ConfigError> {
    let name = |what: &dyn std::fmt::Display| format!("{}: {what}", file.display());
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| ConfigError(vec![name(&error)]))?;
    Config::read(&text).map_err(|error| {
        let lines = error.0.iter().map(|line| name(line));
        ConfigError(lines.collect())
    })
}

/// Every hang-up signal (SIGHUP) asks for the configuration to be read again.
async fn forward_hangups(ask: mpsc::Sender<()>) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut hangups) = signal(SignalKind::hangup()) else {
        return;
    };
    while hangups.recv().await.is_some() {
        // One that waits already will read what the file says then.
        let _ = ask.try_send(());
    }
}

/// Says on standard output where the doors are, and which links sign people in.
fn announce(opened: &Opened) {
    let mut out = std::io::stdout().lock();
    for (role, link) in &opened.links {
        // A reader that closed the pipe does not close the house.
        drop(writeln!(out, "{role} {link}"));
    }
    drop(writeln!(out, "listening on {}", opened.url));
    drop(out.flush());
    // Where no service manager asked to be told, nothing happens.
    drop(sd_notify::notify(&[NotifyState::Ready]));
}

async fn wait_for_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        return core::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    drop(sd_notify::notify(&[NotifyState::Stopping]));
}

/// Log lines go to standard error: for people at a terminal, as JSON for machines.
fn start_logging(json: bool) {
    use tracing_subscriber::filter::LevelFilter;
    let lines = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(LevelFilter::INFO)
        .with_ansi(std::io::stderr().is_terminal());
    if json {
        lines.json().init();
    } else {
        lines.init();
    }
}
