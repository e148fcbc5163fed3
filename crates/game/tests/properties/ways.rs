//! What may sensibly be asked next: one of these always leads nearer to the end of the round.

use game::{
    Actor, Area, Card, CardSet, Command, Decision, FoldedPairPlus, Phase, PlayerId, Request,
    Showing, Step,
};

use super::driver::{DEALER, Driver, METER};

impl Driver {
    /// Tries every way on until one is taken: no round may ever be stuck.
    pub fn towards_the_end(&mut self) {
        for (by, asks) in self.ways_on() {
            if self.give(by, asks).is_ok() {
                return;
            }
        }
        panic!("nothing leads on from {:?}", self.round());
    }

    pub fn ways_on(&mut self) -> Vec<(Actor, Request)> {
        let mut ways = Vec::new();
        match self.round().phase().clone() {
            Phase::BetsOpen => {
                for (at, held) in self
                    .round()
                    .boxes()
                    .filter(|(_, held)| !held.jackpot_offered)
                {
                    let asks = Request::OfferJackpot { at };
                    let offer = Command::new(DEALER, asks.clone());
                    if held.is_in() && self.table.decide(&self.rulebook, &offer).is_ok() {
                        ways.push((DEALER, asks));
                    }
                }
                ways.push((DEALER, Request::CloseBets));
                // What keeps bets from closing is a short one: it may always be taken back.
                for (at, held) in self.round().boxes() {
                    for area in Area::ALL {
                        let shares = held.bets.shares(area);
                        ways.extend(shares.map(|share| {
                            (Actor::Player(share.player), Request::TakeBack { at, area })
                        }));
                    }
                }
            }
            Phase::BetsClosed | Phase::Dealing(_) => {
                ways.push((DEALER, Request::CallMissingPairPlus));
                for player in 0..4 {
                    ways.push((
                        DEALER,
                        Request::InformOneHand {
                            player: PlayerId(player),
                        },
                    ));
                }
                ways.retain(|_| self.dice.one_in(3));
                ways.extend(self.next_cards());
                ways.push((DEALER, Request::Conclude));
                ways.push((DEALER, Request::CallMissingPairPlus));
            }
            Phase::Deciding(_) => self.decisions(&mut ways),
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
                self.showdown(&mut ways);
            }
            Phase::Concluded(_) | Phase::Voided(_) => ways.push((DEALER, Request::OpenBets)),
        }
        ways
    }

    fn next_cards(&mut self) -> Option<(Actor, Request)> {
        let step = self.round().next_step(&self.rulebook)?;
        let used = match self.round().phase() {
            Phase::Dealing(felt) => felt.used(),
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Deciding(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => CardSet::new(),
        };
        let left: Vec<Card> = self
            .deck
            .iter()
            .copied()
            .filter(|card| !used.contains(*card))
            .collect();
        let next = |count: usize| left[..count].to_vec();
        let asks = match step {
            Step::Burn => Request::Burn { card: next(1)[0] },
            Step::Single(_) => Request::DealNext { card: next(1)[0] },
            Step::Packet(_) => Request::DealPacket { cards: next(3) },
            Step::CommunityFromShoe => Request::DealCommunity {
                cards: [next(2)[0], next(2)[1]],
            },
            Step::CommunityPacket(count) => Request::DealPacket {
                cards: next(usize::from(count)),
            },
            Step::DiscardCommunity => Request::DiscardCommunity,
        };
        Some((DEALER, asks))
    }

    fn decisions(&mut self, ways: &mut Vec<(Actor, Request)>) {
        let undecided = self
            .round()
            .in_round()
            .find(|(_, held)| held.decision == Decision::Undecided);
        if let Some((at, held)) = undecided {
            let by = Actor::Player(held.controller().unwrap());
            let own = held.bets.of(Area::Ante, held.controller().unwrap());
            let total = held.bets.total(Area::Ante);
            ways.push((by, Request::Look { at }));
            ways.retain(|_| self.dice.one_in(3));
            let play = [
                (by, Request::Play { at, amount: own }),
                (by, Request::Play { at, amount: total }),
                (by, Request::StandPairPlus { at }),
            ];
            let fold = (
                by,
                Request::Fold {
                    at,
                    pair_plus: FoldedPairPlus::Plain,
                },
            );
            if self.dice.one_in(3) {
                ways.push(fold.clone());
            }
            ways.extend(play);
            ways.push(fold);
            return;
        }
        ways.push((DEALER, Request::CollectFolded));
        ways.push((DEALER, Request::ShowDealer));
    }

    fn showdown(&mut self, ways: &mut Vec<(Actor, Request)>) {
        let hide = self.dice.one_in(4);
        for (at, held) in self.round().in_round() {
            let by = Actor::Player(held.controller().unwrap());
            if held.showing == Showing::FaceDown {
                if hide {
                    ways.push((by, Request::DeclineReveal { at }));
                }
                ways.push((by, Request::Reveal { at }));
                ways.push((DEALER, Request::ShowBox { at }));
            }
        }
        ways.extend(
            self.round()
                .next_to_settle(&self.rulebook)
                .map(|at| (DEALER, Request::Settle { at })),
        );
        ways.push((Actor::System, Request::PayJackpots { displayed: METER }));
        ways.push((DEALER, Request::Conclude));
    }
}
