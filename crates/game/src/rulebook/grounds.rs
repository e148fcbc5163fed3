//! Where each step of a round stands in a rulebook's text.
//!
//! Not questions: all five do these things, each under its own number. A line of a settlement and a
//! refusal cite from here, or from the switch that decided them. No rule may turn on one of these
//! lists, its emptiness included: they are outside equality and digest. What a rule turns on is a
//! switch of the form.

use crate::clause::Cites;

/// Clause ids by what the engine does; every list names clauses of the rulebook it belongs to, or
/// ids of `ambiguities.md` where its text is silent. Empty where the game has no such thing.
#[derive(Clone, Copy, Debug)]
pub struct Grounds {
    // Settling one box.
    /// The Dealer does not qualify: the Ante is paid by the even-money table.
    pub unqualified_ante: Cites,
    /// The Dealer does not qualify: Play goes back unpaid.
    pub unqualified_play: Cites,
    /// Player's hand higher, Ante and Play paid by the even-money table.
    pub higher: Cites,
    /// Player's hand lower: Ante and Play are lost.
    pub lower: Cites,
    /// Equal hands: Ante and Play stand off.
    pub equal: Cites,
    /// Ante Bonus, with the table it is paid by; some texts say it once for each case.
    pub bonus_unqualified: Cites,
    /// The same where the Dealer qualifies.
    pub bonus_qualified: Cites,
    /// Pair Plus with its table, where the Dealer does not qualify.
    pub pair_plus_unqualified: Cites,
    /// Pair Plus with its table, where the Dealer qualifies.
    pub pair_plus_qualified: Cites,
    /// What a fold loses at once.
    pub fold: Cites,
    /// The side bet's cards and table; empty where there is none.
    pub side_bet: Cites,
    /// The jackpot's table and the right to it; empty where there is none.
    pub jackpot: Cites,
    /// The Envy Bonus; empty where there is none.
    pub envy: Cites,
    /// A jackpot stake that is not the set amount (G-19).
    pub jackpot_amount: Cites,
    /// Every bet of a void round goes back.
    pub void: Cites,

    // Refusing a command.
    /// The table runs on a registered layout, with its boxes.
    pub layout: Cites,
    /// What must be set and shown before the table opens.
    pub display: Cites,
    /// Bets open with the Dealer's call.
    pub opening_call: Cites,
    /// No bet is placed, raised or taken back after the Dealer's call.
    pub closing_call: Cites,
    /// A round ends when everybody is settled; the next cannot open before.
    pub round_ends: Cites,
    /// Who the Dealer is, and that others do not deal.
    pub dealer: Cites,
    /// Who a Player is: a person with a bet in the round.
    pub player: Cites,
    /// Who decides for a box.
    pub controller: Cites,
    /// Ante, Pair Plus or both are needed to be in the round.
    pub participation: Cites,
    /// The table's minimum and maximum.
    pub limits: Cites,
    /// One jackpot bet a box, for the hand of that box.
    pub one_jackpot: Cites,
    /// No Player bets on the jackpot at another's position.
    pub others_jackpot: Cites,
    /// One deck of 52 different cards.
    pub one_deck: Cites,
    /// The order of the deal, card by card.
    pub deal_singles: Cites,
    /// The order of the deal, packet by packet.
    pub deal_packets: Cites,
    /// How the community cards are dealt.
    pub community: Cites,
    /// Each Player looks and then plays or folds.
    pub decision: Cites,
    /// Play equals the Ante and needs one.
    pub play_amount: Cites,
    /// A folded hand is out.
    pub fold_ends: Cites,
    /// A hand with Pair Plus and no Ante.
    pub pair_plus_only: Cites,
    /// What the Dealer takes in after folds.
    pub collect_folded: Cites,
    /// When the Dealer's hand is turned.
    pub show_dealer: Cites,
    /// Who turns a Player's hand.
    pub reveal: Cites,
    /// A jackpot hand is announced and left face up.
    pub claim: Cites,
    /// Order of decisions and of settlement.
    pub order: Cites,
    /// Which staff may place bets for a Player, and look at a hidden hand.
    pub staff: Cites,

    // Putting right what went wrong.
    /// Results of rounds before the one an error is found in stand.
    pub earlier_rounds: Cites,
    /// A Player with nothing left to decide may walk away and is settled.
    pub leaves: Cites,
    /// What was paid or read wrongly is put right until the next opening call.
    pub corrections: Cites,
    /// The choices after a dealing error: go on, or take the bets back.
    pub choices: Cites,
}

impl Grounds {
    /// How cards are dealt, one by one or by packets: whichever the rulebook has.
    pub const fn the_deal(&self) -> Cites {
        if self.deal_singles.is_empty() {
            self.deal_packets
        } else {
            self.deal_singles
        }
    }
}
