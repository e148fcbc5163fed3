//! Settles the rounds a table writes down, one a row, and compares what its columns expect.
//!
//! A blank cell says that there is no such bet or payment. Several boxes of one round are consecutive
//! rows with the same name in the column `case`; what belongs to the whole round stands in any of them.
//! A case runs under every rulebook its heading cites. Where no Dealer's hand is written the case must
//! hold whatever he has, so it is settled against a hand that does not qualify, a poor and a strong one.
//! The other columns are explained in `scenarios/settlement/README.md`.

#[path = "settlement/reading.rs"]
mod reading;

use game::{
    Explained, Hand, JackpotHand, JackpotSettlement, Line, Money, Outcome, RulebookId, SettledBox,
    Showdown, Wager, jackpot_row, settle, settle_void,
};

use crate::markdown::{Row, Table};
use reading::{Round, dollars, money, wager};

/// What a column asks of the settlement.
#[derive(Clone, Copy)]
enum Column {
    /// Written down before the settlement.
    Given,
    Returns(Wager),
    AtRisk(Wager),
    OutcomeOf(Wager),
    Net,
    Award,
    Classified,
    Hand,
    Lines,
    Says,
    Cites,
    Qualifies,
    Order,
    Paid,
    MeterAfter,
}

/// A round and what became of it.
struct Settled<'r> {
    round: &'r Round,
    dealer: Option<Hand>,
    boxes: Vec<SettledBox>,
    order: String,
    jackpot: Option<JackpotSettlement>,
}

pub fn run(table: &Table) -> Result<(), String> {
    let at = |line: usize, what: &str| format!("{}:{line} {}: {what}", table.file, table.heading);
    if table.prose.is_empty() {
        return Err(at(table.line, "say in a sentence what the table shows"));
    }
    let columns = columns(table).map_err(|what| at(table.line, &what))?;
    let cited = table.citations().map_err(|what| at(table.line, &what))?;
    let mut failures = Vec::new();
    for rows in cases(table) {
        for (rulebook, _) in &cited {
            match run_case(table, rows, &columns, *rulebook) {
                Ok(wrong) => failures.extend(wrong.iter().map(|(line, what)| at(*line, what))),
                Err(what) => failures.push(at(rows[0].line, &format!("{what} [{rulebook}]"))),
            }
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}

/// The failures of one case under one rulebook, with the line each stands on; an error if the case
/// cannot be settled as written.
fn run_case(
    table: &Table,
    rows: &[Row],
    columns: &[Column],
    rulebook: RulebookId,
) -> Result<Vec<(usize, String)>, String> {
    let round = Round::read(table, rows, rulebook)?;
    let mut failures = Vec::new();
    for dealer in round.dealers()? {
        let settled = Settled::new(&round, dealer);
        for (row, staked) in rows.iter().zip(&settled.boxes) {
            for ((name, column), cell) in table.columns.iter().zip(columns).zip(&row.cells) {
                if let Some(wrong) = settled.check(*column, cell, staked)? {
                    let against = dealer.map_or(String::new(), |hand| format!(" against {hand}"));
                    failures.push((row.line, format!("{name}: {wrong} [{rulebook}{against}]")));
                }
            }
        }
    }
    Ok(failures)
}

fn columns(table: &Table) -> Result<Vec<Column>, String> {
    let read = |name: &String| Column::read(name).ok_or(format!("no column is called `{name}`"));
    table.columns.iter().map(read).collect()
}

/// Consecutive rows of one name in the column `case` are one round; any other row is a round of its own.
fn cases(table: &Table) -> impl Iterator<Item = &[Row]> {
    let case = |row: &Row| table.cell(row, "case").to_owned();
    table
        .rows
        .chunk_by(move |above, below| !case(above).is_empty() && case(above) == case(below))
}

impl Column {
    fn read(name: &str) -> Option<Column> {
        if reading::GIVEN.contains(&name) {
            return Some(Column::Given);
        }
        if let Some(bet) = name.strip_suffix(" returns") {
            return wager(bet).map(Column::Returns);
        }
        if let Some(bet) = name.strip_suffix(" at risk") {
            return wager(bet).map(Column::AtRisk);
        }
        if let Some(bet) = name.strip_prefix("outcome of ") {
            return wager(bet).map(Column::OutcomeOf);
        }
        Some(match name {
            "bonus" | "envy" => Column::Returns(wager(name)?),
            "net" => Column::Net,
            "award" => Column::Award,
            "classified" => Column::Classified,
            "hand" => Column::Hand,
            "lines" => Column::Lines,
            "says" => Column::Says,
            "cites" => Column::Cites,
            "qualifies" => Column::Qualifies,
            "order" => Column::Order,
            "paid" => Column::Paid,
            "meter after" => Column::MeterAfter,
            _ => return None,
        })
    }
}

impl<'r> Settled<'r> {
    fn new(round: &'r Round, dealer: Option<Hand>) -> Settled<'r> {
        let (Some(hand), None) = (dealer, round.void) else {
            let clause = round.void.unwrap_or_default();
            let boxes = settle_void(&round.boxes, clause, round.rulebook.grounds.void);
            return Settled {
                round,
                dealer: None,
                boxes,
                order: String::new(),
                jackpot: None,
            };
        };
        let settled = settle(
            &round.rulebook,
            &Showdown {
                dealer: hand,
                community: round.community,
                limits: round.limits,
                jackpot: round.jackpot,
                paid_before: &round.won_before,
                paid_after: &round.won_after,
                boxes: &round.boxes,
            },
        );
        let order = numbers(settled.order.iter().map(|number| number.0));
        Settled {
            round,
            dealer,
            boxes: settled.boxes,
            order,
            jackpot: settled.jackpot,
        }
    }

    /// What is wrong with one cell, or an error if the cell cannot be read.
    fn check(
        &self,
        column: Column,
        cell: &str,
        staked: &SettledBox,
    ) -> Result<Option<String>, String> {
        let line = |wager| staked.lines.iter().find(|line| line.wager == wager);
        let amount = |got: Option<Money>| -> Result<Option<String>, String> {
            let wanted = if cell.is_empty() {
                None
            } else {
                Some(money(cell)?)
            };
            let words =
                |amount: Option<Money>| amount.map_or("nothing of the kind".to_owned(), dollars);
            Ok((wanted != got).then(|| differ(&words(wanted), &words(got))))
        };
        let text = |got: &str| {
            let same = cell.is_empty() || cell == got;
            Ok((!same).then(|| differ(cell, got)))
        };
        match column {
            Column::Given => Ok(None),
            Column::Returns(wager) => amount(line(wager).map(|line| line.returned)),
            Column::AtRisk(wager) => amount(line(wager).map(|line| line.at_risk)),
            Column::OutcomeOf(wager) => {
                let got = line(wager).map_or("", |line| outcome(line.outcome));
                Ok((cell != got).then(|| differ(cell, got)))
            }
            Column::Net | Column::MeterAfter if cell.is_empty() => Ok(None),
            Column::Net => amount(Some(staked.returned() - staked.staked())),
            Column::Award => amount(self.award(staked)),
            Column::Classified => text(&classified(self.round, staked.hand)),
            Column::Hand => text(
                &staked
                    .hand
                    .map_or(String::new(), |hand| spaced(hand.rank().name())),
            ),
            Column::Lines => text(&names(&staked.lines)),
            Column::Says => self.check_words(cell, staked),
            Column::Cites => check_citations(cell, &staked.lines),
            Column::Qualifies => text(self.qualifies()),
            Column::Order => text(&self.order),
            Column::Paid => text(&self.paid()),
            Column::MeterAfter => amount(self.meter_after()),
        }
    }

    fn award(&self, staked: &SettledBox) -> Option<Money> {
        let payments = &self.jackpot.as_ref()?.payments;
        let paid = payments
            .iter()
            .find(|payment| payment.number == staked.number);
        paid.map(|payment| payment.amount)
    }

    /// The boxes paid an award, in the order paid; `none` where there is no award.
    fn paid(&self) -> String {
        let payments = self.jackpot.iter().flat_map(|jackpot| &jackpot.payments);
        let paid = numbers(payments.map(|payment| payment.number.0));
        if paid.is_empty() {
            "none".to_owned()
        } else {
            paid
        }
    }

    /// In a void round the meter stands where it stood.
    fn meter_after(&self) -> Option<Money> {
        let before = self.round.jackpot.map(|terms| terms.displayed);
        self.jackpot
            .as_ref()
            .map(|jackpot| jackpot.after)
            .or(before)
    }

    fn qualifies(&self) -> &'static str {
        match self
            .dealer
            .map(|hand| game::DealerHand::new(&self.round.rulebook, hand).qualifies)
        {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        }
    }

    /// `play: does not qualify` looks for the words in the sentence of that line.
    fn check_words(&self, cell: &str, staked: &SettledBox) -> Result<Option<String>, String> {
        for part in cell
            .split(';')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (line, words) = named_line(part, &staked.lines)?;
            let (hand, dealer) = (staked.hand, self.dealer);
            let said = Explained::new(line, hand, dealer).to_string();
            if !said.contains(words) {
                return Ok(Some(differ(words, &said)));
            }
        }
        Ok(None)
    }
}

/// `ante: 3.13, 4.1` asks for these ids among those the line cites.
fn check_citations(cell: &str, lines: &[Line]) -> Result<Option<String>, String> {
    for part in cell
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (line, ids) = named_line(part, lines)?;
        let cited: Vec<&str> = line.cites.iter().collect();
        if !ids.split(", ").all(|id| cited.contains(&id)) {
            return Ok(Some(differ(part, &cited.join(", "))));
        }
    }
    Ok(None)
}

/// The line a cell like `ante: words` is about, and the words.
fn named_line<'l, 'c>(part: &'c str, lines: &'l [Line]) -> Result<(&'l Line, &'c str), String> {
    let (name, words) = part
        .split_once(": ")
        .ok_or(format!("`{part}` reads `bet: what is expected of it`"))?;
    let bet = wager(name).ok_or(format!("no bet is called `{name}`"))?;
    let line = lines.iter().find(|line| line.wager == bet);
    Ok((
        line.ok_or(format!("the settlement has no line for {name}"))?,
        words,
    ))
}

/// The row of the jackpot table a hand makes, bet or no bet.
fn classified(round: &Round, hand: Option<Hand>) -> String {
    let row = hand.and_then(|hand| jackpot_row(&round.rulebook, hand, round.community));
    match row.map(|row| row.hand) {
        None => "none".to_owned(),
        Some(JackpotHand::SpadeRoyal) => "A-K-Q of spades".to_owned(),
        Some(JackpotHand::OtherRoyal) => "A-K-Q of another suit".to_owned(),
        Some(named @ (JackpotHand::ThreeCards(_) | JackpotHand::FiveCards(_))) => {
            spaced(named.name())
        }
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::StandOff => "stand-off",
        Outcome::Returned => "returned",
    }
}

fn names(lines: &[Line]) -> String {
    let names: Vec<String> = lines.iter().map(|line| spaced(line.wager.name())).collect();
    names.join(", ").replace("ante bonus", "bonus")
}

fn numbers(numbers: impl Iterator<Item = u8>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    numbers.join(" ")
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

fn differ(expected: &str, got: &str) -> String {
    let or_nothing = |text: &str| {
        if text.is_empty() {
            "nothing".to_owned()
        } else {
            text.to_owned()
        }
    };
    format!("expected {}, got {}", or_nothing(expected), or_nothing(got))
}
