//! Tables, links and purses as they stand, read from the store: another process may serve the house.

use std::io::Write as _;
use std::sync::Arc;

use house::clock::SystemClock;
use house::link::Controller;
use house::log::{Stream, StreamKind};
use house::pit::Pit;
use house::store::Store;
use ledger::{Account, LinkId, TableId};
use serde_json::{Value, json};

use super::changes::player;
use crate::Format;
use crate::store_args::StoreArgs;

/// The tables and links of the house, to be looked at.
async fn pit(args: &StoreArgs) -> anyhow::Result<Arc<Pit>> {
    let store = args.open_to_read().await?;
    let pit = Pit::new(store, Arc::new(SystemClock));
    Ok(Arc::new(match args.vault_key()? {
        Some(file) => pit.with_vault(crate::verify::open_vault(&file)?),
        None => pit,
    }))
}

/// Prints the tables.
pub async fn tables(args: &StoreArgs, format: Format) -> anyhow::Result<()> {
    let pit = pit(args).await?;
    let mut lines = Vec::new();
    for (stream, _) in pit.store().heads_by_kind(StreamKind::Table).await? {
        let Stream::Table(table) = stream else {
            continue;
        };
        lines.push(table_line(&pit, table).await?);
    }
    pit.close_tables().await;
    print(format, &lines, |line| {
        let limits = &line["limits"]["ante"];
        let state = match (&line["open"], &line["paused"]) {
            (_, Value::Bool(true)) => "paused",
            (Value::Bool(true), _) => "open",
            (_, _) => "closed",
        };
        format!(
            "{:>6}  {:<18} {:<7} {:<12} ante {} to {}, link {}",
            line["table"].to_string(),
            text(&line["rulebook"]),
            state,
            text(&line["phase"]),
            text(&limits["min"]),
            text(&limits["max"]),
            text(&line["link"]),
        )
    })
}

async fn table_line(pit: &Arc<Pit>, table: TableId) -> anyhow::Result<Value> {
    let state = pit.handle(table).await?.snapshot().await?;
    let setup = state.table().setup();
    let rulebook = state.table().rulebook();
    Ok(json!({
        "table": table,
        "open": setup.is_some(),
        "paused": state.is_paused(),
        "rulebook": rulebook.map(|rulebook| rulebook.id),
        "limits": setup.map(|setup| setup.limits),
        "round": state.open_round().map(game::Round::number),
        "phase": state.open_round().map(|round| round.phase().name()),
        "cards": state.cards_from(),
        "link": state.link(),
        "entry": state.head().seq,
    }))
}

/// Prints the links.
pub async fn links(args: &StoreArgs, format: Format) -> anyhow::Result<()> {
    let pit = pit(args).await?;
    let mut lines = Vec::new();
    for (stream, _) in pit.store().heads_by_kind(StreamKind::Link).await? {
        let Stream::Link(link) = stream else {
            continue;
        };
        lines.push(link_line(&pit, link).await?);
    }
    print(format, &lines, |line| {
        let fault = if line["fault"].is_null() {
            ""
        } else {
            ", does not work"
        };
        format!(
            "{:>6}  shows {}, won {} times, {} tables{fault}",
            line["link"].to_string(),
            line["meters"]["shown"],
            line["meters"]["hits"],
            line["tables"].as_array().map_or(0, Vec::len),
        )
    })
}

async fn link_line(pit: &Arc<Pit>, link: LinkId) -> anyhow::Result<Value> {
    let mut controller = Controller::new(Arc::clone(pit), link);
    let state = controller.read().await?;
    Ok(json!({
        "link": link,
        "parameters": state.level(),
        "change": state.pending(),
        "meters": state.meters(),
        "tables": state.tables().keys().collect::<Vec<_>>(),
        "fault": state.fault().map(|fault| format!("{fault:?}")),
        "ended": state.ended(),
        "entry": state.head().seq,
    }))
}

/// Prints a purse.
pub async fn purse(args: &StoreArgs, name: &str, format: Format) -> anyhow::Result<()> {
    let people = args.open_people().await?;
    let player = player(&*people, name).await?;
    let store: Arc<dyn Store> = args.open_to_read().await?;
    let mut racks = Vec::new();
    for (stream, _) in store.heads_by_kind(StreamKind::Table).await? {
        let Stream::Table(table) = stream else {
            continue;
        };
        let amount = store.balance(Account::Rack(table, player)).await?;
        if amount.is_positive() {
            racks.push(json!({"table": table, "amount": amount}));
        }
    }
    let purse = store.balance(Account::Purse(player)).await?;
    let line = json!({"player": player, "purse": purse, "racks": racks});
    print(format, &[line], |line| {
        let racks = line["racks"].as_array().into_iter().flatten();
        let racks = racks.map(|rack| format!(", table {} {}", rack["table"], rack["amount"]));
        let (player, purse) = (&line["player"], &line["purse"]);
        format!(
            "Player {player}: purse {purse}{}",
            racks.collect::<String>()
        )
    })
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

fn print(format: Format, lines: &[Value], one: impl Fn(&Value) -> String) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(lines)?)?,
        Format::Table => {
            for line in lines {
                writeln!(out, "{}", one(line))?;
            }
        }
    }
    Ok(())
}
