//! The commands of one stream: that none was carried out twice, that their times do not run backwards unsaid,
//! and that the response stored for each is the one that follows from the log.
//!
//! A response is what keeps a command from being carried out again: with the response deleted or changed, the
//! same request sent once more is a second deposit. A refused command leaves no entry, so that nothing in the
//! log can be compared with its response.

use game::Timestamp;
use house::log::{CommandId, Fingerprint, Stream};
use house::response::Response;
use house::store::StoredResponse;

use super::FindingPlace;
use super::several::Several;

/// The clocks of two hosts may differ by so much (RELIABILITY): a command that is earlier than the one before
/// it by more means that a clock was set back, or that a time in the log is not true.
const CLOCKS_DIFFER_MILLISECONDS: u64 = 5 * 60 * 1_000;

/// A command as its first entry has it.
#[derive(Clone, Copy)]
pub struct SeenCommand {
    /// Its id.
    pub id: CommandId,
    /// The fingerprint of its request.
    pub body: Fingerprint,
    /// When it reached the house.
    pub now: Timestamp,
    /// Whether a response is stored with it.
    pub answered: Answered,
}

/// Whether a response is stored with a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// Every command of a person, and every command to a table, has one.
    Always,
    /// What a link does of its own accord may have none: it is known by the entry it stands behind.
    Perhaps,
}

/// Commands that are earlier than the one before them, within what clocks may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    /// How many.
    pub commands: u64,
    /// The largest difference.
    pub milliseconds_max: u64,
}

impl Earlier {
    pub(super) fn add(&mut self, other: Earlier) {
        self.commands += other.commands;
        self.milliseconds_max = self.milliseconds_max.max(other.milliseconds_max);
    }
}

struct LoggedCommand {
    id: CommandId,
    body: Fingerprint,
    answered: Answered,
    /// The number of the last entry before it.
    from: u64,
    /// The number of the last entry it caused.
    to: u64,
    /// Whether its response was found.
    found: bool,
}

/// The commands of one stream, in the order of the log until [`Commands::sort`].
pub struct Commands {
    stream: Stream,
    all: Vec<LoggedCommand>,
    last: Timestamp,
    /// Small differences of clocks.
    pub earlier: Earlier,
    /// Times that run backwards.
    pub remarks: Several,
    /// Ids used twice, and responses that do not follow from the log.
    pub findings: Several,
    /// Responses that follow from the log.
    pub agreed: u64,
    /// Responses that refuse a command.
    pub refusals: u64,
}

impl Commands {
    pub fn new(stream: Stream) -> Commands {
        Commands {
            stream,
            all: Vec::new(),
            last: Timestamp::default(),
            earlier: Earlier::default(),
            remarks: Several::of(stream),
            findings: Several::of(stream),
            agreed: 0,
            refusals: 0,
        }
    }

    /// Entry `seq` is the first that the command caused.
    pub fn begin(&mut self, seq: u64, seen: SeenCommand) {
        let SeenCommand {
            id,
            body,
            now,
            answered,
        } = seen;
        let back = self.last.0.saturating_sub(now.0);
        if back > CLOCKS_DIFFER_MILLISECONDS {
            let seconds = back / 1_000;
            let what = format!(
                "its command is {seconds} s earlier than the one before it: a clock was set back, or the \
                 time is not true"
            );
            self.remarks
                .push(FindingPlace::Entry(self.stream, seq), what);
        } else if back > 0 {
            self.earlier.add(Earlier {
                commands: 1,
                milliseconds_max: back,
            });
        }
        self.last = now;
        self.all.push(LoggedCommand {
            id,
            body,
            answered,
            from: seq - 1,
            to: seq,
            found: false,
        });
    }

    /// Entry `seq` belongs to the last command.
    pub fn reach(&mut self, seq: u64) {
        if let Some(last) = self.all.last_mut() {
            last.to = seq;
        }
    }

    /// The whole log was read: puts the commands in the order of their ids and finds ids used twice.
    pub fn sort(&mut self) {
        self.all.sort_unstable_by_key(|it| (it.id, it.from));
        for pair in self.all.windows(2) {
            if pair[0].id == pair[1].id {
                let (first, second) = (pair[0].from + 1, pair[1].from + 1);
                let what = format!(
                    "its command has the id of the one at entry {first}: one command was carried out twice"
                );
                let place = FindingPlace::Entry(self.stream, second);
                self.findings.push(place, what);
            }
        }
    }

    /// Compares stored responses, in any order, with the log up to entry `head`.
    pub fn compare(&mut self, head: u64, stored: &[StoredResponse]) {
        for response in stored {
            let first = self.all.partition_point(|it| it.id < response.id);
            let own = self.all[first..].iter();
            let own = own.take_while(|it| it.id == response.id).count();
            if own == 0 {
                self.take_other(head, response);
                continue;
            }
            for command in &mut self.all[first..first + own] {
                command.found = true;
            }
            let command = &self.all[first];
            let (from, to) = (command.from, command.to);
            let expected = Response::Done { from, to }.to_stored(command.id, command.body);
            if expected == *response {
                self.agreed += 1;
                continue;
            }
            let what = if expected.body == response.body {
                "the response stored for its command is not the one that was given"
            } else {
                "the response stored for its command belongs to another request"
            };
            let place = FindingPlace::Entry(self.stream, from + 1);
            self.findings.push(place, what.to_owned());
        }
    }

    /// A response to a command that the log does not have: a refusal, or written since the head was read.
    fn take_other(&mut self, head: u64, stored: &StoredResponse) {
        let id = stored.id;
        let what = match serde_json::from_slice(&stored.response) {
            Ok(Response::Refused { .. } | Response::InsufficientFunds { .. }) => {
                self.refusals += 1;
                return;
            }
            Ok(Response::Done { from, .. }) if from >= head => return,
            Ok(Response::Done { from, to }) => format!(
                "the response to {id} says it caused the entries after {from} up to {to}, and the log has \
                 no such command"
            ),
            Err(error) => format!("the response to {id} cannot be read: {error}"),
        };
        let place = FindingPlace::Stream(self.stream);
        self.findings.push(place, what);
    }

    /// All stored responses were compared: names the commands that have none.
    pub fn end_responses(&mut self) {
        self.all.sort_unstable_by_key(|it| it.from);
        for command in &self.all {
            if command.answered == Answered::Always && !command.found {
                let place = FindingPlace::Entry(self.stream, command.from + 1);
                let what = "the response stored for its command is missing: sent again, the command would \
                            be carried out again";
                self.findings.push(place, what.to_owned());
            }
        }
    }
}
