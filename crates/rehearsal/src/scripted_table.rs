//! A table kept going by sensible people, from whatever state it is found in.
//!
//! What comes next is a function of the table, the seed and nothing else: whoever is killed in the middle
//! and started again goes on as if nothing had been. Cards, bets and folds of a round follow from the
//! seed and the round's number.

use game::{
    Actor, Area, Bounds, BoxNumber, Card, Command, CommunityMethod, Decision, Device, Display,
    FoldedPairPlus, JackpotKind, JackpotSetup, Limits, Money, Notice, Phase, PlayerId, Rank,
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
    /// What somebody does next, if anybody has to.
    pub fn next(&self, table: &Table, jackpots: Jackpots) -> Option<Way> {
        let takes = |(by, asks): &Way| {
            let rulebook = table.rulebook().unwrap_or(&self.rulebook);
            let command = Command::new(*by, asks.clone());
            table.decide(rulebook, &command).is_ok()
        };
        self.ways(table, jackpots).into_iter().find(takes)
    }

    fn ways(&self, table: &Table, jackpots: Jackpots) -> Vec<Way> {
        if table.setup().is_none() {
            let setup = Box::new(self.setup());
            return vec![(HOUSE, Request::OpenTable { setup })];
        }
        match table.round().filter(|round| !round.is_over()) {
            None => self.opening(table),
            Some(round) if round.is_suspended() => self.led_on(table, round, jackpots),
            Some(round) => match round.phase() {
                Phase::BetsOpen => self.betting(round),
                Phase::Deciding(_) => self.deciding(table, round, jackpots),
                Phase::BetsClosed
                | Phase::Dealing(_)
                | Phase::DealerShown(_)
                | Phase::Settling(_)
                | Phase::Jackpots(_)
                | Phase::Concluded(_)
                | Phase::Voided(_) => self.led_on(table, round, jackpots),
            },
        }
    }

    fn opening(&self, table: &Table) -> Vec<Way> {
        let mut ways = vec![(DEALER, Request::OpenBets)];
        let up = table.displayed();
        let notices = self.rulebook.display_required.says.iter();
        let notices = notices.map(|display| match display {
            Display::Limits => Notice::Limits,
            Display::JackpotAmount => Notice::JackpotAmount,
            Display::Method => Notice::DealingMethod,
        });
        let missing = notices.filter(|notice| !up.contains(notice));
        ways.extend(missing.map(|notice| (HOUSE, Request::DisplayNotice { notice })));
        let method = CommunityMethod::PacketThreeLast;
        ways.push((HOUSE, Request::ChooseMethod { method }));
        ways
    }

    fn betting(&self, round: &Round) -> Vec<Way> {
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
        ways.push((DEALER, Request::CloseBets));
        for number in 1..=self.boxes {
            let at = BoxNumber(number);
            ways.push((DEALER, Request::OfferJackpot { at }));
        }
        ways
    }

    fn deciding(&self, table: &Table, round: &Round, jackpots: Jackpots) -> Vec<Way> {
        let undecided = round
            .in_round()
            .find(|(_, held)| held.decision == Decision::Undecided);
        let Some((at, held)) = undecided else {
            return self.led_on(table, round, jackpots);
        };
        let by = self.player(at.0);
        let mut ways = Vec::new();
        if !held.seen {
            ways.push((by, Request::Look { at }));
        }
        let mut dice = self.dice(round);
        let folds = (0..at.0).map(|_| dice.one_in(4)).last().unwrap_or(false);
        if folds {
            let pair_plus = FoldedPairPlus::Plain;
            ways.push((by, Request::Fold { at, pair_plus }));
        }
        ways.extend(ways::deciding(round, None));
        ways
    }

    /// What leads to the end of the round.
    fn led_on(&self, table: &Table, round: &Round, jackpots: Jackpots) -> Vec<Way> {
        let mut checked = CheckedTable::new(self.rulebook.clone());
        checked.table = table.clone();
        let mut ways = ways::ways(&checked, &self.deck(round));
        for (at, held) in round.in_round().filter(|(_, held)| !held.claimed) {
            let by = Actor::Player(held.controller().unwrap_or(self.first));
            ways.insert(0, (by, Request::ClaimJackpot { at }));
        }
        ways.retain_mut(|(_, asks)| match (asks, jackpots) {
            (Request::PayJackpots { .. }, Jackpots::Linked) => false,
            (Request::PayJackpots { displayed }, Jackpots::Own(meter)) => {
                *displayed = meter;
                true
            }
            // A round that waits for its link is not stuck.
            (Request::Report { .. }, Jackpots::Linked) => {
                !matches!(round.phase(), Phase::Jackpots(_))
            }
            _ => true,
        });
        ways
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
                assert!(majors > 0 || !three_cards, "{id} seed {seed}: nobody won");
            }
        }
    }
}
