//! What rules protect: the one-hand rule, and the choices a rulebook leaves to its house.

use game::{MultiBoxView, Rulebook};
use maths::Fraction;
use maths::choices::{Choice, Figures, choices_that_matter};
use maths::leak::Laboratory;
use report::{Cell, Column, Section, Table};

use crate::analyze::sheet::cells::{decimals, percent};

pub fn section(rulebook: &Rulebook, lab: &Laboratory) -> Section {
    let found = choices_that_matter(rulebook);
    let section = Section::new("leaks-house", "What the rules protect")
        .paragraph(one_hand_words(rulebook))
        .table(one_hand(lab));
    if found.is_empty() {
        return section.paragraph("No choice that the rulebook leaves to its house moves an edge.");
    }
    section
        .paragraph(
            "Choices that the rulebook leaves to its house and that move a figure, each made alone. \
             The last columns are a jackpot bet's fixed part and envy a box, in dollars.",
        )
        .table(choices(rulebook, &found))
}

fn one_hand_words(rulebook: &Rulebook) -> String {
    let says = match rulebook.multi_box_view.says {
        MultiBoxView::OneHand => "A Player at several boxes may look at one hand only",
        MultiBoxView::Sequential => "A Player at several boxes looks at one hand after the other",
    };
    format!(
        "{says} ({}). Without that rule he would decide each of two hands with the other in sight; \
         with it, the second is best played unseen, because folding unseen loses every Ante.",
        rulebook.multi_box_view.cites.join(", ")
    )
}

fn one_hand(lab: &Laboratory) -> Table {
    let columns = vec![
        Column::words("two boxes of one Player"),
        Column::exact("house edge"),
    ];
    let half = Fraction::new(1, 2);
    let none = lab.none.house_edge();
    let row = |name: &str, edge: Fraction| vec![name.into(), percent(edge).into()];
    Table::new("one-hand", "The one-hand rule, per Ante", columns).rows([
        row("both hands seen, each decided with both", lab.one_other),
        row("each hand decided alone", none),
        row("the unseen hand, always played", lab.unseen),
        row(
            "one seen, one unseen: the mean of both",
            (none + lab.unseen) * half,
        ),
        row(
            "what the rule keeps, per Ante",
            (none + lab.unseen) * half - lab.one_other,
        ),
    ])
}

fn choices(rulebook: &Rulebook, found: &[Choice]) -> Table {
    let columns = vec![
        Column::words("choice"),
        Column::exact("Ante and Play"),
        Column::exact("Pair Plus"),
        Column::exact("side bet"),
        Column::exact("jackpot, fixed"),
        Column::exact("envy"),
    ];
    let row = |name: String, figures: &Figures| {
        let (fixed, envy) = match figures.jackpot {
            Some((fixed, _, envy)) => (Some(fixed), envy),
            None => (None, None),
        };
        let or_none = |cell: Option<Cell>| cell.unwrap_or(Cell::Empty);
        vec![
            name.into(),
            percent(figures.ante_play).into(),
            percent(figures.pair_plus).into(),
            or_none(figures.five_card.map(|edge| percent(edge).into())),
            or_none(fixed.map(|part| decimals(part).into())),
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
    .rows([row("as chosen".to_owned(), &Figures::new(rulebook))])
    .rows(found.iter().map(made))
}
