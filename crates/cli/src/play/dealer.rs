//! The Dealer's work: calls, deal, showdown, counting out. Each step is a command like any other;
//! which one is due, the rules say.

use game::{Actor, BoxNumber, Card, Event, Phase, PlayerId, Request, Showing};

use super::session::{DEALER, Session, YOU};

impl Session {
    /// The opening call; before the first round everybody takes a seat.
    pub fn open_bets(&mut self) -> anyhow::Result<Vec<Event>> {
        let events = self.must(DEALER, Request::OpenBets)?;
        let own = self.settings.boxes.iter().map(|at| (YOU, *at));
        let seats: Vec<(PlayerId, BoxNumber)> =
            own.chain(self.settings.bots.iter().copied()).collect();
        for (player, at) in seats {
            let taken = self.held(at).is_some_and(|held| held.seated.is_some());
            if !taken {
                self.must(Actor::Player(player), Request::Sit { at })?;
            }
        }
        Ok(events)
    }

    /// Whatever the rulebook has the Dealer say and offer first, then the closing call.
    pub fn close_bets(&mut self) -> anyhow::Result<Vec<Event>> {
        let mut events = Vec::new();
        for (at, player) in self.boxes_in_round() {
            events.extend(self.if_allowed(DEALER, Request::OfferJackpot { at }));
            let informed = |event: &Event| *event == Event::OneHandInformed { player };
            if !events.iter().any(informed) {
                events.extend(self.if_allowed(DEALER, Request::InformOneHand { player }));
            }
        }
        events.extend(self.must(DEALER, Request::CloseBets)?);
        if self.round().in_round().next().is_some() {
            events.extend(self.if_allowed(DEALER, Request::CallMissingPairPlus));
        }
        Ok(events)
    }

    pub fn deal(&mut self) -> anyhow::Result<Vec<Event>> {
        let mut events = Vec::new();
        while matches!(self.round().phase(), Phase::BetsClosed | Phase::Dealing(_)) {
            let (movement, cards) = self.next_movement()?;
            events.extend(self.must(DEALER, movement)?);
            for _ in 0..cards {
                self.shoe.draw();
            }
        }
        Ok(events)
    }

    /// The movement the rules take next, with how many cards it takes out of the shoe.
    fn next_movement(&self) -> anyhow::Result<(Request, usize)> {
        let movements = movements(self.shoe.undealt());
        let taken = movements
            .iter()
            .find(|(request, _)| self.would(DEALER, request.clone()).is_ok());
        match (taken, movements.first()) {
            (Some(movement), _) => Ok(movement.clone()),
            // Whatever was refused, the reason to give is the one for a plain card.
            (None, first) => {
                let reason = first.map(|(request, _)| self.would(DEALER, request.clone()));
                Err(anyhow::anyhow!("the deal had to stop: {reason:?}"))
            }
        }
    }

    /// From the last decision to the end of the round.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.if_allowed(DEALER, Request::CollectFolded);
        if matches!(self.round().phase(), Phase::Deciding(_)) {
            self.must(DEALER, Request::ShowDealer)?;
        }
        self.turn_hands();
        while let Some(at) = self.round().next_to_settle(self.rulebook()) {
            self.must(DEALER, Request::Settle { at })?;
        }
        // Refused where no jackpot bet waits; one that was left out would stop the conclusion.
        let displayed = self.meter().unwrap_or_default();
        self.if_allowed(Actor::System, Request::PayJackpots { displayed });
        self.must(DEALER, Request::Conclude)?;
        Ok(())
    }

    /// The end of a round without a bet.
    pub fn finish_empty(&mut self) -> anyhow::Result<()> {
        self.must(DEALER, Request::Conclude)?;
        Ok(())
    }

    /// Each hand is turned by whoever has to, and a jackpot hand is claimed by its Player.
    fn turn_hands(&mut self) {
        for (at, player) in self.boxes_in_round() {
            let face_down = self
                .held(at)
                .is_some_and(|held| held.showing == Showing::FaceDown);
            if face_down && self.if_allowed(DEALER, Request::ShowBox { at }).is_empty() {
                self.if_allowed(Actor::Player(player), Request::Reveal { at });
            }
            self.if_allowed(Actor::Player(player), Request::ClaimJackpot { at });
        }
    }

    /// Clockwise, with who decides.
    pub fn boxes_in_round(&self) -> Vec<(BoxNumber, PlayerId)> {
        let boxes = self.round().in_round();
        boxes
            .filter_map(|(at, held)| Some((at, held.controller()?)))
            .collect()
    }
}

/// Every movement a Dealer's hand can make with the cards that come next.
fn movements(next: &[Card]) -> Vec<(Request, usize)> {
    let packet = |count: usize| {
        let cards = next.get(..count)?.to_vec();
        Some((Request::DealPacket { cards }, count))
    };
    let mut all = Vec::new();
    if let [first, rest @ ..] = next {
        all.push((Request::DealNext { card: *first }, 1));
        all.push((Request::Burn { card: *first }, 1));
        if let [second, ..] = rest {
            let cards = [*first, *second];
            all.push((Request::DealCommunity { cards }, 2));
        }
    }
    all.extend([packet(3), packet(2)].into_iter().flatten());
    all.push((Request::DiscardCommunity, 0));
    all
}
