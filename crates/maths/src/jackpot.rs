//! What a jackpot bet is worth: fixed sums, a share of the meter, envy, and the meter that breaks even.

use game::{
    Award, FoldJackpot, Hand, JackpotHand, JackpotRow, Money, Rulebook, StakeOnWin, Suit, YesNo,
    jackpot_row,
};

use crate::ante_play::AntePlay;
use crate::deals::DEALER_HANDS;
use crate::fraction::Fraction;
use crate::pair_plus::HANDS;

/// Five cards of fifty-two.
const FIVES: i128 = 2_598_960;

/// Per bet, money in the table's units (dollars).
#[derive(Clone, Copy, Debug)]
pub struct Jackpot {
    pub hit_frequency: Fraction,
    /// Fixed prizes on average; per dollar staked where prizes are multiples of the stake.
    pub fixed_per_bet: Fraction,
    pub per_jackpot_unit: Fraction,
    pub envy_per_other_box: Option<Fraction>,
    multiples: bool,
    stake_back: bool,
}

impl Jackpot {
    /// None where the rulebook has no jackpot.
    pub fn new(rulebook: &Rulebook, sheet: &AntePlay) -> Option<Jackpot> {
        let table = rulebook.jackpot_table.says.as_ref()?.rows();
        let five = table
            .iter()
            .any(|row| matches!(row.hand, JackpotHand::FiveCards(_)));
        let chances: Vec<(JackpotRow, Fraction)> = if five {
            table
                .iter()
                .map(|row| (*row, five_card_chance(row)))
                .collect()
        } else {
            three_card_chances(rulebook, sheet, table)
        };
        let sum = |worth: &dyn Fn(Award) -> Fraction| {
            let each = chances
                .iter()
                .map(|(row, chance)| worth(row.award) * *chance);
            each.sum::<Fraction>()
        };
        Some(Jackpot {
            hit_frequency: chances.iter().map(|(_, chance)| *chance).sum(),
            fixed_per_bet: sum(&|award| match award {
                Award::Percent(_) => Fraction::ZERO,
                Award::Sum(money) => dollars(money),
                Award::ForOne(times) => Fraction::whole(i128::from(times)),
            }),
            per_jackpot_unit: sum(&|award| match award {
                Award::Percent(share) => Fraction::new(i128::from(share), 100),
                Award::Sum(_) | Award::ForOne(_) => Fraction::ZERO,
            }),
            envy_per_other_box: envy(rulebook, sheet, table),
            multiples: five,
            stake_back: rulebook.jackpot_stake_on_win.says == Some(StakeOnWin::Returned),
        })
    }

    /// The meter at which a bet of `stake` cents returns on average what it costs, envy left out.
    pub fn breakeven(&self, stake_cents: u32) -> Fraction {
        let stake = Fraction::new(i128::from(stake_cents), 100);
        let fixed = if self.multiples {
            self.fixed_per_bet * stake
        } else {
            self.fixed_per_bet
        };
        let back = if self.stake_back {
            stake * self.hit_frequency
        } else {
            Fraction::ZERO
        };
        (stake - fixed - back) / self.per_jackpot_unit
    }
}

fn dollars(money: Money) -> Fraction {
    Fraction::new(i128::from(money.in_minor()), 100)
}

/// Rows and how often each is made by a hand whose jackpot bet is still alive.
fn three_card_chances(
    rulebook: &Rulebook,
    sheet: &AntePlay,
    table: &[JackpotRow],
) -> Vec<(JackpotRow, Fraction)> {
    let mut counts = vec![0_i128; table.len()];
    let dies = rulebook.fold_jackpot.says == Some(FoldJackpot::Forfeited);
    for decided in &sheet.hands {
        if dies && !decided.plays {
            continue;
        }
        let hand = decided.class.hand;
        let size = i128::from(decided.class.size);
        // The one suit that counts for anything: of the four royals of a class one is in spades.
        for (made, row) in counts.iter_mut().zip(table) {
            *made += match row.hand {
                JackpotHand::SpadeRoyal | JackpotHand::OtherRoyal
                    if hand.rank() == game::HandRank::MiniRoyal =>
                {
                    if row.hand == JackpotHand::SpadeRoyal {
                        1
                    } else {
                        size - 1
                    }
                }
                JackpotHand::ThreeCards(rank) if rank == hand.rank() => size,
                JackpotHand::SpadeRoyal
                | JackpotHand::OtherRoyal
                | JackpotHand::ThreeCards(_)
                | JackpotHand::FiveCards(_) => 0,
            };
        }
    }
    let chance = |made: i128| Fraction::new(made, i128::from(HANDS));
    let rows = table.iter().zip(counts);
    rows.map(|(row, made)| (*row, chance(made))).collect()
}

/// Three cards and two in the middle are five of fifty-two, whatever the Player does with them.
fn five_card_chance(row: &JackpotRow) -> Fraction {
    use game::FiveCardRank as Five;
    let made = match row.hand {
        JackpotHand::FiveCards(rank) => match rank {
            Five::RoyalFlush => 4,
            Five::StraightFlush => 36,
            Five::FourOfAKind => 624,
            Five::FullHouse => 3_744,
            Five::Flush => 5_108,
            Five::Straight => 10_200,
            Five::ThreeOfAKind => 54_912,
            Five::TwoPair => 123_552,
            Five::Pair => 1_098_240,
            Five::HighCard => 1_302_540,
        },
        JackpotHand::SpadeRoyal | JackpotHand::OtherRoyal | JackpotHand::ThreeCards(_) => 0,
    };
    Fraction::new(made, FIVES)
}

/// What another box with an Ante is worth to a jackpot bet: its top hands, as far as this box collects.
fn envy(rulebook: &Rulebook, sheet: &AntePlay, table: &[JackpotRow]) -> Option<Fraction> {
    if table.iter().all(|row| row.envy.is_none()) {
        return None;
    }
    let royals = Suit::ALL.map(|suit| {
        let cards = [game::Rank::Ace, game::Rank::King, game::Rank::Queen];
        Hand::new(cards.map(|rank| game::Card::new(rank, suit))).expect("three ranks of one suit")
    });
    let folder_collects = rulebook.fold_envy_receive.says == Some(YesNo::Yes);
    let mut sum = Fraction::ZERO;
    for royal in royals {
        let paid = jackpot_row(rulebook, royal, None).and_then(|row| row.envy);
        let Some(paid) = paid else { continue };
        let collecting = if folder_collects {
            i128::from(DEALER_HANDS)
        } else {
            i128::from(played_beside(sheet, royal))
        };
        let both = Fraction::new(collecting, i128::from(DEALER_HANDS));
        sum = sum + dollars(paid) * both * Fraction::new(1, i128::from(HANDS));
    }
    Some(sum)
}

/// Hands that are played and hold none of these cards.
fn played_beside(sheet: &AntePlay, other: Hand) -> u32 {
    let mut plays = vec![false; usize::from(game::Strength::COUNT)];
    for decided in &sheet.hands {
        plays[usize::from(decided.class.strength.index())] |= decided.plays;
    }
    let deck: Vec<game::Card> = game::Card::ALL
        .into_iter()
        .filter(|card| !other.cards().contains(card))
        .collect();
    let mut count = 0;
    for (i, a) in deck.iter().enumerate() {
        for (j, b) in deck.iter().enumerate().skip(i + 1) {
            for c in &deck[j + 1..] {
                let hand = Hand::new([*a, *b, *c]).expect("different cards");
                count += u32::from(plays[usize::from(hand.strength().index())]);
            }
        }
    }
    count
}
