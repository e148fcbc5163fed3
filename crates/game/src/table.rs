//! A table: what is set up when it opens, and the rounds played at it one after another.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::actor::Post;
use crate::clause::Cites;
use crate::money::Money;
use crate::round::{Command, Event, Phase, Refusal, Refused, Request, Round};
use crate::rulebook::{
    Burn, Community, CommunityMethod, Device, Display, JackpotKind, Rulebook, RulebookId,
};
use crate::settlement::{Bounds, BoxNumber, Limits, PlayerId};

/// What a house fixes when it opens a table; frozen for the length of a round and kept with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub positions: u8,
    pub device: Device,
    pub limits: Limits,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub jackpot: Option<JackpotSetup>,
}

/// The three figures no rulebook gives (G-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JackpotSetup {
    pub stake: Money,
    pub contribution: Money,
    pub seed: Money,
}

/// What hangs at the table for everybody to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    Limits,
    JackpotAmount,
    DealingMethod,
}

/// One table under one rulebook, from opening to closing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Table {
    open: Option<OpenTable>,
    rounds: u64,
    seats: BTreeMap<BoxNumber, PlayerId>,
    round: Option<Round>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenTable {
    /// With the options it opened with: frozen until it closes.
    rulebook: Rulebook,
    setup: Setup,
    method: Option<CommunityMethod>,
    displayed: Vec<Notice>,
}

impl Table {
    pub fn closed() -> Table {
        Table::default()
    }

    pub fn setup(&self) -> Option<&Setup> {
        self.open.as_ref().map(|open| &open.setup)
    }

    /// The round being played, or the last one until the next opening call.
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    pub fn displayed(&self) -> &[Notice] {
        self.open.as_ref().map_or(&[], |open| &open.displayed)
    }

    /// Command to events, or the rule that refuses; changes nothing.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest is the round's, which lists it all"
    )]
    pub fn decide(&self, rulebook: &Rulebook, command: &Command) -> Result<Vec<Event>, Refusal> {
        let no = |reason, cites: Cites| Err(rulebook.refuse(reason, cites));
        if let Request::OpenTable { setup } = &command.asks {
            return self.open_table(rulebook, command, setup);
        }
        let Some(open) = &self.open else {
            return no(Refused::TableClosed, rulebook.grounds.opening_call);
        };
        if open.rulebook.id != rulebook.id {
            let (running, asked) = (open.rulebook.id, rulebook.id);
            return no(
                Refused::OtherRulebook { running, asked },
                rulebook.grounds.layout,
            );
        }
        if open.rulebook != *rulebook {
            let what = "the options are not those the table opened with";
            return no(Refused::SetupWrong { what }, rulebook.grounds.layout);
        }
        let by_house = || rulebook.needs_post(command.by, Post::House, rulebook.grounds.display);
        match &command.asks {
            Request::CloseTable => {
                by_house()?;
                self.between_rounds(rulebook)?;
                Ok(vec![Event::TableClosed])
            }
            Request::DisplayNotice { notice } => {
                by_house()?;
                self.between_rounds(rulebook)?;
                open.has_method_to_display(rulebook, *notice)?;
                Ok(vec![Event::NoticeDisplayed { notice: *notice }])
            }
            Request::ChooseMethod { method } => {
                by_house()?;
                self.between_rounds(rulebook)?;
                open.choose_method(rulebook, *method)
            }
            Request::OpenBets => self.open_bets(rulebook, command, open),
            _ => match &self.round {
                Some(round) => round.decide(rulebook, command),
                None => Round::before_the_first(open.setup.clone()).decide(rulebook, command),
            },
        }
    }

    /// Takes in what happened.
    ///
    /// # Panics
    ///
    /// On an event no decision could have made: then the log is corrupt and the table stops.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest is the round's, which lists it all"
    )]
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::TableOpened {
                rulebook,
                options,
                setup,
                ..
            } => {
                self.open = Some(OpenTable::new(*rulebook, options, setup.clone()));
            }
            Event::TableClosed => {
                *self = Table {
                    rounds: self.rounds,
                    ..Table::default()
                }
            }
            Event::NoticeDisplayed { notice } => {
                let open = self.open.as_mut().expect("a notice hangs at an open table");
                if !open.displayed.contains(notice) {
                    open.displayed.push(*notice);
                }
            }
            Event::MethodChosen { method } => {
                let open = self
                    .open
                    .as_mut()
                    .expect("a method is chosen at an open table");
                open.method = Some(*method);
                // A change needs a new notice before the next opening call (ML-16).
                open.displayed
                    .retain(|notice| *notice != Notice::DealingMethod);
            }
            Event::BetsOpened { round, .. } => {
                let open = self.open.as_ref().expect("bets open at an open table");
                self.rounds = *round;
                let setup = open.setup.clone();
                self.round = Some(Round::open(*round, setup, open.method, &self.seats));
            }
            _ => {
                if let Event::SeatTaken { at, player } = event {
                    self.seats.insert(*at, *player);
                }
                if let Event::PlayerLeft { player } = event {
                    self.seats.retain(|_, seated| seated != player);
                }
                self.round
                    .as_mut()
                    .expect("the event belongs to a round")
                    .evolve(event);
            }
        }
    }

    fn between_rounds(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        match &self.round {
            Some(round) if !round.is_over() => Err(rulebook.refuse(
                Refused::RoundNotOver {
                    round: round.number(),
                },
                rulebook.grounds.round_ends,
            )),
            Some(_) | None => Ok(()),
        }
    }

    fn open_table(
        &self,
        rulebook: &Rulebook,
        command: &Command,
        setup: &Setup,
    ) -> Result<Vec<Event>, Refusal> {
        let grounds = &rulebook.grounds;
        if self.open.is_some() {
            return Err(rulebook.refuse(Refused::TableOpen, grounds.opening_call));
        }
        rulebook.needs_post(command.by, Post::House, grounds.display)?;
        setup.check(rulebook)?;
        let options = rulebook.options();
        Ok(vec![Event::TableOpened {
            rulebook: rulebook.id,
            digest: rulebook.digest(),
            options: options
                .into_iter()
                .map(|(name, says)| (name.to_owned(), says))
                .collect(),
            setup: setup.clone(),
        }])
    }

    fn open_bets(
        &self,
        rulebook: &Rulebook,
        command: &Command,
        open: &OpenTable,
    ) -> Result<Vec<Event>, Refusal> {
        rulebook.needs_dealer(command.by)?;
        self.between_rounds(rulebook)?;
        let digest = rulebook.digest();
        for required in rulebook.display_required.says {
            let (what, notice) = match required {
                Display::Limits => ("the limits", Notice::Limits),
                Display::JackpotAmount => ("the set jackpot amount", Notice::JackpotAmount),
                Display::Method => ("the dealing method", Notice::DealingMethod),
            };
            // A shoe has one way to deal the community cards; only a shuffler's two must be told apart.
            let settled_by_device =
                notice == Notice::DealingMethod && open.setup.device != Device::Shuffler;
            if !settled_by_device && !open.displayed.contains(&notice) {
                let cites = rulebook.display_required.cites;
                return Err(rulebook.refuse(Refused::NotDisplayed { what }, cites));
            }
        }
        Ok(vec![Event::BetsOpened {
            round: self.rounds + 1,
            rulebook: rulebook.id,
            digest,
        }])
    }
}

impl OpenTable {
    fn new(id: RulebookId, options: &[(String, String)], setup: Setup) -> OpenTable {
        let mut rulebook = id.form().clone();
        for (switch, value) in options {
            rulebook
                .choose(switch, value)
                .expect("a table opens with options of its rulebook");
        }
        OpenTable {
            rulebook,
            setup,
            method: None,
            displayed: Vec::new(),
        }
    }

    /// A shuffler's method is told to the Players once the House has chosen it (3.11.3).
    fn has_method_to_display(&self, rulebook: &Rulebook, notice: Notice) -> Result<(), Refusal> {
        let two_ways =
            rulebook.community.says == Community::Two && self.setup.device == Device::Shuffler;
        if notice == Notice::DealingMethod && two_ways && self.method.is_none() {
            let reason = Refused::SetupIncomplete {
                missing: "dealing method",
            };
            return Err(rulebook.refuse(reason, rulebook.display_required.cites));
        }
        Ok(())
    }

    fn choose_method(
        &self,
        rulebook: &Rulebook,
        method: CommunityMethod,
    ) -> Result<Vec<Event>, Refusal> {
        let cites = rulebook.community_method.cites;
        let fits = match method {
            CommunityMethod::ShoeLast => self.setup.device != Device::Shuffler,
            CommunityMethod::PacketThreeLast | CommunityMethod::PacketTwoFirst => {
                self.setup.device == Device::Shuffler
            }
        };
        let offered = rulebook
            .community_method
            .says
            .is_some_and(|all| all.contains(&method));
        if rulebook.community.says == Community::None || !offered {
            let what = "community cards";
            return Err(rulebook.refuse(Refused::NotOffered { what }, rulebook.community.cites));
        }
        if !fits {
            let what = "the dealing device does not deal by this method";
            return Err(rulebook.refuse(Refused::SetupWrong { what }, cites));
        }
        Ok(vec![Event::MethodChosen { method }])
    }
}

impl Setup {
    /// Whether the table may open like this; the first thing that is missing or wrong.
    fn check(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        let grounds = &rulebook.grounds;
        let wrong = |what, cites: Cites| Err(rulebook.refuse(Refused::SetupWrong { what }, cites));
        let missing = |missing, cites: Cites| {
            Err(rulebook.refuse(Refused::SetupIncomplete { missing }, cites))
        };
        let choices = rulebook.positions.choices();
        if !choices.contains(&self.positions.to_string()) {
            return wrong(
                "the layout does not have that many boxes",
                rulebook.positions.cites,
            );
        }
        if !rulebook.deal_methods.says.contains(&self.device) {
            return wrong(
                "the cards are not dealt from this device",
                rulebook.deal_methods.cites,
            );
        }
        let Limits {
            ante,
            pair_plus,
            five_card,
        } = &self.limits;
        if [ante, pair_plus]
            .iter()
            .any(|bounds| bounds.min.is_none() || bounds.max.is_none())
        {
            return missing("table minimum or maximum", grounds.limits);
        }
        let figures = [ante, pair_plus, five_card]
            .into_iter()
            .flat_map(|bounds| [bounds.min, bounds.max]);
        let jackpot = self
            .jackpot
            .map(|set| [set.stake, set.contribution, set.seed]);
        let mut figures = figures.flatten().chain(jackpot.into_iter().flatten());
        if figures.any(|figure| figure < Money::ZERO || figure > Money::LIMIT) {
            return wrong(
                "an amount is below nothing or beyond what any table takes",
                grounds.limits,
            );
        }
        let crossed = |bounds: &&Bounds| matches!((bounds.min, bounds.max), (Some(min), Some(max)) if min > max);
        if [ante, pair_plus, five_card].iter().any(crossed) {
            return wrong("a minimum is above its maximum", grounds.limits);
        }
        match (rulebook.jackpot_kind.says, &self.jackpot) {
            (JackpotKind::None, Some(_)) => wrong(
                "there is no jackpot in this game",
                rulebook.jackpot_kind.cites,
            ),
            (JackpotKind::ThreeCard | JackpotKind::FiveCardLinked, None) => missing(
                "jackpot amount, contribution and seed",
                rulebook.jackpot_amount.cites,
            ),
            (JackpotKind::ThreeCard | JackpotKind::FiveCardLinked, Some(jackpot))
                if !jackpot.stake.is_positive() =>
            {
                missing("jackpot amount", rulebook.jackpot_amount.cites)
            }
            (JackpotKind::None, None)
            | (JackpotKind::ThreeCard | JackpotKind::FiveCardLinked, Some(_)) => Ok(()),
        }
    }

    /// Whether a card is burnt before the first is dealt.
    pub(crate) fn burns(&self, rulebook: &Rulebook) -> bool {
        match rulebook.burn.says {
            Burn::None => false,
            Burn::Always => true,
            Burn::ShoeOnly => self.device != Device::Shuffler,
        }
    }
}

impl Phase {
    pub(crate) fn ends_round(&self) -> bool {
        matches!(self, Phase::Concluded(_))
    }
}
