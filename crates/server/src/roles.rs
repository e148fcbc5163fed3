//! Who may do what: one matrix of roles and requests, asked before the rules are.
//!
//! The rules decide by post, box and phase; here stands what a role may ask at all. A request whose cell
//! says no is refused before the rules hear of it, and is not among the moves of the role. The rows are
//! generated from the types: every request to a table, a link or the desk of the house, and every call of
//! the API. `docs/ROLES.md` is printed from it, and a test sends every cell to a house that is open.

mod calls;
mod requests;
#[cfg(test)]
mod tests;

use house::link::LinkRequest;
pub use house::people::Role;
use house::table::{TableMove, TableRequest};

use crate::desk::DeskRequest;
pub use calls::{Call, Callers};
pub use requests::Row;

/// What a role may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A passer-by has to sign in first (401).
    SignIn,
    /// Refused, and no rule is asked (403).
    No,
    /// For what is the caller's own; what is another's is refused.
    Own,
    /// The rules and the house decide.
    Any,
}

impl Cell {
    /// Whether the request gets as far as the rules.
    pub const fn is_asked(self) -> bool {
        match self {
            Cell::Own | Cell::Any => true,
            Cell::SignIn | Cell::No => false,
        }
    }
}

/// Who asks a request at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Askers {
    /// Players, for their own boxes, bets and seeds.
    Players,
    /// Players, at any box: the rulebook says who may share one.
    PlayersAtAnyBox,
    /// Players for themselves, and everybody who holds a post in the pit.
    PlayersAndPit,
    /// Everybody who holds a post in the pit: the rules know which post a step takes, and who acts in a
    /// higher one (rws-2020 1.13).
    Pit,
    /// The pit, and the administrator for the House.
    PitAndHouse,
    /// The administrator, for the House. STANDARDS L4: he keeps tables, and cannot play, deal, rule or
    /// pay.
    House,
    /// The cage, which takes in money and pays it out.
    Cage,
    /// The two who sign for a link: managers and the administrator.
    Signers,
    /// The program alone.
    System,
}

impl Askers {
    const fn roles(self) -> &'static [Role] {
        match self {
            Askers::Players | Askers::PlayersAtAnyBox => &[Role::Player, Role::Guest],
            Askers::PlayersAndPit => &[
                Role::Player,
                Role::Guest,
                Role::Dealer,
                Role::PitSupervisor,
                Role::PitManager,
                Role::ShiftManager,
            ],
            Askers::Pit => &[
                Role::Dealer,
                Role::PitSupervisor,
                Role::PitManager,
                Role::ShiftManager,
            ],
            Askers::PitAndHouse => &[
                Role::Dealer,
                Role::PitSupervisor,
                Role::PitManager,
                Role::ShiftManager,
                Role::Administrator,
            ],
            Askers::House => &[Role::Administrator],
            Askers::Cage => &[Role::Cage],
            Askers::Signers => &[Role::PitManager, Role::ShiftManager, Role::Administrator],
            Askers::System => &[],
        }
    }

    /// What the role may ask of these.
    pub fn cell(self, role: Role) -> Cell {
        if !self.roles().contains(&role) {
            return Cell::No;
        }
        if role.is_player() && self != Askers::PlayersAtAnyBox {
            Cell::Own
        } else {
            Cell::Any
        }
    }
}

/// What the role may ask of a table by this request.
pub fn at_table(role: Role, request: &TableRequest) -> Cell {
    requests::askers_at_table(request).cell(role)
}

/// What the role may ask of a link by this request.
pub fn at_link(role: Role, request: &LinkRequest) -> Cell {
    request.askers().cell(role)
}

/// What the role may ask of the desk by this request.
pub fn at_desk(role: Role, request: &DeskRequest) -> Cell {
    if let DeskRequest::AskLink { asks, .. } = request {
        return at_link(role, asks);
    }
    request.askers().cell(role)
}

/// Whether the move is one of the role's.
pub fn may_move(role: Role, listed: &TableMove) -> bool {
    requests::askers_of_move(listed).cell(role).is_asked()
}
