//! Two people, or two posts: what no person does alone, and how long the first one's request waits.

use super::RULEBOOKS;
use super::commands::{faulty, misread};
use super::floor::{A, DEALER, Floor, HOUSE, MANAGER, ONE, SHIFT, SUPERVISOR, moves_money, staff};
use super::matters::{dealing, deciding, folded, over, short_box, short_dealer, shown};
use game::{
    Actor, Cause, Event, FaultMode, Finding, Irregularity, PersonId, Post, RefusalReason, Report,
    Request, RulebookId,
};

const SECOND: Option<RefusalReason> = Some(RefusalReason::SecondPersonNeeded);

fn joker(by: Actor, id: RulebookId) -> Floor {
    let mut floor = dealing(id);
    let found = "joker".to_owned();
    floor.report(by, Report::ForeignCard { found }).unwrap();
    floor
}

fn ruled(finding: Finding) -> Request {
    let on = Irregularity::ForeignCard;
    Request::Rule { on, finding }
}

/// The person who reports what would undo money does not rule on it, whatever his post; he may say that he was
/// wrong. A colleague of the same post may rule: rws-2020 5.8, 5.8.1, rws-2013 5.1, 5.1.1.
#[test]
fn no_person_voids_on_his_own_report() {
    for id in RULEBOOKS {
        for by in [SHIFT, HOUSE] {
            let floor = joker(by, id);
            let upheld = ruled(Finding::Upheld);
            assert_eq!(floor.refused(by, upheld.clone()), SECOND, "{id} by {by}");
            assert_eq!(
                floor.refused(by, ruled(Finding::Dismissed)),
                None,
                "{id} by {by}"
            );
            let colleague = staff(by.post().unwrap(), 99);
            let events = floor.ask(colleague, upheld).unwrap();
            let voided = |event: &Event| matches!(event, Event::RoundVoided { .. });
            assert!(events.iter().any(voided), "{id} by {colleague}: {events:?}");
        }
    }
}

/// The same person in a higher post is still the same person.
#[test]
fn a_person_is_not_two_by_acting_in_two_posts() {
    for id in RULEBOOKS {
        let mut floor = joker(DEALER, id);
        let person = DEALER.person().unwrap();
        let post = Post::ShiftManager;
        floor.say(HOUSE, Request::AssignActing { person, post });
        assert_eq!(
            floor.refused(DEALER, ruled(Finding::Upheld)),
            SECOND,
            "{id}"
        );
    }
}

/// Nor by signing in with another post: what counts is the person (rws-2020 5.8.1).
#[test]
fn a_person_is_not_two_by_signing_in_with_another_post() {
    for id in RULEBOOKS {
        let floor = joker(DEALER, id);
        let promoted = staff(Post::House, DEALER.person().unwrap().0);
        let upheld = ruled(Finding::Upheld);
        assert_eq!(floor.refused(promoted, upheld), SECOND, "{id}");
    }
}

/// Before the Dealer's hand is shown a fold is a result that is known (G-15): what a Player or the system
/// reports then voids the round only with two members of staff behind it.
#[test]
fn issue_17_16_one_person_does_not_void_a_fold_on_the_word_of_a_player() {
    let upheld = || ruled(Finding::Upheld);
    for id in RULEBOOKS {
        let found = || "joker".to_owned();
        for by in [Actor::System, Actor::Player(A)] {
            let mut undecided = deciding(id);
            let reported = undecided.report(by, Report::ForeignCard { found: found() });
            reported.unwrap();
            if undecided.round().is_suspended() {
                assert_eq!(undecided.refused(HOUSE, upheld()), None, "{id}, {by}");
            }
        }
        let mut floor = folded(id);
        let report = Report::ForeignCard { found: found() };
        floor.report(Actor::Player(A), report).unwrap();
        assert_eq!(floor.refused(HOUSE, upheld()), SECOND, "{id}");
        let (on, proposal) = (Irregularity::ForeignCard, game::Act::Void);
        floor.say(SUPERVISOR, Request::Refer { on, proposal });
        assert_eq!(floor.refused(HOUSE, upheld()), None, "{id}: two people");
    }
}

/// The person assigned to a post rules in it, and the log says that he was acting: rws-2020 1.13,
/// rws-multilink-2024 1.14, mbs-2019 6.2.
#[test]
fn an_assigned_person_rules_and_is_logged_as_acting() {
    let other_dealer = staff(Post::Dealer, 11);
    for id in RULEBOOKS {
        let (mut floor, report) = short_dealer(deciding(id));
        floor.report(DEALER, report).unwrap();
        let ruling = floor.some_ruling();
        let needed = Post::PitSupervisor;
        let refused = floor.refused(other_dealer, ruling.clone());
        assert_eq!(refused, Some(RefusalReason::NotYourPost { needed }), "{id}");

        let person = other_dealer.person().unwrap();
        floor.say(
            SUPERVISOR,
            Request::AssignActing {
                person,
                post: needed,
            },
        );
        let events = floor.say(other_dealer, ruling.clone());
        let expected = (staff(needed, person.0), true);
        assert_eq!(who_ruled(&events), Some(expected), "{id}");

        let (mut floor, report) = short_dealer(deciding(id));
        floor.report(DEALER, report).unwrap();
        let events = floor.say(SUPERVISOR, ruling);
        assert_eq!(who_ruled(&events), Some((SUPERVISOR, false)), "{id}");
    }
}

fn who_ruled(events: &[Event]) -> Option<(Actor, bool)> {
    events.iter().find_map(|event| {
        if let Event::RulingMade { by, acting, .. } = event {
            Some((*by, *acting))
        } else {
            None
        }
    })
}

/// No person assigns himself: rws-2020 1.13, rws-multilink-2024 1.14, mbs-2019 6.2.
#[test]
fn no_person_assigns_himself() {
    for id in RULEBOOKS {
        let floor = Floor::new(id);
        let person = MANAGER.person().unwrap();
        let post = Post::PitManager;
        let asks = Request::AssignActing { person, post };
        assert_eq!(floor.refused(MANAGER, asks), SECOND, "{id}");
    }
}

/// The mode after a jackpot fault takes two people of two posts: rws-2020 5.17.2,
/// rws-multilink-2024 5.17.2.
#[test]
fn a_fault_mode_takes_two_posts() {
    for id in RULEBOOKS {
        if id == RulebookId::Oceanfront {
            continue;
        }
        let mut floor = faulty(id);
        let mode = FaultMode::CloseTable;
        let shut = floor.refused(DEALER, Request::OpenBets);
        assert_eq!(shut, Some(RefusalReason::FaultModeNotChosen), "{id}");
        let nothing = floor.refused(MANAGER, Request::ApproveFaultMode);
        assert_eq!(nothing, Some(RefusalReason::NothingProposed), "{id}");
        floor.say(HOUSE, Request::ProposeFaultMode { mode });
        let again = |by| floor.refused(by, Request::ApproveFaultMode);
        assert_eq!(again(HOUSE), SECOND, "{id}: the same person");
        assert_eq!(again(staff(Post::House, 51)), SECOND, "{id}: the same post");
        let same_person = staff(Post::PitManager, HOUSE.person().unwrap().0);
        assert_eq!(again(same_person), SECOND, "{id}: one person, two posts");
        assert_eq!(again(MANAGER), None, "{id}: two people of two posts");
    }
}

/// A proposal waits five minutes, and a second more is too long.
#[test]
fn a_fault_mode_lapses() {
    for id in RULEBOOKS {
        if id == RulebookId::Oceanfront {
            continue;
        }
        let mut floor = faulty(id);
        let mode = FaultMode::NoJackpot;
        floor.say(HOUSE, Request::ProposeFaultMode { mode });
        floor.wait(300);
        assert_eq!(
            floor.refused(MANAGER, Request::ApproveFaultMode),
            None,
            "{id}"
        );
        floor.wait(1);
        let late = floor.refused(MANAGER, Request::ApproveFaultMode);
        assert_eq!(late, Some(RefusalReason::ProposalLapsed), "{id}");
        floor.say(HOUSE, Request::ProposeFaultMode { mode });
        assert_eq!(
            floor.refused(MANAGER, Request::ApproveFaultMode),
            None,
            "{id}"
        );
    }
}

/// A correction takes a second person, who may hold the same post, within five minutes.
#[test]
fn a_correction_takes_two_people_and_lapses() {
    for id in RULEBOOKS {
        let mut floor = shown(id);
        let nothing = floor.refused(MANAGER, Request::ApproveCorrection);
        assert_eq!(nothing, Some(RefusalReason::NothingProposed), "{id}");
        let propose = misread(&floor);
        floor.say(SUPERVISOR, propose);
        let approve = || Request::ApproveCorrection;
        assert_eq!(floor.refused(SUPERVISOR, approve()), SECOND, "{id}");
        let promoted = staff(Post::House, SUPERVISOR.person().unwrap().0);
        assert_eq!(floor.refused(promoted, approve()), SECOND, "{id}");
        let colleague = staff(Post::PitSupervisor, 21);
        floor.wait(300);
        assert_eq!(floor.refused(colleague, approve()), None, "{id}");
        floor.wait(1);
        let late = floor.refused(colleague, approve());
        assert_eq!(late, Some(RefusalReason::ProposalLapsed), "{id}");
    }
}

/// A referred matter is not ruled on by who passed it up, and keeps waiting for the authority:
/// rws-2020 5.23, rws-multilink-2024 5.23, mbs-2019 6.1.
#[test]
fn a_proposal_passed_up_decides_nothing() {
    for id in RULEBOOKS {
        let mut floor = deciding(id);
        let what = "the lamp fell down".to_owned();
        floor.report(DEALER, Report::Other { what }).unwrap();
        let on = Irregularity::Uncovered;
        let proposal = game::Act::Void;
        floor.say(SUPERVISOR, Request::Refer { on, proposal });
        let finding = Finding::Upheld;
        let uphold = Request::Rule { on, finding };
        let refused = floor.refused(SUPERVISOR, uphold.clone());
        assert!(
            matches!(refused, Some(RefusalReason::NotYourPost { .. })),
            "{id}"
        );
        let events = floor.say(SHIFT, uphold);
        let voided = |event: &Event| matches!(event, Event::RoundVoided { .. });
        assert!(events.iter().any(voided), "{id}: {events:?}");
    }
}

/// A house that was taken over after the grace: the system reports the interruption, and the result is
/// known (mbs-2019 5.16, 6.1, oceanfront OFG-18, G-15).
#[test]
fn issue_17_16_one_person_of_the_house_does_not_void_a_known_result() {
    for id in [RulebookId::Mbs2019, RulebookId::Oceanfront] {
        let mut floor = shown(id);
        let (cause, seconds) = (Cause::Technical, 600);
        let report = Report::Interruption { cause, seconds };
        floor.report(Actor::System, report).unwrap();
        let on = Irregularity::Interruption;
        let act = game::Act::Void;
        let void = Request::Rule {
            on,
            finding: Finding::Decided { act },
        };
        assert_eq!(floor.refused(HOUSE, void.clone()), SECOND, "{id}");
        let proposal = game::Act::Continue;
        floor.say(SUPERVISOR, Request::Refer { on, proposal });
        assert_eq!(floor.refused(HOUSE, void.clone()), SECOND, "{id}: not that");
        let proposal = game::Act::Void;
        floor.say(HOUSE, Request::Refer { on, proposal });
        assert_eq!(floor.refused(HOUSE, void.clone()), SECOND, "{id}: himself");
        let events = floor.ask(SHIFT, void).unwrap();
        let voided = |event: &Event| matches!(event, Event::RoundVoided { .. });
        assert!(events.iter().any(voided), "{id}: {events:?}");
    }
}

/// Whatever the system or a Player reports once the Dealer's hand is shown or the round is over, no
/// answer of one person alone moves a chip back, lets Players withdraw or moves cards.
#[test]
fn issue_17_16_no_answer_of_one_person_undoes_a_known_result() {
    let findings = [
        Finding::Upheld,
        Finding::Reconstructable,
        Finding::NotReconstructable,
        Finding::Intended,
        Finding::NotIntended,
    ];
    let decided = game::Act::ALL.map(|act| Finding::Decided { act });
    let mut tried = 0;
    for id in RULEBOOKS {
        for (floor, report) in known_results(id) {
            for by in [Actor::System, Actor::Player(A)] {
                let mut floor = floor.clone();
                if floor.report(by, report.clone()).is_err() {
                    continue;
                }
                let Some(matter) = floor.round().suspension().at_hand() else {
                    continue;
                };
                let on = matter.irregularity;
                for finding in findings.iter().chain(&decided).cloned() {
                    let said = format!("{id}: {by} reports {on}, the House says {finding:?}");
                    let Ok(events) = floor.ask(HOUSE, Request::Rule { on, finding }) else {
                        continue;
                    };
                    tried += 1;
                    let undone = events.iter().find(|event| {
                        let asked = matches!(event, Event::ChoicesOffered { .. });
                        moves_money(event) || asked || matches!(event, Event::CardsRelaid { .. })
                    });
                    assert_eq!(undone, None, "{said}");
                }
            }
        }
    }
    assert!(tried > 50, "{tried} answers were granted");
}

fn known_results(id: RulebookId) -> Vec<(Floor, Report)> {
    let reports = || {
        let found = "joker".to_owned();
        let what = "the lamp fell down".to_owned();
        let (cause, seconds) = (Cause::Technical, 600);
        let (boxes, recorded) = (vec![ONE], game::Money::major(50_000));
        [
            Report::ForeignCard { found },
            Report::DeckCount { counted: 51 },
            Report::NotShuffled,
            Report::Interruption { cause, seconds },
            Report::JackpotFault { recorded },
            Report::Disclosure { player: A },
            Report::DealingError {
                what: what.clone(),
                boxes,
            },
            Report::Other { what },
        ]
    };
    let mut all = Vec::new();
    for floor in [shown(id), over(id)] {
        all.extend(reports().map(|report| (floor.clone(), report)));
        all.extend([short_dealer(floor.clone()), short_box(floor)]);
    }
    all
}

/// With the Dealer's hand shown, a permission to withdraw gives back what is lost: two members of the
/// pit give it (mbs-2019 5.7.1, MBS-13). Before that one does.
#[test]
fn issue_17_16_a_permission_to_withdraw_a_known_loss_takes_two_people() {
    let colleague = staff(Post::PitSupervisor, 21);
    for (floor, result_known) in [
        (deciding(RulebookId::Mbs2019), false),
        (shown(RulebookId::Mbs2019), true),
    ] {
        let (mut floor, report) = short_box(floor);
        floor.report(DEALER, report).unwrap();
        let (on, finding) = (Irregularity::PlayerCountWrong, Finding::NotReconstructable);
        floor.say(SUPERVISOR, Request::Rule { on, finding });
        let permit = Request::PermitWithdrawal { at: ONE };
        let withdraw = Request::Choose {
            at: ONE,
            choice: game::Choice::Withdraw,
        };
        floor.say(SUPERVISOR, permit.clone());
        let asked = floor.refused(Actor::Player(A), withdraw.clone());
        if !result_known {
            assert_eq!(asked, None);
            continue;
        }
        assert_eq!(asked, Some(RefusalReason::NotAsked { at: ONE }));
        assert_eq!(floor.refused(SUPERVISOR, permit.clone()), SECOND);
        floor.say(colleague, permit);
        assert_eq!(floor.refused(Actor::Player(A), withdraw), None);
    }
}

/// An assignment holds for one person's number: another person holds the post he is signed in with and no
/// more.
#[test]
fn an_assignment_is_to_one_person_and_no_other() {
    let mut floor = joker(DEALER, RulebookId::Rws2020);
    let person = PersonId(77);
    let post = Post::PitSupervisor;
    floor.say(SUPERVISOR, Request::AssignActing { person, post });
    let assigned = staff(Post::Dealer, 77);
    assert_eq!(floor.refused(assigned, ruled(Finding::Upheld)), None);
    let needed = Post::PitSupervisor;
    let another = floor.refused(staff(Post::Dealer, 78), ruled(Finding::Upheld));
    assert_eq!(another, Some(RefusalReason::NotYourPost { needed }));
}
