//! Everything that can be reported, each brought about at a table, and who has to rule on it.

use super::floor::{A, B, DEALER, FOUR, Floor, ONE, TWO};
use game::{
    Actor, Area, Cause, Device, Irregularity, Money, Place, Report, Request, RulebookId, Slip, Step,
};

/// One thing that goes wrong, and who rules on it under each rulebook: rws-2020, rws-2013, mbs-2019,
/// rws-multilink-2024, oceanfront.
///
/// `S` a Pit Supervisor establishes the facts, or the text names that post; `M` a Pit Manager; `T` the
/// shift manager; `H` the House; `#` the Dealer counts and no post is asked. `.` no post: the clause says it and no money moves. `-` it cannot
/// come to this.
pub struct Row {
    pub name: &'static str,
    pub is: Irregularity,
    pub ruled_by: &'static str,
    pub goes_wrong: fn(RulebookId) -> (Floor, Report),
}

const fn row(
    name: &'static str,
    is: Irregularity,
    ruled_by: &'static str,
    goes_wrong: fn(RulebookId) -> (Floor, Report),
) -> Row {
    Row {
        name,
        is,
        ruled_by,
        goes_wrong,
    }
}

// tidy: table
#[rustfmt::skip]
pub const ROWS: [Row; 37] = [
    row("a joker", Irregularity::ForeignCard, "S S S S M", |id| (dealing(id), Report::ForeignCard { found: "joker".to_owned() })),
    row("51 cards", Irregularity::DeckCountWrong, "S S S S M", |id| (dealing(id), Report::DeckCount { counted: 51 })),
    row("too few cards", Irregularity::TooFewCards, "S S T S M", |id| (dealing(id), Report::TooFewCards { left: 1 })),
    row("no shuffle", Irregularity::NotShuffled, "S S S S M", |id| (dealing(id), Report::NotShuffled)),
    row("hands swapped, untouched", Irregularity::HandsMisplaced, "S S S S M", |id| (swapped(id), Report::Misdealt)),
    row("hands swapped, seen", Irregularity::HandsMisplaced, "S S T S M", |id| (seen(swapped(id)), Report::Misdealt)),
    row("cards mixed, untouched", Irregularity::CardsMisplaced, "S S S S M", |id| (mixed(id), Report::Misdealt)),
    row("cards mixed, seen", Irregularity::CardsMisplaced, "S S T S M", |id| (seen(mixed(id)), Report::Misdealt)),
    row("two cards turned, untouched", Irregularity::CardsExposed, "S S S S M", |id| turned(dealing(id), 2)),
    row("two cards turned, seen", Irregularity::CardsExposed, ". S S . M", |id| turned(seen(dealing(id)), 2)),
    row("one card turned, untouched", Irregularity::CardExposed, "S . T S M", |id| turned(dealing(id), 1)),
    row("one card turned, seen", Irregularity::CardExposed, ". . T . M", |id| turned(seen(dealing(id)), 1)),
    row("a card turned after the deal", Irregularity::ExposedAfterDeal, "T T T T M", |id| turned(deciding(id), 1)),
    row("the Dealer has two cards", Irregularity::DealerCountWrong, "S S S S S", |id| short_dealer(deciding(id))),
    row("the Dealer had two cards", Irregularity::DealerCountWrong, "S S S S S", |id| short_dealer(over(id))),
    row("box 2 has two cards", Irregularity::PlayerCountWrong, "S S S S S", |id| short_box(deciding(id))),
    row("box 2 has two cards, seen", Irregularity::PlayerCountWrong, "S S S S S", |id| short_box(seen(deciding(id)))),
    row("box 2 had two cards", Irregularity::PlayerCountWrong, "S S S S S", |id| short_box(over(id))),
    row("no burn, untouched", Irregularity::BurnMissed, "H - - H -", |id| no_burn(id, Seen::No)),
    row("no burn, seen", Irregularity::BurnMissed, "S - - S -", |id| no_burn(id, Seen::Yes)),
    row("a card face up in the device", Irregularity::FaceUpCard, ". . T . M", face_up),
    row("two cards at once", Irregularity::CardsTogether, "S S T S M", together),
    row("a community card turned", Irregularity::CommunityWrong, "- - - S -", community_turned),
    row("another dealing error", Irregularity::OtherDealingError, "S S T S M", |id| (deciding(id), Report::DealingError { what: "a torn card".to_owned(), boxes: vec![ONE] })),
    row("ten minutes without power", Irregularity::Interruption, "S S S S M", |id| (dealing(id), Report::Interruption { cause: Cause::Power, seconds: 600 })),
    row("ten minutes without network", Irregularity::Interruption, "S S T S M", |id| (dealing(id), Report::Interruption { cause: Cause::Technical, seconds: 600 })),
    row("no power, one has folded", Irregularity::Interruption, ". . . . M", |id| (folded(id), Report::Interruption { cause: Cause::Power, seconds: 600 })),
    row("jackpot fault, unseen", Irregularity::JackpotFault, "S S T S -", |id| (dealing(id), Report::JackpotFault { recorded: Money::major(50_000) })),
    row("jackpot fault, seen", Irregularity::JackpotFault, "S S T S -", |id| (seen(dealing(id)), Report::JackpotFault { recorded: Money::major(50_000) })),
    row("more on Play than the Ante", Irregularity::PlayAboveAnte, "S S T S M", |id| play_is(id, 2)),
    row("nothing left on Play", Irregularity::PlayBelowAnte, "S S T S M", |id| play_is(id, 0)),
    row("another hand looked at", Irregularity::ExtraLook, "S - T S -", looked_twice),
    row("a box staked by mistake", Irregularity::MistakenPositions, "T - S T -", staked_in_error),
    row("cards shown around", Irregularity::Disclosure, "T T T T M", |id| (deciding(id), Report::Disclosure { player: A })),
    row("a doubt about the count", Irregularity::CountDoubted, "T T # T M", |id| (dealing(id), Report::CountDoubted)),
    row("anything else", Irregularity::Uncovered, "T T T T M", |id| (deciding(id), Report::Other { what: "the lamp fell down".to_owned() })),
    row("anything else, bets open", Irregularity::Uncovered, "T T T T M", |id| (betting(id), Report::Other { what: "the lamp fell down".to_owned() })),
];

fn betting(id: RulebookId) -> Floor {
    let mut floor = Floor::new(id);
    floor.three_players();
    floor
}

pub fn dealing(id: RulebookId) -> Floor {
    let mut floor = Floor::new(id);
    floor.bets_closed();
    floor.first_hand_dealt();
    floor
}

pub fn deciding(id: RulebookId) -> Floor {
    let mut floor = dealing(id);
    floor.all_dealt();
    floor
}

pub fn shown(id: RulebookId) -> Floor {
    let mut floor = dealing(id);
    floor.shown();
    floor
}

pub fn over(id: RulebookId) -> Floor {
    let mut floor = dealing(id);
    floor.concluded();
    floor
}

fn seen(mut floor: Floor) -> Floor {
    floor.look();
    floor
}

pub fn folded(id: RulebookId) -> Floor {
    let mut floor = deciding(id);
    floor.fold(A, ONE);
    floor
}

/// The hands of boxes 1 and 2 each before the other.
fn swapped(id: RulebookId) -> Floor {
    let mut floor = up_to_the_first_hand(id);
    for to in [TWO, ONE] {
        let cards = floor.draw(3);
        slip(
            &mut floor,
            Slip::Instead {
                cards,
                to: Place::Box(to),
            },
        );
    }
    floor
}

/// Boxes 1 and 2 have one card of each other.
fn mixed(id: RulebookId) -> Floor {
    let mut floor = up_to_the_first_hand(id);
    for (own, other) in [(ONE, TWO), (TWO, ONE)] {
        let cards = floor.draw(2);
        slip(
            &mut floor,
            Slip::Instead {
                cards,
                to: Place::Box(own),
            },
        );
        let cards = floor.draw(1);
        slip(
            &mut floor,
            Slip::Extra {
                cards,
                to: Place::Box(other),
            },
        );
    }
    floor
}

fn up_to_the_first_hand(id: RulebookId) -> Floor {
    let mut floor = Floor::new(id);
    floor.bets_closed();
    while !matches!(
        floor.round().next_step(&floor.rulebook),
        Some(Step::Packet(_))
    ) {
        floor.deal_one();
    }
    floor
}

fn slip(floor: &mut Floor, slip: Slip) {
    floor.say(DEALER, Request::Slip { slip });
}

/// Cards of box 1 lie open, by the Dealer's hand.
fn turned(floor: Floor, count: usize) -> (Floor, Report) {
    let cards = floor.hand(ONE)[..count].to_vec();
    let by = DEALER;
    (floor, Report::Exposed { cards, by })
}

pub fn short_dealer(floor: Floor) -> (Floor, Report) {
    let cards = floor.dealers_hand()[..2].to_vec();
    let place = Place::Dealer;
    (floor, Report::Found { place, cards })
}

pub fn short_box(floor: Floor) -> (Floor, Report) {
    let cards = floor.hand(TWO)[..2].to_vec();
    let place = Place::Box(TWO);
    (floor, Report::Found { place, cards })
}

#[derive(Clone, Copy)]
enum Seen {
    Yes,
    No,
}

/// The first card went to box 1 unburnt; `-` where nothing is burnt.
fn no_burn(id: RulebookId, seen: Seen) -> (Floor, Report) {
    let shoe = id.form().deal_methods.says.contains(&Device::ManualShoe);
    let device = if shoe {
        Device::ManualShoe
    } else {
        Device::Shuffler
    };
    let mut floor = Floor::dealing_from(id, device, &[]);
    floor.bets_closed();
    if floor.round().next_step(&floor.rulebook) == Some(Step::Burn) {
        slip(&mut floor, Slip::Missed);
    }
    floor.all_dealt();
    if matches!(seen, Seen::Yes) {
        floor.look();
    }
    (floor, Report::Misdealt)
}

fn face_up(id: RulebookId) -> (Floor, Report) {
    let mut floor = dealing(id);
    let card = floor.draw(1)[0];
    (floor, Report::FaceUp { card })
}

fn together(id: RulebookId) -> (Floor, Report) {
    let mut floor = dealing(id);
    let cards = floor.draw(2);
    (floor, Report::Together { cards })
}

fn community_turned(id: RulebookId) -> (Floor, Report) {
    let floor = dealing(id);
    let community = floor.round().felt().unwrap().community.clone();
    let cards = community.into_iter().take(1).collect();
    let by = DEALER;
    (floor, Report::Exposed { cards, by })
}

fn play_is(id: RulebookId, antes: u32) -> (Floor, Report) {
    let floor = shown(id);
    let found = floor.ante.times(antes);
    let (at, player) = (TWO, B);
    (floor, Report::UnequalPlay { at, player, found })
}

/// A has boxes 1 and 4 and all hands are out; where the game has one box to a Player, A has one.
pub fn two_boxes(id: RulebookId) -> Floor {
    let mut floor = Floor::new(id);
    floor.three_players();
    let (at, area, amount) = (FOUR, Area::Ante, floor.ante);
    let second = Request::PlaceBet { at, area, amount };
    let _ = floor.try_say(Actor::Player(A), second);
    let _ = floor.try_say(DEALER, Request::InformOneHand { player: A });
    floor.close_bets();
    floor.all_dealt();
    floor
}

fn looked_twice(id: RulebookId) -> (Floor, Report) {
    let floor = seen(two_boxes(id));
    let (at, player) = (FOUR, A);
    (floor, Report::ExtraLook { at, player })
}

fn staked_in_error(id: RulebookId) -> (Floor, Report) {
    let floor = two_boxes(id);
    let (at, player) = (FOUR, A);
    (floor, Report::StakedInError { at, player })
}
