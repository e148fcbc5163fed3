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
import { faceOf } from "../cards.js";
import { isOwn, ownBoxes, playerOf } from "../state.js";
import { t } from "../text.js";
import * as settings from "../settings.js";
import { areaName } from "../words.js";
import { payTables } from "./pay-tables.js";
import { totalOf } from "./settlement-lines.js";
import "./settlement-lines.js";
import "./round-calls.js";
import "./report-form.js";
import "./teacher-note.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../protocol").BoxView} BoxView */
/** @typedef {import("./teacher-note.js").Lesson} Lesson */

export class RoundSheet extends HTMLElement {
  #heading = h("h2", { class: "split" }, h("b"), h("span"));
  #calls = /** @type {import("./round-calls.js").RoundCalls} */ (document.createElement("round-calls"));
  #settled = h("div", { class: "settled" });
  #teacher = /** @type {import("./teacher-note.js").TeacherNote} */ (document.createElement("teacher-note"));
  #shared = h("section", { class: "shared-part" });
  #others = h("section", { class: "others-part" });
  #howTo = howTo();
  #pays = h("div", { class: "pays-part" });
  #company = h("section", { class: "company" });
  #report = /** @type {import("./report-form.js").ReportForm} */ (document.createElement("report-form"));
  #more = h("section", { class: "more-keys row" });

  connectedCallback() {
    if (this.firstChild) return;
    this.append(
      h("section", {}, this.#heading, this.#settled, this.#calls),
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
    const own = ownBoxes(state).filter((box) => linesOf(state, box).length > 0);
    this.showHeading(state, own);
    this.showSettled(state, own);
    this.#calls.show(state.calls);
    this.#calls.hidden = state.calls.length === 0;
    this.#teacher.show(lesson);
    this.showShared(state);
    this.showOthers(state);
    this.showCompany(state, canKeepCompany);
    this.#report.show(state);
    if (view.phase === "concluded" && own.length > 0) settings.notePlayed();
    render(this.#pays, rules?.digest ?? null, () => (rules ? [payTables(rules)] : []));
  }

  /** @param {State} state @param {BoxView[]} own */
  showHeading(state, own) {
    const view = state.view;
    const lines = own.flatMap((box) => linesOf(state, box));
    setText(
      this.#heading.querySelector("b"),
      view?.round ? t.table.round(view.round) : t.table.title(view?.table ?? ""),
    );
    const phase = t.phases[view?.phase ?? "ready"];
    const net = lines.length > 0 ? t.table.boxNet(signed(totalOf(lines).net)) : phase;
    setText(this.#heading.querySelector("span"), net);
  }

  /** @param {State} state @param {BoxView[]} own */
  showSettled(state, own) {
    const view = state.view;
    patchList(
      this.#settled,
      own,
      (box) => box.at,
      () => h("div", {}, h("h3"), document.createElement("settlement-lines")),
      (element, box) => {
        const heading = /** @type {HTMLElement} */ (element.firstElementChild);
        heading.hidden = own.length < 2;
        setText(heading, t.calls.box(box.at));
        element.lastElementChild.show({
          rulebook: view?.rulebook,
          lines: linesOf(state, box),
          five: fiveOf(state, box),
        });
      },
    );
    const isOver = view?.phase === "concluded" || view?.phase === "voided";
    let link = this.#settled.nextElementSibling;
    if (link instanceof HTMLParagraphElement === false) link = null;
    if (isOver && own.length > 0 && !link) {
      const address = page(`round/${view?.table}/${view?.round}`);
      this.#settled.after(h("p", { class: "note proof" }, h("a", { href: address }, t.table.replay)));
    } else if (!isOver || own.length === 0) link?.remove();
    else link?.firstElementChild?.setAttribute("href", page(`round/${view?.table}/${view?.round}`));
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
    render(this.#company, [state.company, state.table.companyMax], () => {
      const ask = (/** @type {number} */ players) => () =>
        this.dispatchEvent(new CustomEvent("company", { bubbles: true, detail: { players } }));
      return [
        h("h2", { class: "split" }, t.table.company, h("span", {}, t.table.companyCount(state.company))),
        h("p", { class: "note" }, t.table.companyText),
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

/** The game in four sentences, open until this browser has seen a round of its own. */
function howTo() {
  const steps = t.howTo.steps.map((step) => h("li", {}, step));
  return h(
    "section",
    {},
    h(
      "details",
      { open: !settings.hasPlayed() },
      h("summary", {}, t.howTo.name),
      h("ol", { class: "how-to" }, ...steps),
      h("p", { class: "note" }, t.howTo.ranks),
    ),
  );
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

/** The lines of this person at a box. @param {State} state @param {BoxView} box */
export function linesOf(state, box) {
  const player = playerOf(state);
  return box.lines.filter((line) => line.player === player);
}

/** The cards a five-card hand was made of: the own three, and the community's two or the Dealer's three.
 * @param {State} state @param {BoxView} box */
function fiveOf(state, box) {
  const others = (state.view?.community.length ? state.view.community : (state.view?.dealer ?? [])).map(faceOf);
  const own = box.cards.map(faceOf);
  if (box.five_card === null || [...own, ...others].includes(null)) return null;
  return { own: /** @type {string[]} */ (own), others: /** @type {string[]} */ (others) };
}

customElements.define("round-sheet", RoundSheet);
