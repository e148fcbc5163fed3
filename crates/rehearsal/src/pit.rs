//! The pit at work: rulings, referrals, choices and counts, by people of every post.

use game::{
    Act, Actor, Choice, FaultMode, Finding, Others, PlayerId, Post, Report, Request, Round, Terms,
    Then, WhoChooses,
};

use super::driver::Driver;
use super::scene::{DEALER, staff};
use super::ways::{self, Way};

/// What an authority may decide where the rulebook is silent, and some it may not.
const ACTS: [Act; 16] = [
    Act::Continue,
    Act::Continue,
    Act::NoEffect,
    Act::Void,
    Act::VoidAndReshuffle,
    Act::Choices(WhoChooses::All),
    Act::Choices(WhoChooses::Affected),
    Act::MayWithdraw,
    Act::MoveHands(Then::GoOn),
    Act::Reconstruct(Then::Ask(WhoChooses::Affected)),
    Act::RemoveHand(Others::PlayOn),
    Act::RemoveHand(Others::Choose),
    Act::RemoveHand(Others::MayBePermittedToWithdraw),
    Act::ReturnJackpotBets,
    Act::KeepOneHand,
    Act::MayBar,
];

impl Driver {
    pub fn pit(&mut self) -> Option<Way> {
        let round = self.checked.round()?;
        if let Some(matter) = round.suspension().at_hand() {
            let (on, mut findings) = (matter.irregularity, ways::findings(matter));
            let report = matter.report.clone();
            if matches!(report, Report::CountDoubted) && self.dice.one_in(2) {
                let counted = self.dice.pick(&[52, 52, 52, 51, 53]);
                return Some((DEALER, Request::CountDeck { counted }));
            }
            let act = self.dice.pick(&ACTS);
            findings.extend([
                Finding::Decided { act },
                Finding::Upheld,
                Finding::Reconstructable,
            ]);
            let by = self.ruler();
            if self.dice.one_in(15) {
                return Some((by, Request::Refer { on, proposal: act }));
            }
            let nth = usize::try_from(self.dice.below(findings.len() as u64)).unwrap();
            let finding = findings.swap_remove(nth);
            return Some((by, Request::Rule { on, finding }));
        }
        self.choices()
    }

    /// High enough mostly.
    pub fn ruler(&mut self) -> Actor {
        match self.dice.below(6) {
            0 => self.any_actor(),
            1 => self.person(),
            2 => staff(Post::PitSupervisor, 12),
            3 => staff(Post::ShiftManager, 31),
            4 => staff(Post::House, 42),
            _ => staff(Post::House, 41),
        }
    }

    fn choices(&mut self) -> Option<Way> {
        let at = self.staked_box();
        let choice = self.dice.pick(&[Choice::Continue, Choice::Withdraw]);
        let round = self.checked.round()?;
        let owner = Actor::Player(round.controller(at).unwrap_or(PlayerId(0)));
        let terms = round.suspension().choosing().map(|choosing| choosing.terms);
        let asked = round
            .suspension()
            .choosing()
            .into_iter()
            .flat_map(|choosing| &choosing.asked);
        let waiting = asked
            .filter(|(_, chose)| chose.is_none())
            .map(|(at, _)| *at)
            .next();
        let waiting = waiting.map(|at| (at, round.controller(at).unwrap_or(PlayerId(0))));
        Some(match (terms, self.dice.below(8)) {
            (_, 0) => (self.any_actor(), Request::EndChoices),
            (_, 1) => (owner, Request::Choose { at, choice }),
            (_, 2) => (owner, Request::ChooseAll { choice }),
            (Some(Terms::Permitted), 3..6) => (self.ruler(), Request::PermitWithdrawal { at }),
            (Some(Terms::Permitted), 6) => (Actor::System, Request::EndChoices),
            (Some(Terms::AllOrNone), _) => {
                let (_, player) = waiting?;
                (Actor::Player(player), Request::ChooseAll { choice })
            }
            _ => {
                let (at, player) = waiting?;
                (Actor::Player(player), Request::Choose { at, choice })
            }
        })
    }

    pub fn fault_mode(&mut self) -> FaultMode {
        let at = self.any_box();
        self.dice.pick(&[
            FaultMode::NoJackpot,
            FaultMode::NoJackpot,
            FaultMode::BarBox { at },
            FaultMode::CloseTable,
        ])
    }

    /// Posts and people: bars, restrictions, stops, and who acts for whom.
    pub fn people(&mut self) -> Way {
        let player = self.player();
        let by = self.person();
        let high = staff(Post::ShiftManager, 32);
        let acts = self.person();
        let (Some(post), Some(person)) = (acts.post(), acts.person()) else {
            return (by, Request::Bar { player });
        };
        let conduct = self.checked.table.conduct();
        let all = || (0..4).map(PlayerId);
        let barred = all()
            .find(|player| conduct.is_barred(*player))
            .unwrap_or(player);
        let confined = all()
            .find(|player| conduct.is_restricted(*player))
            .unwrap_or(player);
        match self.dice.below(9) {
            0 => (high, Request::Bar { player }),
            1 => (by, Request::Bar { player }),
            2 => (by, Request::LiftBar { player: barred }),
            3 => (high, Request::LiftBar { player: barred }),
            4 => (high, Request::StopAction { player }),
            5 => (high, Request::RestrictToOne { player }),
            6 => (high, Request::LiftRestriction { player: confined }),
            7 => {
                let asks = [
                    Request::StopAction { player },
                    Request::RestrictToOne { player },
                    Request::LiftRestriction { player },
                ];
                let nth = usize::try_from(self.dice.below(3)).unwrap();
                (by, asks[nth].clone())
            }
            _ => {
                let post = self
                    .dice
                    .pick(&[post, Post::PitSupervisor, Post::ShiftManager]);
                (by, Request::AssignActing { person, post })
            }
        }
    }

    /// Between the end of a round and the next opening call.
    pub fn after_the_end(&mut self) -> Option<Way> {
        let round = self.checked.round()?;
        if Round::is_suspended(round) {
            return self.pit();
        }
        match self.dice.below(10) {
            0..3 => self.counts(),
            9 => {
                let report = Report::Disclosure {
                    player: self.player(),
                };
                Some((DEALER, Request::Report { report }))
            }
            3 => self.corrections(),
            4 => self.jackpot_faults(),
            5 => Some(self.people()),
            6 => self.anything(),
            7 => {
                let mode = self.fault_mode();
                Some((self.person(), Request::ProposeFaultMode { mode }))
            }
            _ => self.others(),
        }
    }
}
