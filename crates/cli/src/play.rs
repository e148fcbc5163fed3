//! `queenhigh play`: a table in plain lines.
//!
//! Four parts that keep to themselves: [`session`] holds the table and puts every step to the rules,
//! [`talk`] asks and listens, [`paint`] and [`narrate`] turn values into text, and this file with
//! [`betting`] and [`deciding`] leads from one to the next. No rule is decided here: what may be done
//! is found by asking the rules.

mod amount;
mod betting;
mod bots;
mod dealer;
mod deciding;
mod guide;
mod interrupt;
mod lines;
mod narrate;
mod paint;
mod session;
mod setup;
mod shuffle;
mod statement;
mod talk;

use std::io::{self, BufRead, IsTerminal as _, Write};

use game::{Area, Device, Event, Money, Requirement, RulebookId, YesNo};
use rand_chacha::ChaCha20Rng;

use crate::Verdict;
use betting::{Asking, LastBets, Stay};
use interrupt::{Interrupt, Stage};
use paint::{Cards, Ink, Style};
use session::{Session, Settings};
use shuffle::Seed;
use statement::Statement;
use talk::{Answer, Echo, Question, Talk, quoted};

#[derive(clap::Args, Default)]
pub struct Args {
    /// The rulebook to play by; asked for if left out
    #[arg(long, value_name = "ID")]
    rulebook: Option<RulebookId>,
    /// Deal the cards of this seed, the same every time; else the system's randomness
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many bots sit at other boxes [default: 2]
    #[arg(long, value_name = "N")]
    bots: Option<usize>,
    /// What you start with [default: 1000, oceanfront 100]
    #[arg(long, value_name = "AMOUNT", value_parser = amount::read)]
    purse: Option<Money>,
    /// Stop after so many rounds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// A choice the rulebook leaves to the house; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,
    /// A box of yours, counted from the Dealer's left; may be repeated; asked for if left out
    #[arg(long = "box", value_name = "N")]
    boxes: Vec<u8>,
    /// Print cards as Ks 9d 4c
    #[arg(long)]
    ascii: bool,
    /// Where the cards come from
    #[arg(long, value_enum)]
    device: Option<DealFrom>,
}

/// The devices as people name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum DealFrom {
    Shoe,
    Shuffler,
    Hand,
}

impl DealFrom {
    fn devices(self) -> &'static [Device] {
        match self {
            DealFrom::Shoe => &[Device::ElectronicShoe, Device::ManualShoe],
            DealFrom::Shuffler => &[Device::Shuffler],
            DealFrom::Hand => &[Device::ByHand],
        }
    }
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        Some(_) | None => Err("expected a switch and its value, like tie=push".to_owned()),
    }
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let stdin = io::stdin();
    let echo = if stdin.is_terminal() {
        Echo::Shown
    } else {
        Echo::Printed
    };
    let stdout = io::stdout();
    let plain = !stdout.is_terminal() || std::env::var_os("NO_COLOR").is_some();
    let style = Style {
        cards: if args.ascii {
            Cards::Letters
        } else {
            Cards::Suits
        },
        ink: if plain { Ink::Plain } else { Ink::Colours },
    };
    let seed = match args.seed {
        Some(number) => Seed::from_number(number),
        None => Seed::from_system()?,
    };
    let interrupt = Interrupt::listen()?;
    let (mut input, mut out) = (stdin.lock(), stdout.lock());
    visit(args, seed, style, &interrupt, (&mut input, &mut out, echo))?;
    out.flush()?;
    Ok(Verdict::Done)
}

/// From the door to the good-bye.
fn visit(
    args: &Args,
    seed: Seed,
    style: Style,
    interrupt: &Interrupt,
    (input, out, echo): (&mut dyn BufRead, &mut dyn Write, Echo),
) -> anyhow::Result<()> {
    let mut talk = Talk::new(input, out, echo);
    "   Nothing has been settled yet.".clone_into(&mut talk.shelf.why);
    let Some(settings) = setup::choose(args, &mut talk)? else {
        return Ok(talk.say("Good-bye.")?);
    };
    let mut session = Session::open(settings, seed)?;
    talk.shelf.rules = guide::rules(&session);
    welcome(&session.settings, &mut talk, style)?;
    let (mut last, mut asking, mut moods) = (LastBets::default(), Asking::Each, seed.bots());
    for round in 1.. {
        let played = play_round(
            &mut session,
            &mut talk,
            (style, interrupt),
            (&mut last, asking, &mut moods),
        )?;
        interrupt.set(Stage::Between);
        if played == Stay::Left || args.rounds == Some(round) {
            break;
        }
        if is_broke(&session) {
            talk.say("   Your purse no longer covers the smallest bet of this table.")?;
            break;
        }
        match ask_next(&mut talk)? {
            Answer::Given(next) => asking = next,
            Answer::Quit => break,
        }
    }
    let (purse, start) = (session.purse(), session.settings.purse);
    Ok(talk.say(format_args!(
        "Good-bye. You leave with {}, {} since you sat down.",
        amount::show(purse),
        amount::signed(purse - start),
    ))?)
}

fn welcome(settings: &Settings, talk: &mut Talk<'_>, style: Style) -> io::Result<()> {
    let title = format!("{} by {}", settings.rulebook.title, settings.rulebook.id);
    talk.say(style.rule(&title))?;
    let bots: Vec<String> = settings
        .bots
        .iter()
        .map(|(bot, at)| format!("{} at box {}", bots::name(*bot), at.0))
        .collect();
    let company = match bots.as_slice() {
        [] => "you are alone".to_owned(),
        bots => bots.join(", "),
    };
    let own = narrate::listed(&settings.boxes);
    let seats = format!("You sit at {own}; {company}.");
    talk.say(lines::wrapped(3, &seats).trim_end())?;
    talk.say("   Type ? for the rules of the game, rules for what it pays, quit to leave.")?;
    for (switch, value) in settings.rulebook.options() {
        talk.say(format_args!("   House option: {switch} = {value}"))?;
    }
    Ok(())
}

fn play_round(
    session: &mut Session,
    talk: &mut Talk<'_>,
    (style, interrupt): (Style, &Interrupt),
    (last, asking, moods): (&mut LastBets, Asking, &mut ChaCha20Rng),
) -> anyhow::Result<Stay> {
    session.open_bets()?;
    interrupt.set(Stage::BetsOpen);
    bots::bet(session, moods);
    announce(session, talk, style)?;
    if betting::ask_bets(session, talk, last, asking)? == Stay::Left {
        if !session.take_all_back().is_empty() {
            talk.say("   Bets are still open: yours are taken back.")?;
        }
        return Ok(Stay::Left);
    }
    let calls = session.close_bets()?;
    interrupt.set(Stage::InPlay);
    talk.say_if_any(&narrate::narrate(session, &calls))?;
    if session.boxes_in_round().is_empty() {
        session.finish_empty()?;
        talk.say("   No box has a bet, so nothing is dealt.")?;
        return Ok(Stay::Seated);
    }
    let dealt = session.deal()?;
    talk.say_if_any(&narrate::narrate(session, &dealt))?;
    let looked = deciding::look(session, talk, style)?;
    let decided = deciding::decide_all(session, talk, style)?;
    let before = session.record().len();
    session.finish()?;
    let shown = session.record()[before..].to_vec();
    settle(session, talk, style, &shown)?;
    Ok(looked.and(decided))
}

/// The opening call, with what lies on the table before you bet.
fn announce(session: &Session, talk: &mut Talk<'_>, style: Style) -> io::Result<()> {
    let round = session.round().number();
    talk.say("")?;
    talk.say(style.rule(&format!("Round {round}")))?;
    let purse = amount::show(session.purse());
    let jackpot = session.meter().map(amount::show);
    let jackpot = jackpot.map_or(String::new(), |meter| format!("   Jackpot {meter}"));
    talk.say(format_args!("   Purse {purse}{jackpot}"))?;
    let felt = paint::felt(style, &session.view());
    talk.say_if_any(&felt)?;
    talk.say(match session.rulebook().opening_call.says {
        Requirement::Required => "   Dealer: \"Place your bets, please.\"",
        Requirement::None => "   Bets are open.",
    })
}

/// The showdown, what became of the others, and your statement.
fn settle(session: &Session, talk: &mut Talk<'_>, style: Style, shown: &[Event]) -> io::Result<()> {
    let view = session.view();
    talk.say("")?;
    let title = format!("Round {} is settled", view.round);
    talk.say(style.rule(&title))?;
    talk.say_if_any(&paint::dealer(style, &view))?;
    talk.say_if_any(&narrate::narrate(session, shown))?;
    talk.say_if_any(&paint::others(session, style))?;
    let statement = Statement::of(session);
    let painted = paint::statement(style, &statement);
    talk.say(painted.trim_end())?;
    let clauses = paint::clauses(session.rulebook().id, &statement);
    talk.shelf.why = painted + &clauses;
    Ok(())
}

fn ask_next(talk: &mut Talk<'_>) -> io::Result<Answer<Asking>> {
    let question = Question {
        asks: "Enter = next round, same = with the same bets, why, quit",
        help: "Press Enter for the next round, or type same to make your last bets again at once.",
    };
    talk.ask(&question, |text| match text {
        "" | "next" => Ok(Asking::Each),
        "same" | "s" => Ok(Asking::Same),
        text => Err(format!(
            "`{}` is no answer: press Enter, or type same, why, rules, ? or quit.",
            quoted(text)
        )),
    })
}

/// Whether even the smallest stake is out of reach: Pair Plus alone, or an Ante with its Play.
fn is_broke(session: &Session) -> bool {
    let ante = session.least(Area::Ante).times(2);
    let alone = match session.rulebook().ante_required.says {
        YesNo::Yes => ante,
        YesNo::No => session.least(Area::PairPlus),
    };
    session.purse() < ante.min(alone)
}
