//! Who sees which cards, asked of `Table::view_for` alone.

use game::{BoxNumber, Face, RoundView, Viewer};

use super::facts::ensure;
use super::scene::Scene;
use super::words::{Caught, catch, letter, player};

/// Cards that lie together.
enum Cards {
    Box(BoxNumber),
    Dealer,
    Community,
    Discards,
}

/// Whether a fact about sight holds; nothing where `fact` is about something else.
///
/// `A sees box 3`, `A does not see box 4`, `nobody sees the Dealer's hand`, `everybody sees box 2`,
/// `A sees no card but box 3`.
pub fn check(scene: &Scene<'_>, fact: &str) -> Option<Result<(), String>> {
    if let Some(caught) = catch("the public counts {count} cards at box {box}", fact)
        .or_else(|| catch("the public counts {count} card at box {box}", fact))
    {
        return Some(counted(scene, &caught));
    }
    if let Some(caught) = catch("{who..} sees no card but box {box}", fact) {
        return Some(
            caught
                .at()
                .and_then(|at| nothing_but(scene, caught.text("who"), at)),
        );
    }
    let (who, what, sees) = if let Some(caught) = catch("{who..} does not see {what..}", fact) {
        (
            caught.text("who").to_owned(),
            caught.text("what").to_owned(),
            false,
        )
    } else {
        let caught = catch("{who..} sees {what..}", fact)?;
        (
            caught.text("who").to_owned(),
            caught.text("what").to_owned(),
            true,
        )
    };
    Some(sight(scene, &who, &what, sees))
}

fn sight(scene: &Scene<'_>, who: &str, what: &str, sees: bool) -> Result<(), String> {
    let cards = cards(what)?;
    let (viewers, sees) = match who {
        "nobody" => (everybody(scene), false),
        "everybody" => (everybody(scene), sees),
        one => (vec![viewer(one)?], sees),
    };
    scene.round()?;
    for viewer in viewers {
        let view = scene.stage.table.view_for(viewer).round;
        let faces = faces(&view, &cards);
        let up = faces
            .iter()
            .filter(|face| matches!(face, Face::Up(_)))
            .count();
        let right = if sees {
            up == faces.len() && up > 0
        } else {
            up == 0
        };
        if !right {
            return Err(format!(
                "{} sees {up} of {} cards",
                name(viewer),
                faces.len()
            ));
        }
    }
    Ok(())
}

/// How many cards lie at a box is for everybody to count, whatever their faces.
fn counted(scene: &Scene<'_>, caught: &Caught) -> Result<(), String> {
    let view = scene.stage.table.view_for(Viewer::Public).round;
    let found = faces(&view, &Cards::Box(caught.at()?)).len();
    ensure(found == caught.count("count")?, || format!("{found} cards"))
}

/// All that lies face up to this viewer lies in one box.
fn nothing_but(scene: &Scene<'_>, who: &str, at: BoxNumber) -> Result<(), String> {
    sight(scene, who, &format!("box {}", at.0), true)?;
    let view = scene.stage.table.view_for(viewer(who)?).round;
    let elsewhere = view.boxes.iter().filter(|seen| seen.at != at);
    let elsewhere = elsewhere.flat_map(|seen| &seen.cards);
    let others = elsewhere
        .chain(&view.dealer)
        .chain(&view.community)
        .chain(&view.discards);
    let up = others.filter(|face| matches!(face, Face::Up(_))).count();
    if up > 0 {
        return Err(format!("{who} sees {up} other cards"));
    }
    Ok(())
}

fn cards(what: &str) -> Result<Cards, String> {
    match what {
        "the Dealer's hand" => Ok(Cards::Dealer),
        "the community cards" => Ok(Cards::Community),
        "the discarded cards" => Ok(Cards::Discards),
        other => {
            let caught = catch("box {box}", other).ok_or_else(|| {
                format!(
                    "`{other}` is nothing to see; expected box N, the Dealer's hand, the community cards \
                     or the discarded cards"
                )
            })?;
            Ok(Cards::Box(caught.at()?))
        }
    }
}

fn faces(view: &RoundView, cards: &Cards) -> Vec<Face> {
    match cards {
        Cards::Dealer => view.dealer.clone(),
        Cards::Community => view.community.clone(),
        Cards::Discards => view.discards.clone(),
        Cards::Box(at) => {
            let held = view.boxes.iter().find(|held| held.at == *at);
            held.map(|held| held.cards.clone()).unwrap_or_default()
        }
    }
}

fn everybody(scene: &Scene<'_>) -> Vec<Viewer> {
    let players = scene.stage.players().into_iter().map(Viewer::Player);
    let others = [
        Viewer::Dealer,
        Viewer::Pit,
        Viewer::Surveillance,
        Viewer::Public,
    ];
    players.chain(others).collect()
}

fn viewer(who: &str) -> Result<Viewer, String> {
    match who {
        "the Dealer" => Ok(Viewer::Dealer),
        "the pit" => Ok(Viewer::Pit),
        "surveillance" => Ok(Viewer::Surveillance),
        "the public" => Ok(Viewer::Public),
        other => player(other)
            .map(Viewer::Player)
            .ok_or_else(|| format!("`{other}` looks at nothing; expected a Player, the Dealer, the pit, surveillance, the public, nobody or everybody")),
    }
}

fn name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Player(player) => letter(player).to_string(),
        Viewer::Dealer => "the Dealer".to_owned(),
        Viewer::Pit => "the pit".to_owned(),
        Viewer::Surveillance => "surveillance".to_owned(),
        Viewer::Public => "the public".to_owned(),
    }
}
