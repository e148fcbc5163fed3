//! The table in plain text: cards, boxes, statements. Takes values, gives strings.

use game::{
    Area, Card, Event, Face, Hand, Money, Outcome, Rank, RoundView, RulebookId, Suit, WagerSettled,
    cite,
};

use super::amount::{show, signed};
use super::bots::{hand_of, name};
use super::lines::{WIDTH, hanging, wrapped};
use super::session::{Session, YOU};
use super::statement::{BoxStatement, Statement};

/// How the screen takes it.
#[derive(Clone, Copy)]
pub struct Style {
    pub cards: Cards,
    pub ink: Ink,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cards {
    /// `[K♠]`
    Suits,
    /// `Ks`
    Letters,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Plain,
    Colours,
}

impl Style {
    pub fn bold(self, text: &str) -> String {
        self.inked("1", text)
    }

    fn inked(self, code: &str, text: &str) -> String {
        match self.ink {
            Ink::Plain => text.to_owned(),
            Ink::Colours => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        }
    }

    fn card(self, card: Card) -> String {
        let (sign, red) = match card.suit() {
            Suit::Clubs => ('♣', false),
            Suit::Diamonds => ('♦', true),
            Suit::Hearts => ('♥', true),
            Suit::Spades => ('♠', false),
        };
        let text = match (self.cards, card.rank().letter()) {
            (Cards::Letters, _) => card.to_string(),
            (Cards::Suits, 'T') => format!("[10{sign}]"),
            (Cards::Suits, letter) => format!("[{letter}{sign}]"),
        };
        if red { self.inked("31", &text) } else { text }
    }

    pub fn cards(self, faces: &[Face]) -> String {
        let backs = match self.cards {
            Cards::Suits => "[▒▒]",
            Cards::Letters => "--",
        };
        let faces = faces.iter().map(|face| match face {
            Face::Up(card) => self.card(*card),
            Face::Down => backs.to_owned(),
        });
        faces.collect::<Vec<_>>().join(" ")
    }

    /// The hand as a player would hold it, the highest card first.
    pub fn hand(self, faces: &[Face]) -> String {
        let hand = match hand_of(faces) {
            Some(hand) => self.cards(&hand.sorted().map(Face::Up)),
            None => self.cards(faces),
        };
        // A ten is one wider than the others; a blank for each that is none keeps columns straight.
        let is_ten = |face: &&Face| matches!(face, Face::Up(card) if card.rank() == Rank::Ten);
        let tens = faces.iter().filter(is_ten).count();
        let blanks = match self.cards {
            Cards::Suits if !faces.is_empty() => 1_usize.saturating_sub(tens),
            Cards::Suits | Cards::Letters => 0,
        };
        hand + &" ".repeat(blanks)
    }

    /// A line across the screen with a title in it.
    pub fn rule(self, title: &str) -> String {
        let dash = match self.cards {
            Cards::Suits => "─",
            Cards::Letters => "-",
        };
        let rest = WIDTH.saturating_sub(title.chars().count() + 4);
        self.bold(&format!("{dash}{dash} {title} {}", dash.repeat(rest)))
    }
}

/// The Dealer's hand and the community cards.
pub fn dealer(style: Style, view: &RoundView) -> String {
    let mut text = String::new();
    if !view.dealer.is_empty() {
        let hand = hand_of(&view.dealer).map(|hand| hand.describe().to_string());
        let row = [style.hand(&view.dealer), hand.unwrap_or_default()];
        text += &labelled("Dealer", &row);
    }
    if !view.community.is_empty() {
        text += &labelled("Community", &[style.cards(&view.community)]);
    }
    text
}

/// The felt as you may see it.
pub fn felt(style: Style, view: &RoundView) -> String {
    let mut text = dealer(style, view);
    for held in view.boxes.iter().filter(|held| !held.bets.is_empty()) {
        let mut owner = held.controller.map_or("", name).to_owned();
        if held.controller == Some(YOU) {
            owner = style.bold(&format!("{owner:<8}"));
        }
        let label = format!("Box {:<2} {owner}", held.at.0);
        let placed: Vec<(Area, Money)> =
            held.bets.iter().map(|bet| (bet.area, bet.amount)).collect();
        let row = [style.hand(&held.cards), named(&placed).join(", ")];
        text += &labelled(&label, &row);
    }
    text
}

/// A label and what stands beside it, three blanks apart; what is empty takes no room.
fn labelled(label: &str, columns: &[String]) -> String {
    // Bold takes eight bytes more than it shows, in this column and nowhere else.
    let wide = if label.contains('\u{1b}') { 24 } else { 16 };
    let columns: Vec<&str> = columns
        .iter()
        .map(String::as_str)
        .filter(|column| !column.is_empty())
        .collect();
    let row = format!("   {label:<wide$} {}", columns.join("   "));
    row.trim_end().to_owned() + "\n"
}

/// The whole statement of a round for you.
pub fn statement(style: Style, statement: &Statement) -> String {
    let mut text = String::new();
    for held in &statement.boxes {
        text += &box_statement(style, held);
    }
    if statement.boxes.is_empty() {
        text += "   You had no bet in this round.\n";
    }
    text += &sums(style, statement);
    let meter = statement.meter.map(show);
    let meter = meter.map(|meter| format!("   The jackpot stands at {meter}.\n"));
    text + &meter.unwrap_or_default()
}

fn sums(style: Style, statement: &Statement) -> String {
    let (staked, returned) = (statement.staked(), statement.returned());
    format!(
        "\n   Round {}: staked {}, returned {}, net {}. Purse {}.\n",
        statement.round,
        show(staked),
        show(returned),
        style.bold(&signed(returned - staked)),
        style.bold(&show(statement.purse)),
    )
}

fn box_statement(style: Style, held: &BoxStatement) -> String {
    let label = style.bold(&format!("Box {}, you", held.at.0));
    let hand = held.hand.map(|hand| format!("   {}", hand.describe()));
    let cards = style.hand(&held.cards);
    let mut text = format!("\n   {label}   {cards}{}\n", hand.unwrap_or_default());
    for line in &held.lines {
        text += &posted(line);
    }
    text
}

fn posted(settled: &WagerSettled) -> String {
    let outcome = match settled.outcome {
        Outcome::Win => "won",
        Outcome::Lose => "lost",
        Outcome::StandOff => "stands off",
        Outcome::Returned => "returned",
    };
    let staked = if settled.staked.is_zero() {
        "no stake".to_owned()
    } else {
        show(settled.staked)
    };
    let mut text = format!(
        "   {:<10} {staked:>10}   {outcome:<10} {:>12} back   {:>12}\n",
        settled.wager.title(),
        show(settled.returned),
        signed(settled.returned - settled.staked),
    );
    let why = format!("{} [{}]", settled.why, settled.cites);
    text += &wrapped(14, &why);
    text
}

/// How a box of the others ended: their cards only where they lie open.
pub fn others(session: &Session, style: Style) -> String {
    let view = session.view();
    let mut text = String::new();
    for held in &view.boxes {
        let Some(player) = held.controller.filter(|player| *player != YOU) else {
            continue;
        };
        if held.bets.is_empty() {
            continue;
        }
        let hand = hand_of(&held.cards).map(|hand| hand.describe().to_string());
        let placed: Money = held.bets.iter().map(|bet| bet.amount).sum();
        let net = signed(returned_to(session.record(), player) - placed);
        let row = [
            style.hand(&held.cards),
            hand.unwrap_or_default(),
            format!("{}, net {net}", held.decision.title()),
        ];
        text += &labelled(&format!("Box {:<2} {}", held.at.0, name(player)), &row);
    }
    text
}

fn returned_to(record: &[Event], player: game::PlayerId) -> Money {
    let back = record.iter().filter_map(|event| {
        if let Event::WagerSettled(settled) = event {
            return (settled.player == player).then_some(settled.returned);
        }
        None
    });
    back.sum()
}

/// What the cited ids say, in our words.
pub fn clauses(rulebook: RulebookId, statement: &Statement) -> String {
    let mut text = format!("   What {rulebook} says:\n");
    for id in statement.cites() {
        let says = match (game::clause(rulebook, id), game::ambiguity(id)) {
            (Some(clause), _) => clause.requirement.to_owned(),
            (None, Some(open)) => format!("{} (a silence of the text)", open.title),
            (None, None) => String::new(),
        };
        debug_assert!(cite(rulebook, id).is_some(), "{id} is cited and unknown");
        text += &hanging(&format!("{id:<8}"), &says);
    }
    text
}

/// "Ante 10.00 and Pair Plus 5.00".
pub fn bets(bets: &[(Area, Money)]) -> String {
    match named(bets).as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Each bet by name, in the order a player makes them.
fn named(bets: &[(Area, Money)]) -> Vec<String> {
    let order = |area: Area| match area {
        Area::Ante => 0,
        Area::Play => 1,
        Area::PairPlus => 2,
        Area::FiveCard => 3,
        Area::Jackpot => 4,
    };
    let mut bets = bets.to_vec();
    bets.sort_by_key(|(area, _)| order(*area));
    let named = bets.iter();
    named
        .map(|(area, amount)| format!("{} {}", area.title(), show(*amount)))
        .collect()
}

/// The hand in words, or "unseen".
pub fn in_words(hand: Option<Hand>) -> String {
    hand.map_or("unseen".to_owned(), |hand| hand.describe().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style {
        cards: Cards::Suits,
        ink: Ink::Plain,
    };

    fn faces(text: &str) -> Vec<Face> {
        let cards = text.split(' ').map(|card| Face::Up(card.parse().unwrap()));
        cards.collect()
    }

    #[test]
    fn a_hand_is_shown_from_its_highest_card() {
        assert_eq!(PLAIN.hand(&faces("4c Ks Td")), "[K♠] [10♦] [4♣]");
        assert_eq!(PLAIN.hand(&faces("4c Ks 9d")), "[K♠] [9♦] [4♣] ");
        let letters = Style {
            cards: Cards::Letters,
            ..PLAIN
        };
        assert_eq!(letters.hand(&faces("4c Ks Td")), "Ks Td 4c");
        assert_eq!(letters.cards(&[Face::Down, Face::Down]), "-- --");
    }

    #[test]
    fn red_suits_are_red_where_there_is_colour() {
        let colours = Style {
            ink: Ink::Colours,
            ..PLAIN
        };
        assert_eq!(colours.cards(&faces("Ad")), "\u{1b}[31m[A♦]\u{1b}[0m");
        assert_eq!(colours.cards(&faces("As")), "[A♠]");
    }
}
