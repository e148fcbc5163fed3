//! Accounts, rows and books by themselves: one name an account, all rows or none, nothing below nothing.

use game::{Money, PlayerId};
use ledger::{
    Account, Adjusted, Audit, Book, CageMove, JackpotPart, LinkId, Posting, TableId, Unsound,
};
use proptest::prelude::*;

const TABLE: TableId = TableId(4);
const PLAYER: PlayerId = PlayerId(17);

fn accounts() -> impl Strategy<Value = Account> {
    prop_oneof![
        any::<u32>().prop_map(|player| Account::Purse(PlayerId(player))),
        any::<(u32, u32)>().prop_map(|(at, who)| Account::Rack(TableId(at), PlayerId(who))),
        any::<(u32, u64)>().prop_map(|(at, round)| Account::Round(TableId(at), round)),
        any::<u32>().prop_map(|at| Account::House(TableId(at))),
        any::<u32>().prop_map(|at| Account::Tips(TableId(at))),
        (any::<u32>(), 0..4_usize)
            .prop_map(|(link, part)| Account::Jackpot(LinkId(link), JackpotPart::ALL[part])),
        Just(Account::Cage),
    ]
}

proptest! {
    #[test]
    fn an_account_reads_back_as_it_was_written(account in accounts()) {
        prop_assert_eq!(account.to_string().parse(), Ok(account));
    }

    #[test]
    fn any_other_text_names_no_account(text in "[a-z]{0,7}(/[0-9a-z+ ]{0,4}){0,3}") {
        if let Ok(account) = text.parse::<Account>() {
            prop_assert_eq!(account.to_string(), text);
        }
    }

    #[test]
    fn rows_are_posted_all_or_none(
        moves in proptest::collection::vec((accounts(), accounts(), 1_i64..500), 1..12),
    ) {
        let rows: Vec<Posting> = moves
            .into_iter()
            .filter(|(from, to, _)| from != to)
            .filter_map(|(from, to, amount)| Posting::moved(from, to, Money::minor(amount)))
            .collect();
        let mut book = Book::default();
        let before = book.clone();
        match book.post(&rows) {
            Ok(()) => prop_assert!(Audit::of(&book, |_, _| true).is_sound()),
            Err(overdrawn) => {
                prop_assert_eq!(&book, &before);
                prop_assert!(overdrawn.balance < overdrawn.amount);
            }
        }
    }
}

#[test]
fn a_leading_zero_is_another_name_and_refused() {
    for text in [
        "purse/017",
        "purse/+17",
        "round/4/",
        "rack/4",
        "cage/1",
        "jackpot/1/pot",
        "",
    ] {
        let refused = text.parse::<Account>().unwrap_err();
        assert!(
            refused.to_string().contains(&format!("`{text}`")),
            "{refused}"
        );
    }
}

#[test]
fn money_comes_in_by_the_cage_and_goes_the_same_way() {
    let amount = Money::major(100);
    let (player, table) = (PLAYER, TABLE);
    let mut book = Book::default();
    let there_and_back = [
        CageMove::Deposit { player, amount },
        CageMove::BuyIn {
            player,
            table,
            amount,
        },
        CageMove::CashOut {
            player,
            table,
            amount,
        },
        CageMove::Withdrawal { player, amount },
    ];
    for moved in there_and_back {
        book.post(&moved.posting().into_iter().collect::<Vec<_>>())
            .unwrap();
    }
    assert_eq!(book, Book::default());

    let short = CageMove::Adjustment {
        player,
        table,
        way: Adjusted::FromPlayer,
        amount,
    };
    let refused = book.post(&[short.posting().unwrap()]).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "purse/17 holds 0.00, and 100.00 is to be taken from it"
    );
}

#[test]
fn chips_left_on_the_felt_of_a_finished_round_are_found() {
    let amount = Money::major(5);
    let (deposit, buy_in) = (
        CageMove::Deposit {
            player: PLAYER,
            amount,
        },
        CageMove::BuyIn {
            player: PLAYER,
            table: TABLE,
            amount,
        },
    );
    let mut book = Book::default();
    let rows: Vec<Posting> = [deposit, buy_in]
        .iter()
        .filter_map(|own| own.posting())
        .collect();
    book.post(&rows).unwrap();
    let felt = Account::Round(TABLE, 1);
    let bet = Posting::moved(Account::Rack(TABLE, PLAYER), felt, amount);
    book.post(&bet.into_iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(book.held(), amount);
    assert!(Audit::of(&book, |_, _| true).is_sound());
    let found = Audit::of(&book, |_, _| false).found;
    assert_eq!(
        found,
        [Unsound::RoundNotEmpty {
            table: TABLE,
            round: 1,
            left: amount
        }]
    );
}

#[test]
fn issue_17_11_a_sum_beyond_64_bits_is_reported_and_does_not_panic() {
    let amount = Money::minor(i64::MAX);
    let brings = |player| CageMove::Deposit { player, amount };
    let mut book = Book::default();
    for player in [PLAYER, PLAYER, PlayerId(18)] {
        book.shift(brings(player).posting().unwrap());
    }
    let mut other = Book::default();
    other.shift(brings(PLAYER).posting().unwrap());
    book.take_in(other);
    let most = i128::from(i64::MAX);
    let found = Audit::of(&book, |_, _| true).found;
    let overflow = |account, balance| Unsound::Overflow { account, balance };
    assert_eq!(
        found,
        [
            overflow(Account::Purse(PLAYER), 3 * most),
            overflow(Account::Cage, -4 * most),
        ]
    );
    assert_eq!(book.balance(Account::Purse(PLAYER)), amount);
    assert_eq!(
        found[0].to_string(),
        "purse/17 comes to 27670116110564327421 minor units, more than any account can hold"
    );
}

#[test]
fn the_store_counts_purses_racks_and_tips_only() {
    let counted = [
        Account::Purse(PLAYER),
        Account::Rack(TABLE, PLAYER),
        Account::Tips(TABLE),
    ];
    assert!(counted.into_iter().all(Account::is_counted));
    let summed = [
        Account::Round(TABLE, 1),
        Account::House(TABLE),
        Account::Jackpot(LinkId(1), JackpotPart::Display),
        Account::Cage,
    ];
    assert!(!summed.into_iter().any(Account::is_counted));
}

#[test]
fn an_account_below_nothing_is_found_and_an_empty_one_is_not() {
    let (purse, rack) = (Account::Purse(PLAYER), Account::Rack(TABLE, PLAYER));
    let amount = Money::major(5);
    let out = Posting::moved(purse, rack, amount).unwrap();
    let mut book = Book::default();
    book.shift(out);
    let audit = Audit::of(&book, |_, _| true);
    assert!(!audit.is_sound());
    let balance = Money::ZERO - amount;
    let account = purse;
    assert_eq!(audit.found, [Unsound::BelowNothing { account, balance }]);

    // Only the rows of both books together come to a sound one.
    let mut other = Book::default();
    other.shift(out.reversed());
    book.take_in(other);
    assert_eq!(book, Book::default());
    assert!(Audit::of(&book, |_, _| true).is_sound());
}

#[test]
fn a_move_of_the_cage_tells_its_amount() {
    let amount = Money::minor(1_234);
    let (player, table) = (PLAYER, TABLE);
    let moves = [
        CageMove::Deposit { player, amount },
        CageMove::Tip {
            player,
            table,
            amount,
        },
        CageMove::TipsPaid { table, amount },
    ];
    for moved in moves {
        assert_eq!(moved.amount(), amount);
        assert_eq!(moved.posting().unwrap().amount(), amount);
    }
}

#[test]
fn a_stored_row_moves_something_from_one_account_to_another() {
    let row = |to: &str, amount: i64| {
        let text = format!(r#"{{"from":"cage","to":"{to}","amount":{amount}}}"#);
        serde_json::from_str::<Posting>(&text).map_err(|error| error.to_string())
    };
    let expected = Posting::moved(Account::Cage, Account::Purse(PLAYER), Money::minor(250));
    assert_eq!(row("purse/17", 250).ok(), expected);
    for amount in [0, -1] {
        let refused = row("purse/17", amount).unwrap_err();
        let says = format!("amount: found {amount}, expected more than 0");
        assert!(refused.contains(&says), "{refused}");
    }
    let refused = row("cage", 250).unwrap_err();
    let says = "to: found cage, expected another account than from";
    assert!(refused.contains(says), "{refused}");
}
