//! The settlement as people read it: a block per round, a line per bet with its reason and clauses.

use std::io::{self, Write};

use game::written::{SettledRound, quoted};
use game::{JackpotSettlement, SettledBox};

/// Prints a settled round as a table for people.
pub fn write(out: &mut impl Write, settled: &SettledRound<'_>) -> io::Result<()> {
    heading(out, settled)?;
    for (seat, player) in settled.boxes() {
        write_box(out, settled, seat, player)?;
    }
    if let Some(jackpot) = settled.jackpot() {
        write_jackpot(out, jackpot)?;
    }
    if !settled.settlement.order.is_empty() {
        let order = settled.settlement.order.iter();
        let order: Vec<String> = order.map(|number| number.0.to_string()).collect();
        writeln!(out, "Boxes settled in this order: {}", order.join(", "))?;
    }
    writeln!(out, "House {}", signed(settled.house_net()))
}

fn heading(out: &mut impl Write, settled: &SettledRound<'_>) -> io::Result<()> {
    let rulebook = settled.rulebook;
    let (Some(dealer), void) = (settled.dealer, settled.void) else {
        let clause = settled.void.unwrap_or_default();
        return writeln!(out, "{rulebook}: the round is void under {clause}");
    };
    debug_assert!(void.is_none(), "a void round shows no Dealer");
    let qualifies = if dealer.qualifies {
        "qualifies"
    } else {
        "does not qualify"
    };
    write!(
        out,
        "{rulebook}: Dealer {}, {}, {qualifies}",
        dealer.hand,
        dealer.hand.describe()
    )?;
    if let Some([first, second]) = settled.community {
        write!(out, "; community cards {first} {second}")?;
    }
    writeln!(out)
}

fn write_box(
    out: &mut impl Write,
    settled: &SettledRound<'_>,
    seat: &SettledBox,
    player: &str,
) -> io::Result<()> {
    let (staked, returned) = (seat.staked(), seat.returned());
    let name = quoted(player);
    write!(out, "  Box {}, {}", seat.number.0, name.trim_matches('"'))?;
    if let Some(hand) = seat.hand {
        write!(out, ": {hand}, {}", hand.describe())?;
    }
    writeln!(out)?;
    let heads = ["Bet", "staked", "at risk", "returned"];
    let [bet, amount, at_risk, back] = heads;
    writeln!(
        out,
        "    {bet:<11}{amount:>14}{at_risk:>14}{back:>16}  outcome"
    )?;
    for line in &seat.lines {
        let outcome = line.outcome.name().replace('_', "-");
        writeln!(
            out,
            "    {:<11}{:>14}{:>14}{:>16}  {outcome:<9}  {} [{}]",
            line.wager.title(),
            line.staked,
            line.at_risk,
            line.returned,
            settled.explain(seat, line),
            line.cites,
        )?;
    }
    let net = signed(returned - staked);
    writeln!(
        out,
        "    {:<11}{staked:>14}{:>14}{returned:>16}  net {net}",
        "Together", ""
    )
}

fn write_jackpot(out: &mut impl Write, jackpot: &JackpotSettlement) -> io::Result<()> {
    writeln!(
        out,
        "  Jackpot {} before, {} after",
        jackpot.before, jackpot.after
    )?;
    for payment in &jackpot.payments {
        let award = payment.award_name().replace('_', " ");
        writeln!(
            out,
            "    Box {} is paid {} ({award})",
            payment.number.0, payment.amount
        )?;
    }
    Ok(())
}

/// With a plus in front of a gain.
fn signed(amount: game::Money) -> String {
    let sign = if amount.is_positive() { "+" } else { "" };
    format!("{sign}{amount}")
}
