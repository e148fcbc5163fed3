//! A rulebook's tables as the TOML that would make them: where a designer starts.

use game::{Award, JackpotTable, Rulebook};

use crate::tables::bet::TabledBet;

/// Every table the rulebook has, as `pay_file` reads it.
pub fn tables_as_toml(rulebook: &Rulebook) -> String {
    let mut text = String::new();
    for bet in TabledBet::ALL {
        if let Some(pays) = bet.pays(rulebook) {
            text.push_str(&table_as_toml(bet, &pays));
            text.push('\n');
        }
    }
    if let Some(table) = &rulebook.jackpot_table.says {
        text.push_str(&jackpot(table));
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// One table, the best hand first.
pub fn table_as_toml(bet: TabledBet, pays: &[u32]) -> String {
    let best_first = bet.hands().iter().zip(pays).rev();
    let rows = best_first.map(|(hand, odds)| format!("{hand} = {odds}\n"));
    format!("[{}]\n", bet.name()) + &rows.collect::<String>()
}

fn jackpot(table: &JackpotTable) -> String {
    let rows = table.rows().iter().map(|row| {
        let award = match row.award {
            Award::Percent(percent) => format!("percent = {percent}"),
            Award::Sum(sum) => format!("cents = {}", sum.in_minor()),
            Award::ForOne(times) => format!("times = {times}"),
        };
        let envy = row
            .envy
            .map_or_else(String::new, |envy| format!(", envy = {}", envy.in_minor()));
        format!("{} = {{ {award}{envy} }}\n", row.hand.key())
    });
    "[jackpot]\n".to_owned() + &rows.collect::<String>()
}
