//! How a table gets its cards when nobody holds a deck: the house shuffles and deals.
//!
//! The order is what makes a deck fair. A Player's promise comes with the bets; the house's seed is
//! drawn and promised when they are closed; then Players open theirs, the deck follows from all, and
//! when the round is over the house's seed is told. Cards that leave the deck face down are written to
//! the log as places in the deck, so nobody reads there what nobody may see; whoever has the key, or
//! the seed that was told, puts faces on them. Where the house deals, nobody else names a card.

mod deck;
mod messages;

use game::{
    Actor, Command, Correction, Event, Finding, Phase, PlayerId, Post, Report, Request, Round,
    Spot, Step, Timestamp,
};

use super::{TableEntry, TableEvent, TableRefusal, TableState};
use crate::log::{Fingerprint, Stream};
use crate::shuffle::{DealId, Sealed, Seed, SeedOwner};
use crate::store::Row;

use deck::ShuffleStage;
pub use deck::{DeckAccess, Shuffle};
pub use messages::{CardEvent, CardRefusal, CardRequest, DrawnTo, Source};

/// The house's part at a table.
#[derive(Clone, Debug)]
pub(super) struct TableCards {
    pub(super) from: Source,
    pub(super) access: DeckAccess,
    /// Of the last round, where the house dealt it.
    shuffle: Option<Shuffle>,
    /// What the house promised in the round before.
    last: Option<Fingerprint>,
    /// What the house promised in the last round of a table that was restored without it.
    pub(super) before_restoring: Option<Fingerprint>,
}

/// What the house owes a table without being asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Bets are closed: a seed.
    Seal(DealId),
    /// The round is over: what the seed was.
    Tell(Seed),
}

impl TableCards {
    pub(super) fn new() -> TableCards {
        TableCards {
            from: Source::default(),
            access: DeckAccess::default(),
            shuffle: None,
            last: None,
            before_restoring: None,
        }
    }
}

impl TableState {
    /// The same table read by somebody who sees more of its decks, or less.
    #[must_use]
    pub fn with_access(mut self, access: DeckAccess) -> TableState {
        self.cards.access = access;
        self
    }

    /// Takes from entries still to be read which seeds are told in them: whoever has no key reads a
    /// deal only when its round is over.
    pub fn preload_seeds(&mut self, rows: &[Row]) {
        if self.cards.from == Source::Table && self.cards.shuffle.is_none() {
            return;
        }
        self.cards
            .access
            .preload_seeds(rows.iter().filter_map(seed_told_in));
        if let Some(shuffle) = &mut self.cards.shuffle {
            shuffle.apply_told_seed(&self.cards.access);
        }
    }

    /// Where the cards of the next round come from.
    pub fn cards_from(&self) -> Source {
        self.cards.from
    }

    /// The deck of the last round, where the house dealt it.
    pub fn shuffle(&self) -> Option<&Shuffle> {
        self.cards.shuffle.as_ref()
    }

    /// What the house's seed of the last round was promised by.
    pub(super) fn last_promise(&self) -> Option<Fingerprint> {
        let promise = self.shuffle().and_then(Shuffle::promise);
        promise.or(self.cards.before_restoring)
    }

    /// What the house owes the table, as far as it can be seen here.
    pub fn duty(&self) -> Option<Duty> {
        let (shuffle, round) = (self.shuffle()?, self.table.round()?);
        let closed = matches!(round.phase(), Phase::BetsClosed);
        if closed && shuffle.stage == ShuffleStage::Promises {
            return Some(Duty::Seal(shuffle.deal()));
        }
        let over = round.is_over();
        shuffle.seed_to_tell().filter(|_| over).map(Duty::Tell)
    }

    /// Whether the faces are known that an event needs.
    pub(super) fn can_see(&self, event: &TableEvent) -> bool {
        let drawn = matches!(event, TableEvent::Cards(CardEvent::Drawn { .. }));
        !drawn
            || self
                .shuffle()
                .is_some_and(|shuffle| shuffle.deck().is_some())
    }

    /// What the house has a say in before the rules are asked.
    pub(super) fn check_cards(&self, request: &Request) -> Result<(), CardRefusal> {
        let Some(shuffle) = self.shuffle() else {
            return Ok(());
        };
        let sealed = matches!(
            shuffle.stage,
            ShuffleStage::Sealed { .. } | ShuffleStage::Made { .. }
        );
        if sealed && matches!(request, Request::OpenBets) {
            return Err(CardRefusal::NotTold);
        }
        if self.open_round().is_some() && is_naming_cards(request) {
            return Err(CardRefusal::HouseDeals);
        }
        Ok(())
    }

    pub(super) fn card_events(
        &self,
        by: Actor,
        now: Timestamp,
        request: &CardRequest,
    ) -> Result<Vec<TableEvent>, TableRefusal> {
        let mut events = match request {
            CardRequest::TakeCards { from } => vec![self.take_cards(by, *from)?],
            CardRequest::PromiseSeed { promise } => vec![self.promise_seed(by, *promise)?],
            CardRequest::SealSeed(sealed) => vec![self.seal_seed(by, sealed)?],
            CardRequest::OpenSeed { seed } => vec![self.open_seed(by, seed)?],
            CardRequest::Shuffle => vec![self.shuffle_deck(by, now)?],
            CardRequest::TellSeed { seed } => vec![self.tell_seed(by, seed)?],
            CardRequest::Deal => return self.deal_cards(by, now),
        };
        events.extend(self.consequence_of_card(&events[0], now));
        Ok(events.into_iter().map(TableEvent::Cards).collect())
    }

    /// When the last seed is open there is nothing to wait for.
    fn consequence_of_card(&self, event: &CardEvent, now: Timestamp) -> Option<CardEvent> {
        if !matches!(
            event,
            CardEvent::SeedSealed(_) | CardEvent::SeedOpened { .. }
        ) {
            return None;
        }
        let mut shuffle = self.shuffle()?.clone();
        shuffle.evolve(event, now, &self.cards.access);
        let silent = shuffle.silent();
        silent.is_empty().then_some(CardEvent::Shuffled { silent })
    }

    fn take_cards(&self, by: Actor, from: Source) -> Result<CardEvent, TableRefusal> {
        if by.post() != Some(Post::House) && by != Actor::System {
            return Err(TableRefusal::NotYours);
        }
        if self.open_round().is_some() {
            return Err(CardRefusal::RoundNotOver.into());
        }
        Ok(CardEvent::CardsTaken { from })
    }

    /// With a bet: whoever has none has no say.
    fn promise_seed(&self, by: Actor, promise: Fingerprint) -> Result<CardEvent, TableRefusal> {
        let (round, shuffle) = self.dealt_by_house()?;
        let Actor::Player(player) = by else {
            return Err(TableRefusal::NotYours);
        };
        let bets = |player: PlayerId| {
            let mut boxes = round.boxes();
            boxes.any(|(_, held)| held.bets.has_player(player))
        };
        if !matches!(round.phase(), Phase::BetsOpen) || !bets(player) {
            return Err(CardRefusal::NoBet.into());
        }
        if shuffle.promised.contains_key(&player) {
            return Err(CardRefusal::PromisedBefore.into());
        }
        Ok(CardEvent::SeedPromised { player, promise })
    }

    fn seal_seed(&self, by: Actor, sealed: &Sealed) -> Result<CardEvent, TableRefusal> {
        let (round, shuffle) = self.dealt_by_house()?;
        if by != Actor::System {
            return Err(TableRefusal::NotYours);
        }
        let closed = matches!(round.phase(), Phase::BetsClosed);
        if !closed || shuffle.stage != ShuffleStage::Promises {
            return Err(CardRefusal::NotNow.into());
        }
        if self.cards.last == Some(sealed.promise) {
            return Err(CardRefusal::Repeated.into());
        }
        Ok(CardEvent::SeedSealed(sealed.clone()))
    }

    fn open_seed(&self, by: Actor, seed: &Seed) -> Result<CardEvent, TableRefusal> {
        let (_, shuffle) = self.dealt_by_house()?;
        let Actor::Player(player) = by else {
            return Err(TableRefusal::NotYours);
        };
        let promised = shuffle.promised.get(&player);
        let sealed = matches!(shuffle.stage, ShuffleStage::Sealed { .. });
        let promised = promised.filter(|_| sealed && !shuffle.opened.contains_key(&player));
        let promised = promised.ok_or(CardRefusal::NotPromised)?;
        if seed.promise(shuffle.deal(), SeedOwner::Player(player)) != *promised {
            return Err(CardRefusal::Broken.into());
        }
        let seed = *seed;
        Ok(CardEvent::SeedOpened { player, seed })
    }

    fn shuffle_deck(&self, by: Actor, now: Timestamp) -> Result<CardEvent, TableRefusal> {
        let (_, shuffle) = self.dealt_by_house()?;
        if matches!(by, Actor::Player(_)) {
            return Err(TableRefusal::NotYours);
        }
        match shuffle.stage {
            ShuffleStage::Promises => return Err(CardRefusal::NotSealed.into()),
            ShuffleStage::Sealed { .. } => {}
            ShuffleStage::Made { .. } | ShuffleStage::Told { .. } => {
                return Err(CardRefusal::Shuffled.into());
            }
        }
        let seconds = self.times_of_round().opening_seconds;
        if shuffle.is_awaited(now, seconds) {
            return Err(CardRefusal::TooEarly { seconds }.into());
        }
        let silent = shuffle.silent();
        Ok(CardEvent::Shuffled { silent })
    }

    fn tell_seed(&self, by: Actor, seed: &Seed) -> Result<CardEvent, TableRefusal> {
        let shuffle = self.shuffle().ok_or(CardRefusal::TableDeals)?;
        if by != Actor::System {
            return Err(TableRefusal::NotYours);
        }
        let sealed = matches!(
            shuffle.stage,
            ShuffleStage::Sealed { .. } | ShuffleStage::Made { .. }
        );
        if !sealed || self.open_round().is_some() {
            return Err(CardRefusal::NotOver.into());
        }
        let promise = shuffle.matching_promise(seed).ok_or(CardRefusal::Broken)?;
        let seed = *seed;
        Ok(CardEvent::SeedTold { promise, seed })
    }

    /// The rules are asked for every movement, as if a hand had made it.
    fn deal_cards(&self, by: Actor, now: Timestamp) -> Result<Vec<TableEvent>, TableRefusal> {
        let (_, shuffle) = self.dealt_by_house()?;
        let rulebook = self.table.rulebook().ok_or(TableRefusal::Closed)?;
        if !matches!(shuffle.stage, ShuffleStage::Made { .. }) {
            return Err(CardRefusal::NotShuffled.into());
        }
        let deck = shuffle.deck().ok_or(CardRefusal::Sealed)?;
        let (mut after, mut events) = (self.clone(), Vec::new());
        loop {
            let step = after
                .open_round()
                .and_then(|round| round.next_step(rulebook));
            // Where nothing is left to deal from the start, the rules say so.
            let step = match step {
                None if events.is_empty() => Step::Single(Spot::Dealer),
                None => return Ok(events),
                Some(step) => step,
            };
            let drawn = after.shuffle().map_or(0, Shuffle::drawn);
            let request = deck.request(step, drawn).ok_or(CardRefusal::Empty)?;
            let command = Command {
                by,
                now,
                asks: request,
            };
            let happened = after
                .table
                .decide(rulebook, &command)
                .map_err(TableRefusal::Rules)?;
            for event in happened {
                let event = deck.hide_faces(event);
                after.evolve(&event);
                events.push(event);
            }
        }
    }

    /// The round being played, where the house deals it.
    fn dealt_by_house(&self) -> Result<(&Round, &Shuffle), CardRefusal> {
        let round = self.open_round().ok_or(CardRefusal::NoRound)?;
        let shuffle = self.shuffle().ok_or(CardRefusal::TableDeals)?;
        Ok((round, shuffle))
    }

    pub(super) fn evolve_cards(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Game(Event::BetsOpened { round, .. }) => {
                let Stream::Table(table) = self.stream() else {
                    return;
                };
                let deal = DealId {
                    table,
                    round: *round,
                };
                let house = self.cards.from == Source::House;
                self.cards.last = self.last_promise();
                self.cards.before_restoring = None;
                self.cards.shuffle = house.then(|| Shuffle::new(deal));
            }
            TableEvent::Game(Event::HandsVoided { .. }) => {
                if let Some(shuffle) = &mut self.cards.shuffle {
                    shuffle.start_again();
                }
            }
            TableEvent::Cards(event) => {
                if let CardEvent::CardsTaken { from } = event {
                    self.cards.from = *from;
                }
                if let Some(shuffle) = &mut self.cards.shuffle {
                    shuffle.evolve(event, self.last, &self.cards.access);
                }
            }
            TableEvent::Game(_) | TableEvent::House(_) => {}
        }
    }

    /// What the event says to the rules, if anything.
    ///
    /// # Panics
    ///
    /// On cards that nobody here can see, or that no deck has: whoever reads a log asks first.
    pub(super) fn event_for_rules(&self, event: &TableEvent) -> Option<Event> {
        let TableEvent::Cards(CardEvent::Drawn { to, places }) = event else {
            return None;
        };
        let deck = self.shuffle().and_then(Shuffle::deck);
        let deck = deck.expect("the seed of its deck is known");
        let event = deck.show_faces(*to, places);
        Some(event.expect("no deal goes like that"))
    }
}

/// The seed that is told in an entry, by its promise.
fn seed_told_in(row: &Row) -> Option<(Fingerprint, Seed)> {
    const KIND: &[u8] = br#""kind":"seed-told""#;
    let mut parts = row.bytes.windows(KIND.len());
    if !parts.any(|part| part == KIND) {
        return None;
    }
    match TableEntry::read(&row.bytes).ok()?.event {
        TableEvent::Cards(CardEvent::SeedTold { promise, seed }) => Some((promise, seed)),
        TableEvent::Game(_) | TableEvent::House(_) | TableEvent::Cards(_) => None,
    }
}

/// Whether a request says which cards lie where, or moves them: that takes hands on a deck.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of some sixty requests these have to do with cards in somebody's hands"
)]
fn is_naming_cards(request: &Request) -> bool {
    match request {
        Request::Burn { .. }
        | Request::DealNext { .. }
        | Request::DealPacket { .. }
        | Request::DealCommunity { .. }
        | Request::DiscardCommunity
        | Request::Slip { .. } => true,
        Request::Report { report } => matches!(
            report,
            Report::Found { .. }
                | Report::Exposed { .. }
                | Report::FaceUp { .. }
                | Report::Together { .. }
        ),
        Request::Rule { finding, .. } => matches!(finding, Finding::Order { .. }),
        Request::ProposeCorrection { correction, .. } => {
            matches!(correction, Correction::Card { .. })
        }
        _ => false,
    }
}
