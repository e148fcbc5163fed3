//! A finished round whole: what happened entry by entry, how it ended, and the proof of its deck.

use house::dealer::Committed;
use house::game::{Event, PlayerId, Viewer};
use house::ledger::TableId;
use house::table::{TableEvent, TableState};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::{RoundEntry, ViewAt, WholeRound};
use crate::app::{App, Caller};
use crate::http::viewer_of;
use crate::problem::Problem;

/// Which views of a round are asked for beside that at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Views {
    /// After each commit.
    All,
}

/// The round as the caller may know it.
pub async fn round(
    app: &App,
    caller: &Caller,
    (table, round): (TableId, u64),
    views: Option<Views>,
) -> Result<Value, Problem> {
    let none = || {
        let table = table.0;
        Problem::not_found(format!("table {table} has no round {round} that is over"))
    };
    let commits = app.house.pit().commits_of_round(table, round).await?;
    let commits = commits.ok_or_else(none)?;
    let last = commits.last().ok_or_else(none)?;
    let ended = last.state.table().round().filter(|of| of.number() == round);
    if !ended.is_some_and(house::game::Round::is_over) {
        return Err(none());
    }
    let player = caller
        .as_ref()
        .filter(|signed| signed.account.role.is_player())
        .map(|signed| signed.account.player());
    // A player who had no part in it sees what everybody saw.
    let viewer = match player {
        Some(player) if !has_bet(&commits, player) => Viewer::Public,
        Some(_) | None => viewer_of(caller),
    };
    let all = |Views::All| {
        let views = commits.iter().map(|commit| ViewAt {
            n: commit.to,
            view: commit.state.view_for(viewer),
        });
        views.collect()
    };
    let entries = commits.iter().flat_map(|commit| {
        let events = commit.events.iter().zip(commit.from + 1..);
        events.map(|(event, n)| {
            let seen = commit.state.event_for(viewer, event);
            RoundEntry {
                n,
                at: commit.state.last(),
                event: seen,
            }
        })
    });
    let state: &TableState = &last.state;
    let (to, number) = (last.to, table.0);
    Ok(json!(WholeRound {
        table,
        round,
        name: app.table_config(table).map(|config| config.name),
        rulebook: state.table().rulebook().map(|rulebook| rulebook.id),
        digest: state.table().digest(),
        from: commits.first().map(|commit| commit.from),
        to,
        events: entries.collect(),
        view: state.view_for(viewer),
        views: views.map(all),
        names: app.names(state).await,
        proof: state.shuffle().and_then(house::table::Shuffle::proof),
        verify: format!(
            "queenhigh verify --data DIR  # reads entry {to} of table {number} with all others"
        ),
    }))
}

fn has_bet(commits: &[Committed], player: PlayerId) -> bool {
    let mut events = commits.iter().flat_map(|commit| commit.events.iter());
    events.any(|event| {
        matches!(event, TableEvent::Game(Event::BetPlaced { player: by, .. }) if *by == player)
    })
}
