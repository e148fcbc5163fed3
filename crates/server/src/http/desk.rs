//! Commands to the desk of the house, and purses.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use house::people::{Account, AccountId};
use serde::Deserialize;
use serde_json::{Value, json};

use super::guard::{Asker, ClientAddress, within_limit};
use super::people::{SignIn, authenticate, racks};
use super::{Answer, Json};
use crate::answers::PurseBody;
use crate::app::App;
use crate::desk::{Desk, DeskRequest, check_role};
use crate::problem::Problem;
use crate::reload;
use crate::roles::{Call, Cell};
use crate::token::Token;
use crate::wire::{self, WireId};

/// A command to the desk of the house.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeskCommand {
    /// An id of the caller's own: the same id again gets the same answer.
    id: WireId,
    /// What is asked.
    #[cfg_attr(feature = "schema", schemars(with = "DeskRequest"))]
    request: Value,
    /// The second person, where two have to answer for it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<SecondPerson>"))]
    with: Option<Value>,
}

/// How the second person proves himself: as at a sign-in.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "described, and read by its parts")]
enum SecondPerson {
    Password(SignIn),
    Ticket(WithTicket),
}

/// A one-time ticket.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct WithTicket {
    /// As the house printed it.
    ticket: String,
}

/// Asks something of the desk.
pub async fn command(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    asker: Asker,
    body: Bytes,
) -> Answer {
    let signed = asker.signed_in()?;
    let DeskCommand { id, request, with } = wire::read_body(&body)?;
    let request: DeskRequest = wire::read_whole("request", &request)?;
    let by = &*signed.account;
    check_role(by, &request)?;
    if request == DeskRequest::ReloadConfiguration {
        return Ok(Json(reload::reload(&app).await?));
    }
    let second = match with {
        None => None,
        Some(said) => {
            within_limit(app.limits.sign_ins.take(address))?;
            Some(second_person(&app, &said).await?)
        }
    };
    if let DeskRequest::Deposit { player, amount } = &request {
        let id = id.command_id(by.id, "desk")?;
        app.check_deposit(*player, *amount, id).await?;
    }
    // Those who sign may have been added a moment ago.
    app.register.refresh().await?;
    let desk = Desk {
        pit: app.house.pit(),
        cage: app.house.cage(),
        people: &**app.sessions.people(),
    };
    let answer = desk.submit((by, second.as_ref()), &id, &request).await;
    Ok(Json(answer?))
}

/// The second person, who proves himself by password and code or by a one-time ticket, as at a sign-in.
async fn second_person(app: &App, said: &Value) -> Result<Account, Problem> {
    let refused = || {
        let detail = "with: the second person is not known by this, or is locked";
        Problem::new(StatusCode::FORBIDDEN, "second-person-refused", detail)
    };
    if said.get("ticket").is_some() {
        let WithTicket { ticket } = wire::read_part("with", said)?;
        let ticket = Token::read(&ticket).ok_or_else(refused)?;
        return app.sessions.take_ticket(&ticket).await?.ok_or_else(refused);
    }
    let said: SignIn = wire::read_part("with", said)?;
    authenticate(app, said).await.map_err(|problem| {
        // Not 401: the person who asks is signed in.
        if problem.status == StatusCode::UNAUTHORIZED {
            refused()
        } else {
            problem
        }
    })
}

/// A purse, and what lies at tables beside it.
pub async fn purse(
    State(app): State<Arc<App>>,
    Path(number): Path<String>,
    asker: Asker,
) -> Answer {
    let signed = asker.signed_in()?;
    let none = || {
        Problem::not_found(format!(
            "player: found {number:?}, expected the number of a player's account"
        ))
    };
    let id = AccountId(number.parse().map_err(|_| none())?);
    let is_own = signed.account.id == id;
    if Call::Purse.cell(Some(signed.account.role)) == Cell::Own && !is_own {
        return Err(Problem::not_allowed("player: expected your own purse"));
    }
    let account = app.sessions.people().account(id).await?;
    let account = account.filter(|account| account.role.is_player());
    let player = account.ok_or_else(none)?.player();
    Ok(Json(json!(PurseBody {
        player,
        purse: app.purse(player).await?,
        racks: racks(&app, player).await?,
    })))
}
