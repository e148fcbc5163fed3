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
    /// A plain question of a rulebook.
    YesNo {
        /// Yes.
        Yes = "yes",
        /// No.
        No = "no",
    }
    /// Whether something is done by itself.
    OnOff {
        /// By itself.
        On = "on",
        /// Only when a person does it.
        Off = "off",
    }
    /// Whether the rulebook makes something a duty.
    Requirement {
        /// It is a duty.
        Required = "required",
        /// It is not.
        None = "none",
    }
    // 10.1 Table and participation
    /// Whether other Players may bet on a Player's box.
    BoxSharing {
        /// One box, one Player.
        Exclusive = "exclusive",
        /// Others may stake on it too; one of them decides (mbs-2019 3.4).
        Shared = "shared",
    }
    /// Who funds Play on a shared box (MBS-09).
    BackerPlay {
        /// Each backer matches the own share of the Ante; one not matched counts as folded.
        MatchOwnShare = "match_own_share",
        /// The deciding Player may match for a backer.
        ControllerMayCover = "controller_may_cover",
        /// The deciding Player alone funds Play.
        ControllerOnly = "controller_only",
    }
    /// How many boxes one Player may bet on.
    MultiBox {
        /// One.
        NotOffered = "not_offered",
        /// Any that are free.
        AnyFreeBox = "any_free_box",
        /// Any, unless the pit confines the Player to one (mbs-2019 3.4.3).
        AnyRestrictable = "any_restrictable",
        /// Two next to each other.
        TwoAdjacent = "two_adjacent",
    }
    /// How a Player with several boxes may look at the hands.
    MultiBoxView {
        /// At one hand; the others are played unseen.
        OneHand = "one_hand",
        /// At each hand once the one before is decided.
        Sequential = "sequential",
    }
    /// Who may place bets for a Player.
    ProxyBets {
        /// Dealer, Pit Supervisor or Pit Manager, when asked.
        PitStaff = "pit_staff",
        /// Only the Player.
        None = "none",
    }
    /// Bets between Players.
    PlayerToPlayerBets {
        /// There are none.
        Forbidden = "forbidden",
    }
    // 10.2 Bets and limits
    /// What a table limit counts together (G-22).
    LimitScope {
        /// Each area: Ante and Pair Plus by themselves.
        PerArea = "per_area",
        /// The whole position: its areas together.
        PerPosition = "per_position",
    }
    /// A bet above the maximum while bets are open.
    OverMaxOpen {
        /// It is taken up to the maximum and the rest goes back.
        RejectExcess = "reject_excess",
        /// It is refused whole.
        Refuse = "refuse",
    }
    /// A bet above the maximum found after closing.
    OverMaxClosed {
        /// It wins or loses up to the maximum and the rest goes back.
        ToMaximum = "to_maximum",
    }
    /// A bet below the minimum while bets are open.
    UnderMinOpen {
        /// It is taken; the Player must raise it or take it back.
        RaiseOrWithdraw = "raise_or_withdraw",
        /// It is refused.
        Refuse = "refuse",
    }
    /// A bet below the minimum found after closing.
    UnderMinClosed {
        /// It is settled as it stands.
        AsIs = "as_is",
        /// It is settled once; later ones of that Player go back (mbs-2019 5.13).
        OnceThenReturn = "once_then_return",
    }
    /// How long the one settled bet below the minimum is remembered (MBS-17).
    UnderMinGraceScope {
        /// Until the Player leaves the table.
        TableVisit = "table_visit",
        /// Until the table closes.
        GamingDay = "gaming_day",
    }
    /// Chips placed after the closing call.
    LateBet {
        /// They are refused.
        Refuse = "refuse",
    }
    /// Chips taken off after the closing call.
    LateWithdrawal {
        /// That is refused.
        Refuse = "refuse",
        /// They win or lose all the same (mbs-2019 5.6).
        KeptAtRisk = "kept_at_risk",
    }
    /// Play offered at the decision that is not the Ante.
    UnequalPlayOffered {
        /// It is refused: the Player corrects it or folds (R20-10).
        Refuse = "refuse",
    }
    /// Play found at settlement that is not the Ante: settled by the text, or referred.
    UnequalPlayFound {
        /// It is settled, by `play_over` or `play_under`.
        Settle = "settle",
        /// The authority decides; that is what is proposed.
        Referral = "referral",
    }
    /// Play above the Ante, found at settlement.
    PlayOver {
        /// It counts up to the Ante.
        ToAnte = "to_ante",
        /// It counts up to the table's maximum.
        ToTableMaximum = "to_table_maximum",
    }
    /// Play below the Ante, found at settlement.
    PlayUnder {
        /// It counts as it lies, and the Ante in full.
        AsIs = "as_is",
    }
    /// The side bet of the game.
    SideBet {
        /// There is none.
        None = "none",
        /// On the best five of the Player's and the Dealer's six cards.
        FiveOfSix = "five_of_six",
    }
    /// What a side bet needs on the same box.
    SideBetRequires {
        /// An Ante.
        Ante = "ante",
        /// Pair Plus.
        PairPlus = "pair_plus",
        /// One of the two.
        Either = "either",
    }
    // 10.3 Dealing and decisions
    /// Whether the first card is put aside.
    Burn {
        /// From a shoe, not from a shuffler.
        ShoeOnly = "shoe_only",
        /// From every device.
        Always = "always",
        /// Never.
        None = "none",
    }
    /// Community cards of the jackpot hand.
    Community {
        /// There are none.
        None = "none",
        /// Two, for every box (rws-multilink-2024).
        Two = "two",
    }
    /// Which of three community cards is discarded.
    CommunityDiscard {
        /// The last dealt.
        Last = "last",
        /// The first dealt.
        First = "first",
        /// The middle one.
        Middle = "middle",
    }
    /// Whether a Player may look at a hand with Pair Plus and no Ante.
    PairPlusOnlyView {
        /// No.
        Barred = "barred",
        /// Yes.
        Allowed = "allowed",
    }
    /// Who turns such a hand.
    PairPlusOnlyReveal {
        /// The Dealer.
        Dealer = "dealer",
        /// The Player.
        Player = "player",
    }
    /// What a fold does to Pair Plus.
    FoldPairPlus {
        /// It is lost.
        Lost = "lost",
        /// It lives on.
        Kept = "kept",
        /// The Player says which (mbs-2019 3.9.1).
        ByElection = "by_election",
    }
    /// What a fold without a word does to Pair Plus where the Player may elect (MBS-05).
    PlainFoldPairPlus {
        /// It lives on.
        Kept = "kept",
        /// It is lost.
        Lost = "lost",
    }
    /// What a fold does to the jackpot bet.
    FoldJackpot {
        /// It is lost.
        Forfeited = "forfeited",
        /// It lives on.
        Alive = "alive",
    }
    /// What a fold does to the side bet.
    FoldSideBet {
        /// It lives on.
        Alive = "alive",
        /// It is lost.
        Lost = "lost",
    }
    /// What becomes of the cards of a folded hand.
    FoldCards {
        /// The Dealer takes them in.
        Collect = "collect",
        /// They stay where a bet lives on.
        KeepIfBetAlive = "keep_if_bet_alive",
    }
    /// A Player who is away when the decision is due.
    Absent {
        /// Counts as folded.
        Folded = "folded",
        /// The hand is invalid and every bet goes back (mbs-2019 5.11).
        InvalidReturned = "invalid_returned",
    }
    /// A hand the Player will not show.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    DeclineReveal {
        /// The Player must prove it for the bets that need a hand (rws-2020 4.5).
        OwnBurden = "own_burden",
        /// Counts as lower than the Dealer's (mbs-2019 3.10.1).
        DeemedLower = "deemed_lower",
        /// Counts as folded (rws-multilink-2024 4.5).
        DeemedFolded = "deemed_folded",
        /// The Dealer turns it (ofg.deal.7).
        DealerReveals = "dealer_reveals",
    }
    /// The Ante of a hidden hand where the Dealer does not qualify.
    HiddenHandAnte {
        /// Paid: no hand is needed for it.
        Paid = "paid",
        /// Lost.
        Lost = "lost",
    }
    /// Play of a hand that counts as folded because it was not shown.
    RefuseRevealPlay {
        /// Lost with the Ante.
        Lost = "lost",
        /// It goes back.
        Returned = "returned",
    }
    /// Whether the Dealer's hand is turned where every box folded (G-18).
    RevealWhenAllFolded {
        /// Only where a bet needs it.
        IfNeeded = "if_needed",
        /// Always.
        Always = "always",
    }
    // 10.4 Ranking and pay
    /// How a suited A-K-Q ranks.
    RoyalRank {
        /// As any straight flush.
        Merged = "merged",
        /// Above it, as a rank of its own.
        Separate = "separate",
        /// As any straight flush, with a row of its own in the pay tables.
        PaytableOnly = "paytable_only",
    }
    /// How "Queen high or better" is read.
    Qualifier {
        /// By the rank of the hand: a pair of twos qualifies.
        ByRank = "by_rank",
        /// By its highest card, to the letter.
        LiteralCard = "literal_card",
    }
    /// The Ace of 3-2-A where the highest card is asked for to the letter.
    LiteralAce {
        /// It counts high.
        High = "high",
        /// It counts low.
        Low = "low",
    }
    /// Equal hands.
    Tie {
        /// Ante and Play stand off.
        Push = "push",
        /// The Player wins.
        PlayerWins = "player_wins",
    }
    /// Which box is settled first.
    SeatOrder {
        /// The one at the Dealer's left.
        LeftFirst = "left_first",
        /// The one at the Dealer's right.
        RightFirst = "right_first",
        /// The house's own order.
        Custom = "custom",
    }
    /// How the Dealer works through the boxes when paying; results are the same (ofg.deal.7.method).
    PayMethod {
        /// Laid and paid.
        LayAndPay = "lay_and_pay",
        /// Picked and paid.
        PickAndPay = "pick_and_pay",
        /// The text does not say.
        Unspecified = "unspecified",
    }
    // 10.5 Jackpot and envy
    /// The progressive jackpot of the game.
    JackpotKind {
        /// There is none.
        None = "none",
        /// On the Player's three cards.
        ThreeCard = "three_card",
        /// On three cards and two community cards, one meter for several tables.
        FiveCardLinked = "five_card_linked",
    }
    /// What a jackpot bet needs on the same box.
    JackpotRequires {
        /// An Ante.
        Ante = "ante",
        /// An Ante or Pair Plus.
        AnteOrPairPlus = "ante_or_pair_plus",
    }
    /// How a jackpot bet is made.
    JackpotMedium {
        /// Chips on a spot of the layout.
        SpotChips = "spot_chips",
        /// Through a wagering system at the table (mbs-2019).
        WageringSystem = "wagering_system",
    }
    /// A figure the house must set before the table opens: no rulebook gives one (G-03).
    Configured {
        /// It must be set.
        Required = "required",
    }
    /// The stake of a jackpot bet that wins.
    StakeOnWin {
        /// The house keeps it.
        Kept = "kept",
        /// It goes back with the award.
        Returned = "returned",
    }
    /// When a jackpot bet feeds the meter.
    MeterIncrement {
        /// When bets close.
        AtAccept = "at_accept",
        /// At settlement, where the bet did not win.
        AtSettlementIfNotWon = "at_settlement_if_not_won",
    }
    /// What a share of the meter leaves on it.
    PercentWinEffect {
        /// The meter less the share.
        Deduct = "deduct",
        /// The same, and never less than the seed.
        DeductFloorSeed = "deduct_floor_seed",
        /// The seed.
        Reset = "reset",
    }
    /// Which way a share of the meter is rounded (G-16).
    PercentRounding {
        /// Down.
        Down = "down",
        /// To the nearest.
        Nearest = "nearest",
    }
    /// Whether a jackpot hand must be announced to be paid (R20-08).
    JackpotClaim {
        /// The system sees it.
        AutoDetect = "auto_detect",
        /// The Player must say so.
        MustNotify = "must_notify",
    }
    /// In which order several awards at one table are paid.
    SameTableOrder {
        /// Any: the order changes nothing.
        Any = "any",
        /// Fixed sums first, the spade royal last (mbs-2019).
        FixedFirstSpadeLast = "fixed_first_spade_last",
        /// In the order of the deal (rws-multilink-2024).
        ClockwiseByDeal = "clockwise_by_deal",
    }
    /// In which order awards at linked tables are paid.
    CrossTableOrder {
        /// By the time the hand had its last card.
        TimeFullHandDealt = "time_full_hand_dealt",
        /// By the time it was entered into the system (mbs-2019 3.19).
        FirstEntered = "first_entered",
    }
    /// Where the whole meter is paid.
    MajorPayment {
        /// At the table.
        Table = "table",
        /// At the cage, by cheque.
        CageCheque = "cage_cheque",
    }
    /// A jackpot bet found without the bet it needs, after closing.
    JackpotWithoutBase {
        /// It goes back at once.
        ReturnWhenNoticed = "return_when_noticed",
        /// It may be cured while bets are open and else goes back when the hand is over (mbs-2019 5.12).
        CureThenReturnAtEnd = "cure_then_return_at_end",
    }
    /// Which rounds a jackpot fault reaches.
    JackpotFaultScope {
        /// The round, with or without jackpot bets.
        Round = "round",
        /// Only a round with jackpot bets.
        OnlyIfJackpotBets = "only_if_jackpot_bets",
    }
    /// A jackpot fault found after cards were seen.
    JackpotFaultSeen {
        /// Play goes on at the meter recorded before it.
        ContinueAtRecorded = "continue_at_recorded",
        /// The authority decides.
        Referral = "referral",
    }
    /// How rounds after a jackpot fault are played (5.17.2).
    JackpotFaultLater {
        /// The House closes the table, bars the box, or plays without a jackpot under a notice.
        HousePicks = "close_or_bar_box_or_no_jackpot_with_notice",
        /// The authority decides.
        Referral = "referral",
    }
    /// The bonus of other jackpot bets when a top hand is made.
    Envy {
        /// There is none.
        None = "none",
        /// 250 for the spade royal, 50 for another.
        TwoSums = "250_50",
    }
    /// Who receives it.
    EnvyRecipients {
        /// Every other box with a jackpot bet (rws-2020 4.7).
        Boxes = "boxes",
        /// Other seated Players with one (rws-2013 3.12).
        OtherSeatedPlayers = "other_seated_players",
        /// Other Players who made one (mbs-2019 3.14).
        OtherBettors = "other_bettors",
    }
    /// What one bonus is paid for (G-24).
    EnvyUnit {
        /// Each jackpot bet.
        PerJackpotBet = "per_jackpot_bet",
        /// Each Player, on however many boxes.
        PerPlayer = "per_player",
    }
    /// Several top hands in one round (G-23).
    EnvyMultiple {
        /// One bonus for each.
        PerWinningHand = "per_winning_hand",
        /// One bonus in all.
        OnePerRound = "one_per_round",
    }
    /// Whether a folded top hand gives envy to others.
    FoldEnvyTrigger {
        /// No.
        No = "no",
        /// Where its cards were shown.
        IfExposed = "if_exposed",
    }
    // 10.6 Irregularities and authority
    /// What counts as contact with the cards (G-13).
    ContactTest {
        /// A Player looked at them.
        Seen = "seen",
        /// A Player touched them.
        Handled = "handled",
    }
    /// What a void round does.
    VoidAction {
        /// Every bet goes back.
        ReturnBets = "return_bets",
        /// The bets stay and the cards are dealt again (OFG-08).
        RedealSameBets = "redeal_same_bets",
    }
    /// An error that spoils the round, or is left to the authority.
    VoidOrReferral {
        /// The round is void.
        Void = "void",
        /// The authority decides.
        Referral = "referral",
    }
    /// The number of cards is doubted.
    CountOnDoubt {
        /// The Dealer counts the deck (mbs-2019 5.8).
        Duty = "duty",
        /// Nothing is prescribed.
        None = "none",
    }
    /// Cards misplaced before any contact.
    MisdealUncontacted {
        /// Void, unless moving whole hands puts it right.
        VoidUnlessWholeHands = "void_unless_whole_hands",
        /// The authority decides.
        Referral = "referral",
    }
    /// Whether Players choose after whole hands were moved (R20-23).
    MoveHandsChoices {
        /// The affected ones do.
        Offer = "offer",
        /// They do not.
        None = "none",
    }
    /// An error after which Players choose, or the authority decides.
    ChoicesOrReferral {
        /// The affected Players go on or withdraw.
        Choices = "choices",
        /// The authority decides.
        Referral = "referral",
    }
    /// What a wrongly exposed card does to the round.
    Exposure {
        /// The affected Players go on or withdraw.
        OptionsToAffected = "options_to_affected",
        /// Play goes on.
        Continue = "continue",
        /// The round is void.
        Void = "void",
        /// The authority decides.
        Referral = "referral",
    }
    /// The Dealer has a wrong number of cards.
    DealerCountWrong {
        /// The round is void unless the deal can be put together again.
        VoidIfNotReconstructable = "void_if_not_reconstructable",
        /// Every hand is void and the cards are shuffled again (oceanfront).
        VoidAll = "void_all",
    }
    /// A Player's hand has a wrong number of cards.
    PlayerCountWrong {
        /// That hand is out; the others play on.
        HandOnly = "hand_only",
        /// That hand is out; the pit may permit the others to withdraw (mbs-2019 5.7.1).
        HandAndOthersMayWithdraw = "hand_and_others_may_withdraw",
        /// That hand is out; the others go on or withdraw.
        HandAndOthersChoose = "hand_and_others_choose",
        /// Every hand is void.
        VoidAll = "void_all",
    }
    /// The same before any contact (R20-12, R13-09).
    PlayerCountWrongUncontacted {
        /// As after contact.
        HandOnly = "hand_only",
        /// The round is void.
        VoidRound = "void_round",
    }
    /// Who may permit Players to withdraw (MBS-13).
    PermitWithdrawal {
        /// A Pit Supervisor or above.
        PitSupervisor = "pit_supervisor",
        /// The Gaming Shift Manager.
        GamingShiftManager = "gaming_shift_manager",
    }
    /// The first card was dealt instead of burnt.
    BurnMissed {
        /// Put right where the House says that it can be, else void (rws-2020 5.9).
        ReconstructOrVoid = "reconstruct_or_void",
    }
    /// A card lies face up in the device.
    FaceUpCard {
        /// It is dealt as the next card (rws-2020 5.13).
        UseAsNext = "use_as_next",
        /// The authority decides.
        Referral = "referral",
    }
    /// Cards drawn together in no known order.
    JointCards {
        /// A Pit Supervisor orders them, then every Player goes on or withdraws (rws-2020 5.14).
        SupervisorThenChoicesAll = "supervisor_then_choices_all",
        /// The authority decides.
        Referral = "referral",
    }
    /// Community cards wrong or exposed (ML-10).
    CommunityError {
        /// Boxes with a jackpot bet go on or withdraw.
        Options = "options",
        /// Jackpot bets go back, the rest plays on.
        ReturnJackpotBets = "return_jackpot_bets",
        /// The round is void.
        Void = "void",
    }
    /// Which boxes an error affects (G-14).
    AffectedScope {
        /// Those whose cards, or the Dealer's, would have been others.
        Computed = "computed",
        /// All of them.
        AllPlayers = "all_players",
    }
    /// Until when Players may choose (R20-24).
    ChoicesDeadline {
        /// Until the Dealer's hand is shown.
        DealerShown = "dealer_shown",
        /// Until the round is over.
        EndOfRound = "end_of_round",
    }
    /// A Player asked who does not answer in time (R20-25).
    NoChoiceMade {
        /// Withdraws.
        Withdraw = "withdraw",
        /// Goes on.
        Continue = "continue",
    }
    /// The bets of a hand taken out of the round, where no clause returns them itself (MBS-11).
    InvalidatedBets {
        /// They go back.
        Returned = "returned",
        /// They are lost.
        Lost = "lost",
    }
    /// A Player looked at a hand that may not be looked at.
    ExtraView {
        /// A Pit Supervisor rules on the intent: meant, the hand is out; not meant, it plays on (rws-2020 5.18).
        IntentRuling = "intent_ruling",
        /// As the successor's `intent_ruling`, and only where the house lets a Player hold several
        /// boxes (R13-04, R13-11).
        IntentRulingIfMultiBox = "intent_ruling_if_multi_box",
        /// A hand staked by mistake by 5.10, any other by the Gaming Shift Manager (mbs-2019).
        MistakenStakesOrGamingShiftManager = "5.10_and_gsm",
        /// The authority decides.
        Referral = "referral",
    }
    /// Who may stop a Player that tries to control several hands (mbs-2019 5.10.3).
    StopAction {
        /// The Gaming Shift Manager: one hand goes on.
        GamingShiftManager = "gaming_shift_manager",
        /// The text gives no post that right.
        None = "none",
    }
    /// A Player shows own cards or looks at another's.
    Disclosure {
        /// The Gaming Shift Manager may bar the Player, with every bet returned (mbs-2019 5.9).
        GamingShiftManagerMayBar = "gsm_may_bar",
        /// The authority decides.
        Referral = "referral",
    }
    /// An interruption before any bet is won or lost (G-15).
    InterruptionNoOutcome {
        /// The round is void.
        Void = "void",
        /// Each Player may take every bet back, or none (mbs-2019 5.16.1).
        OptionWithdrawAll = "option_withdraw_all",
        /// The authority decides.
        Referral = "referral",
    }
    /// An interruption after a bet was won or lost.
    InterruptionOutcome {
        /// The round is played to its end.
        Continue = "continue",
        /// The authority decides.
        Referral = "referral",
    }
    /// What counts as an interruption.
    InterruptionScope {
        /// Any technical cause.
        AnyTechnical = "any_technical",
        /// A power failure alone (mbs-2019 5.16).
        PowerOnly = "power_only",
    }
    /// An error found in a later round.
    LateError {
        /// Earlier rounds stand.
        NoEffect = "no_effect",
    }
    /// Who decides what the rulebook does not cover.
    UncoveredAuthority {
        /// The Table Game Shift Manager or above (rws-2020 5.23).
        TableGameShiftManager = "table_game_shift_manager",
        /// The Gaming Shift Manager (mbs-2019 6.1).
        GamingShiftManager = "gaming_shift_manager",
        /// The manager on duty (OFG-18).
        ManagerOnDuty = "manager_on_duty",
    }
    /// What is proposed for a referred matter that has no proposal of its own.
    UncoveredProposal {
        /// Nothing.
        None = "none",
        /// That the round is void (OFG-16).
        Void = "void",
    }
    /// Who may act in a post above the own one.
    ActingUp {
        /// A person assigned to it (rws-2020 1.13).
        AssignedPerson = "assigned_person",
        /// A person acting in it or holding a higher one (mbs-2019 6.2).
        ActingOrHigher = "acting_or_higher",
    }
    // What lists of answers are made of
    /// What must be on display before bets may open.
    Display {
        /// The minimum and maximum of each bet.
        Limits = "limits",
        /// What a jackpot bet costs.
        JackpotAmount = "jackpot_amount",
        /// How community cards are dealt.
        Method = "method",
    }
    /// Where the cards come from; a shuffler hands out packets, everything else single cards.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    Device {
        /// A shoe that reads the cards.
        ElectronicShoe = "electronic_shoe",
        /// A plain shoe.
        ManualShoe = "manual_shoe",
        /// The Dealer's hand.
        ByHand = "by_hand",
        /// A shuffler that hands out packets of three.
        Shuffler = "shuffler",
    }
    /// How the community cards reach the table (rws-multilink-2024 3.10.1, 3.11.1, 3.11.2).
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    CommunityMethod {
        /// Two cards from the shoe, after the Dealer's third.
        ShoeLast = "shoe_last",
        /// A packet of three after the Dealer's, of which one is discarded.
        PacketThreeLast = "packet_three_last",
        /// A packet of two before any hand.
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
