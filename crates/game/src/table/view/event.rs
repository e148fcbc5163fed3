//! What of an event a viewer may know. Every kind says what it tells, so a new one does not compile
//! before its author has said which viewers may know what of it.
// tidy: table

use serde::Serialize;

use super::{EventDetail, PileView};
use crate::card::Card;
use crate::events_of;
use crate::hand::Hand;
use crate::round::{Correction, Event, Face, HandView, Pile, Place, Spot, Viewer};
use crate::settlement::{BoxNumber, PlayerId};
use crate::table::Table;

/// An event as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventView {
    /// The name it is stored under.
    pub kind: &'static str,
    /// What it says.
    #[serde(flatten)]
    pub detail: EventDetail,
}

impl Table {
    /// What `viewer` may know of an event that has just happened here; `None` where it is not his to
    /// know that it happened. `self` is the table after the command that caused it.
    pub fn event_for(&self, viewer: Viewer, event: &Event) -> Option<EventView> {
        if !may_know(viewer, event) {
            return None;
        }
        let kind = event.kind();
        let detail = self.detail(viewer, event);
        Some(EventView { kind, detail })
    }

    /// A card as the viewer sees it while the round is played; the record of a finished round is in
    /// its view, not in its events.
    fn faces(&self, viewer: Viewer, cards: &[Card]) -> Vec<Face> {
        let open = |card: Card| {
            let round = self.round.as_ref();
            round.is_some_and(|round| round.is_open_to(viewer, card))
        };
        let face = |card: &Card| {
            if open(*card) {
                Face::Up(*card)
            } else {
                Face::Down
            }
        };
        cards.iter().map(face).collect()
    }

    fn cards(&self, viewer: Viewer, to: Place, cards: &[Card]) -> EventDetail {
        EventDetail::Cards {
            to,
            cards: self.faces(viewer, cards),
            instead: None,
        }
    }

    fn looked(&self, viewer: Viewer, at: BoxNumber, player: PlayerId) -> EventDetail {
        let held = self.round.as_ref().and_then(|round| round.betting_box(at));
        let cards = held.map_or(&[][..], |held| &held.cards);
        EventDetail::Looked {
            at,
            player,
            cards: self.faces(viewer, cards),
        }
    }

    fn piles(&self, viewer: Viewer, laid: &[Pile]) -> EventDetail {
        let pile = |pile: &Pile| PileView {
            place: pile.place,
            cards: self.faces(viewer, &pile.cards),
        };
        EventDetail::Relaid {
            laid: laid.iter().map(pile).collect(),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one line for each kind of event")]
    // tidy: table
    fn detail(&self, viewer: Viewer, event: &Event) -> EventDetail {
        use EventDetail as Says;
        match event.clone() {
            Event::TableOpened {
                rulebook,
                digest,
                options,
                setup,
            } => Says::Opened {
                rulebook,
                digest,
                options,
                setup,
            },
            Event::TableClosed
            | Event::BetsClosed
            | Event::DealCompleted
            | Event::DealerNotNeeded
            | Event::BoxesSettled
            | Event::JackpotsSettled
            | Event::RoundConcluded
            | Event::DealStands
            | Event::ChoicesEnded
            | Event::RoundResumed => Says::Nothing {},
            Event::NoticeDisplayed { notice } => Says::Notice { notice },
            Event::MethodChosen { method } => Says::Method { method },
            Event::SeatTaken { at, player } => Says::Seat { at, player },
            Event::BetsOpened {
                round,
                rulebook,
                digest,
            } => Says::Round {
                round,
                rulebook,
                digest,
            },
            Event::PlayerLeft { player }
            | Event::GraceUsed { player }
            | Event::OneHandInformed { player } => Says::Player { player },
            Event::IrregularityReported {
                irregularity,
                report: _,
                whose,
                boxes,
                by,
                when,
            } => {
                let row = irregularity.to_string();
                Says::Reported {
                    irregularity,
                    row,
                    whose,
                    boxes,
                    by,
                    when,
                }
            }
            Event::RulingMade {
                on,
                finding: _,
                act,
                by,
                acting,
                asks,
                cites,
            } => {
                let row = on.to_string();
                Says::Ruled {
                    on,
                    row,
                    act,
                    by,
                    acting,
                    asks,
                    cites,
                }
            }
            Event::RoundVoided { reshuffle, cites } => Says::Voided { reshuffle, cites },
            Event::HandsVoided { cites } => Says::Voided {
                reshuffle: true,
                cites,
            },
            Event::PlayerBarred { player, by }
            | Event::BarLifted { player, by }
            | Event::PlayerRestricted { player, by }
            | Event::RestrictionLifted { player, by }
            | Event::PlayerStopped { player, by } => Says::PlayerBy { player, by },
            Event::ActingAssigned { person, post, by } => Says::Acting { person, post, by },
            Event::FaultFound { recorded, by, when } => Says::Fault { recorded, by, when },
            Event::FaultModeProposed { mode, by, when: _ } | Event::FaultModeSet { mode, by } => {
                Says::Mode { mode, by }
            }
            Event::FaultCleared { by } => Says::By { by },
            Event::BetPlaced {
                at,
                area,
                player,
                amount,
                placed_by,
            } => Says::Placed {
                at,
                area,
                player,
                amount,
                placed_by,
            },
            Event::ExcessRejected {
                at,
                area,
                player,
                amount,
            }
            | Event::BetTakenBack {
                at,
                area,
                player,
                amount,
            } => Says::Bet {
                at,
                area,
                player,
                amount,
            },
            Event::MinimumAdvised { at, area, minimum } => Says::Minimum { at, area, minimum },
            Event::JackpotOffered { at }
            | Event::BasePrompted { at }
            | Event::LoneJackpotFlagged { at }
            | Event::Touched { at }
            | Event::FoldedByAbsence { at }
            | Event::PairPlusStood { at }
            | Event::RevealDeclined { at }
            | Event::JackpotClaimed { at }
            | Event::BoxSettled { at } => Says::Box { at },
            Event::MissingPairPlusCalled { boxes } | Event::FoldedCollected { boxes } => {
                Says::Boxes { boxes }
            }
            Event::ContributionAdded { at, amount }
            | Event::ContributionReversed { at, amount } => Says::BoxAmount { at, amount },
            Event::DealStarted { plan } => Says::Plan { plan },
            Event::StepMissed { step } => Says::Step { step },
            Event::CardBurned { card } => self.cards(viewer, Place::Burnt, &[card]),
            Event::CardDealt { to, card } => self.cards(viewer, to.place(), &[card]),
            Event::PacketDealt { to, cards } => self.cards(viewer, Spot::place(to), &cards),
            Event::CommunityDealt { cards } => self.cards(viewer, Place::Community, &cards),
            Event::CommunityDiscarded { card } => self.cards(viewer, Place::Discards, &[card]),
            Event::CommunityShown { cards } => self.cards(viewer, Place::Community, &cards),
            Event::CardsOrdered { cards } => self.cards(viewer, Place::Held, &cards),
            Event::CardsFound { place, cards } => self.cards(viewer, place, &cards),
            Event::CardsAstray { cards, to, instead } => Says::Cards {
                to,
                cards: self.faces(viewer, &cards),
                instead,
            },
            Event::CardsRelaid { laid } => self.piles(viewer, &laid),
            Event::Looked { at, player } => self.looked(viewer, at, player),
            Event::PlayMade {
                at,
                player,
                amount,
                blind,
            } => Says::Play {
                at,
                player,
                amount,
                blind,
            },
            Event::Folded { at, pair_plus } => Says::Fold { at, pair_plus },
            Event::HandRemoved { at, cites } => Says::BoxCites { at, cites },
            Event::DealerShown {
                hand,
                qualifies,
                announced,
            } => Says::Dealer {
                cards: open(hand),
                hand: HandView::of(hand),
                qualifies,
                announced,
            },
            Event::HandRevealed { at, hand, by: _ } | Event::HandEstablished { at, hand } => {
                Says::Hand {
                    at,
                    cards: open(hand),
                    hand: HandView::of(hand),
                }
            }
            Event::HiddenViewed { at, by } | Event::WithdrawalPermitted { at, by } => {
                Says::BoxBy { at, by }
            }
            Event::WagerSettled(line) | Event::PostingReversed(line) => Says::Line(line),
            Event::JackpotAwarded {
                at,
                award,
                amount,
                by_cheque,
            } => Says::Award {
                at,
                award,
                amount,
                by_cheque: Some(by_cheque),
            },
            Event::AwardReversed { at, award, amount } => Says::Award {
                at,
                award,
                amount,
                by_cheque: None,
            },
            Event::MeterMoved { before, after } => Says::Meter { before, after },
            Event::MeterRestored { amount } => Says::Amount { amount },
            Event::MeterRead { displayed } => Says::Displayed { displayed },
            Event::HandCompleted { at, when } | Event::JackpotEntered { at, when } => {
                Says::BoxWhen { at, when }
            }
            Event::Referred { on, proposal, by } => Says::Referred { on, proposal, by },
            Event::InterruptionResumed {
                seconds,
                grace_seconds,
            } => Says::Resumed {
                seconds,
                grace_seconds,
            },
            Event::ChoicesOffered {
                terms,
                boxes,
                cites,
            } => Says::Choices {
                terms,
                boxes,
                cites,
            },
            Event::ChoiceMade { at, choice, lapsed } => Says::Choice { at, choice, lapsed },
            Event::BetsWithdrawn { at, player, cites } => Says::Withdrawn { at, player, cites },
            Event::CardsCounted { counted, by } => Says::Counted { counted, by },
            Event::PlayFound { at, player, amount } => Says::Bet {
                at,
                area: crate::Area::Play,
                player,
                amount,
            },
            Event::CorrectionProposed {
                correction,
                reason,
                by,
                when,
            } => {
                let corrects = match correction {
                    Correction::Card { .. } => "card",
                    Correction::Pay { .. } => "pay",
                };
                Says::Proposed {
                    corrects,
                    reason,
                    by,
                    when,
                }
            }
            Event::CardCorrected { was, is, by } => {
                // The wrong face was shown where the right one lies open now.
                let lies_open = self.faces(viewer, &[is]) != [Face::Down];
                let face = |card| {
                    if lies_open {
                        Face::Up(card)
                    } else {
                        Face::Down
                    }
                };
                Says::CardCorrected {
                    was: face(was),
                    is: face(is),
                    by,
                }
            }
            Event::PayCorrected {
                at,
                player,
                wager,
                handed,
                due,
                by,
            } => Says::PayCorrected {
                at,
                player,
                wager,
                handed,
                due,
                by,
            },
        }
    }
}

/// A hand that the event itself turns for everybody.
fn open(hand: Hand) -> Vec<Face> {
    hand.cards().into_iter().map(Face::Up).collect()
}

/// What staff say to each other is theirs; what is said of a Player is his and theirs.
fn may_know(viewer: Viewer, event: &Event) -> bool {
    let staff = match viewer {
        Viewer::Dealer | Viewer::Pit | Viewer::Surveillance => true,
        Viewer::Player(_) | Viewer::Public => false,
    };
    match event {
        Event::ActingAssigned { .. }
        | Event::FaultModeProposed { .. }
        | Event::Referred { .. }
        | Event::HiddenViewed { .. }
        | Event::CorrectionProposed { .. } => staff,
        Event::GraceUsed { player }
        | Event::PlayerBarred { player, .. }
        | Event::BarLifted { player, .. }
        | Event::PlayerRestricted { player, .. }
        | Event::RestrictionLifted { player, .. }
        | Event::PlayerStopped { player, .. } => staff || viewer == Viewer::Player(*player),
        Event::SeatTaken { .. }
        | Event::PlayerLeft { .. }
        | Event::FaultFound { .. }
        | Event::FaultModeSet { .. }
        | Event::FaultCleared { .. }
        | Event::DealerShown { .. }
        | Event::CommunityShown { .. }
        | Event::DealerNotNeeded
        | Event::HandRevealed { .. }
        | Event::RevealDeclined { .. }
        | Event::HandEstablished { .. }
        | Event::JackpotClaimed { .. }
        | Event::InterruptionResumed { .. }
        | Event::ChoicesOffered { .. }
        | Event::WithdrawalPermitted { .. }
        | Event::ChoiceMade { .. }
        | Event::ChoicesEnded
        | Event::BetsWithdrawn { .. }
        | Event::HandsVoided { .. }
        | Event::RoundResumed
        | Event::JackpotEntered { .. }
        | events_of![
            table, chips, calls, deal, decisions, payments, ends, jackpot, rulings, card_fixes
        ] => true,
    }
}
