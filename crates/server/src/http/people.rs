//! Coming in and going out: guests, sign-in by password or by a one-time link, sign-out, who am I.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use house::game::{PlayerId, Timestamp};
use house::people::{Account, NewAccount, PeopleError, PeopleStore, Role};
use house::store::StoreError;
use serde::Deserialize;
use serde_json::json;

use super::guard::{Asker, ClientAddress, SESSION_COOKIE, within_limit};
use super::{Answer, Json};
use crate::answers;
use crate::app::App;
use crate::passwords::{self, Checked};
use crate::problem::Problem;
use crate::token::Token;
use crate::totp::{self, Device};
use crate::wire;

/// A new guest, with a purse of play money.
pub async fn come_as_guest(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
) -> Result<Response, Problem> {
    if !app.config().house.guests {
        let detail = "this floor admits no guests: sign in";
        return Err(Problem::new(StatusCode::FORBIDDEN, "no-guests", detail));
    }
    within_limit(app.limits.guests.take(address))?;
    let new = NewAccount {
        role: Role::Guest,
        name: None,
        password: None,
        created: app.now(),
    };
    let account = app.sessions.people().add_account(new).await?;
    let player = account.player();
    app.fill_guest_purse(player).await?;
    let token = app.sessions.begin(&account).await?;
    let body = json!(answers::Guest {
        player,
        name: account.name.clone(),
        token: token.to_text(),
        purse: app.purse(player).await?,
    });
    let mut response = (StatusCode::CREATED, Json(body)).into_response();
    set_cookie(&app, &mut response, &token)?;
    Ok(response)
}

/// Signing in by name and password.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name of the account.
    name: String,
    /// Its password.
    password: String,
    /// The code of the second device, where the house asks for one.
    #[serde(default)]
    code: Option<String>,
}

/// Signs in by name and password.
pub async fn sign_in(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    body: Bytes,
) -> Result<Response, Problem> {
    let said: SignIn = wire::read_body(&body)?;
    within_limit(app.limits.sign_ins.take(address))?;
    let account = authenticate(&app, said).await?;
    app.sessions
        .people()
        .note_sign_in(account.id, app.now())
        .await?;
    begin(&app, &account).await
}

/// Whose name, password and code these are. A failure counts.
pub async fn authenticate(app: &App, said: SignIn) -> Result<Account, Problem> {
    let SignIn {
        name,
        password,
        code,
    } = said;
    let people = app.sessions.people();
    let found = people.account_by_name(&name).await?;
    // Names that do not exist take as long as wrong passwords.
    let stored = found.as_ref().and_then(|account| account.password.clone());
    let checked = passwords::check(password, stored).await;
    let refused = || {
        let detail = "name or password is wrong, or the account is locked";
        Problem::new(StatusCode::UNAUTHORIZED, "sign-in-refused", detail)
    };
    let mut account = found.ok_or_else(refused)?;
    if account.locked {
        tracing::warn!(account = account.id.0, "sign-in at a locked account");
        return Err(refused());
    }
    let second = second_factor(app, &account, code.as_deref());
    let device = second.filter(|_| checked == Checked::Right);
    let Some(device) = device else {
        let most = app.config().sessions.failures_max;
        let failures = people.note_failure(account.id, most).await?;
        tracing::warn!(account = account.id.0, failures, "sign-in failed");
        return Err(refused());
    };
    if device != Device::of(&account) {
        account.totp = device.to_stored();
        people.save_account(&account).await?;
    }
    Ok(account)
}

/// The person's second device afterwards, where the code is right or none is asked for. Where the house asks
/// for a second device and the person has none, he comes in by a one-time link and enrols one.
fn second_factor(app: &App, account: &Account, code: Option<&str>) -> Option<Device> {
    let asked = app.config().sessions.staff_totp && !account.role.is_player();
    let device = Device::of(account);
    match &device {
        Device::None | Device::Unconfirmed(_) => (!asked).then_some(device),
        Device::Confirmed { .. } => device.take(code?, app.now()),
    }
}

async fn begin(app: &App, account: &Account) -> Result<Response, Problem> {
    let token = app.sessions.begin(account).await?;
    let body = json!(answers::Session {
        token: token.to_text(),
        role: account.role,
        name: account.name.clone(),
        last_sign_in: account.last_sign_in,
    });
    let mut response = Json(body).into_response();
    set_cookie(app, &mut response, &token)?;
    Ok(response)
}

/// Signs in by a one-time link, and goes on to the pages.
pub async fn enter(
    State(app): State<Arc<App>>,
    Path(ticket): Path<String>,
) -> Result<Response, Problem> {
    let gone = || Problem::not_found("this link was used before, or its time is over");
    let ticket = Token::read(&ticket).ok_or_else(gone)?;
    let account = app.sessions.take_ticket(&ticket).await?;
    let account = account.ok_or_else(gone)?;
    let people = app.sessions.people();
    people.note_sign_in(account.id, app.now()).await?;
    let token = app.sessions.begin(&account).await?;
    let base = app.config().listen.base_path.clone();
    let mut response = Redirect::to(&format!("{base}/")).into_response();
    set_cookie(&app, &mut response, &token)?;
    Ok(response)
}

/// Signs out.
pub async fn sign_out(State(app): State<Arc<App>>, asker: Asker) -> Result<Response, Problem> {
    let signed = asker.signed_in()?;
    app.sessions.end(signed.session).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    let path = cookie_path(&app);
    let cookie = format!("{SESSION_COOKIE}=; Path={path}; Max-Age=0; HttpOnly; SameSite=Strict");
    insert_cookie(&mut response, &cookie)?;
    Ok(response)
}

/// Who the caller is, and what he has.
pub async fn who_am_i(State(app): State<Arc<App>>, asker: Asker) -> Answer {
    let signed = asker.signed_in()?;
    Ok(Json(json!(me(&app, &signed.account).await?)))
}

/// What a page has to know of the house before anything else, and who asks: a passer-by is told so, and
/// not that he is refused.
pub async fn house(State(app): State<Arc<App>>, asker: Asker) -> Answer {
    let you = match &asker.caller {
        Some(signed) => Some(me(&app, &signed.account).await?),
        None => None,
    };
    let house = &app.config().house;
    Ok(Json(json!(answers::HouseBody {
        name: house.name.clone(),
        currency: house.currency.clone(),
        time_zone: house.time_zone.clone(),
        gaming_day_starts: house.gaming_day_starts.clone(),
        guests: house.guests,
        guest_purse: house.guests.then_some(house.guest_purse),
        play_money: house.guests,
        you,
    })))
}

async fn me(app: &App, account: &Account) -> Result<answers::Me, Problem> {
    let mut me = answers::Me {
        role: account.role,
        name: account.name.clone(),
        last_sign_in: account.last_sign_in,
        player: None,
        person: None,
        purse: None,
        racks: Vec::new(),
        second_device: None,
    };
    if account.role.is_player() {
        let player = account.player();
        me.player = Some(player);
        me.purse = Some(app.purse(player).await?);
        me.racks = racks(app, player).await?;
    } else {
        me.person = Some(account.person());
        me.second_device = Some(totp::has_second_device(account));
    }
    Ok(me)
}

/// What a player has at each table.
pub async fn racks(app: &App, player: PlayerId) -> Result<Vec<answers::Rack>, Problem> {
    let mut racks = Vec::new();
    for summary in app.house.projections().lobby().tables {
        let amount = app.rack(summary.table, player).await?;
        if amount.is_positive() {
            let table = summary.table;
            racks.push(answers::Rack { table, amount });
        }
    }
    Ok(racks)
}

/// The cookie of a session: unreadable for scripts, sent to this house only.
fn set_cookie(app: &App, response: &mut Response, token: &Token) -> Result<(), Problem> {
    let path = cookie_path(app);
    let secure = if app.is_encrypted() { "; Secure" } else { "" };
    let token = token.to_text();
    let cookie =
        format!("{SESSION_COOKIE}={token}; Path={path}; HttpOnly; SameSite=Strict{secure}");
    insert_cookie(response, &cookie)
}

fn cookie_path(app: &App) -> String {
    let base = app.config().listen.base_path.clone();
    if base.is_empty() {
        "/".to_owned()
    } else {
        base
    }
}

fn insert_cookie(response: &mut Response, cookie: &str) -> Result<(), Problem> {
    let value = HeaderValue::from_str(cookie).map_err(|error| {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, "internal", error.to_string())
    })?;
    response.headers_mut().insert(header::SET_COOKIE, value);
    Ok(())
}

/// Makes a ticket that signs its holder in once, within a day. Returns its text.
pub async fn make_ticket(
    people: &dyn PeopleStore,
    account: &Account,
    now: Timestamp,
) -> Result<String, PeopleError> {
    let ticket = Token::draw().map_err(|error| {
        let what = error.to_string();
        PeopleError::Store(StoreError::Unavailable { what })
    })?;
    let day = 24 * 60 * 60 * 1_000;
    let expires = Timestamp(now.0 + day);
    people
        .add_ticket(ticket.hash(), account.id, expires)
        .await?;
    Ok(ticket.to_text())
}
