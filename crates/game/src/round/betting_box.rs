//! One position of the layout: the bets on it, the cards before it, and how far it has come.

use core::ops::Index;
use std::collections::BTreeMap;

use super::Bets;
use crate::card::Card;
use crate::hand::Hand;
use crate::settlement::{BoxNumber, Fate, FoldedPairPlus, PlayerId, StakedBox, Stakes};
use crate::table::Conduct;
use crate::timestamp::Timestamp;
use crate::wager::Area;

/// The boxes of a layout, counted from 1 at the Dealer's left without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Boxes {
    all: Vec<(BoxNumber, BettingBox)>,
    /// How many of them the round has come to: those behind have neither chips nor cards, and
    /// no Player sits there.
    used: usize,
}

/// One position: the bets on it, the cards before it, and how far it has come.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts, each recorded by an event of its own"
)]
#[derive(Clone, PartialEq, Eq)]
pub struct BettingBox {
    /// The Player who sits here.
    pub seated: Option<PlayerId>,
    /// The chips on it.
    pub bets: Bets,
    /// The cards before it, in the order they came.
    pub cards: Vec<Card>,
    /// The cards were touched.
    pub handled: bool,
    /// The cards were looked at.
    pub seen: bool,
    /// Who picked the hand up where that is allowed, and may be shown it.
    pub looked: Option<PlayerId>,
    /// What was decided for it.
    pub decision: Decision,
    /// How its cards lie.
    pub showing: Showing,
    /// Areas under a correction prompt: raise or take back (5.2, 5.12.1).
    pub prompted: Vec<Area>,
    /// The jackpot bet was offered in this round (mbs-2019 3.5.1).
    pub jackpot_offered: bool,
    /// A jackpot hand was announced.
    pub claimed: bool,
    /// Staked by mistake, or without the right to (mbs-2019 5.10, MBS-10).
    pub staked_in_error: bool,
    /// The Dealer has counted it out.
    pub settled: bool,
    /// When its hand was complete and its jackpot entered.
    pub times: Times,
}

/// What becomes of a hand whose Player leaves without a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// It counts as folded.
    Folded,
    /// It is out of the round, and its bets go back.
    Returned,
    /// It stays in with the bets that need no decision.
    Stands,
}

/// What was decided for a box after the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing yet.
    Undecided,
    /// A Play bet stands beside the Ante.
    Played {
        /// Without looking at the cards.
        blind: bool,
    },
    /// Given up.
    Folded(FoldedPairPlus),
    /// Treated as folded: the Player was away when the decision was due.
    FoldedByAbsence,
    /// Pair Plus without an Ante: it stays for the showdown.
    StandingPairPlus,
    /// Out of the round; its bets were handed back.
    Removed,
    /// Out of the round by choice, every bet taken back.
    Withdrawn,
}

/// How the cards of a box lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// Face down, as dealt.
    FaceDown,
    /// Face up.
    Revealed,
    /// The Player declined to show; `established` once he has proven the hand himself.
    Hidden {
        /// The Player has proved the hand after all.
        established: bool,
    },
    /// Taken in by the Dealer, unseen.
    Collected,
}

/// Moments that decide in which order jackpots at several tables are paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// When its third card came.
    pub hand_complete: Option<Timestamp>,
    /// When its jackpot hand was entered into the system.
    pub jackpot_entered: Option<Timestamp>,
}

impl Boxes {
    pub fn empty(positions: u8) -> Boxes {
        let boxes = (1..=positions).map(|at| (BoxNumber(at), BettingBox::empty()));
        Boxes {
            all: boxes.collect(),
            used: 0,
        }
    }

    /// Empties every box and sets the Player who sits at it.
    pub fn clear(&mut self, seats: &BTreeMap<BoxNumber, PlayerId>) {
        for (_, held) in &mut self.all[..self.used] {
            held.clear();
        }
        self.used = 0;
        for (at, player) in seats {
            let held = self.get_mut(*at).expect("seats are taken at the layout");
            held.seated = Some(*player);
        }
    }

    #[inline]
    pub fn get(&self, at: BoxNumber) -> Option<&BettingBox> {
        let (_, held) = self.all.get(usize::from(at.0).checked_sub(1)?)?;
        Some(held)
    }

    #[inline]
    pub fn get_mut(&mut self, at: BoxNumber) -> Option<&mut BettingBox> {
        let number = usize::from(at.0);
        let (_, held) = self.all.get_mut(number.checked_sub(1)?)?;
        self.used = self.used.max(number);
        Some(held)
    }

    pub fn iter(&self) -> impl Iterator<Item = (BoxNumber, &BettingBox)> {
        self.all.iter().map(|(at, held)| (*at, held))
    }

    /// Those that may have chips, cards or a Player sitting there.
    #[inline]
    pub fn used(&self) -> impl Iterator<Item = (BoxNumber, &BettingBox)> {
        let used = &self.all[..self.used];
        used.iter().map(|(at, held)| (*at, held))
    }

    pub fn used_mut(&mut self) -> impl Iterator<Item = &mut BettingBox> {
        let used = &mut self.all[..self.used];
        used.iter_mut().map(|(_, held)| held)
    }

    /// The Player seated at each box. Does not mark a box as used.
    pub fn seats_mut(&mut self) -> impl Iterator<Item = (&mut Option<PlayerId>, &Bets)> {
        let held = self.all.iter_mut().map(|(_, held)| held);
        held.map(|held| (&mut held.seated, &held.bets))
    }
}

impl Index<BoxNumber> for Boxes {
    type Output = BettingBox;

    fn index(&self, at: BoxNumber) -> &BettingBox {
        self.get(at).expect("a box of the layout")
    }
}

impl BettingBox {
    fn empty() -> BettingBox {
        BettingBox {
            seated: None,
            bets: Bets::default(),
            cards: Vec::new(),
            handled: false,
            seen: false,
            looked: None,
            decision: Decision::Undecided,
            showing: Showing::FaceDown,
            prompted: Vec::new(),
            jackpot_offered: false,
            claimed: false,
            staked_in_error: false,
            settled: false,
            times: Times::default(),
        }
    }

    /// For the next round; lists keep their room.
    fn clear(&mut self) {
        let BettingBox {
            seated,
            bets,
            cards,
            handled,
            seen,
            looked,
            decision,
            showing,
            prompted,
            jackpot_offered,
            claimed,
            staked_in_error,
            settled,
            times,
        } = self;
        *seated = None;
        bets.clear_all();
        cards.clear();
        prompted.clear();
        (*handled, *seen, *looked) = (false, false, None);
        (*decision, *showing) = (Decision::Undecided, Showing::FaceDown);
        (*jackpot_offered, *claimed) = (false, false);
        (*staked_in_error, *settled) = (false, false);
        *times = Times::default();
    }

    /// Who decides for the box: the Player seated, else the first to stake.
    #[inline]
    pub fn controller(&self) -> Option<PlayerId> {
        let seated_staker = self.seated.filter(|seated| self.bets.has_player(*seated));
        seated_staker
            .or_else(|| self.bets.first_staker())
            .or(self.seated)
    }

    /// Whether the box is in the round: it has an Ante or Pair Plus.
    #[inline]
    pub fn is_in(&self) -> bool {
        self.bets.has(Area::Ante) || self.bets.has(Area::PairPlus)
    }

    /// Its hand, once it has three cards.
    #[inline]
    pub fn hand(&self) -> Option<Hand> {
        let cards: [Card; 3] = self.cards.as_slice().try_into().ok()?;
        Hand::new(cards)
    }

    /// The box as a settlement sees it, with the chips that are still to be settled.
    pub(super) fn staked(&self, at: BoxNumber, conduct: &Conduct) -> StakedBox {
        let player = self.controller().unwrap_or(PlayerId(0));
        // A share its backer did not match is out of the contest (MBS-09).
        let in_contest = matches!(self.decision, Decision::Played { .. });
        let bets = &self.bets;
        let stakes = Stakes {
            ante: if in_contest {
                bets.unsettled(Area::Ante)
            } else {
                bets.total(Area::Ante)
            },
            play: bets.unsettled(Area::Play),
            pair_plus: bets.total(Area::PairPlus),
            five_card: bets.unsettled(Area::FiveCard),
            jackpot: bets.unsettled(Area::Jackpot),
        };
        StakedBox {
            number: at,
            player,
            hand: self.hand().filter(|_| !self.is_buried()),
            stakes,
            fate: self.fate(),
            claimed: self.claimed,
            grace_used: conduct.has_used_grace(player),
        }
    }

    /// A folded hand its Player would not turn for the bets still alive: it stays unknown.
    #[inline]
    fn is_buried(&self) -> bool {
        let folded = matches!(
            self.decision,
            Decision::Folded(_) | Decision::FoldedByAbsence
        );
        folded && self.showing == Showing::Hidden { established: false }
    }

    #[inline]
    fn fate(&self) -> Fate {
        match (self.decision, self.showing) {
            (Decision::Removed, _) => Fate::Invalidated(&[]),
            (Decision::Withdrawn, _) => Fate::Withdrawn(&[]),
            (Decision::Folded(pair_plus), _) => Fate::Folded(pair_plus),
            (Decision::FoldedByAbsence, _) => Fate::Absent { viewed: self.seen },
            (
                Decision::Played { .. } | Decision::StandingPairPlus,
                Showing::Hidden { established },
            ) => Fate::Hidden { established },
            (Decision::Played { .. }, _) => Fate::Played,
            (Decision::StandingPairPlus | Decision::Undecided, _) => Fate::Standing,
        }
    }
}

impl Decision {
    /// In words, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Decision::Undecided => "undecided",
            Decision::Played { blind: false } => "played",
            Decision::Played { blind: true } => "played blind",
            Decision::Folded(_) => "folded",
            Decision::FoldedByAbsence => "folded by absence",
            Decision::StandingPairPlus => "standing on Pair Plus",
            Decision::Removed => "removed",
            Decision::Withdrawn => "withdrawn",
        }
    }
}
