// <house-bar>: the bar on top of every page but the table: where one is, what one has, who one is.
//
//   <house-bar current="history"></house-bar>
//   bar.show(house);          // the answer of `GET house`
//
// Fires `signed-out` when the session has ended.
// @ts-check
import { amount } from "../amounts.js";
import { call, page } from "../api.js";
import { h, render, svg } from "../dom.js";
import { change, read } from "../settings.js";
import { t } from "../page-texts.js";

/** @typedef {import("../house.js").HouseAnswer} HouseAnswer */

const PLACES = /** @type {const} */ ([
  ["tables", ""],
  ["history", "history"],
  ["rules", "rules"],
  ["limits", "limits"],
]);

/** The Q of the house. */
export function mark() {
  return h(
    "a",
    { class: "mark", href: page(""), "aria-label": t.bar.home },
    svg(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("circle", { cx: 11.5, cy: 11.5, r: 8.5 }),
      svg("path", { d: "M13.5 13.5L21.5 21.5" }),
    ),
    h("span", {}, t.bar.mark),
  );
}

export class HouseBar extends HTMLElement {
  #facts = h("dl", { class: "facts" });
  #person = h("div", { class: "person" });

  connectedCallback() {
    if (this.firstChild) return;
    const current = this.getAttribute("current");
    const links = PLACES.map(([place, path]) =>
      h("a", { href: page(path), "aria-current": place === current ? "page" : null }, t.bar[place]),
    );
    this.append(
      h("a", { class: "skip", href: "#main" }, t.bar.skip),
      h(
        "header",
        { class: "bar" },
        mark(),
        h("nav", { "aria-label": t.bar.main }, ...links),
        h("span", { class: "push" }),
        this.#facts,
        this.#person,
      ),
    );
  }

  /** @param {HouseAnswer} house */
  show({ you }) {
    const purse = you?.purse ?? null;
    render(this.#facts, purse, () =>
      purse === null ? [] : [h("div", {}, h("dt", {}, t.bar.purse), h("dd", {}, amount(purse)))],
    );
    render(this.#person, you?.name ?? null, () => (you ? this.#menu(you) : [signInLink()]));
  }

  /** @param {import("../house.js").You} you */
  #menu(you) {
    const { name } = you;
    const list = h(
      "div",
      { class: "menu", popover: "auto", id: "person-menu" },
      themeField(),
      suitsField(),
      h("button", { class: "plain small", onclick: () => this.#askToSignOut(you) }, t.bar.signOut),
    );
    const key = h("button", { class: "plain small", popovertarget: "person-menu" }, name);
    key.setAttribute("aria-label", t.bar.person(name));
    return [key, list];
  }

  /** A guest has no way back, so he is asked once more. @param {import("../house.js").You} you */
  async #askToSignOut(you) {
    if (you.role === "guest") {
      const { askGuest } = await import("./sign-out.js");
      if (!(await askGuest(you))) return;
    }
    await this.#signOut();
  }

  async #signOut() {
    await call("DELETE", "sessions/current");
    this.dispatchEvent(new CustomEvent("signed-out", { bubbles: true }));
    location.assign(page(""));
  }
}

function signInLink() {
  return h("a", { class: "btn plain small", href: page("sign-in") }, t.bar.signIn);
}

/** @param {string} label @param {string} chosen @param {Record<string, string>} choices
 * @param {(value: any) => void} choose */
function field(label, chosen, choices, choose) {
  const select = h("select", {
    onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value),
  });
  for (const [value, text] of Object.entries(choices)) {
    select.append(h("option", { value, selected: value === chosen }, text));
  }
  return h("label", {}, label, select);
}

function themeField() {
  return field(t.bar.theme, read().theme, t.bar.themes, (theme) => change({ theme }));
}

function suitsField() {
  return field(t.bar.suits, read().suits, t.bar.suitColours, (suits) => change({ suits }));
}

customElements.define("house-bar", HouseBar);
