//! The description of the API, by `OpenAPI` 3.1.
//!
//! It is made from the types by the test `openapi`, kept in `openapi.json` and served as it stands there:
//! the program itself carries no generator.

#[cfg(feature = "schema")]
mod calls;
#[cfg(feature = "schema")]
mod describe;
#[cfg(feature = "schema")]
#[expect(
    dead_code,
    reason = "shapes of what is written elsewhere, to be described"
)]
mod library_shapes;
#[cfg(feature = "schema")]
mod requests;
#[cfg(feature = "schema")]
mod schemas;
#[cfg(feature = "schema")]
#[expect(
    dead_code,
    reason = "shapes of what is written elsewhere, to be described"
)]
mod socket_shapes;
#[cfg(feature = "schema")]
mod typescript;

use std::borrow::Cow;

#[cfg(feature = "schema")]
pub use describe::describe;
#[cfg(feature = "schema")]
pub use requests::{AnyRequest, ListedMove};
#[cfg(feature = "schema")]
pub use typescript::protocol;

/// The description of a house at the root of its address.
const AT_ROOT: &str = include_str!("openapi.json");

/// How the description names where the calls begin.
const SERVER: &str = "\"url\": \"/\"";

/// The whole description, for a house under this base path.
pub fn description(base_path: &str) -> Cow<'static, str> {
    if base_path.is_empty() {
        return Cow::Borrowed(AT_ROOT);
    }
    let server = format!("\"url\": {}", serde_json::Value::from(base_path));
    Cow::Owned(AT_ROOT.replacen(SERVER, &server, 1))
}
