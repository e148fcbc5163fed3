//! Who may say what: every ruling, by every post, under every rulebook.
//!
//! The tables are written out from `docs/rulebooks/rounds.md` section 2 and the matrix of 8.2, cell by
//! cell, and not read off the engine. Columns of people: a Player, the Dealer, Pit Supervisor, Pit
//! Manager, shift manager, House, the system.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "rulings/amounts.rs"]
mod amounts;
#[path = "rulings/commands.rs"]
mod commands;
#[path = "rulings/done.rs"]
mod done;
#[path = "rulings/floor.rs"]
mod floor;
#[path = "rulings/guide.rs"]
mod guide;
#[path = "rulings/link.rs"]
mod link;
#[path = "rulings/matters.rs"]
mod matters;
#[path = "rulings/two_people.rs"]
mod two_people;

use floor::{ALL, DEALER, Floor, SUPERVISOR, moves_money};
use game::{
    Actor, Event, Finding, Irregularity, Post, Question, RefusalReason, Report, Request, RulebookId,
};
use matters::{ROWS, Row};

const RULEBOOKS: [RulebookId; 5] = [
    RulebookId::Rws2020,
    RulebookId::Rws2013,
    RulebookId::Mbs2019,
    RulebookId::RwsMultilink2024,
    RulebookId::Oceanfront,
];

/// Every row under every rulebook, with the letter of its cell.
fn cells() -> impl Iterator<Item = (&'static Row, RulebookId, char)> {
    ROWS.iter().flat_map(|row| {
        let letters = row.ruled_by.split(' ').map(|cell| cell.chars().next());
        let cells = RULEBOOKS.into_iter().zip(letters);
        cells.map(move |(id, letter)| (row, id, letter.unwrap()))
    })
}

fn post(letter: char) -> Option<Post> {
    match letter {
        // Where the Dealer counts, a Pit Supervisor is told so.
        'S' | '#' => Some(Post::PitSupervisor),
        'M' => Some(Post::PitManager),
        'T' => Some(Post::ShiftManager),
        'H' => Some(Post::House),
        _ => None,
    }
}

/// The Dealer reports, and the post that section 2 names rules; every post below is refused and nothing is
/// recorded. Uncovered matters: rws-2020 5.23, rws-multilink-2024 5.23, mbs-2019 6.1. The order of cards:
/// rws-2020 5.14, rws-multilink-2024 5.14. A higher post may: mbs-2019 6.2.
#[test]
fn each_matter_waits_for_its_post_and_takes_no_lower_one() {
    for (row, id, letter) in cells() {
        let what = format!("{} under {id}", row.name);
        let (mut floor, report) = (row.goes_wrong)(id);
        let came = floor.report(DEALER, report);
        let Some(needed) = post(letter) else {
            assert_eq!(came.is_ok(), letter == '.', "{what}: {came:?}");
            assert!(!floor.round().is_suspended(), "{what} waits for a post");
            continue;
        };
        came.unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
        assert_waits_for(&floor, row.is, needed, &what);
    }
}

/// What waits takes a ruling by `needed` or above, and by no other post.
fn assert_waits_for(floor: &Floor, on: Irregularity, needed: Post, what: &str) {
    let at_hand = floor.round().suspension().at_hand();
    let at_hand = at_hand.unwrap_or_else(|| panic!("{what} waits for no post"));
    assert_eq!(at_hand.irregularity, on, "{what}");
    let question = floor.round().question(&floor.rulebook);
    for by in ALL {
        let refused = floor.refused(by, floor.some_ruling());
        let expected = match by.post() {
            Some(post) if post >= needed => match question {
                Some(Question::Count(_)) => Some(RefusalReason::CountFirst),
                Some(_) | None => None,
            },
            Some(_) | None => Some(RefusalReason::NotYourPost { needed }),
        };
        assert_eq!(refused, expected, "{what}, ruled on by {by}");
    }
}

/// A count that is found with the Dealer's hand open and can be put right comes too late for choices, so the
/// clause has no answer left: rws-2020 5.23, rws-multilink-2024 5.23, mbs-2019 6.1.
#[test]
fn a_count_put_right_too_late_goes_to_the_shift_manager() {
    for id in RULEBOOKS {
        let (mut floor, report) = matters::short_dealer(matters::shown(id));
        floor.report(DEALER, report).unwrap();
        let on = Irregularity::DealerCountWrong;
        let finding = Finding::Reconstructable;
        let ruled = floor.try_say(SUPERVISOR, Request::Rule { on, finding });
        if id == RulebookId::Oceanfront {
            // There any wrong count voids; no post is asked whether it could be mended.
            let refused = ruled.map_err(|refusal| refusal.reason.clone());
            assert!(
                matches!(refused, Err(RefusalReason::NoSuchAnswer { .. })),
                "{refused:?}"
            );
            continue;
        }
        ruled.unwrap();
        let what = format!("a count put right too late under {id}");
        let on = Irregularity::CountReconstructable;
        assert_waits_for(&floor, on, Post::ShiftManager, &what);
    }
}

/// A card that is seen in the device cannot be the one that was misread on the felt: taken for
/// it, it would be awaited and dealt at once, and the round would go no further.
#[test]
fn a_card_seen_in_the_device_is_no_correction() {
    let mut floor = Floor::new(RulebookId::Rws2013);
    floor.bets_closed();
    floor.first_hand_dealt();
    let (was, is) = (floor.dealt().unwrap(), floor.draw(1)[0]);
    let correction = game::Correction::Card { was, is };
    let reason = "the camera shows it".to_owned();
    floor.say(
        SUPERVISOR,
        Request::ProposeCorrection { correction, reason },
    );
    floor
        .report(DEALER, game::Report::FaceUp { card: is })
        .unwrap();
    let second = game::Actor::Staff {
        post: Post::ShiftManager,
        person: game::PersonId(31),
    };
    let refused = floor.refused(second, Request::ApproveCorrection);
    assert_eq!(refused, Some(RefusalReason::CardTwice { card: is }));
}

/// Dealing is the Dealer's, deciding is not: whatever he reports or counts, no bet moves and no hand
/// goes until another person has ruled.
#[test]
fn the_dealer_has_no_void_and_no_adjustment() {
    for (row, id, _) in cells() {
        let what = format!("{} under {id}", row.name);
        let (mut floor, report) = (row.goes_wrong)(id);
        let came = floor.report(DEALER, report).unwrap_or_default();
        assert_eq!(money_moved(&came), None, "{what}, as the Dealer reports it");
        let correction = game::Correction::Card {
            was: floor.dealt().unwrap_or(game::Card::ALL[0]),
            is: game::Card::ALL[0],
        };
        let reason = "misread".to_owned();
        let asks = [
            Request::ProposeCorrection { correction, reason },
            Request::ApproveCorrection,
            Request::Bar { player: floor::A },
            Request::StopAction { player: floor::A },
            Request::PermitWithdrawal { at: floor::ONE },
        ];
        for asks in asks {
            let words = format!("{what}: the Dealer says {asks:?}");
            assert!(floor.ask(DEALER, asks).is_err(), "{words}");
        }
        let counted = floor.ask(DEALER, Request::CountDeck { counted: 51 });
        let counted = counted.unwrap_or_default();
        assert_eq!(money_moved(&counted), None, "{what}, then 51 cards counted");
        if floor.round().suspension().at_hand().is_some() {
            let ruled = floor.refused(DEALER, floor.some_ruling());
            let not_his = matches!(ruled, Some(RefusalReason::NotYourPost { .. }));
            assert!(not_his, "{what}, ruled on by the Dealer: {ruled:?}");
        }
    }
}

fn money_moved(events: &[Event]) -> Option<&Event> {
    events.iter().find(|event| moves_money(event))
}

/// A Player may call attention to what everybody can see, and that is all: what the clause does on the Dealer's
/// word waits for the pit on his, and what names a card or is read off a device he cannot report.
#[test]
fn a_players_word_alone_moves_nothing() {
    for (row, id, letter) in cells().filter(|(_, _, letter)| *letter != '-') {
        let what = format!("{} under {id}, a Player says", row.name);
        let (mut floor, report) = (row.goes_wrong)(id);
        let everybody_sees = matches!(
            report,
            Report::ForeignCard { .. }
                | Report::NotShuffled
                | Report::Misdealt
                | Report::DealingError { .. }
                | Report::StakedInError { .. }
                | Report::Disclosure { .. }
                | Report::CountDoubted
                | Report::Other { .. }
        );
        let came = floor.report(Actor::Player(floor::A), report);
        if !everybody_sees {
            let needed = Post::Dealer;
            let refused = came.err().map(|refusal| refusal.reason.clone());
            assert_eq!(
                refused,
                Some(RefusalReason::NotYourPost { needed }),
                "{what}"
            );
            continue;
        }
        let came = came.unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
        assert_eq!(money_moved(&came), None, "{what}");
        let needed = post(letter).unwrap_or(Post::PitSupervisor);
        assert_waits_for(&floor, row.is, needed, &what);
    }
}
