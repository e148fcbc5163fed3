//! The form itself: every question, in the order of `docs/rulebooks/rounds.md` section 10.
//!
//! Declared once: the fields, their names and kinds, the answers as printed, equality and the setting
//! of an option all come from this list, so none can forget a question.
// tidy: table

#[allow(clippy::wildcard_imports, reason = "most of the words")]
use super::choices::*;
use super::descriptive::why_descriptive;
use super::ruling::Ruling;
use super::{
    Answer, BetCap, BetOrder, ClauseList, Grounds, JackpotTable, OptionRefused, PayTable,
    Positions, RulebookId, SideBetTable,
};

/// Declares the form: its fields, their names, and the section that asks for them.
macro_rules! form {
    ($($section:literal {
        $(#[doc = $asks:literal] $field:ident $(as $name:literal)? : $kind:ty,)+
    })+) => {
        /// A rulebook with the options its house chose.
        #[derive(Clone, Debug)]
        pub struct Rulebook {
            /// Which of the five it is.
            pub id: RulebookId,
            /// The title of the document.
            pub title: &'static str,
            /// `unknown` where the document does not say.
            pub version: &'static str,
            /// The day, or the minute, from which it is in force; `unknown` where the document does not
            /// say.
            pub effective: &'static str,
            /// Where each step of the round stands in the text.
            pub grounds: Grounds,
            $($(#[doc = $asks] pub $field: Ruling<$kind>,)+)+
        }

        impl Rulebook {
            /// Every answer, in the order of `rounds.md` section 10.
            pub fn answers(&self) -> Vec<Answer> {
                vec![$($(Answer {
                    section: $section,
                    switch: form!(@name $field $($name)?),
                    says: self.$field.text(),
                    is_the_houses: self.$field.is_the_houses(),
                    cites: self.$field.cites,
                    choices: self.$field.choices(),
                    descriptive: why_descriptive(form!(@name $field $($name)?)),
                },)+)+]
            }

            /// Whether both give the same answer to every question, and on the same authority.
            pub(super) fn agrees(&self, other: &Rulebook) -> bool {
                self.id == other.id $($(&& self.$field.agrees(&other.$field))+)+
            }

            /// The same with another value of one switch, where the house may choose it.
            pub(super) fn set(&mut self, switch: &str, value: &str) -> Result<(), OptionRefused> {
                let rulebook = self.id;
                $($(if switch == form!(@name $field $($name)?) {
                    let switch = form!(@name $field $($name)?);
                    if self.$field.is_not_asked() {
                        return Err(OptionRefused::NotAsked { rulebook, switch });
                    }
                    if !self.$field.is_open() {
                        let cites = self.$field.cites.join(", ");
                        let says = self.$field.text();
                        return Err(OptionRefused::Fixed { rulebook, switch, says, cites });
                    }
                    self.$field.says = self.$field.choice(value).ok_or_else(|| {
                        let expected = self.$field.choices();
                        OptionRefused::Value { rulebook, switch, found: value.to_owned(), expected }
                    })?;
                    return Ok(());
                })+)+
                Err(OptionRefused::Unknown { switch: switch.to_owned() })
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
}

form! {
    "10.1" {
        /// How many betting boxes the layout has.
        positions: Positions,
        /// What must hang at the table before bets open.
        display_required: &'static [Display],
        /// May other Players bet on a Player's box?
        box_sharing: BoxSharing,
        /// Who funds Play on a shared box?
        backer_play: Option<BackerPlay>,
        /// How many boxes may one Player bet on?
        multi_box: MultiBox,
        /// How may a Player with several boxes look at the hands?
        multi_box_view: MultiBoxView,
        /// Must such a Player be told that only one hand may be looked at?
        one_hand_notice: Requirement,
        /// Who may place bets for a Player?
        proxy_bets: ProxyBets,
        /// Is an Ante compulsory?
        ante_required: YesNo,
        /// May Players bet against each other?
        player_to_player_bets: PlayerToPlayerBets,
    }
    "10.2" {
        /// Must the Dealer call for bets in prescribed words?
        opening_call: Requirement,
        /// Must the Dealer name the boxes without Pair Plus?
        missing_pair_plus_call: YesNo,
        /// What does a table limit count together?
        limit_scope: LimitScope,
        /// What is the most a single bet may be, whatever the table's limits?
        bet_cap: BetCap,
        /// Does the system notice bets outside the limits by itself (G-12)?
        auto_notice: OnOff,
        /// A bet above the maximum, while bets are open?
        over_max_open: OverMaxOpen,
        /// A bet above the maximum, found after closing?
        over_max_closed: OverMaxClosed,
        /// A bet below the minimum, while bets are open?
        under_min_open: UnderMinOpen,
        /// A bet below the minimum, found after closing?
        under_min_closed: UnderMinClosed,
        /// How long is the one settled bet below the minimum remembered?
        under_min_grace_scope: Option<UnderMinGraceScope>,
        /// Chips placed after the closing call?
        late_bet: LateBet,
        /// Chips taken off after the closing call?
        late_withdrawal: LateWithdrawal,
        /// Play offered at the decision that is not the Ante?
        unequal_play_offered: UnequalPlayOffered,
        /// Play found at settlement that is not the Ante?
        unequal_play_found: UnequalPlayFound,
        /// Play above the Ante, once it is settled?
        play_over: PlayOver,
        /// Play below the Ante, once it is settled?
        play_under: PlayUnder,
        /// Which side bet does the game have?
        side_bet: SideBet,
        /// What does it need on the same box?
        side_bet_requires: Option<SideBetRequires>,
    }
    "10.3" {
        /// Which devices may the cards come from?
        deal_methods: &'static [Device],
        /// Is the first card put aside?
        burn: Burn,
        /// Does the game have community cards?
        community: Community,
        /// How may they be dealt?
        community_method: Option<&'static [CommunityMethod]>,
        /// Which of three is discarded?
        community_discard: Option<CommunityDiscard>,
        /// May a hand with Pair Plus and no Ante be looked at?
        pair_plus_only_view: PairPlusOnlyView,
        /// Who turns such a hand?
        pair_plus_only_reveal: PairPlusOnlyReveal,
        /// What does a fold do to Pair Plus?
        fold_pair_plus: FoldPairPlus,
        /// And a fold without a word, where the Player may elect?
        plain_fold_pair_plus: Option<PlainFoldPairPlus>,
        /// What does a fold do to the jackpot bet?
        fold_jackpot: Option<FoldJackpot>,
        /// What does a fold do to the side bet?
        fold_side_bet: Option<FoldSideBet>,
        /// What becomes of the cards of a folded hand?
        fold_cards: FoldCards,
        /// Must forfeited bets and cards be in before the Dealer's hand is turned?
        collect_first: Requirement,
        /// A Player who is away when the decision is due?
        absent_undecided: Absent,
        /// The same, where the hand was looked at?
        absent_after_viewing: Option<Absent>,
        /// A hand the Player will not show?
        decline_reveal: DeclineReveal,
        /// Its Ante, where the Dealer does not qualify?
        hidden_hand_no_qualify_ante: Option<HiddenHandAnte>,
        /// Its Play, where it counts as folded?
        refuse_reveal_play: Option<RefuseRevealPlay>,
        /// Is the Dealer's hand turned where every box folded?
        reveal_when_all_folded: RevealWhenAllFolded,
        /// Are words prescribed for the Dealer's hand?
        dealer_announcement: Requirement,
    }
    "10.4" {
        /// How does a suited A-K-Q rank?
        royal_rank: RoyalRank,
        /// How is "Queen high or better" read?
        qualifier: Qualifier,
        /// The Ace of 3-2-A, where that is read by the highest card?
        literal_ace as "literal_ace_in_32A": Option<LiteralAce>,
        /// Who wins with equal hands?
        tie: Tie,
        /// Does the Ante Bonus need a Play bet?
        ante_bonus_requires_play: YesNo,
        /// What does the Ante Bonus pay?
        ante_bonus_table: PayTable,
        /// What does Pair Plus pay?
        pair_plus_table: PayTable,
        /// What does the side bet pay?
        side_bet_table: Option<SideBetTable>,
        /// Which box is settled first?
        settle_seat_order: SeatOrder,
        /// Which bet of a box is settled first?
        settle_bet_order: BetOrder,
        /// How does the Dealer work through the boxes when paying?
        pay_method: PayMethod,
    }
    "10.5" {
        /// Which jackpot does the game have?
        jackpot_kind: JackpotKind,
        /// What does a jackpot bet need on the same box?
        jackpot_requires: Option<JackpotRequires>,
        /// How is a jackpot bet made?
        jackpot_medium: Option<JackpotMedium>,
        /// Must the seated Player be offered the jackpot bet before bets close?
        offer_jackpot: Option<Requirement>,
        /// What does a jackpot bet cost? No rulebook says (G-03).
        jackpot_amount: Option<Configured>,
        /// How much of it goes on the meter? No rulebook says (G-03).
        jackpot_contribution: Option<Configured>,
        /// What does the meter start from? No rulebook says (G-03).
        jackpot_seed: Option<Configured>,
        /// What does the jackpot pay?
        jackpot_table: Option<JackpotTable>,
        /// The stake of a jackpot bet that wins?
        jackpot_stake_on_win: Option<StakeOnWin>,
        /// When does a jackpot bet feed the meter?
        meter_increment: Option<MeterIncrement>,
        /// Do fixed awards come out of the meter (G-05)?
        fixed_awards_from_meter: Option<YesNo>,
        /// Does a jackpot bet that goes back take its contribution off the meter (G-06)?
        reverse_contribution_on_return: Option<YesNo>,
        /// What does a share of the meter leave on it?
        percent_win_effect: Option<PercentWinEffect>,
        /// Which way is a share of the meter rounded?
        percent_rounding: Option<PercentRounding>,
        /// Must a jackpot hand be announced to be paid?
        jackpot_claim: Option<JackpotClaim>,
        /// In which order are several awards at one table paid?
        jackpot_same_table_order: Option<SameTableOrder>,
        /// In which order are awards at linked tables paid?
        jackpot_cross_table_order: Option<CrossTableOrder>,
        /// Where is the whole meter paid?
        major_payment: Option<MajorPayment>,
        /// A jackpot bet found without the bet it needs?
        jackpot_without_base: Option<JackpotWithoutBase>,
        /// A jackpot fault before cards were seen?
        jackpot_fault_unseen: Option<VoidOrReferral>,
        /// Which rounds does a jackpot fault reach?
        jackpot_fault_scope: Option<JackpotFaultScope>,
        /// A jackpot fault after cards were seen?
        jackpot_fault_seen: Option<JackpotFaultSeen>,
        /// How are rounds after a jackpot fault played?
        jackpot_fault_later: Option<JackpotFaultLater>,
        /// Which Envy Bonus does the game have?
        envy: Envy,
        /// Who receives it?
        envy_recipients: Option<EnvyRecipients>,
        /// What is one bonus paid for?
        envy_unit: Option<EnvyUnit>,
        /// Several top hands in one round?
        envy_multiple: Option<EnvyMultiple>,
        /// Does a folded box receive it?
        fold_envy_receive: Option<YesNo>,
        /// Does a folded top hand give it to others?
        fold_envy_trigger: Option<FoldEnvyTrigger>,
    }
    "10.6" {
        /// What counts as contact with the cards?
        contact_test: ContactTest,
        /// What does a void round do?
        void_action: VoidAction,
        /// A foreign card, or a deck that is not 52?
        foreign_or_count_wrong: VoidOrReferral,
        /// Too few cards to finish the deal?
        insufficient_cards: VoidOrReferral,
        /// Cards that were not shuffled?
        unshuffled: VoidOrReferral,
        /// The number of cards doubted?
        count_on_doubt: CountOnDoubt,
        /// Cards misplaced, before any contact?
        misdeal_uncontacted: MisdealUncontacted,
        /// Do Players choose after whole hands were moved?
        move_hands_choices: MoveHandsChoices,
        /// Cards misplaced, after contact?
        misdeal_contacted: ChoicesOrReferral,
        /// Two or more cards exposed in the deal, before any contact?
        exposed_two_uncontacted: VoidOrReferral,
        /// Two or more cards exposed in the deal, after contact?
        exposed_two_contacted: Exposure,
        /// One card exposed in the deal, before any contact?
        exposed_one: Exposure,
        /// One card exposed in the deal, after contact?
        exposed_after_seen: Exposure,
        /// A card exposed after the deal?
        exposed_after_deal: Exposure,
        /// Does a card exposed in the deal count whoever exposed it, or the Dealer's doing alone?
        exposed_by_anyone: YesNo,
        /// The Dealer has a wrong number of cards?
        dealer_count_wrong: DealerCountWrong,
        /// A Player's hand has a wrong number of cards?
        player_count_wrong: PlayerCountWrong,
        /// The same before any contact?
        player_count_wrong_uncontacted: PlayerCountWrongUncontacted,
        /// Who may permit Players to withdraw then?
        permit_withdrawal_role: Option<PermitWithdrawal>,
        /// The first card dealt instead of burnt?
        burn_missed: Option<BurnMissed>,
        /// A card face up in the device?
        face_up_card: FaceUpCard,
        /// Cards drawn together in no known order?
        joint_cards: JointCards,
        /// Community cards wrong or exposed?
        community_error: Option<CommunityError>,
        /// Any other error of the deal?
        other_dealing_error: ChoicesOrReferral,
        /// Which boxes does an error affect?
        affected_scope: Option<AffectedScope>,
        /// Until when may Players choose?
        choices_deadline: Option<ChoicesDeadline>,
        /// A Player who does not choose in time?
        no_choice_made: Option<NoChoiceMade>,
        /// The bets of a hand taken out of the round?
        invalidated_bets: InvalidatedBets,
        /// Which clauses return them themselves, so that the house cannot keep them?
        bets_back_by: ClauseList,
        /// A Player looked at a hand that may not be looked at?
        extra_view: ExtraView,
        /// Who may stop a Player that tries to control several hands?
        stop_action: StopAction,
        /// A Player shows own cards or looks at another's?
        disclosure: Disclosure,
        /// An interruption before any bet is won or lost?
        interruption_no_outcome: InterruptionNoOutcome,
        /// An interruption after a bet was won or lost?
        interruption_outcome: InterruptionOutcome,
        /// What counts as an interruption?
        interruption_scope: Option<InterruptionScope>,
        /// An error found in a later round?
        late_error: LateError,
        /// Who decides what the rulebook does not cover?
        uncovered_authority: UncoveredAuthority,
        /// What is proposed for a referred matter that has no proposal of its own?
        uncovered_proposal: UncoveredProposal,
        /// Who may act in a post above the own one?
        acting_up: ActingUp,
    }
}
