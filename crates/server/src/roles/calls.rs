//! The calls of the API: method, path, and who may make them.
//!
//! The router is made from this list, so a call that does not stand here cannot be made.

use super::{Askers, Cell, Role};

/// Who may make a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callers {
    /// Everybody.
    Everyone,
    /// Everybody whom the table's policy on spectators lets watch.
    Watchers,
    /// Everybody who is signed in; what is asked has a row of its own.
    SignedIn,
    /// Everybody who is signed in, for what is his own.
    Themselves,
    /// Players, for their own purse and rack.
    Players,
    /// Players for what is their own, staff for everything.
    PlayersAndStaff,
    /// Players for their own purse, and those who look after or look into purses.
    PurseReaders,
    /// Players for their own disputes, and those who answer them or look into them.
    DisputeReaders,
    /// Those who answer disputes.
    DisputeAnswerers,
    /// Members of staff, for themselves.
    Staff,
}

/// The list of calls, with what follows from it.
macro_rules! calls {
    ($($(#[$doc:meta])* $call:ident $method:ident $path:literal $callers:ident,)+) => {
        /// A call of the API.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Call {
            $($(#[$doc])* $call,)+
        }

        impl Call {
            /// Every call there is.
            pub const ALL: &'static [Call] = &[$(Call::$call,)+];

            /// Its method, as HTTP writes it.
            pub const fn method(self) -> &'static str {
                match self {
                    $(Call::$call => stringify!($method),)+
                }
            }

            /// Its path below the base path of the house, with names of what varies in braces.
            pub const fn path(self) -> &'static str {
                match self {
                    $(Call::$call => $path,)+
                }
            }

            const fn callers(self) -> Callers {
                match self {
                    $(Call::$call => Callers::$callers,)+
                }
            }
        }
    };
}

calls! {
    /// Come as a guest.
    ComeAsGuest POST "/api/v1/guests" Everyone,
    /// Sign in.
    SignIn POST "/api/v1/sessions" Everyone,
    /// Sign out.
    SignOut DELETE "/api/v1/sessions/current" Themselves,
    /// Who am I?
    WhoAmI GET "/api/v1/me" Themselves,
    /// Begin to enrol a second device.
    BeginTotp POST "/api/v1/me/totp" Staff,
    /// Confirm the second device by a code.
    ConfirmTotp PUT "/api/v1/me/totp" Staff,
    /// My limits.
    Limits GET "/api/v1/me/limits" Players,
    /// Change my limits.
    SetLimits PUT "/api/v1/me/limits" Players,
    /// Take back a looser limit that waits.
    TakeBackLimit DELETE "/api/v1/me/limits/{limit}/waiting" Players,
    /// Stay away from every table.
    Exclude POST "/api/v1/me/exclusion" Players,
    /// Ask to come back.
    ComeBack DELETE "/api/v1/me/exclusion" Players,
    /// Go on after a reality check.
    GoOn POST "/api/v1/me/reality-check" Players,
    /// What I have played.
    Play GET "/api/v1/me/play" Players,
    /// The house, and who asks.
    House GET "/api/v1/house" Everyone,
    /// The lobby.
    Tables GET "/api/v1/tables" Everyone,
    /// A table.
    Table GET "/api/v1/tables/{table}" Watchers,
    /// A command to a table.
    CommandTable POST "/api/v1/tables/{table}/commands" SignedIn,
    /// From the purse to the table.
    BuyIn POST "/api/v1/tables/{table}/buy-in" Players,
    /// From the table to the purse.
    CashOut POST "/api/v1/tables/{table}/cash-out" Players,
    /// Players of the house for company.
    Company POST "/api/v1/tables/{table}/company" Players,
    /// What a hand is worth at a table.
    HandWorth GET "/api/v1/tables/{table}/hands/{cards}" Watchers,
    /// The live table.
    Socket GET "/api/v1/tables/{table}/socket" Watchers,
    /// Rounds that are over.
    Rounds GET "/api/v1/rounds" PlayersAndStaff,
    /// One round.
    Round GET "/api/v1/rounds/{table}/{round}" Watchers,
    /// A purse and its racks.
    Purse GET "/api/v1/purses/{player}" PurseReaders,
    /// A command to the desk of the house.
    CommandDesk POST "/api/v1/desk/commands" SignedIn,
    /// Dispute a line of a settlement.
    RaiseDispute POST "/api/v1/disputes" Players,
    /// Disputes.
    Disputes GET "/api/v1/disputes" DisputeReaders,
    /// A dispute.
    Dispute GET "/api/v1/disputes/{dispute}" DisputeReaders,
    /// Answer a dispute.
    AnswerDispute POST "/api/v1/disputes/{dispute}/answer" DisputeAnswerers,
    /// Close my dispute.
    CloseDispute POST "/api/v1/disputes/{dispute}/close" Players,
    /// Meters and last wins.
    Jackpots GET "/api/v1/jackpots" Everyone,
    /// The same as events.
    JackpotEvents GET "/api/v1/jackpots/events" Everyone,
    /// The rulebooks.
    Rulebooks GET "/api/v1/rulebooks" Everyone,
    /// A rulebook.
    Rulebook GET "/api/v1/rulebooks/{id}" Everyone,
    /// The clauses of a rulebook.
    Clauses GET "/api/v1/rulebooks/{id}/clauses" Everyone,
    /// A clause.
    Clause GET "/api/v1/rulebooks/{id}/clauses/{clause}" Everyone,
    /// What is done about each irregularity.
    Irregularities GET "/api/v1/rulebooks/{id}/irregularities" Everyone,
    /// The description of the API.
    OpenApi GET "/api/v1/openapi.json" Everyone,
    /// Settle a round written down.
    Settle POST "/api/v1/settle" Everyone,
    /// The figures of a rulebook.
    Analyze GET "/api/v1/analyze/{id}" Everyone,
    /// The front page.
    FrontPage GET "/" Everyone,
    /// Sign in by a one-time link.
    Enter GET "/enter/{ticket}" Everyone,
    /// Is the process alive?
    Healthz GET "/healthz" Everyone,
    /// May people be served?
    Readyz GET "/readyz" Everyone,
    /// What is counted.
    Metrics GET "/metrics" Everyone,
}

impl Call {
    /// What the role, or a passer-by, may do by this call.
    pub fn cell(self, role: Option<Role>) -> Cell {
        let callers = self.callers();
        let open = matches!(callers, Callers::Everyone | Callers::Watchers);
        let Some(role) = role else {
            return if open { Cell::Any } else { Cell::SignIn };
        };
        match callers {
            Callers::Everyone | Callers::Watchers | Callers::SignedIn => Cell::Any,
            Callers::Themselves => Cell::Own,
            Callers::Players => Askers::Players.cell(role),
            Callers::PlayersAndStaff => {
                if role.is_player() {
                    Cell::Own
                } else {
                    Cell::Any
                }
            }
            Callers::PurseReaders => match role {
                Role::Player | Role::Guest => Cell::Own,
                Role::Cage | Role::Accounting | Role::Surveillance | Role::Auditor => Cell::Any,
                Role::Dealer
                | Role::PitSupervisor
                | Role::PitManager
                | Role::ShiftManager
                | Role::Administrator => Cell::No,
            },
            Callers::DisputeReaders => match role {
                Role::Player | Role::Guest => Cell::Own,
                Role::PitSupervisor
                | Role::PitManager
                | Role::ShiftManager
                | Role::Surveillance
                | Role::Auditor => Cell::Any,
                Role::Dealer | Role::Cage | Role::Accounting | Role::Administrator => Cell::No,
            },
            Callers::DisputeAnswerers => match role {
                Role::PitManager | Role::ShiftManager => Cell::Any,
                Role::Player
                | Role::Guest
                | Role::Dealer
                | Role::PitSupervisor
                | Role::Cage
                | Role::Accounting
                | Role::Surveillance
                | Role::Auditor
                | Role::Administrator => Cell::No,
            },
            Callers::Staff => {
                if role.is_player() {
                    Cell::No
                } else {
                    Cell::Own
                }
            }
        }
    }
}
