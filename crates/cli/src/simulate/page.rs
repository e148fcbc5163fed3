//! What came out, for people: sums and edges first, then what lies behind them.

use maths::simulate::{Bet, Compared, Meter};

use super::Run;
use super::answer::{award, rows};

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
    let threads = match run.threads {
        1 => "one thread".to_owned(),
        several => format!("{several} threads"),
    };
    let mut lines = vec![
        format!(
            "{}, {boxes}, strategy {}, seed {}",
            plan.rulebook.id,
            ways.join(" "),
            plan.seed
        ),
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
    let mut lines = vec![format!(
        "  {:<14} {:>21} {:>21} {:>11} {:>11} {:>10} {:>6}",
        "bet", "staked", "returned", "house edge", "exact", "error", "z"
    )];
    for (bet, report) in &run.report.bets {
        let exact = report.exact.map(|exact| percent(exact.to_f64(), 4));
        let z = report.z.map(|z| format!("{z:+.2}"));
        lines.push(format!(
            "  {:<14} {:>21} {:>21} {:>11} {:>11} {:>10} {:>6}",
            bet.title(),
            amount(report.staked),
            amount(report.returned),
            percent(report.house_edge, 4),
            exact.as_deref().unwrap_or("-"),
            percent(report.standard_error, 4),
            z.as_deref().unwrap_or("-"),
        ));
    }
    lines.push(String::new());
    lines.push(
        "  The edge of Ante and Play is on the Antes alone. z counts the standard errors".into(),
    );
    lines.push(
        "  between edge and exact: beyond 2 in one run of 22, beyond 3 in one of 370.".into(),
    );
    let live = run.total.plan().link.meter == Meter::Live;
    let jackpot = |(bet, _): &(Bet, _)| *bet == Bet::Jackpot;
    if live && run.report.bets.iter().any(jackpot) {
        lines
            .push("  A jackpot that grows has no exact edge: it is another in every round.".into());
    }
    lines
}

fn outcomes(run: &Run<'_>) -> Vec<String> {
    let title = if run.total.plan().seats() == 1 {
        "what became of it"
    } else {
        "what became of the boxes"
    };
    let mut lines = vec![compared_head(title)];
    let outcomes = run.report.outcomes.iter();
    lines.extend(outcomes.map(|(name, compared)| {
        let name = match *name {
            "fold" => "folded",
            "dealer_not_qualified" => "Dealer did not qualify",
            "win" => "won",
            "stand_off" => "stood off",
            _ => "lost",
        };
        compared_line(name, compared)
    }));
    lines
}

fn hands(run: &Run<'_>) -> Vec<String> {
    let hands = &run.report.hands;
    let mut lines = vec![compared_head("hands dealt to Players")];
    for (rank, compared) in &hands.ranks {
        lines.push(compared_line(&rank.name().replace('_', " "), compared));
    }
    lines.push(format!(
        "  chi-square {:.2} on {} degrees of freedom: a fair deck is as uneven in {} of runs",
        hands.chi_square,
        hands.degrees,
        percent(hands.p_value, 1)
    ));
    lines
}

fn compared_head(title: &str) -> String {
    format!(
        "  {title:<26} {:>16} {:>12} {:>12} {:>7}",
        "boxes", "share", "exact", "z"
    )
}

fn compared_line(name: &str, compared: &Compared) -> String {
    let z = compared.z.map(|z| format!("{z:+.2}"));
    format!(
        "  {name:<26} {:>16} {:>12} {:>12} {:>7}",
        grouped(compared.count.into()),
        percent(compared.share, 5),
        percent(compared.exact.to_f64(), 5),
        z.as_deref().unwrap_or("-"),
    )
}

fn jackpot(run: &Run<'_>) -> Vec<String> {
    let (plan, tally, major) = (run.total.plan(), run.total.tally(), run.total.major());
    let start = amount(plan.link.displayed.in_minor().into());
    let meter = match plan.link.meter {
        Meter::Standing => format!("jackpot, standing at {start}"),
        Meter::Live => format!(
            "jackpot, from {start} to {} with {} a bet",
            amount(run.total.meter().in_minor().into()),
            amount(plan.link.contribution.in_minor().into())
        ),
    };
    let mut lines = vec![format!("  {meter}")];
    for (row, count) in rows(run).zip(&tally.awards) {
        lines.push(format!(
            "  {:<26} {:>16} {:>12}",
            row.hand.name().replace('_', " "),
            grouped((*count).into()),
            award(row)
        ));
    }
    if major.hits > 0 {
        lines.push(format!(
            "  won whole {} times, at {} on average and {} at most",
            grouped(major.hits.into()),
            amount(rounded(major.mean())),
            amount(major.highest.in_minor().into())
        ));
    }
    lines.push(format!(
        "  rounds with several winners {}; the most a box won in one round {}",
        grouped(tally.several_winners.into()),
        amount(tally.largest_win.into())
    ));
    lines
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
