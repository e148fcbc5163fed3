//! What a line of a settlement rests on, where the amounts alone would not show a wrong ruling: hidden
//! and folded hands, envy, void rounds; and the names and sums that are read off a settlement.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{
    Bounds, BoxNumber, DeclineReveal, Fate, FoldedPairPlus, HiddenHandAnte, JackpotTerms, Limits,
    Line, Money, Outcome, PlayerId, Reason, RefuseRevealPlay, Rulebook, RulebookId, Settlement,
    Showdown, StakedBox, Stakes, Wager, YesNo, settle, settle_void,
};

const QUALIFIES: &str = "Qs 8h 3d";
const NOT_QUALIFIED: &str = "Js 8h 3d";

fn staked(number: u8, hand: &str, fate: Fate) -> StakedBox {
    let cards: Vec<_> = hand.split(' ').map(|card| card.parse().unwrap()).collect();
    StakedBox {
        number: BoxNumber(number),
        player: PlayerId(u32::from(number)),
        hand: game::Hand::new([cards[0], cards[1], cards[2]]),
        stakes: Stakes {
            ante: Money::major(10),
            play: Money::major(10),
            pair_plus: Money::major(20),
            jackpot: Money::major(5),
            ..Stakes::default()
        },
        fate,
        claimed: true,
        grace_used: false,
    }
}

fn settled(rulebook: &Rulebook, dealer: &str, boxes: &[StakedBox]) -> Settlement {
    settled_within(rulebook, Limits::default(), dealer, boxes)
}

fn settled_within(
    rulebook: &Rulebook,
    limits: Limits,
    dealer: &str,
    boxes: &[StakedBox],
) -> Settlement {
    let dealer: Vec<_> = dealer
        .split(' ')
        .map(|card| card.parse().unwrap())
        .collect();
    let showdown = Showdown {
        dealer: game::Hand::new([dealer[0], dealer[1], dealer[2]]).unwrap(),
        community: None,
        limits,
        jackpot: Some(JackpotTerms {
            stake: Money::major(5),
            displayed: Money::major(50_000),
            seed: Money::major(20_000),
        }),
        paid_before: &[],
        paid_after: &[],
        boxes,
    };
    settle(rulebook, &showdown)
}

fn line(settlement: &Settlement, nth: usize, wager: Wager) -> Option<&Line> {
    let lines = settlement.boxes[nth].lines.iter();
    lines.into_iter().find(|line| line.wager == wager)
}

fn cites(settlement: &Settlement, wager: Wager) -> String {
    line(settlement, 0, wager).unwrap().cites.to_string()
}

/// mbs-2019 3.9.1.1: said or not, Pair Plus is kept under another clause (MBS-05).
#[test]
fn pair_plus_that_outlives_a_fold_cites_what_keeps_it() {
    let form = RulebookId::Mbs2019.form();
    let folded = |how| {
        let mut box_one = staked(1, "9s 9d 4c", Fate::Folded(how));
        box_one.stakes.play = Money::ZERO;
        cites(&settled(form, QUALIFIES, &[box_one]), Wager::PairPlus)
    };
    let elected = folded(FoldedPairPlus::Kept);
    assert!(elected.ends_with("3.9.1.1, MBS-05"), "{elected}");
    assert!(!elected.contains("3.9.1,"), "{elected}");
    let plain = folded(FoldedPairPlus::Plain);
    assert!(plain.ends_with("3.9.1, 3.9.1.1, MBS-05"), "{plain}");
}

/// rws-multilink-2024 4.5 and ML-07: a refused hand counts as folded, and the play rests on both.
#[test]
fn a_hand_not_shown_cites_the_refusal_and_what_becomes_of_the_bet() {
    let hidden = staked(1, "9s 9d 4c", Fate::Hidden { established: false });
    let mut form = RulebookId::RwsMultilink2024.form().clone();
    form.refuse_reveal_play.says = Some(RefuseRevealPlay::Returned);
    let both = form.refuse_reveal_play.cites;
    let settlement = settled(&form, QUALIFIES, &[hidden]);
    let play = line(&settlement, 0, Wager::Play).unwrap();
    assert_eq!(play.outcome, Outcome::Returned);
    let found: Vec<&str> = play.cites.iter().collect();
    for id in form.decline_reveal.cites.iter().chain(both) {
        assert!(found.contains(id), "{id} in {found:?}");
    }

    // rws-2020 R20-07: where the house lets the ante lose without a qualified hand, its clause is cited.
    let mut form = RulebookId::Rws2020.form().clone();
    form.hidden_hand_no_qualify_ante.says = Some(HiddenHandAnte::Lost);
    let settlement = settled(&form, NOT_QUALIFIED, &[hidden]);
    let ante = line(&settlement, 0, Wager::Ante).unwrap();
    assert_eq!(
        (ante.outcome, ante.reason),
        (Outcome::Lose, Reason::NotShown)
    );
    let found: Vec<&str> = ante.cites.iter().collect();
    for id in form.hidden_hand_no_qualify_ante.cites {
        assert!(found.contains(id), "{id} in {found:?}");
    }
}

/// R13-02 and R13-11: a hand that counts as folded receives envy if a folded hand does.
#[test]
fn a_hidden_hand_receives_envy_as_the_house_reads_its_refusal() {
    let receives = |reading, folded_receives| {
        let mut form = RulebookId::Rws2013.form().clone();
        form.decline_reveal.says = reading;
        form.fold_envy_receive.says = Some(folded_receives);
        let boxes = [
            staked(1, "As Ks Qs", Fate::Played),
            staked(2, "9h 7d 4c", Fate::Hidden { established: false }),
        ];
        let settlement = settled(&form, "2s 2h 3d", &boxes);
        line(&settlement, 1, Wager::Envy).is_some()
    };
    assert!(receives(DeclineReveal::DeemedFolded, YesNo::Yes));
    assert!(!receives(DeclineReveal::DeemedFolded, YesNo::No));
    assert!(receives(DeclineReveal::OwnBurden, YesNo::No));
}

/// Two top hands are two envies under one line, which then cites what becomes of several (G-23).
#[test]
fn envy_for_several_hands_cites_the_clause_about_several() {
    let form = RulebookId::Rws2013.form();
    let several = form.envy_multiple.cites;
    let royals = [
        staked(1, "9h 7d 4c", Fate::Played),
        staked(2, "As Ks Qs", Fate::Played),
        staked(3, "Ah Kh Qh", Fate::Played),
    ];
    let envy = |boxes: &[StakedBox]| {
        let settlement = settled(form, "2s 2h 3d", boxes);
        let found = line(&settlement, 0, Wager::Envy).unwrap();
        found.cites.iter().collect::<Vec<_>>()
    };
    let only_there: Vec<_> = several
        .iter()
        .filter(|id| !form.grounds.envy.contains(id))
        .collect();
    assert!(!only_there.is_empty());
    for id in only_there {
        assert!(!envy(&royals[..2]).contains(id));
        assert!(envy(&royals).contains(id));
    }
}

/// G-07: every bet of a void round goes back under the clause, box by box, and no hand counts.
#[test]
fn a_void_round_hands_every_bet_back() {
    let boxes = [staked(1, "9s 9d 4c", Fate::Played)];
    let void = settle_void(&boxes, &["5.1"], &["G-07"]);
    assert_eq!(void.len(), 1);
    assert_eq!((void[0].number, void[0].hand), (BoxNumber(1), None));
    assert_eq!(void[0].returned(), Money::major(45));
    assert_eq!(void[0].staked(), Money::major(45));
    for line in &void[0].lines {
        assert_eq!(line.outcome, Outcome::Returned);
        assert_eq!(line.cites.to_string(), "5.1, G-07");
    }
}

#[test]
fn the_house_wins_what_the_boxes_lose() {
    let form = RulebookId::Rws2020.form();
    let loses = staked(1, "9s 7d 4c", Fate::Played);
    let settlement = settled(form, QUALIFIES, &[loses]);
    assert_eq!(settlement.boxes[0].returned(), Money::ZERO);
    assert_eq!(settlement.house_net(), Money::major(45));
    // Ante 1 to 1 and Play back; Pair Plus and the jackpot bet are lost.
    let settlement = settled(form, NOT_QUALIFIED, &[loses]);
    assert_eq!(settlement.house_net(), Money::major(45 - 30));
}

#[test]
fn outcomes_and_awards_are_written_by_name() {
    let names = [
        Outcome::Win,
        Outcome::Lose,
        Outcome::StandOff,
        Outcome::Returned,
    ];
    let names = names.map(Outcome::name);
    assert_eq!(names, ["win", "lose", "stand_off", "returned"]);
    let form = RulebookId::Rws2020.form();
    let royal = staked(1, "As Ks Qs", Fate::Played);
    let settlement = settled(form, QUALIFIES, &[royal]);
    let payment = settlement.jackpot.unwrap().payments[0];
    assert_eq!(payment.award_name(), "major");
    assert_eq!(payment.award().to_string(), "major");
}

/// G-19: what lies beyond the set amount of a jackpot bet goes back, and the line says under which clause.
#[test]
fn a_jackpot_bet_over_the_set_amount_cites_why_the_rest_goes_back() {
    let form = RulebookId::Rws2020.form();
    let bet = |amount| {
        let mut loses = staked(1, "9s 7d 4c", Fate::Played);
        loses.stakes.jackpot = amount;
        let settlement = settled(form, QUALIFIES, &[loses]);
        let line = line(&settlement, 0, Wager::Jackpot).unwrap();
        (line.returned, line.cites.iter().any(|id| id == "G-19"))
    };
    assert_eq!(bet(Money::major(5)), (Money::ZERO, false));
    assert_eq!(bet(Money::major(7)), (Money::major(2), true));
}

fn ante_within(rulebook: &Rulebook, bounds: Bounds, staked: StakedBox) -> Line {
    let limits = Limits {
        ante: bounds,
        ..Limits::default()
    };
    let settlement = settled_within(rulebook, limits, QUALIFIES, &[staked]);
    *line(&settlement, 0, Wager::Ante).unwrap()
}

/// mbs-2019 5.13: one short stake is settled under the clause, the next goes back under it.
#[test]
fn a_stake_below_the_minimum_cites_the_clause_and_goes_back_the_second_time() {
    let form = RulebookId::Mbs2019.form();
    let bounds = Bounds {
        min: Some(Money::major(25)),
        max: None,
    };
    let clause = form.under_min_closed.cites[0];
    let mut short = staked(1, "9s 7d 4c", Fate::Played);
    let first = ante_within(form, bounds, short);
    assert_eq!(
        (first.outcome, first.reason),
        (Outcome::Lose, Reason::Lower)
    );
    assert!(first.cites.iter().any(|id| id == clause), "{}", first.cites);
    short.grace_used = true;
    let second = ante_within(form, bounds, short);
    assert_eq!(second.outcome, Outcome::Returned);
    assert_eq!(second.reason, Reason::UnderMinimum);
    assert!(
        second.cites.iter().any(|id| id == clause),
        "{}",
        second.cites
    );
}

/// A stake of exactly the maximum needs no correction; one above it is corrected, and says by what.
#[test]
fn only_a_stake_above_the_maximum_cites_the_correction() {
    let form = RulebookId::Rws2020.form();
    let box_one = staked(1, "9s 7d 4c", Fate::Played);
    let ante = |most| {
        let bounds = Bounds {
            min: None,
            max: Some(Money::major(most)),
        };
        ante_within(form, bounds, box_one)
    };
    let (exact, over) = (ante(10), ante(8));
    assert_eq!(exact.cites, ante(11).cites);
    assert_ne!(over.cites, exact.cites);
    assert_eq!(
        (over.at_risk, over.returned),
        (Money::major(8), Money::major(2))
    );
}

/// IR-24, IR-25: a Play that equals its Ante rests on neither correction.
#[test]
fn only_a_play_other_than_the_ante_cites_a_correction() {
    let form = RulebookId::Rws2020.form();
    let play = |amount| {
        let mut box_one = staked(1, "9s 7d 4c", Fate::Played);
        box_one.stakes.play = Money::major(amount);
        cites(&settled(form, QUALIFIES, &[box_one]), Wager::Play)
    };
    let cites = |found: &str, id: &str| found.split(", ").any(|own| own == id);
    let only = |these: &[&'static str], known: &str| {
        let new = these.iter().find(|id| !cites(known, id));
        (*new.unwrap()).to_owned()
    };
    let equal = play(10);
    let over = only(form.play_over.cites, &equal);
    let under = only(form.play_under.cites, &equal);
    assert!(cites(&play(11), &over), "{}", play(11));
    assert!(cites(&play(9), &under), "{}", play(9));
}

/// OFG-10: where the table's maximum is the rulebook's cap, the cap is what corrects a stake.
#[test]
fn a_cap_that_equals_the_maximum_is_cited() {
    let form = RulebookId::Oceanfront.form();
    let game::BetCap::At(cap) = form.bet_cap.says else {
        panic!("oceanfront has a cap");
    };
    let mut over = staked(1, "9s 7d 4c", Fate::Played);
    over.stakes.ante = cap + Money::major(1);
    let bounds = Bounds {
        min: None,
        max: Some(cap),
    };
    let found: Vec<&str> = ante_within(form, bounds, over).cites.iter().collect();
    for id in form.bet_cap.cites {
        assert!(found.contains(id), "{id} in {found:?}");
    }
}

/// A side bet that lies alone is dealt no hand and goes back (OFG-07).
#[test]
fn a_side_bet_alone_on_its_box_goes_back() {
    let mut alone = staked(1, "9s 7d 4c", Fate::Standing);
    alone.hand = None;
    alone.stakes = Stakes {
        five_card: Money::major(5),
        ..Stakes::default()
    };
    let settlement = settled(RulebookId::Oceanfront.form(), QUALIFIES, &[alone]);
    let side_bet = line(&settlement, 0, Wager::FiveCard).unwrap();
    assert_eq!(side_bet.outcome, Outcome::Returned);
    assert_eq!(side_bet.returned, Money::major(5));
    assert_eq!(side_bet.reason, Reason::NoBase);
}
