// What somebody needs to know before the first round, in plain words, and which table is the plainest.
//
//   main.append(newHere(lines));     // lines: the answer of `GET tables`; open unless this browser has played
// @ts-check
import { short } from "../amounts.js";
import { page } from "../api.js";
import { h } from "../dom.js";
import { hasPlayed } from "../settings.js";
import { t } from "../page-texts.js";

/** @typedef {import("../pages/lobby.js").TableLine} TableLine */

/** From the plainest on: no shared cards, no shared boxes, a jackpot on three cards. */
const PLAINEST = ["rws-2020", "rws-2013", "mbs-2019", "rws-multilink-2024", "oceanfront"];

/** The open table with the plainest rules. @param {readonly TableLine[]} lines @returns {TableLine | null} */
export function plainest(lines) {
  for (const rulebook of PLAINEST) {
    const found = lines.find((line) => line.rulebook === rulebook && line.phase !== "closed");
    if (found) return found;
  }
  return null;
}

/** The open table with the smallest Ante, where that is less than at `other`.
 * @param {readonly TableLine[]} lines @param {TableLine} other @returns {TableLine | null} */
export function smaller(lines, other) {
  const least = (/** @type {TableLine} */ line) => line.limits?.ante.min ?? Infinity;
  const open = lines.filter((line) => line.phase !== "closed" && least(line) < least(other));
  return open.sort((one, two) => least(one) - least(two))[0] ?? null;
}

/** @param {readonly TableLine[]} lines */
export function newHere(lines) {
  const n = t.newHere;
  // On a phone the tables come first.
  const isOpen = !hasPlayed() && matchMedia("(min-width: 45em)").matches;
  return h(
    "details",
    { class: "new-here", open: isOpen },
    h("summary", {}, n.title),
    h(
      "div",
      { class: "cols" },
      part(n.round, n.roundText),
      part(n.bets, n.betsText),
      h("section", {}, h("h3", {}, n.which), ...which(lines)),
    ),
  );
}

/** @param {string} title @param {readonly string[]} texts */
function part(title, texts) {
  return h("section", {}, h("h3", {}, title), ...texts.map((text) => h("p", {}, text)));
}

/** @param {readonly TableLine[]} lines */
function which(lines) {
  const n = t.newHere;
  const first = plainest(lines);
  if (!first) return [h("p", {}, n.place)];
  const small = smaller(lines, first);
  return [
    h("p", {}, n.plainest(first.table, keeps(first))),
    small && h("p", {}, n.smallest(small.table, short(small.limits?.ante.min ?? 0), keeps(small))),
    h("p", {}, n.place),
    h(
      "p",
      { class: "ways" },
      h("a", { href: page(`table/${first.table}`) }, n.watch(first.table)),
      h("a", { href: page(`rules/${first.rulebook}`) }, n.rules),
    ),
  ];
}

/** @param {TableLine} line */
const keeps = ({ edge }) => (edge?.ante_play ? t.percent(Number(edge.ante_play.decimal)) : "");
