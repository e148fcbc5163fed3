//! Who may ask what of a table. The rules decide by post; here stands what a role may ask at all.
//!
//! A role that is not listed for a request is refused before the rules are asked, and the request is not
//! among its moves.

use house::game::Request;
use house::people::Role;
use house::table::{CardRequest, HouseRequest, TableMove, TableRequest};

/// Whether the role may put this request to a table.
pub fn may_ask(role: Role, request: &TableRequest) -> bool {
    match role {
        Role::Player | Role::Guest => match request {
            TableRequest::Game(_) => true,
            TableRequest::House(request) => matches!(request, HouseRequest::Ready),
            TableRequest::Cards(request) => matches!(
                request,
                CardRequest::PromiseSeed { .. } | CardRequest::OpenSeed { .. }
            ),
        },
        Role::Dealer | Role::PitSupervisor | Role::PitManager | Role::ShiftManager => match request
        {
            TableRequest::Game(_) => true,
            TableRequest::House(_) => false,
            TableRequest::Cards(request) => {
                matches!(request, CardRequest::Shuffle | CardRequest::Deal)
            }
        },
        // STANDARDS L4: an administrator keeps tables, and cannot play, deal, rule or pay.
        Role::Administrator => match request {
            TableRequest::Game(request) => matches!(
                request,
                Request::OpenTable { .. }
                    | Request::CloseTable
                    | Request::DisplayNotice { .. }
                    | Request::ChooseMethod { .. }
                    | Request::ProposeFaultMode { .. }
                    | Request::ApproveFaultMode
            ),
            TableRequest::House(request) => matches!(
                request,
                HouseRequest::CreateTable
                    | HouseRequest::JoinLink { .. }
                    | HouseRequest::LeaveLink
                    | HouseRequest::SetTimes { .. }
            ),
            TableRequest::Cards(request) => matches!(request, CardRequest::TakeCards { .. }),
        },
        Role::Cage | Role::Accounting | Role::Surveillance | Role::Auditor => false,
    }
}

/// Whether the move is one of the role's.
pub fn may_move(role: Role, listed: &TableMove) -> bool {
    match listed {
        TableMove::Exact(request) => may_ask(role, request),
        TableMove::Game(listed) => match listed.request() {
            Some(request) => may_ask(role, &TableRequest::Game(request.clone())),
            // Forms of the rules: reports, findings, cards by name, corrections.
            None => {
                !matches!(
                    role,
                    Role::Administrator
                        | Role::Cage
                        | Role::Accounting
                        | Role::Surveillance
                        | Role::Auditor
                ) || is_administrators(listed)
            }
        },
        TableMove::Form(form) => {
            use house::table::HouseForm;
            match form {
                HouseForm::PromiseSeed | HouseForm::OpenSeed { .. } => role.is_player(),
                HouseForm::JoinLink | HouseForm::SetTimes => role == Role::Administrator,
                HouseForm::LoseLink { .. }
                | HouseForm::TakeOver
                | HouseForm::EndWaiting { .. }
                | HouseForm::SealSeed
                | HouseForm::TellSeed { .. } => false,
            }
        }
    }
}

/// Forms of the rules that an administrator fills in.
fn is_administrators(listed: &house::game::Move) -> bool {
    let house::game::Move::Form(form) = listed else {
        return false;
    };
    matches!(
        form.kind.request,
        "open-table" | "display-notice" | "choose-method" | "propose-fault-mode"
    )
}
