//! The acts of a rulebook in the words of a pit, both ways: as a manager decides them and as a story
//! asks what was ruled. What has no words here is written by its code of `docs/rulebooks/rounds.md` 8.1.

use game::{Act, Others, Then, WhoChooses};

const WORDS: &[(&str, Act)] = &[
    ("void", Act::Void),
    ("void and reshuffle", Act::VoidAndReshuffle),
    ("continue", Act::Continue),
    ("no effect", Act::NoEffect),
    ("ask the affected", Act::Choices(WhoChooses::Affected)),
    ("ask everybody", Act::Choices(WhoChooses::All)),
    (
        "ask the jackpot boxes",
        Act::Choices(WhoChooses::JackpotBoxes),
    ),
    ("move the hands", Act::MoveHands(Then::GoOn)),
    (
        "move the hands, then ask the affected",
        Act::MoveHands(Then::Ask(WhoChooses::Affected)),
    ),
    ("reconstruct", Act::Reconstruct(Then::GoOn)),
    (
        "reconstruct, then ask the affected",
        Act::Reconstruct(Then::Ask(WhoChooses::Affected)),
    ),
    (
        "reconstruct, then ask everybody",
        Act::Reconstruct(Then::Ask(WhoChooses::All)),
    ),
    (
        "reconstruct, then ask the jackpot boxes",
        Act::Reconstruct(Then::Ask(WhoChooses::JackpotBoxes)),
    ),
    ("remove the hand", Act::RemoveHand(Others::PlayOn)),
    (
        "remove the hand, then ask the affected",
        Act::RemoveHand(Others::Choose),
    ),
    (
        "remove the hand, others may be permitted to withdraw",
        Act::RemoveHand(Others::MayBePermittedToWithdraw),
    ),
    ("everybody may withdraw", Act::MayWithdraw),
    ("return the jackpot bets", Act::ReturnJackpotBets),
    ("return the bet", Act::ReturnBet),
    ("return the bet at the end", Act::ReturnBetAtEnd),
    ("refuse", Act::Refuse),
    ("refuse the excess", Act::RefuseExcess),
    ("keep at risk", Act::KeepAtRisk),
    ("settle as it stands", Act::SettleAsItStands),
    ("settle once", Act::SettleOnce),
    ("settle to the maximum", Act::SettleToMaximum),
    ("settle to the Ante", Act::SettleToAnte),
    ("keep one hand", Act::KeepOneHand),
    ("bar the Player", Act::MayBar),
    (
        "put them in order, then ask everybody",
        Act::OrderThenChoices,
    ),
    ("count the deck", Act::CountDeck),
];

pub fn act(words: &str) -> Result<Act, String> {
    let found = WORDS.iter().find(|(known, _)| *known == words);
    found.map(|(_, act)| *act).ok_or_else(|| {
        let known: Vec<&str> = WORDS.iter().map(|(words, _)| *words).collect();
        format!(
            "`{words}` is no known act; expected one of: {}",
            known.join(" · ")
        )
    })
}

pub fn words(act: Act) -> &'static str {
    let found = WORDS.iter().find(|(_, known)| *known == act);
    found.map_or(act.code(), |(words, _)| words)
}
