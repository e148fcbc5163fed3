//! The model: a second set of books, kept from commands and events alone, that knows nothing of how
//! the engine comes to its answers.

use std::collections::BTreeMap;

use game::{
    Area, BoxNumber, Command, CrossTableOrder, Decision, Event, Hand, Irregularity, Money, Place,
    PlayerId, Rank, Request, Round, Rulebook, Table, Wager, WagerSettled,
};

use super::authority::{Authority, Segment};
use super::cards::Deck;
use super::checked_table::{Checked, holds};
use super::facts::{Facts, Stage};
use super::money::Purses;

/// More Players than any driver uses: the last ones never bet and must see nothing.
pub const PLAYERS: u32 = 6;

#[derive(Clone)]
pub struct Model {
    rulebook: Rulebook,
    pub facts: Facts,
    pub purses: Purses,
    pub deck: Deck,
    pub authority: Authority,
    /// A wrong count was ruled on after the round had ended (IR-10, IR-11).
    reopened: bool,
}

impl Model {
    pub fn new(rulebook: &Rulebook) -> Model {
        Model {
            rulebook: rulebook.clone(),
            facts: Facts::default(),
            purses: Purses::new(Money::major(50_000)),
            deck: Deck::default(),
            authority: Authority::default(),
            reopened: false,
        }
    }

    /// Takes in a command and what came of it.
    pub fn take(&mut self, command: &Command, events: &[Event]) -> Checked {
        self.heard_while_suspended(command)?;
        let shown = events
            .iter()
            .any(|event| matches!(event, Event::DealerShown { .. }));
        let mut segment: Option<Segment> = None;
        for event in events {
            self.after_the_end(event)?;
            self.authority
                .take(&self.rulebook, &self.facts, command, &mut segment, event)?;
            self.envy(event)?;
            self.purses
                .take(&self.rulebook, &self.facts, shown, event)?;
            self.deck.take(&self.rulebook, event)?;
            self.facts.take(event);
        }
        Ok(())
    }

    /// While a ruling or a choice is awaited only what serves it is taken (rounds.md 3.2).
    fn heard_while_suspended(&self, command: &Command) -> Checked {
        let heard = matches!(
            command.asks,
            Request::Report { .. }
                | Request::Rule { .. }
                | Request::Refer { .. }
                | Request::Choose { .. }
                | Request::ChooseAll { .. }
                | Request::PermitWithdrawal { .. }
                | Request::EndChoices
                | Request::CountDeck { .. }
                | Request::Leave { .. }
                | Request::AssignActing { .. }
        );
        let waits = self.facts.is_suspended();
        holds!(
            "suspended: nothing else is taken",
            heard || !waits,
            "{:?} was taken",
            command.asks
        );
        Ok(())
    }

    /// None of a finished round's money moves save by IR-10 and IR-11.
    fn after_the_end(&mut self, event: &Event) -> Checked {
        if let Event::BetsOpened { .. } = event {
            self.reopened = false;
        } else if let Event::RulingMade { on, .. } = event {
            let counts = [
                Irregularity::DealerCountWrong,
                Irregularity::PlayerCountWrong,
                Irregularity::CountReconstructable,
            ];
            self.reopened |= counts.contains(on) && self.facts.stage == Stage::Concluded;
        } else {
            let over = matches!(self.facts.stage, Stage::Concluded | Stage::Voided);
            let moved = over && Purses::moves_money(event);
            let void = self.facts.stage == Stage::Voided;
            let allowed = self.reopened && !void;
            holds!(
                "deadline: a finished round stays",
                !moved || allowed,
                "{event:?}"
            );
        }
        Ok(())
    }

    /// No Player is paid envy on his own box, and only a hand with an Ante gives it.
    fn envy(&self, event: &Event) -> Checked {
        let Event::WagerSettled(
            line @ WagerSettled {
                at,
                player,
                wager: Wager::Envy,
                ..
            },
        ) = event
        else {
            return Ok(());
        };
        if line.returned.is_zero() {
            return Ok(());
        }
        let bet = self
            .purses
            .staked
            .contains_key(&(*at, Wager::Jackpot, *player));
        holds!("envy: to a jackpot bet", bet, "{line:?}");
        let stakes = |at: BoxNumber, wager: fn(Wager) -> bool| {
            let on = move |key: &&(BoxNumber, Wager, PlayerId)| key.0 == at && wager(key.1);
            self.purses.staked.keys().filter(on)
        };
        let mut boxes = self.purses.staked.keys().map(|key| key.0);
        let another = boxes.any(|from| {
            let open = self.deck.is_revealed(from) && is_royal(&self.deck, Place::Box(from));
            let ante = stakes(from, |wager| wager == Wager::Ante).next().is_some();
            let theirs = stakes(from, |_| true).any(|key| key.2 != *player);
            from != *at && open && ante && theirs
        });
        holds!(
            "envy: from another's royal with an Ante",
            another,
            "{line:?}"
        );
        Ok(())
    }

    /// The table says what the books say.
    pub fn agrees_with(&self, table: &Table) -> Checked {
        let Some(round) = table.round() else {
            return Ok(());
        };
        let (ours, theirs) = (self.facts.is_suspended(), round.is_suspended());
        holds!(
            "suspended: the table agrees",
            ours == theirs,
            "by the log {ours}, by the table {theirs}"
        );
        let number = self.facts.round;
        holds!(
            "round: the table agrees",
            number == round.number(),
            "by the log {number}"
        );
        self.chips_agree(round)?;
        self.winners_are_entered(round)?;
        self.deck.agrees_with(round)?;
        self.deck.keeps_secrets(table, PLAYERS)
    }

    /// Where tables are paid in order of entry, every winner has been entered (mbs-2019 3.19, MBS-21).
    fn winners_are_entered(&self, round: &Round) -> Checked {
        let order = self.rulebook.jackpot_cross_table_order.says;
        if order != Some(CrossTableOrder::FirstEntered) {
            return Ok(());
        }
        let due = round.jackpots_due(&self.rulebook, self.purses.meter);
        for payment in due.into_iter().flat_map(|due| due.payments) {
            let held = round.betting_box(payment.number);
            let entered = held.and_then(|held| held.times.jackpot_entered);
            holds!(
                "jackpot: a winner is entered",
                entered.is_some(),
                "box {}",
                payment.number.0
            );
        }
        Ok(())
    }

    fn chips_agree(&self, round: &Round) -> Checked {
        let mut felt = BTreeMap::new();
        for (at, held) in round.boxes() {
            for area in Area::ALL {
                for share in held.bets.shares(area).filter(|share| !share.settled) {
                    felt.insert((at, area.wager(), share.player), share.amount);
                }
            }
            let out = matches!(held.decision, Decision::Removed | Decision::Withdrawn);
            let left = Area::ALL
                .iter()
                .any(|area| held.bets.unsettled(*area).is_positive());
            let alive = out && left && !matches!(self.facts.stage, Stage::BetsOpen);
            holds!(
                "out: no bet stays with a hand that is out",
                !alive,
                "box {}",
                at.0
            );
        }
        let ours = &self.purses.felt;
        holds!(
            "money: the table agrees on the chips",
            felt == *ours,
            "{felt:?}, by the log {ours:?}"
        );
        Ok(())
    }
}

fn is_royal(deck: &Deck, place: Place) -> bool {
    let cards: Vec<_> = deck.pile(place).iter().collect();
    let Ok(cards) = <[game::Card; 3]>::try_from(cards) else {
        return false;
    };
    let ranks = [Rank::Ace, Rank::King, Rank::Queen];
    let all = ranks
        .iter()
        .all(|rank| cards.iter().any(|card| card.rank() == *rank));
    Hand::new(cards).is_some() && all && cards.iter().all(|card| card.suit() == cards[0].suit())
}
