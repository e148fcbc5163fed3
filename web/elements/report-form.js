// <report-form>: a player calls attention to something. What may be reported comes from `moves`; the round stands
// still until it is ruled on.
//
//   form.show(state);          // hidden where nothing may be reported
//
// Fires `report` { request } (bubbles).
// @ts-check
import { h, render } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../shapes").Move} Move */

/** What a player can tell without knowing cards by heart: the others are for staff. */
const KINDS = /** @type {Record<string, string>} */ (t.reports.kinds);

export class ReportForm extends HTMLElement {
  /** @param {State} state */
  show(state) {
    const moves = state.moves.filter(({ request }) => request.request === "report" && sawOf(request) in KINDS);
    this.hidden = moves.length === 0;
    const shapes = moves.map(({ request, fields }) => [sawOf(request), fields ?? null]);
    render(this, [shapes, state.names], () => (moves.length === 0 ? [] : [this.form(state, moves)]));
  }

  /** @param {State} state @param {Move[]} moves */
  form(state, moves) {
    const select = h(
      "select",
      {},
      ...moves.map(({ request }) => h("option", { value: sawOf(request) }, KINDS[sawOf(request)])),
    );
    const fields = h("div", { class: "fields" });
    const chosen = () => /** @type {Move} */ (moves.find(({ request }) => sawOf(request) === select.value));
    const refresh = () => fields.replaceChildren(...fieldsOf(state, chosen()));
    select.addEventListener("change", refresh);
    refresh();
    const form = h(
      "form",
      {},
      h("label", {}, h("span", { class: "label" }, t.reports.saw), select),
      fields,
      h("button", { class: "plain small" }, t.table.tell),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const request = filled(chosen(), fields);
      this.dispatchEvent(new CustomEvent("report", { bubbles: true, detail: { request } }));
      this.querySelector("details")?.removeAttribute("open");
    });
    return h("details", {}, h("summary", {}, t.table.wrong), h("p", { class: "note" }, t.table.wrongText), form);
  }
}

/** @param {import("../shapes").Request} request */
const sawOf = (request) => String(request.report?.saw ?? "");

/** A field for each thing the report names. @param {State} state @param {Move} move */
function fieldsOf(state, move) {
  return Object.entries(move.fields ?? {}).map(([path, choices]) => {
    const name = path.replace("report.", "");
    const label = /** @type {Record<string, string>} */ (t.reports.fields)[name] ?? name;
    return h("label", {}, h("span", { class: "label" }, label), input(state, path, /** @type {any} */ (choices)));
  });
}

/** @param {State} state @param {string} path @param {any} choices */
function input(state, path, choices) {
  const options = Array.isArray(choices.one_of)
    ? choices.one_of
    : Array.isArray(choices.any_of)
      ? choices.any_of
      : null;
  if (options)
    return h(
      "select",
      { "data-path": path, "data-many": "any_of" in choices },
      ...options.map((/** @type {any} */ each) => h("option", {}, each)),
    );
  if (choices.any === "player") {
    const players = Object.entries(state.names).filter(([player]) => !(choices.except ?? []).includes(Number(player)));
    return h(
      "select",
      { "data-path": path, "data-number": true },
      ...players.map(([player, name]) => h("option", { value: player }, name)),
    );
  }
  if (typeof choices.max === "number")
    return h("input", {
      type: "number",
      min: choices.min,
      max: choices.max,
      value: choices.max,
      "data-path": path,
      "data-number": true,
    });
  return h("input", { type: "text", required: true, maxlength: 200, "data-path": path });
}

/** The request with what was filled in. @param {Move} move @param {Element} fields */
function filled(move, fields) {
  /** @type {any} */
  const request = structuredClone(move.request);
  for (const field of fields.querySelectorAll("[data-path]")) {
    const { value } = /** @type {HTMLInputElement} */ (field);
    const isNumber = field.hasAttribute("data-number") || (field instanceof HTMLSelectElement && /^\d+$/.test(value));
    const one = isNumber ? Number(value) : value;
    const path = (field.getAttribute("data-path") ?? "").split(".");
    const last = path.pop() ?? "";
    let place = request;
    for (const part of path) place = place[part] ??= {};
    place[last] = field.hasAttribute("data-many") ? [one] : one;
  }
  return request;
}

customElements.define("report-form", ReportForm);
