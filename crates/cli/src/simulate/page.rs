//! What came out, for people: sums and edges first, then what lies behind them.

use maths::simulate::{Bet, Compared, Meter};

use super::Run;
use super::answer::{award, hand, rows};

/// The report of a run for people.
pub fn page(run: &Run<'_>) -> String {
    let mut lines = heading(run);
    lines.push(String::new());
    lines.extend(bets(run));
    lines.push(String::new());
    lines.extend(outcomes(run));
    lines.push(String::new());
    lines.extend(hands(run));
    if run.total.plan().stakes.jackpot.is_positive() {
        lines.push(String::new());
        lines.extend(jackpot(run));
    }
    let most = amount(run.total.tally().largest_win.into());
    lines.push(format!("The most a box won in one round: {most}."));
    lines.join("\n")
}

fn heading(run: &Run<'_>) -> Vec<String> {
    let (plan, tally) = (run.total.plan(), run.total.tally());
    let boxes = match plan.seats() {
        1 => "one box".to_owned(),
        several => format!("{several} boxes"),
    };
    let mut ways: Vec<String> = plan.strategies.iter().map(ToString::to_string).collect();
    ways.dedup();
    let named = match ways.as_slice() {
        [one] => format!("strategy {one}"),
        several => format!("strategies {}", several.join(", ")),
    };
    let threads = match run.threads {
        1 => "one thread".to_owned(),
        several => format!("{several} threads"),
    };
    let mut lines = vec![
        format!("{}, {boxes}, {named}, seed {}", plan.rulebook.id, plan.seed),
        format!(
            "{} rounds in {:.2} s: {} by the {} engine on {threads}",
            grouped(tally.rounds.into()),
            run.seconds,
            rate(float(tally.rounds) / run.seconds),
            run.engine
        ),
    ];
    let options = plan.rulebook.options();
    if !options.is_empty() {
        let options = options.iter().map(|(name, says)| format!("{name}={says}"));
        lines.push(format!("options {}", options.collect::<Vec<_>>().join(" ")));
    }
    if run.interrupted {
        lines.push(format!(
            "stopped by Ctrl-C before all {}; --rounds {} --seed {} gives these sums again",
            grouped(plan.rounds.into()),
            tally.rounds,
            plan.seed
        ));
    }
    lines
}

fn bets(run: &Run<'_>) -> Vec<String> {
    let head = ["bet", "staked", "returned", "edge", "exact", "error", "z"];
    let mut rows = vec![head.map(str::to_owned)];
    for (bet, report) in &run.report.bets {
        rows.push([
            bet.title().to_owned(),
            amount(report.staked),
            amount(report.returned),
            percent(report.house_edge, 4),
            or_dash(report.exact.map(|exact| percent(exact.to_f64(), 4))),
            percent(report.standard_error, 4),
            or_dash(report.z.map(|z| format!("{z:+.2}"))),
        ]);
    }
    let mut lines = columns(&rows);
    let note = [
        "",
        "The house edge of Ante and Play is on the Antes alone. z is the distance from",
        "the exact edge in standard errors: beyond 2 one time in 22, beyond 3 in 370.",
    ];
    lines.extend(note.map(str::to_owned));
    let live = run.total.plan().link.meter == Meter::Live;
    let jackpot = |(bet, _): &(Bet, _)| *bet == Bet::Jackpot;
    if live && run.report.bets.iter().any(jackpot) {
        let long_run = run.report.long_run.map(|edge| percent(edge.value, 4));
        let long_run = long_run.map_or(String::new(), |edge| format!("; in the long run {edge}"));
        lines.push(format!(
            "A jackpot that grows has no edge of its own{long_run}."
        ));
    }
    lines
}

fn outcomes(run: &Run<'_>) -> Vec<String> {
    let mut rows = vec![compared_head("what became of them")];
    for (name, compared) in &run.report.outcomes {
        let name = match *name {
            "fold" => "folded",
            "dealer_not_qualified" => "Dealer did not qualify",
            "win" => "won",
            "stand_off" => "stood off",
            _ => "lost",
        };
        rows.push(compared_row(name, compared));
    }
    columns(&rows)
}

fn hands(run: &Run<'_>) -> Vec<String> {
    let hands = &run.report.hands;
    let mut rows = vec![compared_head("hands of the Players")];
    for (rank, compared) in &hands.ranks {
        rows.push(compared_row(&rank.name().replace('_', " "), compared));
    }
    let mut lines = columns(&rows);
    lines.push(format!(
        "chi-square {:.2} on {} degrees of freedom: as uneven or more in {} of fair runs",
        hands.chi_square,
        hands.degrees,
        percent(hands.p_value, 1)
    ));
    lines
}

fn compared_head(title: &str) -> [String; 5] {
    [title, "boxes", "share", "exact", "z"].map(str::to_owned)
}

fn compared_row(name: &str, compared: &Compared) -> [String; 5] {
    [
        name.to_owned(),
        grouped(compared.count.into()),
        percent(compared.share, 5),
        percent(compared.exact.to_f64(), 5),
        or_dash(compared.z.map(|z| format!("{z:+.2}"))),
    ]
}

fn jackpot(run: &Run<'_>) -> Vec<String> {
    let (plan, tally, major) = (run.total.plan(), run.total.tally(), run.total.major());
    let mut table = vec![["jackpots", "won", "award"].map(str::to_owned)];
    for (row, count) in rows(run).zip(&tally.awards) {
        table.push([hand(row), grouped((*count).into()), award(row)]);
    }
    let mut lines = columns(&table);
    let start = amount(plan.link.displayed.in_minor().into());
    lines.push(match plan.link.meter {
        Meter::Standing => format!("The meter stood at {start} in every round."),
        Meter::Live => format!(
            "The meter went from {start} to {}, fed {} a bet.",
            amount(run.total.meter().in_minor().into()),
            amount(plan.link.contribution.in_minor().into())
        ),
    });
    if major.hits > 0 {
        lines.push(format!(
            "It was won whole {} times, at {} on average and {} at most.",
            grouped(major.hits.into()),
            amount(rounded(major.mean())),
            amount(major.highest.in_minor().into())
        ));
    }
    lines.push(format!(
        "Rounds with several winners: {}.",
        grouped(tally.several_winners.into())
    ));
    lines
}

/// A first column for names, the others for numbers, each as wide as it has to be.
fn columns<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |at: usize| rows.iter().map(|row| row[at].len()).max().unwrap_or(0);
    let widths: [usize; N] = core::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).enumerate();
        let cells = cells.map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

/// `12,345,678`.
pub fn grouped(number: i128) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Minor units as money: `1,234.50`.
fn amount(minor: i128) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    let minor = minor.abs();
    let major = grouped(minor / 100);
    format!("{sign}{major}.{:02}", minor % 100)
}

/// `61.2 M/s`, `480 k/s`.
pub fn rate(each_second: f64) -> String {
    if each_second >= 1e6 {
        format!("{:.1} M/s", each_second / 1e6)
    } else if each_second >= 1e3 {
        format!("{:.0} k/s", each_second / 1e3)
    } else {
        format!("{each_second:.0} /s")
    }
}

fn percent(share: f64, places: usize) -> String {
    format!("{:.places$} %", share * 100.0)
}

#[expect(clippy::cast_precision_loss, reason = "a rate to a few digits")]
fn float(number: u64) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, reason = "to a whole minor unit")]
fn rounded(amount: f64) -> i128 {
    amount.round() as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_read_them() {
        assert_eq!(grouped(12_345_678), "12,345,678");
        assert_eq!(grouped(-1_000), "-1,000");
        assert_eq!(amount(-123_450), "-1,234.50");
        assert_eq!(rate(61_200_000.0), "61.2 M/s");
        assert_eq!(percent(0.033_729_8, 4), "3.3730 %");
    }
}
