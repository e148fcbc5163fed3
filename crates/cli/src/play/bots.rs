//! Company at the table: they bet plainly and play Q-6-4 or better, which is how one should.
//!
//! A bot knows what its own view shows and nothing else.

use game::{Actor, Area, BoxNumber, Event, Face, FoldedPairPlus, Hand, Money, PlayerId, Request};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;

use super::session::{Session, YOU};

const NAMES: [&str; 14] = [
    "East", "West", "North", "South", "Dawn", "Noon", "Dusk", "Midnight", "Spring", "Summer",
    "Autumn", "Winter", "Harbour", "Meadow",
];

/// As many as fit beside one Player at the largest layout.
pub const BOTS_MAX: usize = NAMES.len();

/// The bot of that place in the list.
pub fn bot(index: usize) -> PlayerId {
    let index = u32::try_from(index).unwrap_or(u32::MAX - 2);
    PlayerId(YOU.0 + 1 + index)
}

pub fn name(player: PlayerId) -> &'static str {
    if player == YOU {
        return "You";
    }
    let index = player.0.checked_sub(YOU.0 + 1);
    let index = index.and_then(|index| usize::try_from(index).ok());
    index
        .and_then(|index| NAMES.get(index).copied())
        .unwrap_or("A Player")
}

/// An Ante always, Pair Plus now and then, the jackpot or side bet now and then.
pub fn bet(session: &mut Session, moods: &mut ChaCha20Rng) {
    for (player, at) in session.settings.bots.clone() {
        for area in session.areas() {
            let unit = session.least(area);
            let amount = match area {
                Area::Ante => unit.times(moods.random_range(1..=4)),
                Area::PairPlus | Area::FiveCard | Area::Jackpot | Area::Play => {
                    if moods.random_ratio(1, 3) {
                        unit
                    } else {
                        Money::ZERO
                    }
                }
            };
            // A refusal is no news: the bot simply has no bet there.
            let by = Actor::Player(player);
            session.if_allowed(by, Request::PlaceBet { at, area, amount });
        }
    }
}

/// Looks, then plays or folds.
pub fn decide(
    session: &mut Session,
    player: PlayerId,
    at: BoxNumber,
) -> anyhow::Result<Vec<Event>> {
    let by = Actor::Player(player);
    session.if_allowed(by, Request::Look { at });
    let stand = Request::StandPairPlus { at };
    if session.may(player, &stand) {
        return session.must(by, stand);
    }
    let amount = session
        .held(at)
        .map_or(Money::ZERO, |held| held.bets.of(Area::Ante, player));
    if own_hand(session, player, at).is_none_or(is_worth_playing) {
        return session.must(by, Request::Play { at, amount });
    }
    let pair_plus = FoldedPairPlus::Plain;
    session.must(by, Request::Fold { at, pair_plus })
}

fn own_hand(session: &Session, player: PlayerId, at: BoxNumber) -> Option<Hand> {
    let view = session.view_of(player);
    let seen = view.boxes.into_iter().find(|held| held.at == at)?;
    hand_of(&seen.cards)
}

/// The hand, where all three cards lie open to the viewer this view was made for.
pub fn hand_of(faces: &[Face]) -> Option<Hand> {
    let cards: Option<Vec<_>> = faces
        .iter()
        .map(|face| match face {
            Face::Up(card) => Some(*card),
            Face::Down => None,
        })
        .collect();
    Hand::new(cards?.try_into().ok()?)
}

fn is_worth_playing(hand: Hand) -> bool {
    let least: Hand = "Qs 6d 4c".parse().expect("Q-6-4 is a hand");
    hand.strength() >= least.strength()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_plays_queen_six_four_and_nothing_less() {
        let worth = |text: &str| is_worth_playing(text.parse().unwrap());
        assert!(worth("Qs 6d 4c") && worth("2s 2d 3c") && worth("Qc 7d 2h"));
        assert!(!worth("Qs 6d 3c") && !worth("Js Td 8c"));
    }

    #[test]
    fn everybody_has_a_name_of_their_own() {
        let names: std::collections::BTreeSet<_> =
            (0..BOTS_MAX).map(|index| name(bot(index))).collect();
        assert_eq!(names.len(), BOTS_MAX);
        assert_eq!(name(YOU), "You");
    }
}
