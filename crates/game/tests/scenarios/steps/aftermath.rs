//! What comes of an irregularity, asked of the round and of the step's events: who must rule, what was
//! ruled, who is asked, who is out, and what is left in everybody's purse.

use game::{Act, Decision, Event, Irregularity, Money, Phase, PlayerId, Question, Ruler};

use super::acts::words;
use super::facts::{ensure, same, same_money};
use super::scene::Scene;
use super::words::{Caught, catch, letter};

type Holds = fn(&Scene<'_>, &Caught) -> Result<(), String>;

const FACTS: &[(&str, Holds)] = &[
    // Who must rule, and on what
    ("{row} waits for {who..}", |scene, caught| {
        let wanted = format!("{} waits for {}", caught.row()?, caught.text("who"));
        same(&scene.waits()?, &wanted)
    }),
    ("asked : {question..}", |scene, caught| {
        let question = scene.question()?;
        same(
            question.words(),
            &caught.text("question").replace(" : ", ": "),
        )
    }),
    ("proposed : {act..}", |scene, caught| {
        same(&scene.proposed()?, caught.text("act"))
    }),
    ("reported {rows..}", |scene, caught| {
        let rows: Vec<String> = scene.reported().iter().map(ToString::to_string).collect();
        same(&rows.join(" "), caught.text("rows"))
    }),
    ("about {whose..}", |scene, caught| {
        same(&scene.about(), caught.text("whose"))
    }),
    ("nothing waits", |scene, _| {
        let waits = scene.round()?.is_suspended();
        ensure(!waits, || scene.stands_still())
    }),
    // What was ruled
    ("ruled : {act..}", |scene, caught| {
        same(&scene.ruled(), caught.text("act"))
    }),
    ("ruled by the clause", |scene, _| {
        same(&scene.ruled_by(), "the system")
    }),
    ("ruled by {who..}", |scene, caught| {
        same(&scene.ruled_by(), caught.text("who"))
    }),
    // Where that leaves the round
    ("the round is void", |scene, _| {
        let phase = scene.round()?.phase();
        ensure(matches!(phase, Phase::Voided(_)), || scene.stands_still())
    }),
    ("the round goes on", |scene, _| {
        let round = scene.round()?;
        let void = matches!(round.phase(), Phase::Voided(_));
        ensure(!void && !round.is_suspended(), || scene.stands_still())
    }),
    ("the cards are reshuffled", |scene, _| {
        let reshuffled = |event: &Event| {
            let void = matches!(
                event,
                Event::RoundVoided {
                    reshuffle: true,
                    ..
                }
            );
            void || matches!(event, Event::HandsVoided { .. })
        };
        let found = scene.events.iter().any(reshuffled);
        ensure(found, || format!("events {}", scene.kinds().join(", ")))
    }),
    // Boxes
    ("asked boxes : {boxes..}", |scene, caught| {
        let asked = scene.asked()?;
        same(&asked, caught.text("boxes"))
    }),
    ("nobody is asked", |scene, _| same(&scene.asked()?, "")),
    ("box {box} is asked", |scene, caught| {
        let at = caught.at()?;
        let choosing = scene.round()?.suspension().choosing();
        let waiting = choosing.is_some_and(|choosing| choosing.is_waiting_for(at));
        ensure(waiting, || {
            format!("asked boxes: {}", scene.asked().unwrap_or_default())
        })
    }),
    ("box {box} is not asked", |scene, caught| {
        let at = caught.at()?;
        let choosing = scene.round()?.suspension().choosing();
        let waiting = choosing.is_some_and(|choosing| choosing.is_waiting_for(at));
        ensure(!waiting, || "it is".to_owned())
    }),
    ("box {box} is removed", |scene, caught| {
        scene.is_decided(caught, Decision::Removed)
    }),
    ("box {box} is withdrawn", |scene, caught| {
        scene.is_decided(caught, Decision::Withdrawn)
    }),
    ("box {box} is still in", |scene, caught| {
        let at = caught.at()?;
        let inside = scene.round()?.still_in().any(|(number, _)| number == at);
        ensure(inside, || "it is out".to_owned())
    }),
    // Purses and meter, from the opening call on
    (
        "{player} is up {money} in round {round}",
        |scene, caught| {
            let (player, round) = (caught.player()?, number(caught)?);
            same_money(scene.stage.purse(round, player), caught.money("money")?)
        },
    ),
    ("{player} is up {money}", |scene, caught| {
        same_money(scene.purse(caught.player()?)?, caught.money("money")?)
    }),
    (
        "{player} is down {money} in round {round}",
        |scene, caught| {
            let (player, round) = (caught.player()?, number(caught)?);
            let down = Money::ZERO - scene.stage.purse(round, player);
            same_money(down, caught.money("money")?)
        },
    ),
    ("{player} is down {money}", |scene, caught| {
        let down = Money::ZERO - scene.purse(caught.player()?)?;
        same_money(down, caught.money("money")?)
    }),
    ("everybody is even", |scene, _| {
        for player in scene.stage.players() {
            let purse = scene.purse(player)?;
            ensure(purse.is_zero(), || format!("{} at {purse}", letter(player)))?;
        }
        Ok(())
    }),
    ("{player} is even", |scene, caught| {
        same_money(scene.purse(caught.player()?)?, Money::ZERO)
    }),
    ("the meter is as before", |scene, _| {
        same_money(scene.stage.meter, scene.stage.meter_at_opening)
    }),
    // People and the jackpot's fault
    ("{player} is barred", |scene, caught| {
        let barred = scene.stage.table.conduct().is_barred(caught.player()?);
        ensure(barred, || "no bar".to_owned())
    }),
    ("{player} is not barred", |scene, caught| {
        let barred = scene.stage.table.conduct().is_barred(caught.player()?);
        ensure(!barred, || "a bar".to_owned())
    }),
    ("{player} is restricted", |scene, caught| {
        let restricted = scene.stage.table.conduct().is_restricted(caught.player()?);
        ensure(restricted, || "no restriction".to_owned())
    }),
    ("{player} has used his grace", |scene, caught| {
        let used = scene.stage.table.conduct().has_used_grace(caught.player()?);
        ensure(used, || "a grace not used".to_owned())
    }),
    ("{player} has not used his grace", |scene, caught| {
        let used = scene.stage.table.conduct().has_used_grace(caught.player()?);
        ensure(!used, || "a grace used".to_owned())
    }),
    ("the jackpot fault lasts", |scene, _| {
        ensure(scene.stage.table.fault().is_some(), || {
            "no fault".to_owned()
        })
    }),
    ("no jackpot fault", |scene, _| {
        ensure(scene.stage.table.fault().is_none(), || "a fault".to_owned())
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

fn number(caught: &Caught) -> Result<u64, String> {
    let count = caught.count("round")?;
    u64::try_from(count).map_err(|_| format!("there is no round {count}"))
}

impl Scene<'_> {
    fn question(&self) -> Result<Question, String> {
        let question = self.round()?.question(&self.stage.rulebook);
        question.ok_or_else(|| self.stands_still())
    }

    /// What is ruled on next, and by whom at least: `IR-07 waits for a Pit Supervisor`.
    fn waits(&self) -> Result<String, String> {
        let round = self.round()?;
        let Some(matter) = round.suspension().at_hand() else {
            return Ok(self.stands_still());
        };
        let question = self.question()?;
        let who = match (question, question.ruler()) {
            (Question::Count(_), _) => "a count",
            (_, Ruler::Clause) => game::Post::PitSupervisor.title(),
            (_, Ruler::Post(post) | Ruler::Uncovered(post)) => post.title(),
        };
        Ok(format!("{} waits for {who}", matter.irregularity))
    }

    /// What a person proposed, or the rulebook does.
    fn proposed(&self) -> Result<String, String> {
        let remedy = self.question()?.remedy();
        let matter = self.round()?.suspension().at_hand();
        let said = matter.and_then(game::Matter::proposed);
        let act = said.or_else(|| self.stage.rulebook.proposal(&remedy));
        Ok(act.map_or("nothing", words).to_owned())
    }

    fn reported(&self) -> Vec<Irregularity> {
        let mut rows = Vec::new();
        for event in self.events {
            if let Event::IrregularityReported { irregularity, .. } = event {
                rows.push(*irregularity);
            }
        }
        rows
    }

    /// Whose cards the last report of the step is about.
    fn about(&self) -> String {
        let mut about = "nothing".to_owned();
        for event in self.events {
            if let Event::IrregularityReported { whose, .. } = event {
                game::Fact::Whose(*whose).words().clone_into(&mut about);
            }
        }
        about
    }

    /// The last ruling of the step, in words.
    fn ruled(&self) -> String {
        let mut ruled = None;
        for event in self.events {
            if let Event::RulingMade { act, .. } = event {
                ruled = Some(*act);
            }
        }
        ruled.map_or("nothing", |act: Act| words(act)).to_owned()
    }

    /// Who made it: `a Pit Supervisor`, or `a Pit Supervisor acting`.
    fn ruled_by(&self) -> String {
        let mut ruled = "nobody".to_owned();
        for event in self.events {
            if let Event::RulingMade { by, acting, .. } = event {
                let acting = if *acting { ", acting" } else { "" };
                ruled = format!("{by}{acting}");
            }
        }
        ruled
    }

    /// Where the round is and what it waits for.
    fn stands_still(&self) -> String {
        let Ok(round) = self.round() else {
            return "no round".to_owned();
        };
        let phase = round.phase().name();
        let suspension = round.suspension();
        match (suspension.at_hand(), suspension.choosing()) {
            (Some(matter), _) => {
                let row = matter.irregularity;
                format!(
                    "a round at {phase} that waits for a ruling on {row}, {}",
                    row.title()
                )
            }
            (None, Some(_)) => {
                let asked = self.asked().unwrap_or_default();
                format!("a round at {phase} that waits for the choices of {asked}")
            }
            (None, None) => format!("a round at {phase}, nothing waits"),
        }
    }

    fn asked(&self) -> Result<String, String> {
        let choosing = self.round()?.suspension().choosing();
        let asked = choosing.into_iter().flat_map(|choosing| &choosing.asked);
        let waiting = asked.filter(|(_, chose)| chose.is_none());
        let numbers: Vec<String> = waiting.map(|(at, _)| at.0.to_string()).collect();
        Ok(numbers.join(", "))
    }

    fn is_decided(&self, caught: &Caught, expected: Decision) -> Result<(), String> {
        let held = self.round()?.betting_box(caught.at()?);
        let decision = held.ok_or("no such box")?.decision;
        ensure(decision == expected, || decision.name().to_owned())
    }

    fn purse(&self, player: PlayerId) -> Result<Money, String> {
        Ok(self.stage.purse(self.round()?.number(), player))
    }
}
