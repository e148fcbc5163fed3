//! What the long run depends on and no rulebook says: the terms of a link, who plays at it, and how
//! long a session lasts.

use anyhow::bail;
use game::Money;
use maths::jackpot::LinkTerms;
use maths::session::Handle;

/// Amounts are in cents, as everywhere in the program.
#[derive(clap::Args, Clone, Copy)]
#[command(next_help_heading = "Terms of the sections `link` and `session`")]
pub struct Terms {
    /// The jackpot's set stake; with any term of the link the others default to those shown [default: 500]
    #[arg(long, value_name = "CENTS", value_parser = crate::whole::<u32>, allow_negative_numbers = true)]
    link_stake: Option<u32>,
    /// What a full win resets the meter to [default: 5000000]
    #[arg(long, value_name = "CENTS", value_parser = crate::whole::<u32>, allow_negative_numbers = true)]
    link_seed: Option<u32>,
    /// What each jackpot bet adds to the meter [default: 150]
    #[arg(
        long = "link-contribution",
        value_name = "CENTS",
        value_parser = crate::whole::<u32>,
        allow_negative_numbers = true
    )]
    link_contribution: Option<u32>,
    /// Boxes with a jackpot bet at each table [default: 5]
    #[arg(long, value_name = "N", value_parser = crate::whole::<u8>, allow_negative_numbers = true)]
    link_boxes: Option<u8>,
    /// Tables on the link [default: 10]
    #[arg(long, value_name = "N", value_parser = crate::whole::<u32>, allow_negative_numbers = true)]
    link_tables: Option<u32>,
    /// Rounds a table plays in an hour [default: 40]
    #[arg(long, value_name = "N", value_parser = crate::whole::<u32>, allow_negative_numbers = true)]
    link_rounds_per_hour: Option<u32>,
    /// Rounds the other tables play while a full win is verified [default: 10]
    #[arg(
        long = "link-verification-rounds",
        value_name = "N",
        value_parser = crate::whole::<u32>,
        allow_negative_numbers = true
    )]
    link_verification_rounds: Option<u32>,
    /// Rounds of the session that the fan chart shows
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000), allow_negative_numbers = true)]
    pub session_rounds: u64,
    /// Rounds an auditor looks at; with the two below, an actual result is held against chance
    #[arg(long, value_name = "N", requires_all = ["audit_antes", "audit_win"], value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    audit_rounds: Option<u64>,
    /// The Antes of those rounds together, equal stakes taken for granted
    #[arg(long, value_name = "CENTS", requires = "audit_rounds", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000_000_000), allow_negative_numbers = true)]
    audit_antes: Option<u64>,
    /// What the house won on Ante, Play and Ante Bonus; negative where it lost
    #[arg(
        long,
        value_name = "CENTS",
        requires = "audit_rounds",
        allow_negative_numbers = true
    )]
    audit_win: Option<i64>,
}

/// An actual result of Ante and Play.
#[derive(Clone, Copy)]
pub struct Actual {
    /// What was staked.
    pub handle: Handle,
    /// What the house won.
    pub won: Money,
}

impl Terms {
    /// Refuses a win larger than all the chips staked in those rounds.
    pub fn check(&self) -> anyhow::Result<()> {
        let (Some(antes), Some(win)) = (self.audit_antes, self.audit_win) else {
            return Ok(());
        };
        let most = i128::from(antes) * 2;
        if i128::from(win) > most {
            bail!(
                "--audit-win: found {win}, expected {most} at most: every Ante and as much on Play"
            );
        }
        Ok(())
    }

    /// The actual result to compare with, if it was given.
    pub fn actual(&self) -> Option<Actual> {
        let cents = |cents: u64| Money::minor(i64::try_from(cents).unwrap_or(i64::MAX));
        Some(Actual {
            handle: Handle {
                rounds: self.audit_rounds?,
                staked: cents(self.audit_antes?),
                squares: None,
            },
            won: Money::minor(self.audit_win?),
        })
    }

    /// The terms of the link; none where none was given: a house sets them itself (G-03), and a figure from
    /// made-up terms looks like one of the game.
    pub fn link(&self) -> Option<LinkTerms> {
        let cents =
            |cents: Option<u32>, default: u32| Money::minor(i64::from(cents.unwrap_or(default)));
        let given = [
            self.link_stake,
            self.link_seed,
            self.link_contribution,
            self.link_boxes.map(u32::from),
            self.link_tables,
            self.link_rounds_per_hour,
            self.link_verification_rounds,
        ];
        given.iter().any(Option::is_some).then(|| LinkTerms {
            seed: cents(self.link_seed, 5_000_000),
            contribution: cents(self.link_contribution, 150),
            stake: cents(self.link_stake, 500),
            boxes: self.link_boxes.unwrap_or(5),
            tables: self.link_tables.unwrap_or(10),
            rounds_per_hour: Some(self.link_rounds_per_hour.unwrap_or(40)),
            verification_rounds: self.link_verification_rounds.unwrap_or(10),
        })
    }
}
