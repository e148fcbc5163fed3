//! What the matrix says in words, keyed by those words.
// tidy: table

use game::{Circumstances, Whose};

/// A whole cell, for each rulebook in the order of the document. Circumstances are those the words
/// name.
pub fn cell(cell: &str, case: &Circumstances) -> Option<[&'static str; 5]> {
    Some(match cell {
        // While bets are open.
        "excess X" => ["excess X"; 5],
        "raise or withdraw" | "cure or take back" | "take back" => ["correct or take back"; 5],
        "bets stand if locked" => ["C"; 5],

        // The deal.
        "at decision: F/Fh/I/F/Fh" => ["F", "Fh", "I", "F", "Fh"],
        "Rc then O / Dealer's hand Rc, Player's hand V / Rc / Rc then O / Vr" => {
            let r13 = match case.whose {
                Whose::Dealer => "Rc",
                Whose::Player | Whose::Community => "V",
            };
            ["Rc then O", r13, "Rc", "Rc then O", "Vr"]
        }
        "reconstructable OA/-/-/OA/-; else V" if case.reconstructable => {
            ["Rc then OA", "-", "-", "Rc then OA", "-"]
        }
        "not reconstructable V/-/-/V/-, reconstructable A" if case.reconstructable => {
            ["A", "-", "-", "A", "-"]
        }
        "reconstructable OA/-/-/OA/-; else V"
        | "not reconstructable V/-/-/V/-, reconstructable A" => ["V", "-", "-", "V", "-"],
        "wrong number: V unless curable; one exposed: O to jackpot boxes" => {
            match (case.exposed, case.reconstructable) {
                (true, _) => ["O to jackpot boxes"; 5],
                (false, true) => ["Rc then O to jackpot boxes"; 5],
                (false, false) => ["V"; 5],
            }
        }
        "O to jackpot boxes" => ["O to jackpot boxes"; 5],

        // The rest of the round.
        "seen: C, not seen: V (r20, ml); r13 h; mbs A" if case.contact => {
            ["C", "Ch", "A", "C", "-"]
        }
        "seen: C, not seen: V (r20, ml); r13 h; mbs A" => ["V", "Vh", "A", "V", "-"],
        "X all: correct it" | "X all: correct it or fold" => ["X"; 5],
        "to the Ante, excess returned: r20, ml (text), r13 h; mbs, ofg A(same)" => [
            "to the Ante",
            "to the Ante h",
            "A(to the Ante)",
            "to the Ante",
            "A(to the Ante)",
        ],
        "Z on the Play amount: r20, ml (text), r13 h; mbs, ofg A(same)" => {
            ["Z", "Zh", "A(Z)", "Z", "A(Z)"]
        }
        "Z or Z1" => ["Z", "Zh", "Z1", "Z", "Zh"],

        // Later rounds.
        "earlier rounds stand; current round void" | "as IR-01" => ["V", "V", "V", "V", "A(V)"],
        "earlier rounds stand"
        | "stands"
        | "settled"
        | "settled (mbs 5.15)"
        | "no effect on either round" => ["no effect"; 5],
        "House mode a, b or c (r13 h; mbs A)" => [
            "House mode a, b or c",
            "House mode a, b or c h",
            "A",
            "House mode a, b or c",
            "-",
        ],
        "awards held" => ["awards held"; 5],
        "bar persists" => ["bar persists"; 5],
        _ => return None,
    })
}

/// One rulebook's part of a divided cell.
pub fn part(part: &str) -> Option<&'static str> {
    Some(match part {
        "Pit Supervisor orders, then OA" => "ordered, then OA",
        "Pit Supervisor: intended H, else C" => "intended H, else C",
        "IR-31 or GSM" => "ruled on",
        "5.10.2"
        | "seen 5.10.1: those go on, rest H; none seen 5.10.2: first dealt goes on, rest H" => {
            "one hand goes on, rest H"
        }
        "GSM may bar, I" => "may bar, I",
        // The row that names nothing but who decides.
        "TGSM" | "h" | "GSM" => "A",
        _ => return None,
    })
}

/// Codes that are words.
pub fn is_phrase(code: &str) -> bool {
    const PHRASES: [&str; 9] = [
        "ordered, then OA",
        "intended H, else C",
        "ruled on",
        "one hand goes on, rest H",
        "may bar, I",
        "count: 52 C, else V",
        "own task",
        "deemed lower",
        "deemed folded",
    ];
    PHRASES.contains(&code) || code == "Dealer reveals"
}
