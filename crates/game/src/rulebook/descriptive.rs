//! Switches that describe a rulebook and decide nothing: no decision, settlement, view or figure turns
//! on their value.
//!
//! Every other switch is read by the engine or by a program built on it. A test searches the sources
//! and fails on a switch that is neither read nor listed here.
// tidy: table

/// A switch that is printed and not read, and why nothing turns on it.
pub(super) const DESCRIPTIVE: [(&str, &str); 10] = [
    (
        "player_to_player_bets",
        "has one value: every bet is laid against the house, and there is no request for another",
    ),
    (
        "fold_cards",
        "folded cards stay while a bet on them is alive, which fold_jackpot, fold_pair_plus and fold_side_bet decide",
    ),
    (
        "royal_rank",
        "the order of hands is the same either way; what a royal is paid stands in the pay tables",
    ),
    (
        "pay_method",
        "in which order the Dealer's hands move the chips; the amounts are the same",
    ),
    (
        "jackpot_medium",
        "chips on a spot or a wagering system: the bet is recorded in the same way",
    ),
    (
        "jackpot_amount",
        "has one value: a table with a jackpot does not open without the amount",
    ),
    (
        "jackpot_contribution",
        "has one value: a table with a jackpot does not open without the contribution",
    ),
    (
        "jackpot_seed",
        "has one value: a table with a jackpot does not open without the seed",
    ),
    (
        "envy_recipients",
        "the text's word for those who collect; envy_unit and fold_envy_receive decide who does",
    ),
    (
        "late_error",
        "has one value: an error noticed in a later round changes neither round",
    ),
];

/// Why nothing turns on this switch; `None` where something does.
pub(super) fn why_descriptive(switch: &str) -> Option<&'static str> {
    let mut all = DESCRIPTIVE.iter();
    all.find(|(name, _)| *name == switch).map(|(_, why)| *why)
}
