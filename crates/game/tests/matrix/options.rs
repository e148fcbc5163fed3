//! What a house chose must show: a switch that changes no answer is a bug, or acts elsewhere.

use std::collections::BTreeSet;

use game::{Irregularity, Rulebook, RulebookId};

use super::cases::every_case;

/// Switches of 10.6 that the matrix does not read, and who does.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "contact_test",
        "the engine: which fact of a box counts as contact",
    ),
    ("void_action", "the engine: what follows a void round"),
    ("affected_scope", "the engine: which boxes are affected"),
    ("no_choice_made", "the engine: what silence counts as"),
    (
        "invalidated_bets",
        "the engine: where the bets of a removed hand go",
    ),
    ("acting_up", "the engine: whether a higher post may act"),
];

/// Values that change nothing although their switch is read.
const SAME: &[(&str, &str, &str)] = &[(
    "rws-2013",
    "uncovered_authority=gaming_shift_manager",
    "two titles of one post, the shift manager",
)];

/// Switches of other sections that answer rows of the matrix.
const OUTSIDE: &[&str] = &[
    "multi_box",
    "over_max_open",
    "under_min_open",
    "under_min_closed",
    "late_withdrawal",
    "play_over",
    "absent_undecided",
    "absent_after_viewing",
    "decline_reveal",
    "jackpot_without_base",
    "jackpot_fault_unseen",
    "jackpot_fault_scope",
    "jackpot_fault_seen",
    "jackpot_fault_later",
];

#[test]
fn every_choice_of_the_house_changes_an_answer() {
    let (mut idle, mut same) = (BTreeSet::new(), BTreeSet::new());
    for id in RulebookId::ALL {
        for answer in id.form().answers() {
            let outside =
                OUTSIDE.contains(&answer.switch) && !acts_in_the_engine(id, answer.switch);
            if answer.section != "10.6" && !outside {
                continue;
            }
            let others = answer.choices.iter().filter(|value| **value != answer.says);
            let others: Vec<&String> = others.collect();
            let unchanged: Vec<&String> = others
                .iter()
                .copied()
                .filter(|value| !changes(id.form(), answer.switch, value))
                .collect();
            if !others.is_empty() && unchanged.len() == others.len() {
                idle.insert(answer.switch);
            } else {
                same.extend(
                    unchanged
                        .iter()
                        .map(|value| (id.name(), format!("{}={value}", answer.switch))),
                );
            }
        }
    }
    let elsewhere: BTreeSet<&str> = ELSEWHERE.iter().map(|(switch, _)| *switch).collect();
    assert_eq!(idle, elsewhere);
    let listed: BTreeSet<(&str, String)> = SAME
        .iter()
        .map(|(rulebook, choice, _)| (*rulebook, (*choice).to_owned()))
        .collect();
    assert_eq!(same, listed);
}

/// Two adjacent boxes do not change who rules on them: the text leaves all of it open.
fn acts_in_the_engine(id: RulebookId, switch: &str) -> bool {
    id == RulebookId::Oceanfront && switch == "multi_box"
}

fn changes(form: &Rulebook, switch: &str, value: &str) -> bool {
    let mut chosen = form.clone();
    chosen.choose(switch, value).expect("one of its choices");
    let cases = every_case();
    Irregularity::ALL.into_iter().any(|row| {
        cases
            .iter()
            .any(|case| chosen.remedy(row, case) != form.remedy(row, case))
    })
}

/// What `ambiguities.md` leaves to the house: rulebook, choice, row, and the new answers.
type Example = (
    RulebookId,
    &'static str,
    &'static str,
    Irregularity,
    &'static [&'static str],
);

const EXAMPLES: [Example; 14] = [
    (
        RulebookId::Rws2020,
        "exposed_one",
        "void",
        Irregularity::CardExposed,
        &["Vh"],
    ),
    (
        RulebookId::Rws2020,
        "exposed_after_deal",
        "continue",
        Irregularity::ExposedAfterDeal,
        &["Ch"],
    ),
    (
        RulebookId::Rws2020,
        "choices_deadline",
        "end_of_round",
        Irregularity::OtherDealingError,
        &["O"],
    ),
    (
        RulebookId::Rws2020,
        "choices_deadline",
        "end_of_round",
        Irregularity::HandsMisplaced,
        &["M then O", "O"],
    ),
    (
        RulebookId::RwsMultilink2024,
        "choices_deadline",
        "end_of_round",
        Irregularity::PlayerCountWrong,
        &["H+O"],
    ),
    (
        RulebookId::Rws2020,
        "jackpot_fault_scope",
        "only_if_jackpot_bets",
        Irregularity::JackpotFault,
        &["Ch"],
    ),
    (
        RulebookId::Rws2020,
        "player_count_wrong_uncontacted",
        "void_round",
        Irregularity::PlayerCountWrong,
        &["Vh"],
    ),
    (
        RulebookId::Rws2013,
        "misdeal_contacted",
        "referral",
        Irregularity::HandsMisplaced,
        &["A(M)"],
    ),
    (
        RulebookId::Rws2013,
        "interruption_no_outcome",
        "option_withdraw_all",
        Irregularity::Interruption,
        &["Wh"],
    ),
    (
        RulebookId::Rws2013,
        "interruption_scope",
        "power_only",
        Irregularity::Interruption,
        &["A"],
    ),
    (
        RulebookId::RwsMultilink2024,
        "community_error",
        "return_jackpot_bets",
        Irregularity::CommunityWrong,
        &["jackpot bets R h"],
    ),
    (
        RulebookId::RwsMultilink2024,
        "community_error",
        "void",
        Irregularity::CommunityWrong,
        &["Vh"],
    ),
    (
        RulebookId::Mbs2019,
        "exposed_one",
        "continue",
        Irregularity::CardExposed,
        &["Ch"],
    ),
    (
        RulebookId::Oceanfront,
        "interruption_no_outcome",
        "void",
        Irregularity::Interruption,
        &["Vh"],
    ),
];

#[test]
fn a_choice_changes_the_answer_it_is_about() {
    let cases = every_case();
    for (id, switch, value, row, expected) in EXAMPLES {
        let mut rulebook = id.form().clone();
        rulebook.choose(switch, value).expect("one of its choices");
        let changed = cases
            .iter()
            .filter(|case| rulebook.remedy(row, case) != id.form().remedy(row, case));
        let found: BTreeSet<String> = changed
            .map(|case| rulebook.remedy(row, case).to_string())
            .collect();
        let expected: BTreeSet<String> = expected.iter().map(|code| (*code).to_owned()).collect();
        assert_eq!(found, expected, "{id} {switch}={value}");
    }
}
