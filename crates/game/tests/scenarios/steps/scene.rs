//! What is found after a step: the table as it stands, and what the step itself brought.

use game::{
    Announcement, BoxNumber, Card, Event, Money, Notice, Outcome, PlayerId, Round, Viewer,
    WagerSettled,
};

use super::facts::ensure;
use super::stage::{Stage, actor, settled};
use super::words::{Caught, player};

/// One step's end, with its beginning as far as facts need it.
pub struct Scene<'a> {
    pub stage: &'a Stage,
    pub events: &'a [Event],
    pub meter_before: Money,
}

impl Scene<'_> {
    pub fn round(&self) -> Result<&Round, String> {
        self.stage.round()
    }

    pub fn kinds(&self) -> Vec<&'static str> {
        self.events.iter().map(Event::kind).collect()
    }

    /// The Dealer's words on turning the own hand.
    pub fn announced(&self) -> String {
        let words = self.events.iter().find_map(|event| {
            if let Event::DealerShown { announced, .. } = event {
                *announced
            } else {
                None
            }
        });
        match words {
            Some(Announcement::Plays) => "plays".to_owned(),
            Some(Announcement::DoesNotPlay) => "does not play".to_owned(),
            None => "no words".to_owned(),
        }
    }

    pub fn called(&self) -> String {
        let boxes = self.events.iter().find_map(|event| {
            if let Event::MissingPairPlusCalled { boxes } = event {
                Some(numbers(boxes))
            } else {
                None
            }
        });
        boxes.unwrap_or_default()
    }

    pub fn boxes_settled(&self) -> String {
        let mut order = Vec::new();
        for event in self.events {
            if let Event::BoxSettled { at } = event {
                order.push(*at);
            }
        }
        numbers(&order)
    }

    /// What went from the table to `player` in the step, less what was undone of earlier payments.
    pub fn handed_back(&self, player: PlayerId) -> Money {
        let mut back = Money::ZERO;
        for event in self.events {
            if let Event::BetTakenBack {
                player: owner,
                amount,
                ..
            }
            | Event::ExcessRejected {
                player: owner,
                amount,
                ..
            } = event
                && *owner == player
            {
                back += *amount;
            }
            if let Event::WagerSettled(line) = event
                && line.player == player
            {
                back += line.returned;
            }
            if let Event::PostingReversed(line) = event
                && line.player == player
            {
                back -= line.returned;
            }
        }
        back
    }

    pub fn cited(&self) -> Vec<&str> {
        let lines = settled(self.events).flat_map(|line| line.cites.iter());
        let mut ids: Vec<&str> = lines.collect();
        for event in self.events {
            if let Event::HandRemoved { cites, .. }
            | Event::RulingMade { cites, .. }
            | Event::RoundVoided { cites, .. }
            | Event::HandsVoided { cites }
            | Event::ChoicesOffered { cites, .. }
            | Event::BetsWithdrawn { cites, .. } = event
            {
                ids.extend(cites.iter().map(String::as_str));
            }
        }
        ids
    }

    /// How the last award of the step was paid out.
    pub fn payment(&self, expected: &str) -> Result<(), String> {
        let mut found = "no award";
        for event in self.events {
            if let Event::JackpotAwarded { by_cheque, .. } = event {
                found = if *by_cheque { "cheque" } else { "table" };
            }
        }
        ensure(found == expected, || found.to_owned())
    }

    pub fn placed_by(&self, who: &str, owner: &str) -> Result<(), String> {
        let (by, owner) = (actor(who)?, player(owner));
        let found = self.events.iter().find_map(|event| {
            if let Event::BetPlaced {
                player, placed_by, ..
            } = event
            {
                Some((*placed_by, *player))
            } else {
                None
            }
        });
        let (placed_by, player) = found.ok_or("no bet placed")?;
        let right = placed_by == by && Some(player) == owner;
        ensure(right, || {
            format!("placed by {placed_by} for Player {}", player.0)
        })
    }

    /// The options the opening of the table wrote down, as `name=value`.
    pub fn recorded_options(&self) -> Vec<String> {
        for event in &self.stage.log {
            if let Event::TableOpened { options, .. } = event {
                let written = options
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"));
                return written.collect();
            }
        }
        Vec::new()
    }

    /// The opening call carries rulebook and digest of the table, and they are those it runs under.
    pub fn record(&self) -> Result<(), String> {
        let rulebook = &self.stage.rulebook;
        let mut opened = false;
        let mut called = false;
        for event in &self.stage.log {
            if let Event::TableOpened {
                rulebook: id,
                digest,
                setup,
                ..
            } = event
            {
                let same_setup = self.stage.table.setup() == Some(&**setup);
                opened = *id == rulebook.id && *digest == rulebook.digest() && same_setup;
            }
            if let Event::BetsOpened {
                rulebook: id,
                digest,
                ..
            } = event
            {
                called = *id == rulebook.id && *digest == rulebook.digest();
            }
        }
        ensure(opened && called, || "a record without them".to_owned())
    }

    pub fn award(&self, at: BoxNumber) -> Option<Money> {
        let mut awards = self.stage.round_log().iter().filter_map(|event| {
            if let Event::JackpotAwarded { at, amount, .. } = event {
                Some((*at, *amount))
            } else {
                None
            }
        });
        awards.find(|(to, _)| *to == at).map(|(_, amount)| amount)
    }

    /// The awards of the step as they were paid: `box 3 175, box 1 50002`.
    pub fn awards(&self) -> String {
        let mut paid = Vec::new();
        for event in self.events {
            if let Event::JackpotAwarded { at, amount, .. } = event {
                paid.push(format!("box {} {}", at.0, in_units(*amount)));
            }
        }
        paid.join(", ")
    }

    /// How a bet ended, with what came back: `win 20.00`; each way once where shares differ.
    pub fn outcome(&self, caught: &Caught) -> Result<String, String> {
        let (at, wager) = (caught.at()?, caught.wager()?);
        let owner = match caught.text("player") {
            "" => None,
            _ => Some(caught.player()?),
        };
        let wanted = |line: &&WagerSettled| {
            line.at == at && line.wager == wager && owner.is_none_or(|owner| line.player == owner)
        };
        let mut lines = self.stage.settled().filter(wanted).peekable();
        let Some(first) = lines.peek() else {
            return Ok(String::new());
        };
        let outcome = first.outcome;
        let returned: Money = lines.map(|line| line.returned).sum();
        let units = in_units(returned);
        Ok(match outcome {
            Outcome::Win => format!("win {units}"),
            Outcome::Lose if returned.is_zero() => "lose".to_owned(),
            Outcome::Lose => format!("lose {units}"),
            Outcome::StandOff => format!("stand off {units}"),
            Outcome::Returned => format!("returned {units}"),
        })
    }

    pub fn bets(&self, caught: &Caught) -> Result<(), String> {
        let held = self
            .round()?
            .betting_box(caught.at()?)
            .ok_or("no such box")?;
        let placed = game::Area::ALL
            .iter()
            .filter(|area| held.bets.total(**area).is_positive());
        let found = placed.count();
        ensure(found == caught.count("count")?, || format!("{found} bets"))
    }

    /// The areas with a bet as everybody sees them, in the order the box lists them.
    pub fn areas(&self, at: BoxNumber) -> Result<Vec<&'static str>, String> {
        let view = self.stage.table.view_for(Viewer::Public).round;
        let held = view.boxes.iter().find(|held| held.at == at);
        let held = held.ok_or("no such box")?;
        let mut areas: Vec<&str> = held.bets.iter().map(|bet| bet.area.title()).collect();
        areas.dedup();
        Ok(areas)
    }

    /// Movement `nth` of the deal as it was laid down before the first card.
    pub fn planned(&self, nth: usize) -> Result<String, String> {
        for event in self.stage.round_log() {
            if let Event::DealStarted { plan } = event {
                let step = nth.checked_sub(1).and_then(|index| plan.get(index));
                return Ok(step.map_or("the end".to_owned(), ToString::to_string));
            }
        }
        Err("no deal has started".to_owned())
    }
}

/// As stories write amounts, thousands not apart: whole units, hundredths only where there are some.
fn in_units(amount: Money) -> String {
    let text = amount.to_string();
    text.strip_suffix(".00").unwrap_or(&text).to_owned()
}

fn numbers(boxes: &[BoxNumber]) -> String {
    let all: Vec<String> = boxes.iter().map(|at| at.0.to_string()).collect();
    all.join(", ")
}

/// The cards on the felt that are no Player's, in every phase that has some.
#[derive(Default)]
pub struct Felt {
    pub dealer: Vec<Card>,
    pub community: Vec<Card>,
    pub discarded: Vec<Card>,
}

pub fn felt(round: &Round) -> Felt {
    round.felt().map_or_else(Felt::default, |felt| Felt {
        dealer: felt.dealer.clone(),
        community: felt.community.clone(),
        discarded: [felt.burnt.clone(), felt.discarded.clone()].concat(),
    })
}

pub fn notice_name(notice: Notice) -> &'static str {
    match notice {
        Notice::Limits => "the limits",
        Notice::JackpotAmount => "the jackpot amount",
        Notice::DealingMethod => "the dealing method",
        Notice::NoJackpot => "no jackpot",
    }
}
