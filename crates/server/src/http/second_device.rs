//! A member of staff enrols a second device: is told a secret once, and confirms it with a code.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use house::people::Account;
use serde::Deserialize;
use serde_json::json;

use super::guard::{Asker, ClientAddress, within_limit};
use super::{Answer, Json};
use crate::answers::{DeviceConfirmed, DeviceSecret};
use crate::app::App;
use crate::problem::Problem;
use crate::sessions::{SignedIn, no_randomness};
use crate::totp::{self, Device};
use crate::wire;

/// The account as it is stored now, of a person who has no device yet.
async fn without_device(app: &App, signed: &SignedIn) -> Result<Account, Problem> {
    let account = app.sessions.people().account(signed.account.id).await?;
    let account = account.ok_or_else(Problem::not_signed_in)?;
    if let Device::Confirmed { .. } = Device::of(&account) {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "device-enrolled",
            "a second device is enrolled: an administrator takes it back with `queenhigh admin`",
        ));
    }
    Ok(account)
}

/// Tells a new secret; one told before and not confirmed counts no more.
pub async fn begin(State(app): State<Arc<App>>, asker: Asker) -> Answer {
    let mut account = without_device(&app, &asker.signed_in()?).await?;
    let device = Device::draw().map_err(|_| no_randomness())?;
    let Device::Unconfirmed(secret) = &device else {
        return Err(no_randomness());
    };
    account.totp = device.to_stored();
    app.sessions.people().save_account(&account).await?;
    let uri = totp::uri(&app.config().house.name, &account.name, secret);
    Ok(Json(json!(DeviceSecret { uri })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Confirmation {
    code: String,
}

/// From now on codes are asked for.
pub async fn confirm(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    asker: Asker,
    body: Bytes,
) -> Answer {
    let Confirmation { code } = wire::read_body(&body)?;
    let signed = asker.signed_in()?;
    let mut account = without_device(&app, &signed).await?;
    within_limit(app.limits.sign_ins.take(address))?;
    let device = Device::of(&account);
    if device == Device::None {
        let detail = "no secret was told: begin with POST";
        return Err(Problem::new(StatusCode::CONFLICT, "no-secret-told", detail));
    }
    let Some(device) = device.take(&code, app.now()) else {
        let detail = "code: it is not the one of this half minute";
        return Err(Problem::new(StatusCode::CONFLICT, "code-wrong", detail));
    };
    account.totp = device.to_stored();
    app.sessions.people().save_account(&account).await?;
    app.sessions.look_up_again(signed.session);
    tracing::info!(account = account.id.0, "a second device was enrolled");
    Ok(Json(json!(DeviceConfirmed {
        second_device: true
    })))
}
