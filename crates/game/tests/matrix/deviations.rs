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
