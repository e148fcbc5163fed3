//! Marina Bay Sands, "Three Card Poker", version 5, in force from 2 August 2019.
//! Areas are shared, a fold may keep Pair Plus and keeps the jackpot bet, an absent Player gets
//! everything back. The Ante Bonus table is 4.2 and Pair Plus 4.3, the other way round from RWS.
// tidy: table

#[allow(clippy::wildcard_imports, reason = "most of the words")]
use super::choices::*;
use super::ruling::{house, house_any, not_asked, says};
use super::tables::{
    Award, BetCap, BetOrder, ClauseList, JackpotHand, JackpotRow, JackpotTable, PayTable, Positions,
};
use super::{Grounds, Rulebook, RulebookId};
use crate::hand::HandRank;
use crate::money::Money;
use crate::wager::Wager;

pub static MBS_2019: Rulebook = Rulebook {
    id: RulebookId::Mbs2019,
    title: "Three Card Poker (MBS)",
    version: "5",
    effective: "2019-08-02",

    grounds: Grounds {
        unqualified_ante: &["3.11.2", "4.1"],
        unqualified_play: &["3.11.1", "MBS-04"],
        higher: &["3.12.1", "4.1"],
        lower: &["3.12.2"],
        equal: &["3.12.3", "MBS-04"],
        bonus_unqualified: &["3.11.3", "4.2"],
        bonus_qualified: &["3.12.4", "4.2"],
        pair_plus_unqualified: &["3.11.4", "4.3"],
        pair_plus_qualified: &["3.12.5", "4.3"],
        fold: &["3.9.1"],
        side_bet: &[],
        jackpot: &["3.13", "4.4"],
        envy: &["3.14", "4.4"],
        jackpot_amount: &["G-03", "G-19"],
        void: &["G-07"],

        layout: &["2.2", "Appendix A"],
        display: &["3.4", "G-03"],
        opening_call: &["3.1"],
        closing_call: &["3.2", "MBS-23"],
        round_ends: &["1.1.9"],
        dealer: &["3.1", "6.2"],
        player: &["3.4"],
        controller: &["3.4", "MBS-09"],
        participation: &["3.4"],
        limits: &["3.4"],
        one_jackpot: &["3.4.2", "MBS-08"],
        others_jackpot: &["3.5.4"],
        one_deck: &["2.1"],
        deal_singles: &["3.8"],
        deal_packets: &["3.7"],
        community: &[],
        decision: &["3.9"],
        play_amount: &["3.9.2", "1.1.7"],
        fold_ends: &["1.1.5"],
        pair_plus_only: &["3.9.3"],
        collect_folded: &["3.9.1", "MBS-06"],
        show_dealer: &["3.10"],
        reveal: &["3.10.1"],
        claim: &["3.13", "R20-08"],
        order: &["G-17"],
        staff: &["3.6", "3.10.1"],

        earlier_rounds: &["5.1.2"],
        leaves: &["5.11", "MBS-16"],
        corrections: &["5.15", "G-20"],
        choices: &["6.1"],
    },

    // 10.1 Table and participation
    positions: house(
        &["Appendix A", "G-21"],
        Positions(7),
        &[Positions(4), Positions(5), Positions(6), Positions(7)],
    ),
    display_required: says(&["3.4"], &[Display::Limits]),
    box_sharing: house(
        &["3.4", "3.4.2", "MBS-08"],
        BoxSharing::Shared,
        &[BoxSharing::Shared, BoxSharing::Exclusive],
    ),
    backer_play: house(
        &["3.4", "MBS-09"],
        Some(BackerPlay::MatchOwnShare),
        &[
            Some(BackerPlay::MatchOwnShare),
            Some(BackerPlay::ControllerMayCover),
            Some(BackerPlay::ControllerOnly),
        ],
    ),
    multi_box: says(&["3.4.1", "3.4.3"], MultiBox::AnyRestrictable),
    multi_box_view: says(&["3.4.1", "1.1.3"], MultiBoxView::OneHand),
    one_hand_notice: says(&["3.4.1"], Requirement::None),
    proxy_bets: says(&["3.6"], ProxyBets::PitStaff),
    ante_required: says(&["3.4"], YesNo::No),
    player_to_player_bets: says(&["3.3", "OFG-17"], PlayerToPlayerBets::Forbidden),

    // 10.2 Bets and limits
    opening_call: says(&["3.1"], Requirement::Required),
    missing_pair_plus_call: says(&["3.2"], YesNo::No),
    limit_scope: house(
        &["3.4", "G-22"],
        LimitScope::PerArea,
        &[LimitScope::PerArea, LimitScope::PerPosition],
    ),
    bet_cap: says(&["3.4"], BetCap::None),
    auto_notice: house(&["3.4", "G-12"], OnOff::On, &[OnOff::On, OnOff::Off]),
    over_max_open: house(
        &["3.4", "MBS-18"],
        OverMaxOpen::Refuse,
        &[OverMaxOpen::Refuse, OverMaxOpen::RejectExcess],
    ),
    over_max_closed: says(&["5.14", "MBS-18"], OverMaxClosed::ToMaximum),
    under_min_open: house(
        &["3.4", "MBS-17"],
        UnderMinOpen::RaiseOrWithdraw,
        &[UnderMinOpen::RaiseOrWithdraw, UnderMinOpen::Refuse],
    ),
    under_min_closed: says(&["5.13"], UnderMinClosed::OnceThenReturn),
    under_min_grace_scope: house(
        &["5.13", "MBS-17"],
        Some(UnderMinGraceScope::TableVisit),
        &[
            Some(UnderMinGraceScope::TableVisit),
            Some(UnderMinGraceScope::GamingDay),
        ],
    ),
    late_bet: says(&["5.5"], LateBet::Refuse),
    late_withdrawal: says(&["5.6", "MBS-12"], LateWithdrawal::KeptAtRisk),
    unequal_play_offered: says(&["3.9.2", "1.1.7", "R20-10"], UnequalPlayOffered::Refuse),
    unequal_play_found: says(&["3.9.2", "MBS-26"], UnequalPlayFound::Referral),
    play_over: house(
        &["3.9.2", "MBS-26", "R20-09"],
        PlayOver::ToAnte,
        &[PlayOver::ToAnte, PlayOver::ToTableMaximum],
    ),
    play_under: says(&["3.9.2", "MBS-26", "R20-10"], PlayUnder::AsIs),
    side_bet: says(&["2.2.1"], SideBet::None),
    side_bet_requires: not_asked(),

    // 10.3 Dealing and decisions
    deal_methods: says(&["3.7", "3.8"], &[Device::ManualShoe, Device::Shuffler]),
    burn: says(&["3.7", "3.8"], Burn::None),
    community: says(&["3.7", "3.8"], Community::None),
    community_method: not_asked(),
    community_discard: not_asked(),
    pair_plus_only_view: house(
        &["3.9.3", "MBS-28"],
        PairPlusOnlyView::Allowed,
        &[PairPlusOnlyView::Allowed, PairPlusOnlyView::Barred],
    ),
    pair_plus_only_reveal: says(&["3.9.3", "3.10.1"], PairPlusOnlyReveal::Player),
    fold_pair_plus: says(&["3.9.1.1", "MBS-05"], FoldPairPlus::ByElection),
    plain_fold_pair_plus: house(
        &["3.9.1", "3.9.1.1", "MBS-05"],
        Some(PlainFoldPairPlus::Kept),
        &[Some(PlainFoldPairPlus::Kept), Some(PlainFoldPairPlus::Lost)],
    ),
    fold_jackpot: says(&["3.9.1"], Some(FoldJackpot::Alive)),
    fold_side_bet: not_asked(),
    fold_cards: says(&["3.9.1", "MBS-06"], FoldCards::KeepIfBetAlive),
    collect_first: says(&["3.9.1", "MBS-06"], Requirement::None),
    absent_undecided: says(&["5.11"], Absent::InvalidReturned),
    absent_after_viewing: house(
        &["5.11", "MBS-15"],
        Some(Absent::InvalidReturned),
        &[Some(Absent::InvalidReturned), Some(Absent::Folded)],
    ),
    decline_reveal: says(&["3.10.1", "MBS-14"], DeclineReveal::DeemedLower),
    hidden_hand_no_qualify_ante: house(
        &["3.11.2", "3.10.1", "MBS-14"],
        Some(HiddenHandAnte::Paid),
        &[Some(HiddenHandAnte::Paid), Some(HiddenHandAnte::Lost)],
    ),
    refuse_reveal_play: not_asked(),
    reveal_when_all_folded: house(
        &["3.10", "G-18"],
        RevealWhenAllFolded::IfNeeded,
        &[RevealWhenAllFolded::IfNeeded, RevealWhenAllFolded::Always],
    ),
    dealer_announcement: says(&["3.10"], Requirement::None),

    // 10.4 Ranking and pay
    royal_rank: says(&["3.16", "3.16.1"], RoyalRank::Separate),
    qualifier: house(
        &["3.11", "3.12", "MBS-01"],
        Qualifier::ByRank,
        &[Qualifier::ByRank, Qualifier::LiteralCard],
    ),
    literal_ace: house(
        &["3.3.1.2", "3.11", "MBS-02"],
        Some(LiteralAce::High),
        &[Some(LiteralAce::High), Some(LiteralAce::Low)],
    ),
    tie: says(&["3.12.3", "1.1.10", "MBS-04"], Tie::Push),
    ante_bonus_requires_play: house(
        &["3.11.3", "3.12.4", "G-08"],
        YesNo::Yes,
        &[YesNo::Yes, YesNo::No],
    ),
    ante_bonus_table: says(&["4.2"], PayTable::new([5, 5, 4, 1, 0, 0])),
    pair_plus_table: says(&["4.3"], PayTable::new([40, 40, 30, 5, 4, 1])),
    side_bet_table: not_asked(),
    settle_seat_order: house(
        &["G-17"],
        SeatOrder::LeftFirst,
        &[
            SeatOrder::LeftFirst,
            SeatOrder::RightFirst,
            SeatOrder::Custom,
        ],
    ),
    settle_bet_order: house_any(
        &["G-17"],
        BetOrder([
            Wager::Play,
            Wager::AnteBonus,
            Wager::Ante,
            Wager::PairPlus,
            Wager::FiveCard,
        ]),
    ),
    pay_method: says(&["G-17"], PayMethod::Unspecified),

    // 10.5 Jackpot and envy
    jackpot_kind: says(&["1.1.8", "4.4"], JackpotKind::ThreeCard),
    jackpot_requires: says(&["3.5"], Some(JackpotRequires::AnteOrPairPlus)),
    jackpot_medium: says(&["3.5.3"], Some(JackpotMedium::WageringSystem)),
    offer_jackpot: says(&["3.5.1"], Some(Requirement::Required)),
    jackpot_amount: says(&["3.5.3", "G-03", "MBS-26"], Some(Configured::Required)),
    jackpot_contribution: says(&["1.1.8", "G-03"], Some(Configured::Required)),
    jackpot_seed: says(&["1.1.8", "G-03"], Some(Configured::Required)),
    jackpot_table: says(
        &["4.4", "3.20.2", "MBS-19"],
        Some(JackpotTable::written(&[
            JackpotRow {
                hand: JackpotHand::SpadeRoyal,
                award: Award::Percent(100),
                envy: Some(Money::major(250)),
            },
            JackpotRow {
                hand: JackpotHand::OtherRoyal,
                award: Award::Sum(Money::major(1250)),
                envy: Some(Money::major(50)),
            },
            JackpotRow {
                hand: JackpotHand::ThreeCards(HandRank::StraightFlush),
                award: Award::Sum(Money::major(175)),
                envy: None,
            },
            JackpotRow {
                hand: JackpotHand::ThreeCards(HandRank::ThreeOfAKind),
                award: Award::Sum(Money::major(150)),
                envy: None,
            },
            JackpotRow {
                hand: JackpotHand::ThreeCards(HandRank::Straight),
                award: Award::Sum(Money::major(15)),
                envy: None,
            },
        ])),
    ),
    jackpot_stake_on_win: house(
        &["4.4", "G-02"],
        Some(StakeOnWin::Kept),
        &[Some(StakeOnWin::Kept), Some(StakeOnWin::Returned)],
    ),
    meter_increment: house(
        &["1.1.8", "G-04"],
        Some(MeterIncrement::AtAccept),
        &[
            Some(MeterIncrement::AtAccept),
            Some(MeterIncrement::AtSettlementIfNotWon),
        ],
    ),
    fixed_awards_from_meter: house(
        &["3.20.1", "G-05"],
        Some(YesNo::No),
        &[Some(YesNo::No), Some(YesNo::Yes)],
    ),
    reverse_contribution_on_return: house(
        &["G-06"],
        Some(YesNo::Yes),
        &[Some(YesNo::Yes), Some(YesNo::No)],
    ),
    percent_win_effect: not_asked(),
    percent_rounding: not_asked(),
    jackpot_claim: house(
        &["3.13", "R20-08"],
        Some(JackpotClaim::AutoDetect),
        &[
            Some(JackpotClaim::AutoDetect),
            Some(JackpotClaim::MustNotify),
        ],
    ),
    jackpot_same_table_order: says(
        &["3.20.1", "MBS-20"],
        Some(SameTableOrder::FixedFirstSpadeLast),
    ),
    jackpot_cross_table_order: says(&["3.19", "MBS-21"], Some(CrossTableOrder::FirstEntered)),
    major_payment: house(
        &["4.4", "R13-16"],
        Some(MajorPayment::Table),
        &[Some(MajorPayment::Table), Some(MajorPayment::CageCheque)],
    ),
    jackpot_without_base: says(
        &["5.12.2", "5.12.1"],
        Some(JackpotWithoutBase::CureThenReturnAtEnd),
    ),
    // Void would ask for a scope, which this rulebook has no answer to.
    jackpot_fault_unseen: says(&["6.1", "MBS-26"], Some(VoidOrReferral::Referral)),
    jackpot_fault_scope: not_asked(),
    jackpot_fault_seen: house(
        &["6.1", "MBS-26"],
        Some(JackpotFaultSeen::Referral),
        &[
            Some(JackpotFaultSeen::Referral),
            Some(JackpotFaultSeen::ContinueAtRecorded),
        ],
    ),
    jackpot_fault_later: house(
        &["6.1", "MBS-26"],
        Some(JackpotFaultLater::Referral),
        &[
            Some(JackpotFaultLater::Referral),
            Some(JackpotFaultLater::HousePicks),
        ],
    ),
    envy: says(&["3.14", "4.4"], Envy::TwoSums),
    envy_recipients: says(&["3.14", "1.1.4"], Some(EnvyRecipients::OtherBettors)),
    envy_unit: house(
        &["3.14", "G-24"],
        Some(EnvyUnit::PerJackpotBet),
        &[Some(EnvyUnit::PerJackpotBet), Some(EnvyUnit::PerPlayer)],
    ),
    envy_multiple: house(
        &["3.14", "G-23"],
        Some(EnvyMultiple::PerWinningHand),
        &[
            Some(EnvyMultiple::PerWinningHand),
            Some(EnvyMultiple::OnePerRound),
        ],
    ),
    fold_envy_receive: house(
        &["3.14", "3.9.1", "MBS-07"],
        Some(YesNo::Yes),
        &[Some(YesNo::Yes), Some(YesNo::No)],
    ),
    fold_envy_trigger: house(
        &["3.14", "MBS-07"],
        Some(FoldEnvyTrigger::IfExposed),
        &[Some(FoldEnvyTrigger::IfExposed), Some(FoldEnvyTrigger::No)],
    ),

    // 10.6 Irregularities and authority. Choices after an error are unknown here, so what would
    // offer them stays with the Gaming Shift Manager (6.1).
    contact_test: says(&["5.2", "G-13"], ContactTest::Handled),
    void_action: says(&["5.1.1", "G-07"], VoidAction::ReturnBets),
    foreign_or_count_wrong: says(&["5.1", "5.1.1"], VoidOrReferral::Void),
    insufficient_cards: house(
        &["6.1", "MBS-26"],
        VoidOrReferral::Referral,
        &[VoidOrReferral::Referral, VoidOrReferral::Void],
    ),
    unshuffled: says(&["5.1", "5.1.1"], VoidOrReferral::Void),
    count_on_doubt: says(&["5.8"], CountOnDoubt::Duty),
    misdeal_uncontacted: says(&["5.2"], MisdealUncontacted::VoidUnlessWholeHands),
    move_hands_choices: says(&["5.2", "R20-23"], MoveHandsChoices::None),
    misdeal_contacted: says(&["6.1", "MBS-26"], ChoicesOrReferral::Referral),
    exposed_two_uncontacted: says(&["5.4"], VoidOrReferral::Void),
    exposed_two_contacted: says(&["5.4"], Exposure::Void),
    exposed_one: house(
        &["6.1", "MBS-26"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue, Exposure::Void],
    ),
    exposed_after_seen: house(
        &["6.1", "MBS-26"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue],
    ),
    exposed_after_deal: house(
        &["6.1", "R20-26"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue, Exposure::Void],
    ),
    exposed_by_anyone: says(&["5.4"], YesNo::Yes),
    dealer_count_wrong: says(&["5.3"], DealerCountWrong::VoidIfNotReconstructable),
    player_count_wrong: says(
        &["5.7", "5.7.1"],
        PlayerCountWrong::HandAndOthersMayWithdraw,
    ),
    player_count_wrong_uncontacted: house(
        &["5.7", "5.2", "MBS-24"],
        PlayerCountWrongUncontacted::HandOnly,
        &[
            PlayerCountWrongUncontacted::HandOnly,
            PlayerCountWrongUncontacted::VoidRound,
        ],
    ),
    permit_withdrawal_role: house(
        &["5.7.1", "MBS-13"],
        Some(PermitWithdrawal::PitSupervisor),
        &[
            Some(PermitWithdrawal::PitSupervisor),
            Some(PermitWithdrawal::GamingShiftManager),
        ],
    ),
    burn_missed: not_asked(),
    face_up_card: house(
        &["6.1", "MBS-26"],
        FaceUpCard::Referral,
        &[FaceUpCard::Referral, FaceUpCard::UseAsNext],
    ),
    joint_cards: says(&["6.1", "MBS-26"], JointCards::Referral),
    community_error: not_asked(),
    other_dealing_error: says(&["6.1", "MBS-26"], ChoicesOrReferral::Referral),
    affected_scope: not_asked(),
    choices_deadline: not_asked(),
    no_choice_made: not_asked(),
    invalidated_bets: house(
        &["5.10.1", "5.10.2", "MBS-11"],
        InvalidatedBets::Returned,
        &[InvalidatedBets::Returned, InvalidatedBets::Lost],
    ),
    bets_back_by: says(&["5.7", "5.9", "5.11"], ClauseList(&["5.7", "5.9", "5.11"])),
    extra_view: says(
        &["5.10", "5.9", "MBS-10"],
        ExtraView::MistakenStakesOrGamingShiftManager,
    ),
    stop_action: says(&["5.10.3"], StopAction::GamingShiftManager),
    disclosure: says(&["5.9", "MBS-29"], Disclosure::GamingShiftManagerMayBar),
    interruption_no_outcome: says(
        &["5.16.1", "MBS-25"],
        InterruptionNoOutcome::OptionWithdrawAll,
    ),
    interruption_outcome: says(&["5.16.2", "G-15"], InterruptionOutcome::Continue),
    interruption_scope: says(&["5.16"], Some(InterruptionScope::PowerOnly)),
    late_error: says(&["5.3", "5.7", "5.15"], LateError::NoEffect),
    uncovered_authority: says(&["6.1"], UncoveredAuthority::GamingShiftManager),
    uncovered_proposal: says(&["6.1"], UncoveredProposal::None),
    acting_up: says(&["6.2"], ActingUp::ActingOrHigher),
};
