//! Chance at the table: what is done next, by whom, sensible mostly, wrong often, nonsense now and
//! then. Each round draws which kinds of trouble it will see, so that deep trouble is not always
//! drowned by other trouble.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "varies a few requests and leaves the rest as they are"
)]

use game::{
    Actor, Area, BoxNumber, Card, Command, Money, Notice, Phase, Place, PlayerId, Post, Request,
    Round, RulebookId, Slip, Step, Timestamp,
};

use super::again;
use super::checked_table::{CheckedTable, Failure};
use super::dice::Dice;
use super::scene::{self, DEALER, HOUSE, PEOPLE, staff};
use super::ways::{self, Way};

/// The kinds of trouble a round may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Slips,
    Exposures,
    Counts,
    /// What voids nearly everywhere: foreign cards, a short deck, no shuffle.
    DeckFaults,
    Interruptions,
    JackpotFaults,
    Bets,
    Conduct,
    Corrections,
    Leaving,
    /// Looks and touches in the deal: contact.
    Contact,
    Others,
    Noise,
}

const KINDS: [Kind; 13] = [
    Kind::Slips,
    Kind::Exposures,
    Kind::Counts,
    Kind::DeckFaults,
    Kind::Interruptions,
    Kind::JackpotFaults,
    Kind::Bets,
    Kind::Conduct,
    Kind::Corrections,
    Kind::Leaving,
    Kind::Contact,
    Kind::Others,
    Kind::Noise,
];

pub struct Driver {
    pub checked: CheckedTable,
    pub dice: Dice,
    pub deck: Vec<Card>,
    pub kinds: Vec<Kind>,
    /// Two hands the Dealer mixes up all through this deal.
    mixed_up: Option<(Place, Place)>,
    now: u64,
}

impl Driver {
    pub fn new(seed: u64) -> Result<Driver, Box<(Failure, CheckedTable)>> {
        let mut dice = Dice::new(seed);
        let checked = scene::opened(&mut dice).map_err(|failure| {
            let checked = CheckedTable::new(RulebookId::Rws2020.form().clone());
            Box::new((failure, checked))
        })?;
        Ok(Driver {
            checked,
            dice,
            deck: Card::ALL.to_vec(),
            kinds: Vec::new(),
            mixed_up: None,
            now: 1_000_000,
        })
    }

    /// One round from the opening call to its end, and what may still reach it after that.
    pub fn play_round(&mut self) -> Result<(), Failure> {
        self.draw_kinds();
        self.deck = self.rigged_deck();
        if !self.open_bets()? {
            return Ok(());
        }
        let steps = 30 + self.dice.below(110);
        for _ in 0..steps {
            if self.checked.is_over() {
                break;
            }
            self.step()?;
            let settling = |round: &Round| matches!(round.phase(), Phase::Settling(_));
            if self.checked.round().is_some_and(settling) && self.dice.one_in(5) {
                again::from_either_side(&self.checked)?;
            }
            if self.dice.one_in(90) {
                // From anywhere there is a way out; the walk itself goes on from here.
                let mut aside = self.checked.clone();
                let out = ways::out(&mut aside, &self.deck);
                if out.is_err() {
                    self.checked = aside;
                }
                out?;
            }
        }
        ways::out(&mut self.checked, &self.deck)?;
        for _ in 0..self.dice.below(5) {
            let way = self.after_the_end();
            if let Some((by, asks)) = way {
                self.give(by, asks)?;
            }
        }
        ways::out(&mut self.checked, &self.deck)
    }

    fn draw_kinds(&mut self) {
        let chance = self.dice.pick(&[2, 3, 3, 5]);
        let dice = &mut self.dice;
        self.kinds = KINDS.into_iter().filter(|_| dice.one_in(chance)).collect();
        let boxes = [1, 2, 3, 4, 5].map(|at| Place::Box(BoxNumber(at)));
        let other = self.dice.pick(&[boxes[1], boxes[2], Place::Dealer]);
        let one = self.dice.pick(&boxes[..2]);
        let mixes = self.kinds.contains(&Kind::Slips) && self.dice.one_in(2);
        self.mixed_up = (mixes && one != other).then_some((one, other));
        // Rounds that are void before the deal teach little.
        if self.dice.one_in(2) {
            self.kinds.retain(|kind| *kind != Kind::DeckFaults);
        }
    }

    /// Now and then royals and straight flushes, for jackpots and envy.
    fn rigged_deck(&mut self) -> Vec<Card> {
        let mut deck = self.dice.deck();
        if !self.dice.one_in(3) {
            return deck;
        }
        let suits = self.dice.below(4);
        for hand in 0..=self.dice.below(3) {
            let suit = u8::try_from((hand + suits) % 4).unwrap();
            let spread = self.dice.pick(&[1, 1, 3, 4, 5, 6]);
            let from =
                usize::try_from(self.dice.below(6)).unwrap() * if spread == 1 { 3 } else { 1 };
            let royal = deck
                .iter()
                .filter(|card| card.suit() as u8 == suit && card.rank() >= game::Rank::Queen);
            let royal: Vec<Card> = royal.copied().collect();
            for (nth, card) in royal.into_iter().enumerate() {
                let was = deck.iter().position(|other| *other == card).unwrap();
                deck.swap(was, from + nth * spread);
            }
        }
        deck
    }

    /// Opens the next round; false where the House has closed the table.
    fn open_bets(&mut self) -> Result<bool, Failure> {
        if self.checked.table.rulebook().is_none() {
            return Ok(false);
        }
        if self.give(DEALER, Request::OpenBets)? {
            return Ok(true);
        }
        // A fault that lasts, or its notice, keeps bets from opening.
        for _ in 0..3 {
            self.mend_fault()?;
            let notice = Notice::NoJackpot;
            self.give(HOUSE, Request::DisplayNotice { notice })?;
            if self.give(DEALER, Request::OpenBets)? {
                return Ok(true);
            }
        }
        self.give(HOUSE, Request::ClearFault)?;
        let opened = self.give(DEALER, Request::OpenBets)?;
        let again = Command::new(DEALER, Request::OpenBets).at(Timestamp(self.now));
        super::checked_table::holds!(
            "liveness: the next round opens",
            opened,
            "{:?}",
            self.checked.refusal(&again)
        );
        Ok(true)
    }

    fn mend_fault(&mut self) -> Result<(), Failure> {
        let mode = self.fault_mode();
        self.give(HOUSE, Request::ProposeFaultMode { mode })?;
        let by = self.any_actor();
        self.give(by, Request::ApproveFaultMode)?;
        self.give(staff(Post::ShiftManager, 31), Request::ApproveFaultMode)?;
        Ok(())
    }

    pub fn give(&mut self, by: Actor, asks: Request) -> Result<bool, Failure> {
        let wait = self.dice.pick(&[0, 100, 1_000, 5_000, 40_000]);
        self.now += if self.dice.one_in(60) { 400_000 } else { wait };
        self.checked
            .give(Command::new(by, asks).at(Timestamp(self.now)))
    }

    fn step(&mut self) -> Result<(), Failure> {
        let way = if self.checked.round().is_some_and(Round::is_suspended) {
            match self.dice.below(20) {
                0 => self.anything(),
                1 => self.sensible(),
                2 => self.trouble(),
                _ => self.pit(),
            }
        } else {
            let early =
                |round: &Round| matches!(round.phase(), Phase::BetsOpen | Phase::BetsClosed);
            let trouble = if self.checked.round().is_some_and(early) {
                5
            } else {
                22
            };
            match self.dice.below(100) {
                now if now < trouble => self.trouble(),
                22..26 if self.kinds.contains(&Kind::Noise) => self.anything(),
                26 => self.pit(),
                _ => self.sensible(),
            }
        };
        match way {
            Some((by, asks)) => self.give(by, asks).map(|_| ()),
            None => Ok(()),
        }
    }

    pub fn player(&mut self) -> PlayerId {
        PlayerId(u32::try_from(self.dice.below(4)).unwrap())
    }

    pub fn any_box(&mut self) -> BoxNumber {
        BoxNumber(u8::try_from(self.dice.below(8)).unwrap())
    }

    /// A box in the round, where there is one.
    pub fn staked_box(&mut self) -> BoxNumber {
        let staked = self.checked.round().into_iter().flat_map(Round::in_round);
        let staked: Vec<BoxNumber> = staked.map(|(at, _)| at).collect();
        if staked.is_empty() {
            return self.any_box();
        }
        self.dice.pick(&staked)
    }

    pub fn person(&mut self) -> Actor {
        let (post, person) = self.dice.pick(&PEOPLE);
        staff(post, person)
    }

    pub fn any_actor(&mut self) -> Actor {
        match self.dice.below(8) {
            0 => Actor::System,
            1 | 2 => Actor::Player(self.player()),
            3 => DEALER,
            _ => self.person(),
        }
    }

    pub fn amount(&mut self) -> Money {
        let capped = self.checked.rulebook.id == RulebookId::Oceanfront;
        let amounts: &[i64] = if capped {
            &[100, 200, 300, 400, 400, 50, 500]
        } else {
            &[1_000, 1_500, 2_500, 5_000, 10_000, 500, 120_000, 7]
        };
        Money::minor(self.dice.pick(amounts))
    }

    /// What a table does when nothing is wrong.
    pub fn sensible(&mut self) -> Option<Way> {
        let round = self.checked.round()?;
        let mut ways = match round.phase() {
            Phase::BetsOpen => return Some(self.betting()),
            Phase::BetsClosed | Phase::Dealing(_) => {
                if self.dice.one_in(12) {
                    return Some(self.before_the_deal());
                }
                let next = ways::next_cards(&self.checked, round, &self.deck);
                let next = next.map(|(by, asks)| (by, self.mixed(round, asks)));
                if self.dice.one_in(8) { None } else { next }
                    .into_iter()
                    .collect()
            }
            Phase::Deciding(_) => ways::deciding(round, &mut self.dice),
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
                ways::showdown(&self.checked, round, &mut self.dice)
            }
            Phase::Concluded(_) | Phase::Voided(_) => Vec::new(),
        };
        if ways.is_empty() {
            ways = ways::ways(&self.checked, &self.deck);
        }
        let open = |(by, asks): &Way| self.checked.takes(&Command::new(*by, asks.clone()));
        if self.dice.one_in(6) {
            let any = usize::try_from(self.dice.below(ways.len().max(1) as u64)).unwrap();
            return ways.into_iter().nth(any);
        }
        ways.into_iter().find(open)
    }

    /// The same cards to the other of two places.
    fn mixed(&self, round: &Round, asks: Request) -> Request {
        let step = round.next_step(&self.checked.rulebook);
        if step == Some(Step::Burn) && self.mixed_up.is_some() {
            let slip = Slip::Missed;
            return Request::Slip { slip };
        }
        let (Some((one, other)), Some(Step::Single(spot) | Step::Packet(spot))) =
            (self.mixed_up, step)
        else {
            return asks;
        };
        let to = match spot.place() {
            place if place == one => other,
            place if place == other => one,
            _ => return asks,
        };
        let cards = match asks {
            Request::DealNext { card } => vec![card],
            Request::DealPacket { cards } => cards,
            _ => return asks,
        };
        let slip = Slip::Instead { cards, to };
        Request::Slip { slip }
    }

    fn before_the_deal(&mut self) -> Way {
        let player = self.player();
        self.dice
            .pick(&[0, 1])
            .eq(&0)
            .then_some(())
            .map_or((DEALER, Request::CallMissingPairPlus), |()| {
                (DEALER, Request::InformOneHand { player })
            })
    }

    fn betting(&mut self) -> Way {
        let player = self.player();
        // Most Players keep to their own box.
        let own = BoxNumber(u8::try_from(player.0).unwrap() + 1);
        let at = if self.dice.one_in(3) {
            self.any_box()
        } else {
            own
        };
        let by = Actor::Player(player);
        let jackpot = self.checked.table.setup().and_then(|setup| setup.jackpot);
        let amount = self.amount();
        let bet = |area, amount| (by, Request::PlaceBet { at, area, amount });
        // A round without Players tests little.
        let staked = self
            .checked
            .round()
            .map_or(0, |round| round.in_round().count()) as u64;
        let enough = staked > self.dice.below(4);
        match self.dice.below(20) {
            0 if enough => (DEALER, Request::CloseBets),
            1..5 if enough || self.dice.one_in(20) => {
                let ways = ways::ways(&self.checked, &self.deck);
                let open = |(by, asks): &Way| self.checked.takes(&Command::new(*by, asks.clone()));
                ways.into_iter()
                    .find(open)
                    .unwrap_or((DEALER, Request::CloseBets))
            }
            5 => (
                by,
                Request::TakeBack {
                    at,
                    area: self.dice.pick(&Area::ALL),
                },
            ),
            6 => (by, Request::Sit { at }),
            7 => (
                DEALER,
                Request::PlaceBetFor {
                    player,
                    at,
                    area: Area::Ante,
                    amount,
                },
            ),
            8..11 => match jackpot {
                Some(set) => bet(Area::Jackpot, set.stake),
                None => bet(Area::FiveCard, Money::minor(200)),
            },
            11..14 => bet(Area::PairPlus, amount),
            _ => bet(Area::Ante, amount),
        }
    }
}
