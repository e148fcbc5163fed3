//! Reads a file part by part, so that a part that cannot be read does not hide the faults of the others.

use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};
use toml::{Table, Value};

use super::Config;
use super::place::{self, ConfigError, Step, Unread};

/// The configuration as it is written, or every part that cannot be read.
pub fn config(text: &str) -> Result<Config, ConfigError> {
    let whole: Result<Table, _> = toml::from_str(text);
    let mut whole = whole.map_err(|error| place::unread(text, &error))?;
    let mut reader = Reader { unread: Vec::new() };
    let house = whole.remove("house");
    if house.is_none() {
        reader.fault(Vec::new(), "missing field `house`, expected [house]");
    }
    let house = house.and_then(|house| reader.part(&[Step::Name("house")], house));
    let listen = match whole.remove("listen") {
        Some(listen) => reader.part(&[Step::Name("listen")], listen),
        None => Some(super::ListenConfig::default()),
    };
    let sessions = match whole.remove("sessions") {
        Some(sessions) => reader.part(&[Step::Name("sessions")], sessions),
        None => Some(super::SessionConfig::default()),
    };
    let limits = match whole.remove("limits") {
        Some(limits) => reader.part(&[Step::Name("limits")], limits),
        None => Some(super::RequestLimits::default()),
    };
    let protection = match whole.remove("protection") {
        Some(protection) => reader.part(&[Step::Name("protection")], protection),
        None => Some(super::ProtectionConfig::default()),
    };
    let links = reader.parts("link", whole.remove("link"));
    let tables = reader.parts("table", whole.remove("table"));
    let people = reader.parts("person", whole.remove("person"));
    for name in whole.keys() {
        let what = format!(
            "unknown field `{name}`, expected one of `house`, `listen`, `sessions`, `limits`, \
             `protection`, `link`, `table`, `person`"
        );
        reader.fault(vec![Step::Key(name.clone())], &what);
    }
    match (house, listen, sessions, limits, protection) {
        (Some(house), Some(listen), Some(sessions), Some(limits), Some(protection))
            if reader.unread.is_empty() =>
        {
            Ok(Config {
                house,
                listen,
                sessions,
                limits,
                protection,
                tables,
                links,
                people,
            })
        }
        _ => Err(place::unread_parts(text, &reader.unread)),
    }
}

struct Reader {
    unread: Vec<Unread>,
}

impl Reader {
    fn fault(&mut self, path: Vec<Step>, what: &str) {
        let what = what.trim().replace('\n', " ");
        self.unread.push(Unread { path, what });
    }

    /// Every part of a list, `[[name]]`.
    fn parts<T: DeserializeOwned>(&mut self, name: &'static str, list: Option<Value>) -> Vec<T> {
        let items = match list {
            None => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(
                other @ (Value::String(_)
                | Value::Integer(_)
                | Value::Float(_)
                | Value::Boolean(_)
                | Value::Datetime(_)
                | Value::Table(_)),
            ) => {
                let what = format!("invalid type: {}, expected [[{name}]]", other.type_str());
                self.fault(vec![Step::Name(name)], &what);
                return Vec::new();
            }
        };
        let items = items.into_iter().enumerate();
        let read = items.filter_map(|(nth, item)| {
            let path = [Step::Name(name), Step::Item(nth)];
            self.part(&path, item)
        });
        read.collect()
    }

    /// One part. Unknown fields are left out after they are noted, so that all of them are.
    fn part<T: DeserializeOwned>(&mut self, at: &[Step], mut value: Value) -> Option<T> {
        let before = self.unread.len();
        loop {
            let read: Result<T, _> = serde_path_to_error::deserialize(value.clone());
            let error = match read {
                Ok(read) => return (self.unread.len() == before).then_some(read),
                Err(error) => error,
            };
            let what = error.inner().message().to_owned();
            let path = at.iter().cloned().chain(steps(error.path())).collect();
            self.fault(path, &what);
            if !what.starts_with("unknown field") || !remove(&mut value, error.path()) {
                return None;
            }
        }
    }
}

fn steps(path: &Path) -> impl Iterator<Item = Step> {
    path.iter().filter_map(|segment| match segment {
        Segment::Seq { index } => Some(Step::Item(*index)),
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Enum { .. } | Segment::Unknown => None,
    })
}

/// Takes a field out of a part; whether it was there.
fn remove(value: &mut Value, path: &Path) -> bool {
    let mut segments: Vec<&Segment> = path.iter().collect();
    let Some(Segment::Map { key: last }) = segments.pop() else {
        return false;
    };
    let mut inside = Some(value);
    for segment in segments {
        inside = inside.and_then(|value| match segment {
            Segment::Seq { index } => value.get_mut(*index),
            Segment::Map { key } => value.get_mut(key.as_str()),
            Segment::Enum { .. } | Segment::Unknown => None,
        });
    }
    let table = inside.and_then(Value::as_table_mut);
    table.is_some_and(|table| table.remove(last).is_some())
}
