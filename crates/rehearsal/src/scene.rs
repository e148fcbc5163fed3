//! The table a walk starts at: rulebook, house options, devices, limits, and who works there.

use game::{
    Actor, Bounds, Command, Device, JackpotSetup, Limits, Money, Notice, PersonId, Post, Request,
    Rulebook, RulebookId, Setup,
};

use super::checked_table::{CheckedTable, Failure};
use super::dice::Dice;

pub const DEALER: Actor = staff(Post::Dealer, 1);
pub const HOUSE: Actor = staff(Post::House, 41);

/// Two people a post, each always the same.
pub const PEOPLE: [(Post, u32); 10] = [
    (Post::Dealer, 1),
    (Post::Dealer, 2),
    (Post::PitSupervisor, 11),
    (Post::PitSupervisor, 12),
    (Post::PitManager, 21),
    (Post::PitManager, 22),
    (Post::ShiftManager, 31),
    (Post::ShiftManager, 32),
    (Post::House, 41),
    (Post::House, 42),
];

pub const fn staff(post: Post, person: u32) -> Actor {
    Actor::Staff {
        post,
        person: PersonId(person),
    }
}

/// A rulebook with some of its open switches turned.
pub fn rulebook(dice: &mut Dice) -> Rulebook {
    let id = dice.pick(&RulebookId::ALL);
    let mut rulebook = id.form().clone();
    // Some houses choose nothing, some nearly everything.
    let one_in = dice.pick(&[1_000, 6, 6, 3, 2]);
    for answer in id.form().answers() {
        let open = !answer.choices.is_empty() && answer.switch != "settle_bet_order";
        if open && dice.one_in(one_in) {
            let choices: Vec<&str> = answer.choices.iter().map(String::as_str).collect();
            rulebook.choose(answer.switch, dice.pick(&choices)).unwrap();
        }
    }
    // Several rows need a house that runs on the Dealer's eye (G-12), or several boxes a Player.
    for (switch, value, chance) in [("auto_notice", "off", 3), ("multi_box", "two_adjacent", 2)] {
        if dice.one_in(chance) {
            let _ = rulebook.choose(switch, value);
        }
    }
    rulebook
}

/// An open table with its notices up.
pub fn opened(dice: &mut Dice) -> Result<CheckedTable, Failure> {
    let rulebook = rulebook(dice);
    let opening = opening(dice, &rulebook);
    let mut checked = CheckedTable::new(rulebook);
    for asks in opening {
        checked.give(Command::new(HOUSE, asks))?;
    }
    Ok(checked)
}

/// What the House asks for until bets can be opened.
pub fn opening(dice: &mut Dice, rulebook: &Rulebook) -> Vec<Request> {
    let methods = rulebook.community_method.says;
    let setup = setup(dice, rulebook);
    let shuffler = setup.device == Device::Shuffler;
    let mut asks = vec![Request::OpenTable {
        setup: Box::new(setup),
    }];
    if let Some(methods) = methods {
        let fits = if shuffler {
            &methods[1..]
        } else {
            &methods[..1]
        };
        let method = dice.pick(fits);
        asks.push(Request::ChooseMethod { method });
    }
    let notices = [Notice::Limits, Notice::JackpotAmount, Notice::DealingMethod];
    asks.extend(notices.map(|notice| Request::DisplayNotice { notice }));
    asks
}

fn setup(dice: &mut Dice, rulebook: &Rulebook) -> Setup {
    let capped = rulebook.id == RulebookId::Oceanfront;
    let (min, max) = if capped { (100, 400) } else { (1_000, 100_000) };
    let bounds = Bounds {
        min: Some(Money::minor(min)),
        max: Some(Money::minor(max)),
    };
    let jackpot = JackpotSetup {
        stake: Money::major(5),
        contribution: Money::minor(dice.pick(&[100, 100, 125, 0])),
        seed: Money::major(20_000),
    };
    let positions = 4 + u8::try_from(dice.below(4)).unwrap();
    Setup {
        positions,
        device: dice.pick(rulebook.deal_methods.says),
        limits: Limits {
            ante: bounds,
            pair_plus: bounds,
            five_card: Bounds::default(),
        },
        jackpot: (!capped).then_some(jackpot),
        interruption_grace_seconds: dice.pick(&[0, 5, 60]),
        smallest_chip: (positions % 2 == 0).then_some(Money::minor(50)),
    }
}
