//! Events are kept for ever: one written-down event of each kind, which must read back as it is.
//!
//! A kind may be added (`GOLDEN=write cargo test --test golden` writes its file); a file that is
//! there is never edited, since somewhere a log holds it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::path::PathBuf;

use game::{
    Actor, Announcement, Area, Bounds, BoxNumber, CommunityMethod, Device, Event, FoldedPairPlus,
    JackpotSetup, Limits, Money, Notice, Outcome, PersonId, PlayerId, Post, RulebookId, Setup,
    Spot, Step, Wager, WagerSettled,
};

const AT: BoxNumber = BoxNumber(3);
const A: PlayerId = PlayerId(7);
const DEALER: Actor = Actor::Staff {
    post: Post::Dealer,
    person: PersonId(1),
};

fn cards<const N: usize>(text: &str) -> [game::Card; N] {
    let cards: Vec<game::Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
    cards.try_into().unwrap()
}

fn table_opened() -> Event {
    let mut rulebook = RulebookId::Rws2020.form().clone();
    rulebook.choose("fold_envy_receive", "yes").unwrap();
    let bounds = Bounds {
        min: Some(Money::major(25)),
        max: Some(Money::major(1000)),
    };
    Event::TableOpened {
        rulebook: rulebook.id,
        digest: rulebook.digest(),
        options: vec![("fold_envy_receive".to_owned(), "yes".to_owned())],
        setup: Setup {
            positions: 7,
            device: Device::ManualShoe,
            limits: Limits {
                ante: bounds,
                pair_plus: bounds,
                five_card: Bounds::default(),
            },
            jackpot: Some(JackpotSetup {
                stake: Money::major(5),
                contribution: Money::major(1),
                seed: Money::major(20_000),
            }),
            interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
        },
    }
}

/// A sample of the kind after `event`: a new kind does not compile until it stands in this chain.
fn next(event: &Event) -> Option<Event> {
    match event {
        Event::TableOpened { .. }
        | Event::TableClosed
        | Event::NoticeDisplayed { .. }
        | Event::MethodChosen { .. }
        | Event::SeatTaken { .. }
        | Event::BetsOpened { .. }
        | Event::BetPlaced { .. }
        | Event::ExcessRejected { .. }
        | Event::MinimumAdvised { .. }
        | Event::JackpotOffered { .. }
        | Event::BasePrompted { .. }
        | Event::BetTakenBack { .. }
        | Event::OneHandInformed { .. }
        | Event::MissingPairPlusCalled { .. }
        | Event::BetsClosed
        | Event::ContributionAdded { .. }
        | Event::ContributionReversed { .. }
        | Event::LoneJackpotFlagged { .. } => Some(next_at_the_bets(event)),
        Event::DealStarted { .. }
        | Event::CardBurned { .. }
        | Event::CardDealt { .. }
        | Event::PacketDealt { .. }
        | Event::CommunityDealt { .. }
        | Event::CommunityDiscarded { .. }
        | Event::DealCompleted => Some(next_in_the_deal(event)),
        Event::Looked { .. }
        | Event::Touched { .. }
        | Event::PlayMade { .. }
        | Event::Folded { .. }
        | Event::FoldedByAbsence { .. }
        | Event::HandRemoved { .. }
        | Event::PairPlusStood { .. }
        | Event::PlayerLeft { .. }
        | Event::FoldedCollected { .. }
        | Event::DealerShown { .. }
        | Event::CommunityShown { .. }
        | Event::DealerNotNeeded
        | Event::HandRevealed { .. }
        | Event::RevealDeclined { .. }
        | Event::HandEstablished { .. }
        | Event::HiddenViewed { .. }
        | Event::JackpotClaimed { .. }
        | Event::WagerSettled(_)
        | Event::BoxSettled { .. }
        | Event::BoxesSettled
        | Event::JackpotAwarded { .. }
        | Event::MeterMoved { .. }
        | Event::JackpotsSettled
        | Event::RoundConcluded => next_after_deal(event),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`next` lists every kind")]
// tidy: table
fn next_at_the_bets(event: &Event) -> Event {
    match event {
        Event::TableOpened { .. } => Event::TableClosed,
        Event::TableClosed => Event::NoticeDisplayed {
            notice: Notice::JackpotAmount,
        },
        Event::NoticeDisplayed { .. } => Event::MethodChosen {
            method: CommunityMethod::PacketTwoFirst,
        },
        Event::MethodChosen { .. } => Event::SeatTaken { at: AT, player: A },
        Event::SeatTaken { .. } => {
            let rulebook = RulebookId::Mbs2019;
            Event::BetsOpened {
                round: 12,
                rulebook,
                digest: rulebook.form().digest(),
            }
        }
        Event::BetsOpened { .. } => Event::BetPlaced {
            at: AT,
            area: Area::Ante,
            player: A,
            amount: Money::minor(2_500),
            placed_by: DEALER,
        },
        Event::BetPlaced { .. } => Event::ExcessRejected {
            at: AT,
            area: Area::PairPlus,
            player: A,
            amount: Money::major(2),
        },
        Event::ExcessRejected { .. } => Event::MinimumAdvised {
            at: AT,
            area: Area::Ante,
            minimum: Money::major(25),
        },
        Event::MinimumAdvised { .. } => Event::JackpotOffered { at: AT },
        Event::JackpotOffered { .. } => Event::BasePrompted { at: AT },
        Event::BasePrompted { .. } => Event::BetTakenBack {
            at: AT,
            area: Area::Jackpot,
            player: A,
            amount: Money::major(5),
        },
        Event::BetTakenBack { .. } => Event::OneHandInformed { player: A },
        Event::OneHandInformed { .. } => Event::MissingPairPlusCalled { boxes: vec![AT] },
        Event::MissingPairPlusCalled { .. } => Event::BetsClosed,
        Event::BetsClosed => Event::ContributionAdded {
            at: AT,
            amount: Money::major(1),
        },
        Event::ContributionAdded { .. } => Event::ContributionReversed {
            at: AT,
            amount: Money::major(1),
        },
        Event::ContributionReversed { .. } => Event::LoneJackpotFlagged { at: AT },
        Event::LoneJackpotFlagged { .. } => Event::DealStarted {
            plan: vec![
                Step::Burn,
                Step::Single(Spot::Box(AT)),
                Step::Packet(Spot::Dealer),
                Step::CommunityFromShoe,
                Step::CommunityPacket(3),
                Step::DiscardCommunity,
            ],
        },
        other => unreachable!("{} comes later in the chain", other.kind()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`next` lists every kind")]
fn next_in_the_deal(event: &Event) -> Event {
    match event {
        Event::DealStarted { .. } => Event::CardBurned {
            card: cards::<1>("5c")[0],
        },
        Event::CardBurned { .. } => Event::CardDealt {
            to: Spot::Box(AT),
            card: cards::<1>("Ah")[0],
        },
        Event::CardDealt { .. } => Event::PacketDealt {
            to: Spot::Dealer,
            cards: cards("Js 9d 3c"),
        },
        Event::PacketDealt { .. } => Event::CommunityDealt {
            cards: cards::<3>("Ts 8c 2d").to_vec(),
        },
        Event::CommunityDealt { .. } => Event::CommunityDiscarded {
            card: cards::<1>("2d")[0],
        },
        Event::CommunityDiscarded { .. } => Event::DealCompleted,
        Event::DealCompleted => Event::Looked { at: AT, player: A },
        other => unreachable!("{} stands elsewhere in the chain", other.kind()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`next` lists every kind")]
// tidy: table
fn next_after_deal(event: &Event) -> Option<Event> {
    let hand = || "As Ks Qs".parse().unwrap();
    Some(match event {
        Event::Looked { .. } => Event::Touched { at: AT },
        Event::Touched { .. } => Event::PlayMade {
            at: AT,
            player: A,
            amount: Money::minor(2_500),
            blind: true,
        },
        Event::PlayMade { .. } => Event::Folded {
            at: AT,
            pair_plus: FoldedPairPlus::GivenUp,
        },
        Event::Folded { .. } => Event::FoldedByAbsence { at: AT },
        Event::FoldedByAbsence { .. } => Event::HandRemoved {
            at: AT,
            cites: vec!["5.11".to_owned()],
        },
        Event::HandRemoved { .. } => Event::PairPlusStood { at: AT },
        Event::PairPlusStood { .. } => Event::PlayerLeft { player: A },
        Event::PlayerLeft { .. } => Event::FoldedCollected { boxes: vec![AT] },
        Event::FoldedCollected { .. } => Event::DealerShown {
            hand: "Qd 9s 3h".parse().unwrap(),
            qualifies: true,
            announced: Some(Announcement::Plays),
        },
        Event::DealerShown { .. } => Event::CommunityShown {
            cards: cards("Ts 8c"),
        },
        Event::CommunityShown { .. } => Event::DealerNotNeeded,
        Event::DealerNotNeeded => Event::HandRevealed {
            at: AT,
            hand: hand(),
            by: Actor::Player(A),
        },
        Event::HandRevealed { .. } => Event::RevealDeclined { at: AT },
        Event::RevealDeclined { .. } => Event::HandEstablished {
            at: AT,
            hand: hand(),
        },
        Event::HandEstablished { .. } => Event::HiddenViewed { at: AT, by: DEALER },
        Event::HiddenViewed { .. } => Event::JackpotClaimed { at: AT },
        Event::JackpotClaimed { .. } => Event::WagerSettled(WagerSettled {
            at: AT,
            player: A,
            wager: Wager::PairPlus,
            staked: Money::minor(2_500),
            at_risk: Money::minor(2_500),
            returned: Money::minor(102_500),
            outcome: Outcome::Win,
            cites: vec!["3.16".to_owned(), "4.2".to_owned()],
            why: "You hold a mini royal in spades: Pair Plus paid 40 to 1.".to_owned(),
        }),
        Event::WagerSettled(_) => Event::BoxSettled { at: AT },
        Event::BoxSettled { .. } => Event::BoxesSettled,
        Event::BoxesSettled => Event::JackpotAwarded {
            at: AT,
            award: "major".to_owned(),
            amount: Money::minor(18_765_430),
            by_cheque: true,
        },
        Event::JackpotAwarded { .. } => Event::MeterMoved {
            before: Money::minor(18_765_430),
            after: Money::major(20_000),
        },
        Event::MeterMoved { .. } => Event::JackpotsSettled,
        Event::JackpotsSettled => Event::RoundConcluded,
        Event::RoundConcluded => return None,
        other => unreachable!("{} comes earlier in the chain", other.kind()),
    })
}

fn file(kind: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/events");
    folder.join(kind).with_extension("json")
}

#[test]
fn every_kind_of_event_reads_back_as_it_was_written() {
    let mut sample = Some(table_opened());
    let mut kinds = 0;
    while let Some(event) = sample {
        let path = file(event.kind());
        let written = serde_json::to_string_pretty(&event).unwrap() + "\n";
        if std::env::var_os("GOLDEN").is_some() && !path.exists() {
            std::fs::write(&path, &written).unwrap();
        }
        let kept = std::fs::read_to_string(&path)
            .unwrap_or_else(|_| panic!("{} has no golden file", event.kind()));
        assert_eq!(kept, written, "the form of {} has changed", event.kind());
        let read: Event = serde_json::from_str(&kept).unwrap();
        assert_eq!(read, event, "{} reads back as something else", event.kind());
        assert!(
            kept.contains(&format!("\"kind\": \"{}\"", event.kind())),
            "{kept}"
        );
        kinds += 1;
        sample = next(&event);
    }
    let files = std::fs::read_dir(file("x").parent().unwrap())
        .unwrap()
        .count();
    assert_eq!(files, kinds, "a golden file belongs to no kind of event");
}
