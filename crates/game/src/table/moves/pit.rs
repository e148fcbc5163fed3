//! What the floor may ask: rulings and referrals, permissions, corrections by two people, bars and
//! restrictions, posts that are acted in, and the jackpot's fault modes.

use super::{Asking, Choices, FormKind, Move, MoveForm};
use crate::actor::Post;
use crate::card::Card;
use crate::irregularity::Act;
use crate::money::Money;
use crate::round::{Correction, Finding, Report, Request, Round};
use crate::settlement::{BoxNumber, PlayerId};
use crate::table::FaultMode;
use crate::wager::Wager;

const POSTS: [Post; 5] = [
    Post::Dealer,
    Post::PitSupervisor,
    Post::PitManager,
    Post::ShiftManager,
    Post::House,
];

impl Asking<'_> {
    /// The matter at hand, and the choices of Players who are asked.
    pub(super) fn suspended(&mut self, round: &Round) {
        if let Some(matter) = round.suspension().at_hand() {
            let on = matter.irregularity;
            for finding in [
                Finding::Upheld,
                Finding::Dismissed,
                Finding::Reconstructable,
                Finding::NotReconstructable,
                Finding::Intended,
                Finding::NotIntended,
            ] {
                self.offer(Request::Rule { on, finding });
            }
            for act in Act::ALL {
                let finding = Finding::Decided { act };
                self.offer(Request::Rule { on, finding });
                self.offer(Request::Refer { on, proposal: act });
            }
            if let Report::Together { cards } = &matter.report {
                let finding = Finding::Order {
                    cards: cards.clone(),
                };
                let drawn = Choices::cards(cards.len(), cards.len());
                self.offer_form(Request::Rule { on, finding }, || {
                    let fields = vec![
                        ("on", Choices::Irregularities(vec![on])),
                        ("finding.cards", drawn),
                    ];
                    MoveForm::new(FormKind::ruling("order"), fields)
                });
            }
        }
        for (at, _) in round.boxes() {
            self.offer(Request::PermitWithdrawal { at });
        }
        self.offer(Request::EndChoices);
    }

    /// The deck is counted: any number of cards, or only the right one where another changes nothing.
    pub(super) fn count(&mut self) {
        if self.is_granted(Request::CountDeck { counted: 51 }) {
            let fields = vec![("counted", Choices::Number(0, u64::from(u8::MAX)))];
            let form = MoveForm::new(FormKind::plain("count-deck"), fields);
            self.moves.push(Move::Form(form));
        } else {
            self.offer(Request::CountDeck { counted: 52 });
        }
    }

    /// A misread card or a wrong pay, proposed by one person and approved by another.
    pub(super) fn corrections(&mut self, round: &Round) {
        let reason = "a reason".to_owned();
        let lying = round.laid().into_values().flatten().next();
        let awaited = || round.felt().and_then(|felt| felt.expected.first().copied());
        if let Some(was) = lying.or_else(awaited)
            && let Some(is) = unseen_card(round)
        {
            let correction = Correction::Card { was, is };
            let reason = reason.clone();
            self.offer_form(Request::ProposeCorrection { correction, reason }, || {
                let fields = vec![
                    ("correction.was", Choices::cards(1, 1)),
                    ("correction.is", Choices::cards(1, 1)),
                    ("reason", Choices::SomeText),
                ];
                MoveForm::new(FormKind::correction("card"), fields)
            });
        }
        for (at, player, wager, paid) in lines_paid(round) {
            let handed = paid + Money::minor(1);
            let correction = Correction::Pay {
                at,
                player,
                wager,
                handed,
            };
            let reason = reason.clone();
            self.offer_form(Request::ProposeCorrection { correction, reason }, || {
                let fields = vec![
                    ("correction.at", Choices::Boxes(vec![at])),
                    ("correction.player", Choices::Players(vec![player])),
                    ("correction.wager", Choices::Wagers(vec![wager])),
                    (
                        "correction.handed",
                        Choices::Amount(Money::ZERO, Money::LIMIT),
                    ),
                    ("reason", Choices::SomeText),
                ];
                MoveForm::new(FormKind::correction("pay"), fields)
            });
        }
        self.offer(Request::ApproveCorrection);
    }

    /// Bars, restrictions and posts.
    pub(super) fn people(&mut self, known: &[PlayerId]) {
        type Asked = fn(PlayerId) -> Request;
        let bar: Asked = |player| Request::Bar { player };
        let restrict: Asked = |player| Request::RestrictToOne { player };
        for (kind, request) in [("bar", bar), ("restrict-to-one", restrict)] {
            if let Some(players) = self.players_granted(known, request) {
                let fields = vec![("player", players)];
                let form = MoveForm::new(FormKind::plain(kind), fields);
                self.moves.push(Move::Form(form));
            }
        }
        for player in known.iter().copied() {
            self.offer(Request::LiftBar { player });
            self.offer(Request::StopAction { player });
            self.offer(Request::LiftRestriction { player });
        }
        self.acting();
    }

    fn acting(&mut self) {
        let Some(own) = self.command.by.person() else {
            return;
        };
        // Any other person: a member of staff cannot assign a post to himself.
        let person = crate::PersonId(own.0.wrapping_add(1));
        let posts = POSTS.into_iter().filter(|post| {
            self.is_granted(Request::AssignActing {
                person,
                post: *post,
            })
        });
        let posts: Vec<Post> = posts.collect();
        if !posts.is_empty() {
            let fields = vec![
                ("person", Choices::PeopleExcept(vec![own])),
                ("post", Choices::Posts(posts)),
            ];
            let form = MoveForm::new(FormKind::plain("assign-acting"), fields);
            self.moves.push(Move::Form(form));
        }
    }

    /// How later rounds are played while the jackpot does not work (5.17.2).
    pub(super) fn faults(&mut self) {
        if self.table.fault().is_none() {
            return;
        }
        let boxes = self.table.setup().map_or(0, |setup| setup.positions);
        let barred = (1..=boxes).map(|at| FaultMode::BarBox { at: BoxNumber(at) });
        let modes = [FaultMode::CloseTable, FaultMode::NoJackpot];
        for mode in modes.into_iter().chain(barred) {
            self.offer(Request::ProposeFaultMode { mode });
        }
        self.offer(Request::ApproveFaultMode);
        self.offer(Request::ClearFault);
    }
}

/// A card that lies nowhere and is not known to come.
pub(super) fn unseen_card(round: &Round) -> Option<Card> {
    let out = round.cards_out();
    let expected = round.felt().map_or(&[][..], |felt| &felt.expected);
    let free = |card: &Card| !out.contains(*card) && !expected.contains(card);
    Card::ALL.into_iter().find(free)
}

/// Every line the settlement has posted, summed up by bet and Player.
fn lines_paid(round: &Round) -> Vec<(BoxNumber, PlayerId, Wager, Money)> {
    let mut lines: Vec<(BoxNumber, PlayerId, Wager, Money)> = Vec::new();
    for posting in &round.postings().settled {
        let line = &posting.line;
        let key = (line.at, line.player, line.wager);
        let known = lines
            .iter_mut()
            .find(|(at, player, wager, _)| (*at, *player, *wager) == key);
        match known {
            Some((.., paid)) => *paid += line.returned,
            None => lines.push((line.at, line.player, line.wager, line.returned)),
        }
    }
    lines
}
