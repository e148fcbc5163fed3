// The texts of the table in the language of this house, and a way to fill a page with them; `page-texts.js` has those
// of the other pages. A language is a folder below `text/`: how another one is added is in the README.
// @ts-check
import { first } from "./text/en/first.js";

export const t = { ...first };

/** Fills every element below `root` that names its text: `data-text="table.leave"` becomes its content,
 * `data-label="…"` its accessible name, `data-hint="…"` its placeholder.
 * @param {ParentNode} root */
export function fillTexts(root) {
  for (const element of root.querySelectorAll("[data-text]")) {
    element.textContent = lookUp(element.getAttribute("data-text"));
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", lookUp(element.getAttribute("data-label")));
  }
  for (const element of root.querySelectorAll("[data-hint]")) {
    element.setAttribute("placeholder", lookUp(element.getAttribute("data-hint")));
  }
}

/** @param {string | null} key */
function lookUp(key) {
  /** @type {any} */
  let found = t;
  for (const part of (key ?? "").split(".")) found = found?.[part];
  if (typeof found !== "string") throw new Error(`text: found no text under ${key}`);
  return found;
}
