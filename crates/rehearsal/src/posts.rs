//! Who may rule on what: rounds.md section 2 and the `A` cells of 8.2, read anew from the switches
//! of the form, without asking the engine's own table of remedies.

use game::{
    Cause, ChoicesDeadline, ChoicesOrReferral, CountOnDoubt, Disclosure, Exposure, ExtraView,
    FaceUpCard, InterruptionNoOutcome, InterruptionOutcome, InterruptionScope, Irregularity as Row,
    JackpotFaultLater, JackpotFaultScope, JackpotFaultSeen, JointCards, MisdealUncontacted, Post,
    Report, Rulebook, RulebookId, UncoveredAuthority, VoidOrReferral,
};

use super::facts::{Facts, Stage, Waiting};

/// Who has to say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// The clause says what follows; the pit establishes the facts, or the system that saw them.
    Clause,
    Post(Post),
    /// The house gives more time than the text: at least the pit.
    AtLeastThePit,
}

/// rounds.md 8.3.
pub fn rank(row: Row) -> u8 {
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

pub fn fault_chooser(rulebook: &Rulebook) -> Post {
    match rulebook.jackpot_fault_later.says {
        Some(JackpotFaultLater::HousePicks) => Post::House,
        Some(JackpotFaultLater::Referral) | None => uncovered(rulebook),
    }
}

/// The cells of 8.2 where an authority rules, from the switches behind them.
#[expect(clippy::too_many_lines, reason = "every row of the matrix is listed")]
// tidy: table
pub fn needed(rulebook: &Rulebook, facts: &Facts, waiting: &Waiting) -> Needed {
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
            Row::ForeignCard
            | Row::DeckCountWrong
            | Row::TooFewCards
            | Row::NotShuffled
            | Row::HandsMisplaced
            | Row::CardsMisplaced
            | Row::CardsExposed
            | Row::CardExposed
            | Row::ExposedAfterDeal
            | Row::DealerCountWrong
            | Row::PlayerCountWrong
            | Row::CountReconstructable
            | Row::BurnMissed
            | Row::FaceUpCard
            | Row::CardsTogether
            | Row::CommunityWrong
            | Row::OtherDealingError
            | Row::Interruption
            | Row::JackpotFault
            | Row::LateBet
            | Row::LateWithdrawal
            | Row::OverMaximum
            | Row::UnderMinimum
            | Row::PlayAboveAnte
            | Row::PlayBelowAnte
            | Row::LoneJackpot
            | Row::LeavesDecisionDue
            | Row::LeavesNothingDue
            | Row::HandNotRevealed
            | Row::ExtraLook
            | Row::MistakenPositions
            | Row::Disclosure
            | Row::CountDoubted
            | Row::NoticedLater => Needed::Clause,
        };
    }
    match waiting.row {
        Row::ForeignCard | Row::DeckCountWrong => voids(rulebook.foreign_or_count_wrong.says),
        Row::TooFewCards => voids(rulebook.insufficient_cards.says),
        Row::NotShuffled => voids(rulebook.unshuffled.says),
        Row::CountDoubted => unless(rulebook.count_on_doubt.says == CountOnDoubt::None),
        Row::HandsMisplaced | Row::CommunityWrong | Row::OtherDealingError if shown => late,
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
        Row::CountReconstructable if shown && rulebook.id != RulebookId::Oceanfront => late,
        Row::CountReconstructable => Needed::AtLeastThePit,
        Row::BurnMissed if contact => Needed::Clause,
        Row::BurnMissed => Needed::Post(Post::House),
        Row::FaceUpCard => unless(rulebook.face_up_card.says == FaceUpCard::Referral),
        Row::CardsTogether => match rulebook.joint_cards.says {
            JointCards::SupervisorThenChoicesAll => Needed::Post(Post::PitSupervisor),
            JointCards::Referral => open,
        },
        Row::OtherDealingError => chosen(rulebook.other_dealing_error.says),
        Row::Interruption => interruption(rulebook, facts, &waiting.report, open),
        Row::JackpotFault => jackpot_fault(rulebook, facts, contact, open),
        Row::PlayAboveAnte | Row::PlayBelowAnte => unless(matches!(
            rulebook.id,
            RulebookId::Mbs2019 | RulebookId::Oceanfront
        )),
        Row::ExtraLook => match rulebook.extra_view.says {
            ExtraView::IntentRuling | ExtraView::IntentRulingIfMultiBox => {
                Needed::Post(Post::PitSupervisor)
            }
            ExtraView::MistakenStakesOrGamingShiftManager => Needed::Post(Post::ShiftManager),
            ExtraView::Referral => open,
        },
        Row::MistakenPositions if stage == Stage::BetsOpen => Needed::Clause,
        Row::MistakenPositions => unless(rulebook.id != RulebookId::Mbs2019 || shown),
        Row::Disclosure => match rulebook.disclosure.says {
            Disclosure::GamingShiftManagerMayBar => Needed::Post(Post::ShiftManager),
            Disclosure::Referral => open,
        },
        Row::Uncovered => open,
        Row::DealerCountWrong
        | Row::PlayerCountWrong
        | Row::CommunityWrong
        | Row::LateBet
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
