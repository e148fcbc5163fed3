//! Where the code departs from the letter of `rounds.md` 8.2, and why.
// tidy: table

/// A rulebook, a row, a column, and the reason.
pub type Deviation = (&'static str, &'static str, &'static str, &'static str);

pub const OTHERWISE: &[Deviation] = &[
    (
        "oceanfront",
        "IR-12",
        "DS, S",
        "ofg.irreg.1 voids every hand on any wrong count, and the note under the matrix says so",
    ),
    (
        "rws-2013",
        "IR-11",
        "DS, S",
        "5.1.4 voids cards dealt incorrectly that no Player has handled and names no deadline, unlike 5.1.5; \
         R13-09: \"the unhandled case is fixed by 5.1.4\". IR-06 has it so in this column too",
    ),
    (
        "rws-2013",
        "IR-12",
        "DS, S",
        "5.1.4 spares a Player's hand that no Player has handled only if whole hands can be moved, as the note \
         under the matrix says; it names no deadline, and R13-09 leaves the unhandled case to it",
    ),
    (
        "mbs-2019",
        "IR-22",
        "BO, BC",
        "MBS-18: found before closing the whole bet is refused, not the excess",
    ),
    (
        "oceanfront",
        "IR-22",
        "BO, BC",
        "section 10.2: over_max_open is refuse, not reject_excess",
    ),
    (
        "oceanfront",
        "IR-23",
        "BO, BC",
        "section 10.2: under_min_open is refuse, not raise_or_withdraw",
    ),
];
