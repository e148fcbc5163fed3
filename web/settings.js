// What a person chose for this browser. Nothing here leaves it.
// @ts-check

/** @typedef {{ look: "self" | "key", letters: boolean, teacher: boolean, theme: "system" | "light" | "dark",
 *   suits: "two" | "four", motion: "system" | "reduced" }} Settings */

const KEY = "queenhigh-settings";
const PLAYED = "queenhigh-played";
const WISH = "queenhigh-sit";

/** @type {Settings} */
export const DEFAULTS = {
  // The only hand of a player turns by itself; with several boxes he always chooses which.
  look: "self",
  letters: true,
  teacher: false,
  theme: "system",
  suits: "two",
  motion: "system",
};

/** @returns {Settings} */
export function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Partial<Settings>} changes @returns {Settings} */
export function change(changes) {
  const settings = { ...read(), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing shows the settings until the page is left.
  }
  apply(settings);
  return settings;
}

/** Gives the page its theme and suits. @param {Settings} [settings] */
export function apply(settings = read()) {
  const page = document.documentElement;
  set(page, "data-theme", settings.theme === "system" ? null : settings.theme);
  set(page, "data-suits", settings.suits === "four" ? "four" : null);
  set(page, "data-motion", settings.motion === "reduced" ? "reduced" : null);
}

/** Whether things lie in place at once instead of moving there. */
export function isMotionReduced() {
  return read().motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether this browser has seen the end of a round its person played, by this rulebook or by any.
 * @param {string} [rulebook] */
export function hasPlayed(rulebook) {
  try {
    const played = localStorage.getItem(PLAYED);
    return played !== null && (rulebook === undefined || played.split(" ").includes(rulebook));
  } catch {
    return false;
  }
}

/** @param {string} rulebook */
export function notePlayed(rulebook) {
  try {
    const played = (localStorage.getItem(PLAYED) ?? "").split(" ").filter((each) => each !== "");
    if (!played.includes(rulebook)) localStorage.setItem(PLAYED, [...played, rulebook].join(" "));
  } catch {
    // Without storage the introduction stays open.
  }
}

/** Remembers, for the next page, that this person asked to sit down at a table. @param {number} table */
export function wishToSit(table) {
  try {
    sessionStorage.setItem(WISH, String(table));
  } catch {
    // Without storage the table page offers the same key.
  }
}

/** Whether this person just asked to sit down at this table; asked once. @param {number} table */
export function takeWishToSit(table) {
  try {
    const wish = sessionStorage.getItem(WISH);
    sessionStorage.removeItem(WISH);
    return wish === String(table);
  } catch {
    return false;
  }
}

/** @param {Element} element @param {string} name @param {string | null} value */
function set(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
