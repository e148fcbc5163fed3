//! The jackpot over time: the meter from one hit to the next, and several winners at once.

use maths::Fraction;
use maths::jackpot::{BOXES_MAX, Chances, Figure, Link, LinkRefused, LinkTerms, Together, Winners};
use report::{Cell, Column, Number, Section, Show, Table};

use super::Subject;
use super::cells::{about, award, money, one_in, percent, shown};

/// None where the rulebook has no jackpot or no terms were given; refused where the terms make no sense.
pub fn section(subject: &Subject<'_>) -> Result<Option<Section>, LinkRefused> {
    let Some(terms) = subject.terms.link() else {
        return Ok(None);
    };
    let section = Section::new("link", "The jackpot over time");
    let link = match Link::new(subject.rulebook, &subject.ante, terms) {
        Ok(link) => link,
        Err(LinkRefused::NoJackpot) => return Ok(None),
        Err(none @ (LinkRefused::NeverReset | LinkRefused::Drained)) => {
            return Ok(Some(
                section.paragraph(format!("There is no long run: {none}.")),
            ));
        }
        Err(refused) => return Err(refused),
    };
    let section = section
        .paragraph(
            "A house sets seed, contribution and stake itself (G-03); terms that were not given with \
             the call are examples. Tables take turns: each round adds its bets' contributions and \
             pays its winners before the next. Figures without a fraction are good to the digits \
             shown.",
        )
        .table(terms_told(&terms))
        .table(figures(&link));
    let section = if link.meter_quantiles.is_empty() {
        section
    } else {
        section.table(quantiles(&link))
    };
    Ok(Some(match Winners::new(subject.rulebook, &subject.ante) {
        Some(winners) => section
            .table(by_boxes(&winners.any))
            .table(by_row(&winners, terms.boxes))
            .table(across(&winners.any, &terms)),
        None => section,
    }))
}

fn terms_told(terms: &LinkTerms) -> Table {
    let columns = vec![Column::words("term"), Column::number("value")];
    let dollars = |cents: game::Money| {
        let cents = Fraction::new(i128::from(cents.in_minor()), 100);
        Cell::from(money(cents))
    };
    let count = |count: u32| Cell::from(Number::count(count));
    Table::new("terms", "Terms", columns).rows([
        vec!["seed, dollars".into(), dollars(terms.seed)],
        vec![
            "contribution of a bet, dollars".into(),
            dollars(terms.contribution),
        ],
        vec!["stake, dollars".into(), dollars(terms.stake)],
        vec![
            "boxes with a jackpot bet at a table".into(),
            count(terms.boxes.into()),
        ],
        vec!["tables".into(), count(terms.tables)],
        vec![
            "rounds an hour".into(),
            terms.rounds_per_hour.map(Number::count).into(),
        ],
        vec![
            "rounds of other tables while a full win is verified".into(),
            count(terms.verification_rounds),
        ],
    ])
}

/// The fraction where there is one.
fn figure(figure: Figure, show: Show) -> Cell {
    match figure.exact {
        Some(exact) => shown(exact, show).into(),
        None => about(figure.value, show),
    }
}

fn figures(link: &Link) -> Table {
    let columns = vec![Column::words("figure"), Column::exact("value")];
    let dollars = Show::Grouped(2);
    let mut rows = vec![
        vec![
            "a round of one table wins the whole meter".into(),
            figure(link.hit_per_round, Show::OneIn),
        ],
        vec![
            "rounds of one table between full wins".into(),
            figure(link.rounds_between_hits, Show::Grouped(1)),
        ],
        vec![
            "rounds of the link between full wins".into(),
            figure(link.link_rounds_between_hits, Show::Grouped(1)),
        ],
        vec![
            "meter on display, average dollars".into(),
            figure(link.meter_seen, dollars),
        ],
        vec![
            "full win, average dollars".into(),
            figure(link.major_award, dollars),
        ],
        vec![
            "shares of the meter, dollars a bet".into(),
            figure(link.from_meter_per_bet, Show::Decimals(6)),
        ],
        vec![
            "fixed awards and stakes handed back, dollars a bet".into(),
            shown(link.fixed_per_bet, Show::Decimals(6)).into(),
        ],
        vec![
            "return to player in the long run".into(),
            figure(link.return_to_player, Show::Percent(4)),
        ],
        vec![
            "two tables win in one round of the link".into(),
            about(link.same_round, Show::OneIn),
        ],
        vec![
            "full wins inside another's verification".into(),
            about(link.in_window, Show::Percent(4)),
        ],
    ];
    if let Some(hours) = link.hours_between_hits {
        rows.insert(
            3,
            vec![
                "hours between full wins".into(),
                figure(hours, Show::Grouped(1)),
            ],
        );
    }
    if let Some(deviation) = link.meter_deviation {
        rows.push(vec![
            "meter on display, standard deviation".into(),
            about(deviation, dollars),
        ]);
    }
    if let Some(envy) = link.envy_per_bet {
        let envy = shown(envy, Show::Decimals(6));
        rows.push(vec!["envy, dollars a bet".into(), envy.into()]);
    }
    Table::new("figures", "The long run", columns).rows(rows)
}

fn quantiles(link: &Link) -> Table {
    let columns = vec![
        Column::words("full wins"),
        Column::number("find the meter at no more than, dollars"),
    ];
    let row = |(share, meter): &(f64, f64)| {
        vec![
            format!("{:.0}%", share * 100.0).into(),
            about(*meter, Show::Grouped(0)),
        ]
    };
    Table::new("meter", "How high the meter stands at a full win", columns)
        .rows(link.meter_quantiles.iter().map(row))
}

/// One number where it was counted, the least and the most it can be where not.
fn between(bounds: [Fraction; 2], show: impl Fn(Fraction) -> Number) -> Cell {
    let [low, high] = bounds;
    if low == high {
        show(low).into()
    } else {
        format!("{} to {}", show(low), show(high)).into()
    }
}

fn by_boxes(any: &Together) -> Table {
    let columns = vec![
        Column::number("boxes"),
        Column::number("nobody wins"),
        Column::number("two or more win"),
        Column::number("that is"),
        Column::exact("winners on average"),
    ];
    let row = |chances: Chances| {
        vec![
            Number::count(chances.boxes).into(),
            between(chances.none(), percent),
            between(chances.two_or_more(), |share| {
                shown(share, Show::Percent(6))
            }),
            between(chances.two_or_more(), one_in),
            shown(chances.expected, Show::Decimals(6)).into(),
        ]
    };
    let boxes = (1..=BOXES_MAX).filter_map(|boxes| any.chances(boxes));
    Table::new(
        "winners",
        "Any award: winners of one round at one table",
        columns,
    )
    .rows(boxes.map(row))
}

fn by_row(winners: &Winners, boxes: u8) -> Table {
    let columns = vec![
        Column::words("award"),
        Column::number("somebody wins it"),
        Column::number("two or more win it"),
    ];
    let rows = winners.rows.iter().filter_map(|(row, together)| {
        let chances = together.chances(boxes)?;
        let [least, most] = chances.none();
        Some(vec![
            award(row).into(),
            between([Fraction::ONE - most, Fraction::ONE - least], one_in),
            between(chances.two_or_more(), one_in),
        ])
    });
    let caption = format!("Each award: one round at one table of {boxes} boxes");
    Table::new("awards", caption, columns).rows(rows)
}

fn across(any: &Together, terms: &LinkTerms) -> Table {
    let columns = vec![Column::number("winners"), Column::number("chance")];
    let chances = any
        .chances(terms.boxes)
        .and_then(|chances| chances.across(terms.tables));
    let listed = chances
        .into_iter()
        .flatten()
        .take_while(|chance| *chance >= 1e-8);
    let row = |(winners, chance): (u32, f64)| {
        vec![
            Number::count(winners).into(),
            about(chance, Show::Percent(6)),
        ]
    };
    let caption = format!(
        "Any award: winners of one round at {} tables, down to one in a hundred million",
        terms.tables
    );
    Table::new("across", caption, columns).rows((0..).zip(listed).map(row))
}
