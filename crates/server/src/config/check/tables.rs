//! What is wrong with the tables of a file. Each is tried out on the rules themselves.

use std::collections::BTreeSet;

use house::game::{
    Actor, Area, BoxNumber, Command, Community, CommunityMethod, HouseDuty, JackpotKind, Money,
    NextDuty, PersonId, PlayerId, Post, Request, Rulebook, SideBet, Table,
};

use super::{Check, NAME_EXPECTED, is_name, quoted};
use crate::config::place::Step;
use crate::config::{BoundsConfig, Config, TableConfig};

impl Check {
    pub(super) fn tables(&mut self, config: &Config) {
        let mut numbers = BTreeSet::new();
        for (nth, table) in config.tables.iter().enumerate() {
            let field = |name| [Step::Name("table"), Step::Item(nth), Step::Name(name)];
            if table.number == 0 || !numbers.insert(table.number) {
                let expected = "a number from 1 that no other table has";
                self.fault(field("number"), table.number, expected);
            }
            if !is_name(&table.name) {
                self.fault(field("name"), quoted(&table.name), NAME_EXPECTED);
            }
            for (name, found) in [
                ("betting_seconds", table.betting_seconds),
                ("decision_seconds", table.decision_seconds),
                ("opening_seconds", table.opening_seconds),
            ] {
                if !(1..=3_600).contains(&found) {
                    self.fault(field(name), found, "1 to 3600");
                }
            }
            if table.company_max > 6 {
                self.fault(field("company_max"), table.company_max, "0 to 6");
            }
            let link = table.jackpot.and_then(|jackpot| jackpot.link);
            if table.jackpot.is_some() && link.is_none() && table.is_automatic() {
                let path = field("jackpot").into_iter().chain([Step::Name("link")]);
                let expected = "the number of a link: where the house deals, the link pays";
                self.fault(path, "nothing", expected);
            }
            let known = |link: u32| config.links.iter().any(|known| known.number == link);
            if let Some(link) = link.filter(|link| !known(*link)) {
                let path = field("jackpot").into_iter().chain([Step::Name("link")]);
                self.fault(path, link, "the number of a link of this file");
            }
            let fed = config.links.iter().find(|known| Some(known.number) == link);
            if let (Some(fed), Some(jackpot)) = (fed, table.jackpot)
                && jackpot.contribution > fed.contribution_max
            {
                let path = field("jackpot").into_iter();
                let path = path.chain([Step::Name("contribution")]);
                let most = fed.contribution_max.in_minor();
                let expected = format!(
                    "at most {most}, the contribution_max of link {}",
                    fed.number
                );
                self.fault(path, jackpot.contribution.in_minor(), expected);
            }
            let before = self.faults.len();
            self.amounts(nth, table);
            self.layout(nth, table);
            if self.faults.len() == before {
                self.rules(nth, table);
            }
        }
    }

    /// Limits that cross, and amounts that cannot be laid in the smallest chip.
    fn amounts(&mut self, nth: usize, table: &TableConfig) {
        let at = |names: &[&'static str]| {
            let names = names.iter().map(|name| Step::Name(name));
            let table = [Step::Name("table"), Step::Item(nth)];
            table.into_iter().chain(names).collect::<Vec<_>>()
        };
        let chip = table.smallest_chip.unwrap_or(Money::minor(1));
        if !chip.is_positive() || chip > Money::LIMIT {
            let found = chip.in_minor();
            return self.fault(at(&["smallest_chip"]), found, "a chip of 1 or more");
        }
        let mut amounts = Vec::new();
        for (name, bounds) in bets(table) {
            let BoundsConfig { min, max } = bounds;
            if min > max {
                let expected = format!("at most the max of {}", max.in_minor());
                self.fault(at(&["limits", name, "min"]), min.in_minor(), expected);
            }
            amounts.push((at(&["limits", name, "min"]), min));
            amounts.push((at(&["limits", name, "max"]), max));
        }
        if let Some(jackpot) = table.jackpot {
            amounts.push((at(&["jackpot", "stake"]), jackpot.stake));
        }
        for (path, amount) in amounts {
            let (found, chip) = (amount.in_minor(), chip.in_minor());
            if found < 1 || amount > Money::LIMIT || found % chip != 0 {
                let expected = format!("more than 0, in chips of {chip}");
                self.fault(path, found, expected);
            }
        }
    }

    /// What a rulebook does not have, or does not leave to the house.
    fn layout(&mut self, nth: usize, table: &TableConfig) {
        let at = |name| [Step::Name("table"), Step::Item(nth), Step::Name(name)];
        let rulebook = table.rulebook.form();
        let boxes = rulebook.positions.choices();
        if let Some(found) = table.boxes
            && !boxes.contains(&found.to_string())
        {
            let expected = format!("one of {}", boxes.join(", "));
            self.fault(at("boxes"), found, expected);
        }
        if table.method.is_some() && rulebook.community.says != Community::Two {
            let expected = format!("nothing: {} has no community cards", table.rulebook);
            self.fault(at("method"), "a method", expected);
        }
        let path = at("limits").into_iter().chain([Step::Name("five_card")]);
        match (rulebook.side_bet.says, table.limits.five_card) {
            (SideBet::None, Some(_)) => {
                let expected = format!("nothing: {} has no five-card bet", table.rulebook);
                self.fault(path, "limits", expected);
            }
            (SideBet::FiveOfSix, None) => {
                let expected = format!("min and max: {} has the bet", table.rulebook);
                self.fault(path, "nothing", expected);
            }
            (SideBet::None, None) | (SideBet::FiveOfSix, Some(_)) => {}
        }
    }

    /// Opens the table in the air: the rules say what is wrong.
    fn rules(&mut self, nth: usize, table: &TableConfig) {
        let at = |name| [Step::Name("table"), Step::Item(nth), Step::Name(name)];
        let mut rulebook = table.rulebook.form().clone();
        for (switch, value) in &table.options {
            if let Err(refused) = rulebook.choose(switch, value) {
                let path = at("options").into_iter().chain([Step::Key(switch.clone())]);
                self.fault(path, quoted(value), refused);
            }
        }
        if rulebook.jackpot_kind.says == JackpotKind::None && table.jackpot.is_some() {
            let expected = format!("nothing: {} has no jackpot", table.rulebook);
            return self.fault(at("jackpot"), "a jackpot", expected);
        }
        if rulebook.jackpot_kind.says != JackpotKind::None && table.jackpot.is_none() {
            let expected = format!("stake, contribution and seed: {} has one", table.rulebook);
            return self.fault(at("jackpot"), "nothing", expected);
        }
        let setup = Box::new(table.setup(&rulebook));
        let house = Actor::staff(Post::House, PersonId(0));
        let command = Command::new(house, Request::OpenTable { setup });
        let mut tried = Table::closed();
        if let Err(refusal) = ask(&mut tried, &rulebook, &command) {
            let path = [Step::Name("table"), Step::Item(nth)];
            let expected = format!("a table that {} lets open", table.rulebook);
            return self.fault(path, refusal, expected);
        }
        if let Err(refusal) = open_bets(&mut tried, &rulebook, table) {
            let (name, found) = match table.method {
                Some(_) => ("method", "a method"),
                None => ("options", "these options"),
            };
            return self.fault(at(name), found, refusal);
        }
        for (name, bounds) in bets(table) {
            if let Err(refusal) = smallest_bet(&mut tried, &rulebook, name, bounds.min) {
                let path = [Step::Name(name), Step::Name("min")];
                let path = at("limits").into_iter().chain(path);
                self.fault(path, bounds.min.in_minor(), refusal);
            }
        }
    }
}

/// Puts a command to a table that is tried out.
fn ask(table: &mut Table, rulebook: &Rulebook, command: &Command) -> Result<(), String> {
    let decided = table.decide(rulebook, command);
    let events = decided.map_err(|refusal| refusal.to_string())?;
    for event in &events {
        table.evolve(event);
    }
    Ok(())
}

/// The limits of a table, by the names of its bets.
fn bets(table: &TableConfig) -> impl Iterator<Item = (&'static str, BoundsConfig)> {
    let limits = table.limits;
    let both = [("ante", limits.ante), ("pair_plus", limits.pair_plus)];
    let five_card = limits.five_card.map(|bounds| ("five_card", bounds));
    both.into_iter().chain(five_card)
}

/// Opens bets at a table that was opened.
fn open_bets(table: &mut Table, rulebook: &Rulebook, config: &TableConfig) -> Result<(), String> {
    let staff = |post| Actor::staff(post, PersonId(0));
    // Methods and notices first; there are never more than a handful.
    for _ in 0..10 {
        let duty = table.next_duty();
        let request = if duty == NextDuty::House(HouseDuty::ChooseMethod) {
            let method = config.method.unwrap_or(CommunityMethod::PacketThreeLast);
            Request::ChooseMethod { method }
        } else {
            match duty.request(staff, &[], Money::ZERO) {
                Some((_, Request::CloseBets | Request::OfferJackpot { .. })) | None => break,
                Some((_, request)) => request,
            }
        };
        let post = if matches!(request, Request::OpenBets) {
            Post::Dealer
        } else {
            Post::House
        };
        ask(table, rulebook, &Command::new(staff(post), request))?;
    }
    Ok(())
}

/// Bets the minimum in box 1: a table at which no player can is of no use.
fn smallest_bet(
    table: &mut Table,
    rulebook: &Rulebook,
    name: &str,
    amount: Money,
) -> Result<(), String> {
    let area = match name {
        "pair_plus" => Area::PairPlus,
        "five_card" => Area::FiveCard,
        _ => Area::Ante,
    };
    let at = BoxNumber(1);
    let bet = Request::PlaceBet { at, area, amount };
    let player = Actor::Player(PlayerId(1));
    ask(table, rulebook, &Command::new(player, bet))
}
