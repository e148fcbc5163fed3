//! The JSON Schema of the types that write themselves as text, for the description of the API.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::card::Card;
use crate::round::{Cited, Why};
use crate::rulebook::Digest;

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Rank, then suit: `As`, `Td`, `2c`.",
            "type": "string",
            "pattern": "^[2-9TJQKA][cdhs]$",
        })
    }
}

impl JsonSchema for Digest {
    fn schema_name() -> Cow<'static, str> {
        "Digest".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "SHA-256, in hexadecimal.",
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
        })
    }
}

impl JsonSchema for Cited {
    fn schema_name() -> Cow<'static, str> {
        "Clauses".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<String>::json_schema(generator)
    }
}

impl JsonSchema for Why {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Why".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
