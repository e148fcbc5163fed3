//! What each viewer may know of a round. A view is built from what lies open to that viewer; its
//! types hold a [`Face`] only where one may be shown, so there is nothing to hide later.

mod shapes;

pub use shapes::{
    AwardView, BetView, BoxView, ChoicesView, DecisionView, Face, HandView, MatterView, PhaseView,
    RoundView, ShowingView, SuspensionView, Viewer,
};

use super::{BettingBox, Decision, Felt, Phase, Round, Share, Showing, WagerSettled};
use crate::actor::Post;
use crate::card::Card;
use crate::five_card::{best_of_six, rank_five};
use crate::hand::Hand;
use crate::irregularity::{Irregularity, Ruler};
use crate::rulebook::{Community, Rulebook, SideBet};
use crate::settlement::{BoxNumber, DealerHand, FoldedPairPlus};
use crate::wager::Area;

impl Round {
    /// The round as `viewer` may see it.
    pub fn view_for(&self, rulebook: &Rulebook, viewer: Viewer) -> RoundView {
        let faces = |cards: &[Card]| -> Vec<Face> {
            cards.iter().map(|card| self.face(viewer, *card)).collect()
        };
        let felt = self.felt();
        let shown = felt.is_some_and(|felt| felt.dealer_shown);
        let hand = felt.and_then(Felt::dealer_hand);
        let open_hand = hand.filter(|_| shown);
        let dealer = match (open_hand, felt) {
            (Some(hand), _) => faces(&hand.sorted()),
            (None, Some(felt)) => faces(&felt.dealer),
            (None, None) => Vec::new(),
        };
        let gone = felt.map_or_else(Vec::new, |felt| {
            let gone = felt.burnt.iter().chain(&felt.discarded).chain(&felt.held);
            gone.copied().collect()
        });
        RoundView {
            round: self.number,
            phase: self.phase.view(),
            dealer_hand: open_hand.map(HandView::of),
            dealer_qualifies: open_hand.map(|hand| DealerHand::new(rulebook, hand).qualifies),
            dealer,
            community: felt.map_or_else(Vec::new, |felt| faces(&felt.community)),
            boxes: self
                .boxes()
                .map(|(at, held)| self.box_view(rulebook, viewer, at, held))
                .collect(),
            discards: faces(&gone),
            awards: self.awards_view(),
            meter_read: self.postings.meter_read,
            suspended: self.suspension_view(rulebook),
        }
    }

    /// A card as `viewer` sees it now.
    pub(crate) fn face(&self, viewer: Viewer, card: Card) -> Face {
        // Only surveillance reads the record of a round, and only once the round is over.
        let whole_record = viewer == Viewer::Surveillance && self.is_over();
        if whole_record || self.is_open_to(viewer, card) {
            Face::Up(card)
        } else {
            Face::Down
        }
    }

    /// Whether the card lies open to `viewer`: turned for everybody, or in the hand he has picked up.
    pub(crate) fn is_open_to(&self, viewer: Viewer, card: Card) -> bool {
        let Some(felt) = self.felt() else {
            return false;
        };
        let dealer = felt.dealer_shown && felt.dealer.contains(&card);
        let community = felt.community_shown && felt.community.contains(&card);
        let mut boxes = self.boxes.used();
        dealer
            || community
            || felt.is_exposed(card)
            || boxes.any(|(_, held)| held.is_open_to(viewer) && held.cards.contains(&card))
    }

    fn box_view(
        &self,
        rulebook: &Rulebook,
        viewer: Viewer,
        at: BoxNumber,
        held: &BettingBox,
    ) -> BoxView {
        let cards = held.cards.iter();
        let cards: Vec<Face> = cards.map(|card| self.face(viewer, *card)).collect();
        let open = cards.iter().all(|face| *face != Face::Down);
        let hand = held.hand().filter(|_| open);
        let bets = Area::FROM_FAR_SIDE.into_iter();
        let bets = bets.flat_map(|area| held.bets.shares(area));
        let posted = self.postings.settled.iter().map(|posting| &posting.line);
        BoxView {
            at,
            seated: held.seated,
            controller: held.controller(),
            bets: bets.map(|share| self.bet_view(at, share)).collect(),
            five_card: hand.and_then(|hand| self.five_card(rulebook, viewer, hand)),
            hand: hand.map(HandView::of),
            cards,
            looked: held.looked.is_some(),
            decision: held.decision.view(),
            showing: held.showing.view(),
            prompted: held.prompted.clone(),
            jackpot_offered: held.jackpot_offered,
            claimed: held.claimed,
            lines: posted.filter(|line| line.at == at).cloned().collect(),
            settled: held.settled,
        }
    }

    /// A bet and what became of it: one that a fold has lost is lost from then on.
    fn bet_view(&self, at: BoxNumber, share: &Share) -> BetView {
        let wager = share.area.wager();
        let mut lines = self
            .postings
            .settled
            .iter()
            .rev()
            .map(|posting| &posting.line);
        let own = |line: &&WagerSettled| {
            line.at == at && line.player == share.player && line.wager == wager
        };
        let line = lines.find(own).filter(|_| share.settled);
        BetView {
            area: share.area,
            player: share.player,
            amount: share.amount,
            outcome: line.map(|line| line.outcome),
        }
    }

    /// The five-card hand of the community cards or of the side bet, once it lies open.
    fn five_card(&self, rulebook: &Rulebook, viewer: Viewer, hand: Hand) -> Option<&'static str> {
        let felt = self.felt()?;
        let open = |cards: &[Card]| cards.iter().all(|card| self.is_open_to(viewer, *card));
        if rulebook.community.says == Community::Two {
            let [first, second] = felt.community_pair().filter(|pair| open(pair))?;
            let [one, two, three] = hand.cards();
            return Some(rank_five([one, two, three, first, second]).name());
        }
        if rulebook.side_bet.says == SideBet::None {
            return None;
        }
        let dealer = felt.dealer_hand().filter(|_| felt.dealer_shown)?;
        Some(best_of_six(hand.cards(), dealer.cards()).name())
    }

    fn awards_view(&self) -> Vec<AwardView> {
        let awards = self.postings.awards.iter();
        awards
            .map(|(at, award, amount)| AwardView {
                at: *at,
                award: *award,
                amount: *amount,
            })
            .collect()
    }

    fn suspension_view(&self, rulebook: &Rulebook) -> Option<SuspensionView> {
        if !self.is_suspended() {
            return None;
        }
        let matter = self.suspension.at_hand().map(|matter| {
            let question = self.question_on(rulebook, matter);
            let row: Irregularity = matter.irregularity;
            let cites = question.remedy().cites;
            MatterView {
                row: row.to_string(),
                title: row.title(),
                boxes: matter.boxes.clone(),
                question: question.words(),
                ruled_by: match question.ruler() {
                    Ruler::Clause => Post::PitSupervisor,
                    Ruler::Post(post) | Ruler::Uncovered(post) => post,
                },
                clauses: cites.iter().map(str::to_owned).collect(),
            }
        });
        let choices = self.suspension.choosing().map(|choosing| ChoicesView {
            terms: choosing.terms,
            asked: choosing.asked.clone(),
            silence: rulebook.counts_silence_as(choosing.terms),
            clauses: choosing.cites.clone(),
        });
        Some(SuspensionView { matter, choices })
    }
}

impl HandView {
    pub(crate) fn of(hand: Hand) -> HandView {
        HandView {
            rank: hand.rank().name(),
            title: hand.describe().to_string(),
        }
    }
}

impl BettingBox {
    fn is_open_to(&self, viewer: Viewer) -> bool {
        self.lies_open() || self.looked_at_by(viewer)
    }

    fn lies_open(&self) -> bool {
        match self.showing {
            Showing::Revealed | Showing::Hidden { established: true } => true,
            Showing::FaceDown | Showing::Hidden { established: false } | Showing::Collected => {
                false
            }
        }
    }

    /// The one hand a Player has picked up: no other of his own, and none of another Player's.
    fn looked_at_by(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Player(player) => {
                self.looked == Some(player) && self.controller() == Some(player)
            }
            Viewer::Dealer | Viewer::Pit | Viewer::Surveillance | Viewer::Public => false,
        }
    }
}

impl Phase {
    const fn view(&self) -> PhaseView {
        match self {
            Phase::BetsOpen => PhaseView::BetsOpen,
            Phase::BetsClosed => PhaseView::BetsClosed,
            Phase::Dealing(_) => PhaseView::Dealing,
            Phase::Deciding(_) => PhaseView::Deciding,
            Phase::DealerShown(_) => PhaseView::DealerShown,
            Phase::Settling(_) => PhaseView::Settling,
            Phase::Jackpots(_) => PhaseView::Jackpots,
            Phase::Concluded(_) => PhaseView::Concluded,
            Phase::Voided(_) => PhaseView::Voided,
        }
    }
}

impl Decision {
    const fn view(self) -> DecisionView {
        match self {
            Decision::Undecided => DecisionView::Undecided,
            Decision::Played { blind: false } => DecisionView::Played,
            Decision::Played { blind: true } => DecisionView::PlayedBlind,
            Decision::Folded(FoldedPairPlus::Kept) => DecisionView::FoldedKeepingPairPlus,
            Decision::Folded(FoldedPairPlus::Plain | FoldedPairPlus::GivenUp) => {
                DecisionView::Folded
            }
            Decision::FoldedByAbsence => DecisionView::FoldedByAbsence,
            Decision::StandingPairPlus => DecisionView::StandingPairPlus,
            Decision::Removed => DecisionView::Removed,
            Decision::Withdrawn => DecisionView::Withdrawn,
        }
    }
}

impl DecisionView {
    /// In words, for people.
    pub const fn title(self) -> &'static str {
        match self {
            DecisionView::Undecided => "undecided",
            DecisionView::Played => "played",
            DecisionView::PlayedBlind => "played blind",
            DecisionView::Folded => "folded",
            DecisionView::FoldedKeepingPairPlus => "folded, Pair Plus kept",
            DecisionView::FoldedByAbsence => "folded by absence",
            DecisionView::StandingPairPlus => "standing on Pair Plus",
            DecisionView::Removed => "removed",
            DecisionView::Withdrawn => "withdrawn",
        }
    }
}

impl Showing {
    const fn view(self) -> ShowingView {
        match self {
            Showing::FaceDown => ShowingView::FaceDown,
            Showing::Revealed => ShowingView::Revealed,
            Showing::Hidden { established: false } => ShowingView::Hidden,
            Showing::Hidden { established: true } => ShowingView::Established,
            Showing::Collected => ShowingView::Collected,
        }
    }
}
