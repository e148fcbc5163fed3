//! Where the house deals: decks any reader can make again, and no card in the log before it is shown.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::sync::Arc;

use floor::HOUSE;
use floor::dealt::{self, Habits, seed_of};
use floor::parlour::{Parlour, TABLE, deciding, entry, faces, is_in, read_again, served};
use floor::round::DEALER;
use game::{Actor, Event, Money, Phase, PlayerId, Request, RulebookId};
use house::log::Fingerprint;
use house::response::Response;
use house::shuffle::{DealId, Sealed, Seed, SeedOwner, Vault};
use house::store::Row;
use house::table::{
    CardEvent, CardRequest, DeckAccess, Source, TableEvent, TableRequest, TableState,
};
use rehearsal::scripted_table::Jackpots;

#[tokio::test]
async fn no_face_stands_in_the_log_before_it_is_turned() {
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::Keep).await;
        for round in 0..10 {
            let state = parlour.play_until(deciding).await;
            let rows = parlour.rows().await;
            let sealed = rows.iter().rposition(|row| {
                let text = core::str::from_utf8(&row.bytes).unwrap();
                text.contains("seed-sealed")
            });
            for row in &rows[sealed.unwrap()..] {
                assert_eq!(faces(row), [""; 0], "{id} round {round} entry {}", row.seq);
            }
            // They are on the table all the same.
            let felt = state.open_round().unwrap().felt().unwrap();
            assert_eq!(felt.dealer.len(), 3);
            parlour
                .play_until(|state| state.open_round().is_none())
                .await;
        }
    }
}

/// The same people with the same habits, and other cards: a reader of the log cannot tell which.
#[tokio::test]
async fn logs_with_other_cards_are_the_same_until_cards_are_turned() {
    for id in RulebookId::ALL {
        let mut read = Vec::new();
        for _ in 0..2 {
            let mut parlour = Parlour::new(id, Habits::Keep).await;
            let decided =
                |state: &TableState| is_in(state, |phase| matches!(phase, Phase::DealerShown(_)));
            parlour.play_until(decided).await;
            read.push(parlour.rows().await);
        }
        let turned = |row: &Row| {
            let event = entry(row);
            matches!(event, TableEvent::Game(Event::DealerShown { .. }))
        };
        let end = read[0].iter().position(turned).unwrap();
        assert!(end > 20);
        let mut sealed = 0;
        for (one, other) in read[0][..end].iter().zip(&read[1]) {
            let [one_event, other_event] = [entry(one), entry(other)];
            if let TableEvent::Cards(CardEvent::SeedSealed(_)) = one_event {
                assert_eq!(one.bytes.len(), other.bytes.len());
                sealed += 1;
            } else {
                assert_eq!(one_event, other_event, "{id} entry {}", one.seq);
                assert_eq!(one.bytes, other.bytes, "{id} entry {}", one.seq);
            }
        }
        assert_eq!(sealed, 1);
        assert_ne!(read[0][end].bytes, read[1][end].bytes, "{id}: other cards");
    }
}

/// A process that is started anew at every request, some of them without the key.
#[tokio::test]
async fn the_next_process_goes_on_with_the_same_deck() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    let (mut wishes, mut blind) = (0, 0);
    loop {
        wishes += 1;
        let (floor, vault) = (&parlour.floor, &parlour.vault);
        parlour.seat = if wishes % 5 == 0 {
            floor.table(TABLE)
        } else {
            served(floor, vault)
        };
        let Ok(state) = parlour.seat.snapshot().await else {
            // Without the key there is no going on once cards are out.
            blind += 1;
            continue;
        };
        if state
            .table()
            .round()
            .is_some_and(|round| round.number() == 6)
        {
            break;
        }
        let own = Jackpots::Own(Money::major(20_000));
        let next = dealt::next(&state, &parlour.script, own, Some(parlour.habits));
        let (by, request) = next.unwrap();
        parlour.submit(by, request).await;
    }
    let rows = parlour.rows().await;
    let sealed = |row: &&Row| matches!(entry(row), TableEvent::Cards(CardEvent::SeedSealed(_)));
    assert_eq!(rows.iter().filter(sealed).count(), 5);
    assert!(blind > 10, "{blind}");
    let mut state =
        TableState::new(TABLE).with_access(DeckAccess::with_key(Arc::clone(&parlour.vault)));
    for row in &rows {
        state.take(row).unwrap();
    }
}

#[tokio::test]
async fn another_key_sees_nothing() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    parlour.play_until(closed).await;
    let other = tempfile::tempdir().unwrap();
    let other = Arc::new(Vault::open(&other.path().join("key")).unwrap());
    let right = std::mem::replace(&mut parlour.seat, served(&parlour.floor, &other));
    let reason = parlour
        .refused(DEALER, TableRequest::Cards(CardRequest::Deal))
        .await;
    assert_eq!(reason, "deck: its seed is sealed, and there is no key here");
    parlour.seat = right;
    parlour.play_until(deciding).await;
    // Cards are out: now the table has stopped for the process without the key, and for no other.
    let blind = served(&parlour.floor, &other).snapshot().await.unwrap_err();
    assert!(blind.to_string().contains("its seed is sealed"), "{blind}");
    parlour.play_rounds(1).await;
}

const PLAYER: PlayerId = PlayerId(1);
const FIRST: DealId = DealId {
    table: TABLE,
    round: 1,
};
const YOURS: &str = "only the house and the system may ask this";

/// Each is asked, and told why not.
async fn refuses(parlour: &Parlour, requested: &[(Actor, CardRequest, &str)]) {
    for (by, request, why) in requested {
        let reason = parlour
            .refused(*by, TableRequest::Cards(request.clone()))
            .await;
        assert_eq!(reason, *why, "{request:?}");
    }
}

#[tokio::test]
async fn cards_come_from_the_house_where_it_has_a_key_and_says_so() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let from = Source::House;
    let house = CardRequest::TakeCards { from };
    let keyless = parlour.floor.table(TABLE);
    let keyed = std::mem::replace(&mut parlour.seat, keyless);
    let why = "cards: no key is here to seal a seed with";
    refuses(&parlour, &[(HOUSE, house.clone(), why)]).await;
    parlour.seat = keyed;
    refuses(&parlour, &[(Actor::Player(PLAYER), house.clone(), YOURS)]).await;
    parlour
        .play_until(|state| state.open_round().is_some())
        .await;
    let why = "cards: where they come from changes between rounds";
    refuses(&parlour, &[(HOUSE, house, why)]).await;
    parlour.play_until(closed).await;
    let card = game::Card::ALL[0];
    for request in [
        Request::Burn { card },
        Request::DealNext { card },
        Request::DiscardCommunity,
    ] {
        let reason = parlour.refused(DEALER, TableRequest::Game(request)).await;
        let why = "cards: the house deals them at this table, and no request may name one";
        assert_eq!(reason, why);
    }
}

fn closed(state: &TableState) -> bool {
    is_in(state, |phase| matches!(phase, Phase::BetsClosed))
}

#[tokio::test]
// tidy: table
async fn seeds_have_their_time_and_their_people() {
    use CardRequest::{Deal, OpenSeed, PromiseSeed, SealSeed, Shuffle, TellSeed};
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let player = Actor::Player(PLAYER);
    let (seed, other) = (seed_of(FIRST, PLAYER), Seed::new([7; 32]));
    let promise = seed.promise(FIRST, SeedOwner::Player(PLAYER));
    parlour
        .play_until(|state| state.open_round().is_some())
        .await;
    let no_bet = "seed: promises are made while bets are open, by Players with a bet";
    let not_promised = "seed: this Player has promised none that is still to be opened";
    let not_made = "deck: it is not made yet";
    let before = [
        (player, PromiseSeed { promise }, no_bet),
        (DEALER, PromiseSeed { promise }, YOURS),
        (player, OpenSeed { seed }, not_promised),
        (DEALER, Deal, not_made),
        (
            DEALER,
            Shuffle,
            "deck: the house has not drawn its seed yet",
        ),
        (
            Actor::System,
            TellSeed { seed },
            "seed: the house tells it once, when the round is over",
        ),
    ];
    refuses(&parlour, &before).await;
    let promised = PromiseSeed { promise };
    while !matches!(
        parlour.cards(player, promised.clone()).await,
        Response::Done { .. }
    ) {
        parlour.submit_next().await;
    }
    let why = "seed: this Player has promised one for this round";
    refuses(&parlour, &[(player, promised, why)]).await;
    parlour.play_until(closed).await;
    let promise = Fingerprint::of(b"mine");
    let sealed = String::new();
    let sealed = SealSeed(Sealed { promise, sealed });
    let after = [
        (
            Actor::System,
            sealed,
            "seed: the house draws its own once, after bets are closed",
        ),
        (
            player,
            OpenSeed { seed: other },
            "seed: it is not the one that was promised",
        ),
        (player, Shuffle, YOURS),
        (
            DEALER,
            Shuffle,
            "deck: Players have 10 seconds to open their seeds",
        ),
        (DEALER, Deal, not_made),
    ];
    refuses(&parlour, &after).await;
    let opened = parlour.cards(player, OpenSeed { seed }).await;
    assert!(matches!(opened, Response::Done { .. }));
    // With the last seed the deck is made, and nothing is left to wait for.
    let made = [
        (player, OpenSeed { seed }, not_promised),
        (DEALER, Shuffle, "deck: it is made"),
    ];
    refuses(&parlour, &made).await;
    let dealt = parlour.cards(DEALER, Deal).await;
    assert!(matches!(dealt, Response::Done { .. }));
    let reason = parlour.refused(DEALER, TableRequest::Cards(Deal)).await;
    assert!(
        reason.contains("the decisions"),
        "the rules say so: {reason}"
    );
}

#[tokio::test]
async fn a_seed_is_told_once() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.play_rounds(1).await;
    let shuffle = parlour.look().await.shuffle().unwrap().clone();
    assert_eq!(shuffle.silent(), []);
    let response = shuffle.told().unwrap();
    let why = "seed: the house tells it once, when the round is over";
    refuses(
        &parlour,
        &[(Actor::System, CardRequest::TellSeed { seed: response }, why)],
    )
    .await;
}

/// Whatever the pit finds, in a round with the house's cards: nothing is shown that was not turned.
#[tokio::test]
async fn rulings_turn_no_card() {
    let pit = Actor::Staff {
        post: game::Post::House,
        person: game::PersonId(44),
    };
    let mut again = 0;
    for id in RulebookId::ALL {
        for (report, finding) in rulings() {
            let mut parlour = Parlour::new(id, Habits::Keep).await;
            if id == RulebookId::Oceanfront {
                let form = &mut parlour.script.rulebook;
                form.choose("void_action", "redeal_same_bets").unwrap();
            }
            parlour.play_until(deciding).await;
            let Response::Done { .. } = parlour
                .submit(DEALER, TableRequest::Game(Request::Report { report }))
                .await
            else {
                continue;
            };
            let state = parlour.look().await;
            let requested = state
                .open_round()
                .and_then(|round| round.suspension().matters().first());
            if let Some(on) = requested.map(|matter| matter.irregularity) {
                parlour
                    .submit(pit, TableRequest::Game(Request::Rule { on, finding }))
                    .await;
            }
            let rows = parlour.rows().await;
            for row in &rows {
                assert_eq!(faces(row), [""; 0], "{id} entry {}", row.seq);
            }
            let state = parlour
                .play_until(|state| state.open_round().is_none())
                .await;
            let first_cards = first_cards(&parlour.rows().await);
            assert!(first_cards.iter().all(|place| *place == 0), "{id}");
            let proof = state.shuffle().and_then(house::table::Shuffle::proof);
            assert_eq!(proof.unwrap()["deal"], first_cards.len(), "{id}");
            again += first_cards.len() - 1;
            let verdict = read_again(&*parlour.floor.store).await;
            assert_eq!(verdict.findings, [], "{id}");
            assert_eq!((verdict.sealed, verdict.decks), (0, 1), "{id}");
        }
    }
    assert!(again > 0, "the same bets were dealt again");
}

/// The place of the first card of each deal: when all hands are void the same bets are dealt again, and
/// from the top of another deck.
fn first_cards(rows: &[house::store::Row]) -> Vec<u8> {
    let (mut first, mut is_first) = (Vec::new(), true);
    for event in rows.iter().map(entry) {
        if let TableEvent::Cards(CardEvent::Drawn { places, .. }) = &event {
            first.extend(places.first().filter(|_| is_first));
            is_first = false;
        }
        is_first |= matches!(event, TableEvent::Game(Event::HandsVoided { .. }));
    }
    first
}

fn rulings() -> Vec<(game::Report, game::Finding)> {
    use game::{Finding, Report};
    let error = || Report::DealingError {
        what: "two boxes changed places".to_owned(),
        boxes: vec![game::BoxNumber(1)],
    };
    vec![
        (error(), Finding::Upheld),
        (
            error(),
            Finding::Decided {
                act: game::Act::Reconstruct(game::Then::GoOn),
            },
        ),
        (
            error(),
            Finding::Decided {
                act: game::Act::VoidAndReshuffle,
            },
        ),
        (Report::NotShuffled, Finding::Upheld),
        (Report::DeckCount { counted: 51 }, Finding::Upheld),
        (
            Report::ForeignCard {
                found: "a joker".to_owned(),
            },
            Finding::Upheld,
        ),
        (
            Report::Interruption {
                cause: game::Cause::Technical,
                seconds: 4_000,
            },
            Finding::Upheld,
        ),
    ]
}
