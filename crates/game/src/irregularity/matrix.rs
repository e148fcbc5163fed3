//! The matrix of `docs/rulebooks/rounds.md` 8.2: what a rulebook does about an irregularity.
//!
//! Every answer is read off the form's switches, so that a house which chose otherwise gets another
//! answer, and never off the casino's name. One file a subject, as the rows of the matrix lie.

mod betting;
mod conduct;
mod counts;
mod dealing;
mod deck;
mod exposure;

use super::{Act, Circumstances, Irregularity, Moment, Remedy, Ruler};
use crate::actor::Post;
use crate::clause::{Citations, Cites};
use crate::rulebook::{
    ChoicesDeadline, Community, ExtraView, JackpotKind, MultiBox, Rulebook, Ruling,
    UncoveredAuthority, UncoveredProposal, Value,
};

/// How far the round is: a [`Moment`] before it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    BetsOpen,
    BetsClosed,
    Dealing,
    Deciding,
    Shown,
}

impl Rulebook {
    /// What is done about `row`, and who says so.
    ///
    /// A row's own words count as facts: `reconstructable` is not asked of the rows that are about
    /// a wrong count which can, or cannot, be put right. Where a Player leaves, `contact` is that
    /// Player's.
    ///
    /// ```
    /// use game::{Act, Circumstances, Irregularity, Moment, RulebookId};
    /// let dealing = Circumstances::at(Moment::Dealing);
    /// let answer = |id: RulebookId| id.form().remedy(Irregularity::CardsExposed, &dealing);
    /// assert_eq!(answer(RulebookId::Rws2020).act, Act::Void);
    /// assert_eq!(answer(RulebookId::Oceanfront).to_string(), "A(V)");
    /// ```
    pub fn remedy(&self, row: Irregularity, circumstances: &Circumstances) -> Remedy {
        if !self.arises(row) {
            return Remedy::cannot_arise();
        }
        match circumstances.moment {
            Moment::BetsOpen => self.in_the_round(row, Stage::BetsOpen, circumstances),
            Moment::BetsClosed => self.in_the_round(row, Stage::BetsClosed, circumstances),
            Moment::Dealing => self.in_the_round(row, Stage::Dealing, circumstances),
            Moment::Deciding => self.in_the_round(row, Stage::Deciding, circumstances),
            Moment::Shown => self.in_the_round(row, Stage::Shown, circumstances),
            Moment::Concluded => self.after_the_end(row),
            Moment::Later => self.in_a_later_round(row),
        }
    }

    /// Who rules on what the rulebook does not cover; someone above may too.
    pub const fn uncovered_post(&self) -> Post {
        match self.uncovered_authority.says {
            UncoveredAuthority::TableGameShiftManager | UncoveredAuthority::GamingShiftManager => {
                Post::ShiftManager
            }
            UncoveredAuthority::ManagerOnDuty => Post::PitManager,
        }
    }

    /// What to propose to the post that rules on a referred matter; `None` where nothing is referred or
    /// there is nothing to propose.
    ///
    /// The matrix writes a plain `A` under every rulebook where its cell has no proposal. One form
    /// says what is proposed then (OFG-16: void), so the cell stays open and the answer is here.
    pub fn proposal(&self, remedy: &Remedy) -> Option<Act> {
        match remedy.ruler {
            Ruler::Clause | Ruler::Post(_) => None,
            Ruler::Uncovered(_) if remedy.act == Act::Open => self.fallback_proposal(),
            Ruler::Uncovered(_) => Some(remedy.act),
        }
    }

    /// What is proposed where the matrix proposes nothing.
    pub const fn fallback_proposal(&self) -> Option<Act> {
        match self.uncovered_proposal.says {
            UncoveredProposal::None => None,
            UncoveredProposal::Void => Some(Act::Void),
        }
    }

    /// Whether the game these rules describe can go wrong in this way at all.
    fn arises(&self, row: Irregularity) -> bool {
        let jackpot = !matches!(self.jackpot_kind.says, JackpotKind::None);
        match row {
            Irregularity::BurnMissed => self.burn_missed.says.is_some(),
            Irregularity::CommunityWrong => self.community.says == Community::Two,
            Irregularity::JackpotFault | Irregularity::LoneJackpot => jackpot,
            Irregularity::ExtraLook | Irregularity::MistakenPositions => {
                match self.extra_view.says {
                    ExtraView::IntentRulingIfMultiBox => {
                        self.multi_box.says != MultiBox::NotOffered
                    }
                    ExtraView::IntentRuling
                    | ExtraView::MistakenStakesOrGamingShiftManager
                    | ExtraView::Referral => true,
                }
            }
            Irregularity::ForeignCard
            | Irregularity::DeckCountWrong
            | Irregularity::TooFewCards
            | Irregularity::NotShuffled
            | Irregularity::HandsMisplaced
            | Irregularity::CardsMisplaced
            | Irregularity::CardsExposed
            | Irregularity::CardExposed
            | Irregularity::ExposedAfterDeal
            | Irregularity::DealerCountWrong
            | Irregularity::PlayerCountWrong
            | Irregularity::CountReconstructable
            | Irregularity::FaceUpCard
            | Irregularity::CardsTogether
            | Irregularity::OtherDealingError
            | Irregularity::Interruption
            | Irregularity::LateBet
            | Irregularity::LateWithdrawal
            | Irregularity::OverMaximum
            | Irregularity::UnderMinimum
            | Irregularity::PlayAboveAnte
            | Irregularity::PlayBelowAnte
            | Irregularity::LeavesDecisionDue
            | Irregularity::LeavesNothingDue
            | Irregularity::HandNotRevealed
            | Irregularity::Disclosure
            | Irregularity::CountDoubted
            | Irregularity::NoticedLater
            | Irregularity::Uncovered => true,
        }
    }

    // tidy: table
    fn in_the_round(&self, row: Irregularity, stage: Stage, facts: &Circumstances) -> Remedy {
        match row {
            Irregularity::ForeignCard | Irregularity::DeckCountWrong => self.deck_fault(),
            Irregularity::TooFewCards => self.too_few_cards(stage),
            Irregularity::NotShuffled => self.not_shuffled(),
            Irregularity::CountDoubted => self.count_doubted(),

            Irregularity::HandsMisplaced => self.hands_misplaced(stage, facts),
            Irregularity::CardsMisplaced => self.cards_misplaced(stage, facts),
            Irregularity::BurnMissed => self.burn_missed(stage, facts),
            Irregularity::FaceUpCard => self.face_up_card(stage),
            Irregularity::CardsTogether => self.cards_together(stage),
            Irregularity::OtherDealingError => self.other_dealing_error(stage),

            Irregularity::CardsExposed => self.cards_exposed(stage, facts),
            Irregularity::CardExposed => self.card_exposed(stage, facts),
            Irregularity::ExposedAfterDeal => self.exposed_after_deal(stage),

            Irregularity::DealerCountWrong => self.dealer_count(stage),
            Irregularity::PlayerCountWrong => self.player_count(stage, facts),
            Irregularity::CountReconstructable => self.count_reconstructable(stage, facts),
            Irregularity::CommunityWrong => self.community_wrong(stage, facts),

            Irregularity::LateBet => self.late_bet(stage),
            Irregularity::LateWithdrawal => self.late_withdrawal(stage),
            Irregularity::OverMaximum => self.over_maximum(stage),
            Irregularity::UnderMinimum => self.under_minimum(stage),
            Irregularity::PlayAboveAnte => self.play_above_ante(stage),
            Irregularity::PlayBelowAnte => self.play_below_ante(stage),
            Irregularity::LoneJackpot => self.lone_jackpot(stage),

            Irregularity::Interruption => self.interruption(stage, facts),
            Irregularity::JackpotFault => self.jackpot_fault(stage, facts),
            Irregularity::LeavesDecisionDue => self.leaves_decision_due(stage, facts),
            Irregularity::LeavesNothingDue => self.leaves_nothing_due(stage),
            Irregularity::HandNotRevealed => self.hand_not_revealed(stage),
            Irregularity::ExtraLook => self.extra_look(stage, facts),
            Irregularity::MistakenPositions => self.mistaken_positions(stage),
            Irregularity::Disclosure => self.disclosed(),
            Irregularity::NoticedLater => Remedy::cannot_arise(),
            Irregularity::Uncovered => self.uncovered(),
        }
    }

    /// Up to the next opening call only a wrong count reaches back into a round that is over; what
    /// is not about its cards or bets is answered as in a later round.
    // tidy: table
    fn after_the_end(&self, row: Irregularity) -> Remedy {
        match row {
            Irregularity::DealerCountWrong => self.dealer_count(Stage::Shown),
            Irregularity::PlayerCountWrong => self.player_count_after_the_end(),
            Irregularity::CountReconstructable => self.count_reconstructed_late(),
            Irregularity::JackpotFault
            | Irregularity::LeavesNothingDue
            | Irregularity::Disclosure
            | Irregularity::Uncovered => self.in_a_later_round(row),
            Irregularity::ForeignCard
            | Irregularity::DeckCountWrong
            | Irregularity::TooFewCards
            | Irregularity::NotShuffled
            | Irregularity::HandsMisplaced
            | Irregularity::CardsMisplaced
            | Irregularity::CardsExposed
            | Irregularity::CardExposed
            | Irregularity::ExposedAfterDeal
            | Irregularity::BurnMissed
            | Irregularity::FaceUpCard
            | Irregularity::CardsTogether
            | Irregularity::CommunityWrong
            | Irregularity::OtherDealingError
            | Irregularity::Interruption
            | Irregularity::LateBet
            | Irregularity::LateWithdrawal
            | Irregularity::OverMaximum
            | Irregularity::UnderMinimum
            | Irregularity::PlayAboveAnte
            | Irregularity::PlayBelowAnte
            | Irregularity::LoneJackpot
            | Irregularity::LeavesDecisionDue
            | Irregularity::HandNotRevealed
            | Irregularity::ExtraLook
            | Irregularity::MistakenPositions
            | Irregularity::CountDoubted
            | Irregularity::NoticedLater => self.no_effect(),
        }
    }

    // tidy: table
    fn in_a_later_round(&self, row: Irregularity) -> Remedy {
        match row {
            // The card is still in the deck: what stands is what was settled with it.
            Irregularity::ForeignCard | Irregularity::DeckCountWrong => {
                self.deck_fault().and(self.grounds.earlier_rounds)
            }
            Irregularity::NotShuffled => self.no_effect().and(self.grounds.earlier_rounds),
            Irregularity::TooFewCards
            | Irregularity::FaceUpCard
            | Irregularity::CardsTogether
            | Irregularity::Interruption
            | Irregularity::LateBet
            | Irregularity::LateWithdrawal
            | Irregularity::LeavesDecisionDue
            | Irregularity::CountDoubted => Remedy::cannot_arise(),
            Irregularity::JackpotFault => self.jackpot_fault_later(),
            Irregularity::LeavesNothingDue => self.awards_held(),
            Irregularity::Disclosure => self.on(self.disclosure.cites, Act::BarPersists),
            Irregularity::Uncovered => self.uncovered(),
            Irregularity::HandsMisplaced
            | Irregularity::CardsMisplaced
            | Irregularity::CardsExposed
            | Irregularity::CardExposed
            | Irregularity::ExposedAfterDeal
            | Irregularity::DealerCountWrong
            | Irregularity::PlayerCountWrong
            | Irregularity::CountReconstructable
            | Irregularity::BurnMissed
            | Irregularity::CommunityWrong
            | Irregularity::OtherDealingError
            | Irregularity::OverMaximum
            | Irregularity::UnderMinimum
            | Irregularity::PlayAboveAnte
            | Irregularity::PlayBelowAnte
            | Irregularity::LoneJackpot
            | Irregularity::HandNotRevealed
            | Irregularity::ExtraLook
            | Irregularity::MistakenPositions
            | Irregularity::NoticedLater => self.no_effect(),
        }
    }

    /// The switch itself says so.
    fn by<T: Value>(&self, ruling: &Ruling<T>, act: Act) -> Remedy {
        Remedy {
            house: ruling.is_the_houses(),
            ..self.on(ruling.cites, act)
        }
    }

    /// These clauses say so.
    #[expect(
        clippy::unused_self,
        reason = "reads as the rulebook speaking, as its siblings do"
    )]
    fn on(&self, cites: Cites, act: Act) -> Remedy {
        Remedy {
            act,
            ruler: Ruler::Clause,
            cites: Citations::one(cites),
            house: false,
        }
    }

    /// The text is silent, as `cites` show: `proposal` goes to the post that rules on what it does not cover.
    fn referred(&self, cites: Cites, proposal: Act) -> Remedy {
        Remedy {
            ruler: Ruler::Uncovered(self.uncovered_post()),
            ..self.on(cites, proposal).and(self.uncovered_authority.cites)
        }
    }

    /// `proposal` unless the form proposes something of its own for whatever has none: then the
    /// matrix leaves the cell open.
    fn proposing(&self, proposal: Act) -> Act {
        match self.fallback_proposal() {
            Some(_) => Act::Open,
            None => proposal,
        }
    }

    fn no_effect(&self) -> Remedy {
        self.on(self.late_error.cites, Act::NoEffect)
    }

    fn uncovered(&self) -> Remedy {
        Remedy {
            house: self.uncovered_authority.is_open(),
            ..self.referred(&[], Act::Open)
        }
    }

    /// As [`Rulebook::too_late_to_choose`], but a void by the clause stays: it asks no Player
    /// anything, so no deadline for choices takes it away (rws-2020 5.9, rws-2013 5.1.4).
    fn past_the_deadline(&self, earlier: Remedy) -> Remedy {
        if earlier.act.is_void() && !earlier.is_referred() {
            return earlier;
        }
        self.too_late_to_choose(earlier)
    }

    /// An error found when the Dealer's hand is shown comes too late for choices (R20-24), unless
    /// the house gives them until the end of the round. `earlier` is the answer before that.
    fn too_late_to_choose(&self, earlier: Remedy) -> Remedy {
        if self.choices_last_to_the_end() && earlier.act.asks().is_some() {
            return earlier.and(self.choices_deadline.cites);
        }
        let cites = if self.choices_deadline.is_not_asked() {
            self.misdeal_contacted.cites
        } else {
            self.choices_deadline.cites
        };
        self.referred(cites, Act::Open)
    }

    fn choices_last_to_the_end(&self) -> bool {
        self.choices_deadline.says == Some(ChoicesDeadline::EndOfRound)
    }
}

impl Remedy {
    fn cannot_arise() -> Remedy {
        Remedy {
            act: Act::CannotArise,
            ruler: Ruler::Clause,
            cites: Citations::default(),
            house: false,
        }
    }

    /// The same, resting on `more` too.
    fn and(mut self, more: Cites) -> Remedy {
        self.cites = self.cites.and(more);
        self
    }

    fn doing(mut self, act: Act) -> Remedy {
        self.act = act;
        self
    }

    /// The same, once this post has ruled.
    fn ruled_by(mut self, post: Post) -> Remedy {
        self.ruler = Ruler::Post(post);
        self
    }
}
