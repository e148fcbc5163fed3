//! What two people put right, asked of the step's events. The chips themselves go over the layout: the
//! book was right all along, so no purse moves.

use game::Event;

use super::facts::ensure;
use super::scene::Scene;
use super::words::catch;

/// Whether a fact about a correction holds; nothing where `fact` is about something else.
pub fn check(scene: &Scene<'_>, fact: &str) -> Option<Result<(), String>> {
    let caught = catch("{handed} was handed over and {due} was due", fact)?;
    Some(caught.money("handed").and_then(|wanted| {
        let wanted_due = caught.money("due")?;
        let found = scene.events.iter().find_map(|event| {
            if let Event::PayCorrected { handed, due, .. } = event {
                Some((*handed, *due))
            } else {
                None
            }
        });
        let (handed, due) = found.ok_or("no pay corrected")?;
        ensure((handed, due) == (wanted, wanted_due), || {
            format!("{handed} handed over, {due} due")
        })
    }))
}
