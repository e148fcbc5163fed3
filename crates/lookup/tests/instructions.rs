//! What an answer tells people to do, for every row under every rulebook.
#![expect(
    clippy::needless_raw_string_hashes,
    reason = "snapshots that update themselves are written so"
)]

use expect_test::expect;
use game::{Irregularity, RulebookId};
use lookup::ask;
use proptest::prelude::*;

fn first(words: &str, id: RulebookId) -> lookup::Answer {
    ask(words, id.form()).answers.swap_remove(0)
}

#[test]
fn the_same_words_are_answered_by_each_rulebook_in_its_own_way() {
    let words = "four cards to box 3 while dealing, player looked";
    let told = |id| first(words, id).instruction.to_string();
    assert!(told(RulebookId::Rws2020).contains("every other box plays on"));
    assert!(told(RulebookId::Mbs2019).contains("only where the pit permits it"));
    assert!(told(RulebookId::Oceanfront).contains("shuffle the whole deck again"));
    assert!(
        !told(RulebookId::Oceanfront).contains("Jackpot:"),
        "it has none"
    );
}

#[test]
fn an_instruction_stands_alone() {
    let words = "two cards exposed while dealing, nobody has looked";
    expect![[r#"
        IR-07 under rws-2020: two or more cards were turned up during the deal.
        Now: stop, leave every card and chip where it lies, call the pit.
        Dealing, if exposed by the Dealer and no Player has seen own cards: Who rules: a Pit Supervisor or above who did not report it establishes the facts, the clause decides; once a bet is won or lost, only what another member of staff has reported or proposed. Then: the round is void and every bet goes back. Bets: every box gets every bet back, of whatever kind; what was paid or collected is undone. Cards: take every card in; the hands have no result. Jackpot: awards of this round are undone and its contributions come out of the meter. [5.8.2]
        Dealing, if exposed by somebody else: Who rules: the rulebook does not cover it, the shift manager or above decides. Then: proposed: play goes on. Bets: no box gets anything back, every bet stays as it was. Cards: the exposed card stays where it was dealt and counts. Jackpot: as before. [5.23, R20-26]"#]].assert_eq(&first(words, RulebookId::Rws2020).instruction.to_string());
}

#[test]
fn what_the_question_says_narrows_the_cases() {
    let looked = first(
        "i exposed two cards while dealing, box 1 had looked",
        RulebookId::Rws2020,
    );
    let looked = looked.instruction.to_string();
    assert!(
        looked.contains("play goes on") && !looked.contains("round is void"),
        "{looked}"
    );
    let open = first("two cards exposed while dealing", RulebookId::Rws2020)
        .instruction
        .to_string();
    assert!(
        open.contains("play goes on") && open.contains("round is void"),
        "{open}"
    );
}

#[test]
fn a_row_the_rulebook_does_not_have_goes_to_the_official() {
    let burn = first("forgot to burn", RulebookId::Oceanfront);
    let told = burn.instruction.to_string();
    assert!(told.contains("this rulebook knows no such case"), "{told}");
    assert_eq!(burn.clauses, ["OFG-18"]);
}

#[test]
fn every_row_is_told_with_its_clauses_under_every_rulebook() {
    for id in RulebookId::ALL {
        for row in Irregularity::ALL {
            let words = row.in_plain_words();
            let answers = ask(words, id.form()).answers;
            for answer in answers {
                let told = answer.instruction.to_string();
                assert!(
                    told.contains("Who rules: ") && told.contains("Then: "),
                    "{id} {row}: {told}"
                );
                assert!(!answer.clauses.is_empty(), "{id} {row}: {told}");
            }
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_answered_and_always_alike(words in ".{0,200}") {
        let form = RulebookId::Rws2020.form();
        let found = ask(&words, form);
        prop_assert!(found.answers.len() <= 4);
        prop_assert_eq!(&found, &ask(&words, form));
    }
}
