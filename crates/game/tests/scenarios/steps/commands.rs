//! What can be done in a step: one template a command of `docs/rulebooks/rounds.md` 4.1 to 4.4.
//!
//! What goes wrong is in `reports`, who rules on it and who is sent away in `rulings`.
//! Phrases that stand for several commands (`sets up`, `finishes the round`) are in `shorthand`.

use game::{
    Actor, Area, BetCap, Bounds, CommunityMethod, Device, FoldedPairPlus, JackpotKind,
    JackpotSetup, Limits, Money, Notice, Request, Rulebook, Setup,
};

use super::words::{Caught, catch};

/// What a phrase asks for; some of it follows from who says so and from the rulebook.
type Asks = fn(&Rulebook, Actor, &Caught) -> Result<Request, String>;

/// The whole list. A phrase is read by the first template that fits.
const COMMANDS: &[(&str, Asks)] = &[
    // The table
    ("opens the table", |rulebook, _, _| {
        Ok(open(usual_setup(rulebook)))
    }),
    (
        "opens the table with {count} boxes and {device..}",
        |rulebook, _, caught| {
            let setup = usual_setup(rulebook);
            let positions = positions(caught)?;
            let device = caught.device()?;
            Ok(open(Setup {
                positions,
                device,
                ..setup
            }))
        },
    ),
    (
        "opens the table with {count} boxes",
        |rulebook, _, caught| {
            let positions = positions(caught)?;
            Ok(open(Setup {
                positions,
                ..usual_setup(rulebook)
            }))
        },
    ),
    (
        "opens the table with limits {min} to {max}",
        |rulebook, _, caught| {
            let limits = limits(caught.money("min")?, caught.money("max")?);
            Ok(open(Setup {
                limits,
                ..usual_setup(rulebook)
            }))
        },
    ),
    ("opens the table without limits", |rulebook, _, _| {
        Ok(open(Setup {
            limits: Limits::default(),
            ..usual_setup(rulebook)
        }))
    }),
    ("opens the table without a jackpot", |rulebook, _, _| {
        Ok(open(Setup {
            jackpot: None,
            ..usual_setup(rulebook)
        }))
    }),
    (
        "opens the table with a jackpot bet of {money}",
        |rulebook, _, caught| {
            let stake = caught.money("money")?;
            let jackpot = Some(JackpotSetup {
                stake,
                ..USUAL_JACKPOT
            });
            Ok(open(Setup {
                jackpot,
                ..usual_setup(rulebook)
            }))
        },
    ),
    ("closes the table", |_, _, _| Ok(Request::CloseTable)),
    ("shows the limits", |_, _, _| Ok(notice(Notice::Limits))),
    ("shows the jackpot amount", |_, _, _| {
        Ok(notice(Notice::JackpotAmount))
    }),
    ("shows the dealing method", |_, _, _| {
        Ok(notice(Notice::DealingMethod))
    }),
    ("shows that there is no jackpot", |_, _, _| {
        Ok(notice(Notice::NoJackpot))
    }),
    ("chooses three community cards last", |_, _, _| {
        Ok(choose(CommunityMethod::PacketThreeLast))
    }),
    ("chooses two community cards first", |_, _, _| {
        Ok(choose(CommunityMethod::PacketTwoFirst))
    }),
    ("chooses community cards from the shoe", |_, _, _| {
        Ok(choose(CommunityMethod::ShoeLast))
    }),
    // Calls and bets
    ("opens bets", |_, _, _| Ok(Request::OpenBets)),
    ("closes bets", |_, _, _| Ok(Request::CloseBets)),
    ("sits at box {box}", |_, _, caught| {
        Ok(Request::Sit { at: caught.at()? })
    }),
    ("antes {money} on box {box}", |_, _, caught| {
        let (at, amount) = (caught.at()?, caught.money("money")?);
        Ok(Request::PlaceBet {
            at,
            area: Area::Ante,
            amount,
        })
    }),
    ("puts {money} on {area..} of box {box}", |_, _, caught| {
        let (at, area, amount) = (caught.at()?, caught.area()?, caught.money("money")?);
        Ok(Request::PlaceBet { at, area, amount })
    }),
    (
        "places an Ante of {money} on box {box} for {player}",
        |_, _, caught| bet_for(Area::Ante, caught),
    ),
    (
        "places {money} on {area..} of box {box} for {player}",
        |_, _, caught| bet_for(caught.area()?, caught),
    ),
    ("offers the jackpot to box {box}", |_, _, caught| {
        Ok(Request::OfferJackpot { at: caught.at()? })
    }),
    ("takes back {area..} of box {box}", |_, _, caught| {
        let (at, area) = (caught.at()?, caught.area()?);
        Ok(Request::TakeBack { at, area })
    }),
    (
        "rejects the excess on {area..} of box {box}",
        |_, _, caught| {
            let (at, area) = (caught.at()?, caught.area()?);
            Ok(Request::RejectExcess { at, area })
        },
    ),
    (
        "advises the minimum for {area..} of box {box}",
        |_, _, caught| {
            let (at, area) = (caught.at()?, caught.area()?);
            Ok(Request::AdviseMinimum { at, area })
        },
    ),
    (
        "tells {player} that one hand may be looked at",
        |_, _, caught| {
            Ok(Request::InformOneHand {
                player: caught.player()?,
            })
        },
    ),
    ("calls the boxes without Pair Plus", |_, _, _| {
        Ok(Request::CallMissingPairPlus)
    }),
    // The deal
    ("burns {card}", |_, _, caught| {
        Ok(Request::Burn {
            card: caught.card("card")?,
        })
    }),
    ("deals {card}", |_, _, caught| {
        Ok(Request::DealNext {
            card: caught.card("card")?,
        })
    }),
    ("deals packet {cards..}", |_, _, caught| {
        Ok(Request::DealPacket {
            cards: caught.cards("cards")?,
        })
    }),
    ("deals community {cards..}", |_, _, caught| {
        let cards = caught.cards("cards")?;
        let cards = cards
            .as_slice()
            .try_into()
            .map_err(|_| "two community cards come from the shoe")?;
        Ok(Request::DealCommunity { cards })
    }),
    ("discards a community card", |_, _, _| {
        Ok(Request::DiscardCommunity)
    }),
    ("looks at box {box}", |_, _, caught| {
        Ok(Request::Look { at: caught.at()? })
    }),
    ("touches box {box}", |_, _, caught| {
        Ok(Request::Touch { at: caught.at()? })
    }),
    // Decisions
    ("plays {money} on box {box}", |_, _, caught| {
        let (at, amount) = (caught.at()?, caught.money("money")?);
        Ok(Request::Play { at, amount })
    }),
    ("folds box {box}", |_, _, caught| {
        fold(FoldedPairPlus::Plain, caught)
    }),
    ("folds box {box} keeping Pair Plus", |_, _, caught| {
        fold(FoldedPairPlus::Kept, caught)
    }),
    ("folds box {box} giving up Pair Plus", |_, _, caught| {
        fold(FoldedPairPlus::GivenUp, caught)
    }),
    ("stands box {box}", |_, _, caught| {
        Ok(Request::StandPairPlus { at: caught.at()? })
    }),
    ("leaves", |_, by, _| {
        let player = by.player().ok_or("only a Player leaves")?;
        Ok(Request::Leave { player })
    }),
    ("reports that {player} has left", |_, _, caught| {
        Ok(Request::Leave {
            player: caught.player()?,
        })
    }),
    ("collects", |_, _, _| Ok(Request::CollectFolded)),
    // The showdown
    ("shows the Dealer's hand", |_, _, _| Ok(Request::ShowDealer)),
    ("shows box {box}", |_, _, caught| {
        Ok(Request::ShowBox { at: caught.at()? })
    }),
    ("reveals box {box}", |_, _, caught| {
        Ok(Request::Reveal { at: caught.at()? })
    }),
    ("declines to show box {box}", |_, _, caught| {
        Ok(Request::DeclineReveal { at: caught.at()? })
    }),
    ("establishes box {box}", |_, _, caught| {
        Ok(Request::EstablishHand { at: caught.at()? })
    }),
    ("looks at the hidden hand of box {box}", |_, _, caught| {
        Ok(Request::ViewHidden { at: caught.at()? })
    }),
    ("claims the jackpot for box {box}", |_, _, caught| {
        Ok(Request::ClaimJackpot { at: caught.at()? })
    }),
    ("settles box {box}", |_, _, caught| {
        Ok(Request::Settle { at: caught.at()? })
    }),
    ("pays the jackpots at {money}", |_, _, caught| {
        Ok(Request::PayJackpots {
            displayed: caught.money("money")?,
        })
    }),
    ("concludes", |_, _, _| Ok(Request::Conclude)),
];

/// The request a phrase stands for; nothing where it is no single command.
pub fn request(rulebook: &Rulebook, by: Actor, phrase: &str) -> Option<Result<Request, String>> {
    COMMANDS.iter().find_map(|(template, asks)| {
        let caught = catch(template, phrase)?;
        Some(asks(rulebook, by, &caught))
    })
}

pub fn templates() -> Vec<&'static str> {
    COMMANDS.iter().map(|(template, _)| *template).collect()
}

/// The figures of the rulebooks' own examples: 5 a jackpot bet, 1.00 to the meter, seed 20,000.
pub const USUAL_JACKPOT: JackpotSetup = JackpotSetup {
    stake: Money::major(5),
    contribution: Money::major(1),
    seed: Money::major(20_000),
};

/// Seven boxes, limits 10 to 1000 (1 to the cap where there is one) and the first device the rulebook names.
pub fn usual_setup(rulebook: &Rulebook) -> Setup {
    let limits = match rulebook.bet_cap.says {
        BetCap::None => limits(Money::major(10), Money::major(1000)),
        BetCap::At(cap) => limits(Money::major(1), cap),
    };
    let jackpot = match rulebook.jackpot_kind.says {
        JackpotKind::None => None,
        JackpotKind::ThreeCard | JackpotKind::FiveCardLinked => Some(USUAL_JACKPOT),
    };
    let device = rulebook.deal_methods.says.first();
    Setup {
        positions: 7,
        device: device.copied().unwrap_or(Device::Shuffler),
        limits,
        jackpot,
        interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
        smallest_chip: None,
    }
}

pub fn limits(min: Money, max: Money) -> Limits {
    let bounds = Bounds {
        min: Some(min),
        max: Some(max),
    };
    Limits {
        ante: bounds,
        pair_plus: bounds,
        five_card: Bounds::default(),
    }
}

fn open(setup: Setup) -> Request {
    Request::OpenTable {
        setup: Box::new(setup),
    }
}

fn positions(caught: &Caught) -> Result<u8, String> {
    let count = caught.count("count")?;
    u8::try_from(count).map_err(|_| format!("{count} boxes are more than any layout has"))
}

fn notice(notice: Notice) -> Request {
    Request::DisplayNotice { notice }
}

fn choose(method: CommunityMethod) -> Request {
    Request::ChooseMethod { method }
}

fn bet_for(area: Area, caught: &Caught) -> Result<Request, String> {
    Ok(Request::PlaceBetFor {
        player: caught.player()?,
        at: caught.at()?,
        area,
        amount: caught.money("money")?,
    })
}

fn fold(pair_plus: FoldedPairPlus, caught: &Caught) -> Result<Request, String> {
    let at = caught.at()?;
    Ok(Request::Fold { at, pair_plus })
}
