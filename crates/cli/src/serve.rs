//! `queenhigh serve`: opens a house and its doors, and closes them when it is told to.

use std::io::{IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use house::store::StoreSettings;
use sd_notify::NotifyState;
use server::config::Config;
use server::{Opened, ServeSettings, SignInLinks};

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
    /// Log lines as JSON
    #[arg(long)]
    log_json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let mut config = read_config(args.config.as_deref())?;
    if let Some(address) = args.listen {
        config.listen.address = address;
    }
    if args.tls_cert.is_some() {
        config.listen.tls_cert.clone_from(&args.tls_cert);
        config.listen.tls_key.clone_from(&args.tls_key);
    }
    if args.check {
        let (tables, links) = (config.tables.len(), config.links.len());
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "The configuration is sound: {tables} tables, {links} links."
        )?;
        return Ok(Verdict::Done);
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
        links: if demo {
            SignInLinks::Make
        } else {
            SignInLinks::Leave
        },
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(server::serve(settings, announce, wait_for_signal()))?;
    Ok(Verdict::Done)
}

fn read_config(file: Option<&Path>) -> anyhow::Result<Config> {
    let Some(file) = file else {
        return Ok(Config::demo());
    };
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Config::read(&text).map_err(|error| {
        let lines = error
            .0
            .iter()
            .map(|line| format!("{}: {line}", file.display()));
        anyhow::anyhow!(lines.collect::<Vec<_>>().join("\n"))
    })
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
