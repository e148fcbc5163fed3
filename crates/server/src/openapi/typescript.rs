//! The types of the API for the pages, `web/protocol.d.ts`, from the schemas of the description.
//!
//! The pages are plain JavaScript whose comments are type-checked: a field that is renamed here, or a kind
//! of message that is added, is an error there.

use core::fmt::Write as _;

use serde_json::{Map, Value};

use super::describe::describe;

const HEAD: &str = "\
// The types of what the house sends and takes, made from its Rust types.
// Do not edit: `UPDATE_EXPECT=1 cargo test -p queenhigh-server --test openapi` writes this file.
";

/// Every type of the description.
pub fn protocol() -> String {
    let described = describe();
    let mut text = HEAD.to_owned();
    let schemas = described["components"]["schemas"].as_object();
    for (name, schema) in schemas.into_iter().flatten() {
        text.push('\n');
        comment(&mut text, schema, "");
        let is = format!("export type {name} = {};\n", type_of(schema, ""));
        text += &is.replace(" \n", "\n");
    }
    text
}

/// What the schema says of itself in words.
fn comment(text: &mut String, schema: &Value, indent: &str) {
    if let Some(words) = schema["description"].as_str() {
        let words = words.replace("*/", "* /");
        // Writing into a string does not fail.
        let _ = writeln!(text, "{indent}/** {words} */");
    }
}

fn type_of(schema: &Value, indent: &str) -> String {
    let Some(fields) = schema.as_object() else {
        return "unknown".to_owned();
    };
    if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
        let name = reference.rsplit('/').next();
        return name.unwrap_or("unknown").to_owned();
    }
    if let Some(literal) = fields.get("const") {
        return literal.to_string();
    }
    if let Some(Value::Array(literals)) = fields.get("enum") {
        return one_of(literals.iter().map(ToString::to_string).collect(), indent);
    }
    let choices = fields.get("oneOf").or_else(|| fields.get("anyOf"));
    let choices = choices.and_then(Value::as_array).map(|choices| {
        let inner = format!("{indent}  ");
        let choices = choices.iter().map(|choice| type_of(choice, &inner));
        one_of(choices.collect(), indent)
    });
    let own = fields.get("type").map(|kinds| {
        let several = kinds
            .as_array()
            .map_or(core::slice::from_ref(kinds), Vec::as_slice);
        let kinds = several.iter().filter_map(Value::as_str);
        let kinds = kinds.map(|kind| of_kind(kind, fields, indent));
        one_of(kinds.collect(), indent)
    });
    match (own, choices) {
        (Some(own), Some(choices)) => format!("{own} & ({choices})"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "unknown".to_owned(),
    }
}

fn of_kind(kind: &str, fields: &Map<String, Value>, indent: &str) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "array" => list(fields, indent),
        "object" => object(fields, indent),
        // `string`, `boolean` and `null` have the same names.
        other => other.to_owned(),
    }
}

fn list(fields: &Map<String, Value>, indent: &str) -> String {
    if let Some(Value::Array(items)) = fields.get("prefixItems") {
        let items = items.iter().map(|item| type_of(item, indent));
        return format!("[{}]", items.collect::<Vec<_>>().join(", "));
    }
    let item = fields.get("items").unwrap_or(&Value::Null);
    format!("Array<{}>", type_of(item, indent))
}

fn object(fields: &Map<String, Value>, indent: &str) -> String {
    let others = match fields.get("additionalProperties") {
        None => None,
        Some(Value::Bool(others)) => others.then(|| "unknown".to_owned()),
        Some(schema) => Some(type_of(schema, indent)),
    };
    let others = others.map(|of| format!("{{ [name: string]: {of} }}"));
    let Some(Value::Object(properties)) = fields.get("properties") else {
        // An object of which nothing is said has no field that could be read.
        return others.unwrap_or_else(|| "{}".to_owned());
    };
    let is_required = |name: &str| {
        let required = fields.get("required").and_then(Value::as_array);
        required.is_some_and(|required| required.iter().any(|required| required == name))
    };
    let inner = format!("{indent}  ");
    let mut text = "{\n".to_owned();
    for (name, schema) in properties {
        comment(&mut text, schema, &inner);
        let mark = if is_required(name) { "" } else { "?" };
        let is_plain = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let name = if is_plain {
            name.clone()
        } else {
            Value::from(name.as_str()).to_string()
        };
        let _ = writeln!(text, "{inner}{name}{mark}: {};", type_of(schema, &inner));
    }
    text += indent;
    text.push('}');
    match others {
        Some(others) => format!("{text} & {others}"),
        None => text,
    }
}

/// One of these types; each on a line of its own where they are long.
fn one_of(mut types: Vec<String>, indent: &str) -> String {
    let mut seen = std::collections::BTreeSet::new();
    types.retain(|one| seen.insert(one.clone()));
    let is_long = types.iter().map(|one| one.len() + 3).sum::<usize>() > 90;
    if types.len() > 1 && is_long {
        let between = format!("\n{indent}  | ");
        return format!("{between}{}", types.join(&between));
    }
    types.join(" | ")
}
