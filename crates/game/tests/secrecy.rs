//! Two evenings that differ only in cards a viewer may not know look the same to that viewer, to the
//! byte: the view, the events as he gets them, his moves and what comes next.
//!
//! The second evening is the log of the first with the hidden cards exchanged among each other, so
//! nothing but a face that leaks can make a difference.

#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on stops, and looks only at the events that turn a card"
)]

use game::{
    Actor, BoxNumber, Card, Event, PersonId, PlayerId, Post, Report, Showing, Table, Timestamp,
    Viewer,
};
use rehearsal::dice::Dice;
use rehearsal::driver::Driver;
use serde_json::Value;

const TABLES: u64 = 250;

/// Who looks, and who asks for moves with those eyes.
fn viewers() -> Vec<(Viewer, Actor)> {
    let staff = |post, person| Actor::Staff {
        post,
        person: PersonId(person),
    };
    let players = (0..4).map(|id| (Viewer::Player(PlayerId(id)), Actor::Player(PlayerId(id))));
    let others = [
        (Viewer::Public, Actor::Player(PlayerId(77))),
        (Viewer::Dealer, staff(Post::Dealer, 1)),
        (Viewer::Pit, staff(Post::ShiftManager, 31)),
        (Viewer::Surveillance, staff(Post::PitSupervisor, 12)),
    ];
    players.chain(others).collect()
}

#[test]
fn hidden_cards_make_no_difference_to_what_is_shown() {
    rehearsal::checked_table::hush_expected_panics();
    let mut compared = 0_u64;
    for seed in 0..TABLES {
        let Ok(mut driver) = Driver::new(9_000_000 + seed) else {
            continue;
        };
        let _ = driver.play_round();
        let mut dice = Dice::new(seed);
        let told: Vec<Vec<Event>> = driver
            .checked
            .exchanges
            .iter()
            .filter_map(|told| told.answer.clone().ok())
            .collect();
        for _ in 0..6 {
            let until = usize::try_from(dice.below(told.len() as u64)).unwrap();
            for (viewer, actor) in viewers() {
                compared += u64::from(same_to(viewer, actor, &told[..=until], &mut dice, seed));
            }
        }
    }
    assert!(compared > 4_000, "{compared} tables were compared");
}

/// False where nothing is hidden from the viewer, or the round is over for surveillance.
fn same_to(viewer: Viewer, actor: Actor, told: &[Vec<Event>], dice: &mut Dice, seed: u64) -> bool {
    let table = replayed(told);
    let Some(round) = table.round() else {
        return false;
    };
    if viewer == Viewer::Surveillance && round.is_over() {
        return false;
    }
    let hidden = hidden_from(viewer, told);
    if hidden.len() < 2 {
        return false;
    }
    let mut shuffled = hidden.clone();
    for at in (1..shuffled.len()).rev() {
        let other = usize::try_from(dice.below(at as u64 + 1)).unwrap();
        shuffled.swap(at, other);
    }
    let exchanged = exchange(told, &hidden, &shuffled);
    let other = replayed(&exchanged);
    assert_eq!(
        shown(viewer, actor, &table, told.last().unwrap()),
        shown(viewer, actor, &other, exchanged.last().unwrap()),
        "seed {seed}: {viewer:?} can tell two decks apart after {:?}",
        told.last().unwrap()
    );
    true
}

/// Everything that is sent to a viewer at this moment.
fn shown(viewer: Viewer, actor: Actor, table: &Table, last: &[Event]) -> Value {
    let events: Vec<_> = last
        .iter()
        .map(|event| table.event_for(viewer, event))
        .collect();
    serde_json::json!({
        "view": table.view_for(viewer),
        "events": events,
        "moves": table.moves(actor, Timestamp(1)),
        "next": table.next_duty(),
    })
}

fn replayed(told: &[Vec<Event>]) -> Table {
    let mut table = Table::closed();
    for event in told.iter().flatten() {
        table.evolve(event);
    }
    table
}

/// The cards that never lay open to the viewer: those in the device too. Found from the facts of the
/// log alone, so that a view that shows too much cannot call it known.
fn hidden_from(viewer: Viewer, told: &[Vec<Event>]) -> Vec<Card> {
    let mut known: Vec<Card> = Vec::new();
    let mut table = Table::closed();
    // The boxes whose cards the viewer has picked up in this round.
    let mut own: Vec<BoxNumber> = Vec::new();
    for event in told.iter().flatten() {
        if let Event::CardCorrected { was, is, .. } = event
            && known.contains(was)
        {
            known.push(*is);
        }
        table.evolve(event);
        match event {
            Event::BetsOpened { .. } => own.clear(),
            Event::Looked { at, player } if viewer == Viewer::Player(*player) => own.push(*at),
            Event::DealerShown { hand, .. }
            | Event::HandRevealed { hand, .. }
            | Event::HandEstablished { hand, .. } => known.extend(hand.cards()),
            Event::CommunityShown { cards } => known.extend(cards),
            Event::IrregularityReported { report, .. } => match report {
                Report::Exposed { cards, .. } => known.extend(cards),
                Report::FaceUp { card } => known.push(*card),
                _ => {}
            },
            _ => {}
        }
        for at in &own {
            let held = table.round().and_then(|round| round.betting_box(*at));
            known.extend(held.into_iter().flat_map(|held| held.cards.clone()));
        }
        // What is put where a shown hand lies is open like the rest of it.
        let felt = table.round().and_then(|round| round.felt());
        if let Some(felt) = felt {
            known.extend(felt.dealer.iter().filter(|_| felt.dealer_shown));
            known.extend(felt.community.iter().filter(|_| felt.community_shown));
        }
        for (_, held) in table.round().into_iter().flat_map(game::Round::boxes) {
            if matches!(
                held.showing,
                Showing::Revealed | Showing::Hidden { established: true }
            ) {
                known.extend(&held.cards);
            }
        }
    }
    Card::ALL
        .into_iter()
        .filter(|card| !known.contains(card))
        .collect()
}

/// The same log with other cards in the place of the hidden ones.
fn exchange(told: &[Vec<Event>], from: &[Card], to: &[Card]) -> Vec<Vec<Event>> {
    let wire = serde_json::to_value(told).unwrap();
    serde_json::from_value(exchanged(wire, from, to)).unwrap()
}

fn exchanged(value: Value, from: &[Card], to: &[Card]) -> Value {
    match value {
        Value::String(text) => {
            let card = text.parse::<Card>().ok();
            let place = card.and_then(|card| from.iter().position(|hidden| *hidden == card));
            let hand = hand_exchanged(&text, from, to);
            Value::String(match place {
                Some(place) => to[place].as_str().to_owned(),
                None => hand.unwrap_or(text),
            })
        }
        Value::Array(all) => all
            .into_iter()
            .map(|value| exchanged(value, from, to))
            .collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (name, exchanged(value, from, to)))
            .collect(),
        other => other,
    }
}

/// A hand is written as its cards with blanks between.
fn hand_exchanged(text: &str, from: &[Card], to: &[Card]) -> Option<String> {
    let cards: Option<Vec<Card>> = text.split(' ').map(|word| word.parse().ok()).collect();
    let cards = cards.filter(|cards| cards.len() > 1)?;
    let other = |card: Card| {
        from.iter()
            .position(|hidden| *hidden == card)
            .map_or(card, |at| to[at])
    };
    let words: Vec<&str> = cards.into_iter().map(|card| other(card).as_str()).collect();
    Some(words.join(" "))
}
