//! What is to be played: rulebook, boxes and how each decides, stakes, the jackpot's terms, the seed.

use game::{BetCap, Community, JackpotKind, Money, Refusal, Rulebook, SideBet, Stakes, Wager};

use crate::strategy::Strategy;

/// More boxes than this no settlement takes; 15 hands, the Dealer's and two cards are 50 of the 52.
pub const SEATS_MAX: usize = 15;

/// Years at any speed; and a sum of as many rounds is far from the end of its type.
const ROUNDS_MAX: u64 = 1_000_000_000_000_000;

/// A thousand million units: at ten million to one it still pays what 64 bits hold.
const STAKE_MAX: Money = Money::major(1_000_000_000);

/// The bets a par sheet tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bet {
    /// Ante, Play and Ante Bonus together.
    AntePlay,
    /// Pair Plus.
    PairPlus,
    /// The five-card side bet.
    FiveCard,
    /// With the Envy Bonus.
    Jackpot,
}

/// Everything a run of rounds is determined by.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rules.
    pub rulebook: Rulebook,
    /// One a box, so as many as there are boxes; every box is another Player's.
    pub strategies: Vec<Strategy>,
    /// What each box stakes in each round, nothing for a bet that is left out. Play follows the Ante.
    pub stakes: Stakes,
    /// The terms of the jackpot.
    pub link: Link,
    /// The seed of the shuffles.
    pub seed: u64,
    /// How many rounds.
    pub rounds: u64,
}

/// The jackpot's terms, where a bet is made on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// What the meter stands at, or starts from.
    pub displayed: Money,
    /// What it goes back to once it is won.
    pub seed: Money,
    /// What each bet feeds it, where it lives.
    pub contribution: Money,
    /// Whether the meter moves.
    pub meter: Meter,
}

/// How the meter behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meter {
    /// Every round finds it at the same value, so that exact figures apply.
    Standing,
    /// It grows by the contributions and falls by what is won.
    Live,
}

/// Why a plan cannot be played. Where two reasons apply, the first listed is given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPlan {
    /// The number of rounds is out of bounds.
    #[error("rounds: found {found}, expected 1 to {ROUNDS_MAX}")]
    Rounds { found: u64 },
    /// There is no box.
    #[error("seats: found 0, expected 1 to {most}")]
    NoSeats { most: usize },
    /// The deck has too few cards for so many boxes.
    #[error(
        "seats: found {found}, which take {cards} of the 52 cards; expected {most} boxes at most"
    )]
    MoreBoxesThanCards {
        found: usize,
        cards: usize,
        most: usize,
    },
    /// The layout has fewer boxes.
    #[error("seats: found {found}, expected 1 to {most}: the layout has no more boxes ({cites})")]
    Seats {
        found: usize,
        most: usize,
        cites: String,
    },
    /// The rulebook has no such bet.
    #[error("{field}: {book} has no such bet")]
    NoSuchBet { field: &'static str, book: String },
    /// A stake is out of bounds.
    #[error("{field}: found {}, expected {least} to {}", .found.in_minor(), .most.in_minor())]
    Stake {
        field: &'static str,
        found: Money,
        least: u8,
        most: Money,
    },
    /// A stake is above a maximum of the rulebook.
    #[error("{field}: found {}, expected {} at most, whatever the limits ({cites})", .found.in_minor(), .most.in_minor())]
    Cap {
        field: &'static str,
        found: Money,
        most: Money,
        cites: String,
    },
    /// The meter could grow beyond what money can hold.
    #[error(
        "contribution: {rounds} rounds of {seats} bets can take the meter past {} cents",
        Money::LIMIT.in_minor()
    )]
    MeterPastLimit { rounds: u64, seats: usize },
    /// The rules refuse the bets.
    #[error("the rules do not take these bets: {0}")]
    Refused(Refusal),
}

impl Bet {
    /// Every bet.
    pub const ALL: [Bet; 4] = [Bet::AntePlay, Bet::PairPlus, Bet::FiveCard, Bet::Jackpot];

    /// As programs read it.
    pub const fn name(self) -> &'static str {
        match self {
            Bet::AntePlay => "ante_play",
            Bet::PairPlus => "pair_plus",
            Bet::FiveCard => "five_card",
            Bet::Jackpot => "jackpot",
        }
    }

    /// As players say it.
    pub const fn title(self) -> &'static str {
        match self {
            Bet::AntePlay => "Ante and Play",
            Bet::PairPlus => "Pair Plus",
            Bet::FiveCard => "Five Card",
            Bet::Jackpot => "Jackpot",
        }
    }

    /// Where a line of a settlement is counted.
    pub(super) const fn of(wager: Wager) -> Bet {
        match wager {
            Wager::Play | Wager::AnteBonus | Wager::Ante => Bet::AntePlay,
            Wager::PairPlus => Bet::PairPlus,
            Wager::FiveCard => Bet::FiveCard,
            Wager::Jackpot | Wager::Envy => Bet::Jackpot,
        }
    }
}

impl Plan {
    /// One box, every bet the rulebook has, the best decisions.
    pub fn usual(rulebook: Rulebook, seed: u64, rounds: u64) -> Plan {
        let bet = match rulebook.bet_cap.says {
            BetCap::None => Money::major(10),
            BetCap::At(most) => most.min(Money::major(10)),
        };
        let stakes = Stakes {
            ante: bet,
            play: Money::ZERO,
            pair_plus: bet,
            five_card: match rulebook.side_bet.says {
                SideBet::None => Money::ZERO,
                SideBet::FiveOfSix => bet,
            },
            jackpot: match rulebook.jackpot_kind.says {
                JackpotKind::None => Money::ZERO,
                JackpotKind::ThreeCard | JackpotKind::FiveCardLinked => Money::major(5),
            },
        };
        Plan {
            rulebook,
            strategies: vec![Strategy::Optimal],
            stakes,
            link: Link {
                displayed: Money::major(50_000),
                seed: Money::major(20_000),
                contribution: Money::major(1),
                meter: Meter::Standing,
            },
            seed,
            rounds,
        }
    }

    /// How many boxes.
    pub fn seats(&self) -> usize {
        self.strategies.len()
    }

    /// What a box stakes on a bet before the Players decide.
    pub fn stake(&self, bet: Bet) -> Money {
        match bet {
            Bet::AntePlay => self.stakes.ante,
            Bet::PairPlus => self.stakes.pair_plus,
            Bet::FiveCard => self.stakes.five_card,
            Bet::Jackpot => self.stakes.jackpot,
        }
    }

    pub(super) fn has_community(&self) -> bool {
        match self.rulebook.community.says {
            Community::None => false,
            Community::Two => true,
        }
    }

    pub(super) fn is_live(&self) -> bool {
        self.stakes.jackpot.is_positive() && self.link.meter == Meter::Live
    }

    /// Everything but what only the rules can say.
    pub(super) fn check(&self) -> Result<(), BadPlan> {
        if self.rounds == 0 || self.rounds > ROUNDS_MAX {
            return Err(BadPlan::Rounds { found: self.rounds });
        }
        self.check_seats()?;
        let most = STAKE_MAX;
        for bet in Bet::ALL {
            let (field, found) = (field(bet), self.stake(bet));
            let least = u8::from(bet == Bet::AntePlay);
            if found < Money::minor(i64::from(least)) || found > most {
                return Err(BadPlan::Stake {
                    field,
                    found,
                    least,
                    most,
                });
            }
            if found.is_positive() {
                self.check_bet(bet, field, found)?;
            }
        }
        if self.stakes.jackpot.is_positive() {
            self.check_link()?;
        }
        Ok(())
    }

    fn check_seats(&self) -> Result<(), BadPlan> {
        let beside = if self.has_community() { 5 } else { 3 };
        let choices = self.rulebook.positions.choices();
        let layout = choices.iter().filter_map(|boxes| boxes.parse().ok()).max();
        let layout = layout.unwrap_or(usize::from(self.rulebook.positions.says.0));
        let most = layout.min(SEATS_MAX).min((52 - beside) / 3);
        let found = self.seats();
        let cards = found.saturating_mul(3).saturating_add(beside);
        match found {
            0 => Err(BadPlan::NoSeats { most }),
            _ if cards > 52 => Err(BadPlan::MoreBoxesThanCards { found, cards, most }),
            _ if found > most => Err(BadPlan::Seats {
                found,
                most,
                cites: self.rulebook.positions.cites.join(", "),
            }),
            _ => Ok(()),
        }
    }

    fn check_bet(&self, bet: Bet, field: &'static str, found: Money) -> Result<(), BadPlan> {
        let offered = match bet {
            Bet::AntePlay | Bet::PairPlus => true,
            Bet::FiveCard => self.rulebook.side_bet.says != SideBet::None,
            Bet::Jackpot => self.rulebook.jackpot_kind.says != JackpotKind::None,
        };
        if !offered {
            let book = self.rulebook.id.to_string();
            return Err(BadPlan::NoSuchBet { field, book });
        }
        match (self.rulebook.bet_cap.says, bet) {
            (BetCap::At(most), Bet::AntePlay | Bet::PairPlus | Bet::FiveCard) if found > most => {
                Err(BadPlan::Cap {
                    field,
                    found,
                    most,
                    cites: self.rulebook.bet_cap.cites.join(", "),
                })
            }
            (BetCap::At(_) | BetCap::None, _) => Ok(()),
        }
    }

    fn check_link(&self) -> Result<(), BadPlan> {
        let most = Money::LIMIT;
        for (field, found, most) in [
            ("meter", self.link.displayed, most),
            ("meter_seed", self.link.seed, most),
            // A bet feeds the meter with what was staked, and not with more.
            (
                "contribution",
                self.link.contribution,
                self.contribution_most(),
            ),
        ] {
            if found < Money::ZERO || found > most {
                let least = 0;
                return Err(BadPlan::Stake {
                    field,
                    found,
                    least,
                    most,
                });
            }
        }
        let (rounds, seats) = (self.rounds, self.seats());
        let fed = i128::from(self.fed_in_a_round().in_minor()) * i128::from(rounds);
        let start = self.link.displayed.max(self.link.seed).in_minor();
        if self.is_live() && i128::from(start) + fed > i128::from(most.in_minor()) {
            return Err(BadPlan::MeterPastLimit { rounds, seats });
        }
        Ok(())
    }

    fn contribution_most(&self) -> Money {
        match self.link.meter {
            Meter::Live => self.stakes.jackpot,
            Meter::Standing => Money::LIMIT,
        }
    }

    /// Every box bets on the jackpot in every round, so the meter is fed the same each time.
    pub(super) fn fed_in_a_round(&self) -> Money {
        let boxes = self.strategies.iter();
        boxes.map(|_| self.link.contribution).sum()
    }
}

/// As a caller names the stake.
const fn field(bet: Bet) -> &'static str {
    match bet {
        Bet::AntePlay => "ante",
        Bet::PairPlus => "pair_plus",
        Bet::FiveCard => "five_card",
        Bet::Jackpot => "jackpot",
    }
}
