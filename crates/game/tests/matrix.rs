//! The code's answers against the matrix of `rounds.md` 8.2, every cell of it.
//!
//! Cells with codes are read by `grammar.rs`, sentences by `prose.rs` under their exact words, so
//! that an edit of the document is noticed here. Where we answer otherwise, `deviations.rs` says
//! why; a deviation that has gone away fails too.

#[path = "matrix/branches.rs"]
mod branches;
#[path = "matrix/cases.rs"]
mod cases;
#[path = "matrix/clauses.rs"]
mod clauses;
#[path = "matrix/counts.rs"]
mod counts;
#[path = "matrix/deviations.rs"]
mod deviations;
#[path = "matrix/document.rs"]
mod document;
#[path = "matrix/grammar.rs"]
mod grammar;
#[path = "matrix/options.rs"]
mod options;
#[path = "matrix/order.rs"]
mod order;
#[path = "matrix/prose.rs"]
mod prose;

use std::collections::{BTreeMap, BTreeSet};

use game::{
    Act, Circumstances, Irregularity, Moment, Others, Post, Remedy, Rulebook, RulebookId, Ruler,
    Then, WhoChooses, cite,
};

use cases::{cases, every_case};
use deviations::OTHERWISE;
use document::{Column, Row, rows};

#[test]
fn the_rows_are_those_of_the_document() {
    let rows = rows();
    assert_eq!(rows.len(), Irregularity::ALL.len());
    for (row, irregularity) in rows.iter().zip(Irregularity::ALL) {
        assert_eq!(row.id, irregularity.to_string());
        assert_eq!(row.title, irregularity.title());
        assert_eq!(Irregularity::named(row.id), Some(irregularity));
    }
}

#[test]
fn every_cell_is_answered_as_the_document_answers_it() {
    let mut otherwise = BTreeMap::new();
    let mut compared = BTreeSet::new();
    for row in rows() {
        for column in Column::ALL {
            for case in cases(column) {
                let expected = grammar::expected(&row, column, &case);
                for (at, id) in RulebookId::ALL.into_iter().enumerate() {
                    let answer = id.form().remedy(row.irregularity(), &case).to_string();
                    compared.insert((row.id, column, id));
                    if !expected[at].is(&answer) {
                        let both = format!("`{}` against `{answer}`: {case:?}", expected[at]);
                        otherwise.insert((id.name(), row.id, column.name()), both);
                    }
                }
            }
        }
    }
    assert_eq!(compared.len(), 35 * 7 * 5);
    let found: BTreeSet<_> = otherwise.keys().copied().collect();
    let listed: BTreeSet<_> = OTHERWISE
        .iter()
        .map(|(rulebook, row, column, _)| (*rulebook, *row, *column))
        .collect();
    assert_eq!(found, listed, "{otherwise:#?}");
}

/// The notes under the matrix: rws-2013 and mbs-2019 ask that cards were exposed, the other two by whom.
#[test]
fn exposure_by_another_person_is_covered_where_the_clause_names_no_person() {
    for row in [Irregularity::CardsExposed, Irregularity::CardExposed] {
        for contact in [false, true] {
            let mut case = Circumstances::at(Moment::Dealing);
            case.contact = contact;
            let by_dealer = RulebookId::ALL.map(|id| id.form().remedy(row, &case).to_string());
            case.by_dealer = false;
            let by_others = RulebookId::ALL.map(|id| id.form().remedy(row, &case).to_string());
            let [r20, r13, mbs, ml, ofg] = by_others;
            assert_eq!([r20, ml], ["A(C)", "A(C)"]);
            assert_eq!(
                [r13, mbs, ofg][..],
                [&by_dealer[1..3], &by_dealer[4..]].concat()
            );
        }
    }
}

/// mbs-2019 5.16 speaks of power failure and nothing else.
#[test]
fn an_interruption_that_is_no_power_failure_is_uncovered_where_only_that_is_named() {
    for moment in [
        Moment::BetsClosed,
        Moment::Dealing,
        Moment::Deciding,
        Moment::Shown,
    ] {
        let mut case = Circumstances::at(moment);
        case.power = false;
        let answer = |id: RulebookId, case: &Circumstances| {
            id.form().remedy(Irregularity::Interruption, case)
        };
        let mbs = answer(RulebookId::Mbs2019, &case);
        assert_eq!(mbs.to_string(), "A");
        assert!(mbs.cites.iter().any(|id| id == "5.16"));
        for id in RulebookId::ALL
            .into_iter()
            .filter(|id| *id != RulebookId::Mbs2019)
        {
            assert_eq!(answer(id, &case), answer(id, &Circumstances::at(moment)));
        }
    }
}

/// The deadline of rws-2020 5.8.7, rws-2020 5.15, rws-2013 5.1.5, mbs-2019 5.3, mbs-2019 5.7,
/// rws-multilink-2024 5.8.7 and rws-multilink-2024 5.15 is the next opening call, not the last posting.
#[test]
fn only_a_wrong_count_reaches_past_the_end_of_the_round() {
    let at_the_end = |row| {
        RulebookId::ALL.map(|id| {
            let case = Circumstances::at(Moment::Concluded);
            id.form().remedy(row, &case).to_string()
        })
    };
    assert_eq!(
        at_the_end(Irregularity::DealerCountWrong),
        ["V", "V", "V", "V", "Vr"]
    );
    assert_eq!(
        at_the_end(Irregularity::PlayerCountWrong),
        ["H", "Hh", "H", "H", "Vr"]
    );
    assert_eq!(
        at_the_end(Irregularity::CountReconstructable),
        ["A", "A", "A", "A", "Vr"]
    );
    // These are not about the round that is over.
    let of_the_table = [
        Irregularity::JackpotFault,
        Irregularity::LeavesNothingDue,
        Irregularity::Disclosure,
        Irregularity::Uncovered,
    ];
    for row in Irregularity::ALL {
        let counts = (9..=11).contains(&(row.number() - 1));
        for answer in at_the_end(row) {
            let untouched = ["no effect", "-"].contains(&answer.as_str());
            assert!(
                untouched || counts || of_the_table.contains(&row),
                "{row}: {answer}"
            );
        }
    }
}

/// What an answer turns on it must cite: a house that chose otherwise finds its own switch among the
/// reasons, and so does the house that did not choose.
#[test]
fn issue_17_4_an_answer_cites_every_switch_of_the_house_it_turns_on() {
    let mut unsaid = BTreeSet::new();
    for id in RulebookId::ALL {
        let form = id.form();
        for answer in form.answers() {
            for value in answer.choices.iter().filter(|value| **value != answer.says) {
                let mut chosen = form.clone();
                // A list in any order is not chosen by its name.
                if chosen.choose(answer.switch, value).is_err() {
                    continue;
                }
                for row in Irregularity::ALL {
                    for case in every_case() {
                        let (usual, other) = (form.remedy(row, &case), chosen.remedy(row, &case));
                        // What the game does not have cites nothing.
                        let never = [usual.act, other.act].contains(&Act::CannotArise);
                        if never || (usual.act, usual.ruler) == (other.act, other.ruler) {
                            continue;
                        }
                        // Clauses may be cited for other reasons too. In IR-12, which once did not say what
                        // it turned on, the ruling of the house must be among them.
                        let says = |remedy: &Remedy| {
                            let mut expected = answer.cites.iter();
                            let cited = |id: &str| remedy.cites.iter().any(|cited| cited == id);
                            if row == Irregularity::CountReconstructable {
                                expected.all(|id| cited(id))
                            } else {
                                expected.any(|id| cited(id))
                            }
                        };
                        if !says(&usual) || !says(&other) {
                            unsaid.insert(format!("{id} {row}: {}", answer.switch));
                        }
                    }
                }
            }
        }
    }
    assert_eq!(unsaid, BTreeSet::new());
}

#[test]
fn every_answer_cites_what_its_rulebook_has() {
    for (rulebook, row, case) in everything() {
        let remedy = rulebook.remedy(row, &case);
        let at = format!("{} {row} {case:?}", rulebook.id);
        let silent = remedy.act == Act::CannotArise;
        assert_eq!(
            remedy.cites.iter().next().is_none(),
            silent,
            "{at}: who says so?"
        );
        for id in remedy.cites.iter() {
            assert!(cite(rulebook.id, id).is_some(), "{at} cites {id}");
        }
    }
}

/// The posts of rounds.md section 2: rws-2020 5.9, rws-2020 5.14, rws-2020 5.17.2, rws-2020 5.18,
/// mbs-2019 5.9, mbs-2019 6.1.
#[test]
fn the_post_that_rules_stands_above_the_dealer() {
    for (rulebook, row, case) in everything() {
        let remedy = rulebook.remedy(row, &case);
        match remedy.ruler {
            // Void alone is both: by a clause, or because the House cannot put the deal right.
            Ruler::Clause => assert!(
                remedy.act == Act::Void || NAMED.iter().all(|(act, _)| *act != remedy.act),
                "{row}: {remedy:?}"
            ),
            Ruler::Post(post) => assert!(NAMED.contains(&(remedy.act, post)), "{row}: {remedy:?}"),
            Ruler::Uncovered(post) => {
                assert_eq!(post, rulebook.uncovered_post());
                assert!(post > Post::Dealer);
                assert!(
                    !matches!(remedy.act, Act::CannotArise | Act::NoEffect),
                    "{row}"
                );
            }
        }
    }
}

/// Who the texts name for an act of theirs.
const NAMED: [(Act, Post); 8] = [
    (Act::OrderThenChoices, Post::PitSupervisor),
    (Act::RuleOnIntent, Post::PitSupervisor),
    (
        Act::RemoveHand(Others::MayBePermittedToWithdraw),
        Post::PitSupervisor,
    ),
    (Act::Void, Post::House),
    (Act::Reconstruct(Then::Ask(WhoChooses::All)), Post::House),
    (Act::HouseMode, Post::House),
    (Act::MayBar, Post::ShiftManager),
    (Act::Open, Post::ShiftManager),
];

/// OFG-16: what the matrix leaves open is proposed void there, and nowhere else.
#[test]
fn a_referred_matter_without_a_proposal_is_proposed_void_under_oceanfront() {
    for (rulebook, row, case) in everything() {
        let remedy = rulebook.remedy(row, &case);
        let proposal = rulebook.proposal(&remedy);
        if !remedy.is_referred() {
            assert_eq!(proposal, None);
        } else if remedy.act != Act::Open {
            assert_eq!(proposal, Some(remedy.act));
        } else if rulebook.id == RulebookId::Oceanfront {
            assert_eq!(proposal, Some(Act::Void), "{row}");
        } else {
            assert_eq!(proposal, None, "{row}");
        }
    }
}

/// Every rulebook, row and case.
fn everything() -> impl Iterator<Item = (&'static Rulebook, Irregularity, Circumstances)> {
    RulebookId::ALL.into_iter().flat_map(|id| {
        Irregularity::ALL.into_iter().flat_map(move |row| {
            let all = every_case().into_iter();
            all.map(move |case| (id.form(), row, case))
        })
    })
}

impl Row {
    fn irregularity(&self) -> Irregularity {
        Irregularity::named(self.id).expect("the rows were compared")
    }
}
