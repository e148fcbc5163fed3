//! One small document in every format: what a person sees, and files that open.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod opened;

use expect_test::{Expect, expect};
use opened::{Pdf, unbalanced, unzipped};
use report::{
    Axis, Band, Bar, Cell, Chart, Column, Document, Level, Number, Plot, Section, Series, Show,
    Table, Unit,
};

/// Elements of HTML that have no end tag.
const EMPTY: [&str; 1] = ["meta"];

fn dice() -> Document {
    let chance = |ways: i128| Number::exact(ways, 36, Show::Percent(4));
    let huge = Number::exact(1, 36_i128.pow(12), Show::OneIn);
    let columns = vec![
        Column::words("throw"),
        Column::number("ways"),
        Column::exact("chance"),
    ];
    let row =
        |name: &str, ways: i128| vec![name.into(), Number::count(ways).into(), chance(ways).into()];
    let throws = Table::new("throws", "Throws | of two dice", columns)
        .rows([row("seven", 6), row("\"boxcars\", <12>", 1)])
        .foot(row("all", 36));
    let columns = vec![
        Column::words("figure"),
        Column::words("of"),
        Column::number("value"),
    ];
    let figures = Table::new("figures", "Figures", columns)
        .labelled_by(2)
        .rows([
            vec![
                "deviation".into(),
                "a throw".into(),
                Cell::decimals("2.415229457698", Show::Decimals(3)),
            ],
            vec![
                "boxcars twelve times".into(),
                "luck & skill".into(),
                huge.into(),
            ],
            vec!["nothing".into(), "".into(), Cell::Empty],
        ]);
    Document {
        title: "Two dice & a table".to_owned(),
        subtitle: "Fair dice only.".to_owned(),
        maker: "example 1.0".to_owned(),
        facts: vec![
            ("dice".to_owned(), "two".to_owned()),
            ("digest".to_owned(), "ab".repeat(32)),
        ],
        sections: vec![
            Section::new("throws", "Throws: what falls")
                .paragraph("Every one of the 36 ways is as likely as the next.")
                .table(throws)
                .table(figures),
            Section::new("pictures", "Pictures")
                .chart(bars())
                .chart(columns_chart())
                .chart(lines())
                .chart(fan()),
        ],
    }
}

fn chart(title: &str, plot: Plot) -> Chart {
    Chart {
        title: title.to_owned(),
        says: format!("{title}, for those who cannot see it"),
        plot,
    }
}

fn some_bars() -> Vec<Bar> {
    let bar = |(name, num): (&str, i128)| Bar {
        name: name.to_owned(),
        value: Number::exact(num, 36, Show::Percent(1)),
    };
    [("seven", 6), ("eleven", 2), ("craps", -4), ("none", 0)]
        .map(bar)
        .into()
}

fn bars() -> Chart {
    chart("Bars", Plot::Bars(some_bars()))
}

fn columns_chart() -> Chart {
    let across = "throw".to_owned();
    chart(
        "Columns",
        Plot::Columns {
            bars: some_bars(),
            across,
        },
    )
}

fn axis(name: &str, unit: Unit) -> Axis {
    Axis {
        name: name.to_owned(),
        unit,
    }
}

fn lines() -> Chart {
    let series = |name: &str, slope: f64| Series {
        name: name.to_owned(),
        points: vec![(0.0, 0.0), (10.0, 10.0 * slope)],
        mark: Some(((5.0, 5.0 * slope), "here".to_owned())),
    };
    let plot = Plot::Lines {
        across: axis("rounds", Unit::Plain),
        up: axis("return", Unit::Percent),
        series: vec![series("one", 0.1), series("other", 0.101)],
        levels: vec![Level {
            name: "even".to_owned(),
            value: 1.0,
        }],
    };
    chart("Lines", plot)
}

fn fan() -> Chart {
    let band = |name: &str, width: f64| Band {
        name: name.to_owned(),
        low: vec![0.0, -width - 1.0],
        high: vec![0.0, width - 1.0],
    };
    let plot = Plot::Fan {
        across: axis("rounds", Unit::Plain),
        up: axis("net", Unit::Plain),
        at: vec![0.0, 1_000.0],
        middle: vec![0.0, -1.0],
        bands: vec![band("98%", 9.0), band("50%", 3.0)],
    };
    chart("Fan", plot)
}

fn check(found: &str, expected: &Expect) {
    expected.assert_eq(found);
}

#[test]
fn text_lines_up() {
    check(
        &report::text(&dice()),
        &expect![[r#"
            Two dice & a table
            ==================
            Fair dice only.

            dice    two
            digest  abababababababababababababababababababababababababababababababab


            Throws: what falls
            ------------------

            Every one of the 36 ways is as likely as the next.

            Throws | of two dice
              throw            ways     chance    to 12 places  exact fraction
              ---------------  ----  ---------  --------------  --------------
              seven               6   16.6667%  0.166666666667             1/6
              "boxcars", <12>     1    2.7778%  0.027777777778            1/36
              ---------------  ----  ---------  --------------  --------------
              all                36  100.0000%  1.000000000000               1

            Figures
              figure                of                                     value
              --------------------  ------------  ------------------------------
              deviation             a throw                                2.415
              boxcars twelve times  luck & skill  1 in 4,738,381,338,321,616,896
              nothing


            Pictures
            --------
        "#]],
    );
}

#[test]
fn markdown_has_tables() {
    check(
        &report::markdown(&dice()),
        &expect![[r#"
            # Two dice & a table

            Fair dice only.

            | | |
            |---|---|
            | dice | two |
            | digest | abababababababababababababababababababababababababababababababab |

            ## Throws: what falls

            Every one of the 36 ways is as likely as the next.

            **Throws \| of two dice**

            | throw | ways | chance | to 12 places | exact fraction |
            | --- | ---: | ---: | ---: | ---: |
            | seven | 6 | 16.6667% | 0.166666666667 | 1/6 |
            | "boxcars", \<12> | 1 | 2.7778% | 0.027777777778 | 1/36 |
            | **all** | **36** | **100.0000%** | **1.000000000000** | **1** |

            **Figures**

            | figure | of | value |
            | --- | --- | ---: |
            | deviation | a throw | 2.415 |
            | boxcars twelve times | luck & skill | 1 in 4,738,381,338,321,616,896 |
            | nothing |  |  |

            ## Pictures
        "#]],
    );
}

/// RFC 4180: commas and quotes inside a field, CR LF at the end of a line.
#[test]
fn csv_is_one_long_table() {
    let csv = report::csv(&dice());
    assert_eq!(csv.matches("\r\n").count(), csv.lines().count());
    check(
        &csv.replace("\r\n", "\n"),
        &expect![[r#"
            section,table,item,column,value,exact
            document,facts,title,value,Two dice & a table,
            document,facts,maker,value,example 1.0,
            document,facts,dice,value,two,
            document,facts,digest,value,abababababababababababababababababababababababababababababababab,
            throws,throws,seven,ways,6,6
            throws,throws,seven,chance,0.166666666667,1/6
            throws,throws,"""boxcars"", <12>",ways,1,1
            throws,throws,"""boxcars"", <12>",chance,0.027777777778,1/36
            throws,throws,all,ways,36,36
            throws,throws,all,chance,1.000000000000,1
            throws,figures,"deviation, a throw",value,2.415229457698,
            throws,figures,"boxcars twelve times, luck & skill",value,0.000000000000,1/4738381338321616896
        "#]],
    );
}

#[test]
fn the_page_is_whole_and_fetches_nothing() {
    let page = report::html(&dice());
    assert_eq!(unbalanced(&page, &EMPTY), None);
    for foreign in ["http", "src=", "@import", "url(", "<script", "<link"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert_eq!(page.matches("<svg ").count(), 4);
    assert_eq!(page.matches("<desc ").count(), 4);
    assert!(page.contains("&quot;boxcars&quot;, &lt;12&gt;"));
    let places = page.split("points=\"").skip(1);
    for places in places.map(|rest| rest.split('"').next().unwrap()) {
        assert!(
            !places.contains("NaN") && !places.contains("inf"),
            "{places}"
        );
    }
}

#[test]
fn ids_in_the_page_are_different() {
    let page = report::html(&dice());
    let ids = page
        .split(" id=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap());
    let mut ids: Vec<&str> = ids.collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[test]
fn the_workbook_opens_and_divides() {
    let files = unzipped(&report::xlsx(&dice()).unwrap());
    for (name, bytes) in &files {
        let text = core::str::from_utf8(bytes).unwrap();
        assert_eq!(unbalanced(text, &[]), None, "{name}");
    }
    let text = |name: &str| core::str::from_utf8(&files[name]).unwrap().to_owned();
    let book = text("xl/workbook.xml");
    for sheet in ["Document", "Throws  what falls", "Pictures"] {
        assert!(
            book.contains(&format!("name=\"{sheet}\"")),
            "{sheet} in {book}"
        );
    }
    let sheet = text("xl/worksheets/sheet2.xml");
    assert!(
        sheet.contains("<f>1/6</f><v>0.16666666666666666</v>"),
        "{sheet}"
    );
    // Twelve sixes in a row are more than fifteen digits: the fraction stands beside the nearest float.
    assert!(text("xl/sharedStrings.xml").contains("1/4738381338321616896"));
    assert!(files.contains_key("xl/charts/chart4.xml"));
    assert!(text("docProps/core.xml").contains("2000-01-01T00:00:00Z"));
}

#[test]
fn the_pdf_opens_by_its_own_table() {
    let pdf = Pdf::open(&report::pdf(&dice()));
    assert_eq!(pdf.pages, 2);
    for text in [
        "Two dice & a table",
        "0.166666666667",
        "\"boxcars\", <12>",
        "page 2 of 2",
        "median",
    ] {
        assert!(pdf.text.contains(text), "{text} in {}", pdf.text);
    }
}

/// A table of many pages names its columns on each, and no row is lost.
#[test]
fn a_long_table_goes_over_pages() {
    let columns = vec![Column::words("row"), Column::number("number")];
    let rows = (0..500_u32).map(|at| vec![format!("row {at};").into(), Number::count(at).into()]);
    let table = Table::new("long", "Long", columns).rows(rows);
    let document = Document {
        sections: vec![Section::new("long", "Long").table(table)],
        ..dice()
    };
    let pdf = Pdf::open(&report::pdf(&document));
    assert!((8..12).contains(&pdf.pages), "{}", pdf.pages);
    assert_eq!(pdf.text.matches("number\n").count(), pdf.pages);
    for at in 0..500 {
        assert!(pdf.text.contains(&format!("row {at};\n")), "{at}");
    }
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    assert_eq!(report::pdf(&dice()), report::pdf(&dice()));
    assert_eq!(
        report::xlsx(&dice()).unwrap(),
        report::xlsx(&dice()).unwrap()
    );
}

/// A document of nothing is no reason to stop.
#[test]
fn nothing_is_a_document_too() {
    let empty = Document {
        title: String::new(),
        subtitle: String::new(),
        maker: String::new(),
        facts: Vec::new(),
        sections: vec![
            Section::new("a", "").table(Table::new("b", "", Vec::new())),
            Section::new("c", "").chart(chart("", Plot::Bars(Vec::new()))),
            Section::new("d", "").chart(chart(
                "",
                Plot::Lines {
                    across: axis("", Unit::Plain),
                    up: axis("", Unit::Plain),
                    series: Vec::new(),
                    levels: Vec::new(),
                },
            )),
        ],
    };
    assert_eq!(unbalanced(&report::html(&empty), &EMPTY), None);
    assert_eq!(Pdf::open(&report::pdf(&empty)).pages, 1);
    assert!(!unzipped(&report::xlsx(&empty).unwrap()).is_empty());
    assert!(!report::text(&empty).is_empty() && !report::markdown(&empty).is_empty());
}
