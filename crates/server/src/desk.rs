//! The desk of the house: what is asked of it and of no table. Money at the cage, links, tables to be
//! paused, the configuration to be read again.
//!
//! A house that is open has its desk behind the API; for one that is not, a program makes a desk on its
//! store. Either way the roles are looked at, and what is done is in the log under the numbers of those
//! who asked.

use std::sync::Arc;

use axum::http::StatusCode;
use house::cage::Cage;
use house::game::{Actor, Money, PlayerId};
use house::ledger::{Adjusted, CageMove, LinkId, TableId};
use house::link::{Controller, LinkRequest, Signers};
use house::log::CommandId;
use house::people::{Account, AccountId, PeopleStore};
use house::pit::Pit;
use house::table::HouseRequest;
use house::{CageCommand, TableCommand};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::roles;
use crate::wire::{self, WireId};

/// What is asked of the desk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DeskRequest {
    /// A player pays money in.
    Deposit {
        /// The player.
        player: PlayerId,
        /// How much.
        amount: Money,
    },
    /// A player is paid from the purse; two people answer for it.
    Withdraw {
        /// The player.
        player: PlayerId,
        /// How much.
        amount: Money,
    },
    /// A purse is put right on the account of a table; two people answer for it.
    Adjust {
        /// The player.
        player: PlayerId,
        /// The table whose account bears it.
        table: TableId,
        /// To the purse or from it.
        way: Adjusted,
        /// How much.
        amount: Money,
    },
    /// Something is asked of a link; two people of two posts sign for it.
    AskLink {
        /// The link.
        link: LinkId,
        /// What is asked of it.
        asks: LinkRequest,
    },
    /// No round is to be opened at a table any more.
    PauseTable {
        /// The table.
        table: TableId,
    },
    /// Rounds may be opened again.
    ResumeTable {
        /// The table.
        table: TableId,
    },
    /// The configuration is to be read again.
    ReloadConfiguration,
}

/// The desk, on the tables, the cage and the people of a house.
pub struct Desk<'h> {
    /// The tables; their register must know the people.
    pub pit: &'h Arc<Pit>,
    /// The cage; its register must know the people.
    pub cage: &'h Cage,
    /// The accounts.
    pub people: &'h dyn PeopleStore,
}

impl Desk<'_> {
    /// Does what is asked, for a person and where it takes one a second. The same id again gets the same
    /// answer.
    ///
    /// # Errors
    ///
    /// The role may not ask this, the house refuses it, or it did not answer.
    pub async fn submit(
        &self,
        (by, with): (&Account, Option<&Account>),
        id: &WireId,
        request: &DeskRequest,
    ) -> Result<Value, Problem> {
        check_role(by, request)?;
        let actor = acting(by)?;
        let id = id.command_id(by.id, "desk")?;
        let second = with.map(Account::person);
        let money = |player, moves| {
            let command = CageCommand {
                id,
                by: actor,
                with: second,
                moves,
            };
            self.move_money(player, command)
        };
        let table = |asked: HouseRequest| TableCommand::new(id, actor, asked);
        match request {
            DeskRequest::Deposit { player, amount } => {
                let (player, amount) = (*player, *amount);
                money(player, CageMove::Deposit { player, amount }).await
            }
            DeskRequest::Withdraw { player, amount } => {
                let (player, amount) = (*player, *amount);
                money(player, CageMove::Withdrawal { player, amount }).await
            }
            DeskRequest::Adjust {
                player,
                table,
                way,
                amount,
            } => {
                let adjustment = CageMove::Adjustment {
                    player: *player,
                    table: *table,
                    way: *way,
                    amount: *amount,
                };
                money(*player, adjustment).await
            }
            DeskRequest::AskLink { link, asks } => {
                let with = with.map(acting).transpose()?;
                let signed = Signers { by: actor, with };
                self.ask_link(*link, id, signed, asks).await
            }
            DeskRequest::PauseTable { table: at } => {
                self.ask_table(*at, table(HouseRequest::PauseTable)).await
            }
            DeskRequest::ResumeTable { table: at } => {
                self.ask_table(*at, table(HouseRequest::ResumeTable)).await
            }
            DeskRequest::ReloadConfiguration => Err(Problem::new(
                StatusCode::CONFLICT,
                "not-served",
                "found no process to ask: one that serves the house reads its configuration when it starts, \
                 and on a signal (kill -HUP)",
            )),
        }
    }

    /// Money goes to and from the purses of players who have an account.
    async fn move_money(&self, player: PlayerId, command: CageCommand) -> Result<Value, Problem> {
        let account = self.people.account(AccountId(player.0)).await?;
        if !account.is_some_and(|account| account.role.is_player()) {
            return Err(Problem::not_found(format!(
                "player: found {}, expected the number of a player's account",
                player.0
            )));
        }
        Ok(json!(wire::answer(self.cage.submit(command).await)?))
    }

    async fn ask_table(&self, table: TableId, command: TableCommand) -> Result<Value, Problem> {
        let handle = self.pit.handle(table).await?;
        Ok(json!(wire::answer(handle.submit(command).await)?))
    }

    async fn ask_link(
        &self,
        link: LinkId,
        id: CommandId,
        signed: Signers,
        asks: &LinkRequest,
    ) -> Result<Value, Problem> {
        let mut controller = Controller::new(Arc::clone(self.pit), link);
        let is_declared = controller.read().await?.level().is_some();
        if !is_declared && !matches!(asks, LinkRequest::Declare { .. }) {
            return Err(Problem::not_found(format!("there is no link {}", link.0)));
        }
        let done = controller.submit(id, signed, asks.clone()).await;
        Ok(json!(wire::answer(done)?))
    }
}

/// Refuses what is not for the role of the person who asks.
pub fn check_role(by: &Account, request: &DeskRequest) -> Result<(), Problem> {
    if roles::at_desk(by.role, request).is_asked() {
        return Ok(());
    }
    let name = serde_json::to_value(request).unwrap_or_default();
    let name = name["request"].as_str().unwrap_or("this").to_owned();
    let role = by.role;
    Err(Problem::not_allowed(format!(
        "request: found {name}, which is not for the role {role}"
    )))
}

/// In which post a person signs; an error for those who hold none.
fn acting(account: &Account) -> Result<Actor, Problem> {
    account.actor().ok_or_else(|| {
        let role = account.role;
        Problem::not_allowed(format!("a {role} holds no post to sign in"))
    })
}
