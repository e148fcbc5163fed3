//! A table kept going by sensible people, from whatever state it is found in.
//!
//! What comes next is a function of the table, the seed and nothing else: a process that is killed in the
//! middle and started again goes on as if nothing had happened. Cards, bets and folds of a round follow from the
//! seed and the round's number.

use game::{
    Actor, Area, BettingBox, Bounds, BoxNumber, Card, Command, CommunityMethod, DealerDuty, Device,
    FoldedPairPlus, HouseDuty, JackpotKind, JackpotSetup, Limits, Money, NextDuty, PlayerId, Rank,
    Request, Round, Rulebook, Setup, Table,
};

use super::checked_table::CheckedTable;
use super::dice::Dice;
use super::scene::{DEALER, HOUSE};
use super::ways::{self, Way};

/// The people of one table and their habits.
#[derive(Clone, Debug)]
pub struct ScriptedTable {
    pub rulebook: Rulebook,
    pub seed: u64,
    /// How many boxes are played, each by a Player of its own: the first has the number `first`.
    pub boxes: u8,
    pub first: PlayerId,
    /// One round in so many has a royal of spades at the first box.
    pub royal_one_in: u64,
}

/// Who pays the jackpots of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jackpots {
    /// The table itself, at this meter.
    Own(Money),
    /// A link: the table waits for it.
    Linked,
}

impl ScriptedTable {
    /// What is asked next and by whom; nothing while the table waits for its link.
    pub fn next(&self, table: &Table, jackpots: Jackpots) -> Option<Way> {
        let duty = table.next_duty();
        let first = match &duty {
            NextDuty::Bets { .. } => self.bets(table.round()?),
            NextDuty::Decision { at, .. } => self.decisions(table.round()?, *at),
            NextDuty::Dealer(_) | NextDuty::Reveal { .. } => self.claims(table),
            NextDuty::House(_) | NextDuty::Ruling { .. } | NextDuty::Choices { .. } => Vec::new(),
        };
        let takes = |(by, asks): &Way| {
            let rulebook = table.rulebook().unwrap_or(&self.rulebook);
            let command = Command::new(*by, asks.clone());
            table.decide(rulebook, &command).is_ok()
        };
        let first = first.into_iter().find(&takes);
        first.or_else(|| self.duty(table, &duty, jackpots).into_iter().find(&takes))
    }

    /// What the rules say comes next.
    fn duty(&self, table: &Table, duty: &NextDuty, jackpots: Jackpots) -> Vec<Way> {
        match duty {
            NextDuty::House(duty) => self.house(*duty).into_iter().collect(),
            NextDuty::Dealer(DealerDuty::OpenBets) => vec![(DEALER, Request::OpenBets)],
            NextDuty::Dealer(DealerDuty::PayJackpots) => match jackpots {
                Jackpots::Own(displayed) => {
                    vec![(Actor::System, Request::PayJackpots { displayed })]
                }
                Jackpots::Linked => Vec::new(),
            },
            NextDuty::Dealer(_)
            | NextDuty::Bets { .. }
            | NextDuty::Decision { .. }
            | NextDuty::Reveal { .. }
            | NextDuty::Ruling { .. }
            | NextDuty::Choices { .. } => {
                let mut checked = CheckedTable::new(self.rulebook.clone());
                checked.table = table.clone();
                let deck = table.round().map(|round| self.deck(round));
                ways::ways(&checked, &deck.unwrap_or_default())
            }
        }
    }

    fn house(&self, duty: HouseDuty) -> Option<Way> {
        let asks = match duty {
            HouseDuty::OpenTable => Request::OpenTable {
                setup: Box::new(self.setup()),
            },
            HouseDuty::ChooseMethod => Request::ChooseMethod {
                method: CommunityMethod::PacketThreeLast,
            },
            HouseDuty::DisplayNotice { notice } => Request::DisplayNotice { notice },
            HouseDuty::ChooseFaultMode | HouseDuty::CloseTable => return None,
        };
        Some((HOUSE, asks))
    }

    /// The bets that are still to be made in this round.
    fn bets(&self, round: &Round) -> Vec<Way> {
        let mut dice = self.dice(round);
        let mut ways = Vec::new();
        for number in 1..=self.boxes {
            let at = BoxNumber(number);
            let held = round.betting_box(at);
            let side = dice.one_in(2).then_some(Area::PairPlus);
            for area in [Some(Area::Ante), side, Some(Area::Jackpot)] {
                let Some(area) = area else { continue };
                if held.is_some_and(|held| held.bets.has(area)) {
                    continue;
                }
                let amount = self.stake(area);
                let asks = Request::PlaceBet { at, area, amount };
                ways.push((self.player(number), asks));
            }
        }
        ways
    }

    /// A look first, then one box in four folds.
    fn decisions(&self, round: &Round, at: BoxNumber) -> Vec<Way> {
        let by = self.player(at.0);
        let mut ways = Vec::new();
        if round.betting_box(at).is_some_and(|held| !held.seen) {
            ways.push((by, Request::Look { at }));
        }
        let mut dice = self.dice(round);
        let folds = (0..at.0).map(|_| dice.one_in(4)).last().unwrap_or(false);
        if folds {
            let pair_plus = FoldedPairPlus::Plain;
            ways.push((by, Request::Fold { at, pair_plus }));
        }
        ways
    }

    /// A Player who may claim a jackpot does so at once.
    fn claims(&self, table: &Table) -> Vec<Way> {
        let round = table.round().filter(|round| !round.is_over());
        let boxes = round.into_iter().flat_map(Round::in_round);
        let unclaimed = boxes.filter(|(_, held)| !held.claimed);
        let claim = |(at, held): (BoxNumber, &BettingBox)| {
            let by = Actor::Player(held.controller().unwrap_or(self.first));
            (by, Request::ClaimJackpot { at })
        };
        unclaimed.map(claim).collect()
    }

    fn deck(&self, round: &Round) -> Vec<Card> {
        let mut dice = self.dice(round);
        let royal = dice.one_in(self.royal_one_in);
        let mut deck = dice.deck();
        if royal {
            // Whatever the device, among the first cards: three in a row, or one in each turn.
            let turn = usize::from(self.boxes) + 1;
            let single = self.device() != Device::Shuffler;
            for (nth, rank) in [Rank::Ace, Rank::King, Rank::Queen].into_iter().enumerate() {
                let spade = |card: &Card| card.suit() == game::Suit::Spades && card.rank() == rank;
                let was = deck.iter().position(spade).unwrap();
                let to = if single { 1 + nth * turn } else { nth };
                deck.swap(was, to);
            }
        }
        deck
    }

    fn dice(&self, round: &Round) -> Dice {
        let number = round.number();
        Dice::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn player(&self, number: u8) -> Actor {
        Actor::Player(PlayerId(self.first.0 + u32::from(number) - 1))
    }

    fn stake(&self, area: Area) -> Money {
        match area {
            Area::Jackpot => Money::major(5),
            _ if self.rulebook.id == game::RulebookId::Oceanfront => Money::major(4),
            Area::Ante | Area::Play | Area::PairPlus | Area::FiveCard => Money::major(25),
        }
    }

    fn device(&self) -> Device {
        let devices = self.rulebook.deal_methods.says;
        let nth = usize::try_from(self.seed % devices.len() as u64).unwrap();
        let community = self.rulebook.community_method.says.is_some();
        if community {
            Device::Shuffler
        } else {
            devices[nth]
        }
    }

    fn setup(&self) -> Setup {
        let jackpot = self.rulebook.jackpot_kind.says != JackpotKind::None;
        let bounds = Bounds {
            min: Some(Money::minor(100)),
            max: Some(self.stake(Area::Ante)),
        };
        Setup {
            positions: self.rulebook.positions.says.0.max(self.boxes),
            device: self.device(),
            limits: Limits {
                ante: bounds,
                pair_plus: bounds,
                five_card: Bounds::default(),
            },
            jackpot: jackpot.then_some(JackpotSetup {
                stake: Money::major(5),
                contribution: Money::major(1),
                seed: Money::major(20_000),
            }),
            interruption_grace_seconds: 60,
            smallest_chip: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Event, JackpotAward, RulebookId};

    /// Under every rulebook, round after round, and the same from anywhere in the middle.
    #[test]
    fn a_night_never_stands_still() {
        for id in RulebookId::ALL {
            for seed in 0..6 {
                let script = ScriptedTable {
                    rulebook: id.form().clone(),
                    seed,
                    boxes: 3,
                    first: PlayerId(1),
                    royal_one_in: 3,
                };
                let mut table = Table::closed();
                let (mut rounds, mut majors) = (0, 0);
                for step in 0..1_000 {
                    let meter = Money::major(50_000);
                    let next = script.next(&table, Jackpots::Own(meter));
                    let (by, asks) = next.unwrap_or_else(|| {
                        let phase = table.round().map(|round| round.phase().name());
                        panic!("{id} seed {seed} stands still at {phase:?} after {step}")
                    });
                    let rulebook = table.rulebook().unwrap_or(&script.rulebook).clone();
                    let command = Command::new(by, asks);
                    for event in table.decide(&rulebook, &command).unwrap() {
                        rounds += usize::from(event == Event::RoundConcluded);
                        majors += usize::from(matches!(
                            &event,
                            Event::JackpotAwarded {
                                award: JackpotAward::Major,
                                ..
                            }
                        ));
                        table.evolve(&event);
                    }
                }
                assert!(rounds > 20, "{id} seed {seed}: {rounds} rounds");
                let three_cards = id.form().jackpot_kind.says == JackpotKind::ThreeCard;
                assert!(
                    majors > 0 || !three_cards,
                    "{id} seed {seed}: no Player won"
                );
            }
        }
    }
}
