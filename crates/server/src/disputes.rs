//! Disputes: a player says that a line of his settlement is wrong, and the pit answers.
//!
//! A dispute is raised from a line of a round that is over, and carries everything that belongs to it as it
//! stood then: the line with its sentence and clauses, the entries of the log, the rulebook by its digest. The
//! player's words are personal and erased with his account; the rest names people by number and stays
//! ([ADR 0034](../../../docs/adr/0034-disputes-keep-facts-apart-from-words.md)).

mod shapes;

use house::game::{PlayerId, Timestamp};
use house::ledger::TableId;
use house::people::{Account, AccountId, DisputeQuery, NewDispute, Role, Saved, StoredDispute};
use house::store::StoreError;

use crate::app::App;
use crate::problem::Problem;
pub use shapes::{
    AnswerBody, Dispute, DisputeAnswer, DisputeState, DisputedLine, DisputesPage, Entries, Facts,
    Finding, RaiseBody,
};

/// So many letters at most, of a dispute and of an answer.
pub const LETTERS_MAX: usize = 2_000;
/// So many disputes of one player may be open.
const OPEN_MAX: usize = 20;
/// So many are listed, the newest.
pub const LISTED_MAX: usize = 200;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// A text as people write them: some letters, lines, no other control characters.
fn checked_text<'t>(field: &str, text: &'t str) -> Result<&'t str, Problem> {
    let text = text.trim();
    let letters = text.chars().count();
    let has_controls = text
        .chars()
        .any(|letter| letter.is_control() && letter != '\n');
    if (1..=LETTERS_MAX).contains(&letters) && !has_controls {
        return Ok(text);
    }
    let found = if has_controls {
        "control characters".to_owned()
    } else {
        format!("{letters} letters")
    };
    Err(Problem::malformed(format!(
        "{field}: found {found}, expected 1 to {LETTERS_MAX} letters without control characters"
    )))
}

impl App {
    /// A player disputes a line of his.
    pub async fn raise_dispute(
        &self,
        account: &Account,
        body: &RaiseBody,
    ) -> Result<Dispute, Problem> {
        let text = checked_text("text", &body.text)?.to_owned();
        let facts = self.disputed(account, body).await?;
        self.check_new_dispute(account, &facts).await?;
        let new = NewDispute {
            account: account.id,
            facts: to_json(&facts)?,
            words: text.clone(),
        };
        let number = self.sessions.people().add_dispute(&new).await?;
        tracing::info!(number, table = facts.table.0, "a dispute was raised");
        Ok(Dispute {
            number,
            player: account.player(),
            name: Some(account.name.clone()),
            text: Some(text),
            late: false,
            facts,
        })
    }

    /// Everything that belongs to the line, as it stands now.
    async fn disputed(&self, account: &Account, body: &RaiseBody) -> Result<Facts, Problem> {
        let (table, number) = (TableId(body.table), body.round);
        let none = || {
            let table = table.0;
            Problem::not_found(format!("table {table} has no round {number} that is over"))
        };
        let commits = self.house.pit().commits_of_round(table, number).await?;
        let commits = commits.ok_or_else(none)?;
        let last = commits.last().ok_or_else(none)?;
        let at_end = last.state.table();
        let round = at_end.round().filter(|round| round.number() == number);
        let round = round.filter(|round| round.is_over()).ok_or_else(none)?;
        let mut lines = round.postings().settled.iter().map(|posting| &posting.line);
        let player = account.player();
        let line =
            lines.find(|line| (line.player, line.at, line.wager) == (player, body.at, body.bet));
        let line = line.ok_or_else(|| {
            Problem::not_found(format!(
                "bet: box {} of round {number} has no such line of yours",
                body.at.0
            ))
        })?;
        let now = self.now();
        let days = u64::from(self.config().protection.dispute_days);
        Ok(Facts {
            state: DisputeState::Open,
            table,
            round: number,
            at: body.at,
            bet: body.bet,
            raised: now,
            answer_by: Timestamp(now.0.saturating_add(days * DAY_MS)),
            line: DisputedLine {
                staked: line.staked,
                at_risk: line.at_risk,
                returned: line.returned,
                outcome: line.outcome,
                why: line.why.to_string(),
                clauses: line.cites.iter().map(str::to_owned).collect(),
            },
            entries: Entries {
                from: commits.first().map(|commit| commit.from),
                to: last.to,
            },
            rulebook: at_end.rulebook().map(|rulebook| rulebook.id),
            digest: at_end.digest(),
            answer: None,
            earlier: Vec::new(),
            closed: None,
        })
    }

    /// A line is disputed once, and not too many at a time.
    async fn check_new_dispute(&self, account: &Account, facts: &Facts) -> Result<(), Problem> {
        let known = self.stored_disputes(Some(account.id)).await?;
        let mut open = 0;
        for stored in &known {
            let other = read_facts(stored)?;
            let of = |facts: &Facts| (facts.table, facts.round, facts.at, facts.bet);
            if of(&other) == of(facts) {
                let detail = format!("the line is disputed already, as number {}", stored.id);
                return Err(Problem::refused("dispute-raised", detail, Vec::new()));
            }
            open += usize::from(other.state == DisputeState::Open);
        }
        if open >= OPEN_MAX {
            let detail = format!("{open} disputes of yours wait for an answer");
            return Err(Problem::refused("too-many-disputes", detail, Vec::new()));
        }
        Ok(())
    }

    /// The disputes of a player, or all: those that wait for an answer first, then the newest.
    pub async fn disputes(&self, of: Option<AccountId>) -> Result<DisputesPage, Problem> {
        let mut disputes = Vec::new();
        for stored in self.stored_disputes(of).await? {
            disputes.push(self.told(stored).await?);
        }
        // Within a state the newest stay first.
        disputes.sort_by_key(|dispute| match dispute.facts.state {
            DisputeState::Open | DisputeState::Referred => 0,
            DisputeState::Answered | DisputeState::Closed => 1,
        });
        Ok(DisputesPage { disputes })
    }

    async fn stored_disputes(
        &self,
        account: Option<AccountId>,
    ) -> Result<Vec<StoredDispute>, Problem> {
        let query = DisputeQuery {
            account,
            before: None,
            most: LISTED_MAX,
        };
        Ok(self.sessions.people().disputes(query).await?)
    }

    /// A dispute that the caller may know of.
    pub async fn dispute(&self, caller: &Account, id: u64) -> Result<Dispute, Problem> {
        let stored = self.stored_dispute(caller, id).await?;
        self.told(stored).await
    }

    async fn stored_dispute(&self, caller: &Account, id: u64) -> Result<StoredDispute, Problem> {
        let stored = self.sessions.people().dispute(id).await?;
        let may_know =
            |stored: &StoredDispute| !caller.role.is_player() || stored.account == caller.id;
        let stored = stored.filter(may_know);
        stored.ok_or_else(|| Problem::not_found(format!("there is no dispute {id} of yours")))
    }

    /// The pit answers.
    pub async fn answer_dispute(
        &self,
        by: &Account,
        id: u64,
        body: &AnswerBody,
    ) -> Result<Dispute, Problem> {
        let text = checked_text("answer", &body.answer)?.to_owned();
        self.change_dispute(by, id, |facts| {
            let is_higher = facts.state == DisputeState::Referred && by.role == Role::ShiftManager;
            if facts.state != DisputeState::Open && !is_higher {
                return Err(is_over(facts, id));
            }
            let answer = DisputeAnswer {
                text: text.clone(),
                finding: body.finding,
                at: self.now(),
                by: by.person(),
            };
            facts.earlier.extend(facts.answer.replace(answer));
            facts.state = match body.finding {
                Finding::Referred => DisputeState::Referred,
                Finding::Upheld | Finding::Rejected => DisputeState::Answered,
            };
            Ok(())
        })
        .await
    }

    /// The player closes his dispute.
    pub async fn close_dispute(&self, by: &Account, id: u64) -> Result<Dispute, Problem> {
        self.change_dispute(by, id, |facts| {
            if facts.state == DisputeState::Closed {
                return Err(is_over(facts, id));
            }
            facts.state = DisputeState::Closed;
            facts.closed = Some(self.now());
            Ok(())
        })
        .await
    }

    /// Reads a dispute, changes it and stores it, again where another process was faster.
    async fn change_dispute(
        &self,
        caller: &Account,
        id: u64,
        change: impl Fn(&mut Facts) -> Result<(), Problem>,
    ) -> Result<Dispute, Problem> {
        loop {
            let mut stored = self.stored_dispute(caller, id).await?;
            let mut facts = read_facts(&stored)?;
            change(&mut facts)?;
            stored.facts = to_json(&facts)?;
            match self.sessions.people().save_dispute(&stored).await? {
                Saved::Stored => return self.told(stored).await,
                // What it became decides whether it may still be changed.
                Saved::Outdated => {}
            }
        }
    }

    async fn told(&self, stored: StoredDispute) -> Result<Dispute, Problem> {
        let facts = read_facts(&stored)?;
        let account = self.sessions.people().account(stored.account).await?;
        let waits = matches!(facts.state, DisputeState::Open | DisputeState::Referred);
        Ok(Dispute {
            number: stored.id,
            player: PlayerId(stored.account.0),
            name: account.map(|account| account.name),
            text: stored.words,
            late: waits && self.now() > facts.answer_by,
            facts,
        })
    }
}

fn is_over(facts: &Facts, id: u64) -> Problem {
    let how = match facts.state {
        DisputeState::Open => "open",
        DisputeState::Referred => "referred to the shift manager",
        DisputeState::Answered => "answered",
        DisputeState::Closed => "closed by the player",
    };
    Problem::refused("dispute-over", format!("dispute {id} is {how}"), Vec::new())
}

fn read_facts(stored: &StoredDispute) -> Result<Facts, Problem> {
    serde_json::from_str(&stored.facts).map_err(|error| {
        Problem::from(StoreError::Corrupt {
            place: format!("dispute {}", stored.id),
            what: error.to_string(),
        })
    })
}

fn to_json(facts: &Facts) -> Result<String, Problem> {
    serde_json::to_string(facts).map_err(|error| {
        let status = axum::http::StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, "internal", error.to_string())
    })
}
