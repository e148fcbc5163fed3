//! Things going wrong: what a Dealer's hand does, what people report, made to fit the table so that
//! most of it is taken.

use game::{
    Actor, Area, BoxNumber, Card, Cause, Correction, Money, Phase, Place, PlayerId, Post, Report,
    Request, Round,
};

use super::driver::{Driver, Kind};
use super::scene::{DEALER, staff};
use super::ways::{self, Way};

impl Driver {
    /// Something of a kind this round sees.
    pub fn trouble(&mut self) -> Option<Way> {
        if self.kinds.is_empty() {
            return self.sensible();
        }
        match self.dice.pick(&self.kinds.clone()) {
            Kind::Slips => self.slips(),
            Kind::Exposures => self.exposures(),
            Kind::Counts => self.counts(),
            Kind::DeckFaults => self.deck_faults(),
            Kind::Interruptions => self.interruptions(),
            Kind::JackpotFaults => self.jackpot_faults(),
            Kind::Bets => self.bets(),
            Kind::Conduct => self.conduct(),
            Kind::Corrections => self.corrections(),
            Kind::Leaving => self.leaving(),
            Kind::Contact => self.contact(),
            Kind::Others => self.others(),
            Kind::Noise => self.anything(),
        }
    }

    pub fn reporter(&mut self) -> Actor {
        match self.dice.below(8) {
            0 => Actor::System,
            1 => Actor::Player(self.player()),
            2 => staff(Post::PitSupervisor, 12),
            3 => staff(Post::House, 41),
            _ => DEALER,
        }
    }

    pub fn reports(&mut self, report: Report) -> Option<Way> {
        Some((self.reporter(), Request::Report { report }))
    }

    /// A place holds a card too many or too few, and it is noticed.
    pub fn counts(&mut self) -> Option<Way> {
        let at = self.staked_box();
        let place = self.dice.pick(&[
            Place::Box(at),
            Place::Box(at),
            Place::Dealer,
            Place::Community,
        ]);
        let round = self.checked.round()?;
        let mut cards = round.laid().remove(&place).unwrap_or_default();
        let left = ways::in_device(&self.checked, round, &self.deck);
        if self.dice.one_in(2) {
            cards.pop();
        } else {
            let spare = self.dice.below(left.len().max(1) as u64);
            cards.push(left.get(usize::try_from(spare).unwrap()).copied()?);
        }
        match self.dice.below(8) {
            0 => self.reports(Report::CountDoubted),
            1 => Some((
                DEALER,
                Request::CountDeck {
                    counted: self.dice.pick(&[52, 52, 51]),
                },
            )),
            _ => self.reports(Report::Found { place, cards }),
        }
    }

    fn deck_faults(&mut self) -> Option<Way> {
        // Seldom within a round: nearly all of these end it.
        if !self.dice.one_in(4) {
            return self.sensible();
        }
        let report = match self.dice.below(5) {
            0 => Report::ForeignCard {
                found: "a joker".to_owned(),
            },
            1 => Report::DeckCount {
                counted: self.dice.pick(&[51, 53, 52]),
            },
            2 => Report::NotShuffled,
            3 => Report::TooFewCards {
                left: self.dice.pick(&[0, 3, 17]),
            },
            _ => Report::CountDoubted,
        };
        self.reports(report)
    }

    fn interruptions(&mut self) -> Option<Way> {
        if !self.dice.one_in(3) {
            return self.sensible();
        }
        let cause = self.dice.pick(&[Cause::Power, Cause::Technical]);
        let seconds = self.dice.pick(&[0, 4, 30, 61, 600]);
        self.reports(Report::Interruption { cause, seconds })
    }

    pub fn jackpot_faults(&mut self) -> Option<Way> {
        let recorded = Money::minor(self.dice.pick(&[4_900_000, 5_000_000, 0]));
        let mode = self.fault_mode();
        match self.dice.below(8) {
            0..3 => self.reports(Report::JackpotFault { recorded }),
            3 => Some((self.person(), Request::ProposeFaultMode { mode })),
            4 => Some((self.person(), Request::ApproveFaultMode)),
            5 => Some((self.person(), Request::ClearFault)),
            _ => self.sensible(),
        }
    }

    fn bets(&mut self) -> Option<Way> {
        let (at, amount) = (self.staked_box(), self.amount());
        let area = self
            .dice
            .pick(&[Area::Ante, Area::PairPlus, Area::Jackpot, Area::FiveCard]);
        let round = self.checked.round()?;
        let player = round.controller(at).unwrap_or(PlayerId(0));
        let lone = round.boxes().find(|(_, held)| {
            held.bets.has(Area::Jackpot) && held.bets.total(Area::Ante).is_zero()
        });
        let lone = lone.map_or(at, |(at, _)| at);
        let made = round
            .betting_box(at)
            .map_or(Money::ZERO, |held| held.bets.of(Area::Play, player));
        let found = self
            .dice
            .pick(&[made + Money::minor(700), made - Money::minor(50), made]);
        let ends = matches!(round.phase(), Phase::DealerShown(_) | Phase::Settling(_));
        let open = matches!(round.phase(), Phase::BetsOpen);
        let jackpot = self.checked.table.setup().and_then(|setup| setup.jackpot);
        match self.dice.below(8) {
            0 => self.reports(Report::LateBet {
                player,
                at,
                area,
                amount,
            }),
            1 => self.reports(Report::LateWithdrawal { player, at, area }),
            2 => match self.outside() {
                Some((at, area)) => self.reports(Report::OutsideLimits { at, area }),
                None => self.reports(Report::OutsideLimits { at, area }),
            },
            3 if open => Some((DEALER, Request::RejectExcess { at, area })),
            4 if open => Some((DEALER, Request::AdviseMinimum { at, area })),
            5 if open && jackpot.is_some() => {
                let (area, amount) = (Area::Jackpot, jackpot?.stake);
                let at = self.any_box();
                Some((
                    Actor::Player(player),
                    Request::PlaceBet { at, area, amount },
                ))
            }
            6 => self.reports(Report::LoneJackpot { at: lone }),
            _ if ends => self.reports(Report::UnequalPlay { at, player, found }),
            _ => self.reports(Report::LoneJackpot { at: lone }),
        }
    }

    /// A bet above the maximum or below the minimum.
    fn outside(&mut self) -> Option<(BoxNumber, Area)> {
        let limits = self.checked.table.setup()?.limits;
        let round = self.checked.round()?;
        let areas = [
            (Area::Ante, limits.ante),
            (Area::PairPlus, limits.pair_plus),
        ];
        let wrong = round.boxes().flat_map(|(at, held)| {
            let wrong = areas.into_iter().filter(|(area, bounds)| {
                let total = held.bets.total(*area);
                total.is_positive() && (Some(total) < bounds.min || Some(total) > bounds.max)
            });
            wrong.map(move |(area, _)| (at, area)).collect::<Vec<_>>()
        });
        let wrong: Vec<_> = wrong.collect();
        (!wrong.is_empty()).then(|| self.dice.pick(&wrong))
    }

    fn conduct(&mut self) -> Option<Way> {
        let at = self.staked_box();
        let player = self.checked.round()?.controller(at).unwrap_or(PlayerId(0));
        match self.dice.below(8) {
            0 | 1 => self.reports(Report::ExtraLook { at, player }),
            2 | 3 => self.reports(Report::StakedInError { at, player }),
            4 => self.reports(Report::Disclosure { player }),
            _ => Some(self.people()),
        }
    }

    /// A card read wrongly, chips handed over wrongly: two people put it right.
    pub fn corrections(&mut self) -> Option<Way> {
        let round = self.checked.round()?;
        let lies: Vec<Card> = round.laid().into_values().flatten().collect();
        let left = ways::in_device(&self.checked, round, &self.deck);
        let paid = round
            .postings()
            .settled
            .last()
            .map(|posting| posting.line.clone());
        let by = if self.dice.one_in(3) {
            self.person()
        } else {
            self.ruler()
        };
        let reason = self
            .dice
            .pick(&["the camera shows it", "the camera shows it", " "])
            .to_owned();
        if self.dice.one_in(2) {
            return Some((by, Request::ApproveCorrection));
        }
        let correction = match (self.dice.below(2), paid) {
            (0, Some(line)) => Correction::Pay {
                at: line.at,
                player: line.player,
                wager: line.wager,
                handed: line.returned + Money::minor(self.dice.pick(&[100, 0, -100])),
            },
            _ if !lies.is_empty() && !left.is_empty() => Correction::Card {
                was: self.dice.pick(&lies),
                is: self.dice.pick(&left),
            },
            _ => return self.sensible(),
        };
        Some((by, Request::ProposeCorrection { correction, reason }))
    }

    fn leaving(&mut self) -> Option<Way> {
        if !self.dice.one_in(3) {
            return self.sensible();
        }
        let player = self.player();
        let by = self.dice.pick(&[Actor::Player(player), DEALER]);
        Some((by, Request::Leave { player }))
    }

    fn contact(&mut self) -> Option<Way> {
        let at = self.staked_box();
        let player = self.checked.round()?.controller(at).unwrap_or(PlayerId(0));
        let asks = match self.dice.below(3) {
            0 => Request::Look { at },
            1 => Request::Touch { at },
            _ => return Some((DEALER, Request::InformOneHand { player })),
        };
        Some((Actor::Player(player), asks))
    }

    pub fn others(&mut self) -> Option<Way> {
        let number = self.checked.round().map_or(0, Round::number);
        let what = "a cup of coffee over the felt".to_owned();
        if self.dice.one_in(2) {
            let round = number.saturating_sub(self.dice.below(2));
            return self.reports(Report::EarlierRound { round, what });
        }
        self.reports(Report::Other { what })
    }
}
