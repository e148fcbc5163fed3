//! What is printed for people: the cases an answer turns on, against the answers themselves.

use game::{Circumstances, Fact, Irregularity, Moment, RulebookId, Whose, branches};

use super::cases::every_case;

/// Every circumstance that `branches` asks for, at one moment. Community cards are a row of their own.
fn cases_at(moment: Moment) -> impl Iterator<Item = Circumstances> {
    let all = every_case().into_iter();
    all.filter(move |case| case.moment == moment && case.whose != Whose::Community)
}

fn holds(facts: &[Fact], case: Circumstances) -> bool {
    facts.iter().all(|fact| fact.in_case(case) == case)
}

/// Whatever the circumstances, exactly one branch fits, and it says what every rulebook answers.
#[test]
fn one_branch_fits_every_case_and_says_what_the_matrix_says() {
    let forms = RulebookId::ALL.map(RulebookId::form);
    let mut several = 0;
    for row in Irregularity::ALL {
        for moment in Moment::ALL {
            let found = branches(&forms, row, moment, |_, remedy| *remedy);
            several += usize::from(found.len() > 1);
            for case in cases_at(moment) {
                let mut fitting = found.iter().filter(|branch| holds(&branch.facts, case));
                let branch = fitting.next().expect("a branch for every case");
                assert_eq!(fitting.next(), None, "{row} {case:?}: one branch, not two");
                let answers = forms.map(|form| form.remedy(row, &case));
                assert_eq!(branch.remedies, answers, "{row} {case:?}");
            }
        }
    }
    assert!(several > 20, "{several} cells have more than one case");
}

/// A reader is asked nothing that does not matter: each fact, turned round, changes an answer.
#[test]
fn a_branch_names_no_fact_that_changes_nothing() {
    for id in RulebookId::ALL {
        for row in Irregularity::ALL {
            for moment in Moment::ALL {
                let found = branches(&[id.form()], row, moment, |_, remedy| *remedy);
                for branch in found.iter().filter(|branch| !branch.facts.is_empty()) {
                    let last = branch.facts.len() - 1;
                    let mut fitting = cases_at(moment).filter(|case| holds(&branch.facts, *case));
                    let turned = other_way(branch.facts[last]);
                    let differs = fitting.any(|case| {
                        let other = id.form().remedy(row, &turned.in_case(case));
                        id.form().remedy(row, &case) != other
                    });
                    assert!(differs, "{id} {row} {moment:?}: {:?}", branch.facts);
                }
            }
        }
    }
}

fn other_way(fact: Fact) -> Fact {
    match fact {
        Fact::Contact(so) => Fact::Contact(!so),
        Fact::Outcome(so) => Fact::Outcome(!so),
        Fact::Whose(Whose::Dealer) => Fact::Whose(Whose::Player),
        Fact::Whose(Whose::Player | Whose::Community) => Fact::Whose(Whose::Dealer),
        Fact::ByDealer(so) => Fact::ByDealer(!so),
        Fact::Exposed(so) => Fact::Exposed(!so),
        Fact::Reconstructable(so) => Fact::Reconstructable(!so),
        Fact::Power(so) => Fact::Power(!so),
        Fact::JackpotBets(so) => Fact::JackpotBets(!so),
    }
}

/// Only what will be printed tells cases apart: where one word is printed for all, there is one case.
#[test]
fn what_is_not_printed_makes_no_branch() {
    let forms = RulebookId::ALL.map(RulebookId::form);
    for row in Irregularity::ALL {
        for moment in Moment::ALL {
            let found = branches(&forms, row, moment, |_, _| "ruled on");
            assert_eq!(found.len(), 1, "{row} {moment:?}");
            assert_eq!(found[0].facts, [], "{row} {moment:?}");
        }
    }
}

/// The cell of IR-12 before any contact: "Dealer's hand Rc, Player's hand V" (rws-2013 5.1.4,
/// rws-2013 5.1.5).
#[test]
fn a_reconstructable_count_of_rws_2013_turns_on_whose_hand_it_is() {
    let row = Irregularity::CountReconstructable;
    let form = RulebookId::Rws2013.form();
    let found = branches(&[form], row, Moment::Dealing, |_, remedy| remedy.act);
    let said: Vec<String> = found
        .iter()
        .map(|branch| {
            let facts: Vec<&str> = branch.facts.iter().map(|fact| fact.words()).collect();
            format!("{}: {}", facts.join(", "), branch.remedies[0])
        })
        .collect();
    let expected = [
        "no contact, the Dealer's hand: Rc",
        "no contact, a Player's hand: V",
        "contact: Oh",
    ];
    assert_eq!(said, expected);
}

#[test]
fn facts_are_told_apart_in_words() {
    let said = [
        (Fact::Contact(false), "no contact"),
        (Fact::Contact(true), "contact"),
        (Fact::Outcome(false), "no outcome yet"),
        (Fact::Outcome(true), "an outcome"),
        (Fact::Whose(Whose::Player), "a Player's hand"),
        (Fact::Whose(Whose::Dealer), "the Dealer's hand"),
        (Fact::Whose(Whose::Community), "the community cards"),
        (Fact::ByDealer(true), "by the Dealer"),
        (Fact::ByDealer(false), "by somebody else"),
        (Fact::Exposed(false), "wrong number"),
        (Fact::Exposed(true), "exposed"),
        (Fact::Reconstructable(true), "can be put right"),
        (Fact::Reconstructable(false), "cannot be put right"),
        (Fact::Power(true), "power failure"),
        (Fact::Power(false), "other interruption"),
        (Fact::JackpotBets(true), "with jackpot bets"),
        (Fact::JackpotBets(false), "without jackpot bets"),
    ];
    for (fact, words) in said {
        assert_eq!(fact.words(), words, "{fact:?}");
    }
}

#[test]
fn moments_are_told_apart_in_words() {
    let titles = Moment::ALL.map(Moment::title);
    let expected = [
        "bets open",
        "bets closed",
        "dealing",
        "deciding",
        "Dealer shown",
        "round over",
        "later round",
    ];
    assert_eq!(titles, expected);
}
