// The lobby: every table with its rules, limits, exact edge, jackpot and seats, and the ways to sit down and to
// watch; for those who are new the game in a minute.
// @ts-check
import { amount, short } from "../amounts.js";
import { call, page } from "../api.js";
import { partsOf, rulesOf, tableTitle } from "../books.js";
import { h, patchList, render } from "../dom.js";
import { followJackpots, LinkMeters } from "../elements/link-meters.js";
import { limitsToday } from "../elements/limits-today.js";
import { newHere } from "../elements/new-here.js";
import { tableMini } from "../elements/table-mini.js";
import { runPage } from "../house.js";
import { Seats } from "../own-seats.js";
import { wishToSit } from "../settings.js";
import { t } from "../page-texts.js";

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
/** @type {Map<string, import("../books.js").Titled>} */
const books = new Map();
/** Where this Player sits, and what lies in his racks; neither for a passer-by. @type {Seats | null} */
let seats = null;
/** @type {Map<number, number>} */
const racks = new Map();

runPage(async (main, { you, play_money }) => {
  const [tables, jackpots, rulebooks] = await Promise.all([
    call("GET", "tables"),
    call("GET", "jackpots"),
    call("GET", "rulebooks"),
  ]);
  for (const book of rulebooks) books.set(book.id, book);
  for (const { table, amount } of you?.racks ?? []) racks.set(table, amount);
  if (you?.player !== undefined) seats = new Seats(you.player);
  const meters = new LinkMeters();
  const body = h("tbody");
  const heading = h("h1");
  main.replaceChildren(
    heading,
    h("p", { class: "quiet lead" }, play_money ? t.lobby.leadPlayMoney : t.lobby.lead),
    newHere(tables),
    h("div", { class: "cols meters" }, meters, you?.player !== undefined && limitsToday()),
    h("table", { class: "rows tables" }, h("caption", { class: "unseen" }, t.lobby.caption), head(), body),
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
  const lookForSeats = async () => {
    if (await seats?.look(lines)) show(lines);
  };
  hear(jackpots);
  show(lines);
  lookForSeats();
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
    await lookForSeats();
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
  const mine = seats?.at(line.table) ?? [];
  cell(1, [rulebook, line.name, mine], () => gameOf(line, mine));
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
  cell(8, [line.phase === "closed", isFull(line), mine], () => ways(line, mine.length > 0));
}

/** What is played where, by which rules, what is particular about them, and what this Player has there.
 * @param {TableLine} line @param {number[]} mine the boxes at which he sits */
function gameOf(line, mine) {
  const { rulebook } = line;
  if (!rulebook) return [h("b", {}, line.name ?? ""), h("small", {}, t.lobby.closed)];
  const book = books.get(rulebook);
  const rack = racks.get(line.table) ?? 0;
  const rules = book ? t.lobby.gameBy(partsOf(book).game, rulesOf(book)) : rulebook;
  return [
    h("b", {}, tableTitle(line, book)),
    h("small", {}, h("a", { href: page(`rules/${rulebook}`) }, rules)),
    t.lobby.about[rulebook] && h("small", {}, t.lobby.about[rulebook]),
    mine.length > 0 && h("small", { class: "mine" }, t.lobby.youSit(t.lobby.boxes(mine))),
    rack > 0 && h("small", { class: "mine" }, t.lobby.youHave(amount(rack))),
  ];
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

/** The ways to the table: back to the own seat; else to sit down where a box is free, and to watch.
 * @param {TableLine} line @param {boolean} sitsHere */
function ways(line, sitsHere) {
  const { table } = line;
  if (line.phase === "closed") return [];
  const href = page(`table/${table}`);
  /** @param {string} kind @param {string} text @param {string} name @param {() => void} [onclick] */
  const key = (kind, text, name, onclick) => h("a", { class: `btn small ${kind}`, href, "aria-label": name, onclick }, text);
  if (sitsHere) return [key("solid", t.lobby.goOn, t.lobby.goOnAt(table))];
  return [
    key("plain", t.lobby.watch, t.lobby.watchAt(table)),
    !isFull(line) && key("", t.lobby.sit, t.lobby.sitAt(table), () => wishToSit(table)),
  ];
}
