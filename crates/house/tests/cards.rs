//! Where the house deals: decks anybody can make again, and no face in the log that nobody has seen.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;
mod tampered;

use std::sync::Arc;

use floor::dealt::{self, Habits, seed_of};
use floor::round::DEALER;
use floor::{Floor, HOUSE, until_told};
use game::{Actor, Event, Money, Phase, PlayerId, Request, RulebookId, Timestamp};
use house::answer::Told;
use house::chronicle::{Chronicle, Listener, Said, What};
use house::dealer::{Dealer, Seat};
use house::log::{Fingerprint, Stream};
use house::shuffle::{Seed, Vault};
use house::store::{MemoryStore, Row, Store};
use house::table::{
    CardEvent, CardRequest, Eyes, OPENING_SECONDS, Source, TableEvent, TableState, Wish,
};
use house::verify::{Verdict, verify};
use ledger::TableId;
use rehearsal::night::{Jackpots, Night};
use tampered::{Lie, Tampered};

const TABLE: TableId = TableId(7);
const STREAM: Stream = Stream::Table(TABLE);

/// One table, its people, and the key to its decks.
struct Parlour {
    floor: Floor<MemoryStore>,
    seat: Seat,
    night: Night,
    habits: Habits,
    vault: Arc<Vault>,
    now: u64,
}

impl Parlour {
    async fn new(rulebook: RulebookId, habits: Habits) -> Parlour {
        let floor = Floor::new(MemoryStore::default());
        floor.seated(TABLE, 9).await;
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(&folder.path().join("vault.key")).unwrap());
        let night = Night {
            rulebook: rulebook.form().clone(),
            seed: 3,
            boxes: 4,
            first: PlayerId(1),
            royal_one_in: 4,
        };
        Parlour {
            seat: served(&floor, &vault),
            floor,
            night,
            habits,
            vault,
            now: 1_000_000,
        }
    }

    async fn look(&self) -> TableState {
        self.seat.look().await.unwrap()
    }

    async fn put(&self, by: Actor, asks: Wish) -> Told {
        self.floor.clock.set(Timestamp(self.now));
        let rulebook = Arc::new(self.night.rulebook.clone());
        until_told(&self.seat, self.floor.put(&rulebook, by, asks)).await
    }

    async fn cards(&self, by: Actor, asks: CardRequest) -> Told {
        self.put(by, Wish::Cards(asks)).await
    }

    async fn refused(&self, by: Actor, asks: Wish) -> String {
        match self.put(by, asks).await {
            Told::Refused { says, .. } => says,
            told @ (Told::Done { .. } | Told::Short { .. }) => panic!("{told:?}"),
        }
    }

    /// The next wish of anybody.
    async fn goes_on(&mut self) -> Told {
        let state = self.look().await;
        let own = Jackpots::Own(Money::major(20_000));
        let next = dealt::next(&state, &self.night, own, Some(self.habits));
        let (by, asks) = next.expect("somebody has to do something");
        if asks == Wish::Cards(CardRequest::Shuffle) {
            self.now += OPENING_SECONDS * 1_000;
        }
        self.put(by, asks).await
    }

    /// Until the round is where it is wanted.
    async fn until(&mut self, there: impl Fn(&TableState) -> bool) -> TableState {
        loop {
            let state = self.look().await;
            if there(&state) {
                return state;
            }
            let told = self.goes_on().await;
            assert!(matches!(told, Told::Done { .. }), "{told:?}");
        }
    }

    async fn played(&mut self, rounds: u64) {
        self.until(|state| {
            let round = state.table().round();
            state.open_round().is_none() && round.is_some_and(|round| round.number() == rounds)
        })
        .await;
    }

    async fn rows(&self) -> Vec<Row> {
        let rows = self.floor.store.read(STREAM, 0, usize::MAX);
        rows.await.unwrap()
    }
}

fn served(floor: &Floor<MemoryStore>, vault: &Arc<Vault>) -> Seat {
    let dealer = Dealer::new(Arc::clone(&floor.store), Arc::clone(&floor.clock), TABLE);
    dealer.with_vault(Arc::clone(vault)).start()
}

fn is_in(state: &TableState, there: fn(&Phase) -> bool) -> bool {
    state.open_round().is_some_and(|round| there(round.phase()))
}

fn deciding(state: &TableState) -> bool {
    is_in(state, |phase| matches!(phase, Phase::Deciding(_)))
}

/// Every card somebody could read there.
fn faces(row: &Row) -> Vec<String> {
    let text = core::str::from_utf8(&row.bytes).unwrap();
    let quoted = text.split('"').skip(1).step_by(2);
    quoted
        .flat_map(|words| words.split(' '))
        .filter(|word| word.parse::<game::Card>().is_ok())
        .map(str::to_owned)
        .collect()
}

#[tokio::test]
async fn no_face_stands_in_the_log_before_it_is_turned() {
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::Keep).await;
        for round in 0..10 {
            let state = parlour.until(deciding).await;
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
            parlour.until(|state| state.open_round().is_none()).await;
        }
    }
}

/// The same people with the same habits, and other cards: whoever reads along cannot tell which.
#[tokio::test]
async fn logs_with_other_cards_are_the_same_until_cards_are_turned() {
    for id in RulebookId::ALL {
        let mut read = Vec::new();
        for _ in 0..2 {
            let mut parlour = Parlour::new(id, Habits::Keep).await;
            let decided =
                |state: &TableState| is_in(state, |phase| matches!(phase, Phase::DealerShown(_)));
            parlour.until(decided).await;
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

fn entry(row: &Row) -> TableEvent {
    house::table::TableEntry::read(&row.bytes).unwrap().event
}

/// What a reader without a key is told: every entry once, and every deck.
#[derive(Default)]
struct Reader {
    told: Vec<u64>,
    decks: u64,
    silent: usize,
}

impl Listener for Reader {
    fn hear(&mut self, said: &Said<'_>) {
        let What::Table { event, before } = said.what else {
            return;
        };
        self.told.push(said.seq);
        if let TableEvent::Cards(CardEvent::Shuffled { silent }) = event {
            self.silent += silent.len();
        }
        // When the next round opens, everything about the last is known.
        if !matches!(event, TableEvent::Game(Event::BetsOpened { .. })) {
            return;
        }
        let (Some(round), Some(shuffle)) = (before.table().round(), before.shuffle()) else {
            return;
        };
        let proof = shuffle.proof().unwrap();
        let deck = second::deck(&proof).unwrap();
        assert_eq!(proof["deck"], serde_json::json!(deck));
        // Nothing was burnt or dealt but the front of the deck.
        let felt = round.felt().unwrap();
        let mut dealt: Vec<String> = felt.used().iter().map(|card| card.to_string()).collect();
        for (_, held) in round.boxes() {
            dealt.extend(held.cards.iter().map(ToString::to_string));
        }
        dealt.sort();
        dealt.dedup();
        let mut front = deck[..dealt.len()].to_vec();
        front.sort();
        assert_eq!(dealt, front);
        self.decks += 1;
    }
}

#[tokio::test]
async fn whoever_has_no_key_makes_every_deck_again() {
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::Withhold).await;
        let (mut chronicle, mut reader) = (Chronicle::default(), Reader::default());
        for round in 1..=12 {
            // In the middle of a round the deal is not told yet.
            parlour.until(deciding).await;
            let poisoned = chronicle
                .catch_up(&*parlour.floor.store, &mut reader)
                .await
                .unwrap();
            assert_eq!(poisoned, []);
            let head = parlour.floor.store.head(STREAM).await.unwrap();
            assert!(reader.told.last().unwrap() < &head.seq);
            parlour.played(round).await;
        }
        let store = &*parlour.floor.store;
        chronicle.catch_up(store, &mut reader).await.unwrap();
        let head = store.head(STREAM).await.unwrap();
        assert_eq!(reader.told, (1..=head.seq).collect::<Vec<_>>());
        assert_eq!(reader.decks, 11, "{id}");
        assert!(reader.silent > 5, "{id}");
        // A reader who comes late is told the same.
        let mut late = Reader::default();
        Chronicle::default()
            .catch_up(store, &mut late)
            .await
            .unwrap();
        assert_eq!((late.told, late.decks), (reader.told, reader.decks));
    }
}

/// A process that is started anew at every wish, some of them without the key.
#[tokio::test]
async fn whoever_serves_next_goes_on_with_the_same_deck() {
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
        let Ok(state) = parlour.seat.look().await else {
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
        let next = dealt::next(&state, &parlour.night, own, Some(parlour.habits));
        let (by, asks) = next.unwrap();
        parlour.put(by, asks).await;
    }
    let rows = parlour.rows().await;
    let sealed = |row: &&Row| matches!(entry(row), TableEvent::Cards(CardEvent::SeedSealed(_)));
    assert_eq!(rows.iter().filter(sealed).count(), 5);
    assert!(blind > 10, "{blind}");
    let mut state = TableState::new(TABLE).seen_by(Eyes::with_key(Arc::clone(&parlour.vault)));
    for row in &rows {
        state.take(row).unwrap();
    }
}

#[tokio::test]
async fn another_key_sees_nothing() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Nobody).await;
    let closed = |state: &TableState| is_in(state, |phase| matches!(phase, Phase::BetsClosed));
    parlour.until(closed).await;
    let other = tempfile::tempdir().unwrap();
    let other = Arc::new(Vault::open(&other.path().join("key")).unwrap());
    let right = std::mem::replace(&mut parlour.seat, served(&parlour.floor, &other));
    let says = parlour
        .refused(DEALER, Wish::Cards(CardRequest::Deal))
        .await;
    assert_eq!(says, "deck: its seed is sealed, and there is no key here");
    parlour.seat = right;
    parlour.until(deciding).await;
    // Cards are out: now the table has stopped for whoever cannot see them, and for nobody else.
    let blind = served(&parlour.floor, &other).look().await.unwrap_err();
    assert!(blind.to_string().contains("its seed is sealed"), "{blind}");
    parlour.played(1).await;
}

#[tokio::test]
async fn everything_has_its_time_and_its_people() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Nobody).await;
    let player = Actor::Player(PlayerId(1));
    let deal = |parlour: &Parlour| house::shuffle::Deal {
        table: TABLE,
        round: parlour.night.seed - 2,
    };
    let seed = seed_of(deal(&parlour), PlayerId(1));
    let promise = seed.promise(deal(&parlour), house::shuffle::Whose::Player(PlayerId(1)));
    let other = Seed::new([7; 32]);
    let house = CardRequest::TakeCards {
        from: Source::House,
    };
    // Without a key nobody takes cards from the house.
    let keyless = parlour.floor.table(TABLE);
    let keyed = std::mem::replace(&mut parlour.seat, keyless);
    let says = parlour.refused(HOUSE, Wish::Cards(house.clone())).await;
    assert_eq!(says, "cards: no key is here to seal a seed with");
    parlour.seat = keyed;
    let says = parlour.refused(player, Wish::Cards(house.clone())).await;
    assert_eq!(says, "only the house and the system may ask this");
    let bets = |state: &TableState| is_in(state, |phase| matches!(phase, Phase::BetsOpen));
    parlour.until(bets).await;
    let refusals = [
        (
            HOUSE,
            house.clone(),
            "cards: where they come from changes between rounds",
        ),
        (
            player,
            CardRequest::PromiseSeed { promise },
            "seed: promises are made while bets are open, by whoever has one",
        ),
        (
            DEALER,
            CardRequest::PromiseSeed { promise },
            "only the house and the system may ask this",
        ),
        (
            player,
            CardRequest::OpenSeed { seed },
            "seed: this Player has promised none that is still to be opened",
        ),
        (DEALER, CardRequest::Deal, "deck: it is not made yet"),
        (
            DEALER,
            CardRequest::Shuffle,
            "deck: the house has not drawn its seed yet",
        ),
        (
            Actor::System,
            CardRequest::TellSeed { seed },
            "seed: the house tells it once, when the round is over",
        ),
    ];
    for (by, asks, why) in refusals {
        assert_eq!(parlour.refused(by, Wish::Cards(asks)).await, why);
    }
    while !matches!(
        parlour
            .cards(player, CardRequest::PromiseSeed { promise })
            .await,
        Told::Done { .. }
    ) {
        parlour.goes_on().await;
    }
    let again = CardRequest::PromiseSeed { promise };
    let says = parlour.refused(player, Wish::Cards(again)).await;
    assert_eq!(says, "seed: this Player has promised one for this round");
    let closed = |state: &TableState| is_in(state, |phase| matches!(phase, Phase::BetsClosed));
    parlour.until(closed).await;
    let card = game::Card::ALL[0];
    for asks in [
        Request::Burn { card },
        Request::DealNext { card },
        Request::DiscardCommunity,
    ] {
        let says = parlour.refused(DEALER, Wish::Game(asks)).await;
        assert_eq!(
            says,
            "cards: the house deals them at this table, and nobody names one"
        );
    }
    let sealed = house::shuffle::Sealed {
        promise: Fingerprint::of(b"mine"),
        sealed: String::new(),
    };
    let refusals = [
        (
            Actor::System,
            CardRequest::SealSeed(sealed),
            "seed: the house draws its own once, after bets are closed",
        ),
        (
            player,
            CardRequest::OpenSeed { seed: other },
            "seed: it is not the one that was promised",
        ),
        (
            player,
            CardRequest::Shuffle,
            "only the house and the system may ask this",
        ),
        (
            DEALER,
            CardRequest::Shuffle,
            "deck: Players have 10 seconds to open their seeds",
        ),
        (DEALER, CardRequest::Deal, "deck: it is not made yet"),
    ];
    for (by, asks, why) in refusals {
        assert_eq!(parlour.refused(by, Wish::Cards(asks)).await, why);
    }
    let opened = parlour.cards(player, CardRequest::OpenSeed { seed }).await;
    assert!(matches!(opened, Told::Done { .. }));
    // With the last seed the deck is made, and nothing is left to wait for.
    let says = parlour
        .refused(player, Wish::Cards(CardRequest::OpenSeed { seed }))
        .await;
    assert_eq!(
        says,
        "seed: this Player has promised none that is still to be opened"
    );
    let dealt = parlour.cards(DEALER, CardRequest::Deal).await;
    assert!(matches!(dealt, Told::Done { .. }));
    let says = parlour
        .refused(DEALER, Wish::Cards(CardRequest::Deal))
        .await;
    assert!(says.contains("the decisions"), "the rules say so: {says}");
    parlour.played(1).await;
    let shuffle = parlour.look().await.shuffle().unwrap().clone();
    assert_eq!(shuffle.silent(), []);
    assert!(
        shuffle.told().is_some(),
        "the seed is told when the round is over"
    );
}

async fn read_again(store: &impl Store) -> Verdict {
    verify(store).await.unwrap()
}

#[tokio::test]
async fn a_house_that_deals_is_clean_at_every_moment() {
    for id in RulebookId::ALL {
        let mut parlour = Parlour::new(id, Habits::Withhold).await;
        let (mut rounds, mut sealed) = (0, 0);
        while rounds < 4 {
            let told = parlour.goes_on().await;
            assert!(matches!(told, Told::Done { .. }), "{told:?}");
            let verdict = read_again(&*parlour.floor.store).await;
            assert_eq!(verdict.findings, [], "{id}");
            let state = parlour.look().await;
            // A reader without the key sees everything but the round whose cards are out.
            let dealt = state.open_round().and_then(game::Round::felt).is_some();
            assert_eq!(verdict.sealed > 0, dealt, "{id}: {verdict:?}");
            sealed += verdict.sealed;
            rounds = state.table().round().map_or(0, game::Round::number);
        }
        let verdict = read_again(&*parlour.floor.store).await;
        assert_eq!(verdict.decks, 3, "{id}");
        assert!(sealed > 50, "{sealed}");
    }
}

/// Somebody with all rights, who makes the chain fit again, cannot change a seed or a card.
#[tokio::test]
async fn a_deck_cannot_be_exchanged_afterwards() {
    let mut parlour = Parlour::new(RulebookId::RwsMultilink2024, Habits::Withhold).await;
    parlour.played(3).await;
    let mut tried = std::collections::BTreeMap::new();
    for row in parlour.rows().await {
        let TableEvent::Cards(event) = entry(&row) else {
            continue;
        };
        let honest = Arc::clone(&parlour.floor.store);
        let lie = Lie::Rewritten(STREAM, row.seq);
        let verdict = read_again(&Tampered { honest, lie }).await;
        let kind = serde_json::json!(event)["kind"].to_string();
        let silent = matches!(&event, CardEvent::Shuffled { silent } if silent.is_empty());
        let other = matches!(event, CardEvent::CardsTaken { .. }) || silent;
        // Where the last digit is not of the event it is that of the command's id.
        assert!(!verdict.is_clean() || other, "{kind} entry {}", row.seq);
        *tried.entry(kind).or_insert(0) += 1;
    }
    assert_eq!(tried.len(), 7, "{tried:?}");
}

/// Longer than the pages it is read by: a round begins on one and ends on the next.
#[tokio::test]
async fn a_long_night_is_read_page_by_page() {
    let mut parlour = Parlour::new(RulebookId::Rws2020, Habits::Keep).await;
    parlour.played(80).await;
    let store = &*parlour.floor.store;
    assert!(store.head(STREAM).await.unwrap().seq > 4_100);
    let verdict = read_again(store).await;
    assert_eq!((verdict.findings, verdict.decks), (vec![], 80));
    assert_eq!(verdict.sealed, 0);
    let mut reader = Reader::default();
    Chronicle::default()
        .catch_up(store, &mut reader)
        .await
        .unwrap();
    assert_eq!(reader.decks, 79);
    // Whoever has lost the key goes on when the last round is over.
    let blind = parlour.floor.table(TABLE).look().await.unwrap();
    assert_eq!(blind.table().round().unwrap().number(), 80);
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
                let form = &mut parlour.night.rulebook;
                form.choose("void_action", "redeal_same_bets").unwrap();
            }
            parlour.until(deciding).await;
            let Told::Done { .. } = parlour
                .put(DEALER, Wish::Game(Request::Report { report }))
                .await
            else {
                continue;
            };
            let state = parlour.look().await;
            let asked = state
                .open_round()
                .and_then(|round| round.suspension().matters().first());
            if let Some(on) = asked.map(|matter| matter.irregularity) {
                parlour
                    .put(pit, Wish::Game(Request::Rule { on, finding }))
                    .await;
            }
            let rows = parlour.rows().await;
            for row in &rows {
                assert_eq!(faces(row), [""; 0], "{id} entry {}", row.seq);
                again += usize::from(matches!(
                    entry(row),
                    TableEvent::Game(Event::HandsVoided { .. })
                ));
            }
            parlour.until(|state| state.open_round().is_none()).await;
            let verdict = read_again(&*parlour.floor.store).await;
            assert_eq!(verdict.findings, [], "{id}");
            assert_eq!((verdict.sealed, verdict.decks), (0, 1), "{id}");
        }
    }
    assert!(again > 0, "the same bets were dealt again");
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
