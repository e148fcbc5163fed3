//! The same table once more: from its written log, from its commands, with other cards in the
//! Dealer's hand, with the boxes settled the other way round.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "changes a few requests and reports and leaves the rest as they were"
)]

use std::collections::BTreeMap;

use game::{
    Area, BoxNumber, Card, CardSet, Command, Correction, Event, Finding, Money, Phase, PlayerId,
    Report, Request, Round, Showing, Slip, Table, Wager,
};

use super::checked_table::{Checked, CheckedTable, Exchange, holds};
use super::dice::Dice;
use super::scene::DEALER;

/// The log alone, written down and read back, makes the same table; deciding again gives the same.
pub fn replays(checked: &CheckedTable) -> Checked {
    let log: Vec<&Event> = checked.log().collect();
    let written = serde_json::to_string(&log).unwrap();
    let read: Vec<Event> = serde_json::from_str(&written).unwrap();
    let same = read.iter().eq(log.iter().copied());
    holds!(
        "replay: an event reads back as it was written",
        same,
        "the log reads back differently"
    );
    let mut replayed = Table::closed();
    let mut read = read.iter();
    // One list for all commands, as it was left by the last.
    let mut again = Vec::new();
    for told in &checked.exchanges {
        let decided = replayed.decide_into(&checked.rulebook, &told.command, &mut again);
        match (&told.answer, decided) {
            (Ok(events), Ok(())) => {
                holds!(
                    "replay: deciding again",
                    *events == again,
                    "{events:?}, then {again:?}"
                );
                read.by_ref()
                    .take(events.len())
                    .for_each(|event| replayed.evolve(event));
            }
            (Err(refusal), Err(refused)) => {
                let refused = refused.to_string();
                holds!(
                    "replay: refusing again",
                    *refusal == refused && again.is_empty(),
                    "{refusal}, then {refused} with {again:?}"
                );
            }
            (answer, decided) => {
                holds!(
                    "replay: the same answer",
                    false,
                    "{answer:?}, then {decided:?}"
                );
            }
        }
    }
    holds!(
        "replay: equals play",
        replayed == checked.table,
        "the tables differ"
    );
    Ok(())
}

/// From every opening call on, a table made from the outline of the moment before it, written down and
/// read back, is the table that was played.
pub fn restores(checked: &CheckedTable) -> Checked {
    let mut played = Table::closed();
    let mut restored: Option<Table> = None;
    for event in checked.log() {
        let outline = played.outline();
        holds!(
            "outline: none while a round is played",
            outline.is_none() == played.round().is_some_and(|round| !round.is_over()),
            "{outline:?}"
        );
        let next = if matches!(event, Event::BetsOpened { .. }) {
            let written = serde_json::to_string(&outline.unwrap()).unwrap();
            let mut next = Table::from_outline(serde_json::from_str(&written).unwrap()).unwrap();
            next.evolve(event);
            Some(next)
        } else {
            None
        };
        played.evolve(event);
        if let Some(table) = &mut restored {
            table.evolve(event);
        }
        for table in restored.iter().chain(&next) {
            holds!(
                "outline: a restored table plays on the same",
                *table == played,
                "{table:?} after {event:?}, expected {played:?}"
            );
        }
        restored = next.or(restored);
    }
    Ok(())
}

/// With other cards in the Dealer's last hand the bets on the Players' own cards end the same.
pub fn turned(checked: &CheckedTable, dice: &mut Dice) -> Checked {
    let from = checked
        .exchanges
        .iter()
        .rposition(|told| told.command.asks == Request::OpenBets && told.answer.is_ok());
    let (Some(from), Some(felt)) = (from, checked.round().and_then(Round::felt)) else {
        return Ok(());
    };
    // A round dealt twice, or relaid, has two Dealer's hands, and chips handed over wrongly are told from the
    // right ones, which do turn on the Dealer's hand.
    let unfit = checked.exchanges[from..].iter().any(|told| {
        let events = told.answer.as_ref().map_or(&[][..], Vec::as_slice);
        let moved =
            |event: &Event| matches!(event, Event::HandsVoided { .. } | Event::CardsRelaid { .. });
        let redealt = events.iter().any(moved);
        let pay = matches!(
            told.command.asks,
            Request::ProposeCorrection {
                correction: Correction::Pay { .. },
                ..
            }
        );
        redealt || pay
    });
    let out: CardSet = checked
        .round()
        .into_iter()
        .flat_map(|round| round.laid().into_values().flatten())
        .collect();
    let named: CardSet = checked.exchanges[from..]
        .iter()
        .flat_map(|told| cards_of(&told.command.asks))
        .collect();
    let mut spare: Vec<Card> = dice.deck();
    spare.retain(|card| !out.contains(*card) && !named.contains(*card));
    if unfit || !felt.dealer_shown || spare.len() < 3 {
        return Ok(());
    }
    let mut swap: BTreeMap<u8, Card> = BTreeMap::new();
    for (dealt, other) in felt.dealer.iter().zip(&spare) {
        swap.insert(dealt.index(), *other);
        swap.insert(other.index(), *dealt);
    }
    let with = |card: Card| swap.get(&card.index()).copied().unwrap_or(card);
    let mut other = CheckedTable::new(checked.rulebook.clone());
    for (nth, told) in checked.exchanges.iter().enumerate() {
        let mut command = told.command.clone();
        if nth >= from {
            command.asks = recarded(&command.asks, &with);
        }
        let taken = other.give(command)?;
        holds!(
            "dealer independence: the same answers",
            taken == told.answer.is_ok(),
            "{:?}",
            told.command
        );
    }
    let (own, others) = (
        own_hand_lines(&checked.exchanges[from..]),
        own_hand_lines(&other.exchanges[from..]),
    );
    holds!(
        "dealer independence",
        own == others,
        "{own:?} became {others:?}"
    );
    Ok(())
}

type Ends = BTreeMap<(BoxNumber, Wager, PlayerId), Money>;

fn ends<'a>(told: impl Iterator<Item = &'a Exchange>, counts: impl Fn(Wager) -> bool) -> Ends {
    let mut ends = Ends::new();
    for event in told.filter_map(|told| told.answer.as_ref().ok()).flatten() {
        let (line, sign) = match event {
            Event::WagerSettled(line) => (line, line.returned),
            Event::PostingReversed(line) => (line, -line.returned),
            _ => continue,
        };
        if counts(line.wager) {
            *ends.entry((line.at, line.wager, line.player)).or_default() += sign;
        }
    }
    ends
}

fn own_hand_lines(told: &[Exchange]) -> Ends {
    ends(told.iter(), |wager| match wager {
        Wager::PairPlus | Wager::AnteBonus | Wager::Jackpot | Wager::Envy => true,
        Wager::Play | Wager::Ante | Wager::FiveCard => false,
    })
}

fn cards_of(asks: &Request) -> Vec<Card> {
    let cards = std::cell::RefCell::new(Vec::new());
    recarded(asks, &|card| {
        cards.borrow_mut().push(card);
        card
    });
    cards.into_inner()
}

/// The same request about other cards.
fn recarded(asks: &Request, with: &impl Fn(Card) -> Card) -> Request {
    let all = |cards: &[Card]| cards.iter().map(|card| with(*card)).collect::<Vec<Card>>();
    match asks {
        Request::Burn { card } => Request::Burn { card: with(*card) },
        Request::DealNext { card } => Request::DealNext { card: with(*card) },
        Request::DealPacket { cards } => Request::DealPacket { cards: all(cards) },
        Request::DealCommunity { cards } => Request::DealCommunity {
            cards: cards.map(with),
        },
        Request::Slip {
            slip: Slip::Instead { cards, to },
        } => Request::Slip {
            slip: Slip::Instead {
                cards: all(cards),
                to: *to,
            },
        },
        Request::Slip {
            slip: Slip::Extra { cards, to },
        } => Request::Slip {
            slip: Slip::Extra {
                cards: all(cards),
                to: *to,
            },
        },
        Request::Report { report } => Request::Report {
            report: reported(report, with),
        },
        Request::Rule {
            on,
            finding: Finding::Order { cards },
        } => Request::Rule {
            on: *on,
            finding: Finding::Order { cards: all(cards) },
        },
        Request::ProposeCorrection {
            correction: Correction::Card { was, is },
            reason,
        } => Request::ProposeCorrection {
            correction: Correction::Card {
                was: with(*was),
                is: with(*is),
            },
            reason: reason.clone(),
        },
        _ => asks.clone(),
    }
}

fn reported(report: &Report, with: &impl Fn(Card) -> Card) -> Report {
    let all = |cards: &[Card]| cards.iter().map(|card| with(*card)).collect::<Vec<Card>>();
    match report {
        Report::Found { place, cards } => Report::Found {
            place: *place,
            cards: all(cards),
        },
        Report::Exposed { cards, by } => Report::Exposed {
            cards: all(cards),
            by: *by,
        },
        Report::FaceUp { card } => Report::FaceUp { card: with(*card) },
        Report::Together { cards } => Report::Together { cards: all(cards) },
        _ => report.clone(),
    }
}

/// All hands lie open and nothing is settled: settled from either side everybody gets the same.
pub fn from_either_side(checked: &CheckedTable) -> Checked {
    let Some(round) = checked.round() else {
        return Ok(());
    };
    let settles = |held: &game::BettingBox| {
        let areas = [Area::Ante, Area::Play, Area::PairPlus, Area::FiveCard];
        !held.settled
            && areas
                .iter()
                .any(|area| held.bets.unsettled(*area).is_positive())
    };
    let waiting: Vec<_> = round.in_round().filter(|(_, held)| settles(held)).collect();
    let shown = waiting
        .iter()
        .all(|(_, held)| held.showing != Showing::FaceDown);
    let mut free = checked.rulebook.clone();
    let asked = free.choose("settle_seat_order", "custom").is_ok();
    if !matches!(round.phase(), Phase::Settling(_)) || !shown || waiting.len() < 2 || !asked {
        return Ok(());
    }
    let mut boxes: Vec<BoxNumber> = waiting.iter().map(|(at, _)| *at).collect();
    let mut sides = Vec::new();
    for _ in 0..2 {
        let mut side = CheckedTable::new(free.clone());
        for told in &checked.exchanges {
            side.give(told.command.clone())?;
        }
        let from = side.exchanges.len();
        for at in &boxes {
            side.give(Command::new(DEALER, Request::Settle { at: *at }))?;
        }
        sides.push(ends(side.exchanges[from..].iter(), |_| true));
        boxes.reverse();
    }
    holds!(
        "seat independence",
        sides[0] == sides[1],
        "{:?} or {:?}",
        sides[0],
        sides[1]
    );
    Ok(())
}
