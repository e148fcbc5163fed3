//! What is wrong with a configuration that can be read: numbers twice, tables that could not open,
//! links that do not exist. A table is tried out on the rules themselves.

use std::collections::BTreeSet;

use house::game::{
    Actor, Area, Bounds, BoxNumber, Command, CommunityMethod, HouseDuty, JackpotKind, JackpotSetup,
    Limits, Money, NextDuty, PersonId, PlayerId, Post, Request, Rulebook, Setup, Table,
};
use house::link::{IncrementShare, JackpotParameters};
use house::people::Role;

use super::place::{Fault, Step};
use super::{BoundsConfig, Cards, Config, LinkConfig, TableConfig};

/// Everything that is wrong.
pub fn faults(config: &Config) -> Vec<Fault> {
    let mut check = Check { faults: Vec::new() };
    check.house(config);
    check.listen(config);
    check.sessions(config);
    check.people(config);
    check.links(config);
    check.tables(config);
    check.faults
}

/// A value as a message shows it.
struct Shown(String);

impl<T: core::fmt::Display> From<T> for Shown {
    fn from(value: T) -> Shown {
        Shown(value.to_string())
    }
}

struct Check {
    faults: Vec<Fault>,
}

impl Check {
    fn fault(
        &mut self,
        path: impl IntoIterator<Item = Step>,
        found: impl Into<Shown>,
        expected: impl Into<Shown>,
    ) {
        self.faults.push(Fault {
            path: path.into_iter().collect(),
            found: found.into().0,
            expected: expected.into().0,
        });
    }

    fn house(&mut self, config: &Config) {
        let house = &config.house;
        let field = |name| [Step::Name("house"), Step::Name(name)];
        if !is_name(&house.name) {
            self.fault(field("name"), quoted(&house.name), NAME_EXPECTED);
        }
        if house.currency.len() != 3 || !house.currency.bytes().all(|b| b.is_ascii_uppercase()) {
            let found = quoted(&house.currency);
            self.fault(field("currency"), found, "three capital letters, as SGD");
        }
        if minutes_of_zone(&house.time_zone).is_none() {
            let found = quoted(&house.time_zone);
            self.fault(field("time_zone"), found, "hours from UTC, as +08:00");
        }
        if minutes_of_day(&house.gaming_day_starts).is_none() {
            let found = quoted(&house.gaming_day_starts);
            self.fault(field("gaming_day_starts"), found, "a time of day, as 06:00");
        }
        if house.guest_purse < Money::ZERO || house.guest_purse > Money::LIMIT {
            let (found, most) = (house.guest_purse.in_minor(), Money::LIMIT.in_minor());
            self.fault(field("guest_purse"), found, format!("0 to {most}"));
        }
        if house.guests && !house.guest_purse.is_positive() {
            let expected = "more than 0 where guests play";
            self.fault(field("guest_purse"), house.guest_purse.in_minor(), expected);
        }
    }

    fn listen(&mut self, config: &Config) {
        let listen = &config.listen;
        let field = |name| [Step::Name("listen"), Step::Name(name)];
        let base = &listen.base_path;
        if !base.is_empty() && (!base.starts_with('/') || base.ends_with('/')) {
            let expected = "a path that begins with / and does not end with one, as /floor";
            self.fault(field("base_path"), quoted(base), expected);
        }
        match (&listen.tls_cert, &listen.tls_key) {
            (Some(_), None) => self.fault(field("tls_key"), "nothing", "a file beside tls_cert"),
            (None, Some(_)) => self.fault(field("tls_cert"), "nothing", "a file beside tls_key"),
            (None, None) | (Some(_), Some(_)) => {}
        }
        for origin in &listen.origins {
            let host = origin.split_once("://").map(|(_, host)| host);
            if host.is_none_or(|host| host.is_empty() || host.contains('/')) {
                let expected = "a scheme and a host without a path, as https://floor.example";
                self.fault(field("origins"), quoted(origin), expected);
            }
        }
    }

    fn sessions(&mut self, config: &Config) {
        let sessions = &config.sessions;
        let field = |name| [Step::Name("sessions"), Step::Name(name)];
        for (name, found, most) in [
            ("player_idle_minutes", sessions.player_idle_minutes, 1_440),
            ("staff_idle_minutes", sessions.staff_idle_minutes, 1_440),
            ("failures_max", sessions.failures_max, 10),
        ] {
            if !(1..=most).contains(&found) {
                self.fault(field(name), found, format!("1 to {most}"));
            }
        }
    }

    fn people(&mut self, config: &Config) {
        let mut names = BTreeSet::new();
        for (nth, person) in config.people.iter().enumerate() {
            let field = |name| [Step::Name("person"), Step::Item(nth), Step::Name(name)];
            if !is_name(&person.name) {
                self.fault(field("name"), quoted(&person.name), NAME_EXPECTED);
            }
            if !names.insert(person.name.to_lowercase()) {
                let expected = "a name that no other person has";
                self.fault(field("name"), quoted(&person.name), expected);
            }
            if person.role.is_player() {
                let expected = "a role of the house: players make their own accounts";
                self.fault(field("role"), person.role, expected);
            }
        }
    }

    fn links(&mut self, config: &Config) {
        let mut numbers = BTreeSet::new();
        for (nth, link) in config.links.iter().enumerate() {
            let field = |name| [Step::Name("link"), Step::Item(nth), Step::Name(name)];
            if link.number == 0 || !numbers.insert(link.number) {
                let expected = "a number from 1 that no other link has";
                self.fault(field("number"), link.number, expected);
            }
            if !is_name(&link.name) {
                self.fault(field("name"), quoted(&link.name), NAME_EXPECTED);
            }
            match link.parameters() {
                None => {
                    let found = quoted(&link.increment);
                    self.fault(field("increment"), found, "a share of at most 1, as 4/5");
                }
                Some(parameters) => {
                    if let Err(what) = parameters.check() {
                        let path = [Step::Name("link"), Step::Item(nth)];
                        self.fault(path, what, "parameters that a jackpot can have");
                    }
                }
            }
            self.signers(config, nth, link);
        }
    }

    /// STANDARDS P20: two people, of two posts.
    fn signers(&mut self, config: &Config, nth: usize, link: &LinkConfig) {
        let field = [Step::Name("link"), Step::Item(nth), Step::Name("signed_by")];
        let roles = link.signed_by.each_ref().map(|name| {
            let mut people = config.people.iter();
            people
                .find(|person| person.name == *name)
                .map(|person| person.role)
        });
        for (name, role) in link.signed_by.iter().zip(roles) {
            if role.and_then(Role::post).is_none() {
                let expected = "the name of a person of the house who holds a post";
                self.fault(field.clone(), quoted(name), expected);
            }
        }
        if let [Some(first), Some(second)] = roles
            && first.post() == second.post()
            && first.post().is_some()
        {
            let found = format!("{first} and {second}");
            self.fault(field, found, "two people of two posts");
        }
    }

    fn tables(&mut self, config: &Config) {
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
            self.rules(nth, table);
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
        if let Err(refusal) = smallest_bet(&mut tried, &rulebook, table) {
            let limits = [Step::Name("limits"), Step::Name("ante"), Step::Name("min")];
            let path = at("limits").into_iter().take(2).chain(limits);
            self.fault(path, table.limits.ante.min.in_minor(), refusal);
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

/// Bets the minimum in box 1 of a table that was opened: a table at which nobody can is of no use.
fn smallest_bet(
    table: &mut Table,
    rulebook: &Rulebook,
    config: &TableConfig,
) -> Result<(), String> {
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
    let bet = Request::PlaceBet {
        at: BoxNumber(1),
        area: Area::Ante,
        amount: config.limits.ante.min,
    };
    let player = Actor::Player(PlayerId(1));
    ask(table, rulebook, &Command::new(player, bet))
}

impl TableConfig {
    /// The rulebook with the house's choices; those that it does not have are left out.
    pub fn rulebook(&self) -> Rulebook {
        let mut rulebook = self.rulebook.form().clone();
        for (switch, value) in &self.options {
            // A configuration with an option that is refused is not used.
            drop(rulebook.choose(switch, value));
        }
        rulebook
    }

    /// What the table is opened with.
    pub fn setup(&self, rulebook: &Rulebook) -> Setup {
        let ante = bounds(self.limits.ante);
        let none = JackpotSetup::new(Money::ZERO, Money::ZERO, Money::ZERO);
        let jackpot = self.jackpot.map_or(none, |set| {
            JackpotSetup::new(set.stake, set.contribution, set.seed)
        });
        let mut setup = Setup::new(rulebook, ante, jackpot);
        setup.limits = Limits {
            ante,
            pair_plus: bounds(self.limits.pair_plus),
            five_card: self.limits.five_card.map_or_else(Bounds::default, bounds),
        };
        if let Some(boxes) = self.boxes {
            setup.positions = boxes;
        }
        setup.smallest_chip = self.smallest_chip;
        setup
    }

    /// Whether the automatic dealer runs it.
    pub fn is_automatic(&self) -> bool {
        self.cards == Cards::House
    }
}

impl LinkConfig {
    /// The parameters of the jackpot; none where the share is not one.
    pub fn parameters(&self) -> Option<JackpotParameters> {
        let (part, of) = self.increment.split_once('/')?;
        let (part, of): (u32, u32) = (part.trim().parse().ok()?, of.trim().parse().ok()?);
        let rest = of.checked_sub(part)?;
        Some(JackpotParameters {
            base: self.base,
            reset: self.reset,
            increment: IncrementShare { part, of },
            hidden: IncrementShare { part: rest, of },
            limit: self.limit,
            contribution_max: self.contribution_max,
            verify_above: self.verify_above,
        })
    }
}

const NAME_EXPECTED: &str = "1 to 40 letters without control characters";

fn is_name(text: &str) -> bool {
    let letters = text.chars().count();
    (1..=40).contains(&letters) && !text.chars().any(char::is_control) && text.trim() == text
}

fn bounds(config: BoundsConfig) -> Bounds {
    Bounds::between(config.min, config.max)
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Minutes from UTC of `+08:00`.
pub fn minutes_of_zone(text: &str) -> Option<i32> {
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let minutes = minutes_of_day(rest).filter(|minutes| *minutes <= 14 * 60)?;
    Some(sign * i32::try_from(minutes).ok()?)
}

/// Minutes from midnight of `06:00`.
pub fn minutes_of_day(text: &str) -> Option<u32> {
    let (hours, minutes) = text.split_once(':')?;
    let two = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !two(hours) || !two(minutes) {
        return None;
    }
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}
