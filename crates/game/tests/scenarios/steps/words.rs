//! The words of a step: templates such as `antes {money} on box {box}`, and reading what they caught.
//!
//! Apart from what a phrase does, so that the whole grammar stays two lists of templates: the commands
//! and the facts. `{name}` catches one word, `{name..}` one or more.

use game::{Area, BoxNumber, Card, Device, Irregularity, Money, Place, PlayerId, Wager};

/// What a template caught, by the names it gave.
pub struct Caught(Vec<(&'static str, String)>);

/// The words of `text` under `template`, or nothing where the two do not fit.
pub fn catch(template: &'static str, text: &str) -> Option<Caught> {
    let text = spaced(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let template: Vec<&'static str> = template.split_whitespace().collect();
    let mut caught = Vec::new();
    fits(&template, &words, &mut caught).then_some(Caught(caught))
}

/// A colon stands alone, so that `box 1: win` and `box {box} : {outcome}` have the same words.
fn spaced(text: &str) -> String {
    text.replace(": ", " : ")
}

fn fits(
    template: &[&'static str],
    words: &[&str],
    caught: &mut Vec<(&'static str, String)>,
) -> bool {
    let Some((first, rest)) = template.split_first() else {
        return words.is_empty();
    };
    let name = first
        .strip_prefix('{')
        .and_then(|name| name.strip_suffix('}'));
    let Some(name) = name else {
        return words.first() == Some(first) && fits(rest, &words[1..], caught);
    };
    let (name, most) = match name.strip_suffix("..") {
        Some(name) => (name, words.len()),
        None => (name, words.len().min(1)),
    };
    for count in 1..=most {
        caught.push((name, words[..count].join(" ")));
        if fits(rest, &words[count..], caught) {
            return true;
        }
        caught.pop();
    }
    false
}

impl Caught {
    pub fn text(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(caught, _)| *caught == name);
        found.map_or("", |(_, text)| text)
    }

    /// The same without the commas that set thousands apart.
    pub fn plain(&self, name: &str) -> String {
        let text = self.text(name);
        let mut plain = String::with_capacity(text.len());
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let apart = letter == ',' && letters.peek().is_some_and(char::is_ascii_digit);
            if !apart {
                plain.push(letter);
            }
        }
        plain
    }

    pub fn money(&self, name: &str) -> Result<Money, String> {
        money(self.text(name))
    }

    pub fn count(&self, name: &str) -> Result<usize, String> {
        let text = self.text(name);
        text.parse()
            .map_err(|_| format!("`{text}` is no whole number"))
    }

    pub fn at(&self) -> Result<BoxNumber, String> {
        let text = self.text("box");
        let number = text
            .parse()
            .map_err(|_| format!("`{text}` is no box number"))?;
        Ok(BoxNumber(number))
    }

    pub fn player(&self) -> Result<PlayerId, String> {
        let text = self.text("player");
        player(text).ok_or_else(|| format!("`{text}` is no Player: Players are A, B, C"))
    }

    pub fn cards(&self, name: &str) -> Result<Vec<Card>, String> {
        cards(self.text(name))
    }

    pub fn card(&self, name: &str) -> Result<Card, String> {
        let text = self.text(name);
        text.parse().map_err(|error| format!("{error}"))
    }

    pub fn area(&self) -> Result<Area, String> {
        let wager = wager(self.text("area"))?;
        let area = Area::ALL.into_iter().find(|area| area.wager() == wager);
        area.ok_or_else(|| format!("no Player stakes on {}", wager.title()))
    }

    pub fn wager(&self) -> Result<Wager, String> {
        wager(self.text("wager"))
    }

    /// Where cards lie, but for the hand of the Dealer's that holds them back.
    pub fn place(&self) -> Result<Place, String> {
        let text = self.text("place");
        match text {
            "the Dealer" => Ok(Place::Dealer),
            "the community" => Ok(Place::Community),
            "the burnt card" => Ok(Place::Burnt),
            "the discards" => Ok(Place::Discards),
            _ => match text.strip_prefix("box ").map(str::parse) {
                Some(Ok(number)) => Ok(Place::Box(BoxNumber(number))),
                Some(Err(_)) | None => Err(format!(
                    "no cards lie at `{text}`; expected box N, the Dealer, the community, the burnt card or \
                     the discards"
                )),
            },
        }
    }

    pub fn row(&self) -> Result<Irregularity, String> {
        let text = self.text("row");
        let row = text
            .starts_with("IR-")
            .then(|| Irregularity::named(text))
            .flatten();
        row.ok_or_else(|| format!("`{text}` is no irregularity; expected IR-01 to IR-35"))
    }

    pub fn device(&self) -> Result<Device, String> {
        match self.text("device") {
            "a shoe" | "an electronic shoe" => Ok(Device::ElectronicShoe),
            "a manual shoe" => Ok(Device::ManualShoe),
            "a shuffler" => Ok(Device::Shuffler),
            "cards dealt by hand" => Ok(Device::ByHand),
            other => Err(format!(
                "`{other}` is no device; expected a shoe, a manual shoe, a shuffler or cards dealt by hand"
            )),
        }
    }
}

/// Whole units, with hundredths if any: `10`, `0.50`, `50,000`, `+30`, `-6`.
pub fn money(text: &str) -> Result<Money, String> {
    let wrong = || format!("`{text}` is no amount");
    let plain = text.replace(',', "");
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let (units, hundredths) = digits.split_once('.').unwrap_or((digits, "00"));
    if hundredths.len() != 2 {
        return Err(wrong());
    }
    let units: i64 = units.parse().map_err(|_| wrong())?;
    let hundredths: i64 = hundredths.parse().map_err(|_| wrong())?;
    Ok(Money::minor(sign * (units * 100 + hundredths)))
}

/// A for the first Player, B for the second, and so on.
pub fn player(text: &str) -> Option<PlayerId> {
    match *text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(PlayerId(u32::from(letter - b'A') + 1)),
        _ => None,
    }
}

/// The letter a story writes for a Player.
pub fn letter(player: PlayerId) -> char {
    let offset = u8::try_from(player.0.saturating_sub(1)).unwrap_or(u8::MAX);
    char::from(b'A'.saturating_add(offset))
}

pub fn cards(text: &str) -> Result<Vec<Card>, String> {
    let read = |word: &str| word.parse().map_err(|error| format!("{error}"));
    text.split_whitespace().map(read).collect()
}

/// The cards a phrase names, wherever they stand in it.
pub fn named_cards(text: &str) -> impl Iterator<Item = Card> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok())
}

pub fn written(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(Card::to_string).collect();
    names.join(" ")
}

/// `the Ante`, `Pair Plus`, `the jackpot`: as a croupier says it.
pub fn wager(text: &str) -> Result<Wager, String> {
    let name = text.strip_prefix("the ").unwrap_or(text).to_lowercase();
    match name.as_str() {
        "play" => Ok(Wager::Play),
        "ante bonus" => Ok(Wager::AnteBonus),
        "ante" => Ok(Wager::Ante),
        "pair plus" => Ok(Wager::PairPlus),
        "five card" | "side bet" => Ok(Wager::FiveCard),
        "jackpot" => Ok(Wager::Jackpot),
        "envy" => Ok(Wager::Envy),
        _ => Err(format!(
            "`{text}` is no bet; expected Ante, Play, Ante Bonus, Pair Plus, side bet, jackpot or envy"
        )),
    }
}
