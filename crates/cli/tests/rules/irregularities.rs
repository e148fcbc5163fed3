//! `rules irregularities`: the whole matrix, one row in sentences, and both as JSON.

use expect_test::expect;
use game::{Irregularity, Moment, RulebookId, branches};
use serde_json::Value;

use super::{array, json, page, refused};

#[test]
fn one_irregularity_is_told_in_sentences() {
    let text = page(&["irregularities", "IR-07"]);
    expect![[r#"
        IR-07 two or more cards exposed in the deal
        Two or more cards were turned up during the deal.
        See also IR-08 (one card was turned up during the deal), IR-09 (a card was
          turned up after the deal, before the Dealer shows his hand).

        Bets open, bets closed

          Cannot arise.

        Dealing

          rws-2020            If exposed by the Dealer and no Player has seen own cards:
                              the round is void and every bet goes back. [5.8.2]
                              If exposed by the Dealer and a Player has seen own cards:
                              play goes on. [5.12]
                              If exposed by somebody else: not covered; the shift
                              manager or above decides, proposed: play goes on. [5.23,
                              R20-26]
          rws-2013            The round is void and every bet goes back. [5.1.2]
          mbs-2019            The round is void and every bet goes back. [5.4]
          rws-multilink-2024  If exposed by the Dealer and no Player has seen own cards:
                              the round is void and every bet goes back. [5.8.2, ML-08]
                              If exposed by the Dealer and a Player has seen own cards:
                              play goes on. [5.12]
                              If exposed by somebody else: not covered; the shift
                              manager or above decides, proposed: play goes on. [5.23,
                              R20-26]
          oceanfront          Not covered; a Pit Manager or above decides, proposed: the
                              round is void and every bet goes back. [OFG-16, OFG-18]

        Deciding, Dealer shown

          Cannot arise.

        Round over, later round

          rws-2020            The round stands and nothing is changed. [5.19, R20-16]
          rws-2013            The round stands and nothing is changed. [5.1.5, R20-16]
          mbs-2019            The round stands and nothing is changed. [5.3, 5.7, 5.15]
          rws-multilink-2024  The round stands and nothing is changed. [5.19, R20-16]
          oceanfront          The round stands and nothing is changed. [OFG-16, R20-16]
    "#]]
    .assert_eq(&text);
    assert_eq!(text, page(&["irregularities", "ir-07"]));
    assert_eq!(text, page(&["irregularities", "7"]));
}

#[test]
fn the_matrix_has_a_block_an_irregularity() {
    let text = page(&["irregularities"]);
    for row in Irregularity::ALL {
        assert!(
            text.contains(&format!("\n{row} {}\n", row.title())),
            "{row}"
        );
    }
    let block = &text[text.find("\nIR-11 ").unwrap() + 1..=text.find("\nIR-12 ").unwrap()];
    expect![[r#"
        IR-11 Player's count wrong, not reconstructable
        A Player has too many cards or too few, and the right hand cannot be told.
        See also IR-10, IR-12.

                                  rws-2020   rws-2013   mbs-2019   multilink  oceanfront
        dealing, deciding: no     Hh         V          H+Wh       H+Oh       Vr
        contact
        dealing, deciding:        H          Hh         H+W        H+O        Vr
        contact
        Dealer shown: no contact  H          V          H+W        H          Vr
        Dealer shown: contact     H          Hh         H+W        H          Vr
        round over                H          Hh         H          H          Vr
        later round               no effect  no effect  no effect  no effect  no effect

    "#]]
    .assert_eq(block);
}

/// The overview proposes what the detail proposes, cell by cell (oceanfront OFG-16).
#[test]
fn the_overview_proposes_what_the_detail_proposes() {
    let text = page(&["irregularities", "--rulebook", "oceanfront"]);
    let (_, blocks) = text.split_once("\nIR-01 ").unwrap();
    let (blocks, legend) = blocks.rsplit_once("\n\n").unwrap();
    assert!(legend.contains("in brackets"), "{legend}");
    let bare = blocks.lines().filter(|line| line.ends_with(" A"));
    assert_eq!(bare.collect::<Vec<_>>(), [""; 0]);
    assert!(blocks.matches("A(V)").count() > 20);
}

/// rws-2020 5.13, 5.17.1: that play goes on is half of the instruction.
#[test]
fn the_sentence_has_the_whole_instruction() {
    let text = flowing(&["irregularities", "14", "--rulebook", "rws-2020"]);
    assert!(
        text.contains("the card is used as the next one. [5.13"),
        "{text}"
    );
    let text = flowing(&["irregularities", "19", "--rulebook", "rws-2020"]);
    let paid = "the jackpot is paid at the meter recorded before the fault. [5.17.1";
    assert!(text.contains(paid), "{text}");
}

/// Rows that are mixed up name each other, and no two are described in the same words.
#[test]
fn rows_are_told_apart_in_plain_words() {
    let mut words = std::collections::BTreeSet::new();
    for row in Irregularity::ALL {
        assert!(words.insert(row.in_plain_words()), "{row}");
        for other in row.see_also() {
            assert_ne!(row, *other);
        }
        let text = flowing(&["irregularities", &row.to_string()]);
        let plain = row.in_plain_words();
        assert!(text.contains(&plain[1..]), "{row}: {text}");
    }
    for (one, other) in [
        (
            Irregularity::PlayerCountWrong,
            Irregularity::CountReconstructable,
        ),
        (Irregularity::Interruption, Irregularity::JackpotFault),
    ] {
        assert!(one.see_also().contains(&other) && other.see_also().contains(&one));
    }
}

#[test]
fn both_ways_of_a_circumstance_are_printed() {
    let text = flowing(&["irregularities", "18", "--rulebook", "mbs-2019"]);
    assert!(text.contains("If the power failed: "), "{text}");
    assert!(
        text.contains("If it is another interruption: not covered"),
        "{text}"
    );
    let text = flowing(&["irregularities", "12", "--rulebook", "rws-2013"]);
    assert!(
        text.contains("it is the Dealer's hand: the correct deal"),
        "{text}"
    );
    assert!(
        text.contains("it is a Player's hand: the round is"),
        "{text}"
    );
}

#[test]
fn a_cell_as_json_has_its_circumstances_and_clauses() {
    let matrix = json(&["irregularities", "IR-11", "--rulebook", "mbs-2019"]);
    let row = &matrix["irregularities"][0];
    assert_eq!(row["id"], "IR-11");
    let cases = array(&row["cases"]);
    let case = cases
        .iter()
        .find(|case| case["moment"] == "dealing" && case["when"]["contact"] == Value::Bool(true));
    let case = serde_json::to_string_pretty(case.unwrap()).unwrap();
    expect![[r#"
        {
          "answers": [
            {
              "act": {
                "remove_hand": "may_be_permitted_to_withdraw"
              },
              "clauses": [
                "5.7",
                "5.7.1",
                "MBS-13"
              ],
              "code": "H+W",
              "house_default": false,
              "proposal": null,
              "rulebook": "mbs-2019",
              "ruler": {
                "post": "pit_supervisor"
              },
              "says": "that hand is removed with its bets returned, the others may be permitted to withdraw; a Pit Supervisor or above rules on it."
            }
          ],
          "moment": "dealing",
          "when": {
            "contact": true
          }
        }"#]].assert_eq(&case);
}

#[test]
fn the_json_has_every_case_of_every_irregularity() {
    let matrix = json(&["irregularities"]);
    let forms = RulebookId::ALL.map(RulebookId::form);
    let rows = array(&matrix["irregularities"]);
    assert_eq!(rows.len(), Irregularity::ALL.len());
    for (shown, row) in rows.iter().zip(Irregularity::ALL) {
        let asked = Moment::ALL.map(|moment| branches(&forms, row, moment, |_, remedy| *remedy));
        let asked: Vec<_> = asked.into_iter().flatten().collect();
        let cases = array(&shown["cases"]);
        assert_eq!(cases.len(), asked.len(), "{row}");
        for (case, branch) in cases.iter().zip(asked) {
            for (answer, remedy) in array(&case["answers"]).iter().zip(branch.remedies) {
                assert_eq!(answer["code"], remedy.to_string(), "{row}");
                assert_eq!(
                    answer["clauses"].as_array().unwrap().len(),
                    remedy.cites.iter().count()
                );
            }
        }
    }
}

#[test]
fn a_choice_of_the_house_changes_what_is_printed() {
    let words = ["irregularities", "8", "--option", "exposed_one=void"];
    let text = flowing(&words);
    let options = "Options: rws-2020 with exposed_one=void; rws-2013 with exposed_one=void; \
                   mbs-2019 with exposed_one=void; oceanfront with exposed_one=void. ";
    assert!(text.contains(options), "{text}");
    let void = "and no Player has seen own cards: the round is void and every bet goes back \
                (house default). [5.10, 5.12, R20-13]";
    assert!(text.contains(void), "{text}");
    let matrix = json(&words);
    assert_eq!(matrix["rulebooks"][0]["options"]["exposed_one"], "void");
    // One rulebook leaves no choice of it, and keeps what it says.
    assert_eq!(matrix["rulebooks"][3]["options"], serde_json::json!({}));
}

#[test]
fn a_wrong_id_or_choice_is_explained_and_ends_with_two() {
    for wrong in ["IR-36", "IR-00", "0", "36", "IR07", "misdeal", ""] {
        assert_eq!(
            refused(&["irregularities", wrong]),
            format!(
                "queenhigh: no irregularity `{wrong}`; expected IR-01 to IR-35, or a number from 1 to 35\n"
            )
        );
    }
    assert!(refused(&["irregularities", &"9".repeat(100_000)]).len() < 200);
    let option = |words: &[&str]| refused(&[&["irregularities", "8"], words].concat());
    assert_eq!(
        option(&["--option", "exposed=void"]),
        "queenhigh: `exposed` is no switch of any rulebook, expected one that `rules show` lists\n"
    );
    assert!(option(&["--option", "exposed_one=maybe"]).contains("cannot be `maybe`"));
    let fixed = option(&["--rulebook", "rws-2020", "--option", "unshuffled=referral"]);
    assert!(
        fixed.contains("leaves no choice of `unshuffled`"),
        "{fixed}"
    );
    assert!(option(&["--rulebook", "nowhere"]).contains("no rulebook `nowhere`"));
}

#[test]
fn the_pages_keep_to_eighty_columns() {
    let rows = Irregularity::ALL.map(|row| row.to_string());
    let mut pages = vec![page(&["irregularities"])];
    pages.extend(rows.iter().map(|row| page(&["irregularities", row])));
    for line in pages.iter().flat_map(|page| page.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
        assert_eq!(line, line.trim_end());
    }
}

/// A page without its line breaks.
fn flowing(words: &[&str]) -> String {
    let text = page(words);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
