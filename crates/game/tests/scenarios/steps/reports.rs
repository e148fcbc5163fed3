//! What goes wrong in a step: the slips of the Dealer's hand, and what is seen and reported.

use game::{Actor, BoxNumber, Cause, Report, Request, Slip};

use super::shorthand::next_movement;
use super::stage::{Stage, dealer};
use super::words::{Caught, catch, player};

type Asks = fn(&Stage, &Caught) -> Result<Request, String>;

/// Read after the commands; a phrase is read by the first template that fits.
const REPORTS: &[(&str, Asks)] = &[
    // The Dealer's hand slips
    ("misses the burn", |stage, _| {
        missed(stage, "the burnt card")
    }),
    ("passes over box {box}", |stage, caught| {
        let at = format!("box {}", caught.at()?.0);
        missed(stage, &at)
    }),
    ("passes over the Dealer", |stage, _| {
        missed(stage, "the Dealer")
    }),
    ("misses the discard", |stage, _| {
        missed(stage, "the discard of one community card")
    }),
    ("deals {cards..} to {place..} instead", |_, caught| {
        let (cards, to) = (caught.cards("cards")?, caught.place()?);
        Ok(slip(Slip::Instead { cards, to }))
    }),
    ("deals {cards..} too many to {place..}", |_, caught| {
        let (cards, to) = (caught.cards("cards")?, caught.place()?);
        Ok(slip(Slip::Extra { cards, to }))
    }),
    // The deck
    ("reports a foreign card : {what..}", |_, caught| {
        let found = caught.text("what").to_owned();
        Ok(report(Report::ForeignCard { found }))
    }),
    ("reports a deck of {count} cards", |_, caught| {
        let counted = small(caught)?;
        Ok(report(Report::DeckCount { counted }))
    }),
    ("reports {count} cards left", |_, caught| {
        let left = small(caught)?;
        Ok(report(Report::TooFewCards { left }))
    }),
    ("reports unshuffled cards", |_, _| {
        Ok(report(Report::NotShuffled))
    }),
    ("doubts the count", |_, _| Ok(report(Report::CountDoubted))),
    ("counts {count} cards", |_, caught| {
        let counted = small(caught)?;
        Ok(Request::CountDeck { counted })
    }),
    // The deal
    ("reports the misdeal", |_, _| Ok(report(Report::Misdealt))),
    (
        "finds {count} cards at {place..} : {cards..}",
        |_, caught| found(caught),
    ),
    (
        "finds {count} card at {place..} : {cards..}",
        |_, caught| found(caught),
    ),
    ("finds {card} face up", |_, caught| {
        let card = caught.card("card")?;
        Ok(report(Report::FaceUp { card }))
    }),
    ("draws {cards..} together", |_, caught| {
        let cards = caught.cards("cards")?;
        Ok(report(Report::Together { cards }))
    }),
    ("reports {cards..} exposed by {who..}", |_, caught| {
        let cards = caught.cards("cards")?;
        let by = exposer(caught.text("who"))?;
        Ok(report(Report::Exposed { cards, by }))
    }),
    (
        "reports a dealing error at {boxes..} : {what..}",
        |_, caught| {
            let boxes = boxes(caught.text("boxes"))?;
            let what = caught.text("what").to_owned();
            Ok(report(Report::DealingError { what, boxes }))
        },
    ),
    // Machines
    ("reports a power failure of {count} seconds", |_, caught| {
        interruption(Cause::Power, caught)
    }),
    (
        "reports a technical interruption of {count} seconds",
        |_, caught| interruption(Cause::Technical, caught),
    ),
    ("reports a jackpot fault at {money}", |_, caught| {
        let recorded = caught.money("money")?;
        Ok(report(Report::JackpotFault { recorded }))
    }),
    // Chips
    (
        "reports late chips of {money} on {area..} of box {box} by {player}",
        |_, caught| {
            let (player, at, area) = (caught.player()?, caught.at()?, caught.area()?);
            let amount = caught.money("money")?;
            Ok(report(Report::LateBet {
                player,
                at,
                area,
                amount,
            }))
        },
    ),
    (
        "reports that {player} pulled back {area..} of box {box}",
        |_, caught| {
            let (player, at, area) = (caught.player()?, caught.at()?, caught.area()?);
            Ok(report(Report::LateWithdrawal { player, at, area }))
        },
    ),
    (
        "reports {area..} of box {box} outside the limits",
        |_, caught| {
            let (at, area) = (caught.at()?, caught.area()?);
            Ok(report(Report::OutsideLimits { at, area }))
        },
    ),
    (
        "reports Play of {money} at box {box} by {player}",
        |_, caught| {
            let (at, player, found) = (caught.at()?, caught.player()?, caught.money("money")?);
            Ok(report(Report::UnequalPlay { at, player, found }))
        },
    ),
    ("reports the lone jackpot bet of box {box}", |_, caught| {
        let at = caught.at()?;
        Ok(report(Report::LoneJackpot { at }))
    }),
    // People
    ("reports that {player} looked at box {box}", |_, caught| {
        let (at, player) = (caught.at()?, caught.player()?);
        Ok(report(Report::ExtraLook { at, player }))
    }),
    (
        "reports box {box} staked in error by {player}",
        |_, caught| {
            let (at, player) = (caught.at()?, caught.player()?);
            Ok(report(Report::StakedInError { at, player }))
        },
    ),
    ("reports that {player} showed his cards", |_, caught| {
        let player = caught.player()?;
        Ok(report(Report::Disclosure { player }))
    }),
    // The rest
    (
        "reports an error of round {count} : {what..}",
        |_, caught| {
            let round = seconds(caught)?;
            let what = caught.text("what").to_owned();
            Ok(report(Report::EarlierRound { round, what }))
        },
    ),
    ("reports : {what..}", |_, caught| {
        let what = caught.text("what").to_owned();
        Ok(report(Report::Other { what }))
    }),
];

/// The request a phrase stands for; nothing where it reports nothing.
pub fn request(stage: &Stage, phrase: &str) -> Option<Result<Request, String>> {
    REPORTS.iter().find_map(|(template, asks)| {
        let caught = catch(template, phrase)?;
        Some(asks(stage, &caught))
    })
}

pub fn templates() -> Vec<&'static str> {
    REPORTS.iter().map(|(template, _)| *template).collect()
}

fn report(report: Report) -> Request {
    Request::Report { report }
}

fn slip(slip: Slip) -> Request {
    Request::Slip { slip }
}

/// A movement is passed over only where it is the next: a story that says otherwise is wrong.
fn missed(stage: &Stage, what: &str) -> Result<Request, String> {
    let next = next_movement(stage)?;
    if next == what || next.ends_with(&format!(" to {what}")) {
        return Ok(slip(Slip::Missed));
    }
    Err(format!("{what} cannot be missed: next comes {next}"))
}

fn found(caught: &Caught) -> Result<Request, String> {
    let (place, cards) = (caught.place()?, caught.cards("cards")?);
    if cards.len() != caught.count("count")? {
        return Err(format!("{} cards are written", cards.len()));
    }
    Ok(report(Report::Found { place, cards }))
}

fn interruption(cause: Cause, caught: &Caught) -> Result<Request, String> {
    let seconds = seconds(caught)?;
    Ok(report(Report::Interruption { cause, seconds }))
}

fn seconds(caught: &Caught) -> Result<u64, String> {
    let count = caught.count("count")?;
    u64::try_from(count).map_err(|_| format!("{count} is too many"))
}

fn small(caught: &Caught) -> Result<u8, String> {
    let count = caught.count("count")?;
    u8::try_from(count).map_err(|_| format!("{count} cards are more than any deck has"))
}

fn exposer(who: &str) -> Result<Actor, String> {
    match who {
        "the Dealer" => Ok(dealer()),
        other => player(other)
            .map(Actor::Player)
            .ok_or_else(|| format!("`{other}` exposes nothing; expected the Dealer or a Player")),
    }
}

/// `box 2`, or `boxes 2, 3`.
fn boxes(text: &str) -> Result<Vec<BoxNumber>, String> {
    let numbers = text
        .strip_prefix("boxes ")
        .or_else(|| text.strip_prefix("box "))
        .ok_or_else(|| format!("`{text}` is no box"))?;
    let read = |number: &str| {
        let number = number
            .parse()
            .map_err(|_| format!("`{number}` is no box number"))?;
        Ok(BoxNumber(number))
    };
    numbers.split(", ").map(read).collect()
}
