//! The rules engine: tables that are open, and every step of every round put to them.
//!
//! A floor of tables plays side by side, a round at each, and all of them take the same step before
//! any takes the next. Rounds do not touch each other, so the sums are those of one table playing
//! them one after another; but the code of a step, which for a whole round is more than a core keeps
//! at hand, is fetched once for all tables.

use std::sync::Arc;

use game::{
    Bounds, CommunityMethod, Device, HouseDuty, JackpotSetup, Limits, Money, Refusal, Request,
    Setup, USUAL_GRACE_SECONDS,
};

use super::choices::Choices;
use super::dealing::{Deal, Dealing};
use super::desk::{Desk, PlannedRound, Shared};
use super::plan::{Plan, SEATS_MAX};
use super::player::Block;
use super::script::HOUSE;
use super::settling::{RoundPaid, moves_meter, rows};

/// Enough to fetch code seldom, few enough for their rounds to stay in the first cache.
const TABLES: usize = 16;

pub struct Rules {
    shared: Shared,
    choices: Vec<Arc<Choices>>,
    desks: Vec<Desk>,
}

impl Rules {
    /// Opens a table and hangs up what must be on display.
    pub fn open(plan: Plan, choices: Vec<Arc<Choices>>) -> Result<Rules, Refusal> {
        let mut desk = Desk::closed(plan.seats());
        let mut shared = Shared::new(plan);
        while let Some(duty) = desk.house_duty() {
            let request = match duty {
                HouseDuty::OpenTable => Request::OpenTable {
                    setup: Box::new(setup(&shared.plan)),
                },
                HouseDuty::ChooseMethod => Request::ChooseMethod {
                    method: CommunityMethod::PacketThreeLast,
                },
                HouseDuty::DisplayNotice { notice } => Request::DisplayNotice { notice },
                // No fault is reported at these tables; were one, the rules refuse the next bets.
                HouseDuty::ChooseFaultMode | HouseDuty::CloseTable => break,
            };
            desk.ask(&mut shared, HOUSE, request)?;
        }
        Ok(Rules {
            shared,
            choices,
            desks: vec![desk],
        })
    }

    /// One round in which every box plays, and one in which every box folds.
    pub fn rehearse(&mut self, deal: &Deal) -> Result<(), Refusal> {
        for plays in [[true; SEATS_MAX], [false; SEATS_MAX]] {
            let round = PlannedRound {
                plays,
                ..self.planned(*deal, self.shared.plan.link.displayed)
            };
            self.play_side_by_side(&[round])?;
        }
        Ok(())
    }

    pub fn play(&mut self, dealing: &mut Dealing, block: &mut Block) -> Result<(), Refusal> {
        let first = self.desks[0].clone();
        self.desks.resize(TABLES, first);
        let displayed = self.shared.plan.link.displayed;
        let live = self.shared.plan.is_live();
        let mut rounds = Vec::with_capacity(TABLES);
        let mut number = 0;
        while number < block.rounds {
            let left = usize::try_from(block.rounds - number).unwrap_or(TABLES);
            rounds.clear();
            for _ in 0..left.min(TABLES) {
                rounds.push(self.planned(dealing.deal(), displayed));
            }
            self.play_side_by_side(&rounds)?;
            for (desk, round) in self.desks.iter().zip(&rounds) {
                if live && self.moved_meter(desk) {
                    block.put_off(number, round.deal);
                } else {
                    block.tally.add_round(desk.notes().boxes());
                }
                number += 1;
            }
        }
        Ok(())
    }

    pub fn settle(&mut self, deal: &Deal, displayed: Money) -> Result<RoundPaid, Refusal> {
        self.play_side_by_side(&[self.planned(*deal, displayed)])?;
        Ok(self.desks[0].notes().paid())
    }

    fn planned(&self, deal: Deal, displayed: Money) -> PlannedRound {
        let mut plays = [false; SEATS_MAX];
        let hands = deal.boxes().iter().zip(&self.choices);
        for (plays, (hand, choices)) in plays.iter_mut().zip(hands) {
            *plays = choices.plays(*hand, hand.strength());
        }
        PlannedRound {
            deal,
            plays,
            displayed,
        }
    }

    /// A round at each of as many tables, step by step.
    fn play_side_by_side(&mut self, rounds: &[PlannedRound]) -> Result<(), Refusal> {
        for step in Desk::ROUND {
            for (desk, round) in self.desks.iter_mut().zip(rounds) {
                step(desk, round, &mut self.shared)?;
            }
        }
        Ok(())
    }

    fn moved_meter(&self, desk: &Desk) -> bool {
        let rulebook = &self.shared.plan.rulebook;
        let won = desk.notes().boxes().iter().filter_map(|paid| paid.row);
        let mut awards = won.map(|row| rows(rulebook)[row].award);
        awards.any(|award| moves_meter(rulebook, award))
    }
}

/// A table without limits: the plan has already checked the stakes.
fn setup(plan: &Plan) -> Setup {
    let open = Bounds {
        min: Some(Money::ZERO),
        max: Some(Money::LIMIT),
    };
    let devices = plan.rulebook.deal_methods.says;
    let shuffler = devices.contains(&Device::Shuffler);
    let seats = u8::try_from(plan.seats()).unwrap_or(u8::MAX);
    Setup {
        positions: plan.rulebook.positions.says.0.max(seats),
        device: if shuffler {
            Device::Shuffler
        } else {
            devices.first().copied().unwrap_or(Device::Shuffler)
        },
        limits: Limits {
            ante: open,
            pair_plus: open,
            five_card: open,
        },
        jackpot: match plan.rulebook.jackpot_kind.says {
            game::JackpotKind::None => None,
            game::JackpotKind::ThreeCard | game::JackpotKind::FiveCardLinked => {
                Some(JackpotSetup {
                    // A table must name an amount even where no box bets it.
                    stake: plan.stakes.jackpot.max(Money::minor(1)),
                    contribution: plan.link.contribution,
                    seed: plan.link.seed,
                })
            }
        },
        interruption_grace_seconds: USUAL_GRACE_SECONDS,
        smallest_chip: None,
    }
}
