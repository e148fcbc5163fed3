//! How a story gets to its first card in few words: table, notices, bets and calls.

use game::{
    Actor, Area, BoxNumber, CommunityMethod, HouseDuty, JackpotKind, JackpotMedium, MultiBoxView,
    NextDuty, Request, Setup, YesNo,
};

use super::shorthand::in_one;
use super::stage::{Answer, Stage, house};
use super::words::{money, player, wager};

/// Opens the table and hangs up every notice its rulebook asks for.
pub fn set_up(stage: &mut Stage, setup: Setup) -> Answer {
    in_one(stage, |stage, events| {
        let setup = Box::new(setup);
        stage.go_on(house(), Request::OpenTable { setup }, events)?;
        while let NextDuty::House(duty) = stage.table.next_duty() {
            let asks = match duty {
                HouseDuty::ChooseMethod => Request::ChooseMethod {
                    method: CommunityMethod::PacketThreeLast,
                },
                HouseDuty::DisplayNotice { notice } => Request::DisplayNotice { notice },
                HouseDuty::OpenTable | HouseDuty::ChooseFaultMode | HouseDuty::CloseTable => break,
            };
            stage.go_on(house(), asks, events)?;
        }
        Ok(())
    })
}

/// Offers, notices and calls as far as the rulebook asks for them, then the closing call.
pub fn close(stage: &mut Stage, by: Actor) -> Answer {
    in_one(stage, |stage, events| {
        let boxes: Vec<BoxNumber> = match stage.table.round() {
            Some(round) => round.in_round().map(|(at, _)| at).collect(),
            None => Vec::new(),
        };
        if stage.rulebook.jackpot_medium.says == Some(JackpotMedium::WageringSystem) {
            for at in boxes {
                stage.go_on(by, Request::OfferJackpot { at }, events)?;
            }
        }
        if stage.rulebook.multi_box_view.says == MultiBoxView::OneHand {
            for player in stage.players() {
                // RefusalReason where the Player has one box, or the rulebook asks for no notice.
                let told = stage.decide(by, Request::InformOneHand { player });
                if told.is_ok() {
                    stage.go_on(by, Request::InformOneHand { player }, events)?;
                }
            }
        }
        if stage.rulebook.missing_pair_plus_call.says == YesNo::Yes {
            stage.go_on(by, Request::CallMissingPairPlus, events)?;
        }
        stage.go_on(by, Request::CloseBets, events)
    })
}

/// Opens bets, takes the same bets from each Player, the first at box 1, the next at box 2, and closes.
/// A bet the rulebook does not offer is left out: a game without a jackpot takes none.
pub fn take_bets(
    stage: &mut Stage,
    by: Actor,
    bets: &str,
    players: &str,
) -> Result<Answer, String> {
    let mut staked = Vec::new();
    for bet in bets.replace(" and ", ", ").split(", ") {
        let (name, amount) = bet
            .rsplit_once(' ')
            .ok_or_else(|| format!("`{bet}` is no bet; a bet reads `Ante 10`"))?;
        let (wager, amount) = (wager(name)?, money(amount)?);
        let area = Area::ALL.into_iter().find(|area| area.wager() == wager);
        let area = area.ok_or_else(|| format!("no Player stakes on {name} before the cards"))?;
        let has_jackpot = stage.rulebook.jackpot_kind.says != JackpotKind::None;
        if area != Area::Jackpot || has_jackpot {
            staked.push((area, amount));
        }
    }
    let mut seats = Vec::new();
    for (at, name) in (1..).map(BoxNumber).zip(players.split(", ")) {
        let player = player(name).ok_or_else(|| format!("`{name}` is no Player"))?;
        seats.push((at, Actor::Player(player)));
    }
    Ok(in_one(stage, |stage, events| {
        stage.go_on(by, Request::OpenBets, events)?;
        for (at, player) in seats {
            for (area, amount) in &staked {
                let (area, amount) = (*area, *amount);
                stage.go_on(player, Request::PlaceBet { at, area, amount }, events)?;
            }
        }
        match close(stage, by) {
            Answer::Happened(closed) => {
                events.extend(closed);
                Ok(())
            }
            Answer::RefusalReason(refusal) => Err(refusal),
        }
    }))
}
