//! What to do, as one instruction that stands alone: the rules' own remedies for what was described.
//!
//! Every moment and circumstance the question leaves open is a case of its own; cases with the same answer
//! are told once. What the question says narrows them down, and is said back.

use core::fmt;

use game::{
    Act, Circumstances, Fact, Irregularity, Moment, Post, Remedy, Rulebook, RulebookId, Ruler,
    branches,
};

use crate::consequences::{self, Consequences};
use crate::described::Described;
use crate::words::{at_least, done, fact};

/// What to do about one irregularity under one rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    rulebook: RulebookId,
    row: Irregularity,
    /// Whether the question ruled out some cases.
    narrowed: bool,
    cases: Vec<Case>,
}

/// Cases with one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Case {
    /// When it applies, in words.
    when: String,
    answer: Answer,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    who: String,
    does: String,
    follows: Consequences,
    cites: Vec<&'static str>,
    stops: bool,
}

/// A case before equal answers are joined.
struct Found {
    moment: Moment,
    facts: Vec<Fact>,
    answer: Answer,
}

impl Instruction {
    /// What `rulebook` does about `row`, as far as the question leaves it open.
    pub fn new(rulebook: &Rulebook, row: Irregularity, described: &Described) -> Instruction {
        let all = found(rulebook, row);
        let total = all.len();
        let said = described.moments();
        let in_time = |case: &Found| said.is_empty() || said.contains(&case.moment);
        let as_told = |case: &Found| {
            let mut facts = case.facts.iter();
            facts.all(|fact| described.allows(*fact, rulebook))
        };
        // A question that contradicts the row in its time or facts is not held to that.
        let kept = |keeps: &dyn Fn(&Found) -> bool| all.iter().any(keeps);
        let timed = kept(&|case| in_time(case));
        let told = kept(&|case| as_told(case) && (in_time(case) || !timed));
        let keeps = |case: &Found| (in_time(case) || !timed) && (as_told(case) || !told);
        let left: Vec<&Found> = all.iter().filter(|case| keeps(case)).collect();
        Instruction {
            rulebook: rulebook.id,
            row,
            narrowed: left.len() < total,
            cases: if left.is_empty() {
                vec![never(rulebook, row)]
            } else {
                joined(rulebook, &left, &all)
            },
        }
    }

    /// Every clause and ambiguity it rests on, in order of first mention.
    pub fn clauses(&self) -> Vec<&'static str> {
        let mut all = Vec::new();
        for id in self.cases.iter().flat_map(|case| &case.answer.cites) {
            if !all.contains(id) {
                all.push(*id);
            }
        }
        all
    }
}

/// Every case of the row that can arise.
fn found(rulebook: &Rulebook, row: Irregularity) -> Vec<Found> {
    let mut all = Vec::new();
    for moment in Moment::ALL {
        let told = |form: &Rulebook, remedy: &Remedy| answer(form, row, remedy, moment);
        for case in branches(&[rulebook], row, moment, told) {
            let remedies = case.remedies.iter();
            all.extend(
                remedies
                    .filter(|remedy| remedy.act != Act::CannotArise)
                    .map(|remedy| Found {
                        moment,
                        facts: case.facts.clone(),
                        answer: answer(rulebook, row, remedy, moment),
                    }),
            );
        }
    }
    all
}

fn answer(rulebook: &Rulebook, row: Irregularity, remedy: &Remedy, moment: Moment) -> Answer {
    let act = match remedy.ruler {
        Ruler::Uncovered(_) => rulebook.proposal(remedy).unwrap_or(Act::Open),
        Ruler::Clause | Ruler::Post(_) => remedy.act,
    };
    let does = match (remedy.ruler, act) {
        (Ruler::Uncovered(_), Act::Open) => {
            "what follows is decided; nothing is proposed".to_owned()
        }
        (Ruler::Uncovered(_), act) => format!("proposed: {}", done(row, act, moment)),
        // One cell names who decides and leaves open what: a further hand that was looked at.
        (Ruler::Post(_), Act::Open) => {
            "as IR-31 where it was staked by mistake, otherwise as decided".to_owned()
        }
        (Ruler::Clause | Ruler::Post(_), act) => done(row, act, moment).to_owned(),
    };
    Answer {
        who: who(row, remedy, act),
        does,
        follows: consequences::of(rulebook, row, act),
        cites: remedy.cites.iter().collect(),
        stops: needs_ruling(row, remedy),
    }
}

/// Whether play waits for a person to say so.
fn needs_ruling(row: Irregularity, remedy: &Remedy) -> bool {
    remedy.ruler != Ruler::Clause || remedy.act.is_for_the_pit() || row.has_amount()
}

fn who(row: Irregularity, remedy: &Remedy, act: Act) -> String {
    if !needs_ruling(row, remedy) {
        return "no ruling is needed, the clause is automatic".to_owned();
    }
    let other = if act.is_undoing_money() || row.has_amount() {
        " who did not report it"
    } else {
        ""
    };
    let rules = match remedy.ruler {
        Ruler::Clause if remedy.act == Act::CountDeck => {
            "the Dealer counts, the clause decides".to_owned()
        }
        Ruler::Clause => format!(
            "{}{other} establishes the facts, the clause decides",
            at_least(Post::PitSupervisor)
        ),
        Ruler::Post(post) => format!("{}{other} rules", at_least(post)),
        Ruler::Uncovered(post) => format!(
            "the rulebook does not cover it, {}{other} decides",
            at_least(post)
        ),
    };
    let second = if act.is_undoing_money() {
        "; once a bet is won or lost, only what another member of staff has reported or proposed"
    } else if act.is_changing_a_result() {
        "; once the Dealer's hand is shown, only what another member of staff has reported or proposed"
    } else {
        ""
    };
    format!("{rules}{second}")
}

/// What to say of a row that this rulebook's game does not have.
fn never(rulebook: &Rulebook, row: Irregularity) -> Case {
    let uncovered = rulebook.remedy(Irregularity::Uncovered, &Circumstances::at(Moment::Dealing));
    let mut answer = answer(
        rulebook,
        Irregularity::Uncovered,
        &uncovered,
        Moment::Dealing,
    );
    answer.does = format!(
        "this rulebook knows no such case ({}); if it happened all the same: {}",
        row.title(),
        answer.does
    );
    Case {
        when: String::new(),
        answer,
    }
}

/// Answers that differ only in what they rest on are told once, in the order of the first.
fn joined(rulebook: &Rulebook, found: &[&Found], all: &[Found]) -> Vec<Case> {
    let mut groups: Vec<Vec<&Found>> = Vec::new();
    for case in found {
        match groups
            .iter_mut()
            .find(|group| group[0].answer.says_as(&case.answer))
        {
            Some(group) => group.push(case),
            None => groups.push(vec![case]),
        }
    }
    let case = |group: &Vec<&Found>| {
        let mut answer = group[0].answer.clone();
        for id in group.iter().flat_map(|case| &case.answer.cites) {
            if !answer.cites.contains(id) {
                answer.cites.push(*id);
            }
        }
        Case {
            when: when(rulebook, group, all),
            answer,
        }
    };
    groups.iter().map(case).collect()
}

/// `dealing to deciding, if a Player has seen own cards; or Dealer shown`.
fn when(rulebook: &Rulebook, same: &[&Found], all: &[Found]) -> String {
    let mut by_facts: Vec<(String, Vec<Moment>)> = Vec::new();
    for case in same {
        let facts = case.facts.iter().map(|known| fact(rulebook, *known));
        let facts = if is_whatever_else(case, all) {
            String::new()
        } else {
            facts.collect::<Vec<_>>().join(" and ")
        };
        match by_facts.iter_mut().find(|(known, _)| *known == facts) {
            Some((_, moments)) if moments.contains(&case.moment) => {}
            Some((_, moments)) => moments.push(case.moment),
            None => by_facts.push((facts, vec![case.moment])),
        }
    }
    let parts = by_facts
        .iter()
        .map(|(facts, moments)| match facts.as_str() {
            "" => spans(moments),
            facts => format!("{}, if {facts}", spans(moments)),
        });
    parts.collect::<Vec<_>>().join("; or ")
}

/// Whether the answer is the same at that moment in every case.
fn is_whatever_else(case: &Found, all: &[Found]) -> bool {
    let then = all.iter().filter(|other| other.moment == case.moment);
    then.into_iter()
        .all(|other| other.answer.says_as(&case.answer))
}

/// Neighbouring moments as a span: `bets open to dealing`.
fn spans(moments: &[Moment]) -> String {
    let next_to = |one: &Moment, other: &Moment| *one as u8 + 1 == *other as u8;
    let spans = moments.chunk_by(next_to).map(|span| match span {
        [] => String::new(),
        [only] => only.title().to_owned(),
        [one, other] => format!("{} or {}", one.title(), other.title()),
        [first, .., last] => format!("{} to {}", first.title(), last.title()),
    });
    spans.collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, rulebook) = (self.row, self.rulebook);
        writeln!(f, "{row} under {rulebook}: {}.", row.in_plain_words())?;
        let stops = self.cases.iter().any(|case| case.answer.stops);
        f.write_str(if stops {
            "Now: stop, leave every card and chip where it lies, call the pit."
        } else {
            "Now: no need to stop, the clause says what to do."
        })?;
        match self.cases.as_slice() {
            [only] => {
                if self.narrowed && !only.when.is_empty() {
                    write!(f, "\nAs described: {}.", only.when)?;
                }
                only.answer.write(f, "\n")
            }
            cases => {
                for case in cases {
                    write!(f, "\n{}:", capital(&case.when))?;
                    case.answer.write(f, " ")?;
                }
                Ok(())
            }
        }
    }
}

impl Answer {
    fn says_as(&self, other: &Answer) -> bool {
        let said = |answer: &Answer| {
            (
                answer.who.clone(),
                answer.does.clone(),
                answer.follows.clone(),
            )
        };
        said(self) == said(other)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, between: &str) -> fmt::Result {
        let parts = [
            ("Who rules", &self.who),
            ("Then", &self.does),
            ("Bets", &self.follows.boxes),
            ("Cards", &self.follows.cards),
            ("Jackpot", &self.follows.jackpot),
        ];
        for (head, text) in parts.iter().filter(|(_, text)| !text.is_empty()) {
            write!(f, "{between}{head}: {text}.")?;
        }
        match self.cites.as_slice() {
            [] => Ok(()),
            cites => write!(f, "{between}[{}]", cites.join(", ")),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
