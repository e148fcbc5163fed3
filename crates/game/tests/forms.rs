//! The five forms against the documents they were filled in from.
//!
//! Every id they cite must exist, and every answer must be the one `rounds.md` section 10 prints,
//! open where that page marks it H. The few places where `ambiguities.md` says otherwise, which
//! wins, stand in `deviations.rs` with their reasons; a deviation that has gone away fails too.

#[path = "forms/deviations.rs"]
mod deviations;
#[path = "forms/documents.rs"]
mod documents;
#[path = "forms/read.rs"]
mod read;

use std::collections::{BTreeMap, BTreeSet};

use game::{
    Answer, ClauseList, Latitude, OptionRefused, Requirement, Rulebook, RulebookId, Ruling,
    StopAction, UncoveredProposal, UnequalPlayFound, YesNo,
};

use deviations::{FIXED, OPEN, OTHERWISE, PROSE, places};
use documents::{Question, ids, options, questions};

#[test]
fn every_cited_id_is_in_the_documents() {
    for rulebook in forms() {
        let known = ids(rulebook.id);
        for answer in rulebook.answers() {
            let at = format!("{} {}", rulebook.id, answer.switch);
            for id in answer.cites {
                assert!(known.contains(id), "{at} cites {id}, which no document has");
            }
            let silent = answer.says == "-" && answer.choices.is_empty();
            assert_eq!(answer.cites.is_empty(), silent, "{at}: who says so?");
        }
        // Debug prints every field, so a ground added later is read here too.
        let grounds = format!("{:?}", rulebook.grounds);
        for id in grounds.split('"').skip(1).step_by(2) {
            assert!(
                known.contains(id),
                "{} has a ground {id}, which no document has",
                rulebook.id
            );
        }
    }
}

#[test]
fn the_form_asks_what_rounds_md_asks_and_nothing_else() {
    let asked: Vec<String> = questions()
        .into_iter()
        .map(|question| question.switch)
        .collect();
    for rulebook in forms() {
        let answered: Vec<&str> = rulebook
            .answers()
            .iter()
            .map(|answer| answer.switch)
            .collect();
        assert_eq!(answered, asked, "{}", rulebook.id);
    }
}

#[test]
fn what_rounds_md_leaves_to_the_house_is_open() {
    let mut fixed = BTreeSet::new();
    let mut open = BTreeSet::new();
    for (rulebook, answer, question, cell) in pairs() {
        let at = (rulebook.name(), answer.switch);
        match (is_house(&cell), answer.choices.is_empty()) {
            // With one value there is nothing to choose.
            (true, true) if !question.values.contains(',') => {}
            (true, true) => {
                fixed.insert(at);
            }
            (false, false) => {
                open.insert(at);
            }
            (true, false) | (false, true) => {}
        }
    }
    assert_eq!(fixed, places(FIXED), "marked H and fixed");
    assert_eq!(open, places(OPEN), "not marked H and open");
}

#[test]
fn every_answer_is_the_one_rounds_md_prints() {
    let mut otherwise = BTreeMap::new();
    for (rulebook, answer, _, cell) in pairs() {
        let prose = PROSE.iter().any(|(switch, _)| *switch == answer.switch);
        if !prose && !says_the_same(&cell, &answer.says) {
            let both = format!("`{cell}` against `{}`", answer.says);
            otherwise.insert((rulebook.name(), answer.switch), both);
        }
    }
    let found: BTreeSet<(&str, &str)> = otherwise.keys().copied().collect();
    assert_eq!(found, places(OTHERWISE), "{otherwise:#?}");
    for (switch, says) in PROSE {
        let answered: Vec<String> = forms().map(|form| saying(form, switch)).collect();
        assert_eq!(&answered, says, "{switch}");
    }
}

#[test]
fn the_choices_are_those_of_the_ambiguity_that_leaves_them() {
    let options = options();
    let mut compared = 0;
    for rulebook in forms() {
        for answer in rulebook
            .answers()
            .iter()
            .filter(|answer| !answer.choices.is_empty())
        {
            for id in answer.cites {
                let Some(values) = options.get(&(*id, answer.switch)) else {
                    continue;
                };
                let choices: BTreeSet<&str> = answer.choices.iter().map(String::as_str).collect();
                assert_eq!(
                    &choices, values,
                    "{} {} against {id}",
                    rulebook.id, answer.switch
                );
                compared += 1;
            }
        }
    }
    assert!(
        compared > 100,
        "only {compared} option lines were understood"
    );
}

#[test]
fn the_default_is_one_of_the_choices_and_each_is_listed_once() {
    for (rulebook, answer) in open_answers() {
        let once: BTreeSet<&String> = answer.choices.iter().collect();
        assert_eq!(
            once.len(),
            answer.choices.len(),
            "{rulebook} {}",
            answer.switch
        );
        assert!(
            answer.choices.len() > 1,
            "{rulebook} {} has one choice",
            answer.switch
        );
        assert!(
            answer.choices.contains(&answer.says),
            "{rulebook} {}",
            answer.switch
        );
    }
}

#[test]
fn every_choice_can_be_taken_and_changes_the_digest() {
    for (rulebook, answer) in open_answers() {
        let form = rulebook.form();
        for choice in &answer.choices {
            let mut chosen = form.clone();
            chosen.choose(answer.switch, choice).unwrap();
            let says = saying(&chosen, answer.switch);
            assert_eq!(&says, choice, "{rulebook} {}", answer.switch);
            let default = choice == &answer.says;
            assert_eq!(
                chosen.digest() == form.digest(),
                default,
                "{rulebook} {}",
                answer.switch
            );
            assert_eq!(
                chosen.options().is_empty(),
                default,
                "{rulebook} {}",
                answer.switch
            );
        }
    }
}

#[test]
fn the_order_of_bets_is_anything_that_names_each_once() {
    for rulebook in forms() {
        let mut chosen = rulebook.clone();
        chosen
            .choose(
                "settle_bet_order",
                "five_card,ante play,ante_bonus,pair_plus",
            )
            .unwrap();
        let says = saying(&chosen, "settle_bet_order");
        assert_eq!(says, "five_card ante play ante_bonus pair_plus");
        assert_ne!(chosen.digest(), rulebook.digest());
        for wrong in ["", "play", "play ante ante ante_bonus pair_plus", "jackpot"] {
            assert!(
                chosen.choose("settle_bet_order", wrong).is_err(),
                "`{wrong}` was taken"
            );
        }
    }
}

#[test]
fn a_value_that_is_none_of_the_choices_is_refused_and_they_are_named() {
    for (rulebook, answer) in open_answers() {
        let refused = rulebook
            .form()
            .clone()
            .choose(answer.switch, "heads_or_tails")
            .unwrap_err();
        let text = refused.to_string();
        assert!(text.contains("heads_or_tails"), "{text}");
        assert!(text.contains(&answer.choices.join(", ")), "{text}");
    }
}

#[test]
fn what_the_text_decides_cannot_be_chosen_and_the_text_is_named() {
    for rulebook in forms() {
        for answer in rulebook
            .answers()
            .iter()
            .filter(|answer| answer.choices.is_empty())
        {
            let refused = rulebook
                .clone()
                .choose(answer.switch, &answer.says)
                .unwrap_err();
            let unasked = answer.says == "-" && matches!(refused, OptionRefused::NotAsked { .. });
            let fixed = matches!(refused, OptionRefused::Fixed { .. });
            assert!(unasked || fixed, "{refused}");
            let text = refused.to_string();
            assert!(answer.cites.iter().all(|id| text.contains(id)), "{text}");
        }
    }
}

#[test]
fn a_switch_of_no_rulebook_is_refused() {
    for rulebook in forms() {
        let refused = rulebook
            .clone()
            .choose("five_card_charlie", "yes")
            .unwrap_err();
        assert_eq!(
            refused.to_string(),
            "`five_card_charlie` is no switch of any rulebook, expected one that `rules show` lists"
        );
    }
}

#[test]
fn no_two_rulebooks_have_one_digest() {
    let digests: BTreeSet<String> = forms().map(|form| form.digest().to_string()).collect();
    assert_eq!(digests.len(), RulebookId::ALL.len());
}

/// What a rule turns on is inside equality and digest. These were once read off the emptiness of a
/// list of citations, which is outside both.
#[test]
fn a_policy_changed_is_another_rulebook() {
    type Change = fn(&mut Rulebook);
    let form = RulebookId::Mbs2019.form();
    let policies: [(&str, Change); 9] = [
        ("offer_jackpot", |book| {
            book.offer_jackpot.says = Some(Requirement::None);
        }),
        ("offer_jackpot", |book| {
            book.offer_jackpot.says = None;
        }),
        ("stop_action", |book| {
            book.stop_action.says = StopAction::None;
        }),
        ("exposed_by_anyone", |book| {
            book.exposed_by_anyone.says = YesNo::No;
        }),
        ("collect_first", |book| {
            book.collect_first.says = Requirement::Required;
        }),
        ("dealer_announcement", |book| {
            book.dealer_announcement.says = Requirement::Required;
        }),
        ("unequal_play_found", |book| {
            book.unequal_play_found.says = UnequalPlayFound::Settle;
        }),
        ("bets_back_by", |book| {
            book.bets_back_by.says = ClauseList(&[]);
        }),
        ("uncovered_proposal", |book| {
            book.uncovered_proposal.says = UncoveredProposal::Void;
        }),
    ];
    for (switch, change) in policies {
        let mut changed = form.clone();
        change(&mut changed);
        assert_ne!(changed.digest(), form.digest(), "{switch}");
        assert_ne!(&changed, form, "{switch}");
        let [(named, _)] = &changed.options()[..] else {
            panic!("{switch} changes one answer")
        };
        assert_eq!(*named, switch);
    }
    // Who says so counts too: the matrix marks what is the house's.
    let mut opened = form.clone();
    opened.late_bet = Ruling {
        latitude: Latitude::Silent,
        ..opened.late_bet
    };
    assert_ne!(opened.digest(), form.digest());
    assert_ne!(&opened, form);
}

/// Citations say where a rule stands and decide nothing, so another citation is the same rulebook.
#[test]
fn a_citation_changed_is_the_same_rulebook() {
    let form = RulebookId::Mbs2019.form();
    let mut cited = form.clone();
    cited.offer_jackpot.cites = &["3.5"];
    assert_eq!(cited.digest(), form.digest());
    assert_eq!(&cited, form);
}

fn forms() -> impl Iterator<Item = &'static Rulebook> {
    RulebookId::ALL.into_iter().map(RulebookId::form)
}

/// Answers with a list of choices; the order of bets has too many and its own test.
fn open_answers() -> Vec<(RulebookId, Answer)> {
    let all = forms().flat_map(|form| form.answers().into_iter().map(|answer| (form.id, answer)));
    all.filter(|(_, answer)| !answer.choices.is_empty() && answer.switch != "settle_bet_order")
        .collect()
}

fn saying(rulebook: &Rulebook, switch: &str) -> String {
    let answers = rulebook.answers().into_iter();
    answers
        .filter(|answer| answer.switch == switch)
        .map(|answer| answer.says)
        .collect()
}

/// Each answer beside the cell it was copied from, `=` and `same` replaced by what they stand for.
fn pairs() -> Vec<(RulebookId, Answer, Question, String)> {
    let mut pairs = Vec::new();
    for (column, id) in RulebookId::ALL.into_iter().enumerate() {
        for (answer, question) in id.form().answers().into_iter().zip(questions()) {
            let first = question.cells[0];
            let cell = match question.cells[column] {
                "H =" => format!("H {}", first.trim_start_matches("H ")),
                "=" | "same" => first.to_owned(),
                written => written.to_owned(),
            };
            pairs.push((id, answer, question, cell));
        }
    }
    pairs
}

fn is_house(cell: &str) -> bool {
    cell.split(' ')
        .any(|word| word.trim_start_matches('(') == "H")
}

/// Whether the cell begins with the answer, what follows explaining it, or names it in plain words.
fn says_the_same(cell: &str, says: &str) -> bool {
    let written = cell
        .trim_start_matches("H ")
        .trim_end_matches(" or above")
        .replace(", ", " ");
    let rest = written.strip_prefix(says);
    let begins = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    begins || written.to_lowercase().replace(' ', "_") == says
}
