//! People at a table where the house deals: what the others do, with seeds in the place of cards.

use game::{Actor, Phase, PlayerId, Request};
use house::log::Fingerprint;
use house::shuffle::{DealId, Seed, SeedOwner};
use house::table::{CardRequest, Source, TableRequest, TableState};
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

use super::HOUSE;

/// Who wants a say in the decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habits {
    /// No Player promises a seed.
    NoSeeds,
    /// Two of three promise a seed, and open it.
    Keep,
    /// Some of them say nothing when it comes to it.
    Withhold,
}

/// The next request and who makes it, if one is due; without habits the cards lie on the table.
pub fn next(
    state: &TableState,
    script: &ScriptedTable,
    jackpots: Jackpots,
    habits: Option<Habits>,
) -> Option<(Actor, TableRequest)> {
    let Some(habits) = habits else {
        let next = script.next(state.table(), jackpots);
        return next.map(|(by, request)| (by, TableRequest::Game(request)));
    };
    let between = state.open_round().is_none();
    if between && state.table().setup().is_some() && state.cards_from() == Source::Table {
        let from = Source::House;
        return Some((HOUSE, TableRequest::Cards(CardRequest::TakeCards { from })));
    }
    let next = script.next(state.table(), jackpots);
    let closes = matches!(next, Some((_, Request::CloseBets)));
    let deals = next.as_ref().is_some_and(|(_, request)| {
        matches!(
            request,
            Request::Burn { .. }
                | Request::DealNext { .. }
                | Request::DealPacket { .. }
                | Request::DealCommunity { .. }
                | Request::DiscardCommunity
        )
    });
    let own = if closes {
        promised(state, habits)
    } else if deals {
        Some(opened(state, habits))
    } else {
        None
    };
    let card = |(by, request)| (by, TableRequest::Cards(request));
    own.map(card)
        .or_else(|| next.map(|(by, request)| (by, TableRequest::Game(request))))
}

/// The next Player with a bet who wants a say and has none yet.
fn promised(state: &TableState, habits: Habits) -> Option<(Actor, CardRequest)> {
    let (round, shuffle) = (state.open_round()?, state.shuffle()?);
    if habits == Habits::NoSeeds || !matches!(round.phase(), Phase::BetsOpen) {
        return None;
    }
    let has = |player| shuffle.players().any(|(other, ..)| other == player);
    let players = round.boxes().filter_map(|(_, held)| held.controller());
    let mut players = players.filter(|player| player.0 % 3 != 0 && !has(*player));
    let player = players.next()?;
    let promise =
        seed_of(shuffle.deal(), player).promise(shuffle.deal(), SeedOwner::Player(player));
    Some((Actor::Player(player), CardRequest::PromiseSeed { promise }))
}

/// The next seed to be opened; then the cards.
fn opened(state: &TableState, habits: Habits) -> (Actor, CardRequest) {
    let dealer = super::round::DEALER;
    let Some(shuffle) = state.shuffle().filter(|shuffle| shuffle.deck().is_none()) else {
        return (dealer, CardRequest::Deal);
    };
    let deal = shuffle.deal();
    let withholds = |player: PlayerId| {
        habits == Habits::Withhold && (u64::from(player.0) + deal.round).is_multiple_of(2)
    };
    let mut silent = shuffle.silent().into_iter();
    match silent.find(|player| !withholds(*player)) {
        Some(player) => {
            let seed = seed_of(deal, player);
            (Actor::Player(player), CardRequest::OpenSeed { seed })
        }
        None => (dealer, CardRequest::Shuffle),
    }
}

/// What a Player's own machine would draw.
pub fn seed_of(deal: DealId, player: PlayerId) -> Seed {
    let name = format!("{} {} {}", deal.table.0, deal.round, player.0);
    let Fingerprint(bytes) = Fingerprint::of(name.as_bytes());
    Seed::new(bytes)
}
