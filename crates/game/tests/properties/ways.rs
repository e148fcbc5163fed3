//! What comes next by the rules: it always leads nearer to the end of the round.

use game::{Actor, Card, CardSet, DealerDuty, Felt, Move, NextDuty, PlayerId, Request, Timestamp};

use super::driver::{DEALER, Driver, METER};

impl Driver {
    /// Does what comes next, which is always granted: no round may ever be stuck.
    pub fn towards_the_end(&mut self) {
        let (by, asks) = self.next();
        if let Err(refusal) = self.give(by, asks.clone()) {
            let duty = self.table.next_duty();
            panic!("{by} asks {asks:?} when {duty:?} comes next: {refusal}");
        }
    }

    /// What the Dealer owes, or a move of the Player the table waits for.
    pub fn next(&mut self) -> (Actor, Request) {
        match self.table.next_duty() {
            NextDuty::Dealer(duty)
            | NextDuty::Bets {
                then: duty,
                short: None,
            } => {
                let request = duty.request(&self.next_cards(duty), METER);
                (
                    duty.actor(DEALER),
                    request.expect("a full deck is dealt from"),
                )
            }
            NextDuty::Bets {
                short: Some((at, area)),
                ..
            } => {
                let held = self.round().betting_box(at).unwrap();
                let player = held.bets.shares(area).next().unwrap().player;
                (Actor::Player(player), Request::TakeBack { at, area })
            }
            NextDuty::Decision { at, player } => self.one_of(player, |asks| {
                matches!(asks, Request::Play { at: to, .. } | Request::Fold { at: to, .. }
                    | Request::StandPairPlus { at: to } if *to == at)
            }),
            NextDuty::Reveal { at, player } => self.one_of(player, |asks| {
                matches!(asks, Request::Reveal { at: of } | Request::DeclineReveal { at: of }
                    if *of == at)
            }),
            other @ (NextDuty::House(_) | NextDuty::Ruling { .. } | NextDuty::Choices { .. }) => {
                panic!("nothing went wrong at this table, and {other:?} comes next")
            }
        }
    }

    fn next_cards(&self, duty: DealerDuty) -> Vec<Card> {
        if duty.cards() == 0 {
            return Vec::new();
        }
        let used = self.round().felt().map_or_else(CardSet::new, Felt::used);
        let left = self.deck.iter().filter(|card| !used.contains(**card));
        left.copied().collect()
    }

    /// Mostly the first of the moves that lead on, which is to play or to show; else any of them.
    fn one_of(
        &mut self,
        player: PlayerId,
        leads_on: impl Fn(&Request) -> bool,
    ) -> (Actor, Request) {
        let by = Actor::Player(player);
        let moves = self.table.moves(by, Timestamp::default());
        let open = moves.iter().filter_map(Move::request);
        let open: Vec<&Request> = open.filter(|asks| leads_on(asks)).collect();
        let any = if self.dice.one_in(3) {
            self.dice.below(open.len() as u64)
        } else {
            0
        };
        let chosen = open.get(usize::try_from(any).unwrap());
        let chosen = chosen.unwrap_or_else(|| panic!("no move of {by} leads on: {moves:?}"));
        (by, (*chosen).clone())
    }
}
