//! Whether a player may stake, how much, and when that opens again: held against a bet, and against a list of
//! moves.

use house::game::{Amounts, Area, Money, Move, Request, Timestamp};
use house::table::TableMove;
use serde::Serialize;

use crate::problem::Problem;

/// Why nothing may be staked, brought or sat down for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blocked {
    /// A stable word, as in a problem.
    pub code: &'static str,
    /// The limit, what was used, and when it opens, for a person.
    pub detail: String,
    /// When it opens, where that is known.
    pub opens: Option<Timestamp>,
}

impl Blocked {
    /// As an answer.
    pub fn problem(self, now: Timestamp) -> Problem {
        let mut problem = Problem::refused(self.code, self.detail, Vec::new());
        problem.again_ms = self.opens.map(|opens| opens.0.saturating_sub(now.0));
        problem
    }
}

/// What a player may do for his own limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// Why he may not sit down or bring chips.
    pub away: Option<Blocked>,
    /// Why he may not stake: the same, or a reality check that is due.
    pub blocked: Option<Blocked>,
    /// How much he may stake, by each limit that he has.
    pub rooms: Vec<Room>,
}

/// How much a limit leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The code of a refusal by it.
    pub code: &'static str,
    /// What is limited, in words.
    pub of: &'static str,
    /// The most.
    pub value: i64,
    /// How much of it is used.
    pub used: i64,
    /// What became of that, in words.
    pub taken: &'static str,
    /// When nothing of it is used again, and the same in words; nothing: in the next round.
    pub opens: Option<(Timestamp, String)>,
}

impl Room {
    fn left(&self) -> i64 {
        self.value.saturating_sub(self.used).max(0)
    }
}

/// How often a bet counts: with an Ante its Play has to be possible.
fn weight(area: Area) -> i64 {
    match area {
        Area::Ante => 2,
        Area::Play | Area::PairPlus | Area::FiveCard | Area::Jackpot => 1,
    }
}

impl Allowance {
    /// Refuses a bet that would go beyond a limit.
    pub fn check_bet(&self, area: Area, amount: Money) -> Result<(), Blocked> {
        if let Some(blocked) = &self.blocked {
            return Err(blocked.clone());
        }
        let cost = amount.in_minor().saturating_mul(weight(area));
        match self.rooms.iter().find(|room| cost > room.left()) {
            None => Ok(()),
            Some(room) => Err(room.refuse(area, amount)),
        }
    }

    /// Leaves out of a player's moves what would be refused, and cuts amounts down to what would not be.
    pub fn restrict(&self, moves: &mut Vec<TableMove>) {
        moves.retain_mut(|listed| match listed {
            TableMove::Game(Move::Exact(Request::PlaceBet { area, amount, .. })) => {
                self.check_bet(*area, *amount).is_ok()
            }
            TableMove::Game(Move::Amount {
                request: Request::PlaceBet { area, amount, .. },
                amounts,
            }) => self.restrict_amounts(*area, amount, amounts),
            TableMove::Game(Move::Exact(Request::Sit { .. })) => self.away.is_none(),
            TableMove::Game(
                Move::Exact(_) | Move::Amount { .. } | Move::Fold { .. } | Move::Form(_),
            )
            | TableMove::Exact(_)
            | TableMove::Form(_) => true,
        });
    }

    /// Whether any amount is left.
    fn restrict_amounts(&self, area: Area, amount: &mut Money, amounts: &mut Amounts) -> bool {
        if self.blocked.is_some() {
            return false;
        }
        let Some(left) = self.rooms.iter().map(Room::left).min() else {
            return true;
        };
        let most = Money::minor(left / weight(area));
        if most >= amounts.max {
            return true;
        }
        if most < amounts.min {
            return false;
        }
        let above = most.less(amounts.min).down_to(amounts.step);
        amounts.max = amounts.min + above;
        let within = amounts.within_limits.take();
        let within = within.map(|(least, highest)| (least, highest.min(amounts.max)));
        amounts.within_limits = within.filter(|(least, highest)| least <= highest);
        *amount = Money::min(*amount, amounts.max);
        true
    }
}

impl Room {
    fn refuse(&self, area: Area, amount: Money) -> Blocked {
        let money = Money::minor;
        let (value, used) = (money(self.value), money(self.used));
        let (of, taken) = (self.of, self.taken);
        let with_play = if area == Area::Ante {
            " and its Play"
        } else {
            ""
        };
        let opens = self.opens.as_ref();
        let until = opens.map_or_else(
            || "the next round".to_owned(),
            |(_, at)| format!("it opens on {at}"),
        );
        let detail = format!(
            "your own limit on {of} is {value}: {used} {taken}, and {amount}{with_play} would go \
             beyond it; {until}"
        );
        Blocked {
            code: self.code,
            detail,
            opens: opens.map(|(at, _)| *at),
        }
    }
}
