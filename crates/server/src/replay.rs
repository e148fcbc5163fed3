//! A finished round whole: what happened entry by entry, how it ended, and the proof of its deck.

use house::dealer::Committed;
use house::game::{Event, PlayerId};
use house::ledger::TableId;
use house::table::{TableEvent, TableState};
use serde_json::{Value, json};

use crate::answers::{RoundEntry, WholeRound};
use crate::app::{App, Caller};
use crate::http::viewer_of;
use crate::problem::Problem;

/// The round as the caller may know it.
pub async fn round(
    app: &App,
    caller: &Caller,
    table: TableId,
    round: u64,
) -> Result<Value, Problem> {
    let none = || Problem::not_found(format!("table {} has no such round of yours", table.0));
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
    if player.is_some_and(|player| !has_bet(&commits, player)) {
        return Err(none());
    }
    let viewer = viewer_of(caller);
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
        from: commits.first().map(|commit| commit.from),
        to,
        events: entries.collect(),
        view: state.view_for(viewer),
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
