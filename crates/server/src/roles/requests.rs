//! Who asks which request: the rows of the matrix for tables, links and the desk of the house.
//!
//! Each list names every variant of its type, so a new request does not compile until it stands here.

use house::game::{Move, Request};
use house::link::LinkRequest;
use house::table::{CardRequest, HouseForm, HouseRequest, TableMove, TableRequest};

use super::Askers;
use crate::desk::DeskRequest;

/// For one type of request: by whom each variant is asked, by its value and by the name that programs
/// write.
macro_rules! asked_by {
    ($kind:ident: $($variant:ident $name:literal $askers:ident,)+) => {
        impl Row for $kind {
            const NAMES: &'static [&'static str] = &[$($name,)+];

            fn askers(&self) -> Askers {
                match self {
                    $($kind::$variant { .. } => Askers::$askers,)+
                }
            }

            fn askers_by_name(name: &str) -> Option<Askers> {
                match name {
                    $($name => Some(Askers::$askers),)+
                    _ => None,
                }
            }
        }
    };
}

/// A type of request that has rows in the matrix.
pub trait Row {
    /// The names of its requests, in the order of the matrix.
    const NAMES: &'static [&'static str];

    /// Who asks such a request.
    fn askers(&self) -> Askers;

    /// Who asks a request of this name; nothing where the type has none.
    fn askers_by_name(name: &str) -> Option<Askers>;
}

asked_by! { Request:
    OpenTable "open-table" House,
    CloseTable "close-table" House,
    DisplayNotice "display-notice" House,
    ChooseMethod "choose-method" House,
    OpenBets "open-bets" Pit,
    Sit "sit" Players,
    PlaceBet "place-bet" PlayersAtAnyBox,
    PlaceBetFor "place-bet-for" Pit,
    OfferJackpot "offer-jackpot" Pit,
    TakeBack "take-back" Players,
    RejectExcess "reject-excess" Pit,
    AdviseMinimum "advise-minimum" Pit,
    InformOneHand "inform-one-hand" Pit,
    CallMissingPairPlus "call-missing-pair-plus" Pit,
    CloseBets "close-bets" Pit,
    Burn "burn" Pit,
    DealNext "deal-next" Pit,
    DealPacket "deal-packet" Pit,
    DealCommunity "deal-community" Pit,
    DiscardCommunity "discard-community" Pit,
    Slip "slip" Pit,
    Look "look" Players,
    Touch "touch" Players,
    Play "play" Players,
    Fold "fold" Players,
    StandPairPlus "stand-pair-plus" Players,
    Leave "leave" PlayersAndPit,
    CollectFolded "collect-folded" Pit,
    ShowDealer "show-dealer" Pit,
    ShowBox "show-box" Pit,
    Reveal "reveal" Players,
    DeclineReveal "decline-reveal" Players,
    EstablishHand "establish-hand" Players,
    ViewHidden "view-hidden" Pit,
    ClaimJackpot "claim-jackpot" Players,
    Settle "settle" Pit,
    PayJackpots "pay-jackpots" Cage,
    Conclude "conclude" Pit,
    // A Player calls attention to what he sees, in any box.
    Report "report" PlayersAndPit,
    Rule "rule" Pit,
    Refer "refer" Pit,
    Choose "choose" Players,
    ChooseAll "choose-all" Players,
    PermitWithdrawal "permit-withdrawal" Pit,
    EndChoices "end-choices" Pit,
    CountDeck "count-deck" Pit,
    ProposeCorrection "propose-correction" Pit,
    ApproveCorrection "approve-correction" Pit,
    Bar "bar" Pit,
    LiftBar "lift-bar" Pit,
    StopAction "stop-action" Pit,
    RestrictToOne "restrict-to-one" Pit,
    LiftRestriction "lift-restriction" Pit,
    AssignActing "assign-acting" Pit,
    ProposeFaultMode "propose-fault-mode" PitAndHouse,
    ApproveFaultMode "approve-fault-mode" PitAndHouse,
    ClearFault "clear-fault" PitAndHouse,
}

asked_by! { HouseRequest:
    CreateTable "create-table" House,
    JoinLink "join-link" House,
    LeaveLink "leave-link" House,
    AdmitToLink "admit-to-link" System,
    LoseLink "lose-link" System,
    Ready "ready" Players,
    TakeOver "take-over" System,
    SetTimes "set-times" House,
    EndWaiting "end-waiting" System,
    PauseTable "pause-table" House,
    ResumeTable "resume-table" House,
}

asked_by! { CardRequest:
    TakeCards "take-cards" House,
    PromiseSeed "promise-seed" Players,
    SealSeed "seal-seed" System,
    OpenSeed "open-seed" Players,
    Shuffle "shuffle" Pit,
    Deal "deal" Pit,
    TellSeed "tell-seed" System,
}

asked_by! { LinkRequest:
    Declare "declare" Signers,
    SetValue "set-value" Signers,
    Change "change" Signers,
    Enrol "enrol" Signers,
    Enable "enable" Signers,
    Disable "disable" Signers,
    Turn "turn" System,
    Verify "verify" Signers,
    Reject "reject" Signers,
    ReportFault "report-fault" Signers,
    ClearFault "clear-fault" Signers,
    ReportPrize "report-prize" System,
    ReportSilence "report-silence" System,
    ReportReturn "report-return" System,
    ReportMismatch "report-mismatch" System,
    ReportFailedInstruction "report-failed-instruction" System,
    Decommission "decommission" Signers,
}

asked_by! { DeskRequest:
    Deposit "deposit" Cage,
    Withdraw "withdraw" Cage,
    Adjust "adjust" Cage,
    // The request to the link has a row of its own.
    AskLink "ask-link" Signers,
    PauseTable "pause-table" House,
    ResumeTable "resume-table" House,
    ReloadConfiguration "reload-configuration" House,
}

/// Who asks this of a table.
pub fn askers_at_table(request: &TableRequest) -> Askers {
    match request {
        TableRequest::Game(request) => request.askers(),
        TableRequest::House(request) => request.askers(),
        TableRequest::Cards(request) => request.askers(),
    }
}

/// Who makes this move.
pub fn askers_of_move(listed: &TableMove) -> Askers {
    match listed {
        TableMove::Exact(request) => askers_at_table(request),
        TableMove::Game(
            Move::Exact(request) | Move::Amount { request, .. } | Move::Fold { request, .. },
        ) => request.askers(),
        // A form of a name that the matrix does not have is offered to no person.
        TableMove::Game(Move::Form(form)) => {
            Request::askers_by_name(form.kind.request).unwrap_or(Askers::System)
        }
        TableMove::Form(form) => askers_of_form(form),
    }
}

fn askers_of_form(form: &HouseForm) -> Askers {
    let named = |name| {
        let house = HouseRequest::askers_by_name(name);
        let askers = house.or_else(|| CardRequest::askers_by_name(name));
        askers.unwrap_or(Askers::System)
    };
    match form {
        HouseForm::JoinLink => named("join-link"),
        HouseForm::LoseLink { .. } => named("lose-link"),
        HouseForm::TakeOver => named("take-over"),
        HouseForm::SetTimes => named("set-times"),
        HouseForm::EndWaiting { .. } => named("end-waiting"),
        HouseForm::PromiseSeed => named("promise-seed"),
        HouseForm::SealSeed => named("seal-seed"),
        HouseForm::OpenSeed { .. } => named("open-seed"),
        HouseForm::TellSeed { .. } => named("tell-seed"),
    }
}
