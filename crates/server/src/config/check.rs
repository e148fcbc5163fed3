//! What is wrong with a configuration that can be read: numbers twice, tables that could not open,
//! links that do not exist.

mod tables;

use std::collections::BTreeSet;

use house::game::Money;
use house::people::Role;

use super::place::{Fault, Step};
use super::{Config, LinkConfig};
use crate::floor::{AUTOMATIC_DEALER, OPERATOR};

/// Everything that is wrong.
pub fn faults(config: &Config) -> Vec<Fault> {
    let mut check = Check { faults: Vec::new() };
    check.house(config);
    check.listen(config);
    check.sessions(config);
    check.faults.extend(super::limits::faults(&config.limits));
    let protection = super::protection::faults(&config.protection);
    check.faults.extend(protection);
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
        if !base.is_empty() && !is_base_path(base) {
            let expected = "a path of letters, digits and - _ . ~ that begins with / and does not \
                            end with one, as /floor";
            self.fault(field("base_path"), quoted(base), expected);
        }
        match (&listen.tls_cert, &listen.tls_key) {
            (Some(_), None) => self.fault(field("tls_key"), "nothing", "a file beside tls_cert"),
            (None, Some(_)) => self.fault(field("tls_cert"), "nothing", "a file beside tls_key"),
            (None, None) | (Some(_), Some(_)) => {}
        }
        if listen.drain_seconds > 600 {
            self.fault(field("drain_seconds"), listen.drain_seconds, "0 to 600");
        }
        for origin in &listen.origins {
            if !is_origin(origin) {
                let expected = "http or https and a host without a path, as https://floor.example";
                self.fault(field("origins"), quoted(origin), expected);
            }
        }
    }

    fn sessions(&mut self, config: &Config) {
        let sessions = &config.sessions;
        let field = |name| [Step::Name("sessions"), Step::Name(name)];
        for (name, found, most) in [
            ("player_idle_minutes", sessions.player_idle_minutes, 1_440),
            ("seat_kept_minutes", sessions.seat_kept_minutes, 1_440),
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
            // The program acts under these two names, and gives their accounts the role it needs.
            let is_named = |name: &str| person.name.to_lowercase() == name.to_lowercase();
            if is_named(AUTOMATIC_DEALER) && person.role != Role::Dealer
                || is_named(OPERATOR) && person.role != Role::Administrator
            {
                let expected = format!("another name: {:?} is the program's own", person.name);
                self.fault(field("name"), quoted(&person.name), expected);
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
                        self.parameter(nth, &what);
                    }
                }
            }
            self.signers(config, nth, link);
        }
    }

    /// What the house says of a jackpot's parameters, `reset: found 1, expected 2`, at its field.
    fn parameter(&mut self, nth: usize, what: &str) {
        let link = [Step::Name("link"), Step::Item(nth)];
        let (name, rest) = what.split_once(": found ").unwrap_or(("", what));
        let (found, expected) = rest
            .split_once(", expected ")
            .unwrap_or((rest, "parameters that a jackpot can have"));
        let name = (!name.is_empty()).then(|| Step::Key(name.to_owned()));
        self.fault(link.into_iter().chain(name), found, expected);
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
}

const NAME_EXPECTED: &str = "1 to 40 letters without control characters";

fn is_name(text: &str) -> bool {
    let letters = text.chars().count();
    (1..=40).contains(&letters) && !text.chars().any(char::is_control) && text.trim() == text
}

/// Whether routes and cookies can have it: each part is of letters that need no escape.
fn is_base_path(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.strip_prefix('/').is_some_and(|rest| {
        let mut parts = rest.split('/');
        parts.all(|part| !matches!(part, "" | "." | "..") && part.bytes().all(is_plain))
    })
}

/// Whether a browser could send it as the origin of a page.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://");
    let host = host.or_else(|| text.strip_prefix("http://"));
    let is_of_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    host.is_some_and(|host| !host.is_empty() && host.bytes().all(is_of_host))
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
