//! Every question a casino must answer, and what five casinos answered.
//!
//! A rulebook is a form with no blanks: one struct, five values, no `Default`. A new question does
//! not compile until all five have answered it. The engine asks the form and never the casino's
//! name; pages that compare rulebooks are printed from the same values.

mod choices;
mod digest;
mod grounds;
mod mbs_2019;
mod oceanfront;
mod restored;
mod ruling;
mod rws_2013;
mod rws_2020;
mod rws_multilink_2024;
mod tables;

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

pub use choices::*;
pub use digest::Digest;
pub use grounds::Grounds;
pub use ruling::{Latitude, Ruling, Value};
pub use tables::{
    Award, BetCap, BetOrder, ClauseList, JackpotHand, JackpotRow, JackpotTable, PayTable,
    Positions, SideBetTable,
};

use crate::clause::Cites;

/// The five rulebooks, in the order of `rounds.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RulebookId {
    #[serde(rename = "rws-2020")]
    Rws2020,
    #[serde(rename = "rws-2013")]
    Rws2013,
    #[serde(rename = "mbs-2019")]
    Mbs2019,
    #[serde(rename = "rws-multilink-2024")]
    RwsMultilink2024,
    #[serde(rename = "oceanfront")]
    Oceanfront,
}

/// One answer as a reader sees it: what `rules show` and `rules diff` print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The section of `rounds.md` that asks.
    pub section: &'static str,
    pub switch: &'static str,
    pub says: String,
    /// Whether the answer is the house's rather than the text's: see [`Ruling::is_the_houses`].
    pub is_the_houses: bool,
    pub cites: Cites,
    /// What the house may choose; empty where nothing is left open.
    pub choices: Vec<String>,
}

/// Why a house option was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionRefused {
    #[error("`{switch}` is no switch of any rulebook, expected one that `rules show` lists")]
    Unknown { switch: String },
    #[error("`{switch}` does not arise under {rulebook}")]
    NotAsked {
        rulebook: RulebookId,
        switch: &'static str,
    },
    #[error("{rulebook} leaves no choice of `{switch}`: it says {says} ({cites})")]
    Fixed {
        rulebook: RulebookId,
        switch: &'static str,
        says: String,
        cites: String,
    },
    #[error("`{switch}` cannot be `{found}` under {rulebook}; expected one of {}", .expected.join(", "))]
    Value {
        rulebook: RulebookId,
        switch: &'static str,
        found: String,
        expected: Vec<String>,
    },
}

/// Declares the form: its fields, their names, and the section that asks for them.
macro_rules! form {
    ($($section:literal { $($field:ident $(as $name:literal)? : $kind:ty,)+ })+) => {
        /// A rulebook with the options its house chose.
        #[derive(Clone, Debug)]
        pub struct Rulebook {
            pub id: RulebookId,
            pub title: &'static str,
            /// `unknown` where the document does not say.
            pub version: &'static str,
            pub effective: &'static str,
            /// Where each step of the round stands in the text.
            pub grounds: Grounds,
            $($(pub $field: Ruling<$kind>,)+)+
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
                },)+)+]
            }

            /// Whether both give the same answer to every question, and on the same authority.
            fn agrees(&self, other: &Rulebook) -> bool {
                self.id == other.id $($(&& self.$field.agrees(&other.$field))+)+
            }

            fn set(&mut self, switch: &str, value: &str) -> Result<(), OptionRefused> {
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
        positions: Positions,
        display_required: &'static [Display],
        box_sharing: BoxSharing,
        backer_play: Option<BackerPlay>,
        multi_box: MultiBox,
        multi_box_view: MultiBoxView,
        one_hand_notice: Requirement,
        proxy_bets: ProxyBets,
        ante_required: YesNo,
        player_to_player_bets: PlayerToPlayerBets,
    }
    "10.2" {
        opening_call: Requirement,
        missing_pair_plus_call: YesNo,
        limit_scope: LimitScope,
        bet_cap: BetCap,
        auto_notice: OnOff,
        over_max_open: OverMaxOpen,
        over_max_closed: OverMaxClosed,
        under_min_open: UnderMinOpen,
        under_min_closed: UnderMinClosed,
        under_min_grace_scope: Option<UnderMinGraceScope>,
        late_bet: LateBet,
        late_withdrawal: LateWithdrawal,
        unequal_play_offered: UnequalPlayOffered,
        unequal_play_found: UnequalPlayFound,
        play_over: PlayOver,
        play_under: PlayUnder,
        side_bet: SideBet,
        side_bet_requires: Option<SideBetRequires>,
    }
    "10.3" {
        deal_methods: &'static [Device],
        burn: Burn,
        community: Community,
        community_method: Option<&'static [CommunityMethod]>,
        community_discard: Option<CommunityDiscard>,
        pair_plus_only_view: PairPlusOnlyView,
        pair_plus_only_reveal: PairPlusOnlyReveal,
        fold_pair_plus: FoldPairPlus,
        plain_fold_pair_plus: Option<PlainFoldPairPlus>,
        fold_jackpot: Option<FoldJackpot>,
        fold_side_bet: Option<FoldSideBet>,
        fold_cards: FoldCards,
        collect_first: Requirement,
        absent_undecided: Absent,
        absent_after_viewing: Option<Absent>,
        decline_reveal: DeclineReveal,
        hidden_hand_no_qualify_ante: Option<HiddenHandAnte>,
        refuse_reveal_play: Option<RefuseRevealPlay>,
        reveal_when_all_folded: RevealWhenAllFolded,
        dealer_announcement: Requirement,
    }
    "10.4" {
        royal_rank: RoyalRank,
        qualifier: Qualifier,
        literal_ace as "literal_ace_in_32A": Option<LiteralAce>,
        tie: Tie,
        ante_bonus_requires_play: YesNo,
        ante_bonus_table: PayTable,
        pair_plus_table: PayTable,
        side_bet_table: Option<SideBetTable>,
        settle_seat_order: SeatOrder,
        settle_bet_order: BetOrder,
        pay_method: PayMethod,
    }
    "10.5" {
        jackpot_kind: JackpotKind,
        jackpot_requires: Option<JackpotRequires>,
        jackpot_medium: Option<JackpotMedium>,
        offer_jackpot: Option<Requirement>,
        jackpot_amount: Option<Configured>,
        jackpot_contribution: Option<Configured>,
        jackpot_seed: Option<Configured>,
        jackpot_table: Option<JackpotTable>,
        jackpot_stake_on_win: Option<StakeOnWin>,
        meter_increment: Option<MeterIncrement>,
        fixed_awards_from_meter: Option<YesNo>,
        reverse_contribution_on_return: Option<YesNo>,
        percent_win_effect: Option<PercentWinEffect>,
        percent_rounding: Option<PercentRounding>,
        jackpot_claim: Option<JackpotClaim>,
        jackpot_same_table_order: Option<SameTableOrder>,
        jackpot_cross_table_order: Option<CrossTableOrder>,
        major_payment: Option<MajorPayment>,
        jackpot_without_base: Option<JackpotWithoutBase>,
        jackpot_fault_unseen: Option<VoidOrReferral>,
        jackpot_fault_scope: Option<JackpotFaultScope>,
        jackpot_fault_seen: Option<JackpotFaultSeen>,
        jackpot_fault_later: Option<JackpotFaultLater>,
        envy: Envy,
        envy_recipients: Option<EnvyRecipients>,
        envy_unit: Option<EnvyUnit>,
        envy_multiple: Option<EnvyMultiple>,
        fold_envy_receive: Option<YesNo>,
        fold_envy_trigger: Option<FoldEnvyTrigger>,
    }
    "10.6" {
        contact_test: ContactTest,
        void_action: VoidAction,
        foreign_or_count_wrong: VoidOrReferral,
        insufficient_cards: VoidOrReferral,
        unshuffled: VoidOrReferral,
        count_on_doubt: CountOnDoubt,
        misdeal_uncontacted: MisdealUncontacted,
        move_hands_choices: MoveHandsChoices,
        misdeal_contacted: ChoicesOrReferral,
        exposed_two_uncontacted: VoidOrReferral,
        exposed_two_contacted: Exposure,
        exposed_one: Exposure,
        exposed_after_seen: Exposure,
        exposed_after_deal: Exposure,
        exposed_by_anyone: YesNo,
        dealer_count_wrong: DealerCountWrong,
        player_count_wrong: PlayerCountWrong,
        player_count_wrong_uncontacted: PlayerCountWrongUncontacted,
        permit_withdrawal_role: Option<PermitWithdrawal>,
        burn_missed: Option<BurnMissed>,
        face_up_card: FaceUpCard,
        joint_cards: JointCards,
        community_error: Option<CommunityError>,
        other_dealing_error: ChoicesOrReferral,
        affected_scope: Option<AffectedScope>,
        choices_deadline: Option<ChoicesDeadline>,
        no_choice_made: Option<NoChoiceMade>,
        invalidated_bets: InvalidatedBets,
        bets_back_by: ClauseList,
        extra_view: ExtraView,
        stop_action: StopAction,
        disclosure: Disclosure,
        interruption_no_outcome: InterruptionNoOutcome,
        interruption_outcome: InterruptionOutcome,
        interruption_scope: Option<InterruptionScope>,
        late_error: LateError,
        uncovered_authority: UncoveredAuthority,
        uncovered_proposal: UncoveredProposal,
        acting_up: ActingUp,
    }
}

impl RulebookId {
    pub const ALL: [RulebookId; 5] = [
        RulebookId::Rws2020,
        RulebookId::Rws2013,
        RulebookId::Mbs2019,
        RulebookId::RwsMultilink2024,
        RulebookId::Oceanfront,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            RulebookId::Rws2020 => "rws-2020",
            RulebookId::Rws2013 => "rws-2013",
            RulebookId::Mbs2019 => "mbs-2019",
            RulebookId::RwsMultilink2024 => "rws-multilink-2024",
            RulebookId::Oceanfront => "oceanfront",
        }
    }

    /// The rulebook with every option at its default.
    pub const fn form(self) -> &'static Rulebook {
        match self {
            RulebookId::Rws2020 => &rws_2020::RWS_2020,
            RulebookId::Rws2013 => &rws_2013::RWS_2013,
            RulebookId::Mbs2019 => &mbs_2019::MBS_2019,
            RulebookId::RwsMultilink2024 => &rws_multilink_2024::RWS_MULTILINK_2024,
            RulebookId::Oceanfront => &oceanfront::OCEANFRONT,
        }
    }
}

impl Rulebook {
    /// The same with the house's choice of one switch.
    ///
    /// ```
    /// use game::RulebookId;
    /// let mut rulebook = RulebookId::Rws2020.form().clone();
    /// rulebook.choose("fold_envy_receive", "yes").unwrap();
    /// let refused = rulebook.choose("fold_jackpot", "alive").unwrap_err();
    /// assert!(refused.to_string().contains("3.12.1"));
    /// ```
    pub fn choose(&mut self, switch: &str, value: &str) -> Result<(), OptionRefused> {
        self.set(switch, value)
    }

    /// The options that differ from the rulebook's defaults, by switch name.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        let defaults = self.id.form().answers();
        let chosen = self.answers().into_iter().zip(defaults);
        chosen
            .filter(|(now, default)| now.says != default.says)
            .map(|(now, _)| (now.switch, now.says))
            .collect()
    }

    /// One line an answer: the text the digest is taken over. Everything a decision turns on stands
    /// here; citations do not, since no decision does.
    pub fn canonical(&self) -> String {
        let mut text = format!("{} {} {}\n", self.id, self.version, self.effective);
        for answer in self.answers() {
            text.push_str(answer.switch);
            text.push('=');
            text.push_str(&answer.says);
            if answer.is_the_houses {
                text.push_str(" (house)");
            }
            text.push('\n');
        }
        text
    }

    pub fn digest(&self) -> Digest {
        Digest::of(&self.canonical())
    }
}

/// Equal where every question has the same answer on the same authority; citations follow from those.
impl PartialEq for Rulebook {
    fn eq(&self, other: &Rulebook) -> bool {
        // A table is asked under its own form at every command: one and the same needs no reading.
        core::ptr::eq(self, other) || self.agrees(other)
    }
}

impl Eq for Rulebook {}

impl fmt::Display for RulebookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names none of the five.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no rulebook `{found}`; expected one of rws-2020, rws-2013, mbs-2019, rws-multilink-2024, oceanfront"
)]
pub struct NoSuchRulebook {
    found: String,
}

impl FromStr for RulebookId {
    type Err = NoSuchRulebook;

    fn from_str(text: &str) -> Result<RulebookId, NoSuchRulebook> {
        let found = || text.chars().take(40).collect();
        let named = RulebookId::ALL.into_iter().find(|id| id.name() == text);
        named.ok_or_else(|| NoSuchRulebook { found: found() })
    }
}
