//! Why a round stands still: matters that wait for a ruling, first things first, and Players who
//! wait to be asked, or have been.

use super::matter::{Choice, Choosing, Matter, Question, Report, Terms};
use super::{Decision, Event, Phase, Round};
use crate::actor::{Actor, Post};
use crate::irregularity::{
    Act, Circumstances, Irregularity, Moment, Others, Remedy, Ruler, Then, WhoChooses, Whose,
};
use crate::rulebook::{ContactTest, Rulebook};
use crate::settlement::{BoxNumber, Outcome};
use crate::wager::Area;

/// What a round waits for: rulings, then choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suspension {
    /// In order of precedence (rounds.md 8.3), then as reported.
    matters: Vec<Matter>,
    /// Who is to be asked once nothing waits for a ruling: several errors ask once.
    pending: Vec<Choosing>,
    choosing: Option<Choosing>,
    /// Boxes that one member of staff lets withdraw although the result is known.
    permitted_once: Vec<(BoxNumber, Actor)>,
}

impl Suspension {
    /// Whether anything waits.
    pub fn is_open(&self) -> bool {
        !self.matters.is_empty() || !self.pending.is_empty() || self.choosing.is_some()
    }

    /// The matter that is ruled on next.
    pub fn at_hand(&self) -> Option<&Matter> {
        self.matters.first()
    }

    /// The matters that wait for a ruling, the next first.
    pub fn matters(&self) -> &[Matter] {
        &self.matters
    }

    /// The choices Players are making now.
    pub fn choosing(&self) -> Option<&Choosing> {
        self.choosing.as_ref()
    }

    pub(super) fn pending(&self) -> Option<&Choosing> {
        self.pending.first()
    }

    pub(super) fn add(&mut self, matter: Matter) {
        let rank = matter.irregularity.precedence();
        let behind = |waiting: &Matter| waiting.irregularity.precedence() <= rank;
        let at = self.matters.partition_point(behind);
        self.matters.insert(at, matter);
    }

    /// The matter is ruled on; a count that can be put together again is a matter of its own (IR-12).
    pub(super) fn close(&mut self, on: Irregularity, reconstructable: bool) {
        let Some(at) = self
            .matters
            .iter()
            .position(|matter| matter.irregularity == on)
        else {
            return;
        };
        let matter = self.matters.remove(at);
        if reconstructable && on.can_be_reconstructed() {
            let irregularity = Irregularity::CountReconstructable;
            self.matters.insert(
                0,
                Matter {
                    irregularity,
                    ..matter
                },
            );
        }
    }

    pub(super) fn propose(&mut self, on: Irregularity, act: Act, by: Actor) {
        let matter = self
            .matters
            .iter_mut()
            .find(|matter| matter.irregularity == on);
        if let Some(matter) = matter {
            matter.proposal = Some((act, by));
        }
    }

    pub(super) fn ask_later(&mut self, terms: Terms, boxes: &[BoxNumber], cites: &[String]) {
        let same = self
            .pending
            .iter_mut()
            .find(|choosing| choosing.terms == terms);
        if let Some(choosing) = same {
            let new = boxes
                .iter()
                .filter(|at| !choosing.asked.contains(&(**at, None)));
            let new: Vec<_> = new.map(|at| (*at, None)).collect();
            choosing.asked.extend(new);
            choosing.asked.sort_unstable_by_key(|(at, _)| *at);
            return;
        }
        self.pending.push(Choosing {
            terms,
            asked: boxes.iter().map(|at| (*at, None)).collect(),
            cites: cites.to_vec(),
        });
    }

    pub(super) fn ask(&mut self, terms: Terms, boxes: &[BoxNumber], cites: &[String]) {
        self.pending.retain(|pending| pending.terms != terms);
        // A Player who needs a permission first is not asked until he has it.
        let asked: &[BoxNumber] = match terms {
            Terms::DealingError | Terms::AllOrNone => boxes,
            Terms::Permitted => &[],
        };
        self.choosing = Some(Choosing {
            terms,
            asked: asked.iter().map(|at| (*at, None)).collect(),
            cites: cites.to_vec(),
        });
    }

    pub(super) fn permit(&mut self, at: BoxNumber) {
        self.permitted_once
            .retain(|(permitted, _)| *permitted != at);
        if let Some(choosing) = &mut self.choosing {
            choosing.asked.push((at, None));
        }
    }

    /// A first member of staff permits a box to withdraw; a second has to.
    pub(super) fn permit_once(&mut self, at: BoxNumber, by: Actor) {
        self.permitted_once.push((at, by));
    }

    /// Who has permitted this box to withdraw, where a second person has to.
    pub(super) fn permitted_once(&self, at: BoxNumber) -> Option<Actor> {
        let mut first = self.permitted_once.iter();
        first
            .find(|(permitted, _)| *permitted == at)
            .map(|(_, by)| *by)
    }

    pub(super) fn chosen(&mut self, at: BoxNumber, choice: Choice) {
        let asked = self
            .choosing
            .iter_mut()
            .flat_map(|choosing| &mut choosing.asked);
        for (asked, answer) in asked {
            if *asked == at {
                *answer = Some(choice);
            }
        }
    }

    pub(super) fn end_choices(&mut self) {
        self.permitted_once.clear();
        self.choosing = None;
    }

    /// A round that is void has nothing left to rule on.
    pub(super) fn end(&mut self) {
        *self = Suspension::default();
    }
}

impl Round {
    /// Whether the round stands still.
    pub fn is_suspended(&self) -> bool {
        self.suspension.is_open()
    }

    /// What it waits for.
    pub fn suspension(&self) -> &Suspension {
        &self.suspension
    }

    /// Whether a Player has seen, or handled, own cards: whichever the rulebook asks (G-13).
    pub fn has_contact(&self, rulebook: &Rulebook) -> bool {
        self.boxes()
            .any(|(_, held)| match rulebook.contact_test.says {
                ContactTest::Seen => held.seen,
                ContactTest::Handled => held.handled || held.seen,
            })
    }

    /// A fold accepted, the Dealer's hand exposed, or a bet posted as won or lost (G-15).
    pub fn has_outcome(&self) -> bool {
        let folded = self.boxes().any(|(_, held)| match held.decision {
            Decision::Folded(_) | Decision::FoldedByAbsence => true,
            Decision::Undecided
            | Decision::Played { .. }
            | Decision::StandingPairPlus
            | Decision::Removed
            | Decision::Withdrawn => false,
        });
        let shown = self.felt().is_some_and(|felt| felt.dealer_shown);
        let decided = |outcome| match outcome {
            Outcome::Win | Outcome::Lose | Outcome::StandOff => true,
            Outcome::Returned => false,
        };
        let mut posted = self.postings.settled.iter();
        folded || shown || posted.any(|posting| decided(posting.line.outcome))
    }

    pub(super) fn moment(&self) -> Moment {
        match self.phase {
            Phase::BetsOpen => Moment::BetsOpen,
            Phase::BetsClosed => Moment::BetsClosed,
            Phase::Dealing(_) => Moment::Dealing,
            Phase::Deciding(_) => Moment::Deciding,
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => Moment::Shown,
            Phase::Concluded(_) | Phase::Voided(_) => Moment::Concluded,
        }
    }

    /// What an answer on `report` turns on.
    pub(super) fn circumstances(
        &self,
        rulebook: &Rulebook,
        report: &Report,
        whose: Whose,
    ) -> Circumstances {
        let dealer = |by: &Actor| by.post() == Some(Post::Dealer);
        let moment = if matches!(report, Report::EarlierRound { .. }) {
            Moment::Later
        } else {
            self.moment()
        };
        let jackpot =
            |(_, held): (_, &super::BettingBox)| held.bets.unsettled(Area::Jackpot).is_positive();
        Circumstances {
            contact: self.has_contact(rulebook),
            outcome: self.has_outcome(),
            whose,
            reconstructable: false,
            exposed: matches!(report, Report::Exposed { .. }),
            by_dealer: !matches!(report, Report::Exposed { by, .. } if !dealer(by)),
            power: !matches!(
                report,
                Report::Interruption {
                    cause: super::Cause::Technical,
                    ..
                }
            ),
            jackpot_bets: self.boxes().any(jackpot),
            ..Circumstances::at(moment)
        }
    }

    /// What is asked about the matter at hand.
    pub fn question(&self, rulebook: &Rulebook) -> Option<Question> {
        let matter = self.suspension.at_hand()?;
        Some(self.question_on(rulebook, matter))
    }

    pub(super) fn question_on(&self, rulebook: &Rulebook, matter: &Matter) -> Question {
        let row = matter.irregularity;
        let now = self.circumstances(rulebook, &matter.report, matter.whose);
        // Putting cards right may have sent the round back to the deal; what was noticed before is
        // judged as of then.
        let mut moment = now.moment.max(matter.moment);
        // A fold stays made when cards put right send the round back to the deal (5.7.1, G-15).
        if row == Irregularity::Interruption && now.outcome && moment == Moment::Dealing {
            moment = Moment::Deciding;
        }
        let as_it_is = Circumstances { moment, ..now };
        let rebuilt = Circumstances {
            reconstructable: true,
            ..as_it_is
        };
        let no = removal_by_the_clause(rulebook.remedy(row, &as_it_is));
        let yes = if row.can_be_reconstructed() {
            rulebook.remedy(Irregularity::CountReconstructable, &rebuilt)
        } else {
            rulebook.remedy(row, &rebuilt)
        };
        if yes.act != no.act {
            return Question::Reconstruction { yes, no };
        }
        match (no.ruler, no.act) {
            (Ruler::Uncovered(_), _) | (_, Act::Open) => Question::Open(no),
            (_, Act::OrderThenChoices) => Question::Order(no),
            (_, Act::RuleOnIntent) => Question::Intent(no),
            (_, Act::CountDeck) => Question::Count(no),
            // Ruled reconstructable: it is put together again before the Players choose (5.10.2).
            (_, Act::Choices(asked)) if row == Irregularity::CountReconstructable => {
                let act = Act::Reconstruct(Then::Ask(asked));
                Question::Fact(Remedy { act, ..no })
            }
            // No hand is played with two or four cards: whole hands that can be moved are moved.
            (_, Act::Choices(asked))
                if row == Irregularity::HandsMisplaced && !self.wrong_counts().is_empty() =>
            {
                let act = Act::Reconstruct(Then::Ask(asked));
                Question::Fact(Remedy { act, ..no })
            }
            // A hand may be played as it lies, or as it was put together again (5.10.1, 5.10.2).
            (_, Act::Choices(asked))
                if !self.misdeal(rulebook).is_empty() && self.can_be_relaid(rulebook) =>
            {
                let act = Act::Reconstruct(Then::Ask(asked));
                Question::Reconstruction {
                    yes: Remedy { act, ..no },
                    no,
                }
            }
            (Ruler::Clause | Ruler::Post(_), _) => Question::Fact(no),
        }
    }

    /// The boxes an act asks whether they go on.
    pub(super) fn asked_by(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        asked: WhoChooses,
    ) -> Vec<BoxNumber> {
        let still_in = || self.still_in();
        match asked {
            WhoChooses::All => still_in().map(|(at, _)| at).collect(),
            WhoChooses::JackpotBoxes => still_in()
                .filter(|(_, held)| held.bets.unsettled(Area::Jackpot).is_positive())
                .map(|(at, _)| at)
                .collect(),
            WhoChooses::Affected => {
                let touched = self.affected(rulebook);
                let named = |at: &BoxNumber| touched.contains(at) || matter.boxes.contains(at);
                still_in().map(|(at, _)| at).filter(named).collect()
            }
        }
    }

    /// What follows once a matter is ruled on or a choice made: the next question, or play goes on.
    pub(super) fn proceed(&self, rulebook: &Rulebook) -> Vec<Event> {
        let void = matches!(self.phase, Phase::Voided(_));
        if void || self.suspension.at_hand().is_some() {
            return Vec::new();
        }
        if let Some(choosing) = self.suspension.choosing() {
            // Where boxes are shared the backers may withdraw too, until the time is over.
            let shared = |(_, held): (_, &super::BettingBox)| held.bets.players_in_play().len() > 1;
            let backers = choosing.terms == Terms::AllOrNone && self.still_in().any(shared);
            if !choosing.is_complete(self.still_in().map(|(at, _)| at)) || backers {
                return Vec::new();
            }
            let ended = vec![Event::ChoicesEnded];
            return self.then(rulebook, ended);
        }
        if let Some(pending) = self.suspension.pending() {
            let asked = pending.asked.iter().map(|(at, _)| *at);
            let boxes = asked.filter(|at| self.still_in().any(|(in_round, _)| in_round == *at));
            let offered = vec![Event::ChoicesOffered {
                terms: pending.terms,
                boxes: boxes.collect(),
                cites: pending.cites.clone(),
            }];
            return self.then(rulebook, offered);
        }
        let mut events = vec![Event::RoundResumed];
        events.extend(self.after(&events).go_on(rulebook));
        events
    }

    fn then(&self, rulebook: &Rulebook, mut events: Vec<Event>) -> Vec<Event> {
        let next = self.after(&events).proceed(rulebook);
        events.extend(next);
        events
    }
}

/// The clause itself removes a hand; the post it names only permits the others to withdraw (mbs-2019 5.7).
fn removal_by_the_clause(remedy: Remedy) -> Remedy {
    let permits = remedy.act == Act::RemoveHand(Others::MayBePermittedToWithdraw);
    if permits && !remedy.is_referred() {
        let ruler = Ruler::Clause;
        return Remedy { ruler, ..remedy };
    }
    remedy
}
