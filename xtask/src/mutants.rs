//! How many changes to the source our tests notice, module by module.
//!
//! cargo-mutants compiles for every mutant, which is days here. We take its list, build all mutants of
//! a package into its test programs at once, and choose one when a program starts. `docs/mutants` has
//! the scores. Writes below `target/` only.

mod build;
mod copy;
mod edit;
mod list;
mod modules;
mod program;
mod results;
mod rewrite;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use build::Built;
use copy::Copy;
use list::Mutant;
use modules::{PACKAGES, Package};
use program::{Program, Ran};
use results::{Digests, Equivalent, Outcome, Results, Score};

/// How many mutants run at once.
const WORKERS: usize = 2;

/// What was asked for on the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    modules: Vec<String>,
    list: bool,
    sample: Option<usize>,
    most_minutes: Option<u64>,
    /// Mutants whose name contains one of these; all of them where there is none.
    only: Vec<String>,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Options> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if *argument == "--only" {
                let text = rest.next().context("--only: expected a part of a name")?;
                options.only.push((*text).to_owned());
                continue;
            }
            let mut number = || {
                let found = rest.next().copied().unwrap_or("nothing");
                let number = found.parse::<u32>().ok().filter(|number| *number > 0);
                number.with_context(|| {
                    format!("{argument}: found {found}, expected a number above 0")
                })
            };
            match *argument {
                "--list" => options.list = true,
                "--sample" => options.sample = Some(usize::try_from(number()?)?),
                "--most-minutes" => options.most_minutes = Some(u64::from(number()?)),
                name if !name.starts_with('-') => options.modules.push(name.to_owned()),
                unknown => {
                    bail!(
                        "found {unknown}, expected --list, --sample N, --only TEXT or --most-minutes M"
                    )
                }
            }
        }
        modules::check(&options.modules)?;
        if options.modules.is_empty() {
            options.modules = modules::names().map(str::to_owned).collect();
        }
        Ok(options)
    }

    fn has(&self, module: &str) -> bool {
        self.modules.iter().any(|asked| asked == module)
    }

    fn asks_for(&self, mutant: &Mutant) -> bool {
        let mut only = self.only.iter();
        let is_named = self.only.is_empty() || only.any(|text| mutant.name.contains(text));
        self.has(mutant.module) && is_named
    }
}

pub fn run(arguments: &[&str]) -> Result<ExitCode> {
    let options = Options::parse(arguments)?;
    let equivalent = Equivalent::read()?;
    let end = options
        .most_minutes
        .map(|minutes| Instant::now() + Duration::from_mins(minutes));
    let mut rows = Vec::new();
    for package in &PACKAGES {
        let asked = package.modules.iter().map(|module| module.name);
        let asked: Vec<&str> = asked.filter(|name| options.has(name)).collect();
        if asked.is_empty() {
            continue;
        }
        let mutants = list::read(package)?;
        equivalent.check(&asked, &mutants)?;
        if options.list {
            let own = mutants.iter().filter(|mutant| options.asks_for(mutant));
            own.for_each(|mutant| println!("{}\t{}", mutant.module, mutant.stable_name));
            continue;
        }
        rows.extend(measure(package, &mutants, &options, &equivalent, end)?);
    }
    if !options.list {
        println!("\n{}\n{}", Score::HEADER, rows.join("\n"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds a package, runs its open mutants, prints the survivors and returns the rows of the table.
fn measure(
    package: &Package,
    mutants: &[Mutant],
    options: &Options,
    equivalent: &Equivalent,
    end: Option<Instant>,
) -> Result<Vec<String>> {
    let sources = format!("{}/src/", package.folder);
    let copy = Copy::make(package.name, &sources)?;
    let code = |file: &&String| !file.starts_with("docs/") && !file.starts_with("xtask/");
    let digests = Digests {
        package: copy::digest(copy.below(&sources).filter(|file| !is_tests(file)))?,
        workspace: copy::digest(copy.files.iter().filter(code).map(String::as_str))?,
    };
    println!(
        "xtask: {}: building {} mutants",
        package.name,
        mutants.len()
    );
    let built = build::build(package, &copy, mutants, &digests.package)?;
    let mut all = BTreeMap::new();
    for module in package.modules {
        all.insert(module.name, Results::read(module.name, &digests));
    }
    note_unbuilt(mutants, &built, &mut all)?;
    let asked = mutants.iter().filter(|mutant| options.asks_for(mutant));
    let asked = sample(asked.collect(), options.sample);
    let is_open = |one: &&&Mutant| {
        all.get(one.module)
            .is_some_and(|own| own.get(one).is_none())
    };
    let open: VecDeque<&Mutant> = asked.iter().filter(is_open).copied().collect();
    if !open.is_empty() {
        let programs = programs(package, &built)?;
        let results = Mutex::new(all);
        run_all(open, &programs, &results, end)?;
        all = results
            .into_inner()
            .map_err(|_| anyhow!("a worker broke down"))?;
    }
    let mut rows = Vec::new();
    for module in package.modules.iter().filter(|own| options.has(own.name)) {
        let mut score = Score::default();
        for mutant in asked.iter().filter(|one| one.module == module.name) {
            let outcome = all.get(module.name).and_then(|own| own.get(mutant));
            let is_equivalent = equivalent.has(mutant);
            score.count(outcome, is_equivalent);
            match outcome {
                Some(Outcome::Survived(by)) if !is_equivalent => {
                    let by = by.as_deref().unwrap_or("no test comes by");
                    println!("survived: {} [{by}]", mutant.name);
                }
                Some(Outcome::Killed(by) | Outcome::Timeout(by)) if is_equivalent => {
                    bail!(
                        "{} is listed as equivalent, but noticed by {by}",
                        mutant.name
                    );
                }
                _ => {}
            }
        }
        rows.push(score.row(module.name));
    }
    Ok(rows)
}

/// Whether a file has tests alone. One more test changes nothing for a mutant that another notices.
fn is_tests(file: &str) -> bool {
    file.ends_with("/tests.rs") || file.contains("/tests/")
}

fn note_unbuilt(
    mutants: &[Mutant],
    built: &Built,
    all: &mut BTreeMap<&'static str, Results>,
) -> Result<()> {
    for mutant in mutants {
        let outcome = if built.unviable.contains(&mutant.id) {
            Outcome::Unviable
        } else if let Some(why) = built.not_tried.get(&mutant.id) {
            Outcome::NotTried((*why).to_owned())
        } else {
            continue;
        };
        let own = all.get_mut(mutant.module).context("a module of its own")?;
        if own.get(mutant) != Some(&outcome) {
            own.set(mutant, outcome)?;
        }
    }
    Ok(())
}

/// `count` of them, evenly spread.
fn sample(mutants: Vec<&Mutant>, count: Option<usize>) -> Vec<&Mutant> {
    let Some(count) = count.filter(|count| *count < mutants.len()) else {
        return mutants;
    };
    let all = mutants.len();
    (0..count).map(|n| mutants[n * all / count]).collect()
}

fn programs(package: &Package, built: &Built) -> Result<Vec<Program>> {
    let kept = copy::kept().join(package.name).join("programs");
    let mut programs = Vec::new();
    for executable in &built.programs {
        let program = Program::measure(executable, &kept)?;
        println!("xtask: {} takes {:.1?}", executable.name, program.took);
        programs.push(program);
    }
    Ok(programs)
}

/// How often a program noticed a mutant, of how many it was shown.
#[derive(Clone, Copy, Default)]
struct Record {
    shown: u32,
    noticed: u32,
}

fn run_all(
    open: VecDeque<&Mutant>,
    programs: &[Program],
    results: &Mutex<BTreeMap<&'static str, Results>>,
    end: Option<Instant>,
) -> Result<()> {
    let all = open.len();
    let queue = Mutex::new(open);
    let records = Mutex::new(vec![Record::default(); programs.len()]);
    let broken = || anyhow!("a worker broke down");
    let work = || -> Result<()> {
        while end.is_none_or(|end| Instant::now() < end) {
            let Some(mutant) = queue.lock().map_err(|_| broken())?.pop_front() else {
                break;
            };
            let outcome = run_one(mutant, programs, &records)?;
            let left = queue.lock().map_err(|_| broken())?.len();
            println!("{}/{all} {outcome:?} {}", all - left, mutant.name);
            let mut results = results.lock().map_err(|_| broken())?;
            let own = results.get_mut(mutant.module).ok_or_else(broken)?;
            own.set(mutant, outcome)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            worker.join().map_err(|_| broken())??;
        }
        Ok(())
    })
}

/// Shows a mutant to one program after the other, the likeliest and quickest first.
fn run_one(mutant: &Mutant, programs: &[Program], records: &Mutex<Vec<Record>>) -> Result<Outcome> {
    let broken = || anyhow!("a worker broke down");
    let known: Vec<Record> = records.lock().map_err(|_| broken())?.clone();
    let mut order: Vec<usize> = (0..programs.len()).collect();
    order.retain(|n| programs[*n].reaches(mutant.id));
    let cost = |n: &usize| {
        let (record, took) = (known[*n], programs[*n].expected(mutant.id));
        (took + Duration::from_millis(30)) * (record.shown + 2) / (record.noticed + 1)
    };
    order.sort_by(|a, b| cost(a).partial_cmp(&cost(b)).unwrap_or(Ordering::Equal));
    let mut passed = Vec::new();
    for n in order {
        let program = &programs[n];
        let ran = program.run(mutant.id)?;
        let mut records = records.lock().map_err(|_| broken())?;
        records[n].shown += 1;
        records[n].noticed += u32::from(ran != Ran::Passed);
        let name = &program.executable.name;
        match ran {
            Ran::Passed => passed.push(name.as_str()),
            Ran::Failed(test) => return Ok(Outcome::Killed(format!("{name}: {test}"))),
            Ran::TimedOut => return Ok(Outcome::Timeout(name.clone())),
        }
    }
    let passed = (!passed.is_empty()).then(|| passed.join(", "));
    Ok(Outcome::Survived(passed))
}
