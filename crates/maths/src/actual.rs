//! What a house won, held against chance: what it should have won, and how far chance may take it from
//! that. Exact, by the rulebook the table was open by, for Players who decide as well as can be.

use game::{Rulebook, Wager};

use crate::ante_play::AntePlay;
use crate::classes::classes;
use crate::fraction::Fraction;
use crate::moments::Moments;
use crate::pair_plus::PairPlus;
use crate::six_cards::SixCards;
use crate::strategy::Strategy;

/// Two sides of a normal law leave one in a thousand outside 3.2905 deviations; this is its square.
const THOUSANDTH: (i128, i128) = (108_276, 10_000);

/// A game that is reckoned by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Ante, Play and Ante Bonus together.
    AntePlay,
    /// Pair Plus.
    PairPlus,
    /// The five-card side bet.
    FiveCard,
}

impl Game {
    /// Every game.
    pub const ALL: [Game; 3] = [Game::AntePlay, Game::PairPlus, Game::FiveCard];

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Game::AntePlay => "Ante and Play",
            Game::PairPlus => "Pair Plus",
            Game::FiveCard => "Five Card",
        }
    }

    /// The bet it is reckoned by, and everything that is won and lost with it.
    pub const fn wagers(self) -> (Wager, &'static [Wager]) {
        match self {
            Game::AntePlay => (Wager::Ante, &[Wager::Ante, Wager::Play, Wager::AnteBonus]),
            Game::PairPlus => (Wager::PairPlus, &[Wager::PairPlus]),
            Game::FiveCard => (Wager::FiveCard, &[Wager::FiveCard]),
        }
    }

    /// The Player's net of one unit; none where the rulebook has no such bet.
    fn moments(self, rulebook: &Rulebook) -> Option<Moments> {
        match self {
            Game::AntePlay => Some(AntePlay::new(rulebook, Strategy::Optimal).moments()),
            Game::PairPlus => {
                let sheet = PairPlus::new(rulebook, &classes());
                Some(sheet.moments())
            }
            Game::FiveCard => SixCards::new(rulebook).map(|sheet| sheet.moments()),
        }
    }
}

/// What was played of one game: the sums of the bet it is reckoned by, and what the house kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// What could win or lose, in cents.
    pub at_risk: i128,
    /// The squares of the single bets, in cents times cents: what chance may move grows with them.
    pub squares: i128,
    /// What the house kept, in cents.
    pub won: i128,
}

/// Up to so many cents the distance from what was expected is computed from every cent; of larger sums the
/// last digits are left out, which changes none of the two decimals that are shown.
const EXACT_CENTS: i128 = 1_000_000_000_000;

/// What was played of one game, against chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgainstChance {
    pub expected: Fraction,
    /// Of the house's win, in dollars, to two decimals.
    pub deviation: String,
    /// How many of them the win is away from what was expected.
    pub away: String,
    /// Further than chance takes it once in a thousand times.
    pub outside: bool,
}

impl Played {
    /// Nothing where nothing was at risk, or the rulebook has no such bet.
    pub fn against_chance(&self, game: Game, rulebook: &Rulebook) -> Option<AgainstChance> {
        if self.at_risk <= 0 || self.squares <= 0 {
            return None;
        }
        let moments = game.moments(rulebook)?;
        let dollars = |cents: i128| Fraction::new(cents, 100);
        let expected = -moments.mean * dollars(self.at_risk);
        let variance = moments.variance * Fraction::new(self.squares, 10_000);
        let apart = dollars(self.won) - expected;
        let square = self.scaled().squared_deviations(&moments);
        let digits = square.sqrt_decimal(2);
        // What rounds to nothing has no sign.
        let signed = apart.is_negative() && digits.contains(|digit| ('1'..='9').contains(&digit));
        let sign = if signed { "-" } else { "" };
        let (num, den) = THOUSANDTH;
        Some(AgainstChance {
            expected,
            deviation: variance.sqrt_decimal(2),
            away: format!("{sign}{digits}"),
            outside: !(square - Fraction::new(num, den)).is_negative(),
        })
    }

    /// The same in a larger unit than cents, where the sums are so large that the square of their distance
    /// would leave 256 bits.
    fn scaled(self) -> Played {
        let mut scaled = self;
        while scaled.at_risk.abs().max(scaled.won.abs()) > EXACT_CENTS {
            scaled.at_risk /= 10;
            scaled.won /= 10;
            scaled.squares /= 100;
        }
        // As many bets as can be counted are at least as unequal as that.
        scaled.squares = scaled.squares.max(1);
        scaled
    }

    /// How many deviations the win is away from what was expected, squared.
    fn squared_deviations(self, moments: &Moments) -> Fraction {
        let expected = -moments.mean * Fraction::whole(self.at_risk);
        let apart = Fraction::whole(self.won) - expected;
        apart * apart * (moments.variance * Fraction::whole(self.squares)).recip()
    }
}

#[cfg(test)]
mod tests {
    use game::RulebookId;

    use super::*;

    /// A hundred bets of 10 on Pair Plus under rws-2020 are expected to keep its edge, and a win of
    /// that much is no deviation away; one bet of 1,000 has ten times the deviation.
    #[test]
    fn a_win_is_as_far_away_as_its_deviations() {
        let rulebook = RulebookId::Rws2020.form();
        let sheet = PairPlus::new(rulebook, &classes());
        let edge = sheet.house_edge() * Fraction::whole(1_000);
        let cents = (edge * Fraction::whole(100)).floor();
        let many = Played {
            at_risk: 100_000,
            squares: 100 * 1_000 * 1_000,
            won: cents,
        };
        let one = Played {
            squares: 100_000 * 100_000,
            ..many
        };
        let against = |played: Played| played.against_chance(Game::PairPlus, rulebook).unwrap();
        assert_eq!(against(many).expected, edge);
        assert_eq!(against(many).away, "0.00");
        let deviation = |played| against(played).deviation.parse::<f64>().unwrap();
        assert!((deviation(one) - 10.0 * deviation(many)).abs() < 0.1);
        let per_bet = sheet.moments().variance.to_f64().sqrt();
        assert!((deviation(many) - 100.0 * per_bet).abs() < 0.01);
        let lost = |deviations: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "whole cents of a test")]
            let by = (deviations * deviation(many) * 100.0) as i128;
            let won = cents - by;
            against(Played { won, ..many }).outside
        };
        assert!(!lost(3.28) && lost(3.30) && !lost(-3.28) && lost(-3.30));
        assert!(
            Played { squares: 0, ..many }
                .against_chance(Game::PairPlus, rulebook)
                .is_none()
        );
        assert!(many.against_chance(Game::FiveCard, rulebook).is_none());
    }

    /// Sums beyond all that a house can take are still held against chance, and a sum whose last digits
    /// are left out is as far away as it was.
    #[test]
    fn issue_17_11_the_largest_sums_are_held_against_chance() {
        for id in RulebookId::ALL {
            for game in Game::ALL {
                for at_risk in [
                    EXACT_CENTS - 39,
                    EXACT_CENTS * 10 - 1,
                    i128::from(u64::MAX) << 40,
                ] {
                    for (won, squares) in [(1 - at_risk, at_risk), (at_risk, i128::MAX)] {
                        let played = Played {
                            at_risk,
                            squares,
                            won,
                        };
                        let found = played.against_chance(game, id.form());
                        assert!(found.is_none_or(|found| found.outside || squares == i128::MAX));
                    }
                }
            }
        }
        let away = |zeros: u32| {
            let unit = 10_i128.pow(zeros);
            let played = Played {
                at_risk: 123_456_789 * unit,
                squares: 98_765_432_100 * unit * unit,
                won: 5_432_100 * unit,
            };
            let found = played.against_chance(Game::PairPlus, RulebookId::Rws2020.form());
            found.unwrap().away
        };
        assert_eq!(away(0), away(12));
    }
}
