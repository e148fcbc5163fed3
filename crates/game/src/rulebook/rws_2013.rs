//! Resorts World Sentosa, "Three Card Poker", version 2, in force from 22 October 2013.
//! The shortest of the Singapore texts: five voiding errors and the ban on late bets, and no post
//! named above the Dealer. Where it is silent its successor of 2020 is the default (R13-11).
// tidy: table

#[allow(clippy::wildcard_imports, reason = "most of the words")]
use super::choices::*;
use super::ruling::{house, house_any, not_asked, says, silent};
use super::tables::{
    Award, BetCap, BetOrder, ClauseList, JackpotHand, JackpotRow, JackpotTable, PayTable, Positions,
};
use super::{Grounds, Rulebook, RulebookId};
use crate::hand::HandRank;
use crate::money::Money;
use crate::wager::Wager;

pub static RWS_2013: Rulebook = Rulebook {
    id: RulebookId::Rws2013,
    title: "Three Card Poker (RWS)",
    version: "2",
    effective: "2013-10-22",

    grounds: Grounds {
        unqualified_ante: &["3.9.2", "4.1"],
        unqualified_play: &["3.9.1", "R13-14"],
        higher: &["3.10.1", "4.1"],
        lower: &["3.10.2"],
        equal: &["3.10.3", "R13-14"],
        bonus_unqualified: &["3.9.3", "4.3"],
        bonus_qualified: &["3.10.4", "4.3"],
        pair_plus_unqualified: &["3.9.3", "4.2"],
        pair_plus_qualified: &["3.10.4", "4.2"],
        fold: &["3.8.1"],
        side_bet: &[],
        jackpot: &["3.11", "4.4"],
        envy: &["3.12", "4.4"],
        jackpot_amount: &["G-03", "G-19"],
        void: &["5.1", "G-07"],

        layout: &["2.1.1", "2.1.1(a)"],
        display: &["R13-06", "G-03"],
        opening_call: &["3.1"],
        closing_call: &["3.2"],
        round_ends: &["3.1", "R13-17"],
        dealer: &["3.1", "R13-17"],
        player: &["3.3", "R13-17"],
        controller: &["3.8", "R13-05"],
        participation: &["3.3"],
        limits: &["R13-06"],
        one_jackpot: &["2.1.1(c)", "3.4"],
        others_jackpot: &["R13-05"],
        one_deck: &["2.2.1"],
        deal_singles: &["3.6"],
        deal_packets: &["3.7"],
        community: &[],
        decision: &["3.8"],
        play_amount: &["3.8.2", "1[play]"],
        fold_ends: &["1[fold]"],
        pair_plus_only: &["3.8.2", "R13-03"],
        collect_folded: &["1[fold]"],
        show_dealer: &["3.9", "3.10"],
        reveal: &["R13-11", "R20-07"],
        claim: &["3.11", "R20-08"],
        order: &["G-17"],
        staff: &["R13-12"],

        earlier_rounds: &["5.1.1"],
        leaves: &["R13-07"],
        corrections: &["G-20"],
        choices: &["R13-11"],
    },

    // 10.1 Table and participation
    positions: house(
        &["2.1.1(a)", "G-21"],
        Positions(7),
        &[
            Positions(1),
            Positions(2),
            Positions(3),
            Positions(4),
            Positions(5),
            Positions(6),
            Positions(7),
            Positions(8),
            Positions(9),
            Positions(10),
            Positions(11),
            Positions(12),
            Positions(13),
            Positions(14),
            Positions(15),
        ],
    ),
    display_required: silent(&["R13-06"], &[Display::Limits]),
    box_sharing: house(
        &["3.12", "R13-05"],
        BoxSharing::Exclusive,
        &[BoxSharing::Exclusive, BoxSharing::Shared],
    ),
    backer_play: not_asked(),
    multi_box: house(
        &["R13-04"],
        MultiBox::NotOffered,
        &[MultiBox::NotOffered, MultiBox::AnyFreeBox],
    ),
    multi_box_view: says(&["R13-04"], MultiBoxView::OneHand),
    one_hand_notice: says(&["R13-04"], Requirement::None),
    proxy_bets: house(
        &["R13-12"],
        ProxyBets::PitStaff,
        &[ProxyBets::PitStaff, ProxyBets::None],
    ),
    ante_required: says(&["3.3"], YesNo::No),
    player_to_player_bets: says(&["3.5", "OFG-17"], PlayerToPlayerBets::Forbidden),

    // 10.2 Bets and limits
    opening_call: says(&["3.1"], Requirement::Required),
    missing_pair_plus_call: says(&["3.2"], YesNo::No),
    limit_scope: house(
        &["R13-06", "G-22"],
        LimitScope::PerArea,
        &[LimitScope::PerArea, LimitScope::PerPosition],
    ),
    bet_cap: silent(&["R13-06"], BetCap::None),
    auto_notice: house(&["R13-06", "G-12"], OnOff::On, &[OnOff::On, OnOff::Off]),
    over_max_open: house(
        &["R13-06"],
        OverMaxOpen::RejectExcess,
        &[OverMaxOpen::RejectExcess, OverMaxOpen::Refuse],
    ),
    over_max_closed: silent(&["R13-06"], OverMaxClosed::ToMaximum),
    under_min_open: house(
        &["R13-06"],
        UnderMinOpen::RaiseOrWithdraw,
        &[UnderMinOpen::RaiseOrWithdraw, UnderMinOpen::Refuse],
    ),
    under_min_closed: house(
        &["R13-06"],
        UnderMinClosed::AsIs,
        &[UnderMinClosed::AsIs, UnderMinClosed::OnceThenReturn],
    ),
    under_min_grace_scope: not_asked(),
    late_bet: says(&["5.2", "3.2"], LateBet::Refuse),
    late_withdrawal: says(&["5.2"], LateWithdrawal::Refuse),
    unequal_play_offered: says(&["3.8.2", "1[play]", "R20-10"], UnequalPlayOffered::Refuse),
    unequal_play_found: silent(&["R13-11"], UnequalPlayFound::Settle),
    play_over: house(
        &["3.8.2", "R13-11", "R20-09"],
        PlayOver::ToAnte,
        &[PlayOver::ToAnte, PlayOver::ToTableMaximum],
    ),
    play_under: silent(&["3.8.2", "R13-11", "R20-10"], PlayUnder::AsIs),
    side_bet: says(&["3.3"], SideBet::None),
    side_bet_requires: not_asked(),

    // 10.3 Dealing and decisions
    deal_methods: says(&["3.6", "3.7"], &[Device::ByHand, Device::Shuffler]),
    burn: says(&["3.6", "3.7"], Burn::None),
    community: says(&["3.6", "3.7"], Community::None),
    community_method: not_asked(),
    community_discard: not_asked(),
    pair_plus_only_view: house(
        &["3.8", "3.8.2", "R13-03"],
        PairPlusOnlyView::Allowed,
        &[PairPlusOnlyView::Allowed, PairPlusOnlyView::Barred],
    ),
    pair_plus_only_reveal: says(&["3.8.2"], PairPlusOnlyReveal::Player),
    fold_pair_plus: says(&["3.8.1"], FoldPairPlus::Lost),
    plain_fold_pair_plus: not_asked(),
    fold_jackpot: house(
        &["3.8.1", "R13-01"],
        Some(FoldJackpot::Forfeited),
        &[Some(FoldJackpot::Forfeited), Some(FoldJackpot::Alive)],
    ),
    fold_side_bet: not_asked(),
    fold_cards: says(&["1[fold]"], FoldCards::Collect),
    collect_first: says(&["1[fold]"], Requirement::None),
    absent_undecided: house(
        &["R13-07"],
        Absent::Folded,
        &[Absent::Folded, Absent::InvalidReturned],
    ),
    absent_after_viewing: not_asked(),
    decline_reveal: house(
        &["R13-11", "R20-07"],
        DeclineReveal::OwnBurden,
        &[
            DeclineReveal::OwnBurden,
            DeclineReveal::DeemedLower,
            DeclineReveal::DeemedFolded,
            DeclineReveal::DealerReveals,
        ],
    ),
    hidden_hand_no_qualify_ante: house(
        &["3.9.2", "R13-11", "R20-07"],
        Some(HiddenHandAnte::Paid),
        &[Some(HiddenHandAnte::Paid), Some(HiddenHandAnte::Lost)],
    ),
    refuse_reveal_play: not_asked(),
    reveal_when_all_folded: house(
        &["3.9", "G-18"],
        RevealWhenAllFolded::IfNeeded,
        &[RevealWhenAllFolded::IfNeeded, RevealWhenAllFolded::Always],
    ),
    dealer_announcement: says(&["3.9", "3.10"], Requirement::None),

    // 10.4 Ranking and pay
    royal_rank: says(&["3.5.2"], RoyalRank::Merged),
    qualifier: says(&["3.9", "3.10", "R20-20"], Qualifier::ByRank),
    literal_ace: not_asked(),
    tie: says(&["3.10.3", "1[stand-off]", "R13-14"], Tie::Push),
    ante_bonus_requires_play: house(
        &["3.9.3", "3.10.4", "G-08"],
        YesNo::Yes,
        &[YesNo::Yes, YesNo::No],
    ),
    ante_bonus_table: says(&["4.3"], PayTable::new([5, 5, 4, 1, 0, 0])),
    pair_plus_table: says(&["4.2"], PayTable::new([40, 40, 30, 5, 4, 1])),
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
    jackpot_kind: says(&["3.4", "4.4"], JackpotKind::ThreeCard),
    jackpot_requires: says(&["3.4"], Some(JackpotRequires::Ante)),
    jackpot_medium: says(&["2.1.1(c)"], Some(JackpotMedium::SpotChips)),
    offer_jackpot: says(&["3.4"], Some(Requirement::None)),
    jackpot_amount: says(&["3.4", "G-03"], Some(Configured::Required)),
    jackpot_contribution: says(&["G-03", "R13-17"], Some(Configured::Required)),
    jackpot_seed: says(&["G-03", "R13-17"], Some(Configured::Required)),
    jackpot_table: says(
        &["4.4"],
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
        &["R13-17", "G-04"],
        Some(MeterIncrement::AtAccept),
        &[
            Some(MeterIncrement::AtAccept),
            Some(MeterIncrement::AtSettlementIfNotWon),
        ],
    ),
    fixed_awards_from_meter: house(
        &["4.4", "G-05"],
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
        &["3.11", "R20-08"],
        Some(JackpotClaim::AutoDetect),
        &[
            Some(JackpotClaim::AutoDetect),
            Some(JackpotClaim::MustNotify),
        ],
    ),
    jackpot_same_table_order: says(&["4.4", "R13-15"], Some(SameTableOrder::Any)),
    jackpot_cross_table_order: house(
        &["R13-15"],
        Some(CrossTableOrder::TimeFullHandDealt),
        &[
            Some(CrossTableOrder::TimeFullHandDealt),
            Some(CrossTableOrder::FirstEntered),
        ],
    ),
    major_payment: says(&["4.4[note]", "R13-16"], Some(MajorPayment::CageCheque)),
    jackpot_without_base: house(
        &["3.4", "R13-11"],
        Some(JackpotWithoutBase::ReturnWhenNoticed),
        &[
            Some(JackpotWithoutBase::ReturnWhenNoticed),
            Some(JackpotWithoutBase::CureThenReturnAtEnd),
        ],
    ),
    jackpot_fault_unseen: house(
        &["R13-11"],
        Some(VoidOrReferral::Void),
        &[Some(VoidOrReferral::Void), Some(VoidOrReferral::Referral)],
    ),
    jackpot_fault_scope: house(
        &["R13-11", "R20-14"],
        Some(JackpotFaultScope::Round),
        &[
            Some(JackpotFaultScope::Round),
            Some(JackpotFaultScope::OnlyIfJackpotBets),
        ],
    ),
    jackpot_fault_seen: house(
        &["R13-11"],
        Some(JackpotFaultSeen::ContinueAtRecorded),
        &[
            Some(JackpotFaultSeen::ContinueAtRecorded),
            Some(JackpotFaultSeen::Referral),
        ],
    ),
    jackpot_fault_later: house(
        &["R13-11"],
        Some(JackpotFaultLater::HousePicks),
        &[
            Some(JackpotFaultLater::HousePicks),
            Some(JackpotFaultLater::Referral),
        ],
    ),
    envy: says(&["3.12", "4.4"], Envy::TwoSums),
    envy_recipients: says(&["3.12"], Some(EnvyRecipients::OtherSeatedPlayers)),
    envy_unit: house(
        &["3.12", "G-24"],
        Some(EnvyUnit::PerJackpotBet),
        &[Some(EnvyUnit::PerJackpotBet), Some(EnvyUnit::PerPlayer)],
    ),
    envy_multiple: house(
        &["3.12", "G-23"],
        Some(EnvyMultiple::PerWinningHand),
        &[
            Some(EnvyMultiple::PerWinningHand),
            Some(EnvyMultiple::OnePerRound),
        ],
    ),
    fold_envy_receive: house(
        &["3.12", "R13-02"],
        Some(YesNo::Yes),
        &[Some(YesNo::Yes), Some(YesNo::No)],
    ),
    fold_envy_trigger: house(
        &["3.12", "R13-02"],
        Some(FoldEnvyTrigger::No),
        &[Some(FoldEnvyTrigger::No), Some(FoldEnvyTrigger::IfExposed)],
    ),

    // 10.6 Irregularities and authority
    contact_test: says(&["5.1.4", "G-13"], ContactTest::Handled),
    void_action: says(&["5.1", "G-07"], VoidAction::ReturnBets),
    foreign_or_count_wrong: says(&["5.1.1", "5.1.3"], VoidOrReferral::Void),
    insufficient_cards: house(
        &["R13-11"],
        VoidOrReferral::Void,
        &[VoidOrReferral::Void, VoidOrReferral::Referral],
    ),
    unshuffled: house(
        &["R13-11"],
        VoidOrReferral::Void,
        &[VoidOrReferral::Void, VoidOrReferral::Referral],
    ),
    count_on_doubt: silent(&["5.1.3", "R13-12"], CountOnDoubt::None),
    misdeal_uncontacted: says(&["5.1.4"], MisdealUncontacted::VoidUnlessWholeHands),
    move_hands_choices: says(&["5.1.4", "R20-23"], MoveHandsChoices::None),
    misdeal_contacted: house(
        &["R13-11"],
        ChoicesOrReferral::Choices,
        &[ChoicesOrReferral::Choices, ChoicesOrReferral::Referral],
    ),
    exposed_two_uncontacted: says(&["5.1.2"], VoidOrReferral::Void),
    exposed_two_contacted: says(&["5.1.2"], Exposure::Void),
    exposed_one: house(
        &["5.1.2", "R13-10"],
        Exposure::Continue,
        &[Exposure::Continue, Exposure::Void],
    ),
    exposed_after_seen: house(
        &["5.1.2", "R13-10"],
        Exposure::Continue,
        &[
            Exposure::Continue,
            Exposure::OptionsToAffected,
            Exposure::Referral,
        ],
    ),
    exposed_after_deal: house(
        &["R20-26"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue, Exposure::Void],
    ),
    exposed_by_anyone: says(&["5.1.2"], YesNo::Yes),
    dealer_count_wrong: says(&["5.1.5"], DealerCountWrong::VoidIfNotReconstructable),
    player_count_wrong: house(
        &["R13-09"],
        PlayerCountWrong::HandOnly,
        &[PlayerCountWrong::HandOnly, PlayerCountWrong::VoidAll],
    ),
    player_count_wrong_uncontacted: says(
        &["5.1.4", "R13-09"],
        PlayerCountWrongUncontacted::VoidRound,
    ),
    permit_withdrawal_role: not_asked(),
    burn_missed: not_asked(),
    face_up_card: house(
        &["R13-11"],
        FaceUpCard::UseAsNext,
        &[FaceUpCard::UseAsNext, FaceUpCard::Referral],
    ),
    joint_cards: house(
        &["R13-11"],
        JointCards::SupervisorThenChoicesAll,
        &[JointCards::SupervisorThenChoicesAll, JointCards::Referral],
    ),
    community_error: not_asked(),
    other_dealing_error: house(
        &["R13-11"],
        ChoicesOrReferral::Choices,
        &[ChoicesOrReferral::Choices, ChoicesOrReferral::Referral],
    ),
    affected_scope: house(
        &["R13-11", "G-14"],
        Some(AffectedScope::Computed),
        &[
            Some(AffectedScope::Computed),
            Some(AffectedScope::AllPlayers),
        ],
    ),
    choices_deadline: house(
        &["R13-11", "R20-24"],
        Some(ChoicesDeadline::DealerShown),
        &[
            Some(ChoicesDeadline::DealerShown),
            Some(ChoicesDeadline::EndOfRound),
        ],
    ),
    no_choice_made: house(
        &["R13-11", "R20-25"],
        Some(NoChoiceMade::Withdraw),
        &[Some(NoChoiceMade::Withdraw), Some(NoChoiceMade::Continue)],
    ),
    invalidated_bets: house(
        &["R13-09"],
        InvalidatedBets::Returned,
        &[InvalidatedBets::Returned, InvalidatedBets::Lost],
    ),
    bets_back_by: silent(&["R13-09"], ClauseList(&[])),
    extra_view: silent(&["R13-04", "R13-11"], ExtraView::IntentRulingIfMultiBox),
    stop_action: silent(&["R13-12"], StopAction::None),
    disclosure: silent(&["R13-12"], Disclosure::Referral),
    interruption_no_outcome: house(
        &["R13-08", "G-15"],
        InterruptionNoOutcome::Void,
        &[
            InterruptionNoOutcome::Void,
            InterruptionNoOutcome::OptionWithdrawAll,
        ],
    ),
    interruption_outcome: house(
        &["R13-08", "G-15"],
        InterruptionOutcome::Continue,
        &[InterruptionOutcome::Continue, InterruptionOutcome::Referral],
    ),
    interruption_scope: house(
        &["R13-08"],
        Some(InterruptionScope::AnyTechnical),
        &[
            Some(InterruptionScope::AnyTechnical),
            Some(InterruptionScope::PowerOnly),
        ],
    ),
    late_error: says(&["5.1.5", "R20-16"], LateError::NoEffect),
    uncovered_authority: house(
        &["R13-12"],
        UncoveredAuthority::TableGameShiftManager,
        &[
            UncoveredAuthority::TableGameShiftManager,
            UncoveredAuthority::GamingShiftManager,
            UncoveredAuthority::ManagerOnDuty,
        ],
    ),
    uncovered_proposal: silent(&["R13-12"], UncoveredProposal::None),
    acting_up: house(
        &["R13-12"],
        ActingUp::AssignedPerson,
        &[ActingUp::AssignedPerson, ActingUp::ActingOrHigher],
    ),
};
