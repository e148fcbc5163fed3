//! What may be reported, as facts. Whether a report is taken depends on the table and never on the
//! face of a hidden card, so the list gives none away.

use super::{Asking, Choices, FormKind, Move, MoveForm};
use crate::actor::{Actor, PersonId, Post};
use crate::card::Card;
use crate::money::Money;
use crate::round::{Cause, Place, Report, Request, Round};
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::Area;

const DECK: usize = 52;

impl Asking<'_> {
    pub(super) fn reports(&mut self, known: &[PlayerId]) {
        let Some(round) = self.round() else {
            return self.jackpot_fault();
        };
        self.of_the_deck(round);
        self.of_the_deal(round);
        // Of the jackpot and of bets staff report alone.
        if self.command.by.player().is_none() {
            self.jackpot_fault();
            self.of_the_bets(round, known);
        }
        self.of_conduct(round, known);
        self.of_anything(round);
    }

    fn offer_report(&mut self, report: Report) {
        self.offer(Request::Report { report });
    }

    /// Lists the kind of report if this one of it is taken.
    fn report_form(
        &mut self,
        instance: Report,
        saw: &'static str,
        fields: impl FnOnce() -> Vec<(&'static str, Choices)>,
    ) {
        self.offer_form(Request::Report { report: instance }, || {
            MoveForm::new(FormKind::report(saw), fields())
        });
    }

    fn of_the_deck(&mut self, round: &Round) {
        let found = String::new();
        self.report_form(Report::ForeignCard { found }, "foreign_card", || {
            vec![("report.found", Choices::Text)]
        });
        self.report_form(Report::DeckCount { counted: 51 }, "deck_count", || {
            vec![("report.counted", Choices::Number(0, u64::from(u8::MAX)))]
        });
        self.offer_report(Report::NotShuffled);
        self.offer_report(Report::CountDoubted);
        let most = round.cards_to_come(self.rulebook).saturating_sub(1);
        self.report_form(Report::TooFewCards { left: 0 }, "too_few_cards", || {
            vec![("report.left", Choices::Number(0, most as u64))]
        });
    }

    fn of_the_deal(&mut self, round: &Round) {
        self.offer_report(Report::Misdealt);
        let what = String::new();
        let boxes = Vec::new();
        self.report_form(
            Report::DealingError { what, boxes },
            "dealing_error",
            || {
                let boxes = round.boxes().map(|(at, _)| at).collect();
                vec![
                    ("report.what", Choices::Text),
                    ("report.boxes", Choices::AnyOfBoxes(boxes)),
                ]
            },
        );
        if self.command.by.player().is_some() {
            // A Player names no cards.
            return;
        }
        self.cards_found(round);
        self.cards_exposed(round);
        let expected = round.felt().map_or(&[][..], |felt| &felt.expected);
        let out = round.cards_out();
        let free = |card: &Card| !out.contains(*card) && !expected.contains(card);
        let left: Vec<Card> = Card::ALL.into_iter().filter(free).collect();
        if let Some(card) = left.first().copied() {
            self.report_form(Report::FaceUp { card }, "face_up", || {
                vec![("report.card", Choices::cards(1, 1))]
            });
        }
        if let Some(cards) = left.get(..2).map(<[Card]>::to_vec) {
            self.report_form(Report::Together { cards }, "together", || {
                vec![("report.cards", Choices::cards(2, left.len()))]
            });
        }
    }

    /// Places that may hold another number of cards than they should.
    fn cards_found(&mut self, round: &Round) {
        let boxes = round.boxes().map(|(at, _)| Place::Box(at));
        let places = boxes.chain([Place::Dealer, Place::Community]);
        let unseen = super::pit::unseen_card(round);
        let wrong: Vec<Place> = places
            .filter(|place| {
                // No card where there should be some, or else one that lies nowhere.
                let empty = Report::Found {
                    place: *place,
                    cards: Vec::new(),
                };
                let one = unseen.map(|card| Report::Found {
                    place: *place,
                    cards: vec![card],
                });
                let mut either = core::iter::once(empty).chain(one);
                either.any(|report| self.is_granted(Request::Report { report }))
            })
            .collect();
        if !wrong.is_empty() {
            let fields = vec![
                ("report.place", Choices::Places(wrong)),
                ("report.cards", Choices::cards(0, DECK)),
            ];
            let form = MoveForm::new(FormKind::report("found"), fields);
            self.moves.push(Move::Form(form));
        }
    }

    /// A card of a hand or of the community that lies face down, turned by the Dealer or another.
    fn cards_exposed(&mut self, round: &Round) {
        let dealer = Actor::Staff {
            post: Post::Dealer,
            person: PersonId(0),
        };
        let laid = round.laid();
        let granted = laid.iter().any(|(_, cards)| {
            // The cards of one place lie alike.
            cards.first().is_some_and(|card| {
                [dealer, Actor::Player(PlayerId(0))].into_iter().any(|by| {
                    let cards = vec![*card];
                    let report = Report::Exposed { cards, by };
                    self.is_granted(Request::Report { report })
                })
            })
        });
        if granted {
            let fields = vec![
                ("report.cards", Choices::cards(1, DECK)),
                ("report.by", Choices::Actors),
            ];
            let form = MoveForm::new(FormKind::report("exposed"), fields);
            self.moves.push(Move::Form(form));
        }
    }

    fn jackpot_fault(&mut self) {
        let recorded = Money::ZERO;
        self.report_form(Report::JackpotFault { recorded }, "jackpot_fault", || {
            vec![(
                "report.recorded",
                Choices::Amount(Money::ZERO, Money::LIMIT),
            )]
        });
    }

    fn of_the_bets(&mut self, round: &Round, known: &[PlayerId]) {
        let boxes: Vec<BoxNumber> = round.boxes().map(|(at, _)| at).collect();
        if let Some(at) = boxes.first().copied() {
            let (area, amount) = (Area::Ante, Money::minor(1));
            let players = self.players_granted(known, |player| {
                let report = Report::LateBet {
                    player,
                    at,
                    area,
                    amount,
                };
                Request::Report { report }
            });
            if let Some(players) = players {
                let fields = vec![
                    ("report.player", players),
                    ("report.at", Choices::Boxes(boxes.clone())),
                    ("report.area", Choices::Areas(Area::ALL.to_vec())),
                    ("report.amount", Choices::Amount(amount, Money::LIMIT)),
                ];
                let form = MoveForm::new(FormKind::report("late_bet"), fields);
                self.moves.push(Move::Form(form));
            }
        }
        let staked = round.boxes().filter(|(_, held)| !held.bets.is_empty());
        for (at, held) in staked {
            for area in Area::ALL {
                if round.limit_passed(self.rulebook, held, area).is_some() {
                    self.offer_report(Report::OutsideLimits { at, area });
                }
                for share in held.bets.shares(area) {
                    let player = share.player;
                    self.offer_report(Report::LateWithdrawal { player, at, area });
                }
            }
            if held.bets.has(Area::Jackpot) {
                self.offer_report(Report::LoneJackpot { at });
            }
            for share in held.bets.shares(Area::Play) {
                self.unequal_play(at, share.player, share.amount);
            }
        }
    }

    fn unequal_play(&mut self, at: BoxNumber, player: PlayerId, made: Money) {
        let found = made + Money::minor(1);
        let report = Report::UnequalPlay { at, player, found };
        self.report_form(report, "unequal_play", || {
            vec![
                ("report.at", Choices::Boxes(vec![at])),
                ("report.player", Choices::Players(vec![player])),
                ("report.found", Choices::Amount(Money::ZERO, Money::LIMIT)),
            ]
        });
    }

    fn of_conduct(&mut self, round: &Round, known: &[PlayerId]) {
        for (at, held) in round.boxes() {
            let owner = held.controller();
            for player in known.iter().copied() {
                if owner == Some(player) {
                    self.offer_report(Report::ExtraLook { at, player });
                }
                if held.bets.has_player(player) {
                    self.offer_report(Report::StakedInError { at, player });
                }
            }
        }
        let players = self.players_granted(known, |player| {
            let report = Report::Disclosure { player };
            Request::Report { report }
        });
        if let Some(players) = players {
            let fields = vec![("report.player", players)];
            let form = MoveForm::new(FormKind::report("disclosure"), fields);
            self.moves.push(Move::Form(form));
        }
    }

    fn of_anything(&mut self, round: &Round) {
        let causes = [Cause::Power, Cause::Technical]
            .into_iter()
            .filter(|cause| {
                let cause = *cause;
                // Within the house's grace play goes on; beyond it the clause is asked.
                [0, u64::MAX].into_iter().any(|seconds| {
                    let report = Report::Interruption { cause, seconds };
                    self.is_granted(Request::Report { report })
                })
            });
        let causes: Vec<Cause> = causes.collect();
        if !causes.is_empty() {
            let fields = vec![
                ("report.cause", Choices::Causes(causes)),
                ("report.seconds", Choices::Number(0, u64::MAX)),
            ];
            let form = MoveForm::new(FormKind::report("interruption"), fields);
            self.moves.push(Move::Form(form));
        }
        let earlier = Report::EarlierRound {
            round: 0,
            what: String::new(),
        };
        let last = round.number().saturating_sub(1);
        self.report_form(earlier, "earlier_round", || {
            vec![
                ("report.round", Choices::Number(0, last)),
                ("report.what", Choices::Text),
            ]
        });
        let what = String::new();
        self.report_form(Report::Other { what }, "other", || {
            vec![("report.what", Choices::Text)]
        });
    }
}
