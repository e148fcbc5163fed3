//! The chapters of `game/scenarios/irregularities`, one for each row: headings and prose, without the tables.
// tidy: table

use game::Irregularity;

const CHAPTERS: [&str; 35] = [
    include_str!("../../game/scenarios/irregularities/ir-01-foreign-card.md"),
    include_str!("../../game/scenarios/irregularities/ir-02-deck-count.md"),
    include_str!("../../game/scenarios/irregularities/ir-03-too-few-cards.md"),
    include_str!("../../game/scenarios/irregularities/ir-04-not-shuffled.md"),
    include_str!("../../game/scenarios/irregularities/ir-05-hands-misplaced.md"),
    include_str!("../../game/scenarios/irregularities/ir-06-cards-misplaced.md"),
    include_str!("../../game/scenarios/irregularities/ir-07-two-exposed.md"),
    include_str!("../../game/scenarios/irregularities/ir-08-one-exposed.md"),
    include_str!("../../game/scenarios/irregularities/ir-09-exposed-after-deal.md"),
    include_str!("../../game/scenarios/irregularities/ir-10-dealer-count.md"),
    include_str!("../../game/scenarios/irregularities/ir-11-player-count.md"),
    include_str!("../../game/scenarios/irregularities/ir-12-count-reconstructable.md"),
    include_str!("../../game/scenarios/irregularities/ir-13-burn-missed.md"),
    include_str!("../../game/scenarios/irregularities/ir-14-face-up-card.md"),
    include_str!("../../game/scenarios/irregularities/ir-15-cards-together.md"),
    include_str!("../../game/scenarios/irregularities/ir-16-community-cards.md"),
    include_str!("../../game/scenarios/irregularities/ir-17-other-dealing-error.md"),
    include_str!("../../game/scenarios/irregularities/ir-18-interruption.md"),
    include_str!("../../game/scenarios/irregularities/ir-19-jackpot-fault.md"),
    include_str!("../../game/scenarios/irregularities/ir-20-late-bet.md"),
    include_str!("../../game/scenarios/irregularities/ir-21-late-withdrawal.md"),
    include_str!("../../game/scenarios/irregularities/ir-22-over-maximum.md"),
    include_str!("../../game/scenarios/irregularities/ir-23-under-minimum.md"),
    include_str!("../../game/scenarios/irregularities/ir-24-play-above-ante.md"),
    include_str!("../../game/scenarios/irregularities/ir-25-play-below-ante.md"),
    include_str!("../../game/scenarios/irregularities/ir-26-lone-jackpot-bet.md"),
    include_str!("../../game/scenarios/irregularities/ir-27-leaves-undecided.md"),
    include_str!("../../game/scenarios/irregularities/ir-28-leaves-decided.md"),
    include_str!("../../game/scenarios/irregularities/ir-29-hand-not-revealed.md"),
    include_str!("../../game/scenarios/irregularities/ir-30-extra-look.md"),
    include_str!("../../game/scenarios/irregularities/ir-31-mistaken-positions.md"),
    include_str!("../../game/scenarios/irregularities/ir-32-disclosure.md"),
    include_str!("../../game/scenarios/irregularities/ir-33-count-doubted.md"),
    include_str!("../../game/scenarios/irregularities/ir-34-noticed-later.md"),
    include_str!("../../game/scenarios/irregularities/ir-35-anything-else.md"),
];

/// What the chapter of a row tells, sentence by sentence; of a heading only what follows its citations.
pub fn told(row: Irregularity) -> impl Iterator<Item = &'static str> {
    let lines = CHAPTERS[row as usize].lines();
    let prose = lines.filter(|line| !line.starts_with('|'));
    prose.filter_map(|line| match line.strip_prefix("## ") {
        Some(heading) => heading.split_once(": ").map(|(_, story)| story),
        None => Some(line),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_its_own_chapter() {
        for row in Irregularity::ALL {
            let title = told(row).next().unwrap_or_default();
            assert!(title.starts_with(&format!("# {row}: ")), "{row}: {title}");
        }
    }
}
