// The lobby: every table with its rulebook, limits, exact edge, jackpot and seats, and a way to sit down.
// @ts-check
import { amount, short } from "../amounts.js";
import { call, page } from "../api.js";
import { h, patchList, render } from "../dom.js";
import { followJackpots, LinkMeters } from "../elements/link-meters.js";
import { tableMini } from "../elements/table-mini.js";
import { runPage } from "../house.js";
import { limitsToday } from "../elements/limits-today.js";
import { wishToSit } from "../settings.js";
import { t } from "../text.js";

/** @typedef {{ exact: string, decimal: string }} Exact */
/** @typedef {{ min?: number, max?: number }} Bounds */
/** @typedef {{ table: number, name: string | null, rulebook: string | null, phase: string, round: number | null,
 *   boxes: number, seated: number, taken: number[], limits: { ante: Bounds } | null, link: number | null,
 *   jackpot: { stake: number } | null, waiting: { for: unknown } | null, paused: boolean,
 *   edge: { ante_play: Exact | null, pair_plus: Exact | null, five_card: Exact | null } | null }} TableLine */

/** Between two looks at the tables. */
const LOOK_EVERY_MS = 2_500;

/** The meters by link, as last heard. @type {Map<number, number>} */
const shown = new Map();
/** @type {Map<string, string>} */
const titles = new Map();

runPage(async (main, { you, play_money }) => {
  const [tables, jackpots, rulebooks] = await Promise.all([
    call("GET", "tables"),
    call("GET", "jackpots"),
    call("GET", "rulebooks"),
  ]);
  for (const { id, title } of rulebooks) titles.set(id, title.replace(/ \([^)]*\)$/, ""));
  const meters = new LinkMeters();
  const body = h("tbody");
  const heading = h("h1");
  main.replaceChildren(
    heading,
    h("p", { class: "quiet lead" }, play_money ? t.lobby.leadPlayMoney : t.lobby.lead),
    h("div", { class: "cols meters" }, meters, you?.player !== undefined && limitsToday()),
    h("table", { class: "rows" }, h("caption", { class: "unseen" }, t.lobby.caption), head(), body),
    h("p", { class: "note below-rows" }, t.lobby.note),
  );
  /** @param {TableLine[]} lines */
  const show = (lines) => {
    const open = new Set(lines.map((line) => line.rulebook).filter(Boolean));
    render(heading, [lines.length, open.size], () => [t.lobby.heading(lines.length, open.size)]);
    patchList(body, lines, (line) => line.table, row, update);
  };
  /** @param {import("../elements/link-meters.js").Jackpot[]} heard */
  const hear = (heard) => {
    meters.show(heard);
    for (const jackpot of heard) shown.set(jackpot.link, jackpot.shown);
  };
  let lines = tables;
  hear(jackpots);
  show(lines);
  followJackpots({
    heard: (heard) => {
      hear(heard);
      show(lines);
    },
  });
  setInterval(async () => {
    if (document.hidden) return;
    // A look that fails is made again.
    lines = await call("GET", "tables").catch(() => lines);
    show(lines);
  }, LOOK_EVERY_MS);
});

function head() {
  const { columns } = t.lobby;
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("th", { scope: "col" }, columns.table),
      h("th", { scope: "col" }, columns.game),
      h("th", { scope: "col" }, columns.ante),
      h("th", { scope: "col" }, columns.boxes),
      h("th", { scope: "col", class: "num" }, columns.antePlay),
      h("th", { scope: "col", class: "num" }, columns.pairPlus),
      h("th", { scope: "col", class: "num" }, columns.jackpot),
      h("th", { scope: "col", class: "now-at" }, columns.now),
      h("td"),
    ),
  );
}

/** @param {TableLine} line */
function row(line) {
  const { columns } = t.lobby;
  return h(
    "tr",
    {},
    h("td", { class: "no" }, line.table),
    h("td"),
    h("td", { "data-l": columns.ante }),
    h("td"),
    h("td", { class: "num", "data-l": columns.antePlay }),
    h("td", { class: "num", "data-l": columns.pairPlus }),
    h("td", { class: "num", "data-l": columns.jackpot }),
    h("td", { class: "quiet now-at" }),
    h("td"),
  );
}

/** @param {HTMLElement} element @param {TableLine} line */
function update(element, line) {
  const cells = [...element.children];
  /** @param {number} nth @param {unknown} from @param {() => import("../dom.js").Child[]} make */
  const cell = (nth, from, make) => render(/** @type {Element} */ (cells[nth]), from, make);
  const { rulebook, limits, edge } = line;
  const title = rulebook ? (titles.get(rulebook) ?? rulebook) : t.lobby.closed;
  cell(1, [title, line.name], () => [h("b", {}, title), h("small", {}, placeOf(line))]);
  cell(2, limits?.ante, () => [limits ? boundsOf(limits.ante) : ""]);
  cell(3, [line.boxes, line.taken], () => [line.boxes > 0 && tableMini(line)]);
  cell(4, edge?.ante_play, () => [percent(edge?.ante_play)]);
  cell(5, [edge?.pair_plus, edge?.five_card], () => [
    percent(edge?.pair_plus),
    edge?.five_card && h("small", {}, t.bets.five_card, " ", percent(edge.five_card)),
  ]);
  const meter = line.link === null ? null : (shown.get(line.link) ?? null);
  cell(6, [meter, line.jackpot], () => [jackpotOf(line, meter)]);
  cell(7, [line.phase, line.round, line.paused, line.waiting?.for], () => [t.lobby.now(line)]);
  cell(8, [line.phase === "closed", isFull(line)], () => [way(line)]);
}

/** @param {TableLine} line */
function placeOf({ name, rulebook }) {
  return [name, rulebook].filter(Boolean).join(", ");
}

/** @param {Bounds} bounds */
function boundsOf({ min = 0, max }) {
  return max === undefined ? t.lobby.from(short(min)) : t.lobby.fromTo(short(min), short(max));
}

/** What the house keeps, rounded for the eye; the exact fraction in its title. @param {Exact | null | undefined} edge */
function percent(edge) {
  if (!edge) return h("span", { class: "quiet" }, t.lobby.none);
  return h("span", { title: t.lobby.exactly(edge.exact) }, t.percent(Number(edge.decimal)));
}

/** @param {TableLine} line @param {number | null} meter */
function jackpotOf({ jackpot }, meter) {
  if (!jackpot || meter === null) return h("span", { class: "quiet" }, t.lobby.none);
  return amount(meter);
}

/** @param {TableLine} line */
const isFull = (line) => line.boxes > 0 && line.taken.length >= line.boxes;

/** The way to the table: sit down where a box is free, else watch. @param {TableLine} line */
function way(line) {
  const { table } = line;
  if (line.phase === "closed") return null;
  const href = page(`table/${table}`);
  if (isFull(line)) {
    return h("a", { class: "btn plain small", href, "aria-label": t.lobby.watchAt(table) }, t.lobby.watch);
  }
  return h(
    "a",
    { class: "btn small", href, "aria-label": t.lobby.sitAt(table), onclick: () => wishToSit(table) },
    t.lobby.sit,
  );
}
