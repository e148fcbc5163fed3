//! Where the forms depart from the letter of `rounds.md`, and why.
// tidy: table

use std::collections::BTreeSet;

/// A rulebook, a switch, and the reason.
pub type Deviation = (&'static str, &'static str, &'static str);

/// Marked H in `rounds.md` and yet fixed.
pub const FIXED: &[Deviation] = &[(
    "rws-2013",
    "display_required",
    "R13-06 opens the limits and how they are kept, not the duty to show them",
)];

/// Not marked H in `rounds.md` and yet open.
pub const OPEN: &[Deviation] = &[
    ("mbs-2019", "positions", "Appendix A itself leaves 4 to 7"),
    ("mbs-2019", "box_sharing", "MBS-08 has the option"),
    (
        "mbs-2019",
        "jackpot_fault_seen",
        "MBS-26: switches of the same names",
    ),
    ("mbs-2019", "jackpot_fault_later", "MBS-26"),
    ("mbs-2019", "insufficient_cards", "MBS-26"),
    ("mbs-2019", "exposed_one", "MBS-26"),
    ("mbs-2019", "exposed_after_seen", "MBS-26"),
    (
        "mbs-2019",
        "exposed_after_deal",
        "R20-26 speaks for all four Singapore rulebooks",
    ),
    ("mbs-2019", "face_up_card", "MBS-26"),
    (
        "oceanfront",
        "pay_method",
        "deal.7.method leaves it to the casino",
    ),
    (
        "oceanfront",
        "insufficient_cards",
        "OFG-16: switches of the same names",
    ),
    ("oceanfront", "unshuffled", "OFG-16"),
    ("oceanfront", "misdeal_uncontacted", "OFG-16"),
    ("oceanfront", "exposed_two_uncontacted", "OFG-16"),
    ("oceanfront", "exposed_two_contacted", "OFG-16"),
    ("oceanfront", "exposed_one", "OFG-16"),
    ("oceanfront", "exposed_after_seen", "OFG-16"),
    ("oceanfront", "exposed_after_deal", "OFG-16"),
    ("oceanfront", "face_up_card", "OFG-16"),
    ("oceanfront", "interruption_no_outcome", "OFG-16"),
    ("oceanfront", "interruption_outcome", "OFG-16"),
];

/// Answered otherwise than `rounds.md` prints.
pub const OTHERWISE: &[Deviation] = &[
    (
        "mbs-2019",
        "positions",
        "a table has one number of boxes, of the 4 to 7 it may have",
    ),
    (
        "mbs-2019",
        "over_max_open",
        "MBS-18: before closing the excess is refused",
    ),
    (
        "oceanfront",
        "pair_plus_only_view",
        "OFG-01 can drop the compulsory Ante, and then it is asked",
    ),
    (
        "oceanfront",
        "pay_method",
        "either; the first named unless the casino says so",
    ),
];

/// Cells that `rounds.md` writes in prose, as the form writes them, in the order of the rulebooks.
pub const PROSE: &[(&str, [&str; 5])] = &[
    (
        "deal_methods",
        [
            "electronic_shoe manual_shoe shuffler",
            "by_hand shuffler",
            "manual_shoe shuffler",
            "electronic_shoe manual_shoe shuffler",
            "shuffler",
        ],
    ),
    (
        "community_method",
        [
            "-",
            "-",
            "-",
            "shoe_last packet_three_last packet_two_first",
            "-",
        ],
    ),
    (
        "settle_bet_order",
        ["play ante_bonus ante pair_plus five_card"; 5],
    ),
    (
        "jackpot_table",
        [
            "100%(envy 250) 1250(envy 50) 175 150 15",
            "100%(envy 250) 1250(envy 50) 175 150 15",
            "100%(envy 250) 1250(envy 50) 175 150 15",
            "100% 10% 400x 80x 40x 20x",
            "-",
        ],
    ),
    (
        "jackpot_fault_later",
        [
            "close_or_bar_box_or_no_jackpot_with_notice",
            "close_or_bar_box_or_no_jackpot_with_notice",
            "referral",
            "close_or_bar_box_or_no_jackpot_with_notice",
            "-",
        ],
    ),
];

/// Without the reasons.
pub fn places(deviations: &[Deviation]) -> BTreeSet<(&'static str, &'static str)> {
    let places = deviations.iter();
    places
        .map(|(rulebook, switch, _)| (*rulebook, *switch))
        .collect()
}
