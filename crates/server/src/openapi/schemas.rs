//! Gathers the schemas of what is sent and of what is read. A type may look different in the two: what a
//! caller may leave out is always in an answer.

use std::collections::{BTreeMap, BTreeSet};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

const COMPONENTS: &str = "#/components/schemas/";

/// The schemas of the description, each type once.
pub struct Schemas {
    sent: SchemaGenerator,
    read: SchemaGenerator,
}

impl Schemas {
    pub fn new() -> Schemas {
        let settings = || {
            SchemaSettings::draft2020_12()
                .with(|settings| settings.definitions_path = "/components/schemas".into())
        };
        Schemas {
            sent: settings().for_serialize().into_generator(),
            read: settings().for_deserialize().into_generator(),
        }
    }

    /// The schema of an answer.
    pub fn sent<T: JsonSchema>(&mut self) -> Value {
        self.sent.subschema_for::<T>().to_value()
    }

    /// The schema of a body. Where it is not what an answer of the type looks like, it has a name of its
    /// own in the end: [`Schemas::finish`] puts it into `paths`.
    pub fn read<T: JsonSchema>(&mut self) -> Value {
        let mut schema = self.read.subschema_for::<T>().to_value();
        rename(&mut schema, &|name| Some(format!("{READ}{name}")));
        schema
    }

    /// All schemas by name that `described` needs. Those that are read get their final names there.
    pub fn finish(mut self, described: &mut Value) -> Value {
        let mut sent = self.sent.take_definitions(true);
        let mut read = self.read.take_definitions(true);
        for schema in sent.values_mut().chain(read.values_mut()) {
            bound(schema);
            plain_words(schema);
        }
        read.values_mut().for_each(refuse_unknown_fields);
        let own = differing(&sent, &read);
        let named = |name: &str| {
            if sent.contains_key(name) && own.contains(name) {
                format!("{name}InRequest")
            } else {
                name.to_owned()
            }
        };
        rename(described, &|name| name.strip_prefix(READ).map(&named));
        let mut all: BTreeMap<String, Value> = BTreeMap::new();
        for (name, mut schema) in read {
            rename(&mut schema, &|name| Some(named(name)));
            all.insert(named(&name), schema);
        }
        // Equal ones are written once.
        all.extend(sent);
        let mut needed = BTreeMap::new();
        let mut wanted = names_in(described);
        while let Some(name) = wanted.pop() {
            if let Some(schema) = all.remove(&name) {
                wanted.extend(names_in(&schema));
                needed.insert(name, schema);
            }
        }
        json!(needed)
    }
}

/// Marks names of what is read until all are known.
const READ: &str = "read:";

/// The names that mean something else when they are read, themselves or by what they name in turn.
fn differing(sent: &Map<String, Value>, read: &Map<String, Value>) -> BTreeSet<String> {
    let differ = read
        .iter()
        .filter(|(name, schema)| sent.get(*name) != Some(schema));
    let mut own: BTreeSet<String> = differ.map(|(name, _)| name.clone()).collect();
    loop {
        let more: Vec<String> = read
            .iter()
            .filter(|(name, _)| !own.contains(*name))
            .filter(|(_, schema)| names_in(schema).iter().any(|name| own.contains(name)))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return own;
        }
        own.extend(more);
    }
}

fn names_in(schema: &Value) -> Vec<String> {
    let mut names = Vec::new();
    visit(&mut schema.clone(), &mut |fields| {
        let reference = fields.get("$ref").and_then(Value::as_str);
        let name = reference.and_then(|reference| reference.strip_prefix(COMPONENTS));
        names.extend(name.map(str::to_owned));
    });
    names
}

/// Gives every reference the name that `renamed` has for it.
fn rename(schema: &mut Value, renamed: &dyn Fn(&str) -> Option<String>) {
    visit(schema, &mut |fields| {
        let Some(Value::String(reference)) = fields.get_mut("$ref") else {
            return;
        };
        if let Some(name) = reference.strip_prefix(COMPONENTS).and_then(renamed) {
            *reference = format!("{COMPONENTS}{name}");
        }
    });
}

/// Says how large each number may be: the names of formats alone say it to few readers.
fn bound(schema: &mut Value) {
    visit(schema, &mut |fields| {
        let (least, most) = match fields.get("format").and_then(Value::as_str) {
            Some("uint8") => (json!(0), json!(u8::MAX)),
            Some("uint16") => (json!(0), json!(u16::MAX)),
            Some("uint32") => (json!(0), json!(u32::MAX)),
            Some("uint64" | "uint") => (json!(0), json!(u64::MAX)),
            Some("int64") => (json!(i64::MIN), json!(i64::MAX)),
            Some(_) | None => return,
        };
        fields.entry("minimum").or_insert(least);
        fields.entry("maximum").or_insert(most);
    });
}

/// Comments of the source as sentences: without line breaks and links into the source.
fn plain_words(schema: &mut Value) {
    visit(schema, &mut |fields| {
        if let Some(Value::String(text)) = fields.get_mut("description") {
            *text = text
                .replace('\n', " ")
                .replace("[`", "`")
                .replace("`]", "`");
        }
    });
}

/// A body is read whole: a field that means nothing is an error.
fn refuse_unknown_fields(schema: &mut Value) {
    visit(schema, &mut |fields| {
        if fields.contains_key("properties") {
            fields.entry("additionalProperties").or_insert(json!(false));
        }
    });
}

/// Every object within, the outermost first.
fn visit(value: &mut Value, seen: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            seen(fields);
            fields.values_mut().for_each(|value| visit(value, seen));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| visit(value, seen)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
