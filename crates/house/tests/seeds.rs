//! The order of seeds where the house deals: what may be promised, opened and told, and when.
//!
//! The dealer does the house's duties before anyone can come between, so each request is put to a table
//! at the moment at which the order forbids it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::sync::Arc;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use floor::dealt::Habits;
use floor::parlour::{KEY, Parlour, deciding, is_in};
use game::{
    Actor, Area, Card, Correction, PersonId, Phase, PlayerId, Post, Request, RulebookId, to_hex,
};
use house::log::{CommandId, Stream};
use house::shuffle::{DealId, Sealed, Seed, SeedOwner, Vault};
use house::store::Store as _;
use house::table::{CardRequest, DeckAccess, RequestedAtTable, TableRequest, TableState};

const DEALER: Actor = Actor::Staff {
    post: Post::Dealer,
    person: PersonId(2),
};

/// What the table says to the request, and the table after it where it says yes.
fn put(state: &TableState, by: Actor, request: TableRequest) -> Result<TableState, &'static str> {
    let requested = RequestedAtTable {
        by,
        now: state.last(),
        request,
    };
    let decided = state.decide(None, CommandId(1), &requested);
    let mut after = state.clone();
    match decided {
        Ok(decision) => {
            after.accept(decision);
            Ok(after)
        }
        Err(refusal) => Err(refusal.code()),
    }
}

fn asks(state: &TableState, by: Actor, request: CardRequest) -> Option<&'static str> {
    put(state, by, TableRequest::Cards(request)).err()
}

/// As the vault of the parlour seals it.
fn sealed(deal: DealId, bytes: [u8; 32]) -> CardRequest {
    let promise = Seed::new(bytes).promise(deal, SeedOwner::House);
    let payload = Payload {
        msg: &bytes,
        aad: &promise.0,
    };
    let vault = XChaCha20Poly1305::new(&KEY.into());
    let cipher = vault.encrypt(&XNonce::from([7; 24]), payload).unwrap();
    let sealed = to_hex(&[7; 24]) + &to_hex(&cipher);
    CardRequest::SealSeed(Sealed { promise, sealed })
}

fn deal(state: &TableState) -> DealId {
    state.shuffle().unwrap().deal()
}

fn bets_open(state: &TableState) -> bool {
    let antes = |state: &TableState| {
        let mut boxes = state.open_round().unwrap().boxes();
        boxes.any(|(_, held)| held.bets.total(Area::Ante).is_positive())
    };
    is_in(state, |phase| matches!(phase, Phase::BetsOpen)) && antes(state)
}

/// A table with bets, after two rounds, as the dealer sees it who closes them next.
async fn before_closing(habits: Habits) -> (Parlour, TableState) {
    let mut parlour = Parlour::new(RulebookId::Rws2020, habits).await;
    parlour.play_rounds(2).await;
    let state = parlour.play_until(bets_open).await;
    (parlour, state)
}

fn closed(state: &TableState) -> TableState {
    put(state, DEALER, TableRequest::Game(Request::CloseBets)).unwrap()
}

fn bytes_of(seed: Seed) -> [u8; 32] {
    let text = serde_json::to_string(&seed).unwrap();
    game::from_hex(text.trim_matches('"')).unwrap()
}

#[tokio::test]
async fn issue_17_15_the_house_does_not_have_a_seed_twice() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    parlour.play_rounds(1).await;
    let first = bytes_of(parlour.look().await.shuffle().unwrap().told().unwrap());
    parlour.play_rounds(3).await;
    let state = closed(&parlour.play_until(bets_open).await);
    let last = bytes_of(told(&parlour, 3).await);
    for used in [first, last] {
        let again = sealed(deal(&state), used);
        assert_eq!(asks(&state, Actor::System, again), Some("seed-repeated"));
    }
    let other = sealed(deal(&state), [9; 32]);
    assert_eq!(asks(&state, Actor::System, other), None);
}

/// The seed the house told after a round.
async fn told(parlour: &Parlour, round: usize) -> Seed {
    let rows = parlour.rows().await;
    let told = rows
        .iter()
        .filter_map(|row| match floor::parlour::entry(row) {
            house::TableEvent::Cards(house::table::CardEvent::SeedTold { seed, .. }) => Some(seed),
            house::TableEvent::Cards(_)
            | house::TableEvent::Game(_)
            | house::TableEvent::House(_) => None,
        });
    told.collect::<Vec<Seed>>()[round - 1]
}

/// A table that starts from a snapshot knows the seeds that were used before it.
#[tokio::test]
async fn issue_17_15_a_restored_table_remembers_seeds() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    parlour.play_rounds(20).await;
    let state = closed(&parlour.play_until(bets_open).await);
    let seed = bytes_of(told(&parlour, 1).await);
    let access = DeckAccess::with_key(Arc::clone(&parlour.vault));
    let fresh = TableState::new(floor::parlour::TABLE).with_access(access);
    let up_to = state.head().seq;
    let restored = fresh.from_latest_snapshot(&*parlour.floor.store, up_to);
    let mut restored = restored
        .await
        .expect("twenty rounds are enough for a snapshot");
    let stream = Stream::Table(floor::parlour::TABLE);
    let from = restored.head().seq;
    for row in parlour
        .floor
        .store
        .read(stream, from, usize::MAX)
        .await
        .unwrap()
    {
        restored.take(&row).unwrap();
    }
    let restored = closed(&restored);
    let again = sealed(deal(&restored), seed);
    assert_eq!(asks(&restored, Actor::System, again), Some("seed-repeated"));
}

#[tokio::test]
async fn issue_17_15_a_player_does_not_open_a_seed_twice() {
    let (parlour, state) = before_closing(Habits::NoSeeds).await;
    let player = state
        .open_round()
        .unwrap()
        .boxes()
        .find_map(|(_, held)| held.controller())
        .unwrap();
    let by = Actor::Player(player);
    let used = told(&parlour, 1).await;
    for (seed, expected) in [(used, Some("seed-repeated")), (Seed::new([8; 32]), None)] {
        let promise = seed.promise(deal(&state), SeedOwner::Player(player));
        let promises = TableRequest::Cards(CardRequest::PromiseSeed { promise });
        let state = closed(&put(&state, by, promises).unwrap());
        let seals = TableRequest::Cards(sealed(deal(&state), [9; 32]));
        let state = put(&state, Actor::System, seals).unwrap();
        assert_eq!(asks(&state, by, CardRequest::OpenSeed { seed }), expected);
    }
}

/// Else the house could choose its seed when it knows those of the Players.
#[tokio::test]
async fn a_player_opens_a_seed_when_the_house_has_sealed_its_own() {
    let (_parlour, state) = before_closing(Habits::NoSeeds).await;
    let mut boxes = state.open_round().unwrap().boxes();
    let player = boxes.find_map(|(_, held)| held.controller()).unwrap();
    let (by, seed) = (Actor::Player(player), Seed::new([8; 32]));
    let opens = || CardRequest::OpenSeed { seed };
    let promise = seed.promise(deal(&state), SeedOwner::Player(player));
    let promises = TableRequest::Cards(CardRequest::PromiseSeed { promise });
    let open = put(&state, by, promises).unwrap();
    let closed = closed(&open);
    for state in [&open, &closed] {
        assert_eq!(asks(state, by, opens()), Some("seed-not-promised"));
    }
    let seals = TableRequest::Cards(sealed(deal(&closed), [9; 32]));
    let sealed = put(&closed, Actor::System, seals).unwrap();
    assert_eq!(asks(&sealed, by, opens()), None);
}

/// Else the house could choose its seed when it knows who bets what.
#[tokio::test]
async fn the_house_seals_its_seed_when_bets_are_closed_and_once() {
    let (_parlour, state) = before_closing(Habits::NoSeeds).await;
    let seals = || sealed(deal(&state), [9; 32]);
    assert_eq!(asks(&state, Actor::System, seals()), Some("seed-not-now"));
    let state = closed(&state);
    for by in [DEALER, floor::HOUSE, Actor::Player(PlayerId(1))] {
        assert_eq!(asks(&state, by, seals()), Some("house-or-system-only"));
    }
    let state = put(&state, Actor::System, TableRequest::Cards(seals())).unwrap();
    let second = sealed(deal(&state), [10; 32]);
    assert_eq!(asks(&state, Actor::System, second), Some("seed-not-now"));
}

/// A promise of the round before would let the house deal a deck that it knows.
#[tokio::test]
async fn a_promise_of_an_earlier_round_is_no_promise_for_this_one() {
    let (parlour, state) = before_closing(Habits::NoSeeds).await;
    let state = closed(&state);
    let used = bytes_of(told(&parlour, 2).await);
    let before = DealId {
        round: deal(&state).round - 1,
        ..deal(&state)
    };
    // Word for word as it was made then: no key opens it for this round.
    let refused = asks(&state, Actor::System, sealed(before, used));
    assert_eq!(refused, Some("seed-not-as-promised"));
}

/// A person who knows the seed in mid-round knows every card.
#[tokio::test]
async fn the_seed_is_told_when_the_round_is_over_and_not_before() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    parlour.play_rounds(1).await;
    let open = parlour.play_until(bets_open).await;
    let state = closed(&open);
    let seed = Seed::new([9; 32]);
    let tells = || CardRequest::TellSeed { seed };
    for state in [&open, &state] {
        assert_eq!(
            asks(state, Actor::System, tells()),
            Some("seed-round-not-over")
        );
    }
    let seals = TableRequest::Cards(sealed(deal(&state), [9; 32]));
    let state = put(&state, Actor::System, seals).unwrap();
    let dealt = put(&state, DEALER, TableRequest::Cards(CardRequest::Deal)).unwrap();
    for state in [&state, &dealt] {
        assert_eq!(
            asks(state, Actor::System, tells()),
            Some("seed-round-not-over")
        );
        assert_eq!(state.duty(), None, "nothing to tell yet");
    }
}

/// The state just before the duties that follow from the last request of a round.
async fn over_and_untold(parlour: &mut Parlour) -> TableState {
    let state = parlour
        .play_until(|state| {
            let dealer = Actor::Staff {
                post: Post::Dealer,
                person: PersonId(2),
            };
            let ends = TableRequest::Game(Request::Conclude);
            state.shuffle().is_some() && put(state, dealer, ends).is_ok()
        })
        .await;
    put(&state, DEALER, TableRequest::Game(Request::Conclude)).unwrap()
}

#[tokio::test]
async fn no_round_opens_before_the_seed_of_the_last_one_is_told() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    parlour.play_rounds(1).await;
    let state = over_and_untold(&mut parlour).await;
    assert!(state.open_round().is_none());
    let opens = || TableRequest::Game(Request::OpenBets);
    assert_eq!(put(&state, DEALER, opens()).err(), Some("seed-not-told"));
    let Some(house::table::Duty::Tell(seed)) = state.duty() else {
        panic!("{:?}", state.duty())
    };
    // Another seed is not the one that was promised.
    let wrong = CardRequest::TellSeed {
        seed: Seed::new([1; 32]),
    };
    let refused = asks(&state, Actor::System, wrong);
    assert_eq!(refused, Some("seed-not-as-promised"));
    let tells = TableRequest::Cards(CardRequest::TellSeed { seed });
    let state = put(&state, Actor::System, tells).unwrap();
    assert!(put(&state, DEALER, opens()).is_ok());
}

/// The faces follow from the seeds, so no person says that one was misread.
#[tokio::test]
async fn no_card_of_the_house_is_corrected_by_hand() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let state = parlour.play_until(deciding).await;
    let deck = *state.shuffle().unwrap().deck().unwrap().cards();
    let (was, is): (Card, Card) = (deck[0], deck[51]);
    let correction = Correction::Card { was, is };
    for post in [
        Post::Dealer,
        Post::PitManager,
        Post::ShiftManager,
        Post::House,
    ] {
        let by = Actor::Staff {
            post,
            person: PersonId(3),
        };
        let reason = "misread".to_owned();
        let request = Request::ProposeCorrection { correction, reason };
        let refused = put(&state, by, TableRequest::Game(request)).err();
        assert_eq!(refused, Some("house-deals"), "{post:?}");
    }
}

/// An auditor reads a log again with the key: the deck of a round in play is seen, and a seal that the key
/// does not open was for the house to refuse, not for the auditor.
#[tokio::test]
async fn an_auditor_with_the_key_sees_decks_and_refuses_no_seal() {
    let (parlour, state) = before_closing(Habits::NoSeeds).await;
    let state = closed(&state);
    let seals = || TableRequest::Cards(sealed(deal(&state), [9; 32]));
    let with = |access: DeckAccess| put(&state.clone().with_access(access), Actor::System, seals());
    let is_seen = |state: &TableState| state.shuffle().unwrap().deck().is_some();
    let own = || Arc::clone(&parlour.vault);
    assert!(is_seen(&with(DeckAccess::to_read_with(own())).unwrap()));
    let folder = tempfile::tempdir().unwrap();
    let other = Arc::new(Vault::open(&folder.path().join("key")).unwrap());
    let read = with(DeckAccess::to_read_with(Arc::clone(&other))).unwrap();
    assert!(!is_seen(&read));
    let served = with(DeckAccess::with_key(other)).err();
    assert_eq!(served, Some("seed-not-as-promised"));
}

/// A table in a log line or a panic tells no card, whoever has it.
#[tokio::test]
async fn issue_17_19_a_printed_table_names_no_card() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::NoSeeds).await;
    let state = parlour.play_until(deciding).await;
    let round = state.open_round().unwrap();
    let printed = [
        format!("{state:?}"),
        format!("{:#?}", state.table()),
        format!("{round:?}"),
        format!("{:?}", round.phase()),
    ];
    // Those of the Players and the Dealer, those burnt, and those still to come.
    for card in state.shuffle().unwrap().deck().unwrap().cards() {
        for text in &printed {
            let mut words = text.split(|letter: char| !letter.is_alphanumeric());
            let printed = format!("{card:?}");
            assert!(words.all(|word| word != printed), "{card:?} in {text}");
        }
    }
    assert!(printed[0].contains("3 cards"), "{}", printed[0]);
}
