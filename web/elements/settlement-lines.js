// <settlement-lines>: what became of each bet of a box, with why and its clauses.
//
//   const list = document.createElement("settlement-lines");
//   list.show({ rulebook: "rws-2020", lines: box.lines, five: { own: ["Kh","9h","4h"], others: ["Jh","2h"] } });
//
// `lines` are the server's `WagerSettled`, in its order: `{ wager, staked, at_risk, returned, outcome, cites,
// why }`. `five`, where a five-card hand was played, are the cards it was made of. The total stands below
// under a strong rule. `act`, if given, makes an element for the end of each line (a dispute, say).
// The same list serves the table, the history and every slip.
// @ts-check
import { h, render, shape } from "../dom.js";
import { amount, signed } from "../amounts.js";
import { t } from "../text.js";
import { clauseLinks } from "./clause-note.js";
import { PlayingCard } from "./playing-card.js";

/** @typedef {import("../protocol").WagerSettled} WagerSettled */
/** @typedef {{ own: string[], others: string[] }} FiveCards */
/** @typedef {{ rulebook: string | null | undefined, lines: readonly WagerSettled[], five?: FiveCards | null,
 *   act?: (line: WagerSettled) => Node | null }} Settlement */

/** What the lines come to. @param {readonly WagerSettled[]} lines */
export function totalOf(lines) {
  let staked = 0;
  let returned = 0;
  for (const line of lines) {
    staked += line.staked;
    returned += line.returned;
  }
  return { staked, returned, net: returned - staked };
}

/** The outcome in one word. @param {WagerSettled} line */
export function outcomeOf(line) {
  return t.outcomes[line.outcome];
}

export class SettlementLines extends HTMLElement {
  /** @param {Settlement} settlement */
  show({ rulebook, lines, five = null, act }) {
    render(this, [rulebook, lines, five], () => {
      if (lines.length === 0) return [];
      const total = totalOf(lines);
      return [
        h("ol", { class: "lines" }, ...lines.map((line) => this.line(rulebook, line, five, act))),
        h(
          "p",
          { class: "total" },
          h("span", {}, t.settlement.total(amount(total.staked), amount(total.returned))),
          h("b", {}, signed(total.net)),
        ),
      ];
    });
  }

  /** @param {string | null | undefined} rulebook @param {WagerSettled} line @param {FiveCards | null} five
   * @param {Settlement["act"]} act */
  line(rulebook, line, five, act) {
    const net = line.returned - line.staked;
    const won = line.outcome === "win";
    const showsFive = won && five !== null && (line.wager === "jackpot" || line.wager === "five_card");
    return h(
      "li",
      { class: `line ${won ? "won" : line.outcome}` },
      shape(line.wager),
      h("p", { class: "bet" }, t.bets[line.wager], " ", h("span", {}, outcomeOf(line))),
      h("p", { class: "net" }, signed(net)),
      h("p", { class: "why" }, line.why, clauseLinks(rulebook, line.cites)),
      showsFive && fiveCards(five),
      act?.(line),
    );
  }
}

/** @param {FiveCards} five */
function fiveCards(five) {
  const cards = h("div", { class: "cards" });
  const put = (/** @type {string} */ face) => {
    const card = new PlayingCard();
    card.face = face;
    cards.append(card);
  };
  five.own.forEach(put);
  cards.append(h("span", {}, "+"));
  five.others.forEach(put);
  return h("div", { class: "told five-of" }, cards);
}

customElements.define("settlement-lines", SettlementLines);
