//! Reads a round out of the cells of a table: what lay on the layout when the Dealer's hand was shown.
//!
//! Apart from the checks, so that what is given and what is expected cannot be mixed up. It refuses what
//! cannot have happened (a card twice, a jackpot bet where there is no jackpot), because a scenario
//! that cannot happen proves nothing.

use game::{
    Bounds, BoxNumber, Card, Cites, Community, Fate, FoldedPairPlus, Hand, JackpotKind,
    JackpotTerms, Limits, LinkedWin, Money, PlayerId, Rulebook, RulebookId, SideBet, StakedBox,
    Stakes, Wager, cite,
};

use crate::markdown::{Row, Table};

/// The columns that describe a round rather than its settlement.
pub const GIVEN: [&str; 23] = [
    "case",
    "box",
    "of",
    "player",
    "dealer",
    "community",
    "ante",
    "play",
    "pair plus",
    "jackpot",
    "five card",
    "decision",
    "limits",
    "meter",
    "seed",
    "set",
    "options",
    "void",
    "out",
    "withdrawn",
    "under minimum before",
    "won before",
    "won after",
];

/// Hands for a case that must hold whatever the Dealer has; of each kind the first that shares no card.
const WHATEVER_HE_HOLDS: [[&str; 6]; 3] = [
    [
        "Js 8h 4d", "Jh 8d 4c", "Jd 9c 3s", "Jc 9s 3h", "Ts 7h 5d", "Th 7d 5c",
    ],
    [
        "Qs 7h 2d", "Qh 7d 2c", "Qd 6c 3s", "Qc 6s 3h", "Qs 8h 5d", "Qh 8d 5c",
    ],
    [
        "Kh Qh Jh", "Ks Qs Js", "9d 8d 7d", "8c 7c 6c", "Jd Td 9d", "5c 4c 3c",
    ],
];

pub struct Round {
    pub rulebook: Rulebook,
    pub boxes: Vec<StakedBox>,
    dealer: Option<Hand>,
    pub community: Option<[Card; 2]>,
    pub limits: Limits,
    pub jackpot: Option<JackpotTerms>,
    /// The clause under which the whole round is void.
    pub void: Option<Cites>,
    pub won_before: Vec<LinkedWin>,
    pub won_after: Vec<LinkedWin>,
}

/// One case as it stands in the table.
struct Case<'t> {
    table: &'t Table,
    rows: &'t [Row],
    rulebook: RulebookId,
}

impl Round {
    pub fn read(table: &Table, rows: &[Row], rulebook: RulebookId) -> Result<Round, String> {
        let case = Case {
            table,
            rows,
            rulebook,
        };
        let boxes: Vec<StakedBox> = rows
            .iter()
            .map(|row| case.staked(row))
            .collect::<Result<_, _>>()?;
        let round = Round {
            rulebook: case.form()?,
            dealer: case.read("dealer", |cell| {
                cell.parse().map_err(|wrong| format!("{wrong}"))
            })?,
            community: case.read("community", community)?,
            limits: case.read("limits", limits)?.unwrap_or_default(),
            jackpot: case.terms(&boxes)?,
            void: case.read("void", |cell| case.cite(cell))?,
            won_before: case.read("won before", linked_wins)?.unwrap_or_default(),
            won_after: case.read("won after", linked_wins)?.unwrap_or_default(),
            boxes,
        };
        round.check_possible()?;
        Ok(round)
    }

    /// The Dealer's hand, or where none is written three that share no card with the rest; none where
    /// the round is void.
    pub fn dealers(&self) -> Result<Vec<Option<Hand>>, String> {
        if self.void.is_some() {
            return Ok(vec![None]);
        }
        if self.dealer.is_some() {
            return Ok(vec![self.dealer]);
        }
        let dealt = self.cards();
        let free = |hand: &Hand| !hand.cards().iter().any(|card| dealt.contains(card));
        let pick = |kind: &[&str; 6]| {
            let hands = kind.iter().filter_map(|text| text.parse::<Hand>().ok());
            let hand = hands.into_iter().find(free);
            hand.map(Some)
                .ok_or("no Dealer's hand is left over: write one down".to_owned())
        };
        WHATEVER_HE_HOLDS.iter().map(pick).collect()
    }

    fn cards(&self) -> Vec<Card> {
        let hands = self
            .boxes
            .iter()
            .filter_map(|staked| staked.hand)
            .chain(self.dealer);
        let mut cards: Vec<Card> = hands.flat_map(Hand::cards).collect();
        cards.extend(self.community.into_iter().flatten());
        cards
    }

    fn check_possible(&self) -> Result<(), String> {
        let cards = self.cards();
        for (at, card) in cards.iter().enumerate() {
            if cards[..at].contains(card) {
                return Err(format!("{card} was dealt twice"));
            }
        }
        let staked =
            |bet: fn(&Stakes) -> Money| self.boxes.iter().any(|b| !bet(&b.stakes).is_zero());
        let jackpot = staked(|stakes| stakes.jackpot);
        if jackpot && self.rulebook.jackpot_kind.says == JackpotKind::None {
            return Err("the rulebook has no jackpot".to_owned());
        }
        if staked(|stakes| stakes.five_card) && self.rulebook.side_bet.says == SideBet::None {
            return Err("the rulebook has no side bet".to_owned());
        }
        match (self.rulebook.community.says, self.community) {
            (Community::None, Some(_)) => Err("the rulebook has no community cards".to_owned()),
            (Community::Two, None) if jackpot && self.void.is_none() => {
                Err("a jackpot bet needs the community cards written down".to_owned())
            }
            (Community::None | Community::Two, _) => Ok(()),
        }
    }
}

impl Case<'_> {
    /// What the cell of `column` says, where it is the same for the whole round.
    fn read<T>(
        &self,
        column: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        let mut said = self.rows.iter().map(|row| self.table.cell(row, column));
        let first = said.clone().find(|cell| !cell.is_empty());
        match first {
            None => Ok(None),
            Some(cell) if said.all(|other| other.is_empty() || other == cell) => read(cell)
                .map(Some)
                .map_err(|wrong| format!("{column}: {wrong}")),
            Some(_) => Err(format!("{column}: one round has one answer")),
        }
    }

    fn form(&self) -> Result<Rulebook, String> {
        let mut form = self.rulebook.form().clone();
        let chosen = self
            .read("options", |cell| Ok(cell.to_owned()))?
            .unwrap_or_default();
        for option in chosen.split(", ").filter(|option| !option.is_empty()) {
            let (switch, value) = option
                .split_once('=')
                .ok_or(format!("options: `{option}` reads switch=value"))?;
            form.choose(switch, value)
                .map_err(|refused| format!("options: {refused}"))?;
        }
        Ok(form)
    }

    fn terms(&self, boxes: &[StakedBox]) -> Result<Option<JackpotTerms>, String> {
        let meter = self.read("meter", money)?;
        let bets = boxes.iter().any(|staked| !staked.stakes.jackpot.is_zero());
        Ok((bets || meter.is_some()).then_some(JackpotTerms {
            stake: self.read("set", money)?.unwrap_or(Money::major(5)),
            displayed: meter.unwrap_or(Money::major(50_000)),
            seed: self.read("seed", money)?.unwrap_or(Money::major(20_000)),
        }))
    }

    fn cite(&self, id: &str) -> Result<Cites, String> {
        cite(self.rulebook, id).ok_or(format!("{} has no clause {id}", self.rulebook))
    }

    fn staked(&self, row: &Row) -> Result<StakedBox, String> {
        let cell = |column| self.table.cell(row, column);
        let number = match cell("box") {
            "" => 1,
            number => number
                .parse()
                .map_err(|_| format!("box: `{number}` is no box"))?,
        };
        let hand = match cell("player") {
            "" => None,
            cards => Some(cards.parse().map_err(|wrong| format!("player: {wrong}"))?),
        };
        let mut stakes = Stakes {
            ante: stake("ante", cell("ante"))?,
            play: stake("play", cell("play"))?,
            pair_plus: stake("pair plus", cell("pair plus"))?,
            five_card: stake("five card", cell("five card"))?,
            jackpot: stake("jackpot", cell("jackpot"))?,
        };
        let fate = self.fate(row, stakes.ante)?;
        let plays = matches!(fate, Fate::Played | Fate::Hidden { .. });
        if plays && cell("play").is_empty() {
            stakes.play = stakes.ante;
        }
        Ok(StakedBox {
            number: BoxNumber(number),
            player: self.player(row, number),
            hand,
            stakes,
            fate,
            claimed: true,
            grace_used: cell("under minimum before") == "yes",
        })
    }

    /// Equal names are one person; without names every box has its own.
    fn player(&self, row: &Row, number: u8) -> PlayerId {
        let name = self.table.cell(row, "of");
        let names = self.rows.iter().map(|row| self.table.cell(row, "of"));
        let known = names
            .into_iter()
            .position(|other| !name.is_empty() && other == name);
        PlayerId(known.map_or(1_000 + u32::from(number), |at| {
            u32::try_from(at).unwrap_or(0)
        }))
    }

    fn fate(&self, row: &Row, ante: Money) -> Result<Fate, String> {
        let cell = |column| self.table.cell(row, column);
        match (cell("out"), cell("withdrawn")) {
            ("", "") => {}
            ("", clause) => return Ok(Fate::Withdrawn(self.cite(clause)?)),
            (clause, _) => return Ok(Fate::Invalidated(self.cite(clause)?)),
        }
        Ok(match cell("decision") {
            "" if ante.is_zero() => Fate::Standing,
            "" | "play" => Fate::Played,
            "none" => Fate::Standing,
            "fold" => Fate::Folded(FoldedPairPlus::Plain),
            "fold keeping pair plus" => Fate::Folded(FoldedPairPlus::Kept),
            "fold giving up pair plus" => Fate::Folded(FoldedPairPlus::GivenUp),
            "hidden" => Fate::Hidden { established: false },
            "hidden proven" => Fate::Hidden { established: true },
            "absent" => Fate::Absent { viewed: false },
            "absent after looking" => Fate::Absent { viewed: true },
            other => return Err(format!("decision: found `{other}`, which is no decision")),
        })
    }
}

/// Dollars, with cents after a point: `10`, `50,000`, `12.50`, `-5`.
pub fn money(cell: &str) -> Result<Money, String> {
    let wrong = || format!("`{cell}` is no amount");
    let plain = cell.replace(',', "");
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let (dollars, cents) = digits.split_once('.').unwrap_or((digits, "00"));
    let whole = |text: &str| text.parse::<u32>().map(i64::from).map_err(|_| wrong());
    if cents.len() != 2 {
        return Err(wrong());
    }
    Ok(Money::minor(sign * (whole(dollars)? * 100 + whole(cents)?)))
}

/// As the tables write it: no cents where there are none.
pub fn dollars(amount: Money) -> String {
    let text = amount.to_string();
    text.strip_suffix(".00").map_or(text.clone(), str::to_owned)
}

/// A line of a settlement by the name its columns have.
pub fn wager(name: &str) -> Option<Wager> {
    Some(match name {
        "play" => Wager::Play,
        "bonus" => Wager::AnteBonus,
        "ante" => Wager::Ante,
        "pair plus" => Wager::PairPlus,
        "five card" => Wager::FiveCard,
        "jackpot" => Wager::Jackpot,
        "envy" => Wager::Envy,
        _ => return None,
    })
}

fn stake(column: &str, cell: &str) -> Result<Money, String> {
    if cell.is_empty() {
        return Ok(Money::ZERO);
    }
    money(cell).map_err(|wrong| format!("{column}: {wrong}"))
}

fn community(cell: &str) -> Result<[Card; 2], String> {
    let cards: Result<Vec<Card>, _> = cell.split(' ').map(str::parse).collect();
    let cards = cards.map_err(|wrong| format!("{wrong}"))?;
    <[Card; 2]>::try_from(cards).map_err(|_| "the community cards are two".to_owned())
}

/// `10-1000` for every bet, or `ante 10-1000, pair plus 5-500`.
fn limits(cell: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for part in cell.split(", ") {
        let (area, range) = part.rsplit_once(' ').unwrap_or(("", part));
        let (min, max) = range
            .split_once('-')
            .ok_or(format!("`{part}` reads least-most"))?;
        let bounds = Bounds {
            min: Some(money(min)?),
            max: Some(money(max)?),
        };
        match area {
            "" => {
                limits = Limits {
                    ante: bounds,
                    pair_plus: bounds,
                    five_card: bounds,
                }
            }
            "ante" => limits.ante = bounds,
            "pair plus" => limits.pair_plus = bounds,
            "five card" => limits.five_card = bounds,
            other => return Err(format!("no limits for `{other}`")),
        }
    }
    Ok(limits)
}

fn linked_wins(cell: &str) -> Result<Vec<LinkedWin>, String> {
    let win = |name: &str| match name {
        "major" => Ok(LinkedWin::Major),
        "straight flush" => Ok(LinkedWin::StraightFlush),
        other => Err(format!("no linked table wins `{other}`")),
    };
    cell.split(", ").map(win).collect()
}
