// How the game is told to a newcomer, by what the rulebook of the table says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { howToOf } from "../../how-to.js";

/** @param {Record<string, string>} switches @param {Record<string, { hand: string, pays: string }[]>} pay_tables @returns {any} */
const book = (switches, pay_tables) => ({
  switches: Object.entries(switches).map(([name, value]) => ({ switch: name, value, clauses: [] })),
  pay_tables,
});

test("a jackpot is told with its price, what it needs, its cards and its envy", () => {
  const rules = book(
    { jackpot_requires: "ante", jackpot_kind: "three_card", fold_jackpot: "forfeited" },
    { jackpot_table: [{ hand: "mini royal in spades", pays: "100% of the meter, envy 250.00" }] },
  );
  const { steps, notes } = howToOf(rules, 500);
  const text = steps.join(" ");
  assert.match(text, /costs 5, never more or less.*needs an Ante.*own three cards.*lost if you fold/);
  assert.match(text, /Envy Bonus \(mini royal in spades 250\.00\)/);
  assert.ok(notes.some((note) => note.includes("whole jackpot")));
  assert.doesNotMatch(howToOf(rules, null).steps.join(" "), /Jackpot bet/);
});

test("community cards and odds for one are told where the rulebook has them", () => {
  const rules = book(
    { jackpot_kind: "five_card_linked" },
    { jackpot_table: [{ hand: "straight", pays: "20 for 1" }] },
  );
  const { steps, notes } = howToOf(rules, 500);
  assert.match(steps.join(" "), /two Community cards/);
  assert.ok(notes.some((note) => note.startsWith("\u201c20 for 1\u201d")));
});

test("a side bet on five cards is told with its lowest hand", () => {
  const rules = book(
    { side_bet_requires: "ante", fold_side_bet: "alive", bet_cap: "4.00" },
    { side_bet_table: [{ hand: "major royal", pays: "250 to 1" }, { hand: "three of a kind", pays: "3 to 1" }] },
  );
  const { steps, notes } = howToOf(rules, null);
  assert.match(steps.join(" "), /three of a kind or better wins\. It needs an Ante\. It stays in if you fold\..*more than 4\.00/);
  assert.ok(notes.some((note) => note.startsWith("Major royal")));
});
