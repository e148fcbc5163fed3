//! The JSON Schema of the types that write themselves as hexadecimal text, for the description of the API.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::log::Fingerprint;
use crate::shuffle::Seed;

impl JsonSchema for Fingerprint {
    fn schema_name() -> Cow<'static, str> {
        "Fingerprint".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "SHA-256, in hexadecimal.",
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
        })
    }
}

impl JsonSchema for Seed {
    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "256 bits of chance, in hexadecimal.",
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
        })
    }
}
