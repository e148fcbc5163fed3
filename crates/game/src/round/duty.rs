//! What comes next in a round, in the order of the rulebook: what the Dealer owes, or whom the round
//! waits for.
//!
//! One procedure for everything that deals: the automatic dealer, the terminal table, the
//! simulator, the dealer's console and the tests. It looks at facts of the round and puts nothing to
//! the rules, so it is cheap to ask after every step; that the rules grant what it says is a
//! property test.

mod requests;

use serde::Serialize;

use super::{BettingBox, Decision, Phase, Question, Round, Showing, Step, Terms};
use crate::actor::Post;
use crate::irregularity::{Irregularity, Ruler};
use crate::rulebook::{Community, Requirement, Rulebook, YesNo};
use crate::settlement::{BoxNumber, PlayerId};
use crate::table::Notice;
use crate::wager::Area;

/// What comes next at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NextDuty {
    /// The House has this to do before bets can open.
    House(HouseDuty),
    /// The Dealer does this now.
    Dealer(DealerDuty),
    /// Bets are open. Once everybody has bet, or the time for bets is up, `then` comes next.
    Bets {
        /// The Dealer's next step towards the deal.
        then: DealerDuty,
        /// A bet below its minimum: bets do not close before it is raised or taken back (5.2).
        short: Option<(BoxNumber, Area)>,
    },
    /// The Player decides for this box.
    Decision {
        /// The first box that has not decided, clockwise from the Dealer's left (G-17).
        at: BoxNumber,
        /// Who decides for it.
        player: PlayerId,
    },
    /// The Player turns the hand of this box, or declines to.
    Reveal {
        /// The box whose hand lies face down.
        at: BoxNumber,
        /// Whose hand it is.
        player: PlayerId,
    },
    /// The round stands still until the matter at hand is ruled on.
    Ruling {
        /// What was reported.
        on: Irregularity,
        /// The lowest post that may rule on it.
        post: Post,
    },
    /// The round stands still until Players have chosen, or the time to choose is over.
    Choices {
        /// On what terms they are asked.
        terms: Terms,
        /// The boxes that have not answered. None where the pit may still permit a withdrawal.
        boxes: Vec<BoxNumber>,
    },
}

/// What the House does between rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HouseDuty {
    /// The table is closed: it opens under a rulebook, with its limits and its jackpot.
    OpenTable,
    /// One of two ways to deal the community cards is chosen (rws-multilink-2024 3.11.3).
    ChooseMethod,
    /// This notice has to hang before bets open.
    DisplayNotice {
        /// Which one is missing.
        notice: Notice,
    },
    /// Two people choose how later rounds are played while the jackpot does not work (5.17.2).
    ChooseFaultMode,
    /// The mode that was chosen is to close the table (5.17.2(a)).
    CloseTable,
}

/// What the Dealer does next; the jackpots are paid by the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DealerDuty {
    /// The opening call.
    OpenBets,
    /// Asks this box whether it wants the jackpot bet (mbs-2019 3.5.1).
    OfferJackpot {
        /// The box that has none.
        at: BoxNumber,
    },
    /// The closing call.
    CloseBets,
    /// Tells a Player with several boxes that he may look at one hand only (rws-2020 3.7).
    InformOneHand {
        /// Who holds them.
        player: PlayerId,
    },
    /// Calls the boxes without Pair Plus (oceanfront ofg.deal.2.a).
    CallMissingPairPlus,
    /// The next movement of the deal.
    Deal(Step),
    /// Counts the deck by hand, because its number is in doubt (mbs-2019 5.8).
    CountDeck,
    /// Says that the cards do not lie as the deal should have laid them; nothing else leads on.
    ReportMisdeal,
    /// Takes in the bets and cards of boxes that folded.
    CollectFolded,
    /// Turns the own hand, and the community cards where there are any.
    ShowDealer,
    /// Turns the hand of this box: Pair Plus alone, a Player who has left, or a house in which the
    /// Dealer turns every hand.
    ShowBox {
        /// Whose hand it is.
        at: BoxNumber,
    },
    /// Settles this box; [`Table::payouts`](crate::Table::payouts) says how much on which spot.
    Settle {
        /// The next box in the rulebook's order.
        at: BoxNumber,
    },
    /// Pays the jackpots and envy of the round.
    PayJackpots,
    /// Ends the round.
    Conclude,
}

impl Round {
    /// What comes next in this round; nothing where it is over.
    #[inline]
    pub fn next_duty(&self, rulebook: &Rulebook) -> Option<NextDuty> {
        if self.is_suspended() {
            return self.while_suspended(rulebook);
        }
        let duty = match &self.phase {
            Phase::BetsOpen => {
                return Some(NextDuty::Bets {
                    then: self.before_closing(rulebook),
                    short: self.first_short_bet(rulebook),
                });
            }
            Phase::BetsClosed => self.before_the_deal(rulebook),
            Phase::Dealing(_) => self.in_the_deal(rulebook),
            Phase::Deciding(_) => return Some(self.in_the_decisions(rulebook)),
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
                return Some(self.in_the_showdown(rulebook));
            }
            Phase::Concluded(_) | Phase::Voided(_) => return None,
        };
        Some(NextDuty::Dealer(duty))
    }

    #[cold]
    fn while_suspended(&self, rulebook: &Rulebook) -> Option<NextDuty> {
        if let Some(matter) = self.suspension.at_hand() {
            let question = self.question_on(rulebook, matter);
            if let Question::Count(_) = question {
                return Some(NextDuty::Dealer(DealerDuty::CountDeck));
            }
            let post = match question.ruler() {
                Ruler::Clause => Post::PitSupervisor,
                Ruler::Post(post) | Ruler::Uncovered(post) => post,
            };
            let on = matter.irregularity;
            return Some(NextDuty::Ruling { on, post });
        }
        let choosing = self.suspension.choosing()?;
        let waiting = choosing.asked.iter().filter(|(_, chose)| chose.is_none());
        Some(NextDuty::Choices {
            terms: choosing.terms,
            boxes: waiting.map(|(at, _)| *at).collect(),
        })
    }

    fn before_closing(&self, rulebook: &Rulebook) -> DealerDuty {
        let offer = self.must_offer_jackpot(rulebook);
        let mut without = self
            .in_round()
            .filter(|(_, held)| offer && !held.jackpot_offered && !held.bets.has(Area::Jackpot));
        match without.next() {
            Some((at, _)) => DealerDuty::OfferJackpot { at },
            None => DealerDuty::CloseBets,
        }
    }

    fn before_the_deal(&self, rulebook: &Rulebook) -> DealerDuty {
        if self.in_round().next().is_none() {
            return DealerDuty::Conclude;
        }
        if rulebook.one_hand_notice.says != Requirement::None {
            let owners = self.in_round().filter_map(|(_, held)| held.controller());
            let mut untold = owners
                .filter(|player| self.holds_several(*player) && !self.informed.contains(player));
            if let Some(player) = untold.next() {
                return DealerDuty::InformOneHand { player };
            }
        }
        if rulebook.missing_pair_plus_call.says == YesNo::Yes && !self.missing_pair_plus_called {
            return DealerDuty::CallMissingPairPlus;
        }
        self.in_the_deal(rulebook)
    }

    fn in_the_deal(&self, rulebook: &Rulebook) -> DealerDuty {
        let step = self.next_step(rulebook);
        match step.filter(|_| self.is_any_box_playing()) {
            // The packet may have been laid elsewhere: then there is nothing to discard from.
            Some(Step::DiscardCommunity) if self.felt().is_none_or(|f| f.community.len() != 3) => {
                DealerDuty::ReportMisdeal
            }
            Some(step) => DealerDuty::Deal(step),
            None => DealerDuty::Conclude,
        }
    }

    fn in_the_decisions(&self, rulebook: &Rulebook) -> NextDuty {
        if !self.is_any_box_playing() {
            return NextDuty::Dealer(DealerDuty::Conclude);
        }
        let mut undecided = self
            .in_round()
            .filter(|(_, held)| held.decision == Decision::Undecided);
        if let Some((at, held)) = undecided.next() {
            // A hand of two or four cards cannot be decided on.
            let misdealt = held.cards.len() != 3 && !self.misdeal(rulebook).is_empty();
            return match held.controller() {
                Some(player) if !misdealt => NextDuty::Decision { at, player },
                Some(_) | None => NextDuty::Dealer(DealerDuty::ReportMisdeal),
            };
        }
        let folded = self.in_round().any(|(_, held)| held.is_folded());
        NextDuty::Dealer(if folded && !self.collected {
            DealerDuty::CollectFolded
        } else if self.dealer_can_show(rulebook) {
            DealerDuty::ShowDealer
        } else {
            DealerDuty::ReportMisdeal
        })
    }

    fn dealer_can_show(&self, rulebook: &Rulebook) -> bool {
        let Some(felt) = self.felt() else {
            return false;
        };
        let jackpot =
            |(_, held): (_, &BettingBox)| held.bets.unsettled(Area::Jackpot).is_positive();
        let community = match rulebook.community.says {
            Community::None => true,
            Community::Two => felt.community.len() == 2 || !self.staked_boxes().any(jackpot),
        };
        felt.dealer.len() == 3 && community
    }

    fn in_the_showdown(&self, rulebook: &Rulebook) -> NextDuty {
        if !matches!(self.phase, Phase::Jackpots(_))
            && let Some(at) = self.next_to_settle(rulebook)
        {
            let held = &self.boxes[at];
            return match held.showing {
                Showing::FaceDown => self.turn(rulebook, at, held),
                Showing::Revealed | Showing::Hidden { .. } | Showing::Collected => {
                    NextDuty::Dealer(DealerDuty::Settle { at })
                }
            };
        }
        if !matches!(self.phase, Phase::Jackpots(_)) {
            return NextDuty::Dealer(DealerDuty::Conclude);
        }
        // A jackpot bet that a fold left alive is paid on a hand that lies open (mbs-2019 3.9.1).
        let mut face_down = self.in_round().filter(|(_, held)| {
            held.showing == Showing::FaceDown && held.bets.unsettled(Area::Jackpot).is_positive()
        });
        if let Some((at, held)) = face_down.next() {
            return self.turn(rulebook, at, held);
        }
        NextDuty::Dealer(if !self.jackpots_settled && self.has_jackpot_bets() {
            DealerDuty::PayJackpots
        } else {
            DealerDuty::Conclude
        })
    }

    /// The hand of a box is turned by its Player, or by the Dealer where the rulebook says so.
    fn turn(&self, rulebook: &Rulebook, at: BoxNumber, held: &BettingBox) -> NextDuty {
        if held.cards.len() != 3 {
            return NextDuty::Dealer(DealerDuty::ReportMisdeal);
        }
        let here = held.controller().filter(|who| !self.left.contains(who));
        match here {
            Some(player) if !held.is_turned_by_dealer(rulebook) => NextDuty::Reveal { at, player },
            Some(_) | None => NextDuty::Dealer(DealerDuty::ShowBox { at }),
        }
    }

    /// A box in the round that has not gone out of it.
    fn is_any_box_playing(&self) -> bool {
        self.in_round().any(|(_, held)| !held.decision.is_out())
    }
}
