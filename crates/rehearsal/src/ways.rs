//! What leads nearer to the end of a round: what the rules say comes next. It must always be taken:
//! no round may be stuck.

use game::{
    Act, Actor, Area, BoxNumber, Card, CardSet, Command, DealerDuty, Decision, Finding,
    FoldedPairPlus, Matter, NextDuty, PlayerId, Post, Report, Request, Round, Showing,
};

use super::checked_table::{CheckedTable, Failure};
use super::dice::Dice;
use super::scene::{DEALER, staff};

pub type Way = (Actor, Request);

/// A round that needs more turns than this goes in circles.
const TURNS: usize = 500;

/// Rules, chooses, deals, decides, shows, settles and pays until the round is over.
pub fn out(checked: &mut CheckedTable, deck: &[Card]) -> Result<(), Failure> {
    for _ in 0..TURNS {
        if checked.is_over() {
            return Ok(());
        }
        if !on(checked, deck)? {
            let phase = checked.round().map(|round| round.phase().name());
            let said = format!(
                "nothing leads on from {phase:?}: {}",
                refusals(checked, deck)
            );
            return Err(Failure {
                check: "liveness",
                said,
            });
        }
    }
    let last = checked.exchanges.iter().rev().take(4);
    let last: Vec<String> = last
        .map(|told| format!("{:?}", told.command.asks))
        .collect();
    let said = format!("not over after {TURNS} turns: {}", last.join("; "));
    Err(Failure {
        check: "liveness: circles",
        said,
    })
}

/// Why none of the ways is open.
fn refusals(checked: &CheckedTable, deck: &[Card]) -> String {
    let mut told = Vec::new();
    for (by, asks) in ways(checked, deck) {
        let command = Command::new(by, asks);
        if let Some(refusal) = checked.refusal(&command) {
            told.push(format!("{by} {:?}: {refusal}", command.asks));
        }
    }
    told.join("; ")
}

/// Takes the first way that is open; false where none is.
pub fn on(checked: &mut CheckedTable, deck: &[Card]) -> Result<bool, Failure> {
    for (by, asks) in ways(checked, deck) {
        let command = Command::new(by, asks);
        if checked.takes(&command) {
            return checked.give(command);
        }
    }
    Ok(false)
}

/// What may be done next, the best first: one request where the Dealer or a Player who turns his hand
/// comes next, several where people choose.
pub fn ways(checked: &CheckedTable, deck: &[Card]) -> Vec<Way> {
    let Some(round) = checked.round().filter(|round| !round.is_over()) else {
        return Vec::new();
    };
    match checked.table.next_duty() {
        NextDuty::House(_) => Vec::new(),
        NextDuty::Dealer(duty)
        | NextDuty::Bets {
            then: duty,
            short: None,
        } => vec![dealers(checked, round, deck, duty)],
        NextDuty::Bets {
            short: Some((at, area)),
            ..
        } => taken_back(round, at, area),
        NextDuty::Decision { at, player } => decisions(round, at, player),
        NextDuty::Reveal { at, player } => vec![(Actor::Player(player), Request::Reveal { at })],
        NextDuty::Ruling { .. } | NextDuty::Choices { .. } => rulings(checked, round),
    }
}

/// What the Dealer owes, with the cards that come next; too few of them are reported.
fn dealers(checked: &CheckedTable, round: &Round, deck: &[Card], duty: DealerDuty) -> Way {
    let next = in_device(checked, round, deck);
    if let Some(request) = duty.request(&next, checked.model.purses.meter) {
        return (duty.actor(DEALER), request);
    }
    let left = u8::try_from(next.len()).unwrap();
    let report = Report::TooFewCards { left };
    (Actor::System, Request::Report { report })
}

/// A short bet keeps bets from closing: it may always be taken back.
fn taken_back(round: &Round, at: BoxNumber, area: Area) -> Vec<Way> {
    let held = round.betting_box(at);
    let shares = held.into_iter().flat_map(|held| held.bets.shares(area));
    shares
        .map(|share| (Actor::Player(share.player), Request::TakeBack { at, area }))
        .collect()
}

/// Every answer to what is asked, by people high enough, each by two of them; what did not help
/// before comes last.
pub fn rulings(checked: &CheckedTable, round: &Round) -> Vec<Way> {
    let mut ways = Vec::new();
    if let Some(matter) = round.suspension().at_hand() {
        let on = matter.irregularity;
        let mut answers = findings(matter);
        let ruled = |asks: &Request| matches!(asks, Request::Rule { on: row, .. } if *row == on);
        let before = checked.exchanges.iter().rev().take(40);
        let before = before.filter(|told| told.answer.is_ok() && ruled(&told.command.asks));
        let turns = before.count() % answers.len();
        answers.rotate_left(turns);
        // What undoes a known result takes a second member of staff, who proposes it before.
        if let Some(question) = round.question(&checked.rulebook) {
            let act = question.remedy().act;
            let proposal = if act == Act::Open { Act::Void } else { act };
            if matter.proposed() != Some(proposal) {
                ways.push((staff(Post::House, 43), Request::Refer { on, proposal }));
            }
        }
        for finding in answers {
            for person in [41, 42] {
                let finding = finding.clone();
                ways.push((staff(Post::House, person), Request::Rule { on, finding }));
            }
        }
    }
    ways.push((Actor::System, Request::EndChoices));
    ways
}

pub fn findings(matter: &Matter) -> Vec<Finding> {
    let mut findings = vec![
        Finding::NotReconstructable,
        Finding::Upheld,
        Finding::Intended,
        Finding::Reconstructable,
    ];
    if let Report::Together { cards } = &matter.report {
        let mut cards = cards.clone();
        cards.reverse();
        findings.push(Finding::Order { cards });
    }
    findings.extend([
        Finding::Decided { act: Act::Void },
        Finding::NotIntended,
        Finding::Dismissed,
        Finding::Decided { act: Act::NoEffect },
    ]);
    findings
}

/// The cards still in the device, those known to come next first.
pub fn in_device(checked: &CheckedTable, round: &Round, deck: &[Card]) -> Vec<Card> {
    let used = round.felt().map_or_else(CardSet::new, game::Felt::used);
    let expected = round.felt().map_or(&[][..], |felt| &felt.expected);
    let rest = deck.iter().filter(|card| {
        !used.contains(**card) && !checked.model.deck.is_out(**card) && !expected.contains(card)
    });
    expected.iter().chain(rest).copied().collect()
}

/// The next movement of the deal, where one is due.
pub fn next_cards(checked: &CheckedTable, round: &Round, deck: &[Card]) -> Option<Way> {
    let step = round.next_step(&checked.rulebook)?;
    let asks = step.request(&in_device(checked, round, deck))?;
    Some((DEALER, asks))
}

/// The Players are free: the first undecided box looks, folds, or plays what it holds.
pub fn deciding(round: &Round, dice: &mut Dice) -> Vec<Way> {
    let undecided = round
        .in_round()
        .find(|(_, held)| held.decision == Decision::Undecided);
    let Some((at, held)) = undecided else {
        return vec![
            (DEALER, Request::ShowDealer),
            (DEALER, Request::CollectFolded),
            (DEALER, Request::Conclude),
        ];
    };
    let player = held.controller().unwrap_or(PlayerId(0));
    let by = Actor::Player(player);
    let mut ways = Vec::new();
    if dice.one_in(3) {
        ways.push((by, Request::Look { at }));
    }
    if dice.one_in(3) {
        let pair_plus = dice.pick(&[
            FoldedPairPlus::Plain,
            FoldedPairPlus::Kept,
            FoldedPairPlus::GivenUp,
        ]);
        ways.push((by, Request::Fold { at, pair_plus }));
    }
    ways.extend(decisions(round, at, player));
    ways
}

/// The Player plays where he can; else the box stands on Pair Plus, or folds.
pub fn decisions(round: &Round, at: BoxNumber, player: PlayerId) -> Vec<Way> {
    let ante = |of: fn(&game::Bets, PlayerId) -> game::Money| {
        let held = round.betting_box(at);
        held.map_or(game::Money::ZERO, |held| of(&held.bets, player))
    };
    let own = ante(|bets, player| bets.of(Area::Ante, player));
    let total = ante(|bets, _| bets.total(Area::Ante));
    let pair_plus = FoldedPairPlus::Plain;
    let requests = [
        Request::Play { at, amount: own },
        Request::Play { at, amount: total },
        Request::StandPairPlus { at },
        Request::Fold { at, pair_plus },
    ];
    requests.map(|asks| (Actor::Player(player), asks)).into()
}

/// Hands are turned in any order, hidden now and then, claimed and looked at; then boxes are settled.
pub fn showdown(checked: &CheckedTable, round: &Round, dice: &mut Dice) -> Vec<Way> {
    let mut ways = Vec::new();
    let (hide, extras) = (dice.one_in(4), dice.one_in(3));
    for (at, held) in round.in_round() {
        let by = Actor::Player(held.controller().unwrap_or(PlayerId(0)));
        if extras && held.showing == (Showing::Hidden { established: false }) {
            ways.push((by, Request::EstablishHand { at }));
            ways.push((staff(Post::PitSupervisor, 11), Request::ViewHidden { at }));
        }
        if extras && !held.claimed {
            ways.push((by, Request::ClaimJackpot { at }));
        }
        if held.showing == Showing::FaceDown {
            if hide {
                ways.push((by, Request::DeclineReveal { at }));
            }
            ways.push((by, Request::Reveal { at }));
            ways.push((DEALER, Request::ShowBox { at }));
        }
    }
    let next = round.next_to_settle(&checked.rulebook);
    ways.extend(next.map(|at| (DEALER, Request::Settle { at })));
    let displayed = checked.model.purses.meter;
    ways.push((Actor::System, Request::PayJackpots { displayed }));
    ways.push((DEALER, Request::Conclude));
    ways
}
