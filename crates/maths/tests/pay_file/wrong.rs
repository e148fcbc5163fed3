//! Every way to write a table file wrong, with the place, the key and the words of its refusal.
// tidy: table

use game::RulebookId;

const RWS: RulebookId = RulebookId::Rws2020;
const MULTILINK: RulebookId = RulebookId::RwsMultilink2024;

pub const TEXTS: &[(&str, RulebookId, &str)] = &[
    (
        "[pair_plus]\n\nflush = -3",
        RWS,
        "line 3, column 9: pair_plus.flush: found -3, expected a whole number from 0 to 10000",
    ),
    (
        "[pair_plus]\nflush = 4.5",
        RWS,
        "line 2, column 9: pair_plus.flush: found 4.5, expected a whole number from 0 to 10000",
    ),
    (
        "[pair_plus]\nflush = \"four\"",
        RWS,
        "line 2, column 9: pair_plus.flush: found \"four\", expected a whole number from 0 to 10000",
    ),
    (
        "[pair_plus]\nflush = 10001",
        RWS,
        "line 2, column 9: pair_plus.flush: found 10001, expected a whole number from 0 to 10000",
    ),
    (
        "[pair_plus]\nflush = 99999999999999999999999",
        RWS,
        "line 2, column 9: pair_plus.flush: found 99999999999999999999999, expected a whole number",
    ),
    (
        "[pair_plus]\nflush = true",
        RWS,
        "found true, expected a whole number",
    ),
    (
        "[pair_plus]\nflush = [4]",
        RWS,
        "found a list, expected a whole number",
    ),
    (
        "[pair_plus]\nflush = 1979-05-27",
        RWS,
        "found a date, expected a whole number",
    ),
    (
        "[pair_plus]\nflush = 4\nflush = 3",
        RWS,
        "line 3, column 1: found `flush`: duplicate key",
    ),
    (
        "[pair_plus]\nflushes = 4",
        RWS,
        "line 2, column 1: pair_plus.flushes: unknown key, expected one of pair, flush, straight",
    ),
    (
        "[pair_plus]\nhigh_card = 1",
        RWS,
        "pair_plus.high_card: unknown key",
    ),
    (
        "[pairplus]\nflush = 4",
        RWS,
        "line 1, column 2: pairplus: unknown key, expected title, source, options",
    ),
    ("pair_plus = 4", RWS, "pair_plus: found 4, expected a table"),
    (
        "title = 4",
        RWS,
        "title: found 4, expected a text in quotes",
    ),
    (
        "[pair_plus]\nstraight = 3",
        RWS,
        "line 2, column 12: pair_plus.straight: found 3 for straight and 4 for flush, expected the better hand to pay no less",
    ),
    (
        "[pair_plus]\nflush = 6",
        RWS,
        "line 2, column 9: pair_plus.flush: found 5 for straight and 6 for flush",
    ),
    (
        "[pair_plus]\npair = 0\nflush = 0\nstraight = 0\nthree_of_a_kind = 0\nstraight_flush = 0",
        RWS,
        "line 1, column 2: pair_plus: no row pays anything",
    ),
    (
        "[five_card]\nflush = 9",
        RWS,
        "line 1, column 2: five_card: rws-2020 has no such bet",
    ),
    (
        "[jackpot]\nflush = { cents = 100 }",
        RulebookId::Oceanfront,
        "line 1, column 2: jackpot: oceanfront has no jackpot",
    ),
    (
        "[jackpot]\nmini_royal = { percent = 100 }",
        RWS,
        "jackpot.mini_royal: unknown key, expected one of mini_royal_spades, mini_royal_other",
    ),
    (
        "[jackpot]\nmini_royal_spades = { percent = 101 }",
        RWS,
        "line 2, column 33: jackpot.mini_royal_spades.percent: found 101, expected a whole number from 0 to 100",
    ),
    (
        "[jackpot]\nmini_royal_spades = { percent = 90 }",
        RWS,
        "line 1, column 2: jackpot: no row wins the whole meter",
    ),
    (
        "[jackpot]\nmini_royal_spades = 100",
        RWS,
        "jackpot.mini_royal_spades: found 100, expected one of percent, cents or times",
    ),
    (
        "[jackpot]\nstraight = { percent = 1, cents = 5 }",
        RWS,
        "jackpot.straight: found 2 awards",
    ),
    (
        "[jackpot]\nstraight = { envy = 5 }",
        RWS,
        "jackpot.straight.envy: envy is paid on mini_royal_spades and mini_royal_other alone",
    ),
    (
        "[jackpot]\nstraight = { times = 5 }",
        RWS,
        "jackpot: found sums and multiples of the stake in one table",
    ),
    (
        "[jackpot]\nstraight = { cents = 99900 }",
        RWS,
        "jackpot: three_of_a_kind wins less than straight",
    ),
    (
        "[jackpot]\nstraight = { dollars = 5 }",
        RWS,
        "jackpot.straight.dollars: unknown key",
    ),
    (
        "[jackpot]\nroyal_flush = { percent = 100, envy = 5 }",
        MULTILINK,
        "jackpot.royal_flush.envy: rws-multilink-2024 pays no envy",
    ),
    (
        "[options]\ntie = \"player_wins\"",
        RWS,
        "line 2, column 7: options.tie: ",
    ),
    (
        "[options]\nfold_envy_receive = true",
        RWS,
        "options.fold_envy_receive: found true, expected the word of a choice",
    ),
    (
        "[options]\nnonsense = \"yes\"",
        RWS,
        "options.nonsense: `nonsense` is no switch of any rulebook, expected one that `rules show` lists",
    ),
    ("[pair_plus\nflush = 4", RWS, "line 1, column 1"),
    ("\u{feff}[pair_plus]\nflush ♣ = 4", RWS, "line 2, column 7"),
    ("pair_plus.flush", RWS, "line 1, column 16"),
];
