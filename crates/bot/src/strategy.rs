//! Which hands to play: Queen, six, four and better, which is what loses least at Ante and Play under
//! every rulebook of the house (`queenhigh analyze`).

/// The ranks from low to high, as cards are written.
const RANKS: &str = "23456789TJQKA";

/// Whether a hand of three cards, written as `Qs 6d 4c`, is worth a Play bet. A hand that cannot be read
/// is folded.
pub fn is_worth_playing(cards: &[&str]) -> bool {
    let read: Option<Vec<(usize, char)>> = cards.iter().map(|card| read(card)).collect();
    let Some([first, second, third]) = read.and_then(|read| <[_; 3]>::try_from(read).ok()) else {
        return false;
    };
    let mut ranks = [first.0, second.0, third.0];
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let is_pair = ranks[0] == ranks[1] || ranks[1] == ranks[2];
    let is_flush = first.1 == second.1 && second.1 == third.1;
    // Ace, two, three is a straight too.
    let is_straight = ranks[0] == ranks[1] + 1 && ranks[1] == ranks[2] + 1 || ranks == [12, 1, 0];
    is_pair || is_flush || is_straight || ranks >= [10, 4, 2]
}

fn read(card: &str) -> Option<(usize, char)> {
    let mut letters = card.chars();
    let rank = RANKS.find(letters.next()?)?;
    let suit = letters.next()?;
    letters.next().is_none().then_some((rank, suit))
}

#[cfg(test)]
mod tests {
    use super::is_worth_playing;

    #[test]
    fn queen_six_four_is_the_lowest_hand_played() {
        assert!(is_worth_playing(&["Qs", "6d", "4c"]));
        assert!(!is_worth_playing(&["Qs", "6d", "3c"]));
        assert!(!is_worth_playing(&["Qs", "5d", "4c"]));
        assert!(is_worth_playing(&["Ks", "3d", "2c"]));
        assert!(!is_worth_playing(&["Js", "Td", "8c"]));
    }

    #[test]
    fn made_hands_are_played() {
        assert!(is_worth_playing(&["2s", "2d", "3c"]));
        assert!(is_worth_playing(&["2s", "5s", "7s"]));
        assert!(is_worth_playing(&["3s", "4d", "5c"]));
        assert!(is_worth_playing(&["As", "2d", "3c"]));
        assert!(!is_worth_playing(&["2s", "4d", "3x5"]));
    }
}
