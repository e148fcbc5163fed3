//! What a newcomer wants to read: the rulebooks in a line each, the game in a screen, the pay tables.
//!
//! Every figure and every clause comes out of the rulebook's form.

use game::{
    Absent, Area, Award, BestOfSix, FiveCardRank, FoldJackpot, FoldPairPlus, FoldSideBet, HandRank,
    JackpotHand, JackpotRow, MultiBox, MultiBoxView, PayTable, PlainFoldPairPlus, Qualifier,
    Rulebook, RulebookId, SideBetTable,
};

use super::amount::show;
use super::lines::hanging;
use super::narrate::by;
use super::session::Session;

/// What sets a rulebook apart, in one line.
pub const fn character(id: RulebookId) -> &'static str {
    match id {
        RulebookId::Rws2020 => "several boxes, jackpot with envy; a fold loses all",
        RulebookId::Rws2013 => "the older text: one box each, jackpot by cheque",
        RulebookId::Mbs2019 => "a fold may keep Pair Plus; the jackpot bet lives on",
        RulebookId::RwsMultilink2024 => "two community cards, a five-card linked jackpot",
        RulebookId::Oceanfront => "stakes of 1 to 4, a five-card side bet, no jackpot",
    }
}

pub fn rulebooks() -> String {
    let numbered = RulebookId::ALL.into_iter().zip(1..);
    let lines: Vec<String> = numbered
        .map(|(id, number)| format!("   {number}  {:<18}  {}\n", id.name(), character(id)))
        .collect();
    lines.concat()
}

/// The game under this rulebook, on one screen.
pub fn help(rulebook: &Rulebook) -> String {
    let mut text = format!("   {} by {}\n", rulebook.title, rulebook.id);
    let mut point = |label: &str, says: String| text += &hanging(&format!("{label:<10}"), &says);
    point(
        "Aim",
        "Three cards against the Dealer's three. Stake an Ante, look at your hand, then play (a \
         bet equal to the Ante) or fold."
            .to_owned(),
    );
    point(
        "Hands",
        "Best first: straight flush, three of a kind, straight, flush, pair, high card. With \
         three cards a straight beats a flush."
            .to_owned(),
    );
    point("Dealer", qualifies(rulebook));
    point(
        "Bonus",
        "A straight or better pays an Ante Bonus, whatever the Dealer has.".to_owned(),
    );
    point(
        "Pair Plus",
        "A bet of its own on your hand: a pair or better wins.".to_owned(),
    );
    point("Fold", folds(rulebook));
    point("Boxes", boxes(rulebook));
    point("Leaving", leaving(rulebook));
    text
}

fn qualifies(rulebook: &Rulebook) -> String {
    let needs = match rulebook.qualifier.says {
        Qualifier::ByRank => "Queen high or better",
        Qualifier::LiteralCard => "a Queen, King or Ace in the hand",
    };
    format!(
        "Needs {needs} to qualify {}; else the Ante is paid 1 to 1 and Play goes back.",
        by(rulebook.qualifier.cites)
    )
}

fn folds(rulebook: &Rulebook) -> String {
    let kept = by(rulebook.fold_pair_plus.cites);
    let pair_plus = match rulebook.fold_pair_plus.says {
        FoldPairPlus::Lost => format!("The Ante is lost, and Pair Plus with it {kept}."),
        FoldPairPlus::Kept => format!("The Ante is lost; Pair Plus stays in {kept}."),
        FoldPairPlus::ByElection => {
            let plain = match rulebook.plain_fold_pair_plus.says {
                Some(PlainFoldPairPlus::Lost) => "unless you say so it is lost",
                Some(PlainFoldPairPlus::Kept) | None => "unless you say so it stays",
            };
            format!("The Ante is lost; Pair Plus may stay or be given up {kept}, {plain}.")
        }
    };
    let jackpot = rulebook.fold_jackpot.says.map(|says| {
        let becomes = match says {
            FoldJackpot::Forfeited => "is lost",
            FoldJackpot::Alive => "stays in",
        };
        let cites = by(rulebook.fold_jackpot.cites);
        format!(" The jackpot bet {becomes} {cites}.")
    });
    let side_bet = rulebook.fold_side_bet.says.map(|says| {
        let becomes = match says {
            FoldSideBet::Alive => "stays in",
            FoldSideBet::Lost => "is lost",
        };
        let cites = by(rulebook.fold_side_bet.cites);
        format!(" The five-card bet {becomes} {cites}.")
    });
    pair_plus + &jackpot.unwrap_or_default() + &side_bet.unwrap_or_default()
}

fn boxes(rulebook: &Rulebook) -> String {
    let several = match rulebook.multi_box.says {
        MultiBox::NotOffered => {
            return format!("One box a Player {}.", by(rulebook.multi_box.cites));
        }
        MultiBox::AnyFreeBox | MultiBox::AnyRestrictable => "As many free boxes as you like",
        MultiBox::TwoAdjacent => "Two boxes side by side",
    };
    let view = match rulebook.multi_box_view.says {
        MultiBoxView::OneHand => "only one hand may be looked at, the others are played unseen",
        MultiBoxView::Sequential => "one hand after the other",
    };
    format!(
        "{several} {}; {view} {}.",
        by(rulebook.multi_box.cites),
        by(rulebook.multi_box_view.cites)
    )
}

fn leaving(rulebook: &Rulebook) -> String {
    let says = match rulebook.absent_undecided.says {
        Absent::Folded => "counts as a fold",
        Absent::InvalidReturned => "takes the hand out and gives its bets back",
    };
    format!(
        "While bets are open they go back to you. Later, a decision you are not there for {says} {}.",
        by(rulebook.absent_undecided.cites)
    )
}

/// Limits and pay tables.
pub fn rules(session: &Session) -> String {
    let rulebook = session.rulebook();
    let mut text = format!("   Pay tables of {}\n", rulebook.id);
    let areas = session.areas().into_iter();
    text.extend(areas.map(|area| limits(session, area)));
    text += "   Play       as the Ante; Ante and Play win 1 to 1\n";
    text += &heading("Ante Bonus", rulebook.ante_bonus_table.cites);
    text += &pay_table(&rulebook.ante_bonus_table.says);
    text += &heading("Pair Plus", rulebook.pair_plus_table.cites);
    text += &pay_table(&rulebook.pair_plus_table.says);
    if let Some(table) = &rulebook.side_bet_table.says {
        text += &heading("Five Card", rulebook.side_bet_table.cites);
        text += &side_bet_table(table);
    }
    if let Some(table) = &rulebook.jackpot_table.says {
        text += &heading("Jackpot", rulebook.jackpot_table.cites);
        text.extend(table.rows().iter().map(jackpot_row));
    }
    text
}

fn limits(session: &Session, area: Area) -> String {
    let bounds = session.bounds(area);
    let [min, max] = [bounds.min, bounds.max].map(Option::unwrap_or_default);
    let title = area.title();
    if min == max {
        format!("   {title:<10} exactly {}\n", show(min))
    } else {
        format!("   {title:<10} {} to {}\n", show(min), show(max))
    }
}

fn heading(title: &str, cites: game::Cites) -> String {
    format!("   {title} {}\n", by(cites))
}

fn row(hand: &str, pays: &str) -> String {
    format!("      {hand:<27} {pays}\n")
}

fn pay_table(table: &PayTable) -> String {
    let mut text = String::new();
    let straight_flush = table.odds(HandRank::StraightFlush);
    for rank in HandRank::ALL.into_iter().rev() {
        let odds = table.odds(rank);
        let own_row = rank != HandRank::MiniRoyal || odds != straight_flush;
        if let Some(odds) = odds.filter(|_| own_row) {
            text += &row(three_cards(rank), &odds.to_string());
        }
    }
    text
}

fn side_bet_table(table: &SideBetTable) -> String {
    let ranks = BestOfSix::ALL.into_iter().rev();
    let rows = ranks.filter_map(|best| {
        let odds = table.odds(best)?;
        Some(row(&best.name().replace('_', " "), &odds.to_string()))
    });
    rows.collect()
}

fn jackpot_row(listed: &JackpotRow) -> String {
    let hand = match listed.hand {
        JackpotHand::SpadeRoyal => "A-K-Q of spades",
        JackpotHand::OtherRoyal => "A-K-Q of another suit",
        JackpotHand::ThreeCards(rank) => three_cards(rank),
        JackpotHand::FiveCards(rank) => five_cards(rank),
    };
    let pays = match listed.award {
        Award::Percent(100) => "the whole jackpot".to_owned(),
        Award::Percent(percent) => format!("{percent}% of the jackpot"),
        Award::Sum(sum) => show(sum),
        Award::ForOne(times) => format!("{times} for 1"),
    };
    let envy = listed.envy.map(show);
    let envy = envy.map_or(String::new(), |sum| format!("; others: Envy Bonus {sum}"));
    row(hand, &(pays + &envy))
}

const fn three_cards(rank: HandRank) -> &'static str {
    match rank {
        HandRank::HighCard => "high card",
        HandRank::Pair => "pair",
        HandRank::Flush => "flush",
        HandRank::Straight => "straight",
        HandRank::ThreeOfAKind => "three of a kind",
        HandRank::StraightFlush => "straight flush",
        HandRank::MiniRoyal => "mini royal (A-K-Q suited)",
    }
}

const fn five_cards(rank: FiveCardRank) -> &'static str {
    match rank {
        FiveCardRank::HighCard => "high card",
        FiveCardRank::Pair => "pair",
        FiveCardRank::TwoPair => "two pairs",
        FiveCardRank::ThreeOfAKind => "three of a kind, five cards",
        FiveCardRank::Straight => "straight, five cards",
        FiveCardRank::Flush => "flush, five cards",
        FiveCardRank::FullHouse => "full house",
        FiveCardRank::FourOfAKind => "four of a kind",
        FiveCardRank::StraightFlush => "straight flush, five cards",
        FiveCardRank::RoyalFlush => "royal flush",
    }
}
