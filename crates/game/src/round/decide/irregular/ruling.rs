//! Who rules on what. A ruling by too low a post is refused, never recorded and reversed; one that
//! undoes money takes another person than the one who reported, and one that undoes a known result
//! takes two members of staff.

use crate::actor::{Actor, Post};
use crate::clause::Citations;
use crate::irregularity::{Act, Irregularity, Moment, Others, Remedy, Ruler};
use crate::round::decide::Decided;
use crate::round::matter::{Finding, Matter, Question, Report};
use crate::round::{BettingBox, Event, Phase, Place, Refusal, RefusalReason, Round};
use crate::rulebook::{Community, Rulebook};
use crate::wager::Area;

impl Round {
    pub(in crate::round) fn rule(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        on: Irregularity,
        finding: &Finding,
    ) -> Decided {
        let (matter, remedy) = self.ruling_on(rulebook, by, on, finding)?;
        let mut events = self.ruled(rulebook, matter, (remedy, finding.clone()), by);
        events.extend(self.after(&events).work_through(rulebook));
        Ok(events)
    }

    /// Whether the ruling would be taken; what follows from it is not worked out.
    pub(crate) fn hears_ruling(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        on: Irregularity,
        finding: &Finding,
    ) -> bool {
        self.ruling_on(rulebook, by, on, finding).is_ok()
    }

    /// The matter a ruling is about and what it leads to, where `by` may rule so.
    fn ruling_on(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        on: Irregularity,
        finding: &Finding,
    ) -> Result<(&Matter, Remedy), Refusal> {
        let matter = self.at_hand(rulebook, on)?;
        let question = self.question_on(rulebook, matter);
        self.may_rule(rulebook, by, question.ruler(), question.remedy().cites)?;
        let remedy = self.answered(rulebook, matter, &question, finding)?;
        if *finding != Finding::Dismissed {
            self.may_rule(rulebook, by, remedy.ruler, remedy.cites)?;
        }
        if *finding != Finding::Dismissed && self.lacks_second_person(matter, remedy.act, by) {
            return Err(refuse(
                rulebook,
                RefusalReason::SecondPersonNeeded,
                remedy.cites,
            ));
        }
        Ok((matter, remedy))
    }

    /// Whether the act would be the word of one person alone although it takes two.
    ///
    /// The person who reported does not undo money by a ruling of his own. And where a bet is won or lost already
    /// (G-15), what undoes that is ruled on by one member of staff after another has reported the
    /// matter or proposed the act: what the system or a Player reports brings no second person.
    fn lacks_second_person(&self, matter: &Matter, act: Act, by: Actor) -> bool {
        let money = act.is_undoing_money() || matter.irregularity.has_amount();
        let own_report = matter.by.person().is_some() && matter.by.person() == by.person();
        // Before the Dealer's hand is shown, a Player who withdraws does not know what he would lose.
        let shown = self.moment() >= Moment::Shown;
        let known = if shown {
            act.is_changing_a_result()
        } else {
            act.is_undoing_money() && self.has_outcome()
        };
        (own_report && money) || (known && !matter.is_seconded(act, by))
    }

    /// Staff below the post that rules pass the matter up, with what they would do.
    pub(in crate::round) fn refer(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        on: Irregularity,
        proposal: Act,
    ) -> Decided {
        rulebook.needs_post(by, Post::Dealer, rulebook.uncovered_authority.cites)?;
        let matter = self.at_hand(rulebook, on)?;
        let question = self.question_on(rulebook, matter);
        if !self.can_be_done(rulebook, matter, proposal) && !question.leads_to(proposal) {
            let asked = question.words();
            let cites = rulebook.uncovered_authority.cites;
            return Err(rulebook.refuse(RefusalReason::NoSuchAnswer { asked }, cites));
        }
        // What a higher post has proposed stands until a post as high proposes otherwise.
        let post_of = |by: Actor| self.conduct.acting(by).post();
        let above = matter.proposal.and_then(|(_, first)| post_of(first));
        match (above, post_of(by)) {
            (Some(needed), Some(post)) if post < needed => {
                let cites = rulebook.uncovered_authority.cites;
                Err(rulebook.refuse(RefusalReason::NotYourPost { needed }, cites))
            }
            (Some(_) | None, _) => Ok(vec![Event::Referred { on, proposal, by }]),
        }
    }

    fn at_hand(&self, rulebook: &Rulebook, on: Irregularity) -> Result<&Matter, Refusal> {
        let cites = rulebook.uncovered_authority.cites;
        let Some(matter) = self.suspension.at_hand() else {
            return Err(rulebook.refuse(RefusalReason::NothingToRule, cites));
        };
        let first = matter.irregularity;
        if first != on {
            return Err(rulebook.refuse(RefusalReason::NotAtHand { first }, cites));
        }
        Ok(matter)
    }

    /// The floor establishes facts; what a text gives to a post, or leaves open, that post decides.
    fn may_rule(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        ruler: Ruler,
        cites: Citations,
    ) -> Result<(), Refusal> {
        let needed = match ruler {
            Ruler::Clause => Post::PitSupervisor,
            Ruler::Post(post) | Ruler::Uncovered(post) => post,
        };
        match self.conduct.acting(by).post() {
            Some(post) if post >= needed => Ok(()),
            Some(_) | None => Err(refuse(
                rulebook,
                RefusalReason::NotYourPost { needed },
                cites,
            )),
        }
    }

    /// What an answer to the question leads to.
    // tidy: table
    fn answered(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        question: &Question,
        finding: &Finding,
    ) -> Result<Remedy, Refusal> {
        let asked = question.words();
        let no_answer = |cites: Citations| {
            Err(refuse(
                rulebook,
                RefusalReason::NoSuchAnswer { asked },
                cites,
            ))
        };
        let go_on = |remedy: &Remedy| Remedy {
            act: Act::Continue,
            ..*remedy
        };
        if *finding == Finding::Dismissed && matter.report == Report::Misdealt {
            // The cards themselves show it: that can be ruled on, not ruled away.
            return no_answer(question.remedy().cites);
        }
        match (question, finding) {
            (Question::Count(remedy), _) => {
                Err(refuse(rulebook, RefusalReason::CountFirst, remedy.cites))
            }
            (Question::Order(remedy), Finding::Order { cards }) => {
                is_order_of(rulebook, matter, cards, remedy.cites)?;
                Ok(*remedy)
            }
            (Question::Intent(remedy), Finding::Intended) => Ok(Remedy {
                act: Act::RemoveHand(Others::PlayOn),
                ..*remedy
            }),
            (Question::Intent(remedy), Finding::NotIntended | Finding::Dismissed)
            | (Question::Fact(remedy) | Question::Open(remedy), Finding::Dismissed) => {
                Ok(go_on(remedy))
            }
            (Question::Reconstruction { no, .. }, Finding::Dismissed) => Ok(go_on(no)),
            (Question::Fact(remedy), Finding::Upheld) => Ok(*remedy),
            (
                Question::Reconstruction { no, .. },
                Finding::NotReconstructable | Finding::Upheld,
            ) => self.as_proposed(rulebook, matter, *no),
            (Question::Reconstruction { yes, .. }, Finding::Reconstructable) => {
                if matter.irregularity.can_be_reconstructed() {
                    // It becomes IR-12 and is ruled on as that.
                    let (act, ruler) = (Act::Open, Ruler::Clause);
                    return Ok(Remedy { act, ruler, ..*yes });
                }
                self.as_proposed(rulebook, matter, *yes)
            }
            // It can be put together again, and what follows from that is left open: the authority
            // says both at once (rws-2020 5.9 with the Dealer's hand shown).
            (Question::Reconstruction { yes, .. }, Finding::Decided { act })
                if yes.is_referred() && self.can_be_done(rulebook, matter, *act) =>
            {
                Ok(Remedy { act: *act, ..*yes })
            }
            (Question::Open(remedy), Finding::Upheld) => {
                let proposal = matter.proposed().or_else(|| rulebook.proposal(remedy));
                match proposal.filter(|act| self.can_be_done(rulebook, matter, *act)) {
                    Some(act) => Ok(Remedy { act, ..*remedy }),
                    None => no_answer(remedy.cites),
                }
            }
            (Question::Open(remedy), Finding::Decided { act }) => {
                if self.can_be_done(rulebook, matter, *act) {
                    return Ok(Remedy {
                        act: *act,
                        ..*remedy
                    });
                }
                no_answer(remedy.cites)
            }
            (
                Question::Fact(_)
                | Question::Reconstruction { .. }
                | Question::Order(_)
                | Question::Intent(_)
                | Question::Open(_),
                _,
            ) => no_answer(question.remedy().cites),
        }
    }

    /// A branch that is itself left open is decided as proposed, by the post that may decide it.
    fn as_proposed(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        remedy: Remedy,
    ) -> Result<Remedy, Refusal> {
        if !remedy.is_referred() {
            return Ok(remedy);
        }
        let proposal = matter.proposed().or_else(|| rulebook.proposal(&remedy));
        let doable = proposal.filter(|act| self.can_be_done(rulebook, matter, *act));
        let act = doable.ok_or_else(|| {
            let asked = Question::Open(remedy).words();
            refuse(
                rulebook,
                RefusalReason::NoSuchAnswer { asked },
                remedy.cites,
            )
        })?;
        Ok(Remedy { act, ..remedy })
    }

    /// The acts an authority may choose among where the rulebook is silent.
    // tidy: table
    fn can_be_done(&self, rulebook: &Rulebook, matter: &Matter, act: Act) -> bool {
        let cards_out = self.felt().is_some();
        let misdealt = || cards_out && !self.misdeal(rulebook).is_empty();
        let still_in = self.still_in().next().is_some();
        let unequal = matches!(matter.report, Report::UnequalPlay { .. });
        let several = matches!(
            matter.report,
            Report::StakedInError { .. } | Report::ExtraLook { .. }
        );
        // Past its end a round is reached by wrong counts alone, and those the clause decides.
        if self.phase.is_the_end() {
            return matches!(act, Act::Continue | Act::NoEffect);
        }
        if matter.irregularity.is_a_count() {
            return self.cures_a_count(rulebook, matter, act);
        }
        match act {
            Act::Continue | Act::NoEffect | Act::Void | Act::VoidAndReshuffle => true,
            Act::Choices(_) | Act::MayWithdraw => still_in,
            Act::MoveHands(_) | Act::Reconstruct(_) => misdealt() && self.can_be_relaid(rulebook),
            Act::RemoveHand(_) => cards_out && !matter.boxes.is_empty(),
            Act::ReturnJackpotBets => self.setup.jackpot.is_some(),
            Act::SettleAsItStands | Act::SettleToAnte | Act::SettleToMaximum => unequal,
            Act::KeepOneHand => several,
            Act::MayBar => matches!(matter.report, Report::Disclosure { .. }),
            Act::CannotArise
            | Act::Open
            | Act::ReturnBet
            | Act::ReturnBetAtEnd
            | Act::Refuse
            | Act::RefuseExcess
            | Act::CorrectOrTakeBack
            | Act::SettleOnce
            | Act::KeepAtRisk
            | Act::TreatAsFolded
            | Act::Invalidate
            | Act::SettleNormally
            | Act::Unrevealed(_)
            | Act::OrderThenChoices
            | Act::RuleOnIntent
            | Act::BarPersists
            | Act::CountDeck
            | Act::HouseMode
            | Act::AwardsHeld => false,
        }
    }

    /// A hand of two or four is not played on with: it goes, the round goes, or it is put together.
    fn cures_a_count(&self, rulebook: &Rulebook, matter: &Matter, act: Act) -> bool {
        if act.is_void() {
            return true;
        }
        let relays = matches!(act, Act::MoveHands(_) | Act::Reconstruct(_));
        let removes = matches!(act, Act::RemoveHand(_));
        (relays && self.can_be_relaid(rulebook)) || (removes && !matter.boxes.is_empty())
    }

    /// Once the Dealer's hand is shown no more cards go out: what is relaid must be whole.
    pub(in crate::round) fn can_be_relaid(&self, rulebook: &Rulebook) -> bool {
        if matches!(self.phase, Phase::Dealing(_) | Phase::Deciding(_)) {
            return true;
        }
        // What has been counted out was counted out with the cards where they lie.
        if self.boxes().any(|(_, held)| held.settled) {
            return false;
        }
        let correct = self.correct_for(rulebook);
        let has = |place: Place, due| correct.get(&place).is_some_and(|cards| cards.len() == due);
        // A live jackpot bet turns on the community cards too (ML-10).
        let on_community = match rulebook.community.says {
            Community::None => false,
            Community::Two => self.still_in().any(|(_, held)| held.has_live_jackpot()),
        };
        has(Place::Dealer, 3)
            && (!on_community || has(Place::Community, 2))
            && self.still_in().all(|(at, _)| has(Place::Box(at), 3))
    }

    /// The ruling and what follows from it.
    pub(super) fn ruled(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        (remedy, finding): (Remedy, Finding),
        by: Actor,
    ) -> Vec<Event> {
        let acting_by = self.conduct.acting(by);
        let dismissed = finding == Finding::Dismissed;
        let reclassed = remedy.act == Act::Open;
        let asks = if dismissed || reclassed {
            None
        } else {
            self.asks(rulebook, matter, remedy.act)
        };
        let mut events = vec![Event::RulingMade {
            on: matter.irregularity,
            finding: finding.clone(),
            act: remedy.act,
            by: acting_by,
            acting: acting_by != by,
            asks,
            cites: remedy.cites.iter().map(str::to_owned).collect(),
        }];
        if !reclassed {
            let done = self.put_right(rulebook, matter, &remedy, (&finding, acting_by));
            events.extend(done);
        }
        events
    }
}

impl BettingBox {
    fn has_live_jackpot(&self) -> bool {
        self.bets.unsettled(Area::Jackpot).is_positive()
    }
}

fn refuse(rulebook: &Rulebook, reason: RefusalReason, cites: Citations) -> Refusal {
    Refusal::new(reason, rulebook.id, cites)
}

/// Exactly the cards drawn together, in some order.
fn is_order_of(
    rulebook: &Rulebook,
    matter: &Matter,
    order: &[crate::Card],
    cites: Citations,
) -> Result<(), Refusal> {
    let drawn = matter.report.drawn_together().unwrap_or_default();
    let all_there = drawn.iter().all(|card| order.contains(card));
    if order.len() == drawn.len() && all_there {
        return Ok(());
    }
    let asked = "Which of the cards drawn together counts first?";
    Err(refuse(
        rulebook,
        RefusalReason::NoSuchAnswer { asked },
        cites,
    ))
}
