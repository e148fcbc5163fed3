//! Who may rule on what: rounds.md section 2 and the `A` cells of 8.2, read anew from the switches
//! of the form, without asking the engine's own table of remedies.

use std::collections::BTreeMap;

use game::{
    Act, Actor, Cause, ChoicesDeadline, ChoicesOrReferral, Command, CountOnDoubt, Disclosure, Event,
    Exposure, ExtraView, FaceUpCard, FaultMode, Finding, InterruptionNoOutcome,
    InterruptionOutcome, InterruptionScope, Irregularity as Row, JackpotFaultLater,
    JackpotFaultScope, JackpotFaultSeen, JointCards, MisdealUncontacted, PermitWithdrawal,
    PersonId, Post, Report, Rulebook, RulebookId, Timestamp, UncoveredAuthority, VoidOrReferral,
};

use super::facts::{Facts, Stage, Waiting};
use super::money::Purses;
use super::walk::{Checked, holds};

/// Events that follow from one ruling.
pub struct Segment {
    by: Actor,
    reporter: Actor,
    row: Row,
    by_clause: bool,
    established: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Authority {
    acting: BTreeMap<PersonId, Post>,
    fault_proposed: Option<(FaultMode, Actor, Timestamp)>,
    correction_proposed: Option<(Actor, Timestamp)>,
}

/// Who has to say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needed {
    /// The clause says what follows; the pit establishes the facts, or the system that saw them.
    Clause,
    Post(Post),
    /// The house gives more time than the text: at least the pit.
    AtLeastThePit,
}

/// How long a proposal waits for its second person.
const PATIENCE_SECONDS: u64 = 300;

impl Authority {
    pub fn acts_as(&self, post: Post, person: PersonId) -> Post {
        self.acting
            .get(&person)
            .copied()
            .map_or(post, |acts| acts.max(post))
    }

    fn post_of(&self, by: Actor) -> Option<Post> {
        match by {
            Actor::Staff { post, person } => Some(self.acts_as(post, person)),
            Actor::Player(_) | Actor::System => None,
        }
    }

    fn needs(&self, by: Actor, needed: Post, event: &Event) -> Checked {
        let post = self.post_of(by);
        holds!(
            "authority",
            post >= Some(needed),
            "{by:?} is no {needed:?}: {event:?}"
        );
        Ok(())
    }

    pub fn take(
        &mut self,
        rulebook: &Rulebook,
        facts: &Facts,
        command: &Command,
        segment: &mut Option<Segment>,
        event: &Event,
    ) -> Checked {
        match event {
            // Another ruling has put it right: nothing is left of the matter, and nothing is done.
            Event::RulingMade {
                act: Act::NoEffect,
                finding: Finding::ByTheClause,
                ..
            } => *segment = None,
            Event::RulingMade {
                on, finding, by, ..
            } => {
                *segment = Some(self.ruling(rulebook, facts, (*on, finding, *by), event)?);
            }
            Event::RoundResumed | Event::ChoicesOffered { .. } => *segment = None,
            _ => {}
        }
        if let Some(segment) = segment {
            segment.undoes(rulebook, event)?;
        }
        self.people(rulebook, segment.as_ref(), command, event)?;
        self.proposals(rulebook, command, event)
    }

    /// A ruling below the post the text names is never recorded.
    fn ruling(
        &self,
        rulebook: &Rulebook,
        facts: &Facts,
        (on, finding, by): (Row, &Finding, Actor),
        event: &Event,
    ) -> Result<Segment, super::walk::Failure> {
        let Some(waiting) = facts.waiting.iter().find(|waiting| waiting.row == on) else {
            holds!("ruling: on what was reported", false, "{event:?}");
            unreachable!("the line above has failed");
        };
        let first = facts.waiting.iter().map(|waiting| rank(waiting.row)).min();
        // What a ruling has made of a matter follows at once.
        let in_order = first == Some(rank(on)) || on == Row::CountDoubted || waiting.established;
        holds!(
            "ruling: first things first",
            in_order,
            "{on} ruled on before {:?}",
            facts.waiting
        );
        let counted = on == Row::CountDoubted && rulebook.count_on_doubt.says == CountOnDoubt::Duty;
        let by_clause = *finding == Finding::ByTheClause;
        match needed(rulebook, facts, waiting) {
            _ if by_clause && counted && by != Actor::System => {
                holds!(
                    "authority: the Dealer counts",
                    by.post() == Some(Post::Dealer),
                    "{event:?}"
                );
            }
            Needed::Clause if by_clause => {
                holds!("authority: the clause", by == Actor::System, "{event:?}");
            }
            needed if by_clause => {
                let the_dealer_counted = on == Row::CountDoubted && by.post() == Some(Post::Dealer);
                let lenient = needed == Needed::AtLeastThePit || the_dealer_counted;
                holds!(
                    "authority: the clause decides nothing here",
                    lenient,
                    "{needed:?}: {event:?}"
                );
            }
            Needed::Clause | Needed::AtLeastThePit => self.needs(by, Post::PitSupervisor, event)?,
            Needed::Post(post) => self.needs(by, post, event)?,
        }
        Ok(Segment {
            by,
            reporter: waiting.by,
            row: on,
            by_clause,
            established: waiting.established,
        })
    }

    fn people(
        &mut self,
        rulebook: &Rulebook,
        segment: Option<&Segment>,
        command: &Command,
        event: &Event,
    ) -> Checked {
        match event {
            Event::PlayerBarred {
                by: Actor::System, ..
            } => {
                let by = segment.filter(|segment| segment.row == Row::Disclosure);
                let by = by.map_or(Actor::System, |segment| segment.by);
                let needed = match rulebook.disclosure.says {
                    Disclosure::GamingShiftManagerMayBar => Post::ShiftManager,
                    Disclosure::Referral => uncovered(rulebook),
                };
                self.needs(by, needed, event)?;
            }
            Event::PlayerBarred { by, .. }
            | Event::BarLifted { by, .. }
            | Event::PlayerStopped { by, .. } => {
                self.needs(*by, Post::ShiftManager, event)?;
            }
            Event::PlayerRestricted { by, .. } | Event::RestrictionLifted { by, .. } => {
                self.needs(*by, Post::PitManager, event)?;
            }
            Event::WithdrawalPermitted { by, .. } => {
                let needed = match rulebook.permit_withdrawal_role.says {
                    Some(PermitWithdrawal::GamingShiftManager) => Post::ShiftManager,
                    Some(PermitWithdrawal::PitSupervisor) | None => Post::PitSupervisor,
                };
                self.needs(*by, needed, event)?;
            }
            Event::HiddenViewed { by, .. } => self.needs(*by, Post::PitSupervisor, event)?,
            Event::CardsCounted { by, .. } => {
                holds!(
                    "authority: the Dealer counts",
                    by.post() == Some(Post::Dealer),
                    "{event:?}"
                );
            }
            Event::ActingAssigned { person, post, by } => {
                self.needs(command.by, *post, event)?;
                let other = by.person() != Some(*person);
                holds!("authority: nobody raises himself", other, "{event:?}");
                self.acting.insert(*person, *post);
            }
            _ => {}
        }
        Ok(())
    }

    /// Two people, in time; two posts where the jackpot's figures are touched.
    fn proposals(&mut self, rulebook: &Rulebook, command: &Command, event: &Event) -> Checked {
        let second = |first: &Actor, when: Timestamp| {
            first.person() != command.by.person()
                && command.now.0.saturating_sub(when.0) / 1_000 <= PATIENCE_SECONDS
        };
        match event {
            Event::FaultModeProposed { mode, by, when } => {
                self.needs(command.by, fault_chooser(rulebook), event)?;
                self.fault_proposed = Some((*mode, *by, *when));
            }
            Event::FaultModeSet { mode, by } => {
                self.needs(command.by, Post::PitManager, event)?;
                let proposed = self.fault_proposed.take();
                let same = proposed.is_some_and(|(proposed, first, when)| {
                    proposed == *mode && first.post() != by.post() && second(&first, when)
                });
                holds!(
                    "authority: fault mode by two",
                    same,
                    "{event:?} after {proposed:?}"
                );
            }
            Event::FaultCleared { .. } => self.needs(command.by, fault_chooser(rulebook), event)?,
            Event::CorrectionProposed {
                by, when, reason, ..
            } => {
                self.needs(command.by, Post::PitSupervisor, event)?;
                holds!(
                    "authority: a correction has a reason",
                    !reason.trim().is_empty(),
                    "{event:?}"
                );
                self.correction_proposed = Some((*by, *when));
            }
            Event::CardCorrected { .. } | Event::PayCorrected { .. } => {
                self.needs(command.by, Post::PitSupervisor, event)?;
                let proposed = self.correction_proposed.take();
                let two = proposed.is_some_and(|(first, when)| second(&first, when));
                holds!(
                    "authority: a correction by two",
                    two,
                    "{event:?} after {proposed:?}"
                );
            }
            Event::BetsOpened { .. } => self.correction_proposed = None,
            _ => {}
        }
        Ok(())
    }
}

impl Segment {
    /// What undoes money takes another person than the one who reported it; the clause alone does so
    /// only on the system's own report, or where a ruling established the facts.
    fn undoes(&self, rulebook: &Rulebook, event: &Event) -> Checked {
        let void = matches!(event, Event::RoundVoided { .. } | Event::HandsVoided { .. });
        let out = matches!(event, Event::HandRemoved { .. } | Event::PostingReversed(_));
        let found = matches!(event, Event::PlayFound { .. });
        let back = (Purses::moves_money(event) && !found) || void || out;
        if self.by_clause {
            let small = matches!(
                self.row,
                Row::LoneJackpot | Row::OverMaximum | Row::UnderMinimum
            );
            let play = matches!(self.row, Row::PlayAboveAnte | Row::PlayBelowAnte);
            let known = self.reporter == Actor::System || self.established || small || play;
            holds!(
                "authority: no void or adjustment without the pit",
                !back || known,
                "{event:?} in {}",
                rulebook.id
            );
            return Ok(());
        }
        let same = self.reporter.person().is_some() && self.reporter.person() == self.by.person();
        holds!(
            "authority: money is undone by a second person",
            !(back && same),
            "{:?} reported and ruled {}: {event:?}",
            self.by,
            self.row
        );
        Ok(())
    }
}

/// rounds.md 8.3.
fn rank(row: Row) -> u8 {
    match row.number() {
        1 | 2 | 4 | 33 => 1,
        10 => 2,
        3 => 3,
        13 => 4,
        7 => 5,
        11 | 12 => 6,
        5 | 6 => 7,
        8 | 9 | 14..=17 => 8,
        18 | 19 => 9,
        _ => 10,
    }
}

pub fn uncovered(rulebook: &Rulebook) -> Post {
    match rulebook.uncovered_authority.says {
        UncoveredAuthority::TableGameShiftManager | UncoveredAuthority::GamingShiftManager => {
            Post::ShiftManager
        }
        UncoveredAuthority::ManagerOnDuty => Post::PitManager,
    }
}

fn fault_chooser(rulebook: &Rulebook) -> Post {
    match rulebook.jackpot_fault_later.says {
        Some(JackpotFaultLater::HousePicks) => Post::House,
        Some(JackpotFaultLater::Referral) | None => uncovered(rulebook),
    }
}

/// The cells of 8.2 where an authority rules, from the switches behind them.
// tidy: table
fn needed(rulebook: &Rulebook, facts: &Facts, waiting: &Waiting) -> Needed {
    let open = Needed::Post(uncovered(rulebook));
    let unless = |referred: bool| if referred { open } else { Needed::Clause };
    let (stage, contact) = (facts.stage, facts.contact(rulebook));
    let shown = stage == Stage::Shown;
    let more_time = rulebook.choices_deadline.says == Some(ChoicesDeadline::EndOfRound);
    let late = if more_time {
        Needed::AtLeastThePit
    } else {
        open
    };
    let voids = |says: VoidOrReferral| unless(says == VoidOrReferral::Referral);
    let exposure = |says: Exposure| unless(says == Exposure::Referral);
    let chosen = |says: ChoicesOrReferral| unless(says == ChoicesOrReferral::Referral);
    if stage == Stage::Concluded {
        return match waiting.row {
            Row::Uncovered => open,
            Row::CountReconstructable if rulebook.id != RulebookId::Oceanfront => open,
            _ => Needed::Clause,
        };
    }
    match waiting.row {
        Row::ForeignCard | Row::DeckCountWrong => voids(rulebook.foreign_or_count_wrong.says),
        Row::TooFewCards => voids(rulebook.insufficient_cards.says),
        Row::NotShuffled => voids(rulebook.unshuffled.says),
        Row::CountDoubted => unless(rulebook.count_on_doubt.says == CountOnDoubt::None),
        Row::HandsMisplaced if shown => late,
        Row::CardsMisplaced if shown && contact => late,
        Row::HandsMisplaced | Row::CardsMisplaced if contact => {
            chosen(rulebook.misdeal_contacted.says)
        }
        Row::HandsMisplaced | Row::CardsMisplaced => {
            unless(rulebook.misdeal_uncontacted.says == MisdealUncontacted::Referral)
        }
        Row::CardsExposed | Row::CardExposed if foreign_hand(rulebook, &waiting.report) => open,
        Row::CardsExposed if contact => exposure(rulebook.exposed_two_contacted.says),
        Row::CardsExposed => voids(rulebook.exposed_two_uncontacted.says),
        Row::CardExposed if contact => exposure(rulebook.exposed_after_seen.says),
        Row::CardExposed => exposure(rulebook.exposed_one.says),
        Row::ExposedAfterDeal => exposure(rulebook.exposed_after_deal.says),
        Row::DealerCountWrong | Row::PlayerCountWrong => Needed::Clause,
        Row::CountReconstructable if shown && rulebook.id != RulebookId::Oceanfront => late,
        Row::CountReconstructable => Needed::AtLeastThePit,
        Row::BurnMissed if contact => Needed::Clause,
        Row::BurnMissed if shown => late,
        Row::BurnMissed => Needed::Post(Post::House),
        Row::FaceUpCard => unless(rulebook.face_up_card.says == FaceUpCard::Referral),
        Row::CardsTogether => match rulebook.joint_cards.says {
            JointCards::SupervisorThenChoicesAll => Needed::Post(Post::PitSupervisor),
            JointCards::Referral => open,
        },
        Row::CommunityWrong | Row::OtherDealingError if shown => late,
        Row::CommunityWrong => Needed::Clause,
        Row::OtherDealingError => chosen(rulebook.other_dealing_error.says),
        Row::Interruption => interruption(rulebook, facts, &waiting.report, open),
        Row::JackpotFault => jackpot_fault(rulebook, facts, contact, open),
        Row::PlayAboveAnte | Row::PlayBelowAnte => unless(matches!(
            rulebook.id,
            RulebookId::Mbs2019 | RulebookId::Oceanfront
        )),
        Row::ExtraLook => match rulebook.extra_view.says {
            Some(ExtraView::IntentRuling) | None => Needed::Post(Post::PitSupervisor),
            Some(ExtraView::MistakenStakesOrGamingShiftManager) => Needed::Post(Post::ShiftManager),
            Some(ExtraView::Referral) => open,
        },
        Row::MistakenPositions if stage == Stage::BetsOpen => Needed::Clause,
        Row::MistakenPositions => unless(rulebook.id != RulebookId::Mbs2019 || shown),
        Row::Disclosure => match rulebook.disclosure.says {
            Disclosure::GamingShiftManagerMayBar => Needed::Post(Post::ShiftManager),
            Disclosure::Referral => open,
        },
        Row::Uncovered => open,
        Row::LateBet
        | Row::LateWithdrawal
        | Row::OverMaximum
        | Row::UnderMinimum
        | Row::LoneJackpot
        | Row::LeavesDecisionDue
        | Row::LeavesNothingDue
        | Row::HandNotRevealed
        | Row::NoticedLater => Needed::Clause,
    }
}

/// The exposure clauses of these two speak of the Dealer.
fn foreign_hand(rulebook: &Rulebook, report: &Report) -> bool {
    let dealers = matches!(
        rulebook.id,
        RulebookId::Rws2020 | RulebookId::RwsMultilink2024
    );
    let others = matches!(report, Report::Exposed { by, .. } if by.post() != Some(Post::Dealer));
    dealers && others
}

fn interruption(rulebook: &Rulebook, facts: &Facts, report: &Report, open: Needed) -> Needed {
    let technical = matches!(
        report,
        Report::Interruption {
            cause: Cause::Technical,
            ..
        }
    );
    let power_only = rulebook.interruption_scope.says == Some(InterruptionScope::PowerOnly);
    let referred =
        if facts.stage >= Stage::Deciding && (facts.outcome || facts.stage == Stage::Shown) {
            rulebook.interruption_outcome.says == InterruptionOutcome::Referral
        } else {
            rulebook.interruption_no_outcome.says == InterruptionNoOutcome::Referral
        };
    if referred || (technical && power_only) {
        open
    } else {
        Needed::Clause
    }
}

fn jackpot_fault(rulebook: &Rulebook, facts: &Facts, contact: bool, open: Needed) -> Needed {
    let narrow = rulebook.jackpot_fault_scope.says == Some(JackpotFaultScope::OnlyIfJackpotBets);
    if narrow {
        // Whether a jackpot bet still counts is the engine's to say; at least the pit, then.
        return Needed::AtLeastThePit;
    }
    let referred = if contact && facts.stage >= Stage::Dealing {
        rulebook.jackpot_fault_seen.says != Some(JackpotFaultSeen::ContinueAtRecorded)
    } else {
        rulebook.jackpot_fault_unseen.says != Some(VoidOrReferral::Void)
    };
    if referred { open } else { Needed::Clause }
}
