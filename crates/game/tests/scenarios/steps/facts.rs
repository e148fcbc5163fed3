//! What can be checked after a step: one template a fact.
//!
//! A fact answers with what was found where that is not what the story says. Who sees which card is
//! in `sight`.

use game::{Card, Face, Money, Rulebook, Viewer, clause, clauses};

use super::scene::{Scene, felt, notice_name};
use super::shorthand::next_movement;
use super::stage::settled;
use super::words::{Caught, catch, letter, written};

type Holds = fn(&Scene<'_>, &Caught) -> Result<(), String>;

const FACTS: &[(&str, Holds)] = &[
    // What happened in the step
    ("event {kind}", |scene, caught| {
        let kind = caught.text("kind");
        let kinds = scene.kinds();
        ensure(kinds.contains(&kind), || {
            format!("events {}", kinds.join(", "))
        })
    }),
    ("no event {kind}", |scene, caught| {
        let kinds = scene.kinds();
        ensure(!kinds.contains(&caught.text("kind")), || {
            format!("events {}", kinds.join(", "))
        })
    }),
    ("one event {kind}", |scene, caught| {
        let kind = caught.text("kind");
        let found = scene.kinds().iter().filter(|one| **one == kind).count();
        ensure(found == 1, || format!("{found} of them"))
    }),
    ("announced : {words..}", |scene, caught| {
        same(&scene.announced(), caught.text("words"))
    }),
    ("called without Pair Plus : {boxes..}", |scene, caught| {
        same(&scene.called(), caught.text("boxes"))
    }),
    ("meter after {money}", |scene, caught| {
        same_money(scene.stage.meter, caught.money("money")?)
    }),
    ("meter {money}", |scene, caught| {
        let moved = scene.stage.meter - scene.meter_before;
        same_money(moved, caught.money("money")?)
    }),
    ("{player} gets {money} back", |scene, caught| {
        let player = caught.player()?;
        same_money(scene.handed_back(player), caught.money("money")?)
    }),
    ("settled in order : {wagers..}", |scene, caught| {
        let mut order: Vec<&str> = settled(scene.events)
            .map(|line| line.wager.title())
            .collect();
        order.dedup();
        same(&order.join(", "), caught.text("wagers"))
    }),
    ("boxes settled in order : {boxes..}", |scene, caught| {
        same(&scene.boxes_settled(), caught.text("boxes"))
    }),
    ("cites {id}", |scene, caught| {
        let cited: Vec<&str> = scene.cited();
        ensure(cited.contains(&caught.text("id")), || {
            format!("cites {}", cited.join(", "))
        })
    }),
    ("awards in order : {awards..}", |scene, caught| {
        same(&scene.awards(), &caught.plain("awards"))
    }),
    ("the Dealer's hand lies {cards..}", |scene, caught| {
        let view = scene.stage.table.view_for(Viewer::Public).round;
        let open = view.dealer.iter().filter_map(|face| match face {
            Face::Up(card) => Some(*card),
            Face::Down => None,
        });
        same_cards(&open.collect::<Vec<Card>>(), caught.text("cards"))
    }),
    ("paid by cheque", |scene, _| scene.payment("cheque")),
    ("paid at the table", |scene, _| scene.payment("table")),
    ("placed by {who..} for {player}", |scene, caught| {
        scene.placed_by(caught.text("who"), caught.text("player"))
    }),
    ("recorded option {choice..}", |scene, caught| {
        let recorded = scene.recorded_options();
        ensure(
            recorded.iter().any(|one| one == caught.text("choice")),
            || format!("options {}", recorded.join(", ")),
        )
    }),
    ("the record names rulebook, digest and setup", |scene, _| {
        scene.record()
    }),
    // How bets have come out in the round so far
    ("net of {player} : {money}", |scene, caught| {
        let player = caught.player()?;
        let lines = scene.stage.settled().filter(|line| line.player == player);
        let net: Money = lines.map(|line| line.returned - line.staked).sum();
        same_money(net, caught.money("money")?)
    }),
    ("no jackpot for box {box}", |scene, caught| {
        let at = caught.at()?;
        let awarded = scene.award(at);
        ensure(awarded.is_none(), || {
            format!("an award of {}", awarded.unwrap_or_default())
        })
    }),
    ("jackpot of box {box} : {money}", |scene, caught| {
        let awarded = scene.award(caught.at()?);
        same_money(awarded.ok_or("no award")?, caught.money("money")?)
    }),
    ("no {wager..} of box {box} for {player}", |scene, caught| {
        let found = scene.outcome(caught)?;
        ensure(found.is_empty(), || found)
    }),
    ("no {wager..} of box {box}", |scene, caught| {
        let found = scene.outcome(caught)?;
        ensure(found.is_empty(), || found)
    }),
    (
        "{wager..} of box {box} for {player} : {outcome..}",
        |scene, caught| same(&scene.outcome(caught)?, &caught.plain("outcome")),
    ),
    ("{wager..} of box {box} : {outcome..}", |scene, caught| {
        same(&scene.outcome(caught)?, &caught.plain("outcome"))
    }),
    // What lies on the table
    (
        "{area..} of box {box} stands at {money}",
        |scene, caught| {
            let (at, area) = (caught.at()?, caught.area()?);
            let held = scene.round()?.betting_box(at).ok_or("no such box")?;
            same_money(held.bets.total(area), caught.money("money")?)
        },
    ),
    (
        "{player} has {money} on {area..} of box {box}",
        |scene, caught| {
            let (at, area, player) = (caught.at()?, caught.area()?, caught.player()?);
            let held = scene.round()?.betting_box(at).ok_or("no such box")?;
            same_money(held.bets.of(area, player), caught.money("money")?)
        },
    ),
    ("box {box} has {count} bet", |scene, caught| {
        scene.bets(caught)
    }),
    ("box {box} has {count} bets", |scene, caught| {
        scene.bets(caught)
    }),
    ("box {box} has {count} wager", |scene, caught| {
        let found = scene.areas(caught.at()?)?.len();
        same(&found.to_string(), caught.text("count"))
    }),
    (
        "areas of box {box} from the far side : {areas..}",
        |scene, caught| {
            let areas = scene.areas(caught.at()?)?;
            same(&areas.join(", "), caught.text("areas"))
        },
    ),
    ("box {box} is in the round", |scene, caught| {
        let at = caught.at()?;
        let inside = scene.round()?.in_round().any(|(number, _)| number == at);
        ensure(inside, || "it is not".to_owned())
    }),
    ("box {box} is not in the round", |scene, caught| {
        let at = caught.at()?;
        let inside = scene.round()?.in_round().any(|(number, _)| number == at);
        ensure(!inside, || "it is".to_owned())
    }),
    ("box {box} holds {cards..}", |scene, caught| {
        let held = scene.round()?.betting_box(caught.at()?);
        same_cards(&held.ok_or("no such box")?.cards, caught.text("cards"))
    }),
    ("the Dealer holds {cards..}", |scene, caught| {
        same_cards(&felt(scene.round()?).dealer, caught.text("cards"))
    }),
    ("community {cards..}", |scene, caught| {
        same_cards(&felt(scene.round()?).community, caught.text("cards"))
    }),
    ("discarded {cards..}", |scene, caught| {
        same_cards(&felt(scene.round()?).discarded, caught.text("cards"))
    }),
    ("nothing discarded", |scene, _| {
        same_cards(&felt(scene.round()?).discarded, "nothing")
    }),
    ("box {box} is decided : {decision..}", |scene, caught| {
        let held = scene.round()?.betting_box(caught.at()?);
        same(
            held.ok_or("no such box")?.decision.name(),
            caught.text("decision"),
        )
    }),
    ("controller of box {box} is {player}", |scene, caught| {
        let controller = scene.round()?.controller(caught.at()?);
        same(
            &controller.map_or("nobody".to_owned(), |owner| letter(owner).to_string()),
            caught.text("player"),
        )
    }),
    ("next : {movement..}", |scene, caught| {
        same(&next_movement(scene.stage)?, caught.text("movement"))
    }),
    (
        "movement {count} of the plan : {movement..}",
        |scene, caught| {
            same(
                &scene.planned(caught.count("count")?)?,
                caught.text("movement"),
            )
        },
    ),
    ("phase : {phase..}", |scene, caught| {
        same(scene.round()?.phase().name(), caught.text("phase"))
    }),
    ("round {count}", |scene, caught| {
        same(&scene.round()?.number().to_string(), caught.text("count"))
    }),
    // What everybody can read
    ("on display : {notices..}", |scene, caught| {
        let shown = scene
            .stage
            .table
            .displayed()
            .iter()
            .map(|notice| notice_name(*notice));
        same(
            &shown.collect::<Vec<_>>().join(", "),
            caught.text("notices"),
        )
    }),
    ("limits {min} to {max}", |scene, caught| {
        let setup = scene.stage.table.setup().ok_or("the table is closed")?;
        let (min, max) = (caught.money("min")?, caught.money("max")?);
        same_money(setup.limits.ante.min.unwrap_or_default(), min)?;
        same_money(setup.limits.ante.max.unwrap_or_default(), max)
    }),
    ("jackpot bet {money}", |scene, caught| {
        let setup = scene.stage.table.setup().ok_or("the table is closed")?;
        same_money(
            setup.jackpot.ok_or("no jackpot")?.stake,
            caught.money("money")?,
        )
    }),
    // What the rulebook itself says
    (
        "rulebook version {version} effective {effective}",
        |scene, caught| {
            let Rulebook {
                version, effective, ..
            } = scene.stage.rulebook;
            same(
                &format!("{version} {effective}"),
                &format!("{} {}", caught.text("version"), caught.text("effective")),
            )
        },
    ),
    ("clause {id..} exists", |scene, caught| {
        let id = caught.text("id");
        let found = clause(scene.stage.rulebook.id, id);
        ensure(found.is_some(), || format!("no clause {id}"))
    }),
    ("{count} clauses under {id}", |scene, caught| {
        let under = format!("{}.", caught.text("id"));
        let own = clauses()
            .iter()
            .filter(|clause| clause.rulebook == scene.stage.rulebook.id);
        let found = own.filter(|clause| clause.id.starts_with(&under)).count();
        same(&found.to_string(), caught.text("count"))
    }),
    ("boxes are set by the house", |scene, _| {
        let positions = &scene.stage.rulebook.positions;
        let ours = positions.is_open() && positions.cites.contains(&"G-21");
        ensure(ours, || {
            format!(
                "positions {} by {}",
                positions.text(),
                positions.cites.join(", ")
            )
        })
    }),
    ("a deck of {count} different cards", |_, caught| {
        let mut deck = game::Shoe::standard();
        let cards: game::CardSet = core::iter::from_fn(|| deck.draw()).collect();
        same(&cards.len().to_string(), caught.text("count"))
    }),
];

/// Whether `fact` holds; nothing where no template fits.
pub fn check(scene: &Scene<'_>, fact: &str) -> Option<Result<(), String>> {
    FACTS.iter().find_map(|(template, holds)| {
        let caught = catch(template, fact)?;
        Some(holds(scene, &caught))
    })
}

pub fn known() -> String {
    let all: Vec<&str> = FACTS.iter().map(|(template, _)| *template).collect();
    all.join(" · ")
}

pub fn ensure(holds: bool, found: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(found()) }
}

pub fn same(found: &str, expected: &str) -> Result<(), String> {
    ensure(found == expected, || match found {
        "" => "nothing".to_owned(),
        _ => found.to_owned(),
    })
}

pub fn same_money(found: Money, expected: Money) -> Result<(), String> {
    ensure(found == expected, || found.to_string())
}

fn same_cards(found: &[Card], expected: &str) -> Result<(), String> {
    let expected = if expected == "nothing" { "" } else { expected };
    same(&written(found), expected)
}
