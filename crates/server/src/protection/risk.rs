//! What a player could lose in a round that is not over, and what he has staked in it.

use house::game::{Area, PlayerId, Round, Share};
use house::ledger::TableId;

use super::PlayRecord;
use super::diary::results;

/// What a player could lose in a round that is not counted yet: everything that lies, the Play that may
/// follow an Ante, and what is settled already.
pub fn risked(table: TableId, round: &Round, player: PlayerId, record: &PlayRecord) -> i64 {
    if record.has_counted(table.0, round.number()) {
        return 0;
    }
    let settled = results(round).get(&player).copied().unwrap_or_default();
    let lost = settled.0.saturating_sub(settled.1);
    if round.is_over() {
        return lost;
    }
    let open = shares(round, player).filter(|share| !share.settled);
    let open = open.fold(0_i64, |sum, share| {
        sum.saturating_add(share.amount.in_minor())
    });
    open.saturating_add(reserved(round, player))
        .saturating_add(lost)
}

/// What a player has staked in a round that is not over, with the Play that may follow an Ante.
pub fn staked(round: &Round, player: PlayerId) -> i64 {
    if round.is_over() {
        return 0;
    }
    let all = shares(round, player);
    let all = all.fold(0_i64, |sum, share| {
        sum.saturating_add(share.amount.in_minor())
    });
    all.saturating_add(reserved(round, player))
}

fn shares(round: &Round, player: PlayerId) -> impl Iterator<Item = &Share> {
    let boxes = round.boxes().flat_map(|(_, held)| held.bets.all());
    boxes.filter(move |share| share.player == player)
}

/// The Plays that may still follow a player's Antes.
fn reserved(round: &Round, player: PlayerId) -> i64 {
    let mut reserved = 0_i64;
    for (_, held) in round.boxes() {
        let own = |area| {
            let shares = held.bets.shares(area);
            shares.filter(|share| share.player == player)
        };
        if own(Area::Play).next().is_some() {
            continue;
        }
        for share in own(Area::Ante).filter(|share| !share.settled) {
            reserved = reserved.saturating_add(share.amount.in_minor());
        }
    }
    reserved
}
