//! Plays the cases of `docs/IRREGULARITIES.md`: what the page says comes of a command, comes of it.

use super::floor::{A, B, C, DEALER, Floor, SHIFT, SUPERVISOR};
use game::{Actor, Card, Event, Request, RulebookId};

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/IRREGULARITIES.md");

/// Boxes 1 to 3 and the Dealer, as far as the cases deal them.
const HANDS: [&str; 4] = ["As Ks Qs", "7h 7d 2c", "Td 8c 4s", "Qd 9s 3h"];

#[test]
fn the_cases_of_the_guide_go_as_they_say() {
    let page = std::fs::read_to_string(GUIDE).unwrap();
    let mut played = String::new();
    let mut case: Option<Floor> = None;
    let mut cases = 0;
    for line in page.lines() {
        if line.starts_with("```") {
            case = None;
        }
        // What came of a command is written again below it.
        if case.is_none() || !line.starts_with("  ") {
            played += line;
            played += "\n";
        }
        match &mut case {
            Some(floor) if !line.starts_with("  ") => played += &come_of(floor, line),
            Some(_) => {}
            None => {
                case = scene(line);
                cases += usize::from(case.is_some());
            }
        }
    }
    assert_eq!(cases, 3, "the guide has three cases");
    if std::env::var_os("GOLDEN").is_some() {
        std::fs::write(GUIDE, &played).unwrap();
    }
    assert_eq!(
        page, played,
        "the guide says otherwise (GOLDEN=write changes it)"
    );
}

/// `rws-2020: bets are closed`, the first line of a case.
fn scene(line: &str) -> Option<Floor> {
    let (id, state) = line.split_once(": ")?;
    let id: RulebookId = id.parse().ok()?;
    let mut floor = Floor::new(id);
    floor.bets_closed();
    match state {
        "bets are closed" => {}
        "the round is over" => {
            let cards = HANDS.iter().flat_map(|hand| hand.split(' '));
            let cards: Vec<Card> = cards.map(|card| card.parse().unwrap()).collect();
            floor.stack(&cards);
            floor.concluded();
        }
        other => panic!("no case begins with: {other}"),
    }
    Some(floor)
}

fn come_of(floor: &mut Floor, line: &str) -> String {
    let (who, command) = line.split_at(line.find('{').unwrap());
    let by = match who.trim() {
        "Dealer" => DEALER,
        "Pit Supervisor" => SUPERVISOR,
        "Shift manager" => SHIFT,
        "Player A" => Actor::Player(A),
        "Player B" => Actor::Player(B),
        "Player C" => Actor::Player(C),
        other => panic!("{other} is no known person"),
    };
    let asks: Request = serde_json::from_str(command).unwrap();
    match floor.try_say(by, asks) {
        Ok(events) => format!("  happens: {}\n", kinds(&events)),
        Err(refusal) => format!("  refused: {refusal}\n"),
    }
}

/// The kinds of the events, what comes several times in a row once.
fn kinds(events: &[Event]) -> String {
    let runs = events.chunk_by(|a, b| a.kind() == b.kind());
    let named = runs.map(|run| match run {
        [one] => one.kind().to_owned(),
        several => format!("{} ({})", several[0].kind(), several.len()),
    });
    named.collect::<Vec<_>>().join(", ")
}

impl Floor {
    /// Puts these cards on top of the deck, the first to be drawn first.
    fn stack(&mut self, cards: &[Card]) {
        self.deck.retain(|card| !cards.contains(card));
        // Packets are taken whole from the end.
        for packet in cards.chunks(3).rev() {
            self.deck.extend(packet);
        }
    }
}
