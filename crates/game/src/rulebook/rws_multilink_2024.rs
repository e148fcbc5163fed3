//! Resorts World Sentosa, "Multi-Link Progressive 3 Card Poker", version 4, in force from
//! 4 January 2024 08:00. Two community cards make a five-card jackpot hand shared by linked tables;
//! a fold keeps the jackpot bet alive, a hand not shown counts as folded, and there is no envy.
// tidy: table

#[allow(clippy::wildcard_imports, reason = "most of the words")]
use super::choices::*;
use super::ruling::{house, house_any, not_asked, says};
use super::tables::{
    Award, BetCap, BetOrder, ClauseList, JackpotHand, JackpotRow, JackpotTable, PayTable, Positions,
};
use super::{Grounds, Rulebook, RulebookId};
use crate::five_card::FiveCardRank;
use crate::wager::Wager;

pub static RWS_MULTILINK_2024: Rulebook = Rulebook {
    id: RulebookId::RwsMultilink2024,
    title: "Multi-Link Progressive 3 Card Poker (RWS)",
    version: "4",
    effective: "2024-01-04T08:00",

    grounds: Grounds {
        unqualified_ante: &["3.13", "4.1"],
        unqualified_play: &["3.13"],
        higher: &["3.15.1", "4.1"],
        lower: &["3.15.2"],
        equal: &["3.15.3"],
        bonus_unqualified: &["3.16", "4.3"],
        bonus_qualified: &["3.16", "4.3"],
        pair_plus_unqualified: &["3.16", "4.2"],
        pair_plus_qualified: &["3.16", "4.2"],
        fold: &["3.12.1"],
        side_bet: &[],
        jackpot: &["4.4.1", "4.4"],
        envy: &[],
        jackpot_amount: &["3.4", "G-19"],
        void: &["5.21"],

        layout: &["2.1.1", "2.1.1(a)"],
        display: &["3.3", "3.11.3"],
        opening_call: &["3.2"],
        closing_call: &["3.9"],
        round_ends: &["1.20"],
        dealer: &["1.7"],
        player: &["1.15"],
        controller: &["1.21"],
        participation: &["3.6"],
        limits: &["3.3", "3.4"],
        one_jackpot: &["2.1.1(b)", "3.8"],
        others_jackpot: &["3.5", "3.8.1"],
        one_deck: &["2.2.1"],
        deal_singles: &["3.10"],
        deal_packets: &["3.11.1", "3.11.2"],
        community: &["3.10.1", "3.11.1", "3.11.2"],
        decision: &["3.12"],
        play_amount: &["3.12.2", "1.13"],
        fold_ends: &["1.9"],
        pair_plus_only: &["3.14", "3.12.2"],
        collect_folded: &["3.12.1", "ML-02"],
        show_dealer: &["3.13", "3.15"],
        reveal: &["4.5"],
        claim: &["4.6"],
        order: &["G-17"],
        staff: &["1.14", "5.22"],

        earlier_rounds: &["5.8"],
        leaves: &["5.6"],
        corrections: &["5.19", "G-20"],
        choices: &["5.10.3", "5.10"],
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
    display_required: says(
        &["3.3", "3.11.3", "ML-16"],
        &[Display::Limits, Display::JackpotAmount, Display::Method],
    ),
    box_sharing: says(&["3.5", "1.22"], BoxSharing::Exclusive),
    backer_play: not_asked(),
    multi_box: says(&["3.7"], MultiBox::AnyFreeBox),
    multi_box_view: says(&["3.7", "R20-18"], MultiBoxView::OneHand),
    one_hand_notice: says(&["3.7"], Requirement::Required),
    proxy_bets: says(&["5.22", "1.14"], ProxyBets::PitStaff),
    ante_required: says(&["3.6"], YesNo::No),
    player_to_player_bets: says(&["3.6.1", "OFG-17"], PlayerToPlayerBets::Forbidden),

    // 10.2 Bets and limits
    opening_call: says(&["3.2"], Requirement::Required),
    missing_pair_plus_call: says(&["3.9"], YesNo::No),
    limit_scope: house(
        &["5.1", "5.2", "G-22"],
        LimitScope::PerArea,
        &[LimitScope::PerArea, LimitScope::PerPosition],
    ),
    bet_cap: says(&["3.3"], BetCap::None),
    auto_notice: house(&["5.1", "5.2", "G-12"], OnOff::On, &[OnOff::On, OnOff::Off]),
    over_max_open: says(&["5.1"], OverMaxOpen::RejectExcess),
    over_max_closed: says(&["5.1.1"], OverMaxClosed::ToMaximum),
    under_min_open: says(&["5.2"], UnderMinOpen::RaiseOrWithdraw),
    under_min_closed: says(&["5.2.1", "R20-19"], UnderMinClosed::AsIs),
    under_min_grace_scope: not_asked(),
    late_bet: says(&["5.11", "3.9"], LateBet::Refuse),
    late_withdrawal: says(&["5.11"], LateWithdrawal::Refuse),
    unequal_play_offered: says(&["3.12.2", "1.13", "R20-10"], UnequalPlayOffered::Refuse),
    unequal_play_found: says(&["5.3"], UnequalPlayFound::Settle),
    play_over: house(
        &["5.3.1", "R20-09"],
        PlayOver::ToAnte,
        &[PlayOver::ToAnte, PlayOver::ToTableMaximum],
    ),
    play_under: says(&["5.3.2", "R20-10"], PlayUnder::AsIs),
    side_bet: says(&["3.6"], SideBet::None),
    side_bet_requires: not_asked(),

    // 10.3 Dealing and decisions
    deal_methods: says(
        &["3.10", "3.11", "1.5"],
        &[Device::ElectronicShoe, Device::ManualShoe, Device::Shuffler],
    ),
    burn: house(
        &["3.10", "3.11", "R20-17"],
        Burn::ShoeOnly,
        &[Burn::ShoeOnly, Burn::Always],
    ),
    community: says(&["1.6", "3.10.1", "3.11"], Community::Two),
    community_method: says(
        &["3.10.1", "3.11.1", "3.11.2"],
        Some(&[
            CommunityMethod::ShoeLast,
            CommunityMethod::PacketThreeLast,
            CommunityMethod::PacketTwoFirst,
        ]),
    ),
    community_discard: house(
        &["3.11.1", "ML-03"],
        Some(CommunityDiscard::Last),
        &[
            Some(CommunityDiscard::Last),
            Some(CommunityDiscard::First),
            Some(CommunityDiscard::Middle),
        ],
    ),
    pair_plus_only_view: says(&["3.14", "R20-06"], PairPlusOnlyView::Barred),
    pair_plus_only_reveal: says(&["3.14"], PairPlusOnlyReveal::Dealer),
    fold_pair_plus: house(
        &["3.12.1", "ML-01"],
        FoldPairPlus::Kept,
        &[FoldPairPlus::Kept, FoldPairPlus::Lost],
    ),
    plain_fold_pair_plus: not_asked(),
    fold_jackpot: says(&["3.12.1"], Some(FoldJackpot::Alive)),
    fold_side_bet: not_asked(),
    fold_cards: says(&["3.12.1", "ML-02"], FoldCards::KeepIfBetAlive),
    collect_first: says(&["3.12.1", "ML-02"], Requirement::None),
    absent_undecided: says(&["5.5"], Absent::Folded),
    absent_after_viewing: not_asked(),
    decline_reveal: says(&["4.5", "ML-07"], DeclineReveal::DeemedFolded),
    hidden_hand_no_qualify_ante: says(&["4.5", "ML-07"], Some(HiddenHandAnte::Lost)),
    refuse_reveal_play: house(
        &["4.5", "ML-07"],
        Some(RefuseRevealPlay::Lost),
        &[
            Some(RefuseRevealPlay::Lost),
            Some(RefuseRevealPlay::Returned),
        ],
    ),
    reveal_when_all_folded: house(
        &["3.13", "G-18"],
        RevealWhenAllFolded::IfNeeded,
        &[RevealWhenAllFolded::IfNeeded, RevealWhenAllFolded::Always],
    ),
    dealer_announcement: says(&["3.13", "3.15"], Requirement::None),

    // 10.4 Ranking and pay
    royal_rank: says(&["3.1.2", "3.1.2[straight-flush]"], RoyalRank::Merged),
    qualifier: says(&["1.18", "R20-20"], Qualifier::ByRank),
    literal_ace: not_asked(),
    tie: says(&["3.15.3", "1.23", "R20-21"], Tie::Push),
    ante_bonus_requires_play: house(&["3.16", "G-08"], YesNo::Yes, &[YesNo::Yes, YesNo::No]),
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
    jackpot_kind: says(&["1.16", "1.17", "4.4"], JackpotKind::FiveCardLinked),
    jackpot_requires: says(&["3.8", "3.8.1"], Some(JackpotRequires::Ante)),
    jackpot_medium: says(&["3.8", "2.1.1(b)"], Some(JackpotMedium::SpotChips)),
    offer_jackpot: says(&["3.8"], Some(Requirement::None)),
    jackpot_amount: says(&["3.3", "3.4", "G-03"], Some(Configured::Required)),
    jackpot_contribution: says(&["1.16", "G-03"], Some(Configured::Required)),
    jackpot_seed: says(&["1.16", "G-03"], Some(Configured::Required)),
    jackpot_table: says(
        &["4.4", "3.17"],
        Some(JackpotTable::written(&[
            JackpotRow {
                hand: JackpotHand::FiveCards(FiveCardRank::RoyalFlush),
                award: Award::Percent(100),
                envy: None,
            },
            JackpotRow {
                hand: JackpotHand::FiveCards(FiveCardRank::StraightFlush),
                award: Award::Percent(10),
                envy: None,
            },
            JackpotRow {
                hand: JackpotHand::FiveCards(FiveCardRank::FourOfAKind),
                award: Award::ForOne(400),
                envy: None,
            },
            JackpotRow {
                hand: JackpotHand::FiveCards(FiveCardRank::FullHouse),
                award: Award::ForOne(80),
                envy: None,
            },
            JackpotRow {
                hand: JackpotHand::FiveCards(FiveCardRank::Flush),
                award: Award::ForOne(40),
                envy: None,
            },
            JackpotRow {
                hand: JackpotHand::FiveCards(FiveCardRank::Straight),
                award: Award::ForOne(20),
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
        &["1.16", "G-04"],
        Some(MeterIncrement::AtAccept),
        &[
            Some(MeterIncrement::AtAccept),
            Some(MeterIncrement::AtSettlementIfNotWon),
        ],
    ),
    fixed_awards_from_meter: house(
        &["1.16", "G-05"],
        Some(YesNo::No),
        &[Some(YesNo::No), Some(YesNo::Yes)],
    ),
    reverse_contribution_on_return: house(
        &["1.16", "G-06"],
        Some(YesNo::Yes),
        &[Some(YesNo::Yes), Some(YesNo::No)],
    ),
    percent_win_effect: house(
        &["1.16", "4.7.1", "ML-04"],
        Some(PercentWinEffect::Deduct),
        &[
            Some(PercentWinEffect::Deduct),
            Some(PercentWinEffect::DeductFloorSeed),
            Some(PercentWinEffect::Reset),
        ],
    ),
    percent_rounding: house(
        &["4.4[straight-flush]", "G-16"],
        Some(PercentRounding::Down),
        &[Some(PercentRounding::Down), Some(PercentRounding::Nearest)],
    ),
    jackpot_claim: house(
        &["4.6", "R20-08", "ML-12"],
        Some(JackpotClaim::AutoDetect),
        &[
            Some(JackpotClaim::AutoDetect),
            Some(JackpotClaim::MustNotify),
        ],
    ),
    jackpot_same_table_order: says(&["4.7.1", "ML-05"], Some(SameTableOrder::ClockwiseByDeal)),
    jackpot_cross_table_order: says(
        &["4.7.2", "ML-15"],
        Some(CrossTableOrder::TimeFullHandDealt),
    ),
    major_payment: house(
        &["4.4", "R13-16"],
        Some(MajorPayment::Table),
        &[Some(MajorPayment::Table), Some(MajorPayment::CageCheque)],
    ),
    jackpot_without_base: says(
        &["5.4", "R20-11"],
        Some(JackpotWithoutBase::ReturnWhenNoticed),
    ),
    jackpot_fault_unseen: says(&["5.16"], Some(VoidOrReferral::Void)),
    jackpot_fault_scope: house(
        &["5.16", "R20-14"],
        Some(JackpotFaultScope::Round),
        &[
            Some(JackpotFaultScope::Round),
            Some(JackpotFaultScope::OnlyIfJackpotBets),
        ],
    ),
    jackpot_fault_seen: says(&["5.17.1"], Some(JackpotFaultSeen::ContinueAtRecorded)),
    jackpot_fault_later: says(&["5.17.2"], Some(JackpotFaultLater::HousePicks)),
    envy: says(&["4.4", "ML-14"], Envy::None),
    envy_recipients: not_asked(),
    envy_unit: not_asked(),
    envy_multiple: not_asked(),
    fold_envy_receive: not_asked(),
    fold_envy_trigger: not_asked(),

    // 10.6 Irregularities and authority
    contact_test: says(&["5.8.2", "5.8.6", "G-13"], ContactTest::Seen),
    void_action: says(&["5.21"], VoidAction::ReturnBets),
    foreign_or_count_wrong: says(&["5.8.1", "5.8.3"], VoidOrReferral::Void),
    insufficient_cards: says(&["5.8.4"], VoidOrReferral::Void),
    unshuffled: says(&["5.8.5"], VoidOrReferral::Void),
    count_on_doubt: says(&["5.8.3", "5.23"], CountOnDoubt::None),
    misdeal_uncontacted: says(&["5.8.6"], MisdealUncontacted::VoidUnlessWholeHands),
    move_hands_choices: house(
        &["5.8.6", "5.10", "R20-23"],
        MoveHandsChoices::Offer,
        &[MoveHandsChoices::Offer, MoveHandsChoices::None],
    ),
    misdeal_contacted: says(&["5.10"], ChoicesOrReferral::Choices),
    exposed_two_uncontacted: says(&["5.8.2", "ML-08"], VoidOrReferral::Void),
    exposed_two_contacted: says(&["5.12"], Exposure::Continue),
    exposed_one: says(&["5.12", "ML-08"], Exposure::OptionsToAffected),
    exposed_after_seen: house(
        &["5.12", "5.10", "ML-09"],
        Exposure::Continue,
        &[Exposure::Continue, Exposure::OptionsToAffected],
    ),
    exposed_after_deal: house(
        &["5.23", "R20-26"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue, Exposure::Void],
    ),
    exposed_by_anyone: says(&["5.8.2", "5.12"], YesNo::No),
    dealer_count_wrong: says(&["5.8.7"], DealerCountWrong::VoidIfNotReconstructable),
    player_count_wrong: says(&["5.15"], PlayerCountWrong::HandAndOthersChoose),
    player_count_wrong_uncontacted: house(
        &["5.15", "5.8.6", "R20-12"],
        PlayerCountWrongUncontacted::HandOnly,
        &[
            PlayerCountWrongUncontacted::HandOnly,
            PlayerCountWrongUncontacted::VoidRound,
        ],
    ),
    permit_withdrawal_role: not_asked(),
    burn_missed: says(&["5.9"], Some(BurnMissed::ReconstructOrVoid)),
    face_up_card: says(&["5.13"], FaceUpCard::UseAsNext),
    joint_cards: says(&["5.14", "5.14.1"], JointCards::SupervisorThenChoicesAll),
    community_error: house(
        &["5.10", "5.23", "ML-10"],
        Some(CommunityError::Options),
        &[
            Some(CommunityError::Options),
            Some(CommunityError::ReturnJackpotBets),
            Some(CommunityError::Void),
        ],
    ),
    other_dealing_error: says(&["5.10"], ChoicesOrReferral::Choices),
    affected_scope: house(
        &["5.10", "G-14"],
        Some(AffectedScope::Computed),
        &[
            Some(AffectedScope::Computed),
            Some(AffectedScope::AllPlayers),
        ],
    ),
    choices_deadline: house(
        &["5.10", "R20-24"],
        Some(ChoicesDeadline::DealerShown),
        &[
            Some(ChoicesDeadline::DealerShown),
            Some(ChoicesDeadline::EndOfRound),
        ],
    ),
    no_choice_made: house(
        &["5.10.3", "R20-25"],
        Some(NoChoiceMade::Withdraw),
        &[Some(NoChoiceMade::Withdraw), Some(NoChoiceMade::Continue)],
    ),
    invalidated_bets: says(&["5.15", "5.10.3", "5.18"], InvalidatedBets::Returned),
    bets_back_by: says(
        &["5.10.3", "5.15", "5.18"],
        ClauseList(&["5.10.3", "5.15", "5.18"]),
    ),
    extra_view: says(&["5.18", "3.7", "R20-15"], ExtraView::IntentRuling),
    stop_action: says(&["5.23"], StopAction::None),
    disclosure: says(&["5.23"], Disclosure::Referral),
    interruption_no_outcome: says(&["5.7.2", "G-15"], InterruptionNoOutcome::Void),
    interruption_outcome: says(&["5.7.1", "G-15"], InterruptionOutcome::Continue),
    interruption_scope: says(&["5.7"], Some(InterruptionScope::AnyTechnical)),
    late_error: says(&["5.19", "R20-16"], LateError::NoEffect),
    uncovered_authority: says(&["5.23"], UncoveredAuthority::TableGameShiftManager),
    uncovered_proposal: says(&["5.23"], UncoveredProposal::None),
    acting_up: says(&["1.14"], ActingUp::AssignedPerson),
};
