//! Phrases that stand for several commands, so that a story shows what it is about and no more.

use game::{
    Actor, BoxNumber, Card, CardSet, DealerDuty, Event, NextDuty, RefusalReason, Request,
    RulebookId, Setup,
};

use super::commands::{limits, usual_setup};
use super::opening::{close, set_up, take_bets};
use super::stage::{Answer, Stage, dealer};
use super::words::{Caught, cards, catch};

type Does = fn(&mut Stage, Actor, &Caught) -> Result<Answer, String>;

/// Read after the commands; `deals` of one card is a command of its own.
const SHORTHANDS: &[(&str, Does)] = &[
    ("option {choice..}", |stage, _, caught| {
        let choice = caught.text("choice");
        let (name, value) = choice
            .split_once('=')
            .ok_or("an option reads `option name=value`")?;
        let chosen = stage.rulebook.choose(name, value);
        chosen.map_err(|error| error.to_string())?;
        Ok(Answer::Happened(Vec::new()))
    }),
    ("brings out {rulebook}", |stage, _, caught| {
        let id: Result<RulebookId, _> = caught.text("rulebook").parse();
        stage.rulebook = id.map_err(|error| error.to_string())?.form().clone();
        Ok(Answer::Happened(Vec::new()))
    }),
    ("reads the rulebook", |_, _, _| {
        Ok(Answer::Happened(Vec::new()))
    }),
    ("waits", |_, _, _| Ok(Answer::Happened(Vec::new()))),
    ("waits {count} seconds", |stage, _, caught| {
        let seconds = caught.count("count")?;
        stage.wait(u64::try_from(seconds).map_err(|_| "too many seconds")?);
        Ok(Answer::Happened(Vec::new()))
    }),
    ("sets up", |stage, _, _| {
        let setup = usual_setup(&stage.rulebook);
        Ok(set_up(stage, setup))
    }),
    ("sets up with chips of {money}", |stage, _, caught| {
        let smallest_chip = Some(caught.money("money")?);
        let setup = usual_setup(&stage.rulebook);
        Ok(set_up(
            stage,
            Setup {
                smallest_chip,
                ..setup
            },
        ))
    }),
    ("sets up without a grace", |stage, _, _| {
        let setup = Setup {
            interruption_grace_seconds: 0,
            ..usual_setup(&stage.rulebook)
        };
        Ok(set_up(stage, setup))
    }),
    ("sets up with limits {min} to {max}", |stage, _, caught| {
        let limits = limits(caught.money("min")?, caught.money("max")?);
        let setup = Setup {
            limits,
            ..usual_setup(&stage.rulebook)
        };
        Ok(set_up(stage, setup))
    }),
    (
        "sets up with {device..} and limits {min} to {max}",
        |stage, _, caught| {
            let limits = limits(caught.money("min")?, caught.money("max")?);
            let device = caught.device()?;
            let setup = Setup {
                limits,
                device,
                ..usual_setup(&stage.rulebook)
            };
            Ok(set_up(stage, setup))
        },
    ),
    ("sets up with {device..}", |stage, _, caught| {
        let device = caught.device()?;
        let setup = Setup {
            device,
            ..usual_setup(&stage.rulebook)
        };
        Ok(set_up(stage, setup))
    }),
    ("makes the calls and closes bets", |stage, by, _| {
        Ok(close(stage, by))
    }),
    ("takes {bets..} from {players..}", |stage, by, caught| {
        take_bets(stage, by, caught.text("bets"), caught.text("players"))
    }),
    ("pays the jackpots", |stage, by, _| {
        let displayed = stage.meter;
        Ok(stage.ask(by, Request::PayJackpots { displayed }))
    }),
    ("finishes the round", |stage, _, _| finish(stage)),
    ("begins to deal {hands..}", |stage, by, caught| {
        deal(
            stage,
            by,
            Hands::read(caught.text("hands"))?,
            Until::Written,
        )
    }),
    ("goes on to deal {hands..}", |stage, by, caught| {
        deal(
            stage,
            by,
            Hands::read(caught.text("hands"))?,
            Until::Written,
        )
    }),
    ("deals {hands..}", |stage, by, caught| {
        deal(
            stage,
            by,
            Hands::read(caught.text("hands"))?,
            Until::Complete,
        )
    }),
];

/// How far a shorthand deals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    Complete,
    /// As far as the story writes cards for the next place.
    Written,
}

pub fn templates() -> Vec<&'static str> {
    SHORTHANDS.iter().map(|(template, _)| *template).collect()
}

pub fn perform(stage: &mut Stage, by: Actor, phrase: &str) -> Option<Result<Answer, String>> {
    SHORTHANDS.iter().find_map(|(template, does)| {
        let caught = catch(template, phrase)?;
        Some(does(stage, by, &caught))
    })
}

/// Runs `series` and answers with everything that happened, or with the first refusal.
pub fn in_one(
    stage: &mut Stage,
    series: impl FnOnce(&mut Stage, &mut Vec<Event>) -> Result<(), game::Refusal>,
) -> Answer {
    let mut events = Vec::new();
    match series(stage, &mut events) {
        Ok(()) => Answer::Happened(events),
        Err(refusal) => Answer::RefusalReason(refusal),
    }
}

/// The cards of a deal as a story writes them: `7s 6h 5d to box 1, Kc 4d 2s to the Dealer`.
struct Hands {
    boxes: Vec<(BoxNumber, Vec<Card>)>,
    dealer: Vec<Card>,
    community: Vec<Card>,
    burnt: Vec<Card>,
    used: CardSet,
}

impl Hands {
    fn read(text: &str) -> Result<Hands, String> {
        let mut hands = Hands {
            boxes: Vec::new(),
            dealer: Vec::new(),
            community: Vec::new(),
            burnt: Vec::new(),
            used: CardSet::new(),
        };
        for part in text.split(", ") {
            let (written, to) = part
                .split_once(" to ")
                .ok_or_else(|| format!("`{part}` does not say where the cards go"))?;
            let cards = cards(written)?;
            hands.used.extend(cards.iter().copied());
            match to {
                "the Dealer" => hands.dealer = cards,
                "the community" => hands.community = cards,
                "the discard" => hands.burnt = cards,
                at => {
                    let caught = catch("box {box}", at).ok_or_else(|| {
                        format!("cards go to a box, the Dealer, the community or the discard, not to `{at}`")
                    })?;
                    hands.boxes.push((caught.at()?, cards));
                }
            }
        }
        Ok(hands)
    }

    /// What the story does not write is not what it is about: any card no hand needs will do.
    fn any(&mut self) -> Card {
        let free = Card::ALL
            .into_iter()
            .find(|card| !self.used.contains(*card));
        let card = free.expect("a deal leaves cards over");
        self.used.insert(card);
        card
    }

    /// Whether the story writes the cards of this movement.
    fn has_for(&self, movement: &str, passes: &[String]) -> bool {
        if let Some(spot) = movement.strip_prefix("a card to ") {
            let nth = passes.iter().filter(|done| *done == spot).count();
            return self.of(spot).is_ok_and(|cards| cards.len() > nth);
        }
        match movement.strip_prefix("a packet of three to ") {
            Some(spot) => self.of(spot).is_ok_and(|cards| !cards.is_empty()),
            None => !self.community.is_empty(),
        }
    }

    fn of(&self, spot: &str) -> Result<&[Card], String> {
        if spot == "the Dealer" {
            return Ok(&self.dealer);
        }
        let named = |(at, _): &&(BoxNumber, Vec<Card>)| format!("box {}", at.0) == spot;
        let cards = self.boxes.iter().find(named);
        cards
            .map(|(_, cards)| cards.as_slice())
            .ok_or_else(|| format!("the deal has no cards for {spot}"))
    }
}

/// What the Dealer's hand must do next, in the words of the engine itself.
pub fn next_movement(stage: &Stage) -> Result<String, String> {
    let card = Card::ALL[0];
    let burnt = || Ok("the burnt card".to_owned());
    let Err(refusal) = stage.decide(dealer(), Request::Burn { card }) else {
        return burnt();
    };
    if let RefusalReason::NotNext { expected } = &refusal.reason {
        return Ok(expected.clone());
    }
    if let RefusalReason::CardTwice { .. } = &refusal.reason {
        return burnt();
    }
    Err(refusal.to_string())
}

/// Deals every hand as written, by the movements the rulebook prescribes.
fn deal(stage: &mut Stage, by: Actor, mut hands: Hands, until: Until) -> Result<Answer, String> {
    let mut events = Vec::new();
    let mut passes: Vec<String> = Vec::new();
    hands.used.extend(stage.written.iter());
    if let Some(felt) = stage.table.round().and_then(game::Round::felt) {
        hands.used.extend(felt.drawn.iter().copied());
    }
    loop {
        let movement = match next_movement(stage) {
            Ok(movement) => movement,
            Err(_) if !events.is_empty() => return Ok(Answer::Happened(events)),
            // Not a moment to deal at all: let the engine say so.
            Err(_) => "the burnt card".to_owned(),
        };
        if until == Until::Written && !events.is_empty() && !hands.has_for(&movement, &passes) {
            return Ok(Answer::Happened(events));
        }
        let asks = movement_request(&movement, &mut hands, &mut passes)?;
        if let Err(refusal) = stage.go_on(by, asks, &mut events) {
            return Ok(Answer::RefusalReason(refusal));
        }
    }
}

fn movement_request(
    movement: &str,
    hands: &mut Hands,
    passes: &mut Vec<String>,
) -> Result<Request, String> {
    if let Some(spot) = movement.strip_prefix("a card to ") {
        let nth = passes.iter().filter(|done| *done == spot).count();
        passes.push(spot.to_owned());
        let card = hands.of(spot)?.get(nth);
        let card = *card.ok_or_else(|| format!("{spot} needs three cards"))?;
        return Ok(Request::DealNext { card });
    }
    if let Some(spot) = movement.strip_prefix("a packet of three to ") {
        let cards = hands.of(spot)?.to_vec();
        return Ok(Request::DealPacket { cards });
    }
    let community = |hands: &mut Hands, count: usize| {
        while hands.community.len() < count {
            let card = hands.any();
            hands.community.push(card);
        }
        hands.community.clone()
    };
    match movement {
        "the burnt card" => {
            let written = hands.burnt.first().copied();
            let card = written.unwrap_or_else(|| hands.any());
            Ok(Request::Burn { card })
        }
        "two community cards" => {
            let cards = community(hands, 2);
            Ok(Request::DealCommunity {
                cards: [cards[0], cards[1]],
            })
        }
        "a packet of 2 to the community area" => Ok(Request::DealPacket {
            cards: community(hands, 2),
        }),
        "a packet of 3 to the community area" => Ok(Request::DealPacket {
            cards: community(hands, 3),
        }),
        "the discard of one community card" => Ok(Request::DiscardCommunity),
        other => Err(format!("no movement of a deal is known as `{other}`")),
    }
}

/// Everything that is left once the decisions are made: collect, show, settle, pay, conclude, in the
/// order the rules say. Where something else comes next, the conclusion is refused and says why.
fn finish(stage: &mut Stage) -> Result<Answer, String> {
    stage.round()?;
    Ok(in_one(stage, |stage, events| {
        loop {
            let (by, asks) = next_to_the_end(stage);
            let concludes = asks == Request::Conclude;
            stage.go_on(by, asks, events)?;
            if concludes {
                return Ok(());
            }
        }
    }))
}

fn next_to_the_end(stage: &Stage) -> (Actor, Request) {
    match stage.table.next_duty() {
        NextDuty::Dealer(
            duty @ (DealerDuty::CollectFolded
            | DealerDuty::ShowDealer
            | DealerDuty::ShowBox { .. }
            | DealerDuty::Settle { .. }
            | DealerDuty::PayJackpots),
        ) => {
            let asks = duty.request(&[], stage.meter);
            (duty.actor(dealer()), asks.unwrap_or(Request::Conclude))
        }
        NextDuty::Reveal { at, player } => (Actor::Player(player), Request::Reveal { at }),
        NextDuty::Decision { .. } => (dealer(), Request::ShowDealer),
        NextDuty::Dealer(_)
        | NextDuty::House(_)
        | NextDuty::Bets { .. }
        | NextDuty::Ruling { .. }
        | NextDuty::Choices { .. } => (dealer(), Request::Conclude),
    }
}
