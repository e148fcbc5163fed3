//! Samples of what happens when something goes wrong, and of what is said about people and faults.

use game::{
    Act, Actor, Choice, Cited, Correction, Event, FaultMode, Finding, Irregularity, JackpotAward,
    Money, Others, Outcome, PendingChoices, PersonId, Pile, Place, Post, Report, Spot, Step, Terms,
    Then, Timestamp, Wager, WagerSettled, WhoChooses, Whose, Why,
};

use super::{A, AT, DEALER, cards, staff};

const NEXT_BOX: game::BoxNumber = game::BoxNumber(4);
const SUPERVISOR: Actor = staff(Post::PitSupervisor, 21);
const MANAGER: Actor = staff(Post::PitManager, 31);
const SHIFT: Actor = staff(Post::ShiftManager, 41);
const HOUSE: Actor = staff(Post::House, 51);
/// A second before midnight of New Year's Eve 2029.
const WHEN: Timestamp = Timestamp(1_893_455_999_000);

fn cites(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

fn ante_returned(why: &str) -> WagerSettled {
    WagerSettled {
        at: AT,
        player: A,
        wager: Wager::Ante,
        staked: Money::minor(2_500),
        at_risk: Money::minor(2_500),
        returned: Money::minor(5_000),
        outcome: Outcome::Win,
        cites: Cited::Written(cites(&["3.13", "4.1"])),
        why: Why::Written(why.to_owned()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`next` lists every kind")]
// tidy: table
pub fn next_in_trouble(event: &Event) -> Event {
    match event {
        Event::StepMissed { .. } => Event::CardsAstray {
            cards: cards::<2>("7h 7d").to_vec(),
            to: Place::Box(NEXT_BOX),
            instead: Some(Step::Single(Spot::Box(AT))),
        },
        Event::CardsAstray { .. } => Event::HandCompleted { at: AT, when: WHEN },
        Event::HandCompleted { .. } => Event::IrregularityReported {
            irregularity: Irregularity::PlayerCountWrong,
            report: Report::Found {
                place: Place::Box(AT),
                cards: cards::<2>("7h 7d").to_vec(),
            },
            whose: Whose::Player,
            boxes: vec![AT],
            by: DEALER,
            when: WHEN,
        },
        Event::IrregularityReported { .. } => Event::Referred {
            on: Irregularity::CardsMisplaced,
            proposal: Act::MoveHands(Then::Ask(WhoChooses::Affected)),
            by: SUPERVISOR,
        },
        Event::Referred { .. } => Event::RulingMade {
            on: Irregularity::PlayerCountWrong,
            finding: Finding::NotReconstructable,
            act: Act::RemoveHand(Others::Choose),
            by: SUPERVISOR,
            acting: true,
            asks: Some(PendingChoices {
                terms: Terms::DealingError,
                boxes: vec![NEXT_BOX],
            }),
            cites: cites(&["5.15", "G-14"]),
        },
        Event::RulingMade { .. } => Event::InterruptionResumed {
            seconds: 42,
            grace_seconds: 60,
        },
        Event::InterruptionResumed { .. } => Event::CardsFound {
            place: Place::Dealer,
            cards: cards::<2>("Js 9d").to_vec(),
        },
        Event::CardsFound { .. } => Event::CardsRelaid {
            laid: vec![
                Pile {
                    place: Place::Box(AT),
                    cards: cards::<3>("As Ks Qs").to_vec(),
                },
                Pile {
                    place: Place::Dealer,
                    cards: cards::<3>("Js 9d 3c").to_vec(),
                },
                Pile {
                    place: Place::Burnt,
                    cards: cards::<1>("5c").to_vec(),
                },
            ],
        },
        Event::CardsRelaid { .. } => Event::CardsOrdered {
            cards: cards::<2>("7d 7h").to_vec(),
        },
        Event::CardsOrdered { .. } => Event::DealStands,
        Event::DealStands => Event::ChoicesOffered {
            terms: Terms::DealingError,
            boxes: vec![AT, NEXT_BOX],
            cites: cites(&["5.10"]),
        },
        Event::ChoicesOffered { .. } => Event::WithdrawalPermitted {
            at: AT,
            by: SUPERVISOR,
        },
        Event::WithdrawalPermitted { .. } => Event::ChoiceMade {
            at: AT,
            choice: Choice::Withdraw,
            lapsed: true,
        },
        Event::ChoiceMade { .. } => Event::ChoicesEnded,
        Event::ChoicesEnded => Event::BetsWithdrawn {
            at: AT,
            player: A,
            cites: cites(&["5.10.3"]),
        },
        Event::BetsWithdrawn { .. } => Event::CardsCounted {
            counted: 51,
            by: DEALER,
        },
        Event::CardsCounted { .. } => Event::PlayFound {
            at: AT,
            player: A,
            amount: Money::minor(3_000),
        },
        Event::PlayFound { .. } => {
            let why = "Dealer has Jack high and does not qualify: Ante paid 1 to 1.";
            Event::PostingReversed(ante_returned(why))
        }
        other => unreachable!("{} stands elsewhere in the chain", other.kind()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`next` lists every kind")]
pub fn next_undone(event: &Event) -> Event {
    match event {
        Event::PostingReversed(_) => Event::AwardReversed {
            at: AT,
            award: JackpotAward::Major,
            amount: Money::minor(18_765_430),
        },
        Event::AwardReversed { .. } => Event::MeterRestored {
            amount: Money::minor(16_765_430),
        },
        Event::MeterRestored { .. } => Event::MeterRead {
            displayed: Money::minor(18_765_430),
        },
        Event::MeterRead { .. } => Event::HandsVoided {
            cites: cites(&["ofg.irreg.1", "OFG-08"]),
        },
        Event::HandsVoided { .. } => Event::RoundVoided {
            reshuffle: true,
            cites: cites(&["5.8.1"]),
        },
        Event::RoundVoided { .. } => Event::RoundResumed,
        Event::RoundResumed => Event::CorrectionProposed {
            correction: Correction::Card {
                was: cards::<1>("6s")[0],
                is: cards::<1>("9s")[0],
            },
            reason: "read upside down; camera 4 shows the nine".to_owned(),
            by: SUPERVISOR,
            when: WHEN,
        },
        Event::CorrectionProposed { .. } => Event::CardCorrected {
            was: cards::<1>("6s")[0],
            is: cards::<1>("9s")[0],
            by: MANAGER,
        },
        Event::CardCorrected { .. } => Event::PayCorrected {
            at: AT,
            player: A,
            wager: Wager::Ante,
            handed: Money::minor(7_500),
            due: Money::minor(5_000),
            by: MANAGER,
        },
        Event::PayCorrected { .. } => Event::GraceUsed { player: A },
        other => unreachable!("{} stands elsewhere in the chain", other.kind()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`next` lists every kind")]
pub fn next_said_of_people(event: &Event) -> Option<Event> {
    let player = A;
    Some(match event {
        Event::GraceUsed { .. } => Event::PlayerBarred { player, by: SHIFT },
        Event::PlayerBarred { .. } => Event::BarLifted { player, by: SHIFT },
        Event::BarLifted { .. } => Event::PlayerStopped { player, by: SHIFT },
        Event::PlayerStopped { .. } => Event::PlayerRestricted {
            player,
            by: MANAGER,
        },
        Event::PlayerRestricted { .. } => Event::RestrictionLifted {
            player,
            by: MANAGER,
        },
        Event::RestrictionLifted { .. } => Event::ActingAssigned {
            person: PersonId(21),
            post: Post::PitManager,
            by: SHIFT,
        },
        Event::ActingAssigned { .. } => Event::FaultFound {
            recorded: Money::minor(18_765_430),
            by: Actor::System,
            when: WHEN,
        },
        Event::FaultFound { .. } => Event::FaultModeProposed {
            mode: FaultMode::BarBox { at: AT },
            by: HOUSE,
            when: WHEN,
        },
        Event::FaultModeProposed { .. } => Event::FaultModeSet {
            mode: FaultMode::NoJackpot,
            by: MANAGER,
        },
        Event::FaultModeSet { .. } => Event::FaultCleared { by: HOUSE },
        Event::FaultCleared { .. } => Event::JackpotEntered { at: AT, when: WHEN },
        Event::JackpotEntered { .. } => return None,
        other => unreachable!("{} stands elsewhere in the chain", other.kind()),
    })
}

/// What the one sample of a kind cannot show: the same event without what it may lack.
pub fn barer() -> Vec<Event> {
    vec![
        Event::CardsAstray {
            cards: cards::<1>("4c").to_vec(),
            to: Place::Discards,
            instead: None,
        },
        Event::RulingMade {
            on: Irregularity::DealerCountWrong,
            finding: Finding::ByTheClause,
            act: Act::Void,
            by: Actor::System,
            acting: false,
            asks: None,
            cites: cites(&["5.8.7"]),
        },
        Event::IrregularityReported {
            irregularity: Irregularity::Interruption,
            report: Report::Interruption {
                cause: game::Cause::Power,
                seconds: 600,
            },
            whose: Whose::Dealer,
            boxes: Vec::new(),
            by: Actor::System,
            when: Timestamp::default(),
        },
        Event::ChoiceMade {
            at: AT,
            choice: Choice::Continue,
            lapsed: false,
        },
        Event::RoundVoided {
            reshuffle: false,
            cites: Vec::new(),
        },
        Event::CorrectionProposed {
            correction: Correction::Pay {
                at: AT,
                player: A,
                wager: Wager::Jackpot,
                handed: Money::ZERO,
            },
            reason: "paid to the wrong box".to_owned(),
            by: SUPERVISOR,
            when: WHEN,
        },
    ]
}
