//! What the rules let a player do, see and lose, as the table says it.

use super::{check_money, play, unbroken};

/// rws-2020 3.7: several boxes, one hand looked at, the others played unseen.
#[test]
fn an_unseen_hand_stays_unseen_until_the_showdown() {
    let args = "--rulebook rws-2020 --seed 8 --box 3 --box 4";
    let out = play(args, &["10", "", "", "10", "", "", "4", "p", "p"]);
    let (before, after) = out.split_once("is settled").expect("the round is settled");
    assert!(before.contains("look at one of your hands"), "{out}");
    assert!(before.contains("Box 3: [▒▒] [▒▒] [▒▒]    unseen"), "{out}");
    assert!(after.contains("Box 3, you   ["), "{out}");
    let face_up = before.matches(['♠', '♥', '♦', '♣']).count();
    assert_eq!(
        face_up, 6,
        "one hand, on the felt and at its decision: {out}"
    );
}

#[test]
fn no_hand_at_all_need_be_looked_at() {
    let args = "--rulebook rws-2020 --seed 8 --box 3 --box 4";
    let out = play(args, &["10", "", "", "10", "", "", "none", "p", "p"]);
    let (before, _) = out.split_once("is settled").expect("the round is settled");
    assert!(!before.contains(['♠', '♥', '♦', '♣']), "{out}");
    assert_eq!(check_money(&out, 100_000), 1);
}

/// mbs-2019 3.9.1, 3.9.2: a fold keeps Pair Plus or gives it up, and the jackpot bet lives on.
#[test]
fn a_fold_may_keep_pair_plus_where_the_rulebook_says_so() {
    let args = "--rulebook mbs-2019 --seed 3 --box 4 --rounds 1";
    let kept = unbroken(&play(args, &["10", "5", "y", "f"]));
    assert!(kept.contains("Ante 10.00 lost; Pair Plus 5.00 and Jackpot 5.00 still"));
    assert!(
        kept.contains("You hold Queen high: your Pair Plus bet"),
        "{kept}"
    );
    let given_up = unbroken(&play(args, &["10", "5", "y", "g"]));
    assert!(
        given_up.contains("You folded: your Pair Plus bet is lost"),
        "{given_up}"
    );
    assert!(given_up.contains("not on the jackpot table"), "{given_up}");
}

/// rws-2020 5.5: a Player who walks away is treated as having folded. mbs-2019 5.11: the bets go back.
#[test]
fn leaving_after_the_closing_call_shows_the_absence_rule() {
    let leave = |rulebook| {
        let args = format!("--rulebook {rulebook} --seed 3 --box 4");
        unbroken(&play(&args, &["10", "5", "y", "quit", "quit"]))
    };
    let folded = leave("rws-2020");
    assert!(folded.contains("counts as a fold. [5.5]"), "{folded}");
    assert!(folded.contains("You leave with 980.00"), "{folded}");
    let returned = leave("mbs-2019");
    assert!(
        returned.contains("the hand is out and its bets go back"),
        "{returned}"
    );
    assert!(returned.contains("You leave with 1,000.00"), "{returned}");
}

#[test]
fn leaving_can_be_thought_over() {
    let args = "--rulebook rws-2020 --seed 3 --box 4 --rounds 1";
    let out = unbroken(&play(args, &["10", "", "", "quit", "what", "", "p"]));
    assert!(out.contains("press Enter to stay"), "{out}");
    assert!(!out.contains("You leave the table"), "{out}");
}

/// rws-2020 5.1, 5.2 while bets are open, oceanfront ofg.deal.9 with its cap, G-19 for the jackpot.
#[test]
fn a_refused_bet_is_shown_with_its_clause_and_asked_again() {
    let args = "--rulebook rws-2020 --seed 3 --box 4 --purse 5000";
    let out = unbroken(&play(args, &["2", "900", "7000", "0", "3", "p"]));
    assert!(out.contains("below the Ante minimum of 5.00"), "{out}");
    assert!(
        out.contains("400.00 of your Ante is above the maximum"),
        "{out}"
    );
    assert!(
        out.contains("7,000.00 is more than your purse allows"),
        "{out}"
    );
    assert!(
        out.contains("the jackpot bet is 5.00, not 3.00 (rws-2020"),
        "{out}"
    );
    let args = "--rulebook oceanfront --seed 3 --box 4";
    let out = unbroken(&play(args, &["5", "0", "quit"]));
    assert!(
        out.contains("above the maximum of 4.00 (oceanfront ofg.deal.9"),
        "{out}"
    );
}

/// rws-2020 3.8: no jackpot bet without an Ante; 3.14: Pair Plus alone is not looked at.
#[test]
fn pair_plus_alone_decides_nothing() {
    let args = "--rulebook rws-2020 --seed 3 --box 4 --rounds 1";
    let out = unbroken(&play(args, &["0", "5"]));
    assert!(out.contains("the jackpot bet needs an Ante"), "{out}");
    assert!(out.contains("Pair Plus alone, nothing to decide"), "{out}");
}

#[test]
fn a_round_can_be_sat_out() {
    let args = "--rulebook rws-2020 --seed 3 --box 4 --rounds 2";
    let out = play(args, &["0", "0", "", "0", "0"]);
    assert_eq!(
        out.matches("You had no bet in this round").count(),
        2,
        "{out}"
    );
    let alone = format!("{args} --bots 0");
    let out = play(&alone, &["0", "0", "", "0", "0"]);
    assert_eq!(out.matches("so nothing is dealt").count(), 2, "{out}");
}
