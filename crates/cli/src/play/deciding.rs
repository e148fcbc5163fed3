//! Looking, playing and folding. The rules say which box decides next and what it may do.

use game::{
    Actor, Area, BoxNumber, Event, FoldedPairPlus, MultiBoxView, NextDuty, Outcome, Request,
};

use super::amount::show;
use super::betting::Stay;
use super::bots::{self, hand_of};
use super::lines::hanging;
use super::narrate::{listed, narrate};
use super::paint::{self, Style};
use super::session::{Session, YOU};
use super::talk::{Answer, Question, Talk, quoted};

/// One thing you may do with a box now.
struct Choice {
    key: &'static str,
    word: &'static str,
    request: Request,
    /// What it costs or loses.
    means: String,
}

/// Looks at your hand, or asks which of several it shall be.
pub fn look(session: &mut Session, talk: &mut Talk<'_>, style: Style) -> anyhow::Result<Stay> {
    let may_look = |at: &BoxNumber| session.may(YOU, &Request::Look { at: *at });
    let boxes = session.settings.boxes.iter().copied();
    let boxes: Vec<BoxNumber> = boxes.filter(may_look).collect();
    let looked_at = match (boxes.as_slice(), session.rulebook().multi_box_view.says) {
        ([], _) => None,
        ([first], _) | ([first, ..], MultiBoxView::Sequential) => Some(*first),
        (several, MultiBoxView::OneHand) => loop {
            match ask_look(talk, several)? {
                Answer::Given(at) => break at,
                Answer::Quit => {
                    if leave(session, talk)? == Stay::Left {
                        return Ok(Stay::Left);
                    }
                }
            }
        },
    };
    if let Some(at) = looked_at {
        session.must(Actor::Player(YOU), Request::Look { at })?;
    }
    let felt = paint::felt(style, &session.view());
    talk.say(felt.trim_end())?;
    Ok(Stay::Seated)
}

fn ask_look(talk: &mut Talk<'_>, boxes: &[BoxNumber]) -> anyhow::Result<Answer<Option<BoxNumber>>> {
    let first = boxes.first().map_or(0, |at| at.0);
    let boxes_named = listed(boxes);
    let asks = format!("Which hand do you look at, {boxes_named}, or none? Enter = {first}");
    let help = "You may look at one of your hands. Type its box, or none to play them all unseen.";
    let question = Question { asks: &asks, help };
    Ok(talk.ask(&question, |text| read_look(text, boxes))?)
}

fn read_look(text: &str, boxes: &[BoxNumber]) -> Result<Option<BoxNumber>, String> {
    match text {
        "" => Ok(boxes.first().copied()),
        "none" | "n" | "blind" | "0" => Ok(None),
        text => {
            let named = text.parse().ok().map(BoxNumber);
            let found = named.filter(|at| boxes.contains(at));
            found.map(Some).ok_or_else(|| {
                let (found, boxes) = (quoted(text), listed(boxes));
                format!("`{found}` is no hand you may look at: {boxes}, or none.")
            })
        }
    }
}

/// Every box in the order the rules ask them: bots decide by themselves, you are asked.
pub fn decide_all(
    session: &mut Session,
    talk: &mut Talk<'_>,
    style: Style,
) -> anyhow::Result<Stay> {
    let mut stay = Stay::Seated;
    while let NextDuty::Decision { at, player } = session.next_duty() {
        if player != YOU {
            let events = bots::decide(session, player, at)?;
            talk.say_if_any(&narrate(session, &events))?;
            continue;
        }
        if session.rulebook().multi_box_view.says == MultiBoxView::Sequential {
            session.if_allowed(Actor::Player(YOU), Request::Look { at });
        }
        if decide(session, talk, style, at)? == Stay::Left {
            stay = Stay::Left;
        }
    }
    Ok(stay)
}

fn decide(
    session: &mut Session,
    talk: &mut Talk<'_>,
    style: Style,
    at: BoxNumber,
) -> anyhow::Result<Stay> {
    let view = session.view();
    let cards = view.boxes.into_iter().find(|held| held.at == at);
    let cards = cards.map(|held| held.cards).unwrap_or_default();
    let hand = paint::in_words(hand_of(&cards));
    loop {
        let choices = choices(session, at);
        talk.say(format_args!(
            "   Box {}: {}   {hand}",
            at.0,
            style.hand(&cards)
        ))?;
        let means: String = choices.iter().map(Choice::line).collect();
        talk.say_if_any(&means)?;
        let keys: Vec<&str> = choices.iter().map(|choice| choice.key).collect();
        let asks = keys.join(" or ");
        let help = "Type the letter of what you want to do with this hand.";
        let question = Question { asks: &asks, help };
        let given = talk.ask(&question, |text| read_choice(text, &choices))?;
        let Answer::Given(request) = given else {
            if leave(session, talk)? == Stay::Left {
                return Ok(Stay::Left);
            }
            continue;
        };
        match session.ask(Actor::Player(YOU), request) {
            Ok(_) => return Ok(Stay::Seated),
            Err(refusal) => talk.tell(&format!("The Dealer says no: {refusal}."))?,
        }
    }
}

impl Choice {
    fn line(&self) -> String {
        let label = format!("   {} ", self.key);
        hanging(&label, &format!("{}: {}", self.word, self.means))
    }
}

fn choices(session: &Session, at: BoxNumber) -> Vec<Choice> {
    let ante = session.own(at, Area::Ante);
    let fold = |pair_plus| Request::Fold { at, pair_plus };
    let mut choices = Vec::new();
    let mut offer = |key, word, request: Request, means: &dyn Fn(&[Event]) -> String| {
        if let Ok(events) = session.would(Actor::Player(YOU), request.clone()) {
            let means = means(&events);
            choices.push(Choice {
                key,
                word,
                request,
                means,
            });
        }
    };
    let play = Request::Play { at, amount: ante };
    let costs = |_: &[Event]| format!("a Play bet of {}, as the Ante", show(ante));
    offer("p", "play", play, &costs);
    let stand = Request::StandPairPlus { at };
    offer("s", "stand", stand, &|_| "on Pair Plus alone".to_owned());
    let loses = |events: &[Event]| loses(session, at, events);
    if session.may(YOU, &fold(FoldedPairPlus::Kept)) {
        offer(
            "f",
            "fold, keep Pair Plus",
            fold(FoldedPairPlus::Kept),
            &loses,
        );
        let given_up = fold(FoldedPairPlus::GivenUp);
        offer("g", "fold, give Pair Plus up", given_up, &loses);
    } else {
        offer("f", "fold", fold(FoldedPairPlus::Plain), &loses);
    }
    choices
}

/// What a fold takes at once, and what stays on the table.
fn loses(session: &Session, at: BoxNumber, events: &[Event]) -> String {
    let lost = |area: Area| {
        events.iter().any(|event| {
            let Event::WagerSettled(settled) = event else {
                return false;
            };
            settled.wager == area.wager() && settled.outcome == Outcome::Lose
        })
    };
    let placed = Area::ALL
        .into_iter()
        .map(|area| (area, session.own(at, area)));
    let placed = placed.filter(|(_, amount)| amount.is_positive());
    let (gone, alive): (Vec<_>, Vec<_>) = placed.partition(|(area, _)| lost(*area));
    let gone = paint::bets(&gone);
    if alive.is_empty() {
        return format!("{gone} lost");
    }
    format!("{gone} lost; {} still in", paint::bets(&alive))
}

fn read_choice(text: &str, choices: &[Choice]) -> Result<Request, String> {
    let named = |choice: &&Choice| choice.key == text || choice.word == text;
    if let Some(choice) = choices.iter().find(named) {
        return Ok(choice.request.clone());
    }
    let keys: Vec<String> = choices
        .iter()
        .map(|choice| format!("{} ({})", choice.key, choice.word))
        .collect();
    let found = if text.is_empty() {
        "Nothing typed".to_owned()
    } else {
        format!("`{}` is no choice here", quoted(text))
    };
    Err(format!("{found}: type {}.", keys.join(" or ")))
}

/// Leaving with bets on the table: the absence rule is shown, and asked about once.
fn leave(session: &mut Session, talk: &mut Talk<'_>) -> anyhow::Result<Stay> {
    let leave = Request::Leave { player: YOU };
    match session.would(Actor::Player(YOU), leave.clone()) {
        Ok(events) => {
            talk.say("   Bets are closed. If you leave now:")?;
            talk.say_if_any(&forecast(session, &events))?;
        }
        Err(refusal) => talk.tell(&format!("The Dealer says no: {refusal}."))?,
    }
    let question = Question {
        asks: "Enter = stay, quit = leave the table",
        help: "Press Enter to go on with the round, or type quit to leave it.",
    };
    let stays = |text: &str| match text {
        "" | "stay" => Ok(()),
        text => Err(format!(
            "`{}` is no answer: press Enter to stay, or type quit.",
            quoted(text)
        )),
    };
    match talk.ask(&question, stays)? {
        Answer::Given(()) => Ok(Stay::Seated),
        Answer::Quit => {
            let events = session.must(Actor::Player(YOU), leave)?;
            talk.say_if_any(&narrate(session, &events))?;
            Ok(Stay::Left)
        }
    }
}

/// What the rules would make of your absence.
fn forecast(session: &Session, events: &[Event]) -> String {
    let rules: Vec<Event> = events
        .iter()
        .filter(|event| !matches!(event, Event::PlayerLeft { .. }))
        .cloned()
        .collect();
    let settled = rules.iter().filter_map(|event| {
        let Event::WagerSettled(settled) = event else {
            return None;
        };
        let what = match settled.outcome {
            Outcome::Lose => "lost",
            Outcome::Win | Outcome::StandOff | Outcome::Returned => "back to you",
        };
        let (bet, staked) = (settled.wager.title(), show(settled.staked));
        Some(format!("      {bet} {staked} {what}\n"))
    });
    let lines: String = settled.collect();
    narrate(session, &rules) + &lines
}
