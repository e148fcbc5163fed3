// <round-sheet>: beside the felt: the calls of the round or its settlement, the teacher, the other boxes, what the
// bets pay, company.
//
//   sheet.show(state, { rules, settings, lesson, companyMax });
//
// Fires `company` { players }, `report` { request } and `key` { id } (bubbles).
// @ts-check
import { h, patchList, render, setText } from "../dom.js";
import { short, signed } from "../amounts.js";
import { page } from "../api.js";
import { howToOf } from "../how-to.js";
import { lastResult, netOf, openResult } from "../result.js";
import { isOwn, playerOf } from "../state.js";
import { verdict } from "../teacher.js";
import { t } from "../text.js";
import * as settings from "../settings.js";
import { areaName, isHouse, list } from "../words.js";
import { payTables } from "./pay-tables.js";
import { totalOf } from "./settlement-lines.js";
import "./settlement-lines.js";
import "./round-calls.js";
import "./report-form.js";
import "./teacher-note.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../protocol").BoxView} BoxView */
/** @typedef {import("../teacher.js").Lesson} Lesson */
/** @typedef {import("../result.js").Result} Result */

export class RoundSheet extends HTMLElement {
  #heading = h("h2", { class: "split" }, h("b"), h("span"));
  #calls = /** @type {import("./round-calls.js").RoundCalls} */ (document.createElement("round-calls"));
  #settled = h("div", { class: "settled" });
  #cost = h("p", { class: "note cost" });
  #callsOf = h("h3");
  #last = h("details", { class: "last" }, h("summary"), h("div", { class: "settled" }));
  #teacher = /** @type {import("./teacher-note.js").TeacherNote} */ (document.createElement("teacher-note"));
  #shared = h("section", { class: "shared-part" });
  #others = h("section", { class: "others-part" });
  #howTo = h("section", { class: "how-part" });
  #howToDetails = h("details");
  /** The rulebook whose introduction was opened or not. @type {string | null} */
  #introduced = null;
  #pays = h("div", { class: "pays-part" });
  #company = h("section", { class: "company" });
  #report = /** @type {import("./report-form.js").ReportForm} */ (document.createElement("report-form"));
  #more = h("section", { class: "more-keys row" });

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h(
        "section",
        { class: "round-part" },
        this.#heading,
        this.#settled,
        this.#cost,
        this.#callsOf,
        this.#calls,
        this.#last,
      ),
      this.#teacher,
      this.#shared,
      this.#others,
      this.#howTo,
      this.#company,
      this.#pays,
      this.#report,
      this.#more,
    );
    const tell = (/** @type {string} */ name) => () => this.dispatchEvent(new CustomEvent(name, { bubbles: true }));
    const key = (/** @type {string} */ name, /** @type {string} */ text) =>
      h("button", { type: "button", class: "plain small", onclick: tell(name) }, text);
    // On narrow screens the bar has no room for these.
    this.#more.append(key("chips", t.table.chipsTitle), key("settings", t.table.settings), key("leave", t.table.leave));
  }

  /** @param {State} state @param {{ rules: any, lesson: Lesson | null, canKeepCompany: boolean }} more */
  show(state, { rules, lesson, canKeepCompany }) {
    const view = state.view;
    if (!view) return;
    const open = openResult(state);
    this.showHeading(state, open);
    showResult(this.#settled, open);
    this.showCost(open, lesson);
    this.showLast(lastResult(state));
    this.#calls.show(state.calls);
    this.#calls.hidden = state.calls.length === 0;
    this.#teacher.show(lesson);
    this.showShared(state);
    this.showOthers(state);
    this.showCompany(state, canKeepCompany);
    this.#report.show(state);
    if (open?.isOver && open.rulebook) settings.notePlayed(open.rulebook);
    this.showHowTo(state, rules, lesson !== null);
    render(this.#pays, rules?.digest ?? null, () => (rules ? [payTables(rules)] : []));
  }

  /** Of the round whose result is read, else of the one on the table. @param {State} state @param {Result | null} open */
  showHeading(state, open) {
    const { view } = state;
    const round = view?.round ? t.table.round(view.round) : t.table.title(view?.table ?? "");
    const phase = t.phases[view?.phase ?? "ready"];
    const net = open && (open.isOver ? t.table.boxNet : t.table.netSoFar)(signed(netOf(open)));
    setText(this.#heading.querySelector("b"), open ? t.table.round(open.round) : round);
    setText(this.#heading.querySelector("span"), net ?? phase);
    const isEarlier = open !== null && open.round !== view?.round;
    setText(this.#callsOf, isEarlier ? t.table.callsOf(round, phase) : "");
    this.#callsOf.hidden = !isEarlier;
  }

  /** What the decision cost, beside what it came to. @param {Result | null} open @param {Lesson | null} lesson */
  showCost(open, lesson) {
    const text = open && lesson && lesson.decided !== null ? `${t.teacher.name}: ${verdict(lesson)}` : "";
    setText(this.#cost, text);
    this.#cost.hidden = text === "";
  }

  /** The way back to the round before. @param {Result | null} last */
  showLast(last) {
    this.#last.hidden = last === null;
    setText(this.#last.querySelector("summary"), last ? t.table.lastRound(signed(netOf(last))) : "");
    showResult(/** @type {HTMLElement} */ (this.#last.lastElementChild), last);
  }

  /** Open until this browser has seen a round of its own by this rulebook, and where its person opened it.
   * @param {State} state @param {any} rules @param {boolean} isTaught */
  showHowTo(state, rules, isTaught) {
    const stake = state.view?.jackpot?.stake ?? null;
    const rulebook = state.view?.rulebook ?? null;
    if (rulebook !== null && rulebook !== this.#introduced) {
      this.#introduced = rulebook;
      this.#howToDetails.open = !settings.hasPlayed(rulebook);
    }
    const hasTeacher = isTaught || settings.read().teacher;
    render(this.#howTo, [rules?.digest ?? null, stake, hasTeacher], () => {
      const { steps, notes } = howToOf(rules, stake);
      const tell = () => this.dispatchEvent(new CustomEvent("teacher", { bubbles: true }));
      const offer = hasTeacher
        ? h("p", { class: "note" }, t.teacher.on)
        : h(
            "div",
            {},
            h("p", { class: "note" }, t.teacher.offerText),
            h("button", { type: "button", class: "plain small", onclick: tell }, t.teacher.offer),
          );
      this.#howToDetails.replaceChildren(
        h("summary", {}, t.howTo.name),
        h("ol", { class: "how-to" }, ...steps.map((step) => h("li", {}, step))),
        offer,
        ...notes.map((note) => h("p", { class: "note" }, note)),
      );
      return [this.#howToDetails];
    });
  }

  /** Whose chips lie on a box of several players; who decides for it stands first. @param {State} state */
  showShared(state) {
    const shared = (state.view?.boxes ?? []).filter((box) => new Set(box.bets.map((bet) => bet.player)).size > 1);
    this.#shared.hidden = shared.length === 0;
    const boxes = shared.map((box) => ({ at: box.at, rows: sharesOf(state, box) }));
    render(this.#shared, boxes, () => [
      h("h2", { class: "split" }, t.table.shared),
      ...boxes.flatMap(({ at, rows }) => [
        h("h3", {}, t.calls.box(at)),
        h(
          "table",
          { class: "pays" },
          h("tbody", {}, ...rows.map(([name, bets]) => h("tr", {}, h("td", {}, name), h("td", {}, bets)))),
        ),
      ]),
    ]);
  }

  /** @param {State} state */
  showOthers(state) {
    const boxes = (state.view?.boxes ?? []).filter((box) => !isOwn(state, box) && box.lines.length > 0);
    this.#others.hidden = boxes.length === 0;
    const rows = boxes.map((box) => {
      const name = state.names[String(box.controller ?? box.seated)] ?? "";
      const hand = box.hand?.title ?? (box.decision.startsWith("folded") ? t.felt.folds : "");
      return { at: box.at, text: [name, hand].filter((part) => part !== "").join(", "), net: totalOf(box.lines).net };
    });
    render(this.#others, rows, () => [
      h("h2", { class: "split" }, t.table.atTheTable),
      h(
        "ul",
        { class: "others" },
        ...rows.map(({ at, text, net }) =>
          h("li", {}, h("b", {}, at), h("span", {}, text), h(net > 0 ? "b" : "span", {}, signed(net))),
        ),
      ),
    ]);
  }

  /** @param {State} state @param {boolean} canKeepCompany */
  showCompany(state, canKeepCompany) {
    this.#company.hidden = !canKeepCompany;
    const here = companyIn(state);
    render(this.#company, [state.company, state.table.companyMax, here], () => {
      const ask = (/** @type {number} */ players) => () =>
        this.dispatchEvent(new CustomEvent("company", { bubbles: true, detail: { players } }));
      return [
        h("h2", { class: "split" }, t.table.company, h("span", {}, t.table.companyCount(state.company, state.table.companyMax))),
        h("p", { class: "note" }, t.table.companyText),
        state.company > 0 && h("p", { class: "note" }, here === "" ? t.table.companyOut : t.table.companyAt(here)),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "plain small", disabled: state.company === 0, onclick: ask(state.company - 1) },
            t.table.fewer,
          ),
          h(
            "button",
            {
              type: "button",
              class: "plain small",
              disabled: state.company >= state.table.companyMax,
              onclick: ask(state.company + 1),
            },
            t.table.more,
          ),
        ),
      ];
    });
  }
}

/** A settlement box by box, and the way to its replay. @param {HTMLElement} place @param {Result | null} result */
function showResult(place, result) {
  const boxes = result?.boxes ?? [];
  const parts = [
    ...boxes.map((box) => ({ key: `box ${box.at}`, box })),
    ...(result?.isOver ? [{ key: "proof", box: null }] : []),
  ];
  patchList(
    place,
    parts,
    (part) => part.key,
    ({ box }) =>
      box
        ? h("div", {}, h("h3"), document.createElement("settlement-lines"))
        : h("p", { class: "note proof" }, h("a", {}, t.table.replay)),
    (element, { box }) => {
      if (!box) {
        element.firstElementChild.href = page(`round/${result?.table}/${result?.round}`);
        return;
      }
      const heading = /** @type {HTMLElement} */ (element.firstElementChild);
      heading.hidden = boxes.length < 2;
      setText(heading, t.calls.box(box.at));
      element.lastElementChild.show({ rulebook: result?.rulebook, lines: box.lines, five: box.five });
    },
  );
}

/** The boxes of the house's players in this round: "House 1 at box 3". @param {State} state */
function companyIn(state) {
  const boxes = (state.view?.boxes ?? []).flatMap((box) => {
    const name = state.names[String(box.controller ?? box.bets[0]?.player ?? "")] ?? "";
    return box.bets.length > 0 && isHouse(name) ? [t.table.companyBox(name, box.at)] : [];
  });
  return list(boxes);
}

/** @param {State} state @param {BoxView} box @returns {[string, string][]} */
function sharesOf(state, box) {
  const players = [...new Set([box.controller, ...box.bets.map((bet) => bet.player)])].filter(
    (player) => player !== null,
  );
  return players.map((player) => {
    const name = player === playerOf(state) ? t.felt.you : (state.names[String(player)] ?? "");
    const bets = box.bets.filter((bet) => bet.player === player);
    const words = bets.map((bet) => t.announce.bet(areaName(bet.area), short(bet.amount))).join(", ");
    return [player === box.controller ? t.table.decides(name) : t.table.backs(name), words];
  });
}

customElements.define("round-sheet", RoundSheet);
