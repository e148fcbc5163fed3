// What a rulebook pays, its tables side by side: a row a hand, a column a bet.
//
//   payTables(book)        // book: the answer of `GET rulebooks/{id}`
// @ts-check
import { h } from "../dom.js";
import { t } from "../text.js";

/** @typedef {{ hand: string, pays: string }} PayLine */
/** @typedef {{ pay_tables: Record<string, PayLine[]> }} Book */

/** Bets on three cards share their rows; a bet on five cards has a table of its own. */
const THREE_CARDS = ["pair_plus_table", "ante_bonus_table"];

/** @param {Book} book */
export function payTables({ pay_tables: tables }) {
  const three = THREE_CARDS.filter((name) => (tables[name] ?? []).length > 0);
  const hands = [...new Set(three.flatMap((name) => (tables[name] ?? []).map((line) => line.hand)))];
  const rows = hands.map((hand) => [hand, ...three.map((name) => paysFor(tables[name] ?? [], hand))]);
  const alone = ["jackpot_table", "side_bet_table"].filter((name) => (tables[name] ?? []).length > 0);
  return h(
    "section",
    {},
    h("h2", {}, t.pays.title),
    table([t.pays.hand, ...three.map(titleOf)], rows),
    ...alone.map((name) =>
      table(
        [titleOf(name), ""],
        (tables[name] ?? []).map(({ hand, pays }) => [hand, grouped(pays)]),
      ),
    ),
    h("p", { class: "note" }, t.pays.even),
  );
}

/** @param {PayLine[]} lines @param {string} hand */
function paysFor(lines, hand) {
  return lines.find((line) => line.hand === hand)?.pays ?? "";
}

/** Amounts as everywhere else: `1250.00` is written `1,250.00`. @param {string} pays */
export const grouped = (pays) => pays.replaceAll(/\d{4,}/g, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, t.figures.thousands));

/** @param {string} name */
const titleOf = (name) => t.pays.tables[name] ?? name;

/** @param {string[]} head @param {string[][]} rows */
function table(head, rows) {
  return h(
    "table",
    { class: "pays" },
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...cells.map((cell) => h("td", {}, cell))))),
  );
}
