//! The values a switch can have, named as `docs/rulebooks/rounds.md` section 10 names them.
//! Lists of words only: what each word does is written where the engine asks for it.
// tidy: table

use core::fmt;

use serde::{Deserialize, Serialize};

use super::ruling::Value;

/// An enum whose variants carry the word a rulebook's form writes for them.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident {
        $($(#[$about:meta])* $variant:ident = $word:literal),+ $(,)?
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $($(#[$about])* #[serde(rename = $word)] $variant),+ }

        impl Value for $name {
            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word),+ })
            }

            fn read(text: &str) -> Option<Self> {
                match text { $($word => Some($name::$variant),)+ _ => None }
            }
        }
    )+};
}

choices! {
    YesNo { Yes = "yes", No = "no" }
    OnOff { On = "on", Off = "off" }
    Requirement { Required = "required", None = "none" }

    // 10.1 Table and participation
    BoxSharing { Exclusive = "exclusive", Shared = "shared" }
    /// Who funds Play on a shared box (MBS-09).
    BackerPlay {
        MatchOwnShare = "match_own_share",
        ControllerMayCover = "controller_may_cover",
        ControllerOnly = "controller_only",
    }
    MultiBox {
        NotOffered = "not_offered",
        AnyFreeBox = "any_free_box",
        AnyRestrictable = "any_restrictable",
        TwoAdjacent = "two_adjacent",
    }
    MultiBoxView { OneHand = "one_hand", Sequential = "sequential" }
    ProxyBets { PitStaff = "pit_staff", None = "none" }
    PlayerToPlayerBets { Forbidden = "forbidden" }

    // 10.2 Bets and limits
    LimitScope { PerArea = "per_area", PerPosition = "per_position" }
    OverMaxOpen { RejectExcess = "reject_excess", Refuse = "refuse" }
    OverMaxClosed { ToMaximum = "to_maximum" }
    UnderMinOpen { RaiseOrWithdraw = "raise_or_withdraw", Refuse = "refuse" }
    UnderMinClosed { AsIs = "as_is", OnceThenReturn = "once_then_return" }
    UnderMinGraceScope { TableVisit = "table_visit", GamingDay = "gaming_day" }
    LateBet { Refuse = "refuse" }
    LateWithdrawal { Refuse = "refuse", KeptAtRisk = "kept_at_risk" }
    /// Play offered at the decision that is not the Ante.
    UnequalPlayOffered { Refuse = "refuse" }
    /// Play found at settlement that is not the Ante: settled by the text, or referred.
    UnequalPlayFound { Settle = "settle", Referral = "referral" }
    PlayOver { ToAnte = "to_ante", ToTableMaximum = "to_table_maximum" }
    PlayUnder { AsIs = "as_is" }
    SideBet { None = "none", FiveOfSix = "five_of_six" }
    SideBetRequires { Ante = "ante", PairPlus = "pair_plus", Either = "either" }

    // 10.3 Dealing and decisions
    Burn { ShoeOnly = "shoe_only", Always = "always", None = "none" }
    Community { None = "none", Two = "two" }
    CommunityDiscard { Last = "last", First = "first", Middle = "middle" }
    PairPlusOnlyView { Barred = "barred", Allowed = "allowed" }
    PairPlusOnlyReveal { Dealer = "dealer", Player = "player" }
    FoldPairPlus { Lost = "lost", Kept = "kept", ByElection = "by_election" }
    PlainFoldPairPlus { Kept = "kept", Lost = "lost" }
    FoldJackpot { Forfeited = "forfeited", Alive = "alive" }
    FoldSideBet { Alive = "alive", Lost = "lost" }
    FoldCards { Collect = "collect", KeepIfBetAlive = "keep_if_bet_alive" }
    Absent { Folded = "folded", InvalidReturned = "invalid_returned" }
    DeclineReveal {
        OwnBurden = "own_burden",
        DeemedLower = "deemed_lower",
        DeemedFolded = "deemed_folded",
        DealerReveals = "dealer_reveals",
    }
    HiddenHandAnte { Paid = "paid", Lost = "lost" }
    RefuseRevealPlay { Lost = "lost", Returned = "returned" }
    RevealWhenAllFolded { IfNeeded = "if_needed", Always = "always" }

    // 10.4 Ranking and pay
    RoyalRank { Merged = "merged", Separate = "separate", PaytableOnly = "paytable_only" }
    Qualifier { ByRank = "by_rank", LiteralCard = "literal_card" }
    LiteralAce { High = "high", Low = "low" }
    Tie { Push = "push", PlayerWins = "player_wins" }
    SeatOrder { LeftFirst = "left_first", RightFirst = "right_first", Custom = "custom" }
    PayMethod {
        LayAndPay = "lay_and_pay",
        PickAndPay = "pick_and_pay",
        Unspecified = "unspecified",
    }

    // 10.5 Jackpot and envy
    JackpotKind {
        None = "none",
        ThreeCard = "three_card",
        FiveCardLinked = "five_card_linked",
    }
    JackpotRequires { Ante = "ante", AnteOrPairPlus = "ante_or_pair_plus" }
    JackpotMedium { SpotChips = "spot_chips", WageringSystem = "wagering_system" }
    /// A figure the house must set before the table opens: no rulebook gives one (G-03).
    Configured { Required = "required" }
    StakeOnWin { Kept = "kept", Returned = "returned" }
    MeterIncrement {
        AtAccept = "at_accept",
        AtSettlementIfNotWon = "at_settlement_if_not_won",
    }
    PercentWinEffect { Deduct = "deduct", DeductFloorSeed = "deduct_floor_seed", Reset = "reset" }
    PercentRounding { Down = "down", Nearest = "nearest" }
    JackpotClaim { AutoDetect = "auto_detect", MustNotify = "must_notify" }
    SameTableOrder {
        Any = "any",
        FixedFirstSpadeLast = "fixed_first_spade_last",
        ClockwiseByDeal = "clockwise_by_deal",
    }
    CrossTableOrder { TimeFullHandDealt = "time_full_hand_dealt", FirstEntered = "first_entered" }
    MajorPayment { Table = "table", CageCheque = "cage_cheque" }
    JackpotWithoutBase {
        ReturnWhenNoticed = "return_when_noticed",
        CureThenReturnAtEnd = "cure_then_return_at_end",
    }
    JackpotFaultScope { Round = "round", OnlyIfJackpotBets = "only_if_jackpot_bets" }
    JackpotFaultSeen { ContinueAtRecorded = "continue_at_recorded", Referral = "referral" }
    JackpotFaultLater {
        HousePicks = "close_or_bar_box_or_no_jackpot_with_notice",
        Referral = "referral",
    }
    Envy { None = "none", TwoSums = "250_50" }
    EnvyRecipients {
        Boxes = "boxes",
        OtherSeatedPlayers = "other_seated_players",
        OtherBettors = "other_bettors",
    }
    EnvyUnit { PerJackpotBet = "per_jackpot_bet", PerPlayer = "per_player" }
    EnvyMultiple { PerWinningHand = "per_winning_hand", OnePerRound = "one_per_round" }
    FoldEnvyTrigger { No = "no", IfExposed = "if_exposed" }

    // 10.6 Irregularities and authority
    ContactTest { Seen = "seen", Handled = "handled" }
    VoidAction { ReturnBets = "return_bets", RedealSameBets = "redeal_same_bets" }
    VoidOrReferral { Void = "void", Referral = "referral" }
    CountOnDoubt { Duty = "duty", None = "none" }
    MisdealUncontacted {
        VoidUnlessWholeHands = "void_unless_whole_hands",
        Referral = "referral",
    }
    MoveHandsChoices { Offer = "offer", None = "none" }
    ChoicesOrReferral { Choices = "choices", Referral = "referral" }
    /// What a wrongly exposed card does to the round.
    Exposure {
        OptionsToAffected = "options_to_affected",
        Continue = "continue",
        Void = "void",
        Referral = "referral",
    }
    DealerCountWrong {
        VoidIfNotReconstructable = "void_if_not_reconstructable",
        VoidAll = "void_all",
    }
    PlayerCountWrong {
        HandOnly = "hand_only",
        HandAndOthersMayWithdraw = "hand_and_others_may_withdraw",
        HandAndOthersChoose = "hand_and_others_choose",
        VoidAll = "void_all",
    }
    PlayerCountWrongUncontacted { HandOnly = "hand_only", VoidRound = "void_round" }
    PermitWithdrawal {
        PitSupervisor = "pit_supervisor",
        GamingShiftManager = "gaming_shift_manager",
    }
    BurnMissed { ReconstructOrVoid = "reconstruct_or_void" }
    FaceUpCard { UseAsNext = "use_as_next", Referral = "referral" }
    JointCards {
        SupervisorThenChoicesAll = "supervisor_then_choices_all",
        Referral = "referral",
    }
    CommunityError {
        Options = "options",
        ReturnJackpotBets = "return_jackpot_bets",
        Void = "void",
    }
    AffectedScope { Computed = "computed", AllPlayers = "all_players" }
    ChoicesDeadline { DealerShown = "dealer_shown", EndOfRound = "end_of_round" }
    NoChoiceMade { Withdraw = "withdraw", Continue = "continue" }
    InvalidatedBets { Returned = "returned", Lost = "lost" }
    ExtraView {
        IntentRuling = "intent_ruling",
        /// As the successor's `intent_ruling`, and only where the house lets a Player hold several
        /// boxes (R13-04, R13-11).
        IntentRulingIfMultiBox = "intent_ruling_if_multi_box",
        MistakenStakesOrGamingShiftManager = "5.10_and_gsm",
        Referral = "referral",
    }
    /// Who may stop a Player that tries to control several hands (mbs-2019 5.10.3).
    StopAction { GamingShiftManager = "gaming_shift_manager", None = "none" }
    Disclosure { GamingShiftManagerMayBar = "gsm_may_bar", Referral = "referral" }
    InterruptionNoOutcome {
        Void = "void",
        OptionWithdrawAll = "option_withdraw_all",
        Referral = "referral",
    }
    InterruptionOutcome { Continue = "continue", Referral = "referral" }
    InterruptionScope { AnyTechnical = "any_technical", PowerOnly = "power_only" }
    LateError { NoEffect = "no_effect" }
    UncoveredAuthority {
        TableGameShiftManager = "table_game_shift_manager",
        GamingShiftManager = "gaming_shift_manager",
        ManagerOnDuty = "manager_on_duty",
    }
    /// What is proposed for a referred matter that has no proposal of its own.
    UncoveredProposal { None = "none", Void = "void" }
    ActingUp { AssignedPerson = "assigned_person", ActingOrHigher = "acting_or_higher" }

    // What lists of answers are made of
    /// What must be on display before bets may open.
    Display {
        Limits = "limits",
        JackpotAmount = "jackpot_amount",
        Method = "method",
    }
    /// Where the cards come from; a shuffler hands out packets, everything else single cards.
    Device {
        ElectronicShoe = "electronic_shoe",
        ManualShoe = "manual_shoe",
        ByHand = "by_hand",
        Shuffler = "shuffler",
    }
    /// How the community cards reach the table (rws-multilink-2024 3.10.1, 3.11.1, 3.11.2).
    CommunityMethod {
        ShoeLast = "shoe_last",
        PacketThreeLast = "packet_three_last",
        PacketTwoFirst = "packet_two_first",
    }
}

/// Several words where the form asks for a set.
impl<T: Value> Value for &'static [T] {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, value) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            value.write(f)?;
        }
        Ok(())
    }

    /// Sets are printed in the documents, never chosen by a house.
    fn read(_: &str) -> Option<Self> {
        None
    }
}
