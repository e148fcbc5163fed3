// Clauses of a rulebook as links, each opened in place.
//
//   const links = clauseLinks("rws-2020", ["3.13", "4.1"]);   // <span> of links, to be put after a sentence
//
// A click puts a <clause-note rulebook="rws-2020" clause="3.13"> after the block the link stands in; the same
// link again, or Escape, takes it away. Without script the link leads to the clause in the rulebook's page.
// @ts-check
import { h } from "../dom.js";
import { clause as askClause, page } from "../api.js";
import { t } from "../text.js";

/** @param {string} rulebook @param {string} clause */
const addressOf = (rulebook, clause) => `${page(`rules/${rulebook}`)}#${encodeURIComponent(clause)}`;

/** @param {string | null | undefined} rulebook @param {readonly string[]} clauses */
export function clauseLinks(rulebook, clauses) {
  const links = h("span", { class: "clauses" });
  if (!rulebook) return links;
  for (const clause of clauses) {
    const link = h(
      "a",
      {
        class: "clause",
        href: addressOf(rulebook, clause),
        "aria-expanded": "false",
        "aria-label": t.clauses.name(clause),
      },
      t.clauses.label(clause),
    );
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      toggle(link, rulebook, clause);
    });
    links.append(" ", link);
  }
  return links;
}

/** @param {HTMLElement} link @param {string} rulebook @param {string} clause */
function toggle(link, rulebook, clause) {
  const block = link.closest("p, li, td, div, h2") ?? link;
  const next = block.nextElementSibling;
  const open = next instanceof ClauseNote ? next : null;
  const shown = open?.getAttribute("clause");
  open?.close();
  if (shown === clause) return;
  const note = new ClauseNote();
  note.setAttribute("rulebook", rulebook);
  note.setAttribute("clause", clause);
  note.link = link;
  link.setAttribute("aria-expanded", "true");
  block.after(note);
}

/** Where the text of a rulebook leaves something open: how the house reads it.
 * @param {{ title?: string, text?: string }} ambiguity */
function resolutionOf({ title = "", text = "" }) {
  const resolution = /\*\*Resolution:\*\*\s*([^]*?)(?:\n- \*\*|$)/.exec(text)?.[1] ?? text;
  return `${title}. ${resolution.replace(/[*`]/g, "").trim()}`;
}

export class ClauseNote extends HTMLElement {
  /** The link that opened it. @type {HTMLElement | null} */
  link = null;

  connectedCallback() {
    if (this.firstChild) return;
    const rulebook = this.getAttribute("rulebook") ?? "";
    const clause = this.getAttribute("clause") ?? "";
    this.classList.add("told");
    this.setAttribute("role", "note");
    this.tabIndex = -1;
    const words = h("p", {}, t.clauses.asking);
    this.append(
      h("b", {}, `${rulebook} ${clause}`),
      words,
      h("a", { href: addressOf(rulebook, clause) }, t.clauses.whole),
    );
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.close();
      }
    });
    askClause(rulebook, clause).then(
      (told) => {
        words.textContent = told.requirement ?? resolutionOf(told);
      },
      (problem) => {
        words.textContent = problem.message;
      },
    );
  }

  close() {
    this.link?.setAttribute("aria-expanded", "false");
    if (this.contains(document.activeElement)) this.link?.focus();
    this.remove();
  }
}

customElements.define("clause-note", ClauseNote);
