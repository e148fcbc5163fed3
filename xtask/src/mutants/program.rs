//! A test program, run under a limit of time and memory, with one mutant active or none.
//!
//! Before any mutant, each program runs once as the source stands and notes which tests come by which
//! mutants; afterwards a mutant is shown only to tests that come by it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::build::Executable;

/// As in `active.rs.txt`: no mutant, and every place that could have one is noted.
const TRACING: u32 = u32::MAX;
/// Cases of a property: enough that a program takes seconds.
const CASES: &str = "100";
/// Rounds that tests play by chance: likewise.
const ROUNDS: &str = "1000";
/// A mutant may not take the machine's memory: kilobytes of address space.
const MEMORY: &str = "8000000";
/// A program that takes this many times what it took without a mutant does not end.
const LIMIT_TIMES: u32 = 4;
const LIMIT_LEAST: Duration = Duration::from_secs(20);
/// No program takes so long without a mutant.
const BASELINE_MOST: Duration = Duration::from_mins(15);
/// More names than this and the whole program runs.
const NAMES_MOST: usize = 400;

pub struct Program {
    pub executable: Executable,
    /// How long it took without a mutant.
    pub took: Duration,
    tests: BTreeSet<String>,
    /// By mutant, the threads that came by it.
    reached: BTreeMap<u32, BTreeSet<String>>,
}

/// What became of one run.
#[derive(Debug, PartialEq, Eq)]
pub enum Ran {
    Passed,
    /// This test failed, or the program broke down.
    Failed(String),
    /// It did not end.
    TimedOut,
}

impl Program {
    /// Runs it without a mutant.
    pub fn measure(executable: &Executable, kept: &Path) -> Result<Program> {
        let name = executable.name.replace(' ', "-");
        fs::create_dir_all(kept)?;
        let trace = kept.join(format!("{name}.trace"));
        let built = fs::metadata(&executable.path)?.modified()?;
        let stamp = format!("{} {built:?}", executable.path.display());
        let measured = kept.join(format!("{name}.measured"));
        let known = fs::read_to_string(&measured).unwrap_or_default();
        let took = match known.split_once('\n') {
            Some((same, millis)) if same == stamp => Duration::from_millis(millis.parse()?),
            _ => {
                drop(fs::remove_file(&trace));
                let took = baseline(executable, &trace)?;
                fs::write(&measured, format!("{stamp}\n{}", took.as_millis()))?;
                took
            }
        };
        let mut reached: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        for line in fs::read_to_string(&trace).unwrap_or_default().lines() {
            if let Some((id, thread)) = line.split_once('\t') {
                let threads = reached.entry(id.parse()?).or_default();
                threads.insert(thread.to_owned());
            }
        }
        Ok(Program {
            executable: executable.clone(),
            took,
            tests: tests(executable)?,
            reached,
        })
    }

    pub fn reaches(&self, mutant: u32) -> bool {
        self.reached.contains_key(&mutant)
    }

    /// About how long the tests that come by this mutant take.
    pub fn expected(&self, mutant: u32) -> Duration {
        let all = u32::try_from(self.tests.len().max(1)).unwrap_or(u32::MAX);
        let chosen = self
            .chosen(mutant)
            .map_or(all, |names| u32::try_from(names.len()).unwrap_or(u32::MAX));
        self.took * chosen / all
    }

    /// Shows the mutant to the tests that come by it.
    pub fn run(&self, mutant: u32) -> Result<Ran> {
        let mut command = command(&self.executable, mutant);
        if let Some(names) = self.chosen(mutant) {
            command.arg("--exact").args(names);
        }
        let limit = LIMIT_LEAST.max(self.took * LIMIT_TIMES);
        watch(command, limit)
    }

    /// The names of the tests to run; `None` for all of them, since a thread without a test's name came by.
    fn chosen(&self, mutant: u32) -> Option<&BTreeSet<String>> {
        let threads = self.reached.get(&mutant)?;
        let is_few = threads.len() <= NAMES_MOST;
        (is_few && threads.is_subset(&self.tests)).then_some(threads)
    }
}

fn baseline(executable: &Executable, trace: &Path) -> Result<Duration> {
    let mut command = command(executable, TRACING);
    command.env("QUEENHIGH_MUTANT_TRACE", trace);
    let began = Instant::now();
    match watch(command, BASELINE_MOST)? {
        Ran::Passed => Ok(began.elapsed()),
        Ran::Failed(test) => bail!("{}: {test} fails without a mutant", executable.name),
        Ran::TimedOut => bail!("{}: takes too long without a mutant", executable.name),
    }
}

/// All tests of a program, by name.
fn tests(executable: &Executable) -> Result<BTreeSet<String>> {
    let output = Command::new(&executable.path)
        .args(["--list", "--format=terse"])
        .current_dir(&executable.folder)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{} does not start", executable.name))?;
    ensure!(output.status.success(), "{}: --list", executable.name);
    let lines = String::from_utf8(output.stdout)?;
    let names = lines.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.map(str::to_owned).collect())
}

/// `nice`, and within bounds: `ulimit` is a word of the shell.
fn command(executable: &Executable, mutant: u32) -> Command {
    let mut command = Command::new("nice");
    command
        .args(["-n", "5", "sh", "-c"])
        .arg(format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""))
        .arg(&executable.path)
        .arg("--test-threads=2")
        .current_dir(&executable.folder)
        .env("CARGO_MANIFEST_DIR", &executable.folder)
        .env("QUEENHIGH_MUTANT", mutant.to_string())
        .env("QUEENHIGH_CASES", CASES)
        .env("PROPTEST_CASES", CASES)
        .env("QUEENHIGH_ROUNDS", ROUNDS)
        .env("QUEENHIGH_MOVES_ROUNDS", ROUNDS)
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    for skipped in executable.skipped {
        command.args(["--skip", skipped]);
    }
    apart(&mut command);
    command
}

/// Waits until the program ends, a test of it fails, or the time is up.
fn watch(mut command: Command, limit: Duration) -> Result<Ran> {
    let mut child = command.spawn().context("a test program does not start")?;
    let stdout = child.stdout.take().context("no output")?;
    let (sender, lines) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let end = Instant::now() + limit;
    let ran = loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                if let Some(test) = failed(&line) {
                    break Some(Ran::Failed(test.to_owned()));
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => break Some(Ran::TimedOut),
            Err(mpsc::RecvTimeoutError::Disconnected) => break None,
        }
    };
    let ran = match ran {
        Some(ran) => ran,
        None if child.wait()?.success() => Ran::Passed,
        None => Ran::Failed("the program broke down".to_owned()),
    };
    end_all(&mut child)?;
    drop(lines);
    drop(reader.join());
    Ok(ran)
}

/// The test that a line of libtest says has failed.
fn failed(line: &str) -> Option<&str> {
    let test = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
    Some(test.split(" - should panic").next().unwrap_or(test))
}

/// In a group of its own, so that programs which a test started end with it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

#[cfg(unix)]
fn end_all(child: &mut Child) -> Result<()> {
    Command::new("kill")
        .args(["-KILL", "--", &format!("-{}", child.id())])
        .stderr(Stdio::null())
        .status()?;
    child.wait()?;
    Ok(())
}

#[cfg(not(unix))]
fn end_all(child: &mut Child) -> Result<()> {
    drop(child.kill());
    child.wait()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_test_that_fails_is_named() {
        assert_eq!(failed("test a::b ... FAILED"), Some("a::b"));
        assert_eq!(failed("test a - should panic ... FAILED"), Some("a"));
        assert_eq!(failed("test a::b ... ok"), None);
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60 & sleep 60"]);
        command.stdout(Stdio::piped());
        apart(&mut command);
        let began = Instant::now();
        let ran = watch(command, Duration::from_millis(200)).unwrap();
        assert_eq!(ran, Ran::TimedOut);
        assert!(began.elapsed() < Duration::from_secs(30));
    }
}
