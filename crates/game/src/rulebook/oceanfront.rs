//! Oceanfront Gaming, Inc., procedures for "Three Card Poker", undated and without a version.
//! No jackpot: a side bet on the best five of six cards instead, and no bet above four dollars.
//! It names one irregularity, a wrong count, which voids everything; the rest is silence (OFG-16).
// tidy: table

#[allow(clippy::wildcard_imports, reason = "most of the words")]
use super::choices::*;
use super::ruling::{house, house_any, not_asked, says};
use super::tables::{BetCap, BetOrder, PayTable, Positions, SideBetTable};
use super::{Grounds, Rulebook, RulebookId};
use crate::money::Money;
use crate::wager::Wager;

pub const OCEANFRONT: Rulebook = Rulebook {
    id: RulebookId::Oceanfront,
    title: "Three Card Poker (Oceanfront Gaming)",
    version: "unknown",
    effective: "unknown",

    grounds: Grounds {
        unqualified_ante: &["ofg.bets.1.no-qualify"],
        unqualified_play: &["ofg.bets.1.no-qualify"],
        higher: &["ofg.bets.1.win"],
        lower: &["ofg.bets.1.lose"],
        equal: &["OFG-02"],
        bonus_unqualified: &["ofg.bets.1.bonus", "ofg.ab"],
        bonus_qualified: &["ofg.bets.1.bonus", "ofg.ab"],
        pair_plus_unqualified: &["ofg.bets.2.dealer", "ofg.pp"],
        pair_plus_qualified: &["ofg.bets.2.dealer", "ofg.pp"],
        fold: &["ofg.bets.1.fold", "ofg.deal.4"],
        side_bet: &["ofg.sidebet.cards"],
        jackpot: &[],
        envy: &[],
        jackpot_amount: &[],
        void: &["OFG-08"],
        bets_back: &[],

        layout: &["ofg.deal.2.a", "G-21"],
        display: &["ofg.deal.1"],
        opening_call: &["OFG-14"],
        closing_call: &["ofg.deal.2"],
        round_ends: &["ofg.deal.7", "OFG-14"],
        dealer: &["ofg.deal.3"],
        player: &["ofg.deal.1"],
        controller: &["ofg.deal.4", "OFG-16"],
        participation: &["ofg.deal.8", "OFG-01"],
        limits: &["ofg.deal.1", "ofg.bets.3.limits", "ofg.deal.9"],
        one_jackpot: &[],
        others_jackpot: &[],
        offer_jackpot: &[],
        one_deck: &["ofg.intro.deck"],
        deal_singles: &[],
        deal_packets: &["ofg.deal.3"],
        community: &[],
        decision: &["ofg.deal.4"],
        play_amount: &["ofg.bets.3.play", "ofg.deal.4"],
        fold_ends: &["ofg.bets.1.fold"],
        pair_plus_only: &["ofg.deal.1.b", "OFG-01"],
        collect_folded: &["ofg.deal.5", "OFG-06"],
        collect_first: &["ofg.deal.5"],
        announcement: &["ofg.deal.6", "OFG-12"],
        show_dealer: &["ofg.deal.6"],
        reveal: &["ofg.deal.7"],
        claim: &[],
        order: &["ofg.deal.7", "ofg.deal.7.order", "OFG-15"],
        staff: &["OFG-16", "OFG-18"],

        earlier_rounds: &["OFG-16", "R20-16"],
        exposed_by_anyone: &["OFG-16"],
        unequal_play: &[],
        leaves: &["ofg.deal.4", "OFG-16"],
        void_proposed: &["OFG-16"],
    },

    // 10.1 Table and participation
    positions: house(
        &["ofg.deal.2.a", "G-21"],
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
    display_required: says(&["ofg.deal.1"], &[Display::Limits]),
    box_sharing: house(
        &["OFG-16"],
        BoxSharing::Exclusive,
        &[BoxSharing::Exclusive, BoxSharing::Shared],
    ),
    backer_play: not_asked(),
    multi_box: house(
        &["ofg.deal.1.d", "OFG-09"],
        MultiBox::NotOffered,
        &[MultiBox::NotOffered, MultiBox::TwoAdjacent],
    ),
    multi_box_view: house(
        &["ofg.deal.1.d", "OFG-09"],
        MultiBoxView::Sequential,
        &[MultiBoxView::Sequential, MultiBoxView::OneHand],
    ),
    one_hand_notice: says(&["ofg.deal.1.d", "OFG-09"], Duty::None),
    proxy_bets: house(
        &["OFG-16"],
        ProxyBets::None,
        &[ProxyBets::None, ProxyBets::PitStaff],
    ),
    ante_required: house(
        &["ofg.deal.8", "ofg.intro.ways", "OFG-01"],
        YesNo::Yes,
        &[YesNo::Yes, YesNo::No],
    ),
    player_to_player_bets: says(&["ofg.bets.note", "OFG-17"], PlayerToPlayerBets::Forbidden),

    // 10.2 Bets and limits
    opening_call: says(&["OFG-14"], Duty::None),
    missing_pair_plus_call: says(&["ofg.deal.2.a"], YesNo::Yes),
    limit_scope: house(
        &["ofg.bets.3.limits", "G-22"],
        LimitScope::PerArea,
        &[LimitScope::PerArea, LimitScope::PerPosition],
    ),
    bet_cap: says(&["ofg.deal.9", "OFG-10"], BetCap::At(Money::major(4))),
    auto_notice: house(&["OFG-16", "G-12"], OnOff::On, &[OnOff::On, OnOff::Off]),
    over_max_open: house(
        &["ofg.bets.3.limits", "OFG-16"],
        OverMaxOpen::Refuse,
        &[OverMaxOpen::Refuse, OverMaxOpen::RejectExcess],
    ),
    over_max_closed: says(&["ofg.bets.3.limits", "OFG-16"], OverMaxClosed::ToMaximum),
    under_min_open: house(
        &["ofg.bets.3.limits", "OFG-16"],
        UnderMinOpen::Refuse,
        &[UnderMinOpen::Refuse, UnderMinOpen::RaiseOrWithdraw],
    ),
    under_min_closed: house(
        &["ofg.bets.3.limits", "OFG-16"],
        UnderMinClosed::AsIs,
        &[UnderMinClosed::AsIs, UnderMinClosed::OnceThenReturn],
    ),
    under_min_grace_scope: not_asked(),
    late_bet: says(&["ofg.deal.2", "OFG-16"], LateBet::Refuse),
    late_withdrawal: house(
        &["ofg.deal.2", "OFG-16"],
        LateWithdrawal::Refuse,
        &[LateWithdrawal::Refuse, LateWithdrawal::KeptAtRisk],
    ),
    play_over: house(
        &["ofg.bets.3.play", "OFG-16", "R20-09"],
        PlayOver::ToAnte,
        &[PlayOver::ToAnte, PlayOver::ToTableMaximum],
    ),
    play_under: says(&["ofg.bets.3.play", "OFG-16", "R20-10"], PlayUnder::AsIs),
    side_bet: says(&["ofg.sidebet", "ofg.sidebet.amount"], SideBet::FiveOfSix),
    side_bet_requires: house(
        &["ofg.sidebet", "OFG-07"],
        Some(SideBetRequires::Ante),
        &[
            Some(SideBetRequires::Ante),
            Some(SideBetRequires::PairPlus),
            Some(SideBetRequires::Either),
        ],
    ),

    // 10.3 Dealing and decisions
    deal_methods: says(&["ofg.deal.2", "ofg.deal.3"], &[Device::Shuffler]),
    burn: says(&["ofg.deal.3"], Burn::None),
    community: says(&["ofg.deal.3"], Community::None),
    community_method: not_asked(),
    community_discard: not_asked(),
    // Arises only where the house does without the compulsory Ante.
    pair_plus_only_view: house(
        &["ofg.deal.1.b", "OFG-01"],
        PairPlusOnlyView::Allowed,
        &[PairPlusOnlyView::Allowed, PairPlusOnlyView::Barred],
    ),
    pair_plus_only_reveal: says(&["ofg.deal.7"], PairPlusOnlyReveal::Dealer),
    fold_pair_plus: says(&["ofg.bets.3.forfeit", "ofg.deal.4"], FoldPairPlus::Lost),
    plain_fold_pair_plus: not_asked(),
    fold_jackpot: not_asked(),
    fold_side_bet: house(
        &["ofg.bets.3.forfeit", "ofg.deal.4", "OFG-06"],
        Some(FoldSideBet::Alive),
        &[Some(FoldSideBet::Alive), Some(FoldSideBet::Lost)],
    ),
    fold_cards: says(&["ofg.deal.5", "OFG-06"], FoldCards::KeepIfBetAlive),
    absent_undecided: house(
        &["ofg.deal.4", "OFG-16"],
        Absent::Folded,
        &[Absent::Folded, Absent::InvalidReturned],
    ),
    absent_after_viewing: not_asked(),
    decline_reveal: says(&["ofg.deal.7"], DeclineReveal::DealerReveals),
    hidden_hand_no_qualify_ante: not_asked(),
    refuse_reveal_play: not_asked(),
    reveal_when_all_folded: house(
        &["ofg.deal.6", "G-18"],
        RevealWhenAllFolded::IfNeeded,
        &[RevealWhenAllFolded::IfNeeded, RevealWhenAllFolded::Always],
    ),

    // 10.4 Ranking and pay
    royal_rank: says(
        &["ofg.rank", "ofg.pp.mini-royal", "OFG-03"],
        RoyalRank::PaytableOnly,
    ),
    qualifier: says(&["ofg.bets.1"], Qualifier::ByRank),
    literal_ace: not_asked(),
    tie: house(
        &["ofg.bets.1.lose", "OFG-02"],
        Tie::Push,
        &[Tie::Push, Tie::PlayerWins],
    ),
    ante_bonus_requires_play: house(
        &["ofg.bets.1.bonus", "OFG-04", "G-08"],
        YesNo::Yes,
        &[YesNo::Yes, YesNo::No],
    ),
    ante_bonus_table: says(&["ofg.ab"], PayTable::new([5, 4, 3, 1, 0, 0])),
    pair_plus_table: says(&["ofg.pp"], PayTable::new([40, 30, 25, 5, 3, 1])),
    side_bet_table: says(
        &["ofg.sidebet.cards", "OFG-19"],
        Some(SideBetTable([3, 5, 8, 15, 25, 100, 200, 250])),
    ),
    settle_seat_order: says(&["ofg.deal.7", "OFG-15"], SeatOrder::RightFirst),
    settle_bet_order: house_any(
        &["ofg.deal.7.order", "ofg.deal.7.discretion", "OFG-20"],
        BetOrder([
            Wager::Play,
            Wager::AnteBonus,
            Wager::Ante,
            Wager::PairPlus,
            Wager::FiveCard,
        ]),
    ),
    pay_method: house(
        &["ofg.deal.7.method"],
        PayMethod::LayAndPay,
        &[PayMethod::LayAndPay, PayMethod::PickAndPay],
    ),

    // 10.5 Jackpot and envy: its bets are Ante, Pair Plus and the side bet, and no others.
    jackpot_kind: says(
        &["ofg.bets.1", "ofg.bets.2", "ofg.sidebet"],
        JackpotKind::None,
    ),
    jackpot_requires: not_asked(),
    jackpot_medium: not_asked(),
    jackpot_amount: not_asked(),
    jackpot_contribution: not_asked(),
    jackpot_seed: not_asked(),
    jackpot_table: not_asked(),
    jackpot_stake_on_win: not_asked(),
    meter_increment: not_asked(),
    fixed_awards_from_meter: not_asked(),
    reverse_contribution_on_return: not_asked(),
    percent_win_effect: not_asked(),
    percent_rounding: not_asked(),
    jackpot_claim: not_asked(),
    jackpot_same_table_order: not_asked(),
    jackpot_cross_table_order: not_asked(),
    major_payment: not_asked(),
    jackpot_without_base: not_asked(),
    jackpot_fault_unseen: not_asked(),
    jackpot_fault_scope: not_asked(),
    jackpot_fault_seen: not_asked(),
    jackpot_fault_later: not_asked(),
    envy: says(&["ofg.bets.1", "ofg.bets.2", "ofg.sidebet"], Envy::None),
    envy_recipients: not_asked(),
    envy_unit: not_asked(),
    envy_multiple: not_asked(),
    fold_envy_receive: not_asked(),
    fold_envy_trigger: not_asked(),

    // 10.6 Irregularities and authority. Choices after an error are unknown here, so what would
    // offer them stays with the house authority (OFG-18).
    contact_test: house(
        &["OFG-16", "G-13"],
        ContactTest::Seen,
        &[ContactTest::Seen, ContactTest::Handled],
    ),
    void_action: house(
        &["ofg.irreg.1", "OFG-08"],
        VoidAction::ReturnBets,
        &[VoidAction::ReturnBets, VoidAction::RedealSameBets],
    ),
    foreign_or_count_wrong: house(
        &["OFG-16", "OFG-18"],
        VoidOrReferral::Referral,
        &[VoidOrReferral::Referral, VoidOrReferral::Void],
    ),
    insufficient_cards: house(
        &["OFG-16", "OFG-18"],
        VoidOrReferral::Referral,
        &[VoidOrReferral::Referral, VoidOrReferral::Void],
    ),
    unshuffled: house(
        &["OFG-16", "OFG-18"],
        VoidOrReferral::Referral,
        &[VoidOrReferral::Referral, VoidOrReferral::Void],
    ),
    count_on_doubt: says(&["OFG-16"], CountOnDoubt::None),
    misdeal_uncontacted: house(
        &["OFG-16", "OFG-18"],
        MisdealUncontacted::Referral,
        &[
            MisdealUncontacted::Referral,
            MisdealUncontacted::VoidUnlessWholeHands,
        ],
    ),
    move_hands_choices: says(&["OFG-16"], MoveHandsChoices::None),
    misdeal_contacted: says(&["OFG-16", "OFG-18"], ChoicesOrReferral::Referral),
    exposed_two_uncontacted: house(
        &["OFG-16", "OFG-18"],
        VoidOrReferral::Referral,
        &[VoidOrReferral::Referral, VoidOrReferral::Void],
    ),
    exposed_two_contacted: house(
        &["OFG-16", "OFG-18"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue, Exposure::Void],
    ),
    exposed_one: house(
        &["OFG-16", "OFG-18"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue, Exposure::Void],
    ),
    exposed_after_seen: house(
        &["OFG-16", "OFG-18"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue],
    ),
    exposed_after_deal: house(
        &["OFG-16", "OFG-18"],
        Exposure::Referral,
        &[Exposure::Referral, Exposure::Continue, Exposure::Void],
    ),
    dealer_count_wrong: says(&["ofg.irreg.1"], DealerCountWrong::VoidAll),
    player_count_wrong: says(&["ofg.irreg.1"], PlayerCountWrong::VoidAll),
    player_count_wrong_uncontacted: says(&["ofg.irreg.1"], PlayerCountWrongUncontacted::VoidRound),
    permit_withdrawal_role: not_asked(),
    burn_missed: not_asked(),
    face_up_card: house(
        &["OFG-16", "OFG-18"],
        FaceUpCard::Referral,
        &[FaceUpCard::Referral, FaceUpCard::UseAsNext],
    ),
    joint_cards: says(&["OFG-16", "OFG-18"], JointCards::Referral),
    community_error: not_asked(),
    other_dealing_error: says(&["OFG-16", "OFG-18"], ChoicesOrReferral::Referral),
    affected_scope: not_asked(),
    choices_deadline: not_asked(),
    no_choice_made: not_asked(),
    invalidated_bets: house(
        &["OFG-16", "OFG-08"],
        InvalidatedBets::Returned,
        &[InvalidatedBets::Returned, InvalidatedBets::Lost],
    ),
    extra_view: says(&["OFG-16", "OFG-18"], Some(ExtraView::Referral)),
    disclosure: says(&["OFG-16", "OFG-18"], Disclosure::Referral),
    interruption_no_outcome: house(
        &["OFG-16", "OFG-18"],
        InterruptionNoOutcome::Referral,
        &[
            InterruptionNoOutcome::Referral,
            InterruptionNoOutcome::Void,
            InterruptionNoOutcome::OptionWithdrawAll,
        ],
    ),
    interruption_outcome: house(
        &["OFG-16", "OFG-18"],
        InterruptionOutcome::Referral,
        &[InterruptionOutcome::Referral, InterruptionOutcome::Continue],
    ),
    interruption_scope: not_asked(),
    late_error: says(&["OFG-16", "R20-16"], LateError::NoEffect),
    uncovered_authority: house(
        &["OFG-18"],
        UncoveredAuthority::ManagerOnDuty,
        &[
            UncoveredAuthority::ManagerOnDuty,
            UncoveredAuthority::TableGameShiftManager,
            UncoveredAuthority::GamingShiftManager,
        ],
    ),
    acting_up: house(
        &["OFG-18"],
        ActingUp::AssignedPerson,
        &[ActingUp::AssignedPerson, ActingUp::ActingOrHigher],
    ),
};
