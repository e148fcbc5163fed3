//! The rulebooks, settlements and figures.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use house::game::{Card, Hand, RulebookId};

use super::guard::Asker;
use super::play::table_id;
use crate::app::App;
use crate::problem::Problem;

type Answered = Result<Response, Problem>;

fn rulebook_id(text: &str) -> Result<RulebookId, Problem> {
    let mut all = RulebookId::ALL.into_iter();
    all.find(|id| id.to_string() == text).ok_or_else(|| {
        let names = RulebookId::ALL.map(|id| id.to_string()).join(", ");
        Problem::not_found(format!("rulebook: found {text:?}, expected one of {names}"))
    })
}

fn json(body: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Work of some length, on a thread of its own.
async fn ask(
    work: impl FnOnce() -> Result<String, String> + Send + 'static,
    wrong: fn(String) -> Problem,
) -> Answered {
    let answered = tokio::task::spawn_blocking(work).await;
    let answered = answered.unwrap_or_else(|error| Err(error.to_string()));
    answered.map(json).map_err(wrong)
}

/// Every rulebook.
pub async fn rulebooks(State(app): State<Arc<App>>) -> Answered {
    ask(move || app.library.rulebooks(), Problem::malformed).await
}

/// One rulebook.
pub async fn rulebook(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered {
    let id = rulebook_id(&id)?;
    ask(move || app.library.rulebook(id), Problem::malformed).await
}

/// Every clause of a rulebook.
pub async fn clauses(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered {
    let id = rulebook_id(&id)?;
    ask(move || app.library.clauses(id), Problem::malformed).await
}

/// One clause.
pub async fn clause(
    State(app): State<Arc<App>>,
    Path((id, clause)): Path<(String, String)>,
) -> Answered {
    let id = rulebook_id(&id)?;
    ask(move || app.library.clause(id, &clause), Problem::not_found).await
}

/// What is done about each irregularity.
pub async fn irregularities(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered {
    let id = rulebook_id(&id)?;
    ask(move || app.library.irregularities(id), Problem::malformed).await
}

/// A round written down, settled.
pub async fn settle(State(app): State<Arc<App>>, body: Bytes) -> Answered {
    ask(move || app.library.settle(&body), Problem::malformed).await
}

/// What playing and folding a hand is worth at a table, under its own options.
pub async fn hand_worth(
    State(app): State<Arc<App>>,
    Path((table, cards)): Path<(String, String)>,
    asker: Asker,
) -> Answered {
    let table = table_id(&table)?;
    app.may_watch(&asker.caller, table)?;
    let hand = hand_of(&cards)?;
    let hub = app.hub(table).await?;
    let state = match hub.state() {
        Some(state) => state,
        None => Arc::new(hub.handle().snapshot().await?),
    };
    let Some(rulebook) = state.table().rulebook().cloned() else {
        let detail = format!(
            "table: found table {} closed, expected an open one",
            table.0
        );
        return Err(Problem::not_found(detail));
    };
    let work = move || {
        let worth = app.library.worth(&rulebook, hand)?;
        serde_json::to_string(&worth).map_err(|error| error.to_string())
    };
    ask(work, Problem::malformed).await
}

/// Three cards as `Qs7h4d`.
fn hand_of(text: &str) -> Result<Hand, Problem> {
    let wrong = || {
        Problem::malformed(format!(
            "cards: found {text:?}, expected three cards like Qs7h4d"
        ))
    };
    let letters: Vec<char> = text.chars().collect();
    let cards: Vec<Card> = (letters.chunks(2))
        .filter_map(|card| card.iter().collect::<String>().parse().ok())
        .collect();
    let cards: [Card; 3] = cards.try_into().map_err(|_| wrong())?;
    if letters.len() != 6 {
        return Err(wrong());
    }
    Hand::new(cards).ok_or_else(wrong)
}

/// The exact figures of a rulebook, worked out once.
pub async fn analyze(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered {
    let id = rulebook_id(&id)?;
    let kept = app.figures.lock().await.get(&id).cloned();
    if let Some(figures) = kept {
        return Ok(json(figures));
    }
    let asked = Arc::clone(&app);
    let worked = tokio::task::spawn_blocking(move || asked.library.analyze(id)).await;
    let figures = worked.unwrap_or_else(|error| Err(error.to_string()));
    let figures = figures.map_err(Problem::malformed)?;
    app.figures.lock().await.insert(id, figures.clone());
    Ok(json(figures))
}
