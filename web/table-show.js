// Shows a state of the table in the elements of its page.
// @ts-check
import { amount, hours, short, signed } from "./amounts.js";
import { faceOf } from "./cards.js";
import { chipsDialog } from "./dialogs.js";
import { h, render, setText } from "./dom.js";
import { feltOf } from "./felt.js";
import { noticeOf, timeUp } from "./notices.js";
import { openResult, playNow } from "./result.js";
import { keysOf, smallKeysOf } from "./situation.js";
import * as table from "./state.js";
import { lessonLine } from "./teacher.js";
import { t } from "./text.js";
import { chipOf, chipsFor, spotOf } from "./wishes.js";
import { areaName } from "./words.js";
import "./elements/table-felt.js";
import "./elements/own-hand.js";
import "./elements/chip-tray.js";
import "./elements/clock-bar.js";
import "./elements/decision-keys.js";
import "./elements/jackpot-meter.js";
import "./elements/round-sheet.js";

/** @typedef {import("./state.js").State} State */

/** @template {Element} E @param {string} selector @returns {E} */
export const find = (selector) => /** @type {E} */ (document.querySelector(selector));

export class TableShow {
  felt = /** @type {import("./elements/table-felt.js").TableFelt} */ (find("table-felt"));
  hand = /** @type {import("./elements/own-hand.js").OwnHand} */ (find("own-hand"));
  tray = /** @type {import("./elements/chip-tray.js").ChipTray} */ (find("chip-tray"));
  clock = /** @type {import("./elements/clock-bar.js").ClockBar} */ (find("clock-bar"));
  keys = /** @type {import("./elements/decision-keys.js").DecisionKeys} */ (find("decision-keys"));
  meter = /** @type {import("./elements/jackpot-meter.js").JackpotMeter} */ (find("jackpot-meter"));
  sheet = /** @type {import("./elements/round-sheet.js").RoundSheet} */ (find("round-sheet"));

  /** @param {number} number of the table @param {() => number} rack what lies in the rack now */
  constructor(number, rack) {
    this.number = number;
    const open = () => chipsDialog(number, rack);
    find("#chips-key").addEventListener("click", open);
    document.addEventListener("chips", open);
  }

  /** @param {State} state @param {{ rules: any, lesson: import("./teacher.js").Lesson | null }} more */
  show(state, { rules, lesson }) {
    const view = state.view;
    const isLost = state.line === "lost" || state.line === "ended";
    document.body.classList.toggle("lost", isLost);
    // Nothing is shown that would move when the first view comes.
    if (view || isLost) document.documentElement.classList.add("ready");
    this.felt.show(feltOf(state));
    this.showHand(state, rules, lesson);
    this.showBar(state, rules);
    const isBetting = view?.phase === "bets_open" && table.ownBoxes(state).length > 0 && state.line === "open";
    const spot = spotOf(state);
    this.tray.show({
      chips: chipsFor(state),
      chosen: chipOf(state),
      spot: spot ? this.spotName(state, spot) : "",
      isOpen: isBetting,
    });
    this.keys.show(keysOf(state, rules), smallKeysOf(state));
    const clock = state.clock && state.line === "open" ? state.clock : null;
    this.clock.show(clock && { ...clock, ...timeUp(state, rules), rulebook: view?.rulebook ?? null });
    this.meter.show(meterOf(state, rules));
    const canKeepCompany = table.isSeated(state) && state.table.companyMax > 0;
    this.sheet.show(state, { rules: rules, lesson: lesson, canKeepCompany });
    const isOver = view?.phase === "concluded" && openResult(state)?.round === view.round && !state.missed;
    find("#below").classList.toggle("bets", isBetting || this.hand.classList.contains("empty"));
    find("#below").classList.toggle("over", isOver);
    find("#below").classList.toggle("several", isBetting && table.ownBoxes(state).length > 1);
    find("#below").classList.toggle("reading", view?.phase === "bets_open" && openResult(state) !== null);
  }

  /** The spot that an amount is typed for. @param {State} state @param {{ at: number, area: string }} spot */
  spotName(state, { at, area }) {
    const name = areaName(area);
    return table.ownBoxes(state).length > 1 ? `${name}, ${t.calls.box(at)}` : name;
  }

  /** @param {State} state @param {any} rules @param {import("./teacher.js").Lesson | null} lesson */
  showHand(state, rules, lesson) {
    const box = table.currentBox(state);
    const notice = noticeOf(state, Date.now(), rules);
    const canLook = Boolean(box && !box.looked && table.moveFor(state, "look", { at: box.at }));
    const isShown =
      box !== null && box.cards.length > 0 && box.showing !== "collected" && state.view?.phase !== "bets_open";
    const several = table.ownBoxes(state).length > 1;
    this.hand.show({
      cards: isShown ? box.cards.map(faceOf) : [],
      title: isShown ? (box.hand?.title ?? "") : "",
      box: several && isShown && box ? t.calls.box(box.at) : "",
      lesson: isShown && lesson ? lessonLine(lesson) : "",
      notice,
      rulebook: state.view?.rulebook ?? null,
      canLook,
    });
  }

  /** @param {State} state @param {any} rules */
  showBar(state, rules) {
    const { min, max } = state.view?.limits.ante ?? {};
    /** @type {[string, string, string?][]} */
    const facts = [];
    if (typeof min === "number" && typeof max === "number")
      facts.push([t.table.ante, t.table.limits(short(min), short(max)), "limits"]);
    if (state.purse !== null && state.rack !== null) {
      facts.push([t.table.purse, amount(state.purse), "wide"], [t.table.rack, amount(state.rack), "wide"]);
      facts.push([t.table.youHave, amount(state.purse + state.rack), "slim"]);
    }
    const play = playNow(state);
    if (play) facts.push([t.table.net, signed(play.net)], [t.table.time, hours(play.since === null ? 0 : Date.now() - play.since)]);
    render(find("#facts"), facts, () =>
      facts.map(([name, value, kind = ""]) => h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value))),
    );
    const banner = /** @type {HTMLElement} */ (find("#banner"));
    const fault = Boolean(state.view?.fault);
    banner.hidden = !fault;
    setText(banner, fault ? t.table.fault : "");
    const { name } = state.table;
    const id = state.view?.rulebook ?? "";
    setText(find("#name"), t.table.title(this.number));
    // A table that is named after its rulebook says so once.
    const parts = [name, rules?.title, id].filter((part) => part);
    const own = parts.filter((part, nth) => parts.every((each, other) => other <= nth || !isSame(each, part)));
    setText(find("#rules"), own.join(", "));
    setText(find("#leave"), table.isSeated(state) ? t.table.leave : t.table.lobby);
    const chips = /** @type {HTMLElement} */ (find("#chips-key"));
    chips.hidden = table.playerOf(state) === null;
  }
}

/** @param {string} one @param {string} other */
const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

/** @param {State} state @param {any} rules */
function meterOf(state, rules) {
  const { view, meter, added } = state;
  if (meter === null || !view?.jackpot) return null;
  const { seed, stake } = view.jackpot;
  return { amount: meter, text: meterText(state, rules), stake, added, seed, link: view.link?.link ?? null };
}

/** The hand that takes the whole meter. @param {State} state @param {any} rules */
function meterText(state, rules) {
  /** @type {{ hand: string, pays: string }[]} */
  const rows = rules?.pay_tables?.jackpot_table ?? [];
  const all = rows.find((row) => row.pays.startsWith("100%"));
  return all ? t.meter.takesAll(all.hand) : t.meter.stake(short(state.view?.jackpot?.stake ?? 0));
}
