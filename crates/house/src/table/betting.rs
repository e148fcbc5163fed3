//! Bets at a table where the house deals: Players say when they have bet, and no bet is taken that
//! would keep bets from closing.
//!
//! At a table with a deck on it the Dealer sees who is done, and asks a Player whose bet is below the
//! minimum to raise it (rws-2020 5.2). Here no person watches the felt: a bet that falls short is
//! refused when it is placed, and bets close when everybody who has one is ready, or their time is up.

use std::collections::BTreeSet;

use game::{Actor, Event, Move, NextDuty, Phase, PlayerId, Request, Table};

use super::{HouseEvent, Source, TableEvent, TableRefusal, TableState};

impl TableState {
    /// Whether the house deals the cards of the round being played.
    pub fn is_dealt_by_house(&self) -> bool {
        self.cards_from() == Source::House && self.shuffle().is_some()
    }

    /// The Players who said that they have bet what they want, while bets are open.
    pub fn ready(&self) -> &BTreeSet<PlayerId> {
        &self.ready
    }

    /// Whether bets lie and all who have one are ready: nothing is left to wait for.
    pub fn is_everyone_ready(&self) -> bool {
        let bettors = self.bettors();
        !bettors.is_empty() && bettors.is_subset(&self.ready)
    }

    /// Those who have a bet while bets are open.
    fn bettors(&self) -> BTreeSet<PlayerId> {
        let open = self.open_round();
        let open = open.filter(|round| matches!(round.phase(), Phase::BetsOpen));
        let boxes = open.into_iter().flat_map(game::Round::boxes);
        boxes
            .flat_map(|(_, held)| held.bets.all().iter().map(|share| share.player))
            .collect()
    }

    pub(super) fn ready_event(&self, by: Actor) -> Result<HouseEvent, TableRefusal> {
        let player = by.player().ok_or(TableRefusal::NotAPlayer)?;
        let open = self.open_round();
        let open = open
            .is_some_and(|round| matches!(round.phase(), Phase::BetsOpen) && !round.is_suspended());
        if !open || !self.is_dealt_by_house() {
            return Err(TableRefusal::NoBetsToEnd);
        }
        if !self.bettors().contains(&player) {
            return Err(TableRefusal::NoBetYet);
        }
        if self.ready.contains(&player) {
            return Err(TableRefusal::ReadyBefore);
        }
        Ok(HouseEvent::PlayerReady { player })
    }

    /// Refuses chips that leave a bet below its minimum where the house deals: bets would not close.
    pub(super) fn check_minimum(
        &self,
        request: &Request,
        events: &[Event],
    ) -> Result<(), TableRefusal> {
        let (Request::PlaceBet { at, area, .. } | Request::PlaceBetFor { at, area, .. }) = request
        else {
            return Ok(());
        };
        if !self.is_dealt_by_house() {
            return Ok(());
        }
        let mut after = self.table.clone();
        for event in events {
            after.evolve(event);
        }
        match short_bet(&after) {
            Some(short) if short == (*at, *area) => Err(TableRefusal::BelowMinimum),
            Some(_) | None => Ok(()),
        }
    }

    /// The move as it is granted where the house deals: from the smallest amount that may stand.
    pub(super) fn within_minimum(&self, listed: Move) -> Move {
        let Move::Amount {
            request,
            mut amounts,
        } = listed
        else {
            return listed;
        };
        if self.is_dealt_by_house()
            && matches!(request, Request::PlaceBet { .. })
            && let Some((least, _)) = amounts.within_limits
        {
            amounts.min = amounts.min.max(least);
        }
        if amounts.min == amounts.max {
            return Move::Exact(request);
        }
        Move::Amount { request, amounts }
    }

    pub(super) fn evolve_ready(&mut self, event: &TableEvent) {
        match event {
            TableEvent::House(HouseEvent::PlayerReady { player }) => {
                self.ready.insert(*player);
            }
            TableEvent::Game(Event::BetsOpened { .. } | Event::BetsClosed) => self.ready.clear(),
            // A Player who goes on betting is not done.
            TableEvent::Game(
                Event::BetPlaced { player, .. } | Event::BetTakenBack { player, .. },
            ) => {
                self.ready.remove(player);
            }
            TableEvent::Game(_) | TableEvent::House(_) | TableEvent::Cards(_) => {}
        }
    }
}

/// The first bet below its minimum.
fn short_bet(table: &Table) -> Option<(game::BoxNumber, game::Area)> {
    match table.next_duty() {
        NextDuty::Bets { short, .. } => short,
        NextDuty::House(_)
        | NextDuty::Dealer(_)
        | NextDuty::Decision { .. }
        | NextDuty::Reveal { .. }
        | NextDuty::Ruling { .. }
        | NextDuty::Choices { .. } => None,
    }
}
