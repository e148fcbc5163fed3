// The rounds of a Player, or for staff of the house, newest first, with what they came to; and the disputes about them.
// @ts-check
import { amount, signed } from "../amounts.js";
import { call, page } from "../api.js";
import { answerDispute, closeDispute, disputes as askDisputes } from "../disputes.js";
import { h } from "../dom.js";
import { disputeNote } from "../elements/dispute-note.js";
import { Hands } from "../hands.js";
import { runPage, sayProblem } from "../house.js";
import { askPlay } from "../limits.js";
import { RoundReader } from "../rounds.js";
import { t } from "../page-texts.js";
import { areaName } from "../words.js";

/** @typedef {import("../rounds.js").RoundLine} RoundLine */
/** @typedef {import("../disputes.js").Dispute} Dispute */
/** @typedef {{ table: number, name: string | null }} Place */

/** Rounds on a page. */
const PAGE = 20;
/** Who may answer a dispute: the server decides, these are offered the form. */
const ANSWERING = ["pit-manager", "shift-manager"];
/** Staff who do not read disputes are not asked to; a refusal would stand in their console. */
const NOT_READING = ["dealer", "cage", "accounting", "administrator"];

runPage(async (main, { you }) => {
  if (!you) {
    main.replaceChildren(
      h("h1", {}, t.history.heading),
      h("p", { class: "quiet lead" }, t.history.lead),
      h("p", {}, h("a", { class: "btn small", href: `${page("sign-in")}?to=history` }, t.history.signIn)),
    );
    return;
  }
  const isPlayer = you.player !== undefined;
  /** @type {Place[]} */
  const tables = await call("GET", "tables");
  const list = new RoundList(tables, you.player ?? null);
  const disputes = h("section", { class: "disputes" });
  const totals = h("dl", { class: "cols totals" });
  main.replaceChildren(
    h(
      "div",
      { class: "filter" },
      h(
        "div",
        {},
        h("h1", {}, isPlayer ? t.history.heading : t.history.headingStaff),
        h("p", { class: "quiet lead" }, t.history.lead),
      ),
      h("label", {}, t.history.tableLabel, list.chooser),
    ),
    totals,
    ...list.parts,
    disputes,
  );
  await Promise.all([list.begin(), isPlayer && showTotals(totals)]);
  if (NOT_READING.includes(you.role)) return;
  await showDisputes(disputes, ANSWERING.includes(you.role), isPlayer).catch((problem) =>
    sayProblem(disputes, problem),
  );
});

/** What was played today, this week and this month, at all tables. @param {HTMLElement} place */
async function showTotals(place) {
  const play = await askPlay();
  const spans = /** @type {const} */ (["day", "week", "month"]);
  place.replaceChildren(
    ...spans.map((span) => {
      const { rounds, staked, returned, net } = play[span];
      return h(
        "div",
        {},
        h("dt", { class: "label" }, t.history.totals[span]),
        h("dd", { class: "no" }, signed(net)),
        h("dd", { class: "note" }, t.history.total(rounds, amount(staked), amount(returned))),
      );
    }),
  );
}

/** The list with its sums, its end and the key for older rounds. */
class RoundList {
  #body = h("tbody");
  #foot = h("tfoot");
  #none = h("p", { class: "quiet" });
  #older = h("button", { class: "plain older", hidden: true, onclick: () => this.#more() }, t.history.older);
  /** @type {RoundLine[]} */
  #shown = [];
  #reader = new RoundReader();
  /** @type {Hands | null} */
  #hands = null;
  /** @type {Map<number, string | null>} */
  #names;

  /** @param {Place[]} tables @param {number | null} player */
  constructor(tables, player) {
    this.player = player;
    this.#names = new Map(tables.map(({ table, name }) => [table, name]));
    this.chooser = h(
      "select",
      { onchange: () => this.begin() },
      h("option", { value: "" }, t.history.allTables),
      ...tables.map(({ table, name }) => h("option", { value: table }, [table, name].filter(Boolean).join(" "))),
    );
    this.parts = [
      h(
        "table",
        { class: "rows round-list" },
        h("caption", { class: "unseen" }, t.history.caption),
        this.#head(),
        this.#body,
        this.#foot,
      ),
      this.#none,
      this.#older,
    ];
  }

  /** Shows the newest rounds of the chosen table, or of all. */
  async begin() {
    const table = this.chooser.value ? Number(this.chooser.value) : null;
    this.#reader = new RoundReader({ table, isStaff: this.player === null });
    this.#shown = [];
    this.#body.replaceChildren();
    if (this.player !== null) this.#hands = new Hands(this.player, (which, hand) => this.#tellHand(which, hand));
    await this.#more();
  }

  async #more() {
    const reader = this.#reader;
    this.#older.disabled = true;
    const lines = await reader.take(PAGE);
    if (reader !== this.#reader) return;
    this.#older.disabled = false;
    this.#shown.push(...lines);
    this.#body.append(...lines.map((line) => this.#row(line)));
    this.#older.hidden = reader.isAtEnd;
    this.#foot.replaceChildren(...(this.#shown.length > 0 ? [this.#sums()] : []));
    this.#none.textContent = this.#endWords(reader.isAtEnd);
    this.#hands?.want(lines);
  }

  /** @param {boolean} isAtEnd */
  #endWords(isAtEnd) {
    if (this.#shown.length === 0) return this.player === null ? t.history.noneStaff : t.history.none;
    return isAtEnd && this.#shown.length > PAGE ? t.history.end : "";
  }

  #head() {
    const c = t.history.columns;
    const th = (/** @type {string} */ text, /** @type {string} */ kind = "") => h("th", { scope: "col", class: kind }, text);
    return h(
      "thead",
      {},
      h(
        "tr",
        {},
        th(c.table),
        th(c.round),
        this.player !== null && th(c.hand),
        th(c.ended),
        th(c.staked, "num"),
        th(c.back, "num"),
        th(c.net, "num"),
        h("td"),
      ),
    );
  }

  /** @param {RoundLine} line */
  #row(line) {
    const c = t.history.columns;
    const { table, round } = line;
    return h(
      "tr",
      { "data-round": `${table}/${round}` },
      h("td", { class: "at", "data-l": c.table }, h("b", {}, table), " ", this.#names.get(table) ?? ""),
      h("td", { class: "round", "data-l": c.round }, round),
      this.player !== null && h("td", { class: "hand" }),
      h("td", { class: "ended quiet" }, t.dates.dayAndTime(line.ended)),
      h("td", { class: "num", "data-l": c.staked }, amount(line.staked)),
      h("td", { class: "num", "data-l": c.back }, amount(line.returned)),
      h(
        "td",
        { class: line.net > 0 ? "num net won" : "num net", "data-l": c.net },
        line.void ? t.history.voided : signed(line.net),
      ),
      h(
        "td",
        { class: "way" },
        h(
          "a",
          { class: "btn small", href: page(`round/${table}/${round}`), "aria-label": t.history.replay(table, round) },
          t.history.replayKey,
        ),
      ),
    );
  }

  /** What the rounds that are shown come to. */
  #sums() {
    const c = t.history.columns;
    const sum = (/** @type {"staked" | "returned" | "net"} */ of) => this.#shown.reduce((all, line) => all + line[of], 0);
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row", colspan: this.player === null ? 3 : 4 },
        t.history.shown(this.#shown.length),
      ),
      h("td", { class: "num", "data-l": c.staked }, amount(sum("staked"))),
      h("td", { class: "num", "data-l": c.back }, amount(sum("returned"))),
      h("td", { class: "num net", "data-l": c.net }, h("b", {}, signed(sum("net")))),
      h("td"),
    );
  }

  /** @param {import("../hands.js").Which} which @param {string} hand */
  #tellHand({ table, round }, hand) {
    const cell = this.#body.querySelector(`[data-round="${table}/${round}"] .hand`);
    if (cell) cell.textContent = hand;
  }
}

/** @param {HTMLElement} place @param {boolean} mayAnswer @param {boolean} isPlayer */
async function showDisputes(place, mayAnswer, isPlayer) {
  const all = await askDisputes();
  /** @param {unknown} _done */
  const again = (_done) => showDisputes(place, mayAnswer, isPlayer);
  /** @param {Dispute} dispute */
  const part = (dispute) =>
    h(
      "div",
      {},
      h(
        "p",
        { class: "pair" },
        h(
          "a",
          { href: `${page(`round/${dispute.table}/${dispute.round}`)}` },
          t.disputes.about(dispute.table, dispute.round, `${t.replay.box(dispute.box)}, ${areaName(dispute.bet)}`),
        ),
        h("span", { class: "quiet" }, isPlayer ? "" : (dispute.name ?? "")),
      ),
      h(
        "p",
        { class: "note" },
        dispute.line?.why,
        " ",
        t.disputes.entries((dispute.entries.from ?? 0) + 1, dispute.entries.to),
      ),
      disputeNote(dispute, {
        ...(isPlayer && { close: async () => again(await closeDispute(dispute.dispute)) }),
        ...(mayAnswer && {
          answer: async (/** @type {{ answer: string, finding: string }} */ said) =>
            again(await answerDispute(dispute.dispute, said)),
        }),
      }),
    );
  if (all.length === 0 && isPlayer) {
    place.replaceChildren();
    return;
  }
  place.setAttribute("aria-labelledby", "disputes");
  place.replaceChildren(
    h("h2", { id: "disputes" }, t.disputes.title),
    ...(all.length > 0 ? all.map(part) : [h("p", { class: "quiet" }, t.disputes.none)]),
  );
}
