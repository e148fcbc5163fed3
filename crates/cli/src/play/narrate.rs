//! What is said at the table as things happen: events to sentences, for your ears.
//!
//! Only what is worth saying has a sentence; the felt and the statement show the rest.

use game::{Announcement, BoxNumber, Cites, Event, Money, Spot};

use super::amount::show;
use super::bots::name;
use super::lines::wrapped;
use super::session::{Session, YOU};

/// The sentences in order, each on lines of its own.
pub fn narrate(session: &Session, events: &[Event]) -> String {
    let mut text = of_deal(events);
    for event in events {
        let sentence = of_bets(session, event)
            .or_else(|| of_decisions(session, event))
            .or_else(|| of_showdown(session, event));
        if let Some(sentence) = sentence {
            text += &wrapped(3, &sentence);
        }
    }
    text + &of_meter(session, events)
}

fn of_bets(session: &Session, event: &Event) -> Option<String> {
    let rulebook = session.rulebook();
    if let Event::ExcessRejected {
        area,
        player: YOU,
        amount,
        ..
    } = event
    {
        return Some(format!(
            "{} of your {} is above the maximum and goes back. {}",
            show(*amount),
            area.title(),
            by(rulebook.over_max_open.cites),
        ));
    }
    if let Event::MinimumAdvised { area, minimum, .. } = event {
        return Some(format!(
            "That is below the {} minimum of {}: raise the bet, or 0 takes it back. {}",
            area.title(),
            show(*minimum),
            by(rulebook.under_min_open.cites),
        ));
    }
    if let Event::BasePrompted { at } = event {
        return Some(format!(
            "The jackpot bet of box {} has lost the bet it goes with. {}",
            at.0,
            by(rulebook.jackpot_without_base.cites),
        ));
    }
    if let Event::OneHandInformed { player: YOU } = event {
        return Some(format!(
            "Dealer: \"You may look at one of your hands; the others are played unseen.\" {}",
            by(rulebook.one_hand_notice.cites),
        ));
    }
    if let Event::MissingPairPlusCalled { boxes } = event {
        let where_none = match boxes.as_slice() {
            [] => "Pair Plus on every box.".to_owned(),
            boxes => format!("No Pair Plus on {}.", listed(boxes)),
        };
        let cites = by(rulebook.missing_pair_plus_call.cites);
        return Some(format!("Dealer: \"{where_none}\" {cites}"));
    }
    if let Event::BetsClosed = event {
        return Some("Dealer: \"No more bets.\"".to_owned());
    }
    None
}

/// The meter moves once for all jackpot bets, so it is told once.
fn of_meter(session: &Session, events: &[Event]) -> String {
    let added: Money = events
        .iter()
        .filter_map(|event| {
            if let Event::ContributionAdded { amount, .. } = event {
                return Some(*amount);
            }
            None
        })
        .sum();
    match session.meter() {
        Some(meter) if added.is_positive() => {
            let (added, meter) = (show(added), show(meter));
            format!("   The jackpot bets add {added} to the jackpot: {meter}.\n")
        }
        Some(_) | None => String::new(),
    }
}

/// How the cards went out, in one breath.
fn of_deal(events: &[Event]) -> String {
    let mut said = Vec::new();
    let happened = |kind: fn(&Event) -> bool| events.iter().any(kind);
    if happened(|event| matches!(event, Event::CardBurned { .. })) {
        said.push("One card is burnt.");
    }
    if happened(|event| {
        let to_dealer = Spot::Dealer;
        matches!(event, Event::CardDealt { to, .. } if *to == to_dealer)
    }) {
        said.push("Three cards to each box, one at a time, the Dealer last.");
    }
    if happened(|event| matches!(event, Event::PacketDealt { .. })) {
        said.push("Three cards at once to each box, then to the Dealer.");
    }
    if happened(|event| matches!(event, Event::CommunityDealt { .. })) {
        said.push("Two community cards, face down.");
    }
    if happened(|event| matches!(event, Event::CommunityDiscarded { .. })) {
        said.push("A third is discarded, unseen.");
    }
    match said.as_slice() {
        [] => String::new(),
        said => wrapped(3, &said.join(" ")),
    }
}

fn of_decisions(session: &Session, event: &Event) -> Option<String> {
    let rulebook = session.rulebook();
    if let Event::PlayMade {
        at, player, blind, ..
    } = event
        && *player != YOU
    {
        let how = if *blind { " unseen" } else { "" };
        return Some(format!("Box {}: {} plays{how}.", at.0, name(*player)));
    }
    if let Event::Folded { at, .. } = event {
        let player = session.round().controller(*at).filter(|who| *who != YOU)?;
        return Some(format!("Box {}: {} folds.", at.0, name(player)));
    }
    if let Event::PairPlusStood { at } = event {
        return Some(format!("Box {}: Pair Plus alone, nothing to decide.", at.0));
    }
    if let Event::PlayerLeft { player: YOU } = event {
        return Some("You leave the table; the round goes on without you.".to_owned());
    }
    if let Event::FoldedByAbsence { at } = event {
        return Some(format!(
            "Box {}: no Player there to decide, which counts as a fold. {}",
            at.0,
            by(rulebook.absent_undecided.cites),
        ));
    }
    if let Event::HandRemoved { at, cites } = event {
        return Some(format!(
            "Box {}: no Player there to decide, so the hand is out and its bets go back. [{}]",
            at.0,
            cites.join(", "),
        ));
    }
    None
}

fn of_showdown(session: &Session, event: &Event) -> Option<String> {
    if let Event::DealerShown {
        hand,
        qualifies,
        announced,
    } = event
    {
        let cites = by(session.rulebook().qualifier.cites);
        let hand = hand.describe();
        let plays = if *qualifies {
            "qualifies"
        } else {
            "does not qualify"
        };
        let said = match announced {
            Some(Announcement::Plays) => "Dealer: \"Dealer plays.\" ",
            Some(Announcement::DoesNotPlay) => "Dealer: \"Dealer does not play.\" ",
            None => "",
        };
        return Some(format!("{said}The Dealer has {hand} and {plays}. {cites}"));
    }
    if let Event::DealerNotNeeded = event {
        return Some(format!(
            "Nothing is left for the Dealer's hand to decide: it stays down. {}",
            by(session.rulebook().reveal_when_all_folded.cites),
        ));
    }
    if let Event::JackpotAwarded {
        at,
        amount,
        by_cheque,
        ..
    } = event
    {
        let who = session.round().controller(*at).map_or("", name);
        let how = if *by_cheque {
            ", by cheque from the cage"
        } else {
            ""
        };
        return Some(format!(
            "Jackpot table: box {}, {who}, wins {}{how}.",
            at.0,
            show(*amount)
        ));
    }
    if let Event::MeterMoved { before, after } = event {
        let (before, after) = (show(*before), show(*after));
        return Some(format!("The jackpot goes from {before} to {after}."));
    }
    None
}

/// The clauses, as they stand behind every answer.
pub fn by(cites: Cites) -> String {
    format!("[{}]", cites.join(", "))
}

/// "box 3" or "boxes 3, 4 and 5".
pub fn listed(boxes: &[BoxNumber]) -> String {
    let numbers: Vec<String> = boxes.iter().map(|at| at.0.to_string()).collect();
    match numbers.as_slice() {
        [] => "no box".to_owned(),
        [only] => format!("box {only}"),
        [most @ .., last] => format!("boxes {} and {last}", most.join(", ")),
    }
}
