// <link-meters>: the jackpots that tables feed, as last committed, live.
//
//   const meters = document.createElement("link-meters");
//   meters.show(jackpots);      // the answer of `GET jackpots`, again whenever it changes
//
// `followJackpots` asks and follows them; `lost` is called while the line is gone.
// @ts-check
import { amount } from "../amounts.js";
import { page } from "../api.js";
import { h, patchList, render } from "../dom.js";
import { t } from "../page-texts.js";

/** @typedef {{ number: number, table: number, round: number, drawn: number, to_verify: boolean, at?: number,
 *   box?: number | null, award?: string | null }} Win */
/** @typedef {{ link: number, name: string | null, shown: number, hits: number, won: number, last_win: Win | null,
 *   tables: { table: number, enrolment: string }[], fault: { cause: string, recorded: number, since: number } | null,
 *   n: number, reset?: number }} Jackpot */

/** Follows the jackpots until the page is left. A line that breaks is taken up again by the browser.
 * @param {{ heard: (jackpots: Jackpot[]) => void, lost?: () => void }} to @returns {() => void} ends it */
export function followJackpots({ heard, lost }) {
  const events = new EventSource(page("api/v1/jackpots/events"));
  events.addEventListener("jackpots", (event) => heard(JSON.parse(event.data)));
  events.addEventListener("error", () => lost?.());
  return () => events.close();
}

export class LinkMeters extends HTMLElement {
  /** @param {Jackpot[]} jackpots */
  show(jackpots) {
    patchList(this, jackpots, (jackpot) => jackpot.link, make, update);
  }
}

/** @param {Jackpot} jackpot */
function make(jackpot) {
  return h(
    "section",
    { class: "meter", "aria-label": nameOf(jackpot) },
    h("h2", { class: "label" }),
    h("output", { "aria-live": "off" }),
    h("p", {}),
  );
}

/** @param {Element} section @param {Jackpot} jackpot */
function update(section, jackpot) {
  const [label, figure, note] = section.children;
  if (!label || !figure || !note) return;
  const tables = jackpot.tables.filter((table) => table.enrolment === "enabled").length;
  render(label, [jackpot.name, tables], () => [t.meters.label(nameOf(jackpot), t.count(tables, t.words.table))]);
  render(figure, jackpot.shown, () => [amount(jackpot.shown)]);
  const { fault, last_win: win } = jackpot;
  render(note, [fault, win], () => {
    if (fault) return [t.meters.fault];
    if (!win) return [t.meters.neverWon];
    return [t.meters.lastWin(win.table, amount(win.drawn), win.at ? t.dates.day(win.at) : null)];
  });
}

/** @param {Jackpot} jackpot */
export function nameOf(jackpot) {
  return jackpot.name ?? t.meters.unnamed(jackpot.link);
}

customElements.define("link-meters", LinkMeters);
