//! What rules protect: the one-hand rule, and the choices a rulebook leaves to its house.

use game::{Cites, MultiBox, MultiBoxView, Rulebook};
use maths::choices::{Choice, Figures, choices_that_matter};
use maths::leak::Laboratory;
use maths::{Fraction, Strategy};
use report::{Cell, Column, Section, Table};

use crate::analyze::sheet::cells::{decimals, percent};

/// The section on what the rules protect.
pub fn section(rulebook: &Rulebook, strategy: Strategy, lab: &Laboratory) -> Section {
    let found = choices_that_matter(rulebook, strategy);
    let section = Section::new("leaks-house", "What the rules protect")
        .paragraph(one_hand_words(rulebook))
        .table(one_hand(rulebook, lab));
    if found.is_empty() {
        return section.paragraph(
            "No choice that the rulebook leaves to its house moves a figure of this sheet.",
        );
    }
    section
        .paragraph(
            "Choices that the rulebook leaves to its house and that move a figure, each made alone. \
             The last columns are of a jackpot bet: its fixed part in dollars, how much of a dollar \
             staked goes back beside a prize, and envy in dollars beside one other box.",
        )
        .table(choices(&Figures::new(rulebook, strategy), &found))
}

/// What becomes of the second hand of a Player with two boxes.
#[derive(Clone, Copy)]
enum SecondHand {
    /// No Player has two boxes.
    None,
    Unseen,
    /// Once the first is decided.
    Later,
}

impl SecondHand {
    fn of(rulebook: &Rulebook) -> (SecondHand, Cites) {
        match (rulebook.multi_box.says, rulebook.multi_box_view.says) {
            (MultiBox::NotOffered, _) => (SecondHand::None, rulebook.multi_box.cites),
            (_, MultiBoxView::OneHand) => (SecondHand::Unseen, rulebook.multi_box_view.cites),
            (_, MultiBoxView::Sequential) => (SecondHand::Later, rulebook.multi_box_view.cites),
        }
    }
}

fn one_hand_words(rulebook: &Rulebook) -> String {
    let (second, cites) = SecondHand::of(rulebook);
    let (rule, then) = match second {
        SecondHand::None => (
            "A Player has one box only",
            "as it is, he sees nothing but the hand he decides",
        ),
        SecondHand::Unseen => (
            "A Player at several boxes may look at one hand only",
            "with it, the second is best played unseen, because folding unseen loses every Ante",
        ),
        SecondHand::Later => (
            "A Player at several boxes decides one hand before he looks at the next",
            "with it, only the second is decided with the other in sight",
        ),
    };
    let cites = cites.join(", ");
    format!(
        "{rule} ({cites}). Without that rule he would decide each of two hands with the other in \
         sight; {then}."
    )
}

fn one_hand(rulebook: &Rulebook, lab: &Laboratory) -> Table {
    let columns = vec![
        Column::words("two boxes of one Player"),
        Column::exact("house edge"),
    ];
    let (half, none) = (Fraction::new(1, 2), lab.none.house_edge());
    let row = |name: &str, edge: Fraction| vec![name.into(), percent(edge).into()];
    let mut rows = vec![
        row("both hands seen, each decided with both", lab.one_other),
        row("each hand decided alone", none),
    ];
    let (second, _) = SecondHand::of(rulebook);
    let ruled = match second {
        SecondHand::None => none,
        SecondHand::Unseen => {
            rows.push(row("the unseen hand, always played", lab.unseen));
            let mean = (none + lab.unseen) * half;
            rows.push(row("one seen, one unseen: the mean of both", mean));
            mean
        }
        SecondHand::Later => {
            let mean = (none + lab.one_other) * half;
            rows.push(row(
                "the second decided with the first in sight: the mean of both",
                mean,
            ));
            mean
        }
    };
    rows.push(row("what the rule keeps, per Ante", ruled - lab.one_other));
    Table::new("one-hand", "The one-hand rule, per Ante", columns).rows(rows)
}

fn choices(now: &Figures, found: &[Choice]) -> Table {
    let columns = vec![
        Column::words("choice"),
        Column::exact("Ante and Play"),
        Column::exact("Pair Plus"),
        Column::exact("side bet"),
        Column::exact("jackpot, fixed"),
        Column::exact("stake back"),
        Column::exact("envy"),
    ];
    let row = |name: String, figures: &Figures| {
        let jackpot = figures.jackpot.as_ref();
        let fixed = jackpot.map(|bet| bet.fixed_per_bet);
        let back = jackpot.map(|bet| bet.stake_back);
        let envy = jackpot.and_then(|bet| bet.envy_per_other_box);
        let or_none = |cell: Option<Cell>| cell.unwrap_or(Cell::Empty);
        vec![
            name.into(),
            percent(figures.ante_play).into(),
            percent(figures.pair_plus).into(),
            or_none(figures.five_card.map(|edge| percent(edge).into())),
            or_none(fixed.map(|part| decimals(part).into())),
            or_none(back.map(|part| decimals(part).into())),
            or_none(envy.map(|part| decimals(part).into())),
        ]
    };
    let made = |choice: &Choice| {
        row(
            format!("{} = {}", choice.switch, choice.value),
            &choice.figures,
        )
    };
    Table::new(
        "choices",
        "Choices of the house, by what they move",
        columns,
    )
    .rows([row("as chosen".to_owned(), now)])
    .rows(found.iter().map(made))
}
