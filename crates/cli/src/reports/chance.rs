//! What the house should have won, and how far chance may take it from that: exact, by the rulebook the
//! table was open by, for Players who decide as well as can be.

use audit::books::Takings;
use game::{Money, Rulebook, Wager};
use maths::{AntePlay, Fraction, Moments, PairPlus, SixCards, Strategy, classes};

/// Two sides of a normal law leave one in a thousand outside 3.2905 deviations; this is its square.
const THOUSANDTH: (i128, i128) = (108_276, 10_000);

/// A game that is reckoned by itself.
#[derive(Clone, Copy)]
pub enum Game {
    AntePlay,
    PairPlus,
    FiveCard,
}

impl Game {
    pub const ALL: [Game; 3] = [Game::AntePlay, Game::PairPlus, Game::FiveCard];

    pub const fn title(self) -> &'static str {
        match self {
            Game::AntePlay => "Ante and Play",
            Game::PairPlus => "Pair Plus",
            Game::FiveCard => "Five Card",
        }
    }

    /// The bet it is reckoned by, and everything that is won and lost with it.
    const fn wagers(self) -> (Wager, &'static [Wager]) {
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

/// One game of one table in one period, against chance.
pub struct Against {
    pub staked: Money,
    pub won: Money,
    pub expected: Fraction,
    /// Of the house's win, in dollars, to two decimals.
    pub deviation: String,
    /// How many of them the win is away from what was expected.
    pub away: String,
    pub outside: bool,
}

/// Nothing where nothing was at risk.
pub fn against(game: Game, rulebook: &Rulebook, takings: &Takings) -> Option<Against> {
    let (base, all) = game.wagers();
    let bets = takings.bets.get(&base)?;
    if !bets.at_risk.is_positive() || bets.squares <= 0 {
        return None;
    }
    let moments = game.moments(rulebook)?;
    let dollars = |money: Money| Fraction::new(money.in_minor().into(), 100);
    let won = takings.kept(all);
    let expected = -moments.mean * dollars(bets.at_risk);
    let variance = moments.variance * Fraction::new(bets.squares, 10_000);
    let apart = dollars(won) - expected;
    let square = apart * apart * variance.recip();
    let sign = if apart.is_negative() { "-" } else { "" };
    let (num, den) = THOUSANDTH;
    Some(Against {
        staked: bets.at_risk,
        won,
        expected,
        deviation: variance.sqrt_decimal(2),
        away: format!("{sign}{}", square.sqrt_decimal(2)),
        outside: !(square - Fraction::new(num, den)).is_negative(),
    })
}
