//! A player's money between purse and table: asked for, or bought in by a bet that lacks it.

use std::sync::atomic::Ordering;

use house::game::{Actor, Money, PlayerId};
use house::ledger::{CageMove, TableId};
use house::log::CommandId;
use house::response::ServiceError;
use house::table::{RequestedAtTable, TableRequest, TableState};
use house::{CageCommand, TableCommand};
use serde_json::{Value, json};

use crate::answers::ChipsMoved;
use crate::app::App;
use crate::hub::Hub;
use crate::problem::Problem;
use crate::sessions::SignedIn;
use crate::wire::{self, WireId};

/// Money between a purse and a rack.
#[derive(Clone, Copy, Debug)]
pub enum Chips {
    /// From the purse to the table.
    BuyIn(Money),
    /// From the table to the purse.
    CashOut(Money),
}

/// The chips that a request of a player lays on the felt.
fn amount_staked(request: &TableRequest) -> Option<Money> {
    let TableRequest::Game(request) = request else {
        return None;
    };
    if let house::game::Request::PlaceBet { amount, .. }
    | house::game::Request::Play { amount, .. } = request
    {
        return Some(*amount);
    }
    None
}

impl App {
    /// What a player's bet takes beyond his chips at the table, where his purse has it.
    pub async fn missing_chips(
        &self,
        table: TableId,
        bet: &TableCommand,
    ) -> Result<Option<CageMove>, Problem> {
        let staked = amount_staked(&bet.request).filter(|staked| staked.is_positive());
        let (Actor::Player(player), Some(staked)) = (bet.by, staked) else {
            return Ok(None);
        };
        let rack = self.rack(table, player).await?;
        if staked <= rack || staked > Money::LIMIT {
            return Ok(None);
        }
        let amount = staked.less(rack);
        let has_it = self.purse(player).await? >= amount;
        Ok(has_it.then_some(CageMove::BuyIn {
            player,
            table,
            amount,
        }))
    }

    /// Whether the table would take the bet, were the chips there: one that is refused moves no money.
    pub async fn would_be_granted(&self, hub: &Hub, bet: &TableCommand) -> Result<bool, Problem> {
        let requested = RequestedAtTable {
            by: bet.by,
            now: self.now(),
            request: bet.request.clone(),
        };
        let is_granted = |state: &TableState| state.decide(None, bet.id, &requested).is_ok();
        if hub.state().is_some_and(|state| is_granted(&state)) {
            return Ok(true);
        }
        // Another process may have stored something since.
        Ok(is_granted(&hub.handle().snapshot().await?))
    }

    /// A bet buys in what is missing by itself.
    pub async fn buy_in_before_bet(
        &self,
        signed: &SignedIn,
        missing: CageMove,
        id: &WireId,
    ) -> Result<(), Problem> {
        let id = id.command_id(signed.account.id, "buy-in before a bet")?;
        let player = Actor::Player(signed.account.player());
        let command = CageCommand::new(id, player, missing);
        let bought_in = self.house.cage().submit(command).await;
        self.chips_moved.fetch_add(1, Ordering::Release);
        match bought_in {
            // The bet itself says what is wrong, if anything; a retry has bought in before.
            Ok(_) | Err(ServiceError::IdReused(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Moves money between a player's purse and his rack at a table.
    pub async fn move_chips(
        &self,
        signed: &SignedIn,
        table: TableId,
        id: &WireId,
        chips: Chips,
    ) -> Result<Value, Problem> {
        if !signed.account.role.is_player() {
            return Err(Problem::not_allowed("only a player has a purse"));
        }
        if !self.house.pit().is_created(table).await? {
            return Err(ServiceError::UnknownTable { table }.into());
        }
        let player = signed.account.player();
        let (purpose, moves) = match chips {
            Chips::BuyIn(amount) => (
                "buy-in",
                CageMove::BuyIn {
                    player,
                    table,
                    amount,
                },
            ),
            Chips::CashOut(amount) => (
                "cash-out",
                CageMove::CashOut {
                    player,
                    table,
                    amount,
                },
            ),
        };
        let id = id.command_id(signed.account.id, purpose)?;
        if let Chips::BuyIn(_) = chips {
            self.check_buy_in(&signed.account, id).await?;
        }
        let command = CageCommand::new(id, Actor::Player(player), moves);
        let response = self.house.cage().submit(command).await;
        self.chips_moved.fetch_add(1, Ordering::Release);
        let done = wire::answer(response)?;
        Ok(json!(ChipsMoved {
            done,
            purse: self.purse(player).await?,
            rack: self.rack(table, player).await?,
        }))
    }

    /// Gives a new guest play money.
    pub async fn fill_guest_purse(&self, player: PlayerId) -> Result<(), Problem> {
        let amount = self.config().house.guest_purse;
        let id = CommandId::named(&format!("play money of guest {}", player.0));
        let moves = CageMove::Deposit { player, amount };
        let command = CageCommand::new(id, self.program.operator, moves);
        wire::answer(self.house.cage().submit(command).await)?;
        Ok(())
    }
}
