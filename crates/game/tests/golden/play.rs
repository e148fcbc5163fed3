//! Samples of what happens in a round in which nothing goes wrong.

use game::{
    Actor, Announcement, Area, Bounds, Cited, CommunityMethod, Device, Event, FoldedPairPlus,
    JackpotAward, JackpotSetup, Limits, Money, Notice, Outcome, RulebookId, Setup, Spot, Step,
    Wager, WagerSettled, Why,
};

use super::{A, AT, DEALER, cards};

pub fn table_opened() -> Event {
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
        setup: Box::new(Setup {
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
            smallest_chip: None,
        }),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`next` lists every kind")]
// tidy: table
pub fn next_at_the_bets(event: &Event) -> Event {
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
pub fn next_in_the_deal(event: &Event) -> Event {
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
pub fn next_after_deal(event: &Event) -> Event {
    let hand = || "As Ks Qs".parse().unwrap();
    match event {
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
            cites: Cited::Written(vec!["3.16".to_owned(), "4.2".to_owned()]),
            why: Why::Written(
                "You hold a mini royal in spades: Pair Plus paid 40 to 1.".to_owned(),
            ),
        }),
        Event::WagerSettled(_) => Event::BoxSettled { at: AT },
        Event::BoxSettled { .. } => Event::BoxesSettled,
        Event::BoxesSettled => Event::JackpotAwarded {
            at: AT,
            award: JackpotAward::Major,
            amount: Money::minor(18_765_430),
            by_cheque: true,
        },
        Event::JackpotAwarded { .. } => Event::MeterMoved {
            before: Money::minor(18_765_430),
            after: Money::major(20_000),
        },
        Event::MeterMoved { .. } => Event::JackpotsSettled,
        Event::JackpotsSettled => Event::RoundConcluded,
        Event::RoundConcluded => Event::StepMissed { step: Step::Burn },
        other => unreachable!("{} comes elsewhere in the chain", other.kind()),
    }
}
