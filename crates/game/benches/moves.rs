//! What a table says comes next, beside `decide` of a plain step at the same moment: `moves` for
//! each kind of actor, `next_duty`, and the view of a Player.
//!
//! All seven boxes are played, each by a Player of its own. A server sends moves and view with every
//! change, so a table of seven asks for them seven times a step.

mod harness;
mod scripted;

use std::hint::black_box;

use game::{
    Actor, Card, Command, Finding, Irregularity, NextDuty, Phase, Post, Report, Request, Round,
    RulebookId, Table, Timestamp, Viewer,
};
use harness::{Case, Chance, heading};
use scripted::{BET, DEALER, METER, ScriptedTable, player, staff};

const PIT: Actor = staff(Post::ShiftManager, 30);

/// A table at some moment of a round, and a plain step that is granted there.
struct Moment {
    name: &'static str,
    table: Table,
    step: Command,
    /// Whose moves are asked for.
    actor: Actor,
}

fn main() {
    heading();
    for id in RulebookId::ALL {
        for moment in moments(id) {
            let rulebook = moment.table.rulebook().expect("the table is open");
            let decide = || moment.table.decide(rulebook, &moment.step);
            decide().unwrap_or_else(|no| panic!("{:?}: {no}", moment.step));
            let name = |what: &str| format!("{what}, {}, {}", moment.name, short(id));
            let step = "decide of a step";
            let compare = |what: &str, ours: &dyn Fn() -> usize| {
                let case = Case {
                    name: &name(what),
                    inputs: &[()],
                    reference: step,
                };
                case.compare(|()| ours(), |()| decide());
            };
            let (table, actor) = (&moment.table, moment.actor);
            compare("moves", &|| table.moves(actor, Timestamp::default()).len());
            compare("duty", &|| {
                let between = matches!(black_box(table.next_duty()), NextDuty::House(_));
                usize::from(between)
            });
            if let Some(player) = actor.player() {
                let viewer = Viewer::Player(player);
                compare("view", &|| table.view_for(viewer).round.boxes.len());
            }
        }
    }
}

/// Names that leave room for the figures.
fn short(id: RulebookId) -> &'static str {
    match id {
        RulebookId::Rws2013 => "rws13",
        RulebookId::Mbs2019 => "mbs",
        RulebookId::Rws2020 => "rws20",
        RulebookId::RwsMultilink2024 => "multi",
        RulebookId::Oceanfront => "ocean",
    }
}

fn moments(id: RulebookId) -> Vec<Moment> {
    let mut chance = Chance::seeded(5);
    let mut deck = Card::ALL;
    chance.shuffle(&mut deck);
    let mut next = deck.as_slice();
    let mut night = ScriptedTable::open(id.form(), 7);
    night.play(&deck);
    night.step(&mut next);
    night.bet();
    let (you, at) = player(4);
    let at_phase = |night: &mut ScriptedTable, next: &mut &[Card], wanted: fn(&Round) -> bool| {
        while !wanted(night.round()) {
            night.step(next);
        }
        night.table.clone()
    };
    let mut moments = Vec::new();
    let mut add = |name, table: &Table, actor, step| {
        let (table, step) = (table.clone(), step);
        moments.push(Moment {
            name,
            table,
            step,
            actor,
        });
    };
    let area = game::Area::Ante;
    let more = Request::PlaceBet {
        at,
        area,
        amount: BET,
    };
    add("betting", &night.table, you, Command::new(you, more));
    let dealing = at_phase(&mut night, &mut next, |round| {
        round.felt().is_some_and(|felt| felt.used().len() >= 6)
    });
    add("dealing", &dealing, DEALER, due(&dealing, next));
    let deciding = at_phase(&mut night, &mut next, |round| {
        matches!(round.phase(), Phase::Deciding(_))
    });
    let (first, _) = player(1);
    let look = Request::Look {
        at: game::BoxNumber(1),
    };
    add("deciding", &deciding, first, Command::new(first, look));
    let what = String::new();
    let report = Report::Other { what };
    let told = Command::new(DEALER, Request::Report { report });
    let mut suspended = deciding.clone();
    for event in suspended.decide(id.form(), &told).expect("a report") {
        suspended.evolve(&event);
    }
    let on = Irregularity::Uncovered;
    let finding = Finding::Decided {
        act: game::Act::NoEffect,
    };
    let ruling = Command::new(PIT, Request::Rule { on, finding });
    add("suspended", &suspended, PIT, ruling);
    let settling = at_phase(&mut night, &mut next, |round| {
        matches!(round.phase(), Phase::Settling(_))
    });
    add("settling", &settling, DEALER, due(&settling, next));
    moments
}

/// What the Dealer, or the Player he waits for, does next.
fn due(table: &Table, next: &[Card]) -> Command {
    match table.next_duty() {
        NextDuty::Dealer(duty) => {
            let request = duty.request(next, METER).expect("a deck has cards enough");
            Command::new(duty.actor(DEALER), request)
        }
        NextDuty::Reveal { at, player } => {
            Command::new(Actor::Player(player), Request::Reveal { at })
        }
        other @ (NextDuty::House(_)
        | NextDuty::Bets { .. }
        | NextDuty::Decision { .. }
        | NextDuty::Ruling { .. }
        | NextDuty::Choices { .. }) => panic!("{other:?} comes next"),
    }
}
