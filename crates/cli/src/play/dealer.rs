//! The Dealer's work: calls, deal, showdown, counting out. Each step is a command like any other;
//! the rules say which one comes next.

use anyhow::{Context as _, bail};
use game::{Actor, BoxNumber, DealerDuty, Event, NextDuty, PlayerId, Request};

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

    /// Whatever the rulebook has the Dealer offer first, the closing call, and what is said before
    /// the deal.
    pub fn close_bets(&mut self) -> anyhow::Result<Vec<Event>> {
        self.work(|duty| !matches!(duty, DealerDuty::Deal(_) | DealerDuty::Conclude))
    }

    pub fn deal(&mut self) -> anyhow::Result<Vec<Event>> {
        self.work(|duty| matches!(duty, DealerDuty::Deal(_)))
    }

    /// The end of a round without a bet.
    pub fn finish_empty(&mut self) -> anyhow::Result<()> {
        self.work(|duty| matches!(duty, DealerDuty::Conclude))?;
        Ok(())
    }

    /// From the last decision to the end of the round: the Dealer does what is owed, and each Player
    /// turns the hand the table waits for.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        while !self.round().is_over() {
            match self.next_duty() {
                NextDuty::Dealer(duty) => {
                    self.fulfil(duty)?;
                    if let DealerDuty::ShowBox { at } = duty {
                        self.claim(at);
                    }
                }
                NextDuty::Reveal { at, player } => {
                    self.must(Actor::Player(player), Request::Reveal { at })?;
                    self.claim(at);
                }
                other @ (NextDuty::House(_)
                | NextDuty::Bets { .. }
                | NextDuty::Decision { .. }
                | NextDuty::Ruling { .. }
                | NextDuty::Choices { .. }) => {
                    bail!("the showdown had to stop: {other:?} comes next")
                }
            }
        }
        Ok(())
    }

    /// A hand that won the jackpot and lies open is claimed by its Player, where he has to.
    fn claim(&mut self, at: BoxNumber) {
        if let Some(player) = self.round().controller(at) {
            self.if_allowed(Actor::Player(player), Request::ClaimJackpot { at });
        }
    }

    /// The Dealer does what is owed, step after step, as long as it belongs to this `part` of the
    /// round.
    fn work(&mut self, part: impl Fn(DealerDuty) -> bool) -> anyhow::Result<Vec<Event>> {
        let mut events = Vec::new();
        while let NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, .. } = self.next_duty()
            && part(duty)
        {
            events.extend(self.fulfil(duty)?);
        }
        Ok(events)
    }

    /// Does one duty, with cards from the shoe where it takes any.
    fn fulfil(&mut self, duty: DealerDuty) -> anyhow::Result<Vec<Event>> {
        let displayed = self.meter().unwrap_or_default();
        let request = duty.request(self.shoe.undealt(), displayed);
        let request = request.context("the deal had to stop: the shoe is empty")?;
        let events = self.must(duty.actor(DEALER), request)?;
        for _ in 0..duty.cards() {
            self.shoe.draw();
        }
        Ok(events)
    }

    /// Clockwise, with who decides.
    pub fn boxes_in_round(&self) -> Vec<(BoxNumber, PlayerId)> {
        let boxes = self.round().in_round();
        boxes
            .filter_map(|(at, held)| Some((at, held.controller()?)))
            .collect()
    }
}
