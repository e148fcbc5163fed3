//! How a table gets its cards when nobody holds a deck: the house shuffles and deals.
//!
//! The order is what makes a deck fair. A Player's promise comes with the bets; the house's seed is
//! drawn and promised when they are closed; then Players open theirs, the deck follows from all, and
//! when the round is over the house's seed is told. Cards that leave the deck face down are written to
//! the log as places in the deck, so nobody reads there what nobody may see; whoever has the key, or
//! the seed that was told, puts faces on them. Where the house deals, nobody else names a card.

mod deck;
mod words;

use game::{
    Actor, Command, Correction, Event, Finding, Phase, PlayerId, Post, Report, Request, Round,
    Spot, Step, Timestamp,
};

use super::{No, TableEntry, TableEvent, TableState};
use crate::log::{Fingerprint, Stream};
use crate::shuffle::{Deal, Sealed, Seed, Whose};
use crate::store::Row;

use deck::Stage;
pub use deck::{Eyes, Shuffle};
pub use words::{CardEvent, CardRequest, Goes, NoCards, Source};

/// The house's part at a table.
#[derive(Clone, Debug)]
pub(super) struct Cards {
    from: Source,
    eyes: Eyes,
    /// Of the last round, where the house dealt it.
    shuffle: Option<Shuffle>,
    /// What the house promised in the round before.
    last: Option<Fingerprint>,
}

/// What the house owes a table without being asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owed {
    /// Bets are closed: a seed.
    Seal(Deal),
    /// The round is over: what the seed was.
    Tell(Seed),
}

impl Cards {
    pub(super) fn new() -> Cards {
        Cards {
            from: Source::default(),
            eyes: Eyes::default(),
            shuffle: None,
            last: None,
        }
    }
}

impl TableState {
    /// The same table read by somebody who sees more of its decks, or less.
    #[must_use]
    pub fn seen_by(mut self, eyes: Eyes) -> TableState {
        self.cards.eyes = eyes;
        self
    }

    /// Takes from entries still to be read which seeds are told in them: whoever has no key reads a
    /// deal only when its round is over.
    pub(crate) fn foresee(&mut self, rows: &[Row]) {
        if self.cards.from == Source::Table && self.cards.shuffle.is_none() {
            return;
        }
        self.cards.eyes.foresee(rows.iter().filter_map(told_in));
        if let Some(shuffle) = &mut self.cards.shuffle {
            shuffle.hindsight(&self.cards.eyes);
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
    pub fn owed(&self) -> Option<Owed> {
        let (shuffle, round) = (self.shuffle()?, self.table.round()?);
        let closed = matches!(round.phase(), Phase::BetsClosed);
        if closed && shuffle.stage == Stage::Promises {
            return Some(Owed::Seal(shuffle.deal()));
        }
        let over = round.is_over();
        shuffle.untold().filter(|_| over).map(Owed::Tell)
    }

    /// Whether the faces are known that an event needs.
    pub(super) fn sees(&self, event: &TableEvent) -> bool {
        let drawn = matches!(event, TableEvent::Cards(CardEvent::Drawn { .. }));
        !drawn
            || self
                .shuffle()
                .is_some_and(|shuffle| shuffle.deck().is_some())
    }

    /// What the house has a say in before the rules are asked.
    pub(super) fn cards_allow(&self, request: &Request) -> Result<(), NoCards> {
        let Some(shuffle) = self.shuffle() else {
            return Ok(());
        };
        let sealed = matches!(shuffle.stage, Stage::Sealed { .. } | Stage::Made { .. });
        if sealed && matches!(request, Request::OpenBets) {
            return Err(NoCards::NotTold);
        }
        if self.open_round().is_some() && names_cards(request) {
            return Err(NoCards::HouseDeals);
        }
        Ok(())
    }

    pub(super) fn card_events(
        &self,
        by: Actor,
        now: Timestamp,
        request: &CardRequest,
    ) -> Result<Vec<TableEvent>, No> {
        let mut events = match request {
            CardRequest::TakeCards { from } => vec![self.takes_cards(by, *from)?],
            CardRequest::PromiseSeed { promise } => vec![self.promises(by, *promise)?],
            CardRequest::SealSeed(sealed) => vec![self.seals(by, sealed)?],
            CardRequest::OpenSeed { seed } => vec![self.opens(by, seed)?],
            CardRequest::Shuffle => vec![self.shuffles(by, now)?],
            CardRequest::TellSeed { seed } => vec![self.tells(by, seed)?],
            CardRequest::Deal => return self.deals(by, now),
        };
        events.extend(self.follows_from_card(&events[0], now));
        Ok(events.into_iter().map(TableEvent::Cards).collect())
    }

    /// When the last seed is open there is nothing to wait for.
    fn follows_from_card(&self, event: &CardEvent, now: Timestamp) -> Option<CardEvent> {
        if !matches!(
            event,
            CardEvent::SeedSealed(_) | CardEvent::SeedOpened { .. }
        ) {
            return None;
        }
        let mut shuffle = self.shuffle()?.clone();
        shuffle.evolve(event, now, &self.cards.eyes);
        let silent = shuffle.silent();
        silent.is_empty().then_some(CardEvent::Shuffled { silent })
    }

    fn takes_cards(&self, by: Actor, from: Source) -> Result<CardEvent, No> {
        if by.post() != Some(Post::House) && by != Actor::System {
            return Err(No::NotYours);
        }
        if self.open_round().is_some() {
            return Err(NoCards::RoundNotOver.into());
        }
        Ok(CardEvent::CardsTaken { from })
    }

    /// With a bet: whoever has none has no say.
    fn promises(&self, by: Actor, promise: Fingerprint) -> Result<CardEvent, No> {
        let (round, shuffle) = self.dealt_by_house()?;
        let Actor::Player(player) = by else {
            return Err(No::NotYours);
        };
        let bets = |player: PlayerId| {
            let mut boxes = round.boxes();
            boxes.any(|(_, held)| held.bets.has_player(player))
        };
        if !matches!(round.phase(), Phase::BetsOpen) || !bets(player) {
            return Err(NoCards::NoBet.into());
        }
        if shuffle.promised.contains_key(&player) {
            return Err(NoCards::PromisedBefore.into());
        }
        Ok(CardEvent::SeedPromised { player, promise })
    }

    fn seals(&self, by: Actor, sealed: &Sealed) -> Result<CardEvent, No> {
        let (round, shuffle) = self.dealt_by_house()?;
        if by != Actor::System {
            return Err(No::NotYours);
        }
        let closed = matches!(round.phase(), Phase::BetsClosed);
        if !closed || shuffle.stage != Stage::Promises {
            return Err(NoCards::NotNow.into());
        }
        if self.cards.last == Some(sealed.promise) {
            return Err(NoCards::Repeated.into());
        }
        Ok(CardEvent::SeedSealed(sealed.clone()))
    }

    fn opens(&self, by: Actor, seed: &Seed) -> Result<CardEvent, No> {
        let (_, shuffle) = self.dealt_by_house()?;
        let Actor::Player(player) = by else {
            return Err(No::NotYours);
        };
        let promised = shuffle.promised.get(&player);
        let sealed = matches!(shuffle.stage, Stage::Sealed { .. });
        let promised = promised.filter(|_| sealed && !shuffle.opened.contains_key(&player));
        let promised = promised.ok_or(NoCards::NotPromised)?;
        if seed.promise(shuffle.deal(), Whose::Player(player)) != *promised {
            return Err(NoCards::Broken.into());
        }
        let seed = *seed;
        Ok(CardEvent::SeedOpened { player, seed })
    }

    fn shuffles(&self, by: Actor, now: Timestamp) -> Result<CardEvent, No> {
        let (_, shuffle) = self.dealt_by_house()?;
        if matches!(by, Actor::Player(_)) {
            return Err(No::NotYours);
        }
        match shuffle.stage {
            Stage::Promises => return Err(NoCards::NotSealed.into()),
            Stage::Sealed { .. } => {}
            Stage::Made { .. } | Stage::Told { .. } => return Err(NoCards::Shuffled.into()),
        }
        let seconds = self.times_of_round().opening_seconds;
        if shuffle.is_awaited(now, seconds) {
            return Err(NoCards::TooEarly { seconds }.into());
        }
        let silent = shuffle.silent();
        Ok(CardEvent::Shuffled { silent })
    }

    fn tells(&self, by: Actor, seed: &Seed) -> Result<CardEvent, No> {
        let shuffle = self.shuffle().ok_or(NoCards::TableDeals)?;
        if by != Actor::System {
            return Err(No::NotYours);
        }
        let sealed = matches!(shuffle.stage, Stage::Sealed { .. } | Stage::Made { .. });
        if !sealed || self.open_round().is_some() {
            return Err(NoCards::NotOver.into());
        }
        let promise = shuffle.keeps(seed).ok_or(NoCards::Broken)?;
        let seed = *seed;
        Ok(CardEvent::SeedTold { promise, seed })
    }

    /// The rules are asked for every movement, as if a hand had made it.
    fn deals(&self, by: Actor, now: Timestamp) -> Result<Vec<TableEvent>, No> {
        let (_, shuffle) = self.dealt_by_house()?;
        let rulebook = self.table.rulebook().ok_or(No::Closed)?;
        if !matches!(shuffle.stage, Stage::Made { .. }) {
            return Err(NoCards::NotShuffled.into());
        }
        let deck = shuffle.deck().ok_or(NoCards::Sealed)?;
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
            let asks = deck.request(step, drawn).ok_or(NoCards::Empty)?;
            let command = Command { by, now, asks };
            let happened = after.table.decide(rulebook, &command).map_err(No::Rules)?;
            for event in happened {
                let event = deck.veil(event);
                after.evolve(&event);
                events.push(event);
            }
        }
    }

    /// The round being played, where the house deals it.
    fn dealt_by_house(&self) -> Result<(&Round, &Shuffle), NoCards> {
        let round = self.open_round().ok_or(NoCards::NoRound)?;
        let shuffle = self.shuffle().ok_or(NoCards::TableDeals)?;
        Ok((round, shuffle))
    }

    pub(super) fn cards_evolve(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Game(Event::BetsOpened { round, .. }) => {
                let Stream::Table(table) = self.stream() else {
                    return;
                };
                let deal = Deal {
                    table,
                    round: *round,
                };
                let house = self.cards.from == Source::House;
                self.cards.last = self.shuffle().and_then(Shuffle::promise);
                self.cards.shuffle = house.then(|| Shuffle::new(deal));
            }
            TableEvent::Game(Event::HandsVoided { .. }) => {
                if let Some(shuffle) = &mut self.cards.shuffle {
                    shuffle.starts_again();
                }
            }
            TableEvent::Cards(event) => {
                if let CardEvent::CardsTaken { from } = event {
                    self.cards.from = *from;
                }
                if let Some(shuffle) = &mut self.cards.shuffle {
                    shuffle.evolve(event, self.last, &self.cards.eyes);
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
    pub(super) fn for_the_rules(&self, event: &TableEvent) -> Option<Event> {
        let TableEvent::Cards(CardEvent::Drawn { to, places }) = event else {
            return None;
        };
        let deck = self.shuffle().and_then(Shuffle::deck);
        let deck = deck.expect("the seed of its deck is known");
        let event = deck.unveil(*to, places);
        Some(event.expect("no deal goes like that"))
    }
}

/// The seed that is told in an entry, by its promise.
fn told_in(row: &Row) -> Option<(Fingerprint, Seed)> {
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
fn names_cards(request: &Request) -> bool {
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
