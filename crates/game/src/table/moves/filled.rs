//! A request whose content is free, taken apart: its kind and the values of its fields, in the order
//! in which a form lists them.

use super::form::FormKind;
use crate::actor::{PersonId, Post};
use crate::card::Card;
use crate::irregularity::Irregularity;
use crate::money::Money;
use crate::round::{Cause, Correction, Finding, Place, Report, Request, Slip};
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::{Area, Wager};

/// What one field holds.
pub(super) enum Value<'a> {
    Box(BoxNumber),
    Boxes(&'a [BoxNumber]),
    Area(Area),
    Player(PlayerId),
    Person(PersonId),
    Actor,
    Post(Post),
    Wager(Wager),
    Place(Place),
    Cause(Cause),
    Amount(Money),
    Number(u64),
    Cards(&'a [Card]),
    Text(&'a str),
    Irregularity(Irregularity),
    Setup,
}

type Filled<'a> = (FormKind, Vec<(&'static str, Value<'a>)>);

/// The kind and the fields of a request that a form may stand for; `None` for every other.
// tidy: table
pub(super) fn filled(request: &Request) -> Option<Filled<'_>> {
    let plain = FormKind::plain;
    Some(match request {
        Request::OpenTable { .. } => (plain("open-table"), vec![("setup", Value::Setup)]),
        Request::PlaceBetFor {
            player,
            at,
            area,
            amount,
        } => (
            plain("place-bet-for"),
            vec![
                ("player", Value::Player(*player)),
                ("at", Value::Box(*at)),
                ("area", Value::Area(*area)),
                ("amount", Value::Amount(*amount)),
            ],
        ),
        Request::Burn { card } => (plain("burn"), vec![("card", cards(card))]),
        Request::DealNext { card } => (plain("deal-next"), vec![("card", cards(card))]),
        Request::DealPacket { cards } => {
            (plain("deal-packet"), vec![("cards", Value::Cards(cards))])
        }
        Request::DealCommunity { cards } => (
            plain("deal-community"),
            vec![("cards", Value::Cards(cards))],
        ),
        Request::Slip { slip } => return slipped(slip),
        Request::CountDeck { counted } => (
            plain("count-deck"),
            vec![("counted", Value::Number(u64::from(*counted)))],
        ),
        Request::Bar { player } => (plain("bar"), vec![("player", Value::Player(*player))]),
        Request::RestrictToOne { player } => (
            plain("restrict-to-one"),
            vec![("player", Value::Player(*player))],
        ),
        Request::AssignActing { person, post } => (
            plain("assign-acting"),
            vec![
                ("person", Value::Person(*person)),
                ("post", Value::Post(*post)),
            ],
        ),
        Request::Rule {
            on,
            finding: Finding::Order { cards },
        } => (
            FormKind::ruling("order"),
            vec![
                ("on", Value::Irregularity(*on)),
                ("finding.cards", Value::Cards(cards)),
            ],
        ),
        Request::ProposeCorrection { correction, reason } => corrected(correction, reason),
        Request::Report { report } => return reported(report),
        Request::CloseTable
        | Request::DisplayNotice { .. }
        | Request::ChooseMethod { .. }
        | Request::OpenBets
        | Request::Sit { .. }
        | Request::PlaceBet { .. }
        | Request::OfferJackpot { .. }
        | Request::TakeBack { .. }
        | Request::RejectExcess { .. }
        | Request::AdviseMinimum { .. }
        | Request::InformOneHand { .. }
        | Request::CallMissingPairPlus
        | Request::CloseBets
        | Request::DiscardCommunity
        | Request::Look { .. }
        | Request::Touch { .. }
        | Request::Play { .. }
        | Request::Fold { .. }
        | Request::StandPairPlus { .. }
        | Request::Leave { .. }
        | Request::CollectFolded
        | Request::ShowDealer
        | Request::ShowBox { .. }
        | Request::Reveal { .. }
        | Request::DeclineReveal { .. }
        | Request::EstablishHand { .. }
        | Request::ViewHidden { .. }
        | Request::ClaimJackpot { .. }
        | Request::Settle { .. }
        | Request::PayJackpots { .. }
        | Request::Conclude
        | Request::Rule { .. }
        | Request::Refer { .. }
        | Request::Choose { .. }
        | Request::ChooseAll { .. }
        | Request::PermitWithdrawal { .. }
        | Request::EndChoices
        | Request::ApproveCorrection
        | Request::LiftBar { .. }
        | Request::StopAction { .. }
        | Request::LiftRestriction { .. }
        | Request::ProposeFaultMode { .. }
        | Request::ApproveFaultMode
        | Request::ClearFault => return None,
    })
}

fn cards(card: &Card) -> Value<'_> {
    Value::Cards(core::slice::from_ref(card))
}

fn slipped(slip: &Slip) -> Option<Filled<'_>> {
    let (did, cards, to) = match slip {
        Slip::Missed => return None,
        Slip::Instead { cards, to } => ("instead", cards, to),
        Slip::Extra { cards, to } => ("extra", cards, to),
    };
    let fields = vec![
        ("slip.cards", Value::Cards(cards)),
        ("slip.to", Value::Place(*to)),
    ];
    Some((FormKind::slip(did), fields))
}

fn corrected<'a>(correction: &'a Correction, reason: &'a str) -> Filled<'a> {
    let reason = ("reason", Value::Text(reason));
    match correction {
        Correction::Card { was, is } => (
            FormKind::correction("card"),
            vec![
                ("correction.was", cards(was)),
                ("correction.is", cards(is)),
                reason,
            ],
        ),
        Correction::Pay {
            at,
            player,
            wager,
            handed,
        } => (
            FormKind::correction("pay"),
            vec![
                ("correction.at", Value::Box(*at)),
                ("correction.player", Value::Player(*player)),
                ("correction.wager", Value::Wager(*wager)),
                ("correction.handed", Value::Amount(*handed)),
                reason,
            ],
        ),
    }
}

// tidy: table
fn reported(report: &Report) -> Option<Filled<'_>> {
    let (saw, fields) = match report {
        Report::ForeignCard { found } => {
            ("foreign_card", vec![("report.found", Value::Text(found))])
        }
        Report::DeckCount { counted } => (
            "deck_count",
            vec![("report.counted", Value::Number(u64::from(*counted)))],
        ),
        Report::TooFewCards { left } => (
            "too_few_cards",
            vec![("report.left", Value::Number(u64::from(*left)))],
        ),
        Report::Found { place, cards } => (
            "found",
            vec![
                ("report.place", Value::Place(*place)),
                ("report.cards", Value::Cards(cards)),
            ],
        ),
        Report::Exposed { cards, by: _ } => (
            "exposed",
            vec![
                ("report.cards", Value::Cards(cards)),
                ("report.by", Value::Actor),
            ],
        ),
        Report::FaceUp { card } => ("face_up", vec![("report.card", cards(card))]),
        Report::Together { cards } => ("together", vec![("report.cards", Value::Cards(cards))]),
        Report::DealingError { what, boxes } => (
            "dealing_error",
            vec![
                ("report.what", Value::Text(what)),
                ("report.boxes", Value::Boxes(boxes)),
            ],
        ),
        Report::Interruption { cause, seconds } => (
            "interruption",
            vec![
                ("report.cause", Value::Cause(*cause)),
                ("report.seconds", Value::Number(*seconds)),
            ],
        ),
        Report::JackpotFault { recorded } => (
            "jackpot_fault",
            vec![("report.recorded", Value::Amount(*recorded))],
        ),
        Report::LateBet {
            player,
            at,
            area,
            amount,
        } => (
            "late_bet",
            vec![
                ("report.player", Value::Player(*player)),
                ("report.at", Value::Box(*at)),
                ("report.area", Value::Area(*area)),
                ("report.amount", Value::Amount(*amount)),
            ],
        ),
        Report::UnequalPlay { at, player, found } => (
            "unequal_play",
            vec![
                ("report.at", Value::Box(*at)),
                ("report.player", Value::Player(*player)),
                ("report.found", Value::Amount(*found)),
            ],
        ),
        Report::Disclosure { player } => (
            "disclosure",
            vec![("report.player", Value::Player(*player))],
        ),
        Report::EarlierRound { round, what } => (
            "earlier_round",
            vec![
                ("report.round", Value::Number(*round)),
                ("report.what", Value::Text(what)),
            ],
        ),
        Report::Other { what } => ("other", vec![("report.what", Value::Text(what))]),
        Report::NotShuffled
        | Report::Misdealt
        | Report::LateWithdrawal { .. }
        | Report::OutsideLimits { .. }
        | Report::LoneJackpot { .. }
        | Report::ExtraLook { .. }
        | Report::StakedInError { .. }
        | Report::CountDoubted => return None,
    };
    Some((FormKind::report(saw), fields))
}
