//! Asking for bets: area by area, box by box, the last bet offered again.

use std::collections::BTreeMap;

use game::{Actor, Area, BoxNumber, Money, Request};

use super::amount;
use super::narrate::narrate;
use super::session::{DEALER, Session, YOU};
use super::talk::{Answer, Question, Talk};

/// What was wanted on each area the last time.
#[derive(Default)]
pub struct LastBets(BTreeMap<(BoxNumber, Area), Money>);

/// Whether the bets are asked for one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    Each,
    /// The same as last time, and questions only where that is refused.
    Same,
}

/// Whether you are still at the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stay {
    Seated,
    Left,
}

impl Stay {
    /// Seated only where seated both times.
    pub fn and(self, later: Stay) -> Stay {
        match self {
            Stay::Seated => later,
            Stay::Left => Stay::Left,
        }
    }
}

pub fn ask_bets(
    session: &mut Session,
    talk: &mut Talk<'_>,
    last: &mut LastBets,
    asking: Asking,
) -> anyhow::Result<Stay> {
    for at in session.settings.boxes.clone() {
        for area in session.areas() {
            if !is_open(session, talk, at, area)? {
                continue;
            }
            if asking == Asking::Same && repeat(session, last, at, area) {
                continue;
            }
            if ask_bet(session, talk, last, (at, area))? == Stay::Left {
                return Ok(Stay::Left);
            }
        }
    }
    Ok(Stay::Seated)
}

/// Whether a bet on this area could be taken at all; if not, the rule that says so is shown.
fn is_open(
    session: &mut Session,
    talk: &mut Talk<'_>,
    at: BoxNumber,
    area: Area,
) -> anyhow::Result<bool> {
    let amount = session.least(area);
    let request = Request::PlaceBet { at, area, amount };
    let Err(refusal) = session.would(Actor::Player(YOU), request) else {
        if area == Area::Jackpot {
            session.if_allowed(DEALER, Request::OfferJackpot { at });
        }
        return Ok(true);
    };
    let has_bet = session.held(at).is_some_and(|held| !held.bets.is_empty());
    if has_bet {
        talk.tell(&format!("No {} here: {refusal}.", area.title()))?;
    }
    Ok(false)
}

fn repeat(session: &mut Session, last: &LastBets, at: BoxNumber, area: Area) -> bool {
    let wanted = last.0.get(&(at, area)).copied().unwrap_or_default();
    wanted <= most(session, at, area)
        && session.stake(at, area, wanted).is_ok()
        && session.own(at, area) == wanted
}

fn ask_bet(
    session: &mut Session,
    talk: &mut Talk<'_>,
    last: &mut LastBets,
    (at, area): (BoxNumber, Area),
) -> anyhow::Result<Stay> {
    loop {
        let usual = suggested(session, last, at, area);
        let asks = prompt(session, at, area, usual);
        let help = help(area);
        let question = Question { asks: &asks, help };
        let set = session.least(area);
        let given = talk.ask(&question, |text| read_bet(text, area, usual, set))?;
        let Answer::Given(wanted) = given else {
            return Ok(Stay::Left);
        };
        if wanted > most(session, at, area) {
            talk.tell(&too_much(session, area, wanted))?;
            continue;
        }
        match session.stake(at, area, wanted) {
            Err(refusal) => talk.tell(&format!("The Dealer says no: {refusal}."))?,
            Ok(events) => {
                let said = narrate(session, &events);
                talk.say_if_any(&said)?;
            }
        }
        let stands = session
            .held(at)
            .is_some_and(|held| !held.prompted.contains(&area));
        let on = session.own(at, area);
        if stands && (on == wanted || on.is_positive()) {
            last.0.insert((at, area), on);
            return Ok(Stay::Seated);
        }
    }
}

/// The most your purse allows on an area: an Ante is counted twice, once for Play.
fn most(session: &Session, at: BoxNumber, area: Area) -> Money {
    let on = session.own(at, area);
    match area {
        Area::Ante => {
            let free = session.spendable() + on + on;
            Money::minor(free.in_minor() / 2)
        }
        Area::Play | Area::PairPlus | Area::Jackpot | Area::FiveCard => session.spendable() + on,
    }
}

fn too_much(session: &Session, area: Area, wanted: Money) -> String {
    let purse = amount::show(session.purse());
    let wanted = amount::show(wanted);
    let kept = session.kept_for_play();
    let kept = if area == Area::Ante {
        "and as much again is needed for Play".to_owned()
    } else if kept.is_positive() {
        format!("and {} of it is kept for Play", amount::show(kept))
    } else {
        "and no more".to_owned()
    };
    format!("{wanted} is more than your purse allows: it holds {purse}, {kept}. Type less, or 0.")
}

/// Last time's bet, else twice the minimum for an Ante and nothing for the others.
fn suggested(session: &Session, last: &LastBets, at: BoxNumber, area: Area) -> Money {
    let first = match area {
        Area::Ante => session.least(area).times(2),
        Area::Play | Area::PairPlus | Area::Jackpot | Area::FiveCard => Money::ZERO,
    };
    let usual = last.0.get(&(at, area)).copied().unwrap_or(first);
    let in_purse = most(session, at, area);
    let in_reach = [usual, session.least(area)]
        .into_iter()
        .find(|bet| *bet <= in_purse);
    in_reach.unwrap_or_default()
}

fn prompt(session: &Session, at: BoxNumber, area: Area, usual: Money) -> String {
    let on_box = if session.settings.boxes.len() > 1 {
        format!("Box {}, ", at.0)
    } else {
        String::new()
    };
    let bounds = session.bounds(area);
    let least = amount::show(bounds.min.unwrap_or_default());
    if area == Area::Jackpot {
        let usual = if usual.is_zero() { "n" } else { "y" };
        return format!("{on_box}Jackpot bet of {least}? y or n, Enter = {usual}");
    }
    let most = amount::show(bounds.max.unwrap_or_default());
    let usual = if usual.is_zero() {
        "none".to_owned()
    } else {
        amount::show(usual)
    };
    format!(
        "{on_box}{} {least} to {most}, 0 = none, Enter = {usual}",
        area.title()
    )
}

const fn help(area: Area) -> &'static str {
    match area {
        Area::Ante => {
            "The Ante is your bet against the Dealer's hand. Type an amount such as 10 or 12.50; \
             0 leaves this box without one."
        }
        Area::PairPlus => {
            "Pair Plus wins with a pair or better in your own hand. Type an amount, or 0 for none."
        }
        Area::FiveCard => {
            "The five-card bet counts the best five of your cards and the Dealer's. Type an \
             amount, or 0 for none."
        }
        Area::Jackpot | Area::Play => {
            "The jackpot bet has one set amount and wins by the jackpot table. Type y to make it, \
             n to leave it."
        }
    }
}

fn read_bet(text: &str, area: Area, usual: Money, set: Money) -> Result<Money, String> {
    match (text, area) {
        ("", _) => Ok(usual),
        ("n" | "no" | "none", _) => Ok(Money::ZERO),
        ("y" | "yes", Area::Jackpot) => Ok(set),
        (text, Area::Jackpot) => amount::read(text).map_err(|_| {
            let found = super::talk::quoted(text);
            format!("`{found}` is no answer: type y for the jackpot bet, or n.")
        }),
        (text, Area::Ante | Area::Play | Area::PairPlus | Area::FiveCard) => amount::read(text),
    }
}
