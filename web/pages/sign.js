// The sign on the wall: one figure that climbs only to the committed value, a win within two seconds, and the
// last figure with its time when the line is gone. `?link=2` chooses the jackpot, the arrow keys change it.
// @ts-check
import { amount } from "../amounts.js";
import { call, page, rulebook } from "../api.js";
import { h, render, setText } from "../dom.js";
import { followJackpots, nameOf } from "../elements/link-meters.js";
import { isMotionReduced } from "../settings.js";
import { begin, hear, lose, onTheWay, showing } from "../sign-state.js";
import { t } from "../page-texts.js";

/** Meter digits move for this long. */
const CLIMB_MS = 400;
/** A line that broke without a word is found out by asking. */
const ASK_EVERY_MS = 5_000;

const sign = /** @type {HTMLElement} */ (document.querySelector(".sign"));
const heading = /** @type {HTMLElement} */ (sign.querySelector("h1"));
const [whole, cents] = /** @type {[HTMLElement, HTMLElement]} */ ([...sign.querySelectorAll("output > *")]);
const facts = /** @type {HTMLElement} */ (sign.querySelector("footer"));
const status = /** @type {HTMLElement} */ (sign.querySelector("[role=status]"));

// On a wall nobody points; somebody who came here by a link finds back.
sign.append(h("a", { class: "back", href: page("") }, t.notFound.back));

let state = begin();
let link = Number(new URLSearchParams(location.search).get("link")) || null;
/** The figure as drawn, and where it is going. */
let figure = { link: /** @type {number | null} */ (null), from: 0, to: 0, since: 0 };
/** The best prizes of a link's tables, by link. @type {Map<number, { hand: string, pays: string }[]>} */
const prizes = new Map();

/** @param {import("../elements/link-meters.js").Jackpot[]} jackpots */
function heard(jackpots) {
  state = hear(state, jackpots, Date.now());
  askPrizes(jackpots);
  draw();
}

function lost() {
  state = lose(state);
  draw();
}

function draw() {
  const shown = showing(state, link, Date.now());
  if (!shown) return;
  const { jackpot } = shown;
  sign.classList.toggle("hit", shown.kind === "hit");
  sign.classList.toggle("lost", shown.kind === "lost");
  const name = nameOf(jackpot);
  switch (shown.kind) {
    case "hit":
      setText(heading, t.sign.wonAt(name, shown.win.table));
      climb(jackpot.link, shown.win.drawn);
      showFacts(hitFacts(shown.win, jackpot.shown));
      setText(status, t.sign.wonAloud(name, shown.win.table, amount(shown.win.drawn)));
      break;
    case "lost":
      setText(heading, shown.since === null ? name : t.sign.asOf(name, t.dates.time(shown.since)));
      climb(jackpot.link, jackpot.shown);
      showFacts(meterFacts(jackpot));
      setText(status, t.sign.lostAloud);
      break;
    case "meter":
      setText(heading, name);
      climb(jackpot.link, jackpot.shown);
      showFacts(meterFacts(jackpot));
      setText(status, "");
      break;
  }
  document.title = `${name} · queenhigh`;
}

/** Sends the figure to a committed value. Another link, a lower value and reduced motion replace it.
 * @param {number} of @param {number} to */
function climb(of, to) {
  if (figure.link === of && figure.to === to) return;
  const from = figure.link === of && !isMotionReduced() ? shownFigure() : to;
  figure = { link: of, from, to, since: performance.now() };
  requestAnimationFrame(step);
}

function shownFigure() {
  return onTheWay(figure.from, figure.to, (performance.now() - figure.since) / CLIMB_MS);
}

function step() {
  const now = shownFigure();
  const [units = "", rest = ""] = amount(now).split(t.figures.point);
  setText(whole, units);
  setText(cents, `${t.figures.point}${rest}`);
  if (now < figure.to) requestAnimationFrame(step);
}

/** @param {[string, string][]} pairs */
function showFacts(pairs) {
  render(facts, pairs, () => pairs.map(([label, value]) => h("p", {}, label, h("b", {}, value))));
}

/** @param {import("../elements/link-meters.js").Jackpot} jackpot @returns {[string, string][]} */
function meterFacts(jackpot) {
  const { last_win: win } = jackpot;
  const tables = jackpot.tables.filter((table) => table.enrolment === "enabled").length;
  /** @type {[string, string][]} */
  const best = (prizes.get(jackpot.link) ?? [])
    .slice(0, 2)
    .map(({ hand, pays }) => [t.sign.hand(hand), t.sign.pays(pays)]);
  return [
    ...best,
    [t.sign.playedAt, t.count(tables, t.words.table)],
    win ? [t.sign.lastWin(win.table), amount(win.drawn)] : [t.sign.lastWinNone, t.sign.notYet],
  ];
}

/** @param {import("../elements/link-meters.js").Win} win @param {number} others @returns {[string, string][]} */
function hitFacts(win, others) {
  return [
    [win.award ? t.sign.hand(win.award) : t.sign.round, win.box ? t.sign.box(win.box) : String(win.round)],
    [t.sign.dealt, win.at === undefined ? t.sign.justNow : t.dates.time(win.at)],
    [t.sign.verified, win.to_verify ? t.sign.waitsForTwo : t.sign.verifiedYes],
    [t.sign.others, amount(others)],
  ];
}

/** @param {import("../elements/link-meters.js").Jackpot[]} jackpots */
async function askPrizes(jackpots) {
  const missing = jackpots.filter((jackpot) => !prizes.has(jackpot.link));
  if (missing.length === 0) return;
  for (const jackpot of missing) prizes.set(jackpot.link, []);
  /** @type {any[]} */
  let tables;
  try {
    tables = await call("GET", "tables");
  } catch {
    // Asked again with the next figure.
    for (const jackpot of missing) prizes.delete(jackpot.link);
    return;
  }
  for (const jackpot of missing) {
    const line = tables.find((/** @type {any} */ table) => table.link === jackpot.link && table.rulebook);
    if (!line) continue;
    const book = await rulebook(line.rulebook).catch(() => null);
    if (book) prizes.set(jackpot.link, book.pay_tables.jackpot_table);
    else prizes.delete(jackpot.link);
  }
  draw();
}

addEventListener("keydown", (event) => {
  const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const links = state.jackpots.map((jackpot) => jackpot.link);
  if (!along || links.length === 0) return;
  const at = Math.max(0, links.indexOf(link ?? links[0] ?? 0));
  link = links[(at + along + links.length) % links.length] ?? null;
  history.replaceState(null, "", `?link=${link}`);
  draw();
});

call("GET", "jackpots").then(heard, lost);
followJackpots({ heard, lost });
setInterval(() => {
  call("GET", "jackpots").then(heard, lost);
}, ASK_EVERY_MS);
setInterval(draw, 1_000);
