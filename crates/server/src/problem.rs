//! What went wrong, as `application/problem+json` with a stable code.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use house::people::PeopleError;
use house::response::ServiceError;
use house::store::StoreError;
use serde::Serialize;

/// An answer that is not the one that was hoped for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// The HTTP status.
    #[serde(serialize_with = "status_number")]
    #[cfg_attr(feature = "schema", schemars(with = "u16"))]
    pub status: StatusCode,
    /// The status in words.
    pub title: String,
    /// What happened, for a person.
    pub detail: String,
    /// A stable word for programs.
    #[cfg_attr(feature = "schema", schemars(schema_with = "code_schema"))]
    pub code: String,
    /// The clauses behind a refusal of the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// After how long it may be tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again_ms: Option<u64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn status_number<S: serde::Serializer>(status: &StatusCode, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u16(status.as_u16())
}

/// The codes of this crate; those of refusals are the rules' and the house's own.
#[cfg(feature = "schema")]
const CODES: [&str; 38] = [
    "closing",
    "code-wrong",
    "configuration-faulty",
    "configuration-refused",
    "device-enrolled",
    "dispute-over",
    "dispute-raised",
    "id-of-system",
    "id-reused",
    "insufficient-funds",
    "internal",
    "limit-deposit",
    "limit-loss",
    "limit-stake",
    "limit-time",
    "malformed",
    "method-not-allowed",
    "name-taken",
    "no-configuration",
    "no-guests",
    "no-secret-told",
    "not-allowed",
    "not-found",
    "not-json",
    "not-served",
    "not-signed-in",
    "purse-stopped",
    "reality-check",
    "second-person-refused",
    "self-excluded",
    "sign-in-refused",
    "table-stopped",
    "too-large",
    "too-many",
    "too-many-disputes",
    "too-much-company",
    "unavailable",
    "upgrade-required",
];

/// Every code there is.
#[cfg(feature = "schema")]
fn code_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    use house::table::{CardRefusal, TableRefusal};
    let refusals = [
        house::game::RefusalReason::CODES,
        TableRefusal::CODES,
        CardRefusal::CODES,
        house::cage::CageRefusal::CODES,
        house::link::LinkRefusal::CODES,
        house::bounds::OutOfBounds::CODES,
    ];
    let refusals = refusals.into_iter().flatten().map(|(code, _)| *code);
    let codes: std::collections::BTreeSet<&str> = CODES.into_iter().chain(refusals).collect();
    schemars::json_schema!({
        "description": "A stable word for programs.",
        "type": "string",
        "enum": codes,
    })
}

impl Problem {
    /// A problem with this status and code.
    pub fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Problem {
        Problem {
            status,
            title: status.canonical_reason().unwrap_or("error").to_owned(),
            detail: detail.into(),
            code: code.to_owned(),
            clauses: Vec::new(),
            again_ms: None,
        }
    }

    /// The request cannot be read.
    pub fn malformed(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "malformed", detail)
    }

    /// The call needs a session, and there is none.
    pub fn not_signed_in() -> Problem {
        let detail = "no session: sign in, or come as a guest";
        Problem::new(StatusCode::UNAUTHORIZED, "not-signed-in", detail)
    }

    /// The role may not do this.
    pub fn not_allowed(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "not-allowed", detail)
    }

    /// There is no such thing.
    pub fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
    }

    /// Too much at once.
    pub fn too_many(again_ms: u64) -> Problem {
        let detail = format!("too many requests; the next is taken in {again_ms} ms");
        let mut problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", detail);
        problem.again_ms = Some(again_ms);
        problem
    }

    /// The rules or the house refuse it.
    pub fn refused(code: &str, reason: impl Into<String>, clauses: Vec<String>) -> Problem {
        Problem {
            clauses,
            ..Problem::new(StatusCode::CONFLICT, code, reason)
        }
    }

    /// The chips are not there.
    pub fn insufficient_funds(account: &impl core::fmt::Display) -> Problem {
        let detail = format!("{account} holds less than this takes from it");
        Problem::new(StatusCode::CONFLICT, "insufficient-funds", detail)
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        let (status, code) = match &error {
            ServiceError::IdReused(_) => (StatusCode::UNPROCESSABLE_ENTITY, "id-reused"),
            ServiceError::IdOfSystem(_) => (StatusCode::BAD_REQUEST, "id-of-system"),
            ServiceError::UnknownTable { .. } => (StatusCode::NOT_FOUND, "not-found"),
            ServiceError::Quarantined { .. } => (StatusCode::SERVICE_UNAVAILABLE, "table-stopped"),
            ServiceError::PurseStopped { .. } => (StatusCode::SERVICE_UNAVAILABLE, "purse-stopped"),
            ServiceError::Store(_)
            | ServiceError::TooManyRaces
            | ServiceError::NotServed
            | ServiceError::SystemRefused { .. }
            | ServiceError::NoRandomness(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        };
        let mut problem = Problem::new(status, code, error.to_string());
        if status == StatusCode::SERVICE_UNAVAILABLE {
            problem.again_ms = Some(1_000);
        }
        problem
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::from(ServiceError::Store(error))
    }
}

impl From<PeopleError> for Problem {
    fn from(error: PeopleError) -> Problem {
        match error {
            PeopleError::Store(error) => Problem::from(error),
            PeopleError::NameTaken(_) => {
                Problem::new(StatusCode::CONFLICT, "name-taken", error.to_string())
            }
            PeopleError::NameRefused { .. } => Problem::malformed(error.to_string()),
            PeopleError::Unknown(_) => Problem::not_found(error.to_string()),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if let Some(milliseconds) = self.again_ms {
            let seconds = HeaderValue::from(milliseconds.div_ceil(1_000));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
