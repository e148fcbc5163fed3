//! The description of the API that the house serves is the one that follows from the types, and it has
//! every call; so do the types that the pages are checked with. `UPDATE_EXPECT=1` writes both anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeSet;

use serde_json::Value;

#[test]
fn the_description_follows_from_the_types() {
    let mut text = serde_json::to_string_pretty(&server::describe()).unwrap();
    text.push('\n');
    expect_test::expect_file!["../src/openapi.json"].assert_eq(&text);
}

#[test]
fn the_types_of_the_pages_follow_from_the_types() {
    expect_test::expect_file!["../../../web/protocol.d.ts"].assert_eq(&server::protocol());
}

#[test]
fn every_call_is_described_and_every_description_is_of_a_call() {
    let described = server::describe();
    let mut found = BTreeSet::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        let methods = methods.as_object().unwrap().keys();
        found.extend(methods.map(|method| (method.clone(), path.clone())));
    }
    let routes: BTreeSet<_> = server::calls().into_iter().collect();
    assert_eq!(found, routes);
}

#[test]
fn every_reference_leads_to_a_schema_and_every_schema_is_referred_to() {
    let described = server::describe();
    let mut named = BTreeSet::new();
    collect_references(&described, &mut named);
    for name in &named {
        let pointer = name.strip_prefix('#').unwrap();
        assert!(described.pointer(pointer).is_some(), "{name}");
    }
    let schemas = described["components"]["schemas"].as_object().unwrap();
    for name in schemas.keys() {
        let reference = format!("#/components/schemas/{name}");
        assert!(named.contains(&reference), "{name}");
    }
}

fn collect_references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let reference = fields.get("$ref").and_then(Value::as_str);
            found.extend(reference.map(str::to_owned));
            fields
                .values()
                .for_each(|value| collect_references(value, found));
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| collect_references(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
