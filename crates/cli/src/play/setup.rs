//! Before the first round: which rulebook, which boxes, who else sits there.
//!
//! What the call fixed is not asked again; what it got wrong ends the program, what an answer got
//! wrong is asked again.

use anyhow::{Context as _, anyhow};
use game::{
    Actor, Area, BoxNumber, Device, Money, MultiBox, PlayerId, Request, Rulebook, RulebookId,
    SideBet,
};

use super::bots::{BOTS_MAX, bot};
use super::session::{Session, Settings, YOU};
use super::shuffle::Seed;
use super::talk::{Answer, Question, Talk, quoted};
use super::{Args, DealFrom, guide};

const BOTS_USUAL: usize = 2;

/// None where the guest left before sitting down.
pub fn choose(args: &Args, talk: &mut Talk<'_>) -> anyhow::Result<Option<Settings>> {
    let table = match args.rulebook {
        Some(id) => Table::set(args, id)?,
        // A call no rulebook can follow is wrong now, not after a question that has no answer.
        None if RulebookId::ALL
            .iter()
            .all(|id| Table::set(args, *id).is_err()) =>
        {
            Table::set(args, RulebookId::Rws2020)?
        }
        None => match ask_rulebook(args, talk)? {
            Answer::Given(table) => table,
            Answer::Quit => return Ok(None),
        },
    };
    talk.shelf.help = guide::help(&table.rulebook);
    if args.boxes.is_empty() {
        return ask_boxes(args, &table, talk);
    }
    let boxes = args.boxes.iter().map(|number| BoxNumber(*number)).collect();
    let settings = table.seated(args, boxes).map_err(|why| anyhow!(why));
    let flags = if args.bots.is_some() {
        "--box and --bots"
    } else {
        "--box"
    };
    settings.context(flags).map(Some)
}

/// A rulebook with its options and device: a table before a Player sits down.
struct Table {
    rulebook: Rulebook,
    device: Device,
}

fn ask_rulebook(args: &Args, talk: &mut Talk<'_>) -> anyhow::Result<Answer<Table>> {
    let list = guide::rulebooks();
    talk.shelf.rules.clone_from(&list);
    talk.shelf.help.clone_from(&list);
    talk.say("Casino Three Card Poker. By which rulebook?")?;
    talk.say(list.trim_end())?;
    let question = Question {
        asks: "Number or name, Enter = rws-2020",
        help: "Type the number or the name of a rulebook, or press Enter for rws-2020.",
    };
    let given = talk.ask(&question, |text| {
        let id = read_rulebook(text)?;
        Table::set(args, id).map_err(|why| format!("{why:#}. Choose another rulebook."))
    })?;
    Ok(given)
}

fn read_rulebook(text: &str) -> Result<RulebookId, String> {
    if text.is_empty() {
        return Ok(RulebookId::Rws2020);
    }
    let numbered = text.parse::<usize>().ok();
    let numbered = numbered.and_then(|number| RulebookId::ALL.get(number.checked_sub(1)?));
    match numbered {
        Some(id) => Ok(*id),
        None => text.parse().map_err(|_| {
            let found = quoted(text);
            format!("`{found}` is none of the five: type 1 to 5, or a name such as mbs-2019.")
        }),
    }
}

impl Table {
    fn set(args: &Args, id: RulebookId) -> anyhow::Result<Table> {
        let mut rulebook = id.form().clone();
        for option in &args.options {
            let (switch, value) = option;
            rulebook.choose(switch, value).context("--option")?;
        }
        let offered = rulebook.deal_methods.says;
        let wanted = args.device.map_or(offered, DealFrom::devices);
        let device = wanted.iter().find(|device| offered.contains(device));
        let device = *device.with_context(|| {
            let says = rulebook.deal_methods.text();
            format!("--device: {id} deals from: {says}")
        })?;
        Ok(Table { rulebook, device })
    }

    /// Everybody in place, if the rules let you stake on all these boxes.
    fn seated(&self, args: &Args, mut boxes: Vec<BoxNumber>) -> Result<Settings, String> {
        boxes.sort_unstable();
        boxes.dedup();
        let positions = self.rulebook.positions.says.0;
        let free = usize::from(positions).saturating_sub(boxes.len());
        let bots = match args.bots {
            Some(bots) if bots > free.min(BOTS_MAX) => {
                let (own, most) = (boxes.len(), free.min(BOTS_MAX));
                return Err(format!(
                    "{bots} bots do not fit: the table has {positions} boxes, {own} of them yours, \
                     so {most} at most."
                ));
            }
            Some(bots) => bots,
            None => BOTS_USUAL.min(free),
        };
        let settings = Settings {
            bots: seat_bots(positions, &boxes, bots),
            rulebook: self.rulebook.clone(),
            device: self.device,
            purse: args.purse.unwrap_or_else(|| self.usual_purse()),
            boxes,
        };
        rehearse(&settings)?;
        Ok(settings)
    }

    fn usual_purse(&self) -> Money {
        match self.rulebook.side_bet.says {
            SideBet::None => Money::major(1_000),
            SideBet::FiveOfSix => Money::major(100),
        }
    }
}

/// Bots take the free boxes nearest to yours, the Dealer's left first.
fn seat_bots(positions: u8, own: &[BoxNumber], bots: usize) -> Vec<(PlayerId, BoxNumber)> {
    let distance = |at: &BoxNumber| own.iter().map(|mine| mine.0.abs_diff(at.0)).min();
    let mut free: Vec<BoxNumber> = (1..=positions).map(BoxNumber).collect();
    free.retain(|at| !own.contains(at));
    free.sort_by_key(|at| (distance(at), *at));
    free.truncate(bots);
    free.sort_unstable();
    let seats = free.into_iter().enumerate();
    seats.map(|(index, at)| (bot(index), at)).collect()
}

/// Stakes the least Ante on each box at a table that is not played: the rules say whether one may.
fn rehearse(settings: &Settings) -> Result<(), String> {
    let stop = |why: anyhow::Error| format!("{why:#}");
    let mut session = Session::open(settings.clone(), Seed::from_number(0)).map_err(stop)?;
    for at in &settings.boxes {
        if at.0 == 0 || at.0 > settings.rulebook.positions.says.0 {
            let most = settings.rulebook.positions.says.0;
            return Err(format!(
                "There is no box {}: the layout has boxes 1 to {most}.",
                at.0
            ));
        }
    }
    session.open_bets().map_err(stop)?;
    for at in &settings.boxes {
        let (at, area, amount) = (*at, Area::Ante, session.least(Area::Ante));
        let staked = session.ask(Actor::Player(YOU), Request::PlaceBet { at, area, amount });
        staked.map_err(|refusal| format!("The Dealer says no: {refusal}."))?;
    }
    Ok(())
}

fn ask_boxes(args: &Args, table: &Table, talk: &mut Talk<'_>) -> anyhow::Result<Option<Settings>> {
    let positions = table.rulebook.positions.says.0;
    let middle = positions.div_ceil(2);
    let (asks, help) = match table.rulebook.multi_box.says {
        MultiBox::NotOffered => (
            format!("Your box, 1 to {positions}, Enter = {middle}"),
            "Type the number of the box you want to sit at; box 1 is at the Dealer's left.",
        ),
        MultiBox::AnyFreeBox | MultiBox::AnyRestrictable | MultiBox::TwoAdjacent => (
            format!("Your box, 1 to {positions}, or several like 3 4, Enter = {middle}"),
            "Type the number of your box, or several with blanks between; box 1 is at the \
             Dealer's left.",
        ),
    };
    let question = Question { asks: &asks, help };
    let given = talk.ask(&question, |text| {
        let boxes = read_boxes(text, middle)?;
        table.seated(args, boxes)
    })?;
    match given {
        Answer::Given(settings) => Ok(Some(settings)),
        Answer::Quit => Ok(None),
    }
}

fn read_boxes(text: &str, usual: u8) -> Result<Vec<BoxNumber>, String> {
    if text.is_empty() {
        return Ok(vec![BoxNumber(usual)]);
    }
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let boxes: Result<Vec<BoxNumber>, String> = words
        .map(|word| {
            let number = word.parse::<u8>().map_err(|_| {
                let found = quoted(word);
                format!("`{found}` is no box: type numbers such as 4, or 3 4.")
            })?;
            Ok(BoxNumber(number))
        })
        .collect();
    match boxes?.as_slice() {
        [] => Err("That names no box: type a number such as 4.".to_owned()),
        boxes => Ok(boxes.to_vec()),
    }
}
