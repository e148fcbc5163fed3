//! The floor as the configuration describes it: tables, links and people are made, and changed where
//! the file says something else now.
//!
//! What a table plays under changes between two rounds only. Every step is a command like any other, in
//! the log under the operator's number, with an id computed from the log: several processes may read the
//! same file.

use house::game::{
    Actor, CommunityMethod, HouseDuty, NextDuty, Post, Request, Rulebook, Timestamp,
};
use house::ledger::{LinkId, TableId};
use house::link::{Enrolment, LinkRequest, Signers};
use house::log::CommandId;
use house::people::{Account, NewAccount, PeopleError, PeopleStore, Role};
use house::response::{Response, ServiceError};
use house::table::{
    CardRequest, HouseRequest, NextTableDuty, Source, TableRequest, TableState, WaitingTimes,
};
use house::{House, TableCommand};

use crate::config::{Cards, Config, LinkConfig, TableConfig};

/// Why the floor could not be made.
#[derive(Debug, thiserror::Error)]
pub enum FloorError {
    /// The house did not answer.
    #[error("{0}")]
    Service(#[from] ServiceError),
    /// The people could not be stored.
    #[error("{0}")]
    People(#[from] PeopleError),
    /// A step was refused.
    #[error("{what}: {why}")]
    Refused {
        /// The step.
        what: String,
        /// Why it was refused.
        why: String,
    },
}

/// The people the program itself acts as.
#[derive(Clone, Copy, Debug)]
pub struct ProgramPeople {
    /// Acts for the House: opens tables, hangs notices.
    pub operator: Actor,
    /// Deals where the house does.
    pub dealer: Actor,
}

/// The name of the account that the automatic dealer has in the log.
pub const AUTOMATIC_DEALER: &str = "Automatic dealer";
/// The name of the account that acts where the file names no administrator.
pub const OPERATOR: &str = "Operator";

/// Makes the accounts of the people in the file, and those the program acts as.
pub async fn make_people(
    config: &Config,
    people: &dyn PeopleStore,
    now: Timestamp,
) -> Result<ProgramPeople, FloorError> {
    for person in &config.people {
        account_of(people, &person.name, person.role, now).await?;
    }
    let mut administrators = config.people.iter();
    let operator = administrators.find(|person| person.role == Role::Administrator);
    let operator = operator.map_or(OPERATOR, |person| person.name.as_str());
    let operator = account_of(people, operator, Role::Administrator, now).await?;
    let dealer = account_of(people, AUTOMATIC_DEALER, Role::Dealer, now).await?;
    Ok(ProgramPeople {
        operator: Actor::staff(Post::House, operator.person()),
        dealer: Actor::staff(Post::Dealer, dealer.person()),
    })
}

/// The account of this name, which is made or given the role where it has another.
async fn account_of(
    people: &dyn PeopleStore,
    name: &str,
    role: Role,
    now: Timestamp,
) -> Result<Account, FloorError> {
    if let Some(mut account) = people.account_by_name(name).await? {
        if account.role != role {
            account.role = role;
            people.save_account(&account).await?;
        }
        return Ok(account);
    }
    let new = NewAccount {
        role,
        name: Some(name.to_owned()),
        password: None,
        created: now,
    };
    match people.add_account(new).await {
        // Another process was first.
        Err(PeopleError::NameTaken(_)) => {
            let account = people.account_by_name(name).await?;
            Ok(account.ok_or(PeopleError::NameTaken(name.to_owned()))?)
        }
        made => Ok(made?),
    }
}

/// Makes every link and table of the file, and starts what they change between rounds.
pub async fn make(
    house: &House,
    config: &Config,
    people: &dyn PeopleStore,
    by: ProgramPeople,
) -> Result<(), FloorError> {
    make_links(house, config, people).await?;
    make_tables(house, config, by).await
}

/// Makes every link of the file, and changes those that are otherwise.
pub async fn make_links(
    house: &House,
    config: &Config,
    people: &dyn PeopleStore,
) -> Result<(), FloorError> {
    for link in &config.links {
        make_link(house, config, link, people).await?;
    }
    Ok(())
}

/// Makes every table of the file, and changes those that are otherwise and play no round.
async fn make_tables(house: &House, config: &Config, by: ProgramPeople) -> Result<(), FloorError> {
    create_tables(house, config, by).await?;
    for table in &config.tables {
        set_up_table(house, table, by.operator).await?;
    }
    Ok(())
}

/// Creates the tables of the file that do not exist yet; closed, as tables begin.
pub async fn create_tables(
    house: &House,
    config: &Config,
    by: ProgramPeople,
) -> Result<(), FloorError> {
    for table in &config.tables {
        let table = TableId(table.number);
        if !house.pit().is_created(table).await? {
            let id = CommandId::named(&format!("configuration: create table {}", table.0));
            // Where it is refused, another process was first.
            house.create_table(table, id, by.operator).await?;
        }
    }
    Ok(())
}

async fn set_up_table(
    house: &House,
    config: &TableConfig,
    operator: Actor,
) -> Result<(), FloorError> {
    let handle = house.table(TableId(config.number)).await?;
    loop {
        let state = handle.snapshot().await?;
        let Some(step) = next_step(config, &state) else {
            return Ok(());
        };
        let what = format!("table {} of the configuration", config.number);
        let command = step.command(&state, operator);
        if let Response::Refused { reason: why, .. } = handle.submit(command).await? {
            return Err(FloorError::Refused { what, why });
        }
    }
}

/// Something to be done so that a table is as the file says.
pub struct SetupStep {
    request: TableRequest,
    rulebook: Option<Rulebook>,
}

impl SetupStep {
    /// The command that does it, under an id that follows from the log.
    pub fn command(self, state: &TableState, operator: Actor) -> TableCommand {
        let (stream, seq) = (state.stream(), state.head().seq);
        let id = CommandId::named(&format!("configuration: {stream} after {seq}"));
        let command = TableCommand::new(id, operator, self.request);
        match self.rulebook {
            Some(rulebook) => command.under(&rulebook),
            None => command,
        }
    }
}

/// What comes next so that the table is as the file says; nothing where it is, and while a round is
/// played.
pub fn next_step(config: &TableConfig, state: &TableState) -> Option<SetupStep> {
    if state.open_round().is_some() {
        return None;
    }
    step_between_rounds(config, state)
}

/// Whether the table is otherwise than the file says, and waits for the end of its round to be changed.
pub fn is_to_change(config: &TableConfig, state: &TableState) -> bool {
    state.open_round().is_some() && step_between_rounds(config, state).is_some()
}

/// Closes a table that the file has no longer, between two rounds; nothing where it is closed.
pub fn step_to_close(state: &TableState) -> Option<SetupStep> {
    let is_open = state.table().setup().is_some();
    (is_open && state.open_round().is_none()).then(|| SetupStep {
        request: Request::CloseTable.into(),
        rulebook: None,
    })
}

fn step_between_rounds(config: &TableConfig, state: &TableState) -> Option<SetupStep> {
    let step = |request: TableRequest| {
        Some(SetupStep {
            request,
            rulebook: None,
        })
    };
    let rulebook = config.rulebook();
    let setup = config.setup(&rulebook);
    let open = state.table().setup();
    if let Some(open) = open
        && (*open != setup || state.table().digest() != Some(rulebook.digest()))
    {
        return step(Request::CloseTable.into());
    }
    let from = match config.cards {
        Cards::House => Source::House,
        Cards::Table => Source::Table,
    };
    if state.cards_from() != from {
        return step(CardRequest::TakeCards { from }.into());
    }
    let times = WaitingTimes {
        opening_seconds: config.opening_seconds,
        betting_seconds_max: Some(config.betting_seconds),
        decision_seconds_max: Some(config.decision_seconds),
    };
    if state.times() != times {
        return step(HouseRequest::SetTimes { times }.into());
    }
    let link = config.jackpot.and_then(|jackpot| jackpot.link).map(LinkId);
    match (state.link(), link) {
        (Some(fed), Some(wanted)) if fed == wanted => {}
        (None, None) => {}
        (None, Some(link)) => return step(HouseRequest::JoinLink { link }.into()),
        (Some(_), _) => return step(HouseRequest::LeaveLink.into()),
    }
    if open.is_none() {
        let setup = Box::new(setup);
        return Some(SetupStep {
            request: Request::OpenTable { setup }.into(),
            rulebook: Some(rulebook),
        });
    }
    house_duty(config, state).and_then(|request| step(request.into()))
}

/// What the House owes before bets open, where the file or the rules leave no choice.
fn house_duty(config: &TableConfig, state: &TableState) -> Option<Request> {
    let NextTableDuty::Rules(NextDuty::House(duty)) = state.next_duty() else {
        return None;
    };
    match duty {
        HouseDuty::ChooseMethod => {
            let method = config.method.unwrap_or(CommunityMethod::PacketThreeLast);
            Some(Request::ChooseMethod { method })
        }
        HouseDuty::OpenTable
        | HouseDuty::DisplayNotice { .. }
        | HouseDuty::ChooseFaultMode
        | HouseDuty::CloseTable => duty.request(),
    }
}

async fn make_link(
    house: &House,
    config: &Config,
    link: &LinkConfig,
    people: &dyn PeopleStore,
) -> Result<(), FloorError> {
    let refused = |why: String| FloorError::Refused {
        what: format!("link {} of the configuration", link.number),
        why,
    };
    let level = link.parameters();
    let level = level.ok_or_else(|| refused("its increment is no share".to_owned()))?;
    let mut signers = Vec::new();
    for name in &link.signed_by {
        let account = people.account_by_name(name).await?;
        signers.extend(account.and_then(|account| account.actor()));
    }
    let [by, with] = signers[..] else {
        return Err(refused(
            "the two who sign for it are not both known".to_owned(),
        ));
    };
    let signed = Signers {
        by,
        with: Some(with),
    };
    let mut controller = house.link(LinkId(link.number));
    controller.read().await?;
    let fed_by = |table: &&TableConfig| {
        let of = table.jackpot.and_then(|jackpot| jackpot.link);
        of == Some(link.number)
    };
    let tables: Vec<TableId> = config
        .tables
        .iter()
        .filter(fed_by)
        .map(|table| TableId(table.number))
        .collect();
    loop {
        let state = controller.state();
        let request = if state.level().is_none() {
            Some(LinkRequest::Declare { level })
        } else if state.level() != Some(&level) && state.pending() != Some(&level) {
            Some(LinkRequest::Change { level })
        } else {
            tables
                .iter()
                .find_map(|table| match state.tables().get(table) {
                    None => Some(LinkRequest::Enrol { table: *table }),
                    Some(Enrolment::Disabled) => Some(LinkRequest::Enable { table: *table }),
                    Some(Enrolment::Enabled | Enrolment::Leaving) => None,
                })
        };
        let Some(request) = request else {
            return Ok(());
        };
        let (stream, seq) = (state.stream(), state.head().seq);
        let id = CommandId::named(&format!("configuration: {stream} after {seq}"));
        if let Response::Refused { reason, .. } = controller.submit(id, signed, request).await? {
            return Err(refused(reason));
        }
    }
}
