//! Who rules and how, who chooses, who is sent away, and what two people put right.

use game::{Card, Choice, Correction, FaultMode, Finding, Irregularity, Request};

use super::acts::act;
use super::stage::{Stage, actor, post};
use super::words::{Caught, catch};

type Asks = fn(&Stage, &Caught) -> Result<Request, String>;

/// Read after the commands; a phrase is read by the first template that fits. `{row}` is `it`, the
/// matter at hand, or an irregularity by its name.
const RULINGS: &[(&str, Asks)] = &[
    // Rulings
    ("upholds {row}", |stage, caught| {
        rule(stage, caught, Finding::Upheld)
    }),
    ("dismisses {row}", |stage, caught| {
        rule(stage, caught, Finding::Dismissed)
    }),
    ("rules {row} reconstructable", |stage, caught| {
        rule(stage, caught, Finding::Reconstructable)
    }),
    ("rules {row} not reconstructable", |stage, caught| {
        rule(stage, caught, Finding::NotReconstructable)
    }),
    ("rules {row} intended", |stage, caught| {
        rule(stage, caught, Finding::Intended)
    }),
    ("rules {row} not intended", |stage, caught| {
        rule(stage, caught, Finding::NotIntended)
    }),
    ("rules {cards..} before {last}", |stage, caught| {
        let cards = order(caught)?;
        rule(stage, caught, Finding::Order { cards })
    }),
    ("decides : {act..}", |stage, caught| {
        let act = act(caught.text("act"))?;
        rule(stage, caught, Finding::Decided { act })
    }),
    ("decides on {row} : {act..}", |stage, caught| {
        let act = act(caught.text("act"))?;
        rule(stage, caught, Finding::Decided { act })
    }),
    ("proposes : {act..}", |stage, caught| {
        let (on, proposal) = (row(stage, caught)?, act(caught.text("act"))?);
        Ok(Request::Refer { on, proposal })
    }),
    // Choices
    ("chooses to go on at box {box}", |_, caught| {
        let (at, choice) = (caught.at()?, Choice::Continue);
        Ok(Request::Choose { at, choice })
    }),
    ("withdraws box {box}", |_, caught| {
        let (at, choice) = (caught.at()?, Choice::Withdraw);
        Ok(Request::Choose { at, choice })
    }),
    ("withdraws everything", |_, _| {
        Ok(Request::ChooseAll {
            choice: Choice::Withdraw,
        })
    }),
    ("stays", |_, _| {
        Ok(Request::ChooseAll {
            choice: Choice::Continue,
        })
    }),
    ("permits box {box} to withdraw", |_, caught| {
        Ok(Request::PermitWithdrawal { at: caught.at()? })
    }),
    ("ends the choices", |_, _| Ok(Request::EndChoices)),
    // People
    ("bars {player}", |_, caught| {
        Ok(Request::Bar {
            player: caught.player()?,
        })
    }),
    ("lifts the bar on {player}", |_, caught| {
        Ok(Request::LiftBar {
            player: caught.player()?,
        })
    }),
    ("stops {player}", |_, caught| {
        Ok(Request::StopAction {
            player: caught.player()?,
        })
    }),
    ("restricts {player} to one position", |_, caught| {
        Ok(Request::RestrictToOne {
            player: caught.player()?,
        })
    }),
    ("lifts the restriction on {player}", |_, caught| {
        Ok(Request::LiftRestriction {
            player: caught.player()?,
        })
    }),
    ("assigns the {who..} to act as {post..}", |_, caught| {
        let person = actor(caught.text("who"))?
            .person()
            .ok_or("only staff act in a post")?;
        let title = caught.text("post");
        let post = post(title).ok_or_else(|| format!("`{title}` is no post"))?;
        Ok(Request::AssignActing { person, post })
    }),
    // The jackpot after a fault
    ("proposes no jackpot", |_, _| Ok(mode(FaultMode::NoJackpot))),
    ("proposes to close the table", |_, _| {
        Ok(mode(FaultMode::CloseTable))
    }),
    ("proposes to shut box {box}", |_, caught| {
        let at = caught.at()?;
        Ok(mode(FaultMode::BarBox { at }))
    }),
    ("approves the mode", |_, _| Ok(Request::ApproveFaultMode)),
    ("clears the fault", |_, _| Ok(Request::ClearFault)),
    // Corrections
    (
        "proposes to read {was} as {is} : {reason..}",
        |_, caught| read_as(caught),
    ),
    ("proposes to read {was} as {is}", |_, caught| {
        read_as(caught)
    }),
    (
        "reports {money} handed to {player} for {wager..} of box {box} : {reason..}",
        |_, caught| {
            let (at, player, wager) = (caught.at()?, caught.player()?, caught.wager()?);
            let handed = caught.money("money")?;
            Ok(correction(
                Correction::Pay {
                    at,
                    player,
                    wager,
                    handed,
                },
                caught,
            ))
        },
    ),
    ("approves the correction", |_, _| {
        Ok(Request::ApproveCorrection)
    }),
];

/// The request a phrase stands for; nothing where it rules nothing.
pub fn request(stage: &Stage, phrase: &str) -> Option<Result<Request, String>> {
    RULINGS.iter().find_map(|(template, asks)| {
        let caught = catch(template, phrase)?;
        Some(asks(stage, &caught))
    })
}

pub fn templates() -> Vec<&'static str> {
    RULINGS.iter().map(|(template, _)| *template).collect()
}

fn rule(stage: &Stage, caught: &Caught, finding: Finding) -> Result<Request, String> {
    let on = row(stage, caught)?;
    Ok(Request::Rule { on, finding })
}

/// The matter at hand unless the story names one; where nothing waits, let the engine say so.
fn row(stage: &Stage, caught: &Caught) -> Result<Irregularity, String> {
    match caught.text("row") {
        "" | "it" => {
            let round = stage.table.round();
            let at_hand = round.and_then(|round| round.suspension().at_hand());
            Ok(at_hand.map_or(Irregularity::Uncovered, |matter| matter.irregularity))
        }
        _ => caught.row(),
    }
}

/// `9c before 4d before 2s`.
fn order(caught: &Caught) -> Result<Vec<Card>, String> {
    let first = caught.text("cards").split(" before ");
    let all = first.chain([caught.text("last")]);
    all.map(|card| card.parse().map_err(|error| format!("{error}")))
        .collect()
}

fn mode(mode: FaultMode) -> Request {
    Request::ProposeFaultMode { mode }
}

fn read_as(caught: &Caught) -> Result<Request, String> {
    let (was, is) = (caught.card("was")?, caught.card("is")?);
    Ok(correction(Correction::Card { was, is }, caught))
}

fn correction(correction: Correction, caught: &Caught) -> Request {
    let reason = caught.text("reason").to_owned();
    Request::ProposeCorrection { correction, reason }
}
