//! What an actor may ask of the table now, and the rules would grant.
//!
//! Every candidate is put to the rules themselves, so the list cannot promise what
//! [`Table::decide`] would refuse; a property test holds it against `decide` in the other direction
//! too. Amounts are given as a range. Where the content is free (a report, a finding, a card that is
//! dealt) the list names the kind of request and what each field may hold.
//!
//! A list never tells more than its actor may know: fields for cards say how many are taken and
//! leave out only those that lie open.

mod filled;
mod form;
mod pit;
mod players;
mod reports;
mod staff;
mod wire;

pub use form::{Choices, Field, FormKind, MoveForm};

use super::Table;
use crate::actor::Actor;
use crate::money::Money;
use crate::round::{Command, Event, Request, Round};
use crate::rulebook::Rulebook;
use crate::settlement::{Outcome, PlayerId};
use crate::timestamp::Timestamp;
use crate::wager::Area;

/// Something an actor may ask for now and would be granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// This request, as it stands.
    Exact(Request),
    /// This request as it stands, or with any other amount in the range.
    Amount {
        /// With the smallest amount that stands within the limits, where there is one.
        request: Request,
        /// The amounts the rules take.
        amounts: Amounts,
    },
    /// This decision to fold, as it stands.
    Fold {
        /// The decision.
        request: Request,
        /// What is lost with it at once, of the bets of the one who folds; his other bets stay in.
        loses: Vec<(Area, Money)>,
    },
    /// A request of this kind, with what its fields may hold.
    Form(MoveForm),
}

/// The amounts a request may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// The smallest amount that is granted.
    pub min: Money,
    /// The largest amount that is granted.
    pub max: Money,
    /// Every amount from `min` to `max` in steps of this one is granted.
    pub step: Money,
    /// The smallest and the largest amount that the table's limits let stand. A bet outside is
    /// granted too, and then advised on or cut down to the maximum (rws-2020 5.1, 5.2).
    pub within_limits: Option<(Money, Money)>,
}

impl Move {
    /// Whether the request is an instance of this move.
    pub fn allows(&self, asked: &Request) -> bool {
        match self {
            Move::Exact(request) | Move::Fold { request, .. } => request == asked,
            Move::Amount { request, amounts } => {
                let chosen = asked.amount().filter(|amount| amounts.contains(*amount));
                chosen.is_some_and(|amount| request.clone().with_amount(amount) == *asked)
            }
            Move::Form(form) => form.allows(asked),
        }
    }

    /// The request that can be sent as it stands, where this move has one.
    pub fn request(&self) -> Option<&Request> {
        match self {
            Move::Exact(request) | Move::Amount { request, .. } | Move::Fold { request, .. } => {
                Some(request)
            }
            Move::Form(_) => None,
        }
    }
}

impl Amounts {
    /// From one amount to another, by single minor units.
    pub const fn between(min: Money, max: Money) -> Amounts {
        Amounts {
            min,
            max,
            step: Money::minor(1),
            within_limits: None,
        }
    }

    /// Whether the amount is one of them.
    pub fn contains(&self, amount: Money) -> bool {
        let in_steps = amount.less(self.min).is_multiple_of(self.step);
        amount >= self.min && amount <= self.max && in_steps
    }
}

impl Request {
    /// The amount a caller chooses, in requests that have one.
    fn amount(&self) -> Option<Money> {
        if let Request::PlaceBet { amount, .. } = self {
            return Some(*amount);
        }
        if let Request::PayJackpots { displayed } = self {
            return Some(*displayed);
        }
        None
    }

    fn with_amount(mut self, chosen: Money) -> Request {
        if let Request::PlaceBet { amount, .. } = &mut self {
            *amount = chosen;
        }
        if let Request::PayJackpots { displayed } = &mut self {
            *displayed = chosen;
        }
        self
    }
}

impl Table {
    /// The Players at the table: seated, or with a bet in the round.
    pub fn players(&self) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = self.seats.values().copied().collect();
        for (_, held) in self.round.iter().flat_map(Round::boxes) {
            players.extend(held.seated);
            players.extend(held.bets.all().iter().map(|share| share.player));
        }
        players.sort_unstable();
        players.dedup();
        players
    }

    /// The Players this table knows of: seated, with a bet, barred or restricted.
    pub fn known_players(&self) -> Vec<PlayerId> {
        let mut players = self.players();
        players.extend(self.conduct.barred());
        players.extend(self.conduct.restricted());
        players.sort_unstable();
        players.dedup();
        players
    }

    /// Everything `actor` may ask now and would be granted, in the order of a round. `now` counts
    /// where a proposal waits for its second person and lapses.
    pub fn moves(&self, actor: Actor, now: Timestamp) -> Vec<Move> {
        let Some(rulebook) = self.rulebook() else {
            return staff::of_a_closed_table(actor);
        };
        let mut asking = Asking {
            table: self,
            rulebook,
            command: Command {
                by: actor,
                now,
                asks: Request::CloseTable,
            },
            events: Vec::new(),
            moves: Vec::new(),
        };
        match actor {
            Actor::Player(player) => asking.player(player),
            Actor::Staff { .. } | Actor::System => asking.staff(),
        }
        asking.moves
    }

    /// Whether the rules would grant the command, without working out all that follows from it.
    fn grants(&self, rulebook: &Rulebook, command: &Command, events: &mut Vec<Event>) -> bool {
        match (&command.asks, &self.round) {
            (Request::Report { report }, Some(round)) if !self.is_the_tables_own(&command.asks) => {
                round.hears_report(rulebook, command.by, report)
            }
            (Request::Rule { on, finding }, Some(round)) => {
                round.hears_ruling(rulebook, command.by, *on, finding)
            }
            _ => self.decide_into(rulebook, command, events).is_ok(),
        }
    }
}

/// One actor's candidates, put to the rules one after the other.
struct Asking<'a> {
    table: &'a Table,
    rulebook: &'a Rulebook,
    /// Who asks and when; the request is replaced for each candidate.
    command: Command,
    /// What a granted candidate would do; overwritten by the next candidate.
    events: Vec<Event>,
    moves: Vec<Move>,
}

impl<'a> Asking<'a> {
    fn round(&self) -> Option<&'a Round> {
        self.table.round.as_ref()
    }

    fn is_granted(&mut self, request: Request) -> bool {
        if let (Some(player), Request::Report { report }) = (self.command.by.player(), &request)
            && !report.can_come_from(player)
        {
            // The rules say so too, with their clause.
            return false;
        }
        self.command.asks = request;
        self.table
            .grants(self.rulebook, &self.command, &mut self.events)
    }

    /// Lists the request if it is granted.
    fn offer(&mut self, request: Request) {
        if self.is_granted(request) {
            let request = core::mem::replace(&mut self.command.asks, Request::CloseTable);
            self.moves.push(Move::Exact(request));
        }
    }

    /// Lists a decision to fold if it is granted, with what the Player loses by it.
    fn offer_fold(&mut self, request: Request, player: PlayerId) {
        if self.is_granted(request) {
            let lost = |event: &Event| {
                let Event::WagerSettled(line) = event else {
                    return None;
                };
                let is_lost = line.player == player && line.outcome == Outcome::Lose;
                let mut areas = Area::ALL.into_iter();
                let area = areas.find(|area| is_lost && area.wager() == line.wager)?;
                Some((area, line.staked.less(line.returned)))
            };
            let loses = self.events.iter().filter_map(lost).collect();
            let request = core::mem::replace(&mut self.command.asks, Request::CloseTable);
            self.moves.push(Move::Fold { request, loses });
        }
    }

    /// Lists the request with the amounts it may name, if it is granted with the one it has.
    fn offer_amounts(&mut self, request: Request, amounts: Amounts) {
        if self.is_granted(request) {
            let request = core::mem::replace(&mut self.command.asks, Request::CloseTable);
            let single = amounts.min == amounts.max;
            self.moves.push(if single {
                Move::Exact(request)
            } else {
                Move::Amount { request, amounts }
            });
        }
    }

    /// Lists the form if one request of its kind is granted.
    fn offer_form(&mut self, instance: Request, form: impl FnOnce() -> MoveForm) {
        if self.is_granted(instance) {
            self.moves.push(Move::Form(form()));
        }
    }

    /// The Players for whom `request` is granted, others than those the table knows among them.
    fn players_granted(
        &mut self,
        known: &[PlayerId],
        request: impl Fn(PlayerId) -> Request,
    ) -> Option<Choices> {
        let (granted, refused): (Vec<PlayerId>, Vec<PlayerId>) = known
            .iter()
            .partition(|player| self.is_granted(request(**player)));
        // What the table says of a Player it has never heard of, it says of all such Players.
        let stranger = (0..=u32::MAX).map(PlayerId);
        let stranger = stranger.into_iter().find(|player| !known.contains(player));
        if stranger.is_some_and(|player| self.is_granted(request(player))) {
            return Some(Choices::PlayersExcept(refused));
        }
        (!granted.is_empty()).then_some(Choices::Players(granted))
    }
}
