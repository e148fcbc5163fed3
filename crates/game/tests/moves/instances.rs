//! Requests made from a form as a client would make them: the JSON of its kind with every field
//! filled in. What to fill in is tried out, with all the knowledge of the table.

use game::{Card, CardSet, Choices, MoveForm, Request, Rulebook, Setup, Table};
use serde_json::{Value, json};

/// Enough combinations to hit on one that goes together.
const MOST: usize = 4_000;

pub fn of(form: &MoveForm, table: &Table, rulebook: &Rulebook) -> Vec<Request> {
    let wire = serde_json::to_value(form).unwrap();
    let mut made = vec![wire["request"].clone()];
    for field in &form.fields {
        let values = values(&field.choices, table, rulebook);
        let mut more = Vec::new();
        for request in &made {
            for value in &values {
                if more.len() < MOST {
                    more.push(with(request.clone(), field.name, value.clone()));
                }
            }
        }
        made = more;
    }
    let read = |wire: Value| {
        serde_json::from_value(wire.clone())
            .or_else(|_| serde_json::from_value(one_card(wire.clone())))
            .unwrap_or_else(|error| panic!("{wire}: {error}"))
    };
    made.into_iter().map(read).collect()
}

/// Puts the value where the path leads.
fn with(mut request: Value, path: &str, value: Value) -> Value {
    let place = path.split('.').fold(&mut request, |at, name| &mut at[name]);
    *place = value;
    request
}

/// A field that takes one card takes it without a list.
fn one_card(mut wire: Value) -> Value {
    let bare = |value: &mut Value| {
        if let Some([card]) = value.as_array().map(Vec::as_slice) {
            *value = card.clone();
        }
    };
    let object = wire.as_object_mut().unwrap();
    for (name, value) in object.iter_mut() {
        match name.as_str() {
            "card" => bare(value),
            "report" | "correction" => {
                for (name, value) in value.as_object_mut().unwrap().iter_mut() {
                    if ["card", "was", "is"].contains(&name.as_str()) {
                        bare(value);
                    }
                }
            }
            _ => {}
        }
    }
    wire
}

fn values(choices: &Choices, table: &Table, rulebook: &Rulebook) -> Vec<Value> {
    let wire = serde_json::to_value(choices).unwrap();
    if let Some(all) = wire.get("one_of") {
        return all.as_array().unwrap().clone();
    }
    match choices {
        Choices::AnyOfBoxes(boxes) => vec![json!([]), json!(boxes)],
        Choices::PlayersExcept(players) => {
            let other = (0..1_000).find(|id| !players.contains(&game::PlayerId(*id)));
            vec![json!(other)]
        }
        Choices::PeopleExcept(people) => {
            let other = (0..1_000).find(|id| !people.contains(&game::PersonId(*id)));
            vec![json!(other)]
        }
        Choices::Actors => vec![
            json!({"staff": {"post": "dealer", "person": 1}}),
            json!({"player": 1}),
        ],
        Choices::Chips(min, max, step) => {
            vec![json!(min), json!(max), json!(*min + *step)]
        }
        Choices::Amount(min, max) => vec![json!(min), json!(max), json!(min.in_minor() + 1)],
        Choices::Number(min, max) => vec![json!(min), json!(max)],
        Choices::Cards { least, most, .. } => cards(*least, *most, table),
        Choices::Text | Choices::SomeText => vec![json!("a text")],
        Choices::Setup => vec![json!(setup(rulebook))],
        Choices::Boxes(_)
        | Choices::Areas(_)
        | Choices::Players(_)
        | Choices::Posts(_)
        | Choices::Wagers(_)
        | Choices::Places(_)
        | Choices::Causes(_)
        | Choices::Irregularities(_) => unreachable!("listed above"),
    }
}

/// As many as are asked for: from the device, from each place of the felt, or drawn together.
fn cards(least: usize, most: usize, table: &Table) -> Vec<Value> {
    let mut found: Vec<Vec<Card>> = Vec::new();
    let Some(round) = table.round() else {
        return Vec::new();
    };
    let felt = round.felt();
    let laid = round.laid();
    let out: CardSet = laid.values().flatten().copied().collect();
    let drawn = felt.map_or_else(CardSet::new, game::Felt::used);
    let expected = felt.map_or(&[][..], |felt| &felt.expected);
    let free =
        |card: &Card| !out.contains(*card) && !drawn.contains(*card) && !expected.contains(card);
    let left: Vec<Card> = Card::ALL.into_iter().filter(free).collect();
    let device: Vec<Card> = expected.iter().chain(&left).copied().collect();
    for count in [least, least + 1]
        .into_iter()
        .filter(|count| *count <= most)
    {
        found.extend(device.get(..count).map(<[Card]>::to_vec));
        found.extend(left.get(..count).map(<[Card]>::to_vec));
        for pile in laid.values() {
            found.extend(pile.get(..count).map(<[Card]>::to_vec));
        }
    }
    let together = round.suspension().matters().iter();
    found
        .extend(together.filter_map(|matter| matter.report.drawn_together().map(<[Card]>::to_vec)));
    found.retain(|cards| (least..=most).contains(&cards.len()));
    found.dedup();
    found.into_iter().map(|cards| json!(cards)).collect()
}

/// What this rulebook's table opens with.
fn setup(rulebook: &Rulebook) -> Setup {
    let jackpot = game::JackpotSetup {
        stake: game::Money::major(5),
        contribution: game::Money::major(1),
        seed: game::Money::major(1_000),
    };
    let bounds = game::Bounds {
        min: Some(game::Money::major(1)),
        max: Some(game::Money::major(4)),
    };
    Setup {
        positions: rulebook.positions.says.0,
        device: rulebook.deal_methods.says[0],
        limits: game::Limits {
            ante: bounds,
            pair_plus: bounds,
            five_card: game::Bounds::default(),
        },
        jackpot: (rulebook.jackpot_kind.says != game::JackpotKind::None).then_some(jackpot),
        interruption_grace_seconds: 5,
        smallest_chip: None,
    }
}
