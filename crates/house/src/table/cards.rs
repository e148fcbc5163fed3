//! How a table gets its cards where the house shuffles and deals.
//!
//! The order is what makes a deck fair. Players promise seeds while bets are open; the house draws and
//! promises its seed when they are closed; then Players open theirs, the deck follows from all seeds, and
//! when the round is over the house publishes its seed. Cards that leave the deck face down are logged as
//! positions in the deck, so the log shows no hidden face; a reader with the vault key, or with the
//! published seed, computes the faces. Where the house deals, requests of people name no card.

mod deck;
mod messages;
mod seeds;
mod used_seeds;

use game::{
    Actor, Command, Correction, Event, Finding, Phase, Post, Report, Request, Round, Spot, Step,
    Timestamp,
};

use super::{TableEntry, TableEvent, TableRefusal, TableState};
use crate::log::{Fingerprint, Stream};
use crate::shuffle::{DealId, Seed};
use crate::store::Row;

use deck::ShuffleStage;
pub use deck::{DeckAccess, Shuffle};
pub use messages::{CardEvent, CardRefusal, CardRequest, DrawnTo, Source};
pub(super) use used_seeds::UsedSeeds;

/// What the house knows of the cards of a table.
#[derive(Clone, Debug)]
pub(super) struct TableCards {
    pub(super) from: Source,
    pub(super) access: DeckAccess,
    /// Of the last round, where the house dealt it.
    shuffle: Option<Shuffle>,
    pub(super) used_seeds: UsedSeeds,
}

/// What the house owes a table without a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Bets are closed: the house draws a seed and promises it.
    Seal(DealId),
    /// The round is over: the house publishes the seed.
    Tell(Seed),
}

impl TableCards {
    pub(super) fn new() -> TableCards {
        TableCards {
            from: Source::default(),
            access: DeckAccess::default(),
            shuffle: None,
            used_seeds: UsedSeeds::default(),
        }
    }
}

impl TableState {
    /// The same table for a reader with other access to its decks.
    #[must_use]
    pub fn with_access(mut self, access: DeckAccess) -> TableState {
        self.cards.access = access;
        self
    }

    /// Takes the published seeds from entries that are read next: a reader without the key reads a deal
    /// only when its round is over.
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

    /// Refuses what the house does not allow where it deals, before the rules are asked.
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

    /// Every movement is put to the rules, as if the Dealer had made it by hand.
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
                if let CardEvent::SeedOpened { seed, .. } | CardEvent::SeedTold { seed, .. } = event
                {
                    self.cards.used_seeds.add(*seed);
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
    /// On cards that cannot be seen here, or that no deck has: a reader of a log checks first.
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
fn is_naming_cards(request: &Request) -> bool {
    matches!(
        request,
        Request::Burn { .. }
            | Request::DealNext { .. }
            | Request::DealPacket { .. }
            | Request::DealCommunity { .. }
            | Request::DiscardCommunity
            | Request::Slip { .. }
            | Request::Report {
                report: Report::Found { .. }
                    | Report::Exposed { .. }
                    | Report::FaceUp { .. }
                    | Report::Together { .. },
            }
            | Request::Rule {
                finding: Finding::Order { .. },
                ..
            }
            | Request::ProposeCorrection {
                correction: Correction::Card { .. },
                ..
            }
    )
}
