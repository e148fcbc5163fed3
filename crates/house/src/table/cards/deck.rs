//! One deck, from the promises of seeds to its last card, and what a reader of the log can see of it.

use core::fmt;
use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Card, Event, PlayerId, Request, Step, Timestamp};
use serde_json::{Value, json};

use super::messages::{CardEvent, DrawnTo};
use crate::log::Fingerprint;
use crate::shuffle::{DealId, Deck, Sealed, Seed, SeedOwner, Vault};
use crate::table::TableEvent;

/// What a table's state is kept for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Purpose {
    /// To read a log: seeds may be told further down than was read.
    #[default]
    Reading,
    /// To serve the table: a seal must open with the key.
    Serving,
}

/// What a reader of a table's log can see of its decks.
#[derive(Clone, Default)]
pub struct DeckAccess {
    key: Option<Arc<Vault>>,
    purpose: Purpose,
    /// Seeds by their promises, told further down the log.
    told: BTreeMap<Fingerprint, Seed>,
}

impl DeckAccess {
    /// With the key that seeds are sealed with now; seeds of an older key were published.
    pub fn with_key(key: Arc<Vault>) -> DeckAccess {
        let (key, purpose) = (Some(key), Purpose::Serving);
        DeckAccess {
            key,
            purpose,
            ..DeckAccess::default()
        }
    }

    /// With a key, to read a log again: a seal that the key does not open is not refused.
    pub fn to_read_with(key: Arc<Vault>) -> DeckAccess {
        let purpose = Purpose::Reading;
        DeckAccess {
            purpose,
            ..DeckAccess::with_key(key)
        }
    }

    /// Whether every seal made now must open here.
    pub(super) fn must_open_seals(&self) -> bool {
        self.purpose == Purpose::Serving
    }

    /// Seeds published in the entries that come next replace those of the entries already read.
    pub(super) fn preload_seeds(&mut self, told: impl Iterator<Item = (Fingerprint, Seed)>) {
        self.told.clear();
        self.told.extend(told);
    }

    pub(super) fn seed(&self, deal: DealId, sealed: &Sealed) -> Option<Seed> {
        let told = self.told.get(&sealed.promise).copied();
        told.or_else(|| self.key.as_ref()?.look(deal, sealed))
    }
}

impl fmt::Debug for DeckAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = if self.key.is_some() { "a" } else { "no" };
        write!(f, "{key} key and {} seeds", self.told.len())
    }
}

/// The deck of one round, as far as it is made and can be seen.
#[derive(Clone, Debug)]
pub struct Shuffle {
    pub(super) deal: DealId,
    pub(super) promised: BTreeMap<PlayerId, Fingerprint>,
    pub(super) opened: BTreeMap<PlayerId, Seed>,
    pub(super) stage: ShuffleStage,
    /// Known only to readers with the vault key or the published seed.
    seed: Option<Seed>,
    deck: Option<Deck>,
    /// Which deck of the round it is: the same bets may be dealt again.
    nth: u32,
    drawn: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ShuffleStage {
    /// Bets are open, or were closed just now.
    Promises,
    /// The house has promised its seed.
    Sealed {
        promise: Fingerprint,
        at: Timestamp,
    },
    Made {
        promise: Fingerprint,
    },
    /// The seed is published.
    Told {
        promise: Fingerprint,
    },
}

impl Shuffle {
    pub(super) fn new(deal: DealId) -> Shuffle {
        Shuffle {
            deal,
            promised: BTreeMap::new(),
            opened: BTreeMap::new(),
            stage: ShuffleStage::Promises,
            seed: None,
            deck: None,
            nth: 1,
            drawn: 0,
        }
    }

    /// Which round of which table it is for.
    pub fn deal(&self) -> DealId {
        self.deal
    }

    /// The digest by which the house promised its seed.
    pub fn promise(&self) -> Option<Fingerprint> {
        match self.stage {
            ShuffleStage::Promises => None,
            ShuffleStage::Sealed { promise, .. }
            | ShuffleStage::Made { promise }
            | ShuffleStage::Told { promise } => Some(promise),
        }
    }

    /// The house's seed, once it is published.
    pub fn told(&self) -> Option<Seed> {
        self.seed
            .filter(|_| matches!(self.stage, ShuffleStage::Told { .. }))
    }

    /// What Players promised, and the seeds of those who opened theirs.
    pub fn players(&self) -> impl Iterator<Item = (PlayerId, Fingerprint, Option<Seed>)> {
        let opened = |player| self.opened.get(player).copied();
        let promised = self.promised.iter();
        promised.map(move |(player, promise)| (*player, *promise, opened(player)))
    }

    /// The Players who promised a seed and have not opened it.
    pub fn silent(&self) -> Vec<PlayerId> {
        let silent = self.players().filter(|(_, _, seed)| seed.is_none());
        silent.map(|(player, ..)| player).collect()
    }

    /// The Players for whose seeds the deck waits.
    pub fn awaited_players(&self) -> Vec<PlayerId> {
        match self.stage {
            ShuffleStage::Sealed { .. } => self.silent(),
            ShuffleStage::Promises | ShuffleStage::Made { .. } | ShuffleStage::Told { .. } => {
                Vec::new()
            }
        }
    }

    /// The cards in order, where this reader can see them.
    pub fn deck(&self) -> Option<&Deck> {
        self.deck.as_ref()
    }

    /// All that is needed to make the deck again, once the seed is published.
    pub fn proof(&self) -> Option<Value> {
        let seed = self.told()?;
        let players = self.players().map(
            |(player, promise, seed)| json!({"player": player, "promise": promise, "seed": seed}),
        );
        Some(json!({
            "table": self.deal.table,
            "round": self.deal.round,
            "deal": self.nth,
            "house": {"promise": self.promise(), "seed": seed},
            "players": players.collect::<Vec<_>>(),
            "deck": self.deck.as_ref().map(|deck| deck.cards().as_slice()),
        }))
    }

    /// The house has drawn its seed, and the deck is not made.
    pub(in crate::table) fn is_sealed(&self) -> bool {
        matches!(self.stage, ShuffleStage::Sealed { .. })
    }

    pub(super) fn is_awaited(&self, now: Timestamp, seconds: u64) -> bool {
        match self.stage {
            ShuffleStage::Sealed { at, .. } => now.seconds_since(at) < seconds,
            ShuffleStage::Promises | ShuffleStage::Made { .. } | ShuffleStage::Told { .. } => false,
        }
    }

    pub(super) fn drawn(&self) -> u8 {
        self.drawn
    }

    /// The seed the house has to publish once the round is over.
    pub(super) fn seed_to_tell(&self) -> Option<Seed> {
        let told = matches!(
            self.stage,
            ShuffleStage::Promises | ShuffleStage::Told { .. }
        );
        self.seed.filter(|_| !told)
    }

    pub(super) fn evolve(&mut self, event: &CardEvent, now: Timestamp, access: &DeckAccess) {
        match event {
            CardEvent::CardsTaken { .. } => {}
            CardEvent::SeedPromised { player, promise } => {
                self.promised.insert(*player, *promise);
            }
            CardEvent::SeedSealed(sealed) => {
                let (promise, at) = (sealed.promise, now);
                self.stage = ShuffleStage::Sealed { promise, at };
                self.seed = access.seed(self.deal, sealed);
            }
            CardEvent::SeedOpened { player, seed } => {
                self.opened.insert(*player, *seed);
            }
            CardEvent::Shuffled { .. } => {
                if let Some(promise) = self.promise() {
                    self.stage = ShuffleStage::Made { promise };
                }
                self.make();
            }
            CardEvent::Drawn { to, places } => match to {
                DrawnTo::Burnt | DrawnTo::Hand(_) | DrawnTo::Community => {
                    let drawn = u8::try_from(places.len()).expect("a deck has 52 cards");
                    self.drawn += drawn;
                }
                DrawnTo::Discard => {}
            },
            CardEvent::SeedTold { promise, seed } => {
                let promise = *promise;
                self.stage = ShuffleStage::Told { promise };
                self.seed = Some(*seed);
            }
        }
    }

    /// All hands are void and the same bets are dealt again, from another deck.
    pub(super) fn start_again(&mut self) {
        self.nth += 1;
        self.drawn = 0;
        self.make();
    }

    fn make(&mut self) {
        let deck = |seed| Deck::of(self.deal, self.nth, seed, &self.opened);
        self.deck = self.seed.as_ref().map(deck);
    }

    /// A deck that could not be seen can be seen once its seed is published.
    pub(super) fn apply_told_seed(&mut self, access: &DeckAccess) {
        let promise = self.promise();
        let told = promise.and_then(|promise| access.told.get(&promise));
        self.seed = self.seed.or(told.copied());
        if matches!(self.stage, ShuffleStage::Made { .. }) {
            self.make();
        }
    }

    /// The promise, if this is the seed it was made for.
    pub(super) fn matching_promise(&self, seed: &Seed) -> Option<Fingerprint> {
        let promise = seed.promise(self.deal, SeedOwner::House);
        self.promise().filter(|made| *made == promise)
    }
}

/// The cards an event takes face down from a deck, and where they go; nothing for all other events.
fn drawn_by(event: &Event) -> Option<(DrawnTo, &[Card])> {
    let one = core::slice::from_ref;
    if let Event::CardBurned { card } = event {
        return Some((DrawnTo::Burnt, one(card)));
    }
    if let Event::CardDealt { to, card } = event {
        return Some((DrawnTo::Hand(*to), one(card)));
    }
    if let Event::PacketDealt { to, cards } = event {
        return Some((DrawnTo::Hand(*to), cards.as_slice()));
    }
    if let Event::CommunityDealt { cards } = event {
        return Some((DrawnTo::Community, cards.as_slice()));
    }
    if let Event::CommunityDiscarded { card } = event {
        return Some((DrawnTo::Discard, one(card)));
    }
    None
}

impl Deck {
    /// The next movement of a deal, with the cards that come next.
    pub(super) fn request(&self, step: Step, drawn: u8) -> Option<Request> {
        let card = |behind: u8| self.card(drawn + behind);
        let cards = |count: u8| (0..count).map(card).collect::<Option<Vec<Card>>>();
        Some(match step {
            Step::Burn => Request::Burn { card: card(0)? },
            Step::Single(_) => Request::DealNext { card: card(0)? },
            Step::Packet(_) => Request::DealPacket { cards: cards(3)? },
            Step::CommunityPacket(count) => Request::DealPacket {
                cards: cards(count)?,
            },
            Step::CommunityFromShoe => Request::DealCommunity {
                cards: [card(0)?, card(1)?],
            },
            Step::DiscardCommunity => Request::DiscardCommunity,
        })
    }

    /// The event as it may stand in the log: without the faces of cards that lie face down.
    pub(super) fn hide_faces(&self, event: Event) -> TableEvent {
        let Some((to, cards)) = drawn_by(&event) else {
            return TableEvent::Game(event);
        };
        let places = cards.iter().map(|card| self.position(*card)).collect();
        TableEvent::Cards(CardEvent::Drawn { to, places })
    }

    /// The event with its faces; nothing where no deal takes cards like that.
    pub(super) fn show_faces(&self, to: DrawnTo, places: &[u8]) -> Option<Event> {
        let cards = places.iter().map(|place| self.card(*place));
        let cards = cards.collect::<Option<Vec<Card>>>()?;
        Some(match (to, cards.as_slice()) {
            (DrawnTo::Burnt, [card]) => Event::CardBurned { card: *card },
            (DrawnTo::Hand(to), [card]) => Event::CardDealt { to, card: *card },
            (DrawnTo::Hand(to), [first, second, third]) => Event::PacketDealt {
                to,
                cards: [*first, *second, *third],
            },
            (DrawnTo::Community, [_, _] | [_, _, _]) => Event::CommunityDealt { cards },
            (DrawnTo::Discard, [card]) => Event::CommunityDiscarded { card: *card },
            (DrawnTo::Burnt | DrawnTo::Hand(_) | DrawnTo::Community | DrawnTo::Discard, _) => {
                return None;
            }
        })
    }
}
