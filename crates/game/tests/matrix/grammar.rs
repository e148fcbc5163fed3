//! How a cell of the matrix is read: five codes, one for all, or a word that points elsewhere.

use std::fmt;

use game::{Circumstances, Moment};

use super::document::{Column, Row};
use super::prose;

/// One rulebook's code. An undivided cell does not write the `h`, so it is not asked for there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    text: String,
    marked: bool,
}

impl Code {
    fn marked(text: impl Into<String>) -> Code {
        let text = text.into();
        Code { text, marked: true }
    }

    fn unmarked(text: impl Into<String>) -> Code {
        let text = text.into();
        Code {
            text,
            marked: false,
        }
    }

    pub fn is(&self, answer: &str) -> bool {
        let unmarked = answer.strip_suffix(" h").or(answer.strip_suffix('h'));
        answer == self.text || !self.marked && unmarked == Some(&self.text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

pub fn expected(row: &Row, column: Column, case: &Circumstances) -> [Code; 5] {
    let mut codes = read(row, column, row.cell(column), case);
    // An undivided cell speaks of the rulebooks in which the row can arise.
    for (at, code) in codes.iter_mut().enumerate() {
        if never_arises(row, at) {
            *code = Code::marked("-");
        }
    }
    codes
}

fn read(row: &Row, column: Column, cell: &str, case: &Circumstances) -> [Code; 5] {
    let at = |column: Column| read(row, column, row.cell(column), case);
    if let Some(codes) = prose::cell(cell, case) {
        let marked = codes.iter().any(|code| code.ends_with('h'));
        return codes.map(|code| Code {
            text: code.to_owned(),
            marked,
        });
    }
    match cell {
        "same" => at(column.left()),
        // Beside the two columns of the deal, "left" is whichever of them holds.
        "as left" if column != Column::DecidingOpen => at(column.left()),
        "by contact as left" | "as left" if case.contact => at(Column::DealingSeen),
        "by contact as left" | "as left" => at(Column::DealingUnseen),
        _ if column == Column::Betting => betting(row, cell, case),
        _ => by_contact(cell, case).map_or_else(
            || divided(cell).unwrap_or_else(|| undivided(row, column, cell, case)),
            |part| read(row, column, part, case),
        ),
    }
}

/// `BO: x; BC: y`. Without `BO` nothing can arise then; without `BC` the deal's column holds.
fn betting(row: &Row, cell: &str, case: &Circumstances) -> [Code; 5] {
    let open = case.moment == Moment::BetsOpen;
    let part = |name: &str| cell.split("; ").find_map(|part| part.strip_prefix(name));
    let (bets_open, bets_closed) = (part("BO: "), part("BC: "));
    let whole = bets_open.is_none() && bets_closed.is_none();
    match (whole, open) {
        (true, _) => divided(cell).unwrap_or_else(|| all(cell)),
        (false, true) => {
            let part = bets_open.unwrap_or("-");
            prose::cell(part, case).map_or_else(|| all(part), |codes| codes.map(Code::unmarked))
        }
        (false, false) => match bets_closed {
            Some(part) => divided(part).unwrap_or_else(|| all(part)),
            None => read(
                row,
                Column::DealingUnseen,
                row.cell(Column::DealingUnseen),
                case,
            ),
        },
    }
}

/// `contact: x; no contact: y`.
fn by_contact<'a>(cell: &'a str, case: &Circumstances) -> Option<&'a str> {
    let wanted = if case.contact {
        "contact: "
    } else {
        "no contact: "
    };
    let mut parts = cell.split("; ");
    parts.find_map(|part| part.strip_prefix(wanted))
}

/// `V/Vh/A(V)/V/A(V)`.
fn divided(cell: &str) -> Option<[Code; 5]> {
    let parts: Vec<&str> = cell.split('/').map(str::trim).collect();
    let parts: [&str; 5] = parts.try_into().ok()?;
    Some(parts.map(|part| match part {
        "as r20" => Code::marked(code(parts[0])),
        "h as r20" => Code::marked(format!("{} h", code(parts[0]))),
        part => Code::marked(code(part)),
    }))
}

/// One code for all. Where it only repeats the cell at its left, that one's marks hold too.
fn undivided(row: &Row, column: Column, cell: &str, case: &Circumstances) -> [Code; 5] {
    let mut case = *case;
    let left = column.left();
    if left == Column::Betting {
        // A cell that leaves closed bets out points here, so there is nothing to repeat.
        if !row.cell(left).contains("BC: ") {
            return all(cell);
        }
        case.moment = Moment::BetsClosed;
    }
    let left = read(row, left, row.cell(left), &case);
    let word = code(cell);
    let repeats = |left: &Code| left.text.starts_with(&word) || left.text == "-";
    if word != "-" && left.iter().all(repeats) && left.iter().any(|left| left.text != "-") {
        return left;
    }
    all(cell)
}

fn all(cell: &str) -> [Code; 5] {
    std::array::from_fn(|_| Code::unmarked(code(cell)))
}

fn code(part: &str) -> String {
    let part = part.strip_suffix(" all").unwrap_or(part);
    let code = prose::part(part).unwrap_or(part);
    assert!(is_code(code), "`{part}` is no code; prose.rs must read it");
    code.to_owned()
}

/// A code of 8.1, alone, proposed or marked.
fn is_code(code: &str) -> bool {
    const CODES: [&str; 27] = [
        "-",
        "V",
        "Vr",
        "C",
        "O",
        "OA",
        "M",
        "M then O",
        "Rc",
        "Rc then O",
        "H",
        "H+O",
        "H+W",
        "W",
        "R",
        "R at end",
        "X",
        "excess X",
        "Z",
        "Zm",
        "Z1",
        "K",
        "F",
        "I",
        "S",
        "A",
        "no effect",
    ];
    let inner = code.strip_prefix("A(").and_then(|c| c.strip_suffix(')'));
    let plain = inner.unwrap_or(code);
    let plain = plain.strip_suffix('h').map_or(plain, str::trim_end);
    CODES.contains(&plain) || prose::is_phrase(plain)
}

/// Whether every divided cell of the row has a dash for this rulebook, or the title names another.
fn never_arises(row: &Row, rulebook: usize) -> bool {
    const MULTILINK: usize = 3;
    if row.title.ends_with(" (ml)") {
        return rulebook != MULTILINK;
    }
    let cells = Column::ALL.into_iter().map(|column| row.cell(column));
    let parts = cells.flat_map(|cell| cell.split("; "));
    let parts = parts.flat_map(|part| part.split(", reconstructable "));
    let mut divided = parts
        .map(|part| part.split('/').map(str::trim).collect::<Vec<_>>())
        .filter(|parts| parts.len() == 5)
        .peekable();
    divided.peek().is_some() && divided.all(|parts| parts[rulebook] == "-")
}
