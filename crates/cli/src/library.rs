//! What the server answers about rulebooks, settlements and figures: what the commands print.

use game::{Hand, Rulebook, RulebookId};
use maths::{AntePlay, DEALER_HANDS, Fraction, Strategy};
use server::{DealerHands, Edges, Exact, HandWorth};

use crate::{Format, analyze, rules, settle};

/// The commands `rules`, `settle` and `analyze`, for the server.
pub struct Commands;

impl server::Library for Commands {
    fn rulebooks(&self) -> Result<String, String> {
        rules::list::print(Format::Json).map_err(told)
    }

    fn rulebook(&self, id: RulebookId) -> Result<String, String> {
        rules::show::print(id.form(), Format::Json).map_err(told)
    }

    fn clauses(&self, id: RulebookId) -> Result<String, String> {
        rules::clause::print_all(id).map_err(told)
    }

    fn clause(&self, id: RulebookId, clause: &str) -> Result<String, String> {
        rules::clause::print(id.form(), clause, Format::Json).map_err(told)
    }

    fn irregularities(&self, id: RulebookId) -> Result<String, String> {
        let forms = [id.form().clone()];
        rules::irregularities::print(&forms, None, Format::Json).map_err(told)
    }

    fn settle(&self, round: &[u8]) -> Result<String, String> {
        settle::settle_one(round)
    }

    fn analyze(&self, id: RulebookId) -> Result<String, String> {
        analyze::figures(id, Strategy::Optimal).map_err(told)
    }

    fn edges(&self, rulebook: &Rulebook) -> Result<Edges, String> {
        let sheet = analyze::sheet_of(rulebook, Strategy::Optimal).map_err(told)?;
        let edge = |bet: &str| {
            let edge = &sheet[bet]["house_edge"];
            let text = |name: &str| edge[name].as_str().map(str::to_owned);
            Some(Exact {
                exact: text("exact")?,
                decimal: text("decimal")?,
            })
        };
        Ok(Edges {
            ante_play: edge("ante_play"),
            pair_plus: edge("pair_plus"),
            five_card: edge("five_card"),
        })
    }

    fn worth(&self, rulebook: &Rulebook, hand: Hand) -> Result<HandWorth, String> {
        let sheet = AntePlay::new(rulebook, Strategy::Optimal);
        let decided = sheet.decided(hand);
        Ok(HandWorth {
            play: exact(decided.worth_playing()),
            fold: exact(decided.worth_folding()),
            dealer: DealerHands {
                hands: DEALER_HANDS,
                not_qualified: decided.against.unqualified,
                win: decided.against.worse,
                stand_off: decided.against.equal,
                lose: decided.against.better,
            },
        })
    }
}

fn exact(number: Fraction) -> Exact {
    Exact {
        exact: number.to_string(),
        decimal: number.decimal(12),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` hands it over")]
fn told(error: anyhow::Error) -> String {
    format!("{error:#}")
}
