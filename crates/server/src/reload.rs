//! The configuration, read again while the house is served.
//!
//! A file with a fault changes nothing: each fault is logged with its line and field, and what held goes
//! on. Of a sound one, people and links are made or changed at once, tables between two rounds. Where the
//! house listens takes a new start.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::answers::{DoneWord, Reloaded};
use crate::app::App;
use crate::config::{Config, ConfigError};
use crate::floor;
use crate::problem::Problem;

/// Reads the configuration again from where it was read first.
pub type ReadConfig = Arc<dyn Fn() -> Result<Config, ConfigError> + Send + Sync>;

/// How the configuration is read again, and when that is asked for from outside.
pub struct Reloading {
    /// Reads it; nothing where it has no file.
    pub read: Option<ReadConfig>,
    /// Asked by the operator, as by a signal.
    pub asked: mpsc::Receiver<()>,
}

impl Reloading {
    /// Never.
    pub fn never() -> Reloading {
        Reloading {
            read: None,
            asked: mpsc::channel(1).1,
        }
    }
}

/// Reads the configuration again whenever it is asked for.
pub async fn follow(app: Arc<App>, mut asked: mpsc::Receiver<()>) {
    while asked.recv().await.is_some() {
        // What is wrong is logged.
        drop(reload(&app).await);
    }
}

/// Reads the configuration again and does what it says.
pub async fn reload(app: &App) -> Result<Value, Problem> {
    let reader = app.reader.lock().await;
    let Some(read) = reader.clone() else {
        let detail = "the house was opened without --config: there is no file to read again";
        tracing::warn!("{detail}");
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "no-configuration",
            detail,
        ));
    };
    let config = tokio::task::spawn_blocking(move || read()).await;
    let config = config.unwrap_or_else(|error| Err(ConfigError(vec![error.to_string()])));
    let config = config.map_err(|error| {
        for fault in &error.0 {
            tracing::error!(
                fault,
                "the configuration is not used: the one before goes on"
            );
        }
        Problem::new(
            StatusCode::CONFLICT,
            "configuration-faulty",
            error.to_string(),
        )
    })?;
    let answer = apply(app, config).await.map_err(|error| {
        tracing::error!(%error, "the configuration could not be carried out");
        Problem::new(
            StatusCode::CONFLICT,
            "configuration-refused",
            error.to_string(),
        )
    })?;
    tracing::info!(%answer, "the configuration was read again");
    Ok(answer)
}

async fn apply(app: &App, mut config: Config) -> Result<Value, floor::FloorError> {
    let before = app.config();
    let takes_new_start = config.listen != before.listen;
    if takes_new_start {
        tracing::warn!("listen: what changed there takes effect at the next start");
        config.listen = before.listen.clone();
    }
    let people = &**app.sessions.people();
    let program = floor::make_people(&config, people, app.now()).await?;
    app.register.refresh().await?;
    floor::make_links(&app.house, &config, people).await?;
    floor::create_tables(&app.house, &config, program).await?;
    let (tables, links) = (config.tables.len(), config.links.len());
    app.sessions.set(config.sessions);
    // Those who look after the tables open and change them, each between two rounds.
    app.configuration.replace(config);
    Ok(json!(Reloaded {
        outcome: DoneWord::Done,
        tables,
        links,
        takes_new_start: takes_new_start.then_some("listen"),
    }))
}
