//! What leads nearer to the end of a round. One of these must always be taken: no round may be stuck.

use game::{
    Act, Actor, Area, Card, CardSet, Command, Decision, Finding, FoldedPairPlus, Matter, Phase,
    PlayerId, Post, Report, Request, Round, Showing, Step,
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

/// Everything worth trying here, the best first.
pub fn ways(checked: &CheckedTable, deck: &[Card]) -> Vec<Way> {
    let Some(round) = checked.round() else {
        return Vec::new();
    };
    if round.is_suspended() {
        return rulings(checked, round);
    }
    let mut ways = match round.phase() {
        Phase::BetsOpen => closing(round),
        Phase::BetsClosed | Phase::Dealing(_) => dealing(checked, round, deck),
        Phase::Deciding(_) => deciding(round, None),
        Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
            showdown(checked, round, None)
        }
        Phase::Concluded(_) | Phase::Voided(_) => Vec::new(),
    };
    // What keeps a round from its end may be cards that lie wrong and nobody has said so.
    ways.push((
        Actor::System,
        Request::Report {
            report: Report::Misdealt,
        },
    ));
    ways
}

/// Every answer to what is asked, by people high enough, each by two of them; what did not help
/// before comes last.
pub fn rulings(checked: &CheckedTable, round: &Round) -> Vec<Way> {
    let mut ways = Vec::new();
    if let Some(matter) = round.suspension().at_hand() {
        let on = matter.irregularity;
        ways.push((DEALER, Request::CountDeck { counted: 52 }));
        if on != game::Irregularity::CountDoubted {
            ways.clear();
        }
        let mut answers = findings(matter);
        let ruled = |asks: &Request| matches!(asks, Request::Rule { on: row, .. } if *row == on);
        let before = checked.exchanges.iter().rev().take(40);
        let before = before.filter(|told| told.answer.is_ok() && ruled(&told.command.asks));
        let turns = before.count() % answers.len();
        answers.rotate_left(turns);
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

fn closing(round: &Round) -> Vec<Way> {
    let mut ways = Vec::new();
    for (at, held) in round.in_round() {
        if !held.jackpot_offered {
            ways.push((DEALER, Request::OfferJackpot { at }));
        }
    }
    ways.insert(0, (DEALER, Request::CloseBets));
    // What keeps bets from closing is a short one: it may always be taken back.
    for (at, held) in round.boxes() {
        for area in Area::ALL {
            let shares = held.bets.shares(area);
            ways.extend(
                shares.map(|share| (Actor::Player(share.player), Request::TakeBack { at, area })),
            );
        }
    }
    ways
}

fn dealing(checked: &CheckedTable, round: &Round, deck: &[Card]) -> Vec<Way> {
    let mut ways: Vec<Way> = next_cards(checked, round, deck).into_iter().collect();
    ways.push((DEALER, Request::Conclude));
    ways.push((DEALER, Request::CallMissingPairPlus));
    let left = u8::try_from(in_device(checked, round, deck).len()).unwrap();
    let report = Report::TooFewCards { left };
    ways.push((Actor::System, Request::Report { report }));
    ways
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

pub fn next_cards(checked: &CheckedTable, round: &Round, deck: &[Card]) -> Option<Way> {
    let step = round.next_step(&checked.rulebook)?;
    dealt(step, &in_device(checked, round, deck))
}

/// The step, dealt from the top of what is left; none where too little is.
pub fn dealt(step: Step, left: &[Card]) -> Option<Way> {
    let next = |count: usize| left.get(..count).map(<[Card]>::to_vec);
    let asks = match step {
        Step::Burn => Request::Burn { card: next(1)?[0] },
        Step::Single(_) => Request::DealNext { card: next(1)?[0] },
        Step::Packet(_) => Request::DealPacket { cards: next(3)? },
        Step::CommunityFromShoe => Request::DealCommunity {
            cards: next(2)?.try_into().ok()?,
        },
        Step::CommunityPacket(count) => Request::DealPacket {
            cards: next(usize::from(count))?,
        },
        Step::DiscardCommunity => Request::DiscardCommunity,
    };
    Some((DEALER, asks))
}

/// With dice the Players are free; without them they play what they hold.
pub fn deciding(round: &Round, dice: Option<&mut Dice>) -> Vec<Way> {
    let mut ways = Vec::new();
    let undecided = round
        .in_round()
        .find(|(_, held)| held.decision == Decision::Undecided);
    if let Some((at, held)) = undecided {
        let player = held.controller().unwrap_or(PlayerId(0));
        let by = Actor::Player(player);
        let own = held.bets.of(Area::Ante, player);
        let total = held.bets.total(Area::Ante);
        let fold = |pair_plus| (by, Request::Fold { at, pair_plus });
        if let Some(dice) = dice {
            if dice.one_in(3) {
                ways.push((by, Request::Look { at }));
            }
            if dice.one_in(3) {
                ways.push(fold(dice.pick(&[
                    FoldedPairPlus::Plain,
                    FoldedPairPlus::Kept,
                    FoldedPairPlus::GivenUp,
                ])));
            }
        }
        ways.push((by, Request::Play { at, amount: own }));
        ways.push((by, Request::Play { at, amount: total }));
        ways.push((by, Request::StandPairPlus { at }));
        ways.push(fold(FoldedPairPlus::Plain));
        return ways;
    }
    ways.push((DEALER, Request::ShowDealer));
    ways.push((DEALER, Request::CollectFolded));
    ways.push((DEALER, Request::Conclude));
    ways
}

pub fn showdown(checked: &CheckedTable, round: &Round, dice: Option<&mut Dice>) -> Vec<Way> {
    let mut ways = Vec::new();
    let (mut hide, mut extras) = (false, false);
    if let Some(dice) = dice {
        (hide, extras) = (dice.one_in(4), dice.one_in(3));
    }
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
