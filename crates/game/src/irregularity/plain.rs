//! Each irregularity in plain words, and the ones it is mixed up with.
// tidy: table

use super::Irregularity;

impl Irregularity {
    /// What has happened, so that two rows can be told apart without reading both.
    pub const fn in_plain_words(self) -> &'static str {
        match self {
            Irregularity::ForeignCard => "a card turns up that does not belong to the deck",
            Irregularity::DeckCountWrong => "the deck was counted and does not have 52 cards",
            Irregularity::TooFewCards => "the device runs out before the deal is finished",
            Irregularity::NotShuffled => "the deck was dealt without a shuffle",
            Irregularity::HandsMisplaced => {
                "whole hands lie at wrong boxes; moving them puts everything right"
            }
            Irregularity::CardsMisplaced => {
                "single cards went to wrong places; moving whole hands does not put it right"
            }
            Irregularity::CardsExposed => "two or more cards were turned up during the deal",
            Irregularity::CardExposed => "one card was turned up during the deal",
            Irregularity::ExposedAfterDeal => {
                "a card was turned up after the deal, before the Dealer shows his hand"
            }
            Irregularity::DealerCountWrong => {
                "the Dealer has too many cards or too few, and the right hand cannot be told"
            }
            Irregularity::PlayerCountWrong => {
                "a Player has too many cards or too few, and the right hand cannot be told"
            }
            Irregularity::CountReconstructable => {
                "a hand has too many cards or too few, and the right hand can be told"
            }
            Irregularity::BurnMissed => "the first card was dealt and not burnt",
            Irregularity::FaceUpCard => "the next card lies face up in the device",
            Irregularity::CardsTogether => {
                "several cards came out at once, and which was first is not known"
            }
            Irregularity::CommunityWrong => {
                "the community cards are too many or too few, or one was turned up"
            }
            Irregularity::OtherDealingError => "any other error of the deal",
            Irregularity::Interruption => {
                "play stood still: power, network or the house's own system"
            }
            Irregularity::JackpotFault => {
                "the jackpot's own device or system does not work; the table does"
            }
            Irregularity::LateBet => "chips were laid down or added after the closing call",
            Irregularity::LateWithdrawal => "chips were taken off after the closing call",
            Irregularity::OverMaximum => "a bet is above its maximum",
            Irregularity::UnderMinimum => "a bet is below its minimum",
            Irregularity::PlayAboveAnte => "the Play bet is larger than the Ante",
            Irregularity::PlayBelowAnte => "the Play bet is smaller than the Ante",
            Irregularity::LoneJackpot => "a jackpot bet lies without the bet it needs",
            Irregularity::LeavesDecisionDue => "a Player leaves and still has to decide",
            Irregularity::LeavesNothingDue => "a Player leaves and has nothing left to decide",
            Irregularity::HandNotRevealed => "a Player does not show the hand",
            Irregularity::ExtraLook => "a Player looked at a hand he may not look at",
            Irregularity::MistakenPositions => "a Player staked more boxes than he meant to",
            Irregularity::Disclosure => "a Player showed cards, or looked at another Player's",
            Irregularity::CountDoubted => "it is doubted that the deck has 52 cards",
            Irregularity::NoticedLater => "an error of an earlier round is noticed",
            Irregularity::Uncovered => "anything that no other row is about",
        }
    }

    /// The rows it is mixed up with.
    pub const fn see_also(self) -> &'static [Irregularity] {
        match self {
            Irregularity::ForeignCard | Irregularity::CountDoubted => {
                &[Irregularity::DeckCountWrong]
            }
            Irregularity::DeckCountWrong => {
                &[Irregularity::ForeignCard, Irregularity::CountDoubted]
            }
            Irregularity::HandsMisplaced | Irregularity::OtherDealingError => {
                &[Irregularity::CardsMisplaced]
            }
            Irregularity::CardsMisplaced => &[
                Irregularity::HandsMisplaced,
                Irregularity::OtherDealingError,
            ],
            Irregularity::CardsExposed => {
                &[Irregularity::CardExposed, Irregularity::ExposedAfterDeal]
            }
            Irregularity::CardExposed => {
                &[Irregularity::CardsExposed, Irregularity::ExposedAfterDeal]
            }
            Irregularity::ExposedAfterDeal => {
                &[Irregularity::CardExposed, Irregularity::Disclosure]
            }
            Irregularity::DealerCountWrong => &[
                Irregularity::PlayerCountWrong,
                Irregularity::CountReconstructable,
            ],
            Irregularity::PlayerCountWrong => &[
                Irregularity::DealerCountWrong,
                Irregularity::CountReconstructable,
            ],
            Irregularity::CountReconstructable => &[
                Irregularity::DealerCountWrong,
                Irregularity::PlayerCountWrong,
            ],
            Irregularity::FaceUpCard => &[Irregularity::CardExposed, Irregularity::CardsTogether],
            Irregularity::CardsTogether => &[Irregularity::FaceUpCard],
            Irregularity::Interruption => &[Irregularity::JackpotFault],
            Irregularity::JackpotFault => &[Irregularity::Interruption],
            Irregularity::LateBet => &[Irregularity::LateWithdrawal],
            Irregularity::LateWithdrawal => &[Irregularity::LateBet],
            Irregularity::OverMaximum => &[Irregularity::UnderMinimum],
            Irregularity::UnderMinimum => &[Irregularity::OverMaximum],
            Irregularity::PlayAboveAnte => &[Irregularity::PlayBelowAnte],
            Irregularity::PlayBelowAnte => &[Irregularity::PlayAboveAnte],
            Irregularity::LeavesDecisionDue => &[Irregularity::LeavesNothingDue],
            Irregularity::LeavesNothingDue => &[Irregularity::LeavesDecisionDue],
            Irregularity::ExtraLook => &[Irregularity::MistakenPositions, Irregularity::Disclosure],
            Irregularity::MistakenPositions | Irregularity::Disclosure => {
                &[Irregularity::ExtraLook]
            }
            Irregularity::TooFewCards
            | Irregularity::NotShuffled
            | Irregularity::BurnMissed
            | Irregularity::CommunityWrong
            | Irregularity::LoneJackpot
            | Irregularity::HandNotRevealed
            | Irregularity::NoticedLater
            | Irregularity::Uncovered => &[],
        }
    }
}
