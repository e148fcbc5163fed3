//! The words that stand inside events: what was reported, found, done, chosen and corrected.
//!
//! A file to a type, a line to a word, in JSON as a log has it.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::iter::successors;

use game::{
    Act, Actor, Area, Card, Cause, Choice, Correction, FaultMode, Finding, Irregularity, Money,
    Notice, Place, PlayerId, Post, Report, Spot, Step, Terms, Wager, Whose,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{A, AT, DEALER, acts, cards, golden, may_write, staff, trouble};

const HOUSE: Actor = staff(Post::House, 51);

fn some(text: &str) -> Vec<Card> {
    cards::<2>(text).to_vec()
}

// tidy: table
fn next_report(report: &Report) -> Option<Report> {
    let what = || "a drink was spilt over the cards of box 3".to_owned();
    let (at, player) = (AT, A);
    Some(match report {
        Report::ForeignCard { .. } => Report::DeckCount { counted: 51 },
        Report::DeckCount { .. } => Report::NotShuffled,
        Report::NotShuffled => Report::TooFewCards { left: 2 },
        Report::TooFewCards { .. } => Report::Misdealt,
        Report::Misdealt => Report::Found {
            place: Place::Box(at),
            cards: some("7h 7d"),
        },
        Report::Found { .. } => Report::Exposed {
            cards: some("Ah 2c"),
            by: Actor::Player(PlayerId(9)),
        },
        Report::Exposed { .. } => Report::FaceUp {
            card: cards::<1>("Qh")[0],
        },
        Report::FaceUp { .. } => Report::Together {
            cards: some("7h 7d"),
        },
        Report::Together { .. } => Report::DealingError {
            what: what(),
            boxes: vec![at],
        },
        Report::DealingError { .. } => Report::Interruption {
            cause: Cause::Technical,
            seconds: 95,
        },
        Report::Interruption { .. } => Report::JackpotFault {
            recorded: Money::minor(18_765_430),
        },
        Report::JackpotFault { .. } => Report::LateBet {
            player,
            at,
            area: Area::PairPlus,
            amount: Money::minor(2_500),
        },
        Report::LateBet { .. } => Report::LateWithdrawal {
            player,
            at,
            area: Area::Ante,
        },
        Report::LateWithdrawal { .. } => Report::OutsideLimits {
            at,
            area: Area::FiveCard,
        },
        Report::OutsideLimits { .. } => Report::UnequalPlay {
            at,
            player,
            found: Money::minor(3_000),
        },
        Report::UnequalPlay { .. } => Report::LoneJackpot { at },
        Report::LoneJackpot { .. } => Report::ExtraLook { at, player },
        Report::ExtraLook { .. } => Report::StakedInError { at, player },
        Report::StakedInError { .. } => Report::Disclosure { player },
        Report::Disclosure { .. } => Report::CountDoubted,
        Report::CountDoubted => Report::EarlierRound {
            round: 11,
            what: "box 3 was paid its Ante twice".to_owned(),
        },
        Report::EarlierRound { .. } => Report::Other { what: what() },
        Report::Other { .. } => return None,
    })
}

fn next_finding(finding: &Finding) -> Option<Finding> {
    Some(match finding {
        Finding::Upheld => Finding::Dismissed,
        Finding::Dismissed => Finding::Reconstructable,
        Finding::Reconstructable => Finding::NotReconstructable,
        Finding::NotReconstructable => Finding::Intended,
        Finding::Intended => Finding::NotIntended,
        Finding::NotIntended => Finding::Order {
            cards: some("7d 7h"),
        },
        Finding::Order { .. } => Finding::Decided { act: Act::Void },
        Finding::Decided { act: Act::Void } => Finding::Decided {
            act: Act::MoveHands(game::Then::Ask(game::WhoChooses::JackpotBoxes)),
        },
        Finding::Decided { .. } => Finding::ByTheClause,
        Finding::ByTheClause => return None,
    })
}

fn next_correction(correction: Correction) -> Option<Correction> {
    match correction {
        Correction::Card { .. } => Some(Correction::Pay {
            at: AT,
            player: A,
            wager: Wager::AnteBonus,
            handed: Money::minor(12_500),
        }),
        Correction::Pay { .. } => None,
    }
}

fn next_fault_mode(mode: FaultMode) -> Option<FaultMode> {
    match mode {
        FaultMode::CloseTable => Some(FaultMode::BarBox { at: AT }),
        FaultMode::BarBox { .. } => Some(FaultMode::NoJackpot),
        FaultMode::NoJackpot => None,
    }
}

fn next_place(place: Place) -> Option<Place> {
    match place {
        Place::Box(_) => Some(Place::Dealer),
        Place::Dealer => Some(Place::Community),
        Place::Community => Some(Place::Burnt),
        Place::Burnt => Some(Place::Discards),
        Place::Discards => Some(Place::Held),
        Place::Held => None,
    }
}

fn next_step(step: Step) -> Option<Step> {
    match step {
        Step::Burn => Some(Step::Single(Spot::Box(AT))),
        Step::Single(_) => Some(Step::Packet(Spot::Dealer)),
        Step::Packet(_) => Some(Step::CommunityFromShoe),
        Step::CommunityFromShoe => Some(Step::CommunityPacket(2)),
        Step::CommunityPacket(_) => Some(Step::DiscardCommunity),
        Step::DiscardCommunity => None,
    }
}

fn next_choice(choice: Choice) -> Option<Choice> {
    match choice {
        Choice::Continue => Some(Choice::Withdraw),
        Choice::Withdraw => None,
    }
}

fn next_terms(terms: Terms) -> Option<Terms> {
    match terms {
        Terms::DealingError => Some(Terms::Permitted),
        Terms::Permitted => Some(Terms::AllOrNone),
        Terms::AllOrNone => None,
    }
}

fn next_whose(whose: Whose) -> Option<Whose> {
    match whose {
        Whose::Player => Some(Whose::Dealer),
        Whose::Dealer => Some(Whose::Community),
        Whose::Community => None,
    }
}

fn next_cause(cause: Cause) -> Option<Cause> {
    match cause {
        Cause::Power => Some(Cause::Technical),
        Cause::Technical => None,
    }
}

fn next_notice(notice: Notice) -> Option<Notice> {
    match notice {
        Notice::Limits => Some(Notice::JackpotAmount),
        Notice::JackpotAmount => Some(Notice::DealingMethod),
        Notice::DealingMethod => Some(Notice::NoJackpot),
        Notice::NoJackpot => None,
    }
}

fn next_actor(actor: Actor) -> Option<Actor> {
    match actor {
        Actor::Player(_) => Some(DEALER),
        Actor::Staff { post, person } => match post {
            Post::Dealer => Some(staff(Post::PitSupervisor, person.0 + 20)),
            Post::PitSupervisor => Some(staff(Post::PitManager, person.0 + 10)),
            Post::PitManager => Some(staff(Post::ShiftManager, person.0 + 10)),
            Post::ShiftManager => Some(HOUSE),
            Post::House => Some(Actor::System),
        },
        Actor::System => None,
    }
}

/// Every word of one type, from the first along its chain.
fn words<T: Copy>(first: T, next: impl Fn(T) -> Option<T>) -> Vec<T> {
    successors(Some(first), |word| next(*word)).collect()
}

fn assert_kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(name: &str, words: &[T]) {
    let path = golden(&format!("words/{name}.jsonl"));
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let mut kept: Vec<String> = kept.lines().map(str::to_owned).collect();
    let mut spoken = BTreeSet::new();
    for word in words {
        let line = serde_json::to_string(word).unwrap();
        let read: T = serde_json::from_str(&line).unwrap();
        assert_eq!(read, *word, "{name}: {line} reads back as something else");
        if may_write() && !kept.contains(&line) {
            kept.push(line.clone());
            std::fs::write(&path, kept.join("\n") + "\n").unwrap();
        }
        assert!(kept.contains(&line), "{name} is not written down: {line}");
        assert!(spoken.insert(line.clone()), "{name} says {line} twice");
    }
    for line in &kept {
        let read = serde_json::from_str::<T>(line);
        assert!(read.is_ok(), "{name} can no longer be read: {line}");
        assert!(spoken.contains(line), "{name} is no longer written: {line}");
    }
}

#[test]
fn every_report_and_finding_reads_back_as_it_was_written() {
    let found = "joker".to_owned();
    let reports = successors(Some(Report::ForeignCard { found }), next_report);
    assert_kept("report", &reports.collect::<Vec<_>>());
    let findings = successors(Some(Finding::Upheld), next_finding);
    assert_kept("finding", &findings.collect::<Vec<_>>());
    assert_kept("irregularity", &Irregularity::ALL);
    assert_kept("whose", &words(Whose::Player, next_whose));
    assert_kept("cause", &words(Cause::Power, next_cause));
}

#[test]
fn every_remedy_and_choice_reads_back_as_it_was_written() {
    assert_kept("act", &words(Act::CannotArise, acts::next));
    assert_kept("choice", &words(Choice::Continue, next_choice));
    assert_kept("terms", &words(Terms::DealingError, next_terms));
    let misread = Correction::Card {
        was: cards::<1>("6s")[0],
        is: cards::<1>("9s")[0],
    };
    assert_kept("correction", &words(misread, next_correction));
    assert_kept("fault-mode", &words(FaultMode::CloseTable, next_fault_mode));
    assert_kept("notice", &words(Notice::Limits, next_notice));
}

#[test]
fn every_place_and_actor_reads_back_as_it_was_written() {
    assert_kept("place", &words(Place::Box(AT), next_place));
    assert_kept("step", &words(Step::Burn, next_step));
    assert_kept("actor", &words(Actor::Player(A), next_actor));
}

#[test]
fn events_that_lack_something_read_back_as_they_were_written() {
    assert_kept("event-barer", &trouble::barer());
}
