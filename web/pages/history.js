// The rounds of a Player, or for staff of the house, newest first; and the disputes about them.
// @ts-check
import { amount, signed } from "../amounts.js";
import { call, page } from "../api.js";
import { answerDispute, closeDispute, disputes as askDisputes } from "../disputes.js";
import { h } from "../dom.js";
import { disputeNote } from "../elements/dispute-note.js";
import { runPage, sayProblem } from "../house.js";
import { t } from "../text.js";
import { areaName } from "../words.js";

/** @typedef {{ table: number, round: number, rulebook: string, ended: number, staked: number, returned: number,
 *   net: number, void: string[] | null }} RoundLine */
/** @typedef {import("../disputes.js").Dispute} Dispute */

/** Rounds on a page. */
const PAGE = 25;
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
  const tables = await call("GET", "tables");
  const body = h("tbody");
  const none = h("p", { class: "quiet" });
  const older = h("button", { class: "plain older", hidden: true }, t.history.older);
  const chooser = h(
    "select",
    {},
    h("option", { value: "" }, t.history.allTables),
    ...tables.map((/** @type {any} */ { table, name }) =>
      h("option", { value: table }, [table, name].filter(Boolean).join(" ")),
    ),
  );
  let before = /** @type {string | null} */ (null);
  const load = async () => {
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (chooser.value) query.set("table", chooser.value);
    if (before) query.set("before", before);
    const found = await call("GET", `rounds?${query}`);
    body.append(...found.rounds.map(row));
    before = found.before;
    older.hidden = before === null;
    none.textContent = body.firstChild ? "" : isPlayer ? t.history.none : t.history.noneStaff;
  };
  chooser.addEventListener("change", () => {
    before = null;
    body.replaceChildren();
    load();
  });
  older.addEventListener("click", load);
  const disputes = h("section", { class: "disputes" });
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
      h("label", {}, t.history.tableLabel, chooser),
    ),
    h("table", { class: "rows round-list" }, h("caption", { class: "unseen" }, t.history.caption), head(), body),
    none,
    older,
    disputes,
  );
  await load();
  if (NOT_READING.includes(you.role)) return;
  await showDisputes(disputes, ANSWERING.includes(you.role), isPlayer).catch((problem) =>
    sayProblem(disputes, problem),
  );
});

function head() {
  const c = t.history.columns;
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("th", { scope: "col" }, c.round),
      h("th", { scope: "col" }, c.table),
      h("th", { scope: "col" }, c.rulebook),
      h("th", { scope: "col" }, c.ended),
      h("th", { scope: "col", class: "num" }, c.staked),
      h("th", { scope: "col", class: "num" }, c.back),
      h("th", { scope: "col", class: "num" }, c.net),
      h("td"),
    ),
  );
}

/** @param {RoundLine} line */
function row(line) {
  const c = t.history.columns;
  const { table, round } = line;
  return h(
    "tr",
    {},
    h("td", { class: "no" }, round),
    h("td", { "data-l": c.table }, table),
    h("td", {}, line.rulebook),
    h("td", {}, t.dates.dayAndTime(line.ended)),
    h("td", { class: "num", "data-l": c.staked }, amount(line.staked)),
    h("td", { class: "num", "data-l": c.back }, amount(line.returned)),
    h("td", { class: line.net > 0 ? "num won" : "num" }, line.void ? t.history.voided : signed(line.net)),
    h(
      "td",
      {},
      h(
        "a",
        { class: "btn small", href: page(`round/${table}/${round}`), "aria-label": t.history.replay(table, round) },
        t.history.replayKey,
      ),
    ),
  );
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
