// The texts of the pages in the language of this house: another language is another file beside `text/en.js`.
// @ts-check
import { en } from "./text/en.js";
import { pages } from "./text/en-pages.js";

export const t = { ...en, ...pages };

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
